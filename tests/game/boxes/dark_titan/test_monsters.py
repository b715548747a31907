"""The Dark Titan rulebook, Boom Troll, Dark Sorceress, Elite Monsters, Plagues, Wither, and Victory Points."""

from __future__ import annotations

import pytest

from companion.game.rules.harbingers import MegaBoss
from companion.game.rules.reports import HitReported
from companion.talk.state import state_of
from tests.game.boxes.dark_titan.titan_table import drawing, titans

DEMOLITION = {"variants": ("more-panic-demolition-man",)}


# The Boom Troll


@pytest.mark.rule("DT-100", "DT-103", "DT-148")
def test_slain_it_bursts_and_the_slayer_keeps_those_who_die_of_it():
    scene = titans("BoomTroll1@K1 Orc@K1 Goblin@K1 Orc#2@K2 Orc#3@A1")
    scene.play("red-knight", on="BoomTroll")
    assert scene.board == "Orc1@K1 Orc2@A1 Orc2@K2"
    assert scene.trophies(1) == "BoomTroll Goblin"
    assert scene.game.table.points(1) == 4
    assert scene.told("troll-burst") == [{"piece": "boom-troll#1", "space": "knight-1"}]


@pytest.mark.rule("DT-103")
def test_in_co_op_nobody_keeps_anything():
    scene = titans("BoomTroll1@K1 Goblin@K1", version="co-op")
    scene.play("red-knight", on="BoomTroll")
    assert scene.discard == "BoomTroll Goblin"


@pytest.mark.rule("DT-100")
def test_whoever_slays_it_it_bursts():
    scene = titans("BoomTroll3@K1 Troll@K1")
    scene.play("barbarian", on="BoomTroll")
    assert scene.board == "Troll2@K1"
    scene = drawing("BoomTroll3@K1 Troll@S2", both=True)
    scene.correct(turn={"phase": "play"})
    scene.play("wizard-quake", at="T1")
    assert scene.board == "Troll3@S2"


@pytest.mark.rule("DT-100")
def test_a_boulder_that_crushes_it_makes_it_burst_where_it_stood():
    scene = drawing("BoomTroll3@K1 Agranok8@K1 DarkSorceress5@K1")
    scene.draw("GiantBoulder", 1)
    assert scene.board == "Agranok7@K1 DarkSorceress4@K1"


@pytest.mark.rule("DT-102")
@pytest.mark.parametrize(("where", "card"), [("S4", "green-swordsman"), ("C4", "barbarian")])
def test_slain_beside_the_castle_it_leaves_the_castle_whole(where, card):
    scene = titans(f"BoomTroll1@{where}", towers="-4" if where == "C4" else "")
    scene.play(card, on="BoomTroll")
    assert (scene.board, scene.down) == ("", "T4" if where == "C4" else "")


@pytest.mark.rule("DT-101")
def test_at_a_wall_it_takes_fortify_wall_and_tower_of_the_arc():
    scene = titans("BoomTroll2@S4", walls="+4f")
    scene.done()
    assert (scene.board, scene.down, scene.fortified) == ("", "W4 T4", "")
    assert (scene.discard, scene.trophies(1)) == ("BoomTroll", "")
    assert scene.told("troll-struck") == [{"piece": "boom-troll#1", "space": "swordsman-4", "arcs": [4]}]


@pytest.mark.rule("DT-101")
def test_at_a_tower_it_takes_the_wall_of_the_arc_too():
    scene = titans("BoomTroll2@C3", towers="-3")
    scene.done()
    assert (scene.board, scene.down) == ("", "W4 T3 T4")


@pytest.mark.rule("DT-101")
def test_moved_by_a_token_it_blows_up_just_so():
    scene = drawing("BoomTroll2@S4")
    scene.draw("green-monsters-move-1")
    assert (scene.board, scene.down) == ("", "W4 T4")


@pytest.mark.rule("DT-101")
def test_at_the_last_tower_it_loses_the_game():
    scene = titans("BoomTroll2@S4", towers="-1 -2 -3 -5 -6")
    scene.done()
    assert (scene.result, scene.down) == ("lost", "W4 T1 T2 T3 T4 T5 T6")


@pytest.mark.rule("DT-101")
def test_those_beside_it_lose_a_point_when_all_have_moved():
    scene = titans("BoomTroll3@S4 Troll@S4 Goblin@K4 Orc@S3", walls="-3")
    scene.done()
    assert scene.board == "Orc1@C3 Troll1@S4"
    assert (scene.down, scene.discard, scene.trophies(1)) == ("W3 W4 T3 T4", "BoomTroll Goblin", "")


@pytest.mark.rule("DT-101")
def test_who_enters_the_tower_beside_it_meets_the_tower_first():
    scene = titans("BoomTroll3@S4 Troll@C3", towers="-3")
    scene.done()
    assert (scene.board, scene.down) == ("Troll2@C4", "W4 T3 T4")
    assert len(scene.told("tower-fell")) == 1


@pytest.mark.rule("DT-104")
def test_burst_after_burst():
    scene = titans("BoomTroll1@K2 Phoenix@K2 Orc@K2 Hydra4@K2", both=True)
    scene.play("red-knight", on="BoomTroll")
    assert scene.board == "Hydra3^1@K2 Imp1@F2 Imp1@F2 Orc1^1@K2"
    assert scene.trophies(1) == "BoomTroll Phoenix"


@pytest.mark.rule("DT-167")
@pytest.mark.parametrize(("health", "down"), [(3, "W3 W4 T3 T4"), (2, "W3 T3")])
def test_demolition_man_takes_both_arcs_of_the_color_at_full_health(health, down):
    scene = titans(f"BoomTroll{health}@S3", **DEMOLITION)
    scene.done()
    assert (scene.board, scene.down) == ("", down)


@pytest.mark.rule("DT-167")
def test_demolition_man_goes_by_the_color_of_the_tower():
    scene = titans("BoomTroll3@C2", towers="-2", **DEMOLITION)
    scene.done()
    assert scene.down == "W3 W4 T2 T3 T4"


def test_the_doppelganger_feels_no_blast():
    scene = titans("BoomTroll1@K1 Doppelganger@K1 Orc@K1", both=True)
    scene.play("red-knight", on="BoomTroll")
    assert scene.board == "BoomTroll3@K1 Orc1@K1"


# The Dark Sorceress


@pytest.mark.rule("DT-105", "DT-106", "DT-107", "DT-108")
def test_her_harbinger_leaves_all_discard_and_she_comes_by_the_die():
    scene = drawing()
    scene.draw("harbinger-dark-sorceress")
    assert scene.told("hands-told") == [{"topic": "all-discard", "source": "harbinger-dark-sorceress", "count": 1}]
    assert scene.asks == "mega-boss"
    with scene.refuses("illegal-target", "wrong-boss"):
        scene.boss("Agranok")
    scene.boss("DarkSorceress")
    assert scene.asks == "mega-boss-arc"
    scene.roll(6)
    assert (scene.board, scene.removed) == ("DarkSorceress5@F6", "HarbingerDarkSorceress")
    assert isinstance(scene.monster("DarkSorceress"), MegaBoss)


@pytest.mark.rule("DT-106")
def test_the_people_discard_before_they_look_for_her():
    scene = drawing(pace="guided")
    scene.draw("harbinger-dark-sorceress")
    assert scene.acknowledge() == "all-discard"
    assert scene.asks == "mega-boss"


@pytest.mark.rule("DT-108")
def test_while_she_stands_hands_are_smaller_by_one():
    scene = titans("DarkSorceress1@K1")
    assert state_of(scene.game.table)["turn"]["hand_size"] == 4
    scene.play("red-knight", on="DarkSorceress")
    assert state_of(scene.game.table)["turn"]["hand_size"] == 5


@pytest.mark.rule("DT-174")
def test_a_full_hand_is_the_smaller_one():
    scene = titans("DarkSorceress@A1", both=True)
    scene.play("thalgars-blessing")
    assert scene.hands == ["fill-hands"]
    assert scene.game.table.hand_size == 4


@pytest.mark.rule("DT-109")
def test_no_boulder_touches_her():
    scene = drawing("DarkSorceress4@K1 Orc@S1", both=True)
    scene.draw("GiantBoulder", 1)
    assert (scene.board, scene.down) == ("DarkSorceress4@K1", "W1")
    scene.draw("FlamingBoulder", 1)
    assert scene.board == "DarkSorceress4@K1"


@pytest.mark.rule("DT-110")
def test_she_is_worth_five():
    scene = titans("DarkSorceress1@K1")
    scene.play("red-knight", on="DarkSorceress")
    assert (scene.trophies(1), scene.game.table.points(1)) == ("DarkSorceress", 5)


@pytest.mark.rule("DT-105")
def test_with_both_boxes_her_harbinger_is_none_of_the_three_secret_ones():
    scene = drawing(both=True)
    assert scene.game.table.unseen_left == 3
    assert scene.piece("harbinger-dark-sorceress#1") in scene.game.table.bag


# Elites


@pytest.mark.rule("DT-111", "DT-112", "DT-113")
@pytest.mark.parametrize(("value", "health"), [(1, 3), (2, 3), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_a_hit_is_rolled_for_and_misses_on_one_and_two(value, health):
    scene = titans("EliteTroll@A4")
    scene.play("green-archer", on="EliteTroll")
    assert (scene.asks, scene.board) == ("elite-hit", "EliteTroll3@A4")
    scene.roll(value)
    assert (scene.asks, scene.board) == ("play", f"EliteTroll{health}@A4")
    missed = [{"piece": "elite-troll#1", "space": "archer-4", "value": value}] if value < 3 else []
    assert scene.told("attack-missed") == missed


@pytest.mark.rule("DT-111")
@pytest.mark.parametrize("card", ["blue-hero", "any-color-swordsman", "blue-swordsman"])
def test_every_kind_of_hit_card_is_rolled_for(card):
    scene = titans("EliteOrc@S6")
    scene.play(card, on="EliteOrc")
    assert scene.asks == "elite-hit"


@pytest.mark.rule("DT-111")
def test_a_reported_hit_is_rolled_for():
    scene = titans("EliteOrc@S6")
    scene.answer(HitReported(scene.monster("EliteOrc"), 1))
    scene.roll(3)
    assert scene.board == "EliteOrc1@S6"


@pytest.mark.rule("DT-111")
def test_a_card_that_does_not_reach_is_refused_before_any_roll():
    scene = titans("EliteOrc@K1")
    with scene.refuses("illegal-target", "hit-ring"):
        scene.play("red-archer", on="EliteOrc")


@pytest.mark.rule("DT-114", "DT-115")
def test_specials_are_played_with_the_hit_and_wasted_on_a_miss():
    scene = titans("EliteTroll@K1", both=True)
    scene.play("red-knight", on="EliteTroll", together="nice-shot knock-back flaming enchanted")
    scene.roll(1)
    assert (scene.board, scene.game.table.banished) == ("EliteTroll3@K1", [])
    with scene.refuses("illegal-target", "special-alone"):
        scene.play("enchanted", on="EliteTroll")


@pytest.mark.rule("DT-113", "DT-114")
def test_specials_help_a_hit_that_lands():
    scene = titans("EliteTroll@K1", both=True)
    scene.play("red-knight", on="EliteTroll", together="knock-back flaming")
    scene.roll(3)
    assert scene.board == "EliteTroll2^1@A1"
    scene.play("red-archer", on="EliteTroll", together="nice-shot")
    scene.roll(6)
    assert (scene.board, scene.trophies(1)) == ("", "EliteTroll")


@pytest.mark.rule("DT-116", "DT-117")
@pytest.mark.parametrize(
    ("monster", "card", "aim"),
    [
        ("EliteOrc2@S1", "red-boiling-oil", {}),
        ("EliteOrc1@C1", "barbarian", {"on": "EliteOrc"}),
        ("EliteOrc2@F1", "azriels-fist", {"on": "EliteOrc"}),
        ("EliteOrc2@F1", "red-fireball", {"on": "EliteOrc"}),
    ],
)
def test_nothing_else_is_rolled_for(monster, card, aim):
    scene = titans(monster, both=True, towers="-1")
    scene.play(card, **aim)
    assert scene.asks == "play"
    assert monster not in scene.board
    assert not scene.told("rolled")


@pytest.mark.rule("DT-171")
def test_double_strike_rolls_for_each_use_and_a_special_goes_with_its_own():
    scene = titans("EliteTroll@A1", both=True)
    scene.play("double-strike", on="EliteTroll EliteTroll", hit="red-archer")
    scene.roll(1)
    assert scene.asks == "elite-hit"
    scene.roll(6)
    assert scene.board == "EliteTroll2@A1"
    scene.play("double-strike", on="EliteTroll EliteTroll", together="knock-back", hit="red-archer", with_on=0)
    scene.roll(1)
    scene.roll(6)
    assert scene.board == "EliteTroll1@A1"


@pytest.mark.rule("DT-149")
@pytest.mark.parametrize(
    ("kind", "health", "points"), [("EliteGoblin", 1, 2), ("EliteOrc", 2, 3), ("EliteTroll", 3, 4)]
)
def test_elites_are_worth_their_health_plus_one(kind, health, points):
    scene = titans(f"{kind}@K1")
    assert scene.board == f"{kind}{health}@K1"
    scene.play("barbarian", on=kind)
    assert scene.game.table.points(1) == points


@pytest.mark.rule("DT-002")
def test_the_last_monster_slain_with_a_tower_standing_wins():
    scene = titans("EliteGoblin@K1", bag="", towers="-1 -2 -3 -4 -5")
    scene.play("red-knight", on="EliteGoblin")
    scene.roll(3)
    assert scene.result == "won"


@pytest.mark.rule("DT-150")
def test_a_herald_is_worth_two():
    scene = titans("Herald@A1", destroyed=True)
    scene.play("red-archer", on="Herald")
    scene.play("red-hero", on="Herald")
    assert (scene.trophies(1), scene.game.table.points(1)) == ("Herald", 2)


# Plagues and Wither


@pytest.mark.rule("DT-024", "DT-119", "DT-120", "DT-121", "DT-123")
@pytest.mark.parametrize(
    ("token", "topic"),
    [("red-plague", "plague"), ("green-plague", "plague"), ("blue-plague", "plague"), ("Wither", "banish")],
)
def test_plagues_and_wither_are_told_and_discarded(token, topic):
    scene = drawing("Orc@A5", pace="guided")
    scene.draw(token)
    assert scene.told("hands-told") == [{"topic": topic, "source": token.lower(), "count": 1}]
    assert scene.acknowledge() == topic
    assert (scene.board, scene.discard.replace("Plague", "-plague").lower(), scene.asks) == (
        "Orc2@A5", token.lower(), "draw",
    )  # fmt: skip


@pytest.mark.rule("DT-024", "DT-025", "DT-122")
@pytest.mark.parametrize(
    ("card", "colors"),
    [
        ("green-boiling-oil", "green"),
        ("red-fireball", "red"),
        ("mortar", ""),
        ("blue-archer", "blue"),
        ("red-hero", "red"),
        ("any-color-knight", "blue green red"),
        ("change-color", ""),
        ("barbarian", ""),
        ("cavalier", ""),
    ],
)
def test_a_color_card_has_a_color_in_its_title(card, colors):
    scene = titans(both=True)
    assert " ".join(sorted(scene.game.table.cards[card].colors)) == colors
