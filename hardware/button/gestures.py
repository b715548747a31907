"""From the level of a contact to what a finger meant: presses, taps, double taps, holds; and a button that is stuck.

Pure: the caller says at which moment it reads the level (seconds of one clock that never goes back). Debouncing is here
too, because each GPIO library means something else by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from hardware.clock import TOLERANCE


class Gesture(StrEnum):
    """What a button reports."""

    PRESS = "press"  # the first contact, reported at once; it silences the voice and does nothing else
    RELEASE = "release"  # the finger is off; it ends what the press has begun to show and does nothing else
    TAP = "tap"  # released before a hold
    DOUBLE = "double"  # reported in place of the second of two quick taps
    HASTY = "hasty"  # a tap too soon after another one to be meant; it does nothing in the game
    HOLD = "hold"  # held for `hold` seconds; reported at that moment
    LONG_HOLD = "long hold"  # held for `long_hold` seconds; repeated a few times
    STUCK = "stuck"  # down for so long that no finger means it


class ButtonEvent(msgspec.Struct, frozen=True):
    """One gesture of the button with the name `button`.

    `at` is the moment of the gesture and `pressed_at` that of the press which it belongs to, in seconds. `count`
    numbers the LONG_HOLDs of one press from 1.
    """

    button: str
    gesture: Gesture
    at: float
    pressed_at: float
    count: int = 1


class ButtonTimings(msgspec.Struct, frozen=True):
    """When a press becomes which gesture, in seconds. None turns a gesture off.

    `debounce`: a level counts when it has lasted this long; a shorter press is no tap;
    `hold`, `long_hold`: how long a press must last for HOLD and for the first LONG_HOLD;
    `repeat_every`: the time from one LONG_HOLD to the next;
    `long_holds`: how many LONG_HOLDs one press can have;
    `double_gap`: the longest time from the release of a tap to the second press of a DOUBLE;
    `cool_down`: a press that begins sooner than this after the release of a tap is HASTY and no TAP;
    `stuck`: a press that lasts longer than this is STUCK;
    `look_every`: how often the level is read again, in case an edge was lost.
    """

    debounce: float = 0.030
    hold: float | None = 0.8
    long_hold: float | None = 3.0
    repeat_every: float = 1.0
    long_holds: int = 3
    double_gap: float | None = 0.40
    cool_down: float = 0.5
    stuck: float = 10.0
    look_every: float = 2.0


class _Press(msgspec.Struct):
    """A press that is not over, from the first contact to the end of the last bounce."""

    at: float
    resting: bool = False  # it was down when the button was opened, so nobody pressed it
    held: bool = False
    long_holds: int = 0
    stuck: bool = False

    @property
    def can_tap(self) -> bool:
        return not (self.resting or self.held or self.long_holds or self.stuck)


class Gestures:
    """The gestures of one button, made from its levels.

    A press is reported at the first contact. Its end is reported only after the contact was open for `debounce`, so
    neither bounces nor a bad contact make a second press. What is due at the very moment of an edge comes after the
    edge. `timings` may be replaced at any time.
    """

    def __init__(self, button: str, timings: ButtonTimings, down: bool, now: float) -> None:
        self.timings = timings
        self._button = button
        self._down = down
        self._since = now  # when the level became what it is
        self._press = _Press(now, resting=True) if down else None
        self._released_at: float | None = None  # when the last tap of any kind was released
        self._first_tap_at: float | None = None  # when a tap was released that may be the first of two

    @property
    def down(self) -> bool:
        """Whether the contact is down, by the last level that was reported."""
        return self._down

    def level(self, down: bool, now: float) -> list[ButtonEvent]:
        """Take the level that there is from `now` on. Return the gestures up to and including it."""
        events = list(self._until(now - TOLERANCE))
        if down == self._down:
            return events
        self._down, self._since = down, max(now, self._since)
        if down and self._press is None:
            self._press = _Press(self._since)
            events.append(self._event(Gesture.PRESS, self._since, self._press))
        return events

    def tick(self, now: float) -> list[ButtonEvent]:
        """Let time pass up to `now`. Return the gestures of that time."""
        return list(self._until(now + TOLERANCE))

    def due(self) -> float | None:
        """Return the next moment at which `tick` may return a gesture, or None."""
        return min((moment for moment, _ in self._alarms()), default=None)

    def _until(self, now: float) -> Iterator[ButtonEvent]:
        while alarms := [alarm for alarm in self._alarms() if alarm[0] <= now]:
            moment, gesture = min(alarms)
            yield from self._fire(gesture, moment)

    def _alarms(self) -> Iterator[tuple[float, Gesture]]:
        """Yield which gestures come, and when, if the level stays as it is."""
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
        """Return `moment`, or the last change of the level if that is later."""
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
