"""Chance: dice and shuffles with visible results, and secret choices.

Every number is computed from the seed and from its place in the game: how many dice and shuffles came before it. There
is no generator state that an undo would have to turn back. After an undo the same roll shows the same number, unless
the players ask for a new one, and the same inputs always give the same game. When the players roll a real die, that
roll takes a place too. The later numbers are then the same whoever rolled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Option = TypeVar("Option")


class Fate:
    """The random numbers of one game."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.attempts: dict[int, int] = {}
        """By place: how often the players asked for a new number there. Undo keeps this."""

    def die(self, place: int, again: bool = False) -> int:
        """Roll one six-sided die, 1 to 6.

        With `again`, roll anew at this place. By chance the number may be the same as before.
        """
        if again:
            self.attempts[place] = self.attempts.get(place, 0) + 1
        return self._number(place, self.attempts.get(place, 0), 0) % 6 + 1

    def shuffle(self, place: int, options: Sequence[Option]) -> list[Option]:
        """Return the options in a random order (Fisher-Yates)."""
        deck = list(options)
        for last in range(len(deck) - 1, 0, -1):
            other = self._number(place, 0, last) % (last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def _number(self, place: int, attempt: int, position: int) -> int:
        """Return 64 bits: `% n` with n up to 100 is then uneven by less than 1 in 10 to the power of 17."""
        text = f"{self.seed}/{place}/{attempt}/{position}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


class Secret:
    """Secret choices: facts of a game that must stay hidden until the rules reveal them.

    Its repr does not show the seed, so that no log or error report can give a secret away.
    """

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def number(self, name: str, count: int) -> int:
        """Return the secret number of a name, 1 to `count`. The same name and count always give the same number."""
        digest = hashlib.blake2b(f"secret/{self._seed}/{name}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % count + 1

    def __repr__(self) -> str:
        return "Secret()"
