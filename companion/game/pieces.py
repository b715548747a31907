"""Kinds of tokens and the physical tokens themselves.

A kind is what is printed on a token; a token is one piece of cardboard. What a kind *does* stands in
`companion.game.rules` and the boxes; this module only says what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from companion.game.board import Space
    from companion.game.path import PathSpace


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a kind of token, as a box's data has it. `health` and `points` are 0 where none is printed."""

    name: str
    box: str
    sort: str
    """monster, boss, effect, and what further boxes bring."""
    count: Annotated[int, Meta(ge=0, le=60)]
    health: Annotated[int, Meta(ge=0, le=20)] = 0
    points: Annotated[int, Meta(ge=0, le=20)] = 0
    flying: bool = False
    verified: bool = False
    """Whether somebody has read this off printed pieces."""
    doubt: tuple[str, ...] = ()
    """The single facts that nobody has verified."""


class Token:
    """One physical token, made once for a game and never replaced.

    `space` is the token's place on the board, or none when it is anywhere else.
    """

    __slots__ = ("kind", "number", "name", "space", "health", "flames", "tarred", "__weakref__")

    space: Space | None
    drawable: ClassVar[bool] = False
    """Whether it goes into the bag at set-up."""
    on_board: ClassVar[bool] = False
    """Whether it may stand on the board as a Monster."""

    def __init__(self, kind: Kind, number: int) -> None:
        self.kind = kind
        self.number = number
        self.name = f"{kind.name}#{number}"
        self.space = None
        self.health = kind.health
        self.flames = 0
        self.tarred = False

    def reset(self) -> None:
        """Off the board, at full health, unmarked."""
        self.space = None
        self.health = self.kind.health
        self.flames = 0
        self.tarred = False

    @property
    def place(self) -> Space:
        """The space that it stands in. Ask only while it is on the board."""
        space = self.space
        assert space is not None, f"{self.name} is not on the board"
        return space

    @property
    def where(self) -> Space | PathSpace | None:
        """The space of the board that it is on, or, in My First, of the path; None when it is anywhere else."""
        return self.space

    def answers(self, topic: str) -> str | None:
        """Return the option that it chooses when it is laid on the reader while a choice of that topic stands."""
        return None

    def __repr__(self) -> str:
        return self.name


StructureSort = Literal["wall", "tower"]


class Structure:
    """A Wall or a Tower of one arc. `fortified` is used by Walls, `wizard` by Towers."""

    __slots__ = ("sort", "arc", "name", "standing", "flames", "fortified", "wizard")

    def __init__(self, sort: StructureSort, arc: int) -> None:
        self.sort = sort
        self.arc = arc
        self.name = f"{sort}-{arc}"
        self.standing = True
        self.flames = 0
        self.fortified = False
        self.wizard = False

    def __repr__(self) -> str:
        return self.name


class CardKind:
    """What is printed on a kind of card. What the card does stands in `companion.game.rules.cards` and the boxes."""

    colors: frozenset[str] = frozenset()
    """The colors that it counts as where color cards are asked for: those that stand in its title."""
    wizard: bool = False
    """Whether it is of the Wizard deck."""
    earthbound: bool = False
    """Whether it does nothing to a Monster that flies."""
    slays: bool = False
    special: bool = False
    """Whether it changes a Hit card."""

    def __init__(self, name: str) -> None:
        self.name = name


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An owner's set-up chart for several expansions: what leaves the base box, how many Harbingers enter the bag."""

    remove: dict[str, Annotated[int, Meta(ge=0, le=60)]]
    harbingers: Annotated[int, Meta(ge=0, le=6)] = 3


class BoxFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is data about a box: counts, health, points, set-up lists. `hand` and `trades`: by number of players."""

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
    """Lines of cards that the owner has had remembered: by level, by number of the die."""
    chart: Chart | None = None
    """The owner's set-up chart for this box together with those that came out before it; none: not said yet."""
    voice: Literal["", "kid"] = ""
    """How the companion speaks in the games of this box, where it is not its usual voice."""


Library = dict[str, BoxFacts]
"""The facts of every box by the box's name."""
