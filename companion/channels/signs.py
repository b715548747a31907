"""What cues are drawn with: glows on single lights, the strokes that most signs are made of, and a sign itself.

The cues of every box are drawn with this; it knows none of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.channels.at_rest import AMBER, BRACKET, DARK, RGB, Board, plus

FADE = 0.3
"""Seconds of the shortest fade anywhere on the ring (at least 0.25)."""


class Glow(msgspec.Struct, frozen=True):
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


class Place(msgspec.Struct, frozen=True):
    """Where a cue is: on which board, in which arcs, and as the how-manieth of its name in the list."""

    board: Board
    arcs: tuple[int, ...]
    order: int


Draw = Callable[[Place], Iterator[Glow]]
"""Gives the glows of a cue where it is."""


class Sign(msgspec.Struct, frozen=True):
    """How a cue looks: moving, and what stands for it when nothing may move (the same, if that does not travel).

    A `held` sign stays as long as its cue is given; any other ends in the picture at rest.
    """

    moving: Draw
    still: Draw
    held: bool


def stays(draw: Draw) -> Sign:
    """The sign of a state: it stays as long as its cue is given, and does not travel."""
    return Sign(draw, draw, True)


def passes(draw: Draw, still: Draw | None = None) -> Sign:
    """The sign of something that happens. `still` stands for a `draw` that travels."""
    return Sign(draw, still or draw, False)


_OVER_A_MONSTER = 1.6  # brackets over a Monster's light must stand out from both


def spread(lights: Iterable[int], glow: Glow) -> Iterator[Glow]:
    """Put the same `glow` on each of `lights`."""
    return (replace(glow, light=light) for light in lights)


def brackets(place: Place, glow: Glow, inner: bool = True) -> Iterator[Glow]:
    """Mark both ends of each arc, or the outer end alone; red lights stay red, and the mark moves outward from them."""
    for arc in place.arcs:
        segment, track = place.board.segments[arc - 1], place.board.track(arc)
        for light in segment.outer + (track[-len(segment.inner) :] if inner else ()):
            times = _OVER_A_MONSTER if light in place.board.bars else 1
            yield replace(glow, light=light, color=plus(DARK, glow.color, times))


def bracketed(glow: Glow) -> Draw:
    """Both ends of each arc, marked by `glow`."""
    return lambda place: brackets(place, glow)


def travel(lights: Sequence[int], seconds: float, glow: Glow, slowing: bool = False) -> Iterator[Glow]:
    """Let `glow` begin at one light after the other, the last one not later than after `seconds`."""
    for at, light in enumerate(lights):
        way = at / len(lights)
        yield replace(glow, light=light, start=glow.start + seconds * (1 - math.sqrt(1 - way) if slowing else way))


def sweep(place: Place, outward: bool = False, color: RGB = BRACKET) -> Iterator[Glow]:
    """Let a glow pass each arc once, all of them side by side."""
    for arc in place.arcs:
        yield from travel(place.board.track(arc)[:: -1 if outward else 1], 0.6, Glow(0, color, hold=0.0))


def flare(place: Place) -> Iterator[Glow]:
    """Light the outer half of each arc once in amber."""
    for arc in place.arcs:
        track = place.board.track(arc)
        yield from spread(track[: max(2, len(track) // 2)], Glow(0, AMBER, hold=1.0))


def dims(place: Place) -> Iterator[Glow]:
    """Let each arc sink and come back; what is lit in red stays."""
    shade = Glow(0, attack=0.4, hold=0.8, release=0.4, keep=0.2)
    return (replace(shade, light=light) for arc in place.arcs for light in place.board.track(arc))
