"""Journals of earlier versions: taken over whole, or not touched at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import migrations
from companion.journal.errors import DamagedError, JournalError
from companion.journal.migrations import MIGRATIONS, SCHEMA, upgrade
from companion.journal.record import Journal, resume
from companion.talk.messages import encode
from companion.talk.settings import Settings
from companion.talk.state import state_of
from tests.crash.scripts import new_desk, scripted
from tests.journal.old_journals import write_schema_1


def tables(base: sqlite3.Connection) -> dict[str, list[object]]:
    """Every table with its columns."""
    names = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: base.execute(f"PRAGMA table_info({name})").fetchall() for name in names}


def kept(path: Path) -> Journal:
    return Journal(path, lambda: 1.0)


def test_a_journal_of_schema_1_is_taken_over_and_stands_at_the_very_same_question(tmp_path: Path) -> None:
    script = scripted(120, seed=8)
    desk = new_desk()
    for message in script:
        desk.do(message)
    write_schema_1(tmp_path / "j", script)
    journal = kept(tmp_path / "j")
    assert journal.trouble is None and journal.set_aside is None
    rows = journal.rows()
    assert [row.text for row in rows] == [encode(entry) for entry in script][-len(rows) :]
    assert all(row.crc is not None and row.sound for row in rows)
    again = new_desk()
    assert resume(again, journal).left == 0
    assert journal.settings() == Settings(words="brief", pace="auto")
    assert desk.game is not None and again.game is not None
    assert state_of(again.game.table) == state_of(desk.game.table)
    journal.close()
    assert [row.at for row in kept(tmp_path / "j").rows()] == [row.at for row in rows]


def test_whatever_was_brought_up_to_date_is_as_if_it_were_new(tmp_path: Path) -> None:
    write_schema_1(tmp_path / "old", scripted(10, seed=1))
    old, new = kept(tmp_path / "old"), kept(tmp_path / "new")
    assert tables(old._base) == tables(new._base)
    assert SCHEMA == len(MIGRATIONS) == 2


def test_one_whose_making_was_cut_off_is_completed(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "j")
    base.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    base.close()
    assert tables(kept(tmp_path / "j")._base) == tables(kept(tmp_path / "new")._base)


def test_a_newer_one_is_refused_with_a_sentence_and_not_touched(tmp_path: Path) -> None:
    kept(tmp_path / "j").close()
    base = sqlite3.connect(tmp_path / "j")
    base.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    base.commit()
    base.close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(JournalError, match="written by a newer companion .schema 99, this one knows 2"):
        kept(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == before


def test_a_database_of_something_else_is_refused_with_a_sentence_and_not_touched(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "j")
    base.execute("CREATE TABLE bookmarks (address TEXT)")
    base.close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(JournalError, match="something else"):
        kept(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == before


def test_a_step_that_fails_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_schema_1(tmp_path / "j", scripted(10, seed=1))

    def fails(base: sqlite3.Connection) -> None:
        base.execute("DELETE FROM entries")
        raise sqlite3.OperationalError("database or disk is full")

    base = sqlite3.connect(tmp_path / "j", isolation_level=None)
    before = tables(base)
    monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, fails))
    with pytest.raises(sqlite3.OperationalError):
        upgrade(base, "j")
    assert tables(base) == before
    assert base.execute("SELECT COUNT(*) FROM entries").fetchone() == (10,)
    assert base.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone() == ("1",)


def test_a_journal_whose_schema_is_an_empty_text_is_damaged() -> None:
    with closing(sqlite3.connect(":memory:")) as base:
        upgrade(base, "journal.db")
        base.execute("UPDATE meta SET value = '' WHERE key = 'schema'")
        with pytest.raises(DamagedError, match="its schema is ''"):
            upgrade(base, "journal.db")
