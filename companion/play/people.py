"""The people at a simulated table: they hear every input of the protocol, hold cards, and say what they do next.

They have a desk of their own, which is their picture of the game: what they think never touches the game of the table.
Hands follow from the game, so they go back and forth with undo and redo, and are there again after a restart. Only what
the players do among themselves with their cards is kept beside it, in a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from companion.files import put
from companion.game.events import Event
from companion.game.pieces import Token
from companion.game.rules.cards import CardPlay
from companion.game.rules.requests import DONE, Choose, PlayCards, Tap
from companion.game.session import Game
from companion.narration.questions import option_id
from companion.play.acts import Act, HandsError
from companion.play.cards import Cards
from companion.play.deal import Deal
from companion.play.group import Group
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.offers import CANCEL
from companion.talk.plays import play_message
from companion.talk.verb import Message


class _Done(msgspec.Struct, frozen=True):
    """An act, and how many inputs the game had had then, those that were taken back included."""

    at: int
    act: Act


class KeptActs(msgspec.Struct):
    """The file: which game, and what the players did in it."""

    seed: int
    done: list[_Done]

    @classmethod
    def read(cls, path: Path) -> KeptActs:
        """Return what a file holds. Raise OSError or ValueError when it cannot be read."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except RecursionError:
            raise ValueError(f"{path} is too deep") from None


class People:
    """The people at the table of a desk, with what they did among themselves kept in the file `path`, if there is one.

    While a kept game is played again, they do again what the file says; `settle` ends that.
    """

    def __init__(self, desk: Desk, path: Path | None = None, *, whim: float = 0.0) -> None:
        self._table = desk
        self._desk = Desk(desk.library, desk.narrator)
        self._path = path
        self._whim = whim
        self._group: Group | None = None
        self._heard = 0
        self._done: list[_Done] = []
        self._to_do_again: list[_Done] = []
        self._settled = False
        self._moments: dict[int, bytes] = {}
        """The cards by the number of inputs that had led there; what lies ahead of an undo waits for the redo."""
        desk.followers.append(self.hear)

    def settle(self) -> None:
        """Begin to play: what they do from now on is new."""
        self._settled = True
        self._to_do_again = []

    # What they see

    @property
    def game(self) -> Game | None:
        """Their picture of the game; None without one."""
        return self._desk.game

    @property
    def deal(self) -> Deal | None:
        """The cards as they are now; None without a game."""
        return self._group.deal if self._group else None

    def plays(self) -> list[CardPlay]:
        """Return every legal play of the hand of whose turn it is, and of those who may help, each once."""
        if self._group is None or not isinstance(self._group.game.request, PlayCards):
            return []
        return [action for action in self._group.mind.actions() if isinstance(action, CardPlay)]

    def token(self) -> Token | None:
        """Return the token that a hand takes from the bag now; None when none is wanted, or none fits."""
        group = self._group
        if group is None or not isinstance(group.game.request, Tap):
            return None
        with suppress(LookupError):
            return group.token(group.game.request)
        return None

    # What they do

    def act(self) -> Act | None:
        """Return what they do with their cards now; None when nothing helps."""
        return self._group.act() if self._group else None

    def do(self, act: Act) -> None:
        """Do something with the cards. Raise HandsError, and change nothing, when that is impossible."""
        group = self._group
        if group is None:
            raise HandsError("play-no-cards-now")
        act.do(group.deal)
        self._done.append(_Done(self._heard, act))
        if self._path:
            put(self._path, msgspec.json.encode(KeptActs(group.game.fate.seed, self._done)))
        self._forget_ahead(len(group.game.history))
        self._keep_moment(group)

    def message(self) -> Message:
        """Return what they tell the companion next. Raise LookupError without a game, or when the bag is empty."""
        group = self._group
        if group is None:
            raise LookupError("there is no game")
        if group.game.offer is not None:  # a tap has opened a question that they did not want
            return m.ChooseMessage(option=CANCEL)
        return message_of(group, group.answer())

    # What they hear

    def hear(self, entry: Message) -> None:
        """Follow an input that the table has taken."""
        desk = self._desk
        desk.tags = self._table.tags
        if isinstance(entry, m.NewGameMessage):
            desk.library, desk.seal = self._table.library, self._table.seal
            self._begin(desk.take(entry).events)
            return
        assert desk.game is not None and self._group is not None, "a game begins with its beginning"
        before, ahead = len(desk.game.history), len(desk.game.undone)
        events = desk.take(entry).events
        self._heard += 1
        if not isinstance(entry, m.UndoMessage | m.RedoMessage):
            self._forget_ahead(before)
        self._follow(self._group, events, before, ahead - len(desk.game.undone))
        self._do_again(self._group)

    def _begin(self, events: Sequence[Event]) -> None:
        assert self._desk.game is not None, "a game has begun"
        self._heard, self._done, self._moments = 0, [], {}
        if self._settled and self._path:
            self._path.unlink(missing_ok=True)  # the next start must not take it for what was done in this game
        self._to_do_again = [] if self._settled else self._read(self._desk.game.fate.seed)
        self._group = Group(self._desk.game, self._desk.library, whim=self._whim, begun=events)
        self._do_again(self._group)

    def _follow(self, group: Group, events: Sequence[Event], before: int, redone: int) -> None:
        """Follow the last input: `redone` inputs more than before are done again, or fewer if it took some back."""
        history = group.game.history
        length = before + redone if redone < 0 else len(history)
        if redone and (known := self._moments.get(length)):
            group.deal.cards = Cards.restore(known)
        elif len(history) > before:
            group.follow(history[-1], events)

    def _do_again(self, group: Group) -> None:
        """Do what the players did at this moment, when a kept game is played again."""
        while self._to_do_again and self._to_do_again[0].at <= self._heard:
            done = self._to_do_again.pop(0)
            with suppress(HandsError):  # it does not fit any more: some of the game was lost
                done.act.do(group.deal)
                self._done.append(done)
        self._keep_moment(group)

    def _keep_moment(self, group: Group) -> None:
        self._moments[len(group.game.history)] = group.deal.cards.save()

    def _forget_ahead(self, length: int) -> None:
        """Forget what lies ahead of so many inputs: the game takes another course from there."""
        self._moments = {place: moment for place, moment in self._moments.items() if place <= length}

    def _read(self, seed: int) -> list[_Done]:
        """Return what the file says was done in the game of a seed: nothing when it is of another one, or damaged."""
        try:
            kept = KeptActs.read(self._path) if self._path else None
        except (OSError, ValueError):
            return []
        return kept.done if kept and kept.seed == seed else []


def message_of(group: Group, answer: Any) -> Message:
    """Return an answer of a group as an input of the protocol."""
    request = group.game.request
    told = [message for box in group.mind.boxes if (message := box.message(answer)) is not None]
    if told:
        return told[0]
    if answer is DONE:
        return m.DoneMessage()
    if isinstance(answer, CardPlay):
        return play_message(answer)
    if isinstance(request, Tap):
        return m.TapMessage(piece=answer.name)
    if isinstance(request, Choose) and isinstance(answer, list):
        return m.ChooseMessage(options=[option_id(option) for option in answer])
    if isinstance(request, Choose):
        return m.ChooseMessage(option=option_id(answer))
    return m.PressMessage()
