"""The Doppelganger: untouchable, and the next who falls takes its place (The Wizard's Tower, Other Monster Tokens)."""

from __future__ import annotations

import pytest

from tests.game.boxes.wizards_tower.wizards_table import drawing, wizards


@pytest.mark.rule("WT-156")
@pytest.mark.parametrize(
    "token", ["monsters-move-clockwise#1", "green-monsters-move-1#1", "giant-boulder#1", "healer#1"]
)
def test_it_stands_still_and_whole_whatever_comes(token):
    scene = drawing("Doppelganger@F4")
    scene.draw(token, *([4] if token in ("giant-boulder#1", "healer#1") else []))
    assert "Doppelganger0@F4" in scene.board


@pytest.mark.rule("WT-156")
def test_it_stays_in_phase_5_and_nobody_has_anything_to_move():
    scene = wizards("Doppelganger@F4", pace="guided")
    scene.done()
    assert scene.board == "Doppelganger0@F4"
    assert scene.asks == "draw"


@pytest.mark.rule("WT-156")
def test_no_card_touches_it():
    scene = wizards("Doppelganger@F4 Orc2@F4")
    for card, fields in (
        ("hammer-of-light", {}),
        ("azriels-fist", {}),
        ("green-fireball", {}),
        ("teleport", {"to": "A1"}),
        ("tar", {}),
        ("drive-him-back", {}),
    ):
        with scene.refuses("illegal-target", "doppelganger"):
            scene.play(card, on="Doppelganger", **fields)
    with scene.refuses("illegal-target", "doppelganger"):
        scene.play("green-archer", on="Doppelganger")
    with scene.refuses("illegal-target", "doppelganger"):
        scene.play("valadors-wave", color="green", damage={"Doppelganger": 4})
    scene.play("wall-of-force", at="arc-4")
    scene.play("chain-lightning", at="F4")
    assert scene.board == "Doppelganger0@F4 Orc1@F4"


@pytest.mark.rule("WT-156")
@pytest.mark.parametrize("report", ["hit", "slay", "flame", "back"])
def test_no_report_touches_it(report):
    scene = wizards("Doppelganger@F4")
    with scene.refuses("illegal-target", "doppelganger"):
        scene.answer(scene.game.table.reports[report](scene.monster("Doppelganger")))


@pytest.mark.rule("WT-156")
def test_no_fire_lights_it():
    scene = wizards("Doppelganger@F4 Phoenix1@F4")
    scene.play("hammer-of-light", on="Phoenix")
    assert scene.board == "Phoenix1@F4"
    scene = wizards("Doppelganger@K4 Phoenix1@K4 Dragon1@K4")
    scene.play("burning-blast", at="K4")
    assert scene.board == "Doppelganger0@K4 Dragon1^1@K4 Phoenix1^1@K4"


@pytest.mark.rule("WT-157", "WT-160")
def test_the_next_who_falls_takes_its_space_at_full_health_and_is_no_trophy_yet():
    scene = wizards("Doppelganger@F4 Orc1^2@K1")
    scene.play("red-knight", on="Orc")
    assert (scene.board, scene.discard, scene.trophies(1)) == ("Orc2@F4", "Doppelganger", "")
    assert scene.told("monster-slain")[0]["player"] == 0
    assert scene.told("doppelganger-replaced") == [{"piece": "doppelganger#1", "monster": "orc#1", "space": "forest-4"}]
    scene.play("hammer-of-light", on="Orc")
    assert (scene.board, scene.trophies(1)) == ("", "Orc")


@pytest.mark.rule("WT-157")
@pytest.mark.parametrize("cause", ["wall", "boulder", "fire"])
def test_so_it_is_whatever_destroys_it(cause):
    if cause == "boulder":
        scene = drawing("Doppelganger@F4 Orc1@K1")
        scene.draw("giant-boulder#1", 1)
    else:
        scene = wizards("Doppelganger@F4 Orc1@S1" if cause == "wall" else "Doppelganger@F4 Orc1^1@K1")
        scene.done()
    assert scene.board == "Orc2@F4"


@pytest.mark.rule("WT-158")
def test_a_mega_boss_does_not_take_its_place():
    scene = wizards("Doppelganger@F4 Hydra1@K1")
    scene.play("red-knight", on="Hydra")
    assert (scene.board, scene.trophies(1)) == ("Doppelganger0@F4", "Hydra")


@pytest.mark.rule("WT-159")
def test_the_replacement_enters_as_if_just_drawn():
    scene = wizards("Doppelganger@F5 Conjurer1@K1")
    scene.play("red-knight", on="Conjurer")
    assert scene.asks == "conjurer-imps"
    scene.roll(3)
    assert scene.board == "Conjurer2@F5 Imp1@F1 Imp1@F2 Imp1@F3"


@pytest.mark.rule("WT-159")
def test_a_goblin_king_that_falls_while_tokens_are_drawn_brings_three_more():
    scene = drawing("Doppelganger@F5 GoblinKing1@K1")
    scene.draw("giant-boulder#1", 1)
    assert scene.board == "GoblinKing2@F5"
    assert scene.owed == 1 + 3


@pytest.mark.rule("WT-159")
def test_a_troll_mage_that_falls_in_phase_5_moves_all_when_the_march_is_over():
    scene = wizards("Doppelganger@F5 TrollMage1@S1 Troll3^1@F2", towers="-2")
    scene.done()
    assert scene.board == "Troll1^1@K2 TrollMage3@A5"


@pytest.mark.rule("WT-161")
def test_of_several_who_fall_at_the_same_moment_the_players_choose():
    scene = wizards("Doppelganger@F4 Goblin1@K2 Orc1@K2")
    scene.play("chain-lightning", at="K2")
    assert (scene.asks, scene.options) == ("doppelganger-replacement", "goblin#1 orc#1")
    scene.choose("orc#1")
    assert (scene.board, scene.trophies(1)) == ("Orc2@F4", "Goblin")


@pytest.mark.rule("WT-161")
def test_all_who_fall_at_the_structures_of_one_march_fall_at_the_same_moment():
    scene = wizards("Doppelganger@F4 Orc1@S1 Troll1@S3 Goblin1^1@K5")
    scene.done()
    assert scene.options == "orc#1 troll#1"
    scene.choose("troll#1")
    assert (scene.board, scene.discard) == ("Troll3@F4", "Doppelganger Goblin Orc")


@pytest.mark.rule("WT-161")
def test_all_whom_one_boulder_crushes_fall_at_the_same_moment():
    scene = drawing("Doppelganger@F4 Orc2@F1 Troll3@S1")
    scene.draw("giant-boulder#1", 1)
    scene.choose("orc#1")
    assert scene.board == "Orc2@F4"


@pytest.mark.rule("WT-161")
def test_a_correction_while_the_players_choose_lets_them_fall_without_a_replacement():
    scene = wizards("Doppelganger@F4 Goblin1@K2 Orc1@K2")
    scene.play("chain-lightning", at="K2")
    scene.correct(walls={"1": {"standing": False}})
    assert (scene.board, scene.trophies(1), scene.asks) == ("Doppelganger0@F4", "Goblin Orc", "play")


@pytest.mark.rule("WT-160")
def test_the_second_of_two_uses_is_an_ordinary_kill():
    scene = wizards("Doppelganger@F4 Goblin1@A1 Orc1@A2")
    scene.play("double-strike", on="Goblin Orc", hit="red-archer")
    assert (scene.board, scene.trophies(1)) == ("Goblin1@F4", "Orc")


@pytest.mark.rule("WT-191")
def test_an_imp_takes_its_place_too_and_does_not_go_back_to_its_pile():
    scene = wizards("Doppelganger@F4 Imp1@A1")
    scene.play("red-archer", on="Imp")
    assert (scene.board, scene.imps) == ("Imp1@F4", 17)


@pytest.mark.rule("WT-192")
def test_left_alone_with_an_empty_bag_it_leaves_when_the_players_confirm_and_the_game_is_won():
    scene = wizards("Doppelganger@F4 Hydra1@K1", bag="")
    scene.play("red-knight", on="Hydra")
    assert (scene.asks, scene.options) == ("doppelganger-leaves", "yes no")
    scene.choose("yes")
    assert (scene.result, scene.discard) == ("won", "Doppelganger")


@pytest.mark.rule("WT-192")
def test_if_they_do_not_confirm_the_game_goes_on_and_they_are_asked_again():
    scene = wizards("Doppelganger@F4 Hydra1@K1", bag="")
    scene.play("red-knight", on="Hydra")
    scene.choose("no")
    assert (scene.asks, scene.result) == ("play", "")
    scene.done()
    assert scene.asks == "doppelganger-leaves"


def test_forced_off_the_board_it_goes_to_the_discard_and_is_nobodys_trophy():
    scene = wizards("Doppelganger@F4")
    scene.play("hammer-of-light", on="Doppelganger", force=True)
    assert (scene.board, scene.discard, scene.trophies(1)) == ("", "Doppelganger", "")
