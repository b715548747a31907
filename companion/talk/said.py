"""The last utterances, kept so that they can be said again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

REMEMBERED = 20
"""How many utterances can be said again."""

Remembered: TypeAlias = str | Callable[[], str]
"""An utterance, or what puts it into words once it is wanted."""


class Said:
    """The last utterances of a game."""

    def __init__(self) -> None:
        self._texts: list[Remembered] = []

    def add(self, texts: Iterable[Remembered]) -> None:
        """Add utterances, in the order in which they were said."""
        self._texts = [*self._texts, *texts][-REMEMBERED:]

    def clear(self) -> None:
        """Forget all utterances, because a new game begins."""
        self._texts.clear()

    def again(self, back: int) -> str | None:
        """Return the last utterance (0), the one before it (1) and so on, or the oldest; None when there is none."""
        if not self._texts:
            return None
        found = self._texts[-1 - min(back, len(self._texts) - 1)]
        return found if isinstance(found, str) else found()
