"""The ring as a path: nine spaces, the wall and the castle (interaction design, 3.13)."""

from __future__ import annotations

import random

import pytest

from companion.channels import at_rest
from companion.channels.at_rest import SpaceLight, path_layout
from companion.channels.boxes.my_first import path_picture
from companion.channels.cues import CUES, RingCue, UnknownCue
from companion.channels.lights import LightSettings
from companion.channels.stage import FlashGuard, Stage
from companion.game.board import COLORS
from companion.game.boxes.my_first.path import Path
from companion.game.rules.options import GameOptions
from companion.game.session import Game
from tests.channels.seeing import frame
from tests.game.boxes.my_first.path_games import random_game
from tests.game.boxes.my_first.path_table import LIBRARY, path
from tests.game.rules.playing import play_out

PLAIN = LightSettings()
RINGS = (24, 36, 48, 60, 64, 120)


def rest(scene, count: int = 60) -> list[at_rest.RGB]:
    return frame(path_picture(scene.path), (), 0.0, PLAIN, count)


def lit(picture, count: int = 60) -> list[int]:
    """The stretches with a light on, counted from 1."""
    parts = enumerate(path_layout(count, 10), 1)
    return [at for at, part in parts if any(picture[light] != at_rest.DARK for light in part.all)]


@pytest.mark.parametrize("count", RINGS)
def test_every_light_belongs_to_one_stretch_in_order(count):
    parts = path_layout(count, 10)
    assert [light for part in parts for light in part.all] == list(range(count))
    assert min(len(part.all) for part in parts) >= 2


@pytest.mark.parametrize("count", RINGS)
def test_a_space_is_lit_where_a_monster_stands_and_the_end_while_something_stands(count):
    assert lit(rest(path("goblin#1@1 goblin#2@4 goblin#3@4 runner#1@9"), count), count) == [1, 4, 9, 10]
    scene = path("", wall=False)
    assert lit(rest(scene, count), count) == [10]
    scene.correct(castle=False)
    assert lit(rest(scene, count), count) == []


@pytest.mark.parametrize("count", RINGS)
def test_there_is_a_dark_gap_before_every_space_so_that_they_can_be_counted(count):
    goblins = " ".join(f"goblin#{number}@{number}" for number in range(1, 8))
    picture = rest(path(f"{goblins} runner#1@8 runner#2@9"), count)
    for part in path_layout(count, 10)[:-1]:
        assert [picture[light] == at_rest.DARK for light in part.all] == [True] + [False] * (len(part.all) - 1)


def test_a_space_has_the_color_that_is_printed_on_it():
    palette = {"red": at_rest.RED, "green": at_rest.GREEN, "blue": at_rest.BLUE}
    for space in path().path.spaces:
        picture = rest(path(f"goblin#1@{space.number}"))
        assert set(picture[6 * (space.number - 1) : 6 * space.number]) == {at_rest.DARK, palette[space.color]}
    assert set(palette) == set(COLORS)


def test_the_wall_and_the_castle_are_told_apart():
    whole, bare = rest(path("")), rest(path("", wall=False))
    assert [(light, bare[light]) for light in range(60) if whole[light] != bare[light]] == [(55, at_rest.DARK)]


def test_a_cue_marks_its_space_and_no_other():
    scene = path("goblin#1@2")
    for number in range(1, 11):
        shown = frame(path_picture(scene.path), (RingCue("target", space=number),), 1.0, PLAIN, 60)
        pairs = enumerate(zip(rest(scene), shown, strict=True))
        changed = {light // 6 + 1 for light, (was, now) in pairs if was != now}
        assert changed == {number}


@pytest.mark.parametrize("name", CUES)
def test_every_cue_is_known_on_a_path(name):
    scene = path("goblin#1@1 goblin#2@9")
    for cue in (RingCue(name), RingCue(name, space=9)):
        assert len(frame(path_picture(scene.path), (cue,), 0.5, PLAIN, 24)) == 24


@pytest.mark.parametrize("space", [0, 11, -1])
def test_a_space_that_is_not_there_is_refused_and_the_stage_stays(space):
    picture = path_picture(path("").path)
    with pytest.raises(UnknownCue):
        frame(picture, (RingCue("target", space=space),), 0.0, PLAIN, 60)
    stage = Stage(PLAIN, 60)
    before = stage.frame(0.0)
    with pytest.raises(UnknownCue):
        stage.play(picture, [RingCue("target", space=space)], 0.0)
    assert stage.frame(0.5) == before


def test_a_ring_that_is_too_small_is_refused():
    with pytest.raises(ValueError, match="takes 20"):
        path_layout(19, 10)
    with pytest.raises(ValueError, match="arcs, not 0"):
        frame((), (), 0.0, PLAIN, 60)


def test_a_whole_game_on_the_ring_does_not_flash():
    luck = random.Random(4)
    game: Game = random_game(luck)
    scenes = []
    advance = game._advance
    game._advance = lambda value: (advance(value), scenes.append(path_picture(Path.of(game.table))))[0]  # type: ignore[method-assign]
    play_out(game, luck)
    assert len(scenes) > 10
    stage, guard, now = Stage(PLAIN, 60), FlashGuard(), 0.0
    for picture in scenes:
        stage.play(picture, [RingCue("move"), RingCue("target", space=luck.randint(1, 9))], now)
        for _ in range(luck.randint(2, 40)):
            now += 1 / 30
            shown = stage.frame(now)
            assert guard.allows(shown)
            guard.note(shown, now)


def test_a_game_begins_in_the_daemons_picture():
    game = Game(GameOptions(boxes=("my-first",), players=2, setup="quick"), LIBRARY, seed=1, pace="auto")
    picture = path_picture(Path.of(game.table))
    assert [isinstance(part, SpaceLight) for part in picture] == [True] * 10
    assert [part.near for part in picture] == [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
