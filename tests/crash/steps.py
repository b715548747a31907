"""Kills a companion with signal 9 before every step of a change of the journal's file, and looks what is found after.

A step is a statement of SQL, a connection, a file that is renamed or removed. After each kill the next start is killed
as well, at one of its steps, and the start after that must find everything.

python -m tests.crash.steps: a process of its own, because it forks; prints a line for each change and exits 0, or says
what is wrong.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.journal.migrations import SCHEMA
from companion.journal.record import Journal
from companion.journal.salvage import rescue
from companion.journal.storage import Limits
from companion.talk.messages import NewGameMessage, encode
from companion.talk.settings import Settings
from companion.talk.verb import Message
from tests.bench.people import EVERY_BOX
from tests.crash.scripts import scripted
from tests.journal.old_journals import PAGE, pull_the_plug, spoil_page, write_schema_1

NAME = "journal.sqlite"
FEW = Limits(games=3)
ALIKE = 24
"""Characters in which statements agree that do the same with other values."""
NEW_GAME = NewGameMessage(game="castle-panic", players=2, seed=1)


class Change(NamedTuple):
    """A change of a journal's file: `prepare` makes the file, `act` changes it, `look` says what is wrong then."""

    prepare: Callable[[Path], None]
    act: Callable[[Path], None]
    look: Callable[[Path, Path], str]


class Killer:
    """Kills this process before a step of it."""

    def __init__(self, at: int) -> None:
        self._left = at
        self._connect = sqlite3.connect
        self._statement = ""
        sqlite3.connect = self._traced  # type: ignore[assignment]
        sys.addaudithook(self._audited)

    def _traced(self, *arguments: Any, **more: Any) -> sqlite3.Connection:
        self._step()
        base = self._connect(*arguments, **more)
        base.set_trace_callback(self._spoken)
        return base

    def _spoken(self, statement: str) -> None:
        """A statement; of many alike in a row the first one is a step."""
        if statement[:ALIKE] != self._statement:
            self._statement = statement[:ALIKE]
            self._step()

    def _audited(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("os.rename", "os.remove"):
            self._step()

    def _step(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def killed(act: Callable[[Path], None], path: Path, at: int) -> bool:
    """Does something in a child that is killed before a step. Says whether it came so far."""
    child = os.fork()
    if child == 0:
        Killer(at)
        try:
            act(path)
        finally:
            os._exit(1 if sys.exc_info()[0] else 0)
    _, status = os.waitpid(child, 0)
    if status and not os.WIFSIGNALED(status):
        raise SystemExit(f"a start failed after a kill, before step {at}")
    return os.WIFSIGNALED(status)


def start(path: Path) -> None:
    """A companion starts and ends."""
    Journal(path, lambda: 1e9, FEW).close()


def begin(path: Path) -> None:
    """A companion starts and a new game begins."""
    journal = Journal(path, lambda: 1e9, FEW)
    journal.keep_all([NEW_GAME], Settings())
    journal.close()


def texts(path: Path) -> list[str]:
    """Every entry in the file."""
    return [row.text.decode() for row in rescue(path).rows]


# The schema is brought up to date


def old_file(path: Path) -> None:
    """A journal of schema 1."""
    write_schema_1(path, scripted(40, seed=11))


def is_migrated(path: Path, before: Path) -> str:
    """Whether every entry is there, in the schema of today."""
    journal = Journal(path, lambda: 1.0)
    found = journal._base.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()[0]
    whole = all(row.sound and row.crc is not None for row in journal.rows())
    journal.close()
    return "" if found == str(SCHEMA) and whole and texts(path) == texts(before) else "not migrated whole"


# Old games are dropped


def full_file(path: Path) -> None:
    """A journal with as many games as are kept."""
    journal = Journal(path, lambda: 1.0)
    for seed in range(FEW.games):
        for entry in scripted(20, seed, game=EVERY_BOX):
            journal.keep_all([entry], Settings())
    journal.close()


def is_pruned(path: Path, before: Path) -> str:
    """Whether the new game has begun and the oldest is gone, or neither."""
    start(path)
    old, new, first_game = texts(before), [*texts(before)[20:], encode(NEW_GAME).decode()], 20
    assert len(old) == FEW.games * first_game
    return "" if texts(path) in (old, new) else "a game is half gone"


# A damaged file is set aside


@cache
def script(seed: int) -> list[Message]:
    """The inputs of a game that fills some pages."""
    return scripted(150, seed, game=EVERY_BOX)


def damaged_file(path: Path) -> None:
    """A journal with two games and a page of rubbish, after a power cut."""
    living = path.with_name("living")
    journal = Journal(living, lambda: 1.0)
    for entry in [*script(1), *script(2)]:
        journal.keep_all([entry], Settings())
    journal._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    journal.keep_all([script(3)[1]], Settings())
    pull_the_plug(living, path)
    journal.close()
    living.unlink()
    spoil_page(path, path.stat().st_size // PAGE - 2)  # the last one stands in the write-ahead log, too


def is_set_aside(path: Path, before: Path) -> str:
    """Whether the damaged file is kept as it was, and what could be read is there."""
    journal = Journal(path, lambda: 2e9)
    told, rows = journal.set_aside, [row.text.decode() for row in journal.rows()]
    journal.close()
    aside = sorted(found.name for found in path.parent.glob(f"{NAME}.set-aside-*") if found.suffix[-4:] != "-shm")
    if told is None or aside != [told, f"{told}-wal"]:
        return f"set aside are {aside}, told was {told}"
    for suffix in ("", "-wal"):
        if path.with_name(told + suffix).read_bytes() != before.with_name(NAME + suffix).read_bytes():
            return f"the damaged file{suffix} is not as it was"
    if list(path.parent.glob("*.new*")):
        return "a draft was left"
    played = [encode(entry).decode() for entry in script(2)]
    return (
        ""
        if 10 < len(rows) < len(played) and rows == played[: len(rows)]
        else "the game is not as far as it could be read"
    )


CHANGES = {
    "migration": Change(old_file, start, is_migrated),
    "pruning": Change(full_file, begin, is_pruned),
    "setting aside": Change(damaged_file, start, is_set_aside),
}


def main() -> int:
    """Kills at every step of every change."""
    logging.disable()
    for name, change in CHANGES.items():
        with tempfile.TemporaryDirectory() as directory:
            steps, wrong = kill_everywhere(change, Path(directory))
        print(f"{name}: killed before each of {steps} steps: {wrong or 'nothing is lost'}")
        if wrong:
            return 1
    return 0


def kill_everywhere(change: Change, directory: Path) -> tuple[int, str]:
    """Kills before every step of a change. Gives how many there were, and what was wrong."""
    before = directory / "before"
    before.mkdir()
    change.prepare(before / NAME)
    at = 1
    while True:
        after = directory / str(at)
        shutil.copytree(before, after)
        reached = killed(change.act, after / NAME, at)
        killed(start, after / NAME, 3 + at % 19)
        wrong = change.look(after / NAME, before / NAME)
        shutil.rmtree(after)
        if wrong or not reached:
            return at - 1, f"before step {at}: {wrong}" if wrong else ""
        at += 1


if __name__ == "__main__":
    sys.exit(main())
