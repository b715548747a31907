"""The reader's port: missing, denied, busy and taken are told apart, each with its own remedy."""

from __future__ import annotations

import errno

import pytest

from companion.checks import ports
from companion.checks.finding import Level
from companion.checks.machine import Process
from tests.checks.fake import BUSY, DENIED, LOCKED, PI_4, PI_5, ROOT, device, fails, service, shows, site

OK, WARNING, FAULT, NONE = Level.OK, Level.WARNING, Level.FAULT, Level.NOT_APPLICABLE
BY_ID = "/dev/serial/by-id/usb-FTDI_FT232R-if00-port0"
HEADER = '[reader]\ndevice = "/dev/serial0"\n'
USB = f'[reader]\ndevice = "{BY_ID}"\n'
NUMBERED = '[reader]\ndevice = "/dev/ttyUSB0"\n'
SERIAL0 = {"/dev/serial0": "/dev/ttyS0"}
RUNNING = {"systemctl show": service()}
SETTINGS = "/etc/castle-companion/companion.toml"


@pytest.mark.parametrize(
    "check",
    [ports.serial_port, ports.port_holder, ports.serial_console, ports.serial_login, ports.brltty, ports.modem_manager],
)
def test_a_simulated_reader_has_no_port(check):
    shows(check(site()), NONE)


def test_a_port_that_opens():
    shows(ports.serial_port(site(USB, ports={BY_ID: True}, links={BY_ID: "/dev/ttyUSB0"})), OK, BY_ID, "/dev/ttyUSB0")


def test_a_missing_port_of_the_header():
    mend = ["sudo raspi-config nonint do_serial_hw 0", "sudo reboot"]
    shows(ports.serial_port(site(HEADER, model=PI_4)), FAULT, "missing", mend=mend)
    shows(ports.serial_port(site(HEADER)), FAULT, "missing", mend=[f"sudoedit {SETTINGS}"])


def test_a_missing_adapter_and_what_is_there_instead():
    other = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"
    shows(ports.serial_port(site(USB)), FAULT, "missing", "No USB serial adapter")
    one = site(USB, links={other: "/dev/ttyUSB0"})
    shows(ports.serial_port(one), FAULT, other, mend=[f"sudo sed -i 's|{BY_ID}|{other}|' {SETTINGS}"])
    two = site(USB, links={other: "/dev/ttyUSB0", f"{other}2": "/dev/ttyUSB1"})
    shows(ports.serial_port(two), FAULT, f"{other} and {other}2", mend=["sudo dmesg | grep -i tty | tail"])


def test_a_denied_port_is_mended_by_a_group_and_a_login_and_never_by_its_mode():
    here = site(USB, ports={BY_ID: DENIED}, links={BY_ID: "/dev/ttyUSB0"}, nodes={"/dev/ttyUSB0": device("dialout")})
    shows(ports.serial_port(here), FAULT, "may not use it", "new login", mend=["sudo usermod -aG dialout anna"])


@pytest.mark.parametrize("error", [BUSY, LOCKED])
def test_a_busy_port(error):
    told = {"ports": {BY_ID: error}, "links": {BY_ID: "/dev/ttyUSB0"}}
    shows(ports.serial_port(site(USB, **told)), FAULT, "another program", mend=["sudo fuser -v /dev/ttyUSB0"])
    shows(ports.serial_port(site(USB, programs=RUNNING, **told)), OK, "the companion that runs")


def test_something_else_than_a_port():
    shows(ports.serial_port(site(USB, ports={BY_ID: False})), FAULT, "no serial port")
    shows(ports.serial_port(site(USB, ports={BY_ID: fails(errno.EIO)})), FAULT, "Input/output error")


def test_a_name_that_changes_is_replaced_by_one_that_stays():
    found = ports.serial_port(site(NUMBERED, ports={"/dev/ttyUSB0": True}, links={BY_ID: "/dev/ttyUSB0"}))
    shows(found, WARNING, mend=[f"sudo sed -i 's|/dev/ttyUSB0|{BY_ID}|' {SETTINGS}"])
    shows(ports.serial_port(site(NUMBERED, ports={"/dev/ttyUSB0": True})), OK)


# Who has it


def test_nobody_or_the_companion_alone_has_the_port():
    shows(ports.port_holder(site(USB, me=ROOT)), OK, "Nobody else")
    shows(ports.port_holder(site(USB)), OK, "root can see all")
    ours = {BY_ID: [Process(700, "companion")]}
    shows(ports.port_holder(site(USB, me=ROOT, programs=RUNNING, held=ours)), OK)
    shows(ports.port_holder(site(USB, me=ROOT, held=ours)), FAULT, "companion (process 700)", mend=["sudo kill 700"])


@pytest.mark.parametrize(
    ("name", "mend"),
    [
        ("brltty", "sudo systemctl stop brltty"),
        ("ModemManager", "sudo systemctl stop ModemManager"),
        ("agetty", "sudo systemctl stop 'serial-getty@*'"),
        ("minicom", "sudo kill 41"),
    ],
)
def test_who_else_has_the_port_is_named(name, mend):
    shows(ports.port_holder(site(USB, held={BY_ID: [Process(41, name)]})), FAULT, f"{name} (process 41)", mend=[mend])


# The header


@pytest.mark.parametrize(
    ("cmdline", "level"),
    [
        ("console=tty1 root=/dev/mmcblk0p2", OK),
        ("console=ttyS0,115200 console=tty1", FAULT),
        ("console=serial0,9600 console=tty1", FAULT),
        ("console=ttyAMA0,115200", OK),
    ],
)
def test_the_kernels_console(cmdline, level):
    here = site(HEADER, model=PI_4, links=SERIAL0, files={"/proc/cmdline": cmdline})
    shows(ports.serial_console(here), level)


def test_the_kernels_console_is_taken_out_of_the_boot_file():
    found = ports.serial_console(site(HEADER, links=SERIAL0, files={"/proc/cmdline": "console=ttyS0"}))
    expression = "s/console=(serial0|ttyAMA0|ttyS0)(,[0-9n]+)? ?//g"
    assert found.mend == (f"sudo sed -i -E '{expression}' /boot/firmware/cmdline.txt", "sudo reboot")
    old = site(HEADER, links=SERIAL0, files={"/proc/cmdline": "console=ttyS0", "/boot/config.txt": ""})
    assert "/boot/cmdline.txt" in ports.serial_console(old).mend[0]
    shows(ports.serial_console(site(HEADER)), NONE)


def test_a_login_shell_at_the_port():
    taken = {"systemctl is-active serial-getty@ttyS0.service": "active\n"}
    found = ports.serial_login(site(HEADER, links=SERIAL0, programs=taken))
    shows(found, FAULT, mend=["sudo systemctl mask --now serial-getty@ttyS0.service"])
    shows(ports.serial_login(site(HEADER, links=SERIAL0, programs={"systemctl is-active": "inactive\n"})), OK)
    shows(ports.serial_login(site(HEADER, links=SERIAL0)), OK)
    shows(ports.serial_login(site(USB)), NONE)


@pytest.mark.parametrize(
    ("model", "real", "config", "level", "words"),
    [
        (PI_4, "/dev/ttyS0", HEADER, OK, "mini-UART"),
        (PI_4, "/dev/ttyAMA0", HEADER, OK, "full UART"),
        (PI_4, None, HEADER, FAULT, "not there"),
        (PI_4, None, USB, OK, "not there"),
        (PI_5, "/dev/ttyAMA10", USB, OK, "debug port"),
        (PI_5, "/dev/ttyAMA10", HEADER, FAULT, "debug port"),
        ("", "/dev/ttyS0", HEADER, NONE, ""),
    ],
)
def test_which_uart_serial0_is(model, real, config, level, words):
    here = site(config, model=model, links={"/dev/serial0": real} if real else {})
    shows(ports.serial0(here), level, words)


def test_on_a_pi_5_the_header_has_another_name():
    found = ports.serial0(site(HEADER, model=PI_5, links={"/dev/serial0": "/dev/ttyAMA10"}))
    assert found.mend == (f"sudo sed -i 's|/dev/serial0|/dev/ttyAMA0|' {SETTINGS}",)


# Who might want it

ACTIVE_BRLTTY = {"systemctl is-active brltty.service": "active\n"}
ACTIVE_MODEM = {"systemctl is-active ModemManager.service": "active\n"}
THEIR_RULES = {"/usr/lib/udev/rules.d/85-brltty.rules": ""}
OUR_RULES = {ports.OUR_RULES: ""}


@pytest.mark.parametrize(
    ("programs", "files", "there", "level", "words"),
    [
        ({}, {}, True, OK, "alone"),
        (ACTIVE_BRLTTY, {}, True, WARNING, "brltty runs"),
        (ACTIVE_BRLTTY, OUR_RULES, False, FAULT, "the reader is gone"),
        ({}, THEIR_RULES, True, WARNING, "plugged in"),
        ({}, THEIR_RULES | OUR_RULES, True, OK, "alone"),
    ],
)
def test_brltty(programs, files, there, level, words):
    here = site(USB, programs=programs, files=files, ports={BY_ID: True} if there else {})
    found = ports.brltty(here)
    shows(found, level, words)
    if level is not OK:
        assert all("brltty" in command or "udevadm" in command for command in found.mend)


@pytest.mark.parametrize(
    ("programs", "files", "level"),
    [({}, {}, OK), (ACTIVE_MODEM, {}, WARNING), (ACTIVE_MODEM, OUR_RULES, OK)],
)
def test_modem_manager(programs, files, level):
    shows(ports.modem_manager(site(USB, programs=programs, files=files)), level)
    shows(ports.modem_manager(site(HEADER, programs=programs, files=files)), NONE)
