"""The ring's pictures and cues: readable in grey, safe for eyes, true to the limits of brightness."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Sequence

import pytest

from companion.channels import lights
from companion.channels.lights import CUES, RGB, ArcLight, Cue, LightSettings, Stage, duration, frame

PLAIN = LightSettings()
BARE = (ArcLight(wall=False, tower=False),) * 6
RINGS = (24, 36, 42, 48, 60, 64, 120)
FULL_CODE = (36, 42, 48, 60, 64, 120)
TOWN = (
    ArcLight(near=2),
    ArcLight(near=5, flames=1),
    ArcLight(near=3, flying=True),
    ArcLight(flames=3, wall=False),
    ArcLight(near=4, flames=2),
    ArcLight(near=1, tower=False, wall=False),
)


def board(number: int, arc: ArcLight, elsewhere: ArcLight = BARE[0]) -> tuple[ArcLight, ...]:
    return tuple(arc if at == number else elsewhere for at in range(1, 7))


def grey(picture: Iterable[RGB]) -> list[float]:
    """The luminance of each light, by the weights of ITU-R BT.709 (duty is linear light)."""
    return [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in picture]


# A05, A06: what is on the ring can be read in grey ------------------------------------------------------------------
#
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


def every_state() -> list[ArcLight]:
    flights = [(near, flying) for near in range(6) for flying in (False, True) if near or not flying]
    return [
        ArcLight(near, flames, flying, wall, tower)
        for (near, flying), flames, wall, tower in itertools.product(flights, range(4), (False, True), (False, True))
    ]


@pytest.mark.parametrize("count", FULL_CODE)
@pytest.mark.parametrize("number", range(1, 7))
def test_every_state_of_an_arc_is_read_back_from_grey(number: int, count: int) -> None:
    part = slice((number - 1) * count // 6, number * count // 6)
    marked = count // 6 >= 8
    for state in every_state():
        shown = grey(frame(board(number, state), (), 0, PLAIN, count))[part]
        wanted = state if marked else ArcLight(state.near, state.flames, state.flying, False, False)
        assert read_arc(number, shown) == wanted


def test_every_state_is_read_back_from_grey_when_dim_too() -> None:
    for number, state in itertools.product(range(1, 7), every_state()):
        shown = grey(frame(board(number, state), (), 0, LightSettings(dim=True), 60))
        assert read_arc(number, shown[(number - 1) * 10 : number * 10], scale=0.1) == state


def test_six_arcs_at_once_are_read_back_from_grey() -> None:
    chance = random.Random(5)
    for _ in range(200):
        arcs = tuple(chance.choice(every_state()) for _ in range(6))
        shown = grey(frame(arcs, (), 0, PLAIN, 60))
        assert tuple(read_arc(at + 1, shown[10 * at : 10 * at + 10]) for at in range(6)) == arcs


def lit(picture: Iterable[RGB]) -> tuple[int, ...]:
    return tuple(at for at, light in enumerate(picture) if light != (0, 0, 0))


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


ALIKE = (
    {"place", "target", "rolled", "danger", "hit", "slain"},  # brackets; time and the words tell what they are about
    {"win", "hold"},  # a full ring; the hand on the button knows which
    {"error", "unknown", "learned"},
    {"undo", "outward"},
    {"castle", "tower-falls"},  # what is to be set up stays lit, what has fallen goes out
)
ALIKE_ON_36 = ({"castle", "wall-falls"},)  # too few lights for Walls and Towers; the words tell
NO_ARC = {"roll", "turn", "ready", "win", "hold", "error", "unknown", "learned", "secret", "harbinger"}
NO_ARC |= {"herald-1", "herald-2", "herald-3"}
NO_LIGHT = {"wait", "lose", "miss", "doused"}  # over an empty board


def midlife(name: str, arc: int | None, count: int) -> list[float]:
    """What `name` looks like well within its life, in grey, over an empty board."""
    cue = Cue(name, arc)
    age = duration((cue,)) + 1 if CUES[name].held else 0.3 * duration((cue,))
    return grey(frame(BARE, (cue,), age, PLAIN, count))


def told_apart(one: Sequence[float], other: Sequence[float]) -> bool:
    return any(max(pair) > 1.4 * min(pair) for pair in zip(one, other, strict=True))


@pytest.mark.parametrize(("count", "alike"), [(36, ALIKE + ALIKE_ON_36), (60, ALIKE)])
def test_every_sign_in_every_arc_has_a_look_of_its_own_in_grey(count: int, alike: Sequence[set[str]]) -> None:
    looks = {
        (name, arc): midlife(name, arc, count)
        for name in CUES.keys() - NO_LIGHT
        for arc in ((None,) if name in NO_ARC else range(1, 7))
    }
    for (one, seen), (other, also) in itertools.combinations(looks.items(), 2):
        if one[1] != other[1] or not any({one[0], other[0]} <= group for group in alike):
            assert told_apart(seen, also), (one, other)


def test_brackets_are_read_over_every_state() -> None:
    """The inner bracket shares its light with the Tower, the outer one with the first flame: four levels each."""
    for state in every_state():
        shown = grey(frame(board(5, state), (Cue("target", 5),), 9, PLAIN, 60))
        assert nearest(shown[40], {"flame": AMBER + BRACKET, "bare": BRACKET}) == ("flame" if state.flames else "bare")
        assert nearest(shown[49], {"tower": MARK + BRACKET, "bare": BRACKET}) == ("tower" if state.tower else "bare")


# A07: the palette ---------------------------------------------------------------------------------------------------

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


def test_the_colour_difference_is_computed_right() -> None:
    """Pairs 1, 7, 17 and 25 of the test data of Sharma, Wu and Dalal, and two palettes of which the answer is known."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)
    assert round(worst([(255, 0, 0), (0, 255, 0), (0, 0, 255)])) == 19
    assert round(worst([(200, 0, 0), (0, 80, 0), (0, 0, 255)])) == 3


def test_the_palette_is_told_apart_by_every_kind_of_colour_vision() -> None:
    """A07."""
    assert worst([lights.RED, lights.GREEN, lights.BLUE]) >= 30
    steps = sorted(grey([lights.RED, lights.GREEN, lights.BLUE]))
    assert all(brighter >= 1.5 * darker for darker, brighter in itertools.pairwise(steps))


def test_amber_is_told_from_red_by_every_eye() -> None:
    """To some eyes amber has the hue of red; so it is half as bright again, and lies where no red light is on 60."""
    amber, red = grey([lights.AMBER, lights.RED])
    assert amber >= 1.5 * red
    assert worst([lights.AMBER, lights.GREEN]) >= 30 and worst([lights.AMBER, lights.BLUE]) >= 30
    assert not lights.is_saturated_red(lights.AMBER)
    assert lights.is_saturated_red(lights.RED)


def test_each_arc_has_the_colour_that_is_printed_on_the_board() -> None:
    shown = frame((ArcLight(1, wall=False, tower=False),) * 6, (), 0, PLAIN, 60)
    assert [light for light in shown if light != lights.DARK] == [
        lights.RED, lights.RED, lights.GREEN, lights.GREEN, lights.BLUE, lights.BLUE,
    ]  # fmt: skip


# A46, A47: nothing flashes ------------------------------------------------------------------------------------------

RATE = 60


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


def test_turns_are_counted() -> None:
    assert turns([0, 100]) == 0
    assert turns([0, 100, 0]) == 1
    assert turns([0, 50, 100, 96, 100, 60, 0, 100]) == 2
    assert turns([100, 95, 100, 95, 100]) == 0
    assert turns([100, 92, 105, 92]) == 1
    assert turns([5, 5, 5]) == 0


def assert_calm(pictures: Sequence[Sequence[RGB]], what: object = "") -> None:
    """A46 and A47 on frames at `RATE`: over every window of one second, the whole ring and its saturated red."""
    whole = [sum(grey(picture)) for picture in pictures]
    red = [sum(grey(light for light in picture if sum(light) and light[0] / sum(light) > 0.8)) for picture in pictures]
    if turns(whole) <= 2 and turns(red) == 0:
        return  # a part of a line has no more turns than the line
    for start in range(max(1, len(pictures) - RATE + 1)):
        window = slice(start, start + RATE)
        assert turns(whole[window]) <= 2, (what, start / RATE)
        assert turns(red[window]) == 0, (what, start / RATE, "red")


def film(arcs: Sequence[ArcLight], cues: Sequence[Cue], count: int, settings: LightSettings = PLAIN) -> list[list[RGB]]:
    """The frames of `cues`, with half a second of rest on either side."""
    moving = [frame(arcs, cues, at / RATE, settings, count) for at in range(int((duration(cues) + 0.5) * RATE))]
    return [frame(arcs, (), 0, settings, count)] * (RATE // 2) + moving


BOARDS = {"town": TOWN, "red": (ArcLight(5),) * 6, "flight": (ArcLight(5, 3, True),) * 6}


@pytest.mark.parametrize("count", [36, 60])
@pytest.mark.parametrize("name", CUES)
def test_no_cue_flashes(name: str, count: int) -> None:
    for what, arcs in BOARDS.items():
        for arc in (None, 1):
            assert_calm(film(arcs, [Cue(name, arc)], count), (what, arc))


def test_no_two_cues_at_once_flash() -> None:
    passing = [name for name in CUES if not CUES[name].held] + ["danger", "rolled", "win", "lose", "target"]
    for one, two in itertools.combinations(passing, 2):
        assert_calm(film(TOWN, [Cue(one, 1), Cue(two, 4)], 60), (one, two))


def random_script(chance: random.Random, seconds: float) -> list[tuple[float, Sequence[ArcLight], list[Cue]]]:
    """Scenes at random moments, some of them faster than any hand: any board, any cues."""
    script = []
    now = 0.0
    while now < seconds:
        now += chance.choice((0.02, 0.1, 0.3, 0.6, 1.5))
        arcs = tuple(chance.choice(every_state()) for _ in range(6))
        names = chance.choices(list(CUES), k=chance.randint(0, 3))
        cues = [Cue(name, chance.choice((None, 1, 2, 3, 4, 5, 6))) for name in names]
        script.append((now, arcs, cues))
    return script


def staged(
    script: Iterable[tuple[float, Sequence[ArcLight], Sequence[Cue]]],
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


@pytest.mark.parametrize(
    ("settings", "count"),
    [(PLAIN, 60), (PLAIN, 36), (LightSettings(dim=True), 60), (LightSettings(still=True), 60)],
)
def test_no_script_flashes_on_a_stage(settings: LightSettings, count: int) -> None:
    chance = random.Random(count)
    for _ in range(3):
        assert_calm(staged(random_script(chance, 8), settings, count), settings)


def test_scripts_would_flash_without_a_stage() -> None:
    """The guard does something: the same scenes cut hard together break the limit."""
    pictures: list[list[RGB]] = []
    for at in range(RATE):
        arcs = BARE if at // 6 % 2 else (ArcLight(5),) * 6
        pictures.append(frame(arcs, (), 0, PLAIN, 60))
    with pytest.raises(AssertionError):
        assert_calm(pictures)


# A48: how long things take, and stillness ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", CUES)
def test_cues_end_within_two_seconds_and_end_at_rest(name: str) -> None:
    cue = Cue(name, 3)
    assert duration([cue]) <= 2.0
    after = [frame(TOWN, [cue], duration([cue]) + later, PLAIN, 60) for later in (0, 0.5, 60)]
    assert after[0] == after[1] == after[2]
    if not CUES[name].held:
        assert after[0] == frame(TOWN, (), 0, PLAIN, 60)


@pytest.mark.parametrize("name", CUES)
def test_no_light_goes_all_its_way_in_less_than_a_quarter_of_a_second(name: str) -> None:
    """Every light that rises or falls takes 250 ms or more from one end to the other."""
    pictures = film(TOWN, [Cue(name)], 60)
    for light in range(60):
        way = [picture[light] for picture in pictures]
        for channel in range(3):
            assert_slow([color[channel] for color in way], (name, light))


def assert_slow(values: Sequence[int], what: object) -> None:
    span = max(values) - min(values)
    for one, two in itertools.pairwise(values):
        assert abs(two - one) <= span / (0.25 * RATE) + 1.5, what


@pytest.mark.parametrize("name", CUES)
def test_still_shows_one_picture_and_then_the_state(name: str) -> None:
    still = LightSettings(still=True)
    cue = Cue(name, 2)
    length = duration([cue])
    during = {tuple(frame(TOWN, [cue], at / RATE, still, 60)) for at in range(math.ceil(length * RATE))}
    assert len(during) <= 1
    after = frame(TOWN, [cue], length, still, 60)
    if CUES[name].held:
        assert not during or during == {tuple(after)}
    else:
        assert after == frame(TOWN, (), 0, still, 60)


@pytest.mark.parametrize(
    "name",
    ["hit", "slain", "move", "error", "wall-falls", "tower-falls", "undo", "rolled", "win"]
    + ["breath", "flame", "doused", "miss", "harbinger", "cavalier", "herald-1", "herald-2", "herald-3"],
)
def test_still_leaves_no_event_without_a_sign(name: str) -> None:
    assert frame(TOWN, [Cue(name, 4)], 0.1, LightSettings(still=True), 60) != frame(TOWN, (), 0, PLAIN, 60)


def test_a_still_stage_shows_no_frame_between_two_states() -> None:
    still = LightSettings(still=True)
    one, two = tuple(frame(BARE, (), 0, still, 60)), tuple(frame(TOWN, (), 0, still, 60))
    assert set(map(tuple, staged([(0.0, BARE, []), (1.0, TOWN, [])], still, 60))) == {one, two}


# A53: brightness ----------------------------------------------------------------------------------------------------


def test_brightness_stays_within_its_mode() -> None:
    chance = random.Random(53)
    for _ in range(300):
        arcs = tuple(chance.choice(every_state()) for _ in range(6))
        cues = [Cue(chance.choice(list(CUES)), chance.choice((None, 1, 4))) for _ in range(3)]
        age, count = chance.uniform(0, 2), chance.choice(RINGS)
        plain, dim, off = (
            frame(arcs, cues, age, settings, count)
            for settings in (PLAIN, LightSettings(dim=True), LightSettings(off=True, dim=True))
        )
        assert max(map(max, plain)) <= 255
        assert max(map(max, dim)) <= 25
        assert lit(dim) == lit(plain), "dim loses no light"
        assert lit(off) == ()


def test_settings_change_softly_on_a_stage() -> None:
    def dim_then_dark(stage: Stage, now: float) -> None:
        if now in (1.5, 3.0):
            stage.use(LightSettings(dim=True, off=now == 3.0), now)

    pictures = staged([(0.0, TOWN, []), (2.0, TOWN, [])], PLAIN, 60, dim_then_dark)
    assert_calm(pictures)
    assert max(map(max, pictures[int(2.9 * RATE)])) <= 25
    assert lit(pictures[-1]) == ()


# Cues, one by one ---------------------------------------------------------------------------------------------------


def lights_of(arc: int, count: int = 60) -> range:
    return range((arc - 1) * count // 6, arc * count // 6)


@pytest.mark.parametrize("name", ["place", "target"])
@pytest.mark.parametrize("count", RINGS)
def test_brackets_stand_at_both_ends_of_their_arc(name: str, count: int) -> None:
    for arc in range(1, 7):
        part = lights_of(arc, count)
        shown = frame(BARE, [Cue(name, arc)], 1, PLAIN, count)
        assert shown[part[0]] == shown[part[-1]] == lights.BRACKET
        assert set(lit(shown)) <= set(part)


def brightest(name: str, arc: int, age: float) -> int:
    shown = grey(frame(BARE, [Cue(name, arc)], age, PLAIN, 60))
    return shown.index(max(shown))


def test_moves_run_inward_and_undoing_runs_outward() -> None:
    inward = [brightest("move", 4, age) for age in (0.2, 0.5, 0.8, 1.1)]
    assert inward == sorted(inward) and inward[0] < inward[-1] and set(inward) <= set(lights_of(4))
    for name in ("undo", "outward"):
        assert [brightest(name, 4, age) for age in (0.2, 0.8, 1.1)] == sorted(
            (brightest(name, 4, age) for age in (0.2, 0.8, 1.1)), reverse=True
        )
        assert brightest(name, 4, 0.2) > brightest(name, 4, 1.1)


def test_a_roll_ends_in_the_brackets_of_its_arc() -> None:
    for arc in range(1, 7):
        assert frame(TOWN, [Cue("rolled", arc)], 2, PLAIN, 60) == frame(TOWN, [Cue("target", arc)], 2, PLAIN, 60)


def test_errors_are_two_whites_at_top_and_bottom() -> None:
    for name in ("error", "unknown"):
        shown = frame(BARE, [Cue(name)], 1, PLAIN, 60)
        assert lit(shown) == (0, 30)
        assert shown[0] == lights.ALERT
    assert lit(frame(BARE, [Cue("unknown")], 60, PLAIN, 60)) == (0, 30)


def test_danger_comes_up_in_order_and_marks_the_worst() -> None:
    cues = [Cue("danger", arc) for arc in (5, 2, 3)]
    assert set(lit(frame(BARE, cues, 0.2, PLAIN, 60))) == {40, 49}
    assert set(lit(frame(BARE, cues, 0.4, PLAIN, 60))) == {40, 49, 10}
    assert set(lit(frame(BARE, cues, 2, PLAIN, 60))) == {40, 49, 10, 20}


def test_a_fallen_wall_goes_out_slowly() -> None:
    arcs = board(5, ArcLight(wall=False), ArcLight())
    shown = [frame(arcs, [Cue("wall-falls", 5)], age, PLAIN, 60)[48] for age in (0.3, 1.2, 1.6, 2.0)]
    assert shown[0] == shown[1] == lights.BRACKET
    assert lights.DARK < shown[2] < lights.BRACKET
    assert shown[3] == lights.DARK


def test_winning_fills_the_ring_and_losing_empties_it() -> None:
    filled = [len(lit(frame(BARE, [Cue("win")], age, PLAIN, 60))) for age in (0, 0.5, 1.0, 5)]
    assert filled == sorted(filled) and filled[0] == 0 and filled[-1] == 60
    emptied = [sum(grey(frame(TOWN, [Cue("lose")], age, PLAIN, 60))) for age in (0, 0.5, 1.0, 5)]
    assert emptied == sorted(emptied, reverse=True)
    assert emptied[-1] <= 0.3 * emptied[0]
    assert lit(frame(TOWN, [Cue("lose")], 5, PLAIN, 60)) == lit(frame(TOWN, [], 5, PLAIN, 60))


def test_players_are_counted_by_arcs() -> None:
    for players in range(1, 7):
        shown = frame(BARE, [Cue("count", arc) for arc in range(1, players + 1)], 1, PLAIN, 60)
        assert lit(shown) == tuple(range(10 * players))


def test_a_cue_given_twice_is_one() -> None:
    once, twice = [Cue("target", 2)], [Cue("target", 2), Cue("target", 2), Cue("place", 2)]
    assert frame(TOWN, once, 1, PLAIN, 60) == frame(TOWN, twice, 1, PLAIN, 60)


def test_red_lights_are_left_alone_by_what_moves() -> None:
    for name in ("move", "outward", "roll", "turn", "ready", "win", "hold", "count", "flying"):
        for count in (36, 60):
            rest = frame((ArcLight(4),) * 6, (), 0, PLAIN, count)
            reds = [at for at, light in enumerate(rest) if light == lights.RED]
            assert reds
            for age in (0.2, 0.7, 1.2):
                shown = frame((ArcLight(4),) * 6, [Cue(name)], age, PLAIN, count)
                assert all(shown[at] == lights.RED for at in reds)


def test_what_does_not_exist_is_refused() -> None:
    for cue in (Cue("disco"), Cue("hit", 7), Cue("hit", 0)):
        with pytest.raises(lights.UnknownCue):
            frame(BARE, [cue], 0, PLAIN, 60)
        with pytest.raises(lights.UnknownCue):
            duration([cue])
    with pytest.raises(ValueError, match="takes 24"):
        frame(BARE, [], 0, PLAIN, 23)
    with pytest.raises(ValueError, match="6 arcs"):
        frame(BARE[:5], [], 0, PLAIN, 60)
    with pytest.raises(ValueError, match="nearness 6"):
        ArcLight(near=6)


# The stage ----------------------------------------------------------------------------------------------------------


def test_a_stage_comes_to_rest_and_says_so() -> None:
    stage = Stage(PLAIN, 60)
    stage.play(TOWN, [Cue("hit", 3)], 0.0)
    now, pictures = 0.0, []
    while stage.busy(now):
        pictures.append(stage.frame(now))
        now += 1 / RATE
    assert 1.5 < now < 2.5
    assert pictures[-1] == stage.frame(now) == stage.frame(now + 100) == frame(TOWN, [], 0, PLAIN, 60)


def test_a_sign_that_stays_does_not_dip_when_the_scene_changes() -> None:
    script = [(0.0, BARE, [Cue("target", 3)]), (2.0, BARE, [Cue("target", 3), Cue("hit", 5)])]
    pictures = staged(script, PLAIN, 60)
    assert {picture[20] for picture in pictures[RATE:]} == {lights.BRACKET}


def test_a_refused_scene_leaves_the_stage_as_it_was() -> None:
    stage = Stage(PLAIN, 60)
    stage.play(TOWN, [], 0.0)
    stage.frame(0.0)
    with pytest.raises(lights.UnknownCue):
        stage.play(BARE, [Cue("disco")], 1.0)
    assert stage.frame(2.0) == frame(TOWN, [], 0, PLAIN, 60)


def test_a_frozen_stage_gets_to_its_scene_in_the_end() -> None:
    """Ten scenes in a second are too many; the last one is shown all the same, within two seconds."""
    scenes = [(at / 10, (BARE, (ArcLight(5),) * 6)[at % 2], []) for at in range(11)]
    pictures = staged(scenes, PLAIN, 60)
    assert_calm(pictures)
    assert pictures[-1] == frame(BARE, [], 0, PLAIN, 60)
