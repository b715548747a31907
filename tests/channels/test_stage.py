"""The ring over a whole game: whatever is played, nothing flashes (A46, A47), and the last scene comes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from companion.channels import at_rest
from companion.channels.at_rest import RGB, ArcLight
from companion.channels.cues import CUES, RingCue, UnknownCue
from companion.channels.lights import LightSettings
from companion.channels.stage import Stage
from tests.channels.seeing import BARE, PLAIN, RATE, TOWN, assert_calm, every_state, frame, lit, staged, turns


def random_script(chance: random.Random, seconds: float) -> list[tuple[float, Sequence[ArcLight], list[RingCue]]]:
    """Scenes at random moments, some of them faster than any hand: any board, any cues."""
    script = []
    now = 0.0
    while now < seconds:
        now += chance.choice((0.02, 0.1, 0.3, 0.6, 1.5))
        arcs = tuple(chance.choice(every_state()) for _ in range(6))
        names = chance.choices(list(CUES), k=chance.randint(0, 3))
        cues = [RingCue(name, chance.choice((None, 1, 2, 3, 4, 5, 6))) for name in names]
        script.append((now, arcs, cues))
    return script


def test_turns_are_counted() -> None:
    assert turns([0, 100]) == 0
    assert turns([0, 100, 0]) == 1
    assert turns([0, 50, 100, 96, 100, 60, 0, 100]) == 2
    assert turns([100, 95, 100, 95, 100]) == 0
    assert turns([100, 92, 105, 92]) == 1
    assert turns([5, 5, 5]) == 0


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


def test_a_still_stage_shows_no_frame_between_two_states() -> None:
    still = LightSettings(still=True)
    one, two = tuple(frame(BARE, (), 0, still, 60)), tuple(frame(TOWN, (), 0, still, 60))
    assert set(map(tuple, staged([(0.0, BARE, []), (1.0, TOWN, [])], still, 60))) == {one, two}


def test_settings_change_softly_on_a_stage() -> None:
    def dim_then_dark(stage: Stage, now: float) -> None:
        if now in (1.5, 3.0):
            stage.use(LightSettings(dim=True, off=now == 3.0), now)

    pictures = staged([(0.0, TOWN, []), (2.0, TOWN, [])], PLAIN, 60, dim_then_dark)
    assert_calm(pictures)
    assert max(map(max, pictures[int(2.9 * RATE)])) <= 25
    assert lit(pictures[-1]) == ()


def test_a_stage_comes_to_rest_and_says_so() -> None:
    stage = Stage(PLAIN, 60)
    stage.play(TOWN, [RingCue("hit", 3)], 0.0)
    now, pictures = 0.0, []
    while stage.busy(now):
        assert now < 60
        pictures.append(stage.frame(now))
        now += 1 / RATE
    assert 1.5 < now < 2.5
    assert pictures[-1] == stage.frame(now) == stage.frame(now + 100) == frame(TOWN, [], 0, PLAIN, 60)


def test_a_sign_that_stays_does_not_dip_when_the_scene_changes() -> None:
    script = [(0.0, BARE, [RingCue("target", 3)]), (2.0, BARE, [RingCue("target", 3), RingCue("hit", 5)])]
    pictures = staged(script, PLAIN, 60)
    assert {picture[20] for picture in pictures[RATE:]} == {at_rest.BRACKET}


def test_a_refused_scene_leaves_the_stage_as_it_was() -> None:
    stage = Stage(PLAIN, 60)
    stage.play(TOWN, [], 0.0)
    stage.frame(0.0)
    with pytest.raises(UnknownCue):
        stage.play(BARE, [RingCue("disco")], 1.0)
    assert stage.frame(2.0) == frame(TOWN, [], 0, PLAIN, 60)


def test_a_frozen_stage_gets_to_its_scene_in_the_end() -> None:
    """Ten scenes in a second are too many; the last one is shown all the same, within two seconds."""
    scenes = [(at / 10, (BARE, (ArcLight(5),) * 6)[at % 2], []) for at in range(11)]
    pictures = staged(scenes, PLAIN, 60)
    assert_calm(pictures)
    assert pictures[-1] == frame(BARE, [], 0, PLAIN, 60)
