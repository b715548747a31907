"""Kinds of tokens and the physical tokens themselves.

A kind is what is printed on a token; a token is one piece of cardboard. What a kind *does* is in
`companion.game.rules` and in the boxes. This module only says what it *is*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from companion.game.board import Space
    from companion.game.path import PathSpace


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a kind of token, read from the data of a box.

    `health` and `points` are 0 where none are printed.
    """

    name: str
    box: str
    sort: str
    """The class of the token: monster, boss, effect, or a class that an expansion adds."""
    count: Annotated[int, Meta(ge=0, le=60)]
    health: Annotated[int, Meta(ge=0, le=20)] = 0
    points: Annotated[int, Meta(ge=0, le=20)] = 0
    flying: bool = False
    verified: bool = False
    """Whether somebody has read these facts off printed pieces."""
    doubt: tuple[str, ...] = ()
    """The names of the facts that are only assumed."""


class Token:
    """One physical token, made once for a game and never replaced.

    `space` is its space on the board, or None when it is anywhere else.
    """

    __slots__ = ("kind", "number", "name", "space", "health", "flames", "tarred")

    space: Space | None
    drawable: ClassVar[bool] = False
    """Whether it can be drawn out of the bag. Other tokens wait beside the board until something calls them."""
    secret: ClassVar[bool] = False
    """Whether it is secret if it is in the bag."""

    def __init__(self, kind: Kind, number: int) -> None:
        self.kind = kind
        self.number = number
        self.name = f"{kind.name}#{number}"
        self.space = None
        self.health = kind.health
        self.flames = 0
        self.tarred = False

    def reset(self) -> None:
        """Take it off the board and restore full health, without Flames and Tar."""
        self.space = None
        self.health = self.kind.health
        self.flames = 0
        self.tarred = False

    @property
    def place(self) -> Space:
        """The space that it stands in. Only for a token on the board."""
        space = self.space
        assert space is not None, f"{self.name} is not on the board"
        return space

    @property
    def where(self) -> Space | PathSpace | None:
        """Its space on the board or, in My First, on the path; None when it is anywhere else."""
        return self.space

    def answers(self, topic: str) -> str | None:
        """Return the option that it picks when it is laid on the reader at a choice of a topic; None for no option."""
        return None

    def __repr__(self) -> str:
        return self.name


StructureSort = Literal["wall", "tower"]


class Structure:
    """A Wall or a Tower of one arc. Only Walls use `fortified`, only Towers use `wizard`."""

    __slots__ = ("sort", "arc", "name", "standing", "flames", "fortified", "wizard")

    def __init__(self, sort: StructureSort, arc: int) -> None:
        self.sort = sort
        self.arc = arc
        self.name = f"{sort}-{arc}"
        self.reset()

    def reset(self) -> None:
        """Build it anew, with nothing on it."""
        self.standing = True
        self.flames = 0
        self.fortified = False
        self.wizard = False

    def __repr__(self) -> str:
        return self.name


class CardKind:
    """What is printed on a kind of card. What it does is in `companion.game.rules.cards` and in the boxes."""

    colors: frozenset[str] = frozenset()
    """The colors that it counts as when a rule asks for a card of a color."""
    wizard: bool = False
    """Whether it belongs to the Wizard deck."""
    earthbound: bool = False
    """Whether it has no effect on Flying Monsters."""
    slays: bool = False
    """Whether it slays its target, whatever health the target has."""
    special: bool = False
    """Whether it is a Special card: one that is played together with a Hit card and changes it."""

    def __init__(self, name: str) -> None:
        self.name = name


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An owner's set-up chart for several expansions: what to leave out, and how many Harbingers go into the bag."""

    remove: dict[str, Annotated[int, Meta(ge=0, le=60)]]
    harbingers: Annotated[int, Meta(ge=0, le=6)] = 3


class BoxFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All data about a box: counts, health, points, set-up lists.

    `start`, `remove` and `supply` count by kind. `hand` and `trades` are keyed by the number of players.
    """

    title: str
    tokens: dict[str, Kind]
    cards: dict[str, int] = {}
    start: dict[str, int] = {}
    remove: dict[str, int] = {}
    supply: dict[str, int] = {}
    hand: dict[int, int] = {}
    trades: dict[int, int] = {}
    harbingers: int = 0
    path: tuple[tuple[str, str], ...] = ()
    effects: dict[int, dict[int, str]] = {}
    """Lines of printed cards that the companion was told and remembers: by level, then by the number on the die."""
    chart: Chart | None = None
    """The owner's chart for this box together with those that came out before it; None until the owner gives it."""
    voice: Literal["", "kid"] = ""
    """The voice of the companion in games of this box; empty for the usual one."""


Library = dict[str, BoxFacts]
"""The facts of every box, by the name of the box."""
