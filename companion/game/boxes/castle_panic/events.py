"""Facts that only the base box has: those of the Healer, of the Tar card and of the Overlord."""

from __future__ import annotations

from companion.game.board import Space
from companion.game.events import Event
from companion.game.pieces import Token


class MonsterHealed(Event, frozen=True, gc=False):
    """A Monster regained health and has `health` now."""

    piece: Token
    space: Space
    health: int


class MonsterTarred(Event, frozen=True, gc=False):
    """The Tar token was put on a Monster, which does not move this turn."""

    piece: Token
    space: Space


class OverlordChose(Event, frozen=True, gc=False):
    """The Overlord has said what to play: one-monster, two-tokens or nothing."""

    choice: str
