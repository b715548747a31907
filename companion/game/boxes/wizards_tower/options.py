"""What The Wizard's Tower lets people choose before a game (The Wizard's Tower rulebook, Game Setup)."""

from __future__ import annotations

from companion.game.rules.options import BoxOptions


class TowerOptions(BoxOptions, frozen=True):
    """Where the Wizard's Tower stands."""

    wizards_tower: int = 0
    """Its arc, 1 to 6; 0 until the players say it."""
