"""The Wizard's Tower on the ring: fire that flies at the Castle, and fire that goes out."""

from __future__ import annotations

from collections.abc import Iterator

from companion.channels.at_rest import AMBER
from companion.channels.box_signs import BoxSigns
from companion.channels.signs import Glow, Place, dims, flare, passes, sweep


def _breath(place: Place) -> Iterator[Glow]:
    return sweep(place, color=AMBER)


SIGNS = BoxSigns(
    cues={
        "breath": passes(_breath, flare),
        "doused": passes(dims),
    },
)
