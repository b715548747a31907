"""What the ring of lights shows, and how urgent the words are: for every kind of fact and of question, in one place.

A cue belongs to an arc (1 to 6) or to the whole ring (0). What the lights do for it is no business of this module.
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
"""The arc number of a cue that belongs to the whole ring."""
CUES: Final = (
    "place", "target", "hit", "slain", "move", "outward", "danger", "fire", "flying", "wall-falls", "tower-falls",
    "roll", "rolled", "wait", "error", "win", "lose", "undo", "turn", "count", "secret",
)  # fmt: skip
"""Every cue that there is."""


class Manner(NamedTuple):
    """How a fact is told: its cue, the class of its words, and its weight where one screen must stand for several."""

    cue: str
    priority: str = "step"
    weight: int = 1


MANNERS: Final = {
    "game-began": Manner("turn", weight=0),
    "turn-began": Manner("turn", weight=0),
    "turn-ended": Manner("turn", weight=0),
    "phase-began": Manner("wait", weight=0),
    "rolled": Manner("rolled", weight=2),
    "token-drawn": Manner("count"),
    "monster-placed": Manner("place", weight=2),
    "monster-moved": Manner("move"),
    "monster-held": Manner("danger", weight=0),
    "monster-damaged": Manner("hit", weight=2),
    "monster-healed": Manner("count"),
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
    "tokens-owed": Manner("count"),
    "boulder-rolled": Manner("move", weight=2),
    "draw-skipped": Manner("wait"),
    "game-won": Manner("win", "alert", weight=9),
    "game-lost": Manner("lose", "alert", weight=9),
    "corrected": Manner("count", weight=2),
    "undone": Manner("undo", weight=6),
    "redone": Manner("turn", weight=6),
}


def cues_of(event: Event) -> list[Cue]:
    """The cue of a fact, in every arc that it is about."""
    cue = MANNERS[event.kind].cue
    if isinstance(event, MonsterMoved) and event.space.distance > event.origin.distance:
        cue = "outward"
    return [Cue(arc=arc, cue=cue) for arc in _arcs_of(event) or (WHOLE,)]


def _arcs_of(event: Event) -> tuple[int, ...]:
    if isinstance(event, Rolled):
        return (event.value,) if event.topic.endswith("-arc") else ()
    if isinstance(getattr(event, "arc", None), int):
        return (event.arc,)  # type: ignore[attr-defined]
    for field in ("space", "wall", "tower", "piece"):
        arc = arc_of(getattr(event, field, None))
        if arc:
            return (arc,)
    return ()


def arc_of(thing: Any) -> int:
    """The arc that something is in, or 0."""
    if isinstance(thing, Token):
        thing = thing.space
    if isinstance(thing, Space | Structure):
        return thing.arc
    if isinstance(thing, Arc):
        return thing.number
    return 0


def cues_of_request(request: Request, table: Table, marked: int) -> list[Cue]:
    """The cues of a question, and of what burns and flies on the board meanwhile."""
    return [*_question(request, table, marked), *_marks(table)]


def _question(request: Request, table: Table, marked: int) -> Iterator[Cue]:
    if request.kind == "over":
        yield Cue(arc=WHOLE, cue="win" if table.result == "won" else "lose")
    elif request.kind == "play":
        yield Cue(arc=closest_arc(table.board), cue="danger" if table.board else "wait")
    elif isinstance(request, Roll):
        yield Cue(arc=WHOLE, cue="roll")
    elif isinstance(request, Choose):
        arc = arc_of(request.options[marked]) or arc_of(request.piece)
        yield Cue(arc=arc, cue="target" if arc else "wait")
    else:
        arc = arc_of(subject(request)) if isinstance(request, Acknowledge) else WHOLE
        yield Cue(arc=arc, cue="place" if arc else "wait")


def closest_arc(board: Iterable[Any]) -> int:
    """The arc of the Monster that is closest to the Castle, or 0."""
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
