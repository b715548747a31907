"""The Monster and effect tokens that The Wizard's Tower adds, but for Mega Bosses, Imps and the Doppelganger.

Source: The Wizard's Tower rulebook, Other Monster Tokens.
"""

from __future__ import annotations

from typing import ClassVar

from companion.game.board import ARCHER, CASTLE, FOREST_SPACES, KNIGHT, STRAIGHT_THROUGH, SWORDSMAN, Space
from companion.game.boxes.wizards_tower.fire import light, light_structure
from companion.game.boxes.wizards_tower.imps import place_imps
from companion.game.boxes.wizards_tower.refusals import SAFE_RING
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

ANY_DAMAGE = "weak-ring-any-damage"
"""The variant in which any damage slays a Monster in its weak ring."""


class Phoenix(CommonMonster):
    """When it is destroyed it sets all others in its space on fire, and no structure."""

    __slots__ = ()

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """Lights those who are still there."""
        for monster in table.monsters_at(space):
            light(table, monster)
        for handler in table.moments[SPACE_BLAZED]:
            yield from handler(table, space)


class WeakSpot(CommonMonster):
    """A Hit slays it in one ring and does nothing in another."""

    __slots__ = ()
    weak: ClassVar[str]
    safe: ClassVar[str]

    def open_to(self, hit: Hit) -> bool:
        """The ring in which it stands decides, whatever the card counts as."""
        return super().open_to(hit) and self.space is not None and self.space.ring != self.safe

    def why_not(self, hit: Hit) -> RefusalReason:
        """The reason, when `open_to` says no."""
        return super().why_not(hit) if self.space is None or self.space.ring != self.safe else SAFE_RING

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """In its weak ring it is slain."""
        if self.space and self.space.ring == self.weak:
            return destroy(table, (self,), player, BY_CARD)
        return super().take_hit(table, hit, player)

    @property
    def exposed(self) -> bool:
        """In its weak ring."""
        return self.space is not None and self.space.ring == self.weak

    def toll(self, table: Table, points: int) -> int:
        """By the variant, any damage in the weak ring costs all its health."""
        if ANY_DAMAGE in table.options.variants and points and self.space and self.space.ring == self.weak:
            return self.health
        return super().toll(table, points)


class Centaur(WeakSpot):
    """Weak in the Knight ring, safe in the Archer ring."""

    __slots__ = ()
    weak = KNIGHT
    safe = ARCHER


class Cyclops(WeakSpot):
    """Weak in the Archer ring, safe in the Swordsman ring."""

    __slots__ = ()
    weak = ARCHER
    safe = SWORDSMAN


class Golem(WeakSpot):
    """Weak in the Swordsman ring, safe in the Knight ring."""

    __slots__ = ()
    weak = SWORDSMAN
    safe = KNIGHT


class ClimbingTroll(CommonMonster):
    """It climbs over Walls and Fortify tokens into the Castle ring; a burning Wall sets it on fire and burns on."""

    __slots__ = ()

    def advance(self, march: March) -> Procedure:
        """Over the Wall, or as others go."""
        here = self.place
        target = march.heading(here)
        if here.ring != SWORDSMAN or target.ring != CASTLE:
            march.go(self, target)
            return NOTHING
        march.climb(self, target)
        light(march.table, self, march.table.wall(target.arc).flames)
        return NOTHING


class GoblinCavalry(CommonMonster):
    """It moves 2 spaces, or until it hits a Wall or is inside the Castle ring."""

    __slots__ = ()

    def advance(self, march: March) -> Procedure:
        """One space and then another."""
        if march.go(self, march.heading(self.place)) and self.place.ring != CASTLE:
            march.go(self, march.heading(self.place))
        return NOTHING


class Conjurer(CommonMonster):
    """As many Imps as the die shows come with it, one to the Forest of each arc from arc 1 on."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Rolls for the Imps."""
        count = yield Roll("conjurer-imps", self)
        yield from place_imps(table, [FOREST_SPACES[arc] for arc in range(1, count + 1)])
        yield from by_hand(table, "table-effect", piece=self)


class ImpPerTower(Effect):
    """An Imp comes into the Forest of every arc that has a Tower."""

    __slots__ = ()

    def resolve(self, table: Table) -> Procedure:
        """Counts the Towers, the Wizard's Tower among them."""
        yield from place_imps(table, [FOREST_SPACES[tower.arc] for tower in table.towers if tower.standing])
        yield from by_hand(table, "table-effect", piece=self)


class FlamingBoulder(GiantBoulder):
    """It breaks the first structure that it meets, rolls on, and sets the second on fire."""

    __slots__ = ()
    topic = "flaming-boulder-arc"

    def resolve(self, table: Table) -> Procedure:
        """Rolls. Nobody keeps what it crushes."""
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
        yield from by_hand(table, "table-effect", piece=self)

    def meet(self, table: Table, structure: Structure, met: list[Structure]) -> Procedure:
        """A structure is in the way; a Fortify token counts as one, and its Wall as the next."""
        while structure.standing and len(met) < 2:
            met.append(structure)
            yield from (light_structure(table, structure) if len(met) == 2 else lose(table, structure))


class Trebuchet(GiantBoulder):
    """Its stone flies across the board, destroys those who fly, and breaks the first structure."""

    __slots__ = ()
    topic = "trebuchet-arc"

    def crushes(self, piece: Token) -> bool:
        """Only those who fly."""
        return piece.kind.flying
