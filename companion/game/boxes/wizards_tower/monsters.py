"""The Monster and effect tokens of The Wizard's Tower, except Mega Bosses, Imps and the Doppelganger.

Source: The Wizard's Tower rulebook, Other Monster Tokens.
"""

from __future__ import annotations

from typing import ClassVar

from companion.game.board import ARCHER, CASTLE, FOREST_SPACES, KNIGHT, STRAIGHT_THROUGH, SWORDSMAN, Space
from companion.game.boxes.wizards_tower.fire import light, light_structure
from companion.game.boxes.wizards_tower.imps import place_imps
from companion.game.boxes.wizards_tower.refusals import SAFE_RING
from companion.game.boxes.wizards_tower.topics import CONJURER_IMPS, FLAMING_BOULDER_ARC, TREBUCHET_ARC
from companion.game.events import BoulderRolled
from companion.game.pieces import Structure, Token
from companion.game.rules.combat import BY_CARD, destroy
from companion.game.rules.effects import SPACE_BLAZED, GiantBoulder
from companion.game.rules.ending import check_lost
from companion.game.rules.hits import Hit
from companion.game.rules.refusals import RefusalReason
from companion.game.rules.requests import Roll, by_hand
from companion.game.rules.structures import lose
from companion.game.rules.table import NOTHING, March, Procedure, Table
from companion.game.rules.tokens import CommonMonster, Effect
from companion.game.rules.topics import TABLE_EFFECT

ANY_DAMAGE = "weak-ring-any-damage"
"""The variant in which any damage slays a Monster in its weak ring."""


class Phoenix(CommonMonster):
    """A Monster that sets all others in its space on fire when it is destroyed, but no structure."""

    __slots__ = ()

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """Light the Monsters that are still there, and let others react to the fire."""
        for monster in table.monsters_at(space):
            light(table, monster)
        for handler in table.moments[SPACE_BLAZED]:
            yield from handler(table, space)


class WeakSpot(CommonMonster):
    """A Monster that a hit slays in one ring (`weak`) and does nothing to in another (`safe`)."""

    __slots__ = ()
    weak: ClassVar[str]
    safe: ClassVar[str]

    def open_to(self, hit: Hit) -> bool:
        """Return whether a hit may reach it. The ring where it stands decides, whatever ring the card counts as."""
        return super().open_to(hit) and self.space is not None and self.space.ring != self.safe

    def why_not(self, hit: Hit) -> RefusalReason:
        """Return the reason when `open_to` says no."""
        return super().why_not(hit) if self.space is None or self.space.ring != self.safe else SAFE_RING

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """Fall in its weak ring; elsewhere take the hit like any Monster."""
        if self.space and self.space.ring == self.weak:
            return destroy(table, (self,), player, BY_CARD)
        return super().take_hit(table, hit, player)

    @property
    def exposed(self) -> bool:
        """Whether it is in its weak ring."""
        return self.space is not None and self.space.ring == self.weak

    def toll(self, table: Table, points: int) -> int:
        """Return how much health a blow takes: in the weak ring all of it, by the variant."""
        if ANY_DAMAGE in table.options.variants and points and self.space and self.space.ring == self.weak:
            return self.health
        return super().toll(table, points)


class Centaur(WeakSpot):
    """A Monster that is weak in the Knight ring and safe in the Archer ring."""

    __slots__ = ()
    weak = KNIGHT
    safe = ARCHER


class Cyclops(WeakSpot):
    """A Monster that is weak in the Archer ring and safe in the Swordsman ring."""

    __slots__ = ()
    weak = ARCHER
    safe = SWORDSMAN


class Golem(WeakSpot):
    """A Monster that is weak in the Swordsman ring and safe in the Knight ring."""

    __slots__ = ()
    weak = SWORDSMAN
    safe = KNIGHT


class ClimbingTroll(CommonMonster):
    """A Monster that climbs over Walls and Fortify tokens into the Castle ring.

    A burning Wall gives it as many Flames as the Wall has, and goes on burning.
    """

    __slots__ = ()

    def advance(self, march: March) -> Procedure:
        """Go over the Wall, or move like any other Monster."""
        here = self.place
        target = march.heading(here)
        if here.ring != SWORDSMAN or target.ring != CASTLE:
            march.go(self, target)
            return NOTHING
        march.climb(self, target)
        light(march.table, self, march.table.wall(target.arc).flames)
        return NOTHING


class GoblinCavalry(CommonMonster):
    """A Monster that moves 2 spaces. It stops when it runs into a Wall or is inside the Castle ring."""

    __slots__ = ()

    def advance(self, march: March) -> Procedure:
        """Go one space and then another."""
        if march.go(self) and self.place.ring != CASTLE:
            march.go(self)
        return NOTHING


class Conjurer(CommonMonster):
    """A Monster that comes with as many Imps as the die shows, one in the Forest of each arc from arc 1 on."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Roll for the Imps."""
        count = yield Roll(CONJURER_IMPS, self)
        yield from place_imps(table, [FOREST_SPACES[arc] for arc in range(1, count + 1)])
        yield from by_hand(table, TABLE_EFFECT, piece=self)


class ImpPerTower(Effect):
    """An effect that brings an Imp into the Forest of every arc that has a Tower, the Wizard's Tower included."""

    __slots__ = ()

    def resolve(self, table: Table) -> Procedure:
        """Place the Imps."""
        yield from place_imps(table, [FOREST_SPACES[tower.arc] for tower in table.towers if tower.standing])
        yield from by_hand(table, TABLE_EFFECT, piece=self)


class FlamingBoulder(GiantBoulder):
    """An effect: a boulder breaks the first structure that it meets, rolls on, and sets the second one on fire."""

    __slots__ = ()
    topic = FLAMING_BOULDER_ARC

    def resolve(self, table: Table) -> Procedure:
        """Roll for the arc and let the boulder roll. No player keeps what it crushes."""
        arc = yield Roll(self.topic, self)
        met: list[Structure] = []
        for stride in STRAIGHT_THROUGH[arc]:
            if stride.wall:
                yield from self.meet(table, table.wall(stride.wall), met)
            if len(met) < 2:
                yield from self.crush(table, stride)
                if stride.space.distance == 0:
                    yield from self.meet(table, table.tower(stride.space.arc), met)
        table.events.append(BoulderRolled(self, arc, met[-1].name if met else ""))
        check_lost(table)
        yield from by_hand(table, TABLE_EFFECT, piece=self)

    def meet(self, table: Table, structure: Structure, met: list[Structure]) -> Procedure:
        """Break the structure when it is the first one met, light it when it is the second.

        A Fortify token counts as a structure of its own: its Wall is the next one that is met.
        """
        while structure.standing and len(met) < 2:
            met.append(structure)
            yield from (light_structure(table, structure) if len(met) == 2 else lose(table, structure))


class Trebuchet(GiantBoulder):
    """An effect: a stone flies across the board, destroys those who fly, and breaks the first structure."""

    __slots__ = ()
    topic = TREBUCHET_ARC

    def crushes(self, piece: Token) -> bool:
        """Return whether the stone destroys such a piece: only one that flies."""
        return piece.kind.flying
