"""How every kind of fact is told: its cue, how urgent its words are, its weight, and its role among others."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.game.events import Event, MonsterMoved, Topic
from companion.narration import boxes
from companion.narration.box_words import Manner, Role
from companion.narration.fields import FieldForm
from companion.narration.missing import lacks


def way_cue(moved: MonsterMoved) -> str:
    """Toward the Forest is something else."""
    return "outward" if moved.space.distance > moved.origin.distance else "move"


_COMMON: Final = {
    "game-began": Manner("ready", weight=0),
    "turn-began": Manner("turn", weight=0),
    "turn-ended": Manner("turn", weight=0),
    "phase-began": Manner("wait", weight=0),
    "rolled": Manner("rolled", weight=2),
    "token-drawn": Manner("wait"),
    "monster-placed": Manner("place", weight=2, role=Role.PLACES),
    "monster-moved": Manner("move", exact=way_cue),
    "monster-held": Manner("danger", weight=0, role=Role.BY_STORM),
    "monster-damaged": Manner("hit", weight=2),
    "monster-slain": Manner("slain", weight=3),
    "monster-stuck": Manner("wait", weight=0, role=Role.ON_THE_WAY),
    "tar-removed": Manner("wait", weight=0),
    "wall-fell": Manner("wall-falls", weight=4, role=Role.BY_STORM),
    "tower-fell": Manner("tower-falls", "alert", weight=5, role=Role.BY_STORM),
    "fortify-lost": Manner("hit", weight=3, role=Role.BY_STORM),
    "wall-built": Manner("place", weight=2),
    "wall-fortified": Manner("place", weight=2),
    "card-played": Manner("wait", weight=0),
    "hands-told": Manner("wait", weight=2),
    "tokens-owed": Manner("wait"),
    "boulder-rolled": Manner("move", weight=2),
    "draw-skipped": Manner("wait"),
    "harbinger-drawn": Manner("harbinger", weight=5, role=Role.ANNOUNCES),
    "game-won": Manner("win", "alert", weight=9),
    "game-lost": Manner("lose", "alert", weight=9),
    "corrected": Manner("ready", weight=2),
    "undone": Manner("undo", weight=6),
    "redone": Manner("turn", weight=6),
}
MANNERS: Mapping[str, Manner] = MappingProxyType(_COMMON | dict(boxes.MANNERS))
"""By the kind of fact."""
PLAIN_MANNER: Final = Manner("wait", weight=0)


def manner_of(event: Event) -> Manner:
    """How a fact is told; one that was forgotten here is told all the same."""
    try:
        return MANNERS[event.kind]
    except KeyError as lack:
        lacks("manner", event.kind, lack)
        return PLAIN_MANNER


def role_of(event: Event) -> Role:
    """What a fact is to those around it."""
    return MANNERS.get(event.kind, PLAIN_MANNER).role


def fields_of(event: Event) -> Mapping[str, FieldForm]:
    """What those fields of a fact hold that mean something else than in other records."""
    return MANNERS.get(event.kind, PLAIN_MANNER).fields


def is_said_by(event: Event, topic: Topic) -> bool:
    """Whether a question of a topic says the same as a fact."""
    return MANNERS.get(event.kind, PLAIN_MANNER).said_by == topic
