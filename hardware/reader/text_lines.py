"""Lines of text from a microcontroller with a reader, such as the example sketches for the MFRC522 print.

A line tells a tag when it ends with the 4, 7 or 10 bytes of an identifier: two hexadecimal digits for each byte, with
spaces, colons, dashes or nothing between them, after a label or none, as in ``Card UID: DE AD BE EF``. A line ends with
LF, CR or both. All other lines are skipped: greetings, the dump of a tag's memory, the messages of a chip that starts.

There is no checksum. When a fault on the line changes a digit into another one, nobody notices.
"""

from __future__ import annotations

import re

from hardware.clock import reached
from hardware.reader.frames import SerialFormat
from hardware.reader.presence import PresenceKind

SETTLING = 2.0
"""Seconds after opening in which no line counts.

Opening the port resets many boards, and then they print greetings and broken lines.
"""

_LONGEST = 160  # characters of a line that are kept: its last ones
_SIZES = (4, 7, 10)  # bytes of an identifier (ISO/IEC 14443-3)
_TORN_SIZES = range(3, 10)  # as many bytes that are no identifier are the rest of one

_BYTES = re.compile(
    r"(?<![0-9A-Za-z])"
    r"(?:[0-9A-F]{2}(?P<gap>[ :-]?)[0-9A-F]{2}(?:(?P=gap)[0-9A-F]{2})*|0x[0-9A-F]{2}(?:[ :-]0x[0-9A-F]{2})+)\s*\Z",
    re.IGNORECASE,
)
"""Bytes at the end of a line: pairs of digits with one kind of separator, or each pair with 0x."""
_BEGUN = re.compile(r"(?<![0-9A-Za-z])(?:0x)?[0-9A-F]{2}[0-9A-Fx :-]*\Z", re.IGNORECASE)
"""The beginning of such bytes at the end of a line that has not ended."""
_ANNOUNCED = re.compile(r"\bN?UID\s*(?:tag|value)?\s*[:=]\s*\S", re.IGNORECASE)
"""A line that announces an identifier and nothing else."""
_NO_LABEL = re.compile(
    r"(?i)\b(?:page|block|sector|key|data|dec|decimal|sak|atqa|version|firmware|build|date|time|entry|load)\b"
)
"""Labels of bytes that are no identifier: memory dumps, decimal digits, versions, messages at the start."""
_WORD = re.compile(r"[G-Zg-z]")
"""A letter that is no hexadecimal digit. Every label that has digits has one; a row of a memory dump has none."""
_DIGIT = re.compile(r"[0-9A-Fa-f]")
_GARBLED = re.compile(r"[^\t\x20-\x7e]")
"""A character that text has not: noise, or a wrong speed."""
_LINE_END = re.compile(r"[\r\n]")


class TextLinesParser:
    """Parser of these lines.

    A bad frame is a line that should tell a tag and does not, or one that is no text.
    """

    misses = 0
    ready = True

    def __init__(self) -> None:
        self.bad_frames = 0
        self._line = ""  # the line so far
        self._torn = False  # a line broke off: a next line without a label may be its rest
        self._settled_at: float | None = None  # None before the first `ask`, which shows when the port was opened
        self._settled = False

    def feed(self, data: bytes) -> list[str]:
        """Take the next bytes. Return the tags that they complete, 8, 14 or 20 upper-case hexadecimal digits each."""
        *lines, rest = _LINE_END.split(self._line + data.decode("latin-1"))
        tags = [tag for line in lines if (tag := self._told(line[-_LONGEST:])) is not None]
        self._line = rest[-_LONGEST:]
        if len(rest) > _LONGEST and _GARBLED.search(rest):
            self._drop()
        return tags

    def fell_silent(self) -> None:
        """Drop what is no text and an identifier that has begun. Keep a label that waits for its identifier."""
        if _GARBLED.search(self._line):
            self._drop()
        elif _BEGUN.search(self._line):
            self._drop()
            self._torn = True

    def ask(self, now: float) -> bytes:
        """Return no bytes: these readers are never asked. The first call begins the `SETTLING` time."""
        if self._settled_at is None:
            self._settled_at = now + SETTLING
        self._settled = self._settled or reached(self._settled_at, now)
        return b""

    def due(self) -> float | None:
        """Return the moment from which lines count, or None after it."""
        return None if self._settled else self._settled_at

    def _told(self, line: str) -> str | None:
        """Return the tag of a whole line, or None if it has none that counts."""
        if not line.strip():
            return None
        torn, self._torn = self._torn, False
        if not self._settled:
            return None
        tag = None if torn and not _WORD.search(line) else _tag(line)
        if tag is None and (torn or _is_bad(line)):
            self.bad_frames += 1
        return tag

    def _drop(self) -> None:
        self._line = ""
        self.bad_frames += self._settled


def _found(line: str) -> tuple[str, str] | None:
    """Return the digits of the bytes at the end of `line` and the label before them, or None without such bytes."""
    found = _BYTES.search(line)
    if found is None or _GARBLED.search(line):
        return None
    label = line[: found.start()]
    if _NO_LABEL.search(label) or (_DIGIT.search(label) and not _WORD.search(label)):
        return None
    return re.sub(r"0[xX]|[^0-9A-Fa-f]", "", found[0]).upper(), label


def _tag(line: str) -> str | None:
    found = _found(line)
    if found is None or len(found[0]) // 2 not in _SIZES or not found[0].strip("0"):
        return None
    return found[0]


def _is_bad(line: str) -> bool:
    """Tell whether a line without a tag should have had one."""
    if _GARBLED.search(line) or _ANNOUNCED.search(line):
        return True
    found = _found(line)
    if found is None:
        return False
    digits, label = found
    alone = not label.strip() or label.rstrip().endswith((":", "="))
    return alone and len(digits) // 2 in _TORN_SIZES


FORMAT = SerialFormat(TextLinesParser, baudrate=9600, presence=PresenceKind.PULSE)
