"""What comes of an input of the table protocol."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.game.events import Event
from companion.narration.phrases import Utterance
from companion.talk.verb import Message


class Outcome(msgspec.Struct):
    """What came of an input. `entry` must be in the journal before anything is announced; none: nothing changed."""

    entry: Message | None = None
    events: list[Event] = []
    told: list[Utterance] = []
    say: str | None = None
    screen: tuple[str, ...] = ()
    state: dict[str, Any] | None = None
