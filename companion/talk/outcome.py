"""What comes of an input of the table protocol."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.game.events import Event
from companion.narration.phrases import EventWords
from companion.talk.verb import Message


class Outcome(msgspec.Struct):
    """What came of an input. `entry` must be in the journal before anything is announced; none: nothing changed."""

    entry: Message | None = None
    events: list[Event] = []
    told: list[EventWords] = []
    say: str | None = None
    screen: tuple[str, ...] = ()
    state: dict[str, Any] | None = None
