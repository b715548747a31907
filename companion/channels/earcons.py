"""Which earcon tells a fact: those of the facts that every game may have, and with them those of the boxes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from companion.channels import boxes
from companion.game.events import Event

EARCONS: Mapping[str, str] = MappingProxyType(
    {
        "tower-fell": "tower-falls",
        "wall-fell": "wall-falls",
        "harbinger-drawn": "harbinger",
        "monster-slain": "slain",
        "monster-damaged": "hit",
        "undone": "undo",
        **boxes.EARCONS,
    }
)
"""The earcon of a fact, by its kind. Of a fact that only one box has it belongs to the module of that box."""

WEIGHTIEST_FIRST: Final = ("tower-falls", "wall-falls", "harbinger", "slain", "hit", "undo")
"""Of one input only one earcon is played: that of the weightiest fact."""


def earcon_of(events: Iterable[Event]) -> str | None:
    """The earcon of what has happened; none if nothing of it has one."""
    told = {EARCONS.get(event.kind) for event in events}
    return next((earcon for earcon in WEIGHTIEST_FIRST if earcon in told), None)
