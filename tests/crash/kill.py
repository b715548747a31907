"""Kills a companion with signal 9 right after each announcement of a game, and looks whether anything of it is lost.

python -m tests.crash.kill [INPUTS]: a process of its own, because it forks; prints one line and exits 0, or says what
was lost.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from companion.journal.keeping import Keeper
from companion.journal.record import Journal, resume
from companion.talk.messages import encode
from companion.talk.protocol import answer
from companion.talk.state import state_of
from tests.crash.scripts import new_desk, scripted


def main() -> int:
    """Plays and kills."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    script = scripted(count, seed=7)
    new_desk()  # read the boxes and the words before the first fork
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "journal.sqlite"
        announced: dict[str, Any] | None = None
        for number in range(count + 1):
            found = _one_life(path, encode(script[number]) if number < count else None)
            if announced is not None and found["at-start"] != announced:
                print(f"after input {number}: announced {announced!r}, found {found['at-start']!r}")
                return 1
            announced = found["announced"]
    print(f"{count} inputs, killed after each, nothing that was announced is lost")
    return 0


def _one_life(path: Path, line: bytes | None) -> dict[str, Any]:
    """A child resumes, tells where it stands, takes one input, announces it and is killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _live(path, line, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = json.loads(pipe.readline())
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return told


def _live(path: Path, line: bytes | None, writing: int) -> None:
    journal = Journal(path, time.time)
    desk = new_desk()
    resume(desk, journal)
    at_start = _shown(desk)
    announced = None
    if line is not None:
        answer(desk, line, Keeper(journal))
        announced = _shown(desk)
    os.write(writing, json.dumps({"at-start": at_start, "announced": announced}).encode() + b"\n")
    signal.pause()


def _shown(desk: Any) -> dict[str, Any] | None:
    if desk.game is None:
        return None
    return {"prompt": desk.prompt(), "state": state_of(desk.game.table), "settings": desk.settings.words}


if __name__ == "__main__":
    sys.exit(main())
