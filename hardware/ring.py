"""The ring of WS2812 lights around the board, driven through an SPI bus: without root, and alike on every Pi.

Each bit for a light is sent as four SPI bits at 3.2 MHz: 1000 for a 0 (high for 312 ns) and 1100 for a 1 (high for 625
ns). The datasheets of the WS2812, the WS2812B-V5 (Worldsemi, "Data transfer time") and the SK6812 allow both times.
That of the first WS2812B asks for 650 ns for a 1, but users report that it accepts shorter pulses. Every SPI byte ends
low. So where an SPI block pauses between two bytes, only a low time gets longer, which does no harm. The zeros before a
frame pull down a line that idles high. The zeros after it make the lights show the frame.

`encode` and `decode` are pure. `SpiLine` is the real line. `SimSpi` is its simulation, which keeps the bytes.
"""

from __future__ import annotations

import math
import os
import re
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from hardware.clock import Clock, SystemClock, reached
from hardware.owner import DeviceFault, Mailbox, Reason, Stop

LedLevels = tuple[int, int, int]
"""Red, green and blue of one light, each from 0 to 255 (255: always on)."""

SPI_CLOCK_HZ = 3_200_000
"""The SPI clock in Hz. A quarter of it is the bit rate of the lights, 800 kbit/s."""

REST = 350e-6
"""Seconds of low level before and after each frame.

The WS2812B-V5 needs 280 us (its datasheet, "Data transfer time", RES). The rest is a reserve for a clock that is too
fast.
"""

_DARK: LedLevels = (0, 0, 0)
_QUIET = bytes(round(REST * SPI_CLOCK_HZ / 8))
_BYTES_PER_LIGHT = 12
_BUFFER = Path("/sys/module/spidev/parameters/bufsiz")
_BUFFER_DEFAULT = 4096  # bytes; spidev's own value, when its parameter cannot be read


def _pattern(value: int) -> bytes:
    """Return the four SPI bytes for the eight bits of `value`, highest bit first."""
    bits = "".join("1100" if value >> bit & 1 else "1000" for bit in range(7, -1, -1))
    return int(bits, 2).to_bytes(4, "big")


_PATTERNS = tuple(map(_pattern, range(256)))


def encode(lights: Sequence[LedLevels]) -> bytes:
    """Return the SPI bytes of one frame: rest, then green, red and blue of each light, then rest.

    The first of `lights` is the one next to the data input.
    """
    channels = [channel for red, green, blue in lights for channel in (green, red, blue)]
    return b"".join((_QUIET, *map(_PATTERNS.__getitem__, channels), _QUIET))


class BadSignal(ValueError):
    """The level on the line is not one that a light would understand."""


_RESET_NS = 280_000  # low for as long: the end of a frame (WS2812B-V5)
_ZERO_NS, _ONE_NS = (200, 450), (550, 950)  # how long a pulse is high: near the limits in the datasheets
_LONGEST_LOW_NS = 5_000  # a reserve: early WS2812 take a low level of 9 us for the end of a frame


def decode(data: bytes, clock_hz: float = SPI_CLOCK_HZ, gap: bool = False) -> list[list[LedLevels]]:
    """Return the frames that a chain of lights would take from `data`, one color for each light.

    `clock_hz` is the real SPI clock. With `gap` the SPI block holds the last level of each byte for one clock more.
    Raise BadSignal for a pulse that is neither bit, a pause that is neither part of a bit nor the end of a frame, half
    a light, and a last frame that no rest follows.
    """
    nanoseconds = 1e9 / clock_hz
    frames: list[list[LedLevels]] = []
    bits: list[str] = []
    for run in re.findall("1+|0+", _level(data, gap)):
        lasts = len(run) * nanoseconds
        if run[0] == "1":
            bits.append(_bit(lasts))
        elif lasts >= _RESET_NS:
            if bits:
                frames.append(_lights("".join(bits)))
            bits = []
        elif lasts > _LONGEST_LOW_NS:
            raise BadSignal(f"the line is low for {lasts:.0f} ns, too long for a bit and too short for an end")
    if bits:
        raise BadSignal("the line does not rest after the last light")
    return frames


def _level(data: bytes, gap: bool) -> str:
    return "".join(byte + byte[-1] if gap else byte for byte in (f"{value:08b}" for value in data))


def _bit(high: float) -> str:
    for bit, (shortest, longest) in (("0", _ZERO_NS), ("1", _ONE_NS)):
        if shortest <= high <= longest:
            return bit
    raise BadSignal(f"the line is high for {high:.0f} ns, which is neither bit")


def _lights(bits: str) -> list[LedLevels]:
    if len(bits) % 24:
        raise BadSignal(f"{len(bits)} bits are no whole number of lights")
    values = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return [(red, green, blue) for green, red, blue in zip(*[iter(values)] * 3, strict=True)]


class RingSettings(msgspec.Struct, frozen=True):
    """How the ring is wired and treated. Raise ValueError for values that are not possible.

    The lights have two orders. The ring's order begins where arc 1 begins and runs clockwise, seen from above. The
    wire's order begins at the data input.

    `count`: how many lights the ring has;
    `offset`: how many lights of the strip come before the ring; they stay dark;
    `arc_1`: the place of the first light of arc 1, counted from 0 along the wire from the ring's first light on;
    `clockwise`: whether the wire runs clockwise along the ring;
    `sacrificial`: whether one more light comes before all others, which may show a wrong color;
    `brightness`: the factor for every frame, 0 to 1;
    `limit`: the largest current in mA that a frame may draw, as `current` estimates it;
    `frames_per_second`: how many new frames are sent in a second at most;
    `refresh_every`: seconds after which an unchanged frame is sent again.
    """

    count: int = 60
    offset: int = 0
    arc_1: int = 0
    clockwise: bool = True
    sacrificial: bool = False
    brightness: float = 1.0
    limit: float = 800.0
    frames_per_second: float = 40.0
    refresh_every: float = 2.0

    def __post_init__(self) -> None:
        if self.count < 1 or self.offset < 0 or not 0 <= self.arc_1 < self.count:
            raise ValueError(f"no ring has {self.count} lights from {self.offset} on with arc 1 at {self.arc_1}")
        if not 0 <= self.brightness <= 1 or self.limit <= 0:
            raise ValueError(f"brightness {self.brightness} is not in 0 to 1, or limit {self.limit} mA is not above 0")

    @property
    def wired(self) -> int:
        """How many lights there are on the wire, up to the last one of the ring."""
        return self.count + self.dark

    @property
    def dark(self) -> int:
        """How many lights on the wire come before the ring."""
        return self.offset + self.sacrificial

    @property
    def length(self) -> int:
        """How many bytes one frame has on the SPI bus."""
        return 2 * len(_QUIET) + _BYTES_PER_LIGHT * self.wired

    def to_wire(self, ring: Sequence[LedLevels]) -> list[LedLevels]:
        """Return the `wired` lights in the order of the wire for the `count` lights `ring` in the order of the ring."""
        step = 1 if self.clockwise else -1
        turned = [ring[step * (at - self.arc_1) % self.count] for at in range(self.count)]
        return [_DARK] * self.dark + turned

    def from_wire(self, wire: Sequence[LedLevels]) -> list[LedLevels]:
        """Return the lights of the ring, clockwise from arc 1 on, for the lights `wire`. This undoes `to_wire`."""
        step = 1 if self.clockwise else -1
        return [wire[self.dark + (self.arc_1 + step * at) % self.count] for at in range(self.count)]


IDLE_CURRENT = 1.0
"""The current in mA of a light that is dark, as an estimate."""

CHANNEL_CURRENT = 20.0
"""The current in mA that one color adds at 255, as an estimate."""


def current(lights: Sequence[LedLevels]) -> float:
    """Return an estimate of the current in mA that `lights` draw. It is too high rather than too low."""
    return IDLE_CURRENT * len(lights) + CHANNEL_CURRENT * sum(map(sum, lights)) / 255


def limited(lights: Sequence[LedLevels], limit: float) -> list[LedLevels]:
    """Scale all lights down by one factor until their estimated current is at most `limit` mA.

    Return dark lights when even those exceed the limit.
    """
    draws = current(lights)
    if draws <= limit:
        return list(lights)
    idle = IDLE_CURRENT * len(lights)
    factor = max(0.0, limit - idle) / (draws - idle)
    return [(int(red * factor), int(green * factor), int(blue * factor)) for red, green, blue in lights]


def dimmed(lights: Sequence[LedLevels], brightness: float) -> list[LedLevels]:
    """Scale every color by `brightness` (0 to 1).

    Round up, so that no weak light goes out, but not above the same share of 255: the whole ring is never brighter than
    asked. The smallest value is 1 while `brightness` is above 0.
    """
    most = math.floor(255 * brightness) or math.ceil(brightness)
    table = [min(most, math.ceil(value * brightness)) for value in range(256)]
    return [(table[red], table[green], table[blue]) for red, green, blue in lights]


class Spi(Protocol):
    """The line to the lights, on which data go one way only. Its calls raise OSError."""

    @property
    def capacity(self) -> int:
        """How many bytes one transfer without a pause can have."""
        ...

    def write(self, data: bytes) -> None:
        """Send `data` in one transfer."""
        ...

    def close(self) -> None:
        """Release the line."""
        ...


class _SpiDev(Protocol):
    """What is asked here of ``spidev.SpiDev``, which has no types."""

    max_speed_hz: int
    mode: int

    def open(self, bus: int, device: int) -> None:
        """Open ``/dev/spidev<bus>.<device>``."""
        ...

    def writebytes2(self, values: bytes) -> None:
        """Send `values`, in more than one transfer if they are longer than the kernel's buffer."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...


class SpiLine:
    """The data line of ``/dev/spidev<bus>.<device>``. Raise OSError or, without spidev, ImportError."""

    def __init__(self, bus: int = 0, device: int = 0) -> None:
        import spidev  # imported late: only a Raspberry Pi has it

        self._spi: _SpiDev = spidev.SpiDev()
        self._spi.open(bus, device)
        self._spi.max_speed_hz = SPI_CLOCK_HZ
        self._spi.mode = 0

    @property
    def capacity(self) -> int:
        """The size of the kernel's buffer for one transfer, in bytes.

        spidev splits longer data, and the pause between the two transfers would end the frame in its middle.
        """
        return int(_BUFFER.read_text()) if _BUFFER.exists() else _BUFFER_DEFAULT

    def write(self, data: bytes) -> None:
        """Send `data` in one transfer."""
        self._spi.writebytes2(data)

    def close(self) -> None:
        """Release the line."""
        self._spi.close()


class SimSpi:
    """A line without lights. It keeps the bytes of the last `keep` frames.

    If `path` is given, the latest frame is also left in that file. The file is replaced in one step, and only when the
    bytes differ, so another process can `decode` it at any time.
    """

    def __init__(self, path: Path | None = None, keep: int = 64, capacity: int = _BUFFER_DEFAULT) -> None:
        self.capacity = capacity
        self.sent: deque[bytes] = deque(maxlen=keep)
        self.count = 0
        self._path = path
        self._refusal: OSError | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)

    @property
    def last(self) -> bytes:
        """The bytes of the latest frame; empty before the first one."""
        return self.sent[-1] if self.sent else b""

    def refuse(self, error: OSError | None) -> None:
        """Raise `error` at every write from now on; None ends that."""
        self._refusal = error

    def write(self, data: bytes) -> None:
        """Keep `data`, and leave it in the file if there is one."""
        if self._refusal is not None:
            raise self._refusal
        if self._path is not None and data != self.last:
            draft = self._path.with_name(f".{self._path.name}.{os.getpid()}")
            draft.write_bytes(data)
            draft.replace(self._path)
        self.sent.append(data)
        self.count += 1

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class Ring:
    """The device that an owner owns. Any thread may call `show`; it never blocks.

    `open_line` opens the line, anew for each `open`. Lights cannot answer. So the frame is sent again every
    `refresh_every` seconds: this mends a light that was disturbed, and it is how a lost line is noticed.
    """

    def __init__(
        self, open_line: Callable[[], Spi], settings: RingSettings | None = None, clock: Clock | None = None
    ) -> None:
        self.settings = settings or RingSettings()
        self._open_line = open_line
        self._clock = clock or SystemClock()
        self._mail: Mailbox[tuple[LedLevels, ...]] = Mailbox()
        self._frame: tuple[LedLevels, ...] = (_DARK,) * self.settings.count
        self._line: Spi | None = None
        self._sent: tuple[LedLevels, ...] | None = None
        self._sent_at = self._clock.monotonic()

    def show(self, lights: Sequence[LedLevels]) -> None:
        """Show `lights` from now on, clockwise from arc 1 on. Raise ValueError unless there are `count` of them."""
        if len(lights) != self.settings.count:
            raise ValueError(f"{len(lights)} lights for a ring of {self.settings.count}")
        self._mail.put(tuple(lights))

    def open(self) -> None:
        """Open the line.

        Raise OSError or ImportError if that is not possible, and DeviceFault if a frame does not fit into its buffer.
        """
        self._sent = None
        self._line = self._open_line()
        room = self._line.capacity
        if self.settings.length > room:
            fits = (room - 2 * len(_QUIET)) // _BYTES_PER_LIGHT
            text = f"a frame for {self.settings.wired} lights has {self.settings.length} bytes, the SPI buffer {room}"
            raise DeviceFault(Reason.FAILED, f"{text}: at most {fits} lights, or a larger spidev.bufsiz")

    def serve(self, stop: Stop) -> None:
        """Show what `show` leaves until `stop` is set, then turn all lights off."""
        while not stop.is_set():
            lights = self._mail.take(stop, self.step())
            if lights is not None:
                self.accept(lights)
        self._send((_DARK,) * self.settings.count)

    def close(self) -> None:
        """Release the line, if it is open."""
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def accept(self, lights: tuple[LedLevels, ...]) -> None:
        """Make `lights` the frame that `step` sends."""
        self._frame = lights

    def step(self) -> float:
        """Send the frame if it is due. Return after how many seconds one may be due again."""
        now = self._clock.monotonic()
        due = self._due()
        if not reached(due, now):
            return due - now
        self._send(self._frame)
        self._sent_at = now
        return self.settings.refresh_every

    def _due(self) -> float:
        """Return when the frame is due: at once after `open`, soon if it is new, after `refresh_every` if it is not."""
        if self._sent is None:
            return self._clock.monotonic()
        wait = self.settings.refresh_every if self._frame == self._sent else 1 / self.settings.frames_per_second
        return self._sent_at + wait

    def _send(self, lights: tuple[LedLevels, ...]) -> None:
        if self._line is None:
            raise DeviceFault(Reason.MISSING, "the line is closed")
        wire = self.settings.to_wire(dimmed(lights, self.settings.brightness))
        self._line.write(encode(limited(wire, self.settings.limit)))
        self._sent = lights
