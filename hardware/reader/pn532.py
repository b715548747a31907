"""The PN532, a 13.56 MHz reader, on its serial line (HSU) at 115200 bit/s. It must be asked for tags.

The chip sleeps until it is woken, must then be configured, and tells whether a tag is near only when it is asked. All
commands are those of its manual (NXP UM0701-02, chapter 7). Nothing is ever written to a tag.
"""

from __future__ import annotations

import math

import msgspec

from hardware.clock import reached
from hardware.owner import DeviceFault, Reason
from hardware.reader.frames import SerialFormat
from hardware.reader.pn532_frames import NACK, Frame, FrameDecoder, Response, Signal, command_frame
from hardware.reader.presence import PresenceKind, PresenceTimings

WAKE_UP = b"\x55\x55" + bytes(14)
"""The bytes that wake the chip (UM0701-02, 7.2.11 PowerDown).

There are enough of them that the chip is awake when the first command arrives.
"""
PERIOD = 0.125
"""Seconds from one question for a tag to the next: 8 questions a second."""


class ChipCommand(msgspec.Struct, frozen=True):
    """A command of the manual.

    `patience` is the number of seconds that its response may take. `before` is sent directly before its frame.
    """

    name: str
    code: int
    data: bytes
    patience: float
    before: bytes = b""

    @property
    def frame(self) -> bytes:
        """The bytes to send."""
        return self.before + command_frame(self.code, self.data)


SAM_CONFIGURATION = ChipCommand("SAMConfiguration", 0x14, bytes.fromhex("01 14 01"), 0.2, WAKE_UP)
"""Normal mode, 1 s, IRQ pin in use (UM0701-02, 7.2.10). It must be the first command after the wake-up."""
RETRY_LIMIT = ChipCommand("RFConfiguration", 0x32, bytes.fromhex("05 FF 01 02"), 0.2)
"""MaxRetries (UM0701-02, 7.3.1): look for a tag three times and then report that there is none.

Without it the chip would look without end.
"""
FIRMWARE = ChipCommand("GetFirmwareVersion", 0x02, b"", 0.2)
"""Its response says which chip this is (UM0701-02, 7.2.2)."""
LIST_TARGET = ChipCommand("InListPassiveTarget", 0x4A, bytes.fromhex("01 00"), 0.3)
"""Look for one tag of ISO/IEC 14443 type A at 106 kbit/s (UM0701-02, 7.3.5)."""
SETUP = (SAM_CONFIGURATION, RETRY_LIMIT, FIRMWARE)
"""The commands that must follow the wake-up, in this order."""

_TRIES = 3
_ACK_PATIENCE = 0.1  # seconds; the chip takes 15 ms at most, and a USB adapter may add some
_GAP = 0.01  # seconds from the chip's last byte to our next one; it loses a frame that comes sooner
_IC = 0x32  # the first byte of the response to GetFirmwareVersion: a PN532
_UID_AT, _UID_SIZES = 6, (4, 7, 10)  # the identifier's place in the response, and its lengths (ISO/IEC 14443-3)


class Pn532Parser:
    """The conversation with one chip: wake it, set it up, and ask for tags without end.

    Every command has `_TRIES` tries. A command is sent again when the chip does not acknowledge it, does not answer it
    or does not understand it. A response with a wrong checksum is asked for again. When all tries fail and the chip was
    in service, it may have lost its power: it is set up again, once. If that fails too, or if the chip was not in
    service yet, it counts as silent.

    `bad_frames` counts responses about a tag that cannot be one. Frames that the line has damaged are not counted,
    because they are asked for again.
    """

    def __init__(self) -> None:
        self.bad_frames = 0
        self.misses = 0
        self.ready = False
        self._decoder = FrameDecoder()
        self._waiting = list(SETUP)  # commands; the first one is under way or comes next
        self._tries = 0
        self._sent_at: float | None = None  # when the command under way was sent; None: none is under way
        self._acknowledged = False
        self._send_at = -math.inf  # the moment from which the next command may be sent
        self._heard = False  # a frame has just ended the command that was under way
        self._broken = False  # the response was damaged; it is asked for again
        self._revived = False  # the chip was set up again and has not answered about tags since
        self._fault: DeviceFault | None = None

    def feed(self, data: bytes) -> list[str]:
        """Take the next bytes and return the tag that they complete: 8, 14 or 20 upper-case hexadecimal digits."""
        tags: list[str] = []
        for frame in self._decoder.feed(data):
            if self._sent_at is not None:  # otherwise the frame answers nothing: it came too late
                self._take(frame, tags)
        return tags

    def fell_silent(self) -> None:
        """Drop a frame that has begun. `ask` finds out whether a response is overdue."""
        self._decoder.forget()

    def ask(self, now: float) -> bytes:
        """Return the next command when its moment has come, or the last one again when it has failed.

        Raise DeviceFault when the chip is silent or is no PN532.
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
        """Return the moment of the next command, or the moment at which a response is overdue. There always is one."""
        return self._send_at if self._sent_at is None else self._deadline(self._sent_at)

    def _deadline(self, sent_at: float) -> float:
        return sent_at + (self._waiting[0].patience if self._acknowledged else _ACK_PATIENCE)

    def _arrange(self, now: float) -> None:
        """Set the moment of the next sending, after a gap, and give up a command that has failed too often."""
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

    def _begin(self, waiting: list[ChipCommand]) -> None:
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

    def _understand(self, command: ChipCommand, response: Response, tags: list[str]) -> None:
        if command is FIRMWARE and response.data[:1] != bytes([_IC]):
            self._fault = DeviceFault(Reason.FAILED, f"no PN532: its firmware version is {response.data.hex(' ')}")
        elif command is LIST_TARGET:
            self.ready, self._revived = True, False
            self._read_targets(response.data, tags)

    def _read_targets(self, data: bytes, tags: list[str]) -> None:
        """Read the response to InListPassiveTarget (UM0701-02, 7.3.5): no tag, or one with its identifier."""
        tag = _identifier(data)
        if data == b"\x00":
            self.misses += 1
        elif tag is None:
            self.bad_frames += 1
        else:
            tags.append(tag)


def _identifier(data: bytes) -> str | None:
    """Return the identifier in a response to InListPassiveTarget, or None when it has none that is possible.

    The bytes are: the number of tags (01), the target's number (01), SENS_RES (two bytes), SEL_RES, the length of the
    identifier, the identifier, and for some tags more (UM0701-02, 7.3.5).
    """
    if len(data) < _UID_AT or data[:2] != b"\x01\x01":
        return None
    size = data[_UID_AT - 1]
    identifier = data[_UID_AT : _UID_AT + size]
    fits = size in _UID_SIZES and len(identifier) == size and any(identifier)
    return identifier.hex().upper() if fits else None


FORMAT = SerialFormat(
    Pn532Parser, baudrate=115200, presence=PresenceKind.CONTINUOUS, timings=PresenceTimings(misses_to_leave=3)
)
