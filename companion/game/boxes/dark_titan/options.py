"""What The Dark Titan lets people choose before a game (The Dark Titan rulebook, Game Setup)."""

from __future__ import annotations

from typing import Final, Literal

from companion.game.rules.options import BoxOptions

FACEDOWN: Final = "facedown"
RANDOM: Final = "random"
LEVELS = (1, 2, 3, 4, 5)
MOST_EXTRA_HARBINGERS = 3


class TitanOptions(BoxOptions, frozen=True):
    """How Agranok's card lies, and what is known of him."""

    agranok: Literal["facedown", "random", 1, 2, 3, 4, 5] = FACEDOWN
    """His level; face down on the table, or drawn by the companion in secret."""
    extra_harbingers: int = -1
    """By the variant The Gang's All Here; -1 until the players say it."""
    agranok_effects: dict[tuple[int, int], str] = {}
    """What the people have had remembered of his cards: by level and number of the die."""
