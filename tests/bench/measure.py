"""Shared by the benchmarks: the calibration loop, processor time in its unit, and the verdict on a figure."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

LENIENT = 1.5
"""How many times worse than wanted a figure may be before it fails: machines differ, even in kcal."""
TRIES = 3
"""How often a figure is measured before it fails."""
TURNS = 200_000
"""Turns of the calibration loop around each batch."""


def kcal() -> float:
    """Return the wall-clock seconds of 1,000 turns of the calibration loop on this machine, now."""
    return _calibration(time.perf_counter, 1_000_000)


def cpu_kcal() -> float:
    """Return the seconds of processor time of 1,000 turns of the calibration loop on this machine, now."""
    return _calibration(time.process_time, TURNS)


def _calibration(clock: Callable[[], float], turns: int) -> float:
    counts: dict[int, int] = {}
    began = clock()
    for i in range(turns):
        k = i & 63
        counts[k] = counts.get(k, 0) + 1
    return (clock() - began) / turns * 1_000


def in_kcal(batches: Iterable[Callable[[], float]], calibrate: Callable[[], float] = cpu_kcal) -> list[float]:
    """Return what each batch took, in kcal. A batch returns seconds; the calibration loop runs before and after it."""
    figures, before = [], calibrate()
    for batch in batches:
        seconds = batch()
        after = calibrate()
        figures.append(seconds / ((before + after) / 2))
        before = after
    return figures


def median_kcal(batches: Iterable[Callable[[], float]], calibrate: Callable[[], float] = cpu_kcal) -> float:
    """Return the median of what the batches took, in kcal."""
    return statistics.median(in_kcal(batches, calibrate))


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that some work takes in this process."""
    began = time.process_time()
    work()
    return time.process_time() - began


class Figure(NamedTuple):
    """A measured figure and what is wanted: at most that much, or at least that much where more is better."""

    name: str
    measured: float
    wanted: float
    unit: str
    more_is_better: bool = False

    @property
    def holds(self) -> bool:
        """Whether the figure is within 1.5 times of the wanted one."""
        if self.more_is_better:
            return self.measured * LENIENT >= self.wanted
        return self.measured <= self.wanted * LENIENT

    def goodness(self) -> float:
        """Return a number that is greater for a better figure."""
        return self.measured if self.more_is_better else -self.measured

    @property
    def reached(self) -> bool:
        """Whether the figure is what is wanted."""
        return self.measured >= self.wanted if self.more_is_better else self.measured <= self.wanted


def steady(bench: Callable[[], list[Figure]]) -> list[Figure]:
    """Return the figures of a bench; one that is too far off is measured again, and the best of each counts.

    What else runs on the machine only ever makes them worse.
    """
    best = bench()
    for _ in range(TRIES - 1):
        if all(figure.holds for figure in best):
            break
        best = [max(pair, key=Figure.goodness) for pair in zip(best, bench(), strict=True)]
    return best


def table(figures: Iterable[Figure]) -> str:
    """Return the figures as lines: name, measured, wanted, and whether they are missed or fail."""
    return "\n".join(_line(figure) for figure in figures)


def _line(figure: Figure) -> str:
    bound = "≥" if figure.more_is_better else "≤"
    verdict = "" if figure.reached else "missed" if figure.holds else "TOO FAR OFF"
    wanted = f"{bound} {figure.wanted:,.6g} {figure.unit}"
    return f"{figure.name:<44} {figure.measured:>12,.2f}   {wanted:<24} {verdict}".rstrip()


def compiling(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a process that keeps compiled files, so that the next one like it finds them."""
    return {name: value for name, value in environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def at(values: list[float], share: float) -> float:
    """Return the value below which that share of the values lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]
