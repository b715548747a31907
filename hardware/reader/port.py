"""The tag reader: a serial port through pyserial, and its simulated twin.

Bytes become tags in a parser and tags become events in `TagPresence`; here is only the port. `SerialReader` and
`SimReader` are both devices for an `hardware.owner.Owner`, and tell the same `ReaderEvent`s.
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
    """One connection's bytes in, events out. Pure: whoever hears says when (seconds)."""

    def __init__(self, parser: Parser, presence: TagPresence) -> None:
        self._parser = parser
        self._presence = presence
        self._bad_frames = self._misses = 0  # as many as the presence has been told of
        self._heard_at: float | None = None  # when the last bytes came, until the silence after them is noted

    def heard(self, data: bytes, now: float) -> list[ReaderEvent]:
        """Take bytes as they came at `now` and return what they, and the time before them, tell."""
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
        """Learn that nothing was heard up to `now`; a frame that broke off was bad when its last byte came."""
        events: list[ReaderEvent] = []
        if self._heard_at is not None and reached(self._heard_at + self._patience, now):
            self._parser.fell_silent()
            events = self._note_bad_frames(self._heard_at)
            self._heard_at = None
        return events + self._presence.tick(now)

    def ask(self, now: float) -> bytes:
        """Return what must be sent to the reader at `now`, if anything."""
        return self._parser.ask(now)

    def due(self) -> float | None:
        """Return the next moment at which something is to be asked or silence tells something, or None."""
        silence = None if self._heard_at is None else self._heard_at + self._patience
        moments = (silence, self._presence.due(), self._parser.due())
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def ready(self) -> bool:
        """Whether the reader is known to be of use."""
        return self._parser.ready

    @property
    def _patience(self) -> float:
        return self._presence.timings.no_read_after

    def _note_bad_frames(self, at: float) -> list[ReaderEvent]:
        before, self._bad_frames = self._bad_frames, self._parser.bad_frames
        return self._presence.unreadable(at) if self._bad_frames > before else []


class SerialReader:
    """A reader on a serial port: a device for an `Owner`.

    `port` is a name that stays, such as one under /dev/serial/by-id: the port is opened anew by it whenever it is back.
    `on_event` is called in the owner's thread and must only hand over. The port is taken exclusively. What lay on the
    reader when the connection broke and lies there still does not count again.
    """

    _IDLE = 1.0  # seconds in one read when nothing is due
    _LOOK = 0.05  # seconds at most when something is: the clock may be a simulated one

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
        """Open the port by its name, at the format's speed; what had come before is dropped.

        A reader that must answer has done so then, which takes about two seconds at most where it does not.
        Raises SerialException with the error number of the cause: missing, denied, or locked by another program; or
        whatever `serve` raises.
        """
        speed = self._format.baudrate
        line = self._line = serial.Serial(self.port, speed, timeout=self._IDLE, write_timeout=1, exclusive=True)
        self._presence.resume(self._clock.monotonic())
        listener = self._listener = Listener(self._format.parser(), self._presence)
        while not listener.ready:
            self._listen(line, listener)

    def serve(self, stop: Stop) -> None:
        """Listen until told to stop.

        Raises DeviceFault when the port was hung up or takes nothing, or whatever else pyserial raises.
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
        """Ask what is to be asked, wait for the first byte, and take what has come with it."""
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
            # Pulled out: the line is hung up some time before its name goes. The next try to open it tells for certain.
            raise DeviceFault(Reason.MISSING, f"the port was hung up: {error}") from error

    def _read_timeout(self, due: float | None, now: float) -> float:
        return self._IDLE if due is None else min(max(due - now, 0.0), self._LOOK)


class SimReader:
    """A reader without hardware: tokens are laid and lifted by calls, from any thread, which tell the events at once.

    It is a device for an `Owner` like the real one, and hears only while it is open.
    """

    def __init__(self, on_event: Callable[[ReaderEvent], object], clock: Clock) -> None:
        self._on_event = on_event
        self._clock = clock
        self._lock = threading.Lock()
        self._lying: dict[str, bool] = {}  # tag: whether it has arrived
        self._open = False
        self._plugged = True
        self._changed = threading.Event()

    def open(self) -> None:
        """Begin to hear; DeviceFault while unplugged."""
        self._check_plug()
        self._open = True

    def serve(self, stop: Stop) -> None:
        """Wait until told to stop; DeviceFault when unplugged."""
        with stop.interrupting(self._changed.set):
            while not stop.is_set():
                self._check_plug()
                self._changed.wait(REPORT_EVERY)
                self._changed.clear()

    def close(self) -> None:
        """Hear no more. What lies there stays."""
        self._open = False

    def lay(self, tag: str) -> None:
        """Lay the token with `tag` on the reader: it arrives, or makes a crowd. If it lies there, nothing happens."""
        with self._lock:
            news = self._hears and tag not in self._lying
            if news:
                self._lying[tag] = False
            events = self._who_lies_there() if news else []
        self._tell(events)

    def lift(self, tag: str) -> None:
        """Lift the token with `tag`: it has left, and what now lies alone arrives."""
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
        """Hold something there that cannot be read."""
        self._tell([NoRead(self._clock.monotonic())] if self._hears else [])

    def unplug(self) -> None:
        """Pull the plug: the device is lost until `plug`."""
        self._plugged = False
        self._changed.set()

    def plug(self) -> None:
        """Put the plug back in; the owner finds it at its next try."""
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
