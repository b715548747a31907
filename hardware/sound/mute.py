"""A loudspeaker that is not there because nobody wants one: the silent twin of `hardware.sound.speaker.Speaker`.

It needs no speech engine and no sound card. Words that nobody hears take no time: each phrase is reported as started
and finished at once, so that what waits for the voice never waits for silence.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from hardware.clock import Clock
from hardware.owner import REPORT_EVERY, Stop, hand_over
from hardware.sound.earcons import Sound
from hardware.sound.speaker import SpeechReport, SpeechStage


class MuteSpeaker:
    """A device for an owner (`open`, `serve`, `close`); for all others `say`, `cut` and `play` from any thread.

    `report` is called in the caller's thread, so it must only hand over.
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
        """Be as silent as before."""

    def play(self, sound: str) -> None:
        """Play nothing; ValueError for a name that is none of `Sound`, as the real one has it."""
        Sound(sound)

    def open(self) -> None:
        """Nothing can be missing."""

    def serve(self, stop: Stop) -> None:
        """Wait until told to stop."""
        with stop.interrupting(self._changed.set):
            while not stop.is_set():
                self._changed.wait(REPORT_EVERY)

    def close(self) -> None:
        """Let go of nothing."""
        self._changed.clear()
