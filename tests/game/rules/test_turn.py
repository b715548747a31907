"""Castle Panic rulebook, Game Play: whose turn it is and its six phases."""

from __future__ import annotations

import pytest

from companion.game.rules.turn import PHASES
from tests.game.rules.table import new, table


def topics_of_a_turn(scene):
    """Play a whole guided turn in which two Goblins are drawn, and return the topics of the questions."""
    asked = []
    player = scene.player
    while scene.player == player:
        assert len(asked) < 50, asked
        asked.append(scene.asks)
        if scene.game.request.kind == "acknowledge":
            scene.acknowledge()
        elif scene.asks == "play":
            scene.done()
        elif scene.asks == "draw":
            scene.draw("Goblin")
        else:
            scene.roll(1)
    return asked


@pytest.mark.rule("CP-045", "CP-100")
def test_a_turn_has_six_phases_in_this_order():
    assert [name for name, _ in PHASES] == ["begin", "draw-up", "discard", "trade", "play", "move", "draw", "end"]
    scene = table("Orc@F1", pace="guided")
    scene.quiet_turn()
    scene.acknowledge()
    assert topics_of_a_turn(scene) == [
        *("draw-up", "discard", "trade", "play", "move-pieces"),
        *("draw", "monster-arc", "place-piece", "draw", "monster-arc", "place-piece"),
    ]


@pytest.mark.rule("CP-045")
def test_no_token_is_drawn_before_the_monsters_have_moved():
    scene = table("Orc@F1")
    scene.done()
    assert (scene.board, scene.asks) == ("Orc2@A1", "draw")


def test_phases_are_told_as_they_begin():
    scene = table()
    scene.quiet_turn()
    told = [(event["phase"], event["player"]) for event in scene.told("phase-began")]
    assert told == [("move", 1), ("draw-up", 2), ("discard", 2), ("trade", 2), ("play", 2)]


@pytest.mark.rule("CP-002")
def test_only_a_card_asks_whose_turn_it_is():
    scene = table("Orc@A1")
    with scene.refuses("not-now", "not-your-turn"):
        scene.play("red-archer", on="Orc", player=2)
    with scene.refuses("not-now", "not-your-turn"):
        scene.play("red-archer", on="Orc", player=2, force=True)
    scene.play("red-archer", on="Orc", player=1)
    scene.undo()
    assert (scene.board, scene.player) == ("Orc2@A1", 1)


@pytest.mark.rule("CP-044")
@pytest.mark.parametrize("players", range(1, 7))
def test_turns_go_to_the_left_and_round(players):
    scene = new(players=players)
    seen = []
    for _ in range(2 * players):
        seen.append(scene.player)
        scene.quiet_turn()
    assert seen == [*range(1, players + 1)] * 2


@pytest.mark.rule("CP-046")
def test_the_hand_is_filled_first_in_a_turn():
    scene = table(pace="guided")
    scene.quiet_turn()
    assert scene.game.table.turn == 5
    assert [scene.acknowledge(), scene.acknowledge(), scene.acknowledge(), scene.asks] == [
        "draw-up",
        "discard",
        "trade",
        "play",
    ]


@pytest.mark.rule("CP-048")
def test_on_a_first_turn_nobody_fills_the_hand():
    scene = new(pace="guided", players=2)
    topics = []
    for _ in range(3):
        scene.quiet_turn()
        topics.append([])
        while scene.asks != "play":
            assert len(topics[-1]) < 10, topics
            topics[-1].append(scene.acknowledge())
    assert topics == [["discard", "trade"], ["draw-up", "discard", "trade"], ["draw-up", "discard", "trade"]]


def test_after_a_set_up_the_first_turn_begins_with_the_discard():
    scene = new(setup="quick", pace="guided")
    scene.acknowledge()
    scene.acknowledge()
    assert scene.asks == "discard"


def test_alone_nobody_is_told_to_trade():
    scene = new(players=1, pace="guided")
    scene.quiet_turn()
    assert [scene.acknowledge(), scene.acknowledge(), scene.asks] == ["draw-up", "discard", "play"]


@pytest.mark.rule("CP-060")
def test_any_number_of_cards_may_be_played():
    scene = table("Troll@A1 Troll@K3 Orc@S5 Goblin@A2", walls="-4")
    scene.play("red-archer", on="Troll@A1")
    scene.play("green-knight", on="Troll@K3")
    scene.play("blue-hero", on="Orc")
    scene.play("any-color-archer", on="Goblin")
    scene.play("brick", together="mortar", at="W4")
    scene.play("draw-2-cards")
    scene.play("scavenge")
    assert (scene.board, scene.down, scene.asks) == ("Orc1@S5 Troll2@A1 Troll2@K3", "", "play")


def test_a_player_may_play_nothing():
    scene = table("Orc@K3")
    scene.done()
    assert (scene.board, scene.asks) == ("Orc2@S3", "draw")


@pytest.mark.rule("CP-074")
@pytest.mark.parametrize("phase", ["draw-up", "discard", "trade", "move", "draw"])
def test_walls_are_built_in_play_cards_and_at_no_other_time(phase):
    scene = table("Orc@S3 Orc@S3 Orc@F1", walls="-1", pace="guided")
    scene.correct(turn={"phase": phase})
    assert scene.phase == phase
    assert scene.game.request.kind != "play"
    scene.correct(turn={"phase": "play"})
    assert scene.game.request.kind == "play"
    scene.play("brick", together="mortar", at="W1")
    assert "W1" not in scene.down


@pytest.mark.rule("CP-088")
def test_the_turn_is_over_when_both_tokens_are_resolved():
    scene = table()
    scene.done()
    scene.draw("Goblin", 1)
    assert (scene.player, scene.phase) == (1, "draw")
    scene.draw("plague-knights")
    assert (scene.player, scene.phase, scene.game.table.turn) == (2, "play", 5)
    assert scene.told("turn-ended") == [{"player": 1}]
    assert scene.told("turn-began") == [{"player": 2, "number": 5, "left": 47}]
