"""Fire on Walls, Towers, Fortify tokens and Monsters, and when it burns (The Wizard's Tower, Fire)."""

from __future__ import annotations

import pytest

from companion.game.board import SPACES
from companion.game.boxes.wizards_tower.fire import flames_in_use
from tests.game.boxes.wizards_tower.wizards_table import drawing, wizards
from tests.game.rules.table import new


def breath(scene) -> str:
    """What the last breath hit."""
    return scene.told("fire-breathed")[-1]["target"]


@pytest.mark.rule("WT-016")
def test_when_the_flame_tokens_run_out_the_count_goes_on_and_the_people_are_told():
    scene = wizards("Orc2^1@S1 Orc2^2@S2", walls="+1^2 +2^2 +3^2", towers="+1^1 +2^1")
    assert flames_in_use(scene.game.table) == 11
    scene.play("burning-blast", at="S1")
    assert scene.told("flames-short") == []
    scene.play("ring-of-fire")
    assert scene.told("flames-short") == [{"short": 1}, {"short": 1}]
    assert scene.board == "Orc2^3@S1 Orc2^3@S2"


@pytest.mark.rule("WT-049")
def test_only_chimera_and_dragon_breathe_fire():
    scene = wizards("Chimera5@A4 Warlock4@K1 Hydra4@A6 Necromancer4@A2")
    scene.done()
    scene.roll(2)
    assert scene.flames == "W3^1"
    assert scene.board == "Chimera5@K3 Hydra4@K6 Necromancer4@K2 Warlock4@S2"


@pytest.mark.rule("WT-050")
def test_the_fireball_flies_straight_to_the_first_structure():
    scene = wizards("Dragon5@A2", walls="-2")
    scene.done()
    scene.roll(3)
    assert (scene.flames, breath(scene)) == ("T2^1", "tower-2")


@pytest.mark.rule("WT-050")
@pytest.mark.parametrize("ring", ["F", "A", "K", "S"])
def test_it_starts_where_the_monster_stands(ring):
    scene = wizards(f"Dragon5@{ring}2")
    scene.done()
    scene.roll(3)
    assert scene.flames == "W2^1"


@pytest.mark.rule("WT-051")
def test_it_does_not_hurt_or_light_monsters_on_its_way():
    scene = drawing("Orc2@K2 Troll3@C2", towers="-2", opened="dragon hydra warlock")
    scene.harbinger("dragon", 2)
    assert scene.board == "Dragon5@F2 Orc2@K2 Troll3@C2"
    assert scene.flames == "W2^1"


@pytest.mark.rule("WT-052")
@pytest.mark.parametrize(
    ("walls", "towers", "target"),
    [("-2", "-2", "tower-5"), ("-2", "-2 -5", "wall-5"), ("-2 -5", "-2 -5", "")],
)
def test_with_nothing_on_its_side_it_crosses_the_castle_and_at_last_leaves_the_board(walls, towers, target):
    scene = wizards("Dragon5@A2", walls=walls, towers=towers)
    scene.done()
    scene.roll(3)
    assert breath(scene) == target
    assert scene.flames == (f"{target[0].upper()}5^1" if target else "")


@pytest.mark.rule("WT-053")
def test_each_breath_adds_one_flame():
    scene = wizards("Dragon5@A2", walls="+2^1")
    scene.done()
    scene.roll(3)
    assert scene.flames == "W2^2"
    assert scene.down == ""


@pytest.mark.rule("WT-054")
def test_the_third_flame_destroys_a_tower_and_its_flames_are_gone():
    scene = wizards("Dragon5@A2", walls="-2", towers="+2^2")
    scene.done()
    scene.roll(3)
    assert (scene.down, scene.flames) == ("W2 T2", "")


@pytest.mark.rule("WT-054")
def test_the_last_tower_burnt_down_is_a_defeat():
    scene = wizards("Dragon5@A3", walls="-3", towers="-1 -2 +3^2 -4 -5 -6")
    scene.done()
    scene.roll(3)
    assert scene.result == "lost"


@pytest.mark.rule("WT-055")
def test_fire_on_a_fortify_token_removes_the_token_only():
    scene = wizards("Dragon5@A2", walls="+2f")
    scene.done()
    scene.roll(3)
    assert (scene.down, scene.flames, scene.fortified) == ("", "", "")
    assert scene.game.table.fortify_left == 2


@pytest.mark.rule("WT-056")
def test_a_brick_or_a_mortar_puts_out_one_flame_of_a_burning_structure():
    scene = wizards(walls="+3^2", towers="+4^1")
    scene.extinguish("brick", "W3")
    scene.extinguish("mortar", "T4")
    assert scene.flames == "W3^1"
    assert scene.told("structure-doused") == [
        {"structure": "wall-3", "count": 1, "flames": 1},
        {"structure": "tower-4", "count": 1, "flames": 0},
    ]
    with scene.refuses("illegal-target", "not-burning"):
        scene.extinguish("brick", "T4")
    with scene.refuses("bad-value", "no-extinguisher"):
        scene.extinguish("tar", "W3")


@pytest.mark.rule("WT-056")
def test_only_the_player_whose_turn_it_is_puts_flames_out():
    scene = wizards(walls="+3^2")
    with scene.refuses("not-now", "not-your-turn"):
        scene.extinguish("brick", "W3", player=2)
    scene.extinguish("brick", "W2", force=True)
    assert scene.flames == "W3^2"


@pytest.mark.rule("WT-057")
def test_fortify_on_a_burning_wall_puts_all_flames_out_and_is_used_up():
    scene = wizards(walls="+3^2")
    scene.play("fortify-wall", at="W3")
    assert (scene.flames, scene.fortified) == ("", "")
    assert scene.game.table.fortify_left == 2
    scene.play("fortify-wall", at="W3")
    assert scene.fortified == "3"


@pytest.mark.rule("WT-058", "WT-059", "WT-061")
def test_a_burning_wall_deals_no_damage_passes_its_flames_on_and_holds():
    scene = wizards("Orc2@S3", walls="+3^2")
    scene.done()
    assert scene.board == "Orc2^2@S3"
    assert (scene.down, scene.flames) == ("W3", "")
    assert scene.told("monster-held") == [{"piece": "orc#1", "space": "swordsman-3"}]
    (passed,) = scene.told("flames-passed")
    assert (passed["structure"], passed["piece"], passed["count"], passed["flames"]) == ("wall-3", "orc#1", 2, 2)


@pytest.mark.rule("WT-058", "WT-059")
def test_a_burning_tower_does_likewise_and_holds_nobody():
    scene = wizards("Orc2@C3", towers="-3 +4^2")
    scene.done()
    assert scene.board == "Orc2^2@C4"
    assert scene.down == "T3 T4"


@pytest.mark.rule("WT-059")
def test_flames_taken_over_burn_from_the_next_move_on_and_old_ones_now():
    scene = wizards("Troll3^1@S3", walls="+3^1")
    scene.done()
    assert scene.board == "Troll2^2@S3"
    scene.draw("red-monsters-move-1#1")
    assert scene.board == "Troll2^2@S3"
    scene.draw("green-monsters-move-1#1")
    assert scene.board == ""


@pytest.mark.rule("WT-060")
def test_of_several_attackers_the_players_choose_who_takes_all_the_flames():
    scene = wizards("Orc2@S3 Goblin1@S3", walls="+3^2")
    scene.done()
    assert (scene.asks, scene.options) == ("flame-target", "orc#1 goblin#1")
    scene.choose("goblin#1")
    assert scene.board == "Goblin1^2@S3 Orc2@S3"
    assert scene.asks == "draw"


@pytest.mark.rule("WT-060")
def test_when_the_last_tower_falls_burning_nobody_is_asked():
    scene = wizards("Orc2@S3 Goblin1@S3", walls="-3", towers="-1 -2 +3^1 -4 -5 -6")
    scene.done()
    assert scene.result == "lost"


@pytest.mark.rule("WT-062")
def test_a_burning_structure_stops_a_boulder():
    scene = drawing("Orc2@C4", walls="+4^2", towers="-4")
    scene.draw("giant-boulder#1", 4)
    assert scene.board == "Orc2@C4"
    assert (scene.down, scene.flames) == ("W4 T4", "")


@pytest.mark.rule("WT-063")
def test_every_fire_effect_adds_one_flame():
    scene = wizards("Troll3@S1")
    scene.play("ring-of-fire")
    scene.play("burning-blast", at="S1")
    assert scene.board == "Troll3^2@S1"


@pytest.mark.rule("WT-064")
def test_catching_fire_is_no_damage():
    scene = wizards("Goblin1@S1")
    scene.play("ring-of-fire")
    assert scene.board == "Goblin1^1@S1"


@pytest.mark.rule("WT-065", "WT-068")
def test_after_the_march_each_flame_costs_a_point_and_stays():
    scene = wizards("Troll3^1@F2")
    scene.quiet_turn()
    scene.quiet_turn()
    assert scene.board == "Troll1^1@K2"


@pytest.mark.rule("WT-066")
def test_who_is_moved_by_a_token_burns_and_who_is_not_does_not():
    scene = drawing("Orc2^1@A1 Orc2^1@A3")
    scene.draw("red-monsters-move-1#1")
    assert scene.board == "Orc1^1@K1 Orc2^1@A3"


@pytest.mark.rule("WT-066")
def test_who_is_moved_by_another_monster_burns_too():
    scene = drawing("Troll3^1@A1 Troll3^1@A5")
    scene.draw("orc-warlord#1", 2)
    assert scene.board == "OrcWarlord3@A2 Troll2^1@K1 Troll3^1@A5"


@pytest.mark.rule("WT-067")
@pytest.mark.parametrize("card", ["teleport", "drive-him-back", "wall-of-force", "lightning-bolt"])
def test_who_is_moved_by_the_players_does_not_burn_by_that(card):
    scene = wizards("Troll3^2@K4")
    fields = {
        "teleport": {"on": "Troll", "to": "A1"},
        "drive-him-back": {"on": "Troll"},
        "wall-of-force": {"at": "arc-4"},
        "lightning-bolt": {"on": "Troll", "to": "arc-4"},
    }
    scene.play(card, **fields[card])
    left = 2 if card == "lightning-bolt" else 3
    assert scene.board == f"Troll{left}^2@{'A1' if card == 'teleport' else 'F4'}"


@pytest.mark.rule("WT-069")
def test_who_burns_to_death_is_nobodys_trophy():
    scene = wizards("Goblin1^1@A3")
    scene.done()
    assert (scene.board, scene.discard, scene.trophies(1)) == ("", "Goblin", "")
    assert scene.told("monster-slain")[0]["space"] == "knight-3"


@pytest.mark.rule("WT-070")
def test_the_structure_hurts_first_and_then_the_flames():
    scene = wizards("Troll3^1@S2")
    scene.done()
    assert scene.board == "Troll1^1@S2"
    assert [blow["cause"] for blow in scene.told("monster-damaged")] == ["wall", "fire"]


@pytest.mark.rule("WT-071")
def test_all_move_at_the_same_moment():
    scene = wizards("Phoenix1^1@K1 Orc2@A1")
    scene.done()
    assert scene.board == "Orc2@K1"


@pytest.mark.rule("WT-072")
def test_a_phoenix_that_burns_out_lights_its_neighbors_for_their_next_move():
    scene = wizards("Phoenix1^1@A2 Orc2@A2 Troll3^1@A2")
    scene.quiet_turn()
    assert scene.board == "Orc2^1@K2 Troll2^2@K2"
    scene.quiet_turn()
    assert scene.board == "Orc1^1@S2"


@pytest.mark.rule("WT-072")
def test_a_phoenix_that_dies_on_a_wall_lights_its_neighbors_for_their_next_move():
    scene = wizards("Phoenix1@S2 Orc2@S2")
    scene.done()
    scene.choose("phoenix#1")
    assert scene.board == "Orc2^1@S2"


@pytest.mark.rule("WT-176")
def test_a_phoenix_slain_by_a_card_sets_all_others_in_its_space_on_fire():
    scene = wizards("Phoenix1@K2 Orc2@K2 Goblin1@K2 Orc2@A2")
    scene.play("red-archer", on="Phoenix")
    assert scene.board == "Goblin1^1@K2 Orc2@A2 Orc2^1@K2"
    assert scene.trophies(1) == "Phoenix"
    scene.done()
    assert scene.board == "Orc1^1@S2 Orc2@K2"


@pytest.mark.rule("WT-177")
def test_a_phoenix_sets_no_structure_on_fire():
    scene = wizards("Phoenix1@S2")
    scene.done()
    assert (scene.board, scene.down, scene.flames) == ("", "W2", "")


@pytest.mark.rule("WT-184")
def test_of_several_at_a_sound_structure_one_takes_the_damage():
    scene = wizards("Orc2@S1 Troll3@S1")
    scene.done()
    scene.choose("troll#1")
    assert scene.board == "Orc2@S1 Troll2@S1"


@pytest.mark.rule("WT-185")
def test_a_burning_monster_that_did_not_move_in_phase_5_burns_all_the_same():
    scene = wizards("Orc2^1t@K1 Dragon5^1@A3")
    scene.done()
    scene.roll(3)
    assert scene.board == "Dragon4^1@A3 Orc1^1t@K1"


@pytest.mark.rule("WT-185")
def test_a_tarred_monster_that_a_token_leaves_behind_does_not_burn():
    scene = drawing("Orc2^1t@K1")
    scene.draw("red-monsters-move-1#1")
    assert scene.board == "Orc2^1t@K1"


@pytest.mark.rule("WT-189")
def test_phase_5_is_moves_and_attacks_then_breath_then_flames():
    scene = wizards("Chimera3^1@A3 Orc2^1@S5")
    scene.done()
    kinds = ("wall-fell", "fire-breathed", "structure-lit", "monster-damaged", "monster-slain")
    assert [(event["event"], event.get("cause")) for event in scene.heard if event["event"] in kinds] == [
        ("wall-fell", None),
        ("monster-damaged", "wall"),
        ("fire-breathed", None),
        ("structure-lit", None),
        ("monster-damaged", "fire"),
        ("monster-slain", "fire"),
    ]
    assert scene.board == "Chimera2^1@K2"


@pytest.mark.rule("WT-196")
def test_a_breath_that_finishes_a_wall_hurts_nobody_and_goes_no_further():
    scene = drawing("Orc2@S3", walls="+3^2", opened="chimera hydra dragon")
    scene.harbinger("chimera", 3)
    assert scene.board == "Chimera5@F3 Orc2@S3"
    assert (scene.down, scene.flames) == ("W3", "")


def test_a_flame_that_the_people_report_is_put_on():
    scene = wizards("Orc2@K3")
    scene.answer(scene.game.table.reports["flame"](scene.monster("Orc")))
    assert scene.board == "Orc2^1@K3"
    assert list(scene.game.table.reports) == ["hit", "hit-2", "hit-3", "slay", "flame", "back"]
    assert "flame" not in new().game.table.reports


def test_the_way_of_fire_is_straight_from_every_space_outside_the_castle():
    for place in SPACES.values():
        if place.distance:
            scene = wizards("Dragon5@F1")
            scene.game.table.board[0].space = place
            scene.done()
            scene.roll(3)
            assert breath(scene) == f"wall-{place.arc}"
