"""What is answered when somebody asks."""

from __future__ import annotations

import pytest

from companion.narration.answers import QUESTIONS
from companion.narration.missing import MissingWordsWarning
from companion.narration.phrases import LEVELS
from tests.narration import samples

NARRATOR = samples.narrator()


@pytest.fixture
def game():
    """An orc at Knight, a goblin before Wall 5; Walls 5 and 6 and Tower 6 are gone, Wall 2 is fortified."""
    game = samples.new_game(players=2)
    samples.put(game, "orc", "knight-3")
    samples.put(game, "goblin", "swordsman-5")
    for arc in (5, 6):
        game.table.wall(arc).standing = False
    game.table.tower(6).standing = False
    game.table.wall(2).fortified = True
    return game


def answer(game, about: str, words: str = "normal") -> str:
    return NARRATOR.answer(about, game, words)


def test_an_arc_names_who_is_in_it_and_what_stands(game):
    assert answer(game, "arc-3") == "Arc 3, green: orc, Knight ring, 2 health. Wall up. Tower up."
    assert answer(game, "arc-1") == "Arc 1, red: no monsters. Wall up. Tower up."
    assert answer(game, "arc-6", "brief") == "Arc 6: no monsters. No wall, no tower."
    assert (
        answer(game, "arc-2", "verbose")
        == "Arc 2, red. No monsters here. The wall is up with Fortify. The tower is up."
    )


def test_an_arc_is_read_far_to_near(game):
    samples.put(game, "troll", "forest-3")
    assert answer(game, "arc-3").startswith("Arc 3, green: troll, Forest, 3 health; orc, Knight ring, 2 health. ")
    assert answer(game, "arc-3", "verbose").startswith("Arc 3, green. 2 monsters, far to near: troll")


def test_the_closest_is_named_and_what_it_does_next(game):
    assert answer(game, "danger") == "Closest: goblin, arc 5, blue, Swordsman ring, 1 health."
    assert answer(game, "danger", "verbose").endswith("It hits the tower next.")
    samples.put(game, "orc", "castle-2")
    assert answer(game, "danger") == "Closest: orc, arc 2, red, Castle ring, 2 health."
    assert answer(game, "danger", "verbose").endswith("It goes on around the castle next.")


@pytest.mark.parametrize(
    ("arc", "ring", "end"),
    [
        (1, "swordsman", "hits the wall next."),
        (6, "swordsman", "walks into the castle next."),
        (1, "archer", "moves 1 in next."),
    ],
)
def test_the_next_step_of_the_closest(game, arc, ring, end):
    game.table.board.clear()
    samples.put(game, "orc", f"{ring}-{arc}")
    assert answer(game, "danger", "verbose").endswith(end)


def test_several_that_are_equally_close_are_all_named(game):
    samples.put(game, "troll", "swordsman-1")
    assert answer(game, "danger") == (
        "Closest: troll, arc 1, red, Swordsman ring, 3 health; goblin, arc 5, blue, Swordsman ring, 1 health."
    )


def test_the_board_is_read_arc_by_arc_and_the_empty_arcs_together(game):
    assert answer(game, "board") == (
        "2 monsters on the board. Arc 3, green: orc, Knight ring, 2 health. "
        "Arc 5, blue: goblin, Swordsman ring, 1 health. Arcs 1, 2, 4 and 6 are empty."
    )
    game.table.board.clear()
    assert answer(game, "board") == "No monsters on the board."


def test_no_arc_is_called_empty_when_none_is(game):
    for arc in range(1, 7):
        samples.put(game, "orc", f"forest-{arc}")
    assert "empty" not in answer(game, "board")


def test_the_castle_counts_what_stands_and_names_what_is_missing(game):
    assert answer(game, "castle") == "5 towers, missing 6. 4 walls, missing 5 and 6. Fortified: wall 2."
    game.table.board[0].tarred = True
    assert answer(game, "castle").endswith("Tar on orc, arc 3, green, Knight ring.")


def test_a_whole_castle_misses_nothing():
    assert answer(samples.new_game(), "castle") == "6 towers. 6 walls."


def test_flames_are_counted_and_named_with_what_burns(game):
    assert answer(game, "flames") == "There are no flames."
    game.table.wall(2).flames = 1
    samples.put(game, "troll", "archer-1", flames=2)
    samples.put(game, "gargoyle", "knight-4", flames=1)
    assert answer(game, "flames") == (
        "4 flames: 1 on wall 2, 2 on the troll in arc 1, 1 on the gargoyle, flying, in arc 4."
    )
    assert answer(game, "flames", "brief") == "Flames: wall 2, 1, troll arc 1, 2, gargoyle, flying, arc 4, 1."
    assert answer(game, "flames", "verbose").startswith(
        "There are 4 flames: 1 on wall 2; 2 on troll, arc 1, red, Archer ring; "
    )


def test_bosses_of_every_rank_are_named(game):
    assert answer(game, "bosses") == "No boss is on the board."
    samples.put(game, "healer", "archer-1")
    samples.put(game, "dragon", "forest-2")
    assert answer(game, "bosses") == (
        "2 bosses: Healer, arc 1, red, Archer ring, 2 health; Dragon, flying, arc 2, red, Forest, 5 health: "
        "it goes where the die says, then breathes fire."
    )


@pytest.mark.parametrize(
    ("kind", "space", "rule"),
    [
        ("basilisk", "forest-1", "no one swaps cards"),
        ("chimera", "castle-1", "she moves like the others now"),
        ("dragon", "castle-1", "it moves like the others now"),
        ("hydra", "knight-1", "each point of damage brings 2 imps"),
        ("necromancer", "knight-1", "at a wall or tower he falls and calls the slain back"),
        ("warlock", "knight-1", "Wizard cards do nothing to him, and the die picks his arc"),
        ("warlock", "castle-1", "Wizard cards do nothing to him"),
        ("dark-sorceress", "knight-1", "hands are 1 card smaller"),
        ("agranok", "knight-1", "level 3, and he acts by the die after he moves"),
    ],
)
def test_every_mega_boss_is_told_with_the_one_rule_that_it_changes_now(kind, space, rule):
    game = samples.new_game(boxes=samples.EVERYTHING, agranok=3)
    samples.put(game, kind, space)
    assert answer(game, "bosses").endswith(f" health: {rule}.")


# What further boxes bring


def test_a_secret_is_said_to_be_one_and_no_more(big, game):
    assert answer(big, "secret") == (
        "What comes next from the bag. I do not know it. "
        "Which Harbingers are in it, no one knows. The Agranok level is hidden until he comes."
    )
    assert answer(big, "secret", "brief") == "Hidden."
    big.table.parts["agranok"].level, big.table.unseen_left = 3, 0
    assert answer(big, "secret") == answer(game, "secret") == "What comes next from the bag. I do not know it."


def test_settings_name_the_further_boxes(big):
    assert answer(big, "settings").endswith("We play with The Wizard's Tower and The Dark Titan.")


@pytest.mark.parametrize("about", QUESTIONS)
@pytest.mark.parametrize("words", LEVELS)
def test_every_question_about_all_boxes_has_an_answer_and_lines(big, about, words):
    assert answer(big, about, words).endswith(".")
    assert 1 < len(NARRATOR.answer_screen(about, big)) <= 4


def test_progress_tells_the_tokens_left_the_turn_and_the_player(game):
    left = game.table.bag_left
    assert answer(game, "progress") == f"{left} tokens are left. Turn 1. Player 1: play cards."


def test_settings_tell_how_the_companion_talks(game):
    assert answer(game, "settings") == "My words are normal. 2 players. I wait for you at each step."


@pytest.mark.parametrize("about", ["cavalier", "heralds"])
def test_what_the_game_does_not_have_is_said_to_be_absent(game, about):
    assert answer(game, about) == NARRATOR.catalogue.text(f"answer-{about}-absent", "normal")


@pytest.mark.parametrize("about", QUESTIONS)
@pytest.mark.parametrize("words", LEVELS)
def test_every_question_has_an_answer_and_lines(game, about, words):
    assert answer(game, about, words).endswith(".")
    assert 1 < len(NARRATOR.answer_screen(about, game)) <= 4


def test_the_lines_fit_however_full_the_board_is(game):
    for kind in samples.BOARD_KINDS:
        for arc in range(1, 7):
            samples.put(game, kind.name, f"swordsman-{arc}", flames=2)
    for about in QUESTIONS:
        assert NARRATOR.answer_screen(about, game)


def test_there_is_no_answer_to_what_is_no_question(game):
    for about in ("arc-7", "weather"):
        with pytest.raises(MissingWordsWarning):
            answer(game, about)
