"""The table protocol's words for what My First Castle Panic adds: corrections of its path, and a state of its own."""

from __future__ import annotations

import pytest

from companion.game.rules.refusals import Refused
from companion.talk import messages as m
from companion.talk.state import state_of
from tests.crash.scripts import new_desk


def begun():
    desk = new_desk()
    desk.do(m.NewGameMessage(game="my-first", players=2, setup="none", pace="auto", seed=1))
    return desk


def test_the_state_has_the_path_and_nothing_of_the_big_game():
    state = state_of(begun().game.table)
    assert {"path", "wall", "castle", "dungeon"} <= state.keys()
    assert not {"monsters", "supports", "walls", "towers", "wizard_deck", "cavalier", "agranok", "imps"} & state.keys()


def test_a_line_puts_monsters_on_the_path_and_the_wall_down():
    desk = begun()
    line = b'{"do": "correct", "path": [{"piece": "goblin#1", "space": 2}], "wall": false}'
    desk.do(m.decode(line))
    state = state_of(desk.game.table)
    assert state["path"] == [{"piece": "goblin#1", "space": 2}] and state["wall"] is False


@pytest.mark.parametrize(
    "line, code",
    [
        (b'{"do": "correct", "path": [{"piece": "dragonfly", "space": 2}]}', "unknown-piece"),
        (b'{"do": "correct", "path": [{"piece": "goblin#1", "space": 99}]}', "bad-value"),
        (b'{"do": "correct", "cavalier": null}', "bad-value"),
        (b'{"do": "correct", "monsters": []}', "bad-value"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(line, code):
    desk = begun()
    before = state_of(desk.game.table)
    with pytest.raises(Refused) as refused:
        desk.do(m.decode(line))
    assert refused.value.code == code and state_of(desk.game.table) == before


def test_the_name_of_a_piece_is_looked_at_before_the_game():
    with pytest.raises(Refused) as refused:
        new_desk().do(m.decode(b'{"do": "correct", "path": [{"piece": "dragonfly", "space": 2}]}'))
    assert refused.value.code == "unknown-piece"
