"""Whole random games with The Wizard's Tower: they end, and each input leaves a table that can be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from companion.game.boxes.wizards_tower.events import (
    FlamesPassed,
    MonsterDoused,
    MonsterLit,
    StructureDoused,
    StructureLit,
)
from companion.game.events import Event, MonsterSlain, TowerFell, WallFell
from companion.game.rules.options import GameOptions
from companion.game.rules.requests import OVER
from companion.game.rules.table import Table
from companion.game.session import Game
from companion.play.group import Group
from tests.game.boxes.wizards_tower.wizards_table import BOXES
from tests.game.invariant import check_game
from tests.game.options import game_options
from tests.game.rules.playing import anything
from tests.game.rules.table import LIBRARY, photograph


def options(luck: random.Random, players: int) -> GameOptions:
    return game_options(
        boxes=BOXES,
        players=players,
        setup=luck.choice(["quick", "guided", "none"]),
        version=luck.choice(["standard", "co-op"]),
        variants=luck.choice([(), ("weak-ring-any-damage",)]),
    )


def play_whole_game(
    seed: int, *, whim: float, watch: Callable[[Game, list[Event]], object] = lambda game, events: None
) -> Game:
    """Play a game with people who do just anything at a whim of 1; with less they last, up to the last tokens."""
    luck = random.Random(seed)
    game = Game(options(luck, 1 + seed % 6), LIBRARY, seed=seed, pace=luck.choice(["auto", "guided"]))
    group = Group(game, LIBRARY, whim=whim, begun=(begun := game.take_events()))
    watch(game, begun)
    for _ in range(4000):
        if game.request is OVER:
            return game
        while (act := group.act()) is not None:
            act.do(group.deal)
        answer = anything(game, luck) if whim == 1 else group.answer()
        game.answer(answer)
        events = game.take_events()
        group.follow(answer, events)
        check_game(game)
        watch(game, events)
    raise AssertionError("4000 answers and no end")


class Flames:
    """The Flame tokens of everything that burns, counted from the events alone."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()

    def hear(self, event: Event) -> None:
        if isinstance(event, StructureLit | StructureDoused):
            self.told[event.structure.name] = event.flames
        elif isinstance(event, MonsterLit | FlamesPassed):
            self.told[event.piece.name] = event.flames
        elif isinstance(event, MonsterDoused | MonsterSlain):
            del self.told[event.piece.name]
        elif isinstance(event, WallFell):
            del self.told[event.wall.name]
        elif isinstance(event, TowerFell):
            del self.told[event.tower.name]


def flames_of(table: Table) -> dict[str, int]:
    return {thing.name: thing.flames for thing in (*table.walls, *table.towers, *table.board) if thing.flames}


@pytest.mark.parametrize("seed", range(50))
def test_random_games_end_in_a_win_or_a_loss_and_conserve_everything(seed):
    assert play_whole_game(seed, whim=1).table.result in ("won", "lost")


@pytest.mark.parametrize("seed", range(50, 80))
def test_so_do_games_of_players_who_last(seed):
    assert play_whole_game(seed, whim=0.3).table.result in ("won", "lost")


@pytest.mark.parametrize("seed", range(100, 106))
def test_undoing_a_whole_game_and_doing_it_again_gives_the_same_game(seed):
    game = play_whole_game(seed, whim=0.3)
    end = photograph(game)
    steps = sum(type(entry).__name__ != "Acknowledged" for entry in game.history)
    game.undo(steps)
    check_game(game)
    game.redo(steps)
    assert photograph(game) == end


@pytest.mark.parametrize("seed", range(200, 230))
def test_whoever_only_hears_the_events_knows_every_flame_on_the_board(seed):
    flames = Flames()

    def hear(game, events):
        for event in events:
            flames.hear(event)
        assert +flames.told == flames_of(game.table)

    play_whole_game(seed, whim=0.3, watch=hear)
