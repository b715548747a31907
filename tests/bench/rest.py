"""What the daemon costs at rest: wake-ups a second, and its share of a processor.

A process of its own (`companion run`) with a reader on a pty, a button on a mock pin, and a watchdog. A wake-up is a
voluntary context switch of any of its threads.

python -m tests.bench.rest [SECONDS]
"""

from __future__ import annotations

import os
import pty
import sys
import tempfile
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.processes import daemon, spent

SECONDS = 20.0
SETTLING = 8.0
"""Seconds until the welcome has been said."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The cost at rest: wake-ups a second, and the percentage of a processor."""

    wake_ups: float
    busy: float


def figures(seconds: float = SECONDS) -> Figures:
    """Run a daemon and count for so many seconds. Raise TimeoutError if it does not become ready."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _reader() as port,
        daemon(Path(folder), _table(folder, port)) as process,
    ):
        time.sleep(SETTLING)
        switches, used, began = _switches(process), spent(process), time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - began
        return Figures((_switches(process) - switches) / took, (spent(process) - used) / took * 100)


@contextmanager
def _reader() -> Iterator[str]:
    """Give the port of a reader that says nothing."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    try:
        yield os.ttyname(slave)
    finally:
        os.close(master)
        os.close(slave)


def _table(folder: str, port: str) -> str:
    return (
        f'[reader]\ndevice = "{port}"\n[button]\nfactory = "mock"\nfifo = "{folder}/pins"\n'
        f'[speaker]\nsink = "wav:{folder}"\n[state]\ndirectory = "{folder}"\n'
    )


def _switches(process: int) -> int:
    """Return how often any thread of a process has gone to sleep."""
    lines = (
        line for status in Path(f"/proc/{process}/task").glob("*/status") for line in status.read_text().splitlines()
    )
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


def main() -> None:
    """Measures and prints."""
    found = figures(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
    print(f"at rest: {found.wake_ups:.1f} wake-ups a second, {found.busy:.3f} % of a processor")


if __name__ == "__main__":
    main()
