"""What the ring of lights shows: a small picture of the board at rest, and cues that move.

Pure: no device, no clock, no words. The ring is one line of lights. It begins at the top, where arc 1 begins, and runs
clockwise; an arc's sixth runs from its outer end (first light) to its inner end (last light). At rest an arc of ten
lights shows, in this order:

    3 flames (amber)   5 for the nearest Monster, as many as it has come near   the Wall (white)   the Tower (white)

A Flying Monster lights every second of the five. With six or seven lights an arc the second and third flame lie over
the first two of the five, and Wall and Tower are left out (eight lights have them again); with four or five the Monster
is near or far, and flames are one light. State is coded by which lights are lit and how many, never by colour alone: in
grey everything can still be read.

`frame` is a function of board, cues and time. `Stage` strings such frames together over a game and holds back what
would flash: at most two reversals of the ring's luminance in a second, none in saturated red.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

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
SECRET: RGB = (20, 20, 20)
_PALETTE = {"red": RED, "green": GREEN, "blue": BLUE}
ARC_COLORS: tuple[RGB, ...] = tuple(
    next(_PALETTE[name] for name, arcs in COLORS.items() if arc in arcs) for arc in ARC_NUMBERS
)
"""The colour of each arc, arc 1 first. Least CIEDE2000 difference over four kinds of colour vision: 41."""

DIM_SHARE = 0.1
"""The part of full brightness that no channel exceeds under `dim`."""

FADE = 0.3
"""Seconds of the shortest fade anywhere on the ring (at least 0.25)."""

LONGEST = 2.0
"""Seconds after which every cue has come to rest."""


@dataclass(frozen=True, slots=True)
class ArcLight:
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


@dataclass(frozen=True, slots=True)
class SpaceLight(ArcLight):
    """What a stretch of a ring shows that is a path: a space in its `color`, or the wall and castle at the end ("").

    The first light of every stretch is the gap before it and stays dark, but for cues. A monster lights the rest.
    """

    color: str = ""


@dataclass(frozen=True, slots=True)
class Cue:
    """Something to show: a name of `CUES`, and what it is about: an arc or a space of a path (None: the whole ring)."""

    cue: str
    arc: int | None = None
    space: int | None = None


@dataclass(frozen=True, slots=True)
class LightSettings:
    """`still` shows states and nothing that moves, `dim` keeps every channel to a tenth, `off` is dark."""

    still: bool = False
    dim: bool = False
    off: bool = False


class UnknownCue(ValueError):
    """No cue has this name, or no arc this number."""


Lights = tuple[int, ...]
"""Indices of lights that are switched together."""


@dataclass(frozen=True, slots=True)
class Segment:
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


Duty = list[float]
"""Red, green and blue of one light on the way to a frame."""


@dataclass(slots=True)
class _Board:
    """The picture at rest of one board on one ring, and which lights a Monster is shown by."""

    segments: tuple[Segment, ...]
    arcs: tuple[ArcLight, ...]
    rest: list[RGB] = field(default_factory=list)
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
def _board(arcs: tuple[ArcLight, ...], count: int) -> _Board:
    segments, colors = _ground(arcs, count)
    rest: list[RGB] = [DARK] * count
    bars = {light for segment, arc in zip(segments, arcs, strict=True) for light in _bar(segment, arc)}
    for segment, arc, color in zip(segments, arcs, colors, strict=True):
        for light, shown in _at_rest(segment, arc, color):
            rest[light] = shown
    reds = frozenset(light for light in bars if is_saturated_red(rest[light]))
    return _Board(segments, arcs, rest, frozenset(bars), reds)


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
            yield light, _sum(color, AMBER, 2) if light in monster else AMBER
    standing = (segment.wall if arc.wall else ()) + (segment.tower if arc.tower else ())
    yield from ((light, MARK) for light in standing)


def _sum(color: RGB, more: RGB, times: float = 1) -> RGB:
    red, green, blue = (min(255, round(one + times * other)) for one, other in zip(color, more, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Glow:
    """Light added to one light of the ring: up over `attack` from `start` on, `hold`, down over `release`; in seconds.

    With `hold` infinite it stays. `keep` below 1 is no light but shade: what the light shows sinks to that part.
    """

    light: int
    color: RGB = DARK
    start: float = 0.0
    attack: float = FADE
    hold: float = math.inf
    release: float = FADE
    keep: float = 1.0

    @property
    def rest_at(self) -> float:
        """When it changes no more."""
        risen = self.start + self.attack
        return risen if math.isinf(self.hold) else risen + self.hold + self.release

    def level(self, elapsed: float) -> float:
        """How much of it is there at `elapsed`, 0 to 1."""
        rising = (elapsed - self.start) / self.attack
        if rising <= 1 or math.isinf(self.hold):
            return max(0.0, min(1.0, rising))
        falling = (elapsed - self.start - self.attack - self.hold) / self.release
        return 1.0 - max(0.0, min(1.0, falling))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a cue is: on which board, in which arcs, and as the how-manieth of its name in the list."""

    board: _Board
    arcs: tuple[int, ...]
    order: int


Draw = Callable[[_Place], Iterator[Glow]]


@dataclass(frozen=True, slots=True)
class Sign:
    """How a cue looks: moving, and what stands for it when nothing may move (the same, if that does not travel).

    A `held` sign stays as long as its cue is given; any other ends in the picture at rest.
    """

    moving: Draw
    still: Draw
    held: bool


def _stays(draw: Draw) -> Sign:
    return Sign(draw, draw, True)


def _passes(draw: Draw, still: Draw | None = None) -> Sign:
    return Sign(draw, still or draw, False)


_PULSE = Glow(0, BRACKET, hold=1.0)
"""One soft pulse. It holds for a second, so that no light goes up and down within one."""

_AFTERGLOW = Glow(0, BRACKET, hold=1.0, release=0.7)
_OVER_A_MONSTER = 1.6  # brackets over a Monster's light must stand out from both


def _spread(lights: Iterable[int], glow: Glow) -> Iterator[Glow]:
    return (replace(glow, light=light) for light in lights)


def _brackets(place: _Place, glow: Glow, inner: bool = True) -> Iterator[Glow]:
    """Mark both ends of each arc, or the outer end alone; red lights stay red, and the mark moves outward from them."""
    for arc in place.arcs:
        segment, track = place.board.segments[arc - 1], place.board.track(arc)
        for light in segment.outer + (track[-len(segment.inner) :] if inner else ()):
            times = _OVER_A_MONSTER if light in place.board.bars else 1
            yield replace(glow, light=light, color=_sum(DARK, glow.color, times))


def _bracketed(glow: Glow) -> Draw:
    return lambda place: _brackets(place, glow)


def _sweep(place: _Place, outward: bool = False, color: RGB = BRACKET) -> Iterator[Glow]:
    """Let a glow pass each arc once, all of them side by side."""
    for arc in place.arcs:
        yield from _travel(place.board.track(arc)[:: -1 if outward else 1], 0.6, Glow(0, color, hold=0.0))


def _travel(lights: Sequence[int], seconds: float, glow: Glow, slowing: bool = False) -> Iterator[Glow]:
    """Let `glow` begin at one light after the other, the last one not later than after `seconds`."""
    for at, light in enumerate(lights):
        way = at / len(lights)
        yield replace(glow, light=light, start=glow.start + seconds * (1 - math.sqrt(1 - way) if slowing else way))


def _inner(place: _Place, groups: int) -> Iterator[Glow]:
    """Let the innermost one or two groups glow on after what stood there has fallen."""
    for arc in place.arcs:
        track = place.board.track(arc)
        width = len(place.board.segments[arc - 1].outer)
        yield from _spread(track[len(track) - groups * width :], _AFTERGLOW)


def _wall_falls(place: _Place) -> Iterator[Glow]:
    walls = [light for arc in place.arcs for light in place.board.segments[arc - 1].wall]
    return _spread(walls, _AFTERGLOW) if walls else _inner(place, 1)


def _danger(place: _Place) -> Iterator[Glow]:
    """Bring up one arc after the other; the first one with both brackets."""
    return _brackets(place, Glow(0, BRACKET, start=0.25 * min(place.order, 5)), inner=not place.order)


def _fire(place: _Place) -> Iterator[Glow]:
    return (Glow(light, AMBER) for arc in place.arcs for light in place.board.segments[arc - 1].outer)


def _flying(place: _Place) -> Iterator[Glow]:
    for arc in place.arcs:
        segment = place.board.segments[arc - 1]
        yield from (Glow(light, BRACKET) for light in segment.all[::2] if light not in place.board.reds)


def _roll(place: _Place) -> Iterator[Glow]:
    """Three glows chase each other, a third of the ring each."""
    ring = place.board.ring()
    for third in range(3):
        part = ring[third * len(ring) // 3 : (third + 1) * len(ring) // 3]
        yield from _travel(part, 1.2, Glow(0, MARK, hold=0.0))


def _rolled(place: _Place) -> Iterator[Glow]:
    """Send one glow once round, slower and slower, to the inner end of the arc, and mark the arc."""
    ring = place.board.ring()
    after = max((light for arc in place.arcs for light in place.board.segments[arc - 1].all), default=0)
    lap = tuple(light for light in ring if light > after) + tuple(light for light in ring if light <= after)
    yield from _travel(lap, 1.2, Glow(0, MARK, hold=0.0), slowing=True)
    yield from _brackets(place, Glow(0, BRACKET, start=1.2, attack=0.5))


def _turn(place: _Place) -> Iterator[Glow]:
    return _travel(place.board.ring(), 1.4, Glow(0, MARK, hold=0.0))


def _fill(place: _Place) -> Iterator[Glow]:
    return _travel(place.board.ring(), 1.4, Glow(0, MARK))


def _fill_and_go(place: _Place) -> Iterator[Glow]:
    """Fill the ring once, and let it go everywhere at the same time."""
    for glow in _travel(place.board.ring(), 1.0, Glow(0, MARK)):
        yield replace(glow, hold=1.4 - glow.start)


def _hold(place: _Place) -> Iterator[Glow]:
    """Fill the ring within the 0.8 s that a hold takes."""
    return _travel(place.board.ring(), 0.5, Glow(0, MARK))


def _drain(place: _Place) -> Iterator[Glow]:
    lights = [light for segment in place.board.segments for light in segment.all]
    return _travel(lights, 1.4, Glow(0, keep=0.25))


def _drained(place: _Place) -> Iterator[Glow]:
    return (Glow(light, keep=0.25) for segment in place.board.segments for light in segment.all)


def _arc_filled(place: _Place) -> Iterator[Glow]:
    return (Glow(light, MARK) for arc in place.arcs for light in place.board.track(arc))


def _castle(place: _Place) -> Iterator[Glow]:
    for arc in place.arcs:
        segment, track = place.board.segments[arc - 1], place.board.track(arc)
        yield from _spread(segment.wall + segment.tower or track[-len(segment.inner) :], Glow(0, BRACKET))


def _top_and_bottom(place: _Place, glow: Glow) -> Iterator[Glow]:
    segments = place.board.segments
    return _spread(segments[0].outer + segments[len(segments) // 2].outer, glow)


def _flame(place: _Place) -> Iterator[Glow]:
    """Light the outer half of each arc once in amber."""
    for arc in place.arcs:
        track = place.board.track(arc)
        yield from _spread(track[: max(2, len(track) // 2)], Glow(0, AMBER, hold=1.0))


def _dims(place: _Place) -> Iterator[Glow]:
    """Let each arc sink and come back; what is lit in red stays."""
    shade = Glow(0, attack=0.4, hold=0.8, release=0.4, keep=0.2)
    return (replace(shade, light=light) for arc in place.arcs for light in place.board.track(arc))


def _swell(place: _Place) -> Iterator[Glow]:
    """Let the whole ring rise and sink once, slowly."""
    return _spread(place.board.ring(), Glow(0, MARK, attack=1.2, hold=0.0, release=0.8))


def _middle(place: _Place) -> Iterator[Glow]:
    """One light in the middle of each arc."""
    for arc in place.arcs:
        track = place.board.track(arc)
        yield Glow(track[len(track) // 2], BRACKET)


def _heralds(number: int) -> Draw:
    """The secret mark with so many lights beside it: after it, before it, after it again."""

    def draw(place: _Place) -> Iterator[Glow]:
        mark = place.board.segments[0].outer
        ring = [light for light in place.board.ring() if light not in mark]
        yield from _spread(mark, Glow(0, SECRET))
        yield from _spread((ring[0], ring[-1], ring[1])[:number], Glow(0, BRACKET))

    return draw


def _nothing(_place: _Place) -> Iterator[Glow]:
    return iter(())


CUES: MappingProxyType[str, Sign] = MappingProxyType(
    {
        "place": _stays(_bracketed(Glow(0, BRACKET))),  # a token is to be put into this arc
        "target": _stays(_bracketed(Glow(0, BRACKET))),  # this arc is being talked about
        "danger": _stays(_danger),  # once for each arc, the worst first
        "fire": _stays(_fire),
        "flying": _stays(_flying),
        "count": _stays(_arc_filled),  # once for each player so far
        "castle": _stays(_castle),  # Walls and Towers are to be set up
        "secret": _stays(lambda place: _spread(place.board.segments[0].outer, Glow(0, SECRET))),
        "herald-1": _stays(_heralds(1)),  # so many Heralds lie on Agranok's card
        "herald-2": _stays(_heralds(2)),
        "herald-3": _stays(_heralds(3)),
        "cavalier": _stays(_middle),  # he stands in this arc
        "wait": _stays(_nothing),
        "unknown": _stays(lambda place: _top_and_bottom(place, Glow(0, ALERT))),  # a tag that means nothing yet
        "hold": _stays(_hold),  # the button is down
        "rolled": Sign(_rolled, _bracketed(Glow(0, BRACKET)), held=True),
        "win": _stays(_fill),
        "lose": Sign(_drain, _drained, held=True),
        "hit": _passes(_bracketed(_PULSE)),
        "slain": _passes(_bracketed(_AFTERGLOW)),
        "move": _passes(_sweep, _bracketed(_PULSE)),
        "outward": _passes(lambda place: _sweep(place, outward=True), _bracketed(_PULSE)),
        "undo": _passes(lambda place: _sweep(place, outward=True), _bracketed(_PULSE)),
        "breath": _passes(lambda place: _sweep(place, color=AMBER), _flame),  # fire flies at the Castle
        "flame": _passes(_flame),  # something has caught fire
        "doused": _passes(_dims),  # a fire has gone out
        "miss": _passes(_dims),
        "harbinger": _passes(_swell),
        "wall-falls": _passes(_wall_falls),
        "tower-falls": _passes(lambda place: _inner(place, 2)),
        "roll": _passes(_roll, _nothing),
        "turn": _passes(_turn, _nothing),
        "ready": _passes(_fill_and_go, _nothing),
        "error": _passes(lambda place: _top_and_bottom(place, Glow(0, ALERT, hold=1.4))),
        "learned": _passes(lambda place: _top_and_bottom(place, Glow(0, BRACKET, hold=0.6))),
    }
)
"""Every cue by name. Add one here, and only here."""


def _sign(cue: Cue) -> Sign:
    if cue.cue not in CUES or cue.arc not in (None, *ARC_NUMBERS):
        raise UnknownCue(f"no cue {cue.cue!r} for arc {cue.arc}")
    return CUES[cue.cue]


def _places_of(cue: Cue, board: _Board) -> tuple[int, ...]:
    """The arcs or spaces that a cue is about."""
    if cue.space is not None and cue.space not in board.places:
        raise UnknownCue(f"no cue {cue.cue!r} for space {cue.space}")
    about = cue.arc or cue.space
    return (about,) if about else board.places


@lru_cache(maxsize=64)
def _glows(cues: tuple[Cue, ...], arcs: tuple[ArcLight, ...], count: int, still: bool) -> tuple[tuple[Cue, Glow], ...]:
    """List all that `cues` add to the board; made once for all the frames of a scene."""
    return tuple(_lit_by(cues, _board(arcs, count), still))


def _lit_by(cues: Sequence[Cue], board: _Board, still: bool) -> Iterator[tuple[Cue, Glow]]:
    seen: dict[str, int] = {}
    for cue in cues:
        sign = _sign(cue)
        order = seen[cue.cue] = seen.get(cue.cue, -1) + 1
        place = _Place(board, _places_of(cue, board), order)
        for glow in (sign.still if still else sign.moving)(place):
            yield cue, replace(glow, color=_headroom(glow.color, board.rest[glow.light]))


def _headroom(color: RGB, rest: RGB) -> RGB:
    """Keep `color` to what its light can add to `rest`: a fade that hit the ceiling midway would be too short."""
    red, green, blue = (min(more, 255 - one) for more, one in zip(color, rest, strict=True))
    return red, green, blue


def duration(cues: Sequence[Cue]) -> float:
    """Return the seconds, at most `LONGEST`, after which `cues` have come to rest; UnknownCue as in `frame`."""
    board = (ArcLight(),) * len(ARC_NUMBERS)
    anywhere = tuple(replace(cue, space=None) for cue in cues)
    return max((glow.rest_at for _, glow in _glows(anywhere, board, 60, False)), default=0.0)


def frame(
    arcs: Sequence[ArcLight], cues: Sequence[Cue], elapsed: float, settings: LightSettings, count: int
) -> list[RGB]:
    """Return the `count` lights, `elapsed` seconds after all `cues` began, over the board of six `arcs` (arc 1 first).

    UnknownCue for a cue or an arc that does not exist; ValueError but for six arcs and `FEWEST` lights or more.
    """
    return _frame(arcs, dict.fromkeys(cues, elapsed), settings, count)


def _frame(arcs: Sequence[ArcLight], ages: dict[Cue, float], settings: LightSettings, count: int) -> list[RGB]:
    board = _board(tuple(arcs), count)
    if settings.off:
        return [DARK] * count
    added: dict[int, Duty] = {}
    keeps: dict[int, float] = {}
    for cue, glow in _glows(tuple(ages), board.arcs, count, settings.still):
        level = _still_level(cue, ages) if settings.still else glow.level(ages[cue])
        if level > 0:
            _add(added.setdefault(glow.light, [0.0, 0.0, 0.0]), glow.color, level)
            keeps[glow.light] = 1 - (1 - glow.keep) * level
    return [_finish(color, added.get(at), keeps.get(at, 1.0), settings.dim) for at, color in enumerate(board.rest)]


def _still_level(cue: Cue, ages: dict[Cue, float]) -> float:
    """All or nothing: what would pass is there for as long as it would take."""
    return 1.0 if CUES[cue.cue].held or ages[cue] < duration((cue,)) else 0.0


def _add(duty: Duty, color: RGB, level: float) -> None:
    """Glows on the same light do not add up: the brightest of each channel wins, so that a cue given twice is one."""
    for channel in range(3):
        duty[channel] = max(duty[channel], color[channel] * level)


def _finish(color: RGB, added: Duty | None, keep: float, dim: bool) -> RGB:
    """Bring one light to whole steps, rounding up, so that nothing lit goes out and amber never turns into red."""
    if added is None and not dim:
        return color
    most, scale = (int(255 * DIM_SHARE), DIM_SHARE) if dim else (255, 1.0)
    more = added or (0.0, 0.0, 0.0)
    red, green, blue = (
        min(most, math.ceil((one * keep + other) * scale - 1e-6)) for one, other in zip(color, more, strict=True)
    )
    return red, green, blue


def luminance(light: RGB) -> float:
    """Return the relative luminance of one light's duty, 0 to 255 (ITU-R BT.709)."""
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def is_saturated_red(light: RGB) -> bool:
    """Tell whether red has more than four fifths of a light (WCAG 2.3.1)."""
    return light[0] > 0.8 * sum(light)


class FlashGuard:
    """Remembers the last second of a ring and says whether a next frame would flash.

    Flashing means a third reversal of the ring's luminance within a second, or any reversal of its saturated red. A
    reversal is a change of a tenth or more one way after one of a tenth or more the other way. The limits are kept a
    little closer than they are.
    """

    WINDOW = 1.05  # seconds
    CHANGE = 0.09  # of the brighter of two luminances
    LEAST = 1.0  # of one light's 255: what no eye sees is no change
    REVERSALS = 2

    def __init__(self) -> None:
        self._past: deque[tuple[float, float, float]] = deque()

    def allows(self, lights: Sequence[RGB]) -> bool:
        """Tell whether `lights` may be shown next."""
        whole, red = self._measure(lights)
        return (
            self._reversals([past[1] for past in self._past] + [whole]) <= self.REVERSALS
            and self._reversals([past[2] for past in self._past] + [red]) == 0
        )

    def note(self, lights: Sequence[RGB], now: float) -> None:
        """Remember that `lights` are shown at `now`."""
        self._past.append((now, *self._measure(lights)))
        while self._past[0][0] < now - self.WINDOW:
            self._past.popleft()

    @staticmethod
    def _measure(lights: Sequence[RGB]) -> tuple[float, float]:
        whole = sum(map(luminance, lights))
        return whole, sum(luminance(light) for light in lights if is_saturated_red(light))

    def _reversals(self, series: Sequence[float]) -> int:
        """Count the turns of `series` between changes that matter."""
        low = high = series[0]
        turns = direction = 0
        for value in series:
            low, high = min(low, value), max(high, value)
            if direction <= 0 and self._matters(low, value):
                turns += direction < 0
                direction, high = 1, value
            elif direction >= 0 and self._matters(value, high):
                turns += direction > 0
                direction, low = -1, value
            if direction > 0:
                low = high
            elif direction < 0:
                high = low
        return turns

    def _matters(self, darker: float, brighter: float) -> bool:
        return brighter - darker >= max(self.LEAST, self.CHANGE * brighter)


class Stage:
    """The ring over a whole game: what is on, since when, and what has to wait so that nothing flashes.

    `play` sets the scene, `frame` is asked for it as often as the ring takes frames while it is `busy`. All times are
    seconds on the caller's clock. A new scene fades in from whatever was shown; a cue that stays from one scene to the
    next stays as it is.
    """

    def __init__(self, settings: LightSettings, count: int) -> None:
        layout(count)  # refuses a ring that is too small
        self._settings = settings
        self._count = count
        self._arcs: tuple[ArcLight, ...] = (ArcLight(wall=False, tower=False),) * len(ARC_NUMBERS)
        self._since: dict[Cue, float] = {}
        self._guard = FlashGuard()
        self._shown: list[RGB] = [DARK] * count
        self._from = self._shown
        self._cut = -math.inf
        self._waiting = False

    def play(self, arcs: Sequence[ArcLight], cues: Sequence[Cue], now: float) -> None:
        """Show `cues` over the board of `arcs` from `now` on; errors as in `frame`, and then nothing changes."""
        board = _board(tuple(arcs), self._count)
        for cue in cues:
            _places_of(cue, board)
        stays = {cue: self._since.get(cue, now) if _sign(cue).held else now for cue in cues}
        self._arcs, self._since = tuple(arcs), stays
        self._begin_fade(now)

    def use(self, settings: LightSettings, now: float) -> None:
        """Change the settings; the light fades over to what they allow."""
        self._settings = settings
        self._begin_fade(now)

    def frame(self, now: float) -> list[RGB]:
        """Return the lights to show at `now`, which never runs backwards."""
        wanted = self._wanted(now)
        self._waiting = not self._guard.allows(wanted)
        if self._waiting:
            self._begin_fade(now)
        else:
            self._shown = wanted
        self._guard.note(self._shown, now)
        return list(self._shown)

    def busy(self, now: float) -> bool:
        """Tell whether a later frame may differ from the last one, if nothing new is played."""
        begun = max(self._since.values(), default=self._cut)
        return self._waiting or now <= max(self._cut + FADE, begun + duration(tuple(self._since)))

    def _begin_fade(self, now: float) -> None:
        self._from, self._cut = self._shown, now

    def _wanted(self, now: float) -> list[RGB]:
        ages = {cue: now - since for cue, since in self._since.items()}
        target = _frame(self._arcs, ages, self._settings, self._count)
        part = 1.0 if self._settings.still else (now - self._cut) / FADE
        return target if part >= 1 else [_mix(old, new, part) for old, new in zip(self._from, target, strict=True)]


def _mix(old: RGB, new: RGB, part: float) -> RGB:
    red, green, blue = (math.ceil(one + (other - one) * part - 1e-6) for one, other in zip(old, new, strict=True))
    return red, green, blue
