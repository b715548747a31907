"""What a tap on a Monster offers in Play Cards: report a hit, a kill, a push, or where it really is."""

from __future__ import annotations

from typing import Any

from companion.game.board import ARCS, RINGS
from companion.game.pieces import Token
from companion.game.rules.requests import Choose
from companion.game.rules.table import Table
from companion.talk.topics import MOVED_ARC, MOVED_RING, TAPPED

MOVED = "moved"
"""The option of a tap that opens the questions where the Monster is."""
CANCEL = "cancel"
"""The option of a tap that does nothing."""


class MovedRing(Choose):
    """Asks for the ring of a Monster that the people have moved; it starts where the Monster was."""

    __slots__ = ()

    def __init__(self, piece: Token | None) -> None:
        super().__init__(
            MOVED_RING, RINGS, marked=RINGS.index(piece.space.ring) if piece and piece.space else 0, piece=piece
        )


class MovedArc(Choose):
    """Asks for the arc of a Monster that the people have moved within a ring."""

    __slots__ = ("ring",)

    def __init__(self, piece: Token | None, ring: str) -> None:
        super().__init__(
            MOVED_ARC, list(ARCS.values()), marked=piece.space.arc - 1 if piece and piece.space else 0, piece=piece
        )
        self.ring = ring


def tap_offer(table: Table, piece: Any) -> Choose:
    """The offer of a tap on a piece of the board, as its kind has it."""
    options, marked = piece.tapped(table)
    return Choose(TAPPED, options, marked=marked, piece=piece)
