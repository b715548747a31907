"""The Dark Titan rulebook, Boiling Oil, Barrage, and the variants that change them."""

from __future__ import annotations

import pytest

from companion.game.boxes.dark_titan.supports import MoveSupport
from companion.game.rules.cards import CardPlay, legal_plays
from companion.game.rules.reports import HitReported, SlainReported
from tests.game.boxes.dark_titan.titan_table import titans

OILS = ("red-boiling-oil", "green-boiling-oil", "blue-boiling-oil")


# Boiling Oil


@pytest.mark.rule("DT-028", "DT-029", "DT-030")
@pytest.mark.parametrize(("color", "arcs"), [("red", (1, 2)), ("green", (3, 4)), ("blue", (5, 6))])
def test_oil_hurts_all_in_the_swordsman_ring_of_its_color(color, arcs):
    everywhere = " ".join(f"Orc#{arc}@S{arc}" for arc in range(1, 7))
    scene = titans(f"{everywhere} Orc#7@K{arcs[0]} Orc#8@C{arcs[0]}", towers=f"-{arcs[0]}")
    scene.play(f"{color}-boiling-oil")
    hurt = {monster.space.name for monster in scene.game.table.board if monster.health == 1}
    assert hurt == {f"swordsman-{arc}" for arc in arcs}


@pytest.mark.rule("DT-028")
def test_the_player_keeps_those_whom_oil_slays():
    scene = titans("Goblin@S5 Goblin#2@S6")
    scene.play("blue-boiling-oil")
    assert (scene.board, scene.trophies(1)) == ("", "Goblin Goblin")


@pytest.mark.rule("DT-031")
def test_oil_works_on_elites_without_a_roll_and_on_those_who_fly():
    scene = titans("EliteOrc@S1 Phoenix@S2 Gargoyle2@S2", both=True)
    scene.play("red-boiling-oil")
    assert scene.board == "EliteOrc1@S1 Gargoyle1^1@S2"
    assert not scene.told("rolled")


@pytest.mark.rule("DT-023")
@pytest.mark.parametrize("oil", OILS)
def test_oil_is_no_hit_card(oil):
    scene = titans("Orc@S1", both=True)
    cards = scene.game.table.cards
    with scene.refuses("illegal-target", "not-special"):
        scene.play("red-swordsman", on="Orc", together=oil)
    with scene.refuses("bad-value", "not-a-hit-card"):
        scene.answer(CardPlay(cards["double-strike"], 1, (scene.monster("Orc"),) * 2, details={"hit": cards[oil]}))
    scene.play("barrage", color="red")
    with scene.refuses("not-now", "barrage-hits-only"):
        scene.play(oil)
    assert not cards[oil].needs | cards[oil].takes


@pytest.mark.rule("DT-164")
def test_midnight_oil_hurts_those_who_burn_once_more():
    scene = titans("Troll^1@S1 Orc@S2", both=True, variants=("less-panic-burning-the-midnight-oil",))
    scene.play("red-boiling-oil")
    assert scene.board == "Orc1@S2 Troll1^1@S1"
    scene = titans("Troll^1@S1", both=True)
    scene.play("red-boiling-oil")
    assert scene.board == "Troll2^1@S1"


@pytest.mark.rule("DT-165")
def test_slippery_slope_lets_oil_run_in_the_castle_ring_instead():
    wishes = {"variants": ("less-panic-slippery-slope",), "towers": "-5"}
    scene = titans("Orc@C5 Orc#2@S5", **wishes)
    scene.play("blue-boiling-oil", ring="castle")
    assert scene.board == "Orc1@C5 Orc2@S5"
    scene.play("blue-boiling-oil", ring="swordsman")
    scene.play("blue-boiling-oil")
    assert scene.board == "Orc1@C5"
    with scene.refuses("bad-value", "no-such-ring"):
        scene.play("blue-boiling-oil", ring="knight")


@pytest.mark.rule("DT-166")
def test_sigh_of_relief_has_all_draw_when_agranok_dies():
    scene = titans("Agranok2@K1", variants=("less-panic-sigh-of-relief",), pace="guided", cavalier="K1")
    scene.done()
    scene.ride(attack="Agranok")
    assert scene.told("hands-told") == [{"topic": "all-draw", "source": "agranok", "count": 1}]
    assert scene.acknowledge() == "table-effect"


# Barrage


@pytest.mark.rule("DT-032", "DT-036", "DT-037")
def test_by_ring_everybody_plays_its_hit_cards_and_heroes():
    scene = titans("Goblin@K3 Orc@K1 Orc#2@A3")
    scene.play("barrage", ring="knight")
    assert scene.told("barrage-began") == [{"player": 1, "ring": "knight", "color": ""}]
    scene.play("green-knight", on="Goblin", player=2)
    with scene.refuses("illegal-target", "barrage-ring"):
        scene.play("green-archer", on="Orc#2", player=3)
    scene.play("red-hero", on="Orc#1", player=3)
    with scene.refuses("illegal-target", "barrage-ring"):
        scene.play("green-hero", on="Orc#2", player=3)
    scene.done()
    assert (scene.board, scene.trophies(2), scene.trophies(1)) == ("Orc1@K1 Orc2@A3", "Goblin", "")
    assert (scene.asks, scene.player) == ("play", 1)
    scene.play("green-archer", on="Orc#2")


@pytest.mark.rule("DT-032", "DT-035")
def test_by_color_every_ring_and_any_color_counts():
    scene = titans("Orc@K5 Goblin@A6 Orc#2@A1")
    scene.play("barrage", color="blue")
    scene.play("any-color-knight", on="Orc#1", player=2)
    scene.play("blue-archer", on="Goblin", player=1)
    with scene.refuses("illegal-target", "barrage-color"):
        scene.play("any-color-archer", on="Orc#2", player=2)
    with scene.refuses("illegal-target", "barrage-color"):
        scene.play("red-archer", on="Orc#2", player=2)
    scene.play("red-archer", on="Orc#2", player=2, force=True)
    assert scene.board == "Orc1@A1 Orc1@K5"


@pytest.mark.rule("DT-033")
def test_it_ends_when_all_are_done_and_then_only_the_player_plays():
    scene = titans("Orc@K1")
    scene.play("barrage", color="red")
    for player in (1, 2, 3):
        with scene.refuses("not-now", "barrage-hits-only"):
            scene.play("missing", player=player)
    scene.done()
    assert scene.told("barrage-ended") == [{"player": 1}]
    with scene.refuses("not-now", "not-your-turn"):
        scene.play("red-knight", on="Orc", player=2)
    scene.done()
    assert scene.asks == "draw"


@pytest.mark.rule("DT-034")
def test_no_special_card_goes_with_a_hit():
    scene = titans("Troll@K1")
    scene.play("barrage", color="red")
    with scene.refuses("illegal-target", "barrage-specials"):
        scene.play("red-knight", on="Troll", together="nice-shot", player=2)
    scene.play("red-knight", on="Troll", player=2)
    assert scene.board == "Troll2@K1"


@pytest.mark.rule("DT-032")
@pytest.mark.parametrize(
    ("details", "code", "reason"),
    [
        ({}, "bad-input", "missing-field"),
        ({"ring": "knight", "color": "red"}, "bad-input", "unknown-field"),
        ({"ring": "castle"}, "bad-value", "no-such-ring"),
    ],
)
def test_it_is_one_ring_or_one_color(details, code, reason):
    scene = titans()
    with scene.refuses(code, reason):
        scene.play("barrage", **details)


@pytest.mark.rule("DT-032", "DT-036")
def test_archers_and_heroes_reach_those_who_fly():
    scene = titans("Gargoyle2@S1", both=True)
    scene.play("barrage", ring="archer")
    scene.play("red-archer", on="Gargoyle", player=2)
    scene.play("red-hero", on="Gargoyle", player=3)
    assert (scene.board, scene.trophies(3)) == ("", "Gargoyle")


@pytest.mark.rule("DT-170")
def test_each_hit_on_an_elite_is_rolled_for():
    scene = titans("EliteOrc@K2")
    scene.play("barrage", color="red")
    scene.play("red-knight", on="EliteOrc", player=1)
    scene.roll(2)
    scene.play("red-knight", on="EliteOrc", player=2)
    scene.roll(4)
    assert (scene.board, scene.asks) == ("EliteOrc1@K2", "play")


@pytest.mark.rule("DT-032")
def test_hits_may_be_reported_by_a_tap_and_nothing_else_may():
    scene = titans("Orc@K2", supports="SupplyWagon@A1")
    scene.play("barrage", color="red")
    scene.answer(HitReported(scene.monster("Orc"), 1))
    assert scene.board == "Orc1@K2"
    support = scene.piece("SupplyWagon#1")
    for action in (SlainReported(scene.monster("Orc")), MoveSupport(support, (support.space.inward,), "red")):
        with scene.refuses("not-now", "barrage-hits-only"):
            scene.answer(action)


@pytest.mark.rule("DT-032")
def test_undo_and_corrections_end_it():
    scene = titans("Orc@K2")
    scene.play("barrage", color="red")
    scene.play("red-knight", on="Orc", player=2)
    scene.undo()
    scene.play("red-knight", on="Orc", player=3)
    scene.undo(2)
    with scene.refuses("not-now", "not-your-turn"):
        scene.play("red-knight", on="Orc", player=2)
    scene.redo()
    scene.correct(walls={"3": {"standing": False}})
    with scene.refuses("not-now", "not-your-turn"):
        scene.play("red-knight", on="Orc", player=2)


@pytest.mark.rule("DT-032")
def test_a_game_that_is_won_in_it_is_over():
    scene = titans("Goblin@K2", bag="")
    scene.play("barrage", color="red")
    scene.play("red-knight", on="Goblin", player=2)
    assert (scene.result, scene.asks) == ("won", "over")


@pytest.mark.rule("DT-032", "DT-039")
def test_every_legal_play_of_a_hand_is_listed():
    scene = titans("Orc@K2", variants=("less-panic-slippery-slope",))
    cards = scene.game.table.cards
    hand = [cards["barrage"], cards["cavalier"], cards["red-boiling-oil"]]
    plays = legal_plays(scene.game.table, hand)
    assert [sum(play.card is card for play in plays) for card in hand] == [6, 6, 2]
    scene.play("cavalier", at="arc-1")
    assert not legal_plays(scene.game.table, [cards["cavalier"]])
