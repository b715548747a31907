"""The 22 cards of the Wizard deck, with the reach that is printed on them."""

from __future__ import annotations

import pytest

from tests.game.boxes.wizards_tower.wizards_table import wizards


@pytest.mark.rule("WT-025")
def test_who_plays_a_wizard_card_keeps_whom_it_slays():
    scene = wizards("Goblin1@F3")
    scene.play("azriels-fist", on="Goblin")
    assert scene.trophies(1) == "Goblin"


@pytest.mark.rule("WT-025")
def test_nobody_does_in_the_co_op_version():
    scene = wizards("Goblin1@F3", version="co-op")
    scene.play("azriels-fist", on="Goblin")
    assert (scene.trophies(1), scene.discard) == ("", "Goblin")


# Wizard Quake


@pytest.mark.rule("WT-090")
def test_wizard_quake_destroys_a_tower_and_slays_all_in_its_arc_in_all_rings():
    scene = wizards("Orc2@A3 Goblin1@F3 Gargoyle2@S3 Troll3@C3 Orc2@K4", walls="+3f", towers="-4")
    with scene.refuses("illegal-target", "tower-missing"):
        scene.play("wizard-quake", at="T4")
    scene.play("wizard-quake", at="T3")
    assert (scene.board, scene.down, scene.fortified) == ("Orc2@K4", "T3 T4", "3")
    assert scene.trophies(1) == "Gargoyle Goblin Orc Troll"


@pytest.mark.rule("WT-090")
def test_without_a_tower_left_all_have_lost():
    scene = wizards("Orc2@A3", towers="-1 -2 -4 -5 -6", bag="")
    scene.play("wizard-quake", at="T3")
    assert scene.result == "lost"


@pytest.mark.rule("WT-197")
def test_on_the_wizards_tower_it_takes_the_deck_and_itself_out_of_the_game():
    scene = wizards("Goblin1@K2", wizards_tower=2)
    scene.play("wizard-quake", at="T2")
    assert (scene.deck, scene.trophies(1), scene.result) == ("removed", "Goblin", "")
    assert scene.told("hands-told") == [{"topic": "wizard-card-leaves", "source": "wizard-quake", "count": 1}]
    scene.undo()
    assert (scene.board, scene.deck, scene.down) == ("Goblin1@K2", "in play", "")
    assert scene.game.table.tower(2).wizard


# Rain of Ice


@pytest.mark.rule("WT-091")
def test_rain_of_ice_holds_all_this_turn_tokens_drawn_included():
    scene = wizards("Orc2@S3 Troll3@A1")
    scene.play("rain-of-ice")
    scene.done()
    scene.draw("monsters-move-clockwise#1")
    scene.draw("troll-mage#1", 4)
    assert (scene.board, scene.down) == ("Orc2@S3 Troll3@A1 TrollMage3@F4", "")
    scene.done()
    assert (scene.board, scene.down) == ("Orc1@S3 Troll3@K1 TrollMage3@A4", "W3")


@pytest.mark.rule("WT-092")
def test_it_takes_all_flames_off_monsters_and_none_off_structures():
    scene = wizards("Orc2^2@K2 Orc2^1@C4", walls="+2^1", towers="-4 +3^1")
    scene.play("rain-of-ice")
    scene.done()
    assert (scene.board, scene.flames) == ("Orc2@C4 Orc2@K2", "W2^1 T3^1")


@pytest.mark.rule("WT-091", "WT-185")
def test_who_catches_fire_after_it_burns_at_the_end_of_phase_5_without_moving():
    scene = wizards("Orc2@K1")
    scene.play("rain-of-ice")
    scene.play("red-fireball", on="Orc")
    scene.done()
    assert scene.board == ""


# Building


@pytest.mark.rule("WT-093")
def test_arcane_assembly_builds_several_missing_walls_at_once():
    scene = wizards(walls="-1 -2 -4")
    with scene.refuses("illegal-target", "wall-stands"):
        scene.play("arcane-assembly", at="W1 W3")
    with scene.refuses("bad-value", "which-walls"):
        scene.play("arcane-assembly", at="W1 W1")
    scene.play("arcane-assembly", at="W1 W4")
    scene.play("arcane-assembly", at="W2")
    assert scene.down == ""


@pytest.mark.rule("WT-094", "WT-095")
def test_mystical_manufacturing_rebuilds_a_tower_also_where_a_monster_stands_and_nothing_is_attacked():
    scene = wizards("Orc2@C4", towers="-4")
    with scene.refuses("illegal-target", "tower-stands"):
        scene.play("mystical-manufacturing", at="T5")
    scene.play("mystical-manufacturing", at="T4")
    assert (scene.board, scene.down, scene.deck) == ("Orc2@C4", "", "in play")
    assert scene.told("tower-built") == [{"tower": "tower-4", "wizard": False}]
    scene.done()
    assert scene.down == "T5"


@pytest.mark.rule("WT-096")
def test_the_wizards_tower_comes_back_with_its_deck_if_it_is_the_only_one_lost():
    scene = wizards(towers="-6")
    assert scene.deck == "removed"
    with scene.refuses("illegal-target", "only-wizards-tower-lost"):
        scene.play("mystical-manufacturing", at="T6", wizard=False)
    scene.play("mystical-manufacturing", at="T6")
    assert (scene.deck, scene.down) == ("in play", "")
    assert scene.told("wizard-deck-returned") == [{}]


@pytest.mark.rule("WT-096")
@pytest.mark.parametrize(
    ("fields", "deck"), [({}, "removed"), ({"wizard": True}, "in play"), ({"wizard": False}, "removed")]
)
def test_of_several_lost_the_players_say_which_and_where(fields, deck):
    scene = wizards(towers="-2 -6")
    scene.play("mystical-manufacturing", at="T2", **fields)
    assert (scene.deck, scene.down) == (deck, "T6")
    assert scene.game.table.tower(2).wizard is (deck == "in play")


@pytest.mark.rule("WT-096")
def test_there_is_no_second_wizards_tower():
    scene = wizards(towers="-2")
    with scene.refuses("illegal-target", "wizards-tower-stands"):
        scene.play("mystical-manufacturing", at="T2", wizard=True)


# One Monster


@pytest.mark.rule("WT-097")
def test_hammer_of_light_slays_one_in_the_forest_only():
    scene = wizards("Troll3@F5 Orc2@A5 Hydra4@F3")
    with scene.refuses("illegal-target", "card-ring"):
        scene.play("hammer-of-light", on="Orc")
    scene.play("hammer-of-light", on="Troll")
    scene.play("hammer-of-light", on="Hydra")
    assert (scene.board, scene.trophies(1), scene.imps) == ("Orc2@A5", "Hydra Troll", 18)


@pytest.mark.rule("WT-098")
@pytest.mark.parametrize("goal", ["A5", "F1", "C3", "S2"])
def test_teleport_moves_a_monster_to_any_other_space_and_nothing_is_attacked(goal):
    scene = wizards("Orc2^1@K2")
    scene.play("teleport", on="Orc", to=goal)
    assert (scene.board, scene.down) == (f"Orc2^1@{goal}", "")


@pytest.mark.rule("WT-098")
def test_teleport_refuses_the_same_space_and_a_place_that_is_none():
    scene = wizards("Orc2@K2")
    with scene.refuses("illegal-target", "same-space"):
        scene.play("teleport", on="Orc", to="K2")
    with scene.refuses("bad-value", "no-such-place"):
        scene.play("teleport", on="Orc", to="W2")
    with scene.refuses("bad-input", "missing-field"):
        scene.play("teleport", to="K2")


@pytest.mark.rule("WT-098")
def test_teleport_moves_a_fortify_token_to_a_wall_without_one():
    scene = wizards(walls="+1f +2f -4")
    for start, goal, reason in (
        ("W1", "W2", "wall-fortified"),
        ("W1", "W4", "wall-missing"),
        ("W3", "W5", "no-fortify"),
    ):
        with scene.refuses("illegal-target", reason):
            scene.play("teleport", at=start, to=goal)
    scene.play("teleport", at="W1", to="W5")
    assert scene.fortified == "2 5"
    assert scene.told("fortify-moved") == [{"from": "wall-1", "to": "wall-5"}]


@pytest.mark.rule("WT-057", "WT-098")
def test_a_fortify_token_moved_to_a_burning_wall_puts_it_out_and_is_used_up():
    scene = wizards(walls="+1f +5^2")
    scene.play("teleport", at="W1", to="W5")
    assert (scene.fortified, scene.flames) == ("", "")


@pytest.mark.rule("WT-104", "WT-105", "WT-106")
@pytest.mark.parametrize(("color", "arc"), [("red", 1), ("green", 4), ("blue", 6)])
@pytest.mark.parametrize("ring", "FAKSC")
def test_a_fireball_hurts_and_lights_one_of_its_color_in_any_ring(color, arc, ring):
    scene = wizards(f"Troll3@{ring}{arc} Orc2@K{arc % 6 + 1}", towers=f"-{arc}")
    scene.play(f"{color}-fireball", on="Troll")
    assert f"Troll2^1@{ring}{arc}" in scene.board
    if color != "red":
        with scene.refuses("illegal-target", "hit-color"):
            scene.play(f"{color}-fireball", on="Orc")


@pytest.mark.rule("WT-106")
def test_a_fireball_that_slays_gives_the_trophy():
    scene = wizards("Goblin1@S6")
    scene.play("blue-fireball", on="Goblin")
    assert scene.trophies(1) == "Goblin"


@pytest.mark.rule("WT-115")
def test_lightning_bolt_hurts_one_outside_the_forest_and_sends_it_to_any_forest_arc():
    scene = wizards("Orc2^1@S1 Goblin1@C2 Orc2@F3", towers="-2")
    with scene.refuses("illegal-target", "card-ring"):
        scene.play("lightning-bolt", on="Orc@F3", to="arc-5")
    with scene.refuses("bad-input", "missing-field"):
        scene.play("lightning-bolt", on="Orc@S1")
    scene.play("lightning-bolt", on="Orc@S1", to="arc-4")
    scene.play("lightning-bolt", on="Goblin")
    assert (scene.board, scene.trophies(1)) == ("Orc1^1@F4 Orc2@F3", "Goblin")


@pytest.mark.rule("WT-116")
@pytest.mark.parametrize("place", ["F3", "A3", "K3", "S3", "C3"])
def test_azriels_fist_is_1_damage_anywhere(place):
    scene = wizards(f"Orc2@{place}", towers="-3")
    scene.play("azriels-fist", on="Orc")
    assert scene.board == f"Orc1@{place}"


# Everyone somewhere


@pytest.mark.rule("WT-099")
@pytest.mark.parametrize("place", ["F2", "K2", "C2"])
def test_chain_lightning_is_1_damage_to_all_in_one_space(place):
    scene = wizards(f"Orc2@{place} Goblin1@{place} Gargoyle2@{place} Orc2@A1", towers="-2")
    scene.play("chain-lightning", at=place)
    assert scene.board == " ".join(sorted(["Orc2@A1", f"Orc1@{place}", f"Gargoyle1@{place}"]))


@pytest.mark.rule("WT-107", "WT-108")
def test_burning_blast_lights_all_in_one_space_but_not_in_forest_or_castle():
    scene = wizards("Orc2@K1 Gargoyle2@K1 Orc2@F1 Orc2@C2", towers="-2")
    for place in ("F1", "C2"):
        with scene.refuses("illegal-target", "card-space"):
            scene.play("burning-blast", at=place)
    scene.play("burning-blast", at="K1")
    assert scene.board == "Gargoyle2^1@K1 Orc2@C2 Orc2@F1 Orc2^1@K1"


@pytest.mark.rule("WT-112")
def test_rain_of_iron_is_1_damage_to_all_in_one_arc_but_the_forest():
    scene = wizards("Goblin1@F2 Orc2@A2 Orc2@K2 Orc2@S2 Orc2@C2 Orc2@A1", towers="-2")
    scene.play("rain-of-iron", at="arc-2")
    assert scene.board == "Goblin1@F2 Orc1@A2 Orc1@C2 Orc1@K2 Orc1@S2 Orc2@A1"


@pytest.mark.rule("WT-114")
def test_war_storm_is_1_damage_in_the_three_rings_of_a_color():
    scene = wizards("Orc2@A5 Goblin1@S6 Orc2@C5 Orc2@F6 Orc2@K4", towers="-5")
    scene.play("war-storm", color="blue")
    assert (scene.board, scene.trophies(1)) == ("Orc1@A5 Orc2@C5 Orc2@F6 Orc2@K4", "Goblin")


@pytest.mark.rule("WT-117")
def test_ring_of_fire_lights_the_whole_swordsman_ring():
    scene = wizards("Orc2@S1 Troll3@S4 Goblin1@K2")
    scene.play("ring-of-fire")
    assert scene.board == "Goblin1@K2 Orc2^1@S1 Troll3^1@S4"


@pytest.mark.rule("WT-119")
def test_wall_of_force_sends_a_whole_arc_back_to_the_forest():
    scene = wizards("Orc2@S2 Troll3^1@K2 Gargoyle2@C2 Orc2@F2 Goblin1@K1", towers="-2")
    scene.play("wall-of-force", at="arc-2")
    assert scene.board == "Gargoyle2@F2 Goblin1@K1 Orc2@F2 Orc2@F2 Troll3^1@F2"
    assert len(scene.told("monster-moved")) == 3


@pytest.mark.rule("WT-101")
def test_extinguishing_wind_puts_every_flame_out():
    scene = wizards("Orc2^1@A1", walls="+1^2", towers="+3^1")
    scene.play("extinguishing-wind")
    assert (scene.board, scene.flames) == ("Orc2@F1", "")


@pytest.mark.rule("WT-102")
def test_then_all_outside_the_forest_go_1_back():
    scene = wizards("Goblin1@F3 Orc2@A3 Troll3@S4")
    scene.play("extinguishing-wind")
    assert scene.board == "Goblin1@F3 Orc2@F3 Troll3@K4"


@pytest.mark.rule("WT-103")
def test_out_of_the_castle_ring_they_go_through_any_wall_unhurt():
    scene = wizards("Orc2@C2 Orc2@C5", walls="+5f", towers="-2 -5")
    scene.play("extinguishing-wind")
    assert (scene.board, scene.down, scene.fortified) == ("Orc2@S2 Orc2@S5", "T2 T5", "5")


# Valador's Wave, Hypnotize


@pytest.mark.rule("WT-100")
def test_valadors_wave_divides_4_points_in_one_color():
    scene = wizards("Troll3@F1 Orc2@C2 Orc2@K3", towers="-2")
    for damage in ({"Troll": 3}, {"Troll": 3, "Orc@C2": 2}, {"Troll": 4, "Orc@C2": 0}, {}):
        with scene.refuses("bad-value", "wave-sum"):
            scene.play("valadors-wave", color="red", damage=damage)
    with scene.refuses("illegal-target", "hit-color"):
        scene.play("valadors-wave", color="red", damage={"Troll": 3, "Orc@K3": 1})
    scene.play("valadors-wave", color="red", damage={"Troll": 3, "Orc@C2": 1})
    assert (scene.board, scene.trophies(1)) == ("Orc1@C2 Orc2@K3", "Troll")


@pytest.mark.rule("WT-109")
def test_hypnotize_takes_two_in_one_space_outside_the_forest():
    scene = wizards("Orc#1@F2 Orc#2@F2 Orc#3@C3 Orc#4@C3", towers="-3")
    with scene.refuses("illegal-target", "card-ring"):
        scene.play("hypnotize", on="Orc#1 Orc#2")
    with scene.refuses("illegal-target", "two-in-one-space"):
        scene.play("hypnotize", on="Orc#2 Orc#3")
    with scene.refuses("illegal-target", "two-in-one-space"):
        scene.play("hypnotize", on="Orc#3 Orc#3")
    scene.play("hypnotize", on="Orc#3 Orc#4")
    assert (scene.board, scene.trophies(1)) == ("Orc2@F2 Orc2@F2", "Orc Orc")


@pytest.mark.rule("WT-110")
def test_each_loses_at_once_what_the_other_shows():
    scene = wizards("Ogre3@K3 Troll1@K3")
    scene.play("hypnotize", on="Ogre Troll")
    assert (scene.board, scene.trophies(1)) == ("Ogre2@K3", "Troll")


@pytest.mark.rule("WT-111")
@pytest.mark.parametrize(
    ("troll", "orc", "flames"), [("", "^1", "^1"), ("^1", "^1", "^2"), ("^1", "", "^1"), ("", "", "")]
)
def test_who_strikes_a_burning_one_catches_fire(troll, orc, flames):
    scene = wizards(f"Troll3{troll}@K3 Orc2{orc}@K3")
    scene.play("hypnotize", on="Troll Orc")
    assert scene.board == f"Troll1{flames}@K3"


def test_a_forced_hypnotize_that_names_one_monster_twice_does_nothing():
    scene = wizards("Orc@K1 Goblin@K1")
    scene.play("hypnotize", on="Orc Orc", force=True)
    assert scene.board == "Goblin1@K1 Orc2@K1"


def test_a_forced_play_of_a_banished_card_is_still_checked_for_what_nobody_can_resolve():
    scene = wizards("Orc@K1")
    scene.correct(banished=["valadors-wave", "double-strike"])
    with scene.refuses("bad-value", "wave-sum"):
        scene.play("valadors-wave", color="red", damage={"Orc": -5}, force=True)
    with scene.refuses("bad-value", "not-a-hit-card"):
        scene.play("double-strike", on="Orc Orc", hit="brick", force=True)
