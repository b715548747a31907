"""What Monsters and effect tokens do unless their class overrides it (Castle Panic rulebook)."""

from __future__ import annotations

from companion.game.pieces import Structure
from companion.game.rules.cards import HitCard
from companion.game.rules.combat import BY_CARD, destroy, strike
from companion.game.rules.hits import Hit
from companion.game.rules.moments import Moment
from companion.game.rules.requests import Roll, by_hand
from companion.game.rules.structures import BY_STRUCTURE
from companion.game.rules.table import NOTHING, Drawable, March, Monster, Procedure, Table
from companion.game.rules.topics import MONSTER_ARC, PLACE_PIECE

MONSTER_ENTERED = Moment[[Table, Monster], Procedure]("monster-entered")
"""(table, monster): a Monster has just come to the board, and has used its power if it may."""


class CommonMonster(Monster):
    """A Monster that enters the Forest of a random arc when it is drawn, and then moves toward the Castle."""

    __slots__ = ()

    def drawn(self, table: Table) -> Procedure:
        """Roll for its arc, enter the Forest there and use its power."""
        arc = yield Roll(MONSTER_ARC, self)
        yield from self.comes_to(table, arc)

    def comes_to(self, table: Table, arc: int) -> Procedure:
        """Enter the Forest of an arc and use its power."""
        table.put_in_forest(self, arc)
        return self.arrived(table)

    def arrived(self, table: Table) -> Procedure:
        """Let the people place it, use its power, then call the handlers of `MONSTER_ENTERED`."""
        # With nobody to wait for and no handler only the power is left: that saves a generator.
        return self._settle_in(table) if table.guided or table.moments[MONSTER_ENTERED] else self.entered(table)

    def _settle_in(self, table: Table) -> Procedure:
        yield from by_hand(table, PLACE_PIECE, piece=self)
        yield from self.entered(table)
        yield from greet(table, self)

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """Lose health, or be slain by a hit that slays."""
        if hit.slays:
            return destroy(table, (self,), player, BY_CARD)
        return strike(table, self, hit.damage, player, BY_CARD)

    def smitten(self, table: Table, player: int) -> Procedure:
        """Be slain."""
        return destroy(table, (self,), player, BY_CARD)

    def tapped(self, table: Table) -> tuple[list[str], int]:
        """Offer every report. Mark the first, a hit, when some Hit card could reach it, or else to do nothing."""
        options = [*table.reports, "moved", "cancel"]
        reachable = any(isinstance(card, HitCard) and self.open_to(card.plain) for card in table.cards.values())
        return options, 0 if reachable else len(options) - 1

    def advance(self, march: March) -> Procedure:
        """Go one space in the direction of the march."""
        march.go(self)
        return NOTHING

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """Take the 1 damage for a structure that it broke. Nobody keeps it if it is slain by that."""
        return strike(table, self, 1, 0, BY_STRUCTURE[structure.sort])


def greet(table: Table, monster: Monster) -> Procedure:
    """Call the handlers of `MONSTER_ENTERED` for a Monster that has come to the board."""
    for handler in table.moments[MONSTER_ENTERED]:
        yield from handler(table, monster)


class Effect(Drawable):
    """A token that never stands on the board (Castle Panic rulebook, Draw 2 New Monsters)."""

    __slots__ = ()

    def drawn(self, table: Table) -> Procedure:
        """Resolve the effect, then discard the token."""
        yield from self.resolve(table)
        table.set_aside(self)

    def resolve(self, table: Table) -> Procedure:
        """Do what the token says."""
        raise NotImplementedError
