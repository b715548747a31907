"""RDM6300 and RDM630, 125 kHz readers for EM4100 tags: 9600 bit/s, 14 bytes, repeated as long as the tag is near.

Frame (module data sheet): 02, ten ASCII hexadecimal digits (version byte and four tag bytes), two of checksum, 03.
Under electrical noise it is known to send tags that are not there, with a valid checksum; hence two equal frames before
one counts.
"""

from __future__ import annotations

from hardware.reader.frames import ETX, SerialFormat, StxParser
from hardware.reader.presence import PresenceKind


class Rdm6300Parser(StxParser):
    """Parser of the 14-byte frame."""

    TAIL = ETX


FORMAT = SerialFormat(Rdm6300Parser, baudrate=9600, presence=PresenceKind.CONTINUOUS)
