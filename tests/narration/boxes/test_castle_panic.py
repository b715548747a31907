"""What the Overlord chooses, in words."""

from __future__ import annotations

from companion.game.boxes.castle_panic.events import OverlordChose
from tests.narration.telling import texts


def test_what_the_overlord_chose_in_plain_words(game):
    event = OverlordChose("one-monster")
    assert texts([event], game, "brief") == ["Overlord: 1 monster."]
    assert texts([event], game) == ["The Overlord plays 1 monster, in an arc of choice."]
