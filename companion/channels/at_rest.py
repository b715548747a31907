"""The ring of lights at rest: how its lights are shared out, and the small picture of a board that they show.

The ring is one line of lights. It begins at the top, where arc 1 begins, and runs clockwise; an arc's sixth runs from
its outer end (first light) to its inner end (last light). At rest an arc of ten lights shows, in this order:

    3 flames (amber)   5 for the nearest Monster, as many as it has come near   the Wall (white)   the Tower (white)

A Flying Monster lights every second of the five. With six or seven lights an arc the second and third flame lie over
the first two of the five, and Wall and Tower are left out (eight lights have them again); with four or five the Monster
is near or far, and flames are one light. State is coded by which lights are lit and how many, never by color alone: in
gray everything can still be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from companion.game.board import ARC_NUMBERS, COLORS

RGB = tuple[int, int, int]
"""Red, green and blue duty of one light, 0 to 255 each; duty is proportional to light."""

FEWEST = 24
"""The smallest ring that can show six arcs."""

DARK: RGB = (0, 0, 0)
RED: RGB = (140, 8, 0)
GREEN: RGB = (0, 160, 140)
BLUE: RGB = (0, 0, 140)
AMBER: RGB = (132, 47, 0)
MARK: RGB = (50, 50, 50)  # a Wall, a Tower, a moving glow
BRACKET: RGB = (100, 100, 100)
ALERT: RGB = (200, 200, 200)
_PALETTE = {"red": RED, "green": GREEN, "blue": BLUE}
ARC_COLORS: tuple[RGB, ...] = tuple(
    next(_PALETTE[name] for name, arcs in COLORS.items() if arc in arcs) for arc in ARC_NUMBERS
)
"""The color of each arc, arc 1 first. Least CIEDE2000 difference over four kinds of color vision: 41."""


class ArcLight(msgspec.Struct, frozen=True):
    """What an arc shows at rest.

    `near` is how near its nearest Monster has come: 0 none, 1 Forest, 2 Archer, 3 Knight, 4 Swordsman, 5 Castle ring.
    `flames` counts 0 to 3 (more are shown as 3), `flying` is about that nearest Monster, `wall` and `tower` stand or
    not. ValueError for a nearness that does not exist.
    """

    near: int = 0
    flames: int = 0
    flying: bool = False
    wall: bool = True
    tower: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.near <= 5 or self.flames < 0:
            raise ValueError(f"an arc has no nearness {self.near} with {self.flames} flames")


class SpaceLight(ArcLight, frozen=True):
    """What a stretch of a ring shows that is a path: a space in its `color`, or the wall and castle at the end ("").

    The first light of every stretch is the gap before it and stays dark, but for cues. A monster lights the rest.
    """

    color: str = ""


Lights = tuple[int, ...]
"""Indices of lights that are switched together."""


class Segment(msgspec.Struct, frozen=True):
    """The lights of one arc by what they show: all of them, then groups from the outer end to the inner."""

    all: Lights
    flames: tuple[Lights, ...]
    bar: tuple[Lights, ...]
    wall: Lights
    tower: Lights
    outer: Lights
    inner: Lights


@lru_cache(maxsize=8)
def layout(count: int) -> tuple[Segment, ...]:
    """Share `count` lights out among the six arcs; ValueError if they are fewer than `FEWEST`."""
    if count < FEWEST:
        raise ValueError(f"a ring of {count} lights cannot show six arcs; it takes {FEWEST}")
    return tuple(_segment(range(at * count // 6, (at + 1) * count // 6), count // 6) for at in range(6))


def _segment(lights: range, size: int) -> Segment:
    """Cut an arc's `lights` into as many equal groups as `size`, the smallest arc's number, has room for."""
    cells = max(number for number in (10, 8, 6, 4) if number <= size)
    width = size // cells
    outermost = 3 if cells == 10 else 1
    groups = [
        tuple(lights[at * width : (at + 1) * width])
        if at < outermost
        else tuple(lights[len(lights) - (cells - at) * width : len(lights) - (cells - at - 1) * width])
        for at in range(cells)
    ]
    wall, tower = groups[-2:] if cells >= 8 else ((), ())
    first = 3 if cells == 10 else 1
    bar = groups[first : first + (2 if cells == 4 else 5)]
    flames = groups[: 1 if cells == 4 else 3]
    return Segment(tuple(lights), tuple(flames), tuple(bar), wall, tower, outer=groups[0], inner=groups[-1])


@lru_cache(maxsize=8)
def path_layout(count: int, places: int) -> tuple[Segment, ...]:
    """Share `count` lights out among the spaces of a path and its end; ValueError if some would get less than two."""
    if count < 2 * places:
        raise ValueError(f"a ring of {count} lights cannot show a path of {places}; it takes {2 * places}")
    stretches = [tuple(range(at * count // places, (at + 1) * count // places)) for at in range(places)]
    return (*map(_space_segment, stretches[:-1]), _end_segment(stretches[-1]))


def _space_segment(lights: Lights) -> Segment:
    return Segment(lights, (), (lights[1:],), (), (), outer=lights[:1], inner=lights[-1:])


def _end_segment(lights: Lights) -> Segment:
    """Wall and castle share the last stretch; on a small ring they have one light each."""
    wall = 1 if len(lights) > 2 else 0
    return Segment(lights, (), (), lights[wall : wall + 1], lights[wall + 1 :], outer=lights[:1], inner=lights[-1:])


_FLYING = ((), (1,), (0, 2), (1, 3), (2, 4), (0, 2, 4))
"""Of the five groups of the bar, those lit for a Flying Monster that has come so near: every second one."""

_NEAR_IN_TWO = 4
"""With two groups only: from this nearness on (Swordsman ring) both are lit."""


def _lit(arc: ArcLight, groups: int) -> Iterable[int]:
    if groups == 2:
        return range((arc.near > 0) + (arc.near >= _NEAR_IN_TWO))
    return _FLYING[arc.near] if arc.flying else range(arc.near)


class Board(msgspec.Struct):
    """The picture at rest of one board on one ring.

    `rest` are its lights, `bars` those that a Monster is shown by, `reds` those lit in saturated red.
    """

    segments: tuple[Segment, ...]
    arcs: tuple[ArcLight, ...]
    rest: list[RGB] = msgspec.field(default_factory=list)
    bars: frozenset[int] = frozenset()
    reds: frozenset[int] = frozenset()

    @property
    def places(self) -> tuple[int, ...]:
        """The numbers of its arcs, or of its spaces and its end."""
        return tuple(range(1, len(self.segments) + 1))

    def track(self, arc: int) -> Lights:
        """The lights of `arc` that motion may run over: all but those lit in saturated red, which must not pulse."""
        return tuple(light for light in self.segments[arc - 1].all if light not in self.reds)

    def ring(self) -> Lights:
        """The same for the whole ring."""
        return tuple(light for arc in self.places for light in self.track(arc))


@lru_cache(maxsize=8)
def board_on(arcs: tuple[ArcLight, ...], count: int) -> Board:
    """The board of `arcs` on a ring of `count` lights, made once.

    ValueError but for six arcs, arc 1 first, and `FEWEST` lights or more; on a path for less than two lights a space.
    """
    segments, colors = _ground(arcs, count)
    rest: list[RGB] = [DARK] * count
    bars = {light for segment, arc in zip(segments, arcs, strict=True) for light in _bar(segment, arc)}
    for segment, arc, color in zip(segments, arcs, colors, strict=True):
        for light, shown in _at_rest(segment, arc, color):
            rest[light] = shown
    reds = frozenset(light for light in bars if is_saturated_red(rest[light]))
    return Board(segments, arcs, rest, frozenset(bars), reds)


def _ground(arcs: tuple[ArcLight, ...], count: int) -> tuple[tuple[Segment, ...], tuple[RGB, ...]]:
    """How the ring is shared out, and the color of each part."""
    spaces = [arc for arc in arcs if isinstance(arc, SpaceLight)]
    if spaces:
        return path_layout(count, len(spaces)), tuple(_PALETTE.get(space.color, MARK) for space in spaces)
    if len(arcs) != len(ARC_NUMBERS):
        raise ValueError(f"the board has {len(ARC_NUMBERS)} arcs, not {len(arcs)}")
    return layout(count), ARC_COLORS


def _bar(segment: Segment, arc: ArcLight) -> Iterator[int]:
    for group in _lit(arc, len(segment.bar)):
        yield from segment.bar[group]


def _at_rest(segment: Segment, arc: ArcLight, color: RGB) -> Iterator[tuple[int, RGB]]:
    """Pair the lights of one arc with what they show. A flame over a Monster's light is brighter than either alone."""
    monster = set(_bar(segment, arc))
    yield from ((light, color) for light in monster)
    for group in segment.flames[: arc.flames]:
        for light in group:
            yield light, plus(color, AMBER, 2) if light in monster else AMBER
    standing = (segment.wall if arc.wall else ()) + (segment.tower if arc.tower else ())
    yield from ((light, MARK) for light in standing)


def plus(color: RGB, more: RGB, times: float = 1) -> RGB:
    """What a light shows in `color` and so many `times` what is `more`, as far as the light goes."""
    red, green, blue = (min(255, round(one + times * other)) for one, other in zip(color, more, strict=True))
    return red, green, blue


def luminance(light: RGB) -> float:
    """Return the relative luminance of one light's duty, 0 to 255 (ITU-R BT.709)."""
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def is_saturated_red(light: RGB) -> bool:
    """Tell whether red has more than four fifths of a light (WCAG 2.3.1)."""
    return light[0] > 0.8 * sum(light)
