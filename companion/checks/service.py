"""The service: its unit, its account, and whether it answers."""

from __future__ import annotations

import errno
import os

from companion.checks.finding import Finding, fault, not_applicable, ok, together, warning
from companion.checks.machine import Account
from companion.checks.site import ACCOUNT, UNIT, Site

_LOG = f"journalctl -u {UNIT} -n 50 --no-pager"
_RESTARTS = 5
_REFUSED = str(os.EX_CONFIG)
"""The exit status for a configuration that cannot be used (sysexits.h), as systemd shows it."""


def unit(site: Site) -> Finding:
    """Check that the service is installed, enabled and running."""
    facts = site.unit
    if not facts:
        return not_applicable("Not installed as a service (systemd/install.sh does that).")
    state = facts.get("ActiveState")
    if state == "failed" and facts.get("ExecMainStatus") == _REFUSED:
        return fault("The service ended because of its configuration.", f"sudo systemctl restart {UNIT}")
    if state in ("failed", "activating") and facts.get("SubState") != "start":
        result = f"{facts.get('Result')}, status {facts.get('ExecMainStatus')}"
        return fault(f"The service does not stay up ({result}).", _LOG)
    if state == "inactive":
        return warning("The service is stopped.", f"sudo systemctl start {UNIT}")
    return _at_work(facts.get("UnitFileState", ""), int(facts.get("NRestarts") or 0), facts.get("StatusText", ""), site)


def _at_work(enabled: str, restarts: int, status: str, site: Site) -> Finding:
    if enabled != "enabled":
        return warning(
            "The service runs, but will not after the next start of the machine.", f"sudo systemctl enable {UNIT}"
        )
    if site.unit.get("NeedDaemonReload") == "yes":
        mend = "sudo systemctl daemon-reload", f"sudo systemctl restart {UNIT}"
        return warning("The unit was changed since the service was started.", *mend)
    if restarts > _RESTARTS:
        return warning(f"The service had to be started again {restarts} times.", _LOG)
    return ok(f"The service is at work. {status}".strip())


def groups(site: Site) -> Finding:
    """Check that whoever runs the companion may use the devices: through groups, never through changed modes."""
    wanted = _wanted(site)
    if not wanted:
        return not_applicable("Nothing is connected that takes a group.")
    if site.unit:
        return _of_the_service(site, wanted)
    account = site.machine.account()
    return ok("root may use everything.") if account.name == "root" else _of(account, wanted)


def _wanted(site: Site) -> dict[str, str]:
    """Return the group of each connected part's device, with the part.

    Where the device is missing, it is the usual group.
    """
    config = site.config
    nodes = {
        "the reader": (site.port, "dialout"),
        "the buttons": (None if config.button.simulated else "/dev/gpiochip0", "gpio"),
        "the display": (None if config.display.simulated else f"/dev/i2c-{config.display.bus}", "i2c"),
        "the ring": (None if config.ring.simulated else config.ring.device, "spi"),
        "the speaker": ("/dev/snd/timer" if config.speaker.alsa_device else None, "audio"),
    }
    return {_group(site, path, usual): part for part, (path, usual) in nodes.items() if path is not None}


def _group(site: Site, path: str, usual: str) -> str:
    try:
        group = site.machine.node(site.machine.real(path)).group
    except OSError:
        return usual
    return usual if group == "root" else group


def _of_the_service(site: Site, wanted: dict[str, str]) -> Finding:
    try:
        account = site.machine.account(ACCOUNT)
    except KeyError:
        return fault(f"There is no account {ACCOUNT}.", "sudo systemd-sysusers", f"sudo systemctl restart {UNIT}")
    given = account.entered | frozenset(site.unit.get("SupplementaryGroups", "").split())
    lacking = {group: part for group, part in wanted.items() if group not in given}
    findings = [
        fault(
            f"{ACCOUNT} may not use {part}: the group {group}.",
            f"sudo usermod -aG {group} {ACCOUNT}",
            f"sudo systemctl restart {UNIT}",
        )
        for group, part in lacking.items()
    ]
    return together(findings) if findings else ok(f"{ACCOUNT} is in {', '.join(wanted)}.")


def _of(account: Account, wanted: dict[str, str]) -> Finding:
    findings = []
    for group, part in wanted.items():
        if group in account.groups:
            continue
        if group in account.entered:
            text = f"{account.name} is in the group {group} from the next login on, for {part}."
            findings.append(warning(text, f"exec su -l {account.name}"))
        else:
            text = f"{account.name} may not use {part}: it takes the group {group}, and then a new login."
            findings.append(fault(text, f"sudo usermod -aG {group} {account.name}"))
    return together(findings) if findings else ok(f"{account.name} is in {', '.join(wanted)}.")


def table_socket(site: Site) -> Finding:
    """Check that the running companion answers on its socket."""
    path = str(site.places.socket)
    try:
        site.machine.connect(path)
    except PermissionError:
        name = site.machine.account().name
        text = f"{name} may not use {path}: it takes the group {ACCOUNT}, and then a new login."
        return warning(text, f"sudo usermod -aG {ACCOUNT} {name}")
    except OSError as error:
        return _nobody(site, path, error)
    return ok(f"A companion answers on {path}.")


def _nobody(site: Site, path: str, error: OSError) -> Finding:
    if not site.running:
        return not_applicable("No companion is running.")
    if error.errno in (errno.ENOENT, errno.ECONNREFUSED):
        return fault(f"The service runs, but nobody answers on {path}.", f"sudo systemctl restart {UNIT}")
    return fault(f"{path}: {error.strerror}.", f"sudo systemctl restart {UNIT}")
