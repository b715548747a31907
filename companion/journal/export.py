"""Games taken out of a journal: as a list, as a text to read, or as lines of the table protocol to play again.

A game that may still be in progress keeps its secrets: they are left out, and the result says so. The secrets of a
finished game are written openly, so that anybody can play it again anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from companion.game.events import Event, TurnBegan
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import PlayCards, Tap
from companion.game.session import Game
from companion.journal.archive import KeptGame
from companion.journal.record import message_of
from companion.journal.salvage import Row
from companion.narration.name import Facts
from companion.narration.phrases import EventWords
from companion.talk.boxes import TALKS
from companion.talk.desk import Desk
from companion.talk.messages import BackMessage, NewGameMessage, NextMessage, encode
from companion.talk.outcome import Outcome
from companion.talk.replay import Result, result_line, result_of
from companion.talk.seals import Seal, SealError
from companion.talk.verb import Message

LEFT_OUT = "left-out"
"""What the result of an exported game says about secrets that are not in it (`Result.secrets`)."""
_SECOND_LINE = " " * 7
_SILENT_KINDS = (PlayCards, Tap)
"""The requests that come up in every turn. What happens after them says enough, so they are left out of the text."""


class Step(NamedTuple):
    """One input of a game and what came of it. `number` counts from 1."""

    number: int
    message: Message
    outcome: Outcome


class Replayer:
    """Plays the games of a journal again on a desk. `seal` is the journal's, or None when its key cannot be read."""

    def __init__(self, desk: Desk, seal: Seal | None) -> None:
        self.desk = desk
        self._seal = seal
        self.refused: Refused | None = None
        """Why the last game could not be played further, or None when it was played to its end."""
        self.taken = 0
        """The number of inputs of the last game that were accepted."""

    @property
    def game(self) -> Game:
        """The game on the desk. There is one from the first step on."""
        assert self.desk.game is not None, "a kept game begins with its beginning"
        return self.desk.game

    def steps(self, rows: Sequence[Row]) -> Iterator[Step]:
        """Play the rows of one game again and yield each step. Stop at the first that cannot be played any more."""
        self.desk.game = None
        self.refused, self.taken = None, 0
        for number, row in enumerate(rows, 1):
            try:
                message = self._playable(message_of(row))
                yield Step(number, message, self.desk.take(message))
            except Refused as refused:
                self.refused = refused
                return
            self.taken = number

    def _playable(self, message: Message) -> Message:
        if isinstance(message, NewGameMessage) and message.sealed is not None:
            return self.opened(message) or without_secrets(message)
        return message

    def opened(self, beginning: NewGameMessage) -> NewGameMessage | None:
        """Return the beginning of a game with its secrets in the open, or None when they cannot be unsealed."""
        try:
            kept = self._seal.open(beginning.sealed or "") if self._seal else None
        except SealError:
            return None
        if kept is None:
            return None
        return msgspec.structs.replace(beginning, sealed=None, secret_seed=kept.secret_seed, harbingers=kept.harbingers)

    def result(self, secrets: str = "") -> Result:
        """Return the result of the steps so far. `secrets` is `LEFT_OUT` or empty."""
        return result_of(self.desk, self.taken, self.refused, secrets)


def chosen(games: Sequence[KeptGame], number: int | None) -> KeptGame | None:
    """Return the game of a number, or the newest when `number` is None; None when there is no such game."""
    return next((kept for kept in reversed(games) if number in (None, kept.number)), None)


def without_secrets(beginning: NewGameMessage) -> NewGameMessage:
    """Return the beginning of a game without its secrets."""
    return msgspec.structs.replace(beginning, sealed=None, secret_seed=None, harbingers=[])


# Lines of the protocol


def protocol_of(kept: KeptGame, replayer: Replayer) -> Iterator[str]:
    """Yield a game as lines for `companion replay` and `companion stdio`; the last line holds the result."""
    told = [event for step in replayer.steps(kept.rows) for event in step.outcome.events]
    running = kept.newest and not (replayer.desk.game and replayer.game.table.phase == "over")
    secrets = ""
    for entry in kept.entries:
        text = entry.row.text.decode("utf-8", "replace")
        if not entry.played:
            text = f"# skipped {text}"
        elif entry is kept.entries[0]:
            text, secrets = _beginning(entry.row, replayer, running, told)
        yield text
    yield result_line(replayer.result(secrets))


def _beginning(row: Row, replayer: Replayer, running: bool, told: Sequence[Event]) -> tuple[str, str]:
    """Return the line that begins a game, and `LEFT_OUT` when its secrets are not in it, else an empty text."""
    try:
        beginning = message_of(row)
    except Refused:
        beginning = None
    if not isinstance(beginning, NewGameMessage) or beginning.sealed is None:
        return row.text.decode("utf-8", "replace"), ""
    opened = replayer.opened(beginning)
    if opened is None or (running and opened.harbingers):
        return encode(without_secrets(beginning)).decode(), LEFT_OUT
    if not running:
        return encode(opened).decode(), ""
    for talk in TALKS:
        disclosed = talk.disclosed(opened, told)
        if disclosed is not None:  # what everybody at the table has seen is no secret any more
            return encode(disclosed).decode(), ""
    return encode(without_secrets(beginning)).decode(), LEFT_OUT


# Text


def text_of(kept: KeptGame, replayer: Replayer, words: str) -> Iterator[str]:
    """Yield a game turn by turn, in the words that were said. The number of an input stands before what came of it.

    `words` is how much was said: brief, normal or verbose.
    """
    teller = _Teller(replayer.desk, words)
    body = [line for step in replayer.steps(kept.rows) for line in teller.lines(step)]
    yield from _head(kept, replayer)
    yield from body
    catalogue = replayer.desk.narrator.catalogue
    if replayer.refused:
        yield ""
        left = len(kept.rows) - replayer.taken
        why = replayer.desk.narrator.refusal(replayer.refused, replayer.desk.game)
        yield catalogue.name("export-left", "", {"count": left, "why": why})
    skipped = len(kept.entries) - len(kept.rows)
    if skipped:
        yield ""
        yield catalogue.name("export-skipped", "", {"count": skipped})


def _head(kept: KeptGame, replayer: Replayer) -> Iterator[str]:
    yield summary(kept, replayer)
    if replayer.desk.game and replayer.game.table.options.names:
        names = replayer.desk.narrator.names
        listed = names.listed(list(replayer.game.table.options.names))
        yield replayer.desk.narrator.catalogue.name("export-names", "", {"names": listed})


class _Teller:
    """Turns the steps of one game into lines, and remembers what was said last."""

    def __init__(self, desk: Desk, words: str) -> None:
        self._desk = desk
        self._words = words
        self._turn = 0
        self._asked = ""

    def lines(self, step: Step) -> Iterator[str]:
        """Yield the lines for one step."""
        game = self._desk.game
        assert game is not None, "a game goes on"
        events = step.outcome.events
        number = f"{step.number:>5}  "
        for utterance in self._desk.narrator.told(events, game, self._words):
            yield from self._turn_begun(events, utterance)
            yield number + utterance.text
            number = _SECOND_LINE
        if game.table.turn != self._turn and game.table.turn:
            yield from self._heading(game.table.turn)
        asked = self._question(game, step.message)
        if asked:
            yield f"{number}? {asked}"

    def _turn_begun(self, events: Sequence[Event], utterance: EventWords) -> Iterator[str]:
        event = events[utterance.event] if utterance.event >= 0 else None
        if isinstance(event, TurnBegan):
            yield from self._heading(event.number)

    def _heading(self, turn: int) -> Iterator[str]:
        self._turn = turn
        yield ""
        yield self._desk.narrator.catalogue.name("export-turn", "", {"turn": turn})

    def _question(self, game: Game, message: Message) -> str:
        """Return the question that is asked now; nothing when it is not new, or when only the marked option changed."""
        asked = self._desk.narrator.prompt(game, self._words).say
        is_new = asked != self._asked and not isinstance(message, NextMessage | BackMessage)
        self._asked = asked
        return asked if is_new and not isinstance(game.standing, _SILENT_KINDS) else ""


# A list


def list_of(games: Iterable[KeptGame], replayer: Replayer) -> Iterator[str]:
    """Yield one line for each game."""
    for kept in games:
        for _ in replayer.steps(kept.rows):
            pass
        yield summary(kept, replayer)


def summary(kept: KeptGame, replayer: Replayer) -> str:
    """Return one line that tells which game it was and how it ended. The replayer must have played it."""
    narrator, game = replayer.desk.narrator, replayer.desk.game
    begun = f"{datetime.fromtimestamp(kept.begun):%Y-%m-%d %H:%M}"
    facts: Facts = {"number": kept.number, "begun": begun, "inputs": len(kept.rows)}
    if game is None:
        return narrator.catalogue.name("export-unreadable", "", facts)
    options = game.table.options
    titles = narrator.names.listed([replayer.desk.library[box].title for box in options.boxes])
    result = game.table.result or ("running" if kept.newest else "left")
    facts |= {"boxes": titles, "players": options.players, "result": result, "turn": game.table.turn}
    return narrator.catalogue.name("export-game", "", facts)
