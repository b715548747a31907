"""Whether the people of the benches play every box to the end, and whether the driver fails when it must."""

from __future__ import annotations

import pytest

from companion.commands.desk import make_desk
from companion.game.boxes import every_combination
from companion.game.rules.requests import OVER
from companion.talk.state import state_of
from tests.bench.__main__ import told
from tests.bench.engine import replay
from tests.bench.measure import Figure
from tests.bench.people import inputs, new_game, play_out, recorded, take

TITAN = "dark-titan"


@pytest.mark.parametrize("kind", every_combination())
@pytest.mark.parametrize("whim", [0.0, 1.0])
def test_people_play_a_game_that_can_be_answered_again(kind: tuple[str, ...], whim: float) -> None:
    for seed in range(1 if whim == 0 else 5):
        game = new_game(kind, seed)
        answers = play_out(game, whim=whim)
        played = state_of(game.table)
        game.undo(len(answers))
        replay(game, answers)
        assert game.request is OVER
        assert state_of(game.table) == played


def test_every_kind_of_game_is_there() -> None:
    assert len(every_combination()) == 5
    assert ("castle-panic", "wizards-tower", TITAN) in every_combination()


@pytest.mark.parametrize("kind", every_combination())
@pytest.mark.parametrize("whim", [0.0, 1.0])
def test_people_play_every_kind_of_game_through_the_desk(kind: tuple[str, ...], whim: float) -> None:
    desk = make_desk(None)
    for message in inputs(desk, kind, 1, "guided", whim=whim):
        desk.do(message)
    assert desk.game is not None and desk.game.request is OVER
    assert desk.followers == []


@pytest.mark.parametrize("kind", every_combination())
def test_what_is_recorded_can_be_taken_by_any_desk(kind: tuple[str, ...]) -> None:
    desk = make_desk(None)
    for seed in range(3):
        for message in recorded(kind, seed):
            take(desk, message)
        assert desk.game is not None and desk.game.request is OVER


@pytest.mark.parametrize(("measured", "status"), [(1.0, 0), (1.5, 0), (1.6, 1)])
def test_one_figure_that_is_too_far_off_fails_the_run(measured: float, status: int) -> None:
    assert told([lambda: [Figure("a", measured, 1, "kcal")], lambda: [Figure("b", 1, 1, "kcal")]]) == status
