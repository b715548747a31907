"""The board: which one, its supply, its temperature, its clock."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion.checks import board
from companion.checks.finding import Level
from companion.checks.machine import Ran
from tests.checks.fake import PI_4, PI_5, ZERO, shows, site

OK, WARNING, FAULT, NONE = Level.OK, Level.WARNING, Level.FAULT, Level.NOT_APPLICABLE
SYSFS = "/sys/devices/platform/soc/soc:firmware/get_throttled"
THERMAL = "/sys/class/thermal/thermal_zone0/temp"


@pytest.mark.parametrize(
    ("model", "family", "level"),
    [
        (ZERO, "zero-2-w", OK),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "3", OK),
        (PI_4, "4", OK),
        ("Raspberry Pi 400 Rev 1.0", "4", OK),
        ("Raspberry Pi Compute Module 4 Rev 1.1", "4", OK),
        (PI_5, "5", OK),
        ("Raspberry Pi 500 Rev 1.0", "5", OK),
        ("Raspberry Pi 2 Model B Rev 1.1", None, WARNING),
        ("Radxa ROCK 5B", None, NONE),
        ("", None, NONE),
    ],
)
def test_which_board_it_is(model, family, level):
    here = site(model=model)
    assert here.board == family
    shows(board.board(here), level)


@pytest.mark.parametrize(
    ("flags", "level", "words"),
    [
        ("0x0", OK, "never too low"),
        ("0x1", FAULT, "too low now"),
        ("0x10000", FAULT, "since it was started"),
        ("0x50005", FAULT, "too low now"),
        ("0x80008", WARNING, "it is hot"),
        ("0x40000", WARNING, "it is slowed down"),
    ],
)
def test_a_weak_supply_is_said_plainly(flags, level, words):
    told = {"vcgencmd get_throttled": f"throttled={flags}\n"}
    shows(board.power(site(model=PI_4, programs=told)), level, words)
    read = site(model=PI_4, files={SYSFS: flags.removeprefix("0x") + "\n"})
    shows(board.power(read), level, words)


def test_a_record_of_the_supply_that_may_not_be_read_is_no_good_supply():
    refused = site(model=PI_4, programs={"vcgencmd": Ran(255, err=b"Can't open device file: /dev/vcio\n")})
    shows(board.power(refused), WARNING, mend=["sudo vcgencmd get_throttled"])
    shows(board.power(site()), NONE)


@pytest.mark.parametrize(
    ("content", "level"),
    [("48312\n", OK), ("69999", OK), ("70000", WARNING), ("79999", WARNING), ("80000", FAULT), ("warm", NONE)],
)
def test_the_temperature(content, level):
    shows(board.temperature(site(files={THERMAL: content})), level)


def test_a_machine_that_tells_no_temperature():
    shows(board.temperature(site()), NONE)


@pytest.mark.parametrize(
    ("year", "said", "level", "words"),
    [
        (2026, "yes\n", OK, ", kept in time"),
        (2026, "no\n", OK, "not kept in time"),
        (2026, Ran(127), OK, "nobody says"),
        (2026, Ran(1, err=b"no bus"), OK, "nobody says"),
        (1970, "no\n", WARNING, "1970-01-01"),
        (2025, "yes\n", WARNING, "2025-01-01"),
    ],
)
def test_a_date_that_cannot_be(year, said, level, words):
    here = site(time=datetime(year, 1, 1, tzinfo=UTC), programs={"timedatectl": said})
    shows(board.clock(here), level, words)
