"""My First Castle Panic rulebook, Play 1 Card, Ask for Help, Special Cards, 1 Player Game and Variations."""

from __future__ import annotations

import pytest

from companion.game.boxes.my_first.cards import CaughtReported
from companion.game.path import SHAPES
from companion.game.rules.cards import legal_plays
from companion.game.rules.refusals import Refused
from tests.game.boxes.my_first.path_table import FACTS, path

NAMES = [f"{color}-{shape}" for color, shape in FACTS.path]


def caught_by(card: str, **wishes: object) -> list[int]:
    """The spaces on which a card catches a monster."""
    spaces = []
    for number in range(1, 10):
        scene = path(f"goblin#1@{number} goblin#2@{1 + (number == 1)}", **wishes)
        try:
            scene.play(card, on="goblin#1")
        except Refused as refused:
            assert (refused.code, refused.reason) == ("illegal-target", "color-and-shape")
        else:
            assert scene.dungeon == "goblin#1"
            spaces.append(number)
    return spaces


@pytest.mark.rule("MF-016")
@pytest.mark.parametrize("number", range(1, 10))
def test_each_space_takes_the_card_of_its_color_and_shape_and_no_other(number):
    assert caught_by(NAMES[number - 1]) == [number]


@pytest.mark.rule("MF-016")
def test_a_wrong_shape_is_refused_and_the_right_card_catches():
    scene = path("goblin#1@4 goblin#2@1")
    with scene.refuses("illegal-target", "color-and-shape"):
        scene.play("green-circle", on="goblin#1")
    with scene.refuses("illegal-target", "color-and-shape"):
        scene.play("red-triangle", on="goblin#1")
    scene.play("green-triangle", on="goblin#1")
    assert scene.dungeon == "goblin#1"


@pytest.mark.rule("MF-017")
@pytest.mark.parametrize("color", ["red", "green", "blue"])
def test_a_hero_fits_every_shape_of_its_color(color):
    assert caught_by(f"{color}-hero") == [number for number, mark in enumerate(FACTS.path, 1) if mark[0] == color]


@pytest.mark.rule("MF-017")
def test_a_hero_catches_only_the_one_monster_that_was_picked():
    scene = path("goblin#1@1 goblin#2@6")
    scene.play("red-hero", on="goblin#2")
    assert (scene.dungeon, scene.told("monster-caught")) == ("goblin#2", [{"piece": "goblin#2", "space": 6}])
    assert scene.board == "goblin#1@2"


@pytest.mark.rule("MF-018")
@pytest.mark.parametrize("shape", SHAPES)
def test_an_any_color_card_fits_every_color_of_its_shape(shape):
    assert caught_by(f"any-{shape}") == [number for number, mark in enumerate(FACTS.path, 1) if mark[1] == shape]


@pytest.mark.rule("MF-018")
def test_an_any_color_card_catches_only_the_one_monster_that_was_picked():
    scene = path("goblin#1@3 goblin#2@6")
    scene.play("any-square", on="goblin#1")
    assert (scene.dungeon, scene.board) == ("goblin#1", "goblin#2@7")


@pytest.mark.rule("MF-019")
def test_the_caught_monster_joins_those_in_the_dungeon():
    scene = path("shover#1@4 goblin#2@1", dungeon="star-goblin#1 star-goblin#2")
    scene.play("green-triangle", on="shover#1")
    assert scene.dungeon == "shover#1 star-goblin#1 star-goblin#2"


def test_a_monster_that_is_not_on_the_path_cannot_be_caught():
    scene = path("goblin#1@4", dungeon="goblin#2")
    for card in ("green-triangle", "boot"):
        with scene.refuses("illegal-target", "not-on-board"):
            scene.play(card, on="goblin#2")


@pytest.mark.rule("MF-021", "MF-022")
@pytest.mark.parametrize("friend", [2, 3])
def test_a_friend_may_play_the_one_card_of_the_turn(friend):
    scene = path("goblin#1@4 goblin#2@1")
    scene.play("green-triangle", on="goblin#1", player=friend)
    assert scene.told("card-played") == [{"card": "green-triangle", "player": friend, "together": []}]
    assert (scene.dungeon, scene.asks, scene.player) == ("goblin#1", "draw", 1)


@pytest.mark.rule("MF-021")
def test_a_friends_card_must_match_too():
    scene = path("goblin#1@4")
    with scene.refuses("illegal-target", "color-and-shape"):
        scene.play("green-circle", on="goblin#1", player=2)


@pytest.mark.rule("MF-021")
def test_a_friend_may_play_wall_and_boot():
    scene = path("goblin#1@4", wall=False)
    scene.play("wall", player=2)
    assert scene.walled
    scene = path("goblin#1@4")
    scene.play("boot", on="goblin#1", player=3)
    assert scene.board == ""


@pytest.mark.rule("MF-026")
def test_the_step_is_over_after_one_card():
    scene = path("goblin#1@1 goblin#2@5")
    scene.play("red-triangle", on="goblin#1")
    assert (scene.asks, scene.board) == ("draw", "goblin#2@6")


@pytest.mark.rule("MF-023")
def test_a_player_may_play_nothing():
    scene = path("goblin#1@1")
    scene.done()
    assert (scene.board, scene.dungeon, scene.asks) == ("goblin#1@2", "", "draw")


@pytest.mark.rule("MF-024")
def test_the_wall_card_rebuilds_a_fallen_wall_only():
    scene = path("goblin#1@2", wall=False)
    scene.play("wall")
    assert (scene.walled, scene.told("wall-rebuilt")) == (True, [{}])
    scene = path("goblin#1@2")
    with scene.refuses("illegal-target", "wall-up"):
        scene.play("wall")


@pytest.mark.rule("MF-024", "MF-050")
def test_the_wall_card_builds_a_wall_in_defenseless():
    scene = path("goblin#1@2", variants=("defenseless",))
    assert not scene.walled
    scene.play("wall")
    assert scene.walled


@pytest.mark.rule("MF-025")
def test_the_boot_sends_a_monster_back_to_the_pile():
    scene = path("goblin#1@5", dungeon="star-goblin#1", bag="goblin#2 goblin#3 goblin#4 goblin#5")
    scene.play("boot", on="goblin#1")
    assert (scene.board, scene.dungeon, scene.bag) == ("", "star-goblin#1", 5)
    assert scene.told("monster-booted") == [{"piece": "goblin#1", "space": 5, "left": 5}]


@pytest.mark.rule("MF-025")
@pytest.mark.parametrize("number", range(1, 10))
def test_the_boot_reaches_every_space(number):
    scene = path(f"goblin#1@{number}")
    scene.play("boot", on="goblin#1")
    assert scene.board == ""


@pytest.mark.rule("MF-054")
def test_a_booted_shover_shoves_again_when_it_is_drawn_again():
    scene = path("goblin#1@3 shover#1@6")
    scene.play("boot", on="shover#1")
    assert scene.board == "goblin#1@4"
    scene.tap("shover#1")
    assert scene.board == "shover#1@2 goblin#1@5"


@pytest.mark.rule("MF-040")
def test_alone_any_number_of_cards_may_be_played():
    scene = path("goblin#1@1 goblin#2@5 goblin#3@6 goblin#4@7", players=1)
    scene.play("red-triangle", on="goblin#1")
    scene.play("blue-circle", on="goblin#2")
    scene.play("red-square", on="goblin#3")
    assert (scene.asks, scene.dungeon) == ("play", "goblin#1 goblin#2 goblin#3")
    scene.done()
    assert scene.board == "goblin#4@8"


@pytest.mark.rule("MF-042")
def test_super_hero_catches_one_on_every_shape_of_its_color():
    scene = path("goblin#1@1 goblin#2@6 goblin#3@8 goblin#4@4", variants=("super-hero",))
    with scene.refuses("illegal-target", "color-and-shape"):
        scene.play("red-hero", on="goblin#1 goblin#4")
    scene.play("red-hero", on="goblin#1 goblin#2 goblin#3")
    assert (scene.dungeon, scene.board) == ("goblin#1 goblin#2 goblin#3", "goblin#4@5")
    assert len(scene.told("card-played")) == 1


@pytest.mark.rule("MF-043")
def test_any_color_power_up_catches_one_on_every_color_of_its_shape():
    scene = path("goblin#1@3 goblin#2@6 goblin#3@5", variants=("any-color-power-up",))
    scene.play("any-square", on="goblin#1 goblin#2")
    assert (scene.dungeon, scene.board) == ("goblin#1 goblin#2", "goblin#3@6")


@pytest.mark.rule("MF-042", "MF-043")
@pytest.mark.parametrize(("variant", "card"), [("super-hero", "red-hero"), ("any-color-power-up", "any-triangle")])
def test_a_sweeping_card_catches_one_monster_on_a_space_not_two(variant, card):
    scene = path("goblin#1@1 goblin#2@1", variants=(variant,))
    with scene.refuses("illegal-target", "one-per-space"):
        scene.play(card, on="goblin#1 goblin#2")
    with scene.refuses("illegal-target", "one-per-space"):
        scene.play(card, on="goblin#1 goblin#1")
    scene.play(card, on="goblin#2")
    assert scene.dungeon == "goblin#2"


@pytest.mark.rule("MF-042", "MF-043")
@pytest.mark.parametrize(("variant", "swept"), [("super-hero", "hero"), ("any-color-power-up", "any"), ("", "")])
def test_only_the_cards_of_the_variation_sweep(variant, swept):
    cards = path(variants=(variant,) if variant else ()).game.table.cards
    sweeping = {name for name, card in cards.items() if card.targets != (1,)}
    assert sweeping == {name for name in cards if swept and swept in name}


@pytest.mark.rule("MF-046")
def test_more_help_a_drawn_card_that_matches_is_played():
    scene = path("goblin#1@4", variants=("more-help",))
    scene.play("green-triangle", on="goblin#1")
    assert (scene.dungeon, scene.asks) == ("goblin#1", "draw")


def test_a_forced_card_catches_where_it_does_not_match():
    scene = path("goblin#1@4 goblin#2@1")
    scene.play("red-circle", on="goblin#1", force=True)
    assert scene.dungeon == "goblin#1"


def test_a_forced_card_on_nothing_does_nothing():
    for card, on in (("red-circle", "goblin#2"), ("boot", "goblin#2"), ("wall", "")):
        scene = path("goblin#1@4", dungeon="goblin#2")
        scene.play(card, on=on, force=True)
        assert (scene.dungeon, scene.board, scene.walled) == ("goblin#2", "goblin#1@5", True)


def test_a_tapped_monster_is_offered_as_caught():
    scene = path("goblin#1@4 goblin#2@1")
    assert scene.piece("goblin#1").tapped(scene.game.table) == (["caught", "cancel"], 0)
    scene.answer(CaughtReported(scene.piece("goblin#1")))
    assert (scene.dungeon, scene.board, scene.asks) == ("goblin#1", "goblin#2@2", "draw")


def test_a_catch_that_was_reported_counts_as_the_one_card():
    alone = path("goblin#1@4 goblin#2@1", players=1)
    alone.answer(CaughtReported(alone.piece("goblin#1")))
    assert alone.asks == "play"
    with alone.refuses("illegal-target", "not-on-board"):
        alone.answer(CaughtReported(alone.piece("goblin#1")))


def test_the_legal_plays_of_a_hand_are_those_that_are_not_refused():
    scene = path("goblin#1@1 goblin#2@1 goblin#3@6 goblin#4@9", wall=False, variants=("super-hero",))
    table = scene.game.table
    hand = list(table.cards.values())
    plays = legal_plays(table, hand)
    for play in plays:
        play.check(table)
    targets = {(play.card.name, tuple(monster.name for monster in play.on)) for play in plays}
    assert len(targets) == len(plays)
    heroes = {on for card, on in targets if card == "red-hero"}
    ones, two = {("goblin#1",), ("goblin#2",), ("goblin#3",)}, {("goblin#1", "goblin#3"), ("goblin#2", "goblin#3")}
    assert heroes == ones | two
    assert {card for card, on in targets if not on} == {"wall"}
    assert sum(card == "boot" for card, _ in targets) == 4
    assert {card for card, on in targets if on == ("goblin#4",)} == {"green-square", "green-hero", "any-square", "boot"}


def test_a_forced_play_that_names_a_monster_twice_catches_it_once():
    scene = path("shover#1@1 goblin#1@2", variants=("super-hero",))
    scene.play("red-hero", on="shover#1 shover#1", force=True)
    assert (scene.dungeon, scene.board) == ("shover#1", "goblin#1@3")  # it has moved since
