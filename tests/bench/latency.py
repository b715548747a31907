"""From the last byte of the frame that makes a tag count to the announced prompt, and the cost at rest.

Timed: journal committed, OLED and ring frames on their bus, first sound block handed to the sink. In one process,
through the real libraries: pyserial on a pty, SQLite, luma, espeak-ng.

python -m tests.bench.latency [TAPS]
"""

from __future__ import annotations

import asyncio
import os
import pty
import resource
import statistics
import sys
import tempfile
import time
import tty
from pathlib import Path
from typing import Any

from companion.commands.desk import make_desk
from companion.game.rules.fixes import TurnFix
from companion.owner.config import places
from companion.owner.tags import TagBook, TagEntry, TagFile
from companion.service.daemon import Daemon
from companion.talk import messages as m
from hardware.clock import SystemClock
from hardware.reader.rdm6300 import Rdm6300Parser
from hardware.sound.sinks import WavSink
from hardware.sound.speech_cache import SpeechCache
from tests.bench.measure import at, kcal
from tests.owner.configurations import from_text

BETWEEN = 0.15
"""Seconds between two taps: the panel takes at most 15 frames a second."""


class Stamps:
    """When each channel had it, in seconds of perf_counter; the first after a reset counts."""

    def __init__(self) -> None:
        self.times: dict[str, float] = {}
        self.complete = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    def reset(self) -> None:
        self.times.clear()
        self.complete.clear()

    def stamp(self, name: str) -> None:
        if name not in self.times:
            self.times[name] = time.perf_counter()
            if len(self.times) == 4:
                self.loop.call_soon_threadsafe(self.complete.set)


def stamped(daemon: Daemon, stamps: Stamps) -> None:
    """Puts the stamps behind the last thing that the companion does for each channel."""
    keep, show = daemon._keeper.keep, daemon.devices.ring._send

    def kept(entry: Any, settings: Any) -> Any:
        news = keep(entry, settings)
        stamps.stamp("journal")
        return news

    def sent(lights: Any) -> None:
        show(lights)
        stamps.stamp("ring")

    daemon._keeper.keep, daemon.devices.ring._send = kept, sent  # type: ignore[method-assign]
    write = WavSink.write

    def written(sink: WavSink, block: bytes) -> None:
        stamps.stamp("sound")
        write(sink, block)

    WavSink.write = written  # type: ignore[method-assign]


async def measure(directory: Path, taps: int) -> None:
    """Runs a daemon here and taps tokens."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    text = (
        f'[reader]\ndevice = "{os.ttyname(slave)}"\n'
        f'[speaker]\nsink = "wav:{directory}"\n[state]\ndirectory = "{directory}"\n'
    )
    config = from_text(text)
    here = places(config, {}, directory)
    tags = [f"{number:010X}" for number in range(0x0100000001, 0x0100000001 + 2 * taps + 2)]
    TagFile(here.tags, lambda: None).save(
        TagBook(tuple(TagEntry(tag, f"goblin#{1 + i % 6}") for i, tag in enumerate(tags)))
    )  # type: ignore[arg-type,return-value]
    stamps = Stamps()
    daemon = Daemon(config, here, make_desk(None), SystemClock(), lambda _: stamps.stamp("display"))
    stamped(daemon, stamps)
    daemon.start()
    daemon.take(m.NewGameMessage(game="castle-panic", players=2, setup="none", pace="auto", seed=1))
    daemon.take(m.CorrectMessage(turn=TurnFix(phase="draw")))
    await asyncio.sleep(1.5)
    kept, nothing = SpeechCache(memory_limit=4 * 1024 * 1024), SpeechCache(memory_limit=0)
    for name, cache in (("phrase in a cache", kept), ("phrase rendered anew", nothing)):
        daemon.devices.speaker._cache = cache
        report(name, [await one_tap(daemon, stamps, master, tags.pop()) for _ in range(taps)])
    await rest(daemon)
    daemon.stop()
    os.close(master)
    os.close(slave)


async def one_tap(daemon: Daemon, stamps: Stamps, master: int, tag: str) -> dict[str, float]:
    """One tap, in milliseconds by channel; then it is taken back."""
    frame = Rdm6300Parser.frame(tag)
    daemon.speech.press()
    await asyncio.sleep(BETWEEN)
    os.write(master, frame)
    await asyncio.sleep(0.01)
    os.write(master, frame[:-1])
    await asyncio.sleep(0.005)
    stamps.reset()
    began = time.perf_counter()
    os.write(master, frame[-1:])
    await asyncio.wait_for(stamps.complete.wait(), 5)
    times = {name: (moment - began) * 1e3 for name, moment in stamps.times.items()}
    await asyncio.sleep(0.02)
    daemon.take(m.UndoMessage())
    return times | {"all": max(times.values())}


def report(name: str, taps: list[dict[str, float]]) -> None:
    """Prints medians and the slow end."""
    print(
        f"{name}: "
        + ", ".join(
            f"{key} {statistics.median([tap[key] for tap in taps]):.1f}" for key in sorted(taps[0]) if key != "all"
        ),
        end=" ms; ",
    )
    every = [tap["all"] for tap in taps]
    print(
        f"announced: median {statistics.median(every):.1f} ms, p99 {at(every, 0.99):.1f} ms, kcal {kcal() * 1e6:.0f} us"
    )


async def rest(daemon: Daemon) -> None:
    """The processor time of an idle daemon, and its memory."""
    daemon.speech.press()
    await asyncio.sleep(4)
    before, began = time.process_time(), time.monotonic()
    await asyncio.sleep(10)
    share = (time.process_time() - before) / (time.monotonic() - began)
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
    print(f"at rest: {share * 100:.2f} % of a core; memory {resident:.0f} MB (this bench included)")


def main() -> None:
    """Measures and prints."""
    taps = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as directory:
        asyncio.run(measure(Path(directory), taps))


if __name__ == "__main__":
    main()
