"""PN532, a 13.56 MHz reader and writer, on its high-speed serial line (HSU): 115200 bit/s, and asked for tags by us.

The chip sleeps until it is woken, must then be configured, and says whether a tag is near only when it is asked
(NXP UM0701-02). All commands are those of that manual; nothing is ever written to a tag.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.clock import reached
from hardware.owner import DeviceFault, Reason
from hardware.reader.frames import SerialFormat
from hardware.reader.pn532_frames import NACK, Frame, FrameDecoder, Response, Signal, command_frame
from hardware.reader.presence import PresenceKind, PresenceTimings

WAKE_UP = b"\x55\x55" + bytes(14)
"""What wakes the chip, with time to do so before the first command arrives (UM0701-02, 7.2.11)."""
PERIOD = 0.125
"""Seconds from one question for a tag to the next: 8 a second."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command, for how many seconds its answer may take, and what must be sent before it, if anything."""

    name: str
    code: int
    data: bytes
    patience: float
    before: bytes = b""

    @property
    def frame(self) -> bytes:
        """The bytes to send."""
        return self.before + command_frame(self.code, self.data)


SAM_CONFIGURATION = Command("SAMConfiguration", 0x14, bytes.fromhex("01 14 01"), 0.2, WAKE_UP)
"""Normal mode, 1 s, IRQ pin in use: the command that must follow the waking."""
RETRY_LIMIT = Command("RFConfiguration", 0x32, bytes.fromhex("05 FF 01 02"), 0.2)
"""Look for a tag three times and then say that there is none; otherwise the chip looks for ever."""
FIRMWARE = Command("GetFirmwareVersion", 0x02, b"", 0.2)
LIST_TARGET = Command("InListPassiveTarget", 0x4A, bytes.fromhex("01 00"), 0.3)
"""One tag of ISO/IEC 14443 type A at 106 kbit/s."""
SETUP = (SAM_CONFIGURATION, RETRY_LIMIT, FIRMWARE)

_TRIES = 3
_ACK_PATIENCE = 0.1  # seconds; the chip takes 15 ms at most, a USB adapter may hold it back for some more
_GAP = 0.01  # seconds from the chip's last word to our next; it loses what follows upon its heels
_IC = 0x32  # what the chip calls itself in its first byte of GetFirmwareVersion
_UID_AT, _UID_SIZES = 6, (4, 7, 10)  # the identifier's place in the answer, and its lengths (ISO/IEC 14443-3)


class Pn532Parser:
    """The conversation with one chip: wakes it, sets it up, and asks for tags without end.

    Every request has `_TRIES` tries: one that the chip does not acknowledge, does not answer, or calls senseless is
    sent again, and a broken answer is asked for again. A chip that has failed all of them while it was in service may
    have lost its power, so it is set up anew, once; after that, or if it was not in service yet, it is silent.

    A bad frame, for the `Parser`'s count, is an answer about a tag that cannot be one. What the line does to frames is
    mended by asking again and is not counted.
    """

    def __init__(self) -> None:
        self.bad_frames = 0
        self.misses = 0
        self.ready = False
        self._decoder = FrameDecoder()
        self._waiting = list(SETUP)  # requests, the first of which is under way or the next
        self._tries = 0
        self._sent_at: float | None = None  # of what is under way; None: nothing is
        self._acknowledged = False
        self._send_at = -math.inf  # the moment for the next sending
        self._heard = False  # something was heard that ended what was under way
        self._broken = False  # the answer was; it is asked for again
        self._revived = False  # it was set up anew and has told of no tag yet
        self._fault: DeviceFault | None = None

    def feed(self, data: bytes) -> list[str]:
        """Take the next bytes and return the tag that they complete, 8, 14 or 20 upper-case hexadecimal digits."""
        tags: list[str] = []
        for frame in self._decoder.feed(data):
            if self._sent_at is not None:  # else nobody asked
                self._take(frame, tags)
        return tags

    def fell_silent(self) -> None:
        """Drop what has begun; whether an answer is overdue is seen in `ask`."""
        self._decoder.forget()

    def ask(self, now: float) -> bytes:
        """Return the next request if its moment has come, or the last one again if it has failed.

        Raises DeviceFault when the chip is silent, or another one.
        """
        if self._fault is not None:
            raise self._fault
        if self._sent_at is not None and reached(self._deadline(self._sent_at), now):
            self._sent_at = None
            self._tries += 1
        if self._sent_at is not None:
            return b""
        self._arrange(now)
        return self._send(now) if reached(self._send_at, now) else b""

    def due(self) -> float:
        """Return the moment of the next request, or at which an answer is overdue. There always is one."""
        return self._send_at if self._sent_at is None else self._deadline(self._sent_at)

    def _deadline(self, sent_at: float) -> float:
        return sent_at + (self._waiting[0].patience if self._acknowledged else _ACK_PATIENCE)

    def _arrange(self, now: float) -> None:
        """Choose the moment of the next sending, after a gap; a request that has failed too often is given up."""
        if self._heard:
            self._heard = False
            self._send_at = max(self._send_at, now + _GAP)
        if self._tries >= _TRIES:
            self._give_up()

    def _send(self, now: float) -> bytes:
        self._decoder.forget()
        command = self._waiting[0]
        again, self._broken = self._broken, False
        self._sent_at, self._acknowledged = now, again
        self._send_at = now + PERIOD if command is LIST_TARGET else now
        return NACK if again else command.frame

    def _give_up(self) -> None:
        command = self._waiting[0]
        if not self.ready or self._revived:
            raise DeviceFault(Reason.SILENT, f"the PN532 does not answer {command.name}, asked {_TRIES} times")
        self._revived = True
        self._begin(list(SETUP))

    def _begin(self, waiting: list[Command]) -> None:
        self._waiting = waiting or [LIST_TARGET]
        self._tries, self._broken = 0, False

    def _take(self, frame: Frame, tags: list[str]) -> None:
        command = self._waiting[0]
        if frame is Signal.ACK:
            self._acknowledged = True
        elif isinstance(frame, Signal):
            self._end()
            self._tries += 1
            self._broken = frame is Signal.BROKEN
        elif frame.code == command.code + 1:
            self._end()
            self._begin(self._waiting[1:])
            self._understand(command, frame, tags)

    def _end(self) -> None:
        self._sent_at = None
        self._heard = True

    def _understand(self, command: Command, response: Response, tags: list[str]) -> None:
        if command is FIRMWARE and response.data[:1] != bytes([_IC]):
            self._fault = DeviceFault(Reason.FAILED, f"no PN532: its firmware version is {response.data.hex(' ')}")
        elif command is LIST_TARGET:
            self.ready, self._revived = True, False
            self._read_targets(response.data, tags)

    def _read_targets(self, data: bytes, tags: list[str]) -> None:
        """Read the answer of InListPassiveTarget (UM0701-02, 7.3.5): how many tags, and what the one says of itself."""
        tag = _identifier(data)
        if data == b"\x00":
            self.misses += 1
        elif tag is None:
            self.bad_frames += 1
        else:
            tags.append(tag)


def _identifier(data: bytes) -> str | None:
    """The identifier in the answer: 01, its number 01, two bytes and one about its kind, length, identifier, more."""
    if len(data) < _UID_AT or data[:2] != b"\x01\x01":
        return None
    size = data[_UID_AT - 1]
    identifier = data[_UID_AT : _UID_AT + size]
    fits = size in _UID_SIZES and len(identifier) == size and any(identifier)
    return identifier.hex().upper() if fits else None


FORMAT = SerialFormat(
    Pn532Parser, baudrate=115200, presence=PresenceKind.CONTINUOUS, timings=PresenceTimings(misses_to_leave=3)
)
