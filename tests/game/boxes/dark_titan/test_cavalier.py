"""The Dark Titan rulebook, Cavalier: his card, his phase, his step, his fight, and every way to lose him."""

from __future__ import annotations

import pytest

from companion.game.board import SPACES
from companion.game.boxes.dark_titan.cavalier import AttackOn, MoveTo
from companion.game.rules.requests import DONE
from companion.talk.state import state_of
from tests.game.boxes.dark_titan.titan_table import drawing, titans


def riding(monsters="", cavalier="K2", **wishes):
    """A scene at his phase."""
    scene = titans(monsters, cavalier=cavalier, **wishes)
    scene.done()
    assert scene.asks == "cavalier"
    return scene


# His card


@pytest.mark.rule("DT-039")
@pytest.mark.parametrize("arc", range(1, 7))
def test_his_card_puts_him_in_the_swordsman_ring(arc):
    scene = titans()
    scene.play("cavalier", at=f"arc-{arc}")
    assert scene.cavalier == f"S{arc}"
    assert scene.told("cavalier-placed") == [{"piece": "cavalier#1", "space": f"swordsman-{arc}"}]


@pytest.mark.rule("DT-040")
def test_there_is_only_one():
    scene = titans(cavalier="A3")
    with scene.refuses("illegal-target", "cavalier-in-play"):
        scene.play("cavalier", at="arc-5")
    scene.play("cavalier", at="arc-5", force=True)
    assert scene.cavalier == "S5"


@pytest.mark.rule("DT-052")
def test_he_comes_back_by_his_card():
    scene = riding("Orc@K2")
    scene.ride(attack="Orc")
    assert scene.cavalier == ""
    scene.draw("Wither")
    scene.draw("red-plague")
    scene.play("cavalier", at="arc-6")
    assert scene.cavalier == "S6"


# His phase


@pytest.mark.rule("DT-022", "DT-041")
def test_he_acts_after_the_cards_and_before_the_monsters():
    scene = riding("Orc@A5", "S2")
    assert (scene.phase, scene.board) == ("cavalier", "Orc2@A5")
    assert scene.told("phase-began")[-1] == {"phase": "cavalier", "player": 1}
    scene.ride(move="K2")
    assert (scene.cavalier, scene.board, scene.asks) == ("K2", "Orc2@K5", "draw")


@pytest.mark.rule("DT-038", "DT-048")
def test_he_may_stay_move_or_attack_and_staying_is_offered():
    scene = riding("Troll@K2 Goblin@K2")
    assert (
        scene.options
        == "stay attack-troll#1 attack-goblin#1 move-swordsman-2 move-archer-2 move-knight-3 move-knight-1"
    )
    assert (scene.game.request.kind, scene.game.marked) == ("cavalier", 0)
    scene.choose("stay")
    assert (scene.cavalier, scene.board, scene.asks) == ("K2", "Goblin1@S2 Troll3@S2", "draw")
    assert scene.told("cavalier-stayed") == [{"piece": "cavalier#1", "space": "knight-2"}]


@pytest.mark.rule("DT-048")
def test_done_means_that_he_stays():
    scene = riding("Orc@K2")
    scene.answer(DONE)
    assert (scene.cavalier, scene.board) == ("K2", "Orc2@S2")


@pytest.mark.rule("DT-042")
def test_one_thing_after_the_other_and_each_once():
    scene = riding("Goblin@K3 Goblin#2@K3")
    scene.choose("move-knight-3")
    assert scene.options == "stay attack-goblin#1 attack-goblin#2"
    with scene.refuses("unknown-option", "option"):
        scene.answer(MoveTo(SPACES["knight-4"]))
    with scene.refuses("illegal-target", "cavalier-moved"):
        scene.ride(move="K4")
    scene.choose("attack-goblin#2")
    assert (scene.asks, scene.cavalier, scene.board) == ("draw", "K3", "Goblin1@S3")


@pytest.mark.rule("DT-042")
def test_attack_and_then_move_on():
    scene = riding("Goblin@K2 Goblin#2@S2")
    scene.choose("attack-goblin#1")
    assert scene.options == "stay move-swordsman-2 move-archer-2 move-knight-3 move-knight-1"
    with scene.refuses("illegal-target", "cavalier-fought"):
        scene.ride(move="S2", attack="Goblin#2")
    scene.choose("move-swordsman-2")
    assert (scene.asks, scene.cavalier) == ("draw", "S2")


@pytest.mark.rule("DT-042")
def test_orders_do_both_in_either_order():
    scene = riding("Goblin@K2 Goblin#2@S2")
    scene.ride("S2", "Goblin#1", attack_first=True)
    assert (scene.cavalier, scene.trophies(1)) == ("S2", "Goblin")
    scene = riding("Goblin@K2 Goblin#2@S2")
    scene.ride("S2", "Goblin#2")
    assert (scene.cavalier, scene.trophies(1), scene.board) == ("S2", "Goblin", "Goblin1@S2")


@pytest.mark.rule("DT-042")
def test_one_who_falls_in_the_fight_goes_nowhere():
    scene = riding("Orc@K2")
    scene.ride("S2", "Orc", attack_first=True)
    assert (scene.cavalier, scene.asks) == ("", "draw")
    assert not scene.told("cavalier-moved")


@pytest.mark.rule("DT-042")
def test_he_begins_anew_the_next_turn():
    scene = riding("Goblin@K2")
    scene.ride("S2", "Goblin", attack_first=True)
    scene.draw("Wither")
    scene.draw("red-plague")
    scene.done()
    assert "move-swordsman-3" in scene.options


@pytest.mark.rule("DT-041")
def test_a_correction_lets_his_phase_go_on():
    scene = riding("Goblin@S2 Goblin#2@K5")
    scene.choose("move-swordsman-2")
    scene.correct(walls={"3": {"standing": False}})
    assert scene.options == "stay attack-goblin#1"
    scene.correct(turn={"phase": "cavalier"})
    assert "move-knight-2" in scene.options


def test_taken_off_the_board_in_his_phase_he_has_forgotten_his_move_when_he_is_back():
    scene = riding("Goblin@S2 Goblin#2@K5")
    scene.choose("move-swordsman-2")
    scene.correct(cavalier=None)
    assert scene.phase != "cavalier"
    rider = scene.game.table.parts["cavalier"]
    assert not rider.moved


# His step


@pytest.mark.rule("DT-043", "DT-044", "DT-046")
@pytest.mark.parametrize(
    ("start", "reached"),
    [
        ("F1", "A1 F2 F6"),
        ("A4", "K4 F4 A5 A3"),
        ("S6", "C6 K6 S1 S5"),
        ("C1", "S1 C2 C6"),
    ],
)
def test_one_space_never_diagonally_never_across_the_castle(start, reached):
    scene = riding(cavalier=start)
    spaces = {option.space.name for option in scene.game.request.options if isinstance(option, MoveTo)}
    assert spaces == {scene.place(mark).name for mark in reached.split()}
    for space in set(SPACES.values()) - {SPACES[name] for name in spaces}:
        with scene.refuses("illegal-target", "cavalier-step"):
            scene.ride(f"{space.name[0].upper()}{space.arc}")


@pytest.mark.rule("DT-045")
def test_he_passes_walls_and_shares_a_towers_space():
    scene = riding(cavalier="S3")
    scene.ride("C3")
    assert (scene.cavalier, scene.down) == ("C3", "")


# His fight


@pytest.mark.rule("DT-047", "DT-049", "DT-051", "DT-059")
@pytest.mark.parametrize(
    ("foe", "left", "lives"),
    [
        ("Goblin1", "", True),
        ("Orc2", "", False),
        ("Orc1", "", True),
        ("Troll3", "Troll1@S2", False),
        ("Troll1", "", True),
    ],
)
def test_he_deals_two_and_takes_what_the_monster_shows(foe, left, lives):
    scene = riding(f"{foe}@K2")
    kind = foe[:-1]
    scene.ride(attack=kind)
    assert (scene.board, scene.cavalier) == (left, "K2" if lives else "")
    assert scene.told("cavalier-fought")[0]["points"] == int(foe[-1])
    assert scene.trophies(1) == ("" if left else kind)


@pytest.mark.rule("DT-047")
def test_he_fights_one_monster_only():
    scene = riding("Troll@K2 Goblin@K2")
    scene.ride(attack="Troll")
    assert scene.board == "Goblin1@S2 Troll1@S2"


@pytest.mark.rule("DT-047")
def test_he_fights_nobody_who_stands_elsewhere():
    scene = riding("Goblin@S1 Goblin#2@S2", "S2")
    with scene.refuses("illegal-target", "cavalier-foe"):
        scene.ride(attack="Goblin#1")
    with scene.refuses("illegal-target", "cavalier-foe"):
        scene.ride(move="S1", attack="Goblin#2")
    with scene.refuses("unknown-option", "option"):
        scene.answer(AttackOn(scene.monster("Goblin#1")))


@pytest.mark.rule("DT-050")
def test_a_scratch_does_not_last():
    scene = riding("Goblin@K2 Orc@A2")
    scene.ride(attack="Goblin")
    assert state_of(scene.game.table)["cavalier"] == {"space": "knight-2", "health": 2}
    scene.draw("Wither")
    scene.draw("red-plague")
    scene.done()
    scene.ride(attack="Orc")
    assert (scene.trophies(2), scene.cavalier) == ("Orc", "")


@pytest.mark.rule("DT-053", "DT-054")
def test_an_elite_needs_no_roll_and_the_player_whose_turn_it_is_keeps_it():
    scene = riding("EliteGoblin@K2", player=2)
    scene.ride(attack="EliteGoblin")
    assert (scene.trophies(2), scene.cavalier) == ("EliteGoblin", "K2")
    assert not scene.told("rolled")


@pytest.mark.rule("DT-055", "DT-180")
def test_he_does_not_fight_those_who_come_to_him():
    scene = riding("Orc@A2")
    scene.done()
    assert (scene.board, scene.cavalier) == ("Orc2@K2", "K2")
    scene = drawing(cavalier="F3")
    scene.draw("Goblin", 3)
    assert (scene.board, scene.cavalier) == ("Goblin1@F3", "F3")


@pytest.mark.rule("DT-062")
def test_he_attacks_flying_monsters():
    scene = riding("Gargoyle1@S5", "S5", both=True)
    scene.ride(attack="Gargoyle")
    assert (scene.board, scene.cavalier) == ("", "S5")


@pytest.mark.rule("DT-060")
@pytest.mark.parametrize(("kind", "weak"), [("Cyclops", "A6"), ("Centaur", "K6"), ("Golem", "S6")])
def test_in_its_weak_ring_a_monster_is_destroyed(kind, weak):
    scene = riding(f"{kind}3@{weak}", weak, both=True)
    scene.ride(attack=kind)
    assert (scene.board, scene.cavalier, scene.trophies(1)) == ("", "", kind)


@pytest.mark.rule("DT-059", "DT-060")
def test_elsewhere_such_a_monster_is_met_at_its_health():
    scene = riding("Cyclops3@K6", "K6", both=True)
    scene.ride(attack="Cyclops")
    assert (scene.board, scene.cavalier) == ("Cyclops1@S6", "")
    scene = riding("Cyclops1@K6", "K6", both=True)
    scene.ride(attack="Cyclops")
    assert (scene.board, scene.cavalier) == ("", "K6")


@pytest.mark.rule("DT-177", "DT-094")
def test_he_slays_agranok_at_two_and_falls():
    scene = riding("Agranok2@K2")
    scene.ride(attack="Agranok")
    assert (scene.board, scene.cavalier, scene.trophies(1), scene.card["destroyed"]) == ("", "", "", True)


@pytest.mark.rule("DT-047")
def test_he_turns_agranok_to_his_wounded_side():
    scene = riding("Agranok6@K2")
    scene.ride(attack="Agranok")
    assert (scene.board, scene.hands) == ("Agranok4@S2", ["hand-loss"])


@pytest.mark.rule("DT-047")
def test_the_doppelganger_is_no_foe():
    scene = riding("Doppelganger@K2", both=True)
    assert "attack-doppelganger#1" not in scene.options
    with scene.refuses("illegal-target", "cavalier-foe"):
        scene.ride(attack="Doppelganger")


# How he is lost


def lost(scene):
    return [event["cause"] for event in scene.told("cavalier-lost")]


@pytest.mark.rule("DT-056")
def test_a_boulder_destroys_him_and_rolls_on():
    scene = drawing("Orc@K4", cavalier="A4")
    scene.draw("GiantBoulder", 4)
    assert (scene.cavalier, scene.board, scene.down, lost(scene)) == ("", "", "W4", ["boulder"])


@pytest.mark.rule("DT-056")
def test_behind_a_wall_no_boulder_reaches_him():
    scene = drawing(cavalier="C4")
    scene.draw("GiantBoulder", 4)
    assert (scene.cavalier, scene.down) == ("C4", "W4")


@pytest.mark.rule("DT-056")
def test_a_flaming_boulder_destroys_him_and_a_flying_stone_does_not():
    scene = drawing(cavalier="A4", both=True)
    scene.draw("Trebuchet", 4)
    assert scene.cavalier == "A4"
    scene.draw("FlamingBoulder", 4)
    assert scene.cavalier == ""


@pytest.mark.rule("DT-057")
@pytest.mark.parametrize(
    ("where", "walls", "lives"),
    [("K3", "", False), ("A3", "", True), ("F3", "", True), ("C3", "", True), ("C3", "-3", False)],
)
def test_breath_destroys_him_in_its_way_and_goes_on(where, walls, lives):
    scene = riding("Dragon@A3", where, both=True, walls=walls)
    scene.done()
    scene.roll(3)
    assert scene.cavalier == (where if lives else "")
    assert scene.flames == ("T3^1" if walls else "W3^1")
    assert lost(scene) == ([] if lives else ["breath"])


@pytest.mark.rule("DT-058")
def test_the_players_cannot_hurt_or_light_him():
    scene = titans("Orc@S1", cavalier="S1", both=True)
    scene.play("ring-of-fire")
    scene.play("red-boiling-oil")
    scene.play("rain-of-iron", at="arc-1")
    assert (scene.board, scene.cavalier) == ("", "S1")


@pytest.mark.rule("DT-061")
def test_the_boom_troll_takes_him_along_whatever_its_health():
    scene = riding("BoomTroll1@K3 Orc@K3", "K3")
    scene.ride(attack="BoomTroll")
    assert (scene.board, scene.cavalier, scene.trophies(1), lost(scene)) == ("Orc1@S3", "", "BoomTroll", ["blast"])


@pytest.mark.rule("DT-061")
def test_a_boom_troll_that_others_slay_leaves_him_alone():
    scene = titans("BoomTroll1@K3", cavalier="K3")
    scene.play("green-knight", on="BoomTroll")
    assert scene.cavalier == "K3"


@pytest.mark.rule("DT-063")
def test_a_phoenix_that_dies_beside_him_takes_him_along():
    scene = riding("Phoenix@K2", both=True)
    scene.ride(attack="Phoenix")
    assert (scene.board, scene.cavalier, lost(scene)) == ("", "", ["fire"])
    scene = titans("Phoenix@K2", cavalier="K2", both=True)
    scene.play("red-archer", on="Phoenix")
    assert scene.cavalier == ""
    scene = titans("Phoenix@K3", cavalier="K2", both=True)
    scene.play("green-archer", on="Phoenix")
    assert scene.cavalier == "K2"


# Corrections


def test_he_is_corrected():
    scene = titans()
    scene.correct(cavalier={"space": "archer-2", "health": 2})
    assert scene.cavalier == "A2"
    scene.correct(cavalier=None)
    assert scene.cavalier == ""
    assert scene.piece("Cavalier#1") in scene.game.table.absent
    with scene.refuses("bad-value", "no-such-space"):
        scene.correct(cavalier={"space": "moat-2"})
    with scene.refuses("bad-value", "health"):
        scene.correct(cavalier={"space": "archer-2", "health": 1})


def test_his_card_finds_him_wherever_the_people_have_put_him():
    scene = titans()
    scene.correct(removed=["cavalier#1"])
    scene.play("cavalier", at="arc-2")
    assert scene.cavalier == "S2"


def test_in_guided_play_his_piece_is_placed():
    scene = titans(pace="guided")
    scene.play("cavalier", at="arc-2")
    assert scene.acknowledge() == "place-piece"
