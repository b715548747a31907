"""The tag book: which sticker is which piece.

A tag is the identifier that a reader reports, 4 to 10 bytes, written here in upper-case hexadecimal digits without
gaps. A piece is a word of the table protocol, `orc#4`. `TagBook` is the book as a value: what changes it gives a new
book, and what it refuses it says in data, never in words. `TagFile` keeps one on disk.
"""

from __future__ import annotations

import csv
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
"""A larger tag book or CSV text is refused unread."""

SCHEMA: Final = 1

Counts = Mapping[str, int]
"""How many tokens there are of each kind: `{"goblin": 6, "orc": 11}`."""

_PIECE: Final = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)#([1-9][0-9]{0,2})")
_GAPS: Final = re.compile(r"[\s:.-]+")


class TagFault(StrEnum):
    """Why an identifier cannot be in the book."""

    NOT_HEX = "not-hex"
    """Something else than hexadecimal digits in whole bytes."""
    WRONG_LENGTH = "wrong-length"
    """Not 4 to 10 bytes."""
    RANDOM_UID = "random-uid"
    """Four bytes that begin with 08: phones and bank cards invent these anew each time (ISO/IEC 14443-3, RID)."""
    ALL_ZERO = "all-zero"
    """No tag has this number; readers report it when there is noise."""


class PieceFault(StrEnum):
    """Why a piece cannot be in the book."""

    NO_PIECE = "no-piece"
    """Not written like a piece, `orc#4`."""
    UNKNOWN_KIND = "unknown-kind"
    """No box has such a kind."""
    NO_SUCH_NUMBER = "no-such-number"
    """The boxes have fewer tokens of the kind."""


class Lesson(StrEnum):
    """What became of an attempt to teach or forget."""

    LEARNED = "learned"
    CHANGED = "changed"
    """Learned, and what stood in the way (`instead_of`) was dropped as asked."""
    KNOWN = "known"
    """The book says so already. While a kind is taught: the tag is some piece already, named in the answer."""
    TAG_TAKEN = "tag-taken"
    """The tag is another piece, named in `instead_of`."""
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
    """What `TagBook.learn` and its like say; `book` is the book afterwards, the same one where nothing changed."""

    outcome: Lesson | TagFault | PieceFault
    book: TagBook
    tag: str
    piece: str = ""
    instead_of: tuple[str, ...] = ()
    """What stands, or stood, in the way: the pieces that the tag is, then the tags that the piece has."""


class CsvFault(StrEnum):
    """Why a whole CSV text is refused, besides `TagFault` and `PieceFault`."""

    TOO_LARGE = "too-large"
    NOT_CSV = "not-csv"
    WRONG_HEADER = "wrong-header"
    WRONG_COLUMNS = "wrong-columns"
    TAG_TWICE = "tag-twice"
    """The tag stands in an earlier line or is another piece in the book."""
    PIECE_TWICE = "piece-twice"
    """The piece stands in an earlier line or has another tag in the book."""


class CsvRefusal(msgspec.Struct, frozen=True):
    """The first thing wrong with a CSV text: the line, counted from 1, what is wrong, and with what."""

    line: int
    fault: CsvFault | TagFault | PieceFault
    value: str = ""


class BookCheck(msgspec.Struct, frozen=True):
    """What there is to say of a whole book; all tuples are empty in a complete and sound one."""

    repeated_tags: tuple[tuple[str, tuple[str, ...]], ...]
    """Tags that are several pieces, with these."""
    repeated_pieces: tuple[tuple[str, tuple[str, ...]], ...]
    """Pieces with several tags, with these."""
    strangers: tuple[TagEntry, ...]
    """Entries whose piece is in none of the boxes."""
    gaps: tuple[tuple[str, tuple[str, ...]], ...]
    """Each box that lacks tags, with the pieces that have none."""


def tag_of(text: str) -> str | TagFault:
    """An identifier as the book writes it, from digits with or without spaces, colons, dots or dashes between bytes."""
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
    """What is wrong with a piece, if the kinds are these."""
    match = _PIECE.fullmatch(piece)
    if match is None:
        return PieceFault.NO_PIECE
    if match[1] not in counts:
        return PieceFault.UNKNOWN_KIND
    return None if int(match[2]) <= counts[match[1]] else PieceFault.NO_SUCH_NUMBER


def pieces_of(counts: Counts) -> Iterator[str]:
    """Every piece of these kinds, in their order."""
    for kind, count in counts.items():
        yield from (f"{kind}#{number}" for number in range(1, count + 1))


class TagBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stickers and pieces, as a value. A file that people edit may hold a tag or a piece twice; `check` finds them."""

    entries: tuple[TagEntry, ...] = ()

    def lookup(self, tag: str) -> str | None:
        """The piece of a tag, as `tag_of` writes it; none for a tag that is unknown or, by a fault, several pieces."""
        pieces = self.pieces(tag)
        return pieces[0] if len(pieces) == 1 else None

    def pieces(self, tag: str) -> tuple[str, ...]:
        """The pieces that a tag is: none, one, or by a fault several."""
        return tuple(dict.fromkeys(entry.piece for entry in self.entries if entry.tag == tag))

    def tags(self, piece: str) -> tuple[str, ...]:
        """The tags that a piece has: none, one, or by a fault several."""
        return tuple(dict.fromkeys(entry.tag for entry in self.entries if entry.piece == piece))

    def learn(self, text: str, piece: str, counts: Counts, *, replace: bool = False) -> LessonResult:
        """Teach one tag its piece. What is in the way is named and kept, or with `replace` dropped."""
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
        """Teach one tag of a whole kind: it becomes the lowest number that has no tag yet.

        A tag that is in the book already is left as it is, whatever kind it is of, so that a sticker tapped twice in
        a row does no harm: the answer is `KNOWN` and names its piece.
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
        """The pieces of these kinds that have no tag, in their order."""
        taught = {entry.piece for entry in self.entries}
        return tuple(piece for piece in pieces_of(counts) if piece not in taught)

    def progress(self, counts: Counts) -> tuple[int, int]:
        """How many of the pieces of these kinds have a tag, and how many pieces there are."""
        total = sum(counts.values())
        return total - len(self.missing(counts)), total

    def check(self, boxes: Mapping[str, Counts]) -> BookCheck:
        """Look the book over, by the kinds of each box."""
        counts = {kind: count for kinds in boxes.values() for kind, count in kinds.items()}
        gaps = ((box, self.missing(kinds)) for box, kinds in boxes.items())
        return BookCheck(
            _repeated(self.entries, lambda entry: (entry.tag, entry.piece)),
            _repeated(self.entries, lambda entry: (entry.piece, entry.tag)),
            tuple(entry for entry in self.entries if piece_fault(entry.piece, counts)),
            tuple((box, missing) for box, missing in gaps if missing),
        )

    def to_csv(self) -> str:
        """The book as CSV with the columns `tag` and `piece`, sorted by piece."""
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows((entry.tag, entry.piece) for entry in _sorted(self.entries))
        return text.getvalue()

    def with_csv(self, text: str, counts: Counts) -> TagBook | CsvRefusal:
        """The book with the entries of a CSV text added; all of them, or for any fault none.

        To replace a book, begin with an empty one. An entry that the book has already is no fault.
        """
        try:
            return _csv_book(self, text, counts)
        except _RefusedError as error:
            return error.refusal


_COLUMNS: Final = ("tag", "piece")


def _repeated(
    entries: Iterable[TagEntry], pair: Callable[[TagEntry], tuple[str, str]]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The keys of the pairs that stand there more than once, with their values."""
    values: dict[str, list[str]] = defaultdict(list)
    for key, value in map(pair, entries):
        values[key].append(value)
    return tuple((key, tuple(found)) for key, found in values.items() if len(found) > 1)


def _sorted(entries: Iterable[TagEntry]) -> list[TagEntry]:
    """By kind, number and tag."""

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
        answer = book.learn(tag, piece, counts)
        if answer.outcome is Lesson.TAG_TAKEN:
            raise _RefusedError(line, CsvFault.TAG_TWICE, tag)
        if answer.outcome is Lesson.PIECE_TAKEN:
            raise _RefusedError(line, CsvFault.PIECE_TWICE, piece)
        book = answer.book
    return book


def _csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows under the header, each with its line; empty lines are passed over."""
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
    """Spreadsheets of many countries write semicolons."""
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


# On disk.


class _TagFileContent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: JSON, a line for each entry, with the version of its shape."""

    schema: Literal[1]
    tags: tuple[TagEntry, ...]


class _AnyVersion(msgspec.Struct, frozen=True):
    """Any version of the file."""

    schema: int = 0


class FileFault(StrEnum):
    """Why a tag file was set aside."""

    UNREADABLE = "unreadable"
    """Not such a file, or cut off, or changed by hand and wrong."""
    NEWER = "newer"
    """Written by a later version."""
    TOO_LARGE = "too-large"


class SetAside(msgspec.Struct, frozen=True):
    """A tag file that could not be used: why, a technical detail, and its new name if it could be renamed."""

    fault: FileFault
    detail: str
    path: Path | None


class TagFile:
    """The tag book on disk. One process may change it while another does: each change starts from what is there."""

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        self.path = path
        """The file; it appears with the first change."""
        self.book = TagBook()
        """What was read or written last."""
        self.set_aside: SetAside | None = None
        """The last file that could not be used, if there was one."""
        self._now = now
        self._seen: tuple[int, int, int] | None = None

    def load(self) -> SetAside | None:
        """Read the file if it changed since. One that cannot be used is renamed and reported; the book stays as it was.

        What is reported also stays in `set_aside`, for whoever comes by `change`. Raises `OSError` when the file cannot
        be read at all, for want of permission or by a fault of the disk.
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
        """Teach or forget: `file.change(lambda book: book.forget(tag))`. Saved before it is answered.

        Raises `OSError` when it cannot be saved, and then nothing has changed.
        """
        self.load()
        answer = how(self.book)
        if answer.book is not self.book:
            self.save(answer.book)
        return answer

    def save(self, book: TagBook) -> None:
        """Put a whole book in the file's place. Raises `OSError`, and then the old one is still there."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        put(self.path, _encoded(book))
        self.book, self._seen = book, _identity(self.path)


class _UnusableError(Exception):
    def __init__(self, fault: FileFault, detail: str = "") -> None:
        super().__init__(detail)
        self.fault = fault


def _identity(path: Path) -> tuple[int, int, int] | None:
    """What changes when a file is replaced or written; none where there is none."""
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
    """The version that a file says it has; 0 where it says none."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(content, type=_AnyVersion).schema
    return 0


def _encoded(book: TagBook) -> bytes:
    """One line for each entry, sorted, so that people can read it and tools compare it."""
    lines = (msgspec.json.encode(entry) for entry in _sorted(book.entries))
    return b'{"schema": %d, "tags": [\n%s\n]}\n' % (SCHEMA, b",\n".join(lines))


def _renamed(path: Path, now: datetime) -> Path | None:
    """Rename a file after the moment; never over another one."""
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
