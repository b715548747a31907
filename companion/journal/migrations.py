"""The tables of the journal's database, and the steps from each version of them (schema) to the next."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum

from companion.journal.errors import DamagedError, JournalError


class MetaKey(StrEnum):
    """The keys of the table `meta`, for values of which there is only one."""

    SCHEMA = "schema"
    SETTINGS = "settings"
    """The settings in force, as JSON."""
    SET_ASIDE = "set-aside"
    """The new name of the damaged file before this one, until the first entry is kept here."""


def meta_value(base: sqlite3.Connection, key: MetaKey) -> str | None:
    """Return a value of the table `meta`, or None when there is none. Raise sqlite3.Error."""
    row = base.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def put_meta(base: sqlite3.Connection, key: MetaKey, value: str) -> None:
    """Write a value of the table `meta` in the place of an earlier one. Raise sqlite3.Error."""
    base.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _tables(base: sqlite3.Connection) -> None:
    """Make schema 1: the entries in order, and the entry with which each game begins."""
    base.execute("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    base.execute("CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, at REAL NOT NULL, input TEXT NOT NULL)")
    base.execute("CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, first INTEGER NOT NULL REFERENCES entries)")


def _checksums_and_gaps(base: sqlite3.Connection) -> None:
    """Make schema 2: the CRC-32 of each entry's text, and runs of entries that are kept but no longer played."""
    base.create_function("crc32", 1, zlib.crc32, deterministic=True)
    base.execute("ALTER TABLE entries ADD COLUMN crc INTEGER")
    base.execute("UPDATE entries SET crc = crc32(CAST(input AS BLOB))")
    base.execute("CREATE TABLE skipped (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, why TEXT NOT NULL)")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_tables, _checksums_and_gaps)
"""The steps from each schema to the next, the first from an empty file. A step never changes; new ones go to the end.
"""
SCHEMA = len(MIGRATIONS)


def upgrade(base: sqlite3.Connection, name: object) -> None:
    """Bring a database to the schema of today, in one transaction. `name` stands for the file in sentences.

    Raise JournalError for a database that is newer or not a journal, and sqlite3.Error when it cannot be written; then
    it is as it was.
    """
    found = schema_of(base, name)
    if found == SCHEMA:
        return
    with transaction(base):
        for migrate in MIGRATIONS[found:]:
            migrate(base)
        put_meta(base, MetaKey.SCHEMA, str(SCHEMA))


def schema_of(base: sqlite3.Connection, name: object) -> int:
    """Return the schema of a database; 0 for an empty one, also when a power cut left it without its tables.

    Raise JournalError for a database that is newer or not a journal, DamagedError for one that is damaged.
    """
    tables = {table for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and "meta" not in tables:
        raise JournalError(f"{name}: this is a database of something else.")
    told = meta_value(base, MetaKey.SCHEMA) if tables else None
    found = "0" if told is None else told
    if not found.isdecimal():
        raise DamagedError(f"{name}: the journal is damaged: its schema is {found!r}.")
    if int(found) > SCHEMA:
        raise JournalError(
            f"{name}: the journal was written by a newer companion (schema {found}, this one knows {SCHEMA})."
        )
    return int(found)


@contextmanager
def transaction(base: sqlite3.Connection) -> Iterator[None]:
    """Run a block in a transaction: all of it or nothing. Raise what the block raises, after undoing all of it."""
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
        base.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # on a full disk, SQLite has ended the transaction already
            base.execute("ROLLBACK")
        raise
