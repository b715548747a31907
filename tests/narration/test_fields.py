"""What a field of a record holds is declared: with its event, or for all records, or by its type."""

from __future__ import annotations

import types
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from companion.game.board import ARC_NUMBERS, Space
from companion.game.boxes.dark_titan.agranok_card import LEVEL_OPTIONS
from companion.game.boxes.dark_titan.box import HARBINGER_COUNTS
from companion.game.events import Event
from companion.game.path import PathSpace
from companion.game.pieces import Structure, Token
from companion.game.rules.requests import NumberOption, Roll
from companion.game.rules.setup import SEAT
from companion.narration import boxes, telling
from companion.narration.boxes import BOXES
from companion.narration.cues import _OWN_CUES, ARC_ROLLS
from companion.narration.fields import COMMON_FIELDS, OptionOf
from companion.narration.manners import MANNERS
from companion.narration.names import ARCS_BY_NAME, STRUCTURES
from tests.narration import samples
from tests.narration.samples import TOPICS
from tests.narration.spelling import is_spelled, spelled

SAID_BY_TYPE = {Token, Space, PathSpace, Structure, bool, int, type(None)}
EVENTS = Event.__subclasses__()
RULES = spelled("game", "talk/offers.py")


def held(hint: Any) -> set[Any]:
    return set(get_args(hint)) if get_origin(hint) in (Union, types.UnionType) else {hint}


def undeclared(event: type[Event]) -> list[str]:
    declared = {*COMMON_FIELDS, *MANNERS[event.kind].fields}
    hints = get_type_hints(event)
    return [name for name in event.__struct_fields__ if name not in declared and not held(hints[name]) <= SAID_BY_TYPE]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_somebody_says_what_every_field_of_an_event_holds(event):
    assert undeclared(event) == []
    assert {*MANNERS[event.kind].fields} <= {*event.__struct_fields__}


def test_a_field_that_nobody_declares_is_found_out():
    class Storm:
        kind = "rolled"
        __struct_fields__ = ("name", "arcs", "piece")
        name: str
        arcs: tuple[int, ...]
        piece: Token | None

    assert undeclared(Storm) == ["name"]


def test_a_common_field_is_one_of_several_records_or_of_common_ones():
    named = {name for event in EVENTS for name in event.__struct_fields__}
    assert {*COMMON_FIELDS} - named == set()


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_how_a_fact_of_one_box_is_told_stands_with_that_box(event):
    """The module of a fact names its box; those that several boxes share belong to none."""
    home = event.__module__.removeprefix("companion.game.").split(".")
    own = [name for name, words in BOXES.items() if event.kind in words.manners]
    assert own == ([home[1].replace("_", "-")] if home[0] == "boxes" else [])


# Topics that the words name


def test_every_topic_that_the_words_name_is_one_that_is_asked():
    named = {*ARC_ROLLS, *boxes.WAY_ROLLS, *_OWN_CUES, telling.PLACE_PIECE}
    named |= {manner.said_by for manner in MANNERS.values() if manner.said_by}
    fields = [form for manner in MANNERS.values() for form in manner.fields.values()]
    named |= {form.topic for form in fields if isinstance(form, OptionOf)}
    assert len(named) > 10
    assert named - {*TOPICS} == set()


@pytest.mark.parametrize("topic", TOPICS)
def test_a_roll_for_an_arc_is_known_as_one(topic):
    asked = samples.requests(topic, samples.FOES[:1])
    if any(isinstance(request, Roll) for request in asked):
        assert (topic in ARC_ROLLS) == topic.endswith("-arc")


def test_every_cause_that_the_words_tell_apart_is_one_that_the_rules_give():
    assert all(is_spelled(cause, RULES) for cause in (*telling._TOGETHER, *telling._STORMED))


# Words that are looked up and not taken apart


def test_arcs_and_structures_go_by_their_names():
    assert [arc.number for arc in ARCS_BY_NAME.values()] == list(ARC_NUMBERS)
    assert {name: str(structure) for name, structure in STRUCTURES.items()} == {name: name for name in STRUCTURES}
    assert len(STRUCTURES) == 12


def test_a_numbered_option_is_called_by_the_player_or_by_the_message_of_its_sort():
    names, table = samples.narrator().names, samples.new_game(players=3, names=("Ana", "Ben", "Cy")).table
    assert names.option(NumberOption(SEAT, 2), table, "normal") == "Ben"
    words = names.catalogue.words
    assert words(names.option(LEVEL_OPTIONS[3], table, "normal")) == "level 4"
    assert [words(names.option(option, table, "normal", "extra-harbingers")) for option in HARBINGER_COUNTS] == [
        "1 more",
        "2 more",
        "3 more",
    ]
