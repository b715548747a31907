"""Where the games are kept: free space, permissions, a root that forgets, the size of the log, the journal itself."""

from __future__ import annotations

import re
import sqlite3
import stat
from pathlib import PurePosixPath
from typing import NamedTuple

from companion.checks.finding import Finding, fault, not_applicable, ok, warning
from companion.checks.machine import NO_PROGRAM
from companion.checks.site import ACCOUNT, RESTART, Site
from companion.journal.storage import INTACT

_LEAST, _LITTLE = 20_000_000, 200_000_000
"""Bytes left on the disk: below the first, games are in danger; below the second, somebody should know."""

_LEAST_FILES = 200
_LARGE_LOG = 500_000_000
_UNITS = {"B": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_FORGETFUL = ("tmpfs", "overlay", "ramfs", "aufs")
"""File systems that lose what is written to them at the next start."""


class Mount(NamedTuple):
    """A line of /proc/self/mounts."""

    place: str
    kind: str
    read_only: bool


def disk_space(site: Site) -> Finding:
    """Check the space for the journal. It is small, but it must be written."""
    place = _nearest(site, str(site.places.state))
    space = site.machine.disk_space(place)
    left = f"{space.free / 1e6:.0f} MB left for games"
    full = space.free < _LEAST or (space.files is not None and space.files < _LEAST_FILES)
    if full or space.free < _LITTLE:
        made = fault if full else warning
        files = "" if space.files is None else f", {space.files} files"
        return made(f"Only {left}{files}.", "sudo journalctl --vacuum-size=50M", "sudo apt-get clean")
    return ok(f"{left}.")


def _nearest(site: Site, path: str) -> str:
    """Return the path itself or, when it does not exist, the nearest directory above it that does."""
    while path != "/" and not site.machine.exists(path):
        path = str(PurePosixPath(path).parent)
    return path


def state_directory(site: Site) -> Finding:
    """Check that the directory of the games is there, is no link, and belongs to the account that writes to it."""
    path = str(site.places.state)
    if not site.machine.exists(path):
        if site.unit:
            return fault(f"{path} is not there.", "sudo systemd-tmpfiles --create", RESTART)
        return ok(f"{path} will be made at the first start.")
    node = site.machine.node(path)
    account = ACCOUNT if site.unit else site.machine.account().name
    if stat.S_ISLNK(node.mode):
        return fault(
            f"{path} is a link to {site.machine.real(path)}: name that directory itself.",
            site.setting(path, site.machine.real(path)),
        )
    if node.user != account and account != "root":
        return fault(f"{path} belongs to {node.user}, not to {account}.", f"sudo chown -R {account}: {path}")
    if node.mode & stat.S_IWOTH:
        return warning(f"Everybody may write to {path}.", f"sudo chmod o-w {path}")
    return ok(f"{path} belongs to {node.user}.")


def read_only_root(site: Site) -> Finding:
    """Check a root that forgets: it protects the card, but the games must be kept elsewhere."""
    mounts = _mounts(site)
    root = next((mount for mount in mounts if mount.place == "/"), None)
    if root is None:
        return not_applicable("Nobody says what is mounted here.")
    if not root.read_only and root.kind not in _FORGETFUL:
        return ok("The system can be written to, and keeps what is written.")
    state = str(site.places.state)
    home = next(mount for mount in mounts if state == mount.place or state.startswith(mount.place.rstrip("/") + "/"))
    if home.kind in _FORGETFUL or home.read_only:
        lost = "cannot be written" if home.read_only else "are gone when the power goes"
        off = "sudo raspi-config nonint disable_overlayfs"
        return fault(
            f"The system is read only, and games in {state} {lost}: mount something there.", off, "sudo reboot"
        )
    return ok(f"The system is read only; games are kept on {home.place}.")


def _mounts(site: Site) -> list[Mount]:
    """Return what is mounted, the deepest first. Of two at one place, the later counts."""
    try:
        lines = site.machine.read("/proc/self/mounts").decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    fields = (line.split(" ") for line in lines)
    found = {row[1]: Mount(row[1], row[2], "ro" in row[3].split(",")) for row in fields if len(row) > 3}
    return sorted(found.values(), key=lambda mount: len(mount.place), reverse=True)


def log_size(site: Site) -> Finding:
    """Check the size of the system's log, which can fill a card."""
    asked = site.machine.run("journalctl", "--disk-usage")
    size = re.search(r"take up ([\d.]+)([BKMGT])", asked.text)
    if asked.status == NO_PROGRAM or size is None:
        return not_applicable("There is no journal of the system here.")
    used = float(size[1]) * _UNITS[size[2]]
    if used > _LARGE_LOG:
        return warning(f"The system's log takes {used / 1e6:.0f} MB.", "sudo journalctl --vacuum-size=50M")
    return ok(f"The system's log takes {used / 1e6:.0f} MB.")


def journal(site: Site) -> Finding:
    """Check that the journal of games is not damaged."""
    path = site.places.journal
    try:
        said = site.machine.database(str(path))
    except FileNotFoundError:
        return ok("No game was played yet.")
    except PermissionError:
        return warning(f"{path} cannot be read by this account.", site.doctor_as_root)
    except sqlite3.OperationalError as error:
        return warning(f"{path} cannot be looked at now ({error}).", site.doctor_as_root)
    except sqlite3.DatabaseError as error:
        said = str(error)
    if said == INTACT:
        return ok(f"{path} is whole.")
    start = RESTART if site.unit else "companion run"
    return fault(f"{path} is damaged ({said}): the next start sets it aside and keeps what can be read.", start)
