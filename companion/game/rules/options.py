"""What is agreed before a game begins."""

from __future__ import annotations

import msgspec

from companion.game.fate import Secret

PACES = ("guided", "auto")
SETUPS = ("guided", "quick", "none")
MOST_PLAYERS = 6
VERSIONS = ("standard", "co-op", "overlord")


class GameOptions(msgspec.Struct, frozen=True):
    """The choices of a new game; see the table protocol, `new_game`. `first` is 0 until the players say who starts."""

    boxes: tuple[str, ...]
    """The base box and its expansions."""
    players: int
    version: str = "standard"
    setup: str = "guided"
    variants: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    first: int = 0
    wizards_tower: int = 0
    harbingers: tuple[str, ...] = ()
    agranok: str | int = "facedown"
    extra_harbingers: int = -1
    chart: dict[str, int] | None = None
    """How many of each kind the owner's chart removes, where several expansions are joined."""
    chart_harbingers: int = 0
    agranok_effects: dict[tuple[int, int], str] = {}
    """What the people have had remembered of Agranok's cards: by level and number of the die."""
    secret: Secret | None = None
    """What a random Agranok follows from."""
