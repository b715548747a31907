"""The processor time of whole processes: `companion stdio` to its first line, `companion run` to READY=1."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.measure import compiling, median_kcal
from tests.bench.start import LINE

PATIENCE = 20.0
COMPANION = [sys.executable, "-m", "companion"]


def _spent(pid: int) -> float:
    """Return the seconds of processor time that a running process has had, all its threads together."""
    return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) makes of a process, which Python lacks


def first_line() -> float:
    """Return the kcal of `companion stdio` until its first line, with compiled files: the median of starts."""
    _stdio()
    return median_kcal([_stdio] * 5)


def _stdio() -> float:
    process = subprocess.Popen(
        [*COMPANION, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=compiling(os.environ)
    )
    assert process.stdin and process.stdout
    process.stdin.write(LINE)
    process.stdin.flush()
    process.stdout.readline()
    spent = _spent(process.pid)
    process.communicate()
    return spent


def ready() -> float:
    """Return the kcal of `companion run` until it is ready, everything simulated: the median of starts."""
    _run()
    return median_kcal([_run] * 5)


def _run() -> float:
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        place = Path(folder)
        config = place / "companion.toml"
        config.write_text(
            f'[state]\ndirectory = "{place}/state"\n[socket]\npath = "{place}/socket"\n'
            f'[display]\nbus = "sim:{place}/screen"\n[ring]\ndevice = "sim:{place}/ring"\ncount = 24\n'
            f'[button]\nfactory = "mock"\n[speaker]\nsink = "wav:{place}/sounds"\n'
        )
        told.bind(str(place / "notify"))
        told.settimeout(PATIENCE)
        environ = compiling(os.environ) | {"NOTIFY_SOCKET": str(place / "notify")}
        process = subprocess.Popen([*COMPANION, "run", "--config", str(config)], env=environ, stderr=subprocess.DEVNULL)
        try:
            assert told.recv(100) == b"READY=1"
            return _spent(process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
