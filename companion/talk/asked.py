"""The words of the standing question, made once however many ask for them."""

from __future__ import annotations

from companion.game.session import Game
from companion.narration.narrator import Narrator
from companion.narration.phrases import PromptWords


class Asked:
    """Remembers the words of one question until the game goes on or somebody else speaks."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._words: PromptWords | None = None

    def words(self, narrator: Narrator, game: Game, words: str) -> PromptWords:
        """Return the standing question of a game in words."""
        now = (narrator, narrator.one_button, game, game.changes, words)
        if self._words is None or now != self._of:
            self._of, self._words = now, narrator.prompt(game, words)
        return self._words
