"""Climbing Troll, Conjurer, Goblin Cavalry, Ogre, the new boulders, 1 Imp per Tower, and the Wizard's Tower itself."""

from __future__ import annotations

import pytest

from tests.game.boxes.wizards_tower.wizards_table import drawing, wizards

# Climbing Troll


@pytest.mark.rule("WT-150")
def test_the_climbing_troll_climbs_over_wall_and_fortify_token_unharmed():
    scene = wizards("ClimbingTroll3@S2", walls="+2f", towers="-2")
    scene.done()
    assert (scene.board, scene.down, scene.fortified) == ("ClimbingTroll3@C2", "T2", "2")


@pytest.mark.rule("WT-151")
def test_a_tower_hurts_the_climbing_troll_also_where_it_climbs_in():
    scene = wizards("ClimbingTroll3@C2 ClimbingTroll3@S5", towers="-2")
    scene.done()
    assert (scene.board, scene.down) == ("ClimbingTroll2@C3 ClimbingTroll2@C5", "T2 T3 T5")


@pytest.mark.rule("WT-152")
def test_over_a_burning_wall_it_catches_as_many_flames_which_do_not_burn_yet_and_the_wall_burns_on():
    scene = wizards("ClimbingTroll3^1@S2", walls="+2^2", towers="-2")
    scene.done()
    assert (scene.board, scene.flames) == ("ClimbingTroll2^3@C2", "W2^2")


@pytest.mark.rule("WT-150")
def test_a_turning_token_takes_it_along_its_ring_and_over_no_wall():
    scene = drawing("ClimbingTroll3@S2", towers="-2")
    scene.draw("monsters-move-clockwise#1")
    assert (scene.board, scene.down) == ("ClimbingTroll3@S3", "T2")


# Conjurer, 1 Imp per Tower


@pytest.mark.rule("WT-153")
def test_the_conjurer_rolls_for_himself_and_then_for_imps_from_arc_1_on():
    scene = drawing()
    scene.draw("Conjurer", 2)
    assert scene.asks == "conjurer-imps"
    scene.roll(4)
    assert scene.board == "Conjurer2@F2 Imp1@F1 Imp1@F2 Imp1@F3 Imp1@F4"
    assert scene.piece("Imp#3").space.name == "forest-3"


@pytest.mark.rule("WT-174", "WT-190")
def test_an_imp_comes_for_every_tower_the_wizards_tower_too():
    scene = drawing(towers="-2 -3 -5")
    scene.draw("1-imp-per-tower#1")
    assert (scene.board, scene.imps, scene.discard) == ("Imp1@F1 Imp1@F4 Imp1@F6", 15, "1ImpPerTower")


@pytest.mark.rule("WT-190")
def test_with_the_wizards_tower_alone_the_game_goes_on():
    scene = drawing(towers="-1 -2 -3 -4 -5")
    scene.draw("1-imp-per-tower#1")
    assert (scene.board, scene.result) == ("Imp1@F6", "")


# Goblin Cavalry


@pytest.mark.rule("WT-168")
@pytest.mark.parametrize(
    ("start", "end", "down"),
    [("2@A3", "2@S3", ""), ("2@K3", "1@S3", "W3"), ("2@S3", "1@S3", "W3"), ("2@F1", "2@K1", "")],
)
def test_goblin_cavalry_moves_2_spaces_and_stops_where_it_hits_a_wall(start, end, down):
    scene = wizards(f"GoblinCavalry{start}")
    scene.done()
    assert (scene.board, scene.down) == (f"GoblinCavalry{end}", down)


@pytest.mark.rule("WT-168", "WT-170")
def test_through_a_gap_it_rides_onto_the_tower_and_stops():
    scene = wizards("GoblinCavalry#1@K5 GoblinCavalry#2@S2", walls="-5 -2")
    scene.done()
    assert (scene.board, scene.down) == ("GoblinCavalry1@C2 GoblinCavalry1@C5", "W2 W5 T2 T5")


@pytest.mark.rule("WT-168")
def test_a_fortified_wall_stops_it_too():
    scene = wizards("GoblinCavalry2@K3", walls="+3f")
    scene.done()
    assert (scene.board, scene.down, scene.fortified) == ("GoblinCavalry1@S3", "", "")


@pytest.mark.rule("WT-169")
@pytest.mark.parametrize(
    ("token", "end"),
    [("red-monsters-move-1#1", "S1"), ("monsters-move-clockwise#1", "A3"), ("monsters-move-counter-clockwise#1", "A5")],
)
def test_tokens_move_it_2_spaces_as_well(token, end):
    scene = drawing("GoblinCavalry2@A1")
    scene.draw(token)
    assert scene.board == f"GoblinCavalry2@{end}"


@pytest.mark.rule("WT-170")
def test_inside_the_castle_ring_it_moves_1_space():
    scene = wizards("GoblinCavalry2@C3", towers="-3 -4 -5")
    scene.done()
    assert scene.board == "GoblinCavalry2@C4"
    scene.draw("monsters-move-counter-clockwise#1")
    assert scene.board == "GoblinCavalry2@C3"


@pytest.mark.rule("WT-171")
def test_it_burns_once_for_a_move_of_2():
    scene = wizards("GoblinCavalry2^1@F3")
    scene.done()
    assert scene.board == "GoblinCavalry1^1@K3"


@pytest.mark.rule("WT-198")
def test_the_extinguishing_wind_pushes_cavalry_and_mega_bosses_plainly_1_back():
    scene = wizards("GoblinCavalry2@K1 Dragon5@K3 Chimera5@S2")
    scene.play("extinguishing-wind")
    assert scene.board == "Chimera5@K2 Dragon5@A3 GoblinCavalry2@A1"
    assert (scene.asks, scene.flames) == ("play", "")


def test_an_ogre_has_4_health_and_is_worth_4_points():
    scene = wizards("Ogre@S5")
    assert scene.board == "Ogre4@S5"
    scene.play("barbarian", on="Ogre")
    assert scene.game.table.points(1) == 4


# Flaming Boulder


@pytest.mark.rule("WT-162", "WT-164", "WT-166")
def test_the_flaming_boulder_breaks_the_first_structure_and_lights_the_second():
    scene = drawing("Orc2@S2 Troll3@A3")
    scene.draw("flaming-boulder#1")
    assert scene.asks == "flaming-boulder-arc"
    scene.roll(2)
    assert (scene.board, scene.down, scene.flames) == ("Troll3@A3", "W2", "T2^1")
    assert scene.discard == "FlamingBoulder Orc"
    assert scene.owed == 1


@pytest.mark.rule("WT-163")
def test_it_crushes_all_on_its_way_but_those_who_fly():
    scene = drawing("Orc2@F2 Phoenix1@A2 Goblin1@K2 Imp1@C2", towers="-2")
    scene.draw("flaming-boulder#1", 2)
    assert (scene.board, scene.down, scene.flames) == ("Phoenix1@A2", "W2 T2", "T5^1")
    assert scene.trophies(1) == ""


@pytest.mark.rule("WT-165")
def test_with_nothing_on_its_side_it_breaks_the_far_tower_and_lights_the_far_wall_from_inside():
    scene = drawing("Orc2@C2 Goblin1@S5", walls="-2", towers="-2")
    scene.draw("flaming-boulder#1", 2)
    assert (scene.board, scene.down, scene.flames) == ("Goblin1@S5", "W2 T2 T5", "W5^1")


@pytest.mark.rule("WT-165")
def test_with_one_structure_on_its_whole_way_it_rolls_out_on_the_far_side():
    scene = drawing("Goblin1@F5", walls="-2 -5", towers="-2")
    scene.draw("flaming-boulder#1", 2)
    assert (scene.board, scene.down) == ("", "W2 W5 T2 T5")


@pytest.mark.rule("WT-164")
def test_a_fortify_token_counts_as_a_structure_and_its_wall_as_the_next():
    scene = drawing("Orc2@C2", walls="+2f", towers="-2")
    scene.draw("flaming-boulder#1", 2)
    assert (scene.board, scene.fortified, scene.flames) == ("Orc2@C2", "", "W2^1")
    scene = drawing(walls="-2 +5f", towers="-5")
    scene.draw("flaming-boulder#1", 2)
    assert (scene.down, scene.fortified, scene.flames) == ("W2 T2 T5", "", "")


@pytest.mark.rule("WT-164")
def test_a_third_flame_by_it_destroys():
    scene = drawing(towers="+2^2")
    scene.draw("flaming-boulder#1", 2)
    assert scene.down == "W2 T2"


# Trebuchet


@pytest.mark.rule("WT-178", "WT-179", "WT-180", "WT-182")
def test_the_trebuchet_destroys_who_flies_and_the_first_structure():
    scene = drawing("Phoenix1@K1 Orc2@A1 Gargoyle2@F1")
    scene.draw("trebuchet#1")
    assert scene.asks == "trebuchet-arc"
    scene.roll(1)
    assert (scene.board, scene.down, scene.flames) == ("Orc2@A1", "W1", "")
    assert scene.discard == "Gargoyle Phoenix Trebuchet"


@pytest.mark.rule("WT-180")
def test_without_a_wall_it_destroys_the_tower_and_lights_nothing():
    scene = drawing(walls="-1")
    scene.draw("trebuchet#1", 1)
    assert (scene.down, scene.flames) == ("W1 T1", "")


@pytest.mark.rule("WT-181")
def test_with_nothing_on_its_side_it_crosses_the_castle():
    scene = drawing("Gargoyle2@C1 Orc2@S1", walls="-1", towers="-1")
    scene.draw("trebuchet#1", 1)
    assert (scene.board, scene.down) == ("Orc2@S1", "W1 T1 T4")


# The Wizard's Tower


@pytest.mark.rule("WT-029", "WT-005")
def test_the_wizard_deck_leaves_the_game_with_the_wizards_tower_and_with_no_other():
    scene = wizards("Goblin1@S2 Goblin1@S3", walls="-2 -3", wizards_tower=2)
    scene.done()
    assert (scene.down, scene.deck) == ("W2 W3 T2 T3", "removed")
    assert len(scene.told("wizard-deck-left")) == 1
    scene = wizards("Goblin1@S3", walls="-3", wizards_tower=2)
    scene.done()
    assert (scene.down, scene.deck) == ("W3 T3", "in play")


@pytest.mark.rule("WT-029")
@pytest.mark.parametrize("token", ["giant-boulder#1", "trebuchet#1", "flaming-boulder#1"])
def test_the_wizard_deck_leaves_however_the_tower_is_lost(token):
    scene = drawing(walls="-6")
    scene.draw(token, 6)
    assert (scene.down, scene.deck) == ("W6 T6", "removed")


@pytest.mark.rule("WT-030")
def test_a_wizard_card_played_without_its_deck_leaves_the_game():
    scene = wizards("Orc2@F1", towers="-6")
    scene.play("azriels-fist", on="Orc")
    assert scene.board == "Orc1@F1"
    assert scene.told("hands-told") == [{"topic": "wizard-card-leaves", "source": "azriels-fist", "count": 1}]
    scene = wizards("Orc2@F1")
    scene.play("azriels-fist", on="Orc")
    assert scene.told("hands-told") == []
