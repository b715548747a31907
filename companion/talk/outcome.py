"""The outcome of an input of the table protocol."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.game.events import Event
from companion.narration.phrases import EventWords
from companion.talk.verb import Message


class Outcome(msgspec.Struct):
    """The outcome of one input. `entry` must be in the journal before anything is announced; None means no change."""

    entry: Message | None = None
    events: list[Event] = []
    told: list[EventWords] = []
    say: str | None = None
    screen: tuple[str, ...] = ()
    state: dict[str, Any] | None = None
