"""What a new game of the simulated table is begun with, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.desk import make_desk
from companion.commands.parser import main
from companion.play.picture import NoMomentError, draw_picture
from companion.play.table import PlayOptions
from tests.play.tables import run


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the status, the lines and the errors of a simulated table that plays by itself."""
    status = main(["play", "--plain", "--auto", "--fast", "--seed", "3", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_seed_is_the_same_game_with_its_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    boxes = ("--box", "dark-titan", "--box", "wizards-tower")
    first = told(capsys, *boxes)
    assert first == told(capsys, *boxes)
    assert first[0] == 0 and "Agranok" in first[1]


def test_names_say_how_many_play(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "--names", "Ana,Bo,Cy")
    assert status == 0
    assert all(name in out for name in ("Ana", "Bo", "Cy"))


@pytest.mark.parametrize(
    "wrong",
    [
        ("--game", "my-first", "--box", "dark-titan"),
        ("--variants", "no-such-variant"),
        ("--names", "Ana,Bo", "--players", "3"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_begins_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wrong: tuple[str, ...]
) -> None:
    status, out, err = told(capsys, "--state", str(tmp_path / "kept"), *wrong)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and err.strip().endswith(".")
    assert not (tmp_path / "kept").exists()


def test_many_games_make_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "--stats", "3", "--game", "my-first")
    head, rule, row = out.splitlines()
    assert status == 0
    assert head.count("|") == rule.count("|") == row.count("|") == 8
    assert row.startswith("| my-first | 3 | ") and row.endswith(" of 17 |")


def test_a_kept_game_that_does_not_open_is_set_aside_with_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert told(capsys, "--state", str(tmp_path))[0] == 0
    (tmp_path / "journal.sqlite").write_bytes(b"spoilt" * 1000)
    status, out, _ = told(capsys, "--state", str(tmp_path))
    assert status == 0
    assert sum("set aside" in line for line in out.splitlines()) == 1


def test_a_game_without_a_moment_is_not_drawn(tmp_path: Path) -> None:
    with pytest.raises(NoMomentError):
        run(draw_picture(PlayOptions(state=tmp_path, seed=11, new=True), make_desk(None), tmp_path / "picture.svg"))
    assert not (tmp_path / "picture.svg").exists()
