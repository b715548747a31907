"""Castle Panic rulebook, Overlord, with the notes of The Dark Titan."""

from __future__ import annotations

import random

import pytest

from companion.game.rules.options import GameOptions
from companion.game.rules.requests import DONE, OVER
from companion.game.session import Game
from tests.game.boxes.dark_titan.titan_table import titans
from tests.game.invariant import check_game
from tests.game.rules.playing import anything
from tests.game.rules.table import LIBRARY, table


def playing(monsters="", choice="", **wishes):
    """A scene at the Overlord's part of a turn."""
    scene = table(monsters, version="overlord", **wishes)
    scene.done()
    assert scene.asks == "overlord-play"
    if choice:
        scene.choose(choice)
    return scene


def test_monsters_move_and_then_he_says_what_he_plays():
    scene = playing("Orc@A2")
    assert scene.board == "Orc2@K2"
    assert scene.options == "one-monster two-tokens nothing"
    scene.choose("nothing")
    assert (scene.player, scene.phase) == (2, "play")
    assert scene.told("overlord-chose") == [{"choice": "nothing"}]


def test_he_is_none_of_the_seats():
    scene = table(version="overlord", players=2)
    assert (scene.game.table.hand_size, len(scene.game.table.trophies)) == (6, 3)


def test_one_monster_comes_to_the_arc_of_his_choice():
    scene = playing(choice="one-monster")
    with scene.refuses("illegal-target", "overlord-monster"):
        scene.draw("GiantBoulder")
    left = scene.bag
    scene.draw("Orc")
    assert (scene.asks, scene.options, scene.bag) == (
        "overlord-arc",
        "arc-1 arc-2 arc-3 arc-4 arc-5 arc-6",
        left - 1,
    )
    scene.choose("arc-4")
    assert (scene.board, scene.player) == ("Orc2@F4", 2)
    assert not scene.told("rolled")


def test_a_boss_uses_its_power_where_he_puts_it():
    scene = playing("Orc@A4", choice="one-monster")
    scene.draw("OrcWarlord")
    scene.choose("arc-3")
    assert scene.board == "Orc2@S4 OrcWarlord3@A3"


def test_two_tokens_go_by_the_die():
    scene = playing(choice="two-tokens")
    scene.draw("Goblin", 3)
    assert scene.player == 1
    assert not scene.game.request.may_stop
    scene.draw("GiantBoulder", 5)
    assert (scene.board, scene.down, scene.player) == ("Goblin1@F3", "W5", 2)


@pytest.mark.parametrize(
    ("token", "more"), [("draw-3-monster-tokens", 3), ("draw-4-monster-tokens", 4), ("GoblinKing", 3)]
)
def test_some_tokens_grant_him_as_many_more_as_he_likes(token, more):
    scene = playing(choice="two-tokens")
    scene.draw("plague-archers")
    scene.draw(token, *([6] if token == "GoblinKing" else []))
    assert (scene.asks, scene.owed, scene.game.request.may_stop) == ("draw", more, True)
    scene.draw("Orc", 1)
    assert (scene.owed, scene.player) == (more - 1, 1)
    scene.done()
    assert (scene.owed, scene.player) == (0, 2)


def test_granted_tokens_wait_for_the_second_one():
    scene = playing(choice="two-tokens")
    scene.draw("draw-3-monster-tokens")
    assert (scene.owed, scene.game.request.may_stop) == (4, False)
    scene.draw("Orc", 1)
    assert (scene.owed, scene.game.request.may_stop) == (3, True)
    for _ in range(3):
        scene.draw("Orc", 2)
    assert scene.player == 2


def test_a_king_as_the_one_monster_grants_tokens_too():
    scene = playing(choice="one-monster")
    scene.draw("GoblinKing")
    scene.choose("arc-2")
    assert (scene.owed, scene.game.request.may_stop) == (3, True)


def test_missing_skips_his_part():
    scene = table("Orc@A2", version="overlord")
    scene.quiet_turn()
    assert (scene.board, scene.player, scene.phase) == ("Orc2@K2", 2, "play")
    assert scene.told("draw-skipped") == [{"reason": "missing"}]


def test_with_an_empty_bag_he_plays_nothing():
    scene = table("Orc@A2", version="overlord", bag="")
    scene.done()
    assert (scene.player, scene.told("draw-skipped")) == (2, [{"reason": "empty"}])


def test_the_last_token_is_one_of_two():
    scene = playing("Orc@F2", choice="two-tokens", bag="Goblin")
    scene.draw("Goblin", 4)
    assert scene.player == 2


def test_without_monsters_left_he_is_offered_none():
    scene = playing("Orc@F2", bag="plague-archers plague-knights")
    assert scene.options == "two-tokens nothing"


def test_the_castle_wins_when_all_he_had_is_slain():
    scene = playing("Goblin@K2", choice="two-tokens", bag="plague-archers plague-knights")
    scene.draw("plague-archers")
    scene.draw("plague-knights")
    scene.play("barbarian", on="Goblin")
    assert scene.result == "won"


def test_a_correction_keeps_what_he_still_has_to_say_or_to_play():
    scene = playing("Orc@A2")
    scene.correct(walls={"1": {"standing": False}})
    assert scene.asks == "overlord-play"
    scene.choose("two-tokens")
    scene.draw("Goblin", 1)
    scene.correct(walls={"2": {"standing": False}})
    assert (scene.asks, scene.owed) == ("draw", 1)
    scene.draw("Goblin", 1)
    assert (scene.player, scene.phase) == (2, "play")
    scene.done()
    scene.choose("two-tokens")
    scene.correct(turn={"phase": "draw"})
    assert scene.asks == "overlord-play"


def test_undo_takes_his_choice_back():
    scene = playing(choice="two-tokens")
    scene.draw("Goblin", 1)
    scene.undo(3)
    assert scene.asks == "overlord-play"
    scene.choose("nothing")
    assert scene.player == 2


# The Dark Titan


@pytest.mark.rule("DT-152")
def test_a_support_is_played_as_a_token_and_not_as_a_monster():
    scene = titans(version="overlord")
    scene.done()
    scene.choose("one-monster")
    with scene.refuses("illegal-target", "overlord-monster"):
        scene.draw("SupplyWagon")
    scene.undo()
    scene.choose("two-tokens")
    scene.draw("SupplyWagon", 3)
    scene.draw("Orc", 4)
    assert (scene.supports, scene.board, scene.player) == ("SupplyWagon3@F3", "Orc2@F4", 2)


@pytest.mark.rule("DT-153")
def test_after_two_supports_he_may_play_the_third():
    scene = titans(version="overlord")
    scene.done()
    scene.choose("two-tokens")
    scene.draw("SupplyWagon", 3)
    scene.draw("ReserveSquad", 3)
    assert scene.game.request.may_stop
    with scene.refuses("illegal-target", "overlord-support"):
        scene.draw("Orc")
    scene.draw("StonemasonsCart", 3)
    assert scene.player == 2
    scene.undo(2)
    scene.answer(DONE)
    assert scene.player == 2


@pytest.mark.rule("DT-073", "DT-151")
def test_a_herald_goes_on_the_card_whatever_he_chose():
    scene = titans(version="overlord", agranok=5)
    scene.done()
    scene.choose("one-monster")
    scene.draw("Herald")
    assert (scene.card["heralds"], scene.player) == (["herald#1"], 2)


def test_with_agranok_on_the_board_a_herald_comes_to_his_arc():
    scene = titans("Agranok8@C1", version="overlord", agranok=5, towers="-1")
    scene.done()
    scene.choose("one-monster")
    scene.draw("Herald")
    scene.choose("arc-6")
    assert "Herald2@F6" in scene.board


# Random games


def test_random_games_against_him_end():
    results = set()
    for seed in range(40):
        luck = random.Random(seed)
        options = GameOptions(boxes=("castle-panic",), players=luck.randint(1, 6), setup="quick", version="overlord")
        game = Game(options, LIBRARY, seed=seed, pace=luck.choice(["auto", "guided"]))
        for _ in range(3000):
            if game.request is OVER:
                break
            game.answer(anything(game, luck))
            check_game(game)
        results.add(game.table.result)
    assert results <= {"won", "lost"}
    assert "lost" in results
