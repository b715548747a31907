"""One game: the table, the question that is asked now, and the inputs that led to it.

    game = Game(GameOptions(boxes=("castle-panic",), players=2, setup="none"), library, seed=1)
    game.answer(CardPlay(...))     # or a number, a token, an option: whatever `game.request` asks for
    game.undo()

The rules run as generators, which cannot be copied or run backward. But at the start of a turn all state is plain data,
so the game saves a checkpoint there, unless the last one is near. Undo restores the last checkpoint before a step and
gives the answers in between again.
"""

from __future__ import annotations

from typing import Any, Final

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

APART: Final = 8
"""How many inputs there are at least between the checkpoints of two turns: to save one costs as much as an input."""
MOST_CHECKPOINTS: Final = 64
"""How many checkpoints a game holds at most. A game has about 20 turns, most of which save one."""


class Note:
    """An input that does not count as a step: undo and redo treat it as belonging to the step before it."""

    __slots__ = ()
    title = ""


class Acknowledged(Note):
    """The people have done with their hands what they were asked to do."""

    __slots__ = ()


class Marked(Note):
    """The mark was moved to another option of the list."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class Picked(Note):
    """One option was picked where several must be chosen."""

    __slots__ = ("option",)

    def __init__(self, option: Any) -> None:
        self.option = option


class Offered(Note):
    """A tap on a token opened a question; `offer` None closes it."""

    __slots__ = ("offer",)

    def __init__(self, offer: Choose | None) -> None:
        self.offer = offer


class Paced(Note):
    """The pace was changed: whether people confirm what they do by hand."""

    __slots__ = ("pace",)

    def __init__(self, pace: str) -> None:
        self.pace = pace


class Changed:
    """The people corrected the table."""

    __slots__ = ("correction",)
    title = "correction"

    def __init__(self, correction: Correction) -> None:
        self.correction = correction


ACKNOWLEDGED = Acknowledged()


class Game:
    """A game in progress. `request` is what the rules ask; an `offer` is shown in front of it until it is closed."""

    request: Request
    _flow: Procedure
    offer: Choose | None

    def __init__(self, options: GameOptions, library: Library, *, seed: int, pace: str = "guided") -> None:
        self.table = open_table(options, [BOXES[name] for name in options.boxes], library, pace)
        self.fate = Fate(seed)
        self.history: list[object] = []
        """Every input so far: a `Note`, a `Changed`, or an answer in the form that its request takes."""
        self.undone: list[object] = []
        """The inputs that redo can do again, oldest first."""
        self.checkpoints: list[tuple[int, Checkpoint]] = []
        """Each checkpoint after the number of inputs that had led to it."""
        self.changes = 0
        """Grows whenever something is asked anew, or the mark in a list moves."""
        self.offer = None
        self._marked: int | None = None
        self.picked: list[Any] = []
        """The options that were picked so far, where several must be chosen."""
        self._checkpoint()
        self._resume()

    # Reading

    @property
    def standing(self) -> Request:
        """The question that the people see: an open offer, or else what the rules ask."""
        return self.offer or self.request

    @property
    def marked(self) -> int:
        """The index of the marked option in the standing list; -1 for none."""
        return self.standing.marked if self._marked is None else self._marked

    @marked.setter
    def marked(self, index: int) -> None:
        self._marked = index

    def take_events(self) -> list[Event]:
        """Return what has happened since the last call, oldest first, and forget it."""
        events, self.table.events = self.table.events, []
        return events

    # Inputs

    def answer(self, value: Any) -> None:
        """Answer the question of the rules. Raise Refused, and change nothing, when it cannot take the answer."""
        request = self.request
        request.check(self.table, value)
        if self.undone:
            self.undone = []
        self.history.append(ACKNOWLEDGED if type(request) is Acknowledge else value)
        self._advance(value)

    def roll(self, again: bool = False) -> None:
        """Answer the standing roll with the companion's die. With `again`, roll anew what an undo took back."""
        self.answer(self.fate.die(self.table.chances, again))

    def correct(self, correction: Correction) -> None:
        """Set the state to what the table shows. Raise Refused, and change nothing, when that is impossible."""
        check_correction(self.table, correction)
        self.undone.clear()
        self._take(Changed(correction))

    def mark(self, index: int) -> None:
        """Move the mark in the standing list. Where it went on its way is forgotten."""
        if self.history and type(self.history[-1]) is Marked:
            self.history.pop()
        self._take(Marked(index))

    def pick(self, option: Any) -> None:
        """Pick one option where several must be chosen. The last one is not picked: it comes with the whole answer."""
        self._take(Picked(option))

    def open_offer(self, offer: Choose | None) -> None:
        """Show a question in front of that of the rules, or close it with None."""
        self._take(Offered(offer))

    def set_pace(self, pace: str) -> None:
        """Set the pace: whether people confirm what they do by hand. The pace "auto" also confirms what stands now."""
        self._take(Paced(pace))
        if pace == "auto" and type(self.request) is Acknowledge:
            self._take(ACKNOWLEDGED)

    def undo(self, steps: int = 1) -> None:
        """Take back the last steps, with the notes after them. Raise Refused when there are fewer steps than that."""
        keep = self._place_of_step(steps)
        pace = self.table.pace
        title = title_of(self.history[keep])
        self.undone = self.history[keep:] + self.undone
        self._rewind(keep)
        if self.table.pace != pace:  # a setting of the people, not a move: undo leaves it alone
            self.set_pace(pace)
        self.table.events = [Undone(steps, title)]

    def redo(self, steps: int = 1) -> None:
        """Do undone steps again, with the notes after them. Raise Refused when fewer steps than that were undone."""
        places = [place for place, entry in enumerate(self.undone) if not isinstance(entry, Note)]
        if steps > len(places):
            raise Refused(NOTHING_TO_REDO)
        until = places[steps] if steps < len(places) else len(self.undone)
        entries, self.undone = self.undone[:until], self.undone[until:]
        self.offer, self._marked, self.picked = None, None, []  # what was opened or marked since the undo is dropped
        for entry in entries:
            self._retake(entry)
        self.table.events.append(Redone(steps, title_of(entries[0])))

    # The machinery

    def _place_of_step(self, steps: int) -> int:
        """Return where in the history the last steps begin. Raise Refused when there are fewer steps than that."""
        left = steps
        for place in range(len(self.history) - 1, -1, -1):  # from the end: a long game takes no longer than a short one
            left -= not isinstance(self.history[place], Note)
            if not left:
                return place
        raise Refused(NOTHING_TO_UNDO)

    def _retake(self, entry: object) -> None:
        """Do an undone input again, at the pace that is set now.

        The pace may have changed since then. An acknowledgement that nobody asks for any more is left out, and one that
        is asked for now, but was not then, is added.
        """
        asked = type(self.request) is Acknowledge
        if type(entry) is Paced or (type(entry) is Acknowledged and not asked):
            return
        if asked and not isinstance(entry, Note | Changed):
            self._take(ACKNOWLEDGED)
            self._retake(entry)
        else:
            self._take(entry)

    def _take(self, entry: object) -> None:
        self.history.append(entry)
        if isinstance(entry, Note):
            self._note(entry)
        elif type(entry) is Changed:
            self._change(entry.correction)
        else:
            self._advance(entry)

    def _note(self, note: Note) -> None:
        self.changes += 1
        if type(note) is Acknowledged:
            self._advance(None)
        elif type(note) is Marked:
            self.marked = note.index
        elif type(note) is Picked:
            self.picked.append(note.option)
        elif type(note) is Offered:
            self.offer = note.offer
            self._marked = None
        elif type(note) is Paced:
            self.table.pace = note.pace

    def _advance(self, value: Any) -> None:
        """Resume the rules with an answer, and stop at their next question.

        When a turn ends, begin the next one, after a checkpoint if the last one is not near.
        """
        request, table = self.request, self.table
        self.changes += 1
        if type(request) is Roll:
            table.chances += 1
            table.events.append(Rolled(request.topic, value))
        self.offer = self._marked = None
        if self.picked:
            self.picked = []
        try:
            request = self.request = self._flow.send(value)
            if type(request) is Chance:
                self._draw_lots()
        except StopIteration:
            if len(self.history) - self.checkpoints[-1][0] >= APART:
                self._checkpoint()
            self._resume()
        except Over:
            self.request = OVER

    def _draw_lots(self) -> None:
        """Answer every question for a random order that comes now. Nobody sees them, and the history omits them."""
        while isinstance(self.request, Chance):
            lots = self.fate.shuffle(self.table.chances, self.request.options)
            self.table.chances += 1
            self.request = self._flow.send(lots)

    def _resume(self) -> None:
        """Start the rules from plain state, in the phase that the table is in, and stop at their first question."""
        self.offer, self._marked, self.picked = None, None, []
        self.changes += 1
        if self.table.phase == "over":
            self.request = OVER
            return
        flow = setup(self.table) if self.table.phase == "setup" else turn(self.table)
        self._flow = flow
        self.request = OVER  # so that nobody takes the question before this for answered: it may have been a roll
        self._advance(None)

    def _checkpoint(self) -> None:
        self.checkpoints.append((len(self.history), save(self.table)))
        if len(self.checkpoints) > MOST_CHECKPOINTS:
            # The first one stays, so undo goes to the beginning; far back it plays a few turns more to get there.
            del self.checkpoints[1 : MOST_CHECKPOINTS // 2 : 2]

    def _change(self, correction: Correction) -> None:
        """Apply a correction. The standing question is dropped, and the rules start again from the corrected state."""
        self._flow.close()
        self.table.events.append(Corrected(correction.parts))
        apply_correction(self.table, correction)
        self._checkpoint()
        self._resume()

    def _rewind(self, keep: int) -> None:
        """Go back to where the first `keep` inputs had led."""
        self._flow.close()
        while self.checkpoints[-1][0] > keep:
            self.checkpoints.pop()
        place, saved = self.checkpoints[-1]
        entries = self.history[place:keep]
        restore(self.table, saved)
        del self.history[place:]
        self._resume()
        for entry in entries:
            self._take(entry)


def title_of(entry: object) -> str:
    """Return what kind of step an input was, as the name of a message."""
    if isinstance(entry, bool | int):
        return "roll"
    return "choice" if isinstance(entry, str) else getattr(entry, "title", "choice")
