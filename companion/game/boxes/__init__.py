"""The boxes of the game by the names of the table protocol. Other modules find a box here."""

from itertools import chain, combinations

from companion.game.boxes.castle_panic import box as castle_panic
from companion.game.boxes.dark_titan import box as dark_titan
from companion.game.boxes.my_first import box as my_first
from companion.game.boxes.wizards_tower import box as wizards_tower
from companion.game.rules.box import Box

_LISTED = (
    castle_panic.BOX,
    wizards_tower.BOX,
    dark_titan.BOX,
    my_first.BOX,
)
BOXES: dict[str, Box] = {box.name: box for box in _LISTED}
GAMES = tuple(name for name, box in BOXES.items() if not box.extends)
"""The boxes that can be played by themselves. The first one is played when nothing else is asked for."""


def expansions(game: str) -> tuple[str, ...]:
    """Return the names of the boxes that may join a game, in the order in which they came out."""
    return tuple(name for name, box in BOXES.items() if box.extends == game)


def every_combination() -> list[tuple[str, ...]]:
    """Return all that can be played: each game alone, and with every combination of its expansions."""
    return [
        (game, *boxes)
        for game in GAMES
        for boxes in chain.from_iterable(
            combinations(expansions(game), count) for count in range(len(expansions(game)) + 1)
        )
    ]
