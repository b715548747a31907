"""The tag reader: a serial port through pyserial, and its simulation.

A parser makes tags of bytes, and `TagPresence` makes events of tags; this module has only the port. `SerialReader` and
`SimReader` are both devices for an `hardware.owner.Owner`, and they report the same `ReaderEvent`s.
"""

from __future__ import annotations

import termios
import threading
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import serial

from hardware.clock import Clock, reached
from hardware.owner import REPORT_EVERY, DeviceFault, Reason, Stop, hand_over
from hardware.reader import id12, pn532, rdm6300, text_lines
from hardware.reader.frames import Parser, SerialFormat
from hardware.reader.presence import (
    Crowd,
    NoRead,
    PresenceKind,
    ReaderEvent,
    TagArrived,
    TagLeft,
    TagPresence,
    Unusable,
    flaw_of,
)

FORMATS: Mapping[str, SerialFormat] = MappingProxyType(
    {
        "rdm6300": rdm6300.FORMAT,
        "id12": id12.FORMAT,
        "pn532": pn532.FORMAT,
        "text": text_lines.FORMAT,
    }
)
"""The formats by their names in the configuration."""


class Listener:
    """Turns the bytes of one connection into events. Pure: the caller says at which moment (seconds) they came."""

    def __init__(self, parser: Parser, presence: TagPresence) -> None:
        self._parser = parser
        self._presence = presence
        self._bad_frames = self._misses = 0  # as many of each as `presence` was told of
        self._heard_at: float | None = None  # when the last bytes came; None once the silence after them was noted

    def heard(self, data: bytes, now: float) -> list[ReaderEvent]:
        """Take the bytes that came at `now`. Return the events up to then."""
        tags = self._parser.feed(data)
        events = self._note_bad_frames(now)
        for tag in tags:
            events += self._presence.seen(tag, now)
        while self._misses < self._parser.misses:
            self._misses += 1
            events += self._presence.missed(now)
        self._heard_at = now
        return events + self._presence.tick(now)

    def quiet(self, now: float) -> list[ReaderEvent]:
        """Take note that no bytes came up to `now`. Return the events up to then.

        A frame that broke off counts as bad from the moment of its last byte on.
        """
        events: list[ReaderEvent] = []
        if self._heard_at is not None and reached(self._heard_at + self._patience, now):
            self._parser.fell_silent()
            events = self._note_bad_frames(self._heard_at)
            self._heard_at = None
        return events + self._presence.tick(now)

    def ask(self, now: float) -> bytes:
        """Return the bytes to send to the reader at `now`, if any."""
        return self._parser.ask(now)

    def due(self) -> float | None:
        """Return the next moment at which something must be sent or at which silence has a meaning, or None."""
        silence = None if self._heard_at is None else self._heard_at + self._patience
        moments = (silence, self._presence.due(), self._parser.due())
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def ready(self) -> bool:
        """Whether the reader is known to work."""
        return self._parser.ready

    @property
    def _patience(self) -> float:
        return self._presence.timings.no_read_after

    def _note_bad_frames(self, at: float) -> list[ReaderEvent]:
        before, self._bad_frames = self._bad_frames, self._parser.bad_frames
        return self._presence.unreadable(at) if self._bad_frames > before else []


class SerialReader:
    """A reader on a serial port. It is a device for an `Owner`.

    `port` is a name that does not change, such as one under /dev/serial/by-id: whenever the port is back, it is opened
    again by this name. `on_event` is called in the owner's thread and must only hand over. While the port is open no
    other program can open it. A tag that lay on the reader when the connection broke, and still lies there after that,
    does not count again.
    """

    _IDLE = 1.0  # seconds that one read may wait when nothing is due
    _LOOK = 0.05  # seconds at most when something is due: a read waits in real time, but `clock` may be simulated

    def __init__(
        self,
        port: str,
        serial_format: SerialFormat,
        on_event: Callable[[ReaderEvent], object],
        clock: Clock,
        presence: PresenceKind | None = None,
    ) -> None:
        self.port = port
        self._format = serial_format
        self._on_event = on_event
        self._clock = clock
        self._presence = TagPresence(presence or serial_format.presence, serial_format.timings)
        self._line: serial.Serial | None = None
        self._listener: Listener | None = None

    def open(self) -> None:
        """Open the port by its name, at the format's speed. Bytes that came before are dropped.

        A reader that must answer has done so when this returns; if it does not answer, this fails after about two
        seconds. Raise SerialException with the error number of the cause (missing, denied, or locked by another
        program), or what `serve` raises.
        """
        speed = self._format.baudrate
        line = self._line = serial.Serial(self.port, speed, timeout=self._IDLE, write_timeout=1, exclusive=True)
        self._presence.resume(self._clock.monotonic())
        listener = self._listener = Listener(self._format.parser(), self._presence)
        while not listener.ready:
            self._listen(line, listener)

    def serve(self, stop: Stop) -> None:
        """Listen until `stop` is set.

        Raise DeviceFault when the port was hung up or takes no bytes, and whatever else pyserial raises.
        """
        line, listener = self._line, self._listener
        assert line is not None and listener is not None, "an owner opens before it serves"
        with stop.interrupting(line.cancel_read):
            while not stop.is_set():
                self._listen(line, listener)

    def close(self) -> None:
        """Close the port, if it is open."""
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def _listen(self, line: serial.Serial, listener: Listener) -> None:
        data = self._exchange(line, listener)
        now = self._clock.monotonic()
        for event in listener.heard(data, now) if data else listener.quiet(now):
            hand_over(self._on_event, event)

    def _exchange(self, line: serial.Serial, listener: Listener) -> bytes:
        """Send what must be sent, wait for a first byte, and return it with the bytes that came with it."""
        now = self._clock.monotonic()
        try:
            if question := listener.ask(now):
                line.write(question)
            line.timeout = self._read_timeout(listener.due(), now)
            first = line.read(1)
            return first + line.read(line.in_waiting) if first else b""
        except serial.SerialTimeoutException as error:
            raise DeviceFault(Reason.SILENT, f"the reader takes nothing: {error}") from error
        except (OSError, termios.error) as error:
            # Pulled out: the line is hung up before the port's name disappears. The next `open` shows it for certain.
            raise DeviceFault(Reason.MISSING, f"the port was hung up: {error}") from error

    def _read_timeout(self, due: float | None, now: float) -> float:
        return self._IDLE if due is None else min(max(due - now, 0.0), self._LOOK)


class SimReader:
    """A reader without hardware. Tokens are laid and lifted by calls from any thread, which report the events at once.

    It is a device for an `Owner` like the real one, and it hears tokens only while it is open.
    """

    def __init__(self, on_event: Callable[[ReaderEvent], object], clock: Clock) -> None:
        self._on_event = on_event
        self._clock = clock
        self._lock = threading.Lock()
        self._lying: dict[str, bool] = {}  # tag: whether its arrival was reported
        self._open = False
        self._plugged = True
        self._changed = threading.Event()

    def open(self) -> None:
        """Begin to hear tokens. Raise DeviceFault while unplugged."""
        self._check_plug()
        self._open = True

    def serve(self, stop: Stop) -> None:
        """Wait until `stop` is set. Raise DeviceFault when unplugged."""
        with stop.interrupting(self._changed.set):
            while not stop.is_set():
                self._check_plug()
                self._changed.wait(REPORT_EVERY)
                self._changed.clear()

    def close(self) -> None:
        """Hear no more tokens. They stay where they lie."""
        self._open = False

    def lay(self, tag: str) -> None:
        """Lay the token with `tag` on the reader: it arrives, or there is a crowd.

        Nothing happens if it lies there already, or if the reader does not hear.
        """
        with self._lock:
            news = self._hears and tag not in self._lying
            if news:
                self._lying[tag] = False
            events = self._who_lies_there() if news else []
        self._tell(events)

    def lift(self, tag: str) -> None:
        """Lift the token with `tag`: it leaves, and a token that now lies alone arrives."""
        with self._lock:
            arrived = self._lying.pop(tag, False)
            leaves = arrived and flaw_of(tag) is None
            events: list[ReaderEvent] = [TagLeft(tag, self._clock.monotonic())] if leaves else []
            if len(self._lying) == 1:
                events += self._who_lies_there()
        self._tell(events)

    def tap(self, tag: str) -> None:
        """Lay the token on the reader and lift it again."""
        self.lay(tag)
        self.lift(tag)

    def misread(self) -> None:
        """Report something that could not be read."""
        self._tell([NoRead(self._clock.monotonic())] if self._hears else [])

    def unplug(self) -> None:
        """Pull the plug: the device is lost until `plug`."""
        self._plugged = False
        self._changed.set()

    def plug(self) -> None:
        """Put the plug back in. The owner finds the device at its next try."""
        self._plugged = True

    @property
    def _hears(self) -> bool:
        return self._open and self._plugged

    def _check_plug(self) -> None:
        if not self._plugged:
            raise DeviceFault(Reason.MISSING, "unplugged in the simulation")

    def _who_lies_there(self) -> list[ReaderEvent]:
        now = self._clock.monotonic()
        if len(self._lying) > 1:
            return [Crowd(tuple(self._lying), now)]
        new = [tag for tag, arrived in self._lying.items() if not arrived]
        self._lying.update(dict.fromkeys(new, True))
        return [Unusable(flaw, now) if (flaw := flaw_of(tag)) else TagArrived(tag, now) for tag in new]

    def _tell(self, events: Sequence[ReaderEvent]) -> None:
        for event in events:
            hand_over(self._on_event, event)
