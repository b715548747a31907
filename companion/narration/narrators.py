"""Which narrator speaks: a box's data names the voice of its game."""

from __future__ import annotations

from companion.game.session import Game
from companion.narration.boxes import VOICES
from companion.narration.narrator import Narrator
from companion.narration.voice_catalogue import VoiceCatalogue


class Narrators:
    """The narrators of one language, each made when it first speaks.

    The name of a voice other than the plain one is also what its own messages begin with.
    """

    def __init__(self, plain: Narrator) -> None:
        self._made = {"": plain}
        self.one_button = False
        """Whether the table has one button alone: a tap goes on in a list, and holding it chooses."""

    def of(self, game: Game | None) -> Narrator:
        """The narrator of a game; without one the plain one. Raises KeyError for a voice that there is not."""
        name = game.table.facts.voice if game else ""
        if name not in self._made:
            self._made[name] = Narrator(VoiceCatalogue(self._made[""].catalogue, name), VOICES[name])
        self._made[name].one_button = self.one_button
        return self._made[name]
