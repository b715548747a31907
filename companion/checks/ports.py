"""The reader's serial port: whether it is there, whether it may be used, who has it, and what else might take it."""

from __future__ import annotations

import errno
import re

from companion.checks.finding import Finding, fault, not_applicable, ok, warning
from companion.checks.machine import Process
from companion.checks.site import Site
from wiring.boot import consoles

OUR_RULES = "/etc/udev/rules.d/99-castle-companion.rules"
"""The udev rules that systemd/install.sh installs."""

_DEBUG_PORT = "/dev/ttyAMA10"
"""The three-pin debug port of a Pi 5, which serial0 stands for on that board."""

_SIMULATED = "The reader is simulated."


def serial_port(site: Site) -> Finding:
    """Check that the port is there, that this account may open it, and that it is free."""
    if site.port is None:
        return not_applicable(_SIMULATED)
    try:
        terminal = site.machine.claim_port(site.port)
    except OSError as error:
        return _closed(site, site.port, error)
    if not terminal:
        return fault(f"{site.port} is no serial port.", "ls -l /dev/serial/by-id/")
    if steady := _steady_name(site, site.port):
        text = f"{site.port} opens, but is called something else when it is plugged in after another one."
        return warning(text, site.setting(site.port, steady))
    return ok(f"{site.port} opens ({site.machine.real(site.port)}).")


def _closed(site: Site, port: str, error: OSError) -> Finding:
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return _missing(site, port)
    if error.errno in (errno.EACCES, errno.EPERM):
        return site.not_permitted(port, site.machine.node(site.machine.real(port)).group)
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return _busy(site, port)
    return fault(f"{port} cannot be opened: {error.strerror}.", "sudo dmesg | grep -i tty | tail")


def _missing(site: Site, port: str) -> Finding:
    if site.on_header:
        text = f"{port} is missing: the port of the header is not switched on."
        return fault(text, *site.switch_on("do_serial_hw"))
    others = site.machine.glob("/dev/serial/by-id/*")
    there = (
        f" There is {' and '.join(others)}."
        if others
        else " No USB serial adapter is there: plug, cable, or a reader that is a keyboard."
    )
    mend = (site.setting(port, others[0]),) if len(others) == 1 else ("sudo dmesg | grep -i tty | tail",)
    return fault(f"{port} is missing.{there}", *mend)


def _busy(site: Site, port: str) -> Finding:
    if site.running:
        return ok(f"{port} is in use, by the companion that runs.")
    return fault(f"{port} is in use by another program.", f"sudo fuser -v {site.machine.real(port)}")


def _steady_name(site: Site, port: str) -> str | None:
    """Return the name under /dev/serial that stays with an adapter, for a port that is named by its number."""
    if not re.fullmatch(r"/dev/tty(USB|ACM)\d+", port):
        return None
    links = [*site.machine.glob("/dev/serial/by-id/*"), *site.machine.glob("/dev/serial/by-path/*")]
    return next((link for link in links if site.machine.real(link) == port), None)


def port_holder(site: Site) -> Finding:
    """Check that nobody but the companion has the port open."""
    if site.port is None:
        return not_applicable(_SIMULATED)
    ours = site.unit.get("MainPID")
    strangers = [process for process in site.machine.holders(site.port) if str(process.pid) != ours]
    if strangers:
        names = ", ".join(f"{process.name} (process {process.pid})" for process in strangers)
        return fault(f"{names} has {site.port} open and takes the reader's bytes.", *_dismissals(strangers))
    if site.machine.account().name != "root":
        return ok("None of this account's programs has the port; root can see all.")
    return ok("Nobody else has the port.")


def _dismissals(strangers: list[Process]) -> list[str]:
    units = {"brltty": "brltty", "ModemManager": "ModemManager", "agetty": "'serial-getty@*'"}
    named = [units[process.name] for process in strangers if process.name in units]
    return [f"sudo systemctl stop {unit}" for unit in named] or [f"sudo kill {process.pid}" for process in strangers]


def serial_console(site: Site) -> Finding:
    """Check that the kernel writes no messages to the reader's port."""
    if not site.on_header:
        return not_applicable("The reader is not on the header.")
    try:
        words = consoles(site.machine.read("/proc/cmdline").decode("utf-8", "replace"))
    except OSError:
        return not_applicable("The kernel does not tell its command line.")
    ours = site.machine.real(site.port or "")
    clash = [word for word in words if site.machine.real("/dev/" + _console(word)) == ours]
    if clash:
        expression = r"s/console=(serial0|ttyAMA0|ttyS0)(,[0-9n]+)? ?//g"
        mend = (f"sudo sed -i -E '{expression}' {site.boot}/cmdline.txt", "sudo reboot")
        return fault(f"The kernel has its console on the reader's port ({' '.join(clash)}).", *mend)
    return ok("The kernel's console is elsewhere.")


def _console(word: str) -> str:
    return word.removeprefix("console=").partition(",")[0]


def serial_login(site: Site) -> Finding:
    """Check that no login shell waits at the reader's port and takes its frames."""
    if not site.on_header:
        return not_applicable("The reader is not on the header.")
    name = site.machine.real(site.port or "").rpartition("/")[2]
    units = [f"serial-getty@{tty}.service" for tty in dict.fromkeys((name, (site.port or "").rpartition("/")[2]))]
    active = [unit for unit in units if _is_active(site, unit)]
    if active:
        return fault("A login shell has the reader's port.", f"sudo systemctl mask --now {' '.join(active)}")
    return ok("No login shell at the reader's port.")


def serial0(site: Site) -> Finding:
    """Tell which UART serial0 is: the full one, the mini-UART, or on a Pi 5 the debug port."""
    if not site.is_pi:
        return not_applicable("serial0 is a name of Raspberry Pi OS.")
    real = site.machine.real("/dev/serial0")
    if not site.machine.exists("/dev/serial0"):
        real = "nothing"
    if site.board == "5" and site.port == "/dev/serial0":
        text = f"serial0 is {real}, the three-pin debug port: the header's port is /dev/ttyAMA0 on this board."
        return fault(text, site.setting("/dev/serial0", "/dev/ttyAMA0"))
    if real == "nothing":
        made = fault if site.port == "/dev/serial0" else ok
        return made("serial0 is not there: the port of the header is not switched on.")
    kind = {"/dev/ttyS0": "the mini-UART, good for 115200 baud", _DEBUG_PORT: "the debug port"}.get(
        real, "the full UART"
    )
    return ok(f"serial0 is {real}, {kind}.")


def brltty(site: Site) -> Finding:
    """Check the Braille service, which takes USB serial adapters for Braille displays."""
    if site.port is None or site.on_header:
        return not_applicable("No reader on USB.")
    active = _is_active(site, "brltty.service")
    rules = [
        rule for place in ("/usr/lib", "/lib", "/etc") for rule in site.machine.glob(f"{place}/udev/rules.d/*brltty*")
    ]
    if active:
        gone = not site.machine.exists(site.port)
        text = "brltty runs, which takes USB serial adapters for Braille displays"
        made = fault if gone else warning
        return made(f"{text}{', and the reader is gone' if gone else ''}.", "sudo systemctl mask --now brltty.service")
    if rules and not site.machine.exists(OUR_RULES):
        names = sorted({rule.rpartition("/")[2] for rule in rules})
        hide = [f"sudo ln -s /dev/null /etc/udev/rules.d/{name}" for name in names]
        return warning("brltty may take the reader when it is plugged in.", *hide, "sudo udevadm control --reload")
    return ok("brltty leaves the reader alone.")


def modem_manager(site: Site) -> Finding:
    """Check ModemManager, which sends modem commands to every serial port that it finds."""
    if site.port is None or site.on_header:
        return not_applicable("No reader on USB.")
    if not _is_active(site, "ModemManager.service"):
        return ok("ModemManager does not run.")
    if site.machine.exists(OUR_RULES):
        return ok("ModemManager runs and is told to leave USB serial adapters alone.")
    text = "ModemManager runs and speaks to the reader for some seconds after it is plugged in."
    return warning(text, "sudo systemctl mask --now ModemManager.service")


def _is_active(site: Site, unit: str) -> bool:
    return site.machine.run("systemctl", "is-active", unit).text == "active"
