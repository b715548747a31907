"""ID-12LA and ID-20LA, readers for 125 kHz tags: 9600 bit/s, 16 bytes, one frame each time a tag comes near.

The frame (datasheet, "Output Data Structure - ASCII") is: 02, ten ASCII hexadecimal digits, two of checksum, CR, LF,
03. Nothing is sent when the tag is taken away. Behind SparkFun's USB adapter the frames are the same.
"""

from __future__ import annotations

from hardware.reader.frames import ETX, SerialFormat, StxParser
from hardware.reader.presence import PresenceKind


class Id12Parser(StxParser):
    """Parser of the 16-byte frame."""

    TAIL = b"\r\n" + ETX


FORMAT = SerialFormat(Id12Parser, baudrate=9600, presence=PresenceKind.PULSE)
