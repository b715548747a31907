"""The machine that the doctor examines, as an interface that a test can fake.

`LocalMachine` is the real one. What is asked for may be missing, forbidden or busy: then the OSError of the system is
raised, so that no check needs to guess.
"""

from __future__ import annotations

import errno
import fcntl
import glob
import grp
import os
import pwd
import socket
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Protocol

import msgspec

from hardware.button.gpiochip import GpioChip, LineUse, chip_info, chip_paths, line_use
from hardware.screen.display import i2c_bus

NO_PROGRAM = 127
"""The exit status for a program that is not installed, as in a shell."""

TOO_SLOW = 124
"""The exit status for a program that was ended because it took too long, as in timeout(1)."""

_DISPLAY_ADDRESSES = (0x3C, 0x3D)
_NOP = 0xE3


class Ran(msgspec.Struct, frozen=True):
    """What a program did: its exit status and its output."""

    status: int
    out: bytes = b""
    err: bytes = b""

    @property
    def text(self) -> str:
        """What it printed, without the end of the last line."""
        return self.out.decode("utf-8", "replace").strip()

    @property
    def complaint(self) -> str:
        """The last line of its error output, or its exit status."""
        lines = self.err.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"status {self.status}"


class Node(msgspec.Struct, frozen=True):
    """Who owns a file, and who may do what with it (`mode` is st_mode of stat(2))."""

    user: str
    group: str
    mode: int


class Account(msgspec.Struct, frozen=True):
    """An account: the groups that it has now, and those that it is entered in and has after the next login."""

    name: str
    groups: frozenset[str]
    entered: frozenset[str]


class DiskSpace(msgspec.Struct, frozen=True):
    """What is left on a file system: bytes, and files (None: it does not count them)."""

    free: int
    files: int | None


class Process(msgspec.Struct, frozen=True):
    """A process by its number and name."""

    pid: int
    name: str


class Machine(Protocol):
    """What a check may ask. Paths are absolute."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment of this process."""

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise OSError."""

    def exists(self, path: str) -> bool:
        """Tell whether there is something of that name."""

    def real(self, path: str) -> str:
        """Return the path behind all links."""

    def glob(self, pattern: str) -> list[str]:
        """Return the paths that match, sorted."""

    def node(self, path: str) -> Node:
        """Return who owns a file; of a link, the link itself. Raise OSError."""

    def disk_space(self, path: str) -> DiskSpace:
        """Return what is left on the file system of a file. Raise OSError."""

    def run(self, *argv: str, stdin: bytes = b"", seconds: float = 5.0) -> Ran:
        """Run a program and wait for it."""

    def account(self, name: str | None = None) -> Account:
        """Return an account by its name, or the one of this process. Raise KeyError when there is none."""

    def version(self, distribution: str) -> str | None:
        """Return the version of an installed Python package, or None."""

    def now(self) -> datetime:
        """Return the time of day."""

    def claim_port(self, path: str) -> bool:
        """Open a serial port and close it again; return whether it is a terminal.

        Raise OSError, also when it is in use.
        """

    def holders(self, path: str) -> list[Process]:
        """Return the processes that have a file open, as far as this account may see them."""

    def connect(self, path: str) -> None:
        """Connect to a Unix socket and close it again. Raise OSError."""

    def answering(self, bus: int) -> list[int]:
        """Return the addresses on an I2C bus at which something answers. Raise OSError or ImportError."""

    def chips(self) -> list[GpioChip]:
        """Return the GPIO chips. Raise OSError."""

    def line_use(self, path: str, offset: int) -> LineUse:
        """Return who uses a line of a chip. Raise OSError."""

    def database(self, path: str) -> str:
        """Return what SQLite says about a database; `INTACT` if it has no damage. Raise sqlite3.Error or OSError."""


class LocalMachine:
    """The machine that this runs on."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment of this process."""
        return os.environ

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        return Path(path).read_bytes()

    def exists(self, path: str) -> bool:
        """Tell whether there is something of that name, even a link that leads nowhere."""
        return os.path.lexists(path)

    def real(self, path: str) -> str:
        """Return the path behind all links."""
        return os.path.realpath(path)

    def glob(self, pattern: str) -> list[str]:
        """Return the paths that match, sorted."""
        return sorted(glob.glob(pattern))  # noqa: PTH207 (a whole pattern, not one below a directory)

    def node(self, path: str) -> Node:
        """Return who owns a file; a number stands for an account or a group without a name."""
        found = os.lstat(path)
        return Node(_user(found.st_uid), _group(found.st_gid), found.st_mode)

    def disk_space(self, path: str) -> DiskSpace:
        """Return what is left for accounts that are not root."""
        found = os.statvfs(path)
        return DiskSpace(found.f_bavail * found.f_frsize, found.f_favail if found.f_files else None)

    def run(self, *argv: str, stdin: bytes = b"", seconds: float = 5.0) -> Ran:
        """Run a program with English messages and wait for it."""
        environ = os.environ | {"LC_ALL": "C.UTF-8"}
        try:
            done = subprocess.run(argv, input=stdin, capture_output=True, timeout=seconds, env=environ)
        except (FileNotFoundError, PermissionError) as error:
            return Ran(NO_PROGRAM, err=str(error).encode())
        except subprocess.TimeoutExpired:
            return Ran(TOO_SLOW, err=f"no answer in {seconds:.0f} s".encode())
        return Ran(done.returncode, done.stdout, done.stderr)

    def account(self, name: str | None = None) -> Account:
        """Return an account. For another account than ours, the groups of now are those that it is entered in."""
        entry = pwd.getpwuid(os.geteuid()) if name is None else pwd.getpwnam(name)
        entered = frozenset(map(_group, os.getgrouplist(entry.pw_name, entry.pw_gid)))
        now = frozenset(map(_group, {os.getegid(), *os.getgroups()})) if name is None else entered
        return Account(entry.pw_name, now, entered)

    def version(self, distribution: str) -> str | None:
        """Return the version of an installed Python package, from its metadata."""
        try:
            return metadata.version(distribution)
        except metadata.PackageNotFoundError:
            return None

    def now(self) -> datetime:
        """Return the time of day with its time zone."""
        return datetime.now().astimezone()

    def claim_port(self, path: str) -> bool:
        """Open a port for a moment, exclusively, as the reader does."""
        descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return os.isatty(descriptor)
        finally:
            os.close(descriptor)

    def holders(self, path: str) -> list[Process]:
        """Return the processes that have a file descriptor of the file."""
        real = os.path.realpath(path)
        pids = {int(entry.split("/")[2]) for entry in self.glob("/proc/[0-9]*/fd/*") if _link(entry) == real}
        return [Process(pid, _name(pid)) for pid in sorted(pids - {os.getpid()})]

    def connect(self, path: str) -> None:
        """Connect and close the connection again."""
        with socket.socket(socket.AF_UNIX) as knock:
            knock.settimeout(2)
            knock.connect(path)

    def answering(self, bus: int) -> list[int]:
        """Ask every address: a display with a command that does nothing, anything else for one byte."""
        with closing(i2c_bus(bus)) as line:
            found = []
            for address in range(0x08, 0x78):
                try:
                    if address in _DISPLAY_ADDRESSES:
                        line.write_byte_data(address, 0x00, _NOP)
                    else:
                        line.read_byte(address)
                except OSError as error:
                    if error.errno == errno.ETIMEDOUT:  # a line is held low: every address would take a second
                        raise
                    if error.errno != errno.EBUSY:  # busy: a kernel driver uses what is there
                        continue
                found.append(address)
            return found

    def chips(self) -> list[GpioChip]:
        """Return every chip in /dev."""
        return [chip_info(path) for path in chip_paths()]

    def line_use(self, path: str, offset: int) -> LineUse:
        """Ask the kernel."""
        return line_use(path, offset)

    def database(self, path: str) -> str:
        """Check a database without changing it."""
        Path(path).open("rb").close()  # SQLite would not say why it cannot be opened
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=2)) as base:
            return str(base.execute("PRAGMA quick_check(1)").fetchone()[0])


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _link(path: str) -> str:
    """Return where a link leads; an empty text when it is gone or may not be seen."""
    try:
        return os.readlink(path)  # noqa: PTH115 (a plain text is what is compared)
    except OSError:
        return ""


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
    except OSError:
        return "?"
