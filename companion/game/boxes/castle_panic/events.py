"""What can happen in the base box alone: the Overlord's facts."""

from __future__ import annotations

from companion.game.events import Event


class OverlordChose(Event, frozen=True, gc=False):
    """The Overlord has said what he plays: one-monster, two-tokens or nothing."""

    choice: str
