"""The inputs of the protocol: what all boxes share and what each adds, in one flat object."""

from __future__ import annotations

import msgspec
import pytest

from companion.game.boxes import BOXES
from companion.talk import messages as m
from companion.talk.boxes import TALKS
from companion.talk.wishes import GameWish
from tests.owner.configurations import from_text


def test_a_new_game_and_a_correction_have_the_fields_of_every_box():
    wishes, fixes = set(m.NewGameMessage.__struct_fields__), set(m.CorrectMessage.__struct_fields__)
    assert {"game", "agranok", "wizards_tower", "agranok_effects", "extra_harbingers"} <= wishes
    assert {"monsters", "agranok", "cavalier", "supports", "wizard_deck", "imps", "path", "dungeon"} <= fixes
    assert len({talk.name for talk in TALKS}) == len(TALKS) and {talk.name for talk in TALKS} <= set(BOXES)


def test_every_verb_has_one_message_and_is_decoded_to_it():
    tags = [verb.__struct_config__.tag for verb in m.VERBS]
    assert len(set(tags)) == len(tags) >= 23
    assert {"extinguish", "move_support", "cavalier"} <= set(tags)
    assert type(m.decode(b'{"do": "new_game", "game": "castle-panic", "players": 2}')) is m.NewGameMessage
    assert isinstance(m.decode(b'{"do": "new_game", "game": "castle-panic", "players": 2}'), GameWish)


@pytest.mark.parametrize(
    "line, told",
    [
        (b'{"do": "correct", "cavalier": null}', {"cavalier": None}),
        (b'{"do": "correct", "supports": []}', {"supports": []}),
        (b'{"do": "correct", "supports": null, "wall": null}', {}),
        (b'{"do": "correct", "wall": false}', {"wall": False}),
    ],
)
def test_only_what_was_told_is_corrected(line, told):
    correction = m.decode(line).correction()
    assert correction.others == told and correction.parts == tuple(told)


def test_a_configuration_becomes_a_new_game_and_no_choice_of_a_box_is_lost():
    config = from_text('[game]\nboxes = ["dark-titan"]\nplayers = 3\nagranok = 4\nwords = "brief"\n')
    expected = m.NewGameMessage(game="castle-panic", boxes=["dark-titan"], players=3, agranok=4, pace="guided")
    assert m.new_game(config.game.wishes()) == expected
    configurable = {name for box in BOXES.values() for name in box.configurable}
    assert configurable and configurable <= config.game.wishes().keys() <= set(m.NewGameMessage.__struct_fields__)
    with pytest.raises(msgspec.ValidationError, match="cold"):
        m.new_game({"game": "castle-panic", "players": 2, "cold": 5})
