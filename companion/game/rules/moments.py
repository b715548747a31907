"""The named moments of play at which a box, or a token in play, may take part.

A box adds its handlers when it is opened. A base game has none, and then a moment costs nothing. A handler is a
procedure: it may ask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Handler = Callable[..., Any]


def _no_starters(table: Any) -> tuple[()]:
    return ()


class Moments:
    """Handlers by moment, in the order in which the boxes were opened."""

    def __init__(self) -> None:
        self.starters: Handler = _no_starters
        """(table): puts the starting Monsters on the board. The base box sets it; one further box may replace it."""
        self.laying_out: list[Handler] = []
        """(table): the board is laid out, and the starting Monsters are still to come."""
        self.marched: list[Handler] = []
        """(table, march): a movement and its attacks on structures are over: breath, then fire damage."""
        self.move_phase_ended: list[Handler] = []
        """(table): Phase 5 is over."""
        self.setting_out: list[Handler] = []
        """(table, march, movers) -> those who may move: a movement is about to begin. No procedure."""
        self.structure_stormed: list[Handler] = []
        """(table, structure, attackers) -> True when the handler has dealt with the attack instead."""
        self.structure_fell: list[Handler] = []
        """(table, structure): a Wall or Tower has just gone."""
        self.monsters_falling: list[Handler] = []
        """(table, fallen, slayer, cause) -> one of them whom no player keeps, or none: they fall at the same moment."""
        self.monsters_fell: list[Handler] = []
        """(table, fallen, slayer, cause): Monsters were destroyed together; called once they have left the board."""
        self.monster_entered: list[Handler] = []
        """(table, monster): a Monster has just come to the board."""
        self.line_crossed: list[Handler] = []
        """(table, stride, rolling): a boulder, or the breath of a Monster, enters a space."""
        self.space_blazed: list[Handler] = []
        """(table, space): fire flares up in a space."""
        self.dust_settled: list[Handler] = []
        """(table): a player's action, a common movement or a drawn token is over and done."""
        self.guests: list[Handler] = []
        """(table, play) -> whether somebody whose turn it is not may play this card now. No procedure."""
        self.card_played: list[Handler] = []
        """(table, play): a card is being played. No procedure."""
        self.hit_played: list[Handler] = []
        """(table, player): a Hit card was played, named or only reported. No procedure."""
