"""Starts that never become ready: how they are counted, and what the third of them leaves out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from companion.owner.config import Config
from companion.service.safe_start import MARKER, MOST_COUNTED, SAFE_AFTER, Starts, TrialOutcome, safe, try_out
from tests.hardware.reader.serial_lines import SerialLine
from tests.owner.configurations import from_text
from tests.service.process import PATIENCE, Table

REAL = """
[reader]
device = "/dev/serial0"
[button]
factory = "lgpio"
[display]
bus = 1
[ring]
device = "/dev/spidev0.0"
count = 48
[speaker]
sink = "alsa:default"
"""


@pytest.fixture
def real(tmp_path: Path) -> Config:
    return from_text(REAL, base=tmp_path)


def simulated(config: Config) -> dict[str, bool]:
    """Which parts are simulated."""
    return {
        "speaker": config.speaker.sink == "none",
        "display": config.display.simulated,
        "ring": config.ring.simulated,
        "reader": config.reader.simulated,
        "button": config.button.simulated,
    }


# Counting


def test_starts_that_did_not_become_ready_are_counted_in_a_row(tmp_path: Path) -> None:
    starts = Starts(tmp_path / "state")
    assert [starts.begin() for _ in range(4)] == [0, 1, 2, 3]
    starts.ended_well()
    assert not (tmp_path / "state" / MARKER).exists()
    starts.ended_well()
    assert [starts.begin() for _ in range(2)] == [0, 1]
    for _ in range(20):
        starts.begin()
    assert starts.begin() == MOST_COUNTED, "the count has an end"


@pytest.mark.parametrize("text", [b"", b"0", b"10", b"-1", b"\xff\xff", b"x" * 100_000])
def test_a_mark_that_cannot_be_understood_is_one_start(tmp_path: Path, text: bytes) -> None:
    (tmp_path / MARKER).write_bytes(text)
    assert Starts(tmp_path).begin() == 1
    assert (tmp_path / MARKER).read_bytes() == b"2"


def test_a_link_in_place_of_the_mark_is_neither_read_nor_written_through(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"5")
    for name in (MARKER, f".{MARKER}.new"):
        (tmp_path / name).symlink_to(precious)
    assert Starts(tmp_path).begin() == 0
    assert precious.read_bytes() == b"5"
    assert not (tmp_path / MARKER).is_symlink() and (tmp_path / MARKER).read_bytes() == b"1"


def test_a_pipe_in_place_of_the_mark_does_not_hold_a_start_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / MARKER)
    assert Starts(tmp_path).begin() <= 1


def test_where_nothing_can_be_written_nothing_is_counted(tmp_path: Path) -> None:
    (tmp_path / MARKER).mkdir()
    (tmp_path / MARKER / "in the way").touch()
    starts = Starts(tmp_path)
    assert [starts.begin(), starts.begin()] == [0, 0]
    starts.ended_well()
    (tmp_path / "file").touch()
    assert Starts(tmp_path / "file").begin() == 0


# What is left out


def probe_of(**found: TrialOutcome) -> object:
    """A probe that finds so."""

    def probe(config: Config, parts: Sequence[str]) -> Mapping[str, TrialOutcome]:
        assert set(parts) == set(found)
        return found

    return probe


def test_a_first_and_a_second_start_are_as_configured(real: Config) -> None:
    for failed in range(SAFE_AFTER):
        assert safe(real, failed) is real


WORKS, FAULTY, HANGS = TrialOutcome.WORKS, TrialOutcome.FAULTY, TrialOutcome.HANGS


@pytest.mark.parametrize(
    ("speaker", "display", "ring", "reader", "kept"),
    [
        (WORKS, HANGS, WORKS, WORKS, {"speaker", "ring", "reader"}),
        (HANGS, WORKS, FAULTY, HANGS, {"display"}),
        (WORKS, WORKS, WORKS, WORKS, {"speaker"}),
        (FAULTY, WORKS, WORKS, FAULTY, {"display"}),
        (FAULTY, FAULTY, FAULTY, WORKS, {"reader"}),
        (HANGS, HANGS, HANGS, HANGS, set()),
    ],
)
def test_a_third_start_keeps_what_answers_or_one_part_when_nobody_knows_which_it_was(
    real: Config, speaker: TrialOutcome, display: TrialOutcome, ring: TrialOutcome, reader: TrialOutcome, kept: set[str]
) -> None:
    probe = probe_of(speaker=speaker, display=display, ring=ring, reader=reader)
    config = safe(real, SAFE_AFTER, probe)  # type: ignore[arg-type]
    away = {part for part, is_away in simulated(config).items() if is_away}
    assert away == {"speaker", "display", "ring", "reader"} - kept
    assert config.ring.count == 48 and config.game == real.game and config.state == real.state


def test_a_fourth_start_has_no_real_part_and_tries_none_out(real: Config) -> None:
    for failed in (SAFE_AFTER + 1, MOST_COUNTED):
        assert all(simulated(safe(real, failed, probe_of(none=WORKS))).values())  # type: ignore[arg-type]


def test_a_table_that_is_simulated_anyway_starts_as_ever() -> None:
    assert safe(Config(), SAFE_AFTER) == Config()


# Trying out, each part in a process of its own


def test_parts_are_told_apart_by_whether_they_work_cannot_or_hang(tmp_path: Path) -> None:
    line = SerialLine(tmp_path / "port").plug()
    text = f"""
[reader]
device = "{line.name}"
[display]
bus = 250
[speaker]
sink = "alsa:default"
command = ["{sys.executable}", "-c", "import os, signal; os.kill(os.getppid(), signal.SIGKILL)"]
"""
    began = time.monotonic()
    found = try_out(from_text(text, base=tmp_path), ["reader", "display", "speaker"])
    assert found == {"reader": WORKS, "display": FAULTY, "speaker": HANGS}, "what ends the process is the worst"
    assert time.monotonic() - began < 8
    line.unplug()


def test_a_part_that_holds_its_process_fast_is_given_up(tmp_path: Path) -> None:
    text = '[speaker]\nsink = "alsa:default"\ncommand = ["sleep", "60"]'
    began = time.monotonic()
    assert try_out(from_text(text, base=tmp_path), ["speaker"], 0.8) == {"speaker": HANGS}
    assert time.monotonic() - began < 3


# The daemon as a process


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


def fail_to_start(table: Table) -> None:
    """A start that is killed before it is ready, as a service manager does with one that hangs."""
    log = table.directory / "log"
    with log.open("ab") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--config", str(table.config)], stdout=written, stderr=written
        )
        end = time.monotonic() + PATIENCE
        while not table.socket.exists():
            assert process.poll() is None and time.monotonic() < end, log.read_text()
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    table.socket.unlink()


def test_after_two_starts_that_hung_the_third_says_so_and_the_next_is_as_ever(table: Table) -> None:
    text = table.config.read_text()
    slow = text.replace("[speaker]\n", '[speaker]\ncommand = ["sleep", "60"]\n')  # not settled, so not ready, for 3 s
    real = slow.replace(f'bus = "sim:{table.screens}"', "bus = 250")
    assert real != slow != text
    table.config.write_text(real)
    mark = table.state / MARKER
    fail_to_start(table)
    assert mark.read_text() == "1" and mark.stat().st_mode & 0o137 == 0
    fail_to_start(table)
    assert mark.read_text() == "2"
    table.config.write_text(text.replace(f'bus = "sim:{table.screens}"', "bus = 250"))
    with table.start():
        assert not mark.exists(), "it became ready"
    log = (table.directory / "log").read_text()
    assert log.count("Safe start.") == 1, log
    assert "kept ['reader']" in log and f"reader at {table.port}: ready" in log, "the port answers, the panel does not"
    assert "display at sim:: ready" in log
    assert table.stop() == 0
    with table.start():
        pass
    assert table.stop() == 0
    assert (table.directory / "log").read_text().count("Safe start.") == 1, "the next start is as ever"
    assert not mark.exists()


def test_a_second_companion_and_a_bad_configuration_count_for_nothing(table: Table) -> None:
    with table.start():
        command = [sys.executable, "-m", "companion", "run", "--config", str(table.config)]
        for _ in range(SAFE_AFTER + 1):
            assert subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 1
        assert not (table.state / MARKER).exists()
    assert table.stop() == 0
    table.config.write_text("[nonsense]\n")
    assert subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 78
    assert not (table.state / MARKER).exists()
