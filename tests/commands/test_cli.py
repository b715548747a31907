"""The command: its exit statuses and sentences; the daemon as a process that is asked to end, and leaves nothing."""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from companion.commands.exits import EXIT_CONFIG, EXIT_INTERRUPTED
from companion.commands.parser import main
from companion.owner.tags import TagFile
from hardware.reader.rdm6300 import Rdm6300Parser
from tests.hardware.reader.serial_lines import SerialLine
from tests.service.process import Table

PATIENCE = 20.0
COMPANION = [sys.executable, "-m", "companion"]
GOBLIN = "62E3086CED"


def run(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    return subprocess.run([*COMPANION, *arguments], capture_output=True, text=True, timeout=PATIENCE, **more)


# What everybody tries first


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{version('castle-companion')}\n"


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "attach" in capsys.readouterr().out


# Configurations that cannot be

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


# The daemon, as the service manager sees it


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, pace="auto", setup="none")
    yield made
    made.close()


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [
        int(child)
        for task in Path(f"/proc/{process}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def test_it_refuses_a_second_one_and_ends_cleanly_when_asked(table: Table) -> None:
    with table.start() as watcher:
        assert table.process is not None
        watcher.say("watch")
        watcher.say("new_game", game="castle-panic", players=2, setup="none", pace="auto", seed=3)
        process = table.process.pid
        helpers = watcher.ask_until(lambda: children(process))
        assert helpers, "the speech engine stands by"

        second = run("run", "--config", str(table.config))
        assert second.returncode == 1
        assert second.stderr.splitlines()[-1] == f"{table.socket}: another companion is running and answers there."
        assert "Traceback" not in second.stderr
        assert watcher.say("state")["ok"], "the first goes on"

        began = time.monotonic()
        assert table.stop() == 0
        assert time.monotonic() - began < 2
    assert not table.socket.exists()
    assert not [helper for helper in helpers if Path(f"/proc/{helper}").exists()]
    log = (table.directory / "log").read_text()
    assert "Traceback" not in log and "still busy" not in log


def test_it_ends_cleanly_though_it_has_not_begun_yet(table: Table) -> None:
    """A speech engine that never answers keeps the table from being ready for three seconds; the end does not wait."""
    table.config.write_text(table.config.read_text().replace("[speaker]", '[speaker]\ncommand = ["/bin/sleep", "3"]'))
    command = [*COMPANION, "run", "--config", str(table.config)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        log = []
        while "took up a game" not in "".join(log):
            log.append(process.stderr.readline())
        began = time.monotonic()
        process.terminate()
        log += process.stderr.readlines()
        assert process.wait(PATIENCE) == 0
    assert time.monotonic() - began < 2
    assert not table.socket.exists()
    assert "Traceback" not in "".join(log)


def test_ctrl_c_is_an_end_like_any_other(table: Table) -> None:
    with table.start():
        assert table.process is not None
        table.process.send_signal(signal.SIGINT)
        assert table.process.wait(PATIENCE) == 0
    assert not table.socket.exists()


# Speaking the protocol


def test_stdio_whose_reader_has_had_enough_ends_without_a_word() -> None:
    with subprocess.Popen(
        [*COMPANION, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(b"rubbish\n" * 2)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0


def test_stdio_that_is_interrupted_ends_without_a_traceback() -> None:
    with subprocess.Popen(
        [*COMPANION, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
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


def test_attach_finds_the_socket_of_a_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(f'[socket]\npath = "{tmp_path / "s"}"')
    assert main(["attach", "--config", str(path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 's'}: no companion answers: No such file or directory.\n"


# Stickers


class Book:
    """`companion tags` with a configuration."""

    def __init__(self, folder: Path, reader: str = "sim:") -> None:
        self.config = folder / "companion.toml"
        self.config.write_text(f'[reader]\ndevice = "{reader}"\n[state]\ndirectory = "{folder / "state"}"\n')
        self.path = folder / "state" / "tags.json"
        self.path.parent.mkdir()

    def __call__(self, *arguments: str) -> int:
        return main(["tags", "--config", str(self.config), *arguments])


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def test_stickers_come_in_from_csv_go_out_as_csv_and_are_forgotten(
    book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    csv = tmp_path / "stickers.csv"
    csv.write_text(f"tag,piece\n{GOBLIN.lower()},goblin#1\n0A00B1C2D3,orc#4\n")
    assert book("learn", "--csv", str(csv)) == 0
    assert capsys.readouterr().out == "2 stickers in the book.\n"
    assert book("list") == 0
    assert capsys.readouterr().out == f"tag,piece\n{GOBLIN},goblin#1\n0A00B1C2D3,orc#4\n"
    assert book("check") == 1, "there are gaps"
    assert "castle-panic: 2 of 49 tokens have a sticker. Without: goblin#2, " in capsys.readouterr().out
    assert book("learn", "--forget", GOBLIN) == 0
    assert book("learn", "--forget", GOBLIN) == 1
    csv.write_text("tag,piece\n0A00B1C2D4,orc#4\n")
    assert book("learn", "--csv", str(csv)) == 1
    assert "piece twice" in capsys.readouterr().out
    assert book("learn", "--csv", str(csv), "--replace") == 0


def test_files_that_cannot_be_read_are_refused_with_a_sentence(
    book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "latin").write_bytes(b"tag,piece\n\xff\n")
    for path in (tmp_path / "nowhere.csv", tmp_path / "latin", tmp_path):
        assert book("learn", "--csv", str(path)) == 1
        said = capsys.readouterr()
        assert str(path) in said.err and said.err.count("\n") == 1


def test_a_book_that_cannot_be_read_is_refused_with_a_sentence(
    book: Book, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(file: TagFile) -> None:
        raise PermissionError(13, "Permission denied", str(file.path))

    monkeypatch.setattr(TagFile, "load", denied)
    assert book("list") == 1
    said = capsys.readouterr()
    assert said.out == "" and "Permission denied" in said.err and said.err.count("\n") == 1


def test_without_a_reader_nobody_waits_for_a_tap(book: Book, capsys: pytest.CaptureFixture[str]) -> None:
    assert book("learn", "goblin") == 1
    assert capsys.readouterr().err == "The configuration names no reader: give one with --config.\n"


def test_stickers_are_taught_at_the_reader_of_the_configuration(tmp_path: Path) -> None:
    line = SerialLine(tmp_path / "port").plug()
    book = Book(tmp_path, str(line.name))
    tags = [f"0A00B1C2{number:02X}" for number in range(1, 5)]
    command = [*COMPANION, "tags", "--config", str(book.config), "learn", "giant-boulder"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as process:
        assert process.stdout is not None
        printed = []
        for text in process.stdout:
            printed.append(text)
            if text.endswith(" is ready.\n"):
                line.send(b"".join(Rdm6300Parser.frame(tag) * 2 for tag in tags))
        assert process.wait(PATIENCE) == 0
    line.unplug()
    assert printed[-1] == "4 of 4 known.\n"
    found = TagFile(book.path, lambda: datetime.now(UTC))
    found.load()
    assert [found.book.lookup(tag) for tag in tags] == [f"giant-boulder#{number}" for number in range(1, 5)]


def test_teaching_that_is_interrupted_keeps_what_was_taught(tmp_path: Path) -> None:
    line = SerialLine(tmp_path / "port").plug()
    book = Book(tmp_path, str(line.name))
    command = [*COMPANION, "tags", "--config", str(book.config), "learn", "goblin"]
    pipe = subprocess.PIPE
    environ = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environ) as process:
        assert process.stdout is not None and process.stderr is not None
        for text in process.stdout:
            if text.endswith(" is ready.\n"):
                line.send(Rdm6300Parser.frame(GOBLIN) * 2)
            elif text == "1 of 6 known.\n":
                process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""
    line.unplug()
    assert json.loads(book.path.read_bytes())["tags"] == [{"tag": GOBLIN, "piece": "goblin#1"}]


def test_a_game_that_cannot_be_played_is_a_wrong_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(f'[game]\ngame = "my-first"\nboxes = ["dark-titan"]\n[state]\ndirectory = "{tmp_path}"\n')
    assert main(["run", "--config", str(config)]) == 78
    assert "[game]: " in capsys.readouterr().err
