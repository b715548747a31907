"""What people must be told about the companion's own parts, and how often.

Parts that fail and work again, a tag book that cannot be read, and a loudspeaker that is not open yet.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.channels.speech import Mouth
from companion.channels.timing import Scheduler, Timer
from companion.owner.tags import TagFile

_log = logging.getLogger(__name__)

STEADY_SECONDS = 1.0
"""A part that works again is announced after it has worked for so long.

Together with the longest pause between two tries to open it, that is within 5 s.
"""


class Parts:
    """Which parts are lost. `tell` is called once when a part is lost (True), and once when it works again (False)."""

    def __init__(self, tell: Callable[[str, bool], None], loop: Scheduler) -> None:
        self.lost: set[str] = set()
        self._tell = tell
        self._loop = loop
        self._returning: dict[str, Timer] = {}

    def gone(self, part: str) -> None:
        """Note that a part does not work."""
        self._stay_away(part)
        if part not in self.lost:
            self.lost.add(part)
            self._tell(part, True)

    def there(self, part: str) -> None:
        """Note that a part works. A part that was never lost is not announced."""
        self._stay_away(part)
        if part in self.lost:
            self._returning[part] = self._loop.call_later(STEADY_SECONDS, self._back, part)

    def close(self) -> None:
        """Cancel all timers."""
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
    """The tag book as it is on disk at the moment. `tell` is called once for each fault of the file."""

    def __init__(self, file: TagFile, tell: Callable[[], None]) -> None:
        self._file = file
        self._tell = tell
        self._unreadable = False

    def piece(self, tag: str) -> str | None:
        """Return the piece of a tag, or None when the tag is unknown."""
        self.read()
        return self._file.book.lookup(tag)

    def read(self) -> None:
        """Read the book if it has changed. A damaged file is set aside, and what was known stays known."""
        was_unreadable, self._unreadable = self._unreadable, False
        try:
            fault: object = self._file.load()
        except OSError as error:
            fault, self._unreadable = error, True
        if fault is not None and not (was_unreadable and self._unreadable):
            _log.error("the tag book cannot be used: %s", fault)
            self._tell()


class PatientMouth:
    """Stands before a loudspeaker that is still being opened, and keeps the last words until that is decided."""

    def __init__(self, speaker: Mouth) -> None:
        self._speaker = speaker
        self._decided = False
        self._waiting: tuple[int, str] | None = None

    def decided(self) -> None:
        """Note that the loudspeaker is open or cannot be opened. From now on everything goes straight to it."""
        self._decided = True
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._speaker.say(*waiting)

    def say(self, number: int, text: str) -> None:
        """Speak `text` in place of what is being spoken. Reports about it carry `number`."""
        if self._decided:
            self._speaker.say(number, text)
        else:
            self._waiting = (number, text)

    def cut(self) -> None:
        """Be silent at once."""
        self._waiting = None
        self._speaker.cut()

    def play(self, sound: str) -> None:
        """Play the earcon (short sound) of that name."""
        self._speaker.play(sound)
