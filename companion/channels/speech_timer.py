"""When speech goes on after a press."""

from __future__ import annotations

from collections.abc import Callable

from companion.channels.speech import SpeechChannel
from companion.channels.timing import Scheduler, Timer


class SpeechTimer:
    """Wakes the speech channel after the pause that follows a press. `now` is the clock of that channel."""

    def __init__(self, speech: SpeechChannel, loop: Scheduler, now: Callable[[], float]) -> None:
        self._speech = speech
        self._loop = loop
        self._now = now
        self._timer: Timer | None = None

    def set(self) -> None:
        """Something was said, heard or silenced."""
        self.close()
        at = self._speech.resume_at
        if at is not None:
            self._timer = self._loop.call_later(max(0.0, at - self._now()), self._tick)

    def close(self) -> None:
        """Leaves no timer behind."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        self._timer = None
        self._speech.tick()
        self.set()
