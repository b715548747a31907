"""Facts that can happen in My First Castle Panic. Each kind of fact is a small record."""

from __future__ import annotations

from companion.game.events import Event
from companion.game.path import PathSpace
from companion.game.pieces import Token


class MonsterArrived(Event, frozen=True, gc=False):
    """A monster was put on the path."""

    piece: Token
    space: PathSpace


class MonsterStepped(Event, frozen=True, gc=False):
    """A monster took one step on the path. `cause` is march, or the kind of the monster that made it move."""

    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: PathSpace
    space: PathSpace
    cause: str


class MonstersStepped(Event, frozen=True, gc=False):
    """All `count` monsters on the path have taken one step. `cause` is the same as in `MonsterStepped`."""

    count: int
    cause: str


class MonsterCaught(Event, frozen=True, gc=False):
    """A monster was caught on the path and is in the Dungeon."""

    piece: Token
    space: PathSpace


class MonsterBooted(Event, frozen=True, gc=False):
    """A monster was taken off the path and put back into the pile, which now has `left`."""

    piece: Token
    space: PathSpace
    left: int


class WallBumped(Event, frozen=True, gc=False):
    """A monster ran into the wall. The wall is flat, and the monster is in the Dungeon."""

    piece: Token


class WallRebuilt(Event, frozen=True, gc=False):
    """The wall in front of the castle stands again."""


class CastleFlattened(Event, frozen=True, gc=False):
    """The castle is flat and the game is lost.

    `piece` is the monster that ran into it, or None when the people have corrected the castle to be flat.
    """

    piece: Token | None


class CastleSaved(Event, frozen=True, gc=False):
    """All monsters are caught and the castle stands: the game is won. `wall` says whether the wall stands too."""

    wall: bool


class EasyRulesPiled(Event, frozen=True, gc=False):
    """More than one rule that makes the game easier was picked. The rulebook allows one."""

    count: int
