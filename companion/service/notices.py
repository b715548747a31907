"""What the daemon tells that is not part of the game."""

from __future__ import annotations

from enum import StrEnum

from companion.channels.announcer import Announcer
from companion.channels.speech import Priority
from companion.channels.speech_timer import SpeechTimer


class Notice(StrEnum):
    """What the daemon tells about itself. Each value is the name of a message, `notice-…` (narration/en/notices.ftl).

    What it tells about the journal is in `companion.journal.keeping.News`.
    """

    READER_LOST = "reader-lost"
    READER_BACK = "reader-back"
    PART_LOST = "part-lost"
    PART_BACK = "part-back"
    BUTTON_STUCK = "button-stuck"
    SAFE_START = "safe-start"
    """Some parts are simulated now, because the last starts failed (`companion.service.safe_start`)."""
    TAGS_SET_ASIDE = "tags-set-aside"
    NO_READ = "no-read"
    TWO_TOKENS = "two-tokens"
    RANDOM_UID = "random-uid"
    """The value is the one of the reader's `TagFlaw`."""
    BOXES_UNVERIFIED = "boxes-unverified"


class Notices:
    """Tells notices through the announcer and lets the voice begin."""

    def __init__(self, announcer: Announcer, speech_timer: SpeechTimer) -> None:
        self._announcer = announcer
        self._speech_timer = speech_timer

    def tell(self, name: str, priority: Priority, *, good: bool = False, **facts: str | int) -> None:
        """Tell the notice of that name. Unless it is `good` news, its sound and light mean trouble."""
        self._announcer.notice(name, priority, good=good, **facts)
        self._speech_timer.set()

    def alert(self, name: str) -> None:
        """Tell what people should know at once."""
        self.tell(name, Priority.ALERT)
