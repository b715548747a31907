"""What a procedure may ask of the table, how an answer is checked, and how it is refused.

A procedure is a generator: it yields a request and is resumed with the answer. A request holds its candidates as
objects; words are made elsewhere, and only when somebody wants them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from companion.game.pieces import Token
from companion.game.rules.refusals import (
    GAME_OVER,
    NO_SUCH_OPTION,
    NOT_A_DIE,
    NOT_IN_BAG,
    WRONG_NUMBER_OF_OPTIONS,
    RefusalReason,
    Refused,
)
from companion.game.rules.table import NOTHING, Procedure, Request, Table


class Over(Exception):
    """The game has ended; raised through the running procedure, caught by the game."""


class Roll(Request):
    """One six-sided die; answered by 1 to 6. `piece` is the token that it is rolled for."""

    __slots__ = ("piece",)
    kind = "roll"

    def __init__(self, topic: str, piece: Token | None = None) -> None:
        self.topic = topic
        self.piece = piece

    def check(self, table: Table, answer: Any) -> None:
        """Refuses what no die shows."""
        if not 1 <= answer <= 6:
            raise Refused(NOT_A_DIE)


class Tap(Request):
    """A token is to be laid on the reader; answered by the token. `fits` says whether this one is wanted here."""

    __slots__ = ("fits", "misfit")
    kind = "tap"

    def __init__(
        self, topic: str, fits: Callable[[Token], bool] | None = None, misfit: RefusalReason = NOT_IN_BAG
    ) -> None:
        self.topic = topic
        self.fits = fits
        self.misfit = misfit

    def check(self, table: Table, answer: Token) -> None:
        """Refuses a token that is elsewhere, or of the wrong kind."""
        if answer not in table.bag and not table.in_bag(answer):
            raise Refused(NOT_IN_BAG, piece=answer)
        if self.fits and not self.fits(answer):
            raise Refused(self.misfit, piece=answer)

    def kinds(self, table: Table) -> list[str]:
        """The kinds to pick from without a reader: all that could be tapped, never narrowed by a secret."""
        return table.drawable_kinds()


class Choose(Request):
    """One of `options`, or between `least` and `most` of them as a list where more may be chosen."""

    __slots__ = ("options", "least", "most", "marked", "piece")
    kind = "choose"

    def __init__(
        self,
        topic: str,
        options: Sequence[Any],
        *,
        least: int = 1,
        most: int = 1,
        marked: int = 0,
        piece: Token | None = None,
    ) -> None:
        self.topic = topic
        self.options = options
        self.least = least
        self.most = most
        self.marked = marked
        self.piece = piece

    def check(self, table: Table, answer: Any) -> None:
        """Refuses what is not among the options, and too many or too few of them."""
        chosen = answer if isinstance(answer, list) else [answer]
        if not self.least <= len(chosen) <= self.most:
            raise Refused(WRONG_NUMBER_OF_OPTIONS, least=self.least, most=self.most)
        if any(option not in self.options for option in chosen):
            raise Refused(NO_SUCH_OPTION)


class NumberOption(NamedTuple):
    """An option that stands for a number: a player, a level, a count (then `sort` is empty)."""

    sort: str
    number: int

    @property
    def name(self) -> str:
        """Its id in the protocol, as `player-2`."""
        return f"{self.sort}-{self.number}" if self.sort else str(self.number)

    def __repr__(self) -> str:
        return self.name


class Order:
    """An option that is something to do. `name` is its id in the protocol: the `deed`, and what it aims at.

    `aim` is a space or a token, or nothing.
    """

    __slots__ = ("aim", "name")
    deed: ClassVar[str]

    def __init__(self, aim: Any = None) -> None:
        self.aim = aim
        self.name = self.deed if aim is None else f"{self.deed}-{aim.name}"

    def __repr__(self) -> str:
        return self.name


class Acknowledge(Request):
    """Something the people do by hand; answered by None when it is done. `facts` fill the words."""

    __slots__ = ("facts",)
    kind = "acknowledge"

    def __init__(self, topic: str, **facts: Any) -> None:
        self.topic = topic
        self.facts = facts

    def about(self, table: Table) -> dict[str, Any]:
        """Its facts."""
        return dict(self.facts)


class Chance(Request):
    """A random order of `options`, drawn by the companion; answered by the shuffled list. Never shown to anybody."""

    __slots__ = ("options",)
    kind = "chance"

    def __init__(self, topic: str, options: Sequence[Any]) -> None:
        self.topic = topic
        self.options = options


class Action(Protocol):
    """What a player does in the free phase, Play Cards. `title` names the message that undo says."""

    title: ClassVar[str]

    def check(self, table: Table) -> None:
        """Raise Refused when the rules forbid it."""

    def resolve(self, table: Table) -> Procedure:
        """Do it."""
        ...


class Done:
    """The player has finished this phase."""

    __slots__ = ()
    title = "done"


class PlayCards(Request):
    """The free phase: any number of actions until `Done`."""

    __slots__ = ()
    kind = "play"
    may_stop = True

    def check(self, table: Table, answer: Action | Done) -> None:
        """Refuse an action that the rules forbid."""
        if not isinstance(answer, Done):
            answer.check(table)


class GameOver(Request):
    """Nothing more is asked."""

    __slots__ = ()
    kind = "over"

    def check(self, table: Table, answer: Any) -> None:
        """Refuses everything."""
        raise Refused(GAME_OVER)


DONE = Done()
PLAY = PlayCards("play")
OVER = GameOver("over")


def ask(request: Request) -> Procedure:
    """Asks one thing."""
    return (yield request)


def by_hand(table: Table, topic: str, **facts: Any) -> Procedure:
    """Let the people do something by hand. At a guided pace they say when it is done; `facts` fill the words."""
    return ask(Acknowledge(topic, **facts)) if table.guided else NOTHING


def choose(topic: str, options: Sequence[Any], piece: Token | None = None) -> Procedure:
    """Let the players choose one option; a single one is taken without asking."""
    if len(options) == 1:
        return options[0]
    return (yield Choose(topic, options, piece=piece))
