"""What fingers do at the buttons, on a clock that travels.

Of the acceptance criteria: A10, A30 to A33, A35.
"""

from __future__ import annotations

import pytest

from companion.channels.controls import DEAF_SECONDS
from companion.game.rules.fixes import MonsterFix, TurnFix
from companion.talk import messages as m
from hardware.owner import DeviceState, Reason
from tests.service.room import TAP_SECONDS, Room, Rooms, status

GUARD = 0.6
THREE_BUTTONS = '[button]\nfactory = "mock"\nnext_pin = 22\nback_pin = 23'


# A press silences, and counts only when the offer is known


def test_a_press_silences_at_once_whatever_it_means(playing: Room) -> None:
    playing.take(m.DoneMessage())
    playing.advance(1)
    at = playing.clock.monotonic()
    playing.down()
    assert playing.mouth.silent_since == [at]


def test_a_press_before_the_offer_was_heard_only_silences_and_then_the_offer_is_said(playing: Room) -> None:
    playing.take(m.DoneMessage())
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
    began = room.clock.monotonic()
    while room.said[-1:] != [room.offer]:
        assert room.clock.monotonic() < began + 60
        room.advance(0.01)
    room.advance(0.4 - 0.01 + audible_for)
    before = room.topic
    room.tap()
    assert (room.topic != before) is counts


def test_an_offer_silenced_before_it_was_heard_is_said_again_and_guarded_still(playing: Room) -> None:
    """A voice that is slow to begin: the finger is faster than the first sound of the offer."""
    playing.mouth.delay = 1.0
    playing.take(m.TapMessage(piece="orc#1"))
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
    room.take(m.CorrectMessage(turn=TurnFix(phase="draw")))
    room.take(m.TapMessage(piece="goblin#1"))
    assert room.topic == "monster-arc"
    for _ in range(4):
        room.tap(seconds=0.05)
        room.advance(0.05)
    assert room.topic == "monster-arc"


def test_in_quiet_mode_the_guard_counts_from_when_the_offer_is_shown(playing: Room) -> None:
    playing.take(m.SetMessage(quiet=True))
    playing.hear_out()
    playing.forget()
    playing.take(m.PlayMessage(card="green-knight", on="orc#1"))
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
    playing.take(m.DoneMessage())
    playing.loop.settle()
    playing.take(m.TapMessage(piece="goblin#1"))
    playing.advance(GUARD)
    playing.tap()
    assert playing.topic != "monster-arc"


def test_a_loudspeaker_that_hangs_delays_the_game_but_never_ends_it(playing: Room) -> None:
    playing.mouth.deaf = True
    playing.take(m.DoneMessage())
    playing.take(m.TapMessage(piece="goblin#1"))
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
    for _ in options:
        if playing.desk.prompt()["marked"] == "slay":  # type: ignore[index]
            break
        playing.advance(1)
        playing.tap()
    playing.hear_out()
    playing.hold()
    assert [piece.name for piece in playing.desk.game.table.board] == ["troll#1"]  # type: ignore[union-attr]
    assert playing.entries()[-1] == "press"


def test_with_buttons_for_next_and_back_the_main_one_chooses(rooms: Rooms) -> None:
    room = rooms(THREE_BUTTONS)
    room.begin()
    room.take(m.CorrectMessage(monsters=[MonsterFix("troll#1", "knight-3")]))
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
    room.daemon.part_watch.noticed(status("next", DeviceState.FAILING, Reason.BUSY))
    room.begin()
    room.take(m.CorrectMessage(monsters=[MonsterFix("orc#1", "knight-3")]))
    room.lay("orc#1")
    room.hear_out()
    room.tap()
    assert room.entries()[-1] == "next"
    room.daemon.part_watch.noticed(status("next", DeviceState.READY))
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
    room.take(m.CorrectMessage(monsters=[MonsterFix("orc#1", "knight-3"), MonsterFix("troll#1", "archer-5")]))
    for piece in ("orc#1", "orc#1", "troll#1"):
        room.take(m.TapMessage(piece=piece))
        room.take(m.ChooseMessage(option="hit"))
    room.take(m.DoneMessage())
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
    playing.take(m.TapMessage(tag="00"))
    playing.advance(3)
    assert playing.lights == dark


# Double, hasty, stuck


def test_a_double_tap_says_again_and_shows_again(playing: Room) -> None:
    playing.take(m.PlayMessage(card="green-knight", on="orc#1"))
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
        playing.take(m.CorrectMessage(turn=TurnFix(phase="draw")))
    if topic == "monster-arc":
        playing.take(m.TapMessage(piece="goblin#1"))
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
