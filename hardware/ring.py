"""The ring of WS2812 lights around the board, on the data line of an SPI bus: no root, the same on every Pi.

Each bit for a light is sent as four SPI bits at 3.2 MHz: 1000 for a 0 (high for 312 ns), 1100 for a 1 (high for
625 ns), within what the WS2812B, its V5 revision and the SK6812 take (Worldsemi WS2812B datasheet, "Data transfer
time"). Every SPI byte ends low, so that the pause which some SPI blocks put between two bytes lengthens a low time
alone. Zeros before a frame let a line that idles high settle; zeros after it make the lights take the frame.

`encode` and `decode` are pure. `SpiLine` is the real line, `SimSpi` its twin that keeps the bytes.
"""

from __future__ import annotations

import math
import os
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hardware.clock import Clock, SystemClock, reached
from hardware.owner import DeviceFault, Mailbox, Reason, Stop

RGB = tuple[int, int, int]
"""Red, green and blue duty of one light, 0 to 255 each."""

SPI_CLOCK_HZ = 3_200_000
"""SPI clock in Hz: a quarter of it is the lights' bit rate."""

REST = 350e-6
"""Seconds of low level before and after each frame: the V5's 280 us, and enough for a clock that is a bit too fast."""

_DARK: RGB = (0, 0, 0)
_QUIET = bytes(round(REST * SPI_CLOCK_HZ / 8))
_BYTES_PER_LIGHT = 12
_BUFFER = Path("/sys/module/spidev/parameters/bufsiz")
_BUFFER_DEFAULT = 4096  # bytes in one transfer, unless the module was loaded with another number


def _pattern(value: int) -> bytes:
    """Spell the eight bits of `value`, highest first, in four SPI bits each."""
    bits = "".join("1100" if value >> bit & 1 else "1000" for bit in range(7, -1, -1))
    return int(bits, 2).to_bytes(4, "big")


_PATTERNS = tuple(map(_pattern, range(256)))


def encode(lights: Sequence[RGB]) -> bytes:
    """Return the SPI bytes of one frame for `lights`, first light first: rest, green, red and blue of each, rest."""
    channels = [channel for red, green, blue in lights for channel in (green, red, blue)]
    return b"".join((_QUIET, *map(_PATTERNS.__getitem__, channels), _QUIET))


class BadSignal(ValueError):
    """The level on the line is none that a light would understand."""


_RESET_NS = 280_000
_ZERO_NS, _ONE_NS = (200, 450), (550, 950)  # how long a pulse is high; the datasheets' limits with their tolerance
_LONGEST_LOW_NS = 5_000  # old lights take a frame after 9 us of low level


def decode(data: bytes, clock_hz: float = SPI_CLOCK_HZ, gap: bool = False) -> list[list[RGB]]:
    """Read the level that `data` makes on the line as a chain of lights would, and return each frame that they took.

    `clock_hz` is the real clock in Hz. With `gap` the SPI block holds the level one clock longer after each byte. Raises
    BadSignal for a pulse that is neither bit, a pause that is neither part of a bit nor an end, and half a light.
    """
    nanoseconds = 1e9 / clock_hz
    frames: list[list[RGB]] = []
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


def _lights(bits: str) -> list[RGB]:
    if len(bits) % 24:
        raise BadSignal(f"{len(bits)} bits are no whole number of lights")
    values = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return [(red, green, blue) for green, red, blue in zip(*[iter(values)] * 3, strict=True)]


@dataclass(frozen=True, slots=True)
class RingSettings:
    """How the ring is wired. ValueError for what cannot be.

    The ring's own order begins where arc 1 begins and runs clockwise, seen from above; the wire's order begins at the
    data input. `offset` is how many lights of the strip come before the ring and stay dark; `sacrificial` counts one
    more before those, which may show a wrong color. `arc_1` is the place on the ring, in the wire's order, of the first
    light of arc 1. `brightness` scales every frame, `limit` is the current in mA that a frame may draw by the estimate.
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
        """How many lights hang on the wire up to the ring's last."""
        return self.count + self.dark

    @property
    def dark(self) -> int:
        """How many of them come before the ring."""
        return self.offset + self.sacrificial

    @property
    def length(self) -> int:
        """How many bytes one frame has on the SPI bus."""
        return 2 * len(_QUIET) + _BYTES_PER_LIGHT * self.wired

    def to_wire(self, ring: Sequence[RGB]) -> list[RGB]:
        """Put the ring's `count` lights into the wire's order, with the dark ones before them."""
        step = 1 if self.clockwise else -1
        turned = [ring[step * (at - self.arc_1) % self.count] for at in range(self.count)]
        return [_DARK] * self.dark + turned

    def from_wire(self, wire: Sequence[RGB]) -> list[RGB]:
        """Undo `to_wire`: what `decode` found, as the ring's lights from arc 1 on, clockwise."""
        step = 1 if self.clockwise else -1
        return [wire[self.dark + (self.arc_1 + step * at) % self.count] for at in range(self.count)]


IDLE_CURRENT = 1.0
"""mA that a dark light draws."""

CHANNEL_CURRENT = 20.0
"""mA that one channel adds at full duty."""


def current(lights: Sequence[RGB]) -> float:
    """Estimate the current in mA that `lights` draw, from above."""
    return IDLE_CURRENT * len(lights) + CHANNEL_CURRENT * sum(map(sum, lights)) / 255


def limited(lights: Sequence[RGB], limit: float) -> list[RGB]:
    """Scale the whole frame down until its estimate is at most `limit` mA, or dark if the lights alone draw more."""
    draws = current(lights)
    if draws <= limit:
        return list(lights)
    idle = IDLE_CURRENT * len(lights)
    factor = max(0.0, limit - idle) / (draws - idle)
    return [(int(red * factor), int(green * factor), int(blue * factor)) for red, green, blue in lights]


def dimmed(lights: Sequence[RGB], brightness: float) -> list[RGB]:
    """Scale every channel by `brightness` (0 to 1), rounding up so that no light goes out, but not above that share."""
    most = math.floor(255 * brightness) or math.ceil(brightness)
    table = [min(most, math.ceil(value * brightness)) for value in range(256)]
    return [(table[red], table[green], table[blue]) for red, green, blue in lights]


class Spi(Protocol):
    """The one-way line to the lights. Its calls raise OSError."""

    @property
    def capacity(self) -> int:
        """How many bytes go out in one unbroken transfer."""
        ...

    def write(self, data: bytes) -> None:
        """Send `data` in one transfer."""
        ...

    def close(self) -> None:
        """Let go of the line."""
        ...


class _SpiDev(Protocol):
    """What is asked here of ``spidev.SpiDev``, which has no types."""

    max_speed_hz: int
    mode: int

    def open(self, bus: int, device: int) -> None:
        """Open ``/dev/spidev<bus>.<device>``."""
        ...

    def writebytes2(self, values: bytes) -> None:
        """Send `values`, in several transfers when they are longer than the kernel's buffer."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...


class SpiLine:
    """The data line of ``/dev/spidev<bus>.<device>``; OSError if it cannot be had, ImportError without spidev."""

    def __init__(self, bus: int = 0, device: int = 0) -> None:
        import spidev  # late: only a Pi has it

        self._spi: _SpiDev = spidev.SpiDev()
        self._spi.open(bus, device)
        self._spi.max_speed_hz = SPI_CLOCK_HZ
        self._spi.mode = 0

    @property
    def capacity(self) -> int:
        """The kernel's buffer for one transfer; spidev breaks what is longer in two, and the gap ends the frame."""
        return int(_BUFFER.read_text()) if _BUFFER.exists() else _BUFFER_DEFAULT

    def write(self, data: bytes) -> None:
        """Send `data` in one transfer."""
        self._spi.writebytes2(data)

    def close(self) -> None:
        """Let go of the line."""
        self._spi.close()


class SimSpi:
    """A line with no lights: keeps the last `keep` frames' bytes, and leaves the latest in the file `path` if given.

    The file is replaced in one step, and only when the bytes differ; another process can `decode` it at any time.
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
        """The latest frame's bytes; none before the first."""
        return self.sent[-1] if self.sent else b""

    def refuse(self, error: OSError | None) -> None:
        """Answer every write with `error` from now on; None ends that."""
        self._refusal = error

    def write(self, data: bytes) -> None:
        """Keep `data`."""
        if self._refusal is not None:
            raise self._refusal
        if self._path is not None and data != self.last:
            draft = self._path.with_name(f".{self._path.name}.{os.getpid()}")
            draft.write_bytes(data)
            draft.replace(self._path)
        self.sent.append(data)
        self.count += 1

    def close(self) -> None:
        """Do nothing; a line without lights needs no goodbye."""


class Ring:
    """The device that an owner owns. `show` may be called from any thread and never blocks.

    `open_line` takes the line anew each time. Lights cannot answer, so the frame is sent again every `refresh_every`
    seconds: it heals a disturbed light, and finds out that the line is gone.
    """

    def __init__(
        self, open_line: Callable[[], Spi], settings: RingSettings | None = None, clock: Clock | None = None
    ) -> None:
        self.settings = settings or RingSettings()
        self._open_line = open_line
        self._clock = clock or SystemClock()
        self._mail: Mailbox[tuple[RGB, ...]] = Mailbox()
        self._frame: tuple[RGB, ...] = (_DARK,) * self.settings.count
        self._line: Spi | None = None
        self._sent: tuple[RGB, ...] | None = None
        self._sent_at = self._clock.monotonic()

    def show(self, lights: Sequence[RGB]) -> None:
        """Show `lights` from now on, from arc 1's first on, clockwise; ValueError unless there are `count` of them."""
        if len(lights) != self.settings.count:
            raise ValueError(f"{len(lights)} lights for a ring of {self.settings.count}")
        self._mail.put(tuple(lights))

    def open(self) -> None:
        """Take the line; OSError or ImportError if it cannot be had, DeviceFault if a frame does not fit its buffer."""
        self._sent = None
        self._line = self._open_line()
        room = self._line.capacity
        if self.settings.length > room:
            fits = (room - 2 * len(_QUIET)) // _BYTES_PER_LIGHT
            text = f"a frame for {self.settings.wired} lights has {self.settings.length} bytes, the SPI buffer {room}"
            raise DeviceFault(Reason.FAILED, f"{text}: at most {fits} lights, or a larger spidev.bufsiz")

    def serve(self, stop: Stop) -> None:
        """Show what comes until `stop` is set, then leave the ring dark."""
        while not stop.is_set():
            lights = self._mail.take(stop, self.step())
            if lights is not None:
                self.accept(lights)
        self._send((_DARK,) * self.settings.count)

    def close(self) -> None:
        """Let go of the line, if it was taken."""
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def accept(self, lights: tuple[RGB, ...]) -> None:
        """Take `lights` out of the mailbox: they are what `step` sends."""
        self._frame = lights

    def step(self) -> float:
        """Send whatever is due now and return after how many seconds something may be due again."""
        now = self._clock.monotonic()
        due = self._due()
        if not reached(due, now):
            return due - now
        self._send(self._frame)
        self._sent_at = now
        return self.settings.refresh_every

    def _due(self) -> float:
        """When the frame is to be sent: at once the first time, soon if it is new, and some time if it is not."""
        if self._sent is None:
            return self._clock.monotonic()
        wait = self.settings.refresh_every if self._frame == self._sent else 1 / self.settings.frames_per_second
        return self._sent_at + wait

    def _send(self, lights: tuple[RGB, ...]) -> None:
        if self._line is None:
            raise DeviceFault(Reason.MISSING, "the line is closed")
        wire = self.settings.to_wire(dimmed(lights, self.settings.brightness))
        self._line.write(encode(limited(wire, self.settings.limit)))
        self._sent = lights
