"""Which narrator speaks: the settings name a language, and a box's data names the voice of its game."""

from __future__ import annotations

from companion.game.session import Game
from companion.narration.boxes import VOICES
from companion.narration.catalogue import Catalogue
from companion.narration.narrator import Narrator
from companion.narration.voice_catalogue import VoiceCatalogue

PLAIN = ""
"""The voice of a game that has none of its own."""


class Narrators:
    """The narrators of several languages and voices, each made when it first speaks.

    The name of a voice other than the plain one is also what its own messages begin with. `first` speaks where there
    are no words for the language that is wanted.
    """

    def __init__(self, first: Narrator) -> None:
        self._first = first.catalogue.language
        self._made = {(self._first, PLAIN): first}
        self.one_button = False
        """Whether the table has one button alone: a tap goes on in a list, and holding it chooses."""

    def languages(self) -> frozenset[str]:
        """The languages that can be spoken, by their codes."""
        return frozenset({*Catalogue.languages(), self._first})

    def of(self, game: Game | None, language: str) -> Narrator:
        """The narrator of a game in a language; without a game the plain one.

        Raises KeyError for a voice that there is not.
        """
        narrator = self._of(language, game.table.facts.voice if game else PLAIN)
        narrator.one_button = self.one_button
        return narrator

    def _of(self, language: str, voice: str) -> Narrator:
        if (language, voice) not in self._made:
            self._made[language, voice] = self._make(language, voice)
        return self._made[language, voice]

    def _make(self, language: str, voice: str) -> Narrator:
        if voice != PLAIN:
            return Narrator(VoiceCatalogue(self._of(language, PLAIN).catalogue, voice), VOICES[voice])
        if language in Catalogue.languages():
            return Narrator(Catalogue.load(language))
        return self._of(self._first, PLAIN)
