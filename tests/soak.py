"""Hours of play with everything that goes wrong at a table, on a clock that travels.

`python -m tests.soak [HOURS] [SEED]` plays that many simulated hours (8 unless given) and prints the result.

People play games of all boxes to the end and begin again, with fingers, tokens and the protocol, mostly on a whim. The
game is checked after every input. Meanwhile parts are pulled out and put back, the bus is slow, the reader hears
garbage, the disk is full for a while, and the power fails: the daemon is dropped and another takes up the journal.
"""

from __future__ import annotations

import gc
import logging
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any, NamedTuple

from companion.game.boxes import every_combination
from companion.narration.catalogue import Catalogue
from companion.play.people import People
from companion.talk import messages as m
from companion.talk.state import state_of
from companion.talk.verb import Message
from hardware.owner import DeviceFault, DeviceState, Reason, hand_over
from hardware.reader.port import Listener
from hardware.reader.presence import TagPresence
from hardware.reader.rdm6300 import FORMAT, Rdm6300Parser
from hardware.reader.sim import SimReader
from hardware.ring import SimSpi
from tests.bench.people import beginning
from tests.game.invariant import check_game
from tests.service.room import Room
from tests.service.test_daemon import FullDisk
from tests.talk.checking import checked

GAMES = every_combination()
WHIM = 0.8
"""How often the people do just anything: their games are odd, and are over soon enough for all boxes to have a turn."""
CARDS = "cards.json"
"""The file of what the people did with their cards."""
THREADS = ("display", "ring", "reader", "speaker")
"""The parts whose owners run; the buttons are turned by the test."""
CONFIG = """
[ring]
device = "sim:"
count = 24
motion = "still"
[button]
factory = "mock"
next_pin = 22
back_pin = 23
"""


class Sample(NamedTuple):
    """What the process holds at one moment: memory blocks, objects that the collector knows, threads, descriptors."""

    blocks: int
    objects: int
    threads: int
    descriptors: int


def sample(catalogue: Catalogue) -> Sample:
    """Return what the process holds now, after it has read all its messages and dropped its caches."""
    for message in catalogue:
        catalogue.attributes(message)
    catalogue._render.cache_clear()
    for cache in _caches():
        cache.cache_clear()
    gc.collect()
    blocks, objects = sys.getallocatedblocks(), len(gc.get_objects())
    return Sample(blocks, objects, threading.active_count(), len(list(Path("/proc/self/fd").iterdir())))


def _caches() -> Iterator[_lru_cache_wrapper[Any]]:
    """Yield the caches of the companion's modules. The collector does not know those that were frozen."""
    modules = [module for name, module in sys.modules.items() if name.startswith("companion.")]
    for module in modules:
        yield from (thing for thing in vars(module).values() if isinstance(thing, _lru_cache_wrapper))


class Faults(logging.Handler):
    """A log handler that keeps exceptions, and errors that a full disk does not explain."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.levelno >= logging.ERROR and record.name != "companion.journal.keeping"
        if error or record.exc_info and record.exc_info[0]:
            self.found.append(f"{record.name}: {record.getMessage()} {record.exc_info}")


@contextmanager
def watched() -> Iterator[Faults]:
    """Keep the faults that are logged in the block. The rest of the log is dropped: it would look like growth."""
    faults, loggers = Faults(), [logging.getLogger(name) for name in ("companion", "hardware", "asyncio")]
    for logger in loggers:
        logger.addHandler(faults)
        logger.propagate = False
    try:
        yield faults
    finally:
        for logger in loggers:
            logger.removeHandler(faults)
            logger.propagate = True


class SlowBus:
    """An I2C bus between a display and its panel on which every message may take its time, in real milliseconds."""

    def __init__(self, bus: Any) -> None:
        self.bus = bus
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        time.sleep(self.seconds)
        return getattr(self.bus, name)


class SoakRoom(Room):
    """A room whose parts can be pulled out. Display, ring, reader and speaker have their own threads."""

    def _build(self, *args: Any) -> Any:
        devices = super()._build(*args)
        devices.owners = [owner for owner in devices.owners if owner.name in THREADS]
        self.spi = devices.ring._open_line()
        self.bus = SlowBus(devices.display._open_bus())
        devices.display._open_bus = lambda: self.bus
        assert isinstance(self.spi, SimSpi)
        self.line = Listener(Rdm6300Parser(), TagPresence(FORMAT.presence, FORMAT.timings))
        self.speaker_gone = threading.Event()
        self.mouth.open, self.mouth.serve = self._open_mouth, self._serve_mouth  # type: ignore[method-assign]
        return devices

    def _open_mouth(self) -> None:
        if self.speaker_gone.is_set():
            raise DeviceFault(Reason.BUSY, "somebody else has the card")

    def _serve_mouth(self, stop: Any) -> None:
        while not stop.wait(0.01):
            self._open_mouth()

    def start(self) -> None:
        self.daemon.start()
        for button in self.daemon.devices.buttons.values():
            button.open()
        self.until(self.daemon.settled.is_set)

    def state_of_part(self, name: str) -> DeviceState | None:
        """Return the state that the owner of a part has reported."""
        owner = next(owner for owner in self.daemon.devices.owners if owner.name == name)
        return owner.status.state if owner.status else None

    def drop(self) -> None:
        """Drop the daemon as a power cut does: it writes nothing more. What the kernel would end is ended here."""
        self.daemon._stopped = True
        self.daemon.devices.stop()
        journal = self.daemon.journal
        base = journal._base
        base = base._base if isinstance(base, FullDisk) else base
        base.set_progress_handler(None, 0)
        base.close()


class Soak:
    """Hours of play. `folder` is where everything is kept."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.luck = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.samples: dict[int, list[Sample]] = {}
        self.seconds = 0.0
        self._folder = folder
        self._announced: list[bytes] = []
        self._before: list[bytes] = []
        self._ends: list[tuple[float, Callable[[], object]]] = []
        self._full: FullDisk | None = None
        self._deck: list[int] = []
        self._kill_at = self.luck.uniform(300, 900)
        self._kind = -1
        self._enter()
        self._catalogue = self.room.desk.narrator.catalogue

    # One life of the daemon

    def _enter(self) -> None:
        self.room = SoakRoom(self._folder, CONFIG, threads=True, start=False)
        self.people = People(self.room.desk, self._folder / CARDS, whim=WHIM)
        self.room.start()
        self.people.settle()
        self.room.daemon.watchers.add(lambda update: self.done.update(["updates"]))
        desk = checked(self.room.desk)
        do = desk.do

        def noted(message: Message) -> Any:
            outcome = do(message)
            if outcome.entry is not None:
                if isinstance(outcome.entry, m.NewGameMessage):
                    self._before, self._announced = self._announced, []
                self._announced.append(m.encode(outcome.entry))
            return outcome

        desk.do = noted  # type: ignore[method-assign]

    def kill(self) -> None:
        """Cut the power, switch it on again, and check that nothing is lost."""
        self._ends.clear()
        room, failing = self.room, self.room.daemon._keeper.failing
        room.loop.settle()
        game = room.desk.game
        stood = (room.desk.prompt(), state_of(game.table)) if game else None
        cards, seconds = self.people.deal and self.people.deal.cards, room.clock.monotonic()
        room.drop()
        before, announced = self._before, self._announced
        self._full = None
        self._enter()
        self.room.clock.advance(max(0.0, seconds - self.room.clock.monotonic()))
        kept = [m.encode(entry) for entry in self.room.daemon.journal.entries()]
        self._compare(kept, announced, before, failing)
        if not failing and stood is not None:
            again = self.room.desk.game
            assert again is not None
            check_game(again)
            assert (self.room.desk.prompt(), state_of(again.table)) == stood
            assert self.people.deal is not None and self.people.deal.cards == cards, "the people have lost cards"
        self._announced = kept
        self.done["kills"] += 1
        self.done["kills while nothing could be saved"] += failing

    def _compare(self, kept: list[bytes], announced: list[bytes], before: list[bytes], failing: bool) -> None:
        """Check that every announced entry is kept, or a part of them after it was said that they cannot be."""
        if not failing:
            assert kept == announced, f"{len(kept)} entries of {len(announced)} that were announced"
            return
        assert announced[: len(kept)] == kept or before[: len(kept)] == kept

    # Time

    def wait(self, seconds: float) -> None:
        """Let time pass, and end the troubles that are due."""
        self.room.advance(seconds)
        self.seconds += seconds
        due = [end for at, end in self._ends if at <= self.seconds]
        self._ends = [(at, end) for at, end in self._ends if at > self.seconds]
        for end in due:
            end()
        if self.seconds % 7 < seconds:
            self.room.forget()

    def trouble(self, seconds: float, begin: Callable[[], object], end: Callable[[], object]) -> None:
        """Begin a trouble, and end it after some seconds."""
        begin()
        self._ends.append((self.seconds + seconds, end))

    def all_well(self) -> None:
        """End every trouble now, and wait until each part is back."""
        for _, end in self._ends:
            end()
        self._ends.clear()
        for _ in range(2000):
            states = {self.room.state_of_part(name) for name in THREADS}
            if states == {DeviceState.READY} and not self.room.daemon.part_watch.parts.lost:
                return
            self.room.advance(0.1)
            time.sleep(0.0005)
        raise AssertionError({name: self.room.state_of_part(name) for name in THREADS})

    # What goes wrong

    def mischief(self) -> None:
        """Let one random thing go wrong."""
        luck, bus, spi = self.luck, self.room.bus, self.room.spi
        gone, stuck = OSError(121, "Remote I/O error"), OSError(110, "Connection timed out")
        troubles: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
            ("reader unplugged", self._reader.unplug, self._reader.plug),
            ("display unplugged", lambda: bus.bus.unplug(luck.randrange(40)), bus.bus.plug),
            ("bus refuses", lambda: bus.bus.refuse(gone), lambda: bus.bus.refuse(None)),
            ("bus slow", lambda: setattr(bus, "seconds", 0.001), lambda: setattr(bus, "seconds", 0.0)),
            ("ring refuses", lambda: spi.refuse(stuck), lambda: spi.refuse(None)),
            ("speaker gone", self._mute, self._speak),
            ("disk full", self._fill_disk, self._free_disk),
            ("garbage", self._garble, lambda: None),
            ("misread", self._reader.misread, lambda: None),
        ]
        if not self._deck:
            self._deck = luck.sample(range(len(troubles)), len(troubles))
        name, begin, end = troubles[self._deck.pop()]
        self.done[name] += 1
        self.trouble(luck.uniform(1, 120), begin, end)

    @property
    def _reader(self) -> SimReader:
        reader = self.room.daemon.devices.reader
        assert isinstance(reader, SimReader)
        return reader

    def _mute(self) -> None:
        self.room.mouth.gone = True
        self.room.speaker_gone.set()

    def _speak(self) -> None:
        self.room.mouth.gone = False
        self.room.speaker_gone.clear()

    def _fill_disk(self) -> None:
        journal = self.room.daemon.journal
        if self._full is None:
            statement = self.luck.choice(["BEGIN", "INSERT INTO entries", "COMMIT"])
            self._full = FullDisk(journal._base, statement)
            journal._base = self._full  # type: ignore[assignment]
        self._full.full = True

    def _free_disk(self) -> None:
        if self._full is not None:
            self._full.full = False
            self.room.daemon.journal._base = self._full._base
            self._full = None

    def _garble(self) -> None:
        """Send noise, broken frames and whole frames of unknown stickers on the serial line."""
        luck, room = self.luck, self.room
        tag = f"{luck.getrandbits(40):010X}"
        frame = Rdm6300Parser.frame(tag)
        whole, now = luck.choice([frame * 2, b"", frame]), room.clock.monotonic()
        for data in (luck.randbytes(luck.randrange(400)), frame[: luck.randrange(14)], whole):
            for event in [*room.line.heard(data, now), *room.line.quiet(now)]:
                hand_over(self._reader._on_event, event)
        room.loop.settle()

    # What people do

    def play(self, hours: float) -> None:
        """Play for some simulated hours."""
        while self.seconds < hours * 3600:
            self.step()
        self.all_well()

    def step(self) -> None:
        """Let people do something, or let something go wrong."""
        chance = self.luck.random()
        if chance < 0.03:
            self.mischief()
        elif self.seconds > self._kill_at:
            self._kill_at += self.luck.uniform(300, 900)
            self.kill()
        elif chance < 0.09:
            self._fidget()
        else:
            self._go_on()
        self.wait(self.luck.choice([0.3, 1.0, 2.0, 4.0, 8.0, 15.0]))

    def _fidget(self) -> None:
        """Do what people do to buttons and reader without thinking."""
        room, luck = self.room, self.luck
        kind = luck.choice(["press", "double", "hold", "long hold", "next", "back", "piece", "ask", "undo", "redo"])
        self.done[kind] += 1
        if kind == "double":
            room.tap()
            self.wait(0.1)
            room.tap()
        elif kind in ("hold", "long hold"):
            room.hold(0.9 if kind == "hold" else luck.uniform(3.1, 5.0))
        elif kind in ("press", "next", "back"):
            room.tap("button" if kind == "press" else kind)
        elif kind == "piece" and room.desk.game is not None:
            room.lay(luck.choice(sorted(room.desk.game.table.pieces)))
        else:
            room.take({"ask": m.AskMessage(about="danger"), "redo": m.RedoMessage()}.get(kind, m.UndoMessage()))

    def _go_on(self) -> None:
        """Do what the game asks for."""
        game = self.room.desk.game
        if game is None or game.table.phase == "over":
            self._begin_again(over=game is not None)
            return
        while (act := self.people.act()) is not None:
            self.people.do(act)
            self.done["acts"] += 1
        message = self.people.message()
        if isinstance(message, m.TapMessage) and message.piece and self._reader._hears:
            self.room.lay(message.piece)
        elif isinstance(message, m.PressMessage) and self.luck.random() < 0.5:
            self.room.tap()
        else:
            reply = self.room.take(message)
            assert reply["ok"], (message, reply)
        self.done["answers"] += 1

    def _begin_again(self, *, over: bool) -> None:
        self.done["games ended"] += over
        self._kind = (self._kind + 1) % len(GAMES)
        reply = self.room.take(beginning(GAMES[self._kind], self.luck.getrandbits(30)))
        assert reply["ok"], reply
        self.room.forget()
        self.samples.setdefault(self._kind, []).append(sample(self._catalogue))

    # What it came to

    def growth(self) -> list[str]:
        """Return what has grown from the second game of each kind to the last, beyond what chance explains."""
        grown = []
        for kind, samples in self.samples.items():
            first, last = samples[min(1, len(samples) - 1)], samples[-1]
            # What lies on the table at that moment makes some hundreds of objects more or fewer.
            blocks, objects = int(first.blocks * 1.01) + 3000, first.objects + 1000
            bounds = Sample(blocks, objects, first.threads, first.descriptors)
            if any(one > most for one, most in zip(last, bounds, strict=True)):
                grown.append(f"{GAMES[kind]}: {first} to {last}")
        return grown

    def leave(self) -> None:
        """End the last daemon."""
        self._free_disk()
        self.room.stop()


def main() -> int:
    """Play, and print the result."""
    hours = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    began = time.perf_counter()
    with watched() as faults, tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
        soak.play(hours)
        soak.leave()
    print(f"{hours} hours in {time.perf_counter() - began:.1f} s: {dict(soak.done)}")
    for kind, samples in soak.samples.items():
        print(GAMES[kind], *samples[:2], *samples[-1:], sep="\n  ")
    print("logged:", faults.found[:10], "grown:", soak.growth())
    return 1 if faults.found or soak.growth() else 0


if __name__ == "__main__":
    sys.exit(main())
