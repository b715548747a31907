"""The Dark Titan rulebook, Support Tokens: how they come, move, fight and help."""

from __future__ import annotations

import pytest

from companion.game.board import SPACES
from companion.game.boxes.dark_titan.supports import MoveSupport
from companion.game.rules.requests import DONE
from companion.talk.state import state_of
from tests.game.boxes.dark_titan.titan_table import BOTH, drawing, titans

HELPERS = ("ReserveSquad", "StonemasonsCart", "SupplyWagon")


# How they come


@pytest.mark.rule("DT-126", "DT-128", "DT-130")
@pytest.mark.parametrize("kind", HELPERS)
def test_a_drawn_support_comes_to_the_forest_by_the_die_and_is_one_of_the_tokens(kind):
    scene = drawing()
    scene.draw(kind)
    assert scene.asks == "support-arc"
    scene.roll(4)
    assert (scene.supports, scene.board, scene.asks, scene.owed) == (f"{kind}3@F4", "", "draw", 1)
    assert scene.told("support-placed")[0]["space"] == "forest-4"


@pytest.mark.rule("DT-130")
def test_the_people_place_it():
    scene = drawing("Goblin@F4", pace="guided")
    scene.draw("SupplyWagon", 4)
    assert scene.supports == "SupplyWagon3@F4"
    assert scene.acknowledge() == "place-piece"
    assert scene.supports == "SupplyWagon2@F4"


@pytest.mark.rule("DT-127")
def test_a_support_is_no_monster_to_be_slain():
    scene = titans("Goblin@K1", supports="SupplyWagon@F2", bag="")
    scene.play("red-knight", on="Goblin")
    assert scene.result == "won"


@pytest.mark.rule("DT-131")
def test_they_do_not_march():
    scene = titans("Orc@A5", supports="SupplyWagon@A4")
    scene.done()
    assert (scene.supports, scene.board) == ("SupplyWagon3@A4", "Orc2@K5")


@pytest.mark.rule("DT-137")
def test_no_token_moves_or_heals_them():
    scene = drawing("Orc1@A2", supports="SupplyWagon2@A1 ReserveSquad1@K5")
    scene.draw("draw-4-monster-tokens")
    for token in ("red-monsters-move-1", "monsters-move-clockwise"):
        scene.draw(token)
    scene.draw("Healer", 5)
    assert scene.supports == "ReserveSquad1@K5 SupplyWagon2@A1"
    assert scene.board == "Healer2@F5 Orc2@K3"


@pytest.mark.rule("DT-129")
def test_the_players_cannot_hurt_or_light_them():
    scene = titans("Orc@S1", supports="SupplyWagon@S1", both=True)
    scene.play("red-boiling-oil")
    scene.play("ring-of-fire")
    scene.play("rain-of-iron", at="arc-1")
    assert (scene.board, scene.supports) == ("", "SupplyWagon3@S1")


@pytest.mark.rule("DT-142")
def test_boulders_destroy_them():
    scene = drawing("Orc@K5", supports="SupplyWagon@A5 StonemasonsCart@A2 ReserveSquad@F5")
    scene.draw("GiantBoulder", 5)
    assert (scene.supports, scene.board) == ("StonemasonsCart3@A2", "")
    assert scene.discard == "GiantBoulder Orc ReserveSquad SupplyWagon"
    assert {event["cause"] for event in scene.told("support-lost")} == {"boulder"}


@pytest.mark.rule("DT-142")
def test_neither_flying_stones_nor_breath_do():
    scene = drawing(supports="SupplyWagon@A5", both=True)
    scene.draw("Trebuchet", 5)
    assert scene.supports == "SupplyWagon3@A5"
    scene = titans("Dragon@F5", supports="SupplyWagon@A5", both=True)
    scene.done()
    scene.roll(3)
    assert (scene.supports, scene.flames) == ("SupplyWagon3@A5", "W5^1")


# How they move


@pytest.mark.rule("DT-132")
def test_any_color_card_moves_one_space():
    scene = titans(supports="SupplyWagon@A4")
    for path in ("K5", "K3", "S4", "A6"):
        with scene.refuses("illegal-target", "support-way"):
            scene.support("SupplyWagon", path, "red")
    with scene.refuses("illegal-target", "support-steps"):
        scene.support("SupplyWagon", "K4 S4", "red")
    with scene.refuses("illegal-target", "support-steps"):
        scene.support("SupplyWagon", "", "red")
    scene.support("SupplyWagon", "K4", "red")
    assert scene.supports == "SupplyWagon3@K4"
    assert scene.told("support-moved") == [
        {"piece": "supply-wagon#1", "from": "archer-4", "to": "knight-4", "color": "red"}
    ]


@pytest.mark.rule("DT-133", "DT-184")
@pytest.mark.parametrize(
    ("start", "path", "color"),
    [
        ("A4", "A3 K3", "green"),
        ("A4", "K4", "green"),
        ("F4", "A4 K4", "green"),
        ("F5", "F6 F1", "blue"),
        ("S2", "S3 S4", "any"),
        ("A1", "F1 A1", "red"),
    ],
)
def test_a_card_of_its_own_color_moves_two_in_any_directions(start, path, color):
    scene = titans(supports=f"SupplyWagon@{start}")
    scene.support("SupplyWagon", path, color)
    assert scene.supports == f"SupplyWagon3@{path[-2:]}"


@pytest.mark.rule("DT-133")
def test_three_are_too_many():
    scene = titans(supports="SupplyWagon@A4")
    with scene.refuses("illegal-target", "support-steps"):
        scene.support("SupplyWagon", "K4 S4 S3", "green")


@pytest.mark.rule("DT-135")
def test_as_many_cards_as_one_likes():
    scene = titans(supports="SupplyWagon@A4")
    scene.support("SupplyWagon", "K4 S4", "green")
    scene.support("SupplyWagon", "S5", "red")
    scene.support("SupplyWagon", "K5 K6", "blue")
    assert scene.supports == "SupplyWagon3@K6"


@pytest.mark.rule("DT-132")
def test_what_is_no_support_on_the_board_is_not_moved():
    scene = titans("Orc@A4")
    for piece, reason in (("Orc#1", "no-support"), ("SupplyWagon#1", "not-on-board")):
        with scene.refuses("illegal-target", reason):
            scene.answer(MoveSupport(scene.piece(piece), (SPACES["knight-4"],), "green"))


@pytest.mark.rule("DT-143")
def test_no_way_leads_on_from_the_castle():
    scene = titans(supports="SupplyWagon@S1")
    with scene.refuses("illegal-target", "support-way"):
        scene.support("SupplyWagon", "C1 S1", "red")


# How they fight


@pytest.mark.rule("DT-136", "DT-138", "DT-139")
def test_it_fights_whom_it_passes_and_whom_it_meets():
    scene = titans("Orc@K3 Troll@S4", supports="SupplyWagon@A3")
    scene.support("SupplyWagon", "K3 S3", "green")
    assert (scene.supports, scene.board) == ("SupplyWagon2@S3", "Orc1@K3 Troll3@S4")
    scene.support("SupplyWagon", "S4", "red")
    assert (scene.supports, scene.board) == ("SupplyWagon1@S4", "Orc1@K3 Troll2@S4")
    assert scene.told("support-fought")[0] == {
        "piece": "supply-wagon#1", "monster": "orc#1", "space": "knight-3", "health": 2,
    }  # fmt: skip


@pytest.mark.rule("DT-136")
def test_one_that_falls_on_the_way_goes_no_farther():
    scene = titans("Orc@K3", supports="SupplyWagon1@A3")
    scene.support("SupplyWagon", "K3 S3", "green")
    assert (scene.supports, scene.board, scene.discard) == ("", "Orc1@K3", "SupplyWagon")


@pytest.mark.rule("DT-138", "DT-139", "DT-185")
def test_monsters_that_walk_into_one_fight_and_nobody_keeps_them():
    scene = titans("Orc@A2 Goblin@A5", supports="SupplyWagon3@K2 ReserveSquad1@K5")
    scene.done()
    assert (scene.supports, scene.board) == ("SupplyWagon2@K2", "Orc1@K2")
    assert (scene.discard, scene.trophies(1)) == ("Goblin ReserveSquad", "")


@pytest.mark.rule("DT-138")
def test_they_fight_once_each_time_they_come_together():
    scene = titans("Orc@S2 Troll@F2", supports="SupplyWagon@S2")
    scene.play("tar", on="Orc")
    scene.done()
    assert (scene.supports, scene.board) == ("SupplyWagon3@S2", "Orc2t@S2 Troll3@A2")
    scene = titans("Orc@K2", supports="SupplyWagon@K3")
    scene.support("SupplyWagon", "K2 K3", "green")
    scene.support("SupplyWagon", "K2", "red")
    assert (scene.supports, scene.board) == ("SupplyWagon1@K2", "")


@pytest.mark.rule("DT-138")
def test_a_monster_that_a_card_moves_to_one_fights():
    scene = titans("Orc@K2", supports="SupplyWagon@F2")
    scene.play("drive-him-back", on="Orc")
    assert (scene.supports, scene.board) == ("SupplyWagon2@F2", "Orc1@F2")


@pytest.mark.rule("DT-138", "DT-180")
def test_a_monster_that_is_drawn_onto_one_fights():
    scene = drawing(supports="SupplyWagon@F2")
    scene.draw("Orc", 2)
    assert (scene.supports, scene.board) == ("SupplyWagon2@F2", "Orc1@F2")
    scene.draw("Goblin", 2)
    assert (scene.supports, scene.board, scene.discard) == ("SupplyWagon1@F2", "Orc1@F2", "Goblin")


@pytest.mark.rule("DT-130", "DT-138")
def test_one_that_is_drawn_onto_a_monster_fights():
    scene = drawing("Goblin@F4")
    scene.draw("ReserveSquad", 4)
    assert (scene.supports, scene.board) == ("ReserveSquad2@F4", "")


@pytest.mark.rule("DT-118")
def test_against_elites_no_die_is_rolled():
    scene = titans("EliteOrc@A3", supports="SupplyWagon@K3")
    scene.done()
    assert (scene.supports, scene.board) == ("SupplyWagon2@K3", "EliteOrc1@K3")
    assert not scene.told("rolled")


@pytest.mark.rule("DT-140", "DT-141")
def test_each_fights_one_of_those_it_meets_and_the_players_choose():
    scene = titans("Orc@A2 Troll@A2", supports="SupplyWagon@K2")
    scene.done()
    assert (scene.asks, scene.options) == ("support-fight", "orc#1 troll#1")
    scene.choose("troll#1")
    assert (scene.supports, scene.board, scene.asks) == ("SupplyWagon2@K2", "Orc2@K2 Troll2@K2", "draw")


@pytest.mark.rule("DT-140")
def test_one_whom_it_has_met_before_is_not_fought_again():
    scene = titans("Orc@K2 Troll@A2", supports="SupplyWagon@K2")
    scene.play("tar", on="Orc")
    scene.done()
    assert (scene.supports, scene.board) == ("SupplyWagon2@K2", "Orc2t@K2 Troll2@K2")


@pytest.mark.rule("DT-141")
def test_several_fight_in_the_order_of_the_players():
    scene = titans("Orc@A2", supports="SupplyWagon@K2 StonemasonsCart2@K2")
    scene.done()
    assert (scene.asks, scene.options) == ("support-order", "supply-wagon#1 stonemasons-cart#1")
    scene.choose("supply-wagon#1")
    assert (scene.supports, scene.board) == ("StonemasonsCart1@K2 SupplyWagon2@K2", "")


@pytest.mark.rule("DT-181")
def test_when_the_last_foe_is_dead_the_others_do_not_fight():
    scene = titans("Goblin@A2", supports="SupplyWagon@K2 StonemasonsCart2@K2")
    scene.done()
    scene.choose("stonemasons-cart#1")
    assert (scene.supports, scene.board) == ("StonemasonsCart1@K2 SupplyWagon3@K2", "")


@pytest.mark.rule("DT-141")
def test_three_supports_are_put_in_order_one_by_one():
    scene = titans("Troll@A2", supports="SupplyWagon@K2 StonemasonsCart2@K2 ReserveSquad1@K2")
    scene.done()
    scene.choose("reserve-squad#1")
    assert (scene.asks, scene.options) == ("support-order", "supply-wagon#1 stonemasons-cart#1")
    scene.choose("stonemasons-cart#1")
    assert (scene.supports, scene.board) == ("StonemasonsCart1@K2 SupplyWagon2@K2", "")


@pytest.mark.rule("DT-173")
def test_it_sets_the_boom_troll_off_and_the_blast_spares_it():
    scene = titans("BoomTroll1@A1 Orc@A1", supports="SupplyWagon@K1")
    scene.done()
    scene.choose("boom-troll#1")
    assert (scene.supports, scene.board, scene.trophies(1)) == ("SupplyWagon2@K1", "Orc1@K1", "")


@pytest.mark.rule("DT-138")
def test_the_fight_comes_before_the_fire():
    scene = titans("Orc^1@A1", supports="SupplyWagon@K1", both=True)
    scene.done()
    assert (scene.supports, scene.board) == ("SupplyWagon2@K1", "")
    assert [event["cause"] for event in scene.told("monster-damaged")] == ["support"]
    assert [event["cause"] for event in scene.told("monster-slain")] == ["fire"]


@pytest.mark.rule("DT-138")
def test_the_doppelganger_fights_nobody():
    scene = titans("Doppelganger@A1", supports="SupplyWagon@A2", both=True)
    scene.support("SupplyWagon", "A1", "red")
    assert scene.supports == "SupplyWagon3@A1"


@pytest.mark.rule("DT-138")
def test_an_imp_that_comes_to_one_fights():
    scene = drawing(supports="SupplyWagon@F2", both=True)
    scene.draw("1-imp-per-tower")
    assert scene.supports == "SupplyWagon2@F2"
    assert "Imp1@F2" not in scene.board


# How they help


def arriving(support, monsters="", **wishes):
    """A scene in which a Support reaches the Castle in arc 1."""
    scene = titans(monsters, supports=f"{support}@S1", **wishes)
    scene.support(support.rstrip("0123456789"), "C1", "green")
    return scene


@pytest.mark.rule("DT-126", "DT-143")
def test_it_leaves_the_board_without_a_fight_past_a_standing_wall():
    scene = arriving("SupplyWagon2", "Troll@C1", towers="-1")
    assert (scene.supports, scene.board, scene.removed, scene.down) == ("", "Troll3@C1", "SupplyWagon", "T1")
    assert scene.told("support-arrived") == [{"piece": "supply-wagon#1", "space": "castle-1", "health": 2}]


@pytest.mark.rule("DT-133", "DT-143")
def test_a_matching_card_carries_it_through_the_swordsman_ring():
    scene = titans("Orc@S1", supports="SupplyWagon3@K1")
    scene.support("SupplyWagon", "S1 C1", "red")
    assert (scene.board, scene.told("support-arrived")[0]["health"]) == ("Orc1@S1", 2)


@pytest.mark.rule("DT-146", "DT-147")
def test_the_supply_wagon_has_everybody_draw_as_much_as_its_health():
    scene = arriving("SupplyWagon2", pace="guided")
    assert scene.told("hands-told") == [{"topic": "wagon-draw", "source": "supply-wagon", "count": 2}]
    assert scene.game.request.facts["count"] == 2
    assert scene.acknowledge() == "wagon-draw"


@pytest.mark.rule("DT-144")
def test_the_reserve_squad_spreads_its_points_anywhere():
    scene = arriving("ReserveSquad2", "Orc@F4 Troll@C2 Troll#2@A6", towers="-2")
    assert (scene.asks, scene.options) == ("reserve-squad-damage", "orc#1 troll#1 troll#2")
    assert (scene.game.request.least, scene.game.request.most) == (2, 2)
    with scene.refuses("unknown-option", "how-many"):
        scene.answer([scene.monster("Orc")])
    scene.choose("orc#1 troll#1")
    assert scene.board == "Orc1@F4 Troll2@C2 Troll3@A6"


@pytest.mark.rule("DT-144", "DT-185")
def test_all_its_points_may_fall_on_one_and_nobody_keeps_it():
    scene = arriving("ReserveSquad2", "Orc@F4 Troll@C2", towers="-2")
    scene.choose("orc#1 orc#1")
    assert (scene.board, scene.discard, scene.trophies(1)) == ("Troll3@C2", "Orc", "")


@pytest.mark.rule("DT-144")
@pytest.mark.parametrize(
    ("monsters", "after"),
    [
        ("Troll@F4", "Troll1@F4"),
        ("", ""),
        ("Goblin@F1 Goblin#2@C2", ""),
        ("Goblin@A3", ""),
        ("Agranok8@F2", "Agranok6@F2"),
    ],
)
def test_where_there_is_nothing_to_choose_nobody_is_asked(monsters, after):
    scene = arriving("ReserveSquad2", monsters, towers="-2", bag="Orc")
    assert (scene.board, scene.asks) == (after, "play")


@pytest.mark.rule("DT-144")
def test_agranok_takes_its_points_by_his_own_rule():
    scene = arriving("ReserveSquad3", "Agranok2@F2 Goblin@F1")
    assert scene.board == ""
    scene = arriving("ReserveSquad2", "Agranok2@F2 Goblin@F1")
    scene.choose("agranok#1 goblin#1")
    assert scene.board == "Agranok2@F2"


@pytest.mark.rule("DT-145")
def test_the_cart_builds_walls_of_the_players_choice():
    scene = arriving("StonemasonsCart2", walls="-1 -3 -5")
    assert (scene.asks, scene.options) == ("stonemason-walls", "wall-1 wall-3 wall-5")
    for walls in (["wall-1"], ["wall-1", "wall-1"]):
        with scene.refuses("unknown-option", "how-many"):
            scene.answer([scene.game.table.walls[int(name[-1]) - 1] for name in walls])
    scene.choose("wall-1 wall-5")
    assert scene.down == "W3"


@pytest.mark.rule("DT-145")
@pytest.mark.parametrize(("health", "walls"), [(3, "-1"), (2, "-2 -4"), (3, "")])
def test_where_all_walls_can_be_built_nobody_is_asked(health, walls):
    scene = arriving(f"StonemasonsCart{health}", walls=walls)
    assert (scene.down, scene.asks) == ("", "play")


@pytest.mark.rule("DT-145")
def test_one_wall_is_chosen_with_one_option():
    scene = arriving("StonemasonsCart1", walls="-1 -3")
    scene.choose("wall-3")
    assert scene.down == "W1"


# Corrections and undo


def test_supports_are_corrected():
    scene = titans(supports="SupplyWagon@A4")
    scene.correct(supports=[{"piece": "reserve-squad#1", "space": "knight-2", "health": 1}])
    assert scene.supports == "ReserveSquad1@K2"
    assert scene.piece("SupplyWagon#1") in scene.game.table.bag
    scene.correct(monster_discard=["reserve-squad#1"])
    assert (scene.supports, scene.discard) == ("", "ReserveSquad")


@pytest.mark.parametrize(
    ("fix", "reason"),
    [
        ({"piece": "supply-wagon#1", "space": "castle-2"}, "no-such-space"),
        ({"piece": "supply-wagon#1", "space": "moat-2"}, "no-such-space"),
        ({"piece": "supply-wagon#1", "space": "archer-2", "health": 4}, "health"),
        ({"piece": "supply-wagon#1", "space": "archer-2", "health": 0}, "health"),
        ({"piece": "orc#1", "space": "archer-2"}, "no-support"),
    ],
)
def test_supports_that_cannot_be_are_refused(fix, reason):
    scene = titans(supports="SupplyWagon@A4")
    with scene.refuses("bad-value", reason):
        scene.correct(supports=[fix])


def test_a_support_is_no_monster_on_the_board():
    scene = titans()
    with scene.refuses("bad-value", "no-monster"):
        scene.correct(monsters=[{"piece": "supply-wagon#1", "space": "archer-2"}])


def test_whom_a_correction_brings_together_does_not_fight():
    scene = titans("Orc@A2", supports="SupplyWagon@A2")
    scene.correct(monsters=[{"piece": "orc#1", "space": "knight-4"}, {"piece": "orc#2", "space": "archer-2"}])
    scene.play("missing")
    assert (scene.supports, scene.board) == ("SupplyWagon3@A2", "Orc2@A2 Orc2@K4")


def test_undo_brings_supports_and_their_meetings_back():
    scene = titans("Orc@K2", supports="SupplyWagon@A2")
    before = state_of(scene.game.table)
    scene.support("SupplyWagon", "K2", "blue")
    after = state_of(scene.game.table)
    scene.undo()
    assert state_of(scene.game.table) == before
    scene.redo()
    assert state_of(scene.game.table) == after
    scene.answer(DONE)
    assert scene.supports == "SupplyWagon2@K2"


@pytest.mark.rule("WT-157")
@pytest.mark.parametrize("boxes", [BOTH, (BOTH[0], BOTH[2], BOTH[1])])
def test_a_monster_that_a_support_slays_takes_the_doppelgangers_place_at_once(boxes):
    scene = titans("Orc@S4 Doppelganger@F3", supports="ReserveSquad@K4", both=True, boxes=boxes)
    scene.play("green-swordsman", on="Orc", together="knock-back")
    assert scene.board == "Orc2@F3"
    assert "doppelganger#1" in [token.name for token in scene.game.table.discard]


@pytest.mark.rule("WT-159")
@pytest.mark.parametrize("boxes", [BOTH, (BOTH[0], BOTH[2], BOTH[1])])
def test_a_monster_that_takes_a_place_in_the_march_is_put_down_before_it_fights_a_support_there(boxes):
    scene = titans("Goblin@S1 Doppelganger@K3", supports="ReserveSquad@K3", both=True, boxes=boxes, pace="guided")
    scene.answer(DONE)
    asked = []
    while scene.asks != "draw" and len(asked) < 9:
        asked.append((scene.asks, scene.board))
        scene.game.answer(None)
    assert ("place-piece", "Goblin1@K3") in asked
    assert (scene.board, scene.supports) == ("", "ReserveSquad2@K3")
