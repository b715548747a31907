"""The journal: every input that changes a game, in order, safe on disk before anything is announced.

One SQLite file in WAL mode with `synchronous=FULL`: when `keep_all` returns, the entries survive a power cut. A game is
its `new_game` and the inputs after it. Whoever plays them again has the game, at the same question. Undo and redo are
entries like any other.

Nothing is dropped silently. An entry that cannot be played any more, because the rules have changed or it is damaged,
stays on disk with all that follow it. The game then stands before it; when the players go on from there, those entries
are marked as skipped. Only old games are dropped, those beyond the limits, when a new one begins.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.game.rules.refusals import Refused
from companion.journal.errors import JournalError
from companion.journal.key import seal_beside
from companion.journal.migrations import MetaKey, meta_value, put_meta, transaction
from companion.journal.salvage import Row, set_aside_name
from companion.journal.storage import LIMITS, Limits, open_file, open_in_memory, prune
from companion.talk.desk import Desk
from companion.talk.messages import NewGameMessage, SetMessage, decode, encode
from companion.talk.refusals import NOT_JSON
from companion.talk.said import REMEMBERED
from companion.talk.seals import KEY_BYTES, Seal
from companion.talk.settings import Settings
from companion.talk.verb import Message

_PASSING = (0, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CONSTRAINT)
"""Errors after which the same connection can be tried again. 0 is an error of our own, `GapError`."""

_log = logging.getLogger(__name__)


class GapError(sqlite3.IntegrityError):
    """The entries to keep do not follow what is on disk: somebody else wrote there, or something is missing."""


class JournalPosition(NamedTuple):
    """Where a journal stands: the numbers of the entry that began the last game and of the last entry; 0 for none."""

    first: int
    last: int


class Journal:
    """The journal in one file. `now` returns seconds since the epoch.

    When nothing can be written, the journal is held in memory, and each `keep_all` tries the file again. Raise
    JournalError for a file that is not a journal.
    """

    def __init__(self, path: Path, now: Callable[[], float], limits: Limits = LIMITS) -> None:
        self.path = path
        self.now = now
        self.limits = limits
        self.trouble: Exception | None = None
        """Why nothing can be written at the moment, or None."""
        self._in_memory = False
        self._key = b""
        try:
            self._base = open_file(path, self._stamp())
        except (sqlite3.Error, OSError) as error:
            self._hold_in_memory(error)
        self.set_aside = set_aside_name(self._base)
        """The new name of a damaged file that was set aside, unless an entry was kept between then and this start."""
        self._position = self._find_position()
        self._unplayed: tuple[int, str] | None = None

    def _stamp(self) -> str:
        return f"{datetime.fromtimestamp(self.now(), UTC):%Y-%m-%dT%H-%M-%S}"

    def _hold_in_memory(self, why: Exception) -> None:
        _log.error("%s: nothing can be written: %s", self.path, why)
        self.trouble = why
        self._in_memory = True
        self._base = open_in_memory(self.path)

    def _find_position(self) -> JournalPosition:
        counts = "SELECT (SELECT MAX(first) FROM games), (SELECT MAX(id) FROM entries)"
        first, last = self._base.execute(counts).fetchone()
        return JournalPosition(first or 0, last or 0)

    # Writing

    def keep_all(self, entries: Sequence[Message], settings: Settings) -> None:
        """Write entries and the settings in force, all or nothing. Return once they are on disk.

        Raise sqlite3.Error when they are not, and then nothing has changed; GapError, a kind of it, when the entries do
        not follow what is on disk, so that only a new game can be kept.
        """
        if self.trouble is not None:
            self._open_again()
        position = self._position
        try:
            with transaction(self._base):
                if not isinstance(entries[0], NewGameMessage):
                    self._follow_on()
                for entry in entries:
                    position = self._write(entry, settings, position)
                self._base.execute("DELETE FROM meta WHERE key = ?", (MetaKey.SET_ASIDE,))
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _PASSING:
                self.trouble = error
            raise
        self._position, self._unplayed = position, None

    def _follow_on(self) -> None:
        """Check that the last entry on disk is still the same. Mark what could not be played as skipped."""
        if self._find_position() != self._position:
            raise GapError("the journal is not as it was left")
        if self._unplayed is not None:
            number, why = self._unplayed
            self._base.execute("INSERT INTO skipped VALUES (?, ?, ?)", (number, self._position.last, why))

    def _write(self, entry: Message, settings: Settings, position: JournalPosition) -> JournalPosition:
        if isinstance(entry, NewGameMessage | SetMessage):
            put_meta(self._base, MetaKey.SETTINGS, msgspec.json.encode(settings).decode())
        text = encode(entry)
        row = (self.now(), text.decode(), zlib.crc32(text))
        # SQLite numbers the entries itself: one more than the largest number in the table.
        number = self._base.execute("INSERT INTO entries (at, input, crc) VALUES (?, ?, ?)", row).lastrowid or 0
        if not isinstance(entry, NewGameMessage):
            return JournalPosition(position.first, number)
        self._base.execute("INSERT INTO games (first) VALUES (?)", (number,))
        prune(self._base, self.limits)
        return JournalPosition(number, number)

    def _open_again(self) -> None:
        """Open the file again after trouble. Raise sqlite3.Error when that fails."""
        if not self._in_memory:
            # Close before a file is renamed: SQLite removes the files beside its database by their names.
            self._base.close()
        try:
            base = open_file(self.path, self._stamp())
            self._keep_key()
        except (sqlite3.Error, OSError, JournalError) as error:
            if not self._in_memory:
                self._hold_in_memory(error)
            raise sqlite3.OperationalError(str(error)) from error
        if self._in_memory:
            self._base.close()
        self._base, self.trouble, self._in_memory = base, None, False

    def _keep_key(self) -> None:
        """Write the key that could not be written at the start, before anything that it seals."""
        if self._key:
            seal_beside(self.path, self._key)
            self._key = b""

    # Reading

    def seal(self) -> Seal:
        """Return the seal for the secrets of games. Its key lies beside the journal, now or once writing works."""
        try:
            return seal_beside(self.path)
        except OSError as error:
            _log.error("%s: the key for its secrets cannot be used: %s", self.path, error)
        self._key = secrets.token_bytes(KEY_BYTES)
        return Seal(self._key)

    def settings(self) -> Settings | None:
        """Return the settings last kept, or None when there are none or they cannot be decoded."""
        kept = meta_value(self._base, MetaKey.SETTINGS)
        try:
            return None if kept is None else msgspec.json.decode(kept, type=Settings)
        except msgspec.DecodeError as error:
            _log.error("%s: the settings are as configured, those that were kept cannot be used: %s", self.path, error)
            return None

    def rows(self) -> list[Row]:
        """Return the rows of the last game that are to be played, in order, as they are on disk."""
        query = (
            "SELECT id, at, CAST(input AS BLOB), crc FROM entries WHERE id >= ? AND NOT EXISTS"
            " (SELECT 1 FROM skipped WHERE entries.id BETWEEN skipped.first AND skipped.last) ORDER BY id"
        )
        found = self._base.execute(query, (self._position.first,)) if self._position.first else ()
        return [Row(*row) for row in found]

    def entries(self) -> Iterator[Message]:
        """Yield the entries of the last game as messages, up to one that cannot be decoded."""
        for row in self.rows():
            try:
                yield message_of(row)
            except Refused:
                return

    def stand_before(self, row: Row, why: str) -> None:
        """Note that the game cannot be played from this row on.

        When the players go on, the rows from there are skipped.
        """
        self._unplayed = (row.number, why)

    def close(self) -> None:
        """Close the file."""
        self._base.close()


def message_of(row: Row) -> Message:
    """Return the message in a row. Raise Refused when the row is damaged or is not a message of the protocol."""
    if not row.sound:
        raise Refused(NOT_JSON)
    return decode(row.text)


class Resumed(NamedTuple):
    """How a game was resumed: how many entries were played, how many could not be played any more, and why not."""

    played: int
    left: int = 0
    why: str = ""


def resume(desk: Desk, journal: Journal) -> Resumed:
    """Play the last game of a journal again on a desk, up to the question where it stood.

    When an entry cannot be played any more, the game stands before it; when none can be played, there is no game.
    """
    desk.seal = journal.seal()  # the entry that begins the game may be sealed with it
    kept = journal.settings()
    if kept is not None:
        desk.settings = kept
    rows = journal.rows()
    taken = _play_again(desk, rows)
    if taken.left:
        _log.error("%s: %d inputs of the game cannot be played again: %s", journal.path, taken.left, taken.why)
        if taken.played:
            journal.stand_before(rows[taken.played], taken.why)
    if kept is not None and (taken.left or journal.set_aside):
        # The replay stopped early and left old settings. The players keep their last ones; the pace is the game's.
        desk.settings = msgspec.structs.replace(kept, pace=desk.settings.pace)
    return taken


def _play_again(desk: Desk, rows: Sequence[Row]) -> Resumed:
    told_from = len(rows) - REMEMBERED  # each entry says something, so no more of them can be heard again
    for played, row in enumerate(rows):
        try:
            outcome = desk.take(message_of(row))
            if played >= told_from:
                desk.recall(outcome)
        except Refused as refused:
            return Resumed(played, len(rows) - played, refused.reason)
        except Exception as fault:  # noqa: BLE001 (a fault in the rules must not stop every start from now on)
            _log.exception("entry %d of the journal", row.number)
            desk.game = None
            _play_again(desk, rows[:played])
            return Resumed(played, len(rows) - played, repr(fault))
    return Resumed(len(rows))
