"""The service: its unit, its account's groups, its socket."""

from __future__ import annotations

import errno

import pytest

from companion.checks import service as checks
from companion.checks.finding import Level
from companion.checks.machine import Account, Ran
from tests.checks.fake import DENIED, MISSING, ROOT, device, fails, service, shows, site

OK, WARNING, FAULT, NONE = Level.OK, Level.WARNING, Level.FAULT, Level.NOT_APPLICABLE
UNIT = "castle-companion.service"
SOCKET = "/run/castle-companion/companion.sock"
LOG = f"journalctl -u {UNIT} -n 50 --no-pager"


@pytest.mark.parametrize(
    ("facts", "level", "words", "mend"),
    [
        ({"StatusText": "reader: ready"}, OK, "reader: ready", []),
        ({"UnitFileState": "disabled"}, WARNING, "next start", [f"sudo systemctl enable {UNIT}"]),
        (
            {"NeedDaemonReload": "yes"},
            WARNING,
            "changed",
            ["sudo systemctl daemon-reload", f"sudo systemctl restart {UNIT}"],
        ),
        ({"NRestarts": "6"}, WARNING, "6 times", [LOG]),
        ({"NRestarts": "5"}, OK, "at work", []),
        ({"ActiveState": "inactive", "SubState": "dead"}, WARNING, "stopped", [f"sudo systemctl start {UNIT}"]),
        (
            {"ActiveState": "failed", "SubState": "failed", "ExecMainStatus": "78", "Result": "exit-code"},
            FAULT,
            "configuration",
            [f"sudo systemctl restart {UNIT}"],
        ),
        (
            {"ActiveState": "activating", "SubState": "auto-restart", "ExecMainStatus": "1", "Result": "exit-code"},
            FAULT,
            "exit-code, status 1",
            [LOG],
        ),
        (
            {"ActiveState": "failed", "SubState": "failed", "Result": "watchdog", "ExecMainStatus": "6"},
            FAULT,
            "watchdog",
            [LOG],
        ),
        ({"ActiveState": "activating", "SubState": "start"}, OK, "at work", []),
    ],
)
def test_the_state_of_the_unit(facts, level, words, mend):
    shows(checks.unit(site(programs={"systemctl show": service(**facts)})), level, words, mend=mend)


@pytest.mark.parametrize("answer", [Ran(127), Ran(1, err=b"no bus"), service(LoadState="not-found"), ""])
def test_no_unit(answer):
    shows(checks.unit(site(programs={"systemctl show": answer})), NONE, "systemd/install.sh")


# Groups

PARTS = '[reader]\ndevice = "/dev/serial0"\n[button]\nfactory = "lgpio"\n[display]\nbus = 1\n'
PARTS += '[ring]\ndevice = "/dev/spidev0.0"\n[speaker]\nsink = "alsa:default"\n'
ALL = frozenset({"dialout", "gpio", "i2c", "spi", "audio"})


def someone(now: frozenset[str], entered: frozenset[str] | None = None) -> Account:
    """An account with these groups."""
    return Account("anna", now, now if entered is None else entered)


def test_a_simulated_table_takes_no_group():
    shows(checks.groups(site()), NONE)


def test_ones_own_groups():
    shows(checks.groups(site(PARTS, me=someone(ALL))), OK, "dialout, gpio, i2c, spi, audio")
    shows(checks.groups(site(PARTS, me=ROOT)), OK, "root")
    found = checks.groups(site(PARTS, me=someone(ALL - {"i2c", "spi"})))
    shows(found, FAULT, "the display", "the ring", mend=["sudo usermod -aG i2c anna", "sudo usermod -aG spi anna"])


def test_a_group_that_waits_for_the_next_login():
    found = checks.groups(site(PARTS, me=someone(ALL - {"spi"}, ALL)))
    shows(found, WARNING, "from the next login on", mend=["exec su -l anna"])


def test_the_group_is_the_one_that_the_device_has():
    here = site(PARTS, me=someone(ALL), links={"/dev/serial0": "/dev/ttyS0"}, nodes={"/dev/ttyS0": device("tty")})
    shows(checks.groups(here), FAULT, "the group tty", mend=["sudo usermod -aG tty anna"])


def test_a_device_of_roots_own_group_is_given_to_its_usual_one():
    here = site(PARTS, me=someone(ALL - {"i2c"}), nodes={"/dev/i2c-1": device("root")})
    shows(checks.groups(here), FAULT, "the group i2c")


def test_the_groups_of_the_service():
    accounts = {"castle-companion": Account("castle-companion", frozenset(), frozenset({"castle-companion"}))}
    told = {"accounts": accounts, "me": someone(frozenset())}
    shows(checks.groups(site(PARTS, programs={"systemctl show": service()}, **told)), OK, "castle-companion is in")
    poor = {"systemctl show": service(SupplementaryGroups="gpio i2c spi audio")}
    mend = ["sudo usermod -aG dialout castle-companion", f"sudo systemctl restart {UNIT}"]
    shows(checks.groups(site(PARTS, programs=poor, **told)), FAULT, "the reader", mend=mend)
    nobody = site(PARTS, programs={"systemctl show": service()})
    shows(checks.groups(nobody), FAULT, "no account castle-companion")


# The socket


@pytest.mark.parametrize(
    ("answer", "running", "level", "words"),
    [
        (True, True, OK, "answers"),
        (True, False, OK, "answers"),
        (MISSING, False, NONE, "No companion"),
        (MISSING, True, FAULT, "nobody answers"),
        (fails(errno.ECONNREFUSED), True, FAULT, "nobody answers"),
        (fails(errno.ETIMEDOUT), True, FAULT, "timed out"),
        (DENIED, True, WARNING, "the group castle-companion"),
    ],
)
def test_the_socket(answer, running, level, words):
    programs = {"systemctl show": service()} if running else {}
    shows(checks.table_socket(site(sockets={SOCKET: answer}, programs=programs)), level, words)
