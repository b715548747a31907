"""Castle Panic rulebook, Components and Setup."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.game.boxes import BOXES
from companion.game.rules.options import VERSIONS, GameOptions
from companion.game.rules.requests import Choose, Tap
from tests.game.rules.table import LIBRARY, every_space, new, table

STARTERS = ("Goblin", "Goblin", "Orc", "Troll", "Orc", "Goblin")


def guided(**wishes):
    """A set-up in which every starting piece is asked for."""
    return new(setup="guided", **wishes)


def place_starters(scene, kinds=STARTERS):
    """Taps the kinds in turn, each into the first arc on offer."""
    for kind in kinds:
        scene.draw(kind)
        if scene.asks == "start-arc":
            scene.choose(scene.options.split()[0])


# What is in the box


@pytest.mark.rule("CP-016")
def test_the_castle_deck_has_49_cards():
    cards = LIBRARY["castle-panic"].cards
    assert sum(cards.values()) == 49
    hits = {f"{color}-{ring}": 3 for color in ("red", "green", "blue") for ring in ("archer", "knight", "swordsman")}
    jokers = {f"any-color-{ring}": 1 for ring in ("archer", "knight", "swordsman")}
    heroes = {f"{color}-hero": 1 for color in ("red", "green", "blue")}
    singles = ("barbarian", "fortify-wall", "tar", "drive-him-back", "nice-shot", "missing", "draw-2-cards", "scavenge")
    assert cards == hits | jokers | heroes | {"brick": 4, "mortar": 4} | dict.fromkeys(singles, 1)


@pytest.mark.rule("CP-073")
def test_every_card_of_the_box_has_its_rule_and_no_other_has():
    assert set(BOXES["castle-panic"].cards) == set(LIBRARY["castle-panic"].cards)
    assert all(card.name == name for name, card in BOXES["castle-panic"].cards.items())


@pytest.mark.rule("CP-017")
def test_the_bag_of_the_base_box_holds_49_tokens():
    counts = {name: kind.count for name, kind in LIBRARY["castle-panic"].tokens.items()}
    assert sum(counts.values()) == 49 == new().bag
    assert Counter(token.kind.name for token in new().game.table.bag) == counts
    assert (counts["goblin"], counts["orc"], counts["troll"], counts["giant-boulder"]) == (6, 11, 10, 4)
    assert [counts[f"{color}-monsters-move-1"] for color in ("red", "green", "blue")] == [2, 2, 2]


def test_every_kind_of_token_has_its_rule():
    assert set(BOXES["castle-panic"].tokens) == set(LIBRARY["castle-panic"].tokens)


# Walls, Towers, tokens beside the board


@pytest.mark.rule("CP-013", "CP-027")
@pytest.mark.parametrize("setup", ["guided", "quick", "none"])
def test_one_tower_stands_in_each_castle_space(setup):
    scene = new(setup=setup)
    assert [tower.name for tower in scene.game.table.towers if tower.standing] == [
        f"tower-{arc}" for arc in range(1, 7)
    ]
    assert scene.game.table.standing_towers() == 6


@pytest.mark.rule("CP-029")
@pytest.mark.parametrize("setup", ["guided", "quick", "none"])
def test_one_plain_wall_stands_on_each_line(setup):
    walls = new(setup=setup).game.table.walls
    assert [(wall.name, wall.standing, wall.flames, wall.fortified) for wall in walls] == [
        (f"wall-{arc}", True, 0, False) for arc in range(1, 7)
    ]


@pytest.mark.rule("CP-014")
def test_a_wall_is_a_line_and_holds_no_monster():
    scene = table("Orc@S3")
    assert scene.board == "Orc2@S3"
    assert not any("wall" in name for name in every_space())
    assert not hasattr(scene.game.table.wall(3), "space")


@pytest.mark.rule("CP-042")
def test_tar_and_both_fortify_tokens_wait_beside_the_board():
    game_table = new(setup="quick").game.table
    assert game_table.tarred is None
    assert game_table.fortify_left == 2


# The starting Monsters


@pytest.mark.rule("CP-024")
@pytest.mark.parametrize("version", ["standard", "co-op"])
def test_the_set_up_is_the_same_in_every_version(version):
    scene = new(setup="quick", version=version)
    assert scene.down == ""
    assert sorted(word.partition("@")[2] for word in scene.board.split()) == ["A1", "A2", "A3", "A4", "A5", "A6"]
    assert scene.bag == 43


@pytest.mark.rule("CP-025")
def test_players_choose_the_arc_of_each_starter_and_no_arc_twice():
    scene = guided()
    scene.draw("Goblin")
    assert scene.options == "arc-1 arc-2 arc-3 arc-4 arc-5 arc-6"
    scene.choose("arc-2")
    scene.draw("Orc")
    assert scene.options == "arc-1 arc-3 arc-4 arc-5 arc-6"
    with scene.refuses("unknown-option", "option"):
        scene.choose("arc-2")
    assert scene.board == "Goblin1@A2"


def test_the_last_starter_has_no_choice_of_arc():
    scene = guided()
    place_starters(scene, STARTERS[:5])
    scene.draw(STARTERS[5])
    assert scene.asks == "first-player"


@pytest.mark.rule("CP-026")
def test_tokens_enter_with_their_highest_number_to_the_castle():
    scene = table(bag="Troll Goblin")
    scene.done()
    scene.draw("Troll", 5)
    assert scene.board == "Troll3@F5"
    assert scene.told("monster-placed") == [{"piece": "troll#1", "space": "forest-5", "health": 3}]


@pytest.mark.rule("CP-030")
def test_starters_are_three_goblins_two_orcs_and_a_troll():
    scene = guided()
    place_starters(scene, ("Goblin", "Goblin", "Goblin", "Orc", "Orc"))
    for kind in ("Orc", "Goblin", "Healer", "giant-boulder"):
        with scene.refuses("illegal-target", "start-kind"):
            scene.draw(kind)
    scene.draw("Troll")
    assert scene.board == "Goblin1@A1 Goblin1@A2 Goblin1@A3 Orc2@A4 Orc2@A5 Troll3@A6"


@pytest.mark.rule("CP-031")
def test_starters_stand_in_the_archer_ring_one_in_each_arc():
    scene = guided()
    place_starters(scene)
    assert scene.board == "Goblin1@A1 Goblin1@A2 Goblin1@A6 Orc2@A3 Orc2@A5 Troll3@A4"
    assert scene.bag == 43


@pytest.mark.parametrize("seed", range(20))
def test_a_quick_set_up_deals_the_lowest_numbers_to_all_arcs(seed):
    board = new(setup="quick", seed=seed).game.table.board
    assert {token.name for token in board} == {"goblin#1", "goblin#2", "goblin#3", "orc#1", "orc#2", "troll#1"}
    assert {token.space.name for token in board} == {f"archer-{arc}" for arc in range(1, 7)}


def test_quick_set_ups_differ_by_seed_and_only_by_seed():
    boards = [new(setup="quick", seed=seed).board for seed in range(20)]
    assert boards == [new(setup="quick", seed=seed).board for seed in range(20)]
    assert len(set(boards)) > 10


@pytest.mark.rule("CP-041")
def test_after_the_set_up_the_other_43_tokens_are_in_the_bag():
    game_table = new(setup="quick").game.table
    assert Counter(token.kind.sort for token in game_table.bag) == {"monster": 21, "boss": 4, "effect": 18}
    assert game_table.discard == []
    assert game_table.absent == []


@pytest.mark.rule("CP-033")
def test_starters_can_be_attacked_on_the_first_turn():
    scene = guided(first=1)
    place_starters(scene)
    assert scene.game.table.turn == 1
    scene.play("red-archer", on="Goblin@A1")
    assert scene.trophies(1) == "Goblin"


# Seats, hands, versions


@pytest.mark.rule("CP-037", "CP-038", "CP-039")
@pytest.mark.parametrize(("players", "hand"), [(2, 6), (3, 5), (4, 5), (5, 5), (6, 4)])
def test_hand_size_by_number_of_players(players, hand):
    assert new(players=players).game.table.hand_size == hand


@pytest.mark.rule("CP-052", "CP-054", "CP-055")
@pytest.mark.parametrize(("players", "trades"), [(2, 1), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_trades_by_number_of_players(players, trades):
    assert new(players=players).game.table.trades == trades


def test_alone_the_hand_is_six_and_there_is_nobody_to_trade_with():
    scene = new(players=1)
    assert scene.game.table.hand_size == 6
    assert scene.game.table.trades == 0


@pytest.mark.rule("CP-043")
def test_the_players_say_who_begins():
    scene = guided()
    place_starters(scene)
    assert scene.options == "player-1 player-2 player-3"
    scene.choose("player-3")
    assert (scene.player, scene.phase) == (3, "play")


def test_nobody_is_asked_who_begins_where_that_is_settled():
    for wishes, first in (({"first": 2}, 2), ({"players": 1}, 1)):
        scene = guided(**wishes)
        place_starters(scene)
        assert (scene.asks, scene.player) == ("play", first)
    assert new(setup="quick", first=3).player == 3


@pytest.mark.rule("CP-007")
def test_there_are_three_versions_and_standard_is_meant_unless_said():
    assert VERSIONS == ("standard", "co-op", "overlord")
    assert GameOptions(boxes=("castle-panic",), players=2).version == "standard"
    assert new().game.table.keeps_trophies


@pytest.mark.rule("CP-008")
def test_co_op_keeps_no_trophies_and_names_no_master_slayer():
    scene = table("Goblin@A1", version="co-op", bag="")
    scene.play("red-archer", on="Goblin")
    assert (scene.trophies(1), scene.discard) == ("", "Goblin")
    assert (scene.result, scene.slayers) == ("won", ())


def test_a_guided_set_up_first_has_towers_and_walls_placed():
    scene = guided(pace="guided")
    assert scene.acknowledge() == "towers-walls"
    assert isinstance(scene.game.request, Tap)
    scene.draw("Troll")
    assert isinstance(scene.game.request, Choose)


def test_a_quick_set_up_under_guidance_waits_until_the_pieces_are_placed():
    scene = new(setup="quick", pace="guided")
    assert [scene.acknowledge(), scene.acknowledge()] == ["towers-walls", "place-piece"]
    assert len(scene.game.table.board) == 6


def test_without_a_set_up_the_first_player_plays_on_an_empty_board():
    scene = new(first=2)
    assert (scene.asks, scene.player, scene.board, scene.bag) == ("play", 2, "", 49)
