"""Which earcon tells a fact."""

from __future__ import annotations

from companion.channels import boxes
from companion.channels.earcons import EARCONS, WEIGHTIEST_FIRST
from companion.game.events import Event
from hardware.sound.earcons import Sound


def test_every_earcon_exists_and_belongs_to_a_fact_that_there_is() -> None:
    assert set(EARCONS.values()) <= set(Sound)
    kinds = {fact.kind for fact in _facts(Event) if hasattr(fact, "kind")}
    assert set(EARCONS) <= kinds


def _facts(kind: type[Event]) -> list[type[Event]]:
    return [found for sub in kind.__subclasses__() for found in (sub, *_facts(sub))]


def test_every_earcon_of_a_fact_has_its_weight_once() -> None:
    assert sorted(WEIGHTIEST_FIRST) == sorted(set(EARCONS.values()))


def test_an_earcon_of_a_fact_of_one_box_stands_with_that_box() -> None:
    homes = {fact.kind: fact.__module__ for fact in _facts(Event) if hasattr(fact, "kind")}
    own = {kind for kind in EARCONS if ".boxes." in homes[kind]}
    assert own == set(boxes.EARCONS)
