"""Lines of text from a microcontroller with a reader, such as the example sketches for the MFRC522 print them.

A line tells a tag when it ends with the 4, 7 or 10 bytes of an identifier in hexadecimal digits, two for each, with
spaces, colons, dashes or nothing between, after a label or none: ``Card UID: DE AD BE EF``. It ends with LF, CR or
both. All other lines are skipped: greetings, the dump of a tag's memory, what a chip prints when it starts.

There is no checksum: a digit that the line has changed into another digit is not noticed.
"""

from __future__ import annotations

import re

from hardware.clock import reached
from hardware.reader.frames import SerialFormat
from hardware.reader.presence import PresenceKind

SETTLING = 2.0
"""Seconds after opening in which nothing counts: opening the port resets many boards, which greet and stutter then."""

_LONGEST = 160  # characters of a line that are kept, the last ones
_SIZES = (4, 7, 10)  # bytes of an identifier (ISO/IEC 14443-3)
_TORN_SIZES = range(3, 10)  # as many bytes, if they are not an identifier, are what is left of one

_BYTES = re.compile(
    r"(?<![0-9A-Za-z])"
    r"(?:[0-9A-F]{2}(?P<gap>[ :-]?)[0-9A-F]{2}(?:(?P=gap)[0-9A-F]{2})*|0x[0-9A-F]{2}(?:[ :-]0x[0-9A-F]{2})+)\s*\Z",
    re.IGNORECASE,
)
_BEGUN = re.compile(r"(?<![0-9A-Za-z])(?:0x)?[0-9A-F]{2}[0-9A-Fx :-]*\Z", re.IGNORECASE)
_ANNOUNCED = re.compile(r"\bN?UID\s*(?:tag|value)?\s*[:=]\s*\S", re.IGNORECASE)
"""A line that is about an identifier and nothing else."""
_NO_LABEL = re.compile(
    r"(?i)\b(?:page|block|sector|key|data|dec|decimal|sak|atqa|version|firmware|build|date|time|entry|load)\b"
)
"""Labels of bytes that are no identifier: memory dumps, the same bytes in decimal digits, versions, boot messages."""
_WORD = re.compile(r"[G-Zg-z]")
"""A letter that is no hexadecimal digit: a label with any digits has one, a row of a dump has not."""
_DIGIT = re.compile(r"[0-9A-Fa-f]")
_GARBLED = re.compile(r"[^\t\x20-\x7e]")
_LINE_END = re.compile(r"[\r\n]")


class TextLinesParser:
    """Makes tags out of lines. A bad frame is a line that should tell a tag and does not, or one that is no text."""

    misses = 0
    ready = True

    def __init__(self) -> None:
        self.bad_frames = 0
        self._line = ""  # so far
        self._torn = False  # a line broke off: what comes without a label may be its rest
        self._settled_at: float | None = None  # None: the first `ask` tells when the port was opened
        self._settled = False

    def feed(self, data: bytes) -> list[str]:
        """Take the next bytes and return the tags that they complete, 8, 14 or 20 upper-case hexadecimal digits."""
        *lines, rest = _LINE_END.split(self._line + data.decode("latin-1"))
        tags = [tag for line in lines if (tag := self._told(line[-_LONGEST:])) is not None]
        self._line = rest[-_LONGEST:]
        if len(rest) > _LONGEST and _GARBLED.search(rest):
            self._drop()
        return tags

    def fell_silent(self) -> None:
        """Drop an identifier that has begun, and what is no text; a prompt that waits for one is kept."""
        if _GARBLED.search(self._line):
            self._drop()
        elif _BEGUN.search(self._line):
            self._drop()
            self._torn = True

    def ask(self, now: float) -> bytes:
        """Return nothing: these readers only speak. The first call tells when that begins to count."""
        if self._settled_at is None:
            self._settled_at = now + SETTLING
        self._settled = self._settled or reached(self._settled_at, now)
        return b""

    def due(self) -> float | None:
        """Return the moment from which lines count, or None from then on."""
        return None if self._settled else self._settled_at

    def _told(self, line: str) -> str | None:
        """The tag of a whole line, if it has one that counts."""
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
    """The digits of the bytes at the end of a line, and its label; None: it does not end with bytes."""
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
    """Whether a line that tells no tag should have told one."""
    if _GARBLED.search(line) or _ANNOUNCED.search(line):
        return True
    found = _found(line)
    if found is None:
        return False
    digits, label = found
    alone = not label.strip() or label.rstrip().endswith((":", "="))
    return alone and len(digits) // 2 in _TORN_SIZES


FORMAT = SerialFormat(TextLinesParser, baudrate=9600, presence=PresenceKind.PULSE)
