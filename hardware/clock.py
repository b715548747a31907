"""Time, behind a seam: the real clock, and one that travels for simulations and tests.

All moments are seconds on a clock that never steps back (``time.monotonic``); only differences mean anything.
"""

from __future__ import annotations

import threading
import time
from typing import Protocol

TOLERANCE = 1e-6
"""Seconds. Sums of decimal fractions miss each other by less than this; two moments that near are the same moment."""


class Clock(Protocol):
    """What every device and every timer here reads instead of the system's time."""

    def monotonic(self) -> float:
        """Return now, in seconds since an arbitrary start; never less than before."""
        ...

    def wait(self, event: threading.Event, seconds: float) -> bool:
        """Block until `event` is set or `seconds` have passed, and return whether it is set."""
        ...


class SystemClock:
    """The real time of this machine."""

    def monotonic(self) -> float:
        """Return the seconds of ``time.monotonic``."""
        return time.monotonic()

    def wait(self, event: threading.Event, seconds: float) -> bool:
        """Block for real; see `Clock.wait`."""
        return event.wait(max(0.0, seconds))


class TravelClock:
    """A clock that stands still until `advance` moves it, so that an hour passes in no time.

    Threads may `wait` on it: they go on as soon as somebody has moved the clock far enough, or set their event.
    It counts whole nanoseconds, so that ten steps of 0.1 s are one second exactly.
    """

    _LOOK = 0.005  # real seconds: a plain Event that is set elsewhere cannot ring our condition, so look now and then

    def __init__(self, start: float = 0.0) -> None:
        self._nanoseconds = round(start * 1e9)
        self._changed = threading.Condition()
        self._awaited: list[float] = []

    def monotonic(self) -> float:
        """Return the travelled seconds."""
        return self._nanoseconds / 1e9

    def advance(self, seconds: float) -> None:
        """Move on by `seconds` and wake whoever waited for a moment that has now come; ValueError for a step back."""
        if seconds < 0:
            raise ValueError(f"a clock does not go back ({seconds} s)")
        with self._changed:
            self._nanoseconds += round(seconds * 1e9)
            self._changed.notify_all()

    def wait(self, event: threading.Event, seconds: float) -> bool:
        """Block until `event` is set or the clock has been advanced by `seconds`; see `Clock.wait`."""
        with self._changed:
            until = self.monotonic() + seconds
            self._awaited.append(until)
            self._changed.notify_all()
            try:
                while not event.is_set() and not reached(until, self.monotonic()):
                    self._changed.wait(self._LOOK)
            finally:
                self._awaited.remove(until)
        return event.is_set()

    def when_waited_for(self, seconds: float, patience: float = 5.0) -> None:
        """Advance by `seconds` once some thread waits for a moment to come, so that its wait is what passes.

        Raises TimeoutError when nobody does so within `patience` real seconds.
        """
        with self._changed:
            if not self._changed.wait_for(self._somebody_waits, patience):
                raise TimeoutError("nobody waits on this clock")
            self.advance(seconds)

    def _somebody_waits(self) -> bool:
        return any(not reached(until, self.monotonic()) for until in self._awaited)


def reached(due: float, now: float) -> bool:
    """Tell whether the moment `due` has come at `now` (both in seconds)."""
    return now >= due - TOLERANCE
