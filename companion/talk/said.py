"""What was said last, so that it can be said again."""

from __future__ import annotations

from collections.abc import Iterable

REMEMBERED = 20
"""Utterances that can be said again."""


class Said:
    """The last utterances of a game."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def add(self, texts: Iterable[str]) -> None:
        """These were said, in this order."""
        self._texts = [*self._texts, *texts][-REMEMBERED:]

    def clear(self) -> None:
        """A new game begins."""
        self._texts.clear()

    def again(self, back: int) -> str | None:
        """The last utterance (0), the one before it (1) and so on, or the oldest; none when nothing was said yet."""
        return self._texts[-1 - min(back, len(self._texts) - 1)] if self._texts else None
