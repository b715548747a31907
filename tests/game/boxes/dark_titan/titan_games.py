"""Random games with The Dark Titan, alone or with The Wizard's Tower.

    python -m tests.game.boxes.dark_titan.titan_games 10000

plays that many games to their ends, checks each after every input, and prints how they went.
"""

from __future__ import annotations

import random
from typing import Any

from companion.game.boxes.dark_titan.box import VARIANTS
from companion.game.fate import Secret
from companion.game.rules.options import SETUPS, VERSIONS, GameOptions
from companion.game.session import Game
from tests.game.boxes.dark_titan.titan_table import BOTH, TITAN
from tests.game.options import game_options
from tests.game.rules.playing import count
from tests.game.rules.table import LIBRARY


def random_options(luck: random.Random, **wishes: Any) -> GameOptions:
    """Return the options of a random game."""
    chosen: dict[str, Any] = {
        "boxes": luck.choice([TITAN, BOTH]),
        "players": luck.randint(1, 6),
        "setup": luck.choice(SETUPS),
        "version": luck.choice(VERSIONS),
        "variants": tuple(name for name in sorted(VARIANTS) if luck.random() < 0.3),
        "agranok": luck.choice([1, 2, 3, 4, 5, "facedown", "random"]),
        "secret": Secret(luck.getrandbits(32)),
        "agranok_effects": {(3, 1): "forward", (3, 2): "giant-boulder"} if luck.random() < 0.5 else {},
    }
    return game_options(**(chosen | wishes))


def random_game(luck: random.Random, pace: str = "auto", **wishes: Any) -> Game:
    """Return a random game as it begins."""
    return Game(random_options(luck, **wishes), LIBRARY, seed=luck.getrandbits(32), pace=pace)


if __name__ == "__main__":
    count(random_game)
