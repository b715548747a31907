"""`companion stdio`: how it ends, and what it says when it cannot keep a game."""

from __future__ import annotations

import json
import resource
import signal
import sqlite3
from pathlib import Path
from subprocess import PIPE

import pytest

from companion.commands.exits import EXIT_INTERRUPTED
from companion.commands.parser import main
from tests.commands.process import PATIENCE, run, started


def test_stdio_whose_reader_has_had_enough_ends_without_a_word() -> None:
    with started("stdio", stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(b"rubbish\n" * 2)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0


def test_stdio_that_is_interrupted_ends_without_a_traceback() -> None:
    with started("stdio", stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"rubbish\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == EXIT_INTERRUPTED
        assert process.stderr.read() == b""


def test_stdio_that_cannot_keep_an_input_says_so_and_goes_on(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    game = {"do": "new_game", "game": "castle-panic", "players": 2, "setup": "none", "pace": "auto", "seed": 1}
    lines = [json.dumps(game), *[json.dumps({"do": "set", "words": "brief"})] * 400]

    def full_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, 120_000))

    done = run("stdio", "--journal", str(journal), input="\n".join(lines), preexec_fn=full_disk)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True] * len(lines)
    told = [line.removeprefix(f"{journal}: ") for line in done.stderr.splitlines() if line.startswith(f"{journal}: ")]
    assert told and told[0].startswith("I cannot save")
    base = sqlite3.connect(journal)
    [(kept,)] = base.execute("SELECT count(*) FROM entries").fetchall()
    base.close()
    assert 0 < kept <= len(lines) and (kept == len(lines)) is (len(told) % 2 == 0), "what was told last is true"


def test_stdio_whose_journal_cannot_be_opened_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stdio", "--journal", str(tmp_path / "nowhere" / "journal")]) == 1
    assert capsys.readouterr().err.endswith(".\n")
