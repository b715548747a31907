"""What a serial tag format is, and the parser that the formats framed by STX and ETX share.

A new format is a new module that defines a `SerialFormat`, and one entry in ``hardware.reader.port.FORMATS``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

import msgspec

from hardware.reader.presence import PresenceKind, PresenceTimings

STX = b"\x02"
ETX = b"\x03"
_HEX = frozenset(b"0123456789ABCDEF")
_DIGITS = 12  # ten of the tag and two of its checksum


class Parser(Protocol):
    """Turns the bytes of one connection into tags. It knows no port and no clock. Each connection has a new one."""

    @property
    def bad_frames(self) -> int:
        """How many frames were heard so far that could not be understood."""
        ...

    @property
    def misses(self) -> int:
        """How many times the reader was asked so far and found no tag; 0 for a reader that is not asked."""
        ...

    @property
    def ready(self) -> bool:
        """Whether the reader works. One that must answer has answered; one that only speaks is ready at once."""
        ...

    def feed(self, data: bytes) -> list[str]:
        """Take the next bytes, split anywhere, and return the tags that they complete. Never raise."""
        ...

    def fell_silent(self) -> None:
        """Take note that the line has been quiet for a while: a frame that has begun will not be completed."""
        ...

    def ask(self, now: float) -> bytes:
        """Return the bytes to send to the reader at `now` (seconds); empty for a reader that speaks by itself.

        Raise ``DeviceFault(Reason.SILENT, …)`` when the reader has owed an answer for too long.
        """
        ...

    def due(self) -> float | None:
        """Return the moment at which `ask` must be called again even if nothing was heard, or None."""
        ...


class SerialFormat(msgspec.Struct, frozen=True):
    """How to listen to one kind of reader: its parser, its speed in bit/s (8N1), and how it reports a tag."""

    parser: Callable[[], Parser]
    baudrate: int
    presence: PresenceKind
    timings: PresenceTimings = msgspec.field(default_factory=PresenceTimings)


class StxParser:
    """Parser of frames of STX, ten hexadecimal digits, two digits of checksum, and a tail that ends with ETX.

    The checksum is the exclusive or of the five bytes that the ten digits spell. Ten zeros are no tag: noise and short
    circuits produce them, with the right checksum. After any disturbance the next whole frame is understood. At most
    one frame is kept.
    """

    TAIL: ClassVar[bytes]
    misses = 0
    ready = True

    def __init__(self) -> None:
        self._length = len(STX) + _DIGITS + len(self.TAIL)
        self._kept = b""  # the beginning of a frame
        self._stray = 0  # bytes since the last frame that belong to no frame; below 0: the rest of a bad frame
        self._bad_frames = 0

    @property
    def bad_frames(self) -> int:
        """How many frames broke off, had a wrong checksum or were all zeros.

        As many stray bytes as make a frame count as one more.
        """
        return self._bad_frames

    @classmethod
    def frame(cls, tag: str) -> bytes:
        """Return the bytes that a reader sends for `tag` (ten upper-case hexadecimal digits)."""
        check = 0
        for byte in bytes.fromhex(tag):
            check ^= byte
        return STX + f"{tag}{check:02X}".encode("ascii") + cls.TAIL

    def feed(self, data: bytes) -> list[str]:
        """Take the next bytes and return the tags that they complete, each as ten upper-case hexadecimal digits."""
        heard, self._kept = self._kept + data, b""
        tags: list[str] = []
        at = 0
        while (start := heard.find(STX, at)) >= 0:
            self._throw_away(start - at)
            piece = heard[start : start + self._length]
            if not self._begins_a_frame(piece):
                self._count_bad()
                at = start + 1
            elif len(piece) < self._length:
                self._kept = piece
                return tags
            else:
                self._finish(piece, tags)
                at = start + self._length
        self._throw_away(len(heard) - at)
        return tags

    def fell_silent(self) -> None:
        """Drop a frame that has begun. Half a frame or more counts as a bad one, less is a mere disturbance."""
        if len(self._kept) >= self._length // 2:
            self._bad_frames += 1
        self._kept = b""
        self._stray = 0

    def ask(self, now: float) -> bytes:
        """Return no bytes: these readers are never asked."""
        return b""

    def due(self) -> float | None:
        """Return None: these readers are never asked."""
        return None

    def _begins_a_frame(self, piece: bytes) -> bool:
        return _HEX.issuperset(piece[1 : 1 + _DIGITS]) and self.TAIL.startswith(piece[1 + _DIGITS :])

    def _finish(self, frame: bytes, tags: list[str]) -> None:
        digits = frame[1 : 1 + _DIGITS].decode("ascii")
        tag = digits[:-2]
        if frame != self.frame(tag) or not tag.strip("0"):
            self._count_bad()
            return
        self._stray = 0
        tags.append(tag)

    def _throw_away(self, count: int) -> None:
        """Count stray bytes. As many as a frame without its STX count as one bad frame."""
        self._stray += count
        if self._stray >= self._length - 1:
            self._count_bad()

    def _count_bad(self) -> None:
        self._bad_frames += 1
        self._stray = 1 - self._length  # the rest of a bad frame must not count a second time
