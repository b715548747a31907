"""The games that a journal holds, read without changing it, also while the daemon plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.journal.key import key_of
from companion.journal.migrations import JournalError
from companion.journal.salvage import Rescued, Row, begins_game, playable, rescue
from companion.talk.seals import KEY_BYTES, Seal


class KeptEntry(NamedTuple):
    """An entry as it is on disk, and whether it belongs to how the game went on."""

    row: Row
    played: bool


class KeptGame(NamedTuple):
    """One game. `newest` says that none was begun after it: it may still be played."""

    number: int
    entries: list[KeptEntry]
    newest: bool

    @property
    def begun(self) -> float:
        """When it was begun, in seconds since the epoch."""
        return self.entries[0].row.at

    @property
    def rows(self) -> list[Row]:
        """What was played."""
        return [entry.row for entry in self.entries if entry.played]


def kept_games(path: Path) -> list[KeptGame]:
    """The games in a journal, the oldest first. Raises JournalError."""
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
    """The entries of game after game; those before the first belong to none."""
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
    """The seal of a journal, if there is a key for it that may be read."""
    try:
        key = key_of(path).read_bytes()
    except OSError:
        return None
    return Seal(key[:KEY_BYTES]) if len(key) >= KEY_BYTES else None
