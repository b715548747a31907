"""The buses: their boot lines, I2C with the display, SPI with the ring."""

from __future__ import annotations

import subprocess

import pytest

from companion.checks import buses
from companion.checks.finding import Level
from hardware.ring import RingSettings
from tests.checks.fake import BROKEN, DENIED, MISSING, PI_4, PI_5, ROOT, SLOW, ZERO, device, shows, site
from wiring.boot import in_force

OK, WARNING, FAULT, NONE = Level.OK, Level.WARNING, Level.FAULT, Level.NOT_APPLICABLE
CONFIG = "/boot/firmware/config.txt"
SETTINGS = "/etc/castle-companion/companion.toml"
OLED = "[display]\nbus = 1\n"
RING = '[ring]\ndevice = "/dev/spidev0.0"\n'
READER = '[reader]\ndevice = "/dev/serial0"\n'
I2C = {"/dev/i2c-1": device("i2c")}
SPI = {"/dev/spidev0.0": device("spi")}
SPEED = "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"


# Boot lines


@pytest.mark.parametrize(
    ("model", "text", "level", "missing"),
    [
        (PI_4, "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\ndtparam=spi=on\nenable_uart=1\n", OK, ""),
        (PI_4, "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\ndtparam=spi=on\n", FAULT, "enable_uart=1"),
        (PI_5, "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\ndtparam=spi=on\n", FAULT, "dtparam=uart0=on"),
        (ZERO, "#dtparam=i2c_arm=on\n[pi4]\ndtparam=spi=on\nenable_uart=1\n", FAULT, "dtparam=spi=on, enable_uart=1"),
        ("", "", NONE, ""),
    ],
)
def test_boot_lines_that_are_missing(model, text, level, missing):
    here = site(OLED + RING + READER, model=model, files={CONFIG: text} if text else {})
    shows(buses.boot_lines(here), level, missing)


def test_the_command_puts_the_missing_lines_in_force(tmp_path):
    here = site(RING, model=PI_4, files={CONFIG: "[pi5]\nsomething=1\n"})
    (command, reboot) = buses.boot_lines(here).mend
    config = tmp_path / "config.txt"
    config.write_text("[pi5]\nsomething=1\n")
    local = command.replace("sudo ", "").replace(CONFIG, str(config))
    subprocess.run(["sh", "-c", local], check=True, timeout=60, stdout=subprocess.DEVNULL)
    assert "dtparam=spi=on" in in_force(config.read_text())
    assert reboot == "sudo reboot"


def test_a_table_without_parts_calls_for_nothing():
    shows(buses.boot_lines(site(model=PI_4, files={CONFIG: ""})), OK)


@pytest.mark.parametrize(
    ("model", "text", "measured", "level"),
    [
        (PI_4, "core_freq=500\ncore_freq_min=500\n", "frequency(1)=500000992\n", OK),
        (PI_4, "core_freq=500\ncore_freq_min=500\n", "frequency(1)=200000992\n", WARNING),
        (PI_4, "core_freq=500\n", "frequency(1)=500000992\n", WARNING),
        (ZERO, "core_freq=250\n", "frequency(1)=250000496\n", OK),
        (ZERO, "", "frequency(1)=400000000\n", WARNING),
        (PI_5, "", "", NONE),
        ("", "", "", NONE),
    ],
)
def test_the_core_clock(model, text, measured, level):
    told = {"vcgencmd measure_clock core": measured} if measured else {}
    shows(buses.core_clock(site(RING, model=model, files={CONFIG: text}, programs=told)), level)


def test_without_a_ring_the_core_clock_may_scale():
    shows(buses.core_clock(site(model=PI_4, files={CONFIG: ""})), NONE)


# I2C


def test_the_bus_of_the_display():
    shows(buses.i2c_bus(site()), NONE)
    shows(buses.i2c_bus(site(OLED, nodes=I2C)), OK)
    mend = ["sudo raspi-config nonint do_i2c 0", "sudo reboot"]
    shows(buses.i2c_bus(site(OLED, model=PI_4)), FAULT, "not switched on", mend=mend)
    shows(buses.i2c_bus(site(OLED, nodes={"/dev/i2c-0": device("i2c")})), FAULT, "there is /dev/i2c-0")


@pytest.mark.parametrize(("speed", "level"), [(400_000, OK), (1_000_000, OK), (100_000, WARNING)])
def test_the_speed_of_the_bus(speed, level):
    here = site(OLED, model=PI_4, nodes=I2C, files={SPEED: speed.to_bytes(4, "big")})
    shows(buses.i2c_bus(here), level, f"{speed // 1000} kHz")


@pytest.mark.parametrize(
    ("found", "level", "words", "mend"),
    [
        ([0x3C], OK, "0x3C", []),
        ([0x3C, 0x50], OK, "0x3C, 0x50", []),
        ([0x3D], FAULT, "No display at 0x3C", [f"sudo sed -i 's|^address = .*|address = 0x3D|' {SETTINGS}"]),
        ([], FAULT, "answers nobody", ["i2cdetect -y 1"]),
        ([0x50], FAULT, "answers 0x50", ["i2cdetect -y 1"]),
        (DENIED, FAULT, "may not use it", ["sudo usermod -aG i2c anna"]),
        (MISSING, NONE, "see i2c-bus", []),
        (SLOW, FAULT, "silent", []),
        (BROKEN, FAULT, "Input/output error", ["sudo dmesg | grep -i i2c | tail"]),
        (ImportError("smbus2"), FAULT, "smbus2", None),
    ],
)
def test_who_answers_on_the_bus(found, level, words, mend):
    shows(buses.i2c_scan(site(OLED, nodes=I2C, i2c={1: found})), level, words, mend=mend)


def test_a_simulated_display_has_no_bus():
    shows(buses.i2c_scan(site()), NONE)


# SPI


def test_the_line_of_the_ring():
    shows(buses.spi_node(site()), NONE)
    shows(buses.spi_node(site(RING, nodes=SPI, me=ROOT)), OK)
    shows(buses.spi_node(site(RING, nodes=SPI)), FAULT, "may not use it", mend=["sudo usermod -aG spi anna"])
    mend = ["sudo raspi-config nonint do_spi 0", "sudo reboot"]
    shows(buses.spi_node(site(RING, model=ZERO)), FAULT, "not switched on", mend=mend)


@pytest.mark.parametrize(
    ("count", "content", "level"),
    [(60, None, OK), (317, None, OK), (320, None, FAULT), (320, "65536\n", OK), (60, "512\n", FAULT)],
)
def test_a_frame_fits_the_kernels_buffer(count, content, level):
    text = f"{RING}count = {count}\n"
    files = {buses._SPI_BUFFER: content} if content else {}
    shows(buses.spi_buffer(site(text, files=files)), level, f"{count} lights")
    assert RingSettings(count=count).length == count * buses._BYTES_PER_LED + buses._BYTES_OF_REST


def test_the_buffer_that_is_advised_is_large_enough():
    (command, _) = buses.spi_buffer(site(f"{RING}count = 320\n")).mend
    assert "bufsiz=4120" not in command and "bufsiz=8192" in command
    shows(buses.spi_buffer(site()), NONE)
