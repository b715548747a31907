"""Configurations that cannot be, whichever subcommand is given them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.exits import EXIT_CONFIG
from companion.commands.parser import main
from tests.commands.process import run

BROKEN = {
    "an unknown key": ('[reader]\ndevice = "sim:"\nbuad = 9600', "line 3"),
    "a bad port": ('[reader]\ndevice = "dev/serial0"', "line 2"),
    "a reserved pin": ('[button]\nfactory = "mock"\npin = 2', "line 3"),
    "no TOML": ("[reader", "line 1"),
    "a language without words": ('[game]\nlanguage = "xx"', "language"),
    "boxes that are not there": ('[game]\nfacts = "nowhere.toml"', "nowhere.toml"),
}


@pytest.mark.parametrize("command", ["run", "attach", "tags"])
@pytest.mark.parametrize(("text", "named"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_configuration_is_refused_with_one_sentence(
    command: str, text: str, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if command != "run" and named == "language":
        return  # they need no words
    path = tmp_path / "companion.toml"
    path.write_text(text)
    more = ["list"] if command == "tags" else []
    assert main([command, "--config", str(path), *more]) == EXIT_CONFIG
    said = capsys.readouterr()
    assert said.out == "" and named in said.err
    assert said.err.count("\n") == 1 and said.err.endswith(".\n")


@pytest.mark.parametrize("sort", ["missing", "directory"])
def test_a_configuration_that_cannot_be_read_is_refused_too(
    sort: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "companion.toml"
    if sort == "directory":
        path.mkdir()
    assert main(["run", "--config", str(path)]) == EXIT_CONFIG
    assert str(path) in capsys.readouterr().err


def test_a_process_ends_with_the_status_that_is_not_restarted(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    path.write_text("rubbish")
    done = run("run", "--config", str(path))
    assert done.returncode == EXIT_CONFIG == 78
    assert "Traceback" not in done.stderr
