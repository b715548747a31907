"""What is on the ring of lights, and until when.

No device is known here: a small protocol stands for it, which the daemon fills with a real or a simulated one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.channels.at_rest import ArcLight
from companion.channels.cues import CUES, RingCue
from companion.channels.lights import LightSettings
from companion.channels.stage import Stage
from companion.channels.timing import Scheduler, Timer
from companion.narration.phrases import NamedCue

RING_FRAME_SECONDS = 1 / 30


class RingDevice(Protocol):
    """Something with lights in a ring."""

    def show(self, lights: Sequence[tuple[int, int, int]]) -> None:
        """Shows one color for each light, clockwise from the first of arc 1."""


class RingChannel:
    """What is on the ring: the board, the cues of the standing question, and what passes over them."""

    def __init__(self, ring: RingDevice, count: int, loop: Scheduler) -> None:
        self._ring = ring
        self._loop = loop
        self._stage = Stage(LightSettings(), count)
        self._arcs: Sequence[ArcLight] = [ArcLight()] * 6
        self._standing: list[RingCue] = []
        self._added = False
        self._frame_timer: Timer | None = None
        self._rest_timer: Timer | None = None

    def scene(self, arcs: Sequence[ArcLight], passing: Sequence[NamedCue], standing: Sequence[NamedCue]) -> None:
        """A new picture of the board, with the cues of what has happened and of what is now asked."""
        self._arcs = arcs
        asked = _cues(standing)
        self._standing = [cue for cue in asked if CUES[cue.cue].held]
        self._play([*_cues(passing), *asked])

    def add(self, cues: Sequence[NamedCue], seconds: float | None = None) -> None:
        """Something over the question that stands: for so many seconds, or until `rest`, or until a new scene."""
        self._play([*_cues(cues), *self._standing])
        self._added = True
        if seconds is not None:
            self._rest_timer = self._loop.call_later(seconds, self.rest)

    def rest(self) -> None:
        """What was added goes; what came in its place meanwhile stays."""
        if self._added:
            self._play(self._standing)

    def use(self, settings: LightSettings) -> None:
        """Changes how the ring may shine."""
        self._stage.use(settings, self._loop.time())
        self._turn()

    def close(self) -> None:
        """Leaves no timer behind."""
        for timer in (self._frame_timer, self._rest_timer):
            if timer:
                timer.cancel()
        self._frame_timer = self._rest_timer = None

    def _play(self, cues: Sequence[RingCue]) -> None:
        self.close()
        self._added = False
        begun = self._loop.time() - RING_FRAME_SECONDS  # so that the first frame shows it
        self._stage.play(self._arcs, list(dict.fromkeys(cues)), begun)
        self._turn()

    def _turn(self) -> None:
        if self._frame_timer:
            self._frame_timer.cancel()
            self._frame_timer = None
        now = self._loop.time()
        self._ring.show(self._stage.frame(now))
        if self._stage.busy(now):
            self._frame_timer = self._loop.call_later(RING_FRAME_SECONDS, self._turn)


def _cues(named: Sequence[NamedCue]) -> list[RingCue]:
    """Arc 0 of a cue is the whole ring."""
    return [RingCue(cue["cue"], cue.get("arc") or None, cue.get("space")) for cue in named]
