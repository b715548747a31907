"""What is on the ring at rest can be read in gray (A05, A06), and its palette by every eye (A07)."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import pytest

from companion.channels import at_rest
from companion.channels.at_rest import RGB, ArcLight
from companion.channels.cues import RingCue
from companion.channels.lights import LightSettings
from tests.channels.seeing import PLAIN, RINGS, board, every_state, frame, gray, lit

FULL_CODE = (36, 42, 48, 60, 64, 120)

# The decoder below knows where things are and how bright each thing is. It sees luminance alone.

LEVELS = {"red": 35.5, "green": 124.5, "blue": 10.1}
AMBER, MARK, BRACKET = 61.7, 50.0, 100.0
COLOR = ("red", "red", "green", "green", "blue", "blue")
SOLID = {(): 0, (0,): 1, (0, 1): 2, (0, 1, 2): 3, (0, 1, 2, 3): 4, (0, 1, 2, 3, 4): 5}
DOTTED = {(1,): 1, (0, 2): 2, (1, 3): 3, (2, 4): 4, (0, 2, 4): 5}


def nearest(value: float, names: dict[str, float]) -> str:
    """The name of the level that `value` is, when each is at least a fifth away from every other."""
    for one, other in itertools.combinations(sorted(names.values()), 2):
        assert one == 0 or other >= 1.2 * one, f"no eye tells {one} from {other}"
    return min(names, key=lambda name: abs(names[name] - value))


def read_arc(number: int, levels: Sequence[float], scale: float = 1.0) -> ArcLight:
    """Read one arc's state back from the luminance of its lights, for segments of 6, 7, 8, 10 and more lights."""
    size = len(levels)
    cells = 10 if size >= 10 else 8 if size >= 8 else 6
    width = size // cells
    outermost = 3 if cells == 10 else 1
    outside = [levels[at * width] for at in range(outermost)]
    inside = [levels[size - (cells - at) * width] for at in range(outermost, cells)]
    color = LEVELS[COLOR[number - 1]] * scale
    if cells == 10:
        flames = sum(nearest(value, {"dark": 0, "amber": AMBER * scale}) == "amber" for value in outside)
        bar = [nearest(value, {"dark": 0, "lit": color}) for value in inside[:5]]
    else:
        both = min(255, {"red": 127.2, "green": 246.0, "blue": 131.6}[COLOR[number - 1]]) * scale
        names = {"dark": 0.0, "amber": AMBER * scale, "lit": color, "both": both}
        seen = [nearest(outside[0], {"dark": 0, "amber": AMBER * scale})]
        seen += [nearest(value, names) for value in inside[:2]]
        flames = sum(name in ("amber", "both") for name in seen)
        bar = ["lit" if name in ("lit", "both") else "dark" for name in seen[1:]]
        bar += [nearest(value, {"dark": 0, "lit": color}) for value in inside[2:5]]
    lit = tuple(at for at, name in enumerate(bar) if name == "lit")
    marks = [value > MARK * scale / 2 for value in inside[5:7]] or [False, False]
    if lit in SOLID:
        return ArcLight(SOLID[lit], flames, False, *marks)
    return ArcLight(DOTTED[lit], flames, True, *marks)


@pytest.mark.parametrize("count", FULL_CODE)
@pytest.mark.parametrize("number", range(1, 7))
def test_every_state_of_an_arc_is_read_back_from_grey(number: int, count: int) -> None:
    part = slice((number - 1) * count // 6, number * count // 6)
    marked = count // 6 >= 8
    for state in every_state():
        shown = gray(frame(board(number, state), (), 0, PLAIN, count))[part]
        wanted = state if marked else ArcLight(state.near, state.flames, state.flying, False, False)
        assert read_arc(number, shown) == wanted


def test_every_state_is_read_back_from_grey_when_dim_too() -> None:
    for number, state in itertools.product(range(1, 7), every_state()):
        shown = gray(frame(board(number, state), (), 0, LightSettings(dim=True), 60))
        assert read_arc(number, shown[(number - 1) * 10 : number * 10], scale=0.1) == state


def test_six_arcs_at_once_are_read_back_from_grey() -> None:
    chance = random.Random(5)
    for _ in range(200):
        arcs = tuple(chance.choice(every_state()) for _ in range(6))
        shown = gray(frame(arcs, (), 0, PLAIN, 60))
        assert tuple(read_arc(at + 1, shown[10 * at : 10 * at + 10]) for at in range(6)) == arcs


@pytest.mark.parametrize("count", RINGS)
def test_any_two_arcs_and_nearnesses_differ_in_which_lights_are_lit(count: int) -> None:
    """A06; a ring of 24 knows near and far."""
    nears = range(1, 6) if count >= 36 else (1, 5)
    shown = {
        (number, near): lit(frame(board(number, ArcLight(near, wall=False, tower=False)), (), 0, PLAIN, count))
        for number in range(1, 7)
        for near in nears
    }
    assert len(set(shown.values())) == len(shown)


@pytest.mark.parametrize("count", FULL_CODE)
def test_nearer_means_more_lights(count: int) -> None:
    boards = [board(3, ArcLight(near, wall=False, tower=False)) for near in range(6)]
    numbers = [len(lit(frame(arcs, (), 0, PLAIN, count))) for arcs in boards]
    assert numbers == [near * max(1, count // 60) for near in range(6)]


def test_a_ring_of_24_tells_near_from_far_and_fire_from_none() -> None:
    states = [ArcLight(0), ArcLight(1), ArcLight(5), ArcLight(1, flames=1), ArcLight(5, flames=3)]
    assert len({lit(frame(board(2, state), (), 0, PLAIN, 24)) for state in states}) == len(states)
    for far, near in ((1, 3), (4, 5)):
        assert frame(board(2, ArcLight(far)), (), 0, PLAIN, 24) == frame(board(2, ArcLight(near)), (), 0, PLAIN, 24)


def test_brackets_are_read_over_every_state() -> None:
    """The inner bracket shares its light with the Tower, the outer one with the first flame: four levels each."""
    for state in every_state():
        shown = gray(frame(board(5, state), (RingCue("target", 5),), 9, PLAIN, 60))
        assert nearest(shown[40], {"flame": AMBER + BRACKET, "bare": BRACKET}) == ("flame" if state.flames else "bare")
        assert nearest(shown[49], {"tower": MARK + BRACKET, "bare": BRACKET}) == ("tower" if state.tower else "bare")


MACHADO = {  # Machado, Oliveira and Fernandes 2009, severity 1.0, for linear light
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)

Triple = tuple[float, float, float]


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(color: RGB, vision: str) -> Triple:
    seen = [min(1.0, max(0.0, part)) for part in times(MACHADO[vision], [channel / 255 for channel in color])]
    ratios = [part / white for part, white in zip(times(TO_XYZ, seen), WHITE, strict=True)]
    x, y, z = (r ** (1 / 3) if r > 216 / 24389 else (24389 / 27 * r + 16) / 116 for r in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def hue(b: float, a: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0


def ciede2000(one: Triple, two: Triple) -> float:
    """CIE 142-2001, as written out by Sharma, Wu and Dalal (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean_c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(mean_c7 / (mean_c7 + 25**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2, h1, h2 = math.hypot(a1, b1), math.hypot(a2, b2), hue(b1, a1), hue(b2, a2)
    dh = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    big_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        hm = h1 + h2
    elif abs(h1 - h2) <= 180:
        hm = (h1 + h2) / 2
    else:
        hm = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    r = math.radians
    t = 1 - 0.17 * math.cos(r(hm - 30)) + 0.24 * math.cos(r(2 * hm)) + 0.32 * math.cos(r(3 * hm + 6))
    t -= 0.20 * math.cos(r(4 * hm - 63))
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -math.sin(r(60 * math.exp(-(((hm - 275) / 25) ** 2)))) * 2 * math.sqrt(cm**7 / (cm**7 + 25**7))
    dl, dc, dhh = (l2 - l1) / sl, (c2 - c1) / sc, big_h / sh
    return math.sqrt(dl * dl + dc * dc + dhh * dhh + rt * dc * dhh)


def worst(colors: Sequence[RGB]) -> float:
    return min(
        ciede2000(lab(one, vision), lab(two, vision))
        for one, two in itertools.combinations(colors, 2)
        for vision in MACHADO
    )


def test_the_color_difference_is_computed_right() -> None:
    """Pairs 1, 7, 17 and 25 of the test data of Sharma, Wu and Dalal, and two palettes of which the answer is known."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)
    assert round(worst([(255, 0, 0), (0, 255, 0), (0, 0, 255)])) == 19
    assert round(worst([(200, 0, 0), (0, 80, 0), (0, 0, 255)])) == 3


def test_the_palette_is_told_apart_by_every_kind_of_color_vision() -> None:
    """A07."""
    assert worst([at_rest.RED, at_rest.GREEN, at_rest.BLUE]) >= 30
    steps = sorted(gray([at_rest.RED, at_rest.GREEN, at_rest.BLUE]))
    assert all(brighter >= 1.5 * darker for darker, brighter in itertools.pairwise(steps))


def test_amber_is_told_from_red_by_every_eye() -> None:
    """To some eyes amber has the hue of red; so it is half as bright again, and lies where no red light is on 60."""
    amber, red = gray([at_rest.AMBER, at_rest.RED])
    assert amber >= 1.5 * red
    assert worst([at_rest.AMBER, at_rest.GREEN]) >= 30 and worst([at_rest.AMBER, at_rest.BLUE]) >= 30
    assert not at_rest.is_saturated_red(at_rest.AMBER)
    assert at_rest.is_saturated_red(at_rest.RED)


def test_each_arc_has_the_color_that_is_printed_on_the_board() -> None:
    shown = frame((ArcLight(1, wall=False, tower=False),) * 6, (), 0, PLAIN, 60)
    assert [light for light in shown if light != at_rest.DARK] == [
        at_rest.RED, at_rest.RED, at_rest.GREEN, at_rest.GREEN, at_rest.BLUE, at_rest.BLUE,
    ]  # fmt: skip
