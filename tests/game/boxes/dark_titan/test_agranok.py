"""The Dark Titan rulebook, Agranok and Heralds: summoning, damage, movement and effects."""

from __future__ import annotations

import pytest

from companion.game.boxes.dark_titan.agranok import EFFECTS
from companion.game.boxes.dark_titan.agranok_card import AgranokCard
from companion.game.boxes.dark_titan.options import LEVELS
from companion.game.fate import Secret
from companion.game.rules.reports import HitReported, SlainReported
from tests.game.boxes.dark_titan.titan_table import drawing, titans

SLAY_CARDS = {"barbarian": "K1", "hammer-of-light": "F1"}


def summon(scene, herald="Herald", boulder=1, arc=5):
    scene.draw(herald, boulder, arc)


# Heralds


@pytest.mark.rule("DT-071")
def test_agranok_is_not_drawn():
    scene = drawing()
    with scene.refuses("not-in-bag", "not-in-bag"):
        scene.answer(scene.piece("Agranok#1"))


@pytest.mark.rule("DT-072", "DT-073")
def test_the_first_two_heralds_lie_on_the_card_in_order():
    scene = drawing("Orc@K3")
    scene.draw("Herald#5")
    assert scene.card["heralds"] == ["herald#5"]
    assert (scene.board, scene.asks, scene.discard) == ("Orc2@K3", "draw", "")
    scene.draw("Herald#2")
    assert scene.card["heralds"] == ["herald#5", "herald#2"]
    assert scene.told("herald-placed") == [{"piece": "herald#5", "slot": 1}, {"piece": "herald#2", "slot": 2}]
    assert scene.hands == ["herald-1", "herald-2"]
    assert not scene.told("rolled")


@pytest.mark.rule("DT-074", "DT-075")
def test_the_people_say_when_they_have_discarded_for_a_herald():
    scene = drawing(pace="guided")
    scene.draw("Herald")
    assert scene.acknowledge() == "herald-1"
    scene.draw("Herald")
    assert scene.acknowledge() == "herald-2"


@pytest.mark.rule("DT-076", "DT-077", "DT-078")
def test_the_third_herald_rolls_a_boulder_then_agranok_comes_and_the_heralds_are_discarded():
    scene = drawing("Orc@A2 Troll@A3", heralds="Herald#4 Herald#2", agranok=3)
    scene.draw("Herald#1")
    assert (scene.asks, scene.card["on_board"]) == ("boulder-arc", False)
    scene.roll(2)
    assert (scene.board, scene.down, scene.asks) == ("Troll3@A3", "W2", "agranok-arc")
    scene.roll(2)
    assert scene.board == "Agranok8@F2 Troll3@A3"
    assert scene.card == {"card": 3, "heralds": [], "on_board": True, "destroyed": False}
    assert scene.discard == "Herald Herald Herald Orc"
    assert scene.told("agranok-revealed") == [{"piece": "agranok#1", "level": 3}]
    assert scene.asks == "draw"


@pytest.mark.rule("DT-076")
def test_the_heralds_boulder_can_lose_the_game():
    scene = drawing(heralds="Herald Herald", walls="-3", towers="-1 -2 -4 -5 -6")
    scene.draw("Herald", 3)
    assert scene.result == "lost"
    assert scene.card["heralds"] == ["herald#1", "herald#2", "herald#3"]


@pytest.mark.rule("DT-064", "DT-078")
@pytest.mark.parametrize("level", LEVELS)
def test_a_facedown_level_is_asked_for_when_he_is_placed(level):
    scene = drawing(heralds="Herald Herald", agranok="facedown")
    summon(scene)
    assert (scene.asks, scene.options) == ("agranok-level", "level-1 level-2 level-3 level-4 level-5")
    with scene.refuses("unknown-option", "option"):
        scene.answer("level-6")
    scene.choose(f"level-{level}")
    assert (scene.card["card"], scene.card["heralds"], scene.asks) == (level, [], "draw")


@pytest.mark.rule("DT-012", "DT-078")
def test_a_random_level_is_turned_over_by_the_companion():
    secret = Secret(11)
    scene = drawing(heralds="Herald Herald", agranok="random", secret=secret)
    summon(scene)
    assert (scene.card["card"], scene.asks) == (secret.number("agranok", 5), "draw")
    scene.undo()
    assert scene.card["card"] == "facedown"


@pytest.mark.rule("DT-079", "DT-080")
def test_a_herald_beside_agranok_is_a_monster_and_sets_off_his_effect():
    scene = drawing("Agranok8@A2", agranok=3)
    scene.draw("Herald", 5)
    assert scene.board == "Agranok8@A2 Herald2@F5"
    assert scene.asks == "agranok-effect"


@pytest.mark.rule("DT-080")
@pytest.mark.parametrize(("where", "level"), [("C2", 3), ("A2", 1)])
def test_no_effect_inside_the_castle_ring_or_at_level_1(where, level):
    scene = drawing(f"Agranok6@{where}", towers="-2", agranok=level)
    scene.draw("Herald", 5)
    assert scene.board == f"Agranok6@{where} Herald2@F5"
    assert scene.asks == "draw"


@pytest.mark.rule("DT-081")
def test_a_herald_after_his_death_is_a_plain_monster():
    scene = drawing(destroyed=True, agranok=3)
    scene.draw("Herald", 1)
    assert (scene.board, scene.asks) == ("Herald2@F1", "draw")


# His health


@pytest.mark.rule("DT-067", "DT-093")
def test_from_five_to_four_he_is_turned_and_all_lose_a_card():
    scene = titans("Agranok6@K1")
    scene.play("red-knight", on="Agranok")
    assert (scene.board, scene.hands) == ("Agranok5@K1", [])
    scene.play("red-knight", on="Agranok")
    assert (scene.board, scene.hands) == ("Agranok4@K1", ["hand-loss"])
    scene.play("red-knight", on="Agranok")
    assert (scene.board, scene.hands) == ("Agranok3@K1", ["hand-loss"])


@pytest.mark.rule("DT-093")
def test_the_people_say_when_they_have_lost_a_card():
    scene = titans("Agranok5@K1", pace="guided")
    scene.play("red-knight", on="Agranok")
    assert scene.acknowledge() == "hand-loss"
    assert scene.asks == "play"


@pytest.mark.rule("DT-179")
def test_healed_and_wounded_again_he_is_turned_again():
    scene = drawing("Agranok4@K1")
    scene.draw("Healer", 3)
    assert scene.board == "Agranok5@K1 Healer2@F3"
    scene.draw("Wither")
    scene.heard.clear()
    scene.play("red-swordsman", on="Agranok", force=True)
    assert (scene.board, scene.hands) == ("Agranok4@K1 Healer2@F3", ["hand-loss"])


@pytest.mark.rule("DT-068")
def test_at_two_a_single_point_is_nothing_and_is_told():
    scene = titans("Agranok2@K1")
    scene.play("red-knight", on="Agranok")
    assert scene.board == "Agranok2@K1"
    assert scene.told("agranok-endured") == [{"piece": "agranok#1", "space": "knight-1", "points": 1}]
    assert not scene.told("monster-damaged")


@pytest.mark.rule("DT-068", "DT-069", "DT-094")
def test_at_two_two_points_in_a_phase_slay_him():
    scene = titans("Agranok2@K1")
    scene.play("red-knight", on="Agranok")
    scene.play("red-knight", on="Agranok")
    assert scene.board == ""
    assert scene.card == {"card": 1, "heralds": [], "on_board": False, "destroyed": True}
    assert (scene.trophies(1), scene.removed, scene.discard) == ("", "Agranok", "")
    assert scene.told("monster-slain")[0] | {"player": 0, "points": 0} == scene.told("monster-slain")[0]


@pytest.mark.rule("DT-068", "DT-069")
def test_points_of_two_turns_do_not_add_up():
    scene = titans("Agranok2@A1")
    scene.play("red-archer", on="Agranok")
    scene.next_turn()
    assert scene.board == "Agranok2@K1"
    scene.play("red-knight", on="Agranok")
    assert scene.board == "Agranok2@K1"
    scene.play("red-knight", on="Agranok")
    assert scene.board == ""


@pytest.mark.rule("DT-069")
def test_a_point_in_play_cards_and_one_by_the_cavalier_are_points_of_two_phases():
    scene = titans("Agranok2@S1 BoomTroll2@S1", cavalier="S1")
    scene.play("red-boiling-oil")
    scene.done()
    scene.ride(attack="BoomTroll")
    assert scene.told("agranok-endured")[-1]["points"] == 1
    assert scene.board == "Agranok2@S1"


@pytest.mark.rule("DT-069")
def test_a_point_beyond_his_lowest_health_counts_in_its_phase():
    scene = titans("Agranok3@K1", both=True)
    scene.play("red-knight", on="Agranok", together="enchanted")
    assert scene.board == ""
    scene.undo()
    scene.play("barbarian", on="Agranok")
    assert scene.board == ""
    scene = titans("Agranok5@K1")
    scene.play("barbarian", on="Agranok")
    assert scene.board == "Agranok2@K1"
    scene.play("red-knight", on="Agranok")
    assert scene.board == ""


@pytest.mark.rule("DT-069")
def test_healed_between_two_points_he_begins_anew():
    scene = drawing("Agranok2@A1", supports="SupplyWagon3@K1 StonemasonsCart3@K2")
    scene.draw("draw-4-monster-tokens")
    scene.draw("red-monsters-move-1")
    assert scene.told("agranok-endured")[-1]["points"] == 1
    scene.draw("Healer", 6)
    assert scene.board == "Agranok3@K1 Healer2@F6"
    scene.draw("monsters-move-clockwise")
    assert scene.board == "Agranok2@K2 Healer2@F1"
    scene.draw("monsters-move-counter-clockwise")
    assert scene.board == "Agranok2@K1 Healer2@F6"
    assert scene.supports == "StonemasonsCart2@K2 SupplyWagon1@K1"


@pytest.mark.rule("DT-069")
def test_undo_takes_a_point_back():
    scene = titans("Agranok2@K1")
    scene.play("red-knight", on="Agranok")
    scene.undo()
    scene.play("red-knight", on="Agranok")
    assert scene.board == "Agranok2@K1"


@pytest.mark.rule("DT-070")
@pytest.mark.parametrize(("start", "towers", "end"), [("S2", "", "S2"), ("C1", "-1", "C2")])
def test_no_structure_hurts_him(start, towers, end):
    scene = titans(f"Agranok6@{start}", towers=towers)
    scene.done()
    assert scene.board == f"Agranok6@{end}"
    assert scene.down.split()[-1] in ("W2", "T2")


@pytest.mark.rule("DT-070")
def test_beside_others_he_is_not_the_one_whom_a_wall_hurts():
    scene = titans("Agranok6@S2 Orc@S2")
    scene.done()
    assert (scene.board, scene.asks) == ("Agranok6@S2 Orc1@S2", "draw")


# Cards that slay


@pytest.mark.rule("DT-026", "DT-091", "DT-092", "DT-176")
@pytest.mark.parametrize("card", SLAY_CARDS)
def test_a_card_that_slays_does_four_and_is_banished(card):
    scene = titans(f"Agranok8@{SLAY_CARDS[card]}", both=True)
    scene.play(card, on="Agranok")
    assert scene.board == f"Agranok4@{SLAY_CARDS[card]}"
    assert scene.game.table.banished == [card]
    assert scene.told("card-banished") == [{"card": card, "player": 1}]
    assert scene.hands == ["hand-loss"]


@pytest.mark.rule("DT-092")
def test_nice_shot_does_four_in_all_and_only_it_is_banished():
    scene = titans("Agranok8@K1")
    scene.play("red-knight", on="Agranok", together="nice-shot")
    assert (scene.board, scene.game.table.banished) == ("Agranok4@K1", ["nice-shot"])


@pytest.mark.rule("DT-099", "DT-091")
def test_wizard_quake_does_four_to_him_and_slays_the_others():
    scene = titans("Agranok7@K3 Orc@A3", both=True)
    scene.play("wizard-quake", at="T3")
    assert (scene.board, scene.down, scene.game.table.banished) == ("Agranok3@K3", "T3", ["wizard-quake"])
    assert scene.trophies(1) == "Orc"


@pytest.mark.rule("DT-182")
def test_wizard_quake_on_the_last_tower_loses():
    scene = titans("Agranok7@K3", both=True, towers="-1 -2 -4 -5 -6")
    scene.play("wizard-quake", at="T3")
    assert scene.result == "lost"


@pytest.mark.rule("DT-091")
def test_wizard_quake_that_meets_him_not_is_not_banished():
    scene = titans("Agranok7@K4 Orc@A3", both=True)
    scene.play("wizard-quake", at="T3")
    assert scene.game.table.banished == []


@pytest.mark.rule("DT-027", "DT-125")
def test_a_banished_card_is_not_played_again():
    scene = titans("Agranok8@K1 Orc@K2")
    scene.play("barbarian", on="Agranok")
    with scene.refuses("illegal-target", "banished"):
        scene.play("barbarian", on="Orc")
    scene.next_turn()
    with scene.refuses("illegal-target", "banished"):
        scene.play("barbarian", on="Orc")


@pytest.mark.rule("DT-091", "DT-094")
def test_two_slaying_cards_take_him_from_eight_to_nothing():
    scene = titans("Agranok8@A3")
    scene.play("barbarian", on="Agranok")
    scene.play("green-archer", on="Agranok", together="nice-shot")
    assert (scene.board, scene.card["destroyed"]) == ("", True)
    assert scene.game.table.banished == ["barbarian", "nice-shot"]
    assert scene.hands == ["hand-loss"]


@pytest.mark.rule("DT-091")
def test_a_slaying_that_is_only_reported_has_its_card_banished_by_the_people():
    scene = titans("Agranok8@K1", pace="guided")
    scene.answer(SlainReported(scene.monster("Agranok")))
    assert [scene.acknowledge(), scene.acknowledge()] == ["hand-loss", "banish"]
    assert (scene.board, scene.game.table.banished) == ("Agranok4@K1", [])
    scene.answer(HitReported(scene.monster("Agranok"), 2))
    assert scene.board == "Agranok2@K1"


@pytest.mark.rule("DT-095")
def test_no_boulder_touches_him():
    scene = drawing("Agranok7@A3 Orc@K3", both=True)
    scene.draw("GiantBoulder", 3)
    assert (scene.board, scene.down) == ("Agranok7@A3", "W3")
    scene.draw("FlamingBoulder", 3)
    assert scene.board == "Agranok7@A3"


# Fire


@pytest.mark.rule("DT-096", "DT-097", "DT-098")
@pytest.mark.parametrize(
    ("before", "after"), [("8^1", "Agranok7^1@K1"), ("2^1", "Agranok2^1@K1"), ("2^2", ""), ("3^2", "Agranok2^2@K1")]
)
def test_fire_burns_him_after_he_moved(before, after):
    scene = titans(f"Agranok{before}@A1", both=True)
    scene.done()
    assert scene.board == after
    assert scene.card["destroyed"] == (after == "")


@pytest.mark.rule("DT-169")
def test_a_burning_wall_gives_him_its_flames_and_no_damage():
    scene = titans("Agranok2@S3", both=True, walls="+3^1")
    scene.done()
    assert (scene.board, scene.down) == ("Agranok2^1@S3", "W3")


@pytest.mark.rule("DT-172")
def test_fire_comes_before_his_roll():
    scene = titans("Agranok2^2@A1", both=True, agranok=2)
    scene.done()
    assert (scene.board, scene.asks) == ("", "draw")
    scene = titans("Agranok8^2@A1", both=True, agranok=2)
    scene.done()
    assert (scene.board, scene.asks) == ("Agranok6^2@K1", "agranok-effect")


@pytest.mark.rule("DT-178", "DT-087")
def test_moved_by_a_token_he_burns_and_does_not_roll():
    scene = drawing("Agranok7^1@A1", both=True, agranok=2)
    scene.draw("red-monsters-move-1")
    assert (scene.board, scene.asks) == ("Agranok6^1@K1", "draw")


@pytest.mark.rule("DT-069")
def test_a_point_by_card_and_a_point_by_fire_are_points_of_two_phases():
    scene = titans("Agranok2^1@A1", both=True)
    scene.play("red-archer", on="Agranok")
    scene.done()
    assert scene.board == "Agranok2^1@K1"


@pytest.mark.rule("DT-069")
def test_to_look_whether_a_card_would_slay_him_costs_him_nothing():
    scene = titans("Agranok2@K1", both=True)
    with scene.refuses("bad-input", "missing-field"):
        scene.play("lightning-bolt", on="Agranok")
    scene.play("lightning-bolt", on="Agranok", to="arc-3")
    assert scene.board == "Agranok2@F3"
    scene.play("azriels-fist", on="Agranok")
    assert scene.board == ""


# When he rolls


@pytest.mark.rule("DT-082", "DT-083", "DT-084")
@pytest.mark.parametrize("level", LEVELS)
def test_he_marches_like_others_and_rolls_from_level_2_on(level):
    scene = titans("Agranok8@F2 Orc@K5", agranok=level)
    scene.done()
    assert scene.board == "Agranok8@A2 Orc2@S5"
    assert scene.asks == ("draw" if level == 1 else "agranok-effect")


@pytest.mark.rule("DT-085")
def test_tarred_he_does_not_roll():
    scene = titans("Agranok8@A2", agranok=2)
    scene.play("tar", on="Agranok")
    scene.done()
    assert (scene.board, scene.asks) == ("Agranok8t@A2", "draw")


@pytest.mark.rule("DT-085")
def test_frozen_he_does_not_roll():
    scene = titans("Agranok8@A2", agranok=2, both=True)
    scene.play("rain-of-ice")
    scene.done()
    assert (scene.board, scene.asks) == ("Agranok8@A2", "draw")


@pytest.mark.rule("DT-085")
def test_before_a_wall_he_has_moved_and_rolls():
    scene = titans("Agranok8@S2", agranok=2)
    scene.done()
    assert (scene.board, scene.down, scene.asks) == ("Agranok8@S2", "W2", "agranok-effect")


@pytest.mark.rule("DT-087")
def test_moved_by_a_card_he_does_not_roll():
    scene = titans("Agranok8@A2", agranok=2)
    scene.play("drive-him-back", on="Agranok")
    assert (scene.board, scene.asks) == ("Agranok8@F2", "play")


@pytest.mark.rule("DT-088")
@pytest.mark.parametrize(("start", "end"), [("S3", "C3"), ("C2", "C3")])
def test_in_the_castle_ring_he_does_not_roll(start, end):
    scene = titans(f"Agranok6@{start}", walls="-3", towers="-2 -3", agranok=4)
    scene.done()
    assert (scene.board, scene.asks) == (f"Agranok6@{end}", "draw")


@pytest.mark.rule("DT-085")
def test_a_correction_forgets_that_he_has_moved():
    scene = titans("Agranok8@F2", agranok=2)
    scene.done()
    assert scene.asks == "agranok-effect"
    scene.correct(walls={"1": {"standing": False}})
    assert scene.asks == "draw"
    scene.draw("Wither")
    scene.draw("red-plague")
    scene.play("tar", on="Agranok")
    scene.done()
    assert scene.asks == "draw"


# What an effect does


def rolling(monsters="Agranok8@F2", level=3, **wishes):
    """A scene in which his effect was rolled: line 5."""
    scene = titans(monsters, agranok=level, **wishes)
    scene.done()
    scene.roll(5)
    return scene


@pytest.mark.rule("DT-090")
def test_the_people_read_the_line_and_say_what_it_does():
    scene = rolling()
    assert scene.told("agranok-effect") == [{"piece": "agranok#1", "level": 3, "value": 5, "result": ""}]
    assert (scene.asks, scene.options) == (
        "agranok-result",
        "nothing forward clockwise counter-clockwise back giant-boulder herald-returns banish-top-card all-discard-1 "
        "draw-monster by-hand",
    )
    question = scene.game.request
    assert (question.level, question.value) == (3, 5)
    scene.choose("nothing")
    assert (scene.asks, scene.options) == ("agranok-remember", "yes no")
    scene.choose("no")
    assert (scene.board, scene.asks) == ("Agranok8@A2", "draw")
    assert not scene.told("agranok-remembered")


@pytest.mark.rule("DT-090")
def test_what_is_remembered_is_told_and_done_at_once_the_next_time():
    scene = rolling()
    scene.choose("clockwise")
    scene.choose("yes")
    assert scene.told("agranok-remembered") == [{"level": 3, "value": 5, "result": "clockwise"}]
    assert scene.board == "Agranok8@A3"
    scene.draw("Wither")
    scene.draw("red-plague")
    scene.done()
    scene.roll(5)
    assert (scene.board, scene.asks) == ("Agranok8@K4", "draw")
    assert scene.told("agranok-effect")[-1]["result"] == "clockwise"
    scene.undo(5)
    assert (scene.asks, scene.board) == ("agranok-remember", "Agranok8@A2")
    scene.choose("no")
    assert AgranokCard.of(scene.game.table).known == {}


@pytest.mark.rule("DT-090")
def test_what_the_owner_had_remembered_is_done_at_once():
    scene = rolling(agranok_effects={(3, 5): "back", (2, 5): "forward"})
    assert (scene.board, scene.asks) == ("Agranok8@F2", "draw")


def effect(result, monsters="Agranok8@F2", **wishes):
    """A scene in which a line that everybody knows was rolled."""
    return rolling(monsters, agranok_effects={(3, 5): result}, **wishes)


@pytest.mark.rule("DT-086")
@pytest.mark.parametrize(
    ("result", "end"),
    [("forward", "K2"), ("clockwise", "A3"), ("counter-clockwise", "A1"), ("back", "F2"), ("nothing", "A2")],
)
def test_he_moves_himself_and_does_not_roll_again(result, end):
    scene = effect(result)
    assert (scene.board, scene.asks) == (f"Agranok8@{end}", "draw")


@pytest.mark.rule("DT-086")
def test_moving_himself_he_strikes_walls_meets_supports_and_burns():
    scene = effect("forward", "Agranok8@K2")
    assert (scene.board, scene.down) == ("Agranok8@S2", "W2")
    scene = effect("forward", "Agranok8@A2", supports="SupplyWagon3@S2")
    assert (scene.board, scene.supports) == ("Agranok7@S2", "SupplyWagon2@S2")
    scene = effect("clockwise", "Agranok8^1@A2", both=True)
    assert scene.board == "Agranok6^1@K3"


def test_back_out_of_the_forest_he_does_not_go():
    scene = drawing("Agranok8@F2", agranok=3, agranok_effects={(3, 1): "back"})
    scene.draw("Herald", 4, 1)
    assert (scene.board, scene.asks) == ("Agranok8@F2 Herald2@F4", "draw")


def test_an_effect_rolls_a_giant_boulder():
    scene = effect("giant-boulder", "Agranok8@F2 Orc@F4")
    scene.roll(4)
    assert (scene.board, scene.down) == ("Agranok8@A2", "W4")


@pytest.mark.rule("DT-089")
def test_an_effect_brings_a_discarded_herald_back_and_that_rolls_nothing():
    scene = effect("herald-returns", discard="Herald#3 Herald#2", supports="SupplyWagon@F6")
    assert scene.asks == "monster-arc"
    scene.roll(6)
    assert (scene.board, scene.supports) == ("Agranok8@A2 Herald1@F6", "SupplyWagon2@F6")
    assert (scene.discard, scene.asks) == ("Herald", "draw")
    assert scene.monster("Herald").name == "herald#2"


@pytest.mark.rule("DT-089")
def test_without_a_discarded_herald_none_returns():
    scene = effect("herald-returns")
    assert scene.told("herald-missing") == [{}]
    assert scene.asks == "draw"


@pytest.mark.parametrize(("result", "topic"), [("banish-top-card", "banish"), ("all-discard-1", "all-discard")])
def test_an_effect_on_the_hands_is_told(result, topic):
    scene = effect(result)
    assert scene.told("hands-told") == [{"topic": topic, "source": "agranok", "count": 1}]


@pytest.mark.parametrize("result", ["banish-top-card", "all-discard-1", "by-hand"])
def test_the_people_say_when_an_effect_is_done(result):
    scene = titans("Agranok8@F2", agranok=3, agranok_effects={(3, 5): result}, pace="guided")
    scene.done()
    assert scene.acknowledge() == "move-pieces"
    scene.roll(5)
    topic = {"banish-top-card": "banish", "all-discard-1": "all-discard", "by-hand": "table-effect"}[result]
    assert scene.acknowledge() == topic
    assert scene.asks == "draw"


def test_an_effect_draws_a_token_before_the_usual_two():
    scene = effect("draw-monster")
    assert (scene.asks, scene.owed, scene.phase) == ("draw", 1, "move")
    scene.draw("draw-3-monster-tokens")
    assert (scene.owed, scene.phase) == (3, "move")
    for _ in range(3):
        scene.draw("Orc", 6)
    assert (scene.asks, scene.owed, scene.phase) == ("draw", 2, "draw")


def test_an_effect_in_phase_6_adds_a_token():
    scene = drawing("Agranok8@F2", agranok=3, agranok_effects={(3, 1): "draw-monster"})
    scene.draw("Herald", 4, 1)
    assert (scene.asks, scene.owed) == ("draw", 2)


def test_missing_keeps_an_effect_from_drawing():
    scene = titans("Agranok8@F2", agranok=3, agranok_effects={(3, 5): "draw-monster"})
    scene.play("missing")
    scene.done()
    scene.roll(5)
    assert (scene.phase, scene.player) == ("play", 2)
    assert [event["reason"] for event in scene.told("draw-skipped")] == ["missing", "missing"]


def test_every_result_of_the_vocabulary_is_built():
    assert all(callable(effect) for effect in EFFECTS.values())
    assert len(EFFECTS) == 11


# With The Wizard's Tower


def test_the_necromancer_calls_no_herald_that_was_not_slain():
    scene = drawing(heralds="Herald#1 Herald#2", both=True, agranok=1, harbingers=("necromancer",))
    summon(scene, "Herald#3")
    scene.harbinger("necromancer", 6)
    assert not scene.told("monster-returned")
    scene = drawing("Agranok8@F1 Herald#4@A2", both=True, version="co-op", harbingers=("necromancer",))
    scene.correct(turn={"phase": "play"})
    scene.play("barbarian", on="Herald")
    scene.correct(turn={"phase": "draw"})
    scene.harbinger("necromancer", 6)
    assert [event["piece"] for event in scene.told("monster-returned")] == ["herald#4"]


def test_a_spent_herald_that_a_correction_put_back_into_the_bag_is_not_spent_once_it_is_drawn():
    scene = drawing(heralds="Herald#1 Herald#2", agranok=1)
    summon(scene, "Herald#3")
    herald = scene.game.table.pieces["herald#3"]
    assert herald.spent
    scene.correct(bag={"pieces": ["herald#3", "orc#1", "orc#2"]})
    scene.draw("Herald#3", 5)
    assert "Herald2@F5" in scene.board
    assert not herald.spent


@pytest.mark.rule("DT-080")
def test_a_herald_in_the_doppelgangers_place_sets_off_his_effect():
    scene = titans("Agranok8@A2 Doppelganger@A5 Herald1@K1", both=True, agranok=2)
    scene.play("red-knight", on="Herald")
    assert scene.board == "Agranok8@A2 Herald2@A5"
    assert scene.asks == "agranok-effect"


def test_agranok_takes_no_doppelgangers_place():
    scene = titans("Agranok2@K1 Doppelganger@A5", both=True)
    scene.play("red-knight", on="Agranok", together="enchanted")
    assert scene.board == "Doppelganger0@A5"


@pytest.mark.rule("DT-002", "DT-094")
def test_agranok_slain_last_wins():
    scene = titans("Agranok2@K1", bag="")
    scene.play("red-knight", on="Agranok")
    assert scene.result == ""
    scene.play("red-knight", on="Agranok")
    assert scene.result == "won"


# Corrections


@pytest.mark.parametrize(
    ("fix", "reason"),
    [
        ({"card": 6}, "no-such-level"),
        ({"card": "open"}, "no-such-level"),
        ({"card": 1, "heralds": ["herald#1", "herald#2", "herald#3"]}, "heralds"),
        ({"card": 1, "heralds": ["orc#1"]}, "heralds"),
        ({"card": 1, "destroyed": True}, "agranok-destroyed"),
        (None, "no-such-level"),
    ],
)
def test_a_card_that_cannot_be_is_refused(fix, reason):
    scene = titans("Agranok8@A2")
    with scene.refuses("bad-value", reason):
        scene.correct(agranok=fix)


def test_his_card_is_corrected():
    scene = titans("Orc@A1", agranok="facedown")
    scene.correct(agranok={"card": 4, "heralds": ["herald#5"]})
    assert scene.card == {"card": 4, "heralds": ["herald#5"], "on_board": False, "destroyed": False}
    scene.correct(agranok={"card": "facedown"})
    assert scene.card["heralds"] == []
    assert scene.piece("Herald#5") in scene.game.table.bag
    scene.correct(agranok={"card": 4, "destroyed": True})
    assert scene.removed == "Agranok"
    scene.correct(monsters=[{"piece": "agranok#1", "space": "archer-2"}])
    assert (scene.board, scene.card["destroyed"]) == ("Agranok8@A2", False)
    scene.correct(monsters=[])
    assert (scene.board, scene.card["destroyed"]) == ("", False)
    scene.correct(removed=["agranok#1"])
    assert scene.card["destroyed"] is True


def test_his_health_is_corrected_within_what_he_can_have():
    scene = titans("Agranok8@A2")
    with scene.refuses("bad-value", "health"):
        scene.correct(monsters=[{"piece": "agranok#1", "space": "archer-2", "health": 1}])
    scene.correct(monsters=[{"piece": "agranok#1", "space": "archer-2", "health": 4}])
    assert (scene.board, scene.hands) == ("Agranok4@A2", [])


def test_with_a_facedown_card_on_the_board_his_level_is_asked_for_when_it_matters():
    scene = titans("Agranok8@F2", agranok="facedown")
    scene.done()
    assert scene.asks == "agranok-level"
    scene.choose("level-2")
    assert scene.asks == "agranok-effect"
