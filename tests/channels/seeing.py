"""What an eye sees of the ring: boards to look at, gray pictures, and whether a film of them flashes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

from companion.channels.at_rest import RGB, ArcLight
from companion.channels.cues import RingCue
from companion.channels.lights import LightSettings, frame_of_ages
from companion.channels.stage import Stage

PLAIN = LightSettings()
BARE = (ArcLight(wall=False, tower=False),) * 6
RINGS = (24, 36, 42, 48, 60, 64, 120)
TOWN = (
    ArcLight(near=2),
    ArcLight(near=5, flames=1),
    ArcLight(near=3, flying=True),
    ArcLight(flames=3, wall=False),
    ArcLight(near=4, flames=2),
    ArcLight(near=1, tower=False, wall=False),
)
RATE = 60


def frame(
    arcs: Sequence[ArcLight], cues: Sequence[RingCue], elapsed: float, settings: LightSettings, count: int
) -> list[RGB]:
    """The lights so many seconds after all cues began."""
    return frame_of_ages(arcs, dict.fromkeys(cues, elapsed), settings, count)


def board(number: int, arc: ArcLight, elsewhere: ArcLight = BARE[0]) -> tuple[ArcLight, ...]:
    return tuple(arc if at == number else elsewhere for at in range(1, 7))


def gray(picture: Iterable[RGB]) -> list[float]:
    """The luminance of each light, by the weights of ITU-R BT.709 (duty is linear light)."""
    return [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in picture]


def lit(picture: Iterable[RGB]) -> tuple[int, ...]:
    return tuple(at for at, light in enumerate(picture) if light != (0, 0, 0))


def every_state() -> list[ArcLight]:
    flights = [(near, flying) for near in range(6) for flying in (False, True) if near or not flying]
    return [
        ArcLight(near, flames, flying, wall, tower)
        for (near, flying), flames, wall, tower in itertools.product(flights, range(4), (False, True), (False, True))
    ]


def turns(series: Sequence[float]) -> int:
    """How often `series` turns between changes of a tenth or more of the brighter end (never less than 1 in 255)."""
    return max(0, max(swings(series, upward=True), swings(series, upward=False)) - 1)


def swings(series: Sequence[float], upward: bool) -> int:
    """How often `series`, taken to begin `upward` or not, comes a tenth back from the furthest it has got."""
    furthest, count = series[0], 0
    for value in series:
        if value == furthest or (value > furthest) == upward:
            furthest = value
        elif abs(value - furthest) >= max(1.0, 0.1 * max(value, furthest)):
            upward, furthest, count = not upward, value, count + 1
    return count


def assert_calm(pictures: Sequence[Sequence[RGB]], what: object = "") -> None:
    """A46 and A47 on frames at `RATE`: over every window of one second, the whole ring and its saturated red."""
    whole = [sum(gray(picture)) for picture in pictures]
    red = [sum(gray(light for light in picture if sum(light) and light[0] / sum(light) > 0.8)) for picture in pictures]
    if turns(whole) <= 2 and turns(red) == 0:
        return  # a part of a line has no more turns than the line
    for start in range(max(1, len(pictures) - RATE + 1)):
        window = slice(start, start + RATE)
        assert turns(whole[window]) <= 2, (what, start / RATE)
        assert turns(red[window]) == 0, (what, start / RATE, "red")


def staged(
    script: Iterable[tuple[float, Sequence[ArcLight], Sequence[RingCue]]],
    settings: LightSettings,
    count: int,
    also: Callable[[Stage, float], None] = lambda _stage, _now: None,
) -> list[list[RGB]]:
    """Play `script` on a stage at `RATE` frames a second, to three seconds after its end."""
    stage = Stage(settings, count)
    scenes = list(script)
    pictures = []
    for at in range(int((scenes[-1][0] + 3) * RATE)):
        now = at / RATE
        while scenes and scenes[0][0] <= now:
            _, arcs, cues = scenes.pop(0)
            stage.play(arcs, cues, now)
        also(stage, now)
        pictures.append(stage.frame(now))
    return pictures
