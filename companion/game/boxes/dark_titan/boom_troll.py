"""The Boom Troll (The Dark Titan rulebook, Boom Troll)."""

from __future__ import annotations

from companion.game.board import ARCS, COLORS, Space
from companion.game.boxes.dark_titan.events import TrollBurst, TrollStruck
from companion.game.events import HarmCause
from companion.game.pieces import Structure
from companion.game.rules.combat import destroy, strike_all
from companion.game.rules.ending import check_lost
from companion.game.rules.movement import MARCHED
from companion.game.rules.structures import demolish, lose
from companion.game.rules.table import NOTHING, March, Procedure, Table
from companion.game.rules.tokens import CommonMonster

BY_BLAST = HarmCause("blast")
DEMOLITION_MAN = "more-panic-demolition-man"


class BoomTroll(CommonMonster):
    """When it is slain, all who share its space lose 1 point; when it hits a structure, the whole arc goes up."""

    __slots__ = ()
    feels_structures = False

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """It does not live to feel it."""
        return NOTHING

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """It bursts. Who slew it keeps those that die of it."""
        near = [(monster, 1) for monster in table.monsters_at(space) if not monster.untouchable]
        table.emit(TrollBurst(self, space))
        return strike_all(table, near, slayer, BY_BLAST) if near else NOTHING

    def shattered(self, table: Table, arc: int) -> tuple[int, ...]:
        """The arcs that go up when it hits a structure of an arc."""
        if DEMOLITION_MAN in table.options.variants and self.health == self.kind.health:
            return COLORS[ARCS[arc].color]
        return (arc,)


@MARCHED.handler("explosions")
def burst(table: Table, march: March) -> Procedure:
    """A movement and its attacks are over: where a Boom Troll hit a structure, all that is built in the arc is gone."""
    for arc, attackers in (*march.walls.items(), *march.towers.items()):
        for troll in attackers:
            if isinstance(troll, BoomTroll) and troll.space:
                yield from go_off(table, troll, arc)


def go_off(table: Table, troll: BoomTroll, arc: int) -> Procedure:
    """It blows up itself and all Castle structures of its arc. Nobody keeps whom that kills."""
    arcs = troll.shattered(table, arc)
    table.emit(TrollStruck(troll, troll.place, arcs))
    for number in arcs:
        for structure in (table.wall(number), table.tower(number)):
            yield from shatter(table, structure)
    yield from destroy(table, (troll,), 0, BY_BLAST)
    check_lost(table)


def shatter(table: Table, structure: Structure) -> Procedure:
    """A structure is gone with the Fortify token on it."""
    if structure.fortified:
        yield from lose(table, structure)
    if structure.standing:
        yield from demolish(table, structure)
