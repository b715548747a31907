"""Games with all boxes."""

from __future__ import annotations

import pytest

from companion.game.board import SPACES
from tests.narration import samples


@pytest.fixture
def big():
    """All boxes: the Wizard's Tower in arc 1, a Support and the Cavalier in arc 4, a facedown Agranok."""
    game = samples.new_game(boxes=samples.EVERYTHING)
    wagon = game.table.pieces["supply-wagon#1"]
    del game.table.bag[wagon]
    game.table.parts["supports"].put(wagon, SPACES["knight-4"])
    game.table.parts["cavalier"].piece.space = SPACES["swordsman-4"]
    return game
