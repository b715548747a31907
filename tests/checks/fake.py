"""A machine that is only told of: whatever is not told is not there."""

from __future__ import annotations

import errno
import fnmatch
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from companion.checks.finding import Finding, Level
from companion.checks.machine import NO_PROGRAM, Account, DiskSpace, Node, Process, Ran
from companion.checks.site import Site
from companion.owner.config import places
from hardware.button.gpiochip import GpioChip, LineUse
from tests.owner.configurations import from_text

PI_4 = "Raspberry Pi 4 Model B Rev 1.5"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
ZERO = "Raspberry Pi Zero 2 W Rev 1.0"
ANNA = Account("anna", frozenset({"anna", "users"}), frozenset({"anna", "users"}))
ROOT = Account("root", frozenset({"root"}), frozenset({"root"}))
SETTINGS = Path("/etc/castle-companion/companion.toml")

DENIED = PermissionError(errno.EACCES, "Permission denied")
MISSING = FileNotFoundError(errno.ENOENT, "No such file or directory")
BUSY = OSError(errno.EBUSY, "Device or resource busy")
LOCKED = BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
SLOW = OSError(errno.ETIMEDOUT, "Connection timed out")
BROKEN = OSError(errno.EIO, "Input/output error")


def fails(error: int) -> OSError:
    """The error that the system has for a number."""
    return OSError(error, os.strerror(error))


def given(thing):
    """What was told of a thing: it, or that asking for it fails. Nothing: it is missing."""
    if thing is None:
        raise MISSING
    if isinstance(thing, BaseException):
        raise thing
    return thing


@dataclass
class FakeMachine:
    """See `companion.checks.machine.Machine`. Errors stand where the answers would."""

    files: dict[str, object] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    programs: dict[str, Ran | str] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)
    me: Account = ANNA
    versions: dict[str, str] = field(default_factory=dict)
    ports: dict[str, object] = field(default_factory=dict)
    held: dict[str, list[Process]] = field(default_factory=dict)
    sockets: dict[str, object] = field(default_factory=dict)
    i2c: dict[int, object] = field(default_factory=dict)
    gpio: object = ()
    lines: dict[int, LineUse] = field(default_factory=dict)
    databases: dict[str, object] = field(default_factory=dict)
    left: object = DiskSpace(8_000_000_000, 400_000)
    time: datetime = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
    environ: Mapping[str, str] = field(default_factory=dict)
    ran: list[tuple[tuple[str, ...], bytes]] = field(default_factory=list)

    def read(self, path):
        content = given(self.files.get(self.real(path)))
        return content.encode() if isinstance(content, str) else content

    def exists(self, path):
        known = (*self.files, *self.links, *self.nodes, *self.ports, *self.sockets)
        return any(name == path or name.startswith(f"{path}/") for name in known)

    def real(self, path):
        return self.links.get(path, path)

    def glob(self, pattern):
        known = {*self.files, *self.links, *self.nodes, *self.ports}
        return sorted(name for name in known if fnmatch.fnmatch(name, pattern))

    def node(self, path):
        return given(self.nodes.get(path))

    def disk_space(self, path):
        return given(self.left)

    def run(self, *argv, stdin=b"", seconds=5.0):
        self.ran.append((argv, stdin))
        line = " ".join(argv)
        known = [name for name in self.programs if line.startswith(name)]
        answer = self.programs[max(known, key=len)] if known else Ran(NO_PROGRAM)
        return Ran(0, answer.encode()) if isinstance(answer, str) else answer

    def account(self, name=None):
        return self.me if name is None else self.accounts[name]

    def version(self, distribution):
        return self.versions.get(distribution)

    def now(self):
        return self.time

    def claim_port(self, path):
        return given(self.ports.get(path))

    def holders(self, path):
        return self.held.get(path, [])

    def connect(self, path):
        given(self.sockets.get(path))

    def answering(self, bus):
        return given(self.i2c.get(bus))

    def chips(self):
        return list(given(self.gpio))

    def line_use(self, path, offset):
        return self.lines.get(offset, LineUse(False, ""))

    def database(self, path):
        return given(self.databases.get(path))


def device(group: str) -> Node:
    """A device node as the system's udev rules make it."""
    return Node("root", group, 0o020660)


def service(**facts: str) -> str:
    """What `systemctl show` prints of our unit when it is at work, but for these facts."""
    usual = {"LoadState": "loaded", "ActiveState": "active", "SubState": "running", "UnitFileState": "enabled"}
    usual |= {"Result": "success", "NRestarts": "0", "ExecMainStatus": "0", "MainPID": "700", "NeedDaemonReload": "no"}
    usual |= {"SupplementaryGroups": "gpio i2c spi dialout audio", "StatusText": ""}
    return "".join(f"{name}={value}\n" for name, value in (usual | facts).items())


def site(
    text: str = "", machine: FakeMachine | None = None, model: str = "", path: Path | None = SETTINGS, **more
) -> Site:
    """An installation with this configuration. `more`: what else is to be told of the machine."""
    machine = machine or FakeMachine(**more)
    if model:
        machine.files["/proc/device-tree/model"] = model + "\0"
    config = from_text(text, base=Path("/etc/castle-companion"))
    service_places = {"STATE_DIRECTORY": "/var/lib/castle-companion", "RUNTIME_DIRECTORY": "/run/castle-companion"}
    return Site(machine, path, config, places(config, service_places, Path("/home/anna")))


CHIP_4 = (GpioChip("/dev/gpiochip0", "pinctrl-bcm2711", 58), GpioChip("/dev/gpiochip1", "raspberrypi-exp-gpio", 8))
CHIP_5 = (GpioChip("/dev/gpiochip0", "pinctrl-rp1", 54), GpioChip("/dev/gpiochip10", "gpio-brcmstb@107d508500", 32))


def shows(found: Finding, level: Level, *words: str, mend: tuple[str, ...] | list[str] | None = None) -> None:
    """Asserts what a check found: how bad, which words it says, and with which commands it is mended."""
    assert found.level is level, found
    for word in words:
        assert word in found.text, found
    assert found.text.isprintable()
    if mend is not None:
        assert list(found.mend) == list(mend), found
    if level in (Level.OK, Level.NOT_APPLICABLE):
        assert not found.mend, found
