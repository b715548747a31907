"""What the ring of lights shows of a fact and at a question.

A cue belongs to an arc, or to the whole ring. What the lights do for it, `companion.channels.cues` knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from companion.game.board import ARC_NUMBERS, Arc, Space
from companion.game.events import Event, Rolled
from companion.game.pieces import Structure, Token
from companion.game.rules.requests import Acknowledge, Choose, GameOver, Order, PlayCards, Roll
from companion.game.rules.table import Request
from companion.game.rules.topics import BOULDER_ARC, MEGA_BOSS_ARC, MONSTER_ARC, TOWERS_WALLS
from companion.narration import boxes
from companion.narration.manners import manner_of
from companion.narration.phrases import NamedCue
from companion.narration.questions import subject

if TYPE_CHECKING:
    from companion.game.rules.table import Table

WHOLE: Final = 0
"""Stands for the arc of what is in no arc: its cue is about the whole ring."""

ARC_ROLLS: Final = frozenset({MONSTER_ARC, BOULDER_ARC, MEGA_BOSS_ARC}) | boxes.ARC_ROLLS
"""The topics of the rolls whose number is that of an arc; of any other roll the cue is about the whole ring."""


def cue_of(event: Event) -> str:
    """The name of the cue of a fact."""
    manner = manner_of(event)
    return manner.exact(event) if manner.exact else manner.cue


def event_cue(event: Event, cue: str) -> NamedCue:
    """A cue in the arc that a fact is about."""
    return _cue(cue, _arc_of_event(event))


def _cue(cue: str, arc: int) -> NamedCue:
    return NamedCue(cue=cue) if arc == WHOLE else NamedCue(arc=arc, cue=cue)


def _arc_of_event(event: Event) -> int:
    if isinstance(event, Rolled):
        return event.value if event.topic in ARC_ROLLS else WHOLE
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


_OWN_CUES: Final = {TOWERS_WALLS: "castle"} | dict(boxes.QUESTION_CUES)
"""The cues of questions that are about no arc."""


def cues_of_request(request: Request, table: Table, marked: int) -> list[NamedCue]:
    """The cues of a question, and of what burns and flies on the board meanwhile, or is marked for a box."""
    return [_question(request, table, marked), *_marks(table)]


def _question(request: Request, table: Table, marked: int) -> NamedCue:
    if isinstance(request, GameOver):
        return NamedCue(cue="win" if table.result == "won" else "lose")
    if isinstance(request, PlayCards):
        return _cue("danger" if table.board else "wait", closest_arc(table.board))
    if isinstance(request, Roll):
        return NamedCue(cue="roll")
    if isinstance(request, Choose):
        arc = arc_of(request.options[marked]) or arc_of(request.piece)
        return _cue("target" if arc else "wait", arc)
    if request.topic in _OWN_CUES:
        return NamedCue(cue=_OWN_CUES[request.topic])
    arc = arc_of(subject(request)) if isinstance(request, Acknowledge) else WHOLE
    return _cue("place" if arc else "wait", arc)


def closest_arc(board: Iterable[Any]) -> int:
    """The arc of the Monster that is closest to the Castle; the whole ring without Monsters."""
    return min(((monster.space.distance, monster.space.arc) for monster in board), default=(0, WHOLE))[1]


def _marks(table: Table) -> Iterator[NamedCue]:
    burning = {thing.arc for thing in (*table.walls, *table.towers) if thing.flames}
    burning |= {monster.place.arc for monster in table.board if monster.flames}
    flown = {monster.place.arc for monster in table.board if monster.kind.flying}
    for arc in ARC_NUMBERS:
        if arc in burning:
            yield NamedCue(arc=arc, cue="fire")
        if arc in flown:
            yield NamedCue(arc=arc, cue="flying")
    for words in boxes.in_play(table):
        yield from words.marks(table)
