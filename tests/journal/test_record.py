"""The journal: nothing announced is lost, whatever is cut off where."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.game.boxes import every_combination
from companion.journal.record import GapError, Journal, resume
from companion.talk import messages as m
from companion.talk.messages import encode
from companion.talk.outcome import Outcome
from companion.talk.settings import Settings
from companion.talk.state import state_of
from companion.talk.verb import Message
from tests.crash.scripts import new_desk, scripted


def kept(path: Path, script: list[Message], sizes: list[int] | None = None) -> Journal:
    """A journal that holds a script; the sizes of its WAL after each commit are noted."""
    journal = Journal(path, lambda: 1.0)
    for entry in script:
        journal.keep_all([entry], Settings())
        if sizes is not None:
            sizes.append(path.with_name(f"{path.name}-wal").stat().st_size)
    return journal


@pytest.mark.parametrize("kind", every_combination())
def test_a_game_taken_up_again_stands_at_the_very_same_question(tmp_path: Path, kind: tuple[str, ...]) -> None:
    script = scripted(150, seed=3, game=kind)
    desk = new_desk()
    for message in script:
        desk.do(message)
    kept(tmp_path / "j", script).close()
    again = new_desk()
    resume(again, Journal(tmp_path / "j", lambda: 1.0))
    assert again.game is not None and desk.game is not None
    assert state_of(again.game.table) == state_of(desk.game.table)
    assert again.prompt() == desk.prompt()
    desk.do(m.UndoMessage()), again.do(m.UndoMessage())
    assert state_of(again.game.table) == state_of(desk.game.table)


def test_kill_9_after_every_input_of_a_game_loses_nothing_that_was_announced() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.crash.kill", "200"], capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_kill_9_before_every_step_of_a_change_of_the_file_loses_nothing() -> None:
    """The schema is brought up to date, old games are dropped, a damaged file is set aside."""
    done = subprocess.run([sys.executable, "-m", "tests.crash.steps"], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 3


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
    taken = resume(desk, Journal(tmp_path / "cut", lambda: 1.0))
    assert taken.played > 0 and not taken.left
    prompt = desk.prompt()
    assert prompt is not None and prompt["say"] and prompt["screen"]
    journal.close()


def test_settings_are_kept_with_the_game_and_without_one(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", lambda: 1.0)
    journal.keep_all([m.SetMessage(words="brief")], Settings(words="brief"))
    desk = new_desk()
    assert resume(desk, journal) == (0, 0, "")
    assert desk.settings.words == "brief"


def test_settings_that_cannot_be_understood_are_those_of_the_configuration(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", lambda: 1.0)
    journal.keep_all([m.SetMessage(words="brief")], Settings(words="brief"))
    journal._base.execute("UPDATE meta SET value = '[]' WHERE key = 'settings'")
    assert journal.settings() is None
    desk = new_desk()
    resume(desk, journal)
    assert desk.settings == Settings()


# Entries that cannot be played any more


def changed_rules(path: Path, script: list[Message], at: int, text: str = '{"do":"juggle"}') -> None:
    """A journal in which one entry is of a kind that this version does not know."""
    kept(path, script).close()
    base = sqlite3.connect(path)
    base.execute("UPDATE entries SET input = ?, crc = NULL WHERE id = ?", (text, at))
    base.commit()
    base.close()


def on_disk(path: Path) -> list[str]:
    base = sqlite3.connect(path)
    found = [text for (text,) in base.execute("SELECT input FROM entries ORDER BY id")]
    base.close()
    return found


def one_game(count: int) -> list[Message]:
    """The first inputs of a game; after each but the first a press, or an undo, is an input as well."""
    begin = m.NewGameMessage(game="castle-panic", players=2, setup="none", pace="auto", seed=4)
    draws = [
        m.DoneMessage(),
        m.TapMessage(piece="goblin#1"),
        m.PressMessage(),
        m.TapMessage(piece="orc#1"),
        m.PressMessage(),
    ]
    return [begin, *draws, m.DoneMessage(), m.TapMessage(piece="goblin#2")][:count]


@pytest.mark.parametrize("text", ['{"do":"juggle"}', "rubbish", '{"do":"roll","value":9}', '{"do":"undo","steps":99}'])
def test_the_game_stands_before_an_entry_that_cannot_be_played_and_all_stays_on_disk(tmp_path: Path, text: str) -> None:
    script = one_game(8)
    changed_rules(tmp_path / "j", script, 6, text)
    before = on_disk(tmp_path / "j")
    desk, until = new_desk(), new_desk()
    journal = Journal(tmp_path / "j", lambda: 2.0)
    taken = resume(desk, journal)
    assert (taken.played, taken.left) == (5, 3) and taken.why
    for message in script[:5]:
        until.do(message)
    assert desk.prompt() == until.prompt()
    journal.close()
    assert on_disk(tmp_path / "j") == before, "as long as nobody plays on, a version that knows better finds all of it"


def test_who_plays_on_from_there_finds_that_again_and_what_was_skipped_is_still_on_disk(tmp_path: Path) -> None:
    changed_rules(tmp_path / "j", one_game(8), 6)
    before = on_disk(tmp_path / "j")
    for inputs in ([m.PressMessage(), m.UndoMessage()], [m.PressMessage()]):
        desk, journal = new_desk(), Journal(tmp_path / "j", lambda: 2.0)
        resume(desk, journal)
        for message in inputs:
            outcome = desk.do(message)
            assert outcome.entry is not None
            journal.keep_all([outcome.entry], desk.settings)
        journal.close()
    again, journal = new_desk(), Journal(tmp_path / "j", lambda: 2.0)
    assert resume(again, journal) == (8, 0, "")
    assert again.prompt() == desk.prompt()
    assert [number for number, *_ in journal.rows()] == [1, 2, 3, 4, 5, 9, 10, 11]
    assert on_disk(tmp_path / "j")[:8] == before


def test_a_new_game_leaves_the_old_one_as_it_was(tmp_path: Path) -> None:
    changed_rules(tmp_path / "j", one_game(8), 6)
    desk, journal = new_desk(), Journal(tmp_path / "j", lambda: 2.0)
    resume(desk, journal)
    journal.keep_all([m.NewGameMessage(game="castle-panic", players=2)], Settings())
    assert journal._base.execute("SELECT COUNT(*) FROM skipped").fetchone() == (0,)
    assert resume(desk, journal) == (1, 0, "")


def test_a_game_whose_beginning_cannot_be_played_is_no_game_and_stays_whole(tmp_path: Path) -> None:
    changed_rules(tmp_path / "j", one_game(8), 1)
    for _ in range(2):
        desk, journal = new_desk(), Journal(tmp_path / "j", lambda: 2.0)
        taken = resume(desk, journal)
        assert taken.played == 0 and taken.left >= 8 and desk.game is None
        journal.keep_all([m.SetMessage(words="brief")], Settings(words="brief"))
        assert journal._base.execute("SELECT COUNT(*) FROM skipped").fetchone() == (0,)
        journal.close()


def test_a_fault_of_the_program_at_an_entry_does_not_end_every_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = one_game(8)
    kept(tmp_path / "j", script).close()
    desk, until = new_desk(), new_desk()
    for message in script[:5]:
        until.do(message)
    faults = iter([False, True, False])

    def press(message: m.PressMessage) -> Outcome:
        assert not next(faults), "a fault"
        return desk._press(message)

    monkeypatch.setitem(desk._verbs, m.PressMessage, press)
    taken = resume(desk, Journal(tmp_path / "j", lambda: 2.0))
    assert (taken.played, taken.left) == (5, 3) and "AssertionError" in taken.why
    assert desk.prompt() == until.prompt()


def test_a_fault_at_the_beginning_of_a_game_leaves_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path / "j", one_game(3)).close()
    desk = new_desk()

    def begin(message: m.NewGameMessage) -> Outcome:
        desk._new_game(message)
        raise AssertionError("a fault")

    monkeypatch.setitem(desk._verbs, m.NewGameMessage, begin)
    taken = resume(desk, Journal(tmp_path / "j", lambda: 2.0))
    assert (taken.played, taken.left) == (0, 3) and desk.game is None


def test_the_settings_are_those_of_now_wherever_the_game_stands(tmp_path: Path) -> None:
    script = [*one_game(4), m.RollMessage(value=3), m.SetMessage(words="brief")]
    journal = Journal(tmp_path / "j", lambda: 1.0)
    journal.keep_all(script, Settings(words="brief"))
    desk = new_desk()
    assert resume(desk, journal).left == 2
    assert desk.settings == Settings(words="brief", pace="auto")


# One writer


def test_what_does_not_follow_what_is_on_disk_is_not_written(tmp_path: Path) -> None:
    """Two companions on one journal: their games are never mixed."""
    script = one_game(4)
    one = kept(tmp_path / "j", script)
    other = Journal(tmp_path / "j", lambda: 1.0)
    other.keep_all([m.PressMessage()], Settings())
    with pytest.raises(GapError):
        one.keep_all([m.PressMessage()], Settings())
    assert len(on_disk(tmp_path / "j")) == 5
    one.keep_all([script[0]], Settings())
    with pytest.raises(GapError):
        other.keep_all([m.PressMessage()], Settings())
    one.keep_all([m.PressMessage()], Settings())
    assert len(one.rows()) == 2


def test_all_entries_are_written_or_none(tmp_path: Path) -> None:
    journal = kept(tmp_path / "j", one_game(4))
    journal._base.execute(
        "CREATE TEMP TRIGGER full AFTER INSERT ON main.entries WHEN NEW.id = 7 BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    with pytest.raises(sqlite3.IntegrityError, match="full"):
        journal.keep_all([m.PressMessage()] * 3, Settings())
    assert len(on_disk(tmp_path / "j")) == 4
    journal.keep_all([m.PressMessage()] * 2, Settings())
    assert len(on_disk(tmp_path / "j")) == 6
