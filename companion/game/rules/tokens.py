"""What every Monster and every effect token does unless its kind says otherwise.

A kind of token answers a handful of named moments. The answers here are the plain ones of the Castle Panic rulebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from companion.game.board import Space
from companion.game.pieces import Structure, Token
from companion.game.rules.cards import HitCard
from companion.game.rules.combat import destroy, strike
from companion.game.rules.movement import March
from companion.game.rules.refusals import FLYING, RefusalReason
from companion.game.rules.requests import NOTHING, Acknowledge, Procedure, Roll
from companion.game.rules.structures import clash

if TYPE_CHECKING:
    from companion.game.rules.hits import Hit
    from companion.game.rules.table import Table


class Drawable(Token):
    """A token that lies in the bag."""

    __slots__ = ()
    drawable = True
    secret: ClassVar[bool] = False
    """Whether nobody may know if it is in the bag."""

    def drawn(self, table: Table) -> Procedure:
        """It was taken from the bag and is in hand: everything that follows from that."""
        raise NotImplementedError

    def may_come(self, table: Table) -> bool:
        """Whether it can be one of the tokens in the bag whose names nobody knows."""
        return True


class Monster(Drawable):
    """A Monster that comes to the board by the die and marches on the Castle."""

    __slots__ = ()
    on_board = True
    least_health: ClassVar[int] = 1
    """The lowest health it may have while it is on the board."""
    counts: ClassVar[bool] = True
    """Whether it must be slain for the game to be won."""
    hand_penalty: ClassVar[int] = 0
    """By how much every hand is smaller while it is on the board."""
    starter: ClassVar[bool] = True
    """Whether it may be a starting Monster where these are drawn at random."""
    untouchable: ClassVar[RefusalReason | None] = None
    """Why no card, report, fire or boulder touches it; none: they do."""
    doubles: ClassVar[bool] = True
    """Whether it may take another's place when it is destroyed."""
    returns: ClassVar[bool] = True
    """Whether it may come back out of the Monster discard."""
    feels_structures: ClassVar[bool] = True
    """Whether a structure that it breaks can hurt it."""
    outlives_slaying: ClassVar[bool] = False
    """Whether a card that slays does something else to it."""

    def drawn(self, table: Table) -> Procedure:
        """Rolls for its arc, enters the Forest there and uses its power."""
        arc = yield Roll("monster-arc", self)
        yield from self.comes_to(table, arc)

    def takes_arc(self, table: Table) -> bool:
        """Whether it comes to an arc when it is drawn."""
        return True

    def comes_to(self, table: Table, arc: int) -> Procedure:
        """Enters the Forest of an arc and uses its power."""
        table.put_in_forest(self, arc)
        return self.arrived(table)

    def arrived(self, table: Table) -> Procedure:
        """It stands in its first space: people place it, and it uses its power."""
        return self._settle_in(table) if table.guided or table.moments.monster_entered else self.entered(table)

    def _settle_in(self, table: Table) -> Procedure:
        if table.guided:
            yield Acknowledge("place-piece", piece=self)
        yield from self.entered(table)
        for handler in table.moments.monster_entered:
            yield from handler(table, self)

    def entered(self, table: Table) -> Procedure:
        """It has just come to the board: a power that is used once."""
        return NOTHING

    def open_to(self, hit: Hit) -> bool:
        """Whether a hit may reach it where it stands."""
        return self.space in (hit.sky if self.kind.flying else hit.reach)

    def why_not(self, hit: Hit) -> RefusalReason:
        """The reason, when `open_to` says no."""
        return hit.why_not(self)

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """A Hit card that reaches it is played."""
        if hit.slays:
            return destroy(table, (self,), player, "card")
        return strike(table, self, hit.damage, player, "card")

    def smitten(self, table: Table, player: int) -> Procedure:
        """A card slays it outright."""
        return destroy(table, (self,), player, "card")

    def shrugs_off(self, card: Any) -> RefusalReason | None:
        """Why a card that is no Hit card has no effect on it; none: it has."""
        return FLYING if card.earthbound and self.kind.flying else self.untouchable

    def toll(self, table: Table, points: int) -> int:
        """How much health a blow of some points takes from it."""
        return points if points < self.health else self.health

    def endures(self, table: Table) -> int:
        """The points that it takes to slay it now."""
        return self.health

    @property
    def exposed(self) -> bool:
        """Whether a blow at close quarters slays it where it stands."""
        return False

    def tapped(self, table: Table) -> tuple[list[str], int]:
        """What a tap on it in Play Cards offers, and the place of the offer that is marked.

        That is a hit where some Hit card could reach it, or else to do nothing.
        """
        options = [*table.reports, "moved", "cancel"]
        reachable = any(isinstance(card, HitCard) and self.open_to(card.plain) for card in table.cards.values())
        return options, 0 if reachable else len(options) - 1

    def heal(self, points: int) -> bool:
        """Regains health, never above its start. Says whether it did."""
        before = self.health
        self.health = min(before + points, self.kind.health)
        return self.health > before

    def damaged(self, table: Table, lost: int, left: int) -> Procedure:
        """It has just lost health and has `left`, maybe none."""
        return NOTHING

    def buried(self, table: Table, slayer: int) -> int:
        """It was slain and goes to its place off the board. Gives the player who keeps it, 0 for nobody."""
        if slayer and table.keeps_trophies:
            table.trophies[slayer].append(self)
            return slayer
        table.discard.append(self)
        return 0

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """It has just left the board slain, out of `space`."""
        return NOTHING

    def advance(self, march: March) -> Procedure:
        """It moves with the others."""
        assert self.space is not None
        march.go(self, march.heading(self.space))
        return NOTHING

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """It broke a structure and takes the damage for it."""
        return clash(table, self, structure)

    def attacked(self, table: Table, structure: Structure) -> Procedure:
        """It was among those who ran into a structure; the damage is dealt."""
        return NOTHING

    def crushed_by(self, boulder: Any) -> bool:
        """Whether a boulder that rolls through its space destroys it."""
        return bool(boulder.crushes(self))


class Effect(Drawable):
    """A token never placed: resolved, then in the Monster discard (Castle Panic rulebook, Draw 2 New Monsters)."""

    __slots__ = ()

    def drawn(self, table: Table) -> Procedure:
        """Resolves the effect, then discards the token."""
        yield from self.resolve(table)
        table.set_aside(self)

    def resolve(self, table: Table) -> Procedure:
        """What the token does."""
        raise NotImplementedError
