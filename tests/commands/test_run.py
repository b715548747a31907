"""`companion run`: the daemon as a process that is asked to end, and leaves nothing."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands.parser import main
from tests.commands.process import PATIENCE, run, started
from tests.service.process import Table


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
    with started("run", "--config", str(table.config), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        log = []
        for line in process.stderr:
            log.append(line)
            if "took up a game" in line:
                break
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


def test_a_game_that_cannot_be_played_is_a_wrong_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(f'[game]\ngame = "my-first"\nboxes = ["dark-titan"]\n[state]\ndirectory = "{tmp_path}"\n')
    assert main(["run", "--config", str(config)]) == 78
    assert "[game]: " in capsys.readouterr().err
