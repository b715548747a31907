"""Random games of My First Castle Panic: what is true of all of them."""

from __future__ import annotations

import random

import pytest

from companion.game.events import wire
from companion.game.rules.fixes import Correction
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import OVER
from companion.game.session import Game, Note
from tests.game.boxes.my_first.path_games import random_game
from tests.game.boxes.my_first.path_table import new_path, path_correction
from tests.game.invariant import check_game
from tests.game.rules.playing import anything, play_out
from tests.game.rules.table import photograph

PHASES = ("draw-card", "play", "move", "draw")


@pytest.mark.parametrize("pace", ["auto", "guided"])
def test_random_games_end_and_every_token_is_somewhere_at_any_time(pace):
    results = set()
    for seed in range(60):
        luck = random.Random(seed)
        game = random_game(luck, pace)
        play_out(game, luck)
        results.add(game.table.result)
    assert results == {"won", "lost"}


def steps_of(game: Game) -> int:
    """Return how many steps can be undone."""
    return sum(not isinstance(entry, Note) for entry in game.history)


def test_undoing_all_and_redoing_all_is_the_same_game():
    for seed in range(25):
        luck = random.Random(seed)
        game = random_game(luck, luck.choice(["auto", "guided"]))
        while game.request.kind == "acknowledge":
            game.answer(None)
        start = photograph(game)
        play_out(game, luck)
        end = photograph(game)
        steps = steps_of(game)
        game.undo(steps)
        assert photograph(game) == start
        game.redo(steps)
        assert photograph(game) == end


def test_a_chosen_player_can_be_taken_back():
    scene = new_path(setup="guided")
    for name in ("star-goblin#1", "star-goblin#2", "star-goblin#3"):
        scene.tap(name)
    scene.choose("player-3")
    scene.undo()
    assert (scene.asks, scene.told("undone")) == ("first-player", [{"steps": 1, "title": "choice"}])


def test_each_undo_is_the_state_before():
    for seed in range(12):
        luck = random.Random(seed)
        game = random_game(luck)
        before = []
        while game.request is not OVER:
            assert len(before) < 1000
            before.append(photograph(game))
            game.answer(anything(game, luck))
        assert before
        for state in reversed(before):
            game.undo()
            check_game(game)
            assert photograph(game) == state


def heard_of(game: Game, answers: list) -> list:
    for answer in answers:
        game.answer(answer)
    return [wire(event) for event in game.take_events()]


def test_the_same_answers_give_the_same_facts():
    for seed in range(10):
        first = random_game(random.Random(seed))
        luck = random.Random(seed)
        second = random_game(luck)
        answers = play_out(second, luck)
        told = [wire(event) for event in second.take_events()]
        named = [answer if not hasattr(answer, "kind") else first.table.pieces[answer.name] for answer in answers]
        assert heard_of(first, [replayed(first, answer) for answer in named]) == told


def replayed(game, answer):
    """Return the same answer for another table: its monsters and cards have the same names there."""
    pieces, cards = game.table.pieces, game.table.cards
    if hasattr(answer, "card"):
        on = tuple(pieces[monster.name] for monster in answer.on)
        return type(answer)(cards[answer.card.name], answer.player, on)
    if hasattr(answer, "monster"):
        return type(answer)(pieces[answer.monster.name])
    return answer


def random_correction(luck: random.Random, game: Game) -> Correction:
    """Return a random correction."""
    names = sorted(game.table.pieces)
    luck.shuffle(names)
    cut = luck.randint(0, 10)
    parts = {
        "path": [{"piece": name, "space": luck.randint(1, 9)} for name in names[:cut]],
        "dungeon": names[cut : cut + luck.randint(0, 4)],
        "wall": luck.random() < 0.5,
        "castle": luck.random() < 0.9,
        "turn": {"phase": luck.choice(PHASES), "player": luck.randint(1, game.table.players)},
        "bag": {"pieces": names[cut + 4 : luck.randint(cut + 4, 16)]},
    }
    return path_correction(**{name: value for name, value in parts.items() if luck.random() < 0.6} or {"wall": True})


def test_games_with_corrections_and_undos_among_the_inputs_conserve_the_tokens():
    for seed in range(40):
        luck = random.Random(seed)
        game = random_game(luck, luck.choice(["auto", "guided"]))
        for _ in range(60):
            chance = luck.random()
            if chance > 0.85:
                before = photograph(game)
                correction = random_correction(luck, game)
                try:
                    game.correct(correction)
                except Refused as refused:
                    assert refused.code == "bad-value"
                    assert photograph(game) == before
            elif chance < 0.2 and steps_of(game):
                game.undo()
            elif game.request is not OVER:
                game.answer(anything(game, luck))
            check_game(game)
