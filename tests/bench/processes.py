"""Whole processes of the companion, and their processor time: `stdio` to its first line, `run` until it is ready."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.measure import compiling, median_kcal

PATIENCE = 30.0
COMPANION = (sys.executable, "-m", "companion")
LINE = b'{"do": "new_game", "game": "castle-panic", "players": 2, "setup": "quick", "seed": 1}\n'


@contextmanager
def stdio() -> Iterator[int]:
    """Run `companion stdio`, and give its process number when its first line is there."""
    process = subprocess.Popen(
        [*COMPANION, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=compiling(os.environ)
    )
    assert process.stdin and process.stdout
    process.stdin.write(LINE)
    process.stdin.flush()
    process.stdout.readline()
    try:
        yield process.pid
    finally:
        process.communicate()


@contextmanager
def daemon(folder: Path, config: str) -> Iterator[int]:
    """Run `companion run` with a configuration, and give its process number when it is ready.

    It has a watchdog. Raise TimeoutError if it does not become ready.
    """
    (folder / "companion.toml").write_text(config)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(folder / "manager"))
        manager.settimeout(PATIENCE)
        told = {"NOTIFY_SOCKET": str(folder / "manager"), "WATCHDOG_USEC": "30000000", "XDG_RUNTIME_DIR": str(folder)}
        environ = compiling(os.environ) | told
        environ.pop("WATCHDOG_PID", None)
        process = subprocess.Popen(
            [*COMPANION, "run", "--config", str(folder / "companion.toml")], env=environ, stderr=subprocess.DEVNULL
        )
        try:
            while b"READY=1" not in manager.recv(4096):
                pass
            yield process.pid
        finally:
            process.terminate()
            process.wait(PATIENCE)


def spent(pid: int) -> float:
    """Return the seconds of processor time that a running process has had, all its threads together."""
    return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) makes of a process, which Python lacks


def first_line() -> float:
    """Return the kcal of `companion stdio` until its first line, with compiled files: the median of starts."""
    _to_first_line()
    return median_kcal([_to_first_line] * 5)


def _to_first_line() -> float:
    with stdio() as process:
        return spent(process)


def ready() -> float:
    """Return the kcal of `companion run` until it is ready, everything simulated: the median of starts."""
    _to_ready()
    return median_kcal([_to_ready] * 5)


def _to_ready() -> float:
    with tempfile.TemporaryDirectory() as folder, daemon(Path(folder), simulated(folder)) as process:
        return spent(process)


def simulated(folder: str) -> str:
    """Return the configuration of a table whose every part is simulated."""
    return (
        f'[state]\ndirectory = "{folder}/state"\n[socket]\npath = "{folder}/socket"\n'
        f'[display]\nbus = "sim:{folder}/screen"\n[ring]\ndevice = "sim:{folder}/ring"\ncount = 24\n'
        f'[button]\nfactory = "mock"\n[speaker]\nsink = "wav:{folder}/sounds"\n'
    )
