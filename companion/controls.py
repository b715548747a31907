"""From what a finger does to inputs of the table protocol. Pure: gestures come in by name, with their moments.

With one button alone a tap accepts a plain offer, and in a list a tap goes on and a hold chooses. With buttons for next and back the main
button chooses in lists too. A press silences speech first; an act with effect on an offer that nobody can have heard or seen yet does not
count.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion import messages as m
from companion.game import Game
from companion.rules.requests import Choose, Tap


class ControlSettings(msgspec.Struct, frozen=True):
    """`guard` is for how many seconds an offer must have been audible or shown before it can be accepted; 0: no guard."""

    guard: float = 0.6
    one_button: bool = True


class Controls:
    """Reads gestures at one table. `game` gives the game that is played, if any."""

    def __init__(self, game: Callable[[], Game | None], settings: ControlSettings) -> None:
        self.settings = settings
        self._game = game
        self._silencing = False

    def pressed(self, cut_speech: bool, offered_since: float | None, at: float) -> None:
        """The finger is down. `cut_speech`: that has silenced the voice; `offered_since`: since when the offer can be known (none: it cannot)."""
        known = offered_since is not None and at - offered_since >= self.settings.guard
        self._silencing = cut_speech and not known and self.settings.guard > 0

    def message(self, gesture: str) -> m.Message | None:
        """The input that a gesture of the main button means, or none."""
        game = self._game()
        if gesture == "tap":
            return None if self._silencing else self._tap(game)
        if gesture == "hold":
            return m.Hold() if self._in_list(game) is None else m.Press()
        return {"double": m.Double(), "long hold": m.LongHold()}.get(gesture)

    def _tap(self, game: Game | None) -> m.Message:
        walking = self.settings.one_button and self._in_list(game) is not None
        return m.Next() if walking else m.Press()

    def _in_list(self, game: Game | None) -> Choose | Tap | None:
        standing = game.standing if game else None
        return standing if isinstance(standing, Choose | Tap) else None
