"""What can happen at the table: one small record for each kind of fact, in the game's words.

Here are the facts that several boxes share; what a box adds stands in its own `events`. Rules emit these and nothing
else; narration gives each its words, its screen and its light. `wire` turns one into the object of the table protocol,
with pieces, spaces and structures by their names.
"""

from __future__ import annotations

from typing import Any, ClassVar, NewType

import msgspec

from companion.game.board import Space
from companion.game.path import PathSpace
from companion.game.pieces import Structure, Token


class Event(msgspec.Struct, frozen=True, gc=False):
    """A fact. `kind` is its name in the protocol: the name of its class, as `monster-moved` of `MonsterMoved`.

    Nothing on the table points back at a fact, so the garbage collector need not follow it.
    """

    kind: ClassVar[str]
    renamed: ClassVar[dict[str, str]] = {}
    """Fields that go by another name in the protocol."""

    def __init_subclass__(cls) -> None:
        words = [f"-{letter.lower()}" if letter.isupper() else letter for letter in cls.__name__]
        cls.kind = "".join(words).removeprefix("-")


HarmCause = NewType("HarmCause", str)
"""What hurts or slays a Monster. Who deals such damage names its own: a card, a Wall, fire, ..."""
MoveCause = NewType("MoveCause", str)
"""What moves a Monster: the march, a token, a card, ..."""


class GameBegan(Event, frozen=True, gc=False):
    """A new game is set up; `players` counts the seats."""

    players: int


class TurnBegan(Event, frozen=True, gc=False):
    """A player's turn begins; `number` counts turns from 1."""

    player: int
    number: int
    left: int
    """Tokens left to draw."""


class PhaseBegan(Event, frozen=True, gc=False):
    """A phase of the turn begins that the people act in."""

    phase: str
    player: int


class Rolled(Event, frozen=True, gc=False):
    """The die shows `value` (1 to 6) for `topic`."""

    topic: str
    value: int


class TokenDrawn(Event, frozen=True, gc=False):
    """A token was taken from the bag; `left` tokens remain, `owed` taps are still to come in this phase."""

    piece: Token
    left: int
    owed: int


class MonsterPlaced(Event, frozen=True, gc=False):
    """A Monster enters the board at full health."""

    piece: Token
    space: Space
    health: int


class MonsterMoved(Event, frozen=True, gc=False):
    """A Monster went from one space to another; `cause` is march, token, card or correction."""

    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: Space
    space: Space
    cause: MoveCause


class MonsterHeld(Event, frozen=True, gc=False):
    """A Monster struck a Wall and stays before it."""

    piece: Token
    space: Space


class MonsterDamaged(Event, frozen=True, gc=False):
    """A Monster lost `points` health and has `health` left; `cause` is card, wall, tower, fire and the like."""

    piece: Token
    space: Space
    points: int
    health: int
    cause: HarmCause


class MonsterHealed(Event, frozen=True, gc=False):
    """A Monster regained health and has `health` now."""

    piece: Token
    space: Space
    health: int


class MonsterSlain(Event, frozen=True, gc=False):
    """A Monster was slain. `player` keeps the trophy, worth `points`, or 0: it goes to the Monster discard."""

    piece: Token
    space: Space
    player: int
    points: int
    cause: HarmCause


class MonsterTarred(Event, frozen=True, gc=False):
    """The Tar token lies on a Monster: it does not move this turn."""

    piece: Token
    space: Space


class MonsterStuck(Event, frozen=True, gc=False):
    """A tarred Monster stays where it is while others move."""

    piece: Token
    space: Space


class TarRemoved(Event, frozen=True, gc=False):
    """The Tar token comes off at the end of the turn."""

    piece: Token


class WallFell(Event, frozen=True, gc=False):
    """A Wall is gone; `left` still stand."""

    wall: Structure
    left: int


class TowerFell(Event, frozen=True, gc=False):
    """A Tower is gone; `left` still stand."""

    tower: Structure
    left: int


class FortifyLost(Event, frozen=True, gc=False):
    """A Fortify token is gone, its Wall stands."""

    wall: Structure


class WallBuilt(Event, frozen=True, gc=False):
    """A Wall stands again."""

    wall: Structure


class WallFortified(Event, frozen=True, gc=False):
    """A Fortify token lies on a Wall."""

    wall: Structure


class CardPlayed(Event, frozen=True, gc=False):
    """A player plays a card, with the cards that go with it."""

    card: str
    player: int
    together: tuple[str, ...] = ()


class HandsTold(Event, frozen=True, gc=False):
    """Something that the people do with their cards; `topic` names it."""

    topic: str
    source: str
    count: int = 0


class TokensOwed(Event, frozen=True, gc=False):
    """More tokens are to be drawn: `count` more, `owed` in all."""

    piece: Token
    count: int
    owed: int


class BoulderRolled(Event, frozen=True, gc=False):
    """A boulder rolled in from the Forest of an arc; `stopped` names the structure that stopped it, or is empty."""

    piece: Token
    arc: int
    stopped: str


class DrawSkipped(Event, frozen=True, gc=False):
    """No tokens are drawn this turn; `reason` is missing or empty."""

    reason: str


class HarbingerDrawn(Event, frozen=True, gc=False):
    """A Harbinger was drawn: it goes, its Mega Boss comes. `here`: the Boss is on the board, or was slain."""

    piece: Token
    boss: Token
    here: bool


class TurnEnded(Event, frozen=True, gc=False):
    """A player's turn is over."""

    player: int


class GameWon(Event, frozen=True, gc=False):
    """Every token was played and every Monster slain; `towers` stand. `slayers`: the Master Slayers, if any."""

    towers: int
    slayers: tuple[int, ...]


class GameLost(Event, frozen=True, gc=False):
    """The last Tower is gone; `left` tokens were still to come."""

    left: int


class Corrected(Event, frozen=True, gc=False):
    """The table was corrected by the people; `parts` names what."""

    parts: tuple[str, ...]


class Undone(Event, frozen=True, gc=False):
    """`steps` inputs were taken back; `title` names the last of them."""

    steps: int
    title: str


class Redone(Event, frozen=True, gc=False):
    """`steps` inputs were done again; `title` names the last of them."""

    steps: int
    title: str


def _plain(value: Any) -> Any:
    if isinstance(value, (Token, Space, Structure)):
        return value.name
    if isinstance(value, PathSpace):
        return value.number
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    return value


def wire(event: Event) -> dict[str, Any]:
    """The event as an object of the table protocol."""
    fields = {event.renamed.get(name, name): _plain(getattr(event, name)) for name in event.__struct_fields__}
    return {"event": event.kind, **fields}
