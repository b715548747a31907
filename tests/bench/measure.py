"""Shared by the benchmarks: the calibration loop, and medians."""

from __future__ import annotations

import time


def kcal() -> float:
    """Seconds of 1,000 iterations of the calibration loop on this machine, now."""
    counts: dict[int, int] = {}
    began = time.perf_counter()
    for i in range(1_000_000):
        k = i & 63
        counts[k] = counts.get(k, 0) + 1
    return (time.perf_counter() - began) / 1_000


def at(values: list[float], share: float) -> float:
    """The value below which that share of the values lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]
