"""The pins: the chip, the library that reads it, and whether anything else uses a pin of this table."""

from __future__ import annotations

import re
import sys
from typing import Final, NamedTuple

from companion.checks.finding import Finding, fault, not_applicable, ok, warning
from companion.checks.machine import Ran
from companion.checks.site import SERVICE, Site
from hardware.button.gpiochip import GpioChip
from wiring.boot import in_force
from wiring.table import pin_table

LABELS: Final = {
    "zero-2-w": ("pinctrl-bcm2835",),
    "3": ("pinctrl-bcm2835",),
    "4": ("pinctrl-bcm2711",),
    "5": ("pinctrl-rp1",),
}
"""The labels of the header's chip, by board. Its number has changed from kernel to kernel."""

_OVERLAYS: Final = {
    "w1-gpio": ("gpiopin", 4),
    "w1-gpio-pullup": ("gpiopin", 4),
    "gpio-shutdown": ("gpio_pin", 3),
    "gpio-poweroff": ("gpiopin", 26),
    "gpio-fan": ("gpiopin", 12),
    "gpio-ir": ("gpio_pin", 18),
    "gpio-ir-tx": ("gpio_pin", 18),
    "gpio-led": ("gpio", 0),
    "pwm": ("pin", 18),
}
"""Overlays that take a pin: the parameter that names it, and the pin without the parameter.

Source: /boot/firmware/overlays/README of Raspberry Pi OS.
"""

_BUS_LABELS: Final = {
    "oled": ("I2C1",),
    "ring": ("SPI0", "LED"),
    "uart-reader": ("UART",),
    "amplifier": ("I2S", "amplifier"),
}
_OURS: Final = ("lg", SERVICE)
"""The names under which lgpio takes a line."""

_SIMULATED = "The buttons are simulated."
_LGPIO_VERSION: Final = """
import os, tempfile
with tempfile.TemporaryDirectory() as place:
    os.environ["LG_WD"] = place
    os.chdir(place)
    import lgpio
    print(lgpio.get_module_version())
    os.chdir("/")
"""
"""A program that prints the version. lgpio makes a pipe and a thread when it is imported, so it needs its own process.

The empty package of the same name on PyPI does not have this function.
"""


def gpio_chip(site: Site) -> Finding:
    """Check that the header's chip is there, by its label, and that this account may use it."""
    if site.config.button.simulated:
        return not_applicable(_SIMULATED)
    try:
        chips = site.machine.chips()
    except PermissionError as error:
        path = error.filename or "/dev/gpiochip0"
        return site.not_permitted(path, site.machine.node(path).group)
    header = _header_chip(site, chips)
    if header is None:
        there = ", ".join(f"{chip.path} ({chip.label})" for chip in chips) or "none"
        return fault(f"No GPIO chip of a header is here; the chips are: {there}.", "ls -l /dev/gpiochip*")
    chosen = site.config.button.chip
    if chosen != "auto" and header.path != f"/dev/gpiochip{chosen}":
        number = header.path.removeprefix("/dev/gpiochip")
        text = f"chip in [button] is {chosen}, but the header is {header.path} ({header.label})."
        return fault(text, site.setting("^chip = .*", f"chip = {number}"))
    return ok(f"{header.path} is the header ({header.label}, {header.lines} lines).")


def _header_chip(site: Site, chips: list[GpioChip]) -> GpioChip | None:
    """Return the chip with a label of this board; of an unknown board, with the label of any board."""
    labels = LABELS.get(site.board or "", tuple(label for known in LABELS.values() for label in known))
    return next((chip for chip in chips if chip.label in labels), None)


def lgpio(site: Site) -> Finding:
    """Check the pin library by its own version, which may differ from the version of its package."""
    if site.config.button.simulated:
        return not_applicable(_SIMULATED)
    asked = site.machine.run(sys.executable, "-c", _LGPIO_VERSION, seconds=20.0)
    package = site.machine.version("lgpio")
    if asked.status:
        return _no_lgpio(site, asked, package)
    found = re.search(r"\d+(\.\d+)+", asked.text)
    version = found[0] if found else asked.text
    if tuple(map(int, version.split("."))) < (0, 2, 2) if found else True:
        return fault(f"lgpio is {version}, too old: 0.2.2 is needed.", "sudo apt-get install --reinstall python3-lgpio")
    return ok(f"lgpio {version}")


def _no_lgpio(site: Site, asked: Ran, package: str | None) -> Finding:
    apt = "sudo apt-get install -y python3-lgpio" if site.is_pi else f"sudo {sys.executable} -m pip install lgpio"
    if package == "0.0.0.2" or "get_module_version" in asked.complaint:
        text = f"The package lgpio {package or ''} is an empty placeholder from PyPI, not the library."
        return fault(text, f"sudo {sys.executable} -m pip uninstall -y lgpio", apt)
    if "No module named" in asked.complaint:
        return fault("The library lgpio is missing in this Python (a venv needs --system-site-packages).", apt)
    return fault(f"lgpio cannot be imported: {asked.complaint}.", apt)


def gpiozero(site: Site) -> Finding:
    """Check that the button's library knows the chips of a Pi 5."""
    if site.config.button.simulated:
        return not_applicable(_SIMULATED)
    version = site.machine.version("gpiozero")
    update = f"sudo {sys.executable} -m pip install --upgrade 'gpiozero>=2.0.1.post3'"
    if version is None:
        return fault("The library gpiozero is missing.", update)
    if _numbers(version) < (2, 0, 1, 3):
        made = fault if site.board == "5" else warning
        return made(f"gpiozero {version} does not know the chip numbers of a Pi 5.", update)
    return ok(f"gpiozero {version}")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def pin_conflicts(site: Site) -> Finding:
    """Check that no overlay and no other program uses a pin that a button or a bus of this table needs."""
    clashes = _overlay_clashes(site) + _line_clashes(site)
    if clashes:
        text = " ".join(f"{clash.who} has {clash.pin}." for clash in clashes)
        return fault(text, *dict.fromkeys(clash.mend for clash in clashes))
    if site.board is None:
        return not_applicable("No header here.")
    return ok("Every pin of this table is its own.")


class _Clash(NamedTuple):
    """A pin of this table that something else uses."""

    who: str
    pin: str
    """The pin and what it is for here, as words of a sentence."""
    mend: str
    """The command that frees it."""


def _used_pins(site: Site) -> dict[int, str]:
    """Return what each GPIO number is for on this table."""
    buttons = (
        {}
        if site.config.button.simulated
        else {gpio: f"the {key} of [button]" for key, gpio in site.config.button.pins().items()}
    )
    labels = tuple(label for part in site.parts for label in _BUS_LABELS[part])
    table = [pin for pin in pin_table().pin if pin.gpio is not None and pin.use == "bus"]
    buses = {pin.gpio: pin.label for pin in table if pin.gpio is not None and labels and pin.label.startswith(labels)}
    return buses | buttons


def _overlay_clashes(site: Site) -> list[_Clash]:
    used, found = _used_pins(site), []
    for line in in_force(site.boot_config or ""):
        name, *settings = line.removeprefix("dtoverlay=").split(",")
        if not line.startswith("dtoverlay=") or name not in _OVERLAYS:
            continue
        key, pin = _OVERLAYS[name]
        given = dict(setting.partition("=")[::2] for setting in settings)
        pin = int(given[key]) if given.get(key, "").isdigit() else pin
        if pin in used:
            mend = f"sudo sed -i 's|^{line}|#&|' {site.boot}/config.txt"
            found.append(_Clash(f"The overlay {name}", f"GPIO {pin}, {used[pin]}", mend))
    return found


def _line_clashes(site: Site) -> list[_Clash]:
    """Return the buttons whose line another program has taken. A line of a bus is taken by the bus's own driver."""
    if site.config.button.simulated:
        return []
    try:
        header = _header_chip(site, site.machine.chips())
        if header is None:
            return []
        uses = {gpio: site.machine.line_use(header.path, gpio) for gpio in site.config.button.pins().values()}
    except OSError:
        return []
    taken = {
        gpio: use.consumer or "?"
        for gpio, use in uses.items()
        if use.used and not (site.running and use.consumer in _OURS)
    }
    mend = f"sudo fuser -v {header.path}"
    used = _used_pins(site)
    return [_Clash(f"The program {who!r}", f"GPIO {gpio}, {used[gpio]}", mend) for gpio, who in taken.items()]
