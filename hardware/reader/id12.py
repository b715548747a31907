"""ID-12LA and ID-20LA, also behind SparkFun's USB adapter: 9600 bit/s, 16 bytes, one frame per approach of a tag.

Frame (data sheet, ASCII output): 02, ten ASCII hexadecimal digits, two of checksum, CR, LF, 03. Nothing is sent when
the tag is taken away.
"""

from __future__ import annotations

from hardware.reader.frames import ETX, SerialFormat, StxParser
from hardware.reader.presence import PresenceKind


class Id12Parser(StxParser):
    """Parser of the 16-byte frame."""

    TAIL = b"\r\n" + ETX


FORMAT = SerialFormat(Id12Parser, baudrate=9600, presence=PresenceKind.PULSE)
