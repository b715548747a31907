"""What the daemon has to say that is no part of the game."""

from __future__ import annotations

from companion.channels.announcer import Announcer
from companion.channels.speech import Priority
from companion.channels.voice_timer import VoiceTimer


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
