"""The channels: what the screen shows, and what the ring, and until when; and when the voice goes on after a press.

No channel waits for another, and none knows a device: they speak to small protocols, which the daemon fills with real
or simulated ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.channels.lights import CUES, ArcLight, Cue, LightSettings, Stage
from companion.channels.speech import Voice

RESULT_SECONDS = 2.5
"""The least that a result stays on the screen before the next offer takes its place."""
GLANCE_SECONDS, WORD_SECONDS = 1.0, 0.3
"""What a look from the board to the screen takes, and the reading of a word there."""
RING_FRAME_SECONDS = 1 / 30

Lines = Sequence[str]
"""Up to four lines of sixteen letters."""


class Timer(Protocol):
    """What `Scheduler.call_later` gives."""

    def cancel(self) -> None:
        """Never mind."""


class Scheduler(Protocol):
    """The part of an event loop that is used here."""

    def time(self) -> float:
        """Seconds on the loop's clock."""

    def call_later(self, delay: float, callback: Callable[..., Any], *args: Any) -> Timer:
        """Calls back after `delay` seconds."""


class ScreenDevice(Protocol):
    """Something that shows lines of text."""

    def show_lines(self, lines: Lines, inverted: int | None) -> None:
        """Shows up to four lines of sixteen; `inverted` is the line of the standing offer."""


class RingDevice(Protocol):
    """Something with lights in a ring."""

    def show(self, lights: Sequence[tuple[int, int, int]]) -> None:
        """Shows one colour for each light, clockwise from the first of arc 1."""


def reading_seconds(lines: Lines) -> float:
    """How long people need for some lines."""
    return max(RESULT_SECONDS, GLANCE_SECONDS + WORD_SECONDS * len(" ".join(lines).split()))


class _Page(NamedTuple):
    """Lines that stand for as long as it takes to read them. An `alert` that nobody has seen yet is never dropped."""

    lines: Lines
    alert: bool = False


class ScreenChannel:
    """What is on the screen: results and alerts, each long enough to be read, and then the standing offer."""

    def __init__(
        self, screen: ScreenDevice, loop: Scheduler, reading: Callable[[Lines], float] = reading_seconds
    ) -> None:
        self.offered_at: float | None = None
        """Since when the standing offer has been seen; none: not yet."""
        self.result: Lines = ()
        """What was shown last of what had happened."""
        self._screen = screen
        self._loop = loop
        self._reading = reading
        self._offer: Lines = ()
        self._shown: _Page | None = None
        self._waiting: list[_Page] = []
        self._timer: Timer | None = None

    def ask(self, offer: Lines, result: Lines | None = None) -> None:
        """There is a new offer, after the result of what led to it."""
        self._offer, self.offered_at = offer, None
        self._replace(result)

    def answer(self, lines: Lines) -> None:
        """Something about an input that left the offer as it was."""
        self._replace(lines)

    def again(self) -> None:
        """What was shown last of what had happened."""
        self._replace(self.result)

    def alert(self, lines: Lines) -> None:
        """Something that nobody asked for: at once, but after other alerts; what it covers comes back after it."""
        covered = [self._shown] if self._shown and not self._shown.alert else []
        alerts = [page for page in self._waiting if page.alert]
        others = [page for page in self._waiting if not page.alert]
        self._waiting = [*alerts, _Page(lines, True), *covered, *others]
        if self._shown is None or covered:
            self._turn()

    def dismiss(self) -> None:
        """Somebody has seen enough of what is shown: the offer, or else an alert that nobody has seen yet."""
        if self._shown is not None:
            self._replace(None)

    def close(self) -> None:
        """Leaves no timer behind."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _replace(self, lines: Lines | None) -> None:
        if lines:
            self.result = lines
        self._waiting = [*([_Page(lines)] if lines else []), *(page for page in self._waiting if page.alert)]
        self._turn()

    def _turn(self) -> None:
        self.close()
        self._shown = self._waiting.pop(0) if self._waiting else None
        if self._shown is None:
            self._show_offer()
            return
        self._screen.show_lines(self._shown.lines, None)
        self._timer = self._loop.call_later(self._reading(self._shown.lines), self._turn)

    def _show_offer(self) -> None:
        offer = self._offer
        self._screen.show_lines(offer, len(offer) - 1 if offer and offer[-1].startswith(">") else None)
        if self.offered_at is None:
            self.offered_at = self._loop.time()


Cues = Sequence[Mapping[str, Any]]
"""Cues as narration hands them out."""


class RingChannel:
    """What is on the ring: the board, the cues of the standing question, and what passes over them."""

    def __init__(self, ring: RingDevice, count: int, loop: Scheduler) -> None:
        self._ring = ring
        self._loop = loop
        self._stage = Stage(LightSettings(), count)
        self._arcs: Sequence[ArcLight] = [ArcLight()] * 6
        self._standing: list[Cue] = []
        self._added = False
        self._frame_timer: Timer | None = None
        self._rest_timer: Timer | None = None

    def scene(self, arcs: Sequence[ArcLight], passing: Cues, standing: Cues) -> None:
        """A new picture of the board, with the cues of what has happened and of what is now asked."""
        self._arcs = arcs
        asked = _cues(standing)
        self._standing = [cue for cue in asked if CUES[cue.cue].held]
        self._play([*_cues(passing), *asked])

    def add(self, cues: Cues, seconds: float | None = None) -> None:
        """Something over the question that stands: for so many seconds, or until `rest`, or until a new scene."""
        self._play([*_cues(cues), *self._standing])
        self._added = True
        if seconds is not None:
            self._rest_timer = self._loop.call_later(seconds, self.rest)

    def rest(self) -> None:
        """What was added goes; what came in its place meanwhile stays."""
        if self._added:
            self._play(self._standing)

    def use(self, settings: LightSettings) -> None:
        """Changes how the ring may shine."""
        self._stage.use(settings, self._loop.time())
        self._turn()

    def close(self) -> None:
        """Leaves no timer behind."""
        for timer in (self._frame_timer, self._rest_timer):
            if timer:
                timer.cancel()
        self._frame_timer = self._rest_timer = None

    def _play(self, cues: Sequence[Cue]) -> None:
        self.close()
        self._added = False
        begun = self._loop.time() - RING_FRAME_SECONDS  # so that the first frame shows it
        self._stage.play(self._arcs, list(dict.fromkeys(cues)), begun)
        self._turn()

    def _turn(self) -> None:
        if self._frame_timer:
            self._frame_timer.cancel()
            self._frame_timer = None
        now = self._loop.time()
        self._ring.show(self._stage.frame(now))
        if self._stage.busy(now):
            self._frame_timer = self._loop.call_later(RING_FRAME_SECONDS, self._turn)


def _cues(told: Cues) -> list[Cue]:
    """Arc 0 of a cue is the whole ring."""
    return [Cue(cue["cue"], cue.get("arc") or None, cue.get("space")) for cue in told]


class VoiceTimer:
    """Wakes the voice after the pause that follows a press. `now` is the clock of the voice."""

    def __init__(self, voice: Voice, loop: Scheduler, now: Callable[[], float]) -> None:
        self._voice = voice
        self._loop = loop
        self._now = now
        self._timer: Timer | None = None

    def set(self) -> None:
        """Something was said, heard or silenced."""
        self.close()
        at = self._voice.resume_at
        if at is not None:
            self._timer = self._loop.call_later(max(0.0, at - self._now()), self._tick)

    def close(self) -> None:
        """Leaves no timer behind."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        self._timer = None
        self._voice.tick()
        self.set()
