"""The standing question in words: what is asked, shown, marked and offered."""

from __future__ import annotations

import random

import pytest

from companion.game.board import ARCS
from companion.game.rules.requests import DONE, OVER, PLAY, Acknowledge, Choose, NumberOption, Roll, Tap
from companion.game.rules.setup import SEAT
from companion.game.session import Game
from companion.narration.phrases import LEVELS
from companion.talk.desk import Desk
from tests.game.invariant import check_game
from tests.game.options import game_options
from tests.narration import samples
from tests.narration.samples import KINDS, LIBRARY

NARRATOR = samples.narrator()


def prompt(game: Game, words: str = "normal"):
    return NARRATOR.prompt(game, words)


def asked(request, words: str = "normal", **more):
    return prompt(samples.ask(samples.new_game(**more), request), words)


def test_a_roll_names_the_token_and_what_is_rolled_for():
    game = samples.ask(samples.new_game(), Roll("monster-arc", samples.Monster(KINDS["troll"], 1)))
    words = prompt(game)
    assert words.say == "Troll. Press to roll for its arc."
    assert words.screen == ("TROLL", "ROLL FOR ARC", ">PRESS=ROLL")
    assert (words.ring, NARRATOR.options(game), words.marked) == ([{"cue": "roll"}], [], None)


def test_a_tap_counts_what_is_owed_and_offers_the_kinds_as_a_list():
    game = samples.new_game(setup="none")
    game.table.draws_left = 2
    words = prompt(samples.ask(game, Tap("draw")), "verbose")
    assert "2 tokens to draw" in words.say
    assert f"{game.table.bag_left} tokens are left" in words.say
    assert [name for name, _ in NARRATOR.options(game)] == game.table.drawable_kinds()
    assert dict(NARRATOR.options(game))["goblin-king"] == "Goblin King"
    assert words.marked is None


def test_a_kind_that_is_marked_in_that_list_becomes_the_question():
    game = samples.ask(samples.new_game(), Tap("draw"))
    game.marked = game.table.drawable_kinds().index("orc")
    words = prompt(game)
    assert (words.say, words.marked) == ("Did you draw an orc? Press for yes.", "orc")
    assert words.screen == ("6 DRAW", "IS IT", "ORC", ">PRESS=YES")
    assert NARRATOR.marked(game, "normal") == "Orc."


def test_the_starting_monsters_that_are_still_wanted_are_named():
    wanted = LIBRARY["castle-panic"].start
    words = asked(Tap("start-piece", lambda token: token.kind.name in wanted))
    assert words.say == "Tap a starting monster: goblin, orc or troll."
    words = asked(Tap("start-piece", lambda token: True))
    assert words.say == "Tap a starting monster."


def test_a_choice_says_and_marks_one_option():
    board = [samples.standing("orc", "swordsman-3", 1), samples.standing("troll", "swordsman-3", 2, health=1)]
    game = samples.ask(samples.new_game(), Choose("wall-victim", board))
    game.marked = 1
    words = prompt(game)
    assert words.say == "Who takes 1 damage? Troll, arc 3, green, Swordsman ring, 1 health?"
    assert words.screen == ("TROLL", "ARC 3 GREEN", "SWORDSMAN HP 1", ">PRESS=THIS ONE")
    assert words.marked == "troll#2"
    assert NARRATOR.options(game)[0] == ("orc#1", "Orc, arc 3, green, Swordsman ring, 2 health")
    assert words.ring == [{"arc": 3, "cue": "target"}]


def test_a_tapped_monster_is_located_and_the_marked_report_is_offered():
    options = ["hit", "slay", "back", "moved", "cancel"]
    game = samples.ask(samples.new_game(), Choose("tapped", options, piece=samples.standing("orc", "knight-3")))
    words = prompt(game)
    assert words.say == "Orc, arc 3, green, Knight ring, 2 health. Hit it?"
    assert words.screen == ("ORC", "ARC 3 GREEN", "KNIGHT HP 2", ">PRESS=HIT")
    assert words.ring == [{"arc": 3, "cue": "target"}]
    game.marked = 4
    assert prompt(game).say.endswith("2 health. Leave it?")
    assert NARRATOR.marked(game, "brief") == "Leave."


def test_players_are_offered_by_name():
    players = [NumberOption(SEAT, 1), NumberOption(SEAT, 2)]
    game = samples.ask(samples.new_game(names=("Ana",)), Choose("first-player", players))
    assert prompt(game).say == "All set. Who goes first? Ana?"
    assert NARRATOR.options(game) == [("player-1", "Ana"), ("player-2", "Player 2")]


def test_one_token_is_placed_by_name_and_several_as_they_were_told():
    token = samples.standing("goblin", "forest-2")
    assert asked(Acknowledge("place-piece", piece=token)).say == (
        "Put down goblin, arc 2, red, Forest, 1 health. Press when done."
    )
    assert "where I said" in asked(Acknowledge("place-piece", piece=None)).say


@pytest.mark.parametrize(("players", "swap", "hand"), [(1, "1 or 2 cards", 6), (2, "1 card", 6), (6, "1 card", 4)])
def test_hands_and_swaps_go_by_the_number_of_players(players, swap, hand):
    assert swap in asked(Acknowledge("discard"), players=players).say
    assert f"up to {hand} cards" in asked(Acknowledge("draw-up"), players=players).say


@pytest.mark.parametrize(("players", "trade"), [(2, "trade 1 card"), (6, "up to 2 times")])
def test_trades_go_by_the_number_of_players(players, trade):
    assert trade in asked(Acknowledge("trade"), players=players).say


@pytest.mark.parametrize(
    ("kind", "cards"), [("archers", "archers"), ("knights", "knights"), ("swordsmen", "swordsmen")]
)
def test_a_plague_names_the_cards_that_go(kind, cards):
    words = asked(Acknowledge("plague", piece=samples.Monster(KINDS[f"plague-{kind}"], 1)))
    assert words.say == f"Plague. All players discard all their {cards}. Press when done."
    assert words.screen[-2:] == (cards.upper(), ">PRESS WHEN DONE")


def test_what_a_token_did_on_the_table_has_words_of_its_own_or_common_ones():
    healer = asked(Acknowledge("table-effect", piece=samples.Monster(KINDS["healer"], 1)))
    other = asked(Acknowledge("table-effect", piece=samples.Monster(KINDS["centaur"], 1)))
    assert "healed" in healer.say
    assert other.say == "Do what I said on the board. Press when done."


def test_the_free_phase_points_at_the_closest_danger():
    game = samples.ask(samples.new_game(), PLAY)
    assert prompt(game).ring == [{"cue": "wait"}]
    samples.put(game, "orc", "archer-2")
    samples.put(game, "goblin", "swordsman-5")
    assert prompt(game).ring == [{"arc": 5, "cue": "danger"}]


def test_what_burns_and_flies_is_marked_at_every_question():
    game = samples.ask(samples.new_game(), Roll("monster-arc", samples.Monster(KINDS["orc"], 1)))
    samples.put(game, "gargoyle", "archer-2")
    game.table.wall(4).flames = 1
    assert prompt(game).ring == [{"cue": "roll"}, {"arc": 2, "cue": "flying"}, {"arc": 4, "cue": "fire"}]


@pytest.mark.parametrize(("result", "line", "cue"), [("won", "YOU WON", "win"), ("lost", "CASTLE FELL", "lose")])
def test_the_end_is_shown_and_not_said_a_second_time(result, line, cue):
    game = samples.ask(samples.new_game(), OVER)
    game.table.result = result
    words = prompt(game)
    assert line in words.screen
    assert words.ring == [{"cue": cue}]
    assert not {"won", "win", "lost", "fell"} & set(words.say.lower().split())


@pytest.mark.parametrize("setup", ["guided", "quick"])
@pytest.mark.parametrize("pace", ["guided", "auto"])
@pytest.mark.parametrize("words", LEVELS)
def test_no_question_of_a_whole_game_is_empty_and_none_names_what_is_in_the_bag(setup, pace, words):
    game = Game(
        game_options(boxes=("castle-panic",), players=3, setup=setup, names=("Ana",)), LIBRARY, seed=7, pace=pace
    )
    rng = random.Random(7)
    while game.request.kind != "over":
        assert game.table.turn < 2000
        told = NARRATOR.told(game.take_events(), game, words)
        asked = prompt(game, words)
        assert asked.say
        assert asked.screen[-1].startswith(">")
        assert all(said.text for said in told)
        if game.request.topic == "draw":
            assert not [kind for kind in game.table.drawable_kinds() if kind in asked.say.lower()]
        game.answer(an_answer(game, rng))
        check_game(game)
    assert NARRATOR.told(game.take_events(), game, words)[0].text


def an_answer(game: Game, rng: random.Random):
    request = game.request
    if isinstance(request, Roll):
        return rng.randint(1, 6)
    if isinstance(request, Tap):
        return rng.choice([token for token in game.table.bag if not request.fits or request.fits(token)])
    if isinstance(request, Choose):
        return rng.choice(list(request.options))
    return DONE if request is PLAY else None


def test_the_desk_finds_a_word_for_every_prompt_option():
    """The ids that the desk takes are those that are shown."""
    game = samples.ask(
        samples.new_game(), Choose("start-arc", list(ARCS.values()), piece=samples.Monster(KINDS["orc"], 1))
    )
    desk = Desk(LIBRARY, NARRATOR)
    desk.game = game
    shown = desk.prompt()
    assert shown is not None
    assert [option["id"] for option in shown["options"]] == [arc.name for arc in ARCS.values()]
