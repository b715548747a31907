"""What is told of what has happened, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import Any, NamedTuple

import msgspec

from companion.game.board import Space
from companion.game.events import (
    Event,
    GameLost,
    GameWon,
    HandsTold,
    MonsterDamaged,
    MonsterHeld,
    MonsterMoved,
    MonsterPlaced,
    MonsterSlain,
    PhaseBegan,
    Rolled,
    TokenDrawn,
)
from companion.game.rules.requests import Acknowledge, Roll
from companion.game.rules.table import Request
from companion.game.rules.topics import PLACE_PIECE
from companion.narration import boxes
from companion.narration.box_words import Role
from companion.narration.manners import is_said_by, role_of
from companion.narration.questions import subject

ENDINGS = (GameWon, GameLost)
_TOGETHER = ("march", "token")
"""The causes for which Monsters move at the same moment."""
_STORMED = ("wall", "tower", "blast")
"""The causes of harm that come of running into a structure."""
_HARM = (MonsterDamaged, MonsterSlain)
FEW = 1
"""So many Monsters that move together are still named one by one in brief."""


class Tale(NamedTuple):
    """One thing to tell: a fact and its place in what happened.

    `movers` are those that one sentence stands for, `gathered` those that have come with a fact that calls them.
    """

    place: int
    event: Event
    movers: tuple[MonsterMoved, ...] = ()
    others: str = "no"
    """Whether more of the movement is told beside this sentence: no, yes, or some, when more is still to come."""
    gathered: tuple[MonsterPlaced, ...] = ()


def tales(events: Sequence[Event], standing: Request, brief: bool) -> list[Tale]:
    """What to tell, in order: nothing that is said elsewhere, and an ending after what led to it."""
    said_of = _said_of(events, standing)
    told = [Tale(place, event) for place, event in enumerate(events) if not _needless(event, standing, said_of)]
    told.sort(key=lambda tale: isinstance(tale.event, ENDINGS))
    return list(_with_marches(_gathered(told), brief, _interrupted(events, standing)))


class _SaidElsewhere(NamedTuple):
    """The tokens of which something else says what would be said: they are hurt, or they are announced."""

    hurt: set[Any]
    announced: set[Any]


def _said_of(events: Sequence[Event], standing: Request) -> _SaidElsewhere:
    hurt = {event.piece for event in events if isinstance(event, _HARM)}
    announced = {_piece_of(event) for event in events if role_of(event) is Role.ANNOUNCES}
    if isinstance(standing, Roll) and standing.piece is not None:
        announced.add(standing.piece)
    return _SaidElsewhere(hurt, announced)


def _piece_of(event: Event) -> Any:
    return getattr(event, "piece", None)


def _needless(event: Event, standing: Request, said_of: _SaidElsewhere) -> bool:
    if isinstance(event, PhaseBegan):
        return event.phase == standing.topic
    if isinstance(event, HandsTold):
        return event.topic == standing.topic or _same_source(event, standing)
    if isinstance(event, TokenDrawn):
        return event.piece in said_of.announced
    if role_of(event) is Role.PLACES:
        return standing.topic == PLACE_PIECE and subject(standing) is _piece_of(event)
    if isinstance(event, MonsterHeld):
        return event.piece in said_of.hurt
    return is_said_by(event, standing.topic)


def _same_source(event: HandsTold, standing: Request) -> bool:
    """Whether the people are just asked to do with their cards what a token tells them."""
    about = subject(standing) if isinstance(standing, Acknowledge) and standing.topic != PLACE_PIECE else None
    return about is not None and about.kind.name == event.source


# Those that come together


def _gathered(told: Sequence[Tale]) -> list[Tale]:
    """Lets one sentence stand for all that are called at once."""
    made: list[Tale] = []
    waiting = 0
    for tale in told:
        if waiting and isinstance(tale.event, MonsterPlaced):
            made[-1] = made[-1]._replace(gathered=(*made[-1].gathered, tale.event))
            waiting -= 1
            continue
        made.append(tale)
        waiting = _count_called(tale.event)
    return made


def _count_called(event: Event) -> int:
    return event.count if role_of(event) is Role.GATHERS else 0  # type: ignore[attr-defined]


# Common movements


def _in_march(event: Event) -> bool:
    if isinstance(event, MonsterMoved):
        return event.cause in _TOGETHER
    return role_of(event) is Role.ON_THE_WAY


def _of_storm(event: Event) -> bool:
    """Whether this is what comes of running into a Wall or a Tower."""
    if isinstance(event, _HARM):
        return event.cause in _STORMED
    return role_of(event) is Role.BY_STORM


def _interrupted(events: Sequence[Event], standing: Request) -> bool:
    """Whether these facts hold but a part of a movement: a roll on the way began or ended them."""
    first = events[0] if events else None
    return standing.topic in boxes.WAY_ROLLS or (isinstance(first, Rolled) and first.topic in boxes.WAY_ROLLS)


def _with_marches(told: list[Tale], brief: bool, partly: bool) -> Iterator[Tale]:
    """Puts every movement in its order, and the sentence for many where one is due."""
    runs = [(sort, list(run)) for sort, run in groupby(told, lambda tale: _in_march(tale.event))]
    for place, (marching, run) in enumerate(runs):
        after = runs[place + 1][1] if marching and place + 1 < len(runs) else []
        storm = list(takewhile(lambda tale: _of_storm(tale.event), after))
        del after[: len(storm)]
        yield from _march(_whole_ways(run), storm, brief, partly) if marching else run


def _whole_ways(run: Sequence[Tale]) -> list[Tale]:
    """One who goes several spaces in one movement is told of once."""
    made: list[Tale] = []
    for tale in run:
        last = made[-1].event if made else None
        if isinstance(tale.event, MonsterMoved) and isinstance(last, MonsterMoved) and last.piece is tale.event.piece:
            made[-1] = Tale(tale.place, msgspec.structs.replace(last, space=tale.event.space))
        else:
            made.append(tale)
    return made


def _march(run: list[Tale], storm: list[Tale], brief: bool, partly: bool) -> Iterator[Tale]:
    """One movement, nearest the Castle first: who came into the Castle, what was stormed, then the others."""
    run = sorted(run, key=_nearness)
    near = [tale for tale in run if _nearness(tale)[0] == 0]
    far = [tale for tale in run if _nearness(tale)[0] > 0]
    crowd = list(_crowd(far if brief else run))
    movers = tuple(tale.event for tale in crowd if isinstance(tale.event, MonsterMoved))
    if len(movers) <= FEW or not (brief or movers[0].cause == "token"):
        yield from (*near, *storm, *far)
    elif brief:
        single = [tale for tale in far if tale not in crowd]
        others = "some" if partly else "yes" if near or storm or single else "no"
        yield from (*near, *storm, *single, Tale(crowd[0].place, movers[0], movers, others))
    else:
        yield from (Tale(crowd[0].place, movers[0], movers), *near, *storm, *far)


def _nearness(tale: Tale) -> tuple[int, int]:
    space: Space = tale.event.space  # type: ignore[attr-defined]
    return space.distance, space.arc


def _crowd(run: Sequence[Tale]) -> Iterator[Tale]:
    """Those that go one space in the same direction. A Monster inside the Castle ring goes around with any of them."""
    moving = [(tale, tale.event) for tale in run if isinstance(tale.event, MonsterMoved)]
    way = heading([event for _, event in moving])
    return (tale for tale, event in moving if event.origin.distance == 0 or _direction(event) == way)


def heading(movers: Sequence[MonsterMoved]) -> str:
    """The direction in which most of the Monsters moved; one toward the Castle where none did."""
    outside = [move for move in movers if move.origin.distance] or movers
    ways = Counter(way for move in outside if (way := _direction(move)))
    return ways.most_common(1)[0][0] if ways else "inward"


def _direction(move: MonsterMoved) -> str:
    """Where one space took a Monster; nothing for any other way."""
    if move.space is move.origin.inward:
        return "inward"
    if move.space is move.origin.clockwise:
        return "clockwise"
    return "counter-clockwise" if move.space is move.origin.counter_clockwise else ""


def color_of(movers: Sequence[MonsterMoved], board: Sequence[Any]) -> str:
    """The color of the arcs that moved, where a token moved only those; or all."""
    colors = {move.origin.color for move in movers}
    if movers[0].cause == "march" or len(colors) > 1 or heading(movers) != "inward":
        return "all"
    color = colors.pop()
    return "all" if all(monster.space.color == color for monster in board) else color
