"""A room whose time travels: a daemon with simulated devices, and recorders of all that people notice.

No thread runs but those of devices that a test asks for (`threads=True`), and no test waits for a real second: time
passes in `advance` alone.
"""

from __future__ import annotations

import heapq
import itertools
import queue
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.channels.speech import Utterance
from companion.commands.desk import make_desk
from companion.owner.config import Config, places
from companion.service.daemon import Daemon
from companion.service.devices import Devices, Receivers, build
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.verb import Message
from hardware.button.contact import SimButton
from hardware.clock import TravelClock
from hardware.owner import Detail, DeviceState, Reason, Status
from hardware.reader.sim import SimReader
from hardware.ring import LedLevels
from hardware.sound.earcons import Sound
from hardware.sound.mute import MuteSpeaker
from hardware.sound.speaker import SpeechReport, SpeechStage
from tests.owner.configurations import from_text

PATIENCE = 5.0
"""Real seconds that a test waits for something out of a device's thread."""
WORD_SECONDS = 0.4
"""How long the simulated voice takes for a word."""
TAP_SECONDS = 0.1
"""How long a finger is on a button for a tap."""


class Alarm:
    """What `call_later` gives."""

    def __init__(self, callback: Callable[[], Any]) -> None:
        self.callback: Callable[[], Any] | None = callback

    def cancel(self) -> None:
        self.callback = None


class SimLoop:
    """The part of an event loop that a daemon uses, on a clock that travels. Other threads may only hand over."""

    def __init__(self, clock: TravelClock) -> None:
        self._clock = clock
        self._count = itertools.count()
        self._alarms: list[tuple[float, int, Alarm]] = []
        self._handed: queue.SimpleQueue[Callable[[], Any]] = queue.SimpleQueue()

    def time(self) -> float:
        return self._clock.monotonic()

    def is_closed(self) -> bool:
        return False

    def call_later(self, delay: float, callback: Callable[..., Any], *args: Any) -> Alarm:
        alarm = Alarm(lambda: callback(*args))
        heapq.heappush(self._alarms, (self.time() + delay, next(self._count), alarm))
        return alarm

    def call_soon_threadsafe(self, callback: Callable[..., Any], *args: Any) -> None:
        self._handed.put(lambda: callback(*args))

    @property
    def waiting(self) -> int:
        """How many alarms are set."""
        return sum(alarm.callback is not None for _, _, alarm in self._alarms)

    def settle(self) -> None:
        """Does what was handed over, and what comes of it."""
        while not self._handed.empty():
            self._handed.get()()

    def wait(self) -> None:
        """Waits for another thread to hand something over, and does it."""
        self._handed.get(timeout=PATIENCE)()
        self.settle()

    def advance(self, seconds: float) -> None:
        """Lets time pass, from one alarm to the next."""
        end = self.time() + seconds
        self.settle()
        while self._alarms and self._alarms[0][0] <= end + 1e-9:
            due, _, alarm = heapq.heappop(self._alarms)
            if alarm.callback is None:
                continue
            self._clock.advance(max(0.0, due - self.time()))
            alarm.callback()
            self.settle()
        self._clock.advance(max(0.0, end - self.time()))


class Spoken(NamedTuple):
    """What the voice was told to say, and when."""

    number: int
    text: str
    at: float


class Mouth:
    """A loudspeaker that remembers. It takes its time for every word, and begins `delay` seconds after it was told to.

    `deaf`: it takes every order and reports nothing, as one whose thread is blocked. `gone`: it says it is not heard.
    """

    def __init__(self, loop: SimLoop, report: Callable[[SpeechReport], object]) -> None:
        self.spoken: list[Spoken] = []
        self.played: list[tuple[float, str]] = []
        self.silent_since: list[float] = []
        """When it fell silent in the middle of a phrase."""
        self.delay = 0.02
        self.deaf = False
        self.gone = False
        self._loop = loop
        self._report = report
        self._alarms: list[Alarm] = []
        self._number: int | None = None

    def say(self, number: int, text: str) -> None:
        self.cut()
        if self.gone:
            self._report(SpeechReport(number, SpeechStage.UNHEARD, self._loop.time()))
            return
        self.spoken.append(Spoken(number, text, self._loop.time()))
        if not self.deaf:
            self._number = number
            length = self.delay + WORD_SECONDS * len(text.split())
            self._alarms = [
                self._loop.call_later(self.delay, self._tell, number, SpeechStage.STARTED),
                self._loop.call_later(length, self._tell, number, SpeechStage.FINISHED),
            ]

    def cut(self) -> None:
        for alarm in self._alarms:
            alarm.cancel()
        number, self._number = self._number, None
        if number is not None:
            self.silent_since.append(self._loop.time())
            self._report(SpeechReport(number, SpeechStage.CUT, self._loop.time()))

    def play(self, sound: str) -> None:
        self.played.append((self._loop.time(), str(Sound(sound))))

    def _tell(self, number: int, stage: SpeechStage) -> None:
        if stage is SpeechStage.FINISHED:
            self._number = None
        self._report(SpeechReport(number, stage, self._loop.time()))

    # A device for an owner: nothing can be missing

    def open(self) -> None:
        pass

    def serve(self, stop: Any) -> None:
        stop.wait()

    def close(self) -> None:
        pass


class Shown(NamedTuple):
    """Lines on the screen, since when, and which of them was inverted."""

    at: float
    lines: tuple[str, ...]
    inverted: int | None

    @property
    def offer(self) -> str | None:
        """The inverted line."""
        return None if self.inverted is None else self.lines[self.inverted]


class SeenDevices(Devices):
    """Devices whose screen is read."""

    read: Callable[[Sequence[str], int | None], None] = lambda lines, inverted: None

    def show_lines(self, lines: Sequence[str], inverted: int | None) -> None:
        self.read(lines, inverted)
        super().show_lines(lines, inverted)


@cache
def _ready() -> Desk:
    return make_desk(None)


def new_desk() -> Desk:
    """A desk as every face of the companion has it."""
    return Desk(_ready().library, _ready().narrator)


class Room:
    """A daemon and everything around it. `text` is its configuration; with `own_voice` its loudspeaker remembers.

    Without `threads` no owner runs: buttons, reader and the others are moved by the test, in its own thread.
    """

    def __init__(
        self, folder: Path, text: str = "", *, threads: bool = False, own_voice: bool = True, start: bool = True
    ) -> None:
        self.clock = TravelClock(1000.0)
        self.loop = SimLoop(self.clock)
        self.screens: list[Shown] = []
        self.frames: list[tuple[float, tuple[LedLevels, ...]]] = []
        self.updates: list[dict[str, Any]] = []
        self.captions: list[Utterance] = []
        self.config = from_text(f'{text}\n[state]\ndirectory = "{folder}"\n', base=folder)
        self.places = places(self.config, {}, folder)
        self.desk = new_desk()
        self._own_voice = own_voice
        self._threads = threads
        self.daemon = Daemon(self.config, self.places, self.desk, self.clock, loop=self.loop, make_devices=self._build)
        self.daemon.watchers.add(self.updates.append)
        if start:
            self.start()

    def _build(self, config: Config, phrases: Path, receivers: Receivers, clock: TravelClock) -> Devices:
        built = build(config, phrases, receivers, clock)
        parts = {name: getattr(built, name) for name in Devices.__struct_fields__}
        devices = SeenDevices(**parts, read=self._read)
        show = devices.ring.show

        def shown(lights: Sequence[LedLevels]) -> None:
            self.frames.append((self.clock.monotonic(), tuple(lights)))
            show(lights)

        devices.ring.show = shown  # type: ignore[method-assign]
        if self._own_voice:
            self.mouth = devices.speaker = Mouth(self.loop, receivers.speech)  # type: ignore[assignment]
        if not self._threads:
            devices.owners = []
        elif self._own_voice:
            speaker = next(owner for owner in devices.owners if owner.name == "speaker")
            speaker.device = devices.speaker
        return devices

    def _read(self, lines: Sequence[str], inverted: int | None) -> None:
        self.screens.append(Shown(self.clock.monotonic(), tuple(lines), inverted))

    # Life

    def start(self) -> None:
        """The daemon begins; without threads its devices are open at once."""
        self.daemon.start()
        if not self._threads:
            for device in (*self.daemon.devices.buttons.values(), self.daemon.devices.reader):
                device.open()
        self.loop.settle()

    def stop(self) -> None:
        self.daemon.stop()

    def read_along(self) -> None:
        """Somebody reads captions from now on."""
        self.daemon.announcer.captions = self.captions.append

    # Time

    def advance(self, seconds: float) -> None:
        self.loop.advance(seconds)

    def until(self, holds: Callable[[], Any], patience: int = 200) -> None:
        """Waits for what devices' threads hand over until something holds."""
        for _ in range(patience):
            self.loop.settle()
            if holds():
                return
            self.loop.wait()
        raise AssertionError("it never came")

    def hear_out(self) -> None:
        """Lets time pass until nothing is spoken any more, and everything shown was read."""
        for _ in range(400):
            self.advance(0.25)
            if self.daemon.speech.queue.idle and self.screen.inverted is not None:
                return
        raise AssertionError("it talks for ever")

    # Inputs

    def take(self, message: Message) -> dict[str, Any]:
        """An input aloud, as from a device."""
        reply = self.daemon.take(message)
        self.loop.settle()
        return reply

    def begin(self, **wishes: Any) -> dict[str, Any]:
        """Begins a game on an empty board."""
        wanted = {"game": "castle-panic", "players": 2, "setup": "none", "pace": "auto", "seed": 3} | wishes
        return self.take(m.NewGameMessage(**wanted))

    def lay(self, tag: str) -> None:
        """A token is laid on the reader and lifted."""
        reader = self.daemon.devices.reader
        assert isinstance(reader, SimReader)
        reader.tap(tag)
        self.loop.settle()

    def down(self, name: str = "button") -> None:
        """A finger is on a button."""
        button = self._button(name)
        button.press()
        button.step()
        self.loop.settle()

    def up(self, name: str = "button") -> None:
        """The finger is off it."""
        button = self._button(name)
        button.release()
        button.step()
        self.loop.settle()

    def rest_finger(self, seconds: float, name: str = "button") -> None:
        """Time passes in which the button notices how long it is held."""
        end = self.clock.monotonic() + seconds
        while (left := end - self.clock.monotonic()) > 1e-9:
            self.advance(min(0.01, left))
            self._button(name).step()
            self.loop.settle()

    def tap(self, name: str = "button", seconds: float = TAP_SECONDS) -> None:
        """A finger taps a button; afterwards the contact has come to rest."""
        self.down(name)
        self.rest_finger(seconds, name)
        self.up(name)
        self.rest_finger(0.04, name)

    def hold(self, seconds: float = 0.9, name: str = "button") -> None:
        """A finger holds a button."""
        self.tap(name, seconds)

    def _button(self, name: str) -> SimButton:
        button = self.daemon.devices.buttons[name]
        assert isinstance(button, SimButton)
        return button

    # What people notice

    @property
    def screen(self) -> Shown:
        """What the screen shows."""
        return self.screens[-1]

    @property
    def lights(self) -> tuple[LedLevels, ...]:
        """What the ring shows."""
        return self.frames[-1][1]

    @property
    def said(self) -> list[str]:
        """Everything that was spoken, cut or not, oldest first."""
        return [spoken.text for spoken in self.mouth.spoken]

    @property
    def sounds(self) -> list[str]:
        """Every earcon, oldest first."""
        return [sound for _, sound in self.mouth.played]

    @property
    def offer(self) -> str:
        """The question of the game that stands, in words."""
        prompt = self.desk.prompt()
        assert prompt is not None
        return str(prompt["say"])

    @property
    def topic(self) -> str:
        """What is asked."""
        prompt = self.desk.prompt()
        assert prompt is not None
        return str(prompt["topic"])

    @property
    def mute(self) -> bool:
        """Whether there is no loudspeaker at all."""
        return isinstance(self.daemon.devices.speaker, MuteSpeaker)

    def notice(self, name: str, words: str = "normal", **facts: str | int) -> str:
        """What the companion says of itself."""
        return self.desk.narrator.notice(name, words, **facts)

    def entries(self) -> list[str]:
        """The verbs in the journal."""
        return [type(entry).__struct_config__.tag for entry in self.daemon.journal.entries()]  # type: ignore[misc]

    def forget(self) -> None:
        """Only what comes from now on counts, and what is shown now."""
        for record in (self.mouth.spoken, self.mouth.played, self.mouth.silent_since, self.updates, self.captions):
            record.clear()
        del self.screens[:-1], self.frames[:-1]


Rooms = Callable[..., Room]
"""Makes rooms, as the fixture of that name does."""


def status(device: str, state: DeviceState, reason: Reason | None = None) -> Status:
    return Status(device, state, reason, Detail("somewhere"), 0.0)
