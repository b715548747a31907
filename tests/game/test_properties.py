"""What holds in every game.

Nothing gets lost, everything can be taken back, the same answers give the same game, and every game ends.
`python -m tests.game.test_properties [GAMES]` plays many more random games and counts how they end.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game.events import Event, wire
from companion.game.pieces import Structure, Token
from companion.game.rules.cards import CardPlay
from companion.game.rules.options import GameOptions
from companion.game.rules.refusals import Refused
from companion.game.rules.reports import BackReported, HitReported, Report, SlainReported
from companion.game.rules.requests import OVER, Choose, PlayCards, Roll
from companion.game.rules.table import Monster
from companion.game.session import Game, Note
from tests.game.invariant import check_game
from tests.game.rules.playing import anything
from tests.game.rules.table import LIBRARY, correction, photograph

SEEDS = st.integers(0, 2**32 - 1)
steady = settings(derandomize=True, deadline=None, database=None, max_examples=60)
PHASES = ("draw-up", "discard", "trade", "play", "move", "draw")


def begin(seed: int, **wishes: Any) -> Game:
    """Return a game of the base box. The options that are not given follow from the seed."""
    luck = random.Random(seed)
    options: dict[str, Any] = {
        "players": luck.randint(1, 6),
        "setup": luck.choice(["guided", "quick", "none"]),
        "version": luck.choice(["standard", "co-op"]),
    }
    pace = wishes.pop("pace", luck.choice(["guided", "auto"]))
    return Game(GameOptions(boxes=("castle-panic",), **(options | wishes)), LIBRARY, seed=seed, pace=pace)


# People who know nothing


def random_force(game: Game, luck: random.Random) -> Any:
    """Return a forced play of any card, with the fields that the card takes."""
    table = game.table
    card = luck.choice(list(table.cards.values()))
    return CardPlay(
        card=card,
        player=table.player,
        on=(luck.choice([token for token in table.pieces.values() if isinstance(token, Monster)]),)
        if "on" in card.needs
        else (),
        together=tuple(luck.sample(list(table.cards.values()), luck.randint(0, 2)))
        if "with" in card.needs | card.takes
        else (),
        at=luck.choice(table.walls) if "at" in card.needs else None,
        force=True,
    )


def random_report(game: Game, luck: random.Random) -> Any:
    """Return a report about a Monster on the board."""
    monster = luck.choice(game.table.board)
    return luck.choice([HitReported(monster, luck.randint(1, 3)), SlainReported(monster), BackReported(monster)])


def random_correction(game: Game, luck: random.Random) -> Any:
    """Return a random correction of some parts; a few of them cannot be."""
    table = game.table
    pieces = luck.sample(sorted(table.pieces), luck.randint(0, 9))
    monsters = [name for name in pieces if isinstance(table.pieces[name], Monster)]
    others = [name for name in pieces if not isinstance(table.pieces[name], Monster)]
    parts: dict[str, Any] = {
        "monsters": [
            {"piece": name, "space": f"{luck.choice(['forest', 'archer', 'castle'])}-{luck.randint(1, 6)}"}
            for name in monsters
        ],
        "walls": {
            str(luck.randint(1, 6)): {"standing": luck.random() < 0.5},
            str(luck.randint(1, 6)): {"fortified": luck.random() < 0.3},
        },
        "towers": {str(luck.randint(1, 6)): {"standing": luck.random() < 0.8}},
        "trophies": {str(luck.randint(1, table.players)): others[:1]},
        "monster_discard": others[1:2] + monsters[:1],
        "removed": others[2:3],
        "bag": luck.choice([{"left": 0}, {"pieces": others[3:]}, {"left": table.bag_left}]),
        "turn": luck.choice(
            [
                {"phase": luck.choice(PHASES)},
                {"player": luck.randint(1, table.players)},
                {"draws_left": luck.randint(0, 3)},
            ]
        ),
        "skip_draw": luck.random() < 0.5,
    }
    chosen = luck.sample(sorted(parts), luck.randint(1, 3))
    return correction(**{name: parts[name] for name in chosen})


class Wanderer:
    """Somebody who plays at random, and also corrects, forces, reports, marks, undoes and redoes."""

    def __init__(self, game: Game, seed: int, *, back: bool = True) -> None:
        self.game = game
        self.luck = random.Random(seed)
        self.back = back
        self.told: list[Event] = game.take_events()
        self.start = photograph(game)
        """The state of the game before its first step."""
        self.prologue = len(self.told)
        """How many events there were by then."""
        self.tally: Counter[str] = Counter()

    def wander(self, steps: int) -> None:
        """Give some inputs, and check that those that are refused change nothing."""
        for _ in range(steps):
            before = photograph(self.game)
            try:
                self.tally[self.input()] += 1
            except Refused:
                self.tally["refused"] += 1
                assert photograph(self.game) == before
            self.told += self.game.take_events()
            check_game(self.game)
            if not steps_taken(self.game):
                self.start, self.prologue = photograph(self.game), len(self.told)

    def input(self) -> str:
        """Give one input of any sort, and return the name of the sort."""
        game, luck = self.game, self.luck
        dice = luck.random()
        if dice < 0.06:
            game.correct(random_correction(game, luck))
            return "correct"
        if self.back and luck.random() < (0.5 if game.undone else 0.05):
            return self.go_back_or_forth()
        if dice < 0.50 and isinstance(game.standing, Choose):
            game.mark(luck.randrange(len(game.standing.options)))
            return "mark"
        if dice < 0.30 and isinstance(game.request, PlayCards):
            return self.force_or_report()
        if dice < 0.40 and isinstance(game.request, Roll):
            game.roll(again=luck.random() < 0.3)
            return "press"
        if game.request is OVER:
            game.correct(
                correction(
                    towers={"3": {"standing": True}, "5": {"standing": True}}, bag={"pieces": ["orc#7", "healer#1"]}
                )
            )
            return "begin again"
        game.answer(anything(game, luck))
        return "answer"

    def go_back_or_forth(self) -> str:
        """Undo or redo some steps, and return which."""
        if not self.game.undone or self.luck.random() < 0.3:
            self.game.undo(self.luck.randint(1, 6))
            return "undo"
        self.game.redo(self.luck.randint(1, 4))
        return "redo"

    def force_or_report(self) -> str:
        """Force a play or report something in Play Cards, and return which."""
        if self.game.table.board and self.luck.random() < 0.5:
            self.game.answer(random_report(self.game, self.luck))
            return "report"
        self.game.answer(random_force(self.game, self.luck))
        return "force"


def steps_taken(game: Game) -> int:
    """Return how many steps can be undone."""
    return sum(not isinstance(entry, Note) for entry in game.history)


# Nothing gets lost


@steady
@given(seed=SEEDS)
def test_tokens_are_conserved_and_no_choice_is_empty_whatever_happens(seed):
    Wanderer(begin(seed), seed).wander(100)


def test_a_wanderer_does_everything():
    tally: Counter[str] = Counter()
    for seed in range(20):
        wanderer = Wanderer(begin(seed), seed)
        wanderer.wander(100)
        tally += wanderer.tally
    names = {"answer", "correct", "undo", "redo", "mark", "press", "force", "report", "begin again", "refused"}
    assert {name for name, count in tally.items() if count > 5} == names


# Everything can be taken back and done again


@steady
@given(seed=SEEDS)
def test_undo_all_and_redo_all_is_identity(seed):
    game = begin(seed)
    wanderer = Wanderer(game, seed, back=False)
    wanderer.wander(80)
    end, steps = photograph(game), steps_taken(game)
    game.undo(steps)
    assert photograph(game) == wanderer.start
    with pytest.raises(Refused):
        game.undo()
    game.take_events()
    game.redo(steps)
    assert photograph(game) == end
    *told, redone = game.take_events()
    assert wire(redone)["steps"] == steps
    assert as_bytes(told) == as_bytes(wanderer.told[wanderer.prologue :])


@steady
@given(seed=SEEDS)
def test_each_undo_leads_to_what_was_before_the_step(seed):
    game = begin(seed, pace="auto")
    luck = random.Random(seed)
    pictures = []
    for _ in range(60):
        if game.request is OVER:
            break
        pictures.append(photograph(game))
        game.answer(anything(game, luck)) if luck.random() < 0.9 else correct_somehow(game, luck)
        check_game(game)
        assert len(game.history) == len(pictures)
    assert pictures
    last = photograph(game)
    for picture in reversed(pictures):
        game.undo()
        check_game(game)
        assert photograph(game) == picture
    for picture in [*pictures[1:], last]:
        game.redo()
        assert photograph(game) == picture


def correct_somehow(game: Game, luck: random.Random) -> None:
    """Make the first random correction that is not refused. Most are not."""
    for _ in range(100):
        with suppress(Refused):
            return game.correct(random_correction(game, luck))
    raise AssertionError("a hundred corrections are refused")


# The same answers give the same game


def as_bytes(events: list[Event]) -> bytes:
    """Return events as they are sent."""
    return b"\n".join(msgspec.json.encode(wire(event)) for event in events)


def story(seed: int, steps: int = 60) -> bytes:
    """Return all events of a random walk, and its last state."""
    wanderer = Wanderer(begin(seed), seed)
    wanderer.wander(steps)
    return as_bytes(wanderer.told) + msgspec.json.encode(photograph(wanderer.game))


def stories(seeds: range) -> str:
    """Return a digest of the stories of some seeds."""
    return hashlib.sha256(b"".join(story(seed) for seed in seeds)).hexdigest()


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_the_same_inputs_give_the_same_bytes_in_another_process(hash_seed):
    code = "from tests.game.test_properties import stories; print(stories(range(8)))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60, env=environment, cwd=root
    )
    assert done.stdout.strip() == stories(range(8))


def translated(game: Game, answer: Any) -> Any:
    """Return an answer of one game with the pieces of another."""
    table = game.table
    if isinstance(answer, Token):
        return table.pieces[answer.name]
    if isinstance(answer, Structure):
        return (table.wall if answer.sort == "wall" else table.tower)(answer.arc)
    if isinstance(answer, CardPlay):
        return msgspec.structs.replace(
            answer,
            card=table.cards[answer.card.name],
            on=tuple(table.pieces[token.name] for token in answer.on),
            together=tuple(table.cards[card.name] for card in answer.together),
            at=translated(game, answer.at),
        )
    if isinstance(answer, HitReported):
        return HitReported(table.pieces[answer.monster.name], answer.points)
    if isinstance(answer, Report):
        return type(answer)(table.pieces[answer.monster.name])
    return answer


@steady
@given(seed=SEEDS)
def test_recorded_answers_give_the_same_game_byte_for_byte(seed):
    first, luck = begin(seed), random.Random(seed)
    answers: list[Any] = []
    while first.request is not OVER and len(answers) < 150:
        answer = anything(first, luck)
        if isinstance(first.request, PlayCards) and luck.random() < 0.1:
            answer = random_force(first, luck)
        answers.append(answer)
        first.answer(answer)
        check_game(first)
    second = begin(seed)
    for answer in answers:
        second.answer(translated(second, answer))
        check_game(second)
    assert as_bytes(second.take_events()) == as_bytes(first.take_events())
    assert photograph(second) == photograph(first)


# Every game ends


def play_out(game: Game, luck: random.Random, slay: float = 0.0, *, check: bool = True) -> str:
    """Play to the end at random, and return the result. `slay` is how likely a Monster is reported slain instead."""
    while game.request is not OVER:
        if isinstance(game.request, PlayCards) and game.table.board and luck.random() < slay:
            game.answer(SlainReported(game.table.board[0]))
        else:
            game.answer(anything(game, luck))
        if check:
            check_game(game)
        assert game.table.turn < 2000
    return game.table.result


def check_ended(game: Game) -> None:
    """Check that a game that is over ended by the rules."""
    table = game.table
    if table.result == "lost":
        assert table.standing_towers() == 0
        assert table.slayers == ()
        return
    assert table.result == "won"
    assert table.standing_towers() > 0
    assert (table.bag_left, table.board) == (0, [])
    named = table.keeps_trophies and table.players > 1
    best = max(table.points(player) for player in range(1, table.players + 1))
    assert [table.points(player) for player in table.slayers] == [best] * len(table.slayers)
    assert bool(table.slayers) == named


@pytest.mark.parametrize("players", range(1, 7))
def test_random_games_end_won_or_lost(players):
    results = Counter()
    for seed in range(30):
        game = begin(seed, players=players)
        results[play_out(game, random.Random(seed))] += 1
        check_ended(game)
    assert results.total() == results["won"] + results["lost"] == 30


@pytest.mark.parametrize("players", range(1, 7))
def test_those_who_slay_everything_win(players):
    for seed in range(8):
        game = begin(seed, players=players)
        assert play_out(game, random.Random(seed), slay=0.97) == "won"
        check_ended(game)


def test_people_who_slay_much_win_some_games_and_lose_some():
    results = Counter()
    for seed in range(60):
        game = begin(seed)
        results[play_out(game, random.Random(seed), slay=0.1)] += 1
        check_ended(game)
    assert results["won"] > 5
    assert results["lost"] > 5


def main() -> None:
    """Play many random games, and print how they ended."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    began, turns = time.perf_counter(), 0
    results: Counter[tuple[int, str]] = Counter()
    for seed in range(games):
        game = begin(seed, players=seed % 6 + 1)
        results[seed % 6 + 1, play_out(game, random.Random(seed), slay=0.5 * (seed % 12 >= 6), check=False)] += 1
        check_ended(game)
        check_game(game)
        turns += game.table.turn
    print(f"{games} games, {turns} turns in {time.perf_counter() - began:.1f} s")
    for (players, result), count in sorted(results.items()):
        print(f"{players} players: {count} {result}")


if __name__ == "__main__":
    main()
