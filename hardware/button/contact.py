"""A button: a contact on a pin, and its simulation.

A `Line` reports the edges of the contact, in whatever thread its library uses. The owner's thread makes gestures of
them. It sleeps until an edge comes or a gesture is due. It also reads the level every two seconds, so that a lost edge
costs a moment and not the game. The dice button and the buttons for next and back are all a `Button`.
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
    """A contact that is down or up, on a line of a GPIO chip: `hardware.button.pins.GpioLine`, or `SimLine`."""

    def open(self, on_edge: Callable[[bool], object]) -> None:
        """Begin to report edges: True for down, False for up, in any thread. `on_edge` must not raise or block."""
        ...

    def is_down(self) -> bool:
        """Read the level. The line must be open."""
        ...

    def close(self) -> None:
        """Report no more edges and release the contact, also after an `open` that failed."""
        ...


class Button:
    """The gestures of one contact. It is a device for an `Owner`.

    `on_event` is called in the owner's thread and must only hand over. `timings` may be replaced at any time. A button
    that is down when it is opened counts as stuck, not as pressed.
    """

    _GRACE = 0.010  # seconds in which the edge of a level that was already read may still come from the library

    def __init__(
        self,
        name: str,
        line: Line,
        on_event: Callable[[ButtonEvent], object],
        clock: Clock,
        timings: ButtonTimings | None = None,
    ) -> None:
        self.name = name
        self._timings = timings or ButtonTimings()
        self.lost_edges = 0
        """How often the level had changed and no edge was reported: a sign of a broken GPIO library."""
        self._line = line
        self._on_event = on_event
        self._clock = clock
        self._edges: deque[tuple[bool, float]] = deque()
        self._news = threading.Event()
        self._doubt_since: float | None = None  # since when the level is not what the edges say
        self._gestures: Gestures | None = None

    @property
    def timings(self) -> ButtonTimings:
        """When a press becomes which gesture."""
        return self._timings

    @timings.setter
    def timings(self, timings: ButtonTimings) -> None:
        self._timings = timings
        self._news.set()  # the thread may sleep until a moment that the old timings gave

    def open(self) -> None:
        """Claim the contact and read it for the first time."""
        self._line.open(self._edge)
        self._edges.clear()
        self._doubt_since = None
        self._gestures = Gestures(self.name, self.timings, self._line.is_down(), self._clock.monotonic())

    def serve(self, stop: Stop) -> None:
        """Report gestures until `stop` is set."""
        with stop.interrupting(self._news.set):
            while not stop.is_set():
                self._clock.wait(self._news, self._pause())
                self._news.clear()
                self.step()

    def close(self) -> None:
        """Release the contact."""
        self._gestures = None
        self._line.close()

    def step(self) -> None:
        """Take the edges that came, read the level, let time pass up to now, and hand over the gestures."""
        assert self._gestures is not None, "an owner opens before it serves"
        self._gestures.timings = self.timings
        events: list[ButtonEvent] = []
        while self._edges:
            events += self._gestures.level(*self._edges.popleft())
        now = self._clock.monotonic()
        lost_at = self._lost_edge(self._gestures.down, now)
        if lost_at is not None:
            due = self._gestures.due()  # the level may have changed before that: a lost release must not become a hold
            events += self._gestures.level(not self._gestures.down, lost_at if due is None else min(lost_at, due))
        if self._doubt_since is None:
            events += self._gestures.tick(now)
        for event in events:
            hand_over(self._on_event, event)

    def _pause(self) -> float:
        assert self._gestures is not None, "an owner opens before it serves"
        now, due = self._clock.monotonic(), self._gestures.due()
        if self._doubt_since is not None:
            due = self._doubt_since + self._GRACE
        look = now + self.timings.look_every
        return max(0.0, (look if due is None else min(look, due)) - now)

    def _edge(self, down: bool) -> None:
        """Note an edge. This is called in the line's thread."""
        self._edges.append((down, self._clock.monotonic()))
        self._news.set()

    def _lost_edge(self, told: bool, now: float) -> float | None:
        """Read the level. Return when an edge was missed, and count it, or None if none was lost.

        It was lost if the level has differed for too long from `told`, the level that the edges say.
        """
        if self._line.is_down() == told:
            self._doubt_since = None
            return None
        if self._doubt_since is None:
            self._doubt_since = now
        if not reached(self._doubt_since + self._GRACE, now):
            return None
        missed_at, self._doubt_since = self._doubt_since, None
        self._count_lost_edge()
        return missed_at

    def _count_lost_edge(self) -> None:
        self.lost_edges += 1
        level = logging.WARNING if self.lost_edges == 1 else logging.DEBUG
        _log.log(level, "%s: an edge was lost (%d so far)", self.name, self.lost_edges)


class SimLine:
    """A contact without hardware. It is pressed and released by calls from any thread."""

    def __init__(self) -> None:
        self._down = False
        self._on_edge: Callable[[bool], object] | None = None

    def open(self, on_edge: Callable[[bool], object]) -> None:
        """Begin to report edges."""
        self._on_edge = on_edge

    def is_down(self) -> bool:
        """Return the level."""
        return self._down

    def close(self) -> None:
        """Report no more edges. The contact stays as it is."""
        self._on_edge = None

    def move(self, down: bool) -> None:
        """Press the contact down or let it up."""
        changed, self._down = self._down != down, down
        if changed and self._on_edge is not None:
            self._on_edge(down)


class SimButton(Button):
    """A button without hardware that is pressed by calls. It is debounced, timed and owned like the real one."""

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
