"""Random games with The Dark Titan: what is true of all of them, and what nobody may learn too early."""

from __future__ import annotations

import random

import msgspec
import pytest

from companion.game.boxes.dark_titan.agranok_card import AgranokCard
from companion.game.boxes.dark_titan.options import LEVELS
from companion.game.events import wire
from companion.game.fate import Secret
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import DONE, OVER, Acknowledge, Choose, PlayCards, Roll, Tap
from companion.game.rules.table import Monster
from companion.game.session import Game, Note
from companion.talk.state import state_of
from tests.game.boxes.dark_titan.titan_games import random_game, random_options
from tests.game.boxes.dark_titan.titan_table import BOTH, TITAN, titan_correction, titans
from tests.game.invariant import check_game
from tests.game.rules.playing import anything, play_out
from tests.game.rules.table import LIBRARY, photograph

PHASES = ("draw-up", "discard", "trade", "play", "cavalier", "move", "draw")


@pytest.mark.parametrize("boxes", [TITAN, BOTH])
def test_random_games_end_and_every_token_is_somewhere_at_any_time(boxes):
    results = set()
    for seed in range(25):
        luck = random.Random(seed)
        game = random_game(luck, luck.choice(["auto", "guided"]), boxes=boxes)
        play_out(game, luck, reported=0.6 if seed % 2 else 0.1)  # those who slay much win now and then
        results.add(game.table.result)
    assert results == {"won", "lost"}


def steps_of(game):
    """Return how many steps can be undone."""
    return sum(not isinstance(entry, Note) for entry in game.history)


def titan_photograph(game):
    """Return the whole state of a game at this moment."""
    return photograph(game) | {"state": state_of(game.table)}


def test_undoing_all_and_redoing_all_is_the_same_game():
    for seed in range(12):
        luck = random.Random(seed)
        game = random_game(luck, luck.choice(["auto", "guided"]))
        while isinstance(game.request, Acknowledge):
            game.answer(None)
        start = titan_photograph(game)
        play_out(game, luck)
        end = titan_photograph(game)
        steps = steps_of(game)
        game.undo(steps)
        assert titan_photograph(game) == start
        game.redo(steps)
        assert titan_photograph(game) == end


def test_each_undo_is_the_state_before():
    for seed in range(5):
        luck = random.Random(seed)
        game = random_game(luck)
        before = []
        while game.request is not OVER and len(before) < 150:
            before.append(titan_photograph(game))
            game.answer(anything(game, luck))
        assert before
        for state in reversed(before):
            game.undo()
            check_game(game)
            assert titan_photograph(game) == state


def test_the_same_luck_gives_the_same_facts():
    for seed in range(8):
        told = []
        for _ in range(2):
            luck = random.Random(seed)
            game = random_game(luck)
            play_out(game, luck)
            told.append([wire(event) for event in game.take_events()])
        assert told[0] == told[1]


def random_correction(luck, game):
    """Return a random correction: most can be, some cannot."""
    table = game.table
    names = sorted(table.pieces)
    luck.shuffle(names)
    others = names[: luck.randint(0, 9)]
    monsters = [name for name in names if isinstance(table.pieces[name], Monster)][: luck.randint(0, 8)]
    supports = [name for name in names if table.pieces[name].kind.sort == "support"][: luck.randint(0, 3)]
    heralds = [name for name in names if name.startswith("herald#") and name not in monsters][: luck.randint(0, 2)]
    spaces = [f"{ring}-{arc}" for ring in ("forest", "archer", "knight", "swordsman") for arc in range(1, 7)]
    parts = {
        "monsters": [{"piece": name, "space": luck.choice(spaces)} for name in monsters],
        "supports": [{"piece": name, "space": luck.choice(spaces), "health": luck.randint(1, 3)} for name in supports],
        "cavalier": luck.choice([None, {"space": luck.choice(spaces)}]),
        "agranok": {"card": luck.choice(["facedown", 1, 2, 3]), "heralds": heralds, "destroyed": luck.random() < 0.3},
        "towers": {str(luck.randint(1, 6)): {"standing": luck.random() < 0.7}},
        "turn": {"phase": luck.choice(PHASES), "player": luck.randint(1, table.players)},
        "monster_discard": [name for name in others if name not in (*monsters, *supports, *heralds)],
        "removed": luck.choice([[], ["agranok#1"], ["cavalier#1"], ["dark-sorceress#1"]]),
    }
    chosen = {name: value for name, value in parts.items() if luck.random() < 0.5}
    return titan_correction(**chosen or {"skip_draw": True})


def test_games_with_corrections_and_undos_among_the_inputs_conserve_the_tokens():
    refused = taken = 0
    for seed in range(40):
        luck = random.Random(seed)
        game = random_game(luck, luck.choice(["auto", "guided"]))
        for _ in range(60):
            chance = luck.random()
            if chance > 0.85:
                before = titan_photograph(game)
                try:
                    game.correct(random_correction(luck, game))
                    taken += 1
                except Refused as refusal:
                    refused += 1
                    assert refusal.code == "bad-value"
                    assert titan_photograph(game) == before
            elif chance < 0.2 and steps_of(game):
                game.undo()
            elif game.request is not OVER:
                game.answer(anything(game, luck))
            check_game(game)
    assert taken > 100
    assert refused > 10


# The secret of Agranok's card

SECRETS = {Secret(seed).number("agranok", 5): seed for seed in range(40)}


def observed(secret_seed, boxes):
    """Return the game, and everything that anybody can see of it before Agranok's card is turned over."""
    luck = random.Random(3)
    agreed = {"boxes": boxes, "players": 2, "setup": "quick", "version": "standard", "variants": ()}
    options = random_options(luck, agranok="random", secret=Secret(secret_seed), **agreed)
    game = Game(options, LIBRARY, seed=5, pace="guided")
    seen = []
    while AgranokCard.of(game.table).calls_for_heralds and game.request is not OVER:
        assert game.table.turn < 200
        answer = herald_first(game, luck)
        game.answer(answer)
        check_game(game)
        if AgranokCard.of(game.table).level:
            break
        seen += [wire(event) for event in game.take_events()]
        request = game.standing
        options_seen = [str(option) for option in getattr(request, "options", ())]
        seen.append((request.kind, request.topic, options_seen, state_of(game.table), repr(game.table.options)))
    return game, msgspec.json.encode(seen)


def herald_first(game, luck):
    """Return the answer that leads to the third Herald as fast as possible."""
    request, table = game.request, game.table
    if isinstance(request, Roll):
        return luck.randint(1, 6)
    if isinstance(request, PlayCards):
        return DONE
    if isinstance(request, Tap):
        return next((token for token in table.bag if token.kind.name == "herald"), next(iter(table.bag)))
    if isinstance(request, Choose):
        return request.options[0]
    return None


@pytest.mark.rule("AX-008", "DT-012", "DT-013")
@pytest.mark.parametrize("boxes", [TITAN, BOTH])
def test_nothing_before_the_reveal_depends_on_the_secret_level(boxes):
    assert set(SECRETS) == set(LEVELS)
    seen = {}
    for level, seed in SECRETS.items():
        game, seen[level] = observed(seed, boxes)
        assert len(seen[level]) > 5000
        while not AgranokCard.of(game.table).level:
            game.answer(herald_first(game, random.Random(1)))
        assert AgranokCard.of(game.table).level == level
    assert len(set(seen.values())) == 1


def test_an_imp_that_was_chosen_and_is_back_on_the_board_takes_no_place():
    """A wounded Hydra sends it in again before it can take the place of the Doppelganger."""
    scene = titans("Doppelganger@F4 Imp@K1 BoomTroll1@K1 Hydra4@K1", both=True)
    scene.play("chain-lightning", at="K1")
    scene.choose("imp#1")
    assert scene.asks == "play"
    assert "Doppelganger0@F4" in scene.board and "Imp1@F1" in scene.board
    check_game(scene.game)
