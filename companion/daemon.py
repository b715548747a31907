"""The daemon: one table, its devices and its socket, on one loop with one writer.

Whatever a person does, at a device or on the socket, becomes an input of the table protocol, is taken by the desk, is safe in the journal, and
only then is it announced.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from companion import messages as m
from companion.announcer import Announcer
from companion.config import Config, Places
from companion.controls import Controls, ControlSettings
from companion.desk import Desk
from companion.devices import Devices, Hands, build
from companion.journal import Journal, JournalError, resume
from companion.protocol import refusal_of, reply_to
from companion.rules.requests import Refused
from companion.settings import Settings
from companion.speech import Priority, Utterance, Voice
from companion.tags import TagFile
from hardware.clock import Clock
from hardware.gestures import ButtonEvent, Gesture
from hardware.owner import State, Status
from hardware.presence import Crowd, NoRead, ReaderEvent, TagArrived
from hardware.ring import Spi
from hardware.speaker import Heard, SpeechReport

_log = logging.getLogger(__name__)

Watcher = Callable[[dict[str, Any]], None]
SPARE_SECONDS = 0.02
AGAIN_SECONDS = 20.0
"""After a game is over, a second press within this time begins another."""


class Daemon:
    """One table in service. `start` and `stop` belong to the loop that it was made in."""

    def __init__(
        self,
        config: Config,
        places: Places,
        desk: Desk,
        clock: Clock,
        picture: Callable[[Any], None] | None = None,
        wire: Spi | None = None,
    ) -> None:
        self.config = config
        self.places = places
        self.desk = desk
        self.clock = clock
        self.loop = asyncio.get_running_loop()
        self.tags = TagFile(places.tags, lambda: datetime.now(UTC))
        self.watchers: set[Watcher] = set()
        places.state.mkdir(parents=True, exist_ok=True)
        self.journal = Journal(places.journal, lambda: datetime.now(UTC).timestamp())
        desk.tags = self._piece_of
        desk.settings = Settings(words=config.game.words, language=config.game.language, pace=config.game.pace)
        hand = self._handing
        hands = Hands(hand(self._read), hand(self._gesture), hand(self._spoken), hand(self._device), picture, wire)
        self.devices: Devices = build(config, places.phrases, hands, clock)
        self.voice = Voice(self.devices.speaker, clock.monotonic)
        self.announcer = Announcer(desk, self.voice, self.devices, self.devices.ring, config.ring.count, self.loop)
        one_button = len(self.devices.buttons) == 1
        self.controls = Controls(lambda: desk.game, ControlSettings(config.button.guard_ms / 1000, one_button))
        self.settled = asyncio.Event()
        """Set once every device has said whether it is there."""
        self._stopped = False
        self._troubled: set[str] = set()
        self._again_at: float | None = None
        self._voice_timer: asyncio.TimerHandle | None = None

    # Life

    def start(self) -> None:
        """Takes up the game in progress, starts the devices and says where the table stands."""
        try:
            played = resume(self.desk, self.journal)
            _log.info("took up a game of %d inputs", played)
        except JournalError as error:
            _log.error("%s", error)
            self._tell("journal-set-aside", Priority.ALERT)
        self._set_aside()
        if self.config.ring.motion != "full":
            from companion.lights import LightSettings

            self.announcer.use_lights(LightSettings(still=self.config.ring.motion == "still", off=self.config.ring.motion == "off"))
        self.devices.start()
        self.loop.call_later(SPARE_SECONDS, self._prepare_words)
        if self.desk.game:
            self.desk.game.take_events()
        self.announcer.stand()

    def stop(self) -> None:
        """Lets go of everything."""
        self._stopped = True
        self.announcer.close()
        if self._voice_timer:
            self._voice_timer.cancel()
        self.devices.stop()
        self.journal.close()

    def _prepare_words(self) -> None:
        """Parses the messages while nothing happens, a little at a time, so that none is slow when it is first needed."""
        if not self._stopped and self.desk.narrator.catalogue.prepare_next():
            self.loop.call_later(SPARE_SECONDS, self._prepare_words)

    # Inputs: one writer for all of them

    def take(self, message: m.Message, *, aloud: bool = True) -> dict[str, Any]:
        """Takes an input of anybody, keeps and announces it, and gives the reply to it.

        Not `aloud`: what only concerns whoever asked (a refusal, an answer) is not told to the room.
        """
        try:
            outcome = self.desk.do(message)
        except Refused as refused:
            if aloud:
                self.announcer.refused(refused)
            return refusal_of(self.desk, refused)
        if outcome.entry is not None:
            self._keep(outcome.entry)
            self._again_at = None
            self._heed_quiet()
        if aloud or outcome.entry is not None:
            self.announcer.outcome(outcome)
        reply = reply_to(self.desk, outcome)
        if outcome.entry is not None:
            for watcher in list(self.watchers):
                watcher(reply | {"update": True})
        self._wake_voice()
        return reply

    def refuse(self, refused: Refused) -> dict[str, Any]:
        """The reply to a line that is no input."""
        return refusal_of(self.desk, refused)

    def _heed_quiet(self) -> None:
        quiet = self.desk.settings.quiet
        if quiet and not self.voice.queue.quiet:
            self.voice.go_quiet(Utterance(self.desk.narrator.notice("quiet", self.desk.settings.words)))
        elif not quiet:
            self.voice.end_quiet()

    def _keep(self, entry: m.Message) -> None:
        try:
            self.journal.keep(entry, self.desk.settings)
        except sqlite3.Error as error:
            _log.error("the journal was not written: %s", error)
            if "journal" not in self._troubled:
                self._troubled.add("journal")
                self._tell("not-saved", Priority.ALERT)

    # What the devices notice

    def _handing(self, take: Callable[[Any], None]) -> Callable[[Any], None]:
        """Hands over from a device's thread to the loop."""

        def hand(item: Any) -> None:
            if not self.loop.is_closed():
                self.loop.call_soon_threadsafe(take, item)

        return hand

    def _read(self, event: ReaderEvent) -> None:
        if isinstance(event, TagArrived):
            self.devices.display.touched()
            self.take(m.Tap(tag=event.tag))
        elif isinstance(event, NoRead):
            self._tell("no-read", Priority.REPLY)
        elif isinstance(event, Crowd):
            self._tell("two-tokens", Priority.REPLY)

    def _gesture(self, event: ButtonEvent) -> None:
        self.devices.display.touched()
        if event.gesture is Gesture.PRESS:
            self._pressed(event)
        elif event.gesture is Gesture.STUCK:
            self._tell("button-stuck", Priority.ALERT)
        elif event.gesture is Gesture.TAP and event.button != "button":
            self.take(m.Next() if event.button == "next" else m.Back())
        elif event.button == "button":
            message = self.controls.message(event.gesture.value)
            if message is not None:
                self._act(message)
        self._wake_voice()

    def _pressed(self, event: ButtonEvent) -> None:
        offered = [at for at in (self.voice.offer_heard_at, self.announcer.shown_at if self.desk.settings.quiet else None) if at is not None]
        self.controls.pressed(self.voice.press(), min(offered, default=None), event.at)

    def _act(self, message: m.Message) -> None:
        game = self.desk.game
        if isinstance(message, m.Press) and game is None:
            self.take(self._first_game())
        elif isinstance(message, m.Press) and game is not None and game.table.phase == "over":
            self._play_again()
        elif isinstance(message, m.Double):
            again = self.voice.say_again()
            if again and self.announcer.captions:
                self.announcer.captions(again)
        else:
            self.take(message)

    def _first_game(self) -> m.NewGame:
        wish = self.config.game
        return m.NewGame(game="castle-panic", players=wish.players, version=wish.version, setup=wish.setup, pace=wish.pace)

    def _play_again(self) -> None:
        """The first press after the end asks, the second begins: an ending is not lost by one press too many."""
        now = self.clock.monotonic()
        if self._again_at is not None and now - self._again_at <= AGAIN_SECONDS:
            self.take(self._first_game())
        else:
            self._again_at = now
            self._tell("again", Priority.REPLY)

    def _spoken(self, report: SpeechReport) -> None:
        if report.heard is Heard.STARTED:
            self.voice.started(report.number, report.at)
        else:
            self.voice.ended(report.number)
        self._wake_voice()

    def _device(self, status: Status) -> None:
        _log.info("%s at %s: %s %s %s", status.device, status.detail.where, status.state, status.reason or "", status.detail.text)
        part = "reader" if status.device == "reader" else "part"
        if all(owner.status and owner.status.state is not State.OPENING for owner in self.devices.owners):
            self.settled.set()
        name = f"{part}-lost" if status.reason else f"{part}-back"
        if status.reason:
            self._troubled.add(status.device)
        elif status.state != "ready" or status.device not in self._troubled:
            return
        else:
            self._troubled.discard(status.device)
        self._tell(name, Priority.ALERT, part=status.device)

    # Words that are about no game

    def _tell(self, name: str, priority: Priority, **facts: str | int) -> None:
        self.announcer.notice(name, priority, **facts)
        self._wake_voice()

    def _wake_voice(self) -> None:
        """What outlived a press is spoken after a pause."""
        if self._voice_timer:
            self._voice_timer.cancel()
            self._voice_timer = None
        at = self.voice.resume_at
        if at is not None:
            self._voice_timer = self.loop.call_later(max(0.0, at - self.clock.monotonic()), self._tick_voice)

    def _tick_voice(self) -> None:
        self._voice_timer = None
        self.voice.tick()
        self._wake_voice()

    # Tags

    def _piece_of(self, tag: str) -> str | None:
        piece = self.tags.book.lookup(tag)
        if piece is None:
            self._set_aside()
            piece = self.tags.book.lookup(tag)
        if piece is None and self.config.reader.simulated and "#" in tag:
            return tag
        return piece

    def _set_aside(self) -> None:
        """Reads the tag book if it has changed; a damaged one is set aside and reported."""
        try:
            damaged = self.tags.load()
        except OSError as error:
            _log.error("the tag book cannot be read: %s", error)
            return
        if damaged is not None:
            _log.error("the tag book was set aside: %s", damaged)
            self._tell("tags-set-aside", Priority.ALERT)
