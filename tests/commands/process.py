"""The command `companion` as a process of its own."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 20.0
"""Seconds in which a process must have done its part."""
COMPANION = [sys.executable, "-m", "companion"]


def run(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run it to its end, and return what came of it. Raise TimeoutExpired when that takes too long."""
    return subprocess.run([*COMPANION, *arguments], capture_output=True, text=True, timeout=PATIENCE, **more)


@contextmanager
def started(*arguments: str, **more: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start it, and wait for its end afterwards. `more` goes to `Popen`.

    It is killed after a time, so that a test that reads from it finds the end of the file and does not wait for ever.
    """
    process = subprocess.Popen([*COMPANION, *arguments], **more)
    alarm = threading.Timer(PATIENCE, process.kill)
    alarm.start()
    try:
        with process:
            yield process
    finally:
        alarm.cancel()
