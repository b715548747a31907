"""The journal: every input that changes a game, in order, safe on disk before anything is announced.

One SQLite file in WAL mode with `synchronous=FULL`: when `keep` returns, the entry survives a power cut. A game is its `new_game` and the
inputs after it; whoever plays them again has the game, at the very question where it stood. Undo and redo are entries like any other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.desk import Desk
from companion.messages import Message, NewGame, Set, decode, encode
from companion.rules.requests import Refused
from companion.seals import Seal, seal_beside
from companion.settings import Settings

SCHEMA = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, at REAL NOT NULL, input TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, first INTEGER NOT NULL REFERENCES entries);
"""


class JournalError(Exception):
    """A journal that cannot be used; its text is one plain sentence."""


class Journal:
    """The journal in one file. `now` gives seconds since the epoch."""

    def __init__(self, path: Path, now: Callable[[], float]) -> None:
        self.path = path
        self.now = now
        try:
            self._base = sqlite3.connect(path, isolation_level=None)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=FULL")
            self._check_schema()
        except sqlite3.Error as error:
            raise JournalError(f"{path}: the journal cannot be used: {error}.") from error
        self._first = self._first_entry()

    def _check_schema(self) -> None:
        self._base.executescript(_TABLES)
        self._base.execute("INSERT OR IGNORE INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
        found = self._base.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()[0]
        if int(found) > SCHEMA:
            raise JournalError(f"{self.path}: the journal was written by a newer companion (schema {found}, this one knows {SCHEMA}).")

    def _first_entry(self) -> int:
        """The entry that began the last game, 0 before any."""
        return int(self._base.execute("SELECT COALESCE(MAX(first), 0) FROM games").fetchone()[0])

    def keep(self, entry: Message, settings: Settings) -> None:
        """Writes an entry and the settings in force. Returns once both are on disk. Raises sqlite3.Error when they are not."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            self._write(entry, settings)
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def _write(self, entry: Message, settings: Settings) -> None:
        if isinstance(entry, NewGame | Set):
            self._base.execute("INSERT OR REPLACE INTO meta VALUES ('settings', ?)", (msgspec.json.encode(settings).decode(),))
        row = (self.now(), encode(entry).decode())
        number = self._base.execute("INSERT INTO entries (at, input) VALUES (?, ?)", row).lastrowid
        if isinstance(entry, NewGame):
            self._base.execute("INSERT INTO games (first) VALUES (?)", (number,))
            self._first = number or 0

    def seal(self) -> Seal:
        """The seal of what games keep secret; its key lies beside the journal. Raises JournalError."""
        try:
            return seal_beside(self.path)
        except OSError as error:
            raise JournalError(f"{self.path}: the key for its secrets cannot be used: {error}.") from error

    def settings(self) -> Settings | None:
        """The settings last kept."""
        row = self._base.execute("SELECT value FROM meta WHERE key = 'settings'").fetchone()
        return msgspec.json.decode(row[0], type=Settings) if row else None

    def entries(self) -> Iterator[Message]:
        """The entries of the game last begun, in order."""
        if self._first:
            rows = self._base.execute("SELECT input FROM entries WHERE id >= ? ORDER BY id", (self._first,))
            for (text,) in rows.fetchall():
                yield decode(text.encode())

    def close(self) -> None:
        """Closes the file."""
        self._base.close()


def resume(desk: Desk, journal: Journal) -> int:
    """Plays the game last begun again on the desk, up to the question where it stood.

    Gives the number of entries played. Raises JournalError when one of them cannot be taken; the game then stands before it.
    """
    desk.seal = journal.seal()
    kept = journal.settings()
    if kept is not None:
        desk.settings = kept
    count = 0
    for entry in journal.entries():
        try:
            desk.do(entry)
        except Refused as refused:
            raise JournalError(f"{journal.path}: entry {count + 1} of the game cannot be played again ({refused.reason}).") from refused
        count += 1
    return count
