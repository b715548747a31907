"""The frames of the ring: true to the limits of brightness (A53), and what cannot be shown is refused."""

from __future__ import annotations

import random

import pytest

from companion.channels.at_rest import ArcLight
from companion.channels.cues import CUES, RingCue, UnknownCue
from companion.channels.lights import LightSettings, duration
from tests.channels.seeing import BARE, PLAIN, RINGS, every_state, frame, lit


def test_brightness_stays_within_its_mode() -> None:
    chance = random.Random(53)
    for _ in range(300):
        arcs = tuple(chance.choice(every_state()) for _ in range(6))
        cues = [RingCue(chance.choice(list(CUES)), chance.choice((None, 1, 4))) for _ in range(3)]
        age, count = chance.uniform(0, 2), chance.choice(RINGS)
        plain, dim, off = (
            frame(arcs, cues, age, settings, count)
            for settings in (PLAIN, LightSettings(dim=True), LightSettings(off=True, dim=True))
        )
        assert max(map(max, plain)) <= 255
        assert max(map(max, dim)) <= 25
        assert lit(dim) == lit(plain), "dim loses no light"
        assert lit(off) == ()


def test_what_does_not_exist_is_refused() -> None:
    for cue in (RingCue("disco"), RingCue("hit", 7), RingCue("hit", 0)):
        with pytest.raises(UnknownCue):
            frame(BARE, [cue], 0, PLAIN, 60)
        with pytest.raises(UnknownCue):
            duration([cue])
    with pytest.raises(ValueError, match="takes 24"):
        frame(BARE, [], 0, PLAIN, 23)
    with pytest.raises(ValueError, match="6 arcs"):
        frame(BARE[:5], [], 0, PLAIN, 60)
    with pytest.raises(ValueError, match="nearness 6"):
        ArcLight(near=6)
