"""What people may choose before a game with The Dark Titan (The Dark Titan rulebook, Game Setup)."""

from __future__ import annotations

from typing import Final, Literal

from companion.game.rules.options import BoxOptions

FACEDOWN: Final = "facedown"
RANDOM: Final = "random"
LEVELS = (1, 2, 3, 4, 5)
MOST_EXTRA_HARBINGERS = 3


class TitanOptions(BoxOptions, frozen=True):
    """The choice of Agranok's card, and what is already known of the cards."""

    agranok: Literal["facedown", "random", 1, 2, 3, 4, 5] = FACEDOWN
    """Agranok's level; or the card is face down on the table, or the companion draws it in secret."""
    extra_harbingers: int = -1
    """How many Harbingers the variant The Gang's All Here adds; -1 until the players say it."""
    agranok_effects: dict[tuple[int, int], str] = {}
    """What the people had remembered of Agranok's cards, by level and number of the die."""
