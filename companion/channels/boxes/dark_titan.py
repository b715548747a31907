"""The Dark Titan on the ring and in the ear: Agranok's card, an attack that missed, and where the Cavalier stands."""

from __future__ import annotations

from collections.abc import Iterator

from companion.channels.at_rest import BRACKET, RGB
from companion.channels.box_signs import BoxSigns
from companion.channels.signs import Draw, Glow, Place, dims, passes, spread, stays

SECRET: RGB = (20, 20, 20)
"""Barely there: the card lies face down."""


def _secret(place: Place) -> Iterator[Glow]:
    return spread(place.board.segments[0].outer, Glow(0, SECRET))


def _heralds(number: int) -> Draw:
    """The secret mark with so many lights beside it: after it, before it, after it again."""

    def draw(place: Place) -> Iterator[Glow]:
        mark = place.board.segments[0].outer
        ring = [light for light in place.board.ring() if light not in mark]
        yield from _secret(place)
        yield from spread((ring[0], ring[-1], ring[1])[:number], Glow(0, BRACKET))

    return draw


def _middle(place: Place) -> Iterator[Glow]:
    """One light in the middle of each arc."""
    for arc in place.arcs:
        track = place.board.track(arc)
        yield Glow(track[len(track) // 2], BRACKET)


SIGNS = BoxSigns(
    cues={
        "secret": stays(_secret),
        "herald-1": stays(_heralds(1)),  # so many Heralds lie on Agranok's card
        "herald-2": stays(_heralds(2)),
        "herald-3": stays(_heralds(3)),
        "miss": passes(dims),  # an Elite has dodged a Hit card
        "cavalier": stays(_middle),  # he stands in this arc
    },
    earcons={"herald-placed": "harbinger"},
)
