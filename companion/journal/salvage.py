"""A damaged journal: reading what can be read of it, and setting it aside.

What can still be played is every game from its beginning up to the first entry that cannot be read: how it went on from
there is unknown. The damaged file itself stays under another name, with everything in it.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import msgspec

from companion.files import sync_directory
from companion.journal.migrations import MIGRATIONS, SCHEMA, MetaKey, meta_value, put_meta, schema_of, transaction
from companion.talk.messages import NewGameMessage

BUSY_SECONDS = 1.0
"""Seconds to wait for another process that is writing."""
SIDE_FILES = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a database file."""
SqlValue: TypeAlias = int | float | str | bytes | None
"""What a column of SQLite can hold. In a damaged file, any column can hold any of them."""
_MOST_PROBED = 100_000
"""Entries that are asked for one by one; a damaged number could make the gap endless."""
_BEGINS: Final = NewGameMessage.__struct_config__.tag
"""The verb of the entry that begins a game."""

_log = logging.getLogger(__name__)


class Row(NamedTuple):
    """An entry as it is on disk: its number, when it was written (seconds since the epoch), and its text.

    `crc` is the CRC-32 of the text, or None in a file of schema 1, which has none.
    """

    number: int
    at: float
    text: bytes
    crc: int | None = None

    @property
    def sound(self) -> bool:
        """Whether the text is what was written."""
        return self.crc is None or self.crc == zlib.crc32(self.text)


class Rescued(NamedTuple):
    """What could be read of a file.

    The rows in order; runs of entries that are not played (first, last, why); the numbers of games by the entry that
    begins each; and the settings as JSON.
    """

    rows: list[Row] = []
    skipped: list[tuple[int, int, str]] = []
    games: dict[int, int] = {}
    settings: str | None = None


# Reading


def open_read_only(path: Path, how: str = "mode=ro") -> sqlite3.Connection:
    """Return a connection that changes nothing. `how` is the query part of an SQLite URI (sqlite.org/uri.html)."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, timeout=BUSY_SECONDS)


def rescue(path: Path) -> Rescued:
    """Return what can be read of a file of any schema, whole or damaged, even where nothing can be written.

    Raise JournalError for a file that is newer or not a journal.
    """
    # In WAL mode even a reader makes a file beside the database, unless it is told that nothing changes (immutable).
    for how in ("mode=ro", "mode=ro&immutable=1") if _is_settled(path) else ("mode=ro",):
        with suppress(sqlite3.Error), closing(open_read_only(path, how)) as base:
            base.execute("PRAGMA writable_schema=ON")  # otherwise a file that was cut short is not read at all
            schema_of(base, path)
            return _rescue(base)
    return Rescued()


def _is_settled(path: Path) -> bool:
    """Tell whether everything is in the file itself, so that the files beside it are not needed to read it."""
    wal = path.with_name(f"{path.name}-wal")
    with suppress(OSError):
        return not wal.exists() or not wal.stat().st_size
    return False


def _rescue(base: sqlite3.Connection) -> Rescued:
    known = [name for _, name, *_ in _tried(base, "PRAGMA table_info(entries)")]
    query = f"SELECT id, at, CAST(input AS BLOB), {'crc' if 'crc' in known else 'NULL'} FROM entries"
    rows = {row.number: row for row in _rows(base, f"{query} ORDER BY id")}
    last = max(rows, default=0)
    # A damaged page ends a query. Read from the other end too, then number by number what lies between.
    rows |= {row.number: row for row in _rows(base, f"{query} ORDER BY id DESC")}
    behind = min((number for number in rows if number > last), default=last)
    for number in range(last + 1, min(behind, last + _MOST_PROBED)):
        rows |= {row.number: row for row in _rows(base, f"{query} WHERE id = {number}")}
    settings = None
    with suppress(sqlite3.Error):
        settings = meta_value(base, MetaKey.SETTINGS)
    skipped = _tried(base, "SELECT first, last, why FROM skipped ORDER BY first")
    games = _tried(base, "SELECT first, id FROM games ORDER BY first")
    return Rescued(
        [rows[number] for number in sorted(rows)],
        [
            (first, last, why)
            for first, last, why in skipped
            if isinstance(first, int) and isinstance(last, int) and isinstance(why, str)
        ],
        {first: number for first, number in games if isinstance(first, int) and isinstance(number, int)},
        settings,
    )


def _tried(base: sqlite3.Connection, query: str) -> Iterator[tuple[SqlValue, ...]]:
    """Yield the rows of a query up to where it fails."""
    with suppress(sqlite3.Error):
        yield from base.execute(query)


def _rows(base: sqlite3.Connection, query: str) -> Iterator[Row]:
    """Yield the rows of a query that can be entries and are what was written."""
    for number, at, text, crc in _tried(base, query):
        if isinstance(number, int) and isinstance(at, float) and isinstance(text, bytes):
            row = Row(number, at, text, crc if isinstance(crc, int) else None)
            if row.sound and _is_text(text):
                yield row


def _is_text(text: bytes) -> bool:
    with suppress(UnicodeDecodeError):
        return bool(text.decode())
    return False


class _Verb(msgspec.Struct):
    do: str = ""


def begins_game(row: Row) -> bool:
    """Tell whether a game begins with this row."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(row.text, type=_Verb).do == _BEGINS
    return False


def playable(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows of every game from its beginning up to the first row that is missing."""
    expected = None
    for row in rows:
        if begins_game(row) or row.number == expected:
            expected = row.number + 1
            yield row
        else:
            expected = None


def fill(base: sqlite3.Connection, rescued: Rescued) -> None:
    """Put what can still be played into an empty database. Must run within a transaction."""
    for row in playable(rescued.rows):
        base.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?)", (row.number, row.at, row.text.decode(), zlib.crc32(row.text))
        )
        if begins_game(row):
            base.execute("INSERT INTO games VALUES (?, ?)", (rescued.games.get(row.number), row.number))
    base.executemany("INSERT INTO skipped VALUES (?, ?, ?)", rescued.skipped)
    if rescued.settings is not None:
        put_meta(base, MetaKey.SETTINGS, rescued.settings)


# Setting aside


def set_aside(path: Path, stamp: str) -> None:
    """Rename a damaged file and put a fresh one in its place, with what can still be played.

    The new name ends with `stamp`; the files beside it are renamed too. The key of its secrets stays, for the fresh
    file needs it. The fresh file is complete before anything is renamed, so a power cut between any two steps loses
    nothing. A link is renamed, but what it leads to is not read. Raise OSError or sqlite3.Error.
    """
    draft = _draft(path)
    for left in (draft, *_beside(draft)):
        left.unlink(missing_ok=True)
    # What a link leads to is not ours: even reading a database may write beside it.
    rescued = Rescued() if path.is_symlink() else rescue(path)
    with closing(sqlite3.connect(draft, isolation_level=None)) as base:
        base.execute("PRAGMA synchronous=FULL")
        with transaction(base):
            for migrate in MIGRATIONS:
                migrate(base)
            fill(base, rescued)
            put_meta(base, MetaKey.SCHEMA, str(SCHEMA))
            put_meta(base, MetaKey.SET_ASIDE, _free_name(path, stamp))
    _exchange(path)


def finish_setting_aside(path: Path) -> None:
    """Complete a `set_aside` that was cut off after the fresh file was complete. Raise as `set_aside`."""
    if not path.exists() and _draft(path).exists():
        _exchange(path)


def set_aside_name(base: sqlite3.Connection) -> str | None:
    """Return the name under which the file before this one was set aside, until an entry is kept."""
    return meta_value(base, MetaKey.SET_ASIDE)


def _exchange(path: Path) -> None:
    """Give the file the name that its draft holds, and the draft the name of the file."""
    with closing(open_read_only(_draft(path))) as base:
        target = path.with_name(set_aside_name(base) or f"{path.name}.set-aside")
    for old, new in zip((path, *_beside(path)), (target, *_beside(target)), strict=True):
        if os.path.lexists(old):
            old.rename(new)
    _draft(path).rename(path)
    sync_directory(path.parent)
    _log.error("%s was damaged and is now %s; the games go on with what could be read", path, target.name)


def _draft(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def _beside(path: Path) -> list[Path]:
    return [path.with_name(f"{path.name}{suffix}") for suffix in SIDE_FILES]


def _free_name(path: Path, stamp: str) -> str:
    """Return a name with the stamp that no file has yet."""
    name, count = f"{path.name}.set-aside-{stamp}", 1
    while any(os.path.lexists(taken) for taken in (path.with_name(name), *_beside(path.with_name(name)))):
        count += 1
        name = f"{path.name}.set-aside-{stamp}-{count}"
    return name
