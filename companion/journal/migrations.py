"""The tables of the journal, and what leads from each version of them to the next."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum


class JournalError(Exception):
    """A journal that cannot be used; its text is one plain sentence."""


class DamagedError(JournalError):
    """A file that is no whole database."""


class MetaKey(StrEnum):
    """The keys of the table `meta`, which holds what there is only one of."""

    SCHEMA = "schema"
    SETTINGS = "settings"
    """The settings last kept, as JSON."""
    SET_ASIDE = "set-aside"
    """The new name of the damaged file before this one, until an entry is kept."""


def meta_value(base: sqlite3.Connection, key: MetaKey) -> str | None:
    """Return a value of the table `meta`, or None when there is none. Raise sqlite3.Error."""
    row = base.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def put_meta(base: sqlite3.Connection, key: MetaKey, value: str) -> None:
    """Write a value of the table `meta` in the place of an earlier one. Raise sqlite3.Error."""
    base.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _tables(base: sqlite3.Connection) -> None:
    """Schema 1: the entries in order, and where among them each game begins."""
    base.execute("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    base.execute("CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, at REAL NOT NULL, input TEXT NOT NULL)")
    base.execute("CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, first INTEGER NOT NULL REFERENCES entries)")


def _checksums_and_gaps(base: sqlite3.Connection) -> None:
    """Schema 2: the CRC-32 of each entry's text, and runs of entries that stay on disk but are not played any more."""
    base.create_function("crc32", 1, zlib.crc32, deterministic=True)
    base.execute("ALTER TABLE entries ADD COLUMN crc INTEGER")
    base.execute("UPDATE entries SET crc = crc32(CAST(input AS BLOB))")
    base.execute("CREATE TABLE skipped (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, why TEXT NOT NULL)")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_tables, _checksums_and_gaps)
"""From each schema to the next, the first from an empty file. What is here never changes; what is new goes after."""
SCHEMA = len(MIGRATIONS)


def upgrade(base: sqlite3.Connection, name: object) -> None:
    """Brings a database to the schema of today, in one transaction.

    Raises JournalError for one that is newer or not ours, and then it is as it was; sqlite3.Error likewise.
    """
    found = schema_of(base, name)
    if found == SCHEMA:
        return
    with transaction(base):
        for migrate in MIGRATIONS[found:]:
            migrate(base)
        put_meta(base, MetaKey.SCHEMA, str(SCHEMA))


def schema_of(base: sqlite3.Connection, name: object) -> int:
    """The schema of a database; 0 for an empty one, and for one whose making was cut off. Raises JournalError."""
    tables = {table for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and "meta" not in tables:
        raise JournalError(f"{name}: this is a database of something else.")
    found = (meta_value(base, MetaKey.SCHEMA) if tables else None) or "0"
    if not found.isdecimal():
        raise DamagedError(f"{name}: the journal is damaged: its schema is {found!r}.")
    if int(found) > SCHEMA:
        raise JournalError(
            f"{name}: the journal was written by a newer companion (schema {found}, this one knows {SCHEMA})."
        )
    return int(found)


@contextmanager
def transaction(base: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing. Raises sqlite3.Error, and then it was nothing."""
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
        base.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # a full disk has ended the transaction already
            base.execute("ROLLBACK")
        raise
