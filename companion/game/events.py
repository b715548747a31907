"""What can happen at the table: one small record for each kind of fact, in the words of the game.

This module has the facts that several boxes share; a box adds more in its own `events`. The rules report what happens
only by these records. Narration turns each into words, a screen and light. `wire` turns one into an object of the table
protocol, with the names of pieces, spaces and structures.
"""

from __future__ import annotations

from typing import Any, ClassVar, NewType

import msgspec

from companion.game.board import Space
from companion.game.path import PathSpace
from companion.game.pieces import Structure, Token


class Event(msgspec.Struct, frozen=True, gc=False):
    """A fact. `kind` is its name in the protocol, made from the name of its class: `monster-moved` for `MonsterMoved`.

    What an event holds never refers back to the event, so no cycle can form, and `gc=False` saves the work of tracking
    it.
    """

    kind: ClassVar[str]
    renamed: ClassVar[dict[str, str]] = {}
    """Fields that have another name in the protocol."""

    def __init_subclass__(cls) -> None:
        words = [f"-{letter.lower()}" if letter.isupper() else letter for letter in cls.__name__]
        cls.kind = "".join(words).removeprefix("-")


HarmCause = NewType("HarmCause", str)
"""What hurts or slays a Monster: a card, a Wall, fire. The module that deals the damage defines its own cause."""
Topic = NewType("Topic", str)
"""What a question, a roll or a task for the hands is about. The constants are in `rules.topics` and in the boxes."""
MoveCause = NewType("MoveCause", str)
"""What moves a Monster: the march of Phase 5, a token, a card. The module that moves it defines its own cause."""


class GameBegan(Event, frozen=True, gc=False):
    """A new game begins, for this number of players."""

    players: int


class TurnBegan(Event, frozen=True, gc=False):
    """A player's turn begins. `number` counts the turns of all players from 1."""

    player: int
    number: int
    left: int
    """Tokens left to draw."""


class PhaseBegan(Event, frozen=True, gc=False):
    """A phase begins in which the people do something with cards or move pieces."""

    phase: str
    player: int


class Rolled(Event, frozen=True, gc=False):
    """The die shows `value` (1 to 6). `topic` is what the roll was for."""

    topic: Topic
    value: int


class TokenDrawn(Event, frozen=True, gc=False):
    """A token was taken from the bag. `left` remain in it, and `owed` of them are still to be drawn in this phase."""

    piece: Token
    left: int
    owed: int


class MonsterPlaced(Event, frozen=True, gc=False):
    """A Monster enters the board at full health."""

    piece: Token
    space: Space
    health: int


class MonsterMoved(Event, frozen=True, gc=False):
    """A Monster went from one space to another."""

    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: Space
    space: Space
    cause: MoveCause


class MonsterHeld(Event, frozen=True, gc=False):
    """A Monster struck a Wall and stays in front of it."""

    piece: Token
    space: Space


class MonsterDamaged(Event, frozen=True, gc=False):
    """A Monster lost `points` of health, has `health` left and lives."""

    piece: Token
    space: Space
    points: int
    health: int
    cause: HarmCause


class MonsterSlain(Event, frozen=True, gc=False):
    """A Monster was slain. `player` keeps it as a trophy worth `points`; both are 0 when nobody keeps it."""

    piece: Token
    space: Space
    player: int
    points: int
    cause: HarmCause


class MonsterStuck(Event, frozen=True, gc=False):
    """A tarred Monster stays where it is while others move."""

    piece: Token
    space: Space


class TarRemoved(Event, frozen=True, gc=False):
    """The Tar token comes off at the end of the turn."""

    piece: Token


class WallFell(Event, frozen=True, gc=False):
    """A Wall was destroyed; `left` Walls still stand."""

    wall: Structure
    left: int


class TowerFell(Event, frozen=True, gc=False):
    """A Tower was destroyed; `left` Towers still stand."""

    tower: Structure
    left: int


class FortifyLost(Event, frozen=True, gc=False):
    """A Fortify token is gone; its Wall still stands."""

    wall: Structure


class WallBuilt(Event, frozen=True, gc=False):
    """A Wall was built."""

    wall: Structure


class WallFortified(Event, frozen=True, gc=False):
    """A Fortify token was put on a Wall."""

    wall: Structure


class CardPlayed(Event, frozen=True, gc=False):
    """A player plays a card, and the cards in `together` with it."""

    card: str
    player: int
    together: tuple[str, ...] = ()


class HandsTold(Event, frozen=True, gc=False):
    """The people must do something with their cards. `topic` names it, `source` is the card or kind that causes it."""

    topic: Topic
    source: str
    count: int = 0


class TokensOwed(Event, frozen=True, gc=False):
    """A token causes `count` more draws. `owed` draws are now due in all, never more than the bag holds."""

    piece: Token
    count: int
    owed: int


class BoulderRolled(Event, frozen=True, gc=False):
    """A boulder rolled in from the Forest of an arc. `stopped` is the structure that stopped it, empty for none."""

    piece: Token
    arc: int
    stopped: str


class DrawSkipped(Event, frozen=True, gc=False):
    """No tokens are drawn this turn. `reason` is `missing` (the card Missing was played) or `empty` (the bag is)."""

    reason: str


class HarbingerDrawn(Event, frozen=True, gc=False):
    """A Harbinger was drawn, so its Mega Boss comes, unless it is `here`: on the board already, or slain."""

    piece: Token
    boss: Token
    here: bool


class TurnEnded(Event, frozen=True, gc=False):
    """A player's turn is over."""

    player: int


class GameWon(Event, frozen=True, gc=False):
    """All players have won; `towers` Towers stand. `slayers` are the Master Slayers, if any."""

    towers: int
    slayers: tuple[int, ...]


class GameLost(Event, frozen=True, gc=False):
    """The last Tower is gone and all have lost. `left` tokens were still in the bag."""

    left: int


class Corrected(Event, frozen=True, gc=False):
    """The people corrected the table. `parts` are the names of what they corrected."""

    parts: tuple[str, ...]


class Undone(Event, frozen=True, gc=False):
    """`steps` inputs were taken back. `title` names the earliest of them, where the game is now."""

    steps: int
    title: str


class Redone(Event, frozen=True, gc=False):
    """`steps` inputs were done again. `title` names the first of them."""

    steps: int
    title: str


def _plain(value: object) -> object:
    if isinstance(value, (Token, Space, Structure)):
        return value.name
    if isinstance(value, PathSpace):
        return value.number
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    return value


def wire(event: Event) -> dict[str, Any]:
    """Return the event as an object of the table protocol, with names in place of pieces and places."""
    fields = {event.renamed.get(name, name): _plain(getattr(event, name)) for name in event.__struct_fields__}
    return {"event": event.kind, **fields}
