"""Whole games, played by people who do something legal each time, and checked after every input."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from companion.game.rules.requests import OVER
from companion.game.session import Game
from tests.game.invariant import check_game


class People(Protocol):
    """Who sits at the table."""

    game: Game

    def answer(self) -> Any:
        """Return a legal answer."""


def play_to_its_end(people: People, most: int) -> list[Any]:
    """Play a game to its end, check it after each input, and return the answers.

    Raise AssertionError when it has not ended after `most` inputs.
    """
    game = people.game
    check_game(game)
    answers: list[Any] = []
    while game.request is not OVER:
        assert len(answers) < most, "no end"
        answer = people.answer()
        game.answer(answer)
        answers.append(answer)
        check_game(game)
    assert game.table.result in ("won", "lost")
    return answers


def count(
    random_game: Callable[[random.Random, str], Game], play_out: Callable[[Game, random.Random], list[Any]]
) -> None:
    """Play as many games as the command line says, and print how they went."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    results: Counter[str] = Counter()
    heard: Counter[str] = Counter()
    turns = 0
    for seed in range(games):
        luck = random.Random(seed)
        game = random_game(luck, luck.choice(["auto", "guided"]))
        play_out(game, luck)
        results[game.table.result] += 1
        heard.update(event.kind for event in game.take_events())
        turns += game.table.turn
    print(f"{games} games ended: {dict(results)}, {turns / games:.1f} turns each")
    print(", ".join(f"{kind} {times}" for kind, times in heard.most_common()))
