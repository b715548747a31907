"""The journal: every input that changes a game, in order, safe on disk before anything is announced.

One SQLite file in WAL mode with `synchronous=FULL`: when `keep` returns, the entry survives a power cut. A game is its
`new_game` and the inputs after it; whoever plays them again has the game, at the very question where it stood. Undo
and redo are entries like any other.

Nothing is dropped in silence. An entry that cannot be played any more, because the rules have changed or it is
damaged, stays on disk with all that follow it; the game stands before it, and when it is gone on with from there, those
entries are marked as skipped. Old games alone are dropped, beyond the limits, when a new one begins.
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
from companion.journal.key import seal_beside
from companion.journal.migrations import JournalError, MetaKey, meta_value, put_meta, transaction
from companion.journal.salvage import Row, set_aside_name
from companion.journal.storage import LIMITS, Limits, open_file, open_in_memory, prune
from companion.talk.desk import Desk
from companion.talk.messages import NewGame, Set, decode, encode
from companion.talk.refusals import NOT_JSON
from companion.talk.seals import KEY_BYTES, Seal
from companion.talk.settings import Settings
from companion.talk.verb import Message

_PASSING = (0, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CONSTRAINT)
"""Errors after which the same connection can be tried again."""

_log = logging.getLogger(__name__)


class GapError(sqlite3.IntegrityError):
    """What should be kept does not follow what is on disk: somebody else has written there, or something is missing."""


class JournalPosition(NamedTuple):
    """Where a journal stands: the entries that began the last game and that was written last; 0 for none."""

    first: int
    last: int


class Journal:
    """The journal in one file. `now` gives seconds since the epoch. Raises JournalError for a file that is not ours."""

    def __init__(self, path: Path, now: Callable[[], float], limits: Limits = LIMITS) -> None:
        self.path = path
        self.now = now
        self.limits = limits
        self.trouble: Exception | None = None
        """Why nothing can be written at the moment. Each `keep` tries anew."""
        self._in_memory = False
        self._key = b""
        try:
            self._base = open_file(path, self._stamp())
        except (sqlite3.Error, OSError) as error:
            self._hold_in_memory(error)
        self.set_aside = set_aside_name(self._base)
        """The new name of a damaged file that was set aside, from then on until the first entry is kept."""
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
                if not isinstance(entries[0], NewGame):
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
        """The game goes on: from its last entry, or else what could not be played is skipped from now on."""
        if self._find_position() != self._position:
            raise GapError("the journal is not as it was left")
        if self._unplayed is not None:
            number, why = self._unplayed
            self._base.execute("INSERT INTO skipped VALUES (?, ?, ?)", (number, self._position.last, why))

    def _write(self, entry: Message, settings: Settings, position: JournalPosition) -> JournalPosition:
        if isinstance(entry, NewGame | Set):
            put_meta(self._base, MetaKey.SETTINGS, msgspec.json.encode(settings).decode())
        text = encode(entry)
        row = (self.now(), text.decode(), zlib.crc32(text))
        number = self._base.execute("INSERT INTO entries (at, input, crc) VALUES (?, ?, ?)", row).lastrowid or 0
        if not isinstance(entry, NewGame):
            return JournalPosition(position.first, number)
        self._base.execute("INSERT INTO games (first) VALUES (?)", (number,))
        prune(self._base, self.limits)
        return JournalPosition(number, number)

    def _open_again(self) -> None:
        """Opens the file anew, after trouble. Raises sqlite3.Error."""
        if not self._in_memory:
            self._base.close()  # before anything is renamed: closing removes files by their names
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
        """The key that could not be kept at the start, before anything that it seals."""
        if self._key:
            seal_beside(self.path, self._key)
            self._key = b""

    # Reading

    def seal(self) -> Seal:
        """The seal of what games keep secret; its key lies beside the journal, or will as soon as writing works."""
        try:
            return seal_beside(self.path)
        except OSError as error:
            _log.error("%s: the key for its secrets cannot be used: %s", self.path, error)
        self._key = secrets.token_bytes(KEY_BYTES)
        return Seal(self._key)

    def settings(self) -> Settings | None:
        """The settings last kept, if they can be understood."""
        kept = meta_value(self._base, MetaKey.SETTINGS)
        try:
            return None if kept is None else msgspec.json.decode(kept, type=Settings)
        except msgspec.DecodeError as error:
            _log.error("%s: the settings are as configured, those that were kept cannot be used: %s", self.path, error)
            return None

    def rows(self) -> list[Row]:
        """The entries of the game last begun that are to be played, in order, as they are on disk."""
        query = (
            "SELECT id, at, CAST(input AS BLOB), crc FROM entries WHERE id >= ? AND NOT EXISTS"
            " (SELECT 1 FROM skipped WHERE entries.id BETWEEN skipped.first AND skipped.last) ORDER BY id"
        )
        found = self._base.execute(query, (self._position.first,)) if self._position.first else ()
        return [Row(*row) for row in found]

    def entries(self) -> Iterator[Message]:
        """The same as inputs, up to one that cannot be understood."""
        for row in self.rows():
            try:
                yield message_of(row)
            except Refused:
                return

    def stand_before(self, row: Row, why: str) -> None:
        """The game cannot be played from this entry on. When it is gone on with, the entries from there are skipped."""
        self._unplayed = (row.number, why)

    def close(self) -> None:
        """Closes the file."""
        self._base.close()


def message_of(row: Row) -> Message:
    """The input of an entry. Raises Refused."""
    if not row.sound:
        raise Refused(NOT_JSON)
    return decode(row.text)


class Resumed(NamedTuple):
    """How a game was taken up again: entries played, entries that could not be played any more, and why not."""

    played: int
    left: int = 0
    why: str = ""


def resume(desk: Desk, journal: Journal) -> Resumed:
    """Plays the game last begun again on the desk, up to the question where it stood.

    Where an entry cannot be played any more the game stands before it; with none played there is no game.
    """
    desk.seal = journal.seal()
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
        desk.settings = msgspec.structs.replace(kept, pace=desk.settings.pace)  # those of now, not of then
    return taken


def _play_again(desk: Desk, rows: Sequence[Row]) -> Resumed:
    for played, row in enumerate(rows):
        try:
            desk.do(message_of(row))
        except Refused as refused:
            return Resumed(played, len(rows) - played, refused.reason)
        except Exception as fault:  # noqa: BLE001 no start would ever come past it
            _log.exception("entry %d of the journal", row.number)
            desk.game = None
            _play_again(desk, rows[:played])
            return Resumed(played, len(rows) - played, repr(fault))
    return Resumed(len(rows))
