"""What the doctor examines: the machine, the configuration, and what several checks need to know about both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec

from companion.checks.finding import Finding, fault
from companion.checks.machine import Machine
from companion.game.pieces import Library
from companion.owner.config import Config, Places, load, places
from companion.owner.library import LibraryError, load_library
from companion.owner.strict_toml import ConfigError
from wiring.boot import HEADER_PORTS, board_of, parts_of

SERVICE = "castle-companion"
UNIT = f"{SERVICE}.service"
ACCOUNT = SERVICE
"""The account that the service runs under, and the group that may use its socket."""
RESTART = f"sudo systemctl restart {SERVICE}"
"""The command that restarts the service."""
SERVICE_CONFIG = Path("/etc/castle-companion/companion.toml")
"""The configuration of the service."""

SERVICE_PLACES = {"STATE_DIRECTORY": f"/var/lib/{ACCOUNT}", "RUNTIME_DIRECTORY": f"/run/{ACCOUNT}"}
"""What the service manager tells the service, and no other process."""

_ASKED = "LoadState,ActiveState,SubState,UnitFileState,Result,NRestarts,ExecMainStatus,MainPID,StatusText"
_ASKED += ",SupplementaryGroups,NeedDaemonReload"


@dataclass
class Site:
    """One installation. When the configuration cannot be used, `config` is the empty one and `refusal` says why.

    `sound` tells whether a phrase may be played.
    """

    machine: Machine
    path: Path | None
    config: Config
    places: Places
    refusal: str = ""
    sound: bool = True

    @cached_property
    def model(self) -> str:
        """The board's name for itself; empty on a machine that has none."""
        for name in ("/proc/device-tree/model", "/sys/firmware/devicetree/base/model"):
            try:
                return self.machine.read(name).decode("utf-8", "replace").strip("\0\n ")
            except OSError:
                continue
        return ""

    @cached_property
    def board(self) -> str | None:
        """The family of the board, or None when it is no Raspberry Pi that we know."""
        return board_of(self.model)

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi of any family."""
        return self.model.startswith("Raspberry Pi")

    @cached_property
    def boot(self) -> str:
        """The directory of the boot files."""
        return "/boot" if self.machine.exists("/boot/config.txt") and not self._has_firmware else "/boot/firmware"

    @property
    def _has_firmware(self) -> bool:
        return self.machine.exists("/boot/firmware/config.txt")

    @cached_property
    def boot_config(self) -> str | None:
        """The text of config.txt, or None when it cannot be read."""
        try:
            return self.machine.read(f"{self.boot}/config.txt").decode("utf-8", "replace")
        except OSError:
            return None

    @cached_property
    def unit(self) -> Mapping[str, str]:
        """What systemd says about our unit; empty when there is no unit or no systemd."""
        shown = self.machine.run("systemctl", "show", UNIT, f"--property={_ASKED}")
        facts = dict(line.partition("=")[::2] for line in shown.text.splitlines())
        return facts if not shown.status and facts.get("LoadState") == "loaded" else {}

    @property
    def running(self) -> bool:
        """Whether the service is running or starting."""
        return self.unit.get("ActiveState") in ("active", "reloading", "activating")

    @cached_property
    def library(self) -> Library | None:
        """The facts of the boxes, or None when the owner's file cannot be used."""
        try:
            return load_library(self.config.game.facts)
        except LibraryError:
            return None

    @cached_property
    def parts(self) -> frozenset[str]:
        """The connected parts that need boot lines."""
        return parts_of(self.plain_config)

    @property
    def plain_config(self) -> dict[str, dict[str, object]]:
        """The configuration as plain data, by section and key. Paths are texts."""
        plain: dict[str, dict[str, object]] = msgspec.to_builtins(self.config, enc_hook=str)
        return plain

    @property
    def port(self) -> str | None:
        """The reader's port, or None when the reader is simulated."""
        return None if self.config.reader.simulated else self.config.reader.device

    @property
    def on_header(self) -> bool:
        """Whether the reader is on the UART of the header, not behind USB."""
        return self.port in HEADER_PORTS

    @property
    def doctor_as_root(self) -> str:
        """The command for a doctor that may see everything."""
        return f"sudo companion doctor{f' --config {self.path}' if self.path else ''}"

    def not_permitted(self, path: str, group: str) -> Finding:
        """Return the fault that this account may not use a device, because it is not in the group of its file."""
        name = self.machine.account().name
        text = f"{path} is there, and {name} may not use it: it takes the group {group}, and then a new login."
        return fault(text, f"sudo usermod -aG {group} {name}")

    def command(self, words: str) -> str:
        """Return a `companion` command as people must type it here: as the service's account, if there is one."""
        chosen = f" --config {self.path}" if self.path else ""
        verb, _, rest = words.partition(" ")
        return f"{f'sudo -u {ACCOUNT} ' if self.unit else ''}companion {verb}{chosen}{f' {rest}' if rest else ''}"

    def switch_on(self, what: str) -> tuple[str, ...]:
        """Return the commands that switch a bus on.

        Where there is no raspi-config, only the configuration can be changed.
        """
        if self.is_pi:
            return f"sudo raspi-config nonint {what} 0", "sudo reboot"
        return (f"sudoedit {self.path or SERVICE_CONFIG}",)

    def setting(self, old: str, new: str) -> str:
        """Return the command that replaces a value in the configuration."""
        return f"sudo sed -i 's|{old}|{new}|' {self.path or SERVICE_CONFIG}"


def site_of(machine: Machine, path: Path | None, home: Path, *, sound: bool = True) -> Site:
    """Return the installation with this configuration; for None, with the service's, where there is one."""
    if path is None and machine.exists(str(SERVICE_CONFIG)):
        path = SERVICE_CONFIG
    environ = {**machine.environ, **SERVICE_PLACES} if path == SERVICE_CONFIG else machine.environ
    try:
        config, refusal = (load(path) if path else Config()), ""
    except ConfigError as error:
        config, refusal = Config(), str(error)
    return Site(machine, path, config, places(config, environ, home), refusal, sound)
