"""What is told of what has happened, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import Any, NamedTuple

from companion.board import Space
from companion.events import (
    Event,
    FortifyLost,
    GameLost,
    GameWon,
    HandsTold,
    MonsterArrived,
    MonsterDamaged,
    MonsterHeld,
    MonsterMoved,
    MonsterPlaced,
    MonsterSlain,
    MonstersStepped,
    MonsterStuck,
    PhaseBegan,
    TokenDrawn,
    TowerFell,
    WallFell,
)
from companion.rules.requests import Acknowledge, Request, Roll

ENDINGS = (GameWon, GameLost)
_TOGETHER = ("march", "token")
"""The causes for which Monsters move at the same moment."""
FEW = 1
"""So many Monsters that move together are still named one by one in brief."""


class Tale(NamedTuple):
    """One thing to tell: a fact and its place in what happened. `movers` are those that one sentence stands for."""

    place: int
    event: Event
    movers: tuple[MonsterMoved, ...] = ()
    others: bool = False
    """Whether more of the movement is told beside this sentence."""


def tales(events: Sequence[Event], standing: Request, brief: bool) -> list[Tale]:
    """What to tell, in order: nothing that the standing question says itself, and an ending after what led to it."""
    hurt = {event.piece for event in events if isinstance(event, MonsterDamaged | MonsterSlain)}
    told = [Tale(place, event) for place, event in enumerate(events) if not _needless(event, standing, hurt)]
    told.sort(key=lambda tale: isinstance(tale.event, ENDINGS))
    return list(_with_marches(told, brief))


def _needless(event: Event, standing: Request, hurt: set[Any]) -> bool:
    if isinstance(event, PhaseBegan):
        return event.phase == standing.topic
    if isinstance(event, HandsTold):
        return event.topic == standing.topic
    if isinstance(event, MonstersStepped):
        return standing.topic == "move-pieces"
    if isinstance(event, TokenDrawn):
        return isinstance(standing, Roll) and standing.piece is event.piece
    if isinstance(event, MonsterPlaced | MonsterArrived):
        return standing.topic == "place-piece" and subject(standing) is event.piece
    return isinstance(event, MonsterHeld) and event.piece in hurt


def subject(request: Request) -> Any:
    """The token that a question is about, or none."""
    if isinstance(request, Acknowledge):
        return request.facts.get("piece")
    return getattr(request, "piece", None)


def _in_march(event: Event) -> bool:
    return isinstance(event, MonsterStuck) or (isinstance(event, MonsterMoved) and event.cause in _TOGETHER)


def _of_storm(event: Event) -> bool:
    """Whether this is what comes of running into a Wall or a Tower."""
    if isinstance(event, MonsterDamaged | MonsterSlain):
        return event.cause in ("wall", "tower")
    return isinstance(event, WallFell | TowerFell | FortifyLost | MonsterHeld)


def _with_marches(told: list[Tale], brief: bool) -> Iterator[Tale]:
    """Puts every movement in its order, and the sentence for many where one is due."""
    runs = [(sort, list(run)) for sort, run in groupby(told, lambda tale: _in_march(tale.event))]
    for place, (marching, run) in enumerate(runs):
        after = runs[place + 1][1] if marching and place + 1 < len(runs) else []
        storm = list(takewhile(lambda tale: _of_storm(tale.event), after))
        del after[: len(storm)]
        yield from _march(run, storm, brief) if marching else run


def _march(run: list[Tale], storm: list[Tale], brief: bool) -> Iterator[Tale]:
    """One movement, nearest the Castle first: who came into the Castle, what was stormed, then the others."""
    run = sorted(run, key=_nearness)
    near = [tale for tale in run if _nearness(tale)[0] == 0]
    far = [tale for tale in run if _nearness(tale)[0] > 0]
    crowd = [tale for tale in (far if brief else run) if isinstance(tale.event, MonsterMoved)]
    movers = tuple(tale.event for tale in crowd if isinstance(tale.event, MonsterMoved))
    if len(movers) <= FEW or not (brief or movers[0].cause == "token"):
        yield from (*near, *storm, *far)
    elif brief:
        stuck = [tale for tale in far if tale not in crowd]
        yield from (*near, *storm, *stuck, Tale(crowd[0].place, movers[0], movers, bool(near or storm or stuck)))
    else:
        yield from (Tale(crowd[0].place, movers[0], movers), *near, *storm, *far)


def _nearness(tale: Tale) -> tuple[int, int]:
    space: Space = tale.event.space  # type: ignore[attr-defined]
    return space.distance, space.arc


def heading(movers: Sequence[MonsterMoved]) -> str:
    """The direction in which Monsters moved together."""
    outside = [move for move in movers if move.origin.distance] or movers
    move = outside[0]
    if move.space is move.origin.inward:
        return "inward"
    return "clockwise" if move.space is move.origin.clockwise else "counter-clockwise"


def color_of(movers: Sequence[MonsterMoved], board: Sequence[Any]) -> str:
    """The color of the arcs that moved, where a token moved only those; or all."""
    colors = {move.origin.color for move in movers}
    if movers[0].cause == "march" or len(colors) > 1 or heading(movers) != "inward":
        return "all"
    color = colors.pop()
    return "all" if all(monster.space.color == color for monster in board) else color
