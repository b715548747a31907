"""RDM6300 and RDM630, readers for 125 kHz EM4100 tags: 9600 bit/s, 14 bytes, repeated while the tag is near.

The frame (datasheet of the module) is: 02, ten ASCII hexadecimal digits (a version byte and four bytes of the tag), two
of checksum, 03. Under electrical noise these readers are known to send tags that do not exist, with a valid checksum.
That is why a tag counts only after two equal frames (`PresenceTimings.equal_within`).
"""

from __future__ import annotations

from hardware.reader.frames import ETX, SerialFormat, StxParser
from hardware.reader.presence import PresenceKind


class Rdm6300Parser(StxParser):
    """Parser of the 14-byte frame."""

    TAIL = ETX


FORMAT = SerialFormat(Rdm6300Parser, baudrate=9600, presence=PresenceKind.CONTINUOUS)
