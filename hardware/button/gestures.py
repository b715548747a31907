"""From a contact's level to what a finger meant: presses, taps, double taps, holds; and a button that is stuck.

Pure: whoever sees the level says when (seconds of one clock that never steps back). Debouncing is here too, because
every GPIO library means something else by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hardware.clock import TOLERANCE


class Gesture(StrEnum):
    """What a button has to tell."""

    PRESS = "press"  # the first contact, at once: silences, and nothing else
    RELEASE = "release"  # the finger is off: ends what a press began to show; never an act of its own
    TAP = "tap"  # let go before a hold
    DOUBLE = "double"  # in place of the second of two quick taps
    HASTY = "hasty"  # a tap too soon after the one before to be meant; no effect on the game
    HOLD = "hold"  # held for so long, told at that moment
    LONG_HOLD = "long hold"  # held for longer; repeated a few times
    STUCK = "stuck"  # down for so long that no finger means it


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """One gesture of the button named `button`.

    `at` is the moment it took place and `pressed_at` when its press began, both in seconds; `count` numbers the
    LONG_HOLDs of one press from 1.
    """

    button: str
    gesture: Gesture
    at: float
    pressed_at: float
    count: int = 1


@dataclass(frozen=True, slots=True)
class ButtonTimings:
    """Seconds; None turns a gesture off.

    `debounce`: a level counts when it has stood this long, and a press that was shorter is no tap;
    `hold`, `long_hold`: after so long; then a LONG_HOLD every `repeat_every`, `long_holds` in all;
    `double_gap`: from letting go to the second press, at most;
    `cool_down`: a press that begins so soon after letting go is no TAP;
    `stuck`: down for longer than this;
    `poll`: how often the level is read again in case an edge was lost.
    """

    debounce: float = 0.030
    hold: float | None = 0.8
    long_hold: float | None = 3.0
    repeat_every: float = 1.0
    long_holds: int = 3
    double_gap: float | None = 0.40
    cool_down: float = 0.5
    stuck: float = 10.0
    poll: float = 0.050


@dataclass(slots=True)
class _Press:
    """A press under way, from the first contact to the end of the last bounce."""

    at: float
    resting: bool = False  # it was down when we first looked, so nobody pressed it
    held: bool = False
    long_holds: int = 0
    stuck: bool = False

    @property
    def can_tap(self) -> bool:
        return not (self.resting or self.held or self.long_holds or self.stuck)


class Gestures:
    """The gestures of one button, made from its levels.

    A press is told at the first contact; its end only when the contact has been open for `debounce`, so that neither
    bounces nor a flickering contact make a second one. What is due at the very moment of an edge comes after it.
    `timings` may be replaced at any time.
    """

    def __init__(self, button: str, timings: ButtonTimings, down: bool, now: float) -> None:
        self.timings = timings
        self._button = button
        self._down = down
        self._since = now  # of the level
        self._press = _Press(now, resting=True) if down else None
        self._released_at: float | None = None  # the last tap of any kind
        self._first_tap_at: float | None = None  # let go of what may be the first of two taps

    @property
    def down(self) -> bool:
        """The level as last told."""
        return self._down

    def level(self, down: bool, now: float) -> list[ButtonEvent]:
        """Take the level as it is from `now` on; return the gestures up to and by it."""
        events = list(self._until(now - TOLERANCE))
        if down == self._down:
            return events
        self._down, self._since = down, max(now, self._since)
        if down and self._press is None:
            self._press = _Press(self._since)
            events.append(self._event(Gesture.PRESS, self._since, self._press))
        return events

    def tick(self, now: float) -> list[ButtonEvent]:
        """Let time pass up to `now`; return the gestures in it."""
        return list(self._until(now + TOLERANCE))

    def due(self) -> float | None:
        """Return the next moment at which `tick` may have something to tell, or None."""
        return min((moment for moment, _ in self._alarms()), default=None)

    def _until(self, now: float) -> Iterator[ButtonEvent]:
        while alarms := [alarm for alarm in self._alarms() if alarm[0] <= now]:
            moment, gesture = min(alarms)
            yield from self._fire(gesture, moment)

    def _alarms(self) -> Iterator[tuple[float, Gesture]]:
        """Yield what will happen, and when, if the level stays as it is."""
        press, timings = self._press, self.timings
        if press is None:
            return
        if not self._down:
            yield self._since + timings.debounce, Gesture.RELEASE
            return
        if not press.stuck:
            yield self._no_sooner(press.at + timings.stuck), Gesture.STUCK
        if press.resting or press.stuck:
            return
        if timings.hold is not None and not press.held:
            yield self._no_sooner(press.at + timings.hold), Gesture.HOLD
        if timings.long_hold is not None and press.long_holds < timings.long_holds:
            late = timings.long_hold + press.long_holds * timings.repeat_every
            yield self._no_sooner(press.at + late), Gesture.LONG_HOLD

    def _no_sooner(self, moment: float) -> float:
        """A moment that passed while the contact was open comes when it closes again."""
        return max(moment, self._since)

    def _fire(self, gesture: Gesture, moment: float) -> list[ButtonEvent]:
        press = self._press
        assert press is not None, "only a press has alarms"
        if gesture is Gesture.RELEASE:
            return self._end(press)
        if gesture is Gesture.HOLD:
            press.held = True
        elif gesture is Gesture.LONG_HOLD:
            press.long_holds += 1
        else:
            press.stuck = True
        return [self._event(gesture, moment, press)]

    def _end(self, press: _Press) -> list[ButtonEvent]:
        let_go = self._since
        self._press = None
        events = [self._event(Gesture.RELEASE, let_go, press)]
        if press.can_tap and let_go - press.at >= self.timings.debounce - TOLERANCE:
            events.append(self._event(self._kind_of_tap(press, let_go), let_go, press))
        return events

    def _kind_of_tap(self, press: _Press, let_go: float) -> Gesture:
        first, last = self._first_tap_at, self._released_at
        gap = self.timings.double_gap
        self._released_at, self._first_tap_at = let_go, let_go
        if first is not None and gap is not None and press.at - first <= gap + TOLERANCE:
            self._first_tap_at = None
            return Gesture.DOUBLE
        if last is not None and press.at - last < self.timings.cool_down - TOLERANCE:
            return Gesture.HASTY
        return Gesture.TAP

    def _event(self, gesture: Gesture, at: float, press: _Press) -> ButtonEvent:
        return ButtonEvent(self._button, gesture, at, press.at, max(1, press.long_holds))
