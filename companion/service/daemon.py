"""The daemon: one table, its devices and its socket, on one loop with one writer.

Whatever a person does, at a device or on the socket, becomes an input of the table protocol, is taken by the desk, is
safe in the journal, and only then is it announced.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Protocol

from companion.channels.announcer import Announcer
from companion.channels.controls import Beginner, Controls, ControlSettings, Meaning
from companion.channels.lights import LightSettings
from companion.channels.screen import Lines, reading_seconds
from companion.channels.speech import Priority, Voice
from companion.channels.timing import Scheduler, Timer
from companion.channels.voice_timer import VoiceTimer
from companion.game.pieces import Token
from companion.game.rules.requests import Refused
from companion.journal.keeping import Keeper, News, notices
from companion.journal.record import Journal, resume
from companion.owner.box_facts import doubts
from companion.owner.config import Config, Places
from companion.owner.tags import TagFile
from companion.service.devices import Devices, Hands, build
from companion.service.health import Parts, PatientMouth, Stickers
from companion.talk import messages as m
from companion.talk import naming
from companion.talk.desk import Desk
from companion.talk.outcome import Outcome
from companion.talk.protocol import refusal_of, reply_to
from companion.talk.settings import Settings
from companion.talk.verb import Message
from hardware.button.gestures import ButtonEvent, Gesture
from hardware.clock import Clock
from hardware.owner import State, Status
from hardware.reader.presence import Crowd, NoRead, ReaderEvent, TagArrived, Unusable
from hardware.ring import Spi
from hardware.screen.display import Screen, pages
from hardware.sound.mute import MuteSpeaker
from hardware.sound.speaker import Heard, Speaker, SpeechReport

_log = logging.getLogger(__name__)

Watcher = Callable[[dict[str, Any]], None]
LATE_SECONDS = 8.0
"""A part that has not been opened by then, and has not failed to, is blocked."""


class Loop(Scheduler, Protocol):
    """The part of an event loop that is used here."""

    def is_closed(self) -> bool:
        """Whether nothing runs any more."""

    def call_soon_threadsafe(self, callback: Callable[..., Any], *args: Any) -> Any:
        """Calls back on the loop, from any thread."""


class Fingers:
    """What fingers do at the buttons of one table. `mute`: it has no loudspeaker."""

    def __init__(
        self,
        controls: Controls,
        announcer: Announcer,
        mute: bool,
        act: Callable[[Message], None],
        stuck: Callable[[], None],
    ) -> None:
        self._controls = controls
        self._announcer = announcer
        self._voice = announcer.voice
        self._mute = mute
        self._act = act
        self._stuck = stuck

    def felt(self, event: ButtonEvent) -> None:
        """A gesture: what it does at once, and then what it means."""
        if event.gesture in (Gesture.PRESS, Gesture.HOLD):
            self._controls.look(self._announcer.question, self._known_since(), event.at)
        self._feel(event.gesture)
        meaning = self._controls.meaning(event.gesture.value, event.button)
        if meaning is Meaning.IGNORED:
            self._ignore()
        elif isinstance(meaning, Message):
            self._act(meaning)

    def _feel(self, gesture: Gesture) -> None:
        if gesture is Gesture.PRESS:
            self._voice.press()
            self._voice.play("press")
            self._announcer.dismiss()
            self._announcer.finger(down=True)
        elif gesture is Gesture.RELEASE:
            self._announcer.finger(down=False)
        elif gesture is Gesture.STUCK:
            self._stuck()

    def _known_since(self) -> float | None:
        """Since when people can know the standing offer: heard, or shown where nobody hears it. None: not yet."""
        if self._mute and self._announcer.captions:
            return -math.inf  # whoever reads along has every word at once
        heard = self._voice.offer_heard_at
        quiet = self._mute or self._announcer.desk.settings.quiet
        return self._announcer.shown_at if quiet or (heard is None and self._voice.queue.idle) else heard

    def _ignore(self) -> None:
        """A press that does not count. An offer that it has silenced before a sound of it was heard is still owed."""
        self._voice.play("ignored")
        if self._voice.offer_heard_at is None and self._voice.queue.idle and not self._voice.queue.quiet:
            self._voice.say_offer()


class Daemon:
    """One table in service. `start` and `stop` belong to the loop that it was made in, or to the `loop` it was given.

    `make_devices` builds the devices; it is called like `companion.service.devices.build`.
    """

    def __init__(
        self,
        config: Config,
        places: Places,
        desk: Desk,
        clock: Clock,
        picture: Callable[[Any], None] | None = None,
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
        self.watchers: set[Watcher] = set()
        self.journal = Journal(places.journal, lambda: datetime.now(UTC).timestamp())
        desk.tags = self._piece_of
        desk.settings = Settings(words=config.game.words, language=config.game.language, pace=config.game.pace)
        hand = self._handing
        hands = Hands(hand(self._read), hand(self._gesture), hand(self._spoken), hand(self._device), picture, wire)
        self.devices: Devices = make_devices(config, places.phrases, hands, clock)
        speaker = self.devices.speaker
        self._mouth = PatientMouth(speaker) if isinstance(speaker, Speaker) else None
        self.voice = Voice(self._mouth or speaker, clock.monotonic)
        self.announcer = Announcer(
            desk,
            self.voice,
            self.devices,
            self.devices.ring,
            config.ring.count,
            self.loop,
            lambda lines: reading_time(self.devices, lines),
        )
        self._parts = Parts(self._tell_part, self.loop)
        self.controls = Controls(lambda: desk.game, self._control_settings())
        stuck = lambda: self._tell("button-stuck", Priority.ALERT)  # noqa: E731
        self._fingers = Fingers(self.controls, self.announcer, isinstance(speaker, MuteSpeaker), self._act, stuck)
        self.settled = asyncio.Event()
        """Set once every device has said whether it is there."""
        self._stopped = False
        self._guesses_told = False
        self._late_timer: Timer | None = None
        self._keeper = Keeper(self.journal, failing=self.journal.trouble is not None)
        self._stickers = Stickers(self.tags, lambda: self._tell("tags-set-aside", Priority.ALERT))
        self._beginner = Beginner(
            lambda: first_game(config), lambda: self.announcer.ask("again"), self.announcer.withdraw, self.loop
        )
        self._voice_timer = VoiceTimer(self.voice, self.loop, clock.monotonic)

    # Life

    def start(self) -> None:
        """Takes up the game in progress, starts the devices and says where the table stands."""
        troubles = self._resume()
        motion = self.config.ring.motion
        self.announcer.use_lights(LightSettings(still=motion == "still", off=motion == "off"))
        self.announcer.heed_quiet(restored=True)
        self.devices.start()
        self._late_timer = self.loop.call_later(LATE_SECONDS, self._look_for_late_parts)
        game = self.desk.game
        if game is not None and game.table.phase != "over":
            self.announcer.resumed()
        else:
            self.announcer.stand()
        for trouble in troubles:
            self._tell(trouble, Priority.ALERT)
        self._stickers.read()
        self._voice_timer.set()

    def stop(self) -> None:
        """Lets go of everything."""
        self._stopped = True
        if self._late_timer:
            self._late_timer.cancel()
        for timed in (self.announcer, self._parts, self._beginner, self._voice_timer):
            timed.close()
        self.devices.stop()
        self.journal.close()

    def _resume(self) -> list[str]:
        """Takes up the game of the journal, as far as it can be played. Gives the notices that this calls for."""
        taken = resume(self.desk, self.journal)
        _log.info("took up a game of %d inputs", taken.played)
        if self.desk.game is not None:
            self.desk.game.take_events()
            first = next(self.journal.entries())
            assert isinstance(first, m.NewGame), "a game begins with its beginning"
            self._beginner.begun(first)
        return list(notices(self.journal, taken))

    # Inputs: one writer for all of them

    def take(self, message: Message, *, aloud: bool = True) -> dict[str, Any]:
        """Takes an input of anybody, keeps and announces it, and gives the reply to it.

        Not `aloud`: what only concerns whoever asked (a refusal, an answer) is not told to the room.
        """
        try:
            outcome = self.desk.do(message)
        except Refused as refused:
            if aloud:
                self.announcer.refused(refused)
                self._voice_timer.set()
            return refusal_of(self.desk, refused)
        if outcome.entry is not None:
            self._changed(outcome, outcome.entry)
        elif aloud:
            self.announcer.outcome(outcome, self._token_of(message))
        reply = reply_to(self.desk, outcome)
        if outcome.entry is not None:
            for watcher in list(self.watchers):
                watcher(reply | {"update": True})
        self._voice_timer.set()
        return reply

    def refuse(self, refused: Refused) -> dict[str, Any]:
        """The reply to a line that is no input."""
        return refusal_of(self.desk, refused)

    def _changed(self, outcome: Outcome, entry: Message) -> None:
        """An input has changed the table: it is kept, and then announced."""
        news = self._keep(entry)
        if isinstance(entry, m.NewGame):
            self._beginner.begun(entry)
        self._beginner.close()
        self.announcer.heed_quiet()
        self.announcer.outcome(outcome)
        if isinstance(entry, m.NewGame):
            self._mention_guesses()
        if news is not None:
            self._tell(news, Priority.ALERT, good=news is News.SAVING_AGAIN)

    def _keep(self, entry: Message) -> News | None:
        """Keeps an entry. Gives what is new about whether that works."""
        return self._keeper.keep(entry, self.desk.settings)

    def _mention_guesses(self) -> None:
        """Says once that facts of a box in play are guesses, so that somebody may put them right."""
        game = self.desk.game
        if game is None or self._guesses_told or not doubts(self.desk.library, *game.table.options.boxes):
            return
        self._guesses_told = True
        self._tell("boxes-unverified", Priority.REPLY)

    def _token_of(self, message: Message) -> Token | None:
        """The token of the board that an input is about."""
        if not isinstance(message, m.Tap) or self.desk.game is None:
            return None
        name = self._piece_of(message.tag) if message.tag is not None else message.piece
        return naming.token(self.desk.game.table, name, "board") if name else None

    # What the devices notice

    def _handing(self, take: Callable[[Any], None]) -> Callable[[Any], None]:
        """Hands over from a device's thread to the loop, as long as somebody is there."""

        def noticed(item: Any) -> None:
            if not self._stopped:
                take(item)

        def hand(item: Any) -> None:
            if not (self._stopped or self.loop.is_closed()):
                self.loop.call_soon_threadsafe(noticed, item)

        return hand

    def _read(self, event: ReaderEvent) -> None:
        if isinstance(event, TagArrived):
            self.devices.display.touched()
            self.take(m.Tap(tag=event.tag))
        elif isinstance(event, NoRead):
            self._tell("no-read", Priority.REPLY)
        elif isinstance(event, Crowd):
            self._tell("two-tokens", Priority.REPLY)
        elif isinstance(event, Unusable):
            self._tell(event.flaw.value, Priority.REPLY)

    def _gesture(self, event: ButtonEvent) -> None:
        self.devices.display.touched()
        self._fingers.felt(event)
        self._voice_timer.set()

    def _act(self, message: Message) -> None:
        game = self.desk.game
        if isinstance(message, m.Press) and (game is None or game.table.phase == "over"):
            begin = self._beginner.pressed(game is not None)
            if begin is not None:
                self.take(begin)
        elif isinstance(message, m.Double):
            self.announcer.again()
        else:
            self.take(message)

    def _spoken(self, report: SpeechReport) -> None:
        if report.heard is Heard.STARTED:
            self.voice.started(report.number, report.at)
        else:
            self.voice.ended(report.number)
        self._voice_timer.set()

    def _device(self, status: Status) -> None:
        detail = status.detail
        _log.info("%s at %s: %s %s %s", status.device, detail.where, status.state, status.reason or "", detail.text)
        if all(owner.status and owner.status.state is not State.OPENING for owner in self.devices.owners):
            self.settled.set()
        if status.state is not State.OPENING:
            self._decided(status.device, status.state is State.READY)

    def _decided(self, part: str, works: bool) -> None:
        if part == "speaker" and self._mouth:
            self._mouth.decided()
        (self._parts.there if works else self._parts.gone)(part)

    def _look_for_late_parts(self) -> None:
        """A part that has not even said by now whether it is there does not work, whatever it is busy with."""
        for owner in self.devices.owners:
            if owner.status is None or owner.status.state is State.OPENING:
                self._decided(owner.name, False)

    def _tell_part(self, part: str, lost: bool) -> None:
        """A part is lost, or back: what remains says so."""
        self.controls.settings = self._control_settings()
        kind = "reader" if part == "reader" else "part"
        self._tell(f"{kind}-{'lost' if lost else 'back'}", Priority.ALERT, good=not lost, part=part)
        if part == "speaker" and not lost and self.voice.offer_heard_at is None:
            self.voice.say_offer()

    def _control_settings(self) -> ControlSettings:
        """With the buttons for next and back lost, the main button must do without them."""
        helpers = set(self.devices.buttons) - {"button"} - self._parts.lost
        self.desk.has_one_button(not helpers)
        return ControlSettings(self.config.button.guard_ms / 1000, one_button=not helpers)

    # Words that are about no game

    def _tell(self, name: str, priority: Priority, *, good: bool = False, **facts: str | int) -> None:
        self.announcer.notice(name, priority, good=good, **facts)
        self._voice_timer.set()

    # Tags

    def _piece_of(self, tag: str) -> str | None:
        piece = self._stickers.piece(tag)
        return tag if piece is None and self.config.reader.simulated and "#" in tag else piece


def first_game(config: Config) -> m.NewGame:
    """The game that a first press begins."""
    return m.new_game(config.game)


def reading_time(devices: Devices, lines: Lines) -> float:
    """How many seconds people need for some lines; in large letters they have several pages."""
    leafing = len(pages(Screen(tuple(lines), None, devices.view))) * devices.display.settings.page_for
    return max(reading_seconds(lines), leafing)
