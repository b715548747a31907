"""The pins: chip, libraries, and who else has a pin."""

from __future__ import annotations

import pytest

from companion.checks import pins
from companion.checks.finding import Level
from companion.checks.machine import Ran
from hardware.button.gpiochip import LineUse
from tests.checks.fake import CHIP_4, CHIP_5, PI_4, PI_5, ZERO, device, service, shows, site

OK, WARNING, FAULT, NONE = Level.OK, Level.WARNING, Level.FAULT, Level.NOT_APPLICABLE
BUTTON = '[button]\nfactory = "lgpio"\npin = 17\n'
CONFIG = "/boot/firmware/config.txt"
PYTHON = pins.sys.executable


@pytest.mark.parametrize("check", [pins.gpio_chip, pins.lgpio, pins.gpiozero])
def test_simulated_buttons_have_no_pins(check):
    shows(check(site(model=PI_4)), NONE)


# The chip


@pytest.mark.parametrize(
    ("model", "chips", "text", "level", "words"),
    [
        (PI_4, CHIP_4, BUTTON, OK, "/dev/gpiochip0 is the header"),
        (PI_5, CHIP_5, BUTTON, OK, "pinctrl-rp1"),
        ("", CHIP_5, BUTTON, OK, "pinctrl-rp1"),
        (PI_5, CHIP_4, BUTTON, FAULT, "pinctrl-bcm2711"),
        (PI_4, (), BUTTON, FAULT, "none"),
        (PI_4, CHIP_4, BUTTON + "chip = 0\n", OK, ""),
        (PI_4, CHIP_4, BUTTON + "chip = 4\n", FAULT, "chip in [button] is 4"),
    ],
)
def test_the_chip_is_found_by_its_label(model, chips, text, level, words):
    shows(pins.gpio_chip(site(text, model=model, gpio=chips)), level, words)


def test_the_right_number_of_the_chip_is_put_in():
    found = pins.gpio_chip(site(BUTTON + "chip = 4\n", model=PI_4, gpio=CHIP_4))
    assert found.mend == ("sudo sed -i 's|^chip = .*|chip = 0|' /etc/castle-companion/companion.toml",)


def test_a_denied_chip_takes_a_group():
    denied = PermissionError(13, "Permission denied", "/dev/gpiochip0")
    here = site(BUTTON, gpio=denied, nodes={"/dev/gpiochip0": device("gpio")})
    shows(pins.gpio_chip(here), FAULT, "may not use it", "new login", mend=["sudo usermod -aG gpio anna"])


# The libraries

APT = "sudo apt-get install -y python3-lgpio"


@pytest.mark.parametrize(
    ("ran", "package", "level", "words"),
    [
        ("lgpio.py_0.2.2.0\n", "0.2.2.0", OK, "lgpio 0.2.2.0"),
        ("lgpio.py_0.2.0.0\n", "0.2.0.0", FAULT, "too old"),
        ("?", None, FAULT, "too old"),
        (
            Ran(1, err=b"AttributeError: module 'lgpio' has no attribute 'get_module_version'"),
            None,
            FAULT,
            "placeholder",
        ),
        (Ran(1, err=b"ImportError: whatever"), "0.0.0.2", FAULT, "placeholder"),
        (Ran(1, err=b"ModuleNotFoundError: No module named 'lgpio'"), None, FAULT, "missing in this Python"),
        (Ran(1, err=b"ImportError: undefined symbol: lgGpiochipOpen"), "0.2.2.0", FAULT, "undefined symbol"),
    ],
)
def test_lgpio_by_the_version_that_it_has_itself(ran, package, level, words):
    versions = {"lgpio": package} if package else {}
    found = pins.lgpio(site(BUTTON, model=PI_4, programs={PYTHON: ran}, versions=versions))
    shows(found, level, words)
    if level is FAULT and words != "too old":
        assert found.mend[-1] == APT


@pytest.mark.parametrize(
    ("version", "model", "level"),
    [
        ("2.0.1.post3", PI_5, OK),
        ("2.1", PI_5, OK),
        ("2.0.1", PI_5, FAULT),
        ("2.0.1", PI_4, WARNING),
        ("1.6.2", PI_5, FAULT),
        (None, PI_4, FAULT),
    ],
)
def test_gpiozero(version, model, level):
    found = pins.gpiozero(site(BUTTON, model=model, versions={"gpiozero": version} if version else {}))
    shows(found, level)
    assert bool(found.mend) is (level is not OK)


# Conflicts

AMPLIFIER = '[speaker]\nsink = "alsa:plughw:CARD=MAX98357A"\n'
OLED = "[display]\nbus = 1\n"


@pytest.mark.parametrize(
    ("text", "boot", "words"),
    [
        (AMPLIFIER, "dtoverlay=w1-gpio", "GPIO 4"),
        (BUTTON, "dtoverlay=w1-gpio,gpiopin=17", "GPIO 17, the pin of [button]"),
        (OLED, "dtoverlay=gpio-shutdown", "GPIO 3, I2C1 SCL"),
        (BUTTON + "next_pin = 26\n", "dtoverlay=gpio-poweroff", "GPIO 26, the next_pin of [button]"),
        ('[ring]\ndevice = "/dev/spidev0.0"\n', "dtoverlay=gpio-ir,gpio_pin=10", "GPIO 10, LED data"),
        ('[reader]\ndevice = "/dev/serial0"\n', "dtoverlay=gpio-fan,gpiopin=14", "GPIO 14, UART TX"),
    ],
)
def test_an_overlay_that_has_a_pin_of_ours(text, boot, words):
    here = site(text, model=ZERO, files={CONFIG: boot + "\n"})
    found = pins.pin_conflicts(here)
    shows(found, FAULT, words, mend=[f"sudo sed -i 's|^{boot}|#&|' {CONFIG}"])


@pytest.mark.parametrize(
    "boot",
    [
        "dtoverlay=w1-gpio\n",
        "#dtoverlay=w1-gpio,gpiopin=17\n",
        "[cm4]\ndtoverlay=w1-gpio,gpiopin=17\n",
        "dtoverlay=vc4-kms-v3d\ndtparam=spi=on\n",
    ],
)
def test_an_overlay_elsewhere_is_no_conflict(boot):
    shows(pins.pin_conflicts(site(BUTTON, model=PI_4, files={CONFIG: boot}, gpio=CHIP_4)), OK)


def test_a_program_that_has_a_buttons_pin():
    taken = {17: LineUse(True, "fan-daemon")}
    here = site(BUTTON, model=PI_4, gpio=CHIP_4, lines=taken)
    shows(pins.pin_conflicts(here), FAULT, "'fan-daemon' has GPIO 17", mend=["sudo fuser -v /dev/gpiochip0"])
    shows(pins.pin_conflicts(site(BUTTON, model=PI_4, gpio=CHIP_4, lines={18: LineUse(True, "i2s")})), OK)


def test_the_companion_that_runs_may_have_its_pins():
    taken = {17: LineUse(True, "lg")}
    running = {"systemctl show": service()}
    shows(pins.pin_conflicts(site(BUTTON, model=PI_4, gpio=CHIP_4, lines=taken, programs=running)), OK)
    shows(pins.pin_conflicts(site(BUTTON, model=PI_4, gpio=CHIP_4, lines=taken)), FAULT, "'lg'")


def test_without_a_header_there_is_nothing_to_quarrel_about():
    shows(pins.pin_conflicts(site(BUTTON)), NONE)
