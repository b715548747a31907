"""A button: a contact on a pin, and its simulated twin.

The contact's edges come from a `Line` in whatever thread its library uses; the owner's thread makes gestures of them,
and reads the level again now and then, so that a lost edge costs a twentieth of a second and not the game. The dice
button and the buttons for next and back are all a `Button`.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

from hardware.button.gestures import ButtonEvent, ButtonTimings, Gestures
from hardware.clock import Clock, reached
from hardware.owner import Stop, hand_over

_log = logging.getLogger(__name__)


class Line(Protocol):
    """A contact that is down or up: `hardware.button.pins.GpioLine`, or `SimLine`."""

    def open(self, on_edge: Callable[[bool], object]) -> None:
        """Begin to tell edges: True for down, False for up, in any thread. `on_edge` never raises and never blocks."""
        ...

    def is_down(self) -> bool:
        """Read the level; only while open."""
        ...

    def close(self) -> None:
        """Tell no more edges and give the contact back; also after an `open` that failed."""
        ...


class Button:
    """The gestures of one contact: a device for an `Owner`.

    `on_event` is called in the owner's thread and must only hand over. `timings` may be replaced while it runs. A
    button that is down when it is opened is taken for stuck, not for pressed.
    """

    _GRACE = 0.010  # seconds in which the library may still tell the edge of a level that is seen already

    def __init__(
        self,
        name: str,
        line: Line,
        on_event: Callable[[ButtonEvent], object],
        clock: Clock,
        timings: ButtonTimings | None = None,
    ) -> None:
        self.name = name
        self.timings = timings or ButtonTimings()
        self.lost_edges = 0
        """How often the level had changed and the line had told no edge: a sign of a broken GPIO library."""
        self._line = line
        self._on_event = on_event
        self._clock = clock
        self._edges: deque[tuple[bool, float]] = deque()
        self._news = threading.Event()
        self._doubt_since: float | None = None  # the level is not what the edges say
        self._gestures: Gestures | None = None

    def open(self) -> None:
        """Claim the contact and look at it for the first time."""
        self._line.open(self._edge)
        self._edges.clear()
        self._doubt_since = None
        self._gestures = Gestures(self.name, self.timings, self._line.is_down(), self._clock.monotonic())

    def serve(self, stop: Stop) -> None:
        """Tell gestures until `stop`."""
        with stop.interrupting(self._news.set):
            while not stop.is_set():
                self._clock.wait(self._news, self._pause())
                self._news.clear()
                self.step()

    def close(self) -> None:
        """Give the contact back."""
        self._gestures = None
        self._line.close()

    def step(self) -> None:
        """Take the edges that came, read the level, let time pass up to now, and hand over what that makes."""
        assert self._gestures is not None, "an owner opens before it serves"
        self._gestures.timings = self.timings
        events: list[ButtonEvent] = []
        while self._edges:
            events += self._gestures.level(*self._edges.popleft())
        now = self._clock.monotonic()
        if self._edge_is_lost(self._gestures.down, now):
            events += self._gestures.level(not self._gestures.down, now)
        events += self._gestures.tick(now)
        for event in events:
            hand_over(self._on_event, event)

    def _pause(self) -> float:
        assert self._gestures is not None, "an owner opens before it serves"
        now = self._clock.monotonic()
        grace = None if self._doubt_since is None else self._doubt_since + self._GRACE
        moments = (moment for moment in (grace, self._gestures.due()) if moment is not None)
        return max(0.0, min([now + self.timings.poll, *moments]) - now)

    def _edge(self, down: bool) -> None:
        """Note an edge; called in the line's thread."""
        self._edges.append((down, self._clock.monotonic()))
        self._news.set()

    def _edge_is_lost(self, told: bool, now: float) -> bool:
        """Read the level, and tell whether it differs from the one `told` by edges for so long that one was lost."""
        if self._line.is_down() == told:
            self._doubt_since = None
            return False
        if self._doubt_since is None:
            self._doubt_since = now
        if not reached(self._doubt_since + self._GRACE, now):
            return False
        self._doubt_since = None
        self._count_lost_edge()
        return True

    def _count_lost_edge(self) -> None:
        self.lost_edges += 1
        level = logging.WARNING if self.lost_edges == 1 else logging.DEBUG
        _log.log(level, "%s: an edge was lost (%d so far)", self.name, self.lost_edges)


class SimLine:
    """A contact without hardware: pressed and released by calls, from any thread."""

    def __init__(self) -> None:
        self._down = False
        self._on_edge: Callable[[bool], object] | None = None

    def open(self, on_edge: Callable[[bool], object]) -> None:
        """Begin to tell edges."""
        self._on_edge = on_edge

    def is_down(self) -> bool:
        """Return the level."""
        return self._down

    def close(self) -> None:
        """Tell no more edges; the contact stays as it is."""
        self._on_edge = None

    def move(self, down: bool) -> None:
        """Press the contact down or let it up."""
        changed, self._down = self._down != down, down
        if changed and self._on_edge is not None:
            self._on_edge(down)


class SimButton(Button):
    """A button without hardware, pressed by calls; debounced, timed and owned like the real one."""

    def __init__(
        self,
        name: str,
        on_event: Callable[[ButtonEvent], object],
        clock: Clock,
        timings: ButtonTimings | None = None,
    ) -> None:
        self._contact = SimLine()
        super().__init__(name, self._contact, on_event, clock, timings)

    def press(self) -> None:
        """Put the finger down."""
        self._contact.move(True)

    def release(self) -> None:
        """Lift the finger."""
        self._contact.move(False)
