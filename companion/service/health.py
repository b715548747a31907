"""What the table must be told of its own machinery, and how often.

Parts that go and come back, a tag book that cannot be read, and a loudspeaker that is not open yet.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.channels.speech import Mouth
from companion.channels.timing import Scheduler, Timer
from companion.owner.tags import TagFile

_log = logging.getLogger(__name__)

STEADY_SECONDS = 1.0
"""A part that came back is told of when it has stayed so long. With the longest pause between two tries: within 5 s."""


class Parts:
    """Which parts are lost. `tell` is called once when one is lost (True), once when it is back for good (False)."""

    def __init__(self, tell: Callable[[str, bool], None], loop: Scheduler) -> None:
        self.lost: set[str] = set()
        self._tell = tell
        self._loop = loop
        self._returning: dict[str, Timer] = {}

    def gone(self, part: str) -> None:
        """A part does not work."""
        self._stay_away(part)
        if part not in self.lost:
            self.lost.add(part)
            self._tell(part, True)

    def there(self, part: str) -> None:
        """A part works. One that was never missed is not spoken of."""
        self._stay_away(part)
        if part in self.lost:
            self._returning[part] = self._loop.call_later(STEADY_SECONDS, self._back, part)

    def close(self) -> None:
        """Leaves no timer behind."""
        for part in list(self._returning):
            self._stay_away(part)

    def _stay_away(self, part: str) -> None:
        returning = self._returning.pop(part, None)
        if returning:
            returning.cancel()

    def _back(self, part: str) -> None:
        del self._returning[part]
        self.lost.discard(part)
        self._tell(part, False)


class Stickers:
    """The tag book as it is on disk now. `tell` is called once for each fault of it."""

    def __init__(self, file: TagFile, tell: Callable[[], None]) -> None:
        self._file = file
        self._tell = tell
        self._unreadable = False

    def piece(self, tag: str) -> str | None:
        """The piece of a tag, if it is known."""
        self.read()
        return self._file.book.lookup(tag)

    def read(self) -> None:
        """Reads the book if it has changed. A damaged one is set aside; without it what was known stays known."""
        was_unreadable, self._unreadable = self._unreadable, False
        try:
            fault: object = self._file.load()
        except OSError as error:
            fault, self._unreadable = error, True
        if fault is not None and not (was_unreadable and self._unreadable):
            _log.error("the tag book cannot be used: %s", fault)
            self._tell()


class PatientMouth:
    """Before a loudspeaker that is still being opened: the first words wait until it is known whether it is there."""

    def __init__(self, speaker: Mouth) -> None:
        self._speaker = speaker
        self._decided = False
        self._waiting: tuple[int, str] | None = None

    def decided(self) -> None:
        """The loudspeaker is open, or cannot be opened: from now on it answers for itself."""
        self._decided = True
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._speaker.say(*waiting)

    def say(self, number: int, text: str) -> None:
        """Speaks `text`, instead of what is being spoken; reports carry `number`."""
        if self._decided:
            self._speaker.say(number, text)
        else:
            self._waiting = (number, text)

    def cut(self) -> None:
        """Is silent now."""
        self._waiting = None
        self._speaker.cut()

    def play(self, sound: str) -> None:
        """Plays the earcon of that name."""
        self._speaker.play(sound)
