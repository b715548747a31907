"""The frames of the PN532 on a serial line: how to write them, and how to find them in a stream of bytes.

NXP UM0701-02, 6.2.1: a normal information frame is 00 00 FF, the length, a byte that makes the sum with the length 0,
the data, a byte that makes the sum with the data 0, and 00. The data begin with D4 to the chip and with D5 from the
chip. Then comes the code of a command; a response has the code of its command plus one. ACK and NACK are frames without
data; a NACK asks for the last response again. The error frame has one byte of data, 7F: the chip does not understand a
command. An extended information frame has FF FF instead of the length and its check byte; after that come the length in
two bytes and its check byte.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TypeAlias

import msgspec

START = b"\x00\x00\xff"
ACK = START + b"\x00\xff\x00"
NACK = START + b"\xff\x00\x00"
ERROR = START + b"\x01\xff\x7f\x81\x00"
TO_CHIP, FROM_CHIP = 0xD4, 0xD5
LONGEST = 265
"""The most data bytes that the chip puts into one frame, its D5 included (UM0701-02, 6.2.1.2)."""

_SHORTEST_HEAD, _EXTENDED_HEAD = (
    4,
    7,
)  # bytes from 00 FF up to the data, in a normal frame and in an extended one
_COMPLAINT = b"\x7f"  # all that the error frame has for data


class Signal(Enum):
    """A frame that is no response."""

    ACK = auto()
    NACK = auto()
    ERROR = auto()
    """The chip did not understand a command."""
    BROKEN = auto()
    """A frame whose checksum is wrong."""


class Response(msgspec.Struct, frozen=True):
    """What the chip answers to a command: the code of the response, and the bytes after it."""

    code: int
    data: bytes


Frame: TypeAlias = Signal | Response


def information_frame(data: bytes, *, extended: bool = False) -> bytes:
    """Return the frame around `data`, which begin with D4 or D5.

    It is an extended frame when that is asked for or when there are more than 255 bytes.
    """
    high, low = divmod(len(data), 256)
    check = -(high + low) & 0xFF
    head = bytes([0xFF, 0xFF, high, low, check] if extended or high else [low, check])
    return START + head + data + bytes([-sum(data) & 0xFF, 0])


def command_frame(code: int, data: bytes) -> bytes:
    """Return the frame of a command to the chip."""
    return information_frame(bytes([TO_CHIP, code]) + data)


class FrameDecoder:
    """Finds the chip's frames in a stream of bytes, split anywhere and with anything between them. It never raises.

    A frame is complete with its checksum, since the last 00 tells nothing. After something that looked like a frame and
    was none, the search goes on inside it: a real frame may begin there. At most one frame is kept.
    """

    def __init__(self) -> None:
        self._kept = b""

    def feed(self, data: bytes) -> list[Frame]:
        """Take the next bytes and return the frames that they complete."""
        self._kept += data
        found: list[Frame] = []
        while (start := self._kept.find(START[1:])) >= 0:
            self._kept = self._kept[start:]
            size = self._size()
            if size is None or len(self._kept) < size:
                return found
            frame = _meaning(self._kept[:size]) if size else None
            found += [] if frame is None else [frame]
            self._kept = self._kept[1 if frame in (None, Signal.BROKEN) else size :]
        self._kept = self._kept[-1:]  # it may be the 00 of the next frame's 00 FF
        return found

    def forget(self) -> None:
        """Drop a frame that has begun."""
        self._kept = b""

    def _size(self) -> int | None:
        """Return the number of bytes from 00 FF to the checksum of the frame that is kept.

        0 means that it is no frame, None that too few bytes have come to know.
        """
        if len(self._kept) < _SHORTEST_HEAD:
            return None
        length, check = self._kept[2:_SHORTEST_HEAD]
        if (length, check) in ((0x00, 0xFF), (0xFF, 0x00)):
            return _SHORTEST_HEAD
        if (length, check) != (0xFF, 0xFF):
            return _SHORTEST_HEAD + length + 1 if length and (length + check) % 256 == 0 else 0
        if len(self._kept) < _EXTENDED_HEAD:
            return None
        high, low, check = self._kept[_SHORTEST_HEAD:_EXTENDED_HEAD]
        length = 256 * high + low
        fits = 0 < length <= LONGEST and (high + low + check) % 256 == 0
        return _EXTENDED_HEAD + length + 1 if fits else 0


def _meaning(frame: bytes) -> Frame | None:
    """Return what a frame (from 00 FF to its checksum) says, or None when it is not meant for us, as our own echo."""
    if len(frame) == _SHORTEST_HEAD:
        return Signal.NACK if frame[2] else Signal.ACK
    data = frame[_EXTENDED_HEAD if frame[2:4] == b"\xff\xff" else _SHORTEST_HEAD :]
    if sum(data) % 256:
        return Signal.BROKEN
    if data[:-1] == _COMPLAINT:
        return Signal.ERROR
    return Response(data[1], data[2:-1]) if data[0] == FROM_CHIP and len(data) > 2 else None
