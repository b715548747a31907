"""What the ring of lights shows, and how urgent the words are: for every kind of fact and of question, in one place.

A cue belongs to an arc, or to the whole ring. What the lights do for it, `companion.channels.cues` knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.game.board import ARC_NUMBERS, Arc, Space
from companion.game.boxes.dark_titan.cavalier import Rider
from companion.game.boxes.dark_titan.events import HeraldPlaced
from companion.game.events import Event, MonsterMoved, Rolled
from companion.game.pieces import Structure, Token
from companion.game.rules.requests import Acknowledge, Choose, Order, Request, Roll
from companion.narration.missing import lacks
from companion.narration.phrases import Cue
from companion.narration.telling import subject

if TYPE_CHECKING:
    from companion.game.rules.table import Table

WHOLE: Final = 0
"""Stands for the arc of what is in no arc: its cue is about the whole ring."""


class Manner(NamedTuple):
    """How a fact is told: its cue, the class of its words, and its weight where one screen must stand for several."""

    cue: str
    priority: str = "step"
    weight: int = 1


MANNERS: Final = {
    "game-began": Manner("ready", weight=0),
    "turn-began": Manner("turn", weight=0),
    "turn-ended": Manner("turn", weight=0),
    "phase-began": Manner("wait", weight=0),
    "rolled": Manner("rolled", weight=2),
    "token-drawn": Manner("wait"),
    "monster-placed": Manner("place", weight=2),
    "monster-moved": Manner("move"),
    "monster-held": Manner("danger", weight=0),
    "monster-damaged": Manner("hit", weight=2),
    "monster-healed": Manner("hit"),
    "monster-slain": Manner("slain", weight=3),
    "monster-tarred": Manner("target", weight=2),
    "monster-stuck": Manner("wait", weight=0),
    "tar-removed": Manner("wait", weight=0),
    "wall-fell": Manner("wall-falls", weight=4),
    "tower-fell": Manner("tower-falls", "alert", weight=5),
    "fortify-lost": Manner("hit", weight=3),
    "wall-built": Manner("place", weight=2),
    "wall-fortified": Manner("place", weight=2),
    "card-played": Manner("wait", weight=0),
    "hands-told": Manner("wait", weight=2),
    "tokens-owed": Manner("wait"),
    "boulder-rolled": Manner("move", weight=2),
    "draw-skipped": Manner("wait"),
    "game-won": Manner("win", "alert", weight=9),
    "game-lost": Manner("lose", "alert", weight=9),
    "monster-arrived": Manner("place", weight=2),
    "monster-stepped": Manner("move", weight=0),
    "monsters-stepped": Manner("move"),
    "monster-caught": Manner("slain", weight=3),
    "monster-booted": Manner("outward", weight=3),
    "wall-bumped": Manner("wall-falls", weight=4),
    "wall-rebuilt": Manner("place", weight=2),
    "castle-flattened": Manner("lose", weight=9),
    "castle-saved": Manner("win", weight=9),
    "easy-rules-piled": Manner("wait"),
    "wizards-tower-placed": Manner("place", weight=2),
    "wizard-deck-left": Manner("wait", weight=4),
    "wizard-deck-returned": Manner("wait", weight=3),
    "tower-built": Manner("place", weight=2),
    "phase-skipped": Manner("target"),
    "harbinger-drawn": Manner("harbinger", weight=5),
    "imps-came": Manner("place", weight=2),
    "structure-lit": Manner("flame", weight=3),
    "structure-doused": Manner("doused", weight=2),
    "monster-lit": Manner("flame", weight=2),
    "monster-doused": Manner("doused"),
    "flames-passed": Manner("flame", weight=3),
    "flames-short": Manner("wait", weight=3),
    "fire-breathed": Manner("breath", weight=2),
    "monsters-frozen": Manner("wait", weight=2),
    "monster-returned": Manner("wait"),
    "doppelganger-replaced": Manner("place", weight=3),
    "doppelganger-left": Manner("slain", weight=3),
    "player-invited": Manner("wait", weight=2),
    "fortify-moved": Manner("place", weight=2),
    "herald-placed": Manner("herald-1", weight=5),
    "herald-missing": Manner("wait"),
    "agranok-revealed": Manner("target", weight=6),
    "agranok-endured": Manner("hit", weight=3),
    "agranok-effect": Manner("target", weight=3),
    "agranok-remembered": Manner("learned"),
    "card-banished": Manner("wait", weight=3),
    "attack-missed": Manner("miss", weight=3),
    "troll-burst": Manner("flame", weight=3),
    "troll-struck": Manner("flame", weight=5),
    "support-placed": Manner("place", weight=2),
    "support-moved": Manner("place", weight=2),
    "support-fought": Manner("hit", weight=2),
    "support-lost": Manner("slain", weight=3),
    "support-arrived": Manner("castle", weight=4),
    "cavalier-placed": Manner("cavalier", weight=2),
    "cavalier-moved": Manner("cavalier", weight=2),
    "cavalier-fought": Manner("hit", weight=2),
    "cavalier-stayed": Manner("cavalier", weight=0),
    "cavalier-lost": Manner("slain", weight=4),
    "barrage-began": Manner("ready", weight=2),
    "barrage-ended": Manner("wait", weight=0),
    "overlord-chose": Manner("wait", weight=2),
    "corrected": Manner("ready", weight=2),
    "undone": Manner("undo", weight=6),
    "redone": Manner("turn", weight=6),
}


PLAIN_MANNER: Final = Manner("wait", weight=0)
MOST_HERALDS: Final = 3


def manner_of(event: Event) -> Manner:
    """How a fact is told; one that was forgotten here is told all the same."""
    try:
        return MANNERS[event.kind]
    except KeyError as lack:
        lacks("manner", event.kind, lack)
        return PLAIN_MANNER


def cue_of(event: Event) -> Cue:
    """The cue of a fact, in the arc that it is about."""
    cue = manner_of(event).cue
    if isinstance(event, MonsterMoved) and event.space.distance > event.origin.distance:
        cue = "outward"
    elif isinstance(event, HeraldPlaced):
        cue = f"herald-{min(event.slot, MOST_HERALDS)}"
    return _cue(cue, _arc_of_event(event))


def _cue(cue: str, arc: int) -> Cue:
    return Cue(cue=cue) if arc == WHOLE else Cue(arc=arc, cue=cue)


def _arc_of_event(event: Event) -> int:
    if isinstance(event, Rolled):
        return event.value if event.topic.endswith("-arc") else WHOLE
    if isinstance(getattr(event, "arc", None), int):
        return event.arc  # type: ignore[attr-defined,no-any-return]
    arcs = (arc_of(getattr(event, field, None)) for field in ("space", "wall", "tower", "structure", "piece"))
    return next((arc for arc in arcs if arc), WHOLE)


def arc_of(thing: Any) -> int:
    """The arc that something is in; the whole ring for what is in none."""
    if isinstance(thing, Order):
        thing = thing.aim
    if isinstance(thing, Token):
        thing = thing.space
    if isinstance(thing, Space | Structure):
        return thing.arc
    if isinstance(thing, Arc):
        return thing.number
    return WHOLE


_OWN_CUES: Final = {
    "towers-walls": "castle",
    "agranok-card": "secret",
    "herald-1": "herald-1",
    "herald-2": "herald-2",
}
"""The cues of questions that are about no arc."""


def cues_of_request(request: Request, table: Table, marked: int) -> list[Cue]:
    """The cues of a question, and of what burns, flies and rides on the board meanwhile."""
    return [_question(request, table, marked), *_marks(table)]


def _question(request: Request, table: Table, marked: int) -> Cue:
    if request.kind == "over":
        return Cue(cue="win" if table.result == "won" else "lose")
    if request.kind == "play":
        return _cue("danger" if table.board else "wait", closest_arc(table.board))
    if isinstance(request, Roll):
        return Cue(cue="roll")
    if isinstance(request, Choose):
        arc = arc_of(request.options[marked]) or arc_of(request.piece)
        return _cue("target" if arc else "wait", arc)
    if request.topic in _OWN_CUES:
        return Cue(cue=_OWN_CUES[request.topic])
    arc = arc_of(subject(request)) if isinstance(request, Acknowledge) else WHOLE
    return _cue("place" if arc else "wait", arc)


def closest_arc(board: Iterable[Any]) -> int:
    """The arc of the Monster that is closest to the Castle; the whole ring without Monsters."""
    return min(((monster.space.distance, monster.space.arc) for monster in board), default=(0, WHOLE))[1]


def _marks(table: Table) -> Iterator[Cue]:
    burning = {thing.arc for thing in (*table.walls, *table.towers) if thing.flames}
    burning |= {monster.space.arc for monster in table.board if monster.flames}
    flown = {monster.space.arc for monster in table.board if monster.kind.flying}
    for arc in ARC_NUMBERS:
        if arc in burning:
            yield Cue(arc=arc, cue="fire")
        if arc in flown:
            yield Cue(arc=arc, cue="flying")
    rider = table.parts.get("cavalier")
    if isinstance(rider, Rider) and rider.piece.space is not None:
        yield Cue(arc=rider.piece.space.arc, cue="cavalier")
