"""What the daemon has to say that is no part of the game."""

from __future__ import annotations

from enum import StrEnum

from companion.channels.announcer import Announcer
from companion.channels.speech import Priority
from companion.channels.voice_timer import VoiceTimer


class Notice(StrEnum):
    """What the daemon tells of itself. Each value is the name of a message, `notice-…` (narration/en/notices.ftl).

    What it tells of the journal is in `companion.journal.keeping.News`.
    """

    READER_LOST = "reader-lost"
    READER_BACK = "reader-back"
    PART_LOST = "part-lost"
    PART_BACK = "part-back"
    BUTTON_STUCK = "button-stuck"
    SAFE_START = "safe-start"
    """Some parts are simulated, because the last starts failed (`safe_start`)."""
    TAGS_SET_ASIDE = "tags-set-aside"
    NO_READ = "no-read"
    TWO_TOKENS = "two-tokens"
    RANDOM_UID = "random-uid"
    """The value is that of the reader's `TagFlaw`."""
    BOXES_UNVERIFIED = "boxes-unverified"


class Notices:
    """Tells notices, and lets the voice go on with them."""

    def __init__(self, announcer: Announcer, voice_timer: VoiceTimer) -> None:
        self._announcer = announcer
        self._voice_timer = voice_timer

    def tell(self, name: str, priority: Priority, *, good: bool = False, **facts: str | int) -> None:
        """Tells the notice of that name. What is no `good` news looks like trouble."""
        self._announcer.notice(name, priority, good=good, **facts)
        self._voice_timer.set()

    def alert(self, name: str) -> None:
        """Tells what people should know at once."""
        self.tell(name, Priority.ALERT)
