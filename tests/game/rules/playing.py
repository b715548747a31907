"""Whole games, played by people who do something legal each time, and checked after every input."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

from companion.game.rules.requests import OVER, PlayCards
from companion.game.session import Game
from companion.play.group import Group
from tests.game.invariant import check_game
from tests.game.rules.table import LIBRARY

REPORTED = 0.1
"""How often the people report what happened to a Monster and name no card."""


def anything(game: Game, luck: random.Random, reported: float = REPORTED) -> Any:
    """Return something legal that people could do now, whatever it is worth, with fresh hands out of the real decks.

    So it also fits a game that was undone or corrected, where nobody has followed the cards.
    """
    group = Group(game, LIBRARY, seed=luck.getrandbits(32), whim=1.0, begun=())
    table = game.table
    if isinstance(game.request, PlayCards) and table.board and luck.random() < reported:
        report = luck.choice(list(table.reports.values()))(luck.choice(table.board))
        if group.mind.takes(report):
            return report
    return group.answer()


def play_out(game: Game, luck: random.Random, *, reported: float = REPORTED, most: int = 3000) -> list[Any]:
    """Play a game to its end, check it after each input, and return the answers.

    Raise AssertionError when it has not ended after `most` inputs.
    """
    check_game(game)
    answers: list[Any] = []
    while game.request is not OVER:
        assert len(answers) < most, "no end"
        answers.append(anything(game, luck, reported))
        game.answer(answers[-1])
        check_game(game)
    assert game.table.result in ("won", "lost")
    return answers


def count(random_game: Callable[[random.Random, str], Game]) -> None:
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
