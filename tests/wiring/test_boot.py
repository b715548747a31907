"""The boot files: what each board needs for its parts, and an edit that can be repeated and taken back."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiring import boot
from wiring.boot import (
    BACKUP,
    BEGIN,
    END,
    board_of,
    consoles,
    edited_cmdline,
    edited_config,
    entries,
    in_force,
    lines_for,
    main,
    parts_of,
    restored_cmdline,
    without_block,
)
from wiring.table import BOARD_FAMILIES, pin_table

EXAMPLE = tomllib.loads(files("wiring").joinpath("companion.toml").read_text(encoding="utf-8"))
STOCK = """\
# For more options see http://rptl.io/configtxt
#dtparam=i2c_arm=on
dtparam=audio=on
camera_auto_detect=1
[cm4]
otg_mode=1
[all]
"""
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
ALL_PARTS = ("oled", "ring", "uart-reader", "amplifier", "usb-sound")


@pytest.mark.parametrize("board", BOARD_FAMILIES)
@pytest.mark.parametrize("parts", [ALL_PARTS, ("oled",), ("ring",), ("uart-reader",), ("amplifier",), ()])
def test_the_entries_are_those_of_the_pin_table(board, parts):
    typed = pin_table().boot_entries(board, parts)
    assert [tuple(entry["lines"]) for entry in entries(board, parts)] == [entry.lines for entry in typed]


@pytest.mark.parametrize(
    ("model", "board"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", "zero-2-w"),
        ("Raspberry Pi 3 Model A Plus Rev 1.0", "3"),
        ("Raspberry Pi 4 Model B Rev 1.5", "4"),
        ("Raspberry Pi 5 Model B Rev 1.0", "5"),
        ("Raspberry Pi Zero W Rev 1.1", None),
        ("Raspberry Pi Model B Rev 2", None),
        ("", None),
    ],
)
def test_the_board_by_what_it_calls_itself(model, board):
    assert board_of(model) == board


def test_the_parts_of_a_configuration():
    assert parts_of(EXAMPLE) == {"oled", "ring", "uart-reader"}
    assert parts_of({}) == parts_of({"reader": None}) == frozenset()
    assert parts_of({"speaker": {"sink": "alsa:plughw:CARD=MAX98357A"}}) == {"amplifier"}
    assert parts_of({"reader": {"device": "/dev/serial/by-id/x"}, "display": {"bus": "sim:"}}) == frozenset()


# config.txt


@pytest.mark.parametrize("board", BOARD_FAMILIES)
def test_what_is_wanted_is_in_force_afterwards_and_the_rest_stands(board):
    wanted = entries(board, ALL_PARTS)
    edited = edited_config(STOCK, wanted)
    assert edited.startswith(STOCK)
    assert set(lines_for("config.txt", wanted)) <= set(in_force(edited))
    assert in_force(edited)[-1] == "dtparam=audio=off"


def test_the_block_is_below_a_filter_of_its_own():
    edited = edited_config("[pi3]\ngpu_mem=16\n", entries("4", ["ring"]))
    assert "dtparam=spi=on" in in_force(edited)
    assert "gpu_mem=16" not in in_force(edited)


def test_every_line_of_the_block_is_short_enough_for_the_boot_loader():
    assert all(len(line) <= 98 for line in edited_config("", entries("4", ALL_PARTS)).splitlines())


def test_an_overlay_is_not_loaded_twice():
    once = edited_config("dtoverlay=max98357a\n", entries("4", ["amplifier"]))
    assert once.count("dtoverlay=max98357a") == 1
    elsewhere = edited_config("[pi5]\ndtoverlay=max98357a\n", entries("4", ["amplifier"]))
    assert elsewhere.count("dtoverlay=max98357a") == 2


def test_a_board_that_needs_nothing_gets_no_block():
    assert edited_config(STOCK, entries("4", [])) == STOCK
    assert edited_config(edited_config(STOCK, entries("4", ["ring"])), []) == STOCK


@settings(deadline=None, max_examples=60)
@given(
    text=st.lists(
        st.sampled_from(["[all]", "[pi4]", "# a comment", "dtparam=spi=on", "", BEGIN, END, "x=1"]), max_size=8
    ),
    first=st.sets(st.sampled_from(ALL_PARTS)),
    second=st.sets(st.sampled_from(ALL_PARTS)),
    board=st.sampled_from(BOARD_FAMILIES),
)
def test_the_edit_can_be_repeated_changed_and_taken_back(text, first, second, board):
    before = "".join(f"{line}\n" for line in text)
    edited = edited_config(before, entries(board, first))
    assert edited_config(edited, entries(board, first)) == edited
    assert edited_config(edited, entries(board, second)) == edited_config(before, entries(board, second))
    assert without_block(edited) == without_block(before)


def test_a_file_without_a_last_newline_gets_one():
    edited = edited_config("x=1", entries("4", ["ring"]))
    assert edited.splitlines()[:2] == ["x=1", BEGIN]
    assert edited.endswith(f"{END}\n")


# cmdline.txt


def test_the_console_is_taken_out_and_put_back_where_it_was():
    wanted = entries("4", ["uart-reader"])
    edited = edited_cmdline(CMDLINE, wanted)
    assert edited == CMDLINE.replace("console=serial0,115200 ", "")
    assert edited_cmdline(edited, wanted) == edited
    assert restored_cmdline(edited, consoles(CMDLINE)) == CMDLINE
    assert restored_cmdline(CMDLINE, consoles(CMDLINE)) == CMDLINE


def test_the_console_stays_where_no_reader_wants_its_port():
    assert edited_cmdline(CMDLINE, entries("4", ["oled"])) == CMDLINE


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("console=ttyAMA0,115200n8", 1),
        ("console=ttyS0", 1),
        ("console=tty1", 0),
        ("console=ttyUSB0,9600", 0),
        ("console=ttyAMA10,115200", 0),
    ],
)
def test_which_consoles_are_on_the_header(words, found):
    assert len(consoles(words)) == found


# The command


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The boot partition of a Pi 4."""
    (tmp_path / "config.txt").write_text(STOCK)
    (tmp_path / "cmdline.txt").write_text(CMDLINE)
    (tmp_path / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    (tmp_path / "companion.toml").write_text('[display]\nbus = 1\n[reader]\ndevice = "/dev/serial0"\n')
    return tmp_path


def on(pi: Path, *words: str) -> list[str]:
    """The arguments for that partition."""
    return ["--boot", str(pi), "--model", str(pi / "model"), "--config", str(pi / "companion.toml"), *words]


def test_it_runs_with_nothing_but_the_standard_library(pi):
    command = [sys.executable, "-I", "-S", str(Path(boot.__file__)), *on(pi, "lines", "shell")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "sudo systemctl mask --now serial-getty@ttyS0.service serial-getty@ttyAMA0.service\n"


def test_it_shows_what_it_would_change_and_changes_nothing(pi, capsys):
    before = {path: path.read_bytes() for path in pi.iterdir()}
    assert pi / "config.txt" in before
    assert main(on(pi, "show")) == 0
    shown = capsys.readouterr().out
    assert "+dtparam=i2c_arm=on\n" in shown and "+enable_uart=1\n" in shown
    assert f"-{CMDLINE}" in shown
    assert {path: path.read_bytes() for path in pi.iterdir()} == before


def test_it_changes_keeps_a_copy_and_takes_all_back(pi, capsys):
    assert main(on(pi, "write")) == 0
    assert capsys.readouterr().out == f"{pi}/config.txt\t\n{pi}/cmdline.txt\tconsole=serial0,115200\n"
    assert (pi / f"config.txt{BACKUP}").read_text() == STOCK
    assert (pi / f"cmdline.txt{BACKUP}").read_text() == CMDLINE
    assert "enable_uart=1" in in_force((pi / "config.txt").read_text())
    assert main(on(pi, "show")) == 0
    assert capsys.readouterr().out == ""
    assert main(on(pi, "undo", "--word", "console=serial0,115200")) == 0
    assert (pi / "config.txt").read_text() == STOCK
    assert (pi / "cmdline.txt").read_text() == CMDLINE
    assert sorted(path.name for path in pi.iterdir()) == ["cmdline.txt", "companion.toml", "config.txt", "model"]


def test_the_first_state_is_the_one_that_is_kept(pi):
    main(on(pi, "write"))
    (pi / "config.txt").write_text((pi / "config.txt").read_text() + "mine=1\n")
    (pi / "companion.toml").write_text('[ring]\ndevice = "/dev/spidev0.0"\n')
    main(on(pi, "write"))
    assert (pi / f"config.txt{BACKUP}").read_text() == STOCK
    main(on(pi, "undo"))
    assert (pi / "config.txt").read_text() == STOCK + "mine=1\n"
    assert (pi / f"config.txt{BACKUP}").exists()


def test_another_machine_needs_nothing(pi, capsys):
    (pi / "model").unlink()
    assert main(on(pi, "--part", "amplifier", "show")) == main(on(pi, "lines", "shell")) == main(on(pi, "write")) == 0
    assert capsys.readouterr().out == ""


def test_a_boot_partition_without_files_is_left_alone(pi, capsys):
    (pi / "config.txt").unlink()
    (pi / "cmdline.txt").unlink()
    assert main(on(pi, "write")) == main(on(pi, "undo")) == 0
    assert capsys.readouterr().out == ""
