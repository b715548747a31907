"""`companion doctor`: every check runs, what it finds is told in plain and in JSON, and the exit status says it all."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import pytest

from companion.checks.finding import Level, fault, ok, warning
from companion.checks.machine import LocalMachine
from companion.checks.site import site_of
from companion.commands.doctor import CHECKS, as_json, examine, plain
from companion.commands.parser import main
from hardware.reader.id12 import Id12Parser
from tests.checks.fake import BROKEN, site
from tests.commands.process import started
from tests.hardware.reader.serial_lines import SerialLine

EXAMPLE = files("wiring").joinpath("companion.toml").read_text(encoding="utf-8")
LISTED = {
    "groups",
    "serial-console",
    "serial-login",
    "serial0",
    "port-holder",
    "brltty",
    "modem-manager",
    "i2c-scan",
    "spi-node",
    "core-clock",
    "gpio-chip",
    "lgpio",
    "pin-conflicts",
    "sound-cards",
    "sound-test",
    "power",
    "temperature",
    "disk-space",
    "clock",
    "read-only-root",
    "configuration",
    "stickers",
    "unit",
}
"""The checks that the documentation promises."""


def test_every_check_that_was_promised_is_there():
    assert set(CHECKS) >= LISTED
    assert all(check.__doc__ for check in CHECKS.values())


def test_on_a_machine_without_anything_every_check_has_an_answer():
    """The poorest machine of all, with every part configured: nothing raises, and each fault says how to mend it."""
    report = examine(site(EXAMPLE))
    assert [result.check for result in report.results] == list(CHECKS)
    assert not report.healthy
    for result in report.results:
        assert result.text.isprintable() and result.text
        if result.level is Level.FAULT:
            assert result.mend, result


def test_on_this_machine_every_check_runs_for_real(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text(EXAMPLE)
    report = examine(site_of(LocalMachine(), path, tmp_path, sound=False))
    levels = {result.check: result.level for result in report.results}
    assert levels["configuration"] is Level.OK
    assert levels["disk-space"] in (Level.OK, Level.WARNING, Level.FAULT)
    assert levels["sound-test"] is Level.NOT_APPLICABLE


def test_what_the_system_does_not_let_one_see_is_a_warning():
    report = examine(site(left=BROKEN), {"disk-space": CHECKS["disk-space"]})
    (result,) = report.results
    assert result.level is Level.WARNING
    assert "Input/output error" in result.text
    assert result.mend == ("sudo companion doctor --config /etc/castle-companion/companion.toml",)


# How it is told

FINDINGS = {
    "a-fault": lambda _: fault("It is broken.", "mend it", "look again"),
    "a-warning": lambda _: warning("It is odd."),
    "well": lambda _: ok("It is well."),
}


def test_plain():
    assert list(plain(examine(site(), FINDINGS))) == [
        "FAULT    a-fault          It is broken.",
        "                            mend it",
        "                            look again",
        "warning  a-warning        It is odd.",
        "ok       well             It is well.",
        f"castle-companion {version('castle-companion')}: 1 fault, 1 warning, 1 ok, 0 not applicable",
    ]


def test_json():
    report = json.loads(as_json(examine(site(), FINDINGS)))
    assert report["schema"] == 1
    assert report["version"] == version("castle-companion")
    assert report["results"][0] == {
        "check": "a-fault",
        "level": "fault",
        "text": "It is broken.",
        "mend": ["mend it", "look again"],
    }
    assert [result["level"] for result in report["results"]] == ["fault", "warning", "ok"]


# The command


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A configuration in which everything is simulated, with its state in a directory of its own."""
    path = tmp_path / "companion.toml"
    path.write_text(f'[state]\ndirectory = "{tmp_path / "state"}"\n')
    return path


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own, and return what came of it."""
    command = [sys.executable, "-m", "companion", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_healthy_table_ends_with_nothing_and_a_faulty_one_with_one(settings, capsys):
    assert main(["doctor", "--config", str(settings)]) == 0
    assert "FAULT" not in capsys.readouterr().out
    settings.write_text('[reader]\ndevice = "/dev/serial/by-id/none"\n')
    assert main(["doctor", "--config", str(settings), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert {r["check"] for r in report["results"] if r["level"] == "fault"} == {"serial-port"}


def test_a_refused_configuration_is_a_fault_and_the_rest_is_looked_at(settings):
    settings.write_text("[rings]\n")
    done = run("doctor", "--config", settings)
    assert done.returncode == 1
    assert "FAULT    configuration" in done.stdout
    assert len(done.stdout.splitlines()) > len(CHECKS)
    assert not done.stderr


def test_a_scan_prints_what_the_reader_sees(tmp_path):
    line = SerialLine(tmp_path / "reader").plug()
    path = tmp_path / "companion.toml"
    path.write_text(f'[reader]\ndevice = "{line.name}"\nformat = "id12"\n')
    with started("doctor", "--config", str(path), "--scan", "30", stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().endswith("opening\n")
        assert process.stdout.readline().endswith("ready\n")
        line.send(Id12Parser.frame("0A00B1C2D3"))
        assert process.stdout.readline() == "0A00B1C2D3  not taught\n"
        process.kill()
    line.unplug()


def test_to_listen_takes_a_reader(settings, capsys):
    assert main(["doctor", "--config", str(settings), "--scan", "1"]) == 1
    assert "names no reader" in capsys.readouterr().err
    settings.write_text("[rings]\n")
    assert main(["doctor", "--config", str(settings), "--detect", "1"]) == 78
    assert "rings" in capsys.readouterr().err


def test_a_reader_that_cannot_be_found_out(tmp_path, capsys):
    path = tmp_path / "companion.toml"
    path.write_text(f'[reader]\ndevice = "{tmp_path / "reader"}"\n')
    assert main(["doctor", "--config", str(path), "--detect", "1"]) == 1
    assert "missing" in capsys.readouterr().out
    line = SerialLine(tmp_path / "reader").plug()
    with started("doctor", "--config", str(path), "--detect", "20", stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Lay a tag")
        while process.poll() is None:
            line.send(Id12Parser.frame("0A00B1C2D3"))
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
        out = process.stdout.read()
    assert process.returncode == 0
    assert "speaks id12 at 9600 baud" in out
    line.unplug()
