"""The cues: each with a look of its own, none that flashes (A46, A47), and how long each takes (A48)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest

from companion.channels import at_rest
from companion.channels.at_rest import RGB, ArcLight
from companion.channels.cues import CUES, RingCue
from companion.channels.lights import LightSettings, duration
from companion.narration.boxes import QUESTION_CUES
from companion.narration.boxes.dark_titan import HERALD_CUES
from companion.narration.manners import MANNERS
from tests.channels.seeing import BARE, PLAIN, RATE, RINGS, TOWN, assert_calm, board, frame, gray, lit
from tests.narration.spelling import is_spelled, spelled

GIVEN = spelled("narration", "channels/announcer.py")

ALIKE = (
    {"place", "target", "rolled", "danger", "hit", "slain"},  # brackets; time and the words tell what they are about
    {"win", "hold"},  # a full ring; the hand on the button knows which
    {"error", "learned"},
    {"undo", "outward"},
    {"castle", "tower-falls"},  # what is to be set up stays lit, what has fallen goes out
)

ALIKE_ON_36 = ({"castle", "wall-falls"},)  # too few lights for Walls and Towers; the words tell

NO_ARC = {"roll", "turn", "ready", "win", "hold", "error", "learned", "secret", "harbinger"}
NO_ARC |= {"herald-1", "herald-2", "herald-3"}
NO_LIGHT = {"wait", "lose", "miss", "doused"}  # over an empty board


def test_every_cue_that_narration_gives_has_a_sign() -> None:
    given = {manner.cue for manner in MANNERS.values()} | set(HERALD_CUES) | set(QUESTION_CUES.values())
    assert given <= set(CUES)


@pytest.mark.parametrize("name", CUES)
def test_every_sign_belongs_to_a_cue_that_somebody_gives(name: str) -> None:
    assert is_spelled(name, GIVEN)


def midlife(name: str, arc: int | None, count: int) -> list[float]:
    """What `name` looks like well within its life, in gray, over an empty board."""
    cue = RingCue(name, arc)
    age = duration((cue,)) + 1 if CUES[name].held else 0.3 * duration((cue,))
    return gray(frame(BARE, (cue,), age, PLAIN, count))


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


def film(
    arcs: Sequence[ArcLight], cues: Sequence[RingCue], count: int, settings: LightSettings = PLAIN
) -> list[list[RGB]]:
    """The frames of `cues`, with half a second of rest on either side."""
    moving = [frame(arcs, cues, at / RATE, settings, count) for at in range(int((duration(cues) + 0.5) * RATE))]
    return [frame(arcs, (), 0, settings, count)] * (RATE // 2) + moving


BOARDS = {"town": TOWN, "red": (ArcLight(5),) * 6, "flight": (ArcLight(5, 3, True),) * 6}


@pytest.mark.parametrize("count", [36, 60])
@pytest.mark.parametrize("name", CUES)
def test_no_cue_flashes(name: str, count: int) -> None:
    for what, arcs in BOARDS.items():
        for arc in (None, 1):
            assert_calm(film(arcs, [RingCue(name, arc)], count), (what, arc))


def test_no_two_cues_at_once_flash() -> None:
    passing = [name for name in CUES if not CUES[name].held] + ["danger", "rolled", "win", "lose", "target"]
    for one, two in itertools.combinations(passing, 2):
        assert_calm(film(TOWN, [RingCue(one, 1), RingCue(two, 4)], 60), (one, two))


@pytest.mark.parametrize("name", CUES)
def test_cues_end_within_two_seconds_and_end_at_rest(name: str) -> None:
    cue = RingCue(name, 3)
    assert duration([cue]) <= 2.0
    after = [frame(TOWN, [cue], duration([cue]) + later, PLAIN, 60) for later in (0, 0.5, 60)]
    assert after[0] == after[1] == after[2]
    if not CUES[name].held:
        assert after[0] == frame(TOWN, (), 0, PLAIN, 60)


@pytest.mark.parametrize("name", CUES)
def test_no_light_goes_all_its_way_in_less_than_a_quarter_of_a_second(name: str) -> None:
    """Every light that rises or falls takes 250 ms or more from one end to the other."""
    pictures = film(TOWN, [RingCue(name)], 60)
    for light in range(60):
        way = [picture[light] for picture in pictures]
        for channel in range(3):
            assert_slow([color[channel] for color in way], (name, light))


def assert_slow(values: Sequence[int], what: object) -> None:
    assert len(values) > 1
    span = max(values) - min(values)
    for one, two in itertools.pairwise(values):
        assert abs(two - one) <= span / (0.25 * RATE) + 1.5, what


@pytest.mark.parametrize("name", CUES)
def test_still_shows_one_picture_and_then_the_state(name: str) -> None:
    still = LightSettings(still=True)
    cue = RingCue(name, 2)
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
    assert frame(TOWN, [RingCue(name, 4)], 0.1, LightSettings(still=True), 60) != frame(TOWN, (), 0, PLAIN, 60)


def lights_of(arc: int, count: int = 60) -> range:
    return range((arc - 1) * count // 6, arc * count // 6)


@pytest.mark.parametrize("name", ["place", "target"])
@pytest.mark.parametrize("count", RINGS)
def test_brackets_stand_at_both_ends_of_their_arc(name: str, count: int) -> None:
    for arc in range(1, 7):
        part = lights_of(arc, count)
        shown = frame(BARE, [RingCue(name, arc)], 1, PLAIN, count)
        assert shown[part[0]] == shown[part[-1]] == at_rest.BRACKET
        assert set(lit(shown)) <= set(part)


def brightest(name: str, arc: int, age: float) -> int:
    shown = gray(frame(BARE, [RingCue(name, arc)], age, PLAIN, 60))
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
        assert frame(TOWN, [RingCue("rolled", arc)], 2, PLAIN, 60) == frame(
            TOWN, [RingCue("target", arc)], 2, PLAIN, 60
        )


def test_errors_are_two_whites_at_top_and_bottom() -> None:
    shown = frame(BARE, [RingCue("error")], 1, PLAIN, 60)
    assert lit(shown) == (0, 30)
    assert shown[0] == at_rest.ALERT


def test_danger_comes_up_in_order_and_marks_the_worst() -> None:
    cues = [RingCue("danger", arc) for arc in (5, 2, 3)]
    assert set(lit(frame(BARE, cues, 0.2, PLAIN, 60))) == {40, 49}
    assert set(lit(frame(BARE, cues, 0.4, PLAIN, 60))) == {40, 49, 10}
    assert set(lit(frame(BARE, cues, 2, PLAIN, 60))) == {40, 49, 10, 20}


def test_a_fallen_wall_goes_out_slowly() -> None:
    arcs = board(5, ArcLight(wall=False), ArcLight())
    shown = [frame(arcs, [RingCue("wall-falls", 5)], age, PLAIN, 60)[48] for age in (0.3, 1.2, 1.6, 2.0)]
    assert shown[0] == shown[1] == at_rest.BRACKET
    assert at_rest.DARK < shown[2] < at_rest.BRACKET
    assert shown[3] == at_rest.DARK


def test_winning_fills_the_ring_and_losing_empties_it() -> None:
    filled = [len(lit(frame(BARE, [RingCue("win")], age, PLAIN, 60))) for age in (0, 0.5, 1.0, 5)]
    assert filled == sorted(filled) and filled[0] == 0 and filled[-1] == 60
    emptied = [sum(gray(frame(TOWN, [RingCue("lose")], age, PLAIN, 60))) for age in (0, 0.5, 1.0, 5)]
    assert emptied == sorted(emptied, reverse=True)
    assert emptied[-1] <= 0.3 * emptied[0]
    assert lit(frame(TOWN, [RingCue("lose")], 5, PLAIN, 60)) == lit(frame(TOWN, [], 5, PLAIN, 60))


def test_a_cue_given_twice_is_one() -> None:
    once, twice = [RingCue("target", 2)], [RingCue("target", 2), RingCue("target", 2), RingCue("place", 2)]
    assert frame(TOWN, once, 1, PLAIN, 60) == frame(TOWN, twice, 1, PLAIN, 60)


def test_red_lights_are_left_alone_by_what_moves() -> None:
    for name in ("move", "outward", "roll", "turn", "ready", "win", "hold", "flying"):
        for count in (36, 60):
            rest = frame((ArcLight(4),) * 6, (), 0, PLAIN, count)
            reds = [at for at, light in enumerate(rest) if light == at_rest.RED]
            assert reds
            for age in (0.2, 0.7, 1.2):
                shown = frame((ArcLight(4),) * 6, [RingCue(name)], age, PLAIN, count)
                assert all(shown[at] == at_rest.RED for at in reds)
