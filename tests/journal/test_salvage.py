"""A damaged journal: the game goes on as far as it can be read, and what was found is kept."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from companion.journal.record import Journal, resume
from companion.journal.salvage import rescue
from companion.talk import messages as m
from companion.talk.messages import encode
from companion.talk.settings import Settings
from companion.talk.verb import Message
from tests.bench.people import EVERY_BOX
from tests.crash.scripts import new_desk, scripted
from tests.journal.old_journals import PAGE, pull_the_plug, spoil_page, write_schema_1

FIRST, SECOND = scripted(200, seed=21, game=EVERY_BOX), scripted(200, seed=22, game=EVERY_BOX)
NOW = 2_000_000_000.0
STAMP = "2033-05-18T03-33-20"


def kept(path: Path) -> Journal:
    return Journal(path, lambda: NOW)


def texts(script: list[Message]) -> list[bytes]:
    return [encode(entry) for entry in script]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with two games."""
    journal = kept(tmp_path / "j")
    journal.keep_all([*FIRST, *SECOND], Settings(words="brief"))
    journal.close()
    return tmp_path / "j"


def test_what_cannot_be_a_run_or_a_game_is_left_out(path: Path) -> None:
    whole = rescue(path)
    with sqlite3.connect(path) as base:
        base.execute("INSERT INTO skipped VALUES (7, 'rubbish', 'why'), (9, 10, 'why')")
        base.execute("INSERT INTO games (first) VALUES ('rubbish')")
    base.close()
    assert rescue(path) == whole._replace(skipped=[(9, 10, "why")])


def aside(path: Path) -> list[str]:
    return sorted(found.name for found in path.parent.glob("*set-aside*"))


def test_whichever_page_is_rubbish_the_game_stands_where_its_entries_end(path: Path) -> None:
    whole = path.read_bytes()
    stands = []
    for page in range(len(whole) // PAGE):
        path.write_bytes(whole)
        spoil_page(path, page)
        damaged = path.read_bytes()
        journal = kept(path)
        rows = journal.rows()
        told = journal.set_aside
        begun = FIRST if rows and rows[0].text == texts(FIRST)[0] else SECOND
        assert [row.text for row in rows] == texts(begun)[: len(rows)], page
        taken = resume(new_desk(), journal)
        assert (taken.played, taken.left) == (len(rows), 0)
        journal.keep_all([m.NewGameMessage(game="castle-panic", players=2)], Settings())
        journal.close()
        if told is not None:
            assert path.with_name(told).read_bytes() == damaged
            stands.append(len(rows))
        for found in [*path.parent.glob("*set-aside*"), *path.parent.glob("j-*")]:
            found.unlink()
    assert len(stands) >= 5 and {0, 200} < set(stands) and any(0 < count < 200 for count in stands)


def test_a_file_cut_off_is_read_as_far_as_it_goes(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: -2 * PAGE])
    journal = kept(path)
    rows = journal.rows()
    assert journal.set_aside == f"j.set-aside-{STAMP}"
    assert 0 < len(rows) < 200 and [row.text for row in rows] == texts(SECOND)[: len(rows)]
    assert journal.settings() == Settings(words="brief")


def test_it_is_told_again_until_the_game_goes_on(path: Path) -> None:
    spoil_page(path, path.stat().st_size // PAGE - 1)
    kept(path).close()
    journal = kept(path)
    assert journal.set_aside == f"j.set-aside-{STAMP}"
    journal.keep_all([m.SetMessage(words="verbose")], Settings(words="verbose"))
    journal.close()
    assert kept(path).set_aside is None


def test_what_stood_in_the_write_ahead_log_alone_goes_along_and_is_read(tmp_path: Path) -> None:
    living = kept(tmp_path / "living")
    living.keep_all(FIRST, Settings())
    living._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    living.keep_all(SECOND, Settings())
    path = tmp_path / "j"
    pull_the_plug(tmp_path / "living", path)
    spoil_page(path, 4)
    log = path.with_name("j-wal").read_bytes()
    journal = kept(path)
    assert journal.set_aside is not None
    assert path.with_name(f"{journal.set_aside}-wal").read_bytes() == log
    assert [row.text for row in journal.rows()] == texts(SECOND)
    living.close()


def test_two_of_one_second_both_stay(path: Path) -> None:
    whole = path.read_bytes()
    for _ in range(2):
        path.write_bytes(whole)
        path.with_name("j-wal").unlink(missing_ok=True)
        spoil_page(path, 0)
        kept(path).close()
    names = [name for name in aside(path) if not name.endswith(("-wal", "-shm"))]
    assert names == [f"j.set-aside-{STAMP}", f"j.set-aside-{STAMP}-2"]


def test_an_entry_that_is_not_what_was_written_is_not_played(path: Path) -> None:
    """Also where the database is whole and the entry could be played: a bit has flipped in a text."""
    base = sqlite3.connect(path)
    [(number,)] = base.execute('SELECT MAX(id) FROM entries WHERE input = \'{"do":"roll","value":4}\'').fetchall()
    base.execute("UPDATE entries SET input = replace(input, 4, 5) WHERE id = ?", (number,))
    base.commit()
    base.close()
    journal = kept(path)
    taken = resume(new_desk(), journal)
    assert journal.set_aside is None
    assert taken.played + taken.left == 200 and taken.played == number - 201
    assert number not in [row.number for row in rescue(path).rows]


def test_secrets_can_still_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal, desk = kept(path), new_desk()
    desk.seal = journal.seal()
    boxes = ["wizards-tower", "dark-titan"]
    wish = m.NewGameMessage(game="castle-panic", players=2, boxes=boxes, setup="none", secret_seed=5, agranok="random")
    entries = [desk.do(message).entry for message in [wish, *[m.SetMessage(words="brief")] * 200]]
    journal.keep_all([entry for entry in entries if entry is not None], Settings())
    journal.close()
    spoil_page(path, path.stat().st_size // PAGE - 1)
    again = kept(path)
    assert again.set_aside is not None
    assert resume(new_desk(), again).played > 0
    assert stat.S_IMODE((tmp_path / "j.key").stat().st_mode) == 0o600


def test_a_damaged_one_of_schema_1_is_read_as_well(tmp_path: Path) -> None:
    path = tmp_path / "j"
    write_schema_1(path, [*FIRST, *SECOND])
    spoil_page(path, path.stat().st_size // PAGE - 2)
    journal = kept(path)
    rows = journal.rows()
    assert journal.set_aside is not None
    assert 0 < len(rows) < 200 and [row.text for row in rows] == texts(SECOND)[: len(rows)]


def test_reading_a_whole_file_changes_nothing_and_finds_everything(path: Path) -> None:
    before = path.read_bytes()
    found = rescue(path)
    assert [row.text for row in found.rows] == texts([*FIRST, *SECOND])
    assert list(found.games.values()) == list(range(1, len(found.games) + 1)) and not found.skipped
    assert path.read_bytes() == before
