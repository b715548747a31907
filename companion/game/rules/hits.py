"""Hits: which spaces a Hit card reaches and what it does there (Castle Panic rulebook, Attacking Monsters)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.game.board import CASTLE, COLORS, FOREST, HIT_RINGS, SPACES, Space
from companion.game.rules.refusals import FLYING_HIT, HIT_COLOR, HIT_IN_CASTLE, HIT_IN_FOREST, HIT_RING, RefusalReason

if TYPE_CHECKING:
    from companion.game.rules.table import Table


def reach(colors: tuple[str, ...], rings: tuple[str, ...]) -> frozenset[Space]:
    """The spaces of some colours in some rings."""
    return frozenset(space for space in SPACES.values() if space.color in colors and space.ring in rings)


class Hit:
    """A Hit card as it is played, after the Special cards with it had their say.

    `color` is one of the colours or any; `ring` one of the hit rings, or hero for all three.
    """

    __slots__ = ("color", "ring", "reach", "sky", "damage", "slays", "specials")

    reach: frozenset[Space]
    """Where it hits Monsters on the ground."""
    sky: frozenset[Space]
    """Where it hits Flying Monsters: Archers and Heroes see them in all three rings."""

    def __init__(self, color: str, ring: str) -> None:
        self.color = color
        self.ring = ring
        self.damage = 1
        self.slays = False
        self.specials: list[Any] = []
        self.aim()

    def aim(self) -> None:
        """Computes where it reaches anew from colour and ring."""
        colors = tuple(COLORS) if self.color == "any" else (self.color,)
        self.reach = reach(colors, HIT_RINGS if self.ring == "hero" else (self.ring,))
        self.sky = reach(colors, HIT_RINGS) if self.ring in ("hero", "archer") else frozenset()

    def why_not(self, monster: Any) -> RefusalReason:
        """Why a Monster that stands elsewhere is not reached."""
        space = monster.space
        if space.ring == FOREST:
            return HIT_IN_FOREST
        if space.ring == CASTLE:
            return HIT_IN_CASTLE
        if self.color not in ("any", space.color):
            return HIT_COLOR
        return FLYING_HIT if monster.kind.flying else HIT_RING

    def follow(self, table: Table, monster: Any, player: int) -> Any:
        """What the Special cards do once the hit has landed."""
        for special in self.specials:
            yield from special.after_hit(table, monster, player)


class ReportedHit(Hit):
    """A hit whose card the people did not name: it is taken to fit wherever the target stands."""

    __slots__ = ()

    def __init__(self, damage: int) -> None:
        super().__init__("any", "hero")
        self.damage = damage
        self.reach = self.sky = frozenset(SPACES.values())
