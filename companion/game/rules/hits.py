"""Hits: which spaces a Hit card reaches and what it does there (Castle Panic rulebook, Attacking Monsters)."""

from __future__ import annotations

from companion.game.board import COLORS, HIT_RINGS, SPACES, Space


def reach(colors: tuple[str, ...], rings: tuple[str, ...]) -> frozenset[Space]:
    """Return the spaces of some colors in some rings."""
    return frozenset(space for space in SPACES.values() if space.color in colors and space.ring in rings)


class Hit:
    """A Hit card as it is played, after the Special cards with it have changed it.

    `color` is one of the colors or any; `ring` one of the hit rings, or hero for all three.
    """

    __slots__ = ("color", "ring", "reach", "sky", "damage", "slays", "missed")

    reach: frozenset[Space]
    """Where it hits Monsters on the ground."""
    sky: frozenset[Space]
    """Where it hits Flying Monsters: Archers and Heroes see them in all three rings."""

    def __init__(self, color: str, ring: str) -> None:
        self.color = color
        self.ring = ring
        self.damage = 1
        self.slays = False
        self.missed = False
        """Whether its target has dodged it: then the Special cards that were played with it do nothing."""
        self.aim()

    def aim(self) -> None:
        """Compute anew where it reaches, from color and ring."""
        colors = tuple(COLORS) if self.color == "any" else (self.color,)
        self.reach = reach(colors, HIT_RINGS if self.ring == "hero" else (self.ring,))
        self.sky = reach(colors, HIT_RINGS) if self.ring in ("hero", "archer") else frozenset()


class ReportedHit(Hit):
    """A hit whose card the people did not name: it is taken to fit wherever the target stands."""

    __slots__ = ()

    def __init__(self, damage: int) -> None:
        super().__init__("any", "hero")
        self.damage = damage
        self.reach = self.sky = frozenset(SPACES.values())
