"""The games in a journal, read without changing it. The daemon may be playing at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.journal.errors import JournalError
from companion.journal.key import key_of
from companion.journal.salvage import Rescued, Row, begins_game, playable, rescue
from companion.talk.seals import KEY_BYTES, Seal


class KeptEntry(NamedTuple):
    """An entry as it is on disk. `played` tells whether it is part of the game as it was played to its end."""

    row: Row
    played: bool


class KeptGame(NamedTuple):
    """One game of a journal. `newest`: it is the last one, so it may still be in progress."""

    number: int
    entries: list[KeptEntry]
    newest: bool

    @property
    def begun(self) -> float:
        """When the game began, in seconds since the epoch."""
        return self.entries[0].row.at

    @property
    def rows(self) -> list[Row]:
        """The rows that are part of the game as it was played."""
        return [entry.row for entry in self.entries if entry.played]


def kept_games(path: Path) -> list[KeptGame]:
    """Return the games in a journal, the oldest first. Raise JournalError when it cannot be read as a journal."""
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise JournalError(f"{path}: the journal cannot be read: {error.strerror}.") from error
    found = rescue(path)
    games = list(_split(found))
    return [
        KeptGame(found.games.get(entries[0].row.number, place), entries, place == len(games))
        for place, entries in enumerate(games, 1)
    ]


def _split(found: Rescued) -> Iterator[list[KeptEntry]]:
    """Yield the entries of each game. Entries before the first game belong to a game that is lost, and are left out."""
    contiguous = {row.number for row in playable(found.rows)}
    skipped = {number for first, last, _ in found.skipped for number in range(first, last + 1)}
    entries: list[KeptEntry] = []
    for row in found.rows:
        if begins_game(row):
            if entries:
                yield entries
            entries = []
        elif not entries:
            continue
        entries.append(KeptEntry(row, row.number in contiguous and row.number not in skipped))
    if entries:
        yield entries


def known_seal(path: Path) -> Seal | None:
    """Return the seal of a journal, or None when its key is missing or may not be read by this account."""
    try:
        key = key_of(path).read_bytes()
    except OSError:
        return None
    return Seal(key[:KEY_BYTES]) if len(key) >= KEY_BYTES else None
