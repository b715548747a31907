"""Random games of My First Castle Panic, with every variation.

    python -m tests.game.boxes.my_first.path_games 10000

plays that many games to their ends, checks each after every input, and prints how they went.
"""

from __future__ import annotations

import random

from companion.game.boxes.my_first.box import EASIER, HARDER
from companion.game.rules.options import SETUPS, GameOptions
from companion.game.session import Game
from tests.game.boxes.my_first.path_table import LIBRARY
from tests.game.rules.playing import count

VARIANTS = sorted(EASIER | HARDER)


def random_game(luck: random.Random, pace: str = "auto") -> Game:
    """Return a random game as it begins."""
    options = GameOptions(
        boxes=("my-first",),
        players=luck.randint(1, 6),
        setup=luck.choice(SETUPS),
        variants=tuple(name for name in VARIANTS if luck.random() < 0.25),
    )
    return Game(options, LIBRARY, seed=luck.getrandbits(32), pace=pace)


if __name__ == "__main__":
    count(random_game)
