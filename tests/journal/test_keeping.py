"""A disk that is full for a time: the game goes on, it is told once, and in the end nothing is missing."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.journal.keeping import Keeper, News, keep_in, notices
from companion.journal.record import GapError, Journal, Resumed
from companion.talk import messages as m
from companion.talk.messages import encode
from companion.talk.protocol import answer
from companion.talk.settings import Settings
from companion.talk.verb import Message
from tests.crash.scripts import new_desk, scripted

BEGIN = m.NewGameMessage(game="castle-panic", players=2, seed=1)
SETTINGS = Settings()


class Store:
    """Keeps entries, while it works."""

    def __init__(self) -> None:
        self.kept: list[Message] = []
        self.fault: sqlite3.Error | None = sqlite3.OperationalError("full")

    def keep_all(self, entries: Sequence[Message], settings: Settings) -> None:
        if self.fault and not (isinstance(self.fault, GapError) and isinstance(entries[0], m.NewGameMessage)):
            raise self.fault
        self.kept += entries


def presses(count: int) -> list[Message]:
    """Inputs that can be told apart."""
    return [m.RollMessage(value=number) for number in range(count)]


def test_what_waits_is_written_in_order_and_the_beginning_and_the_end_of_trouble_are_told_once() -> None:
    store = Store()
    keeper = Keeper(store)
    entries = [BEGIN, *presses(4)]
    assert [keeper.keep(entry, SETTINGS) for entry in entries[:3]] == [News.NOT_SAVED, None, None]
    store.fault = None
    assert [keeper.keep(entry, SETTINGS) for entry in entries[3:]] == [News.SAVING_AGAIN, None]
    assert store.kept == entries and not keeper.failing


def test_a_store_that_does_not_work_from_the_start_was_told_of_already() -> None:
    store = Store()
    keeper = Keeper(store, failing=True)
    assert keeper.keep(BEGIN, SETTINGS) is None
    store.fault = None
    assert keeper.keep(m.PressMessage(), SETTINGS) is News.SAVING_AGAIN


def test_the_end_of_a_game_that_waits_is_kept_before_the_next_one() -> None:
    store = Store()
    keeper = Keeper(store)
    entries = [BEGIN, *presses(3), BEGIN, *presses(2)]
    for entry in entries:
        keeper.keep(entry, SETTINGS)
    store.fault = None
    keeper.keep(m.PressMessage(), SETTINGS)
    assert store.kept == [*entries, m.PressMessage()]


def test_only_so_much_waits_and_what_is_kept_has_no_gap() -> None:
    store = Store()
    keeper = Keeper(store, most=4)
    entries = [BEGIN, *presses(6)]
    assert [keeper.keep(entry, SETTINGS) for entry in entries] == [News.NOT_SAVED, *[None] * 6]
    store.fault = None
    assert keeper.keep(m.PressMessage(), SETTINGS) is None and keeper.failing, "the rest of this game is not on disk"
    assert store.kept == entries[:4]
    assert keeper.keep(m.PressMessage(), SETTINGS) is None
    assert keeper.keep(BEGIN, SETTINGS) is News.SAVING_AGAIN
    assert store.kept == [*entries[:4], BEGIN] and not keeper.failing


def test_a_new_game_is_kept_also_when_too_much_waits() -> None:
    store = Store()
    keeper = Keeper(store, most=3)
    for entry in [BEGIN, *presses(2), BEGIN, m.PressMessage()]:
        keeper.keep(entry, SETTINGS)
    store.fault = None
    assert keeper.keep(m.DoneMessage(), SETTINGS) is News.SAVING_AGAIN
    assert store.kept == [BEGIN, m.PressMessage(), m.DoneMessage()]


def test_what_does_not_follow_is_not_written_but_the_next_game_is() -> None:
    store = Store()
    store.fault = GapError("another companion")
    keeper = Keeper(store)
    assert keeper.keep(m.PressMessage(), SETTINGS) is News.NOT_SAVED
    assert keeper.keep(m.DoneMessage(), SETTINGS) is None
    assert keeper.keep(BEGIN, SETTINGS) is News.SAVING_AGAIN
    assert store.kept == [BEGIN]


# On a real file


def test_a_file_that_may_not_grow_is_caught_up_with_when_it_may(tmp_path: Path) -> None:
    script = scripted(300, seed=31)
    journal = Journal(tmp_path / "j", lambda: 1.0)
    keeper = Keeper(journal)
    assert keeper.keep(script[0], SETTINGS) is None
    pages = journal._base.execute("PRAGMA page_count").fetchone()[0]
    journal._base.execute(f"PRAGMA max_page_count={pages}")
    news = [keeper.keep(entry, SETTINGS) for entry in script[1:200]]
    assert [new for new in news if new] == [News.NOT_SAVED]
    on_disk = journal._find_position().last
    assert 1 < on_disk < 200
    journal._base.execute("PRAGMA max_page_count=100000")
    assert [new for new in (keeper.keep(entry, SETTINGS) for entry in script[200:]) if new] == [News.SAVING_AGAIN]
    journal.close()
    base = sqlite3.connect(tmp_path / "j")
    assert [text for (text,) in base.execute("SELECT input FROM entries ORDER BY id")] == [
        encode(entry).decode() for entry in script
    ]
    base.close()


@pytest.mark.parametrize(
    ("taken", "aside", "trouble", "told"),
    [
        (Resumed(0), None, None, []),
        (Resumed(9), None, None, []),
        (Resumed(9, 2, "why"), None, None, ["steps-lost"]),
        (Resumed(0, 2, "why"), None, None, ["journal-set-aside"]),
        (Resumed(9), "aside", None, ["journal-mended"]),
        (Resumed(0), "aside", None, ["journal-set-aside"]),
        (Resumed(9), None, OSError(), ["not-saved"]),
        (Resumed(0), "aside", OSError(), ["journal-set-aside", "not-saved"]),
    ],
)
def test_what_a_start_has_to_tell(
    tmp_path: Path, taken: Resumed, aside: str | None, trouble: OSError | None, told: list[str]
) -> None:
    journal = Journal(tmp_path / "j", lambda: 1.0)
    journal.set_aside, journal.trouble = aside, trouble
    assert list(notices(journal, taken)) == told
    assert all(new_desk().narrator.notice(name, "normal") for name in told)


def test_a_table_without_a_voice_tells_it_in_a_line(tmp_path: Path) -> None:
    desk, told = new_desk(), []
    keeper = keep_in(tmp_path / "j", desk, lambda: 1.0, told.append)
    journal = keeper._keeper._store
    assert isinstance(journal, Journal)
    lines = [b'{"do":"new_game","game":"castle-panic","players":2,"setup":"none","pace":"auto","seed":1}']
    lines += [b'{"do":"done"}', b'{"do":"tap","piece":"goblin"}', b'{"do":"roll","value":1}']
    assert answer(desk, lines[0], keeper)["ok"]
    journal._base.execute("PRAGMA query_only=1")
    journal._open_again = lambda: (_ for _ in ()).throw(sqlite3.OperationalError("still"))  # type: ignore[method-assign]
    assert answer(desk, lines[1], keeper)["ok"] and answer(desk, lines[2], keeper)["ok"]
    assert told == [desk.narrator.notice("not-saved", "normal")]
    del journal._open_again
    assert answer(desk, lines[3], keeper)["ok"]
    assert told[1:] == [desk.narrator.notice("saving-again", "normal")]
    assert len(journal.rows()) == 4


def own_mounts() -> bool:
    """Return whether a file system can be mounted that nobody else sees."""
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0
    except OSError:
        return False


@pytest.mark.skipif(os.geteuid() != 0 or not own_mounts(), reason="a small disk can only be mounted by root")
def test_on_a_real_disk_that_is_full_and_on_one_that_is_read_only_the_game_goes_on(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    inside = f"mount -t tmpfs -o size=192k none {disk} && exec {sys.executable} -m tests.crash.disk {disk}"
    done = subprocess.run(["unshare", "--mount", "sh", "-c", inside], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["inputs"] > 40
