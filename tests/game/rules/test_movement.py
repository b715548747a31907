"""Castle Panic rulebook, Move Monsters: the march, Walls and Towers."""

from __future__ import annotations

import pytest

from tests.game.rules.table import table


@pytest.mark.rule("CP-012", "CP-032")
def test_the_way_in_from_the_forest():
    scene = table("Troll@F6")
    seen = []
    for _ in range(3):
        scene.quiet_turn()
        seen.append(scene.board)
    assert seen == ["Troll3@A6", "Troll3@K6", "Troll3@S6"]


@pytest.mark.rule("CP-077")
def test_every_monster_on_the_board_moves_one_space():
    scene = table("Goblin1@F1 Orc2@A4 Troll3@K6")
    scene.done()
    assert scene.board == "Goblin1@A1 Orc2@K4 Troll3@S6"
    assert {(event["piece"], event["from"], event["to"], event["cause"]) for event in scene.told("monster-moved")} == {
        ("goblin#1", "forest-1", "archer-1", "march"),
        ("orc#1", "archer-4", "knight-4", "march"),
        ("troll#1", "knight-6", "swordsman-6", "march"),
    }


@pytest.mark.rule("CP-078")
@pytest.mark.parametrize("arc", range(1, 7))
@pytest.mark.parametrize(("ring", "inward"), ["FA", "AK", "KS"])
def test_outside_the_castle_the_step_is_one_ring_inward(ring, inward, arc):
    scene = table(f"Orc2@{ring}{arc}")
    scene.done()
    assert scene.board == f"Orc2@{inward}{arc}"


@pytest.mark.rule("CP-079")
@pytest.mark.parametrize("arc", range(1, 7))
def test_in_the_castle_ring_the_step_is_clockwise_and_six_goes_to_one(arc):
    after = arc % 6 + 1
    scene = table(f"Orc2@C{arc}", towers=f"-{after}")
    scene.done()
    assert (scene.board, scene.down) == (f"Orc2@C{after}", f"T{after}")


@pytest.mark.rule("CP-103")
def test_monsters_in_one_castle_space_circle_together():
    scene = table("Orc2@C5 Goblin1@C5", towers="-6")
    scene.done()
    assert scene.board == "Goblin1@C6 Orc2@C6"


def test_walls_mean_nothing_inside_the_castle():
    scene = table("Orc2@C5", walls="+5f +6f", towers="-6")
    scene.done()
    assert (scene.board, scene.fortified, scene.down) == ("Orc2@C6", "5 6", "T6")


# Walls


@pytest.mark.rule("CP-080")
def test_a_monster_runs_into_a_wall():
    scene = table("Orc2@S3")
    scene.done()
    assert (scene.board, scene.down) == ("Orc1@S3", "W3")
    assert scene.told("wall-fell") == [{"wall": "wall-3", "left": 5}]
    assert scene.told("monster-held") == [{"piece": "orc#1", "space": "swordsman-3"}]
    assert scene.told("monster-damaged") == [
        {"piece": "orc#1", "space": "swordsman-3", "points": 1, "health": 1, "cause": "wall"}
    ]


def test_the_one_that_broke_the_wall_goes_in_on_the_next_move():
    scene = table("Troll3@S3", towers="-3")
    scene.quiet_turn()
    scene.quiet_turn()
    assert (scene.board, scene.down) == ("Troll2@C3", "W3 T3")


def test_several_at_one_wall_are_all_held_and_one_of_the_players_choice_is_hurt():
    scene = table("Orc2@S3 Troll3@S3 Goblin1@S3 Orc2@K3")
    scene.done()
    assert (scene.asks, scene.options) == ("wall-victim", "orc#1 troll#1 goblin#1")
    with scene.refuses("unknown-option", "option"):
        scene.choose("orc#2")
    scene.choose("troll#1")
    assert (scene.board, scene.down) == ("Goblin1@S3 Orc2@S3 Orc2@S3 Troll2@S3", "W3")


def test_walls_under_attack_at_once_are_settled_arc_by_arc():
    scene = table("Orc2@S5 Troll3@S5 Orc2@S2 Goblin1@S2 Troll3@S4")
    scene.done()
    assert scene.options == "orc#2 goblin#1"
    scene.choose("orc#2")
    assert scene.options == "orc#1 troll#1"
    scene.choose("troll#1")
    assert (scene.board, scene.down) == ("Goblin1@S2 Orc1@S2 Orc2@S5 Troll2@S4 Troll2@S5", "W2 W4 W5")


def test_the_choice_may_fall_on_one_that_dies_of_it():
    scene = table("Goblin1@S3 Orc2@S3")
    scene.done()
    scene.choose("goblin#1")
    assert (scene.board, scene.discard) == ("Orc2@S3", "Goblin")


@pytest.mark.rule("CP-102")
def test_several_at_a_fortified_wall_cost_the_token_and_one_point():
    scene = table("Orc2@S3 Orc2@S3", walls="+3f")
    scene.done()
    scene.choose("orc#2")
    assert (scene.board, scene.down, scene.fortified) == ("Orc1@S3 Orc2@S3", "", "")
    assert scene.told("fortify-lost") == [{"wall": "wall-3"}]
    assert scene.told("wall-fell") == []


def test_without_a_wall_they_pass_unhurt():
    scene = table("Goblin1@S3 Orc2@S3", walls="-3", towers="-3")
    scene.done()
    assert scene.board == "Goblin1@C3 Orc2@C3"


# Towers


@pytest.mark.rule("CP-081", "CP-020")
def test_a_monster_that_enters_a_towers_space_breaks_it_is_hurt_and_stays_there():
    scene = table("Troll3@S3", walls="-3", towers="-1 -6")
    scene.done()
    assert (scene.board, scene.down) == ("Troll2@C3", "W3 T1 T3 T6")
    assert scene.told("tower-fell") == [{"tower": "tower-3", "left": 3}]
    assert scene.told("monster-damaged") == [
        {"piece": "troll#1", "space": "castle-3", "points": 1, "health": 2, "cause": "tower"}
    ]


def test_several_that_enter_at_once_stack_and_one_of_the_players_choice_is_hurt():
    scene = table("Troll3@S3 Orc2@C2", walls="-3", towers="-2")
    scene.done()
    assert (scene.asks, scene.options) == ("tower-victim", "troll#1 orc#1")
    scene.choose("orc#1")
    assert (scene.board, scene.down) == ("Orc1@C3 Troll3@C3", "W3 T2 T3")


def test_a_circling_monster_breaks_one_tower_a_move():
    scene = table("Troll3@C5")
    boards = []
    for _ in range(3):
        scene.quiet_turn()
        boards.append((scene.board, scene.down))
    assert boards == [("Troll2@C6", "T6"), ("Troll1@C1", "T1 T6"), ("", "T1 T2 T6")]
    assert scene.discard == "Troll"


def test_walls_are_settled_before_towers():
    scene = table("Orc2@S6 Orc2@S6 Troll3@C1 Troll3@C1", towers="-1")
    scene.done()
    assert scene.asks == "wall-victim"
    scene.choose("orc#1")
    assert (scene.asks, scene.options) == ("tower-victim", "troll#1 troll#2")


def test_all_moves_are_made_before_anything_is_settled():
    """The one that follows is not let through by the one that has just broken the Wall."""
    scene = table("Troll3@S1 Orc2@K1 Orc2@S1")
    scene.done()
    assert scene.board == "Orc2@S1 Orc2@S1 Troll3@S1"
    assert scene.asks == "wall-victim"
    scene.choose("troll#1")
    assert (scene.board, scene.down) == ("Orc2@S1 Orc2@S1 Troll2@S1", "W1")


@pytest.mark.rule("CP-006")
def test_the_last_tower_falls_and_all_is_lost():
    scene = table("Orc2@S4", walls="-4", towers="-1 -2 -3 -5 -6")
    scene.done()
    assert (scene.result, scene.asks, scene.board) == ("lost", "over", "Orc1@C4")
    assert scene.told("game-lost") == [{"left": 48}]


def test_nobody_is_asked_who_is_hurt_by_the_last_tower():
    scene = table("Orc2@S4 Troll3@S4", walls="-4", towers="-1 -2 -3 -5 -6")
    scene.done()
    assert (scene.result, scene.asks) == ("lost", "over")


def test_the_last_two_towers_fall_in_one_move():
    scene = table("Orc2@S4 Troll3@S5 Orc2@S5", walls="-4 -5", towers="-1 -2 -3 -6")
    scene.done()
    assert (scene.result, scene.asks, scene.told("tower-fell")[-1]["left"]) == ("lost", "over", 0)


@pytest.mark.rule("CP-084")
def test_a_space_may_hold_any_number_of_monsters():
    scene = table("Orc2@F4")
    scene.done()
    scene.correct(monsters=[{"piece": "orc#1", "space": "forest-4"}])
    scene.draw("Goblin", 4)
    scene.draw("Troll", 4)
    assert scene.board == "Goblin1@F4 Orc2@F4 Troll3@F4"
