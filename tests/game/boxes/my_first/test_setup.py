"""My First Castle Panic rulebook, Setup and Variations: what is where when the first turn begins."""

from __future__ import annotations

import msgspec
import pytest

from companion.game.boxes.my_first.box import EASIER, HARDER, cards_dealt
from companion.game.pieces import Library
from companion.owner.library import LibraryError, load_library
from companion.talk.state import state_of
from tests.game.boxes.my_first.path_table import FACTS, LIBRARY, new_path


@pytest.mark.rule("MF-005", "MF-006", "MF-008")
def test_the_stars_stand_on_the_first_three_spaces_wall_and_castle_are_up():
    scene = new_path(setup="quick")
    assert scene.board == "star-goblin#1@1 star-goblin#2@2 star-goblin#3@3"
    assert (scene.walled, scene.castle, scene.dungeon) == (True, True, "")
    assert (scene.player, scene.phase) == (1, "play")


@pytest.mark.rule("MF-007")
def test_sixteen_monsters_of_which_thirteen_are_in_the_pile():
    scene = new_path(setup="quick")
    assert len(scene.game.table.pieces) == 16
    assert scene.bag == 13


@pytest.mark.rule("MF-033")
def test_there_are_four_types_of_monsters():
    types = {type(token).__name__ for token in new_path().game.table.pieces.values()}
    assert types == {"PathMonster", "Shover", "Runner", "Marcher"}
    counts = {kind.name: kind.count for kind in FACTS.tokens.values()}
    assert counts == {"goblin": 7, "star-goblin": 3, "shover": 2, "runner": 2, "marcher": 2}


@pytest.mark.rule("MF-006")
def test_only_a_star_monster_may_be_tapped_to_start():
    scene = new_path(setup="guided")
    assert scene.asks == "start-piece"
    with scene.refuses("illegal-target", "start-kind"):
        scene.tap("goblin#1")
    for name in ("star-goblin#3", "star-goblin#1", "star-goblin#2"):
        scene.tap(name)
    assert scene.board == "star-goblin#3@1 star-goblin#1@2 star-goblin#2@3"


@pytest.mark.rule("MF-011")
def test_the_youngest_is_asked_for_and_starts_then_it_goes_clockwise():
    scene = new_path(setup="guided")
    for name in ("star-goblin#1", "star-goblin#2", "star-goblin#3"):
        scene.tap(name)
    assert (scene.asks, scene.options) == ("first-player", "player-1 player-2 player-3")
    scene.choose("player-2")
    seats = []
    for number in range(1, 5):
        seats.append(scene.player)
        scene.done()
        scene.tap(f"goblin#{number}")
    assert seats == [2, 3, 1, 2]


def test_a_guided_set_up_tells_one_thing_at_a_time():
    scene = new_path(setup="guided", pace="guided")
    assert told_in_a_row(scene) == [("towers-walls", None), ("piles", "wall"), ("piles", "dungeon"), ("piles", "cards")]
    for name in ("star-goblin#1", "star-goblin#2", "star-goblin#3"):
        assert scene.asks == "start-piece"
        scene.tap(name)
    assert told_in_a_row(scene) == [("piles", "monsters")]
    assert scene.asks == "first-player"


def told_in_a_row(scene):
    """Acknowledges what there is to acknowledge. Gives the topics with the things they are about."""
    told = []
    while scene.game.request.kind == "acknowledge":
        facts = scene.game.request.facts
        told.append((scene.acknowledge(), facts.get("pile")))
    return told


def test_without_a_wall_nobody_is_told_to_put_it_up():
    scene = new_path(setup="guided", pace="guided", variants=("defenseless",))
    assert told_in_a_row(scene) == [("towers-walls", None), ("piles", "dungeon"), ("piles", "cards")]


def test_a_quick_set_up_under_guided_asks_to_place_the_starting_monsters():
    scene = new_path(setup="quick", pace="guided")
    topics = [topic for topic, _ in told_in_a_row(scene)]
    assert topics == ["towers-walls", "piles", "piles", "piles", "place-piece", "piles", "draw-card"]
    assert scene.asks == "play"


def test_a_correction_in_the_middle_of_the_set_up_goes_on_from_there():
    scene = new_path(setup="guided")
    scene.correct(path=[{"piece": "star-goblin#2", "space": 1}])
    scene.tap("star-goblin#1")
    scene.tap("star-goblin#3")
    assert scene.board == "star-goblin#2@1 star-goblin#1@2 star-goblin#3@3"
    assert len(scene.told("game-began")) == 1


@pytest.mark.rule("MF-049")
@pytest.mark.parametrize("setup", ["quick", "guided"])
def test_monster_rush_puts_a_fourth_goblin_on_the_green_triangle(setup):
    scene = new_path(setup=setup, variants=("monster-rush",))
    if setup == "guided":
        for name in ("star-goblin#1", "star-goblin#2", "star-goblin#3"):
            scene.tap(name)
        with scene.refuses("illegal-target", "start-kind"):
            scene.tap("shover#1")
        scene.tap("goblin#1")
    assert scene.board == "star-goblin#1@1 star-goblin#2@2 star-goblin#3@3 goblin#1@4"
    assert (scene.path.spaces[3].color, scene.path.spaces[3].shape) == ("green", "triangle")
    assert scene.bag == 12


@pytest.mark.rule("MF-049")
def test_monster_rush_goes_by_the_marks_of_the_owners_path():
    marks = (*FACTS.path[:3], ("blue", "circle"), ("green", "triangle"), *FACTS.path[5:])
    owned: Library = LIBRARY | {"my-first": msgspec.structs.replace(FACTS, path=marks)}
    scene = new_path(owned, setup="quick", variants=("monster-rush",))
    assert scene.board.endswith("goblin#1@5")


@pytest.mark.parametrize(
    ("facts", "complaint"),
    [
        ('path = [["red", "circle"]]', "at least 4 spaces"),
        ('path = [["red", "circle"], ["red", "star"], ["blue", "square"], ["red", "circle"]]', "red star"),
        ('voice = "pirate"', "pirate"),
    ],
)
def test_an_owners_path_that_is_none_is_refused(tmp_path, facts, complaint):
    owned = tmp_path / "boxes.toml"
    owned.write_text(f"[my-first]\n{facts}\n", encoding="utf-8")
    with pytest.raises(LibraryError, match=complaint):
        load_library(owned)


@pytest.mark.rule("MF-050")
@pytest.mark.parametrize("setup", ["quick", "none"])
def test_defenseless_begins_without_the_wall(setup):
    scene = new_path(setup=setup, variants=("defenseless",))
    assert (scene.walled, scene.castle) == (False, True)


def test_cards_dealt_go_by_players_and_hand_boost():
    def dealt(**wishes):
        return cards_dealt(new_path(**wishes).game.table)

    assert [dealt(), dealt(players=1), dealt(variants=("hand-boost",))] == [1, 2, 2]


def test_more_than_one_easier_rule_is_told():
    assert new_path(variants=("super-hero", "hand-boost")).told("easy-rules-piled") == [{"count": 2}]
    assert new_path(variants=("super-hero", *HARDER)).told("easy-rules-piled") == []
    assert len(EASIER) == 4


@pytest.mark.rule("MF-003", "MF-049")
def test_the_state_has_what_this_game_has_and_nothing_else():
    state = state_of(new_path(setup="quick", players=2, variants=("monster-rush",)).game.table)
    assert state == {
        "game": "my-first",
        "boxes": [],
        "version": "standard",
        "players": 2,
        "variants": ["monster-rush"],
        "turn": {"number": 1, "player": 1, "phase": "play", "draws_left": 0},
        "bag": {"left": 12},
        "result": None,
        "path": [
            {"piece": "star-goblin#1", "space": 1},
            {"piece": "star-goblin#2", "space": 2},
            {"piece": "star-goblin#3", "space": 3},
            {"piece": "goblin#1", "space": 4},
        ],
        "wall": True,
        "castle": True,
        "dungeon": [],
    }
