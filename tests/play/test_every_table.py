"""Every box and combination plays to its end at a simulated table. `.ci/run` plays more seeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game.boxes import every_combination
from tests.play.every_table import played_by_itself, typed_out


@pytest.mark.parametrize("boxes", every_combination(), ids="+".join)
def test_it_plays_by_itself_in_plain_lines(tmp_path: Path, boxes: tuple[str, ...]) -> None:
    assert played_by_itself(boxes, 3, tmp_path).startswith(("Won after", "Lost after"))


@pytest.mark.parametrize("boxes", every_combination(), ids="+".join)
def test_everything_can_be_typed(tmp_path: Path, boxes: tuple[str, ...]) -> None:
    assert typed_out(boxes, 4, tmp_path) in ("won", "lost")
