"""What is spoken next: classes of utterance, their queue, the history to be heard again, the press that silences.

Pure: no device, no clock of its own, no wording. The daemon hands in utterances and presses, a loudspeaker behind
`Mouth` does the speaking and reports back. The three classes follow speech-dispatcher's SSIP (important, message,
text); what they do to one another:

* ALERT is spoken first and interrupts everything but another alert; what it interrupted is spoken again after it,
  whole. It is never dropped. One that is told `in_turn` (the end of the game) keeps its place behind what was
  waiting when it came.
* STEP waits its turn and never cancels another step.
* REPLY: the newest wins, over waiting and spoken replies alike. Replies of one event are the parts of one answer
  and follow each other.

Apart from that, first come, first spoken, and a reply never pushes in behind a waiting offer: the offer is the last
thing said.
"""

from collections import deque
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Protocol

import msgspec
from msgspec.structs import replace

HISTORY = 20
"""Utterances that can be heard again."""

PAUSE_S = 0.5
"""Seconds of silence after a press before what outlived it is spoken."""


class Priority(Enum):
    """The class of an utterance; the module's text says how they meet."""

    ALERT = auto()
    STEP = auto()
    REPLY = auto()


def _always() -> bool:
    return True


class Utterance(msgspec.Struct, frozen=True, eq=False):
    """One thing to say. Compared by identity: the same words twice are two utterances and are spoken twice.

    `event` is the id that speech, caption and log line of one event share. `valid` is asked again at the moment of
    speaking: an utterance that has become untrue is never spoken. `offer` marks the standing offer, `in_turn` an
    alert that must not overtake, `again` a repetition.
    """

    text: str
    priority: Priority = Priority.STEP
    event: str = ""
    valid: Callable[[], bool] = _always
    offer: bool = False
    in_turn: bool = False
    again: bool = False


def _one_answer(first: Utterance, second: Utterance) -> bool:
    """Whether two replies are parts of one answer."""
    return bool(first.event) and first.event == second.event and not first.again and not second.again


def _displaces(new: Utterance, waiting: Utterance) -> bool:
    """Whether `waiting` is pointless once `new` is there."""
    return new.priority is waiting.priority is Priority.REPLY and not _one_answer(new, waiting)


def _interrupts(new: Utterance, spoken: Utterance) -> bool:
    """Whether `spoken` is cut when `new` arrives."""
    if new.priority is Priority.ALERT:
        return spoken.priority is not Priority.ALERT and not new.in_turn
    return new.priority is Priority.REPLY and spoken.priority is Priority.REPLY and not _one_answer(new, spoken)


class History:
    """The last utterances in the order of their turns, cut ones included, and where the listener stands in them."""

    def __init__(self, size: int = HISTORY) -> None:
        self._kept: deque[Utterance] = deque(maxlen=size)
        self._place: int | None = None

    def __iter__(self) -> Iterator[Utterance]:
        """Oldest first."""
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def record(self, utterance: Utterance) -> None:
        """Remember `utterance`; the next `back` starts from it."""
        self._kept.append(utterance)
        self._place = None

    def forget(self, utterance: Utterance) -> None:
        """Take `utterance` out again, because it is going to be spoken from its start once more."""
        if utterance in self._kept:
            self._kept.remove(utterance)

    def stand_at(self, utterance: Utterance) -> None:
        """Make `utterance` the next that `back` gives, if it is remembered."""
        if utterance in self._kept:
            self._place = self._kept.index(utterance) + 1

    def back(self) -> Utterance | None:
        """One utterance further back: the newest first, the oldest again at the end, None when nothing was said."""
        if not self._kept:
            return None
        place = len(self._kept) if self._place is None else self._place
        self._place = max(place - 1, 0)
        return self._kept[self._place]


class SpeechQueue:
    """Decides what is spoken next. Utterances go out by `next`, one at a time, until `finished` or a cut.

    A press cuts what is spoken and drops what waits behind it into the history. Three things outlive it and follow
    after a pause: alerts, the standing offer if nobody has heard it yet, and the further parts of an answer (a tap
    skips one part; a second, in the pause, the rest).
    """

    def __init__(self, *, kept: int = HISTORY, pause_s: float = PAUSE_S) -> None:
        self.history = History(kept)
        self.speaking: Utterance | None = None
        self.quiet = False
        self.resume_at = 0.0
        self._pause_s = pause_s
        self._waiting: list[Utterance] = []
        self._offer: Utterance | None = None
        self._farewell: Utterance | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is spoken and nothing waits."""
        return self.speaking is None and not self._waiting

    @property
    def offer(self) -> Utterance | None:
        """The standing offer, as long as it is valid."""
        return self._offer if self._offer is not None and self._offer.valid() else None

    def add(self, new: Utterance) -> bool:
        """Take `new` in. True means: what is being spoken is over, cut it now."""
        if new.offer:
            self._offer = new
        self._waiting = [waiting for waiting in self._waiting if not _displaces(new, waiting)]
        cut = self.speaking is not None and _interrupts(new, self.speaking)
        if cut:
            self._break_off(new)
        self._waiting.insert(self._place_for(new), new)
        self.resume_at = 0.0
        return cut

    def next(self, now: float) -> Utterance | None:
        """The utterance to start at `now` (seconds), if any.

        None while one is spoken, in the pause after a press, in quiet mode, and with nothing to say.
        """
        if self.speaking is not None or now < self.resume_at:
            return None
        while self._waiting:
            utterance = self._waiting.pop(0)
            if not utterance.valid():
                self._left(utterance)
                continue
            self._record(utterance)
            if not self.quiet:
                self.speaking = utterance
                return utterance
        return None

    def finished(self) -> None:
        """The spoken utterance came to its end."""
        ended, self.speaking = self.speaking, None
        self._left(ended)

    def press(self, now: float) -> bool:
        """Silence, at once. True when something was being spoken (then cut it)."""
        cut, self.speaking = self.speaking, None
        survivors = [waiting for waiting in self._waiting if self._outlives(waiting, cut)]
        for dropped in self._waiting:
            if dropped not in survivors and dropped.valid():
                self._record(dropped)
        self._waiting = survivors
        if cut is not None or self.resume_at > now:
            self.resume_at = now + self._pause_s
        if cut is not None:
            self.history.stand_at(cut)
            self._left(cut)
        return cut is not None

    def say_again(self) -> Utterance | None:
        """Queue the last utterance once more, then at each call one further back; the answer is it, for the screen."""
        return self._repeat(self.history.back())

    def say_offer(self) -> Utterance | None:
        """Queue the standing offer once more."""
        if self.offer is None:
            return None
        again = replace(self.offer, again=True)
        self.add(again)
        return again

    def go_quiet(self, farewell: Utterance) -> bool:
        """Say `farewell`, then nothing until `end_quiet`: muting is always announced. True: cut what is spoken now."""
        cut, self.speaking = self.speaking, None
        for waiting in self._waiting:
            if waiting.priority is not Priority.ALERT and waiting.valid():
                self._record(waiting)
        self._waiting = [waiting for waiting in self._waiting if waiting.priority is Priority.ALERT] + [farewell]
        self._farewell = farewell
        self.resume_at = 0.0
        return cut is not None

    def end_quiet(self) -> None:
        """Speak again from now on."""
        self.quiet = False
        self._farewell = None

    def _outlives(self, waiting: Utterance, cut: Utterance | None) -> bool:
        if waiting.priority is Priority.ALERT or waiting.offer or waiting is self._farewell:
            return True
        return cut is not None and cut.priority is waiting.priority is Priority.REPLY and _one_answer(cut, waiting)

    def _break_off(self, new: Utterance) -> None:
        """End the spoken utterance for `new`; after an alert it is spoken again, unless it has become pointless."""
        spoken, self.speaking = self.speaking, None
        if spoken is None or new.priority is not Priority.ALERT:
            return
        if not any(_displaces(waiting, spoken) for waiting in self._waiting):
            self.history.forget(spoken)
            self._waiting.insert(0, spoken)

    def _place_for(self, new: Utterance) -> int:
        if new.priority is Priority.ALERT and not new.in_turn:
            return sum(1 for waiting in self._waiting if waiting.priority is Priority.ALERT and not waiting.in_turn)
        if new.priority is Priority.REPLY and self._waiting and self._waiting[-1].offer:
            return len(self._waiting) - 1
        return len(self._waiting)

    def _record(self, utterance: Utterance) -> None:
        if not utterance.again:
            self.history.record(utterance)

    def _left(self, utterance: Utterance | None) -> None:
        """`utterance` was spoken, cut or stale; with the farewell's end the quiet begins."""
        if utterance is not None and utterance is self._farewell:
            self.quiet = True
            self._farewell = None

    def _repeat(self, utterance: Utterance | None) -> Utterance | None:
        if utterance is not None:
            self.add(replace(utterance, priority=Priority.REPLY, valid=_always, offer=False, in_turn=False, again=True))
        return utterance


class Mouth(Protocol):
    """What speaks. No call blocks or raises.

    How it went is reported to `SpeechChannel.started` and `SpeechChannel.ended`.
    """

    def say(self, number: int, text: str) -> None:
        """Speak `text`; reports carry `number`."""

    def cut(self) -> None:
        """Be silent now."""

    def play(self, sound: str) -> None:
        """Play the earcon of that name."""


class SpeechChannel:
    """Joins the queue and the mouth: one utterance at a time, and since when the standing offer can be heard.

    Not thread-safe: reports that come from a device's thread must be handed to the daemon's loop first. After
    `press` the daemon calls `tick` at `resume_at`.
    """

    def __init__(self, mouth: Mouth, now: Callable[[], float], queue: SpeechQueue | None = None) -> None:
        self.queue = SpeechQueue() if queue is None else queue
        self.offer_heard_at: float | None = None
        self._mouth = mouth
        self._now = now
        self._number = 0

    @property
    def resume_at(self) -> float | None:
        """When `tick` has something to do, in seconds of the clock; None when it has not."""
        return self.queue.resume_at if self.queue.speaking is None and not self.queue.idle else None

    def say(self, utterance: Utterance) -> None:
        """Take in one utterance and speak what is now to be spoken."""
        if utterance.offer:
            self.offer_heard_at = None
        if self.queue.add(utterance):
            self._mouth.cut()
        self.tick()

    def play(self, sound: str) -> None:
        """Play an earcon, unless quiet."""
        if not self.queue.quiet:
            self._mouth.play(sound)

    def press(self) -> bool:
        """Any press: silence. True when it cut something."""
        cut = self.queue.press(self._now())
        if cut:
            self._mouth.cut()
        return cut

    def say_again(self) -> Utterance | None:
        """The last utterance, or one further back at each call."""
        return self._then_speak(self.queue.say_again)

    def say_offer(self) -> Utterance | None:
        """The standing offer once more."""
        return self._then_speak(self.queue.say_offer)

    def go_quiet(self, farewell: Utterance) -> None:
        """Announce the quiet by `farewell`, then be quiet."""
        if self.queue.go_quiet(farewell):
            self._mouth.cut()
        self.tick()

    def end_quiet(self) -> None:
        """Speak again from now on."""
        self.queue.end_quiet()

    def started(self, number: int, at: float) -> None:
        """Utterance `number` became audible at `at`."""
        spoken = self.queue.speaking
        if number == self._number and spoken is not None and spoken.offer:
            self.offer_heard_at = at

    def ended(self, number: int) -> None:
        """Utterance `number` was finished, cut or not to be spoken; a report about an earlier one changes nothing."""
        if number == self._number and self.queue.speaking is not None:
            self.queue.finished()
            self.tick()

    def tick(self) -> None:
        """Start what is to be spoken now, if anything."""
        utterance = self.queue.next(self._now())
        if utterance is not None:
            self._number += 1
            self._mouth.say(self._number, utterance.text)

    def _then_speak(self, repeat: Callable[[], Utterance | None]) -> Utterance | None:
        cut_before = self.queue.speaking
        utterance = repeat()
        if cut_before is not None and self.queue.speaking is None:
            self._mouth.cut()
        self.tick()
        return utterance
