"""The ten Castle cards that The Wizard's Tower adds."""

from __future__ import annotations

import pytest

from tests.game.boxes.wizards_tower.wizards_table import wizards

# Stand Together


@pytest.mark.rule("WT-073", "WT-075")
def test_another_player_plays_one_hit_card_and_keeps_the_trophy():
    scene = wizards("Goblin1@A1 Goblin1@A2")
    with scene.refuses("not-now", "not-your-turn"):
        scene.play("red-archer", on="Goblin@A1", player=2)
    scene.play("stand-together", for_=2)
    assert scene.told("player-invited") == [{"player": 1, "guest": 2}]
    scene.play("red-archer", on="Goblin@A1", player=2)
    with scene.refuses("not-now", "not-your-turn"):
        scene.play("red-archer", on="Goblin@A2", player=2)
    assert (scene.trophies(1), scene.trophies(2), scene.player) == ("", "Goblin", 1)


@pytest.mark.rule("WT-073", "WT-075")
def test_or_one_wizard_card():
    scene = wizards("Goblin1@F3")
    scene.play("stand-together", for_=3)
    with scene.refuses("not-now", "not-your-turn"):
        scene.play("azriels-fist", on="Goblin", player=2)
    scene.play("azriels-fist", on="Goblin", player=3)
    assert scene.trophies(3) == "Goblin"


@pytest.mark.rule("WT-073")
@pytest.mark.parametrize("card", ["barbarian", "tar"])
def test_no_other_card(card):
    scene = wizards("Troll3@A1")
    scene.play("stand-together", for_=2)
    with scene.refuses("illegal-target", "one-hit-or-wizard-card"):
        scene.play(card, on="Troll", player=2)


@pytest.mark.rule("WT-074")
def test_and_nothing_with_it():
    scene = wizards("Troll3@A1")
    scene.play("stand-together", for_=2)
    with scene.refuses("illegal-target", "one-hit-or-wizard-card"):
        scene.play("red-archer", on="Troll", together="flaming", player=2)
    scene.play("red-archer", on="Troll", together="flaming", player=2, force=True)
    assert scene.board == "Troll2^1@A1"


@pytest.mark.rule("WT-073")
def test_the_invitation_lapses_when_the_player_is_done():
    scene = wizards("Troll3@A1")
    scene.play("stand-together", for_=2)
    scene.play("missing")
    scene.done()
    scene.correct(turn={"phase": "play", "player": 1})
    with scene.refuses("not-now", "not-your-turn"):
        scene.play("red-knight", on="Troll", player=2)


@pytest.mark.rule("WT-073")
def test_only_somebody_at_the_table_can_be_invited():
    scene = wizards()
    with scene.refuses("bad-value", "no-such-player"):
        scene.play("stand-together", for_=4)


# Cards that change a Hit


@pytest.mark.rule("WT-076")
def test_change_range_makes_an_archer_hit_as_a_swordsman_and_no_more():
    scene = wizards("Orc2@S2 Orc2@K3 Orc2@F1 Orc2@C1", towers="-1")
    for name, ring, reason in (("Orc@K3", "knight", "hit-color"), ("Orc@F1", "knight", "hit-in-forest")):
        with scene.refuses("illegal-target", reason):
            scene.play("red-archer", on=name, together="change-range", range=ring)
    with scene.refuses("illegal-target", "hit-ring"):
        scene.play("red-swordsman", on="Orc@S2", together="change-range", range="archer")
    scene.play("red-archer", on="Orc@S2", together="change-range", range="swordsman")
    assert scene.board == "Orc1@S2 Orc2@C1 Orc2@F1 Orc2@K3"


@pytest.mark.rule("WT-077")
def test_changed_to_archer_a_swordsman_hits_who_flies():
    scene = wizards("Phoenix1@K3")
    with scene.refuses("illegal-target", "flying-hit"):
        scene.play("green-archer", on="Phoenix", together="change-range", range="swordsman")
    scene.play("green-swordsman", on="Phoenix", together="change-range", range="archer")
    assert scene.trophies(1) == "Phoenix"


@pytest.mark.rule("WT-088")
def test_change_color_makes_a_red_knight_hit_blue():
    scene = wizards("Orc2@K5")
    with scene.refuses("illegal-target", "hit-color"):
        scene.play("blue-knight", on="Orc", together="change-color", color="red")
    scene.play("red-knight", on="Orc", together="change-color", color="blue")
    assert scene.board == "Orc1@K5"


@pytest.mark.rule("WT-076", "WT-088")
def test_both_changes_go_on_one_hit_and_each_needs_its_word():
    scene = wizards("Orc2@S6")
    with scene.refuses("bad-input", "missing-field"):
        scene.play("red-archer", on="Orc", together="change-color change-range", color="blue")
    with scene.refuses("bad-input", "unknown-field"):
        scene.play("blue-swordsman", on="Orc", color="blue")
    scene.play("red-archer", on="Orc", together="change-color change-range", color="blue", range="swordsman")
    assert scene.board == "Orc1@S6"


@pytest.mark.rule("WT-083")
def test_enchanted_deals_2_more():
    scene = wizards("Troll3@K1")
    scene.play("red-knight", on="Troll", together="enchanted")
    assert scene.trophies(1) == "Troll"


@pytest.mark.rule("WT-084")
def test_flaming_sets_the_hit_monster_on_fire_if_it_lives():
    scene = wizards("Troll3@A1 Goblin1@A2")
    scene.play("red-archer", on="Troll", together="flaming")
    scene.play("red-archer", on="Goblin", together="flaming")
    assert (scene.board, scene.trophies(1)) == ("Troll2^1@A1", "Goblin")


@pytest.mark.rule("WT-087")
@pytest.mark.parametrize(
    ("start", "card", "end"),
    [("K3", "green-knight", "A3"), ("A1", "red-archer", "F1"), ("S4", "green-swordsman", "K4")],
)
def test_knock_back_moves_the_hit_monster_1_back_without_burning_it(start, card, end):
    scene = wizards(f"Troll3^2@{start}")
    scene.play(card, on="Troll", together="knock-back")
    assert scene.board == f"Troll2^2@{end}"


@pytest.mark.rule("WT-087")
def test_who_is_slain_is_not_moved_and_in_the_castle_ring_back_is_counter_clockwise():
    scene = wizards("Orc1@K5 Orc2@C2", towers="-1 -2")
    scene.play("blue-knight", on="Orc@K5", together="knock-back")
    assert scene.told("monster-moved") == []
    scene.play("red-swordsman", on="Orc@C2", together="knock-back", force=True)
    assert scene.board == "Orc1@C1"


@pytest.mark.rule("WT-087", "WT-157")
def test_who_falls_and_takes_the_doppelgangers_place_is_not_knocked_back_or_lit():
    scene = wizards("Doppelganger@K4 Orc1@K3")
    scene.play("green-knight", on="Orc", together="knock-back flaming")
    assert scene.board == "Orc2@K4"


# Double Strike


@pytest.mark.rule("WT-078", "WT-079")
def test_double_strike_names_its_hit_card_and_uses_it_twice():
    scene = wizards("Troll3@A1")
    scene.play("double-strike", on="Troll Troll", hit="red-archer")
    assert scene.board == "Troll1@A1"
    assert scene.told("card-played") == [{"card": "double-strike", "player": 1, "together": ["red-archer"]}]


@pytest.mark.rule("WT-079")
@pytest.mark.parametrize("hit", ["barbarian", "enchanted", "azriels-fist"])
def test_it_doubles_hit_cards_only(hit):
    scene = wizards("Troll3@A1")
    with scene.refuses("bad-value", "not-a-hit-card"):
        scene.play("double-strike", on="Troll Troll", hit=hit)


def test_not_even_a_forced_double_strike_goes_with_another_card():
    scene = wizards("Troll3@A1")
    with scene.refuses("bad-value", "not-a-hit-card"):
        scene.play("double-strike", on="Troll Troll", hit="nice-shot", together="berserk", force=True)
    assert scene.board == "Troll3@A1"


@pytest.mark.rule("WT-080")
def test_the_two_uses_may_have_two_targets_and_each_must_be_in_reach():
    scene = wizards("Goblin1@A1 Goblin1@A2 Orc2@A3")
    with scene.refuses("illegal-target", "hit-color"):
        scene.play("double-strike", on="Goblin@A1 Orc", hit="red-archer")
    scene.play("double-strike", on="Goblin@A1 Goblin@A2", hit="red-archer")
    assert (scene.board, scene.trophies(1)) == ("Orc2@A3", "Goblin Goblin")


@pytest.mark.rule("WT-080")
@pytest.mark.parametrize(("together", "end"), [("knock-back", "Troll2@F1"), ("nice-shot", "")])
def test_the_second_use_is_lost_when_the_first_slays_the_target_or_moves_it_out_of_reach(together, end):
    scene = wizards("Troll3@A1")
    scene.play("double-strike", on="Troll Troll", hit="red-archer", together=together, with_on=0)
    assert scene.board == end


@pytest.mark.rule("WT-081")
def test_a_card_played_by_stand_together_is_not_doubled():
    scene = wizards("Troll3@K1 Troll3@A1")
    scene.play("stand-together", for_=2)
    with scene.refuses("illegal-target", "one-hit-or-wizard-card"):
        scene.play("double-strike", on="Troll@K1 Troll@K1", hit="red-knight", player=2)
    scene.play("red-knight", on="Troll@K1", player=2)
    scene.play("double-strike", on="Troll@A1 Troll@A1", hit="red-archer")
    assert scene.board == "Troll1@A1 Troll2@K1"


@pytest.mark.rule("WT-082")
@pytest.mark.parametrize(("use", "end"), [(0, "Orc1@K6"), (1, "Troll2@K5")])
def test_a_special_card_helps_one_use_only(use, end):
    scene = wizards("Troll3@K5 Orc2@K6")
    scene.play("double-strike", on="Troll Orc", hit="blue-knight", together="enchanted", with_on=use)
    assert scene.board == end


@pytest.mark.rule("WT-082")
def test_there_is_no_third_use():
    scene = wizards("Troll3@K5")
    with scene.refuses("bad-value", "with-on"):
        scene.play("double-strike", on="Troll Troll", hit="blue-knight", together="enchanted", with_on=2)


@pytest.mark.rule("WT-076", "WT-082")
def test_a_change_goes_with_the_use_that_it_helps():
    scene = wizards("Troll3@K5 Orc2@S6")
    scene.play(
        "double-strike", on="Troll Orc", hit="blue-knight", together="change-range", with_on=1, range="swordsman"
    )
    assert scene.board == "Orc1@S6 Troll2@K5"


# Cards for the hands


@pytest.mark.rule("WT-085", "WT-086", "WT-089", "WT-113", "WT-118")
@pytest.mark.parametrize(
    ("card", "topic", "count"),
    [
        ("never-lose-hope", "never-lose-hope", 0),
        ("reinforce", "reinforce", 1),
        ("berserk", "berserk", 0),
        ("eye-of-the-oracle", "eye-of-the-oracle", 5),
        ("thalgars-blessing", "fill-hands", 0),
    ],
)
def test_cards_for_the_hands_tell_the_people_and_change_nothing_else(card, topic, count):
    scene = wizards("Orc2@A1")
    scene.play(card)
    assert scene.told("hands-told") == [{"topic": topic, "source": card, "count": count}]
    assert (scene.board, scene.phase) == ("Orc2@A1", "play")


@pytest.mark.rule("WT-086")
def test_who_is_berserk_draws_for_every_hit_card_until_the_turn_ends():
    scene = wizards("Ogre4@A1 Ogre4@K1")
    drawn = {"topic": "draw-cards", "source": "berserk", "count": 1}
    scene.play("berserk")
    scene.play("red-archer", on="Ogre@A1")
    scene.answer(scene.game.table.reports["hit"](scene.monster("Ogre@A1")))
    scene.play("double-strike", on="Ogre@K1 Ogre@K1", hit="red-knight")
    scene.play("azriels-fist", on="Ogre@A1")
    assert scene.told("hands-told").count(drawn) == 3
    scene.quiet_turn()
    scene.play("red-knight", on="Ogre")
    assert scene.told("hands-told").count(drawn) == 3
