"""Every figure of the benches against what is wanted: `python -m tests.bench`.

Exit status 1 when a figure is more than 1.5 times worse than wanted, each time that it is measured.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from tests.bench import engine, rest, written
from tests.bench.inputs import FEW, MANY, cold, memory, resumed, undone, warm
from tests.bench.measure import Figure, steady, table
from tests.bench.processes import first_line, ready


def at_rest() -> list[Figure]:
    """Measure what the daemon costs at rest."""
    found = rest.figures()
    return [
        Figure("wake-ups at rest", found.wake_ups, 6, "a second"),
        Figure("processor at rest", found.busy, 0.15, "%"),
    ]


def in_process() -> list[Figure]:
    """Measure games without words."""
    return [
        Figure("recorded answers", engine.replayed(), 11, "per kcal", more_is_better=True),
        Figure("an answer of people with sense, every box", engine.thought(), 25, "kcal"),
    ]


BENCHES: tuple[Callable[[], list[Figure]], ...] = (
    lambda: [Figure("whole input, warm", warm(), 3, "kcal")],
    lambda: [Figure("whole input, first of a process", cold(), 20, "kcal")],
    lambda: [Figure("resume, 100 inputs", resumed(), 60, "kcal")],
    lambda: [Figure("companion stdio, first line", first_line(), 2_200, "kcal")],
    lambda: [Figure("companion run, ready", ready(), 3_000, "kcal")],
    lambda: [Figure(f"undo after {length:,} inputs", undone(length), 50, "us") for length in (FEW, MANY)],
    lambda: [Figure("memory after 20 games", memory(), 55, "MB")],
    at_rest,
    lambda: [Figure("written in a game", written.figure(), 1.7, "MB")],
    in_process,
)


def told(benches: Iterable[Callable[[], list[Figure]]]) -> int:
    """Print the figures as they are measured, and return the exit status."""
    holds = True
    for bench in benches:
        figures = steady(bench)
        print(table(figures), flush=True)
        holds = holds and all(figure.holds for figure in figures)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(told(BENCHES))
