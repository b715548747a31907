"""Whole games, played by people who do something legal each time, and looked at after every input."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from companion.game.rules.requests import OVER, Choose
from companion.game.rules.table import Table
from companion.game.session import Game


class People(Protocol):
    """Who sits at the table."""

    game: Game

    def answer(self) -> Any:
        """Something legal."""


def play_to_its_end(people: People, check: Callable[[Table], None], most: int) -> list[Any]:
    """Plays a game to its end in at most so many inputs, and checks it after each. Gives the answers."""
    game = people.game
    answers: list[Any] = []
    while game.request is not OVER:
        assert len(answers) < most, "no end"
        request = game.request
        assert request.kind
        assert request.topic
        if isinstance(request, Choose):
            assert request.options
            assert request.least <= request.most
        answer = people.answer()
        game.answer(answer)
        answers.append(answer)
        check(game.table)
    assert game.table.result in ("won", "lost")
    return answers


def count(
    random_game: Callable[[random.Random, str], Game], play_out: Callable[[Game, random.Random], list[Any]]
) -> None:
    """Plays as many games as the command line says, and prints how they went."""
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
