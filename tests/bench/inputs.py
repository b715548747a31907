"""What whole inputs cost at the desk: warm, cold, taken up again from a journal, taken back; and the memory of games.

python -m tests.bench.inputs cold|memory: one measurement in this process, which must be fresh. It prints a number. For
the memory it reads the inputs from its standard input, line by line, so that it has no people to remember.
"""

from __future__ import annotations

import gc
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.commands.desk import make_desk
from companion.game.boxes import every_combination
from companion.game.rules.fixes import Correction, TurnFix
from companion.journal.keeping import keep_in
from companion.talk.messages import encode
from companion.talk.verb import Message
from tests.bench.measure import compiling, cpu_seconds, in_kcal, median_kcal
from tests.bench.people import BASE, beginning, inputs, new_game, play_out, recorded, take, take_line

FEW, MANY = 300, 5_000
KCAL = 45e-6
"""Seconds of a kcal on the machine for which the microseconds of an undo are given."""


def warm() -> float:
    """Return the kcal of an input with its reply, in games like one that was played before: the median of games."""
    lines = [encode(message) for message in recorded(BASE, 1)]
    desk = make_desk(None)

    def play() -> float:
        return cpu_seconds(lambda: [take_line(desk, line) for line in lines]) / len(lines)

    play()
    return median_kcal([play] * 9)


def cold() -> float:
    """Return the kcal of the first input of a fresh process, the new game: the least of nine processes.

    It is one millisecond that cannot be repeated within a process, and what disturbs it only ever adds to it.
    """
    return min(float(_fresh("cold")) for _ in range(9))


def _cold() -> float:
    gc.freeze()  # as a subcommand of the companion does with its modules; this bench has imported more of them
    desk, line = make_desk(None), encode(beginning(BASE, 1))
    return in_kcal([lambda: cpu_seconds(lambda: take_line(desk, line))])[0]


def resumed() -> float:
    """Return the kcal for 100 inputs of a guided game that is resumed from its journal, opening it included."""
    with tempfile.TemporaryDirectory() as folder:
        path, desk = Path(folder, "journal"), make_desk(None)
        keeper = keep_in(path, desk, time.time, print)
        messages: list[Message] = []
        for message in inputs(desk, BASE, 1, "guided", whim=0.0):
            take(desk, message, keeper)
            messages.append(message)

        def resume() -> float:
            again = make_desk(None)
            return cpu_seconds(lambda: keep_in(path, again, time.time, print)) / len(messages) * 100

        return median_kcal([resume] * 7)


def undone(length: int) -> float:
    """Return the microseconds of an undo at the end of a game of that many inputs, on a machine of 45 us a kcal.

    It begins with corrections, each of which saves a checkpoint as a turn does, and is then played to its end.
    """
    game = new_game(BASE, seed=1)
    while len(game.history) < length:
        game.correct(Correction(turn=TurnFix(phase="play")))
    last = play_out(game)[-1]
    game.undo()

    def undo() -> float:
        game.answer(last)
        return cpu_seconds(game.undo)

    return median_kcal([lambda: statistics.median(undo() for _ in range(9))] * 5) * KCAL * 1e6


def memory() -> float:
    """Return the MB of a fresh process that has played 20 games over all boxes with their words."""
    every = every_combination()
    games = [recorded(every[number % len(every)], number) for number in range(20)]
    return float(_fresh("memory", b"".join(encode(message) + b"\n" for game in games for message in game)))


def _memory() -> float:
    desk = make_desk(None)
    for line in sys.stdin.buffer:
        take_line(desk, line)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def _fresh(what: str, lines: bytes = b"") -> bytes:
    return subprocess.run(
        [sys.executable, "-m", "tests.bench.inputs", what],
        input=lines,
        stdout=subprocess.PIPE,
        check=True,
        timeout=60,
        env=compiling(os.environ),
    ).stdout


FRESH: dict[str, Callable[[], float]] = {"cold": _cold, "memory": _memory}

if __name__ == "__main__":
    print(FRESH[sys.argv[1]]())
