"""The room side of the daemon: tokens, the presses between games, the journal, and one table through all of it.

Of the acceptance criteria: A38, A39, A45. Everything on a clock that travels; what is a process
of its own stands in `test_first_light.py` and `tests/commands/test_run.py`.
"""

from __future__ import annotations

import shutil
import sqlite3
from typing import Any

import pytest

from companion.channels.at_rest import ALERT
from companion.channels.controls import AGAIN_SECONDS
from companion.game.rules.fixes import MonsterFix, TurnFix
from companion.owner.tags import TagFile
from companion.talk import messages as m
from companion.talk.settings import Settings
from companion.talk.state import state_of
from companion.talk.verb import Message
from hardware.reader.sim import SimReader
from tests.service.room import Room, Rooms

GOBLIN = "62E3086CED"
ORC = "0A00B1C2D3"


# Tokens


def test_a_token_tells_itself_and_a_resting_one_counts_once(playing: Room) -> None:
    reader = playing.daemon.devices.reader
    assert isinstance(reader, SimReader)
    reader.lay("orc#1")
    playing.loop.settle()
    playing.advance(60)
    assert playing.entries().count("tap") == 1
    reader.lift("orc#1")
    reader.lay("orc#1")
    playing.loop.settle()
    assert playing.entries().count("tap") == 2


@pytest.mark.parametrize("what", ["no-read", "two-tokens"])
def test_what_cannot_be_read_has_sound_light_and_text_at_once_and_again_each_time(playing: Room, what: str) -> None:
    reader = playing.daemon.devices.reader
    assert isinstance(reader, SimReader)
    for count in (1, 2):
        at = playing.clock.monotonic()
        if what == "no-read":
            reader.misread()
        else:
            reader.lay("goblin#1")
            playing.loop.settle()
            reader.lay("goblin#2")
        playing.loop.settle()
        assert playing.sounds[-1] == "error"
        assert playing.screen == (at, playing.desk.narrator.notice_screen(what), None)
        assert playing.mouth.spoken[-1][1:] == (playing.notice(what), at)
        playing.advance(0.3)
        assert playing.lights.count(ALERT) == 2
        reader.lift("goblin#1")
        reader.lift("goblin#2")
        playing.hear_out()
        assert playing.said.count(playing.notice(what)) == count
        assert playing.screen.offer


def test_a_sticker_that_is_taught_anew_counts_as_what_it_is_now(rooms: Rooms) -> None:
    room = rooms()
    book = TagFile(room.places.tags, lambda: None)  # type: ignore[arg-type,return-value]
    counts = {"goblin": 6, "orc": 11}
    book.change(lambda pages: pages.learn(GOBLIN, "goblin#1", counts))
    room.begin()
    room.take(m.CorrectMessage(turn=TurnFix(phase="draw")))
    assert room.take(m.TapMessage(tag=GOBLIN))["events"][0]["piece"] == "goblin#1"
    room.take(m.UndoMessage())
    book.change(lambda pages: pages.learn(GOBLIN, "orc#4", counts, replace=True))
    assert room.take(m.TapMessage(tag=GOBLIN))["events"][0]["piece"] == "orc#4"


def test_a_damaged_tag_book_is_told_once_and_what_was_known_stays_known(rooms: Rooms) -> None:
    room = rooms()
    TagFile(room.places.tags, lambda: None).change(lambda pages: pages.learn(ORC, "orc#4", {"orc": 11}))  # type: ignore[arg-type,return-value]
    room.begin()
    room.take(m.CorrectMessage(turn=TurnFix(phase="draw")))
    room.take(m.TapMessage(tag="00"))
    room.places.tags.write_bytes(b"{")
    room.take(m.TapMessage(tag="00"))
    room.take(m.TapMessage(tag="00"))
    room.hear_out()
    assert room.said.count(room.notice("tags-set-aside")) == 1


def test_a_tag_book_that_cannot_be_read_is_told_once_too(monkeypatch: pytest.MonkeyPatch, rooms: Rooms) -> None:
    room = rooms()
    room.begin()

    def denied() -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(room.daemon.tags, "load", denied)
    for _ in range(3):
        room.take(m.TapMessage(tag="00"))
    room.hear_out()
    assert room.said.count(room.notice("tags-set-aside")) == 1


# Between games


def test_the_first_press_begins_a_game_from_the_configuration(rooms: Rooms) -> None:
    room = rooms('[game]\nplayers = 4\nversion = "co-op"\nsetup = "none"\npace = "auto"')
    room.hear_out()
    assert room.screen.offer == room.desk.narrator.notice_screen("no-game")[-1]
    room.tap()
    assert room.desk.game is not None
    options = room.desk.game.table.options
    assert (options.players, options.version, options.setup) == (4, "co-op", "none")
    assert room.entries() == ["new_game"] and room.topic == "play"


@pytest.fixture
def lost(room: Room) -> Room:
    """A game that was lost, with all that was said about it."""
    room.begin(players=3)
    towers = {str(arc): {"standing": False} for arc in range(1, 6)}
    room.daemon.take(_message(do="correct", towers=towers, walls={"6": {"standing": False}}))
    room.take(m.CorrectMessage(monsters=[MonsterFix("goblin#1", "swordsman-6")]))
    room.take(m.DoneMessage())
    assert room.desk.game is not None and room.desk.game.table.phase == "over"
    room.hear_out()
    room.forget()
    return room


def _message(**fields: Any) -> Message:
    return m.decode(__import__("json").dumps(fields).encode())


def test_after_the_end_one_press_asks_and_a_second_begins_another_game(lost: Room) -> None:
    lost.tap()
    assert lost.desk.game is not None and lost.desk.game.table.phase == "over"
    assert lost.said == [lost.notice("again")]
    assert lost.screen.offer == lost.desk.narrator.notice_screen("again")[-1]
    assert "error" not in lost.sounds
    lost.hear_out()
    lost.tap()
    assert lost.desk.game.table.phase == "play"
    assert lost.desk.game.table.players == 3, "like the one before"
    assert lost.entries() == ["new_game"]


def test_the_second_press_too_is_guarded(lost: Room) -> None:
    lost.tap()
    lost.advance(0.05)
    lost.tap()
    lost.rest_finger(0.5)
    assert lost.desk.game is not None and lost.desk.game.table.phase == "over"


def test_a_second_press_that_comes_too_late_asks_again(lost: Room) -> None:
    offer = lost.screen.lines
    lost.tap()
    lost.advance(AGAIN_SECONDS)
    assert lost.screen.lines == offer and lost.screen.offer
    lost.tap()
    assert lost.said == [lost.notice("again")] * 2


def test_an_end_can_be_taken_back_also_after_the_question(lost: Room) -> None:
    lost.tap()
    lost.hear_out()
    lost.hold(3.2)
    assert lost.desk.game is not None and lost.desk.game.table.phase == "play"
    lost.advance(2 * AGAIN_SECONDS)
    assert lost.screen.lines == tuple(lost.desk.prompt()["screen"])  # type: ignore[index]
    lost.take(m.DoneMessage())
    lost.hear_out()
    lost.tap()
    assert lost.desk.game.table.phase == "over", "the question is put anew"


# Life and journal


def test_after_a_power_cut_the_same_offer_stands_is_shown_and_is_spoken_last(playing: Room, rooms: Rooms) -> None:
    playing.take(m.DoneMessage())
    playing.take(m.TapMessage(piece="goblin#1"))
    playing.stop()
    again = rooms()
    assert again.screen.lines == again.desk.narrator.notice_screen("resumed")
    again.hear_out()
    assert again.said == [again.notice("resumed"), playing.offer]
    assert again.screen.lines == tuple(playing.desk.prompt()["screen"])  # type: ignore[index]
    again.tap()
    assert again.topic != "monster-arc"


def test_an_input_that_cannot_be_taken_any_more_is_told_and_the_game_goes_on_before_it(
    room: Room, rooms: Rooms
) -> None:
    room.begin()
    room.daemon.journal.keep_all([m.RollMessage(value=3)], Settings())
    room.stop()
    again = rooms()
    again.hear_out()
    assert again.notice("steps-lost") in again.said and again.said[-1] == again.offer
    assert again.desk.narrator.notice_screen("steps-lost") in [shown.lines for shown in again.screens]
    again.take(m.DoneMessage())
    again.stop()
    third = rooms()
    third.hear_out()
    assert third.entries() == ["new_game", "done"] and third.topic == "draw"
    assert third.notice("steps-lost") not in third.said


def test_a_damaged_journal_is_told_and_the_game_goes_on_with_what_could_be_read(playing: Room, rooms: Rooms) -> None:
    playing.take(m.DoneMessage())
    playing.stop()
    journal = playing.daemon.places.journal
    journal.write_bytes(journal.read_bytes()[:-4096])
    again = rooms()
    again.hear_out()
    assert list(journal.parent.glob(f"{journal.name}.set-aside-*"))
    assert again.notice("journal-mended") in again.said and again.said[-1] == again.offer
    assert again.desk.narrator.notice_screen("journal-mended") in [shown.lines for shown in again.screens]


def test_a_journal_of_which_nothing_can_be_read_is_told_and_the_next_game_is_kept(playing: Room, rooms: Rooms) -> None:
    playing.stop()
    journal = playing.daemon.places.journal
    journal.write_bytes(b"rubbish" * 2000)
    again = rooms()
    again.hear_out()
    assert again.said[-2:] == [again.notice("journal-set-aside"), again.notice("no-game")]
    again.begin()
    again.stop()
    assert rooms().entries() == ["new_game"]


def test_without_a_place_for_the_journal_the_game_is_played_in_memory_until_there_is_one(rooms: Rooms) -> None:
    room = rooms(start=False)
    state = room.daemon.places.state
    room.daemon.stop()
    shutil.rmtree(state)
    state.write_text("no directory")
    room = rooms()
    room.hear_out()
    assert room.said.count(room.notice("not-saved")) == 1
    room.begin()
    state.unlink()
    room.take(m.DoneMessage())
    room.hear_out()
    assert room.notice("saving-again") in room.said
    room.stop()
    assert rooms().entries() == ["new_game", "done"]


class FullDisk:
    """A connection whose disk is full as long as `full` is set: nothing can be written, at one statement or another."""

    def __init__(self, base: sqlite3.Connection, statement: str) -> None:
        self._base = base
        self._statement = statement
        self.full = False

    def execute(self, statement: str, *values: Any) -> Any:
        if self.full and statement.startswith(self._statement):
            raise sqlite3.OperationalError("database or disk is full")
        return self._base.execute(statement, *values)

    def close(self) -> None:
        self._base.close()


@pytest.mark.parametrize("statement", ["BEGIN", "INSERT INTO entries"])
def test_a_full_disk_is_told_once_the_game_goes_on_and_nothing_is_left_out_later(
    playing: Room, statement: str, rooms: Rooms
) -> None:
    disk = FullDisk(playing.daemon.journal._base, statement)
    playing.daemon.journal._base = disk  # type: ignore[assignment]
    disk.full = True
    for message in (m.DoneMessage(), m.TapMessage(piece="goblin#1"), m.RollMessage(value=5)):
        assert playing.take(message)["ok"]
        playing.hear_out()
    assert playing.said.count(playing.notice("not-saved")) == 1
    assert playing.desk.narrator.notice_screen("not-saved") in [shown.lines for shown in playing.screens]
    assert playing.entries() == ["new_game", "correct"]
    disk.full = False
    playing.take(m.TapMessage(piece="orc#2"))
    assert playing.entries() == ["new_game", "correct", "done", "tap", "roll", "tap"]
    playing.hear_out()
    assert playing.said.count(playing.notice("saving-again")) == 1
    disk.full = True
    playing.take(m.RollMessage(value=2))
    playing.hear_out()
    assert playing.said.count(playing.notice("not-saved")) == 2, "another trouble is told again"
    disk.full = False
    playing.take(m.UndoMessage())
    before = state_of(playing.desk.game.table)  # type: ignore[union-attr]
    playing.stop()
    again = rooms()
    assert state_of(again.desk.game.table) == before  # type: ignore[union-attr]


# Watchers and the others


def test_watchers_get_every_update_once_and_nothing_that_changes_nothing(playing: Room) -> None:
    done = playing.take(m.DoneMessage())
    playing.take(m.TapMessage(tag="00"))
    playing.take(m.AskMessage(about="board"))
    playing.lay("goblin#1")
    assert playing.updates[0] == done | {"update": True}
    assert [update["events"][-1]["event"] for update in playing.updates][1:] == ["token-drawn"]
    assert all(update["ok"] and update["update"] for update in playing.updates)


def test_what_only_concerns_who_asked_is_not_told_to_the_room_but_what_changes_is(playing: Room) -> None:
    screen = playing.screen
    for message in (
        m.TapMessage(tag="00"),
        m.AskMessage(about="board"),
        m.RollMessage(value=3),
        m.StateMessage(),
        m.SayAgainMessage(),
    ):
        playing.daemon.take(message, aloud=False)
        playing.advance(1)
    assert playing.said == [] and playing.sounds == [] and playing.screen == screen
    playing.daemon.take(m.DoneMessage(), aloud=False)
    playing.hear_out()
    assert playing.said[-1] == playing.offer


# What nobody has verified


def test_guessed_facts_of_a_box_are_mentioned_once(room: Room) -> None:
    def mentions() -> int:
        return sum("companion boxes" in text for text in room.said)

    room.begin()
    room.hear_out()
    assert mentions() == 0
    for _ in range(2):
        room.begin(boxes=["dark-titan"], agranok=1)
        room.hear_out()
    assert mentions() == 1
