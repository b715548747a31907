"""What one whole game with speech writes to the state directory, the journal and the phrases together.

People with sense play it, as long as a real game. The daemon is the real one, with its journal, its loudspeaker and
espeak-ng; only the sound goes nowhere. Everything is heard out before the next input, on a clock that travels. The
kernel counts the bytes: `write_bytes` in /proc/self/io, whole pages that the file system is made to write, by this
process and the children that have ended. `wchar` would not do, because it counts what espeak-ng writes into its pipe.
A file system in memory writes nothing, so the state directory is in /var/tmp, and a count of nothing is an error.

python -m tests.bench.written [SEED]
"""

from __future__ import annotations

import select
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.owner import DeviceState
from hardware.sound.sinks import NullSink
from hardware.sound.speaker import Speaker, SpeechReport, SpeechStage
from tests.bench.people import BASE, inputs
from tests.service.room import Room, status

CONFIG = '[speaker]\nsink = "wav:unused"\n'
DISK = "/var/tmp"
ENGINE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Written:
    """What a game came to: bytes of pages written, and bytes in files at its end."""

    pages: int
    left: int
    inputs: int
    phrases: int
    seconds: float
    """Of simulated time."""


class SpeakingRoom(Room):
    """A room with the real loudspeaker, which is moved in the thread of the bench."""

    def __init__(self, folder: Path, text: str = CONFIG) -> None:
        super().__init__(folder, text, own_voice=False, start=False)
        speaker = self.daemon.devices.speaker
        assert isinstance(speaker, Speaker)
        self.speaker = speaker
        self.speaker._sink = NullSink(self.clock)
        self.heard = 0
        self.speaker._report = self._counted(self.speaker._report)

    def begin_service(self) -> None:
        """Start the daemon, with a loudspeaker that is open."""
        self.start()
        self.speaker.open()
        self.daemon.part_watch.noticed(status("speaker", DeviceState.READY))
        self.listen()

    def listen(self) -> None:
        """Let time pass until nothing is spoken any more and the loudspeaker has nothing left to do."""
        while True:
            due = self.speaker.step()
            self.loop.settle()
            rendering = self.speaker._phrase.rendering if self.speaker._phrase else None
            if rendering is not None:
                select.select([rendering.fileno()], [], [], ENGINE_SECONDS)
            elif self.speaker._phrase is None and due and self.daemon.speech.queue.idle:
                return
            else:
                self.advance(due)

    def _counted(self, report: Callable[[SpeechReport], object]) -> Callable[[SpeechReport], object]:
        def counted(told: SpeechReport) -> None:
            self.heard += told.stage is SpeechStage.FINISHED
            report(told)

        return counted


def play(folder: Path, seed: int = 1, text: str = CONFIG) -> Written:
    """Play a whole game in a new state directory, and count from the start of the daemon to its end."""
    room = SpeakingRoom(folder, text)
    before = _pages()
    began, taken = room.clock.monotonic(), 0
    room.begin_service()
    for message in inputs(room.desk, BASE, seed, whim=0.0):
        reply = room.take(message)
        assert reply["ok"], reply
        taken += 1
        room.listen()
    room.stop()
    room.speaker.close()
    pages = _pages() - before
    if not pages:
        raise OSError(f"{folder}: no write was counted; is this file system in memory?")
    left = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Written(pages, left, taken, room.heard, room.clock.monotonic() - began)


def _pages() -> int:
    """Return the bytes of the pages that this process and its ended children have made file systems write."""
    counts = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(counts["write_bytes"])


def figure() -> float:
    """Return the megabytes that a whole game writes. Raise OSError if the kernel cannot count them."""
    with tempfile.TemporaryDirectory(dir=DISK) as folder:
        return play(Path(folder)).pages / 1e6


def main() -> None:
    """Play, and print the counts."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    with tempfile.TemporaryDirectory(dir=DISK) as folder:
        told = play(Path(folder), seed)
    print(f"a game of {told.inputs} inputs, {told.phrases} phrases, {told.seconds / 60:.0f} simulated minutes:")
    print(f"  {told.pages / 1e6:.2f} MB written, {told.left / 1e6:.2f} MB in files at its end")


if __name__ == "__main__":
    sys.dont_write_bytecode = True  # compiled modules are no part of a game
    main()
