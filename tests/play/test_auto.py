"""The table that plays by itself: every game ends, the same seed is the same game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.play.auto import AutoPlayer
from tests.play.tables import ready, run, simulated, texts, until


async def played(folder: Path, **wishes: Any) -> tuple[str, int, list[str]]:
    """Result, number of inputs and words of a game that plays itself."""
    async with simulated(folder, auto=True, fast=True, **wishes) as table:
        await AutoPlayer(table, fast=True).play()
        assert table.game is not None
        return table.game.table.result, table.inputs, texts(table)


@pytest.mark.parametrize(
    ("seed", "wishes"),
    [
        (2, {"players": 1}),
        (3, {"players": 6, "words": "brief"}),
        (4, {"players": 3, "setup": "guided", "pace": "guided"}),
        (5, {"setup": "none", "words": "verbose"}),
    ],
)
def test_a_game_plays_itself_to_its_end(tmp_path: Path, seed: int, wishes: dict[str, Any]) -> None:
    result, inputs, words = run(played(tmp_path, seed=seed, **wishes))
    assert result in ("won", "lost")
    assert inputs > 10
    assert len(words) > inputs


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    games = [run(played(tmp_path / name, seed=seed)) for name, seed in (("a", 3), ("b", 3), ("c", 5))]
    assert games[0] == games[1] != games[2]


def test_a_game_that_was_left_goes_on_and_one_that_is_over_makes_room(tmp_path: Path) -> None:
    async def sittings() -> None:
        async with simulated(tmp_path, auto=True) as table:
            for _ in range(5):
                AutoPlayer(table, fast=True).step()
            left = table.inputs
        async with simulated(tmp_path, auto=True, seed=99) as table:
            assert table.inputs == left
            assert table.game is not None
            assert table.game.fate.seed == 7
            await AutoPlayer(table, fast=True).play()
        async with simulated(tmp_path, auto=True, seed=99) as table:
            assert table.game is not None
            assert table.game.fate.seed == 99
            assert table.inputs == 0

    run(sittings())


def test_at_a_readable_pace_finger_and_tokens_do_it(tmp_path: Path) -> None:
    """The player stops by the button, and the token comes in by the reader: from their threads, not at once."""

    async def paced() -> None:
        async with simulated(tmp_path, seed=2, setup="none") as table:
            await ready(table)
            player = AutoPlayer(table, fast=False)
            later = []
            while table.game is not None and table.game.request.kind != "roll":
                assert len(later) < 20
                before, kind = table.inputs, table.game.request.kind
                player.step()
                if table.inputs == before:
                    later.append(kind)
                    await until(table, lambda before=before: table.inputs > before)
            assert later[0] == "play"
            assert set(later[1:]) == {"tap"}

    run(paced())
