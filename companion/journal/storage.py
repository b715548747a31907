"""The file of the journal: opening it, checking it, bringing it up to date, and keeping it within its limits.

A start never fails because of the state of a disk. A damaged file is set aside, and what can be read of it goes into a
fresh one. Where nothing can be written (a full disk, a read-only system, somebody else's file), what can be read is
held in memory until writing works.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from companion.journal.errors import DamagedError, JournalError
from companion.journal.migrations import MetaKey, schema_of, transaction, upgrade
from companion.journal.salvage import BUSY_SECONDS, fill, finish_setting_aside, open_read_only, rescue, set_aside

LARGEST_CHECKED = 64_000_000
"""Bytes up to which a whole file is checked at the start. The limits of a journal keep it far smaller."""
WAL_PAGES = 512
"""Pages of the write-ahead log (2 MB) after which it is copied into the file and starts again."""
INTACT: Final = "ok"
"""What SQLite's `PRAGMA quick_check` says about a database without damage."""
_PAGE_BYTES = 4096
_HEADER = b"SQLite format 3\0"
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_log = logging.getLogger(__name__)


class Limits(NamedTuple):
    """How much is kept: a number of games, and a size in bytes. The game in progress is always kept whole."""

    games: int = 50
    size: int = 8_000_000


LIMITS = Limits()


def open_file(path: Path, stamp: str) -> sqlite3.Connection:
    """Return the journal in a file, ready for writing.

    A damaged file or a link is set aside first, under a name with `stamp`; the fresh file then holds that name
    (`set_aside_name`). Raise JournalError for a file that is newer or not a journal, sqlite3.Error or OSError when
    nothing can be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    finish_setting_aside(path)  # the start before may have been cut off in the middle of it
    if path.is_symlink():
        set_aside(path, stamp)
    try:
        return _opened(path)
    except DamagedError as damage:
        _log.error("%s", damage)
    set_aside(path, stamp)
    return _opened(path)


def check_named(path: Path) -> None:
    """Check a file that the user has named as the journal, because a file that never was one must not be set aside.

    Raise JournalError for a file that is not a database, and for a place where there can be none.
    """
    try:
        if not path.parent.is_dir():
            raise JournalError(f"{path}: there is no directory for the journal.")
        if path.is_symlink():
            raise JournalError(f"{path}: the journal cannot be used: this is a link.")
        if path.exists() and _head(path) not in (b"", _HEADER):
            raise JournalError(f"{path}: the journal cannot be used: this is no database.")
    except PermissionError:
        return  # it may be a journal; that nothing can be written there is told later
    except OSError as error:
        raise JournalError(f"{path}: the journal cannot be used: {error.strerror}.") from error


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(_HEADER))


def open_in_memory(path: Path) -> sqlite3.Connection:
    """Return what can be read of a file, as a database in memory. Raise JournalError as `open_file`."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    upgrade(base, path)
    with transaction(base):
        fill(base, rescue(path))
    return base


def _opened(path: Path) -> sqlite3.Connection:
    if path.exists():
        _look_over(path)
    with _damage_told(path):
        base = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
        try:
            _make_ready(base, path)
        except BaseException:
            base.close()
            raise
    return base


def _make_ready(base: sqlite3.Connection, path: Path) -> None:
    schema_of(base, path)  # raises for a file that is not ours, before anything is changed
    for setting in ("journal_mode=WAL", "synchronous=FULL", f"wal_autocheckpoint={WAL_PAGES}"):
        base.execute(f"PRAGMA {setting}")
    base.execute(f"PRAGMA journal_size_limit={WAL_PAGES * _PAGE_BYTES}")
    upgrade(base, path)
    _try_to_write(base)


def _try_to_write(base: sqlite3.Connection) -> None:
    """Write something and take it back, because SQLite opens a read-only file without an error."""
    base.execute("BEGIN IMMEDIATE")
    base.execute("UPDATE meta SET value = value WHERE key = ?", (MetaKey.SCHEMA,))
    base.execute("ROLLBACK")


def _look_over(path: Path) -> None:
    """Check a file without changing it. Raise DamagedError."""
    if path.stat().st_size > LARGEST_CHECKED:
        _log.warning("%s is larger than any journal should be; it is not looked over", path)
        return
    # An OperationalError is no damage: the file is in use, or its directory is read-only. Opening will tell.
    with _damage_told(path), suppress(sqlite3.OperationalError), closing(open_read_only(path)) as base:
        found = base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != INTACT:
            raise DamagedError(f"{path}: the journal is damaged: {' '.join(found.split())}.")


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    """Turn what SQLite says about damage into a DamagedError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE:
            raise DamagedError(f"{path}: the journal is damaged: {error}.") from error
        raise


# Old games


def prune(base: sqlite3.Connection, limits: Limits) -> None:
    """Drop the oldest games beyond the limits. Must run within the transaction that begins a new game."""
    firsts = [first for (first,) in base.execute("SELECT first FROM games ORDER BY first DESC")]
    kept = firsts[: max(limits.games, 1)]
    if len(kept) < len(firsts):
        _forget_before(base, kept[-1])
    while len(kept) > 1 and size(base) > limits.size:
        kept.pop()
        _forget_before(base, kept[-1])


def size(base: sqlite3.Connection) -> int:
    """Return how many bytes of the file are in use."""
    names = ("page_count", "freelist_count", "page_size")
    pages, free, each = (base.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    return int((pages - free) * each)


def _forget_before(base: sqlite3.Connection, first: int) -> None:
    base.execute("DELETE FROM entries WHERE id < ?", (first,))
    base.execute("DELETE FROM games WHERE first < ?", (first,))
    base.execute("DELETE FROM skipped WHERE last < ?", (first,))
