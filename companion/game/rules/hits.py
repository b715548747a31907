"""Hits: the spaces that a Hit card reaches and what it does there (Castle Panic rulebook, Attacking Monsters)."""

from __future__ import annotations

from functools import cache

from companion.game.board import COLORS, HIT_RINGS, SPACES, Space


@cache
def reach(colors: tuple[str, ...], rings: tuple[str, ...]) -> frozenset[Space]:
    """Return the spaces of some colors in some rings."""
    return frozenset(space for space in SPACES.values() if space.color in colors and space.ring in rings)


class Hit:
    """The effect of one Hit card as it is played. Special cards that go with it may change it.

    `color` is a color or `any`. `ring` is one of the hit rings, or `hero` for all three.
    """

    __slots__ = ("color", "ring", "reach", "sky", "damage", "slays", "missed")

    reach: frozenset[Space]
    """Where it hits Monsters on the ground."""
    sky: frozenset[Space]
    """Where it hits Flying Monsters: with an Archer or a Hero in all three rings, with others nowhere."""

    def __init__(self, color: str, ring: str) -> None:
        self.color = color
        self.ring = ring
        self.damage = 1
        self.slays = False
        self.missed = False
        """Whether it missed its target. The Special cards that were played with it then have no effect."""
        self.aim()

    def aim(self) -> None:
        """Compute `reach` and `sky` from color and ring. To be called after either was changed."""
        colors = tuple(COLORS) if self.color == "any" else (self.color,)
        self.reach = reach(colors, HIT_RINGS if self.ring == "hero" else (self.ring,))
        self.sky = reach(colors, HIT_RINGS) if self.ring in ("hero", "archer") else frozenset()


class ReportedHit(Hit):
    """A hit that the people report without naming its card. The card is assumed to reach the target wherever it is."""

    __slots__ = ()

    def __init__(self, damage: int) -> None:
        super().__init__("any", "hero")
        self.damage = damage
        self.reach = self.sky = frozenset(SPACES.values())
