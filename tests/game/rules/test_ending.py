"""Castle Panic rulebook, End of the Game: winning, losing and the Master Slayer."""

from __future__ import annotations

import pytest

from companion.game.rules.requests import DONE
from companion.owner.library import load_library
from tests.game.rules.table import LIBRARY, new, table

LAST_TOWER = "-2 -3 -4 -5 -6"


# Winning


@pytest.mark.rule("CP-005")
def test_the_last_monster_slain_with_the_bag_empty_wins_at_once():
    scene = table("Goblin1@A1", bag="", towers="-3 -4 -5 -6")
    scene.play("red-archer", on="Goblin")
    assert (scene.result, scene.asks, scene.phase) == ("won", "over", "over")
    assert scene.told("game-won") == [{"towers": 2, "slayers": [1]}]
    assert scene.told("phase-began") == []


def test_an_empty_board_does_not_win_while_tokens_are_in_the_bag():
    scene = table("Goblin1@A1", bag="Orc")
    scene.play("red-archer", on="Goblin")
    scene.done()
    assert (scene.result, scene.asks) == ("", "draw")


def test_an_empty_bag_does_not_win_while_monsters_stand():
    scene = table("Goblin1@A1 Troll3@F2", bag="")
    scene.play("red-archer", on="Goblin")
    scene.done()
    assert (scene.result, scene.player) == ("", 2)
    assert scene.told("draw-skipped") == [{"reason": "empty"}]


@pytest.mark.rule("CP-096")
def test_a_last_token_that_is_an_effect_wins_once_it_is_resolved():
    scene = table(bag="all-players-discard-1-card", towers=LAST_TOWER, pace="guided")
    scene.done()
    scene.draw("all-players-discard-1-card")
    assert scene.result == ""
    scene.acknowledge()
    assert scene.result == "won"


@pytest.mark.rule("CP-096")
def test_a_last_monster_that_dies_at_a_wall_wins():
    scene = table("Goblin1@S2", bag="")
    scene.done()
    assert (scene.result, scene.discard) == ("won", "Goblin")


@pytest.mark.rule("CP-096")
def test_a_last_monster_under_the_last_boulder_wins():
    scene = table("Troll3@F2", bag="giant-boulder")
    scene.done()
    scene.draw("giant-boulder", 2)
    assert (scene.result, scene.down) == ("won", "W2")


def test_a_last_monster_that_dies_at_a_tower_which_is_not_the_last_wins():
    scene = table("Goblin1@C5", bag="", towers="-1 -2 -3 -4")
    scene.done()
    assert (scene.result, scene.down) == ("won", "T1 T2 T3 T4 T6")


@pytest.mark.rule("CP-097")
def test_one_token_left_is_drawn_alone_and_the_game_goes_on():
    scene = table(bag="Goblin")
    scene.done()
    scene.draw("Goblin", 3)
    assert (scene.board, scene.bag, scene.player, scene.asks) == ("Goblin1@F3", 0, 2, "play")
    assert scene.told("token-drawn") == [{"piece": "goblin#1", "left": 0, "owed": 0}]


def test_with_the_bag_empty_turns_go_on_without_a_draw():
    scene = table("Troll3@F1 Troll3@F2", bag="")
    for _ in range(3):
        scene.done()
    assert (scene.board, scene.player) == ("Troll3@S1 Troll3@S2", 1)
    assert scene.told("draw-skipped") == [{"reason": "empty"}] * 3


@pytest.mark.rule("CP-101")
def test_the_bag_counts_and_not_the_number_49(tmp_path):
    owned = tmp_path / "mine.toml"
    owned.write_text("[castle-panic.tokens.orc]\ncount = 12\n[castle-panic.remove]\ngoblin = 2\n", encoding="utf-8")
    library = load_library(owned)
    assert new(library).bag == 48
    assert [token.name for token in new(library).game.table.absent] == ["goblin#5", "goblin#6"]
    scene = table(library=library, bag="plague-knights plague-archers plague-swordsmen")
    scene.done()
    scene.draw("plague-knights")
    scene.draw("plague-archers")
    scene.done()
    assert (scene.result, scene.bag) == ("", 1)
    scene.draw("plague-swordsmen")
    assert scene.result == "won"


# Losing


@pytest.mark.rule("CP-001")
def test_all_lose_together_whatever_their_trophies():
    scene = table("Orc2@S1", walls="-1", towers=LAST_TOWER, trophies={1: "Healer Troll Troll Orc"})
    scene.done()
    assert (scene.down.split()[-6:], scene.result, scene.slayers) == (["T1", "T2", "T3", "T4", "T5", "T6"], "lost", ())
    assert scene.told("game-won") == []


@pytest.mark.rule("CP-089")
def test_a_last_monster_that_dies_on_the_last_tower_loses():
    scene = table("Goblin1@S3", bag="", walls="-3", towers="-1 -2 -4 -5 -6")
    scene.done()
    assert (scene.board, scene.result) == ("", "lost")


@pytest.mark.rule("CP-089")
def test_a_last_boulder_that_kills_the_last_monster_and_breaks_the_last_tower_loses():
    scene = table("Goblin1@A3", bag="giant-boulder", walls="-3", towers="-1 -2 -4 -5 -6")
    scene.done()
    scene.draw("giant-boulder", 3)
    assert (scene.board, scene.result) == ("", "lost")


def test_nothing_is_taken_once_the_game_is_over():
    scene = table("Goblin1@A1", bag="")
    scene.play("red-archer", on="Goblin")
    for value in (DONE, 3, None, scene.piece("Orc#1")):
        with scene.refuses("not-now", "game-over"):
            scene.answer(value)


# The Master Slayer


def won_with(**trophies):
    """A game that is won with these trophies: p1="Troll Orc"."""
    scene = table(bag="", trophies={int(player[1]): kinds for player, kinds in trophies.items()})
    scene.done()
    assert scene.result == "won"
    return scene


@pytest.mark.rule("CP-090")
def test_trophies_are_added_up_after_a_win():
    scene = won_with(p1="Troll Orc", p2="GoblinKing")
    assert [scene.game.table.points(player) for player in (1, 2, 3)] == [5, 4, 0]


@pytest.mark.rule("CP-091")
def test_the_most_points_make_the_master_slayer():
    assert won_with(p1="Troll Orc", p2="Healer").slayers == (1,)
    assert won_with(p3="Goblin").slayers == (3,)


@pytest.mark.rule("CP-092")
@pytest.mark.parametrize("boss", ["GoblinKing", "Healer", "OrcWarlord", "TrollMage"])
def test_a_boss_is_worth_four(boss):
    assert won_with(p2=boss).game.table.points(2) == 4


@pytest.mark.rule("CP-093")
def test_a_troll_is_worth_three_an_orc_two_a_goblin_one():
    points = {name: LIBRARY["castle-panic"].tokens[name].points for name in ("troll", "orc", "goblin")}
    assert points == {"troll": 3, "orc": 2, "goblin": 1}
    assert won_with(p1="Troll Orc Orc Goblin Goblin Goblin").game.table.points(1) == 10


@pytest.mark.rule("CP-094")
def test_a_tie_goes_to_the_one_who_slew_the_most_monsters():
    scene = won_with(p1="Troll Troll", p2="Orc Orc Goblin Goblin")
    assert scene.game.table.points(1) == scene.game.table.points(2) == 6
    assert scene.slayers == (2,)


@pytest.mark.rule("CP-095")
def test_a_tie_of_points_and_monsters_is_shared():
    scene = won_with(p1="Troll Orc Goblin", p2="Orc Orc Orc", p3="Troll Orc")
    assert scene.slayers == (1, 2)
    assert scene.told("game-won")[0]["slayers"] == [1, 2]


def test_with_no_trophy_at_all_everybody_shares():
    assert won_with().slayers == (1, 2, 3)


def test_a_trophy_of_the_last_hit_counts():
    scene = table("Orc1@A1", bag="", trophies={2: "Goblin"})
    scene.play("red-archer", on="Orc")
    assert scene.slayers == (1,)


def test_alone_there_is_no_master_slayer():
    scene = table("Orc1@A1", bag="", players=1)
    scene.play("red-archer", on="Orc")
    assert (scene.result, scene.slayers, scene.trophies(1)) == ("won", (), "Orc")
