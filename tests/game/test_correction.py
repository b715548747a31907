"""Corrections: the people say what the table shows, at any moment, and nothing is triggered by it."""

from __future__ import annotations

import random

import pytest

from companion.game.rules.requests import OVER, Acknowledge, Choose, PlayCards, Roll, Tap
from tests.game.rules.table import correction, new, photograph, table

# Every moment at which a game can stand


def in_setup_before_the_walls():
    return new(setup="guided", pace="guided")


def in_setup_with_a_starter_awaited():
    return new(setup="guided")


def in_setup_with_a_starter_in_hand():
    scene = new(setup="guided")
    scene.draw("Troll")
    return scene


def in_setup_with_all_dealt():
    scene = new(setup="quick", pace="guided")
    scene.acknowledge()
    return scene


def in_setup_before_the_first_player():
    scene = new(setup="guided")
    for kind in ("Goblin", "Orc", "Goblin", "Troll", "Orc", "Goblin"):
        scene.draw(kind)
        if scene.asks == "start-arc":
            scene.choose(scene.options.split()[-1])
    return scene


def telling_hands():
    scene = table("Orc@A1", pace="guided")
    scene.quiet_turn()
    scene.acknowledge()
    return scene


def playing():
    return table("Orc@A1 Troll@S4")


def offering():
    scene = playing()
    scene.game.open_offer(Choose("tapped", ["hit", "cancel"]))
    return scene


def choosing_a_wall_victim():
    scene = table("Orc@S3 Troll@S3 Orc@S1 Orc@S1")
    scene.done()
    return scene


def moving_pieces():
    scene = table("Orc@F3", pace="guided")
    scene.done()
    return scene


def drawing():
    scene = table("Orc@F3")
    scene.done()
    return scene


def rolling_for_a_monster():
    scene = drawing()
    scene.draw("Troll")
    return scene


def rolling_for_a_boulder():
    scene = drawing()
    scene.draw("Goblin", 3)
    scene.draw("giant-boulder")
    return scene


def placing_a_piece():
    scene = table("Orc@F3", pace="guided")
    scene.done()
    scene.acknowledge()
    scene.draw("GoblinKing", 4)
    return scene


def discarding_for_a_token():
    scene = table(pace="guided")
    scene.done()
    scene.draw("plague-archers")
    return scene


def choosing_a_victim_of_a_token():
    scene = table("Orc@K3 Troll@K3", pace="auto")
    scene.done()
    scene.draw("green-monsters-move-1")
    return scene


def owing_many():
    scene = drawing()
    scene.draw("draw-4-monster-tokens")
    scene.draw("Goblin")
    return scene


def won():
    scene = table("Goblin@A1", bag="")
    scene.play("red-archer", on="Goblin")
    return scene


def lost():
    scene = table("Orc@C1 Orc@A1", towers="-1 -3 -4 -5 -6")
    scene.done()
    return scene


MOMENTS = {
    in_setup_before_the_walls: "towers-walls",
    in_setup_with_a_starter_awaited: "start-piece",
    in_setup_with_a_starter_in_hand: "start-arc",
    in_setup_with_all_dealt: "place-piece",
    in_setup_before_the_first_player: "first-player",
    telling_hands: "draw-up",
    playing: "play",
    offering: "tapped",
    choosing_a_wall_victim: "wall-victim",
    moving_pieces: "move-pieces",
    drawing: "draw",
    rolling_for_a_monster: "monster-arc",
    rolling_for_a_boulder: "boulder-arc",
    placing_a_piece: "place-piece",
    discarding_for_a_token: "plague",
    choosing_a_victim_of_a_token: "wall-victim",
    owing_many: "monster-arc",
    won: "over",
    lost: "over",
}
CORRECTIONS = [
    {"walls": {"5": {"standing": False}}},
    {"monsters": []},
    {
        "monsters": [
            {"piece": "troll-mage#1", "space": "knight-2", "health": 1},
            {"piece": "orc#9", "space": "castle-4", "tarred": True},
        ]
    },
    {"monsters": [{"piece": f"orc#{number}", "space": "archer-1"} for number in range(1, 9)]},
    {"towers": {"1": {"standing": True}, "2": {"standing": True}}, "turn": {"phase": "play", "player": 3, "number": 9}},
    {"turn": {"phase": "draw"}},
    {"bag": {"left": 0}, "skip_draw": True},
    {"bag": {"pieces": ["troll#1", "troll#2", "giant-boulder#1"]}},
    {"trophies": {"2": ["troll#3"], "1": []}, "monster_discard": ["healer#1", "orc#2"], "removed": ["goblin#1"]},
]


def any_answer(scene, luck):
    """Return a legal answer to the question."""
    request = scene.game.request
    if isinstance(request, Choose):
        return luck.choice(list(request.options))
    if isinstance(request, Roll):
        return luck.randint(1, 6)
    if isinstance(request, Tap):
        return luck.choice([token for token in scene.game.table.bag if request.fits is None or request.fits(token)])
    assert isinstance(request, Acknowledge)
    return None


def test_the_moments_are_what_they_are_called():
    assert {moment.__name__: moment().asks for moment in MOMENTS} == {
        moment.__name__: topic for moment, topic in MOMENTS.items()
    }


@pytest.mark.parametrize("parts", CORRECTIONS, ids=lambda parts: "-".join(parts))
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_any_correction_is_taken_at_any_moment_and_can_be_undone(moment, parts):
    scene = moment()
    before = photograph(scene.game)
    scene.correct(**parts)
    after = photograph(scene.game)
    scene.undo()
    assert photograph(scene.game) == before
    scene.redo()
    assert photograph(scene.game) == after


@pytest.mark.parametrize("parts", CORRECTIONS[:5], ids=lambda parts: "-".join(parts))
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_play_goes_on_after_a_correction(moment, parts):
    scene = moment()
    scene.correct(**parts)
    luck = random.Random(1)
    turn = scene.game.table.turn
    while scene.game.request is not OVER and scene.game.table.turn < turn + 3:
        if isinstance(scene.game.request, PlayCards):
            scene.done()
        else:
            scene.answer(any_answer(scene, luck))


# Where the game goes on


@pytest.mark.parametrize("moment", [playing, offering, telling_hands])
def test_a_phase_of_the_people_begins_anew(moment):
    scene = moment()
    phase = scene.phase
    scene.correct(walls={"5": {"standing": False}})
    assert (scene.phase, scene.asks) == (phase, phase)


@pytest.mark.parametrize("moment", [choosing_a_wall_victim, moving_pieces])
def test_in_the_march_what_has_moved_has_moved_and_the_phase_is_over(moment):
    scene = moment()
    board = scene.board
    scene.correct(walls={"5": {"standing": False}})
    assert (scene.board, scene.asks, scene.owed) == (board, "draw", 2)


def test_taps_still_owed_stay_owed():
    scene = drawing()
    scene.draw("draw-3-monster-tokens")
    scene.correct(walls={"5": {"standing": False}})
    assert (scene.asks, scene.owed) == ("draw", 4)


@pytest.mark.parametrize(
    ("moment", "owed"),
    [(rolling_for_a_monster, 2), (rolling_for_a_boulder, 1), (discarding_for_a_token, 2), (owing_many, 5)],
)
def test_a_token_in_hand_goes_back_into_the_bag_and_is_owed_again(moment, owed):
    scene = moment()
    token = scene.game.table.in_hand
    scene.correct(walls={"5": {"standing": False}})
    assert token in scene.game.table.bag
    assert (scene.asks, scene.owed, scene.game.table.in_hand) == ("draw", owed, None)


def test_a_token_in_hand_that_the_people_have_placed_is_no_longer_owed():
    scene = rolling_for_a_monster()
    scene.correct(monsters=[{"piece": "troll#1", "space": "forest-6"}, {"piece": "orc#1", "space": "archer-3"}])
    assert (scene.board, scene.asks, scene.owed) == ("Orc2@A3 Troll3@F6", "draw", 1)
    scene = rolling_for_a_boulder()
    scene.correct(monster_discard=["giant-boulder#1"])
    assert (scene.player, scene.asks) == (2, "play")


def test_a_correction_after_the_last_token_was_placed_ends_the_phase():
    scene = table(pace="guided")
    scene.done()
    scene.draw("Goblin", 1)
    scene.acknowledge()
    scene.draw("Orc", 2)
    assert (scene.asks, scene.owed) == ("place-piece", 0)
    scene.correct(walls={"5": {"standing": False}})
    assert (scene.player, scene.asks) == (2, "draw-up")


@pytest.mark.parametrize("phase", ["draw-up", "discard", "trade", "play", "move", "draw"])
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_phase_that_is_named_begins(moment, phase):
    scene = moment()
    scene.correct(
        turn={"phase": phase, "player": 2, "number": 8},
        monsters=[{"piece": "orc#1", "space": "archer-1"}],
        towers={"2": {"standing": True}},
        bag={"pieces": ["orc#2", "orc#3", "orc#4"]},
    )
    guided = {
        "draw-up": "draw-up",
        "discard": "discard",
        "trade": "trade",
        "play": "play",
        "move": "move-pieces",
        "draw": "draw",
    }
    auto = {"draw-up": "play", "discard": "play", "trade": "play", "play": "play", "move": "draw", "draw": "draw"}
    assert scene.asks == (guided if scene.game.table.guided else auto)[phase]
    assert (scene.player, scene.game.table.turn, scene.result) == (2, 8, "")
    assert scene.board == ("Orc2@K1" if phase == "move" else "Orc2@A1")


@pytest.mark.parametrize("moment", [in_setup_with_a_starter_in_hand, owing_many, rolling_for_a_boulder, lost])
def test_what_was_owed_before_is_not_owed_in_the_draw_of_another_turn(moment):
    scene = moment()
    scene.correct(turn={"phase": "play", "player": 2}, towers={"2": {"standing": True}}, monsters=[])
    scene.done()
    assert (scene.asks, scene.owed) == ("draw", 2)


def test_a_starter_in_hand_does_not_shorten_the_first_draw():
    scene = in_setup_with_a_starter_in_hand()
    scene.correct(walls={"5": {"standing": False}})
    assert (scene.asks, scene.bag, scene.owed) == ("start-piece", 49, 0)


def test_the_taps_owed_can_be_told():
    scene = drawing()
    scene.correct(turn={"draws_left": 1})
    assert (scene.asks, scene.owed) == ("draw", 1)
    scene.correct(turn={"draws_left": 0})
    assert (scene.player, scene.asks) == (2, "play")


def test_a_quick_set_up_goes_on_from_what_stands():
    scene = in_setup_with_all_dealt()
    scene.correct(monsters=[{"piece": token.name, "space": "archer-1"} for token in scene.game.table.board])
    assert scene.board == "Goblin1@A1 Goblin1@A1 Goblin1@A1 Orc2@A1 Orc2@A1 Troll3@A1"


def test_a_quick_set_up_goes_on_when_the_bag_lacks_starters():
    scene = in_setup_with_all_dealt()
    scene.correct(monsters=[], bag={"pieces": ["troll#1", "healer#1"]})
    scene.acknowledge()
    assert (scene.board[:-1], scene.bag) == ("Troll3@A", 1)


def test_a_guided_set_up_does_not_ask_for_starters_that_the_bag_lacks():
    scene = in_setup_with_a_starter_awaited()
    scene.correct(bag={"pieces": ["troll#1", "healer#1"]})
    scene.draw("Troll")
    scene.choose("arc-1")
    assert (scene.asks, scene.board) == ("first-player", "Troll3@A1")


# A correction ends nothing by itself; the next thing that the rules resolve may


def test_a_board_corrected_empty_with_an_empty_bag_is_won_by_the_next_resolution():
    scene = table("Orc@A1", bag="")
    scene.correct(monsters=[], monster_discard=["orc#1"])
    assert (scene.result, scene.asks) == ("", "play")
    scene.done()
    assert scene.result == "won"


def test_towers_corrected_away_are_lost_by_the_next_thing_that_breaks():
    scene = table("Orc@S1", towers="-1 -2 -3 -4 -5")
    scene.correct(towers={"6": {"standing": False}})
    assert (scene.result, scene.asks) == ("", "play")
    scene.done()
    assert scene.result == "lost"


@pytest.mark.parametrize("moment", [won, lost])
def test_a_game_that_was_over_goes_on_in_play_cards(moment):
    scene = moment()
    scene.correct(towers={"2": {"standing": True}}, monsters=[{"piece": "orc#3", "space": "archer-1"}])
    assert (scene.result, scene.slayers, scene.phase, scene.asks) == ("", (), "play", "play")
    scene.play("red-archer", on="Orc")
    assert scene.board == "Orc1@A1"


# Monsters and piles


def test_a_list_replaces_the_whole_list_and_who_is_left_out_goes_back_to_the_bag():
    scene = table("Orc1@A1 Troll1@K3")
    scene.correct(monsters=[{"piece": "troll#1", "space": "swordsman-3"}])
    assert (scene.board, scene.bag) == ("Troll3@S3", 48)
    assert scene.piece("Orc#1") in scene.game.table.bag
    assert scene.piece("Orc#1").health == 2


def test_named_pieces_leave_where_they_were():
    scene = table("Orc@A1", trophies={1: "Goblin"}, bag="Troll")
    scene.correct(monsters=[{"piece": name, "space": "archer-1"} for name in ("goblin#1", "troll#1", "healer#1")])
    assert (scene.board, scene.trophies(1), scene.bag) == ("Goblin1@A1 Healer2@A1 Troll3@A1", "", 1)
    assert list(scene.game.table.bag) == [scene.piece("Orc#1")]


def test_a_monster_keeps_nothing_that_is_not_said():
    scene = table("Orc1@A1")
    scene.play("tar", on="Orc")
    scene.correct(monsters=[{"piece": "orc#1", "space": "archer-1", "flying": False}])
    assert scene.board == "Orc2@A1"
    assert scene.game.table.tarred is None


def test_health_and_tar_can_be_said():
    scene = table()
    scene.correct(monsters=[{"piece": "troll#2", "space": "castle-6", "health": 1, "tarred": True}])
    assert scene.board == "Troll1t@C6"
    scene.done()
    assert scene.board == "Troll1t@C6"


def test_a_dropped_monster_may_be_named_in_another_pile():
    scene = table("Orc@A1 Troll@A2 Goblin@A3 Orc@A4")
    scene.correct(monsters=[], monster_discard=["orc#1"], trophies={"2": ["troll#1"]}, removed=["goblin#1"])
    assert (scene.board, scene.discard, scene.trophies(2)) == ("", "Orc", "Troll")
    assert scene.game.table.removed == [scene.piece("Goblin#1")]
    assert scene.piece("Orc#2") in scene.game.table.bag


def test_the_bag_can_be_told_and_the_rest_is_out_of_the_game():
    scene = table("Orc@A1", trophies={1: "Goblin"})
    scene.correct(bag={"pieces": ["orc#3", "healer#1"], "left": 2})
    assert (scene.bag, scene.board, scene.trophies(1)) == (2, "Orc2@A1", "Goblin")
    assert len(scene.game.table.absent) == 49 - 4
    scene.correct(bag={"left": 0})
    assert scene.bag == 0
    scene.correct(bag={"left": 0}, monsters=[])
    assert scene.bag == 0
    assert scene.piece("Orc#1") in scene.game.table.absent


def test_absent_tokens_can_be_brought_back():
    scene = table(bag="")
    scene.correct(bag={"pieces": ["orc#3"]}, monsters=[{"piece": "orc#4", "space": "forest-1"}])
    assert (scene.bag, scene.board) == (1, "Orc2@F1")


def test_trophies_are_merged_by_player():
    scene = table(trophies={1: "Goblin", 2: "Orc"})
    scene.correct(trophies={"1": ["troll#1"]})
    assert (scene.trophies(1), scene.trophies(2)) == ("Troll", "Orc")
    assert scene.piece("Goblin#1") in scene.game.table.bag


# Walls and Towers


def test_walls_and_towers_are_merged_by_arc():
    scene = table(walls="-2 +3f", towers="-4")
    scene.correct(walls={"5": {"standing": False}, "2": {"standing": True}}, towers={"4": {}})
    assert (scene.down, scene.fortified) == ("W5 T4", "3")


def test_a_wall_that_is_gone_has_no_token_and_no_flames():
    scene = table(walls="+3f")
    scene.correct(walls={"4": {"flames": 2}})
    assert scene.game.table.wall(4).flames == 2
    scene.correct(walls={"3": {"standing": False}, "4": {"standing": False}})
    assert (scene.fortified, scene.game.table.wall(4).flames, scene.game.table.fortify_left) == ("", 0, 2)
    scene.correct(walls={"3": {"standing": True}})
    assert scene.fortified == ""


def test_a_fortify_token_can_be_moved_in_one_correction():
    scene = table(walls="+1f +4f")
    scene.correct(walls={"1": {"fortified": False}, "6": {"fortified": True}})
    assert scene.fortified == "4 6"


def test_nothing_is_triggered():
    scene = table("Orc@S1")
    scene.heard.clear()
    scene.correct(
        monsters=[{"piece": "orc#1", "space": "castle-1"}, {"piece": "goblin-king#1", "space": "forest-1"}],
        walls={"1": {"flames": 2}},
    )
    assert (scene.down, scene.owed) == ("", 0)
    assert [event["event"] for event in scene.heard] == ["corrected", "phase-began"]
    assert scene.told("corrected") == [{"parts": ["monsters", "walls"]}]


# What cannot be is refused whole


@pytest.mark.parametrize(
    ("parts", "code", "reason"),
    [
        ({"monsters": [{"piece": "ork#1", "space": "archer-1"}]}, "unknown-piece", "unknown-piece"),
        ({"monsters": [{"piece": "orc#12", "space": "archer-1"}]}, "unknown-piece", "unknown-piece"),
        ({"monsters": [{"piece": "orc#1", "space": "moat-1"}]}, "bad-value", "no-such-space"),
        ({"monsters": [{"piece": "orc#1", "space": "archer-7"}]}, "bad-value", "no-such-space"),
        ({"monsters": [{"piece": "orc#1", "space": "archer-1", "health": 3}]}, "bad-value", "health"),
        ({"monsters": [{"piece": "orc#1", "space": "archer-1", "health": 0}]}, "bad-value", "health"),
        ({"monsters": [{"piece": "orc#1", "space": "archer-1", "flames": -1}]}, "bad-value", "flames"),
        ({"monsters": [{"piece": "giant-boulder#1", "space": "archer-1"}]}, "bad-value", "no-monster"),
        ({"monsters": [{"piece": "orc#1", "space": "archer-1"}] * 2}, "bad-value", "two-places"),
        (
            {"monsters": [{"piece": f"orc#{n}", "space": "archer-1", "tarred": True} for n in (1, 2)]},
            "bad-value",
            "tar-used",
        ),
        (
            {"monsters": [{"piece": "orc#1", "space": "archer-1"}], "trophies": {"1": ["orc#1"]}},
            "bad-value",
            "two-places",
        ),
        ({"monster_discard": ["orc#1"], "bag": {"pieces": ["orc#1"]}}, "bad-value", "two-places"),
        ({"monster_discard": ["nobody#1"]}, "unknown-piece", "unknown-piece"),
        ({"trophies": {"4": []}}, "bad-value", "no-such-player"),
        ({"trophies": {"0": []}}, "bad-value", "no-such-player"),
        ({"trophies": {"one": []}}, "bad-value", "no-such-player"),
        ({"walls": {"7": {"standing": True}}}, "bad-value", "no-such-arc"),
        ({"towers": {"0": {"standing": True}}}, "bad-value", "no-such-arc"),
        ({"walls": {"1": {"flames": 3}}}, "bad-value", "flames"),
        ({"walls": {"1": {"flames": -1}}}, "bad-value", "flames"),
        ({"walls": {"1": {"standing": False, "flames": 1}}}, "bad-value", "flames"),
        ({"walls": {"1": {"standing": False, "fortified": True}}}, "bad-value", "not-standing"),
        ({"walls": {arc: {"fortified": True} for arc in "123"}}, "bad-value", "fortify-used"),
        ({"walls": {"1": {"fortified": True}}}, "bad-value", "fortify-used"),
        ({"turn": {"player": 4}}, "bad-value", "no-such-player"),
        ({"turn": {"player": 0}}, "bad-value", "no-such-player"),
        ({"turn": {"phase": "tea"}}, "bad-value", "no-such-phase"),
        ({"turn": {"phase": "begin"}}, "bad-value", "no-such-phase"),
        ({"turn": {"number": 0}}, "bad-value", "turn-number"),
        ({"turn": {"draws_left": -1}}, "bad-value", "turn-number"),
        ({"bag": {"left": 3}}, "bad-value", "bag-left"),
        ({"bag": {"pieces": ["orc#1"], "left": 3}}, "bad-value", "bag-left"),
        ({"banished": ["excalibur"]}, "unknown-card", "unknown-card"),
        ({"others": {"moat": 1}}, "bad-value", "no-such-part"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_whole(parts, code, reason):
    scene = table("Orc1@A1 Troll@K3", walls="+2f +3f", trophies={1: "Goblin"})
    with scene.refuses(code, reason):
        scene.correct(**({"skip_draw": True} | parts))


def test_a_state_echoed_back_changes_nothing():
    scene = table("Orc1@A1 Troll2t@K3", walls="-1 +2f", towers="-5", trophies={1: "Goblin", 3: "Healer"})
    before = photograph(scene.game)
    game_table = scene.game.table
    scene.correct(
        monsters=[
            {
                "piece": token.name,
                "space": token.space.name,
                "health": token.health,
                "flames": 0,
                "flying": False,
                "tarred": token.tarred,
            }
            for token in game_table.board
        ],
        walls={
            str(wall.arc): {"standing": wall.standing, "flames": wall.flames, "fortified": wall.fortified}
            for wall in game_table.walls
        },
        towers={
            str(tower.arc): {"standing": tower.standing, "flames": tower.flames, "wizard": tower.wizard}
            for tower in game_table.towers
        },
        bag={"left": scene.bag},
        monster_discard=[],
        removed=[],
        banished=[],
        trophies={str(player): [token.name for token in game_table.trophies[player]] for player in (1, 2, 3)},
        turn={"number": 4, "player": 1, "phase": "play", "hand_size": 5, "trades": 1, "draws_left": 0},
        skip_draw=False,
    )
    assert photograph(scene.game) == before


def test_the_parts_are_named():
    assert correction(walls={}, skip_draw=False, others={"moat": 1}).parts == ("walls", "skip_draw", "moat")
