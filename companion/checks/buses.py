"""The buses: the boot lines that switch them on, I2C with the display, SPI with the ring."""

from __future__ import annotations

import errno
import re

from companion.checks.finding import Finding, fault, not_applicable, ok, warning
from companion.checks.site import Site
from wiring.boot import entries, in_force, lines_for

_CORE = {"zero-2-w": 250, "3": 250, "4": 500}
"""Megahertz that the core clock must have, by board. The Pi 5 has a separate clock for SPI."""

_FAST_I2C = 400_000
_PICTURE_BITS = 1034 * 9
"""A picture for the display takes 1034 bytes on the bus, and each byte takes 9 bits with its acknowledgement."""

_SPI_BUFFER = "/sys/module/spidev/parameters/bufsiz"
_SPI_DEFAULT = 4096
_BYTES_PER_LED, _BYTES_OF_REST = 12, 280
"""The bytes of a frame for the ring (`hardware.ring.RingSettings.length`; a test compares them)."""


def boot_lines(site: Site) -> Finding:
    """Check that the boot configuration has the lines that the parts of this table need."""
    if site.board is None or site.boot_config is None:
        return not_applicable("No boot configuration of a known Raspberry Pi.")
    present = in_force(site.boot_config)
    missing = [line for line in _wanted(site) if line not in present and not line.startswith("core_freq")]
    if missing:
        return fault(f"{site.boot}/config.txt lacks {', '.join(missing)}.", _append(site, missing), "sudo reboot")
    return ok(f"{site.boot}/config.txt has what the parts call for.")


def _wanted(site: Site) -> list[str]:
    return lines_for("config.txt", entries(site.board or "", site.parts))


def _append(site: Site, lines: list[str]) -> str:
    texts = " ".join(f"'{line}'" for line in ["[all]", *lines])
    return f"printf '%s\\n' {texts} | sudo tee -a {site.boot}/config.txt"


def core_clock(site: Site) -> Finding:
    """Check the core clock: the ring's bits are timed by it, so it must not change its speed."""
    wanted = [line for line in _wanted(site) if line.startswith("core_freq")] if site.board else []
    if not wanted or site.boot_config is None:
        return not_applicable("No ring, or a board whose SPI clock stands by itself.")
    missing = [line for line in wanted if line not in in_force(site.boot_config)]
    if missing:
        text = f"{site.boot}/config.txt lacks {', '.join(missing)}: the ring may show wrong colors."
        return warning(text, _append(site, missing), "sudo reboot")
    megahertz = _measured(site)
    target = _CORE[site.board or ""]
    if megahertz is not None and abs(megahertz - target) > target / 20:
        return warning(f"The core clock is {megahertz:.0f} MHz instead of {target}.", "sudo reboot")
    return ok(f"The core clock is fixed at {target} MHz.")


def _measured(site: Site) -> float | None:
    asked = site.machine.run("vcgencmd", "measure_clock", "core")
    found = re.search(r"=(\d+)", asked.text)
    return int(found[1]) / 1e6 if found and not asked.status else None


# I2C


def i2c_bus(site: Site) -> Finding:
    """Check that the display's bus is there, and how fast it is."""
    number = site.config.display.bus
    if isinstance(number, str):
        return not_applicable("The display is simulated.")
    path = f"/dev/i2c-{number}"
    if not site.machine.exists(path):
        others = site.machine.glob("/dev/i2c-*")
        there = f"; there is {' and '.join(others)}" if others else ""
        return fault(f"{path} is missing: the bus is not switched on{there}.", *site.switch_on("do_i2c"))
    speed = _speed(site, number)
    if speed is not None and speed < _FAST_I2C:
        text = f"{path} runs at {speed // 1000} kHz: a picture takes {_PICTURE_BITS / speed * 1000:.0f} ms."
        return warning(text, _append(site, [f"dtparam=i2c_arm_baudrate={_FAST_I2C}"]), "sudo reboot")
    return ok(f"{path} is there{f', at {speed // 1000} kHz' if speed else ''}.")


def _speed(site: Site, number: int) -> int | None:
    """Return the speed of a bus in bits per second, as the device tree has it; None where it says nothing."""
    try:
        return int.from_bytes(site.machine.read(f"/sys/class/i2c-adapter/i2c-{number}/of_node/clock-frequency"), "big")
    except OSError:
        return None


def i2c_scan(site: Site) -> Finding:
    """Check what answers on the display's bus, and whether the display is among it."""
    display = site.config.display
    if isinstance(display.bus, str):
        return not_applicable("The display is simulated.")
    path = f"/dev/i2c-{display.bus}"
    try:
        found = site.machine.answering(display.bus)
    except ImportError:
        return fault("The library smbus2 is missing.", _install("smbus2"))
    except OSError as error:
        return _mute(site, path, error)
    names = ", ".join(f"0x{address:02X}" for address in found) or "nobody"
    if display.address in found:
        return ok(f"On {path} answer: {names}.")
    text = f"No display at 0x{display.address:02X}: on {path} answers {names}."
    likely = [address for address in (0x3C, 0x3D) if address in found]
    if likely:
        return fault(text, site.setting("^address = .*", f"address = 0x{likely[0]:02X}"))
    return fault(f"{text} Look at ground, 3.3 V, SDA on pin 3 and SCL on pin 5.", f"i2cdetect -y {display.bus}")


def _mute(site: Site, path: str, error: OSError) -> Finding:
    if error.errno in (errno.EACCES, errno.EPERM):
        return site.not_permitted(path, site.machine.node(path).group)
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return not_applicable(f"{path} is missing: see i2c-bus.")
    if error.errno == errno.ETIMEDOUT:
        return fault(f"{path} is silent: something holds a line down. Unplug what hangs on it, one after the other.")
    return fault(f"{path} cannot be asked: {error.strerror}.", "sudo dmesg | grep -i i2c | tail")


def _install(name: str) -> str:
    return f"sudo /opt/castle-companion/venv/bin/python -m pip install {name}"


# SPI


def spi_node(site: Site) -> Finding:
    """Check that the ring's SPI device is there and that this account may use it."""
    if site.config.ring.simulated:
        return not_applicable("The ring is simulated.")
    path = site.config.ring.device
    if not site.machine.exists(path):
        return fault(f"{path} is missing: the bus is not switched on.", *site.switch_on("do_spi"))
    group, account = site.machine.node(path).group, site.machine.account()
    if account.name != "root" and group not in account.groups:
        return site.not_permitted(path, group)
    return ok(f"{path} is there.")


def spi_buffer(site: Site) -> Finding:
    """Check that a frame for the ring fits into the kernel's buffer, because it must go out in one piece."""
    if site.config.ring.simulated:
        return not_applicable("The ring is simulated.")
    try:
        room = int(site.machine.read(_SPI_BUFFER))
    except (OSError, ValueError):
        room = _SPI_DEFAULT
    need = site.config.ring.count * _BYTES_PER_LED + _BYTES_OF_REST
    if need > room:
        text = f"A frame for {site.config.ring.count} lights takes {need} bytes, the buffer has {room}."
        mend = f"echo 'options spidev bufsiz={2 ** need.bit_length()}' | sudo tee /etc/modprobe.d/spidev.conf"
        return fault(text, mend, "sudo reboot")
    return ok(f"A frame for {site.config.ring.count} lights fits the buffer.")
