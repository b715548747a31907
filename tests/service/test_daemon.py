"""The room side of the daemon: fingers, tokens, devices that come and go, the journal, and one table through all of it.

Of the acceptance criteria: A10, A30 to A33, A35, A38, A39, A45. Everything on a clock that travels; what is a process
of its own stands in `test_first_light.py` and `tests/commands/test_run.py`.
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.channels.at_rest import ALERT
from companion.channels.controls import AGAIN_SECONDS, DEAF_SECONDS
from companion.game.correction import MonsterFix, TurnFix
from companion.owner.tags import TagFile
from companion.service.health import STEADY_SECONDS, PatientMouth
from companion.service.part_watch import LATE_SECONDS
from companion.talk import messages as m
from companion.talk.settings import Settings
from companion.talk.state import state_of
from companion.talk.verb import Message
from hardware.owner import BackOff, Detail, Reason, State, Status
from hardware.reader.port import SimReader
from hardware.reader.rdm6300 import Rdm6300Parser
from tests.hardware.reader.serial_lines import SerialLine, threads_named
from tests.service.room import TAP_SECONDS, Room

GUARD = 0.6
GOBLIN = "62E3086CED"
ORC = "0A00B1C2D3"
THREE_BUTTONS = '[button]\nfactory = "mock"\nnext_pin = 22\nback_pin = 23'


Rooms = Callable[..., Room]


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    """Makes rooms, one after the other at the same place; all are left at the end, whatever became of the test."""
    made: list[Room] = []

    def make(text: str = "", **more: Any) -> Room:
        made.append(Room(tmp_path, text, **more))
        return made[-1]

    yield make
    for room in made:
        room.stop()


@pytest.fixture
def room(rooms: Rooms) -> Room:
    return rooms()


@pytest.fixture
def playing(room: Room) -> Room:
    """A game in Play Cards, with an Orc and a Troll on the board, and silence."""
    room.begin()
    room.take(m.Correct(monsters=[MonsterFix("orc#1", "knight-3"), MonsterFix("troll#1", "archer-5")]))
    room.hear_out()
    room.forget()
    return room


def status(device: str, state: State, reason: Reason | None = None) -> Status:
    return Status(device, state, reason, Detail("somewhere"), 0.0)


# A press silences, and counts only when the offer is known


def test_a_press_silences_at_once_whatever_it_means(playing: Room) -> None:
    playing.take(m.Done())
    playing.advance(1)
    at = playing.clock.monotonic()
    playing.down()
    assert playing.mouth.silent_since == [at]


def test_a_press_before_the_offer_was_heard_only_silences_and_then_the_offer_is_said(playing: Room) -> None:
    playing.take(m.Done())
    playing.advance(1)
    assert playing.said[-1] != playing.offer
    inputs = playing.entries()
    playing.tap()
    assert playing.entries() == inputs
    assert playing.sounds[-2:] == ["press", "ignored"]
    assert playing.screen.offer, "who has heard enough has read enough"
    playing.hear_out()
    assert playing.said[-1] == playing.offer


@pytest.mark.parametrize(("audible_for", "counts"), [(GUARD - 0.05, False), (GUARD + 0.05, True)])
def test_an_offer_counts_from_when_it_has_been_audible_for_the_guard_time(
    room: Room, audible_for: float, counts: bool
) -> None:
    room.mouth.delay = 0.4
    room.begin(setup="guided", pace="guided")
    room.forget()
    while room.said[-1:] != [room.offer]:
        room.advance(0.01)
    room.advance(0.4 - 0.01 + audible_for)
    before = room.topic
    room.tap()
    assert (room.topic != before) is counts


def test_an_offer_silenced_before_it_was_heard_is_said_again_and_guarded_still(playing: Room) -> None:
    """A voice that is slow to begin: the finger is faster than the first sound of the offer."""
    playing.mouth.delay = 1.0
    playing.take(m.Tap(piece="orc#1"))
    playing.advance(0.5)
    assert playing.said == [playing.offer]
    playing.tap()
    assert playing.said == [playing.offer] * 2
    playing.advance(0.7)
    playing.tap()
    assert "next" not in playing.entries()
    playing.hear_out()
    playing.tap()
    assert playing.entries()[-1] == "next"


def test_presses_hammered_through_an_unheard_offer_never_roll(room: Room) -> None:
    room.begin()
    room.take(m.Correct(turn=TurnFix(phase="draw")))
    room.take(m.Tap(piece="goblin#1"))
    assert room.topic == "monster-arc"
    for _ in range(4):
        room.tap(seconds=0.05)
        room.advance(0.05)
    assert room.topic == "monster-arc"


def test_in_quiet_mode_the_guard_counts_from_when_the_offer_is_shown(playing: Room) -> None:
    playing.take(m.Set(quiet=True))
    playing.hear_out()
    playing.forget()
    playing.take(m.Play(card="green-knight", on="orc#1"))
    playing.advance(1)
    assert playing.screen.inverted is None
    playing.tap()
    assert playing.topic == "play" and playing.screen.offer, "the first press shows the offer"
    playing.advance(GUARD)
    playing.tap()
    assert playing.topic == "draw"
    assert playing.said == [] and playing.sounds == []


def test_a_table_without_a_loudspeaker_is_guarded_by_what_it_shows(rooms: Rooms) -> None:
    room = rooms(own_voice=False)
    assert room.mute
    room.tap()
    assert room.desk.game is None
    room.advance(GUARD)
    room.tap()
    assert room.desk.game is not None


def test_a_loudspeaker_that_is_gone_leaves_the_screen_to_guard(playing: Room) -> None:
    playing.mouth.gone = True
    playing.take(m.Done())
    playing.loop.settle()
    playing.take(m.Tap(piece="goblin#1"))
    playing.advance(GUARD)
    playing.tap()
    assert playing.topic != "monster-arc"


def test_a_loudspeaker_that_hangs_delays_the_game_but_never_ends_it(playing: Room) -> None:
    playing.mouth.deaf = True
    playing.take(m.Done())
    playing.take(m.Tap(piece="goblin#1"))
    playing.advance(10)
    playing.tap()
    assert playing.topic == "monster-arc"
    playing.advance(DEAF_SECONDS)
    playing.tap()
    assert playing.topic != "monster-arc"


def test_nothing_has_a_time_limit(playing: Room) -> None:
    before = playing.desk.prompt()
    playing.advance(24 * 3600)
    assert playing.desk.prompt() == before and playing.said == [] and playing.loop.waiting == 0
    playing.tap()
    assert playing.topic == "draw"


# One button, three buttons


def test_with_one_button_a_tap_walks_a_list_and_a_hold_chooses(playing: Room) -> None:
    playing.lay("orc#1")
    playing.hear_out()
    options = [option["id"] for option in playing.desk.prompt()["options"]]  # type: ignore[index]
    assert playing.topic == "tapped" and options[0] == "hit"
    playing.tap()
    assert playing.desk.prompt()["marked"] == options[1]  # type: ignore[index]
    while playing.desk.prompt()["marked"] != "slay":  # type: ignore[index]
        playing.advance(1)
        playing.tap()
    playing.hear_out()
    playing.hold()
    assert [piece.name for piece in playing.desk.game.table.board] == ["troll#1"]  # type: ignore[union-attr]
    assert playing.entries()[-1] == "press"


def test_with_buttons_for_next_and_back_the_main_one_chooses(rooms: Rooms) -> None:
    room = rooms(THREE_BUTTONS)
    room.begin()
    room.take(m.Correct(monsters=[MonsterFix("troll#1", "knight-3")]))
    room.lay("troll#1")
    room.hear_out()
    for name in ("next", "next", "back"):
        room.tap(name, seconds=0.05)
    assert room.entries()[-3:] == ["next", "next", "back"], "quick taps all count"
    room.hear_out()
    room.tap()
    assert room.entries()[-1] == "press"
    room.hear_out()
    room.forget()
    room.tap("next")
    room.hear_out()
    assert room.said[0].startswith("Closest")


def test_a_button_for_next_that_is_lost_leaves_the_main_one_to_walk(rooms: Rooms) -> None:
    room = rooms('[button]\nfactory = "mock"\nnext_pin = 22')
    room.daemon.part_watch.noticed(status("next", State.FAILING, Reason.BUSY))
    room.begin()
    room.take(m.Correct(monsters=[MonsterFix("orc#1", "knight-3")]))
    room.lay("orc#1")
    room.hear_out()
    room.tap()
    assert room.entries()[-1] == "next"
    room.daemon.part_watch.noticed(status("next", State.READY))
    room.hear_out()
    room.tap()
    assert room.entries()[-1] == "press"


# Holds


def test_a_hold_acts_at_its_threshold_with_sound_and_light_and_no_more_on_release(playing: Room) -> None:
    playing.lay("orc#1")
    playing.hear_out()
    playing.forget()
    at = playing.clock.monotonic()
    dark = playing.lights
    playing.down()
    playing.rest_finger(0.75)
    assert playing.topic == "tapped" and playing.entries()[-1] == "tap"
    assert sum(map(sum, playing.lights)) > 2 * sum(map(sum, dark)), "the ring fills"
    playing.rest_finger(0.1)
    assert playing.entries()[-1] == "press" and playing.topic == "play"
    assert next(sound_at for sound_at, sound in playing.mouth.played if sound == "hit") - at == pytest.approx(
        0.8, abs=0.05
    )
    before = playing.entries()
    playing.rest_finger(0.3)
    playing.up()
    playing.rest_finger(0.1)
    assert playing.entries() == before


def test_a_long_hold_takes_back_one_step_a_second_and_at_most_three(room: Room) -> None:
    room.begin()
    room.take(m.Correct(monsters=[MonsterFix("orc#1", "knight-3"), MonsterFix("troll#1", "archer-5")]))
    for piece in ("orc#1", "orc#1", "troll#1"):
        room.take(m.Tap(piece=piece))
        room.take(m.Choose(option="hit"))
    room.take(m.Done())
    room.hear_out()
    room.forget()
    room.down()
    room.rest_finger(2.9)
    assert "undo" not in room.entries()
    room.rest_finger(6.9)
    room.up()
    room.rest_finger(0.1)
    assert room.entries().count("undo") == 3
    assert room.sounds.count("undo") == 3 and "error" not in room.sounds
    assert [piece.health for piece in room.desk.game.table.board] == [1, 3]  # type: ignore[union-attr]


def test_a_hold_for_nothing_is_told_only_when_it_is_let_go(playing: Room) -> None:
    playing.down()
    playing.rest_finger(1.0)
    assert "error" not in playing.sounds
    playing.up()
    playing.rest_finger(0.1)
    assert playing.sounds[-1] == "error" and playing.entries()[-1] == "correct"


def test_the_ring_is_as_before_when_the_finger_is_off(playing: Room) -> None:
    playing.advance(3)
    dark = playing.lights
    playing.down()
    playing.rest_finger(0.5)
    assert playing.lights != dark
    playing.up()
    playing.take(m.Tap(tag="00"))
    playing.advance(3)
    assert playing.lights == dark


# Double, hasty, stuck


def test_a_double_tap_says_again_and_shows_again(playing: Room) -> None:
    playing.take(m.Play(card="green-knight", on="orc#1"))
    result = playing.screen.lines
    playing.hear_out()
    said = playing.said[-1]
    playing.forget()
    playing.daemon.controls.settings = playing.daemon.controls.settings.__class__(guard=1e6)
    playing.tap()
    playing.advance(0.1)
    playing.tap()
    playing.advance(0.1)
    assert playing.said == [said]
    assert playing.screen.lines == result
    assert playing.entries()[-1] == "play"


def test_a_second_tap_within_the_cool_down_has_no_effect_and_a_dull_click(playing: Room) -> None:
    playing.tap()
    inputs = playing.entries()
    playing.rest_finger(0.4)
    playing.forget()
    playing.tap()
    assert playing.entries() == inputs
    assert playing.sounds == ["press", "ignored"]


@pytest.mark.parametrize("topic", ["monster-arc", "play", "draw"])
def test_a_stuck_button_never_rolls_and_is_told_once(playing: Room, topic: str) -> None:
    if topic != "play":
        playing.take(m.Correct(turn=TurnFix(phase="draw")))
    if topic == "monster-arc":
        playing.take(m.Tap(piece="goblin#1"))
    playing.hear_out()
    assert playing.topic == topic
    playing.forget()
    playing.down()
    playing.rest_finger(60)
    playing.up()
    playing.hear_out()
    events = [event["event"] for update in playing.updates for event in update["events"]]
    assert "rolled" not in events and "press" not in playing.entries()
    assert playing.said.count(playing.notice("button-stuck")) == 1
    assert any(shown.lines == playing.desk.narrator.notice_screen("button-stuck") for shown in playing.screens)


def test_a_bouncing_contact_is_one_press(playing: Room) -> None:
    button = playing.daemon.devices.buttons["button"]
    for _ in range(6):
        playing.down()
        playing.clock.advance(0.004)
        playing.up()
        playing.clock.advance(0.003)
    playing.down()
    playing.rest_finger(TAP_SECONDS)
    playing.up()
    playing.rest_finger(0.1)
    assert playing.entries().count("press") == 1
    assert button.lost_edges == 0


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
    room.take(m.Correct(turn=TurnFix(phase="draw")))
    assert room.take(m.Tap(tag=GOBLIN))["events"][0]["piece"] == "goblin#1"
    room.take(m.Undo())
    book.change(lambda pages: pages.learn(GOBLIN, "orc#4", counts, replace=True))
    assert room.take(m.Tap(tag=GOBLIN))["events"][0]["piece"] == "orc#4"


def test_a_damaged_tag_book_is_told_once_and_what_was_known_stays_known(rooms: Rooms) -> None:
    room = rooms()
    TagFile(room.places.tags, lambda: None).change(lambda pages: pages.learn(ORC, "orc#4", {"orc": 11}))  # type: ignore[arg-type,return-value]
    room.begin()
    room.take(m.Correct(turn=TurnFix(phase="draw")))
    room.take(m.Tap(tag="00"))
    room.places.tags.write_bytes(b"{")
    room.take(m.Tap(tag="00"))
    room.take(m.Tap(tag="00"))
    room.hear_out()
    assert room.said.count(room.notice("tags-set-aside")) == 1


def test_a_tag_book_that_cannot_be_read_is_told_once_too(monkeypatch: pytest.MonkeyPatch, rooms: Rooms) -> None:
    room = rooms()
    room.begin()

    def denied() -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(room.daemon.tags, "load", denied)
    for _ in range(3):
        room.take(m.Tap(tag="00"))
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
    room.take(m.Correct(monsters=[MonsterFix("goblin#1", "swordsman-6")]))
    room.take(m.Done())
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
    lost.take(m.Done())
    lost.hear_out()
    lost.tap()
    assert lost.desk.game.table.phase == "over", "the question is put anew"


# Life and journal


def test_after_a_power_cut_the_same_offer_stands_is_shown_and_is_spoken_last(playing: Room, rooms: Rooms) -> None:
    playing.take(m.Done())
    playing.take(m.Tap(piece="goblin#1"))
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
    room.daemon.journal.keep(m.Roll(value=3), Settings())
    room.stop()
    again = rooms()
    again.hear_out()
    assert again.notice("steps-lost") in again.said and again.said[-1] == again.offer
    assert again.desk.narrator.notice_screen("steps-lost") in [shown.lines for shown in again.screens]
    again.take(m.Done())
    again.stop()
    third = rooms()
    third.hear_out()
    assert third.entries() == ["new_game", "done"] and third.topic == "draw"
    assert third.notice("steps-lost") not in third.said


def test_a_damaged_journal_is_told_and_the_game_goes_on_with_what_could_be_read(playing: Room, rooms: Rooms) -> None:
    playing.take(m.Done())
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
    room.take(m.Done())
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
    disk = FullDisk(playing.daemon.journal._base, statement)  # noqa: SLF001
    playing.daemon.journal._base = disk  # type: ignore[assignment]  # noqa: SLF001
    disk.full = True
    for message in (m.Done(), m.Tap(piece="goblin#1"), m.Roll(value=5)):
        assert playing.take(message)["ok"]
        playing.hear_out()
    assert playing.said.count(playing.notice("not-saved")) == 1
    assert playing.desk.narrator.notice_screen("not-saved") in [shown.lines for shown in playing.screens]
    assert playing.entries() == ["new_game", "correct"]
    disk.full = False
    playing.take(m.Tap(piece="orc#2"))
    assert playing.entries() == ["new_game", "correct", "done", "tap", "roll", "tap"]
    playing.hear_out()
    assert playing.said.count(playing.notice("saving-again")) == 1
    disk.full = True
    playing.take(m.Roll(value=2))
    playing.hear_out()
    assert playing.said.count(playing.notice("not-saved")) == 2, "another trouble is told again"
    disk.full = False
    playing.take(m.Undo())
    before = state_of(playing.desk.game.table)  # type: ignore[union-attr]
    playing.stop()
    again = rooms()
    assert state_of(again.desk.game.table) == before  # type: ignore[union-attr]


# Watchers and the others


def test_watchers_get_every_update_once_and_nothing_that_changes_nothing(playing: Room) -> None:
    done = playing.take(m.Done())
    playing.take(m.Tap(tag="00"))
    playing.take(m.Ask(about="board"))
    playing.lay("goblin#1")
    assert playing.updates[0] == done | {"update": True}
    assert [update["events"][-1]["event"] for update in playing.updates][1:] == ["token-drawn"]
    assert all(update["ok"] and update["update"] for update in playing.updates)


def test_what_only_concerns_who_asked_is_not_told_to_the_room_but_what_changes_is(playing: Room) -> None:
    screen = playing.screen
    for message in (m.Tap(tag="00"), m.Ask(about="board"), m.Roll(value=3), m.State(), m.SayAgain()):
        playing.daemon.take(message, aloud=False)
        playing.advance(1)
    assert playing.said == [] and playing.sounds == [] and playing.screen == screen
    playing.daemon.take(m.Done(), aloud=False)
    playing.hear_out()
    assert playing.said[-1] == playing.offer


# Devices that come and go


def test_a_healthy_start_and_simulated_devices_are_not_spoken_of(rooms: Rooms) -> None:
    room = rooms(threads=True)
    room.until(room.daemon.settled.is_set)
    room.advance(30)
    assert room.said == [room.notice("no-game")]
    assert {shown.lines for shown in room.screens} == {room.desk.narrator.notice_screen("no-game")}
    room.stop()
    assert threads_named("owner-") == []


@pytest.mark.parametrize("part", ["display", "ring", "speaker", "button", "reader"])
def test_a_part_that_goes_is_told_once_and_once_when_it_is_back_for_good(playing: Room, part: str) -> None:
    kind, facts = ("reader", {}) if part == "reader" else ("part", {"part": part})
    gone, back = (playing.notice(f"{kind}-{end}", **facts) for end in ("lost", "back"))
    at = playing.clock.monotonic()
    for reason in (Reason.MISSING, Reason.BUSY, Reason.MISSING):
        playing.daemon.part_watch.noticed(status(part, State.ABSENT, reason))
    assert playing.mouth.spoken[0][1:] == (gone, at)
    assert playing.desk.narrator.notice_screen(f"{kind}-lost", **facts) in [shown.lines for shown in playing.screens]
    playing.hear_out()
    for _ in range(5):  # it comes and goes
        playing.daemon.part_watch.noticed(status(part, State.READY))
        playing.advance(STEADY_SECONDS - 0.1)
        playing.daemon.part_watch.noticed(status(part, State.ABSENT, Reason.MISSING))
    assert playing.said.count(gone) == 1 and back not in playing.said
    playing.daemon.part_watch.noticed(status(part, State.READY))
    playing.advance(STEADY_SECONDS)
    assert playing.said[-1] == back
    playing.hear_out()
    assert playing.said.count(gone) == playing.said.count(back) == 1
    assert playing.sounds.count("error") == 1, "good news are no trouble"
    assert playing.screen.offer


def test_the_promise_of_five_seconds_holds_in_the_worst_case() -> None:
    assert BackOff().longest + STEADY_SECONDS < 5.0


def test_all_that_is_missing_at_the_start_is_told_and_shown_one_after_the_other(room: Room) -> None:
    for part in ("display", "ring", "speaker"):
        room.daemon.part_watch.noticed(status(part, State.OPENING))
        room.daemon.part_watch.noticed(status(part, State.ABSENT, Reason.MISSING))
    room.hear_out()
    for part in ("display", "ring", "speaker"):
        assert room.notice("part-lost", part=part) in room.said
        lines = room.desk.narrator.notice_screen("part-lost", part=part)
        shown = [at for at, screen in enumerate(room.screens) if screen.lines == lines]
        assert len(shown) == 1
        assert room.screens[shown[0] + 1].at - room.screens[shown[0]].at >= 2.5
    assert room.said[-1] in (room.notice("no-game"), room.notice("no-game", "brief"))


def test_an_unplugged_reader_is_told_within_two_seconds_and_is_back_within_five(tmp_path: Path, rooms: Rooms) -> None:
    line = SerialLine(tmp_path / "port").plug()
    room = rooms(f'[reader]\ndevice = "{line.name}"', threads=True)
    TagFile(room.places.tags, lambda: None).change(lambda pages: pages.learn(GOBLIN, "goblin#1", {"goblin": 6}))  # type: ignore[arg-type,return-value]
    room.until(room.daemon.settled.is_set)
    room.begin()
    room.take(m.Correct(turn=TurnFix(phase="draw")))
    room.hear_out()
    room.forget()
    at = room.clock.monotonic()
    line.unplug()
    room.until(lambda: room.said)
    assert room.said == [room.notice("reader-lost")] and room.clock.monotonic() - at <= 2
    for _ in range(30):  # nobody notices for a while, and the tries become rare
        room.clock.when_waited_for(1.0)
    room.hear_out()
    room.take(m.Next())  # the list does meanwhile
    assert room.desk.prompt()["marked"] == "goblin"  # type: ignore[index]
    at = room.clock.monotonic()
    line.plug()
    room.advance(BackOff().longest)
    room.until(lambda: room.daemon.part_watch.parts._returning)  # noqa: SLF001
    room.advance(STEADY_SECONDS)
    assert room.notice("reader-back") in room.said and room.clock.monotonic() - at <= 5
    line.send(Rdm6300Parser.frame(GOBLIN) * 2)
    room.until(lambda: room.topic == "monster-arc")


MISSING = {
    "display": "[display]\nbus = 250",
    "ring": '[ring]\ndevice = "/dev/spidev250.0"',
    "speaker": '[speaker]\nsink = "alsa:default"\ncommand = ["/nowhere/speech"]',
    "reader": '[reader]\ndevice = "/dev/pts/99999"',
}


@pytest.mark.parametrize("part", MISSING)
def test_a_missing_part_degrades_only_itself_and_is_told_by_what_remains(part: str, rooms: Rooms) -> None:
    room = rooms(MISSING[part], threads=True, own_voice=part != "speaker")
    room.until(room.daemon.settled.is_set)
    kind, facts = ("reader", {}) if part == "reader" else ("part", {"part": part})
    lines = room.desk.narrator.notice_screen(f"{kind}-lost", **facts)
    assert lines in [shown.lines for shown in room.screens]
    if part != "speaker":
        room.hear_out()
        assert room.notice(f"{kind}-lost", **facts) in room.said
    others = [owner for owner in room.daemon.devices.owners if owner.name != part]
    room.until(lambda: all(owner.status and owner.status.state is State.READY for owner in others))
    room.begin()
    room.take(m.Done())
    assert room.topic == "draw" and room.entries() == ["new_game", "done"]
    room.stop()
    assert threads_named("owner-") == []


class BlockedSpi:
    """A line to the lights that takes a frame and never comes back."""

    capacity = 4096

    def __init__(self) -> None:
        self.release = threading.Event()
        self.reached = threading.Event()

    def write(self, data: bytes) -> None:
        self.reached.set()
        self.release.wait(20)

    def close(self) -> None:
        pass


def test_a_part_that_blocks_its_thread_blocks_nothing_else(rooms: Rooms) -> None:
    line = BlockedSpi()
    blocked = rooms(threads=True, start=False)
    blocked.daemon.devices.ring._open_line = lambda: line  # noqa: SLF001
    blocked.start()
    assert line.reached.wait(5)
    blocked.until(blocked.daemon.settled.is_set)
    blocked.begin()
    blocked.take(m.Done())
    blocked.lay("goblin#1")
    assert blocked.topic == "monster-arc" and blocked.entries() == ["new_game", "done", "tap"]
    blocked.hear_out()
    assert blocked.said[-1] == blocked.offer and blocked.screen.offer
    blocked.stop()
    assert [thread.name for thread in threads_named("owner-")] == ["owner-ring"], "it ends whenever its call does"
    line.release.set()
    for thread in threads_named("owner-"):
        thread.join(5)
    assert threads_named("owner-") == []


class BlockedReader(SimReader):
    """A reader that hangs while it is opened, and is there after all."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.release = threading.Event()
        self.reached = threading.Event()

    def open(self) -> None:
        self.reached.set()
        self.release.wait(20)
        super().open()


def test_a_part_that_hangs_while_it_is_opened_is_missed_and_greeted_when_it_comes(rooms: Rooms) -> None:
    room = rooms(threads=True, start=False)
    owner = next(owner for owner in room.daemon.devices.owners if owner.name == "reader")
    owner.device = reader = BlockedReader(owner.device._on_event, room.clock)  # type: ignore[attr-defined]  # noqa: SLF001
    room.start()
    assert reader.reached.wait(5)
    room.advance(LATE_SECONDS - 0.1)
    assert room.notice("reader-lost") not in room.said
    room.advance(0.2)
    assert room.notice("reader-lost") in room.said
    reader.release.set()
    room.until(lambda: room.daemon.part_watch.parts._returning)  # noqa: SLF001
    room.advance(STEADY_SECONDS)
    room.hear_out()
    assert room.notice("reader-back") in room.said


def test_after_the_end_nothing_is_taken_shown_or_lit(playing: Room) -> None:
    playing.take(m.Play(card="green-knight", on="orc#1"))
    playing.daemon.part_watch.noticed(status("ring", State.ABSENT, Reason.MISSING))
    playing.daemon.part_watch.noticed(status("ring", State.READY))
    reader = playing.daemon.devices.reader
    noticed = playing.daemon._handing(playing.daemon._read)  # noqa: SLF001
    playing.down()
    playing.stop()
    before = (list(playing.said), len(playing.screens), len(playing.frames), playing.topic)
    reader.tap("goblin#1")  # type: ignore[union-attr]
    noticed(None)
    playing.advance(60)
    assert (list(playing.said), len(playing.screens), len(playing.frames), playing.topic) == before


# The first words


class Words:
    """A loudspeaker, as far as orders go."""

    def __init__(self) -> None:
        self.orders: list[Any] = []

    def say(self, number: int, text: str) -> None:
        self.orders.append((number, text))

    def cut(self) -> None:
        self.orders.append("cut")

    def play(self, sound: str) -> None:
        self.orders.append(sound)


def test_the_first_words_wait_for_a_loudspeaker_that_is_still_being_opened() -> None:
    words = Words()
    mouth = PatientMouth(words)
    mouth.say(1, "I am back.")
    assert words.orders == []
    mouth.decided()
    mouth.decided()
    mouth.say(2, "Draw 2.")
    assert words.orders == [(1, "I am back."), (2, "Draw 2.")]


def test_first_words_that_a_press_has_cut_are_not_spoken_later() -> None:
    words = Words()
    mouth = PatientMouth(words)
    mouth.say(1, "I am back.")
    mouth.cut()
    mouth.decided()
    assert words.orders == ["cut"]


def test_a_real_loudspeaker_gets_the_first_words_when_it_is_open(tmp_path: Path, rooms: Rooms) -> None:
    command = '["/bin/sh", "-c", "cat > /dev/null; cat tone.wav"]'
    text = f'[speaker]\nsink = "wav:{tmp_path / "sounds"}"\ncommand = {command}'
    room = rooms(text, own_voice=False, start=False)
    spoken: list[Callable[[], object]] = []
    room.daemon.devices.speaker.say = lambda number, text: spoken.append(text)  # type: ignore[assignment,method-assign,return-value]
    room.start()
    assert spoken == []
    room.daemon.part_watch.noticed(status("speaker", State.OPENING))
    assert spoken == []
    room.daemon.part_watch.noticed(status("speaker", State.READY))
    assert spoken == [room.notice("no-game")]


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
