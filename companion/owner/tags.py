"""The tag book: which sticker is on which piece.

A tag is the identifier that a reader reports: 4 to 10 bytes, written here in upper-case hexadecimal digits without
gaps. A piece is a word of the table protocol, `orc#4`. `TagBook` is the book as a value: a change returns a new book,
and a refusal is data, never words. `TagFile` keeps a book on disk.
"""

from __future__ import annotations

import io
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from companion.files import put

MAX_BYTES: Final = 1_000_000
"""A larger tag book or CSV text is refused and not read."""

SCHEMA: Final = 1

Counts = Mapping[str, int]
"""How many tokens there are of each kind: `{"goblin": 6, "orc": 11}`."""

_PIECE: Final = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)#([1-9][0-9]{0,2})")
_GAPS: Final = re.compile(r"[\s:.-]+")


class TagFault(StrEnum):
    """Why an identifier cannot be in the book."""

    NOT_HEX = "not-hex"
    """It has other characters than hexadecimal digits, or half a byte."""
    WRONG_LENGTH = "wrong-length"
    """It is not 4 to 10 bytes long."""
    RANDOM_UID = "random-uid"
    """Four bytes that begin with 08: phones and bank cards make up a new number each time (ISO/IEC 14443-3, RID).

    The reader finds the same flaw by itself (`hardware.reader.presence.flaw_of`); the two values must be equal.
    """
    ALL_ZERO = "all-zero"
    """No tag has this number; readers report it when there is noise."""


class PieceFault(StrEnum):
    """Why a piece cannot be in the book."""

    NO_PIECE = "no-piece"
    """It is not written like a piece, `orc#4`."""
    UNKNOWN_KIND = "unknown-kind"
    """No box has such a kind."""
    NO_SUCH_NUMBER = "no-such-number"
    """The boxes have fewer tokens of the kind."""


class Lesson(StrEnum):
    """The outcome of an attempt to teach or to forget."""

    LEARNED = "learned"
    CHANGED = "changed"
    """Learned; what was in the way (`instead_of`) was dropped as asked."""
    KNOWN = "known"
    """The book says so already. When a whole kind is taught: the tag is on a piece already, which the result names."""
    TAG_TAKEN = "tag-taken"
    """The tag is on another piece, named in `instead_of`."""
    PIECE_TAKEN = "piece-taken"
    """The piece has another tag, named in `instead_of`."""
    KIND_COMPLETE = "kind-complete"
    """Every token of the kind has its tag."""
    FORGOTTEN = "forgotten"
    UNKNOWN_TAG = "unknown-tag"
    """There is nothing to forget."""


class TagEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sticker on one piece."""

    tag: Annotated[str, Meta(pattern=r"\A([0-9A-F]{2}){4,10}\Z")]
    piece: Annotated[str, Meta(pattern=rf"\A{_PIECE.pattern}\Z")]


class LessonResult(msgspec.Struct, frozen=True):
    """What came of one attempt to teach or to forget.

    `book` is the book afterwards; the same one when nothing changed.
    """

    outcome: Lesson | TagFault | PieceFault
    book: TagBook
    tag: str
    piece: str = ""
    instead_of: tuple[str, ...] = ()
    """What is, or was, in the way: the pieces that the tag is on, then the tags that the piece has."""


class CsvFault(StrEnum):
    """Why a whole CSV text is refused, besides `TagFault` and `PieceFault`."""

    TOO_LARGE = "too-large"
    NOT_CSV = "not-csv"
    WRONG_HEADER = "wrong-header"
    WRONG_COLUMNS = "wrong-columns"
    TAG_TWICE = "tag-twice"
    """The tag is in an earlier line too, or in the book on another piece."""
    PIECE_TWICE = "piece-twice"
    """The piece is in an earlier line too, or has another tag in the book."""


class CsvRefusal(msgspec.Struct, frozen=True):
    """The first fault of a CSV text: the line, counted from 1, what is wrong, and with which value."""

    line: int
    fault: CsvFault | TagFault | PieceFault
    value: str = ""


class BookCheck(msgspec.Struct, frozen=True):
    """What is wrong with a whole book. All tuples are empty when it is complete and has no contradictions."""

    repeated_tags: tuple[tuple[str, tuple[str, ...]], ...]
    """Tags that are on several pieces, with the pieces."""
    repeated_pieces: tuple[tuple[str, tuple[str, ...]], ...]
    """Pieces with several tags, with the tags."""
    strangers: tuple[TagEntry, ...]
    """Entries whose piece is in none of the boxes."""
    gaps: tuple[tuple[str, tuple[str, ...]], ...]
    """Each box with pieces that have no tag, with these pieces."""


def tag_of(text: str) -> str | TagFault:
    """Return an identifier as the book writes it. Between its bytes may be spaces, colons, dots or dashes."""
    digits = _GAPS.sub("", text)
    if not re.fullmatch(r"([0-9A-Fa-f]{2})*", digits):
        return TagFault.NOT_HEX
    digits = digits.upper()
    if not 8 <= len(digits) <= 20:
        return TagFault.WRONG_LENGTH
    if len(digits) == 8 and digits.startswith("08"):
        return TagFault.RANDOM_UID
    return digits if digits.strip("0") else TagFault.ALL_ZERO


def piece_fault(piece: str, counts: Counts) -> PieceFault | None:
    """Return what is wrong with a piece, or None. `counts` are the kinds that there are."""
    match = _PIECE.fullmatch(piece)
    if match is None:
        return PieceFault.NO_PIECE
    if match[1] not in counts:
        return PieceFault.UNKNOWN_KIND
    return None if int(match[2]) <= counts[match[1]] else PieceFault.NO_SUCH_NUMBER


def pieces_of(counts: Counts) -> Iterator[str]:
    """Yield every piece of these kinds, in their order."""
    for kind, count in counts.items():
        yield from (f"{kind}#{number}" for number in range(1, count + 1))


class TagBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stickers and pieces, as a value.

    In a file that people edit, a tag or a piece may occur twice; `check` finds them.
    """

    entries: tuple[TagEntry, ...] = ()

    def lookup(self, tag: str) -> str | None:
        """Return the piece of a tag, or None when the tag is unknown or, by a fault, on several pieces.

        `tag` must be as `tag_of` writes it.
        """
        pieces = self.pieces(tag)
        return pieces[0] if len(pieces) == 1 else None

    def pieces(self, tag: str) -> tuple[str, ...]:
        """Return the pieces that a tag is on: none, one, or by a fault several."""
        return tuple(dict.fromkeys(entry.piece for entry in self.entries if entry.tag == tag))

    def tags(self, piece: str) -> tuple[str, ...]:
        """Return the tags that a piece has: none, one, or by a fault several."""
        return tuple(dict.fromkeys(entry.tag for entry in self.entries if entry.piece == piece))

    def learn(self, text: str, piece: str, counts: Counts, *, replace: bool = False) -> LessonResult:
        """Teach one tag its piece. What is in the way is named and kept, or dropped with `replace`."""
        tag = tag_of(text)
        if fault := tag if isinstance(tag, TagFault) else piece_fault(piece, counts):
            return LessonResult(fault, self, text, piece)
        pieces, tags = self.pieces(tag), self.tags(piece)
        if pieces == (piece,) and tags == (tag,):
            return LessonResult(Lesson.KNOWN, self, tag, piece)
        others = tuple(other for other in (*pieces, *tags) if other not in (piece, tag))
        if others and not replace:
            taken = Lesson.TAG_TAKEN if others[0] in pieces else Lesson.PIECE_TAKEN
            return LessonResult(taken, self, tag, piece, others)
        kept = tuple(entry for entry in self.entries if entry.tag != tag and entry.piece != piece)
        outcome = Lesson.CHANGED if others else Lesson.LEARNED
        return LessonResult(outcome, TagBook((*kept, TagEntry(tag, piece))), tag, piece, others)

    def learn_next(self, text: str, kind: str, counts: Counts) -> LessonResult:
        """Teach one tag of a whole kind: it becomes the lowest number without a tag.

        A tag that is in the book already stays as it is, whatever its kind, so a sticker that is tapped twice in a row
        does no harm. The outcome then is `KNOWN`, and the result names its piece.
        """
        tag = tag_of(text)
        if isinstance(tag, TagFault):
            return LessonResult(tag, self, text)
        if kind not in counts:
            return LessonResult(PieceFault.UNKNOWN_KIND, self, tag, kind)
        if pieces := self.pieces(tag):
            return LessonResult(Lesson.KNOWN, self, tag, pieces[0], pieces[1:])
        missing = self.missing({kind: counts[kind]})
        if not missing:
            return LessonResult(Lesson.KIND_COMPLETE, self, tag, kind)
        return self.learn(tag, missing[0], counts)

    def forget(self, text: str) -> LessonResult:
        """Take a tag out of the book."""
        tag = tag_of(text)
        if isinstance(tag, TagFault):
            return LessonResult(tag, self, text)
        if not (pieces := self.pieces(tag)):
            return LessonResult(Lesson.UNKNOWN_TAG, self, tag)
        kept = tuple(entry for entry in self.entries if entry.tag != tag)
        return LessonResult(Lesson.FORGOTTEN, TagBook(kept), tag, pieces[0], pieces[1:])

    def missing(self, counts: Counts) -> tuple[str, ...]:
        """Return the pieces of these kinds that have no tag, in their order."""
        taught = {entry.piece for entry in self.entries}
        return tuple(piece for piece in pieces_of(counts) if piece not in taught)

    def progress(self, counts: Counts) -> tuple[int, int]:
        """Return how many pieces of these kinds have a tag, and how many pieces there are."""
        total = sum(counts.values())
        return total - len(self.missing(counts)), total

    def check(self, boxes: Mapping[str, Counts]) -> BookCheck:
        """Look for contradictions and gaps in the book. `boxes` has the kinds of each box."""
        counts = {kind: count for kinds in boxes.values() for kind, count in kinds.items()}
        gaps = ((box, self.missing(kinds)) for box, kinds in boxes.items())
        return BookCheck(
            _repeated(self.entries, lambda entry: (entry.tag, entry.piece)),
            _repeated(self.entries, lambda entry: (entry.piece, entry.tag)),
            tuple(entry for entry in self.entries if piece_fault(entry.piece, counts)),
            tuple((box, missing) for box, missing in gaps if missing),
        )

    def to_csv(self) -> str:
        """Return the book as CSV with the columns `tag` and `piece`, sorted by piece."""
        import csv  # imported late: at the table nobody reads or writes it

        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows((entry.tag, entry.piece) for entry in _sorted(self.entries))
        return text.getvalue()

    def with_csv(self, text: str, counts: Counts) -> TagBook | CsvRefusal:
        """Return the book with the entries of a CSV text added: all of them, or none when there is any fault.

        To replace a book, begin with an empty one. An entry that the book already has is no fault.
        """
        try:
            return _csv_book(self, text, counts)
        except _RefusedError as error:
            return error.refusal


_COLUMNS: Final = ("tag", "piece")


def _repeated(
    entries: Iterable[TagEntry], pair: Callable[[TagEntry], tuple[str, str]]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the keys that occur in several pairs, each with its values. `pair` makes a key and a value of an entry."""
    values: dict[str, list[str]] = defaultdict(list)
    for key, value in map(pair, entries):
        values[key].append(value)
    return tuple((key, tuple(found)) for key, found in values.items() if len(found) > 1)


def _sorted(entries: Iterable[TagEntry]) -> list[TagEntry]:
    """Return the entries by kind, number and tag."""

    def order(entry: TagEntry) -> tuple[str, int, str]:
        kind, _, number = entry.piece.partition("#")
        return kind, int(number), entry.tag

    return sorted(entries, key=order)


class _RefusedError(Exception):
    def __init__(self, line: int, fault: CsvFault | TagFault | PieceFault, value: str = "") -> None:
        super().__init__(fault)
        self.refusal = CsvRefusal(line, fault, value)


def _csv_book(book: TagBook, text: str, counts: Counts) -> TagBook:
    if len(text) > MAX_BYTES:
        raise _RefusedError(1, CsvFault.TOO_LARGE)
    lines: dict[str, int] = {}
    for line, row in _csv_rows(text):
        tag, piece = _csv_entry(line, row, counts)
        for word, fault in ((tag, CsvFault.TAG_TWICE), (piece, CsvFault.PIECE_TWICE)):
            if word in lines:
                raise _RefusedError(line, fault, word)
            lines[word] = line
        result = book.learn(tag, piece, counts)
        if result.outcome is Lesson.TAG_TAKEN:
            raise _RefusedError(line, CsvFault.TAG_TWICE, tag)
        if result.outcome is Lesson.PIECE_TAKEN:
            raise _RefusedError(line, CsvFault.PIECE_TWICE, piece)
        book = result.book
    return book


def _csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows under the header, each with its line. Empty lines are left out."""
    import csv  # imported late, as above

    text = text.removeprefix("\ufeff")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        header = next(reader, [])
        if tuple(cell.strip().casefold() for cell in header) != _COLUMNS:
            raise _RefusedError(1, CsvFault.WRONG_HEADER, ",".join(header))
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error as error:
        raise _RefusedError(reader.line_num, CsvFault.NOT_CSV, str(error)) from error


def _delimiter(text: str) -> str:
    """Return the delimiter: spreadsheets in many countries write semicolons."""
    header = text.partition("\n")[0]
    return ";" if ";" in header and "," not in header else ","


def _csv_entry(line: int, row: list[str], counts: Counts) -> tuple[str, str]:
    if len(row) != len(_COLUMNS):
        raise _RefusedError(line, CsvFault.WRONG_COLUMNS, ",".join(row))
    tag, piece = tag_of(row[0]), row[1].strip()
    if isinstance(tag, TagFault):
        raise _RefusedError(line, tag, row[0])
    if fault := piece_fault(piece, counts):
        raise _RefusedError(line, fault, piece)
    return tag, piece


# On disk


class _TagFileContent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file: JSON with a line for each entry, and the version of its form."""

    schema: Literal[1]
    tags: tuple[TagEntry, ...]


class _AnyVersion(msgspec.Struct, frozen=True):
    """A file of any version."""

    schema: int = 0


class FileFault(StrEnum):
    """Why a tag file was set aside."""

    UNREADABLE = "unreadable"
    """It is no tag file, or it was cut off, or somebody has edited it wrongly."""
    NEWER = "newer"
    """A later version wrote it."""
    TOO_LARGE = "too-large"


class SetAside(msgspec.Struct, frozen=True):
    """A tag file that could not be used: why, a technical detail, and its new name or None when it was not renamed."""

    fault: FileFault
    detail: str
    path: Path | None


class TagFile:
    """The tag book on disk. Several processes may change it: each change starts from what is on disk then."""

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        self.path = path
        """The file. The first change creates it."""
        self.book = TagBook()
        """What was read or written last."""
        self.set_aside: SetAside | None = None
        """The last file that could not be used, or None."""
        self._now = now
        self._seen: tuple[int, int, int] | None = None

    def load(self) -> SetAside | None:
        """Read the file if it has changed since.

        Return a `SetAside` when it cannot be used; the book then stays as it was.

        Such a file is renamed. The return value also stays in `set_aside`, for those who call `change`. Raise OSError
        when the file cannot be read at all: no permission, or a fault of the disk.
        """
        seen = _identity(self.path)
        if seen == self._seen:
            return None
        try:
            self.book, self._seen = (_read(self.path) if seen else TagBook()), seen
        except _UnusableError as error:
            self._seen = None
            self.set_aside = SetAside(error.fault, str(error), _renamed(self.path, self._now()))
            return self.set_aside
        return None

    def change(self, how: Callable[[TagBook], LessonResult]) -> LessonResult:
        """Teach or forget: `file.change(lambda book: book.forget(tag))`. Return the result once it is saved.

        Raise OSError when it cannot be saved; then nothing has changed.
        """
        self.load()
        result = how(self.book)
        if result.book is not self.book:
            self.save(result.book)
        return result

    def save(self, book: TagBook) -> None:
        """Put a whole book in the file's place. Raise OSError when that fails; then the old one is still there."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        put(self.path, _encoded(book))
        self.book, self._seen = book, _identity(self.path)


class _UnusableError(Exception):
    def __init__(self, fault: FileFault, detail: str = "") -> None:
        super().__init__(detail)
        self.fault = fault


def _identity(path: Path) -> tuple[int, int, int] | None:
    """Return numbers that change when a file is replaced or written; None when there is no file."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _read(path: Path) -> TagBook:
    if not path.is_file():
        raise _UnusableError(FileFault.UNREADABLE, "not a file")
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise _UnusableError(FileFault.TOO_LARGE)
    try:
        return TagBook(msgspec.json.decode(content, type=_TagFileContent).tags)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        fault = FileFault.NEWER if _schema(content) > SCHEMA else FileFault.UNREADABLE
        raise _UnusableError(fault, str(error)) from error


def _schema(content: bytes) -> int:
    """Return the version that a file says it has; 0 when it says none."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(content, type=_AnyVersion).schema
    return 0


def _encoded(book: TagBook) -> bytes:
    """Return a book as one line for each entry, sorted, so that people can read it and tools can compare it."""
    lines = (msgspec.json.encode(entry) for entry in _sorted(book.entries))
    return b'{"schema": %d, "tags": [\n%s\n]}\n' % (SCHEMA, b",\n".join(lines))


def _renamed(path: Path, now: datetime) -> Path | None:
    """Rename a file after the moment, without replacing another one. Return the new path, or None when that failed."""
    stem = f"{path.name}.set-aside-{now:%Y-%m-%dT%H-%M-%S}"
    names = (path.with_name(stem if count == 1 else f"{stem}-{count}") for count in range(1, 100))
    target = next((name for name in names if not os.path.lexists(name)), None)
    if target is None:
        return None
    try:
        path.rename(target)
    except OSError:
        return None
    return target
