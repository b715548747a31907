"""What the rules cost in process: recorded answers and undos; and what an answer of people with sense costs.

Recorded answers measure the rules alone: who found the answers is not counted. They are of games in which people did
anything legal. People with sense try every answer on the game and take it back, so theirs costs many of the rules.

python -m tests.bench.engine [GAMES [EXPANSION ...]]: base games, or games with the expansions named.
"""

from __future__ import annotations

import statistics
import sys
from functools import partial

from companion.game.session import Game
from tests.bench.measure import cpu_seconds, in_kcal, median_kcal
from tests.bench.people import BASE, EVERY_BOX, new_game, play_out

BATCH = 25
"""Games between two runs of the calibration loop."""
THOUGHTFUL = 6
"""Games of people with sense."""


def main() -> None:
    """Measures and prints."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    kind = (*BASE, *sys.argv[2:])
    print(f"recorded answers: {replayed(kind, max(1, games // BATCH)):.2f} per kcal")
    print(f"an answer of people with sense: {thought(kind):.2f} kcal")
    times = undo_times(kind)
    print(f"undo of the last input, median: {statistics.median(times) * 1e3:.4f} ms")


def replayed(kind: tuple[str, ...] = BASE, batches: int = 9) -> float:
    """Return the recorded answers per kcal: the median of batches of games."""
    seeds = [range(batch * BATCH, (batch + 1) * BATCH) for batch in range(batches)]
    return 1 / median_kcal([partial(seconds_an_answer, kind, some) for some in seeds])


def seconds_an_answer(kind: tuple[str, ...], seeds: range) -> float:
    """Return the seconds of an answer when recorded games are played again, each on its own table from the start."""
    count, seconds = 0, 0.0
    for seed in seeds:
        game = new_game(kind, seed)
        answers = play_out(game)
        game.undo(len(answers))
        seconds += cpu_seconds(partial(replay, game, answers))
        count += len(answers)
    return seconds / count


def replay(game: Game, answers: list[object]) -> None:
    """Play a recorded game again, on its own table taken back to the start."""
    for answer in answers:
        game.answer(answer)


def thought(kind: tuple[str, ...] = EVERY_BOX) -> float:
    """Return the kcal of an answer of people with sense, the move that it makes included: the mean of some games."""
    games = [new_game(kind, seed) for seed in range(THOUGHTFUL)]
    spent = in_kcal([partial(cpu_seconds, partial(play_out, game, whim=0.0)) for game in games])
    return sum(spent) / sum(len(game.history) for game in games)


def undo_times(kind: tuple[str, ...]) -> list[float]:
    """Return the seconds of single undos in the middle of games."""
    times = []
    for seed in range(30):
        game = new_game(kind, seed)
        length = len(play_out(game))
        game.undo(length // 2)
        times += [cpu_seconds(game.undo) for _ in range(min(10, length // 3))]
    return times


if __name__ == "__main__":
    main()
