"""What people may choose before a game with The Wizard's Tower (The Wizard's Tower rulebook, Game Setup)."""

from __future__ import annotations

from companion.game.rules.options import BoxOptions


class TowerOptions(BoxOptions, frozen=True):
    """The choice of the arc where the Wizard's Tower stands."""

    wizards_tower: int = 0
    """The arc, 1 to 6; 0 means that the players say it at the set-up."""
