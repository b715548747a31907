"""The table protocol's words for what The Dark Titan adds: Supports, the Cavalier, targets that are no Monsters."""

from __future__ import annotations

import pytest

from companion.game.board import SPACES
from companion.game.rules.refusals import Refused
from companion.talk.boxes.dark_titan import (
    CavalierMessage,
    MoveSupportMessage,
    cavalier_orders,
    check_cavalier_words,
    check_support_words,
    support_move,
)
from companion.talk.messages import PlayMessage, decode
from companion.talk.plays import card_play, check_words
from companion.talk.state import state_of
from tests.game.boxes.dark_titan.titan_table import titan_correction, titans
from tests.game.rules.table import LIBRARY, table


def refusal(call, *arguments):
    with pytest.raises(Refused) as refused:
        call(*arguments)
    return refused.value.code, refused.value.reason


@pytest.mark.parametrize(
    ("parts", "code", "reason"),
    [
        ({"piece": "supply-wagon", "path": ["knight-4"], "color": "purple"}, "bad-value", "no-such-color"),
        ({"piece": "supply-wagon", "path": ["moat-4"], "color": "red"}, "bad-value", "no-such-space"),
        ({"piece": "hay-wagon", "path": ["knight-4"], "color": "red"}, "unknown-piece", "unknown-piece"),
        ({"piece": "supply-wagon#2", "path": ["knight-4"], "color": "red"}, "unknown-piece", "unknown-piece"),
    ],
)
def test_words_of_a_support_that_are_none(parts, code, reason):
    assert refusal(check_support_words, LIBRARY, None, MoveSupportMessage(**parts)) == (code, reason)


def test_a_support_is_moved_by_its_words():
    scene = titans(supports="SupplyWagon@A4")
    message = decode(b'{"do": "move_support", "piece": "supply-wagon", "path": ["knight-4"], "color": "any"}')
    check_support_words(LIBRARY, None, message)
    scene.answer(support_move(scene.game.table, message))
    assert scene.supports == "SupplyWagon3@K4"


def test_without_the_box_there_is_no_support():
    message = MoveSupportMessage(piece="supply-wagon", path=["knight-4"], color="red")
    assert refusal(support_move, table().game.table, message) == ("illegal-target", "not-in-game")


@pytest.mark.parametrize(
    ("parts", "code", "reason"),
    [
        ({"move": "moat-4"}, "bad-value", "no-such-space"),
        ({"first": "retreat"}, "bad-value", "cavalier-first"),
        ({"attack": "gnome"}, "unknown-piece", "unknown-piece"),
    ],
)
def test_words_of_the_cavalier_that_are_none(parts, code, reason):
    assert refusal(check_cavalier_words, LIBRARY, None, CavalierMessage(**parts)) == (code, reason)


def test_the_cavalier_is_ordered_by_words():
    scene = titans("Goblin@K2", cavalier="K2")
    scene.done()
    message = decode(b'{"do": "cavalier", "attack": "goblin", "move": "swordsman-2", "first": "attack"}')
    check_cavalier_words(LIBRARY, None, message)
    orders = cavalier_orders(scene.game.table, message)
    assert (orders.move, orders.attack.name, orders.attack_first) == (SPACES["swordsman-2"], "goblin#1", True)
    scene.answer(orders)
    assert scene.cavalier == "S2"


@pytest.mark.rule("DT-129", "DT-058")
@pytest.mark.parametrize("name", ["supply-wagon#1", "cavalier#1"])
def test_no_card_is_aimed_at_what_is_no_monster(name):
    scene = titans(supports="SupplyWagon@S1", cavalier="S1", both=True)
    for message in (
        PlayMessage(card="red-swordsman", on=name),
        PlayMessage(card="valadors-wave", color="red", damage={name: 4}),
    ):
        check_words(LIBRARY, scene.game.table, message)
        assert refusal(card_play, scene.game.table, message) == ("illegal-target", "no-monster")


def test_the_ring_of_oil_is_a_field_only_on_a_slippery_slope():
    plain, slippery = titans(), titans(variants=("less-panic-slippery-slope",))
    message = PlayMessage(card="red-boiling-oil", ring="castle")
    assert refusal(check_words, LIBRARY, plain.game.table, message) == ("bad-input", "unknown-field")
    check_words(LIBRARY, slippery.game.table, message)


@pytest.mark.parametrize(
    "line",
    [
        b'{"do": "correct", "supports": [{"piece": "supply-wagon#1"}]}',
        b'{"do": "correct", "supports": [{"piece": "supply-wagon#1", "space": "knight-1", "flames": 1}]}',
        b'{"do": "correct", "cavalier": {}}',
        b'{"do": "correct", "agranok": {"card": true}}',
        b'{"do": "correct", "agranok": {"heralds": []}}',
        b'{"do": "move_support", "piece": "supply-wagon#1", "path": "knight-1", "color": "red"}',
        b'{"do": "cavalier", "move": 3}',
    ],
)
def test_malformed_inputs_are_bad_input(line):
    assert refusal(decode, line)[0] == "bad-input"


@pytest.mark.rule("DT-126", "DT-129")
def test_the_state_echoed_as_a_correction_is_the_same_state():
    scene = titans(
        "Agranok3@K1 Orc1@A3", supports="SupplyWagon2@A4 ReserveSquad@F2", cavalier="K2", heralds="Herald#4", agranok=2
    )
    before = state_of(scene.game.table)
    parts = ("monsters", "supports", "cavalier", "agranok", "removed", "monster_discard", "walls", "towers", "banished")
    scene.game.correct(titan_correction(**{name: before[name] for name in parts}))
    assert state_of(scene.game.table) == before


def test_parts_of_the_box_are_not_corrected_without_it():
    scene = table()
    for parts in ({"supports": []}, {"cavalier": None}, {"agranok": {"card": 1}}):
        with scene.refuses("bad-value", "no-such-part"):
            scene.game.correct(titan_correction(**parts))
