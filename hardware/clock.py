"""The clock that devices and timers read: the real one, and one that simulations and tests move by hand.

All moments are seconds on a clock that never goes back (``time.monotonic``). Only the difference of two moments has a
meaning.
"""

from __future__ import annotations

import threading
import time
from typing import Protocol

TOLERANCE = 1e-6
"""Seconds. Two moments that are closer than this are the same moment: sums of decimal fractions are not exact."""


class Clock(Protocol):
    """What every device and every timer here reads instead of the system time."""

    def monotonic(self) -> float:
        """Return the present moment in seconds, never less than before. Where the count begins has no meaning."""
        ...

    def wait(self, event: threading.Event, seconds: float) -> bool:
        """Block until `event` is set or `seconds` have passed. Return whether it is set."""
        ...


class SystemClock:
    """The real time of this machine."""

    def monotonic(self) -> float:
        """Return the seconds of ``time.monotonic``."""
        return time.monotonic()

    def wait(self, event: threading.Event, seconds: float) -> bool:
        """Block in real time; see `Clock.wait`."""
        return event.wait(max(0.0, seconds))


class TravelClock:
    """A clock that stands still until `advance` moves it, so that a test of an hour takes no time.

    Threads may `wait` on it. They go on when somebody has moved the clock far enough or has set their event. It counts
    whole nanoseconds, so that ten steps of 0.1 s are exactly one second.
    """

    _LOOK = 0.005  # real seconds between looks at the event: it may be set by code that does not notify `_changed`

    def __init__(self, start: float = 0.0) -> None:
        self._nanoseconds = round(start * 1e9)
        self._changed = threading.Condition()
        self._awaited: list[float] = []

    def monotonic(self) -> float:
        """Return the start and all seconds that the clock was advanced by since."""
        return self._nanoseconds / 1e9

    def advance(self, seconds: float) -> None:
        """Move on by `seconds` and wake every thread whose moment has come. Raise ValueError for a negative number."""
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
        """Wait until a thread waits on this clock, and then advance by `seconds`.

        So the time passes during that wait and not before it. Raise TimeoutError when no thread waits within `patience`
        real seconds.
        """
        with self._changed:
            if not self._changed.wait_for(self._somebody_waits, patience):
                raise TimeoutError("nobody waits on this clock")
            self.advance(seconds)

    def _somebody_waits(self) -> bool:
        return any(not reached(until, self.monotonic()) for until in self._awaited)


def reached(due: float, now: float) -> bool:
    """Tell whether the moment `due` has come at `now` (both in seconds). Less than `TOLERANCE` early counts as come."""
    return now >= due - TOLERANCE
