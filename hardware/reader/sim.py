"""The simulated tag reader: no port and no parser, for a table without hardware."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from hardware.clock import Clock
from hardware.owner import REPORT_EVERY, DeviceFault, Reason, Stop, hand_over
from hardware.reader.presence import Crowd, NoRead, ReaderEvent, TagArrived, TagLeft, Unusable, flaw_of


class SimReader:
    """A reader without hardware. Tokens are laid and lifted by calls from any thread, which report the events at once.

    It is a device for an `Owner` like the real one, and it hears tokens only while it is open.
    """

    def __init__(self, on_event: Callable[[ReaderEvent], object], clock: Clock) -> None:
        self._on_event = on_event
        self._clock = clock
        self._lock = threading.Lock()
        self._lying: dict[str, bool] = {}  # tag: whether its arrival was reported
        self._open = False
        self._plugged = True
        self._changed = threading.Event()

    def open(self) -> None:
        """Begin to hear tokens. Raise DeviceFault while unplugged."""
        self._check_plug()
        self._open = True

    def serve(self, stop: Stop) -> None:
        """Wait until `stop` is set. Raise DeviceFault when unplugged."""
        with stop.interrupting(self._changed.set):
            while not stop.is_set():
                self._check_plug()
                self._changed.wait(REPORT_EVERY)
                self._changed.clear()

    def close(self) -> None:
        """Hear no more tokens. They stay where they lie."""
        self._open = False

    def lay(self, tag: str) -> None:
        """Lay the token with `tag` on the reader: it arrives, or there is a crowd.

        Nothing happens if it lies there already, or if the reader does not hear.
        """
        with self._lock:
            news = self._hears and tag not in self._lying
            if news:
                self._lying[tag] = False
            events = self._who_lies_there() if news else []
        self._tell(events)

    def lift(self, tag: str) -> None:
        """Lift the token with `tag`: it leaves, and a token that now lies alone arrives."""
        with self._lock:
            arrived = self._lying.pop(tag, False)
            leaves = arrived and flaw_of(tag) is None
            events: list[ReaderEvent] = [TagLeft(tag, self._clock.monotonic())] if leaves else []
            if len(self._lying) == 1:
                events += self._who_lies_there()
        self._tell(events)

    def tap(self, tag: str) -> None:
        """Lay the token on the reader and lift it again."""
        self.lay(tag)
        self.lift(tag)

    def misread(self) -> None:
        """Report something that could not be read."""
        self._tell([NoRead(self._clock.monotonic())] if self._hears else [])

    def unplug(self) -> None:
        """Pull the plug: the device is lost until `plug`."""
        self._plugged = False
        self._changed.set()

    def plug(self) -> None:
        """Put the plug back in. The owner finds the device at its next try."""
        self._plugged = True

    @property
    def _hears(self) -> bool:
        return self._open and self._plugged

    def _check_plug(self) -> None:
        if not self._plugged:
            raise DeviceFault(Reason.MISSING, "unplugged in the simulation")

    def _who_lies_there(self) -> list[ReaderEvent]:
        now = self._clock.monotonic()
        if len(self._lying) > 1:
            return [Crowd(tuple(self._lying), now)]
        new = [tag for tag, arrived in self._lying.items() if not arrived]
        self._lying.update(dict.fromkeys(new, True))
        return [Unusable(flaw, now) if (flaw := flaw_of(tag)) else TagArrived(tag, now) for tag in new]

    def _tell(self, events: Sequence[ReaderEvent]) -> None:
        for event in events:
            hand_over(self._on_event, event)
