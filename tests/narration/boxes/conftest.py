"""A game with all boxes in which a token is to be drawn."""

from __future__ import annotations

import pytest

from companion.game.rules.requests import Tap
from companion.game.session import Game
from tests.narration import samples
from tests.narration.samples import EVERYTHING


@pytest.fixture
def game() -> Game:
    return samples.ask(samples.new_game(names=("Ana", "Ben", "Mia"), boxes=EVERYTHING), Tap("draw"))
