"""My First Castle Panic rulebook, How to Play, Move the Monsters, Draw 1 Monster and Game End."""

from __future__ import annotations

import pytest

from companion.game.boxes.my_first.box import PHASES
from tests.game.boxes.my_first.path_table import new_path, path

# The four steps


@pytest.mark.rule("MF-012")
def test_a_turn_has_four_steps_in_this_order():
    assert [name for name, _ in PHASES] == ["begin", "draw-card", "play", "move", "draw", "end"]
    scene = path("goblin#1@1", pace="guided")
    scene.done()
    asked = []
    while scene.player == 1 or scene.asks != "play":
        assert len(asked) < 10, asked
        asked.append(scene.asks)
        if scene.asks == "draw":
            scene.tap("goblin#2")
        else:
            scene.acknowledge()
    assert asked == ["move-pieces", "draw", "place-piece", "draw-card"]
    assert (scene.asks, scene.player) == ("play", 2)


@pytest.mark.rule("MF-012")
def test_no_card_is_played_when_a_monster_is_to_be_drawn():
    scene = path("goblin#1@1", phase="draw")
    assert scene.asks == "draw"
    assert [phase["phase"] for phase in scene.told("phase-began")] == []
    scene.tap("goblin#2")
    assert [phase["phase"] for phase in scene.told("phase-began")] == ["draw-card", "play"]


# Moving


@pytest.mark.rule("MF-027")
def test_all_monsters_take_one_step_the_nearest_first():
    scene = path("star-goblin#1@1 star-goblin#2@2 star-goblin#3@3")
    scene.done()
    assert scene.board == "star-goblin#1@2 star-goblin#2@3 star-goblin#3@4"
    assert scene.told("monster-stepped")[0] == {"piece": "star-goblin#3", "from": 3, "to": 4, "cause": "march"}
    assert scene.told("monsters-stepped") == [{"count": 3, "cause": "march"}]


@pytest.mark.rule("MF-027")
def test_nobody_steps_on_an_empty_path():
    scene = path("goblin#1@1")
    scene.play("boot", on="goblin#1")
    assert scene.told("monsters-stepped") == []


@pytest.mark.rule("MF-028")
def test_a_monster_and_the_wall_knock_each_other_flat():
    scene = path("goblin#1@9 goblin#2@4")
    scene.done()
    assert (scene.board, scene.dungeon, scene.walled, scene.castle) == ("goblin#2@5", "goblin#1", False, True)
    assert scene.told("wall-bumped") == [{"piece": "goblin#1"}]
    assert scene.result == ""


@pytest.mark.rule("MF-028")
def test_monsters_that_run_into_the_wall_together_fall_together():
    scene = path("goblin#1@9 shover#1@9 goblin#2@8")
    scene.done()
    assert (scene.board, scene.dungeon, scene.walled, scene.castle) == ("goblin#2@9", "goblin#1 shover#1", False, True)


@pytest.mark.rule("MF-029", "MF-002")
def test_a_monster_at_the_castle_loses_the_game():
    scene = path("goblin#1@9 goblin#2@4", wall=False)
    scene.done()
    assert (scene.castle, scene.result, scene.asks) == (False, "lost", "over")
    assert scene.told("castle-flattened") == [{"piece": "goblin#1"}]


@pytest.mark.rule("MF-030")
def test_without_a_wall_nobody_rests_where_it_stood():
    scene = path("goblin#1@8 goblin#2@9", wall=False)
    scene.done()
    assert (scene.board, scene.result) == ("goblin#1@9", "lost")
    scene = path("goblin#1@8", wall=False)
    scene.done()
    assert (scene.board, scene.result) == ("goblin#1@9", "")


# Drawing


@pytest.mark.rule("MF-031")
def test_a_new_monster_comes_to_start():
    scene = path("goblin#1@4", phase="draw", bag="goblin#2 goblin#3 goblin#4")
    scene.tap("goblin#2")
    assert (scene.board, scene.bag) == ("goblin#2@1 goblin#1@4", 2)
    assert scene.told("monster-arrived") == [{"piece": "goblin#2", "space": 1}]


@pytest.mark.rule("MF-031", "MF-019")
def test_a_monster_that_is_elsewhere_cannot_be_drawn():
    scene = path("goblin#1@4", phase="draw", dungeon="goblin#2")
    for name in ("goblin#1", "goblin#2"):
        with scene.refuses("not-in-bag", "not-in-bag"):
            scene.tap(name)


@pytest.mark.rule("MF-032")
def test_with_an_empty_pile_the_step_is_skipped():
    scene = path("goblin#1@2", bag="")
    scene.done()
    assert (scene.board, scene.player, scene.asks) == ("goblin#1@3", 2, "play")
    assert scene.told("draw-skipped") == [{"reason": "empty"}]


@pytest.mark.rule("MF-034")
def test_the_shover_shoves_all_itself_too():
    scene = path("goblin#1@3", phase="draw")
    scene.tap("shover#1")
    assert scene.board == "shover#1@2 goblin#1@4"
    assert scene.told("monsters-stepped") == [{"count": 2, "cause": "shover"}]
    assert scene.player == 2


@pytest.mark.rule("MF-035")
def test_the_runner_comes_in_ahead_of_the_leader():
    scene = path("goblin#1@2 goblin#2@4", phase="draw")
    scene.tap("runner#1")
    assert scene.board == "goblin#1@2 goblin#2@4 runner#1@5"


@pytest.mark.rule("MF-035")
def test_the_runner_begins_at_start_on_an_empty_path():
    scene = path(phase="draw")
    scene.tap("runner#1")
    assert scene.board == "runner#1@1"


@pytest.mark.rule("MF-036")
def test_the_runner_runs_into_the_wall():
    scene = path("goblin#1@9", phase="draw")
    scene.tap("runner#1")
    assert (scene.board, scene.dungeon, scene.walled, scene.castle) == ("goblin#1@9", "runner#1", False, True)
    assert scene.player == 2


@pytest.mark.rule("MF-036")
def test_the_runner_runs_into_the_castle():
    scene = path("goblin#1@9", phase="draw", wall=False)
    scene.tap("runner#1")
    assert (scene.board, scene.dungeon, scene.castle, scene.result) == ("goblin#1@9", "runner#1", False, "lost")


@pytest.mark.rule("MF-037")
def test_the_marcher_marches_all_and_brings_one_more():
    scene = path("goblin#1@2", phase="draw", bag="marcher#1 goblin#2")
    scene.tap("marcher#1")
    assert (scene.board, scene.asks, scene.player) == ("marcher#1@2 goblin#1@3", "draw", 1)
    assert scene.told("tokens-owed") == [{"piece": "marcher#1", "count": 1, "owed": 1}]
    scene.tap("goblin#2")
    assert (scene.board, scene.bag, scene.player) == ("goblin#2@1 marcher#1@2 goblin#1@3", 0, 2)


@pytest.mark.rule("MF-038")
@pytest.mark.parametrize(
    ("second", "board"),
    [
        ("shover#1", "shover#1@2 marcher#1@3 goblin#1@4"),
        ("runner#1", "marcher#1@2 goblin#1@3 runner#1@4"),
        ("marcher#2", "marcher#2@2 marcher#1@3 goblin#1@4"),
    ],
)
def test_a_special_that_a_marcher_brings_acts_too(second, board):
    scene = path("goblin#1@2", phase="draw")
    scene.tap("marcher#1")
    scene.tap(second)
    assert scene.board == board
    assert scene.asks == ("draw" if second == "marcher#2" else "play")


@pytest.mark.rule("MF-053")
def test_a_marcher_that_was_the_last_brings_nobody():
    scene = path("goblin#1@2", phase="draw", bag="marcher#1")
    scene.tap("marcher#1")
    assert (scene.board, scene.bag, scene.player, scene.asks) == ("marcher#1@2 goblin#1@3", 0, 2, "play")
    assert scene.told("tokens-owed") == []


@pytest.mark.rule("MF-039")
def test_later_they_all_move_like_goblins():
    scene = path("runner#1@3 shover#1@2 marcher#1@1")
    scene.done()
    assert scene.board == "marcher#1@2 shover#1@3 runner#1@4"
    assert scene.asks == "draw"


@pytest.mark.rule("MF-051")
@pytest.mark.parametrize("pusher", ["shover#1", "marcher#1"])
def test_a_push_may_end_at_the_wall_or_the_castle(pusher):
    scene = path("goblin#1@9", phase="draw")
    scene.tap(pusher)
    assert (scene.board, scene.dungeon, scene.walled, scene.result) == (f"{pusher}@2", "goblin#1", False, "")
    scene = path("goblin#1@9", phase="draw", wall=False)
    scene.tap(pusher)
    assert (scene.castle, scene.result) == (False, "lost")


# The end


@pytest.mark.rule("MF-001", "MF-003")
def test_catching_the_last_monster_wins_at_once_and_nobody_is_ranked():
    scene = path("goblin#1@2", bag="")
    scene.play("green-circle", on="goblin#1")
    assert (scene.result, scene.phase, scene.slayers) == ("won", "over", ())
    assert scene.told("castle-saved") == [{"wall": True}]
    assert scene.told("phase-began") == []


@pytest.mark.rule("MF-001")
@pytest.mark.parametrize(("monsters", "bag"), [("goblin#1@2", "goblin#2"), ("goblin#1@2 goblin#2@4", "")])
def test_no_win_while_a_monster_is_free(monsters, bag):
    scene = path(monsters, bag=bag)
    scene.play("green-circle", on="goblin#1")
    assert (scene.dungeon, scene.result) == ("goblin#1", "")


@pytest.mark.rule("MF-052")
def test_the_last_monster_falling_with_the_wall_wins():
    scene = path("goblin#1@9", bag="")
    scene.done()
    assert (scene.result, scene.walled, scene.castle) == ("won", False, True)


@pytest.mark.rule("MF-055")
def test_booting_the_last_monster_does_not_win():
    scene = path("goblin#1@4", bag="")
    scene.play("boot", on="goblin#1")
    assert (scene.bag, scene.result, scene.asks) == (1, "", "draw")
    scene.tap("goblin#1")
    assert (scene.board, scene.bag) == ("goblin#1@1", 0)


@pytest.mark.rule("MF-002")
def test_nothing_but_the_castle_or_the_last_catch_ends_the_game():
    scene = new_path(setup="quick")
    for number in range(1, 6):
        scene.done()
        scene.tap(f"goblin#{number}")
        assert (scene.result, scene.asks) == ("", "play")


# Corrections


def test_a_correction_moves_monsters_between_path_dungeon_and_pile():
    scene = path("goblin#1@4 goblin#2@5", dungeon="shover#1")
    scene.correct(path=[{"piece": "shover#1", "space": 9}], dungeon=["goblin#3"])
    assert (scene.board, scene.dungeon, scene.bag) == ("shover#1@9", "goblin#3", 14)
    scene.correct(wall=False)
    assert (scene.board, scene.walled) == ("shover#1@9", False)
    scene.done()
    assert scene.result == "lost"


def test_a_monster_named_in_the_dungeon_leaves_the_path():
    scene = path("goblin#1@4 goblin#2@5")
    scene.correct(dungeon=["goblin#1"])
    assert (scene.board, scene.dungeon) == ("goblin#2@5", "goblin#1")


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"path": [{"piece": "goblin#1", "space": 10}]}, "no-such-space"),
        ({"path": [{"piece": "goblin#1", "space": 0}]}, "no-such-space"),
        ({"path": [{"piece": "goblin#1", "space": 1}, {"piece": "goblin#1", "space": 2}]}, "two-places"),
        ({"path": [{"piece": "goblin#1", "space": 1}], "dungeon": ["goblin#1"]}, "two-places"),
        ({"monsters": []}, "no-such-part"),
        ({"walls": {"1": {"standing": False}}}, "no-such-part"),
        ({"trophies": {"1": ["goblin#1"]}}, "no-such-part"),
        ({"skip_draw": True}, "no-such-part"),
        ({"cavalier": None}, "no-such-part"),
        ({"turn": {"phase": "trade"}}, "no-such-phase"),
        ({"turn": {"player": 4}}, "no-such-player"),
    ],
)
def test_what_cannot_be_is_refused_whole(parts, reason):
    scene = path("goblin#1@4 goblin#2@5")
    with scene.refuses("bad-value", reason):
        scene.correct(**parts)


def test_a_piece_of_another_game_is_unknown_here():
    scene = path("goblin#1@4")
    for parts in ({"path": [{"piece": "orc#1", "space": 1}]}, {"dungeon": ["orc#1"]}):
        with scene.refuses("unknown-piece", "unknown-piece"):
            scene.correct(**parts)


def test_a_castle_corrected_flat_loses_with_the_next_thing_that_happens():
    scene = path("goblin#1@4")
    scene.correct(castle=False)
    assert (scene.result, scene.asks) == ("", "play")
    scene.play("green-triangle", on="goblin#1")
    assert scene.result == "lost"
    assert scene.told("castle-flattened") == [{"piece": None}]


def test_a_correction_while_drawing_keeps_the_taps_that_are_owed():
    scene = path("goblin#1@2", phase="draw")
    scene.tap("marcher#1")
    scene.correct(wall=False)
    assert (scene.asks, scene.owed, scene.player) == ("draw", 1, 1)
