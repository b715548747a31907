"""`companion export`: a kept game from the daemon to a file, and what cannot be written out."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from pathlib import Path

import pytest

from companion.commands.exits import EXIT_CONFIG
from companion.commands.parser import main
from tests.commands.process import COMPANION
from tests.journal.kept_games import FIRST_TURN, LAST_STAND, keep, new_game, protocol, text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def test_the_command_writes_out_what_it_is_asked_for(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(path, [new_game(), *LAST_STAND], [new_game(), *FIRST_TURN])
    outputs = []
    for options in ([], ["--text"], ["--protocol"], ["--list"], ["--game", "1"], ["--words", "brief"]):
        assert main(["export", "--journal", str(path), *options]) == 0
        outputs.append(capsys.readouterr().out.splitlines())
    plain, as_text, lines, listed, first, brief = outputs
    assert plain == as_text == text(path) and lines == protocol(path)
    assert len(listed) == 2 and listed[1] == plain[0] and first == text(path, 1) and brief == text(path, words="brief")


def test_the_command_finds_the_journal_of_a_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = tmp_path / "state"
    state.mkdir()
    keep(state / "journal.sqlite", [new_game()])
    (tmp_path / "companion.toml").write_text(f'[state]\ndirectory = "{state}"\n')
    assert main(["export", "--config", str(tmp_path / "companion.toml"), "--list"]) == 0
    assert capsys.readouterr().out.startswith("Game 1, ")


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (["--journal", "{}/none"], 1, "the journal cannot be read: No such file or directory."),
        (["--journal", "{}/empty"], 1, "No game was played yet."),
        (["--journal", "{}/kept", "--game", "7"], 1, "There is no game 7."),
        (["--journal", "{}/other"], 1, "this is a database of something else."),
        (["--config", "{}/none"], EXIT_CONFIG, "none"),
        (["--journal", "{}/kept", "--facts", "{}/none"], EXIT_CONFIG, "cannot be read"),
    ],
)
def test_what_cannot_be_written_out_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], status: int, sentence: str
) -> None:
    (tmp_path / "empty").touch()
    keep(tmp_path / "kept", [new_game()])
    base = sqlite3.connect(tmp_path / "other")
    base.execute("CREATE TABLE bookmarks (address TEXT)")
    base.close()
    assert main(["export", *(option.format(tmp_path) for option in options)]) == status
    told = capsys.readouterr()
    assert sentence in told.err and not told.out


def test_from_the_daemon_to_a_file_and_through_stdio_again(path: Path, tmp_path: Path) -> None:
    keep(path, [new_game(), *FIRST_TURN])
    export = [*COMPANION, "export", "--journal", str(path), "--protocol"]
    lines = subprocess.run(export, capture_output=True, timeout=30, check=True).stdout
    again = subprocess.run([*COMPANION, "stdio"], input=lines, capture_output=True, timeout=30, check=True)
    assert [json.loads(line)["ok"] for line in again.stdout.splitlines()] == [*[True] * 6, False]
