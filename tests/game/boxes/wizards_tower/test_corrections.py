"""Corrections of what The Wizard's Tower brings: its Tower and deck, Imps, Harbingers and Mega Bosses, fire."""

from __future__ import annotations

import pytest

from companion.talk.state import state_of
from tests.game.boxes.wizards_tower.wizards_table import drawing, new_wizards, wizards


def test_a_wizards_tower_corrected_away_takes_its_deck_along_and_corrected_back_it_brings_it_back():
    scene = wizards()
    scene.correct(towers={"6": {"standing": False}})
    assert (scene.deck, scene.game.table.tower(6).wizard) == ("removed", False)
    scene.correct(towers={"6": {"standing": True}})
    assert (scene.deck, scene.game.table.tower(6).wizard) == ("in play", True)
    scene.undo(2)
    assert scene.deck == "in play"


def test_the_people_may_say_which_tower_is_the_wizards_tower():
    scene = wizards()
    scene.correct(towers={"2": {"wizard": True}, "6": {"wizard": False}})
    assert [tower.arc for tower in scene.game.table.towers if tower.wizard] == [2]
    scene.correct(towers={"2": {"standing": False}, "3": {"standing": False}})
    scene.correct(towers={"3": {"standing": True, "wizard": True}})
    assert [tower.arc for tower in scene.game.table.towers if tower.wizard] == [3]
    scene.correct(towers={"3": {"wizard": False}})
    assert scene.deck == "removed"


def test_two_wizards_towers_cannot_be():
    scene = wizards()
    with scene.refuses("bad-value", "two-wizards-towers"):
        scene.correct(towers={"2": {"wizard": True}})


@pytest.mark.parametrize(
    ("value", "towers"), [("removed", {}), ("lost", {}), (None, {}), ("in play", {"6": {"standing": False}})]
)
def test_the_deck_cannot_be_without_its_tower_nor_the_tower_without_it(value, towers):
    scene = wizards()
    with scene.refuses("bad-value", "wizard-deck"):
        scene.correct(others={"wizard_deck": value}, towers=towers)


def test_the_deck_may_be_said_as_it_is():
    scene = wizards(towers="-6")
    scene.correct(others={"wizard_deck": "removed"})
    scene.correct(others={"wizard_deck": "in play"}, towers={"6": {"standing": True}})
    assert scene.deck == "in play"


def test_imps_that_a_correction_leaves_out_go_back_to_their_pile():
    scene = wizards("Imp1@A2 Imp1@A3")
    scene.correct(monsters=[{"piece": "imp#2", "space": "archer-3"}], others={"imps": {"pile": 17}})
    assert (scene.board, scene.imps) == ("Imp1@A3", 17)


@pytest.mark.parametrize(
    ("value", "code", "reason"),
    [
        ({"pile": 18}, "bad-value", "imp-pile"),
        ({"pile": "many"}, "bad-input", "mistyped"),
        (None, "bad-input", "mistyped"),
    ],
)
def test_the_imp_pile_is_what_is_nowhere_else(value, code, reason):
    scene = wizards("Imp1@A2")
    with scene.refuses(code, reason):
        scene.correct(others={"imps": value})
    scene.correct(others={"imps": {"pile": 17}})
    scene.correct(removed=["imp#3"], others={"imps": {"pile": 16}})
    with scene.refuses("bad-value", "imp-pile"):
        scene.correct(others={"imps": {"pile": 17}})


def test_a_mega_boss_that_a_correction_leaves_out_stands_beside_the_board():
    scene = wizards("Dragon5@K2")
    scene.correct(monsters=[])
    assert scene.bag == 49
    scene.correct(turn={"phase": "draw"})
    scene.harbinger("dragon", 3)
    assert scene.board == "Dragon5@F3"


def test_a_harbinger_named_out_of_the_bag_has_come_and_left_out_again_it_is_back():
    scene = drawing()
    scene.correct(removed=["harbinger-hydra#1"])
    assert scene.bag == 48
    with scene.refuses("not-in-bag", "not-in-bag"):
        scene.draw("harbinger-hydra#1")
    scene.correct(removed=[])
    assert scene.bag == 49


def test_the_people_may_say_exactly_what_is_in_the_bag_harbingers_among_it():
    scene = drawing(opened="dragon")
    scene.correct(bag={"pieces": ["orc#1", "harbinger-hydra#1"]})
    assert scene.bag == 2
    with scene.refuses("not-in-bag", "not-in-bag"):
        scene.draw("harbinger-dragon#1")
    scene.harbinger("hydra", 1)
    assert scene.bag == 1
    scene.correct(bag={"left": 0})
    assert scene.bag == 0


def test_the_state_said_back_changes_nothing():
    scene = wizards("Doppelganger@F4 Orc1^2@K1 Imp1@A1 Dragon3@S2", walls="-1 +2f +3^2", towers="-4 +5^1")
    state = state_of(scene.game.table)
    kept = {
        name: state[name] for name in ("monsters", "walls", "towers", "monster_discard", "removed", "trophies", "turn")
    }
    others = {name: state[name] for name in ("wizard_deck", "imps")}
    scene.correct(**kept, others=others, bag={"left": state["bag"]["left"]})
    assert state_of(scene.game.table) == state


def test_a_fortified_wall_cannot_burn():
    scene = wizards(walls="+1f")
    with scene.refuses("bad-value", "fortified-and-burning"):
        scene.correct(walls={"1": {"flames": 1}})
    scene.correct(walls={"1": {"flames": 1, "fortified": False}, "2": {"standing": False}})
    assert scene.flames == "W1^1"


def test_what_the_necromancer_was_owed_is_dropped_with_the_question_that_stood():
    scene = wizards("Necromancer4@S1 Orc2@S2 Troll3@S2", discard="Goblin", bag="Ogre")
    scene.done()
    assert scene.asks == "wall-victim"
    scene.correct(walls={"4": {"standing": False}})
    assert (scene.bag, scene.asks) == (1, "draw")
    scene.draw("Ogre", 1)
    assert scene.bag == 0


def test_the_wizards_tower_may_be_put_where_a_correction_of_the_set_up_left_no_tower():
    scene = new_wizards(setup="guided", wizards_tower=0)
    scene.correct(towers={"3": {"standing": False}})
    scene.choose("arc-3")
    assert (scene.down, scene.deck) == ("", "in play")
