"""From gestures at the buttons to messages of the table protocol; and what a press does at once: sound and light."""

from __future__ import annotations

import math
from collections.abc import Callable

from companion.channels.announcer import Announcer
from companion.channels.controls import Beginner, Controls, Meaning
from companion.talk import messages as m
from companion.talk.verb import Message
from hardware.button.gestures import ButtonEvent, Gesture


class Fingers:
    """What fingers do at the buttons of one table. `mute` tells that it has no loudspeaker.

    `take` is called with the messages that the gestures mean, and `stuck` for a button that stays pressed.
    """

    def __init__(
        self,
        controls: Controls,
        announcer: Announcer,
        beginner: Beginner,
        mute: bool,
        take: Callable[[Message], object],
        stuck: Callable[[], None],
    ) -> None:
        self._controls = controls
        self._announcer = announcer
        self._speech = announcer.speech
        self._beginner = beginner
        self._mute = mute
        self._take = take
        self._stuck = stuck

    def felt(self, event: ButtonEvent) -> None:
        """Take a gesture: do what it does at once, then what it means."""
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
            self._speech.press()
            self._speech.play("press")
            self._announcer.dismiss()
            self._announcer.finger(down=True)
        elif gesture is Gesture.RELEASE:
            self._announcer.finger(down=False)
        elif gesture is Gesture.STUCK:
            self._stuck()

    def _known_since(self) -> float | None:
        """Return since when people can know the standing offer, in seconds of the clock; None: not yet.

        It is known once its sound has begun, or once it is on the screen where nobody hears it.
        """
        if self._mute and self._announcer.captions:
            return -math.inf  # in a terminal, every word can be read at once
        heard = self._speech.offer_heard_at
        quiet = self._mute or self._announcer.desk.settings.quiet
        return self._announcer.shown_at if quiet or (heard is None and self._speech.queue.idle) else heard

    def _ignore(self) -> None:
        """Answer a press that does not count. If it silenced the offer before any of it was heard, say it again."""
        self._speech.play("ignored")
        if self._speech.offer_heard_at is None and self._speech.queue.idle and not self._speech.queue.quiet:
            self._speech.say_offer()

    def _act(self, message: Message) -> None:
        """Do what a gesture means. Between games, a press begins one."""
        game = self._announcer.desk.game
        if isinstance(message, m.PressMessage) and (game is None or game.table.phase == "over"):
            begin = self._beginner.pressed(game is not None)
            if begin is not None:
                self._take(begin)
        elif isinstance(message, m.DoubleMessage):
            self._announcer.again()
        else:
            self._take(message)
