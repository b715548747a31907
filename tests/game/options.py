"""Options of a game in one row, whichever box they belong to."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.game.boxes import BOXES
from companion.game.rules.options import GameOptions


def game_options(**wishes: Any) -> GameOptions:
    """The options; those of single boxes are put where the box looks for them."""
    special = []
    for kind in {box.options: None for box in BOXES.values()}:
        special.append(
            msgspec.convert({name: wishes.pop(name) for name in kind.__struct_fields__ if name in wishes}, kind)
        )
    return GameOptions(**wishes, special=tuple(special))
