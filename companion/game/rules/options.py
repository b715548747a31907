"""The choices that are made before a game begins."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from companion.game.fate import Secret

PACES = ("guided", "auto")
SETUPS = ("guided", "quick", "none")
MOST_PLAYERS = 6
VERSIONS = ("standard", "co-op", "overlord")


class BoxOptions(msgspec.Struct, frozen=True):
    """The choices of one box. A box that has any defines a subclass, whose fields all have defaults."""


Chosen = TypeVar("Chosen", bound=BoxOptions)


class GameOptions(msgspec.Struct, frozen=True):
    """The choices of a new game (the table protocol, `new_game`).

    `first` is 0 when the players say during set-up who begins. `harbingers` are those in the bag, when they are not
    secret.
    """

    boxes: tuple[str, ...]
    """The base box first, then its expansions."""
    players: int
    version: str = "standard"
    setup: str = "guided"
    variants: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    first: int = 0
    harbingers: tuple[str, ...] = ()
    chart: dict[str, int] | None = None
    """How many of each kind the owner's chart for several expansions removes; None without such a chart."""
    chart_harbingers: int = 0
    """How many Harbingers that chart puts into the bag; 0 without a chart."""
    secret: Secret | None = None
    """The source of choices that must stay hidden."""
    special: tuple[BoxOptions, ...] = ()
    """The choices of single boxes: at most one record for each box."""

    def of(self, kind: type[Chosen]) -> Chosen:
        """Return the choices of one box by their type, or their defaults when there are none."""
        return next((chosen for chosen in self.special if isinstance(chosen, kind)), None) or kind()
