"""A kept game is played again without a word, and nothing but the journal is opened for writing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.commands.desk import make_desk
from companion.commands.parser import main
from companion.game.rules.fixes import MonsterFix
from companion.journal.keeping import keep_in
from companion.narration.narrator import Narrator
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.protocol import answer
from companion.talk.said import REMEMBERED
from tests.crash.scripts import new_desk, scripted
from tests.journal.kept_games import new_game

REMEMBERING = [
    new_game(boxes=["dark-titan"], agranok=3),
    m.CorrectMessage(monsters=[MonsterFix("agranok#1", "archer-1")]),
    m.DoneMessage(),
    m.RollMessage(value=5),
    m.ChooseMessage(option="back"),
    m.ChooseMessage(option="yes"),
]
"""Inputs that have an effect of Agranok written into the owner's file."""
CORRECTED = b'[dark-titan.effects.3]\n5 = "forward"\n'
"""What somebody who has looked at the card again makes of that file."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = ("os.rename", "os.remove", "os.mkdir", "os.truncate", "os.link", "os.symlink", "sqlite3.connect")


class FileWatch:
    """Notes which files are opened for writing, made, renamed or removed while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.touched: list[str] = []
        sys.addaudithook(self._note)

    def _note(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on or not isinstance(arguments[0], str | bytes):
            return
        flags = arguments[2] if event == "open" else 0
        if event in _CHANGES or (isinstance(flags, int) and flags & _WRITING):
            self.touched.append(os.fsdecode(arguments[0]).removeprefix("file://").partition("?")[0])


@pytest.fixture(scope="module")
def file_watch() -> FileWatch:
    """One for all tests here, because what listens to these events cannot be taken off again."""
    return FileWatch()


@contextmanager
def watched(watch: FileWatch) -> Iterator[list[str]]:
    watch.touched, watch.on = [], True
    try:
        yield watch.touched
    finally:
        watch.on = False


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A journal of a game that taught an effect, and beside it the owner's file, which was corrected since."""
    journal, owned = tmp_path / "journal.sqlite", tmp_path / "boxes.toml"
    desk = make_desk(owned, named=False)
    keeper = keep_in(journal, desk, lambda: 0.0, pytest.fail)
    for message in REMEMBERING:
        outcome = desk.do(message)
        assert outcome.entry is not None
        keeper.keep(outcome.entry, desk.settings)
    assert b"back" in owned.read_bytes()
    owned.write_bytes(CORRECTED)
    return journal


def resumed(journal: Path, owned: Path) -> Desk:
    desk = make_desk(owned, named=False)
    keep_in(journal, desk, lambda: 0.0, pytest.fail)
    return desk


def test_a_watched_file_that_is_written_is_noted(file_watch, tmp_path):
    with watched(file_watch) as touched:
        (tmp_path / "a").write_text("b")
        (tmp_path / "a").read_text()
        (tmp_path / "a").rename(tmp_path / "c")
    assert touched == [str(tmp_path / "a")] * 2


def test_a_resume_opens_no_file_but_the_journal_for_writing(file_watch, kept):
    owned = kept.parent / "boxes.toml"
    resumed(kept, owned)  # what is imported or compiled at the first time is not what this is about
    with watched(file_watch) as touched:
        desk = resumed(kept, owned)
    assert desk.game is not None and desk.game.table.phase == "draw"
    assert {path for path in touched if not Path(path).is_dir()} == {str(kept)}
    assert owned.read_bytes() == CORRECTED
    assert desk.library["dark-titan"].effects == {3: {5: "forward"}}


@pytest.mark.parametrize("how", ["--text", "--protocol", "--list"])
def test_an_export_writes_nothing_but_its_output(file_watch, kept, capsys, how):
    owned = kept.parent / "boxes.toml"
    arguments = ["export", how, "--journal", str(kept), "--facts", str(owned)]
    main(arguments)
    with watched(file_watch) as touched:
        assert main(arguments) == 0
    assert capsys.readouterr().out
    assert set(touched) <= {str(kept)}
    assert owned.read_bytes() == CORRECTED


def test_a_replay_writes_nothing(file_watch, kept, capsys):
    owned, lines = kept.parent / "boxes.toml", kept.parent / "game.jsonl"
    main(["export", "--protocol", "--journal", str(kept), "--facts", str(owned)])
    lines.write_text(capsys.readouterr().out)
    with watched(file_watch) as touched:
        assert main(["replay", str(lines), "--facts", str(owned)]) == 0
    assert not touched
    assert owned.read_bytes() == CORRECTED


def test_a_redo_does_not_write_down_again_what_was_corrected_since(tmp_path):
    owned = tmp_path / "boxes.toml"
    desk = make_desk(owned, named=False)
    for message in REMEMBERING:
        desk.do(message)
    desk.do(m.UndoMessage())
    owned.write_bytes(CORRECTED)
    outcome = desk.do(m.RedoMessage())
    assert "agranok-remembered" in [event.kind for event in outcome.events]
    assert owned.read_bytes() == CORRECTED


class CountingNarrator(Narrator):
    """Counts how often words are made for a question, and how often an input is remembered without them."""

    count = recollections = 0

    def asked(self, game, words):
        self.count += 1
        return super().asked(game, words)

    def recalled(self, events, game, words):
        self.recollections += 1
        return super().recalled(events, game, words)


def test_a_resume_remembers_what_can_be_heard_again_and_makes_no_words_before_they_are_wanted(tmp_path):
    script = scripted(200, 5)
    first = new_desk()
    keeper = keep_in(tmp_path / "journal.sqlite", first, lambda: 0.0, pytest.fail)
    for message in script:
        outcome = first.do(message)
        assert outcome.entry is not None
        keeper.keep(outcome.entry, first.settings)
    narrator = CountingNarrator(first.narrators.of(None, "en").catalogue)
    desk = Desk(first.library, narrator)
    keep_in(tmp_path / "journal.sqlite", desk, lambda: 0.0, pytest.fail)
    assert narrator.count == 0
    assert 0 < narrator.recollections <= REMEMBERED
    assert [desk.said.again(back) for back in range(REMEMBERED)] == [
        first.said.again(back) for back in range(REMEMBERED)
    ]


def test_the_question_of_an_input_is_put_into_words_once():
    desk = new_desk()
    narrator = CountingNarrator(desk.narrator.catalogue)
    desk = Desk(desk.library, narrator)
    for line in (b'{"do":"new_game","game":"castle-panic","players":2,"setup":"none"}', b'{"do":"press"}'):
        before = narrator.count
        assert answer(desk, line)["prompt"]["say"]
        assert desk.asked() is desk.asked()
        assert narrator.count == before + 1
    before = narrator.count
    answer(desk, b'{"do":"state"}')
    assert narrator.count == before
    answer(desk, b'{"do":"set","words":"brief"}')
    assert narrator.count == before + 1
    desk.has_one_button(True)
    desk.prompt()
    assert narrator.count == before + 2
