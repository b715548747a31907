"""The table protocol's words for what The Wizard's Tower adds: its arc, putting out fires, corrections of its own."""

from __future__ import annotations

import pytest

from companion.game.boxes.wizards_tower.options import TowerOptions
from companion.game.rules.refusals import Refused
from companion.talk.beginnings import options_of
from companion.talk.boxes.wizards_tower import ExtinguishMessage, check_extinguishing, extinguishing
from companion.talk.messages import NewGameMessage, decode
from companion.talk.state import state_of
from tests.game.boxes.wizards_tower.wizards_table import wizards
from tests.game.rules.table import LIBRARY, table


def refusal(call, *arguments):
    with pytest.raises(Refused) as refused:
        call(*arguments)
    return refused.value.code, refused.value.reason


@pytest.mark.parametrize("arc", [1, 6])
def test_the_arc_of_the_tower_may_be_wished(arc):
    wish = NewGameMessage(game="castle-panic", boxes=["wizards-tower"], players=2, wizards_tower=arc)
    assert options_of(wish, LIBRARY).of(TowerOptions) == TowerOptions(arc)


@pytest.mark.parametrize("arc", [0, 7, -1])
def test_there_are_six_arcs_whatever_boxes_are_in_play(arc):
    wish = NewGameMessage(game="castle-panic", players=2, wizards_tower=arc)
    assert refusal(options_of, wish, LIBRARY) == ("bad-value", "no-such-arc")


def test_a_line_puts_a_fire_out():
    message = decode(b'{"do": "extinguish", "with": "brick", "at": "wall-3"}')
    assert message == ExtinguishMessage(with_="brick", at="wall-3")
    scene = wizards("Orc2@F1", walls="+3^1")
    scene.answer(extinguishing(scene.game.table, message))
    assert scene.game.table.wall(3).flames == 0


def test_only_a_card_that_there_is_puts_out_and_only_what_can_burn():
    assert refusal(check_extinguishing, LIBRARY, None, ExtinguishMessage("water", "wall-3")) == (
        "unknown-card",
        "unknown-card",
    )
    scene = wizards("Orc2@F1")
    assert refusal(extinguishing, scene.game.table, ExtinguishMessage("brick", "arc-3")) == (
        "bad-value",
        "no-such-place",
    )


def test_a_game_without_the_box_says_that_there_is_none():
    state = state_of(table("Orc@F1").game.table)
    assert state["wizard_deck"] is None and state["imps"] is None
