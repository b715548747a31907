"""Castle Panic rulebook, Attacking Monsters and Slaying Monsters."""

from __future__ import annotations

import pytest

from companion.game.board import SPACES
from companion.game.rules.cards import CardPlay, HitCard, legal_plays
from tests.game.rules.table import LIBRARY, table

CARDS = LIBRARY["castle-panic"].cards
HITS = sorted(name for name in CARDS if name.endswith(("archer", "knight", "swordsman", "hero")))
COLOR_OF = {1: "red", 2: "red", 3: "green", 4: "green", 5: "blue", 6: "blue"}
LETTERS = {"A": "archer", "K": "knight", "S": "swordsman"}


@pytest.mark.rule("CP-003")
def test_a_hit_is_marked_on_a_monster_that_marches_on():
    scene = table("Orc2@A3")
    scene.play("green-archer", on="Orc")
    assert scene.board == "Orc1@A3"
    scene.done()
    assert scene.board == "Orc1@K3"


@pytest.mark.rule("CP-062")
def test_a_card_must_fit_color_and_ring():
    scene = table("Orc2@K3")
    with scene.refuses("illegal-target", "hit-color"):
        scene.play("red-knight", on="Orc")
    with scene.refuses("illegal-target", "hit-ring"):
        scene.play("green-archer", on="Orc")
    scene.play("green-knight", on="Orc")
    assert scene.board == "Orc1@K3"


@pytest.mark.rule("CP-062")
@pytest.mark.parametrize("name", HITS)
def test_where_each_hit_card_reaches(name):
    color, _, ring = name.rpartition("-")
    card = table().game.table.cards[name]
    assert isinstance(card, HitCard)
    wanted = {
        f"{there}-{arc}"
        for there in LETTERS.values()
        for arc in COLOR_OF
        if color in ("any-color", COLOR_OF[arc]) and ring in ("hero", there)
    }
    reached = set()
    for space in SPACES.values():
        scene = table()
        scene.correct(monsters=[{"piece": "troll#1", "space": space.name}])
        if legal_plays(scene.game.table, [card]):
            reached.add(space.name)
            scene.play(card.name, on="Troll")
            assert scene.game.table.board[0].health == 2
    assert reached == wanted


@pytest.mark.rule("CP-063")
def test_several_cards_may_hit_one_monster_or_many():
    scene = table("Troll3@A1 Goblin1@A2")
    scene.play("red-archer", on="Troll")
    scene.play("red-archer", on="Troll")
    scene.play("any-color-archer", on="Goblin")
    assert scene.board == "Troll1@A1"


@pytest.mark.rule("CP-064")
@pytest.mark.parametrize("card", HITS)
def test_nothing_hits_in_the_forest_or_in_the_castle_ring(card):
    arc = next((arc for arc, color in COLOR_OF.items() if card.startswith(color)), 1)
    scene = table(f"Goblin1@F{arc} Orc2@C{arc}")
    with scene.refuses("illegal-target", "hit-in-forest"):
        scene.play(card, on="Goblin")
    with scene.refuses("illegal-target", "hit-in-castle"):
        scene.play(card, on="Orc")


@pytest.mark.rule("CP-065")
def test_only_marked_cards_work_in_the_castle_ring():
    scene = table("Orc1@C2 Troll3@C4 Goblin1@C5")
    with scene.refuses("illegal-target", "hit-in-castle"):
        scene.play("red-swordsman", on="Orc")
    scene.play("barbarian", on="Orc")
    scene.play("drive-him-back", on="Troll")
    scene.play("tar", on="Goblin")
    assert scene.board == "Goblin1t@C5 Troll3@F4"


@pytest.mark.rule("CP-066")
def test_a_hit_is_one_point():
    scene = table("Troll3@S6")
    scene.play("blue-swordsman", on="Troll")
    assert scene.board == "Troll2@S6"
    assert scene.told("monster-damaged") == [
        {"piece": "troll#1", "space": "swordsman-6", "points": 1, "health": 2, "cause": "card"}
    ]


@pytest.mark.rule("CP-068")
def test_starting_health_by_kind():
    health = {name: kind.health for name, kind in LIBRARY["castle-panic"].tokens.items() if kind.health}
    assert health == {
        "goblin": 1,
        "orc": 2,
        "troll": 3,
        "goblin-king": 2,
        "healer": 2,
        "orc-warlord": 3,
        "troll-mage": 3,
    }
    scene = table(bag="Goblin Orc Troll Goblin")
    scene.done()
    scene.draw("Goblin", 1)
    scene.draw("Orc", 2)
    scene.quiet_turn()
    scene.done()
    scene.draw("Troll", 3)
    assert "Troll3@F3" in scene.board
    assert [event["health"] for event in scene.told("monster-placed")] == [1, 2, 3]


@pytest.mark.rule("CP-069")
def test_a_monster_at_its_last_point_is_slain_and_leaves_the_board():
    scene = table("Goblin1@K5 Orc1@K5")
    scene.play("blue-knight", on="Goblin")
    assert scene.board == "Orc1@K5"
    scene.play("blue-knight", on="Orc")
    assert scene.board == ""
    assert scene.trophies(1) == "Goblin Orc"


def test_a_slain_monster_is_whole_again_when_it_comes_back():
    scene = table("Orc1@K5")
    scene.play("blue-knight", on="Orc")
    scene.correct(monsters=[{"piece": "orc#1", "space": "knight-5"}])
    assert scene.board == "Orc2@K5"


@pytest.mark.rule("CP-070")
def test_the_last_hit_takes_the_trophy_whoever_hit_before():
    scene = table("Orc2@A1", player=2)
    scene.play("red-archer", on="Orc")
    scene.correct(turn={"player": 1})
    scene.play("red-archer", on="Orc")
    assert (scene.trophies(1), scene.trophies(2), scene.discard) == ("Orc", "", "")
    assert scene.told("monster-slain") == [
        {"piece": "orc#1", "space": "archer-1", "player": 1, "points": 2, "cause": "card"}
    ]


@pytest.mark.rule("CP-071")
def test_deaths_at_walls_and_under_boulders_are_nobodys_trophy():
    scene = table("Goblin1@S2 Troll3@A5")
    scene.done()
    scene.draw("giant-boulder", 5)
    assert scene.discard == "GiantBoulder Goblin Troll"
    assert [scene.trophies(player) for player in (1, 2, 3)] == ["", "", ""]
    assert [(event["cause"], event["player"], event["points"]) for event in scene.told("monster-slain")] == [
        ("wall", 0, 0),
        ("boulder", 0, 0),
    ]


# Slaying cards, and cards out of place


def test_nice_shot_slays_what_the_hit_card_reaches():
    scene = table("Troll3@K4 Troll3@K1")
    with scene.refuses("illegal-target", "hit-color"):
        scene.play("green-knight", on="Troll@K1", together="nice-shot")
    scene.play("green-knight", on="Troll@K4", together="nice-shot")
    assert (scene.board, scene.trophies(1)) == ("Troll3@K1", "Troll")
    assert scene.told("card-played") == [{"card": "green-knight", "player": 1, "together": ["nice-shot"]}]


def test_nice_shot_needs_a_hit_card():
    scene = table("Troll3@K4")
    with scene.refuses("illegal-target", "special-alone"):
        scene.play("nice-shot")


def test_a_hit_card_goes_with_special_cards_only():
    scene = table("Troll3@K4")
    for other in ("brick", "green-knight", "barbarian"):
        with scene.refuses("illegal-target", "not-special"):
            scene.play("green-knight", on="Troll", together=other)


@pytest.mark.parametrize("mark", ["A1", "K2", "S3", "C4"])
def test_the_barbarian_slays_anywhere_but_in_the_forest(mark):
    scene = table(f"Troll3@{mark} Troll3@F1")
    with scene.refuses("illegal-target", "card-ring"):
        scene.play("barbarian", on="Troll@F1")
    scene.play("barbarian", on=f"Troll@{mark}")
    assert (scene.board, scene.trophies(1)) == ("Troll3@F1", "Troll")


@pytest.mark.parametrize("card", ["red-hero", "barbarian", "tar", "drive-him-back"])
def test_a_monster_that_is_not_on_the_board_is_no_target(card):
    scene = table("Orc@A1")
    with scene.refuses("illegal-target", "not-on-board"):
        scene.play(card, on="Orc#7")


# What the table has done although the rules forbid it


@pytest.mark.parametrize(
    ("card", "mark", "board"),
    [
        ("red-knight", "Orc2@K3", "Orc1@K3"),
        ("green-archer", "Orc2@F3", "Orc1@F3"),
        ("green-archer", "Orc2@C3", "Orc1@C3"),
        ("barbarian", "Orc2@F3", ""),
    ],
)
def test_a_forbidden_attack_is_done_when_forced(card, mark, board):
    scene = table(mark)
    scene.play(card, on="Orc", force=True)
    assert scene.board == board


@pytest.mark.parametrize("card", ["red-hero", "barbarian", "tar", "drive-him-back"])
def test_a_forced_play_on_a_monster_that_is_away_does_nothing(card):
    scene = table("Orc@A1")
    scene.play(card, on="Orc#7", force=True)
    assert scene.board == "Orc2@A1"


def test_a_forced_hit_with_a_card_that_is_no_special_is_a_plain_hit():
    scene = table("Orc2@K3")
    scene.play("green-knight", on="Orc", together="brick", force=True)
    assert scene.board == "Orc1@K3"


@pytest.mark.parametrize("card", ["nice-shot", "mortar"])
def test_a_forced_card_that_means_nothing_alone_does_nothing(card):
    scene = table("Orc2@K3", walls="-1")
    scene.play(card, force=True)
    assert (scene.board, scene.down) == ("Orc2@K3", "W1")


def test_a_banished_card_is_refused_and_yet_taken_when_forced():
    scene = table("Orc2@K3")
    scene.correct(banished=["green-knight"])
    with scene.refuses("illegal-target", "banished"):
        scene.play("green-knight", on="Orc")
    scene.play("green-knight", on="Orc", force=True)
    assert scene.board == "Orc1@K3"


def test_every_listed_play_is_legal_and_every_unlisted_target_is_refused():
    cards = [card for card in table().game.table.cards.values() if card.needs == {"on"}]
    marks = ["Orc@F1", "Orc@A2", "Orc@K3", "Orc@S4", "Orc@C5", "Troll@A6", "Goblin@K1"]
    scene = table(" ".join(marks))
    game_table = scene.game.table
    for card in cards:
        targets = {play.on[0] for play in legal_plays(game_table, [card])}
        for monster in game_table.board:
            if monster in targets:
                CardPlay(card, 1, (monster,)).check(game_table)
            else:
                with scene.refuses("illegal-target", _reason(card, monster)):
                    CardPlay(card, 1, (monster,)).check(game_table)


def _reason(card, monster):
    if not isinstance(card, HitCard):
        return "card-ring"
    if monster.space.ring in ("forest", "castle"):
        return f"hit-in-{monster.space.ring}"
    return "hit-color" if card.color not in ("any", monster.space.color) else "hit-ring"
