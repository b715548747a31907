"""Chance: the dice that the button rolls and shuffles that everybody may see; and what is drawn in secret.

Every number follows from the seed and its place in the game, so that a roll repeated after an undo shows the same
number, and whoever plays the same inputs again gets the same game. A players' own roll takes a place as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any


class Fate:
    """The row of random numbers of one game."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.attempts: dict[int, int] = {}
        """How often the players asked for another number at a place."""

    def die(self, place: int, again: bool = False) -> int:
        """One six-sided die, 1 to 6. `again`: not the number shown at this place before, but a new one."""
        if again:
            self.attempts[place] = self.attempts.get(place, 0) + 1
        return self._number(place, self.attempts.get(place, 0), 0) % 6 + 1

    def shuffle(self, place: int, options: Sequence[Any]) -> list[Any]:
        """The options in a random order."""
        deck = list(options)
        for last in range(len(deck) - 1, 0, -1):
            other = self._number(place, 0, last) % (last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def _number(self, place: int, attempt: int, card: int) -> int:
        """64 bits; the bias of a modulo of at most 100 is below 1 in 10 to the 17."""
        text = f"{self.seed}/{place}/{attempt}/{card}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


class Secret:
    """Chance that nobody may see before its time. It has no text form: it can only be asked, once the time has come."""

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def number(self, name: str, count: int) -> int:
        """The secret number of a name, 1 to `count`: always the same."""
        digest = hashlib.blake2b(f"secret/{self._seed}/{name}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % count + 1

    def __repr__(self) -> str:
        return "Secret()"
