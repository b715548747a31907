"""Seconds from the start of `companion stdio` to its first line, best and median of several starts.

python -m tests.bench.start [STARTS]
"""

from __future__ import annotations

import statistics
import sys
import time

from tests.bench.measure import kcal
from tests.bench.processes import stdio


def once() -> float:
    """One start."""
    began = time.perf_counter()
    with stdio():
        return time.perf_counter() - began


def main() -> None:
    """Measures and prints."""
    times = [once() for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 15)]
    unit = kcal()
    print(
        f"companion stdio, first line: best {min(times):.3f} s, median {statistics.median(times):.3f} s "
        f"({statistics.median(times) / unit:.0f} kcal)"
    )


if __name__ == "__main__":
    main()
