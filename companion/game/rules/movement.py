"""Monsters on the move (Castle Panic rulebook, Move Monsters). All that move do so at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from companion.game.board import Space
from companion.game.events import MonsterMoved, MonsterStuck
from companion.game.rules.requests import Acknowledge, Procedure
from companion.game.rules.structures import storm

if TYPE_CHECKING:
    from companion.game.rules.table import Table

Heading = Callable[[Space], Space]

INWARD: Heading = attrgetter("step")
"""One ring toward the Castle, or one space clockwise inside the Castle ring."""
CLOCKWISE: Heading = attrgetter("clockwise")
COUNTER_CLOCKWISE: Heading = attrgetter("counter_clockwise")


class March:
    """One common movement: who ran into which Wall, who entered which Tower's space, who moved."""

    __slots__ = ("table", "heading", "cause", "walls", "towers", "movers", "burning")

    def __init__(self, table: Table, heading: Heading, cause: str) -> None:
        self.table = table
        self.heading = heading
        self.cause = cause
        self.walls: dict[int, list[Any]] = {}
        self.towers: dict[int, list[Any]] = {}
        self.movers: list[Any] = []
        self.burning: dict[Any, int] = {}
        """The Flame tokens that Monsters had when it began."""

    def go(self, monster: Any, target: Space) -> bool:
        """Takes a Monster one space on, unless a standing Wall is in the way. Says whether it went."""
        origin = monster.space
        if target.distance == 0:
            if origin.distance == 1 and self.table.walls[target.arc - 1].standing:
                self.walls.setdefault(target.arc, []).append(monster)
                return False
            self.enter(monster, target)
        monster.space = target
        self.table.events.append(MonsterMoved(monster, origin, target, self.cause))
        return True

    def attack(self) -> Procedure:
        """Settles what was run into: Walls first, then Towers, arc by arc."""
        for arc in sorted(self.walls):
            yield from storm(self.table, self.table.walls[arc - 1], self.walls[arc])
        for arc in sorted(self.towers):
            yield from storm(self.table, self.table.towers[arc - 1], self.towers[arc])

    def climb(self, monster: Any, target: Space) -> None:
        """Takes a Monster one space on, over whatever Wall there is."""
        self.enter(monster, target)
        self.table.move(monster, target, self.cause)

    def enter(self, monster: Any, target: Space) -> None:
        """A Monster comes into a Castle space, and runs into the Tower there."""
        if self.table.towers[target.arc - 1].standing:
            self.towers.setdefault(target.arc, []).append(monster)


def march(table: Table, movers: Iterable[Any], heading: Heading, cause: str) -> Procedure:
    """Moves Monsters together, then settles what they ran into: Walls first, then Towers, arc by arc.

    `cause` is march for Phase 5 and token for what a drawn token moves.
    """
    going = March(table, heading, cause)
    company = list(movers)
    for handler in table.moments.setting_out:
        company = handler(table, going, company)
    for monster in company:
        if monster.tarred:
            table.events.append(MonsterStuck(monster, monster.space))
            continue
        going.movers.append(monster)
        if advance := monster.advance(going):
            yield from advance
    if going.walls or going.towers:
        yield from going.attack()
    for handler in table.moments.marched:
        yield from handler(table, going)
    if table.pace == "guided" and going.movers:
        yield Acknowledge("move-pieces")


def step_back(table: Table, monster: Any) -> None:
    """One space toward the Forest by the players' hand; in the Castle ring one counter-clockwise. Nothing is struck."""
    space = monster.space
    target = space.counter_clockwise if space.distance == 0 else space.outward
    if target is not None:
        table.move(monster, target, "card")
