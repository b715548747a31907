"""Facts that can happen with The Dark Titan. Each kind of fact is a small record."""

from __future__ import annotations

from typing import NewType

from companion.game.board import Space
from companion.game.events import Event
from companion.game.pieces import Token

LossCause = NewType("LossCause", str)
"""What destroys a Support or the Cavalier."""
LOST_IN_FIGHT = LossCause("fight")
LOST_IN_BLAST = LossCause("blast")
LOST_TO_BOULDER = LossCause("boulder")
LOST_TO_BREATH = LossCause("breath")
LOST_TO_FIRE = LossCause("fire")


class HeraldPlaced(Event, frozen=True, gc=False):
    """A Herald was put on place `slot` (1 to 3) of Agranok's card. The third one summons him."""

    piece: Token
    slot: int


class HeraldMissing(Event, frozen=True, gc=False):
    """A discarded Herald was to return, but there is none."""


class AgranokRevealed(Event, frozen=True, gc=False):
    """Agranok's card is turned over and shows `level` (1 to 5)."""

    piece: Token
    level: int


class AgranokEndured(Event, frozen=True, gc=False):
    """Agranok is at his lowest health and has taken `points` there in this phase. 2 would have slain him."""

    piece: Token
    space: Space
    points: int


class AgranokEffect(Event, frozen=True, gc=False):
    """An effect of Agranok was rolled: line `value` of the card of `level`.

    `result` is what the people had remembered of that line. It is empty when they have to read the card.
    """

    piece: Token
    level: int
    value: int
    result: str


class AgranokRemembered(Event, frozen=True, gc=False):
    """The people want the companion to remember that line `value` of the card of `level` does `result`."""

    level: int
    value: int
    result: str


class CardBanished(Event, frozen=True, gc=False):
    """A card that was played leaves the game for good."""

    card: str
    player: int


class AttackMissed(Event, frozen=True, gc=False):
    """An Elite has dodged a Hit card: the die showed `value`. The Special cards played with it are wasted too."""

    piece: Token
    space: Space
    value: int


class TrollBurst(Event, frozen=True, gc=False):
    """The Boom Troll was slain and bursts in `space`: all Monsters there lose a point."""

    piece: Token
    space: Space


class TrollStruck(Event, frozen=True, gc=False):
    """The Boom Troll has hit a structure: all Walls and Towers in these arcs fall."""

    piece: Token
    space: Space
    arcs: tuple[int, ...]


class SupportPlaced(Event, frozen=True, gc=False):
    """A Support enters the board."""

    piece: Token
    space: Space
    health: int


class SupportMoved(Event, frozen=True, gc=False):
    """A Support goes one space, because a card of `color` was discarded. `color` may be any."""

    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: Space
    space: Space
    color: str


class SupportFought(Event, frozen=True, gc=False):
    """A Support and a Monster take a point from each other. The Support has `health` left."""

    piece: Token
    monster: Token
    space: Space
    health: int


class SupportLost(Event, frozen=True, gc=False):
    """A Support is destroyed. `cause` is fight or boulder."""

    piece: Token
    space: Space
    cause: LossCause


class SupportArrived(Event, frozen=True, gc=False):
    """A Support has reached the Castle with `health` and leaves the board to help."""

    piece: Token
    space: Space
    health: int


class CavalierPlaced(Event, frozen=True, gc=False):
    """The Cavalier comes to the board."""

    piece: Token
    space: Space


class CavalierMoved(Event, frozen=True, gc=False):
    """The Cavalier goes to another space."""

    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: Space
    space: Space


class CavalierFought(Event, frozen=True, gc=False):
    """The Cavalier attacks a Monster, which deals `points` to it: 2 destroy the Cavalier, 1 does nothing."""

    piece: Token
    monster: Token
    space: Space
    points: int


class CavalierStayed(Event, frozen=True, gc=False):
    """The Cavalier does nothing this turn."""

    piece: Token
    space: Space


class CavalierLost(Event, frozen=True, gc=False):
    """The Cavalier is destroyed. `cause` is fight, blast, boulder, breath or fire."""

    piece: Token
    space: Space
    cause: LossCause


class BarrageBegan(Event, frozen=True, gc=False):
    """A Barrage of `player` begins: everybody may play Hit cards of a ring or a color. The other one is empty."""

    player: int
    ring: str
    color: str


class BarrageEnded(Event, frozen=True, gc=False):
    """The Barrage of `player` is over."""

    player: int
