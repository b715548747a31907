"""The frames of the ring of lights: the board at rest with the cues that move over it, at a moment.

Pure: no device, no clock, no words.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from companion.channels.at_rest import DARK, RGB, ArcLight, Board, board_on
from companion.channels.cues import CUES, RingCue, places_of, sign_of
from companion.channels.signs import Glow, Place
from companion.game.board import ARC_NUMBERS

DIM_SHARE = 0.1
"""The part of full brightness that no channel exceeds under `dim`."""

LONGEST = 2.0
"""Seconds after which every cue has come to rest."""


class LightSettings(msgspec.Struct, frozen=True):
    """`still` shows states and nothing that moves, `dim` keeps every channel to a tenth, `off` is dark."""

    still: bool = False
    dim: bool = False
    off: bool = False


Duty = list[float]
"""Red, green and blue of one light on the way to a frame."""


@lru_cache(maxsize=64)
def _glows(
    cues: tuple[RingCue, ...], arcs: tuple[ArcLight, ...], count: int, still: bool
) -> tuple[tuple[RingCue, Glow], ...]:
    """List all that `cues` add to the board; made once for all the frames of a scene."""
    return tuple(_lit_by(cues, board_on(arcs, count), still))


def _lit_by(cues: Sequence[RingCue], board: Board, still: bool) -> Iterator[tuple[RingCue, Glow]]:
    seen: dict[str, int] = {}
    for cue in cues:
        sign = sign_of(cue)
        order = seen[cue.cue] = seen.get(cue.cue, -1) + 1
        place = Place(board, places_of(cue, board), order)
        for glow in (sign.still if still else sign.moving)(place):
            yield cue, replace(glow, color=_headroom(glow.color, board.rest[glow.light]))


def _headroom(color: RGB, rest: RGB) -> RGB:
    """Keep `color` to what its light can add to `rest`: a fade that hit the ceiling midway would be too short."""
    red, green, blue = (min(more, 255 - one) for more, one in zip(color, rest, strict=True))
    return red, green, blue


def duration(cues: Sequence[RingCue]) -> float:
    """Return the seconds, at most `LONGEST`, after which `cues` have come to rest; UnknownCue as in `frame_of_ages`."""
    board = (ArcLight(),) * len(ARC_NUMBERS)
    anywhere = tuple(replace(cue, space=None) for cue in cues)
    return max((glow.rest_at for _, glow in _glows(anywhere, board, 60, False)), default=0.0)


def frame_of_ages(
    arcs: Sequence[ArcLight], ages: dict[RingCue, float], settings: LightSettings, count: int
) -> list[RGB]:
    """Return the `count` lights over the board of six `arcs` (arc 1 first); `ages` are the seconds since a cue began.

    UnknownCue for a cue or an arc that does not exist; ValueError but for six arcs and `FEWEST` lights or more.
    """
    board = board_on(tuple(arcs), count)
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


def _still_level(cue: RingCue, ages: dict[RingCue, float]) -> float:
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
