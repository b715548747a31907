"""The Dark Titan on the ring: the secret mark, the Heralds beside it, and the Cavalier in his arc."""

from __future__ import annotations

import pytest

from companion.channels.cues import RingCue
from tests.channels.seeing import BARE, PLAIN, frame, lit


@pytest.mark.parametrize(
    ("name", "lights"), [("secret", {0}), ("herald-1", {0, 1}), ("herald-2", {0, 1, 59}), ("herald-3", {0, 1, 2, 59})]
)
def test_the_heralds_are_lights_beside_the_secret_mark(name: str, lights: set[int]) -> None:
    assert set(lit(frame(BARE, [RingCue(name)], 1, PLAIN, 60))) == lights


@pytest.mark.parametrize("arc", range(1, 7))
def test_the_cavalier_is_one_light_in_the_middle_of_his_arc(arc: int) -> None:
    assert lit(frame(BARE, [RingCue("cavalier", arc)], 1, PLAIN, 60)) == (10 * (arc - 1) + 5,)
