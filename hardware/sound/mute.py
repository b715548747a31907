"""A silent loudspeaker for a table that wants no sound: it has the calls of `hardware.sound.speaker.Speaker`.

It needs no speech engine and no sound card. Words that nobody hears take no time. So each phrase is reported as started
and finished at once, and nothing waits for a silent voice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from hardware.clock import Clock
from hardware.owner import REPORT_EVERY, Stop, hand_over
from hardware.sound.earcons import Sound
from hardware.sound.speaker import SpeechReport, SpeechStage


class MuteSpeaker:
    """A device for an owner (`open`, `serve`, `close`). Any thread may call `say`, `cut` and `play`.

    `report` is called in the thread that calls `say`, so it must only hand over.
    """

    def __init__(self, clock: Clock, report: Callable[[SpeechReport], object]) -> None:
        self._clock = clock
        self._report = report
        self._changed = threading.Event()

    def say(self, number: int, text: str) -> None:
        """Report phrase `number` as started and finished."""
        now = self._clock.monotonic()
        for stage in (SpeechStage.STARTED, SpeechStage.FINISHED):
            hand_over(self._report, SpeechReport(number, stage, now))

    def cut(self) -> None:
        """Do nothing: it is silent already."""

    def play(self, sound: str) -> None:
        """Play nothing. Raise ValueError for a name that is not in `Sound`, as the real speaker does."""
        Sound(sound)

    def open(self) -> None:
        """Do nothing: nothing can be missing."""

    def serve(self, stop: Stop) -> None:
        """Wait until `stop` is set."""
        with stop.interrupting(self._changed.set):
            while not stop.is_set():
                self._changed.wait(REPORT_EVERY)

    def close(self) -> None:
        """Make ready for the next `serve`."""
        self._changed.clear()
