"""What the daemon costs at rest: wake-ups a second, and its share of a processor.

A process of its own (`companion run`) with a reader on a pty, a button on a mock pin, and a watchdog. A wake-up is a
voluntary context switch of any of its threads.

python -m tests.bench.rest [SECONDS]
"""

from __future__ import annotations

import os
import pty
import socket
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

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
    with tempfile.TemporaryDirectory() as directory, _daemon(Path(directory)) as process:
        time.sleep(SETTLING)
        switches, used, began = _switches(process), _processor_time(process), time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - began
        return Figures((_switches(process) - switches) / took, (_processor_time(process) - used) / took * 100)


@contextmanager
def _daemon(directory: Path) -> Iterator[int]:
    """Run a daemon that is ready, and give its process number."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    file = directory / "companion.toml"
    file.write_text(
        f'[reader]\ndevice = "{os.ttyname(slave)}"\n[button]\nfactory = "mock"\nfifo = "{directory}/pins"\n'
        f'[speaker]\nsink = "wav:{directory}"\n[state]\ndirectory = "{directory}"\n'
    )
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(directory / "manager"))
        manager.settimeout(30)
        environ = os.environ | {
            "NOTIFY_SOCKET": str(directory / "manager"),
            "WATCHDOG_USEC": "30000000",
            "XDG_RUNTIME_DIR": str(directory),
        }
        environ.pop("WATCHDOG_PID", None)
        process = subprocess.Popen([sys.executable, "-m", "companion", "run", "--config", str(file)], env=environ)
        try:
            while b"READY=1" not in manager.recv(4096):
                pass
            yield process.pid
        finally:
            process.terminate()
            process.wait(10)
            os.close(master)
            os.close(slave)


def _switches(process: int) -> int:
    """Return how often any thread of a process has gone to sleep."""
    lines = (
        line for status in Path(f"/proc/{process}/task").glob("*/status") for line in status.read_text().splitlines()
    )
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


def _processor_time(process: int) -> float:
    """Return the seconds of processor time of a process: user and system, in the ticks of the kernel if need be."""
    schedules = list(Path(f"/proc/{process}/task").glob("*/schedstat"))
    if schedules:
        return sum(int(schedule.read_text().split()[0]) for schedule in schedules) / 1e9
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measures and prints."""
    found = figures(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
    print(f"at rest: {found.wake_ups:.1f} wake-ups a second, {found.busy:.3f} % of a processor")


if __name__ == "__main__":
    main()
