"""Monsters on the move (Castle Panic rulebook, Move Monsters). All that move do so at the same moment."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from companion.game.events import MonsterStuck, MoveCause
from companion.game.rules.moments import Moment
from companion.game.rules.requests import by_hand
from companion.game.rules.structures import storm
from companion.game.rules.table import Heading, March, Monster, Procedure, Table

MARCHING = MoveCause("march")
"""The common movement of Phase 5."""
MOVED_BY_TOKEN = MoveCause("token")
"""A token that was drawn moves Monsters."""
MOVED_BY_CARD = MoveCause("card")

INWARD: Heading = attrgetter("step")
"""One ring toward the Castle, or one space clockwise inside the Castle ring."""
CLOCKWISE: Heading = attrgetter("clockwise")
COUNTER_CLOCKWISE: Heading = attrgetter("counter_clockwise")


MARCHED = Moment[[Table, March], Procedure](
    "marched", "explosions", "fights", "replacement", "recall", "breath", "burn"
)
"""(table, march): a movement and its attacks on structures are over."""
SETTING_OUT = Moment[[Table, March, list[Monster]], list[Monster]]("setting-out", "flames", "ice")
"""(table, march, movers): a movement is about to begin. A handler returns those who may move; it cannot ask."""


def attack(march: March) -> Procedure:
    """Settle what was run into: Walls first, then Towers, arc by arc."""
    table = march.table
    for arc in sorted(march.walls):
        yield from storm(table, table.walls[arc - 1], march.walls[arc])
    for arc in sorted(march.towers):
        yield from storm(table, table.towers[arc - 1], march.towers[arc])


def march(table: Table, movers: Iterable[Monster], heading: Heading, cause: MoveCause) -> Procedure:
    """Moves Monsters together, then settles what they ran into: Walls first, then Towers, arc by arc.

    `cause` is `MARCHING` for Phase 5 and `MOVED_BY_TOKEN` for what a drawn token moves.
    """
    going = March(table, heading, cause)
    company = list(movers)
    for choose_movers in table.moments[SETTING_OUT]:
        company = choose_movers(table, going, company)
    for monster in company:
        if monster.tarred:
            table.events.append(MonsterStuck(monster, monster.place))
            continue
        going.movers.append(monster)
        if advance := monster.advance(going):
            yield from advance
    if going.walls or going.towers:
        yield from attack(going)
    for handler in table.moments[MARCHED]:
        yield from handler(table, going)
    if going.movers:
        yield from by_hand(table, "move-pieces")


def step_back(table: Table, monster: Monster) -> None:
    """One space toward the Forest by the players' hand; in the Castle ring one counter-clockwise. Nothing is struck."""
    space = monster.place
    target = space.counter_clockwise if space.distance == 0 else space.outward
    if target is not None:
        table.move(monster, target, MOVED_BY_CARD)
