"""Tells the table what came of an input, in every channel at once: voice, screen and ring, from one place.

Exactly one offer stands at a time: the last thing said, the inverted last line of the screen, and a calm light. What is
told of one input has one event id in every channel: utterance, caption and log line.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.channels.at_rest import ArcLight
from companion.channels.earcons import earcon_of
from companion.channels.lights import LightSettings
from companion.channels.picture import board_picture
from companion.channels.ring import RingChannel, RingDevice
from companion.channels.screen import Lines, ScreenChannel, ScreenDevice, reading_seconds
from companion.channels.speech import Priority, SpeechChannel, Utterance
from companion.channels.timing import Scheduler
from companion.game.events import Event
from companion.game.path import PathSpace
from companion.game.pieces import Token
from companion.game.rules.refusals import Refused
from companion.game.rules.table import Request
from companion.game.session import Game
from companion.narration.cues import arc_of
from companion.narration.phrases import BRIEF, EventWords, NamedCue, Urgency
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.outcome import Outcome
from companion.talk.verb import Message

_PRIORITIES: Mapping[Urgency, Priority] = MappingProxyType({"step": Priority.STEP, "alert": Priority.ALERT})
"""The class of utterance of what narration tells."""
_log = logging.getLogger(__name__)


class Announcer:
    """The channels of one table. `reading` gives the seconds that people need for lines on this screen."""

    def __init__(
        self,
        desk: Desk,
        speech: SpeechChannel,
        screen: ScreenDevice,
        ring: RingDevice,
        count: int,
        loop: Scheduler,
        reading: Callable[[Lines], float] = reading_seconds,
    ) -> None:
        self.desk = desk
        self.speech = speech
        self.captions: Callable[[Utterance], object] | None = None
        """Reads along, if somebody wants to: everything that is said, when it is announced."""
        self.question = 0
        """Tells one standing offer from another: the id of the event that made it."""
        self._screen = ScreenChannel(screen, loop, reading)
        self._ring = RingChannel(ring, count, loop)
        self._reading = reading
        self._events = 0
        self._standing: Request | None = None
        self._quiet = False
        self._news: Lines = ()
        self._marked = -1

    @property
    def shown_at(self) -> float | None:
        """Since when the standing offer is on the screen; none: something else still is."""
        return self._screen.offered_at

    # What is announced

    def outcome(self, outcome: Outcome, about: Token | None = None) -> None:
        """An input was taken; it may have been `about` a token of the board."""
        if outcome.entry is None:
            if outcome.say:
                self._answer(outcome.say, outcome.screen, about)
        elif isinstance(outcome.entry, m.NextMessage | m.BackMessage):
            self._step(outcome.entry)
        else:
            self.stand(outcome.told, outcome.events)

    def stand(self, told: Sequence[EventWords] = (), events: Sequence[Event] = (), result: Lines | None = None) -> None:
        """What happened, and then the question that stands. `result` is shown where the facts have no lines."""
        game, prompt = self.desk.game, self.desk.asked()
        if game is None or prompt is None:
            self.idle()
            return
        narrator = self.desk.narrator
        event = self._new_question()
        self._ring.scene(board_picture(game.table), narrator.cues(events, game), prompt.ring)
        self._ask_on_screen(prompt.screen, narrator.screen_of(events, game) or result)
        self._sound(events, game)
        for entry in told:  # in turn, an alert too: it never interrupts what led to it
            self._say(event, entry.text, _PRIORITIES[entry.priority], in_turn=True)
        self._offer(event, prompt.say)

    def resumed(self) -> None:
        """A game that was in progress goes on."""
        narrator = self.desk.narrator
        told = EventWords(narrator.notice("resumed", self.desk.settings.words))
        self.stand([told], result=narrator.notice_screen("resumed"))

    def idle(self) -> None:
        """No game is played: how to begin one."""
        narrator = self.desk.narrator
        event = self._new_question()
        self._ring.scene([ArcLight()] * 6, [], [{"cue": "wait"}])
        self._ask_on_screen(narrator.notice_screen("no-game"))
        self.speech.play("offer")
        self._offer(event, narrator.notice("no-game", self.desk.settings.words))

    def ask(self, name: str) -> None:
        """A question of the companion's own stands before that of the game, until something else is announced."""
        narrator = self.desk.narrator
        event = self._new_question()
        self._ring.rest()
        self._screen.ask(narrator.notice_screen(name))
        self.speech.play("offer")
        self._offer(event, narrator.notice(name, self.desk.settings.words))

    def withdraw(self) -> None:
        """A question of the companion's own has lapsed: the screen shows that of the game, and nothing is said."""
        self._new_question()
        prompt = self.desk.asked()
        self._screen.ask(prompt.screen if prompt else self.desk.narrator.notice_screen("no-game"))

    def refused(self, refused: Refused) -> None:
        """An input was not taken: a sound, one sentence, two white lights; and then what is asked, once more."""
        narrator, game, words = self.desk.narrator, self.desk.game, self.desk.settings.words
        event = self._signal("error")
        self._screen.answer(narrator.refusal_screen(refused, game))
        self._say(event, narrator.refusal(refused, game, words), Priority.REPLY)
        self._remind()

    def notice(self, name: str, priority: Priority = Priority.REPLY, *, good: bool = False, **facts: str | int) -> None:
        """Something that is no part of the game: a device, a store. What is no `good` news looks like trouble."""
        narrator = self.desk.narrator
        lines = narrator.notice_screen(name, **facts)
        event = self._signal("learned" if good else "error")
        if priority is Priority.ALERT:
            self._screen.alert(lines)
        else:
            self._screen.answer(lines)
        spoken = self.speech.queue.speaking
        comes_again = priority is Priority.ALERT and spoken is not None and spoken.offer
        self._say(event, narrator.notice(name, self.desk.settings.words, **facts), priority)
        if priority is Priority.ALERT and not comes_again:
            self._remind()

    def again(self) -> None:
        """What was said last, or one further back at each call; and what was shown last."""
        said = self.speech.say_again()
        if said and self.captions:
            self.captions(said)
        self._screen.again()

    def heed_quiet(self, *, restored: bool = False) -> None:
        """Is quiet, or speaks again, as the settings have it.

        Going quiet is said, unless it is `restored`, and shown with the next offer.
        """
        quiet = self.desk.settings.quiet
        if quiet == self._quiet:
            return
        self._quiet = quiet
        narrator = self.desk.narrator
        self._news = narrator.notice_screen("quiet") if quiet else ()
        if not quiet:
            self.speech.end_quiet()
        elif restored:
            self.speech.queue.quiet = True
        else:
            self.speech.go_quiet(
                self._noted(Utterance(narrator.notice("quiet", self.desk.settings.words), event=self._new_event()))
            )

    def _ask_on_screen(self, offer: Lines, result: Lines | None = None) -> None:
        self._screen.ask(offer, result)
        news, self._news = self._news, ()
        if news:
            self._screen.alert(news)

    # Fingers

    def finger(self, *, down: bool) -> None:
        """A finger is on the button, or off it again: the ring fills meanwhile."""
        if down:
            self._ring.add([{"cue": "hold"}])
        else:
            self._ring.rest()

    def dismiss(self) -> None:
        """Somebody has read enough: the offer is shown."""
        self._screen.dismiss()

    # Speech

    def _step(self, step: Message) -> None:
        """Somebody goes on in a list: only the option is told that is marked now."""
        game, prompt = self.desk.game, self.desk.asked()
        assert game is not None and prompt is not None, "a step is taken in a game"
        before, self._marked = self._marked, game.marked
        wrapped = before >= 0 and (game.marked <= before if isinstance(step, m.NextMessage) else game.marked >= before)
        event = self._new_question()
        self._ring.scene(board_picture(game.table), [], prompt.ring)
        self._screen.ask(prompt.screen)
        if wrapped:
            self.speech.play("edge")
        self._offer(event, self.desk.narrator.marked(game, self.desk.settings.words) or prompt.say)

    def _answer(self, text: str, lines: Lines, about: Token | None) -> None:
        """Something was asked. What it is about is marked on the ring for as long as the words are on the screen."""
        event = self._new_event()
        self.speech.play("press")
        if lines:
            self._screen.answer(lines)
        self._ring.add([_pointer(about)], self._reading(lines))
        self._say(event, text, Priority.REPLY)
        self._remind()

    def _offer(self, event: str, text: str) -> None:
        """The last thing said; stale as soon as another question stands."""
        question = self.question
        offer = Utterance(text, Priority.STEP, event, valid=lambda: self.question == question, offer=True)
        self.speech.say(self._noted(offer))

    def _remind(self) -> None:
        """What is asked, shortly and once more, if it was heard before: the offer is the last thing said."""
        if self.speech.offer_heard_at is None:
            return
        narrator, game, event = self.desk.narrator, self.desk.game, self._events
        text = narrator.prompt(game, BRIEF).say if game else narrator.notice("no-game", BRIEF)
        self.speech.say(Utterance(text, event=str(self.question), valid=lambda: self._events == event, again=True))

    def _say(self, event: str, text: str, priority: Priority, *, in_turn: bool = False) -> None:
        self.speech.say(self._noted(Utterance(text, priority, event, in_turn=in_turn)))

    def _noted(self, utterance: Utterance) -> Utterance:
        """An utterance, once those who read along and the log have it."""
        _log.info("%s: %s", utterance.event, utterance.text)
        if self.captions:
            self.captions(utterance)
        return utterance

    def _sound(self, events: Sequence[Event], game: Game) -> None:
        """One earcon: of what has happened, else that something new is asked, else that the input was taken."""
        asked = "press" if game.standing is self._standing else "offer"
        self.speech.play(earcon_of(events) or asked)
        self._standing, self._marked = game.standing, game.marked

    def _signal(self, cue: str) -> str:
        """A light for something out of turn, and with trouble a sound."""
        if cue == "error":
            self.speech.play("error")
        self._ring.add([{"cue": cue}])
        return self._new_event()

    def _new_event(self) -> str:
        self._events += 1
        return str(self._events)

    def _new_question(self) -> str:
        event = self._new_event()
        self.question = self._events
        return event

    # Life

    def use_lights(self, settings: LightSettings) -> None:
        """Changes how the ring may shine."""
        self._ring.use(settings)

    def close(self) -> None:
        """Leaves no timer behind."""
        self._screen.close()
        self._ring.close()


def _pointer(about: Token | None) -> NamedCue:
    """The cue of what is talked about: an arc, a space of a path, or nothing that has a place."""
    space: Any = about.where if about is not None else None
    if isinstance(space, PathSpace):
        return {"cue": "target", "space": space.number}
    arc = arc_of(space)
    return {"cue": "target", "arc": arc} if arc else {"cue": "learned"}
