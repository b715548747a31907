"""Where something is: one formatter, one order, and nothing that flies without the word."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.board import ARCS, SPACES
from companion.game.boxes.castle_panic.events import MonsterHealed, MonsterTarred
from companion.game.boxes.dark_titan.agranok_card import LEVEL_OPTIONS
from companion.game.boxes.dark_titan.cavalier import STAY, AttackOn, MoveTo
from companion.game.boxes.dark_titan.events import AttackMissed, CavalierFought, SupportFought, TrollBurst
from companion.game.boxes.wizards_tower.events import (
    DoppelgangerReplaced,
    FireBreathed,
    FlamesPassed,
    MonsterDoused,
    MonsterLit,
)
from companion.game.events import (
    MonsterDamaged,
    MonsterHeld,
    MonsterMoved,
    MonsterPlaced,
    MonsterSlain,
    MonsterStuck,
)
from companion.game.rules.requests import Acknowledge, Choose, NumberOption, Roll
from companion.game.rules.setup import SEAT
from companion.narration.missing import MissingWordsWarning
from companion.narration.phrases import LEVELS, SCREEN
from tests.narration import samples
from tests.narration.samples import BOARD_KINDS, KINDS, LONG_NAMES

NARRATOR = samples.narrator()
TABLE = samples.new_game(names=LONG_NAMES).table
ORDER = re.compile(
    r"(?P<name>[A-Za-z' ]+?)(?P<flying>, flying)?, arc (?P<arc>[1-6]), (?P<color>red|green|blue), "
    r"(?P<ring>Forest|(Archer|Knight|Swordsman|Castle) ring)(, (?P<health>\d) health)?(, (?P<flames>\d) flames?)?"
)
"""Name, flying, arc, color, ring, health, flames (A24)."""

tokens = st.builds(
    samples.standing,
    st.sampled_from([kind.name for kind in BOARD_KINDS]),
    st.sampled_from(list(SPACES)),
    flames=st.integers(0, 3),
)


def test_an_orc_in_full():
    assert NARRATOR.where(samples.standing("orc", "knight-3")) == "Orc, arc 3, green, Knight ring, 2 health"


def test_everything_that_may_be_said_of_a_place():
    token = samples.standing("gargoyle", "archer-6", health=1, flames=2)
    assert NARRATOR.where(token, "brief") == "Gargoyle, flying, arc 6, Archer, 1, 2 flames"
    assert NARRATOR.where(token, "verbose") == "Gargoyle, flying, arc 6, blue, Archer ring, 1 health, 2 flames"
    assert NARRATOR.where_screen(token) == ("^GARGOYLE FLYING", "ARC 6 2 FLAMES", "ARCHER HP 1")


def test_a_token_that_is_not_on_the_board_has_no_place():
    token = samples.Monster(KINDS["dragon"], 1)
    for place_of in (NARRATOR.where, NARRATOR.where_screen):
        with pytest.raises(ValueError, match="only a token on the board"):
            place_of(token)


@given(tokens)
def test_a_location_has_its_fixed_order(token):
    found = ORDER.fullmatch(NARRATOR.where(token))
    assert found
    assert found["name"].lower() == token.kind.name.replace("-", " ").replace("stonemasons", "stonemason's")
    assert bool(found["flying"]) == token.kind.flying
    assert (int(found["arc"]), found["color"]) == (token.space.arc, token.space.color)
    assert found["ring"].lower().startswith(token.space.ring)
    assert int(found["health"] or 0) == token.health
    assert int(found["flames"] or 0) == token.flames


@pytest.mark.rule("AX-005")
@given(st.lists(tokens, min_size=1, max_size=5), st.sampled_from(LEVELS))
def test_whatever_flies_is_said_to_fly_wherever_it_is_located(board, words):
    game = samples.new_game()
    game.table.board.extend(board)
    texts = [NARRATOR.where(board[0], words), NARRATOR.option_text(board[0])]
    texts += [NARRATOR.answer(f"arc-{arc}", game, words) for arc in range(1, 7)]
    texts += [NARRATOR.answer(about, game, words) for about in ("board", "danger", "flames", "bosses")]
    for text in texts:
        for sentence in re.split(r"[.;:] ?", text):
            named = [kind for kind in ("gargoyle", "phoenix", "dragon") if kind in sentence.lower()]
            assert ("flying" in sentence) == bool(named), text


@given(tokens, st.sampled_from(LEVELS))
def test_facts_and_questions_about_what_flies_say_so_too(token, words):
    space = token.space
    events = [
        MonsterPlaced(token, space, 1),
        MonsterMoved(token, space.clockwise, space, "card"),
        MonsterMoved(token, space, space.counter_clockwise, "card"),
        MonsterDamaged(token, space, 1, 1, "card"),
        MonsterSlain(token, space, 1, 2, "card"),
        MonsterHealed(token, space, 1),
        MonsterHeld(token, space),
        MonsterTarred(token, space),
        MonsterStuck(token, space),
        MonsterLit(token, space, 1, 2),
        MonsterDoused(token, space, 1),
        FlamesPassed(TABLE.wall(1), token, space, 1, 2),
        FireBreathed(token, space, "wall-1"),
        AttackMissed(token, space, 1),
        TrollBurst(token, space),
        DoppelgangerReplaced(samples.standing("doppelganger", "forest-1"), token, space),
        SupportFought(samples.standing("supply-wagon", space.name), token, space, 1),
        CavalierFought(samples.standing("cavalier", space.name), token, space, 2),
    ]
    game = samples.new_game()
    game.table.board.append(token)
    told = [said.text for event in events for said in NARRATOR.told([event], game, words)]
    shown = [" ".join(lines) for event in events if (lines := NARRATOR.screen_of([event], game))]
    for request in (
        Acknowledge("place-piece", piece=token),
        Choose("tapped", ["hit", "cancel"], piece=token),
        Choose("wall-victim", [token, token]),
        Choose("flame-target", [token, token]),
        Choose("support-fight", [token, token], piece=samples.standing("supply-wagon", space.name)),
        Choose("cavalier", [AttackOn(token)], piece=samples.standing("cavalier", space.name)),
        Roll("mega-boss-arc", token),
        Roll("elite-hit", token),
    ):
        prompt = NARRATOR.prompt(samples.ask(game, request), words)
        told.append(prompt.say)
        shown.append(" ".join(prompt.screen))
    for text in told + shown:
        assert ("flying" in text.lower()) == token.kind.flying, text


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (SPACES["castle-6"], "Arc 6, blue, Castle ring"),
        (ARCS[2], "Arc 2, red"),
        (TABLE.wall(4), "Wall 4"),
        (KINDS["goblin-king"], "Goblin King"),
        ("goblin-king", "Goblin King"),
        ("forest-1", "Arc 1, red, Forest"),
        ("arc-5", "Arc 5, blue"),
        ("tower-3", "Tower 3"),
        ("knight", "Knight ring"),
        ("green", "Green"),
        ("hit", "Hit it"),
        ("hit-2", "Hit it for 2"),
        ("hit-3", "Hit it for 3"),
        ("slay", "Slay it"),
        ("flame", "Add a flame"),
        ("back", "Push it back"),
        ("moved", "It stands elsewhere"),
        ("cancel", "Leave it"),
        ("yes", "Yes"),
        (LEVEL_OPTIONS[3], "Level 4"),
        (STAY, "Stay"),
        (MoveTo(SPACES["forest-4"]), "Go to arc 4, green, Forest"),
        (AttackOn(samples.standing("gargoyle", "knight-4", flames=1)), "Fight gargoyle, flying, 2 health, 1 flame"),
        (NumberOption(SEAT, 1), "Wilhelmina"),
        (NumberOption(SEAT, 6), "Player 6"),
    ],
    ids=str,
)
def test_every_sort_of_option_has_its_words(option, text):
    assert NARRATOR.option_text(option, TABLE) == text
    assert NARRATOR.catalogue.words(NARRATOR.names.option(option, TABLE, SCREEN)).isupper()


def test_an_option_that_nothing_names_is_an_error():
    with pytest.raises(MissingWordsWarning):
        NARRATOR.option_text("no-such-thing")


def test_a_word_may_mean_something_else_in_another_question():
    assert NARRATOR.option_text("back", TABLE) == "Push it back"
    assert NARRATOR.option_text("back", TABLE, "agranok-result") == "He moves 1 back"
    assert NARRATOR.option_text("nothing", TABLE, "overlord-play") == "Nothing"


def test_without_a_game_players_go_by_number():
    assert NARRATOR.option_text(NumberOption(SEAT, 2)) == "Player 2"


def test_long_or_strange_names_of_players_cannot_break_the_display():
    game = samples.new_game(names=("Bartholomew / Cubbins the Third", "a\n b"))
    assert NARRATOR.names.player(game.table, 1, SCREEN) == "BARTHOLOMEW/CUBB"
    assert NARRATOR.names.player(game.table, 2, "normal") == "a b"


@pytest.mark.parametrize(
    ("count", "text"), [(0, ""), (1, "a"), (2, "a and b"), (3, "a, b and c"), (4, "a, b, c and d")]
)
def test_lists_are_joined_as_one_says_them(count, text):
    assert NARRATOR.catalogue.words(NARRATOR.names.listed(list("abcd")[:count])) == text
