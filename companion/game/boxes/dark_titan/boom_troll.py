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
    """A Monster that explodes.

    When it is slain, all Monsters in its space lose 1 point. When it hits a structure, all Walls and Towers of the arc
    fall.
    """

    __slots__ = ()
    feels_structures = False

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """Take no damage: it does not survive the movement in which it hits a structure."""
        return NOTHING

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """Burst. The player who slew it keeps the Monsters that die of it."""
        near = [(monster, 1) for monster in table.monsters_at(space) if not monster.untouchable]
        table.emit(TrollBurst(self, space))
        return strike_all(table, near, slayer, BY_BLAST) if near else NOTHING

    def arcs_hit(self, table: Table, arc: int) -> tuple[int, ...]:
        """Return the arcs that lose their structures when it hits one in `arc`.

        By the variant Demolition Man an unhurt Boom Troll destroys both arcs of the color.
        """
        if DEMOLITION_MAN in table.options.variants and self.health == self.kind.health:
            return COLORS[ARCS[arc].color]
        return (arc,)


@MARCHED.handler("explosions")
def burst(table: Table, march: March) -> Procedure:
    """Let Boom Trolls that hit a structure go off, when a movement and its attacks are over."""
    for arc, attackers in (*march.walls.items(), *march.towers.items()):
        for troll in attackers:
            if isinstance(troll, BoomTroll) and troll.space:
                yield from go_off(table, troll, arc)


def go_off(table: Table, troll: BoomTroll, arc: int) -> Procedure:
    """Destroy the Boom Troll and all structures of its arc. No player keeps the Boom Troll."""
    arcs = troll.arcs_hit(table, arc)
    table.emit(TrollStruck(troll, troll.place, arcs))
    for number in arcs:
        for structure in (table.wall(number), table.tower(number)):
            yield from shatter(table, structure)
    yield from destroy(table, (troll,), 0, BY_BLAST)
    check_lost(table)


def shatter(table: Table, structure: Structure) -> Procedure:
    """Destroy a structure together with the Fortify token on it, which saves nothing here."""
    if structure.fortified:
        yield from lose(table, structure)
    if structure.standing:
        yield from demolish(table, structure)
