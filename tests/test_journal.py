"""The journal: nothing announced is lost, whatever is cut off where."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion import messages as m
from companion.journal import Journal, JournalError, resume
from companion.messages import encode
from companion.settings import Settings
from companion.state import state_of
from tests.crash.scripts import new_desk, scripted


def kept(path: Path, script: list[m.Message], sizes: list[int] | None = None) -> Journal:
    """A journal that holds a script; the sizes of its WAL after each commit are noted."""
    journal = Journal(path, lambda: 1.0)
    for entry in script:
        journal.keep(entry, Settings())
        if sizes is not None:
            sizes.append(path.with_name(f"{path.name}-wal").stat().st_size)
    return journal


def test_a_game_taken_up_again_stands_at_the_very_same_question(tmp_path: Path) -> None:
    script = scripted(150, seed=3)
    desk = new_desk()
    for message in script:
        desk.do(message)
    kept(tmp_path / "j", script).close()
    again = new_desk()
    resume(again, Journal(tmp_path / "j", lambda: 1.0))
    assert again.game is not None and desk.game is not None
    assert state_of(again.game.table) == state_of(desk.game.table)
    assert again.prompt() == desk.prompt()
    desk.do(m.Undo()), again.do(m.Undo())
    assert state_of(again.game.table) == state_of(desk.game.table)


def test_kill_9_after_every_input_of_a_game_loses_nothing_that_was_announced() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.crash.kill", "200"], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr


def test_with_the_wal_cut_at_every_64th_byte_exactly_the_whole_commits_survive(tmp_path: Path) -> None:
    sizes: list[int] = []
    script = scripted(24, seed=5)
    journal = kept(tmp_path / "whole", script, sizes)
    base, wal = (tmp_path / "whole").read_bytes(), (tmp_path / "whole-wal").read_bytes()
    cut_base, cut_wal = tmp_path / "cut", tmp_path / "cut-wal"
    for cut in range(0, len(wal) + 64, 64):
        cut_base.write_bytes(base)
        cut_wal.write_bytes(wal[:cut])
        (tmp_path / "cut-shm").unlink(missing_ok=True)
        expected = sum(size <= cut for size in sizes)
        found = sqlite3.connect(cut_base)
        try:
            rows = [text for (text,) in found.execute("SELECT input FROM entries ORDER BY id")]
        except sqlite3.OperationalError:
            rows = []
        found.close()
        assert rows == [encode(entry).decode() for entry in script[:expected]], cut
    journal.close()


@pytest.mark.parametrize("lost", [1, 100, 4096, 4120, 9000])
def test_after_a_cut_the_companion_starts_and_says_where_it_is(tmp_path: Path, lost: int) -> None:
    journal = kept(tmp_path / "whole", scripted(40, seed=6))
    shutil.copy(tmp_path / "whole", tmp_path / "cut")
    wal = (tmp_path / "whole-wal").read_bytes()
    (tmp_path / "cut-wal").write_bytes(wal[:-lost])
    desk = new_desk()
    assert resume(desk, Journal(tmp_path / "cut", lambda: 1.0)) > 0
    prompt = desk.prompt()
    assert prompt is not None and prompt["say"] and prompt["screen"]
    journal.close()


def test_a_journal_of_a_newer_companion_is_refused_with_a_sentence(tmp_path: Path) -> None:
    Journal(tmp_path / "j", lambda: 1.0).close()
    base = sqlite3.connect(tmp_path / "j")
    base.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    base.commit()
    base.close()
    with pytest.raises(JournalError, match="newer companion"):
        Journal(tmp_path / "j", lambda: 1.0)


def test_something_that_is_no_journal_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "j").write_bytes(b"not a database, but long enough to be looked at " * 40)
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(tmp_path / "j", lambda: 1.0)


def test_settings_are_kept_with_the_game_and_without_one(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", lambda: 1.0)
    journal.keep(m.Set(words="brief"), Settings(words="brief"))
    desk = new_desk()
    assert resume(desk, journal) == 0
    assert desk.settings.words == "brief"
