"""What is agreed before a game begins."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from companion.game.fate import Secret

PACES = ("guided", "auto")
SETUPS = ("guided", "quick", "none")
MOST_PLAYERS = 6
VERSIONS = ("standard", "co-op", "overlord")


class BoxOptions(msgspec.Struct, frozen=True):
    """The choices that one box brings; a box with choices has a subclass. `BoxOptions()` has the defaults."""


Chosen = TypeVar("Chosen", bound=BoxOptions)


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
    harbingers: tuple[str, ...] = ()
    chart: dict[str, int] | None = None
    """How many of each kind the owner's chart removes, where several expansions are joined."""
    chart_harbingers: int = 0
    secret: Secret | None = None
    """What chance that nobody may know follows from."""
    special: tuple[BoxOptions, ...] = ()
    """The choices that single boxes bring, at most one record for each box."""

    def of(self, kind: type[Chosen]) -> Chosen:
        """The choices of one kind of box; its defaults where nothing was chosen."""
        return next((chosen for chosen in self.special if isinstance(chosen, kind)), None) or kind()
