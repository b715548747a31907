"""Harbingers, the six Mega Bosses, and Imps (The Wizard's Tower, Harbingers and Mega Boss Monsters, Imps)."""

from __future__ import annotations

import pytest

from tests.game.boxes.wizards_tower.wizards_table import BOSSES, drawing, wizards

MOVES = ["red-monsters-move-1#1", "monsters-move-clockwise#1", "monsters-move-counter-clockwise#1"]


# Harbingers


@pytest.mark.rule("WT-039", "AX-003")
def test_a_harbinger_leaves_the_game_and_its_mega_boss_enters_the_forest_by_the_die():
    scene = drawing(opened="hydra dragon warlock")
    scene.draw("harbinger-hydra#1")
    assert scene.asks == "mega-boss"
    assert scene.told("harbinger-drawn") == [{"piece": "harbinger-hydra#1", "boss": "hydra#1", "here": False}]
    assert scene.board == ""
    with scene.refuses("illegal-target", "wrong-boss"):
        scene.draw("Dragon#1")
    scene.answer(scene.piece("Hydra#1"))
    assert scene.asks == "mega-boss-arc"
    scene.roll(3)
    assert (scene.board, scene.removed, scene.discard) == ("Hydra4@F3", "HarbingerHydra", "")
    assert scene.owed == 1


@pytest.mark.rule("WT-039")
def test_the_kinds_offered_for_the_swap_are_all_mega_bosses():
    scene = drawing()
    scene.draw("harbinger-hydra#1")
    assert scene.game.request.kinds(scene.game.table) == list(BOSSES)


def test_a_harbinger_whose_boss_stands_on_the_board_already_only_leaves_the_game():
    scene = drawing("Dragon5@K2")
    scene.draw("harbinger-dragon#1")
    assert (scene.board, scene.removed, scene.bag) == ("Dragon5@K2", "HarbingerDragon", 48)
    assert scene.told("harbinger-drawn")[0]["here"] is True
    assert scene.asks == "draw"


def test_a_correction_in_the_middle_of_a_swap_puts_the_harbinger_back():
    scene = drawing()
    scene.draw("harbinger-dragon#1")
    scene.correct(walls={"1": {"standing": False}})
    assert (scene.asks, scene.bag, scene.owed, scene.removed) == ("draw", 49, 2, "")


@pytest.mark.rule("WT-040", "WT-121")
def test_while_the_basilisk_is_in_play_phase_2_is_left_out_and_only_then():
    scene = wizards("Basilisk1@K1", pace="guided")
    scene.correct(turn={"phase": "draw-up"})
    scene.acknowledge()
    assert scene.phase == "trade"
    assert scene.told("phase-skipped") == [{"phase": "discard", "player": 1, "piece": "basilisk#1"}]
    scene.acknowledge()
    scene.play("red-knight", on="Basilisk")
    scene.correct(turn={"phase": "draw-up"})
    scene.acknowledge()
    assert scene.phase == "discard"


@pytest.mark.rule("WT-041")
def test_entry_powers_come_before_the_next_token():
    scene = drawing(opened="dragon hydra warlock")
    scene.harbinger("dragon", 2)
    assert scene.flames == "W2^1"
    assert scene.asks == "draw"


@pytest.mark.rule("WT-120", "WT-143")
@pytest.mark.parametrize(
    ("boss", "topic", "count"), [("basilisk", "discard-down", 2), ("warlock", "discard-wizard-card", 1)]
)
def test_basilisk_and_warlock_speak_to_the_hands_and_touch_nothing(boss, topic, count):
    scene = drawing("Orc2@K4", pace="guided")
    scene.harbinger(boss, 2)
    assert scene.acknowledge() == "place-piece"
    assert scene.told("hands-told") == [{"topic": topic, "source": boss, "count": count}]
    assert scene.acknowledge() == "all-discard"
    assert "Orc2@K4" in scene.board


@pytest.mark.rule("WT-042")
def test_a_token_that_moves_a_color_sends_the_warlock_his_own_way():
    scene = drawing("Warlock4@A3 Orc2@A4 Hydra4@F3")
    scene.draw("green-monsters-move-1#1")
    scene.roll(6)
    assert scene.board == "Hydra4@A3 Orc2@K4 Warlock4@K6"


@pytest.mark.rule("WT-042", "WT-188")
@pytest.mark.parametrize("token", MOVES)
def test_every_token_that_moves_the_chimera_sends_her_her_own_way_fire_included(token):
    scene = drawing("Chimera5@A2")
    scene.draw(token)
    assert scene.board == "Chimera5@K1"
    assert scene.flames == "W1^1"


@pytest.mark.rule("WT-042", "WT-188")
def test_a_turning_token_makes_the_players_roll_for_the_dragon():
    scene = drawing("Dragon5@A2 Orc2@A2")
    scene.draw("monsters-move-counter-clockwise#1")
    scene.roll(2)
    assert scene.board == "Dragon5@K2 Orc2@A1"


@pytest.mark.rule("WT-043")
@pytest.mark.parametrize("boss", ["Chimera", "Dragon"])
def test_what_the_players_move_makes_no_special_move_and_breathes_no_fire(boss):
    scene = wizards(f"{boss}@K2")
    scene.play("teleport", on=boss, to="A5")
    assert scene.board == f"{boss}5@A5"
    assert scene.flames == ""
    assert scene.asks == "play"


@pytest.mark.rule("WT-044")
@pytest.mark.parametrize(
    ("token", "boss"), [("giant-boulder#1", "Hydra4"), ("flaming-boulder#1", "Hydra4"), ("trebuchet#1", "Dragon5")]
)
def test_no_boulder_touches_a_mega_boss_and_it_rolls_on(token, boss):
    scene = drawing(f"{boss}@A1 Orc2@K1")
    scene.draw(token, 1)
    assert scene.board == f"{boss}@A1" + (" Orc2@K1" if token == "trebuchet#1" else "")
    assert scene.imps == 18
    assert "W1" in scene.down


@pytest.mark.rule("WT-045")
@pytest.mark.parametrize("boss", BOSSES)
def test_a_mega_boss_is_worth_5_points(boss):
    scene = wizards(f"{boss.title()}1@A1")
    scene.play("red-archer", on=boss.title())
    assert scene.game.table.points(1) == 5


# Chimera


@pytest.mark.rule("WT-122")
def test_the_chimera_breathes_when_she_enters():
    scene = drawing()
    scene.harbinger("chimera", 3)
    assert (scene.board, scene.flames) == ("Chimera5@F3", "W3^1")


@pytest.mark.rule("WT-123")
def test_the_chimera_goes_counter_clockwise_then_inward_and_breathes():
    scene = wizards("Chimera5@A1")
    scene.done()
    assert (scene.board, scene.flames) == ("Chimera5@K6", "W6^1")


@pytest.mark.rule("WT-124")
def test_the_chimera_breaks_the_wall_she_reaches_and_breathes_through_the_gap():
    scene = wizards("Chimera3@S3")
    scene.done()
    assert (scene.board, scene.down, scene.flames) == ("Chimera2@S2", "W2", "T2^1")


@pytest.mark.rule("WT-125")
def test_a_chimera_that_dies_on_the_wall_or_is_tarred_breathes_no_fire():
    scene = wizards("Chimera1@S3")
    scene.done()
    assert (scene.board, scene.down, scene.flames) == ("", "W2", "")
    scene = wizards("Chimera5@A3")
    scene.play("tar", on="Chimera")
    scene.done()
    assert (scene.board, scene.flames) == ("Chimera5t@A3", "")


@pytest.mark.rule("WT-126")
def test_inside_the_castle_ring_the_chimera_walks_clockwise_without_fire():
    scene = wizards("Chimera3@S3", walls="-2", towers="-2 -3")
    scene.quiet_turn()
    assert scene.board == "Chimera3@C2"
    scene.quiet_turn()
    assert (scene.board, scene.flames) == ("Chimera3@C3", "")


# Dragon


@pytest.mark.rule("WT-127")
def test_the_dragon_breathes_when_it_enters():
    scene = drawing()
    scene.harbinger("dragon", 6)
    assert (scene.board, scene.flames) == ("Dragon5@F6", "W6^1")


@pytest.mark.rule("WT-128", "WT-129", "WT-130", "WT-131", "WT-132", "WT-133")
@pytest.mark.parametrize(("face", "space"), [(1, "K1"), (2, "S6"), (3, "K6"), (4, "A6"), (5, "S6"), (6, "K5")])
def test_the_die_says_where_the_dragon_flies_and_then_it_breathes(face, space):
    scene = wizards("Dragon5@K6")
    scene.done()
    assert scene.asks == "dragon-move"
    scene.roll(face)
    assert (scene.board, scene.flames) == (f"Dragon5@{space}", f"W{space[1]}^1")


@pytest.mark.rule("WT-132")
def test_the_dragon_strikes_a_wall_like_any_other():
    scene = wizards("Dragon5@S3")
    scene.done()
    scene.roll(5)
    assert (scene.board, scene.down, scene.flames) == ("Dragon4@S3", "W3", "T3^1")


@pytest.mark.rule("WT-134")
def test_at_the_edge_of_the_board_the_dragon_stays_and_breathes():
    scene = wizards("Dragon5@F3")
    scene.done()
    scene.roll(4)
    assert (scene.board, scene.flames) == ("Dragon5@F3", "W3^1")


@pytest.mark.rule("WT-135")
def test_a_card_that_stops_the_dragon_stops_its_breath_and_its_die():
    scene = wizards("Dragon5@A3")
    scene.play("rain-of-ice")
    scene.done()
    assert (scene.asks, scene.board, scene.flames) == ("draw", "Dragon5@A3", "")


@pytest.mark.rule("WT-136")
def test_inside_the_castle_ring_nobody_rolls_for_the_dragon():
    scene = wizards("Dragon5@C3", towers="-3 -4")
    scene.done()
    assert (scene.asks, scene.board, scene.flames) == ("draw", "Dragon5@C4", "")
    scene.draw("monsters-move-counter-clockwise#1")
    assert scene.board == "Dragon5@C3"


# Hydra and Imps


@pytest.mark.rule("WT-137")
def test_every_point_that_the_hydra_loses_brings_two_imps_into_the_forest_of_its_arc():
    scene = wizards("Hydra4@K2")
    scene.play("red-knight", on="Hydra", together="enchanted")
    assert scene.board == " ".join(["Hydra1@K2", *["Imp1@F2"] * 6])
    assert scene.imps == 12
    assert scene.told("imps-came") == [{"count": 6, "left": 12, "short": 0}]


@pytest.mark.rule("WT-138")
def test_a_wall_and_fire_hurt_the_hydra_as_well_and_the_new_imps_do_not_move():
    scene = wizards("Hydra4^1@S2")
    scene.done()
    assert scene.board == " ".join(["Hydra2^1@S2", *["Imp1@F2"] * 4])


@pytest.mark.rule("WT-139")
@pytest.mark.parametrize(
    ("health", "card", "together"), [(4, "barbarian", ""), (4, "red-knight", "nice-shot"), (1, "red-knight", "")]
)
def test_slain_outright_or_by_the_last_point_it_brings_none(health, card, together):
    scene = wizards(f"Hydra{health}@K2")
    scene.play(card, on="Hydra", together=together)
    assert (scene.board, scene.imps) == ("", 18)


@pytest.mark.rule("WT-194")
def test_of_more_damage_than_it_has_health_only_the_points_before_the_last_count():
    scene = wizards("Hydra2@K2")
    scene.play("red-knight", on="Hydra", together="enchanted")
    assert (scene.board, scene.imps) == ("Imp1@F2 Imp1@F2", 16)


@pytest.mark.rule("WT-193")
def test_when_the_pile_runs_low_only_what_is_left_comes():
    imps = " ".join(f"Imp#{number}@F{4 + number % 3}" for number in range(1, 18))
    scene = wizards(f"Hydra4@K2 {imps}")
    scene.play("red-knight", on="Hydra")
    assert scene.imps == 0
    assert scene.piece("Imp#18").space.name == "forest-2"
    assert scene.told("imps-came") == [{"count": 1, "left": 0, "short": 1}]


@pytest.mark.rule("WT-046")
def test_imps_on_the_board_do_not_hold_up_the_victory():
    scene = wizards("Imp1@A2 Orc1@K1", bag="")
    scene.play("red-knight", on="Orc")
    assert scene.result == "won"
    assert scene.board == "Imp1@A2"


@pytest.mark.rule("WT-047", "WT-048")
def test_a_slain_imp_goes_back_to_its_pile_and_is_nobodys_trophy():
    scene = wizards("Imp1@A2 Imp1@A2")
    scene.play("red-archer", on="Imp")
    assert (scene.imps, scene.trophies(1), scene.discard) == (17, "", "")
    assert scene.told("monster-slain") == [
        {"piece": "imp#1", "space": "archer-2", "player": 0, "points": 0, "cause": "card"}
    ]


@pytest.mark.rule("WT-186")
def test_an_imp_strikes_walls_and_is_crushed_by_boulders_like_any_monster():
    scene = wizards("Imp1@S2 Imp1@F4")
    scene.done()
    assert (scene.board, scene.down, scene.imps) == ("Imp1@A4", "W2", 17)
    scene.draw("giant-boulder#1", 4)
    assert (scene.board, scene.imps, scene.discard) == ("", 18, "GiantBoulder")


# Necromancer


@pytest.mark.rule("WT-140")
def test_two_slain_monsters_return_when_the_necromancer_enters_and_never_an_effect():
    scene = drawing(discard="Orc Goblin Troll plague-archers", bag="harbinger-necromancer Ogre")
    scene.harbinger("necromancer", 4)
    assert scene.bag == 1 + 2
    assert len(scene.told("monster-returned")) == 2
    assert "PlagueArchers" in scene.discard
    assert len(scene.discard.split()) == 2


@pytest.mark.rule("WT-140")
def test_which_two_is_chance_and_the_same_again_after_an_undo():
    returned = set()
    for seed in range(30):
        scene = drawing(discard="Orc Goblin Troll Ogre", seed=seed)
        scene.harbinger("necromancer", 4)
        first = [event["piece"] for event in scene.told("monster-returned")]
        scene.undo()
        scene.roll(4)
        assert [event["piece"] for event in scene.told("monster-returned")][2:] == first
        returned.add(frozenset(first))
    assert len(returned) > 4


@pytest.mark.rule("WT-140")
def test_mega_bosses_and_a_used_doppelganger_do_not_return_and_fewer_may():
    scene = drawing(discard="Orc Hydra Doppelganger", bag="harbinger-necromancer Ogre")
    scene.harbinger("necromancer", 1)
    assert (scene.bag, scene.discard) == (2, "Doppelganger Hydra")


@pytest.mark.rule("WT-141", "WT-142", "WT-187")
def test_he_dies_attacking_and_one_returns_for_each_point_he_had():
    scene = wizards("Necromancer3@S1", discard="Orc Troll Goblin Ogre Phoenix", bag="")
    scene.done()
    assert (scene.board, scene.down, scene.bag) == ("", "W1", 3)
    assert len(scene.discard.split()) == 3
    assert "Necromancer" in scene.discard
    assert scene.trophies(1) == ""
    assert scene.result == ""


@pytest.mark.rule("WT-142")
def test_who_dies_beside_him_can_return_too():
    scene = wizards("Necromancer4@S1 Orc1@S1", bag="Ogre")
    scene.done()
    scene.choose("orc#1")
    assert (scene.bag, scene.discard) == (2, "Necromancer")


@pytest.mark.rule("WT-141")
def test_players_may_let_him_take_the_damage_that_does_not_matter_to_him():
    scene = wizards("Necromancer4@S1 Orc1@S1", walls="+1f")
    scene.done()
    scene.choose("necromancer#1")
    assert (scene.board, scene.down, scene.discard) == ("Orc1@S1", "", "Necromancer")


@pytest.mark.rule("WT-195")
def test_at_a_burning_structure_he_is_destroyed_all_the_same():
    scene = wizards("Necromancer3@S6", walls="+6^2", discard="Orc Troll Goblin", bag="Ogre")
    scene.done()
    assert (scene.board, scene.down, scene.flames, scene.bag) == ("", "W6", "", 4)


# Warlock


@pytest.mark.rule("WT-144")
def test_wizard_cards_do_nothing_to_the_warlock_and_areas_pass_him_over():
    scene = wizards("Warlock4^1@S1 Orc2@S1")
    for card, fields in (
        ("azriels-fist", {}),
        ("red-fireball", {}),
        ("teleport", {"to": "A1"}),
        ("lightning-bolt", {"to": "arc-1"}),
    ):
        with scene.refuses("illegal-target", "warlock"):
            scene.play(card, on="Warlock", **fields)
    scene.play("ring-of-fire")
    scene.play("chain-lightning", at="S1")
    scene.play("extinguishing-wind")
    scene.play("wizard-quake", at="T1")
    assert scene.board == "Warlock4^1@S1"
    scene.play("red-swordsman", on="Warlock")
    assert scene.board == "Warlock3^1@S1"


@pytest.mark.rule("WT-144")
def test_the_warlock_moves_under_the_rain_of_ice():
    scene = wizards("Warlock4@A1 Orc2@A1")
    scene.play("rain-of-ice")
    scene.done()
    scene.roll(2)
    assert scene.board == "Orc2@A1 Warlock4@K2"
    assert scene.told("monsters-frozen") == [{"count": 1}]


@pytest.mark.rule("WT-145")
@pytest.mark.parametrize(("arc", "moves"), [(5, 2), (2, 1)])
def test_the_warlock_goes_to_the_rolled_arc_in_his_ring_then_inward(arc, moves):
    scene = wizards("Warlock4@K2")
    scene.done()
    assert scene.asks == "warlock-arc"
    scene.roll(arc)
    assert scene.board == f"Warlock4@S{arc}"
    assert len(scene.told("monster-moved")) == moves


@pytest.mark.rule("WT-146")
def test_the_warlock_strikes_the_wall_of_the_rolled_arc():
    scene = wizards("Warlock4@S2", walls="-2")
    scene.done()
    scene.roll(5)
    assert (scene.board, scene.down) == ("Warlock3@S5", "W2 W5")


@pytest.mark.rule("WT-147")
def test_inside_the_castle_ring_nobody_rolls_for_the_warlock():
    scene = wizards("Warlock4@C6", towers="-6 -1")
    scene.done()
    assert (scene.board, scene.asks) == ("Warlock4@C1", "draw")
