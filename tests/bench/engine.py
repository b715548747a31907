"""Turns of random games per kcal, in process: played by the dealer, and with recorded answers; and the cost of an undo.

python -m tests.bench.engine [GAMES [EXPANSION ...]]: base games, or games with the expansions named.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

from companion.game.session import Game
from tests.bench.dealing import new_game, play_out
from tests.bench.measure import cpu_kcal

BATCH = 25
"""Games between two runs of the calibration loop."""


def main() -> None:
    """Measures and prints."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    expansions = sys.argv[2:]
    played, replayed = figures(max(1, games // BATCH), *expansions)
    print(f"random play:      {played:.2f} turns per kcal")
    print(f"recorded answers: {replayed:.2f} turns per kcal")
    median = statistics.median(undo_times(random.Random(1), expansions))
    print(f"undo of the last input, median: {median * 1e3:.4f} ms")


def figures(batches: int = 9, *expansions: str) -> tuple[float, float]:
    """Return the turns per kcal of random play, and of recorded answers: the medians of batches."""
    luck = random.Random(1)
    played, replayed = [], []
    before = cpu_kcal()
    for _ in range(batches):
        turns, random_play, answers = batch(luck, *expansions)
        after = cpu_kcal()
        unit, before = (before + after) / 2, after
        played.append(turns / random_play * unit)
        replayed.append(turns / answers * unit)
    return statistics.median(played), statistics.median(replayed)


def batch(luck: random.Random, *expansions: str) -> tuple[int, float, float]:
    """Return the turns of some games, the seconds to play them, and to play their recorded answers again."""
    turns, played, replayed = 0, 0.0, 0.0
    for _ in range(BATCH):
        began = time.process_time()
        game = new_game(luck, 2, *expansions)
        answers = play_out(game, luck)
        played += time.process_time() - began
        turns += game.table.turn
        replayed += replay(game, answers)
    return turns, played, replayed


def replay(game: Game, answers: list[object]) -> float:
    """Seconds to play a recorded game again, on its own table taken back to the start."""
    game.undo(len(answers))
    began = time.process_time()
    for answer in answers:
        game.answer(answer)
    return time.process_time() - began


def undo_times(luck: random.Random, expansions: list[str]) -> list[float]:
    """Seconds of single undos in the middle of games."""
    times = []
    for _ in range(30):
        game = new_game(luck, 2, *expansions)
        answers = play_out(game, luck)
        game.undo(sum(1 for _ in answers) // 2)
        for _ in range(min(10, len(answers) // 3)):
            began = time.process_time()
            game.undo()
            times.append(time.process_time() - began)
    return times


if __name__ == "__main__":
    main()
