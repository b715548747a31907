"""One game: the table, the one question that stands, and the inputs that led to it.

    game = Game(GameOptions(boxes=("castle-panic",), players=2, setup="none"), library, seed=1)
    game.answer(CardPlay(...))     # or a number, a token, an option, whatever `game.request` asks for
    game.undo()

A turn starts from plain state, which is kept as a checkpoint; undo goes back to the last checkpoint and answers anew
what had been answered since.
"""

from __future__ import annotations

from typing import Any

from companion.game.boxes import BOXES
from companion.game.correction import apply_correction, check_correction
from companion.game.events import Corrected, Event, Redone, Rolled, Undone
from companion.game.fate import Fate
from companion.game.pieces import Library
from companion.game.rules.checkpoint import Checkpoint, restore, save
from companion.game.rules.fixes import Correction
from companion.game.rules.options import GameOptions
from companion.game.rules.refusals import NOTHING_TO_REDO, NOTHING_TO_UNDO, Refused
from companion.game.rules.requests import OVER, Acknowledge, Chance, Choose, Over, Roll
from companion.game.rules.setup import open_table, setup
from companion.game.rules.table import Procedure, Request
from companion.game.rules.turn import turn


class Note:
    """An input that is no step of its own: undo takes it along with the step before it."""

    __slots__ = ()
    title = ""


class Acknowledged(Note):
    """The people have done by hand what they were told."""

    __slots__ = ()


class Marked(Note):
    """The mark stands on another option."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class Picked(Note):
    """One of several options that are asked for was picked."""

    __slots__ = ("option",)

    def __init__(self, option: Any) -> None:
        self.option = option


class Offered(Note):
    """A question that a tap has opened; none closes it."""

    __slots__ = ("offer",)

    def __init__(self, offer: Choose | None) -> None:
        self.offer = offer


class Paced(Note):
    """The pace of prompts was set."""

    __slots__ = ("pace",)

    def __init__(self, pace: str) -> None:
        self.pace = pace


class Changed:
    """The table was corrected."""

    __slots__ = ("correction",)
    title = "correction"

    def __init__(self, correction: Correction) -> None:
        self.correction = correction


ACKNOWLEDGED = Acknowledged()


class Game:
    """A game in progress. `request` is what the rules ask; `offer`, where there is one, stands before it."""

    request: Request
    _flow: Procedure
    offer: Choose | None
    marked: int

    def __init__(self, options: GameOptions, library: Library, *, seed: int, pace: str = "guided") -> None:
        self.table = open_table(options, [BOXES[name] for name in options.boxes], library, pace)
        self.fate = Fate(seed)
        self.history: list[Any] = []
        self.undone: list[Any] = []
        self.checkpoints: list[tuple[int, Checkpoint]] = []
        self.offer = None
        self.marked = 0
        self.picked: list[Any] = []
        """What was picked so far where several options are asked for."""
        self._checkpoint()
        self._resume()

    # Reading

    @property
    def standing(self) -> Request:
        """The question that the people see: the offer of a tap, or else what the rules ask."""
        return self.offer or self.request

    def take_events(self) -> list[Event]:
        """What has happened since the last call, oldest first."""
        events, self.table.events = self.table.events, []
        return events

    # Inputs

    def answer(self, value: Any) -> None:
        """Answers the question of the rules. Raises Refused, and then nothing has changed."""
        request = self.request
        request.check(self.table, value)
        self.undone.clear()
        self.history.append(ACKNOWLEDGED if type(request) is Acknowledge else value)
        self._advance(value)

    def roll(self, again: bool = False) -> None:
        """Rolls the companion's die for the standing roll."""
        self.answer(self.fate.die(self.table.chances, again))

    def correct(self, correction: Correction) -> None:
        """Makes the state what the table shows. Raises Refused, whole, when that cannot be."""
        check_correction(self.table, correction)
        self.undone.clear()
        self._take(Changed(correction))

    def mark(self, index: int) -> None:
        """Moves the mark in the standing list."""
        self._take(Marked(index))

    def pick(self, option: Any) -> None:
        """Picks one of several options that are asked for; the last one is part of the answer."""
        self._take(Picked(option))

    def open_offer(self, offer: Choose | None) -> None:
        """Puts a question before that of the rules, or takes it away."""
        self._take(Offered(offer))

    def set_pace(self, pace: str) -> None:
        """Sets whether people confirm what they do by hand; under auto a standing confirmation is taken as given."""
        self._take(Paced(pace))
        if pace == "auto" and type(self.request) is Acknowledge:
            self._take(ACKNOWLEDGED)

    def undo(self, steps: int = 1) -> None:
        """Takes back the last steps, with the notes after them. Raises Refused when there are not so many."""
        places = [place for place, entry in enumerate(self.history) if not isinstance(entry, Note)]
        if steps > len(places):
            raise Refused(NOTHING_TO_UNDO)
        keep = places[-steps]
        pace = self.table.pace
        title = title_of(self.history[keep])
        self.undone = self.history[keep:] + self.undone
        self._rewind(keep)
        if self.table.pace != pace:
            self.set_pace(pace)
        self.table.events = [Undone(steps, title)]

    def redo(self, steps: int = 1) -> None:
        """Does again what was undone. Raises Refused when there is not so much."""
        places = [place for place, entry in enumerate(self.undone) if not isinstance(entry, Note)]
        if steps > len(places):
            raise Refused(NOTHING_TO_REDO)
        until = places[steps] if steps < len(places) else len(self.undone)
        entries, self.undone = self.undone[:until], self.undone[until:]
        self.offer, self.marked, self.picked = None, -1, []
        for entry in entries:
            self._retake(entry)
        self.table.events.append(Redone(steps, title_of(entries[0])))

    # The machinery

    def _retake(self, entry: Any) -> None:
        """Does an undone input again, at the pace that is set now: acknowledgements come and go with it."""
        asked = type(self.request) is Acknowledge
        if type(entry) is Paced or (type(entry) is Acknowledged and not asked):
            return
        if asked and not isinstance(entry, Note | Changed):
            self._take(ACKNOWLEDGED)
            self._retake(entry)
        else:
            self._take(entry)

    def _take(self, entry: Any) -> None:
        self.history.append(entry)
        if isinstance(entry, Note):
            self._note(entry)
        elif type(entry) is Changed:
            self._change(entry.correction)
        else:
            self._advance(entry)

    def _note(self, note: Note) -> None:
        if type(note) is Acknowledged:
            self._advance(None)
        elif type(note) is Marked:
            self.marked = note.index
        elif type(note) is Picked:
            self.picked.append(note.option)
        elif type(note) is Offered:
            self.offer = note.offer
            self.marked = self._first_mark()
        elif type(note) is Paced:
            self.table.pace = note.pace

    def _first_mark(self) -> int:
        standing = self.standing
        return standing.marked if isinstance(standing, Choose) else -1

    def _advance(self, value: Any) -> None:
        """Resumes the procedure with an answer."""
        if type(self.request) is Roll:
            self.table.chances += 1
            self.table.events.append(Rolled(self.request.topic, value))
        self.offer = None
        if self.picked:
            self.picked = []
        try:
            self.request = self._flow.send(value)
            if type(self.request) is Chance:
                self._draw_lots()
        except StopIteration:
            self._checkpoint()
            self._resume()
        except Over:
            self.request = OVER
        self.marked = self.request.marked

    def _draw_lots(self) -> None:
        while isinstance(self.request, Chance):
            lots = self.fate.shuffle(self.table.chances, self.request.options)
            self.table.chances += 1
            self.request = self._flow.send(lots)

    def _resume(self) -> None:
        """Starts the procedure of the phase that stands, and of those after it that ask nothing."""
        self.offer, self.picked = None, []
        if self.table.phase == "over":
            self.request = OVER
            return
        flow = setup(self.table) if self.table.phase == "setup" else turn(self.table)
        self._flow = flow
        self.request = OVER
        self._advance(None)

    def _checkpoint(self) -> None:
        self.checkpoints.append((len(self.history), save(self.table)))

    def _change(self, correction: Correction) -> None:
        """The question that stood is dropped; the rules go on from the corrected state."""
        self._flow.close()
        self.table.events.append(Corrected(correction.parts))
        apply_correction(self.table, correction)
        self._checkpoint()
        self._resume()

    def _rewind(self, keep: int) -> None:
        """Back to where the first `keep` inputs had led."""
        self._flow.close()
        entries = self.history[:keep]
        while self.checkpoints[-1][0] > keep:
            self.checkpoints.pop()
        place, saved = self.checkpoints[-1]
        restore(self.table, saved)
        self.history = entries[:place]
        self._resume()
        for entry in entries[place:]:
            self._take(entry)


def title_of(entry: Any) -> str:
    """What kind of step an input was: names a message."""
    if isinstance(entry, bool | int):
        return "roll"
    return "choice" if isinstance(entry, str) else getattr(entry, "title", "choice")
