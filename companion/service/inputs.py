"""All messages at one table, taken one after the other by one writer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.channels.announcer import Announcer
from companion.channels.controls import Beginner
from companion.channels.speech import Priority
from companion.channels.speech_timer import SpeechTimer
from companion.game.pieces import Token
from companion.game.rules.refusals import Refused
from companion.journal.keeping import Keeper, News
from companion.owner.box_facts import doubts
from companion.service.notices import Notice, Notices
from companion.talk import messages as m
from companion.talk import naming
from companion.talk.outcome import Outcome
from companion.talk.protocol import refusal_of, reply_to
from companion.talk.verb import Message

Watcher = Callable[[dict[str, Any]], None]
"""Is called with the reply to every message that has changed the table."""


class Inputs:
    """Takes messages: the desk plays one, the journal keeps it, and only then is it announced."""

    def __init__(
        self,
        announcer: Announcer,
        keeper: Keeper,
        beginner: Beginner,
        speech_timer: SpeechTimer,
        notices: Notices,
    ) -> None:
        self.watchers: set[Watcher] = set()
        self._desk = announcer.desk
        self._announcer = announcer
        self._keeper = keeper
        self._beginner = beginner
        self._speech_timer = speech_timer
        self._notices = notices
        self._guesses_told = False

    def take(self, message: Message, *, aloud: bool = True) -> dict[str, Any]:
        """Take a message as `hear` does, and return the reply to it."""
        return self._take(message, aloud, answered=True)

    def hear(self, message: Message, *, aloud: bool = True) -> None:
        """Take a message from anybody, keep it and announce what came of it. Nobody waits for a reply.

        Without `aloud`, what concerns only the sender (a refusal, an answer) is not announced in the room.
        """
        self._take(message, aloud, answered=False)

    def _take(self, message: Message, aloud: bool, answered: bool) -> dict[str, Any]:
        """Do what `take` and `hear` have in common. The reply is made once, for all who want it, or else is empty."""
        try:
            outcome = self._desk.do(message)
        except Refused as refused:
            if aloud:
                self._announcer.refused(refused)
                self._speech_timer.set()
            return refusal_of(self._desk, refused) if answered else {}
        if outcome.entry is not None:
            self._changed(outcome, outcome.entry)
        elif aloud:
            self._announcer.outcome(outcome, self._token_of(message))
        watchers = list(self.watchers) if outcome.entry is not None else []
        reply = reply_to(self._desk, outcome) if answered or watchers else {}
        for watcher in watchers:
            watcher(reply | {"update": True})
        self._speech_timer.set()
        return reply

    def _changed(self, outcome: Outcome, entry: Message) -> None:
        """Keep a message that has changed the table, then announce what came of it."""
        news = self._keeper.keep(entry, self._desk.settings)
        if isinstance(entry, m.NewGameMessage):
            self._beginner.begun(entry)
        self._beginner.close()
        self._announcer.heed_quiet()
        self._announcer.outcome(outcome)
        if isinstance(entry, m.NewGameMessage):
            self._mention_guesses()
        if news is not None:
            self._notices.tell(news, Priority.ALERT, good=news is News.SAVING_AGAIN)

    def _mention_guesses(self) -> None:
        """Tell once that some facts of a box in play are guesses, so that somebody can correct them."""
        game = self._desk.game
        if game is None or self._guesses_told or not doubts(self._desk.library, *game.table.options.boxes):
            return
        self._guesses_told = True
        self._notices.tell(Notice.BOXES_UNVERIFIED, Priority.REPLY)

    def _token_of(self, message: Message) -> Token | None:
        """Return the token on the board that a tap is about, or None."""
        if not isinstance(message, m.TapMessage) or self._desk.game is None:
            return None
        name = self._desk.tags(message.tag) if message.tag is not None else message.piece
        return naming.token(self._desk.game.table, name, "board") if name else None
