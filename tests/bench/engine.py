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


def main() -> None:
    """Measures and prints."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    expansions = sys.argv[2:]
    before = cpu_kcal()
    luck = random.Random(1)
    turns, events, played, replayed = 0, 0, 0.0, 0.0
    for _ in range(games):
        began = time.process_time()
        game = new_game(luck, 2, *expansions)
        answers = play_out(game, luck)
        played += time.process_time() - began
        turns += game.table.turn
        events += len(game.take_events())
        replayed += replay(game, answers)
    unit = (before + cpu_kcal()) / 2
    print(f"kcal {unit * 1e6:.1f} us, {games} games, {turns} turns, {events / turns:.1f} events a turn")
    print(f"random play:      {turns / played * unit:.2f} turns per kcal ({played / turns * 1e6:.1f} us a turn)")
    print(f"recorded answers: {turns / replayed * unit:.2f} turns per kcal ({replayed / turns * 1e6:.1f} us a turn)")
    median = statistics.median(undo_times(luck, expansions))
    print(f"undo of the last input, median: {median * 1e3:.4f} ms")


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
