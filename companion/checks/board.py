"""The board itself: which one it is, its power, its temperature, its clock."""

from __future__ import annotations

import re

from companion.checks.finding import Finding, fault, not_applicable, ok, warning
from companion.checks.machine import NO_PROGRAM
from companion.checks.site import Site

_NOW = {0: "the voltage is too low", 1: "the clock is held down", 2: "it is slowed down", 3: "it is hot"}
"""Bits of `vcgencmd get_throttled`. The same bit 16 places higher tells that it was so at some time since the start.

Source: Raspberry Pi documentation, "vcgencmd", get_throttled.
"""

_THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
_HOT, _WARM = 80.0, 70.0
"""Degrees Celsius. From 80 on, the firmware slows the board down."""

_FIRST_YEAR = 2026
"""A clock that is right never shows an earlier year."""


def board(site: Site) -> Finding:
    """Tell which board this is, and whether its buses are known."""
    if site.board:
        return ok(site.model)
    if site.is_pi:
        return warning(f"{site.model}: this board was never looked at; the bus settings are for others.")
    return not_applicable("No Raspberry Pi: no pins, I2C display or ring; USB readers and sound work.")


def power(site: Site) -> Finding:
    """Check the power supply, from the firmware's own record."""
    if not site.is_pi:
        return not_applicable("Only a Raspberry Pi keeps a record of its supply.")
    flags = _throttled(site)
    if flags is None:
        return warning("The record of the supply cannot be read by this account.", "sudo vcgencmd get_throttled")
    now = [words for bit, words in _NOW.items() if flags >> bit & 1]
    before = [words for bit, words in _NOW.items() if flags >> bit + 16 & 1]
    if flags & 1 or flags >> 16 & 1:
        when = "now" if flags & 1 else "since it was started"
        advice = "take the supply that wiring/README.md names, a short thick cable, and feed the ring on its own"
        return fault(f"The supply is too weak: the voltage was too low {when}; {advice}.", "vcgencmd get_throttled")
    if now or before:
        return warning(f"Since it was started: {', '.join(before or now)}; give it air.", "vcgencmd measure_temp")
    return ok("The voltage was never too low since it was started.")


def _throttled(site: Site) -> int | None:
    asked = site.machine.run("vcgencmd", "get_throttled")
    if not asked.status and (found := re.search(r"throttled=(0x[0-9a-fA-F]+)", asked.text)):
        return int(found[1], 16)
    try:
        return int(site.machine.read(_THROTTLED).decode().strip() or "0", 16)
    except (OSError, ValueError):
        return None


def temperature(site: Site) -> Finding:
    """Check how hot the processor is."""
    try:
        degrees = int(site.machine.read("/sys/class/thermal/thermal_zone0/temp")) / 1000
    except (OSError, ValueError):
        return not_applicable("This machine does not tell its temperature.")
    if degrees >= _HOT:
        return fault(f"{degrees:.0f} °C: it is slowed down; give it air or a heat sink.", "vcgencmd measure_temp")
    if degrees >= _WARM:
        return warning(f"{degrees:.0f} °C: warm; give it air.", "vcgencmd measure_temp")
    return ok(f"{degrees:.0f} °C")


def clock(site: Site) -> Finding:
    """Check the date. Only the dates of games and log lines depend on it."""
    now = site.machine.now()
    asked = site.machine.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if now.year < _FIRST_YEAR:
        return warning(
            f"It believes that it is {now:%Y-%m-%d}: games get wrong dates.", "sudo timedatectl set-ntp true"
        )
    if asked.status == NO_PROGRAM or asked.text not in ("yes", "no"):
        return ok(f"{now:%Y-%m-%d %H:%M}; nobody says whether it is kept in time.")
    kept = (
        "kept in time by the network" if asked.text == "yes" else "not kept in time by the network, which does no harm"
    )
    return ok(f"{now:%Y-%m-%d %H:%M}, {kept}.")
