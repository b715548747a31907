"""A game with `companion stdio` on a disk that becomes full and has room again, and on one that is read only.

python -m tests.crash.disk DIRECTORY: the directory is a small tmpfs of its own, which this remounts; prints what it
did as JSON and exits 0, or ends in an AssertionError.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from companion.talk.messages import encode
from companion.talk.verb import Message
from tests.crash.scripts import scripted

NOT_SAVED, SAVING_AGAIN = "cannot save", "again."
"""What the two notices have in common at every length."""
PATIENCE = 20.0
"""Seconds in which a companion must have ended."""


class Companion:
    """A companion with a journal in a file."""

    def __init__(self, journal: Path) -> None:
        self._errors = journal.parent.parent / "stderr"
        command = [sys.executable, "-m", "companion", "stdio", "--journal", str(journal)]
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)

    def take(self, line: bytes) -> dict[str, Any]:
        """Send an input, and return the reply."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        reply: dict[str, Any] = json.loads(self._process.stdout.readline())
        return reply

    def play(self, script: list[Message]) -> None:
        """Send inputs, and check that each is accepted."""
        for entry in script:
            assert self.take(encode(entry))["ok"], entry

    def told(self, sentence: str) -> int:
        """Return how often it has printed a sentence."""
        return self._errors.read_text().count(sentence)

    def kill(self) -> None:
        """Kill it, as a power cut does."""
        self._process.kill()
        self._process.wait(PATIENCE)

    def end(self) -> None:
        """Close its input, and check that it ends well."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.wait(PATIENCE) == 0

    def state(self) -> dict[str, Any]:
        """Return its reply to a question for the state."""
        return self.take(b'{"do":"state"}')


def main() -> int:
    """Play the whole story."""
    disk = Path(sys.argv[1])
    script = scripted(160, seed=41)
    first = full_for_a_time(disk, script[:120])
    read_only(disk, script[120:140], first)
    print(json.dumps({"inputs": len(script)}))
    return 0


def remount(disk: Path, option: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{option}", str(disk)], check=True, timeout=60)


def full_for_a_time(disk: Path, script: list[Message]) -> dict[str, Any]:
    """Play while the disk is filled and then made larger, and return the last state."""
    companion = Companion(disk / "journal.sqlite")
    companion.play(script[:10])
    assert not companion.told(NOT_SAVED)
    ballast = (disk / "ballast").open("wb", buffering=0)
    try:
        while True:
            ballast.write(bytes(4096))
    except OSError:
        ballast.close()
    companion.play(script[10:100])
    assert companion.told(NOT_SAVED) == 1 and not companion.told(SAVING_AGAIN)
    remount(disk, "size=4m")
    companion.play(script[100:])
    assert companion.told(NOT_SAVED) == companion.told(SAVING_AGAIN) == 1
    state = companion.state()
    companion.kill()
    return state


def read_only(disk: Path, script: list[Message], before: dict[str, Any]) -> None:
    """Play on a disk that is read only: the game is there and goes on, and the new inputs are not kept."""
    remount(disk, "ro")
    companion = Companion(disk / "journal.sqlite")
    assert companion.state() == before
    assert companion.told(NOT_SAVED) == 1
    companion.play(script)
    companion.kill()
    companion = Companion(disk / "journal.sqlite")
    assert companion.state() == before
    remount(disk, "rw")
    companion.play(script)
    assert companion.told(SAVING_AGAIN) == 1
    state = companion.state()
    companion.kill()
    companion = Companion(disk / "journal.sqlite")
    assert companion.state() == state
    assert not companion.told(NOT_SAVED)
    companion.end()
    remount(disk, "ro")  # now without a write-ahead log beside the journal
    companion = Companion(disk / "journal.sqlite")
    assert companion.state() == state
    assert companion.told(NOT_SAVED) == 1
    companion.kill()


if __name__ == "__main__":
    sys.exit(main())
