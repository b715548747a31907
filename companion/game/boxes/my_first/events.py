"""What can happen in My First Castle Panic: one small record for each kind of fact."""

from __future__ import annotations

from companion.game.events import Event
from companion.game.path import PathSpace
from companion.game.pieces import Token


class MonsterArrived(Event, frozen=True, gc=False):
    """A monster was put on the path."""

    piece: Token
    space: PathSpace


class MonsterStepped(Event, frozen=True, gc=False):
    """A monster took one step on the path; `cause` is march, or the kind that pushed."""

    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: PathSpace
    space: PathSpace
    cause: str


class MonstersStepped(Event, frozen=True, gc=False):
    """All the monsters on the path, `count` of them, have taken one step; `cause` as with the single ones."""

    count: int
    cause: str


class MonsterCaught(Event, frozen=True, gc=False):
    """A monster was caught on the path and is in the Dungeon."""

    piece: Token
    space: PathSpace


class MonsterBooted(Event, frozen=True, gc=False):
    """A monster was booted off the path, back into the pile, which has `left` now."""

    piece: Token
    space: PathSpace
    left: int


class WallBumped(Event, frozen=True, gc=False):
    """A monster ran into the wall: the wall is flat, the monster in the Dungeon."""

    piece: Token


class WallRebuilt(Event, frozen=True, gc=False):
    """The wall before the castle stands again."""


class CastleFlattened(Event, frozen=True, gc=False):
    """The castle is flat and the game lost. `piece` ran into it; none when the people said that it was flat already."""

    piece: Token | None


class CastleSaved(Event, frozen=True, gc=False):
    """All monsters are caught, the castle stands, the game is won."""

    wall: bool


class EasyRulesPiled(Event, frozen=True, gc=False):
    """More than one of the rules that make the game easier was picked; the rulebook says one."""

    count: int
