"""The requests: what a procedure can ask the people, and how each request checks an answer.

A procedure is a generator. It yields a request and is resumed with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from companion.game.board import Space
from companion.game.events import Topic
from companion.game.pieces import Token
from companion.game.rules import topics
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
    """Raised when the game ends. It leaves the running procedures at once; `Game` catches it."""


class Roll(Request):
    """A roll of one six-sided die, answered by 1 to 6. `piece` is the token that it is for."""

    __slots__ = ("piece",)
    kind = "roll"

    def __init__(self, topic: Topic, piece: Token | None = None) -> None:
        self.topic = topic
        self.piece = piece

    def check(self, table: Table, answer: Any) -> None:
        """Refuse a number that no die shows."""
        if not 1 <= answer <= 6:
            raise Refused(NOT_A_DIE)


class Tap(Request):
    """A token must be laid on the reader, answered by the token.

    `fits` says whether a token is of the wanted kind, None when all are; `misfit` is the reason to refuse the others.
    """

    __slots__ = ("fits", "misfit")
    kind = "tap"

    def __init__(
        self, topic: Topic, fits: Callable[[Token], bool] | None = None, misfit: RefusalReason = NOT_IN_BAG
    ) -> None:
        self.topic = topic
        self.fits = fits
        self.misfit = misfit

    def check(self, table: Table, answer: Token) -> None:
        """Refuse a token that cannot be in the bag, or that is of the wrong kind."""
        if answer not in table.bag and not table.in_bag(answer):  # the first is only the fast path of the second
            raise Refused(NOT_IN_BAG, piece=answer)
        if self.fits and not self.fits(answer):
            raise Refused(self.misfit, piece=answer)

    def kinds(self, table: Table) -> list[str]:
        """Return the kinds to pick from without a reader.

        These are all that could ever be tapped: a shorter list could give away what is in the bag.
        """
        return table.drawable_kinds()


class Choose(Request):
    """A choice, answered by one of `options`, or by a list of `least` to `most` of them when `most` is above 1.

    The same option may be in that list several times. `marked` is the index of the option that is marked at first.
    """

    __slots__ = ("options", "least", "most", "marked", "piece")
    kind = "choose"

    def __init__(
        self,
        topic: Topic,
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
        """Refuse what is not among the options, and too many or too few of them."""
        chosen = answer if isinstance(answer, list) else [answer]
        if not self.least <= len(chosen) <= self.most:
            raise Refused(WRONG_NUMBER_OF_OPTIONS, least=self.least, most=self.most)
        if any(option not in self.options for option in chosen):
            raise Refused(NO_SUCH_OPTION)


class NumberOption(NamedTuple):
    """An option that is a number: of a player, a level, or a plain count, for which `sort` is empty."""

    sort: str
    number: int

    @property
    def name(self) -> str:
        """Its id in the protocol, for example `player-2`."""
        return f"{self.sort}-{self.number}" if self.sort else str(self.number)

    def __repr__(self) -> str:
        return self.name


class Order:
    """An option that is something to do.

    `aim` is the space or token that it is done to, None when there is none. `name` is its id in the protocol, made from
    the `deed` and the aim.
    """

    __slots__ = ("aim", "name")
    deed: ClassVar[str]

    def __init__(self, aim: Space | Token | None = None) -> None:
        self.aim = aim
        self.name = self.deed if aim is None else f"{self.deed}-{aim.name}"

    def __repr__(self) -> str:
        return self.name


class Acknowledge(Request):
    """Something that the people must do by hand, answered by None when it is done. `facts` fill its words."""

    __slots__ = ("facts",)
    kind = "acknowledge"

    def __init__(self, topic: Topic, **facts: Any) -> None:
        self.topic = topic
        self.facts = facts

    def about(self, table: Table) -> dict[str, Any]:
        """Return its facts."""
        return dict(self.facts)


class Chance(Request):
    """A random order of `options`, answered by the shuffled list. `Game` answers it at once, so nobody is asked."""

    __slots__ = ("options",)
    kind = "chance"

    def __init__(self, topic: Topic, options: Sequence[Any]) -> None:
        self.topic = topic
        self.options = options


class Action(Protocol):
    """Something that a player does in Play Cards. `title` names the message that undo says."""

    title: ClassVar[str]

    def check(self, table: Table) -> None:
        """Raise Refused when the rules forbid the action."""

    def resolve(self, table: Table) -> Procedure:
        """Carry out the action."""
        ...


class Done:
    """The answer that ends a phase."""

    __slots__ = ()
    title = "done"


class PlayCards(Request):
    """The question of Play Cards: any number of actions, one at a time, until `DONE`."""

    __slots__ = ()
    kind = "play"
    may_stop = True

    def check(self, table: Table, answer: Action | Done) -> None:
        """Refuse an action that the rules forbid."""
        if not isinstance(answer, Done):
            answer.check(table)


class GameOver(Request):
    """The state after the end of the game: nothing more is asked."""

    __slots__ = ()
    kind = "over"

    def check(self, table: Table, answer: Any) -> None:
        """Refuse everything."""
        raise Refused(GAME_OVER)


DONE = Done()
PLAY = PlayCards(topics.PLAY)
OVER = GameOver(topics.OVER)


def ask(request: Request) -> Procedure:
    """Ask one request and return its answer."""
    return (yield request)


def by_hand(table: Table, topic: Topic, **facts: Any) -> Procedure:
    """Ask the people to do something by hand and to say when it is done. At the pace "auto" ask nothing."""
    return ask(Acknowledge(topic, **facts)) if table.guided else NOTHING


def choose(topic: Topic, options: Sequence[Any], piece: Token | None = None) -> Procedure:
    """Let the players choose one option and return it. A single option is taken without asking."""
    if len(options) == 1:
        return options[0]
    return (yield Choose(topic, options, piece=piece))
