"""Facts that only the base box has: those of the Overlord."""

from __future__ import annotations

from companion.game.events import Event


class OverlordChose(Event, frozen=True, gc=False):
    """The Overlord has said what to play: one-monster, two-tokens or nothing."""

    choice: str
