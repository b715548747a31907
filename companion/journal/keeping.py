"""Keeping the entries of a game in order, even through a time when nothing can be written."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from companion.journal.record import GapError, Journal, Resumed, resume
from companion.journal.storage import check_named
from companion.talk.desk import Desk
from companion.talk.messages import NewGameMessage
from companion.talk.settings import Settings
from companion.talk.verb import Message

MOST_WAITING = 5000
"""How many entries wait in memory at most: some ten games."""

_log = logging.getLogger(__name__)


class News(StrEnum):
    """What the players must know about the journal. Each value is the name of a message, `notice-…` (notices.ftl)."""

    NOT_SAVED = "not-saved"
    """From now on nothing can be written; the game goes on in memory."""
    SAVING_AGAIN = "saving-again"
    """Everything is on disk again."""
    SET_ASIDE = "journal-set-aside"
    MENDED = "journal-mended"
    STEPS_LOST = "steps-lost"


def notices(journal: Journal, taken: Resumed) -> Iterator[News]:
    """Yield what the players must know about the journal after a start."""
    if not taken.played and (taken.left or journal.set_aside):
        yield News.SET_ASIDE
    elif journal.set_aside:
        yield News.MENDED
    elif taken.left:
        yield News.STEPS_LOST
    if journal.trouble is not None:
        yield News.NOT_SAVED


class Store(Protocol):
    """Where a keeper writes its entries: the journal, or a substitute in a test."""

    def keep_all(self, entries: Sequence[Message], settings: Settings) -> None:
        """Write entries and settings; return once they are safe. Raise sqlite3.Error when not all of them are."""


class Keeper:
    """Keeps entries in order. An entry that could not be written waits for the next try, so there is never a gap.

    `failing` tells that the store is known to fail from the start. When `most` entries wait, the rest of this game is
    not kept; the entries before stay, and the next game is kept again.
    """

    def __init__(self, store: Store, *, failing: bool = False, most: int = MOST_WAITING) -> None:
        self._store = store
        self._most = most
        self._waiting: list[Message] = []
        self._overrun = False
        self.failing = failing
        """Whether something is not on disk."""

    def keep(self, entry: Message, settings: Settings) -> News | None:
        """Write an entry, and before it everything that waits. Return what is new about saving, or None."""
        was_failing = self.failing
        self._add(entry)
        self._write(settings)
        self.failing = bool(self._waiting) or self._overrun
        if self.failing == was_failing:
            return None
        return News.NOT_SAVED if self.failing else News.SAVING_AGAIN

    def _add(self, entry: Message) -> None:
        # A new game needs nothing of the games before it, so they make room for it.
        if isinstance(entry, NewGameMessage) and (self._overrun or len(self._waiting) >= self._most):
            self._drop(len(self._waiting))
            self._overrun = False
        if not self._overrun and len(self._waiting) >= self._most:
            _log.error("too much waits to be written: the rest of this game is not kept")
            self._overrun = True
        if not self._overrun:
            self._waiting.append(entry)

    def _write(self, settings: Settings) -> None:
        try:
            self._try(settings)
        except sqlite3.Error as error:
            _log.error("the journal was not written, %d entries wait: %s", len(self._waiting), error)

    def _try(self, settings: Settings) -> None:
        """Write everything that waits. When the entries before do not fit any more, begin with the last new game."""
        try:
            if self._waiting:
                self._store.keep_all(self._waiting, settings)
        except GapError:
            begins = [place for place, entry in enumerate(self._waiting) if isinstance(entry, NewGameMessage)]
            if not begins:
                raise
            self._drop(begins[-1])
            self._store.keep_all(self._waiting, settings)
        self._waiting.clear()

    def _drop(self, count: int) -> None:
        if count:
            _log.error("%d entries of the game before could not be kept", count)
            del self._waiting[:count]


class TellingKeeper:
    """A keeper for a table without a voice: what is new about saving is told as a sentence."""

    def __init__(self, desk: Desk, keeper: Keeper, tell: Callable[[str], None]) -> None:
        self._desk = desk
        self._keeper = keeper
        self._tell = tell

    def tell(self, notice: str) -> None:
        """Tell the notice of that name."""
        self._tell(self._desk.narrator.notice(notice, self._desk.settings.words))

    def keep(self, entry: Message, settings: Settings) -> None:
        """Keep an entry: now, or as soon as it can be written."""
        news = self._keeper.keep(entry, settings)
        if news is not None:
            self.tell(news)


def keep_in(path: Path, desk: Desk, now: Callable[[], float], tell: Callable[[str], None]) -> TellingKeeper:
    """Resume on a desk the game in a file that the user has named, and keep there what follows.

    `now` returns seconds since the epoch; `tell` shows a sentence. Raise JournalError for a file that is not a journal.
    """
    check_named(path)
    journal = Journal(path, now)
    taken = resume(desk, journal)
    keeper = TellingKeeper(desk, Keeper(journal, failing=journal.trouble is not None), tell)
    for notice in notices(journal, taken):
        keeper.tell(notice)
    return keeper
