"""The daemon: one table with its devices and its socket, on one event loop with one writer.

Whatever a person does, at a device or over the socket, becomes a message of the table protocol. The desk takes it, the
journal keeps it safe, and only then is it announced.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar, TypeVarTuple

from PIL import Image

from companion.channels.announcer import Announcer
from companion.channels.controls import Beginner, Controls, ControlSettings
from companion.channels.lights import LightSettings
from companion.channels.speech import Priority, SpeechChannel
from companion.channels.speech_timer import SpeechTimer
from companion.channels.timing import Scheduler
from companion.game.rules.refusals import Refused
from companion.journal.keeping import Keeper, notices
from companion.journal.record import Journal, resume
from companion.owner.config import Config, Places
from companion.owner.tags import TagFile
from companion.service.devices import Devices, Receivers, build
from companion.service.fingers import Fingers
from companion.service.health import PatientMouth, Stickers
from companion.service.inputs import Inputs
from companion.service.notices import Notice, Notices
from companion.service.part_watch import PartWatch
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.protocol import refusal_of
from companion.talk.settings import Settings
from companion.talk.verb import Message
from hardware.button.gestures import ButtonEvent
from hardware.clock import Clock
from hardware.owner import Status
from hardware.reader.presence import Crowd, NoRead, ReaderEvent, TagArrived, Unusable
from hardware.ring import Spi
from hardware.sound.mute import MuteSpeaker
from hardware.sound.speaker import Speaker, SpeechReport, SpeechStage
from hardware.sound.speech_cache import clear_former

_log = logging.getLogger(__name__)
Noticed = TypeVar("Noticed")
Arguments = TypeVarTuple("Arguments")


class Loop(Scheduler, Protocol):
    """The part of an event loop that the daemon uses."""

    def is_closed(self) -> bool:
        """Tell whether nothing runs on the loop any more."""

    def call_soon_threadsafe(self, callback: Callable[[*Arguments], object], *args: *Arguments) -> object:
        """Call back on the loop. May be called from any thread."""


class Daemon:
    """One table in service.

    `start` and `stop` must be called on the loop that it was made in, or on `loop` if that is given.

    `picture` is called with every frame of a simulated panel, and `wire` stands in for the line of a simulated ring.
    `make_devices` builds the devices; it is called like `companion.service.devices.build`.
    """

    def __init__(
        self,
        config: Config,
        places: Places,
        desk: Desk,
        clock: Clock,
        picture: Callable[[Image.Image], None] | None = None,
        wire: Spi | None = None,
        *,
        loop: Loop | None = None,
        make_devices: Callable[..., Devices] = build,
    ) -> None:
        self.config = config
        self.places = places
        self.desk = desk
        self.clock = clock
        self.loop: Loop = loop or asyncio.get_running_loop()
        self.tags = TagFile(places.tags, lambda: datetime.now(UTC))
        self.journal = Journal(places.journal, lambda: datetime.now(UTC).timestamp())
        desk.tags = self._piece_of
        desk.settings = Settings(words=config.game.words, language=config.game.language, pace=config.game.pace)
        hand = self._handing
        receivers = Receivers(
            reader=hand(self._read),
            button=hand(self._gesture),
            speech=hand(self._spoken),
            status=hand(self._status),
            picture=picture,
            wire=wire,
        )
        self.devices: Devices = make_devices(config, places.phrases, receivers, clock)
        speaker = self.devices.speaker
        mouth = PatientMouth(speaker) if isinstance(speaker, Speaker) else None
        self.speech = SpeechChannel(mouth or speaker, clock.monotonic)
        ring, lights = self.devices.ring, config.ring.count
        self.announcer = Announcer(desk, self.speech, self.devices, ring, lights, self.loop, self.devices.reading_time)
        self._speech_timer = SpeechTimer(self.speech, self.loop, clock.monotonic)
        self._notices = Notices(self.announcer, self._speech_timer)
        self._stickers = Stickers(self.tags, lambda: self._notices.alert(Notice.TAGS_SET_ASIDE))
        self._beginner = Beginner(
            lambda: first_game(config), lambda: self.announcer.ask("again"), self.announcer.withdraw, self.loop
        )
        self._keeper = Keeper(self.journal, failing=self.journal.trouble is not None)
        self._inputs = Inputs(self.announcer, self._keeper, self._beginner, self._speech_timer, self._notices)
        self.watchers = self._inputs.watchers
        self.controls = Controls(lambda: desk.game, ControlSettings())
        guard = config.button.guard_ms / 1000
        self.part_watch = PartWatch(self.devices, self.announcer, self.controls, guard, mouth, self._notices, self.loop)
        self.settled = self.part_watch.settled
        """Set once every device has reported whether it works."""
        self._fingers = Fingers(
            self.controls,
            self.announcer,
            self._beginner,
            isinstance(speaker, MuteSpeaker),
            self._inputs.hear,
            lambda: self._notices.alert(Notice.BUTTON_STUCK),
        )
        self._stopped = False

    # Start and end

    def start(self) -> None:
        """Resume the game in progress, start the devices and say where the table stands."""
        troubles = self._resume()
        motion = self.config.ring.motion
        self.announcer.use_lights(LightSettings(still=motion == "still", off=motion == "off"))
        self.announcer.heed_quiet(restored=True)
        clear_former(self.places.phrases)
        self.devices.start()
        self.part_watch.start()
        game = self.desk.game
        if game is not None and game.table.phase != "over":
            self.announcer.resumed()
        else:
            self.announcer.stand()
        for trouble in troubles:
            self._notices.alert(trouble)
        self._stickers.read()
        self._speech_timer.set()

    def stop(self) -> None:
        """Release everything: timers, devices and the journal."""
        self._stopped = True
        for timed in (self.announcer, self.part_watch, self._beginner, self._speech_timer):
            timed.close()
        self.devices.stop()
        self.journal.close()

    def _resume(self) -> list[str]:
        """Resume the game of the journal, as far as it can be played. Return the notices for the players."""
        taken = resume(self.desk, self.journal)
        _log.info("took up a game of %d inputs", taken.played)
        if self.desk.game is not None:
            self.desk.game.take_events()  # they were announced when the game was played
            first = next(self.journal.entries())
            assert isinstance(first, m.NewGameMessage), "a game begins with its beginning"
            self._beginner.begun(first)
        return list(notices(self.journal, taken))

    # Inputs

    def take(self, message: Message, *, aloud: bool = True) -> dict[str, Any]:
        """Take a message from anybody and return the reply, as `Inputs.take` does."""
        return self._inputs.take(message, aloud=aloud)

    def refuse(self, refused: Refused) -> dict[str, Any]:
        """Return the reply to a line that is not a message."""
        return refusal_of(self.desk, refused)

    # What the devices notice

    def _handing(self, take: Callable[[Noticed], None]) -> Callable[[Noticed], None]:
        """Wrap a function for a device's thread: it then runs on the loop, unless the daemon has stopped."""

        def noticed(item: Noticed) -> None:
            if not self._stopped:
                take(item)

        def hand(item: Noticed) -> None:
            if not (self._stopped or self.loop.is_closed()):
                self.loop.call_soon_threadsafe(noticed, item)

        return hand

    def _read(self, event: ReaderEvent) -> None:
        if isinstance(event, TagArrived):
            self.devices.display.touched()
            self._inputs.hear(m.TapMessage(tag=event.tag))
        elif isinstance(event, NoRead):
            self._notices.tell(Notice.NO_READ, Priority.REPLY)
        elif isinstance(event, Crowd):
            self._notices.tell(Notice.TWO_TOKENS, Priority.REPLY)
        elif isinstance(event, Unusable):
            self._notices.tell(Notice(event.flaw), Priority.REPLY)

    def _gesture(self, event: ButtonEvent) -> None:
        self.devices.display.touched()
        self._fingers.felt(event)
        self._speech_timer.set()

    def _spoken(self, report: SpeechReport) -> None:
        if report.stage is SpeechStage.STARTED:
            self.speech.started(report.number, report.at)
        else:
            self.speech.ended(report.number)
        self._speech_timer.set()

    def _status(self, status: Status) -> None:
        self.part_watch.noticed(status)

    # Tags

    def _piece_of(self, tag: str) -> str | None:
        """Return the piece of a tag, or None. At a simulated reader, a piece may be laid by its own name too."""
        piece = self._stickers.piece(tag)
        return tag if piece is None and self.config.reader.simulated and "#" in tag else piece


def first_game(config: Config) -> m.NewGameMessage:
    """Return the game that the first press of the button begins."""
    return m.new_game(config.game.wishes())
