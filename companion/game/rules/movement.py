"""Movement of Monsters (Castle Panic rulebook, Move Monsters). All Monsters that move do so at the same moment."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from companion.game.events import MonsterStuck, MoveCause
from companion.game.rules.moments import Moment
from companion.game.rules.requests import by_hand
from companion.game.rules.structures import storm
from companion.game.rules.table import Heading, March, Monster, Procedure, Table
from companion.game.rules.topics import MOVE_PIECES

MARCHING = MoveCause("march")
"""The movement of all Monsters in Phase 5."""
MOVED_BY_TOKEN = MoveCause("token")
"""A movement that a drawn token causes."""
MOVED_BY_CARD = MoveCause("card")

INWARD: Heading = attrgetter("step")
"""One ring toward the Castle; inside the Castle ring one space clockwise."""
CLOCKWISE: Heading = attrgetter("clockwise")
COUNTER_CLOCKWISE: Heading = attrgetter("counter_clockwise")


MARCHED = Moment[[Table, March], Procedure](
    "marched", "explosions", "fights", "replacement", "recall", "breath", "burn"
)
"""(table, march): a movement and its attacks on structures are over.

The order of the places is that of the rules:

* Explosions are still part of the attacks, and fights follow from where the Monsters have arrived. Both may slay.
* Replacement lets one of the Monsters slain so far take the place of another. It comes before recall, which puts slain
  Monsters back into the bag: the one that takes a place must not be among them. It comes before breath and burn because
  it belongs to the attacks: a Monster that burns to death later is not chosen for the place.
* Recall comes before burn for the same reason: a Monster that burns to death is slain too late to return.
* Breath comes before burn: it is part of the move of the Monster that breathes, whether or not that burns to death.
"""
SETTING_OUT = Moment[[Table, March, list[Monster]], list[Monster]]("setting-out", "flames", "ice")
"""(table, march, movers): a movement is about to begin. A handler returns the Monsters that can move; it cannot ask."""


def attack(march: March) -> Procedure:
    """Resolve the attacks on structures: first all Walls, then all Towers, each by arc number."""
    table = march.table
    for arc in sorted(march.walls):
        yield from storm(table, table.walls[arc - 1], march.walls[arc])
    for arc in sorted(march.towers):
        yield from storm(table, table.towers[arc - 1], march.towers[arc])


def march(table: Table, movers: Iterable[Monster], heading: Heading, cause: MoveCause) -> Procedure:
    """Move Monsters together, then resolve their attacks on structures and all that follows.

    `movers` may be the board itself. `cause` is `MARCHING` in Phase 5, `MOVED_BY_TOKEN` for a drawn token.
    """
    going = March(table, heading, cause)
    company = [*movers]  # a copy: the board changes while Monsters move
    for choose_movers in table.moments[SETTING_OUT]:
        company = choose_movers(table, going, company)
    going.movers = company.copy()
    for monster in company:
        if monster.tarred:
            going.movers.remove(monster)
            table.events.append(MonsterStuck(monster, monster.place))
            continue
        if advance := monster.advance(going):
            yield from advance  # most Monsters return `NOTHING`, which is not worth a `yield from` here
    if going.walls or going.towers:
        yield from attack(going)
    for handler in table.moments[MARCHED]:
        yield from handler(table, going)
    if going.movers:
        yield from by_hand(table, MOVE_PIECES)


def step_back(table: Table, monster: Monster) -> None:
    """Move a Monster one space toward the Forest, or counter-clockwise inside the Castle ring.

    It attacks nothing and passes Walls. In the Forest it stays where it is.
    """
    space = monster.place
    target = space.counter_clockwise if space.distance == 0 else space.outward
    if target is not None:
        table.move(monster, target, MOVED_BY_CARD)
