"""From gestures to inputs: one button and three, the guard time, quick taps, holds; and the presses between games."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.channels.controls import AGAIN_SECONDS, DEAF_SECONDS, Beginner, Controls, ControlSettings, Meaning
from companion.game.rules.requests import OVER, PLAY, Acknowledge, Choose, Roll, Tap
from companion.talk import messages as m
from companion.talk.verb import Message
from hardware.button.gestures import Gesture
from hardware.clock import TravelClock
from tests.service.room import SimLoop

LIST = Choose("wall-victim", ["arc-1", "arc-2"])
DRAW = Tap("draw")
PLAIN = [Roll("monster-arc"), Acknowledge("trade"), PLAY, OVER]
NOTHING, IGNORED = Meaning.NOTHING, Meaning.IGNORED
NAMES = {gesture.value for gesture in Gesture}


def controls(
    standing: Any = PLAIN[0], known_since: float | None = 0.0, at: float = 10.0, marked: int = 0, **settings: Any
) -> Controls:
    """Controls on which a finger has just come down."""
    game = SimpleNamespace(standing=standing, marked=marked) if standing else None
    made = Controls(lambda: game, ControlSettings(**settings))  # type: ignore[arg-type,return-value]
    made.look(1, known_since, at)
    return made


def test_every_gesture_of_the_hardware_is_understood() -> None:
    for standing in (LIST, DRAW, *PLAIN, None):
        for one_button in (True, False):
            for name in NAMES:
                for button in ("button", "next", "back"):
                    found = controls(standing, one_button=one_button).meaning(name, button)
                    assert isinstance(found, Message | Meaning)


@pytest.mark.parametrize("standing", [*PLAIN, None], ids=lambda standing: getattr(standing, "kind", "no game"))
@pytest.mark.parametrize("one_button", [True, False])
def test_a_tap_accepts_a_plain_offer_and_a_press_or_release_does_nothing(standing: Any, one_button: bool) -> None:
    hand = controls(standing, one_button=one_button)
    assert [hand.meaning(name) for name in ("press", "release", "tap")] == [NOTHING, NOTHING, m.PressMessage()]


@pytest.mark.parametrize("standing", [LIST, DRAW], ids=["list", "kinds"])
def test_with_one_button_a_tap_goes_on_in_a_list_and_a_hold_chooses(standing: Any) -> None:
    hand = controls(standing)
    assert hand.meaning("tap") == m.NextMessage()
    assert hand.meaning("hold") == m.PressMessage()
    assert hand.meaning("release") is NOTHING


@pytest.mark.parametrize("standing", [LIST, DRAW], ids=["list", "kinds"])
def test_with_buttons_for_next_and_back_the_main_button_chooses_in_a_list(standing: Any) -> None:
    hand = controls(standing, one_button=False)
    assert hand.meaning("tap") == hand.meaning("hold") == m.PressMessage()
    assert hand.meaning("tap", "next") == m.NextMessage()
    assert hand.meaning("tap", "back") == m.BackMessage()


def test_outside_a_list_next_asks_for_the_danger_back_says_again_and_back_held_takes_back() -> None:
    hand = controls(PLAY, one_button=False)
    assert hand.meaning("tap", "next") == m.AskMessage(about="danger")
    assert hand.meaning("tap", "back") == m.DoubleMessage()
    assert hand.meaning("hold", "back") == m.LongHoldMessage()
    assert hand.meaning("long hold", "back") is NOTHING
    assert hand.meaning("hold", "next") is NOTHING


# The guard time


@pytest.mark.parametrize(("known_since", "counts"), [(9.4, True), (9.41, False), (10.0, False), (None, False)])
def test_an_act_counts_only_when_its_offer_has_been_known_for_the_guard_time(
    known_since: float | None, counts: bool
) -> None:
    assert controls(PLAIN[0], known_since).meaning("tap") == (m.PressMessage() if counts else IGNORED)
    assert controls(LIST, known_since).meaning("hold") == (m.PressMessage() if counts else IGNORED)


def test_without_a_guard_time_every_tap_counts() -> None:
    assert controls(PLAIN[0], None, guard=0).meaning("tap") == m.PressMessage()


def test_going_on_in_a_list_needs_no_guard_but_something_to_go_on_from() -> None:
    assert controls(LIST, 9.99).meaning("tap") == m.NextMessage()
    assert controls(LIST, None).meaning("tap") is IGNORED


def test_the_moment_of_the_finger_counts_and_not_that_of_letting_go() -> None:
    hand = controls(PLAIN[0], None)
    hand.look(1, 10.1, 10.2)
    assert hand.meaning("tap") is IGNORED


def test_taking_back_needs_no_guard() -> None:
    assert controls(PLAIN[0], None).meaning("long hold") == m.LongHoldMessage()


def test_an_offer_that_is_never_heard_after_a_finger_made_way_for_it_can_be_taken_all_the_same() -> None:
    hand = controls(PLAIN[0], None, at=10.0)
    for at, counts in ((10.0 + DEAF_SECONDS - 0.1, False), (10.0 + DEAF_SECONDS, True)):
        hand.look(1, None, at)
        assert (hand.meaning("tap") == m.PressMessage()) is counts


def test_another_question_is_guarded_anew() -> None:
    hand = controls(PLAIN[0], None, at=10.0)
    hand.look(2, None, 10.0 + 2 * DEAF_SECONDS)
    assert hand.meaning("tap") is IGNORED


# Quick taps


def test_a_hasty_tap_is_ignored_and_a_double_one_says_again() -> None:
    hand = controls(PLAIN[0])
    assert hand.meaning("hasty") is IGNORED
    assert hand.meaning("double") == m.DoubleMessage()


def test_in_a_list_of_one_button_quick_taps_go_on() -> None:
    hand = controls(LIST)
    assert [hand.meaning(name) for name in ("tap", "double", "hasty", "tap")] == [m.NextMessage()] * 4


def test_in_a_list_too_a_double_tap_says_again_if_its_first_only_silenced() -> None:
    hand = controls(LIST, None)
    assert hand.meaning("tap") is IGNORED
    assert hand.meaning("double") == m.DoubleMessage()


@pytest.mark.parametrize("name", ["tap", "hasty", "double"])
def test_the_helpers_take_every_tap_however_quick(name: str) -> None:
    assert controls(LIST, None, one_button=False).meaning(name, "next") == m.NextMessage()


# Holds


def test_a_hold_outside_a_list_means_something_only_if_it_does_not_become_a_long_one() -> None:
    hand = controls(PLAIN[0])
    assert [hand.meaning(name) for name in ("hold", "release", "release")] == [NOTHING, m.HoldMessage(), NOTHING]
    hand = controls(PLAIN[0])
    long = [hand.meaning(name) for name in ("hold", "long hold", "long hold", "long hold", "release")]
    assert long == [NOTHING, m.LongHoldMessage(), m.LongHoldMessage(), m.LongHoldMessage(), NOTHING]


def test_a_hold_in_a_list_that_nobody_has_walked_into_is_one_outside_a_list() -> None:
    hand = controls(DRAW, marked=-1)
    assert [hand.meaning(name) for name in ("hold", "long hold", "release")] == [NOTHING, m.LongHoldMessage(), NOTHING]


def test_a_stuck_button_means_nothing_at_all_when_it_comes_free() -> None:
    hand = controls(PLAIN[0])
    assert [hand.meaning(name) for name in ("hold", "stuck", "release")] == [NOTHING] * 3


# Between games


class Asked:
    """A beginner, and what became of its question."""

    def __init__(self) -> None:
        self.loop = SimLoop(TravelClock())
        self.log: list[str] = []
        self.first = m.NewGameMessage(game="castle-panic", players=2)
        self.beginner = Beginner(
            lambda: self.first, lambda: self.log.append("ask"), lambda: self.log.append("withdraw"), self.loop
        )


def test_the_first_press_of_all_begins_the_first_game() -> None:
    asked = Asked()
    assert asked.beginner.pressed(over=False) == asked.first
    assert asked.log == []


def test_after_an_end_one_press_asks_and_a_second_in_time_begins_another() -> None:
    asked = Asked()
    played = m.NewGameMessage(game="my-first", players=4, variants=["super-hero"], seed=7, sealed="x", pace="auto")
    asked.beginner.begun(played)
    assert asked.beginner.pressed(over=True) is None
    asked.loop.advance(AGAIN_SECONDS - 0.1)
    another = asked.beginner.pressed(over=True)
    assert another == m.NewGameMessage(game="my-first", players=4, variants=["super-hero"], pace="auto")
    assert asked.log == ["ask"]


def test_a_second_press_that_comes_too_late_asks_again() -> None:
    asked = Asked()
    assert asked.beginner.pressed(over=True) is None
    asked.loop.advance(AGAIN_SECONDS)
    assert asked.beginner.pressed(over=True) is None
    assert asked.log == ["ask", "withdraw", "ask"]


def test_anything_else_that_is_done_ends_the_question_without_a_word() -> None:
    asked = Asked()
    asked.beginner.pressed(over=True)
    asked.beginner.close()
    asked.loop.advance(2 * AGAIN_SECONDS)
    assert asked.log == ["ask"]
    assert asked.beginner.pressed(over=True) is None
