"""The file of the journal: what a start and an input cost, old games, and disks that cannot be written."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from companion.journal import storage
from companion.journal.errors import JournalError
from companion.journal.record import Journal
from companion.journal.storage import Limits, check_named, size
from companion.talk import messages as m
from companion.talk.messages import encode
from companion.talk.settings import Settings
from tests.crash.scripts import scripted
from tests.journal.old_journals import PAGE, pull_the_plug

FRAME = 24 + PAGE
"""Bytes of one page in the write-ahead log."""


def kept(path: Path, limits: Limits = storage.LIMITS) -> Journal:
    return Journal(path, lambda: 1.0, limits)


def new_game(seed: int) -> m.NewGameMessage:
    return m.NewGameMessage(game="castle-panic", players=2, seed=seed)


def games(journal: Journal) -> list[int]:
    return [number for (number,) in journal._base.execute("SELECT id FROM games ORDER BY id")]


# Few writes: a card of memory wears out


def test_a_start_that_has_nothing_to_do_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = kept(path)
    journal.keep_all(scripted(30, seed=1), Settings())
    journal.close()
    before, touched = path.read_bytes(), path.stat().st_mtime_ns
    again = kept(path)
    assert len(again.rows()) > 0
    assert (tmp_path / "j-wal").stat().st_size == 0
    again.close()
    assert path.read_bytes() == before and path.stat().st_mtime_ns == touched


def test_an_input_costs_one_page_and_seldom_more(tmp_path: Path) -> None:
    journal, log = kept(tmp_path / "j"), tmp_path / "j-wal"
    journal.keep_all([new_game(1)], Settings())
    sizes = []
    for _ in range(100):
        journal.keep_all([m.PressMessage()], Settings())
        sizes.append(log.stat().st_size)
    written = [(after - before) // FRAME for before, after in zip(sizes, sizes[1:], strict=False)]
    assert set(written) <= {1, 2, 3} and written.count(1) >= 95


def test_the_write_ahead_log_is_bounded(tmp_path: Path) -> None:
    journal, log = kept(tmp_path / "j"), tmp_path / "j-wal"
    journal._base.execute("PRAGMA synchronous=OFF")
    journal.keep_all([new_game(1)], Settings())
    largest = 0
    for _ in range(storage.WAL_PAGES + 200):
        journal.keep_all([m.PressMessage()], Settings())
        largest = max(largest, log.stat().st_size)
    assert largest < (storage.WAL_PAGES + 10) * FRAME
    assert (tmp_path / "j").stat().st_size > 2 * PAGE


def test_every_commit_is_on_disk_when_it_returns(tmp_path: Path) -> None:
    base = kept(tmp_path / "j")._base
    assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert base.execute("PRAGMA synchronous").fetchone() == (2,)


# Old games


def test_the_oldest_game_goes_when_a_new_one_begins(tmp_path: Path) -> None:
    journal = kept(tmp_path / "j", Limits(games=3))
    for seed in range(1, 6):
        journal.keep_all([new_game(seed), m.PressMessage(), m.PressMessage()], Settings())
    assert games(journal) == [3, 4, 5]
    texts = [text for (text,) in journal._base.execute("SELECT input FROM entries ORDER BY id")]
    assert texts == [
        encode(entry).decode() for seed in (3, 4, 5) for entry in (new_game(seed), m.PressMessage(), m.PressMessage())
    ]


def test_games_are_kept_to_a_size_but_for_the_one_that_is_played(tmp_path: Path) -> None:
    limits = Limits(games=50, size=20 * PAGE)
    journal = kept(tmp_path / "j", limits)
    for seed in range(12):
        journal.keep_all([new_game(seed), *[m.PressMessage()] * 400], Settings())
    assert size(journal._base) > limits.size - 6 * PAGE
    before = games(journal)
    assert 1 < len(before) < 12
    journal.keep_all([new_game(99)], Settings())
    assert size(journal._base) <= limits.size
    journal.keep_all([m.PressMessage()] * 9000, Settings())
    assert size(journal._base) > limits.size and len(journal.rows()) == 9001
    journal.keep_all([new_game(100)], Settings())
    assert games(journal) == [14] and len(journal.rows()) == 1


def test_what_was_skipped_in_a_game_goes_with_it(tmp_path: Path) -> None:
    journal = kept(tmp_path / "j", Limits(games=1))
    journal.keep_all([new_game(1), m.PressMessage(), m.PressMessage()], Settings())
    journal.stand_before(journal.rows()[2], "why")
    journal.keep_all([m.PressMessage()], Settings())
    assert journal._base.execute("SELECT first, last FROM skipped").fetchall() == [(3, 3)]
    journal.keep_all([new_game(2)], Settings())
    assert journal._base.execute("SELECT COUNT(*) FROM skipped").fetchone() == (0,)


# Looking over


def test_a_file_that_is_much_too_large_is_not_looked_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path / "j").close()
    monkeypatch.setattr(storage, "LARGEST_CHECKED", 1)
    monkeypatch.setattr(storage, "open_read_only", lambda path: pytest.fail("it is read"))
    assert kept(tmp_path / "j").trouble is None


# Nothing can be written


def test_without_permission_the_journal_is_held_in_memory(tmp_path: Path) -> None:
    """Somebody else's directory; for root everything may be written, so the directory is none."""
    path = tmp_path / "state" / "j"
    journal = kept(path)
    journal.keep_all([new_game(1), m.PressMessage()], Settings(words="brief"))
    journal.close()
    if os.geteuid():
        path.parent.chmod(0o500)
        path.chmod(0o400)
    else:
        path.parent.rename(tmp_path / "elsewhere")
        path.parent.write_text("no directory")
    again = kept(path)
    assert again.trouble is not None
    assert len(again.rows()) == (2 if os.geteuid() else 0)
    with pytest.raises(sqlite3.OperationalError):
        again.keep_all([new_game(2)], Settings())
    assert len(again.rows()) == (2 if os.geteuid() else 0)
    if os.geteuid():
        path.parent.chmod(0o700)
        path.chmod(0o600)
    else:
        path.parent.unlink()
        (tmp_path / "elsewhere").rename(path.parent)
    again.keep_all([new_game(2)], Settings())
    assert again.trouble is None and games(again) == [1, 2]
    again.close()


def test_a_key_that_could_not_be_kept_is_kept_before_what_it_seals(tmp_path: Path) -> None:
    path = tmp_path / "state" / "j"
    path.parent.write_text("no directory")
    journal = kept(path)
    seal = journal.seal()
    sealed = seal.close(storage_secret())
    path.parent.unlink()
    journal.keep_all([new_game(1)], Settings())
    journal.close()
    assert kept(path).seal().open(sealed) == storage_secret()


def storage_secret() -> object:
    from companion.talk.seals import Sealed

    return Sealed(7)


def test_after_an_error_that_a_connection_does_not_survive_the_file_is_opened_anew(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = kept(path)
    journal.keep_all([new_game(1)], Settings())
    journal._base.execute("PRAGMA query_only=1")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        journal.keep_all([m.PressMessage()], Settings())
    assert journal.trouble is not None
    journal.keep_all([m.PressMessage()], Settings())
    assert journal.trouble is None and len(journal.rows()) == 2
    journal.close()


def test_a_file_damaged_while_it_is_open_is_set_aside_at_the_next_input(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = kept(path)
    journal.keep_all([new_game(1), *[m.PressMessage()] * 500], Settings())
    journal._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    journal._base.execute("PRAGMA cache_size=0")
    path.write_bytes(path.read_bytes()[:PAGE] + b"rubbish " * 8 * PAGE)
    with pytest.raises(sqlite3.DatabaseError):
        journal.keep_all([m.PressMessage()], Settings())
    with pytest.raises(sqlite3.IntegrityError, match="not as it was left"):
        journal.keep_all([m.PressMessage()], Settings())
    journal.keep_all([new_game(2)], Settings())
    assert len(journal.rows()) == 1 and list(tmp_path.glob("j.set-aside-*"))
    pull_the_plug(path, tmp_path / "after")
    assert [row.text for row in kept(tmp_path / "after").rows()] == [encode(new_game(2))]
    journal.close()


# A file that somebody has named


@pytest.mark.parametrize("content", [b"", None])
def test_a_new_file_may_be_named_as_the_journal(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "j").write_bytes(content)
    check_named(tmp_path / "j")
    kept(tmp_path / "j").close()
    check_named(tmp_path / "j")


def test_what_never_was_a_journal_is_refused_and_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy milk")
    for wrong in (path, tmp_path, tmp_path / "no" / "such" / "directory", path / "below"):
        with pytest.raises(JournalError, match="journal"):
            check_named(wrong)
    assert path.read_text() == "buy milk"
