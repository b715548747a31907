"""Whether the people of the benches play every box to the end, and whether the driver fails when it must."""

from __future__ import annotations

import random

import pytest

from companion.game.rules.requests import OVER
from tests.bench.__main__ import told
from tests.bench.dealing import new_game, play_out
from tests.bench.measure import Figure
from tests.bench.people import kinds, recorded

TITAN = "dark-titan"


@pytest.mark.parametrize("boxes", [(), ("wizards-tower",), (TITAN,), ("wizards-tower", TITAN)])
def test_the_dealer_plays_a_game_that_can_be_answered_again(boxes: tuple[str, ...]) -> None:
    luck = random.Random(1)
    for _ in range(5):
        game = new_game(luck, 2, *boxes)
        answers = play_out(game, luck)
        game.undo(len(answers))
        for answer in answers:
            game.answer(answer)
        assert game.request is OVER


def test_every_kind_of_game_is_there() -> None:
    assert len(kinds()) == 5
    assert ("castle-panic", "wizards-tower", TITAN) in kinds()


@pytest.mark.parametrize("kind", kinds())
def test_people_play_every_kind_of_game_through_the_desk(kind: tuple[str, ...]) -> None:
    assert len(recorded(kind, 1)) > 10


@pytest.mark.parametrize(("measured", "status"), [(1.0, 0), (1.5, 0), (1.6, 1)])
def test_one_figure_that_is_too_far_off_fails_the_run(measured: float, status: int) -> None:
    assert told([lambda: [Figure("a", measured, 1, "kcal")], lambda: [Figure("b", 1, 1, "kcal")]]) == status
