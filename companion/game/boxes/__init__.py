"""The boxes of the game by the names of the table protocol. Other modules find a box here."""

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
