"""Every cue of the ring by name, and what it draws: those that every game may give, and those of the boxes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from companion.channels import boxes
from companion.channels.at_rest import ALERT, AMBER, BRACKET, MARK, Board
from companion.channels.signs import Glow, Place, Sign, bracketed, brackets, flare, passes, spread, stays, sweep, travel
from companion.game.board import ARC_NUMBERS


class RingCue(msgspec.Struct, frozen=True):
    """Something to show: a name of `CUES`, and what it is about: an arc or a space of a path (None: the whole ring)."""

    cue: str
    arc: int | None = None
    space: int | None = None


class UnknownCue(ValueError):
    """No cue has this name, or no arc this number."""


_PULSE = Glow(0, BRACKET, hold=1.0)
"""One soft pulse. It holds for a second, so that no light goes up and down within one."""

_AFTERGLOW = Glow(0, BRACKET, hold=1.0, release=0.7)


def _inner(place: Place, groups: int) -> Iterator[Glow]:
    """Let the innermost one or two groups glow on after what stood there has fallen."""
    for arc in place.arcs:
        track = place.board.track(arc)
        width = len(place.board.segments[arc - 1].outer)
        yield from spread(track[len(track) - groups * width :], _AFTERGLOW)


def _wall_falls(place: Place) -> Iterator[Glow]:
    walls = [light for arc in place.arcs for light in place.board.segments[arc - 1].wall]
    return spread(walls, _AFTERGLOW) if walls else _inner(place, 1)


def _danger(place: Place) -> Iterator[Glow]:
    """Bring up one arc after the other; the first one with both brackets."""
    return brackets(place, Glow(0, BRACKET, start=0.25 * min(place.order, 5)), inner=not place.order)


def _fire(place: Place) -> Iterator[Glow]:
    return (Glow(light, AMBER) for arc in place.arcs for light in place.board.segments[arc - 1].outer)


def _flying(place: Place) -> Iterator[Glow]:
    for arc in place.arcs:
        segment = place.board.segments[arc - 1]
        yield from (Glow(light, BRACKET) for light in segment.all[::2] if light not in place.board.reds)


def _roll(place: Place) -> Iterator[Glow]:
    """Three glows chase each other, a third of the ring each."""
    ring = place.board.ring()
    for third in range(3):
        part = ring[third * len(ring) // 3 : (third + 1) * len(ring) // 3]
        yield from travel(part, 1.2, Glow(0, MARK, hold=0.0))


def _rolled(place: Place) -> Iterator[Glow]:
    """Send one glow once round, slower and slower, to the inner end of the arc, and mark the arc."""
    ring = place.board.ring()
    after = max((light for arc in place.arcs for light in place.board.segments[arc - 1].all), default=0)
    lap = tuple(light for light in ring if light > after) + tuple(light for light in ring if light <= after)
    yield from travel(lap, 1.2, Glow(0, MARK, hold=0.0), slowing=True)
    yield from brackets(place, Glow(0, BRACKET, start=1.2, attack=0.5))


def _turn(place: Place) -> Iterator[Glow]:
    return travel(place.board.ring(), 1.4, Glow(0, MARK, hold=0.0))


def _fill(place: Place) -> Iterator[Glow]:
    return travel(place.board.ring(), 1.4, Glow(0, MARK))


def _fill_and_go(place: Place) -> Iterator[Glow]:
    """Fill the ring once, and let it go everywhere at the same time."""
    for glow in travel(place.board.ring(), 1.0, Glow(0, MARK)):
        yield replace(glow, hold=1.4 - glow.start)


def _hold(place: Place) -> Iterator[Glow]:
    """Fill the ring within the 0.8 s that a hold takes."""
    return travel(place.board.ring(), 0.5, Glow(0, MARK))


def _drain(place: Place) -> Iterator[Glow]:
    lights = [light for segment in place.board.segments for light in segment.all]
    return travel(lights, 1.4, Glow(0, keep=0.25))


def _drained(place: Place) -> Iterator[Glow]:
    return (Glow(light, keep=0.25) for segment in place.board.segments for light in segment.all)


def _castle(place: Place) -> Iterator[Glow]:
    for arc in place.arcs:
        segment, track = place.board.segments[arc - 1], place.board.track(arc)
        yield from spread(segment.wall + segment.tower or track[-len(segment.inner) :], Glow(0, BRACKET))


def _top_and_bottom(place: Place, glow: Glow) -> Iterator[Glow]:
    segments = place.board.segments
    return spread(segments[0].outer + segments[len(segments) // 2].outer, glow)


def _swell(place: Place) -> Iterator[Glow]:
    """Let the whole ring rise and sink once, slowly."""
    return spread(place.board.ring(), Glow(0, MARK, attack=1.2, hold=0.0, release=0.8))


def _nothing(_place: Place) -> Iterator[Glow]:
    return iter(())


CUES: Mapping[str, Sign] = MappingProxyType(
    {
        "place": stays(bracketed(Glow(0, BRACKET))),  # a token is to be put into this arc
        "target": stays(bracketed(Glow(0, BRACKET))),  # this arc is being talked about
        "danger": stays(_danger),  # once for each arc, the worst first
        "fire": stays(_fire),
        "flying": stays(_flying),
        "castle": stays(_castle),  # Walls and Towers are to be set up
        "wait": stays(_nothing),
        "hold": stays(_hold),  # the button is down
        "rolled": Sign(_rolled, bracketed(Glow(0, BRACKET)), held=True),
        "win": stays(_fill),
        "lose": Sign(_drain, _drained, held=True),
        "hit": passes(bracketed(_PULSE)),
        "slain": passes(bracketed(_AFTERGLOW)),
        "move": passes(sweep, bracketed(_PULSE)),
        "outward": passes(lambda place: sweep(place, outward=True), bracketed(_PULSE)),
        "undo": passes(lambda place: sweep(place, outward=True), bracketed(_PULSE)),
        "flame": passes(flare),  # something has caught fire
        "harbinger": passes(_swell),
        "wall-falls": passes(_wall_falls),
        "tower-falls": passes(lambda place: _inner(place, 2)),
        "roll": passes(_roll, _nothing),
        "turn": passes(_turn, _nothing),
        "ready": passes(_fill_and_go, _nothing),
        "error": passes(lambda place: _top_and_bottom(place, Glow(0, ALERT, hold=1.4))),
        "learned": passes(lambda place: _top_and_bottom(place, Glow(0, BRACKET, hold=0.6))),
        **boxes.CUES,
    }
)
"""Every cue by name. One that only one box gives belongs to the module of that box."""


def sign_of(cue: RingCue) -> Sign:
    """How a cue looks. Raises UnknownCue for a cue or an arc that does not exist."""
    if cue.cue not in CUES or cue.arc not in (None, *ARC_NUMBERS):
        raise UnknownCue(f"no cue {cue.cue!r} for arc {cue.arc}")
    return CUES[cue.cue]


def places_of(cue: RingCue, board: Board) -> tuple[int, ...]:
    """The arcs or spaces of `board` that a cue is about. Raises UnknownCue for a space that is not on it."""
    if cue.space is not None and cue.space not in board.places:
        raise UnknownCue(f"no cue {cue.cue!r} for space {cue.space}")
    about = cue.arc or cue.space
    return (about,) if about else board.places
