"""The tag reader: a serial port through pyserial. Its simulation is `hardware.reader.sim.SimReader`.

A parser makes tags of bytes, and `TagPresence` makes events of tags; this module has only the port. Both readers are
devices for an `hardware.owner.Owner`, and they report the same `ReaderEvent`s.
"""

from __future__ import annotations

import termios
from collections.abc import Callable, Mapping
from types import MappingProxyType

import serial

from hardware.clock import Clock, reached
from hardware.owner import DeviceFault, Reason, Stop, hand_over
from hardware.reader import id12, pn532, rdm6300, text_lines
from hardware.reader.frames import Parser, SerialFormat
from hardware.reader.presence import (
    PresenceKind,
    ReaderEvent,
    TagPresence,
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
