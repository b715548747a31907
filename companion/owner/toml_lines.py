"""The line of each key in a TOML document.

`tomllib` returns values without their lines, but a person who must repair a file needs the line. This module reads the
same text once more, only for its keys: tables, arrays of tables, dotted keys, inline tables and arrays. It does not
judge: in a text that is not TOML, it stops where it cannot follow.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from typing import Final

import msgspec

KeyPath = tuple[str | int, ...]
"""Where a value is: keys, and positions in arrays counted from 0. `("ring", "count")`, `("boot", 2, "lines")`."""

_DEPTH: Final = 100
"""Arrays and inline tables that are nested deeper than this, and dotted keys of more parts, are not read."""

_TOKEN: Final = re.compile(
    r'''
      (?P<space> [ \t\r]+ | \#[^\n]* )
    | (?P<newline> \n )
    | (?P<string> """(?:\\.|[^\\])*?"{3,5} | \'\'\'.*?\'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*' )
    | (?P<bare> [^\s\[\]{}=,."'\#]+ )
    | (?P<mark> [\[\]{}=,.] )
    ''',
    re.VERBOSE | re.DOTALL,
)

_REST_OF_SCALAR: Final = re.compile(r"[^\n,\]}#]*")


class KeyLines(msgspec.Struct, frozen=True):
    """The lines, counted from 1, of a document's keys, and the keys that are given twice."""

    lines: dict[KeyPath, int]
    repeated: list[tuple[KeyPath, int]]
    """Each key that is given again, with the line of the second time."""

    def line(self, path: KeyPath) -> int:
        """Return the line of a key; for one that is not there, the line of the nearest table around it, or 1."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def key_lines(text: str) -> KeyLines:
    """Find every key of a TOML document. Never raise: what cannot be read is left out."""
    reader = _Reader(text)
    with suppress(_LostError):
        reader.document()
    return KeyLines(reader.lines, reader.repeated)


class _LostError(Exception):
    """The text is not TOML from here on."""


class _Reader:
    """A walk through the tokens of a text. It keeps the line and the table that it is in."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self.repeated: list[tuple[KeyPath, int]] = []
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self._line = 1
        self._kind = ""
        self._word = ""
        self._said: set[KeyPath] = set()
        self._counts: dict[KeyPath, int] = {}

    def document(self) -> None:
        """Read statements up to the end: headers, and keys with their values."""
        table: KeyPath = ()
        self._next(over_lines=True)
        while self._kind:
            if self._word == "[" and self._kind == "mark":
                table = self._header()
            else:
                self._pair(table, depth=0)
            self._next(over_lines=True)

    def _next(self, *, over_lines: bool = False) -> None:
        """Step to the next token. Spaces and comments are passed over, and line ends too with `over_lines`."""
        self._line += self._word.count("\n")
        self._kind, self._word = "", ""
        while match := _TOKEN.match(self._text, self._at):
            self._at = match.end()
            if match.lastgroup == "newline" and over_lines:
                self._line += 1
            elif match.lastgroup != "space":
                self._kind, self._word = match.lastgroup or "", match[0]
                return
        if self._at < len(self._text):
            raise _LostError

    def _expect(self, mark: str) -> None:
        if self._kind != "mark" or self._word != mark:
            raise _LostError

    def _header(self) -> KeyPath:
        """Read `[a.b]` or `[[a.b]]`. Return the table to which the following keys belong."""
        line = self._line
        many = self._text.startswith("[", self._at)
        for _ in range(1 + many):
            self._next()
        names = self._key()
        for _ in range(many):
            self._expect("]")
            self._next()
        self._expect("]")
        return self._open(names, line, many=many)

    def _open(self, names: list[str], line: int, *, many: bool) -> KeyPath:
        path: KeyPath = ()
        for name in names[:-1]:
            path = self._inside((*path, name), line)
        path = (*path, names[-1])
        if not many:
            self._say(path, line)
            return path
        self.lines.setdefault(path, line)
        self._counts[path] = self._counts.get(path, -1) + 1
        return self._inside(path, line)

    def _inside(self, path: KeyPath, line: int) -> KeyPath:
        """Return a table on the way to another; of an array of tables, its last one."""
        self.lines.setdefault(path, line)
        if path not in self._counts:
            return path
        path = (*path, self._counts[path])
        self.lines.setdefault(path, line)
        return path

    def _say(self, path: KeyPath, line: int) -> None:
        """Note a key that is given in full, not only as a part of a longer one."""
        if path in self._said:
            self.repeated.append((path, line))
        self._said.add(path)
        self.lines.setdefault(path, line)

    def _key(self) -> list[str]:
        """Read a key with its dots. Stop at the token after it."""
        names = [self._name()]
        while self._word == "." and self._kind == "mark":
            self._next()
            names.append(self._name())
            if len(names) > _DEPTH:
                raise _LostError
        return names

    def _name(self) -> str:
        kind, word = self._kind, self._word
        if kind not in ("bare", "string"):
            raise _LostError
        self._next()
        return _unquoted(word) if kind == "string" else word

    def _pair(self, table: KeyPath, depth: int) -> None:
        """Read `key = value`. Stop at the value's last token."""
        line = self._line
        names = self._key()
        self._expect("=")
        for end in range(1, len(names)):
            self.lines.setdefault((*table, *names[:end]), line)
        path = (*table, *names)
        self._say(path, line)
        self._next()
        self._value(path, depth)

    def _value(self, path: KeyPath, depth: int) -> None:
        if depth > _DEPTH or not self._kind:
            raise _LostError
        if self._kind != "mark":
            self._scalar()
        elif self._word == "[":
            self._array(path, depth)
        elif self._word == "{":
            self._inline_table(path, depth)
        else:
            raise _LostError

    def _scalar(self) -> None:
        """Pass over a string, or over the words and dots of a number, a date or a truth value."""
        if self._kind == "string":
            return
        if rest := _REST_OF_SCALAR.match(self._text, self._at):
            self._at = rest.end()

    def _array(self, path: KeyPath, depth: int) -> None:
        count = 0
        self._next(over_lines=True)
        while self._word != "]":
            self.lines[(*path, count)] = self._line
            self._value((*path, count), depth + 1)
            count += 1
            self._separator("]")

    def _inline_table(self, path: KeyPath, depth: int) -> None:
        self._next(over_lines=True)
        while self._word != "}":
            self._pair(path, depth + 1)
            self._separator("}")

    def _separator(self, end: str) -> None:
        self._next(over_lines=True)
        if self._word == ",":
            self._next(over_lines=True)
        elif self._word != end:
            raise _LostError


def _unquoted(word: str) -> str:
    """Return the text that a quoted key stands for."""
    try:
        value = tomllib.loads(f"key = {word}")["key"]
    except tomllib.TOMLDecodeError as error:
        raise _LostError from error
    return str(value)
