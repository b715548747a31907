"""Listening to the reader: every tag as it comes, and which format and speed a reader uses."""

from __future__ import annotations

import queue
import termios
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

import msgspec
import serial

from companion.owner.config import Config
from companion.service.devices import READER, serial_reader
from hardware.clock import Clock, SystemClock
from hardware.owner import DeviceFault, Owner, Reason, Status, reason_of
from hardware.reader.frames import Parser, SerialFormat
from hardware.reader.port import FORMATS
from hardware.reader.presence import Crowd, NoRead, PresenceKind, ReaderEvent, TagArrived, TagLeft, Unusable

SPEEDS = (9600, 115200, 19200, 38400, 57600)
"""Bits per second, the usual ones first."""

_TURN = 0.05
"""Seconds of one read. After so long, a format that must ask its reader can ask again."""

Namer = Callable[[str], str | None]
"""Returns the piece of a tag, or None."""


# What the configured reader sees


def scan(config: Config, seconds: float, piece_of: Namer, clock: Clock | None = None) -> Iterator[str]:
    """Yield what the configured reader sees, and how it is, for so many seconds, one line each."""
    clock = clock or SystemClock()
    heard: queue.SimpleQueue[ReaderEvent | Status] = queue.SimpleQueue()
    reader = serial_reader(config.reader, heard.put, clock)
    owner = Owner(READER, reader, heard.put, clock, config.reader.device)
    owner.start()
    until = clock.monotonic() + seconds
    try:
        while (left := until - clock.monotonic()) > 0:
            try:
                yield from _told(heard.get(timeout=left), piece_of)
            except queue.Empty:
                break
    finally:
        owner.stop()


def _told(item: ReaderEvent | Status, piece_of: Namer) -> Iterator[str]:
    if isinstance(item, TagArrived):
        yield f"{item.tag}  {piece_of(item.tag) or 'not taught'}"
    elif isinstance(item, TagLeft):
        yield f"{item.tag}  taken away"
    elif isinstance(item, NoRead):
        yield "something that cannot be read"
    elif isinstance(item, Crowd):
        yield f"several at once: {', '.join(item.tags)}"
    elif isinstance(item, Unusable):
        yield f"a card that cannot be used: {item.flaw}"
    elif item.reason is None:
        yield f"{item.detail.where}: {item.state}"
    else:
        yield f"{item.detail.where}: {item.reason} ({item.detail.text})"


# Which reader this is


class Spoke(msgspec.Struct, frozen=True):
    """A reader that was understood: its format, its speed in bits per second, and the tag that it sent.

    Without a tag, it is a reader that must be asked, and it has answered.
    """

    format: str
    baud: int
    tag: str = ""


class BaudTrial(msgspec.Struct, frozen=True):
    """What came at one speed: how many bytes, and how many frames that no format understood."""

    baud: int
    count: int
    bad_frames: int


class Silence(msgspec.Struct, frozen=True):
    """No format was understood: what came at each speed, or why the port could not be read."""

    trials: tuple[BaudTrial, ...] = ()
    reason: Reason | None = None
    detail: str = ""


@dataclass
class _Candidate:
    """One format at one speed, and what it has understood so far.

    `needed` is how often a tag must come in a row; `asks`: the reader must be asked.
    """

    name: str
    parser: Parser
    needed: int
    asks: bool
    tags: list[str] = field(default_factory=list)
    gone: bool = False

    def question(self, now: float) -> bytes:
        """Return what to send to the reader. A reader that does not answer in time does not use this format."""
        if self.gone:
            return b""
        try:
            return self.parser.ask(now)
        except DeviceFault:
            self.gone = True
            return b""

    def spoke(self, data: bytes, baud: int) -> Spoke | None:
        """Return what is certain now, or None: a reader has answered, or has sent a tag as often as needed."""
        for tag in self.parser.feed(data):
            self.tags.append(tag)
            if self.tags[-self.needed :] == [tag] * self.needed:
                return Spoke(self.name, baud, tag)
        return Spoke(self.name, baud) if self.asks and self.parser.ready else None


def detect(
    port: str,
    seconds: float,
    clock: Clock | None = None,
    formats: Mapping[str, SerialFormat] = FORMATS,
    speeds: Sequence[int] = SPEEDS,
) -> Spoke | Silence:
    """Try all formats and speeds while somebody lays a tag on the reader again and again. Return what was understood.

    `seconds` is for each speed.

    All formats of a speed listen to the same bytes. A format that asks is tried at its usual speed only, because at
    another one its question is just noise.
    """
    clock = clock or SystemClock()
    trials: list[BaudTrial] = []
    for baud in sorted(speeds, key=lambda speed: speed not in {shape.baudrate for shape in formats.values()}):
        try:
            with closing(serial.Serial(port, baud, timeout=_TURN, write_timeout=1, exclusive=True)) as line:
                found = _listen(line, _candidates(formats, baud), seconds, clock)
        except (OSError, termios.error) as error:
            return Silence(tuple(trials), reason_of(error), str(error))
        if isinstance(found, Spoke):
            return found
        trials.append(found)
    return Silence(tuple(trials))


def _candidates(formats: Mapping[str, SerialFormat], baud: int) -> list[_Candidate]:
    """Return the formats to try at a speed. A parser that is not ready at the beginning is one that must ask."""
    candidates = []
    for name, shape in formats.items():
        parser = shape.parser()
        needed = 2 if shape.presence is PresenceKind.CONTINUOUS else 1
        if baud == shape.baudrate or parser.ready:
            candidates.append(_Candidate(name, parser, needed, asks=not parser.ready))
    return candidates


def _listen(line: serial.Serial, candidates: Sequence[_Candidate], seconds: float, clock: Clock) -> Spoke | BaudTrial:
    count, until = 0, clock.monotonic() + seconds
    while clock.monotonic() < until:
        data = _exchange(line, candidates, clock.monotonic())
        count += len(data)
        for candidate in candidates:
            if spoke := candidate.spoke(data, line.baudrate):
                return spoke
    bad = min((candidate.parser.bad_frames for candidate in candidates), default=0)
    return BaudTrial(line.baudrate, count, bad)


def _exchange(line: serial.Serial, candidates: Sequence[_Candidate], now: float) -> bytes:
    """Send what the formats ask, and return what has come."""
    for candidate in candidates:
        if question := candidate.question(now):
            line.write(question)
    first = line.read(1)
    return first + line.read(line.in_waiting) if first else b""
