"""What is on the screen and for how long: results, alerts, the standing offer."""

from __future__ import annotations

from typing import Any

import pytest

from companion.channels.screen import RESULT_SECONDS, Lines, ScreenChannel, reading_seconds
from hardware.clock import TravelClock
from tests.service.room import SimLoop


def test_more_words_stay_longer() -> None:
    assert reading_seconds(["WALL 3 FALLS"]) == RESULT_SECONDS
    assert reading_seconds(["ONE TWO THREE", "FOUR FIVE SIX", "SEVEN EIGHT", "NINE TEN"]) == 4.0


class Paper:
    """A screen."""

    def __init__(self) -> None:
        self.shown: list[Lines] = []

    def show_lines(self, lines: Lines, inverted: int | None) -> None:
        self.shown.append(lines)


@pytest.fixture
def screen() -> tuple[ScreenChannel, Paper, SimLoop]:
    paper, loop = Paper(), SimLoop(TravelClock())
    return ScreenChannel(paper, loop), paper, loop


def test_an_alert_is_shown_at_once_and_what_it_covered_comes_back(screen: Any) -> None:
    channel, paper, loop = screen
    channel.ask(["offer"], ["result"])
    channel.alert(["first alert"])
    channel.alert(["second alert"])
    assert paper.shown == [["result"], ["first alert"]]
    loop.advance(10)
    assert paper.shown == [["result"], ["first alert"], ["second alert"], ["result"], ["offer"]]


def test_an_alert_that_nobody_has_seen_outlives_an_input_and_a_finger(screen: Any) -> None:
    channel, paper, loop = screen
    channel.alert(["first alert"])
    channel.alert(["second alert"])
    channel.ask(["offer"], ["result"])
    assert paper.shown == [["first alert"], ["result"]]
    channel.dismiss()
    assert paper.shown[-1] == ["second alert"]
    channel.dismiss()
    assert paper.shown[-1] == ["offer"]
    channel.dismiss()
    assert paper.shown[-1] == ["offer"] and len(paper.shown) == 4
    assert loop.waiting == 0
