"""From what a finger does to inputs of the table protocol. Pure: gestures come in by name, with their moments.

With one button alone a tap accepts a plain offer, and in a list a tap goes on and a hold chooses. With buttons for next
and back the main button chooses in lists too. A press silences speech first; an act with effect on an offer that nobody
can have heard or seen yet does not count, and no more does a second tap that comes too soon after it. Going on in a
list has no effect on the game and may be quick.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

import msgspec

from companion.channels.timing import Scheduler, Timer
from companion.game.rules.requests import Choose, Tap
from companion.game.session import Game
from companion.talk import messages as m
from companion.talk.beginnings import another
from companion.talk.verb import Message

DEAF_SECONDS = 4.0
"""An offer that could not be heard so long after a finger made way for it never will be: the game goes on without."""
AGAIN_SECONDS = 20.0
"""After a game is over, a second press within this time begins another."""

TOLERANCE = 1e-6
"""Seconds that differences of moments may be off."""

_TAPS = ("tap", "hasty", "double")


class Meaning(Enum):
    """What a gesture means that is no input."""

    NOTHING = auto()
    IGNORED = auto()
    """It would have been one, but does not count now: there is a dull click."""


class ControlSettings(msgspec.Struct, frozen=True):
    """`guard`: for so many seconds an offer must have been audible or shown before it can be accepted; 0: no guard."""

    guard: float = 0.6
    one_button: bool = True


class Controls:
    """Reads gestures at one table. `game` gives the game that is played, if any."""

    def __init__(self, game: Callable[[], Game | None], settings: ControlSettings) -> None:
        self.settings = settings
        self._game = game
        self._question: object = None
        self._made_way_at: float | None = None
        self._begun = False
        self._known = False
        self._only_silenced = False
        self._wants_menu = False

    def look(self, question: object, known_since: float | None, at: float) -> None:
        """A finger acts `at` that second: takes note of what the people can know by then.

        `question` is whatever tells one standing question from another, `known_since` since when its offer is audible,
        or shown where nobody listens; none: not yet.
        """
        if question != self._question:
            self._question, self._made_way_at = question, None
        deaf = _has_been(self._made_way_at, DEAF_SECONDS, at)
        unguarded = self.settings.guard <= 0
        self._begun = unguarded or deaf or known_since is not None
        self._known = unguarded or (deaf if known_since is None else _has_been(known_since, self.settings.guard, at))
        if not self._known and self._made_way_at is None:
            self._made_way_at = at

    def meaning(self, gesture: str, button: str = "button") -> Message | Meaning:
        """The input that a gesture means. `button` is the main one, next or back."""
        if button != "button":
            return self._of_helper(gesture, button)
        if gesture in _TAPS:
            return self._of_tap(gesture)
        if gesture == "hold":
            return self._of_hold()
        wanted, self._wants_menu = self._wants_menu, False
        if gesture == "release" and wanted:
            return m.HoldMessage()
        return m.LongHoldMessage() if gesture == "long hold" else Meaning.NOTHING

    def _of_tap(self, gesture: str) -> Message | Meaning:
        walking = self.settings.one_button and self._in_list
        if gesture == "double" and not (walking and not self._only_silenced):
            return m.DoubleMessage()
        self._only_silenced = not (self._begun if walking else self._known)
        if self._only_silenced or gesture == "hasty" and not walking:
            return Meaning.IGNORED
        return m.NextMessage() if walking else m.PressMessage()

    def _of_hold(self) -> Message | Meaning:
        """Chooses in a list. Elsewhere it is the way to a long hold, and means something only if that does not come."""
        if not self._in_list or self._nothing_marked:
            self._wants_menu = True
            return Meaning.NOTHING
        return m.PressMessage() if self._known else Meaning.IGNORED

    def _of_helper(self, gesture: str, button: str) -> Message | Meaning:
        """Next and back: on and back in a list, else the closest danger and what was said; back held takes back."""
        if gesture in _TAPS and self._in_list:
            return m.NextMessage() if button == "next" else m.BackMessage()
        if gesture in _TAPS:
            return m.AskMessage(about="danger") if button == "next" else m.DoubleMessage()
        return m.LongHoldMessage() if gesture == "hold" and button == "back" else Meaning.NOTHING

    @property
    def _nothing_marked(self) -> bool:
        """Whether the list that stands has not been walked into yet: the kinds that stand in for a reader."""
        game = self._game()
        return game is None or game.marked < 0

    @property
    def _in_list(self) -> bool:
        game = self._game()
        return game is not None and isinstance(game.standing, Choose | Tap)


def _has_been(since: float | None, seconds: float, now: float) -> bool:
    return since is not None and now - since >= seconds - TOLERANCE


class Beginner:
    """The presses between games: the first of all begins one; after an end one asks, and a second begins another.

    So no ending is lost by one press too many. `first` gives the wishes for a first game; `ask` and `withdraw` put the
    question and take it away again.
    """

    def __init__(
        self,
        first: Callable[[], m.NewGameMessage],
        ask: Callable[[], None],
        withdraw: Callable[[], None],
        loop: Scheduler,
    ) -> None:
        self._first = first
        self._ask = ask
        self._withdraw = withdraw
        self._loop = loop
        self._last: m.NewGameMessage | None = None
        self._asked: Timer | None = None

    def begun(self, wish: m.NewGameMessage) -> None:
        """A game was begun, or taken up again: another will be like it, but for what chance decides."""
        self._last = another(wish)

    def pressed(self, over: bool) -> m.NewGameMessage | None:
        """The game to begin now, if any. `over`: a game has just ended; else there was none."""
        if over and self._asked is None:
            self._ask()
            self._asked = self._loop.call_later(AGAIN_SECONDS, self._lapse)
            return None
        return self._last if over and self._last else self._first()

    def close(self) -> None:
        """Something else was done: the question does not stand any more."""
        if self._asked:
            self._asked.cancel()
            self._asked = None

    def _lapse(self) -> None:
        self._asked = None
        self._withdraw()
