"""What the ring of lights shows, and how urgent the words are: for every kind of fact and of question, in one place.

A cue belongs to an arc, or to the whole ring. What the lights do for it, `companion.lights` knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.board import ARC_NUMBERS, Arc, Space
from companion.events import Event, MonsterMoved, Rolled
from companion.narration.phrases import Cue
from companion.narration.telling import subject
from companion.pieces import Structure, Token
from companion.rules.requests import Acknowledge, Choose, Request, Roll

if TYPE_CHECKING:
    from companion.rules.table import Table

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
    "corrected": Manner("ready", weight=2),
    "undone": Manner("undo", weight=6),
    "redone": Manner("turn", weight=6),
}


def cue_of(event: Event) -> Cue:
    """The cue of a fact, in the arc that it is about."""
    cue = MANNERS[event.kind].cue
    if isinstance(event, MonsterMoved) and event.space.distance > event.origin.distance:
        cue = "outward"
    return _cue(cue, _arc_of_event(event))


def _cue(cue: str, arc: int) -> Cue:
    return Cue(cue=cue) if arc == WHOLE else Cue(arc=arc, cue=cue)


def _arc_of_event(event: Event) -> int:
    if isinstance(event, Rolled):
        return event.value if event.topic.endswith("-arc") else WHOLE
    if isinstance(getattr(event, "arc", None), int):
        return event.arc  # type: ignore[attr-defined,no-any-return]
    arcs = (arc_of(getattr(event, field, None)) for field in ("space", "wall", "tower", "piece"))
    return next((arc for arc in arcs if arc), WHOLE)


def arc_of(thing: Any) -> int:
    """The arc that something is in; the whole ring for what is in none."""
    if isinstance(thing, Token):
        thing = thing.space
    if isinstance(thing, Space | Structure):
        return thing.arc
    if isinstance(thing, Arc):
        return thing.number
    return WHOLE


def cues_of_request(request: Request, table: Table, marked: int) -> list[Cue]:
    """The cues of a question, and of what burns and flies on the board meanwhile."""
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
    if request.topic == "towers-walls":
        return Cue(cue="castle")
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
