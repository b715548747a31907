"""The pin table agrees with the boards' own data, and the README with the pin table."""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from wiring.__main__ import README, main
from wiring.boot import BoardFamily
from wiring.markdown import tables, updated
from wiring.table import BOARD_FAMILIES, PinTableError, parse, pin_table

TOML = files("wiring").joinpath("pins.toml").read_text(encoding="utf-8")
REVISIONS: dict[BoardFamily, int] = {"zero-2-w": 0x902120, "3": 0xA02082, "4": 0xC03111, "5": 0xC04170}
"""Revision codes as the boards report them in /proc/cpuinfo."""


@pytest.mark.parametrize("board", BOARD_FAMILIES)
def test_the_header_is_that_of_the_boards(board: BoardFamily) -> None:
    """gpiozero's board data come from the maker's; ours were typed."""
    header = PiBoardInfo.from_revision(REVISIONS[board]).headers["J8"]
    names = {pin.physical: pin.signal.replace("3.3 V", "3V3").replace("5 V", "5V") for pin in pin_table().pin}
    assert names == {number: header.pins[number].name for number in range(1, 41)}


@pytest.mark.parametrize(
    ("function", "interface"),
    [
        ("oled-sda", "i2c"),
        ("oled-scl", "i2c"),
        ("reader-tx", "uart"),
        ("reader-rx", "uart"),
        ("led-data", "spi"),
        ("spi-miso", "spi"),
        ("spi-sclk", "spi"),
        ("spi-ce0", "spi"),
        ("spi-ce1", "spi"),
        ("i2s-bclk", "pcm"),
        ("i2s-lrclk", "pcm"),
        ("i2s-din", "pcm"),
        ("i2s-dout", "pcm"),
    ],
)
def test_a_bus_is_on_a_pin_that_can_be_one(function: str, interface: str) -> None:
    pin = pin_table().function(function)
    header = PiBoardInfo.from_revision(REVISIONS["4"]).headers["J8"]
    assert interface in header.pins[pin.physical].interfaces
    assert not pin.movable


def test_the_pins_of_the_design() -> None:
    planned = {
        "oled-sda": (2, 3),
        "oled-scl": (3, 5),
        "reader-tx": (14, 8),
        "reader-rx": (15, 10),
        "led-data": (10, 19),
        "amplifier-sd-mode": (4, 7),
        "i2s-bclk": (18, 12),
        "i2s-lrclk": (19, 35),
        "i2s-dout": (21, 40),
        "dice-button": (17, 11),
        "next-button": (27, 13),
        "back-button": (22, 15),
        "rotary-a": (5, 29),
        "rotary-b": (6, 31),
        "rotary-push": (13, 33),
        "dice-lamp": (12, 32),
    }
    table = pin_table()
    assert {name: (table.gpio_of(name), table.function(name).physical) for name in planned} == planned
    assert table.free_gpios() == (16, 23, 24, 25, 26)
    assert [table.gpio(gpio).use for gpio in (0, 1)] == ["never", "never"]


def test_what_is_not_there_is_a_key_error() -> None:
    for ask in (lambda: pin_table().gpio(28), lambda: pin_table().function("rocket"), lambda: pin_table().gpio_of("")):
        with pytest.raises(KeyError):
            ask()


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("physical = 12\n", "physical = 11\n", "each of the 40 places"),
        ("gpio = 18\n", "gpio = 17\n", "each of GPIO 0 to 27"),
        ('function = "oled-scl"', 'function = "oled-sda"', "the function oled-sda has two pins"),
        ('gpio = 16\nuse = "free"', 'gpio = 16\nuse = "ground"', "pin 36 cannot be ground"),
        ('use = "free"', 'use = "fre"', "Invalid enum value 'fre'"),
        ("schema = 1", "schema = 2", "Invalid enum value 2"),
        ("physical = 12\n", "physcal = 12\n", "unknown field"),
        ("physical = 12\n", "physical = \n", "Invalid value"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(before: str, after: str, why: str) -> None:
    assert before in TOML
    with pytest.raises(PinTableError, match=re.escape(why)):
        parse(TOML.replace(before, after, 1))


@pytest.mark.parametrize(
    ("board", "has", "lacks"),
    [
        ("zero-2-w", {"core_freq=250", "enable_uart=1"}, {"dtparam=uart0=on", "core_freq=500"}),
        ("3", {"core_freq=250", "enable_uart=1"}, {"dtparam=uart0=on", "core_freq=500"}),
        ("4", {"core_freq=500", "core_freq_min=500", "enable_uart=1"}, {"dtparam=uart0=on", "core_freq=250"}),
        ("5", {"dtparam=uart0=on"}, {"enable_uart=1", "core_freq=250", "core_freq=500"}),
    ],
)
def test_boot_lines_of_a_board(board: BoardFamily, has: set[str], lacks: set[str]) -> None:
    entries = pin_table().boot_entries(board, {"oled", "ring", "uart-reader"})
    lines = {line for entry in entries if entry.file == "config.txt" for line in entry.lines}
    always = {"dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtparam=spi=on"}
    assert lines >= has | always
    assert not lines & (lacks | {"dtoverlay=max98357a"})


def test_a_part_that_is_not_there_needs_no_lines() -> None:
    assert pin_table().boot_entries("4", set()) == ()
    usb = pin_table().boot_entries("4", {"usb-sound"})
    assert [entry.lines for entry in usb] == [("dtparam=audio=off",)]
    removed = [entry for entry in pin_table().boot_entries("3", {"uart-reader"}) if entry.action == "remove"]
    assert [(entry.file, entry.lines) for entry in removed] == [("cmdline.txt", ("console=serial0,115200",))]


# The README


def test_the_readme_shows_the_pin_table() -> None:
    text = README.read_text(encoding="utf-8")
    assert updated(text, pin_table()) == text, "run python -m wiring --write"


def test_a_changed_pin_is_noticed_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = tmp_path / "README.md"
    text = README.read_text(encoding="utf-8")
    assert "| GPIO17 | dice button |" in text
    readme.write_text(text.replace("| GPIO17 | dice button |", "| GPIO16 | dice button |"), encoding="utf-8")
    assert main(["--check"], readme) == 1
    assert capsys.readouterr().out == "README.md differs from pins.toml: run python -m wiring --write\n"
    assert main(["--write"], readme) == 0
    assert readme.read_text(encoding="utf-8") == text
    assert main(["--check"], readme) == 0


def test_a_readme_without_a_marker_is_not_guessed_at(tmp_path: Path) -> None:
    readme = Path(shutil.copy(README, tmp_path))
    readme.write_text(readme.read_text(encoding="utf-8").replace("<!-- wiring:parts -->", ""), encoding="utf-8")
    with pytest.raises(ValueError, match="the markers are wires, header, boot, cmdline; the blocks are"):
        main(["--write"], readme)


def test_the_tables_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == "\n".join(tables(pin_table()).values())


def test_every_row_of_a_table_has_all_its_cells() -> None:
    for name in ("wires", "header", "parts", "cmdline"):
        rows = tables(pin_table())[name].splitlines()
        assert len({row.count(" | ") for row in rows}) == 1


def test_the_header_shows_every_place_once() -> None:
    rows = tables(pin_table())["header"].splitlines()[2:]
    places = [int(cell) for row in rows for cell in row.split(" | ")[2:4]]
    assert sorted(places) == list(range(1, 41))


def test_lines_of_config_txt_are_short_enough_to_be_read() -> None:
    """The boot loader ignores what follows the 98th character (Raspberry Pi documentation, config.txt)."""
    blocks = re.findall(r"```ini\n(.*?)```", tables(pin_table())["boot"], re.DOTALL)
    assert blocks
    assert max(len(line) for block in blocks for line in block.splitlines()) <= 98
