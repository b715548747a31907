"""Castle Panic rulebook, Slowing Monsters, Building Walls and Play Details: the cards that are no hits."""

from __future__ import annotations

import pytest

from companion.game.rules.cards import legal_plays
from tests.game.rules.table import every_space, table

# Bricks and Mortar


@pytest.mark.rule("CP-018")
def test_a_wall_that_is_gone_can_be_built_again():
    scene = table(walls="-2")
    scene.play("brick", together="mortar", at="W2")
    assert scene.down == ""
    wall = scene.game.table.wall(2)
    assert (wall.flames, wall.fortified) == (0, False)
    assert scene.told("wall-built") == [{"wall": "wall-2"}]


@pytest.mark.rule("CP-075")
def test_a_wall_takes_one_brick_and_one_mortar():
    scene = table(walls="-1")
    for together in ("", "brick", "nice-shot", "mortar mortar"):
        with scene.refuses("illegal-target", "needs-mortar"):
            scene.play("brick", together=together, at="W1")
    with scene.refuses("illegal-target", "needs-brick"):
        scene.play("mortar")
    scene.play("brick", together="mortar", at="W1")
    assert scene.down == ""


@pytest.mark.rule("CP-076")
@pytest.mark.parametrize("walls", ["", "+6f"])
def test_no_second_wall_on_a_line(walls):
    scene = table(walls=walls)
    with scene.refuses("illegal-target", "wall-stands"):
        scene.play("brick", together="mortar", at="W6")


def test_a_wall_may_be_built_where_the_tower_is_gone():
    scene = table(walls="-4", towers="-4")
    scene.play("brick", together="mortar", at="W4")
    assert scene.down == "T4"


def test_a_wall_built_before_a_monster_stops_it():
    scene = table("Orc@S4", walls="-4")
    scene.play("brick", together="mortar", at="W4")
    scene.done()
    assert (scene.board, scene.down) == ("Orc1@S4", "W4")


def test_a_wall_forced_where_one_stands_changes_nothing():
    scene = table(walls="+3f")
    scene.play("brick", together="mortar", at="W3", force=True)
    assert (scene.down, scene.fortified) == ("", "3")


# Fortify Wall


@pytest.mark.rule("CP-022")
def test_there_are_two_fortify_tokens():
    scene = table(walls="+1f +4f")
    with scene.refuses("illegal-target", "fortify-used"):
        scene.play("fortify-wall", at="W5")
    assert scene.fortified == "1 4"


def test_fortify_goes_on_a_standing_wall_without_a_token():
    scene = table(walls="-2 +3f")
    with scene.refuses("illegal-target", "wall-missing"):
        scene.play("fortify-wall", at="W2")
    with scene.refuses("illegal-target", "wall-fortified"):
        scene.play("fortify-wall", at="W3")
    scene.play("fortify-wall", at="W5")
    assert scene.fortified == "3 5"
    assert scene.told("wall-fortified") == [{"wall": "wall-5"}]


@pytest.mark.rule("CP-102")
def test_a_fortify_token_is_lost_first_and_comes_back_to_the_supply():
    scene = table("Orc2@S3", walls="+3f +1f")
    with scene.refuses("illegal-target", "fortify-used"):
        scene.play("fortify-wall", at="W5")
    scene.done()
    assert (scene.board, scene.down, scene.fortified) == ("Orc1@S3", "", "1")
    scene.correct(turn={"phase": "play"})
    scene.play("fortify-wall", at="W3")
    assert scene.fortified == "1 3"


def test_a_third_token_that_is_forced_does_not_make_more():
    scene = table(walls="+1f +4f")
    scene.play("fortify-wall", at="W5", force=True)
    assert scene.fortified == "1 4 5"
    with scene.refuses("illegal-target", "fortify-used"):
        scene.play("fortify-wall", at="W6")
    assert legal_plays(scene.game.table, [scene.game.table.cards["fortify-wall"]]) == []
    scene.correct(monsters=[{"piece": "orc#1", "space": "archer-1"}])
    assert scene.board == "Orc2@A1"


def test_fortify_forced_on_a_missing_wall_does_nothing():
    scene = table(walls="-2")
    scene.play("fortify-wall", at="W2", force=True)
    assert (scene.fortified, scene.down) == ("", "W2")


# Tar


@pytest.mark.rule("CP-021")
def test_there_is_one_tar_token():
    scene = table("Orc@K1 Goblin@F2")
    scene.play("tar", on="Orc")
    with scene.refuses("illegal-target", "tar-used"):
        scene.play("tar", on="Goblin")
    assert scene.board == "Goblin1@F2 Orc2t@K1"


@pytest.mark.parametrize("mark", every_space())
def test_tar_holds_a_monster_anywhere(mark):
    scene = table(f"Orc@{mark}")
    scene.play("tar", on="Orc")
    scene.done()
    assert scene.board == f"Orc2t@{mark}"
    assert scene.down == ""
    assert [event["piece"] for event in scene.told("monster-stuck")] == ["orc#1"]


@pytest.mark.parametrize("token", ["red-monsters-move-1", "monsters-move-clockwise", "monsters-move-counter-clockwise"])
def test_a_tarred_monster_stays_when_tokens_move_the_others(token):
    scene = table("Orc2t@S1 Goblin1@F1")
    scene.done()
    scene.draw(token)
    assert "Orc2t@S1" in scene.board
    assert "Goblin1@A1" not in scene.board
    assert scene.down == ""


@pytest.mark.parametrize("boss", ["OrcWarlord", "TrollMage"])
def test_a_tarred_monster_stays_when_a_boss_moves_the_others(boss):
    scene = table("Orc2t@S1")
    scene.done()
    scene.draw(boss, 2)
    assert scene.board == f"Orc2t@S1 {boss}3@A2"


def test_the_tar_comes_off_when_the_turn_is_over():
    scene = table("Orc@K1")
    scene.play("tar", on="Orc")
    scene.quiet_turn()
    assert scene.board == "Orc2@K1"
    assert scene.told("tar-removed") == [{"piece": "orc#1"}]
    scene.play("tar", on="Orc")
    scene.quiet_turn()
    scene.done()
    assert scene.board == "Orc2@S1"


def test_a_tarred_monster_can_be_hit_and_the_token_is_free_again_when_it_falls():
    scene = table("Orc1@K1 Goblin@K2")
    scene.play("tar", on="Orc")
    scene.play("red-knight", on="Orc")
    scene.play("tar", on="Goblin")
    assert scene.board == "Goblin1t@K2"


def test_a_forced_second_tar_takes_the_token_along():
    scene = table("Orc@K1 Goblin@F2")
    scene.play("tar", on="Orc")
    scene.play("tar", on="Goblin", force=True)
    assert scene.board == "Goblin1t@F2 Orc2@K1"


def test_a_boulder_crushes_a_tarred_monster():
    scene = table("Orc@K1")
    scene.play("tar", on="Orc")
    scene.done()
    scene.draw("giant-boulder", 1)
    assert (scene.board, scene.game.table.tarred) == ("", None)


# Drive Him Back!


@pytest.mark.rule("CP-072")
def test_drive_him_back_takes_a_monster_to_its_forest_unhurt():
    scene = table("Orc2@S4")
    scene.play("drive-him-back", on="Orc")
    assert (scene.board, scene.down) == ("Orc2@F4", "")


@pytest.mark.parametrize("mark", every_space())
def test_drive_him_back_works_anywhere_and_past_everything(mark):
    scene = table(f"Troll2@{mark}", walls=f"+{mark[1]}f")
    scene.play("drive-him-back", on="Troll")
    assert (scene.board, scene.down, scene.fortified) == (f"Troll2@F{mark[1]}", "", mark[1])


def test_a_monster_that_was_driven_back_moves_again_in_phase_5():
    scene = table("Orc2@C4")
    scene.play("drive-him-back", on="Orc")
    scene.done()
    assert scene.board == "Orc2@A4"


def test_a_tarred_monster_can_be_driven_back_and_then_stays_there():
    scene = table("Orc2@S4")
    scene.play("tar", on="Orc")
    scene.play("drive-him-back", on="Orc")
    scene.done()
    assert scene.board == "Orc2t@F4"


# Cards on cards, and on the draw


@pytest.mark.rule("CP-061")
def test_cards_damage_slay_slow_build_or_draw():
    scene = table("Troll@A1 Troll@K1 Troll@S1", walls="-5")
    scene.play("red-archer", on="Troll@A1")
    scene.play("barbarian", on="Troll@K1")
    scene.play("tar", on="Troll@S1")
    scene.play("brick", together="mortar", at="W5")
    before = scene.board, scene.down
    scene.play("draw-2-cards")
    scene.play("scavenge")
    assert before == (scene.board, scene.down) == ("Troll2@A1 Troll3t@S1", "")
    assert [(event["topic"], event["source"], event["count"]) for event in scene.told("hands-told")] == [
        ("draw-cards", "draw-2-cards", 2),
        ("scavenge", "scavenge", 0),
    ]


def test_missing_skips_this_draw_but_not_the_march():
    scene = table("Orc@A1")
    scene.play("missing")
    assert scene.game.table.skip_draw
    scene.done()
    assert (scene.board, scene.player, scene.bag) == ("Orc2@K1", 2, 48)
    assert scene.told("draw-skipped") == [{"reason": "missing"}]
    scene.done()
    assert scene.asks == "draw"
