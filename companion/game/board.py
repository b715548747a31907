"""The board: five rings, six arcs, thirty spaces and the straight lines across it. Geometry only, no rules.

Source: Castle Panic rulebook, Components (the Board).
Arcs are numbered clockwise; red is 1 and 2, green 3 and 4, blue 5 and 6.
"""

from __future__ import annotations

from typing import Final

FOREST: Final = "forest"
ARCHER: Final = "archer"
KNIGHT: Final = "knight"
SWORDSMAN: Final = "swordsman"
CASTLE: Final = "castle"

RINGS: Final = (FOREST, ARCHER, KNIGHT, SWORDSMAN, CASTLE)
"""The rings from the outside in."""
HIT_RINGS: Final = (ARCHER, KNIGHT, SWORDSMAN)
"""The rings that Hit cards can reach."""
COLORS: Final = {"red": (1, 2), "green": (3, 4), "blue": (5, 6)}
"""The two arcs of each color."""
ARC_NUMBERS: Final = (1, 2, 3, 4, 5, 6)


class Arc:
    """One numbered sixth of the board, through all rings."""

    __slots__ = ("number", "name", "color", "opposite")

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"arc-{number}"
        self.color = next(color for color, arcs in COLORS.items() if number in arcs)
        self.opposite = (number + 2) % 6 + 1

    def __repr__(self) -> str:
        return self.name


class Space:
    """One ring within one arc. The thirty spaces are made once, so compare them with `is`.

    `distance` counts rings to the Castle ring: 0 in the Castle ring, 4 in the Forest.
    """

    __slots__ = (
        "ring",
        "arc",
        "color",
        "name",
        "distance",
        "inward",
        "outward",
        "clockwise",
        "counter_clockwise",
        "step",
    )

    inward: Space | None
    """The next space toward the Castle in the same arc; None inside the Castle ring."""
    outward: Space | None
    """The next space toward the Forest in the same arc; None in the Forest."""
    clockwise: Space
    counter_clockwise: Space
    step: Space
    """Where one ordinary move leads: one ring inward, or one space clockwise inside the Castle ring."""

    def __init__(self, ring: str, arc: Arc) -> None:
        self.ring = ring
        self.arc = arc.number
        self.color = arc.color
        self.name = f"{ring}-{arc.number}"
        self.distance = len(RINGS) - 1 - RINGS.index(ring)

    def __repr__(self) -> str:
        return self.name


class Stride:
    """One step of a straight path: the space that it enters, and the arc of the Wall line before it (0 for none)."""

    __slots__ = ("space", "wall")

    def __init__(self, space: Space, wall: int) -> None:
        self.space = space
        self.wall = wall


def _spaces(arcs: dict[int, Arc]) -> dict[str, Space]:
    made = {(ring, number): Space(ring, arc) for ring in RINGS for number, arc in arcs.items()}
    for (ring, number), space in made.items():
        depth = RINGS.index(ring)
        space.inward = made[RINGS[depth + 1], number] if depth + 1 < len(RINGS) else None
        space.outward = made[RINGS[depth - 1], number] if depth else None
        space.clockwise = made[ring, number % 6 + 1]
        space.counter_clockwise = made[ring, (number - 2) % 6 + 1]
        space.step = space.inward or space.clockwise
    return {space.name: space for space in made.values()}


ARCS: Final = {number: Arc(number) for number in ARC_NUMBERS}
SPACES: Final = _spaces(ARCS)
SPACES_OF_COLOR: Final = {
    color: frozenset(space for space in SPACES.values() if space.color == color) for color in COLORS
}
"""The ten spaces of each color, in all rings."""


def space(ring: str, arc: int) -> Space:
    """Return the space of a ring (a name of `RINGS`) and an arc (1 to 6). Raise KeyError for any other."""
    return SPACES[f"{ring}-{arc}"]


def spaces_of_ring(ring: str) -> dict[int, Space]:
    """Return the six spaces of a ring by arc number."""
    return {number: space(ring, number) for number in ARC_NUMBERS}


FOREST_SPACES: Final = spaces_of_ring(FOREST)


def _straight_through(arc: int) -> tuple[Stride, ...]:
    far = ARCS[arc].opposite
    way_in = [Stride(space(ring, arc), arc if ring == CASTLE else 0) for ring in RINGS]
    way_out = [Stride(space(ring, far), far if ring == SWORDSMAN else 0) for ring in reversed(RINGS)]
    return (*way_in, *way_out)


STRAIGHT_THROUGH: Final = {number: _straight_through(number) for number in ARC_NUMBERS}
"""The ten steps from the Forest of an arc straight through the Castle to the Forest of the opposite arc.

The Wall line lies between the Swordsman ring and the Castle ring. It is therefore crossed when the Castle ring is
entered on the way in, and when the Swordsman ring is entered on the way out.
"""
