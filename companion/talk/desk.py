"""The desk: takes the inputs of the table protocol for one table, one by one, and returns the outcome of each.

It joins the game and its words. It knows no connection and no device. The caller keeps the journal and announces the
outcome.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.game.events import Event
from companion.game.pieces import Library, Token
from companion.game.rules.refusals import MISSING_FIELD, NOT_A_DIE, Refused
from companion.game.rules.requests import Choose
from companion.game.session import Game
from companion.narration.answers import QUESTIONS
from companion.narration.narrator import Narrator
from companion.narration.narrators import Narrators
from companion.narration.phrases import PromptWords
from companion.owner.box_facts import OwnerFile
from companion.owner.library import LibraryError
from companion.talk import accepting, naming, taps
from companion.talk import messages as m
from companion.talk.asked import Asked
from companion.talk.beginnings import closed, opened, options_of
from companion.talk.boxes import TALKS
from companion.talk.outcome import Outcome
from companion.talk.plays import ACTION_VERBS, carry_out
from companion.talk.prompt import Prompt
from companion.talk.refusals import NO_MENU, NO_SUCH_QUESTION, NOTHING_CORRECTED, WRONG_STEPS
from companion.talk.said import Said
from companion.talk.seals import Seal, new_seal
from companion.talk.settings import Settings, changed
from companion.talk.state import state_of
from companion.talk.verb import Message

_log = logging.getLogger(__name__)


class Desk:
    """One table with its game and its settings."""

    def __init__(
        self,
        library: Library,
        narrator: Narrator,
        settings: Settings | None = None,
        tags: taps.TagLookup | None = None,
    ) -> None:
        self.library = library
        self.narrators = Narrators(narrator)
        self.settings = settings or Settings(language=narrator.catalogue.language)
        self.tags = tags or (lambda tag: None)
        self.seal: Seal = new_seal()
        """Seals what a game must keep secret. A caller that keeps a journal puts the seal of the journal here."""
        self.owner: OwnerFile | None = None
        """The file where the owner's own facts are kept; None when there is none."""
        self.game: Game | None = None
        self.said = Said()
        self.followers: list[Callable[[Message], None]] = []
        """Each is called with every input that changes the table, also while a kept game is played again."""
        self._asked = Asked()
        self._verbs: dict[type[Message], Callable[[Any], Outcome]] = {
            m.NewGameMessage: self._new_game,
            m.StateMessage: self._state,
            m.TapMessage: self._tap,
            m.PressMessage: self._press,
            m.HoldMessage: self._hold,
            m.LongHoldMessage: lambda message: self._undo(m.UndoMessage()),
            m.DoubleMessage: lambda message: self._say_again(m.SayAgainMessage()),
            m.NextMessage: lambda message: self._walk(message, 1),
            m.BackMessage: lambda message: self._walk(message, -1),
            m.RollMessage: self._roll,
            m.ChooseMessage: self._choose,
            **dict.fromkeys(ACTION_VERBS, self._act),
            m.DoneMessage: self._done,
            m.UndoMessage: self._undo,
            m.RedoMessage: self._redo,
            m.CorrectMessage: self._correct,
            m.AskMessage: self._ask,
            m.SayAgainMessage: self._say_again,
            m.SetMessage: self._set,
            m.WatchMessage: lambda message: Outcome(),
        }

    @property
    def narrator(self) -> Narrator:
        """The narrator who speaks now: in the language of the settings, and a game may have a voice of its own."""
        return self.narrators.of(self.game, self.settings.language)

    def has_one_button(self, alone: bool) -> None:
        """Say whether the table has one button alone. Then lists are answered by holding it, and the words say so."""
        self.narrators.one_button = alone

    def do(self, message: Message) -> Outcome:
        """Take an input and return its outcome. Raise Refused when it cannot be taken; then nothing has changed."""
        outcome = self.take(message)
        if not isinstance(message, m.RedoMessage):  # it was written down when it was done first
            self._write_down(outcome.events)
        self.tell(outcome)
        return outcome

    def take(self, message: Message) -> Outcome:
        """Take an input, let the followers know, and do no more: nothing is told, and the owner's file stays as it is.

        A kept game is played again in this way. Raise Refused as `do` does.
        """
        outcome = self._verbs[type(message)](message)
        if outcome.entry is not None and self.game is not None:
            outcome.events = self.game.take_events()
            for follow in self.followers:
                follow(outcome.entry)
        return outcome

    def tell(self, outcome: Outcome) -> None:
        """Find the words for the outcome of the last input, and remember them for those who want to hear them again."""
        asked = self.asked() if outcome.entry is not None else None
        if asked is not None:
            outcome.told = self.narrator.told(outcome.events, self._playing(), self.settings.words)
            self.said.add([*(utterance.text for utterance in outcome.told), asked.say])
        elif outcome.say:
            self.said.add([outcome.say])

    def recall(self, outcome: Outcome) -> None:
        """Remember what was said of an input of a kept game, as `tell` does; its words are made when wanted."""
        if outcome.entry is not None and self.game is not None:
            self.said.add(self.narrator.recalled(outcome.events, self.game, self.settings.words))

    def _write_down(self, events: list[Event]) -> None:
        """Write into the owner's file what the people want remembered for their next games."""
        for event in events:
            for told in (talk.learned(event) for talk in TALKS):
                if told and self.owner is not None:
                    self._remember_for_owner(self.owner, told)

    def _remember_for_owner(self, owner: OwnerFile, told: Mapping[str, Any]) -> None:
        try:
            owner.learn(told)
            self.library = owner.library()
        except (OSError, LibraryError):
            _log.exception("the owner's file was not written; the game goes on")

    def asked(self) -> PromptWords | None:
        """Return the standing question in words; None without a game."""
        return None if self.game is None else self._asked.words(self.narrator, self.game, self.settings.words)

    def prompt(self) -> Prompt | None:
        """Return the standing question as an object of the protocol; None without a game."""
        words = self.asked()
        if self.game is None or words is None:
            return None
        standing = self.game.standing
        return {
            "kind": standing.kind,
            "topic": standing.topic,
            "options": [{"id": name, "text": text} for name, text in self.narrator.options(self.game)],
            "marked": words.marked,
            "min": standing.least if isinstance(standing, Choose) else 1,
            "max": standing.most if isinstance(standing, Choose) else 1,
            "say": words.say,
            "screen": list(words.screen),
            "ring": list(words.ring),
        }

    def refusal(self, refused: Refused) -> dict[str, str]:
        """Return an error of the protocol: its code and one plain sentence."""
        return {"code": refused.code, "message": self.narrator.refusal(refused, self.game)}

    # A game begins, a state is asked for

    def _new_game(self, wish: m.NewGameMessage) -> Outcome:
        wish = opened(wish, self.seal)
        options = options_of(wish, self.library)
        seed = secrets.randbits(53) if wish.seed is None else wish.seed
        pace = self.settings.pace if wish.pace is None else wish.pace
        self.game = Game(options, self.library, seed=seed, pace=pace)
        self.settings = msgspec.structs.replace(self.settings, pace=pace)
        self.said.clear()
        return Outcome(closed(msgspec.structs.replace(wish, seed=seed, pace=pace), self.seal, self.library))

    def _playing(self) -> Game:
        return accepting.playing(self.game)

    def _state(self, message: m.StateMessage) -> Outcome:
        return Outcome(state=state_of(self._playing().table))

    # Answers to what stands

    def _tap(self, message: m.TapMessage) -> Outcome:
        name = taps.piece_of(message, self.library, self.game, self.tags)
        taken = taps.take(self._playing(), name)
        if isinstance(taken, Token):
            say = self.narrator.where(taken, self.settings.words)
            return Outcome(say=say, screen=self.narrator.where_screen(taken))
        return Outcome(taken)

    def _press(self, message: m.PressMessage) -> Outcome:
        accepting.press(self._playing(), message.again)
        return Outcome(message)

    def _hold(self, message: m.HoldMessage) -> Outcome:
        game = self._playing()
        if not isinstance(game.standing, Choose):
            raise Refused(NO_MENU)
        accepting.press(game)
        return Outcome(message)

    def _walk(self, message: Message, by: int) -> Outcome:
        accepting.walk(self._playing(), by)
        return Outcome(message)

    def _done(self, message: m.DoneMessage) -> Outcome:
        accepting.done(self._playing())
        return Outcome(message)

    def _roll(self, message: m.RollMessage) -> Outcome:
        if not 1 <= message.value <= 6:
            raise Refused(NOT_A_DIE)
        accepting.roll(self._playing(), message.value)
        return Outcome(message)

    def _choose(self, message: m.ChooseMessage) -> Outcome:
        if (message.option is None) == (message.options is None):
            raise Refused(MISSING_FIELD, field="option")
        names = [message.option] if message.option is not None else message.options or []
        accepting.choose(self._playing(), names)
        return Outcome(message)

    def _act(self, message: Message) -> Outcome:
        carry_out(message, self.library, self.game)
        return Outcome(message)

    # Back and forth, corrections

    def _undo(self, message: m.UndoMessage) -> Outcome:
        _check_steps(message.steps)
        self._playing().undo(message.steps)
        return Outcome(message)

    def _redo(self, message: m.RedoMessage) -> Outcome:
        _check_steps(message.steps)
        self._playing().redo(message.steps)
        return Outcome(message)

    def _correct(self, message: m.CorrectMessage) -> Outcome:
        correction = message.correction()
        if not correction.parts:
            raise Refused(NOTHING_CORRECTED)
        placed = [fix.piece for fix in correction.monsters or []]
        for piece in [*placed, *(piece for talk in TALKS for piece in talk.placed(correction))]:
            naming.check_piece(self.library, piece)
        self._playing().correct(correction)
        return Outcome(message)

    # Questions and settings

    def _ask(self, message: m.AskMessage) -> Outcome:
        if message.about not in QUESTIONS:
            raise Refused(NO_SUCH_QUESTION, name=message.about)
        game = self._playing()
        return Outcome(
            say=self.narrator.answer(message.about, game, self.settings.words),
            screen=self.narrator.answer_screen(message.about, game),
        )

    def _say_again(self, message: m.SayAgainMessage) -> Outcome:
        if message.back < 0:
            raise Refused(WRONG_STEPS)
        self._playing()
        said, asked = self.said.again(message.back), self.asked()
        return Outcome(say=asked.say if said is None and asked is not None else said)

    def _set(self, message: m.SetMessage) -> Outcome:
        self.settings = changed(self.settings, message, self.narrators.languages())
        if message.pace is not None and self.game is not None:
            self.game.set_pace(message.pace)
        return Outcome(message)


def _check_steps(steps: int) -> None:
    if steps < 1:
        raise Refused(WRONG_STEPS)
