"""The machine that the doctor looks at: a seam, so that every finding can be shown on a machine that is only told of.

`LocalMachine` is this one. What it is asked may be missing, denied or busy: that is told by the OSError which the
system has for it, so that no check needs to guess.
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
"""The status of a program that is not installed, as a shell has it."""

TOO_SLOW = 124
"""The status of a program that had to be ended, as timeout(1) has it."""

_DISPLAY_ADDRESSES = (0x3C, 0x3D)
_NOP = 0xE3


class Ran(msgspec.Struct, frozen=True):
    """A program that has run."""

    status: int
    out: bytes = b""
    err: bytes = b""

    @property
    def text(self) -> str:
        """What it printed, without the end of its last line."""
        return self.out.decode("utf-8", "replace").strip()

    @property
    def complaint(self) -> str:
        """The last line of what it complained of."""
        lines = self.err.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"status {self.status}"


class Node(msgspec.Struct, frozen=True):
    """Who owns a file, and who may do what with it (`mode`: st_mode)."""

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
    """What a check may ask. Paths are absolute; what is said to raise OSError raises it with its number."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment of this process."""

    def read(self, path: str) -> bytes:
        """The content of a file; OSError."""

    def exists(self, path: str) -> bool:
        """Whether there is something of that name."""

    def real(self, path: str) -> str:
        """The name behind all links."""

    def glob(self, pattern: str) -> list[str]:
        """The names that match, sorted."""

    def node(self, path: str) -> Node:
        """Whose a file is, a link itself; OSError."""

    def disk_space(self, path: str) -> DiskSpace:
        """What is left where a file is; OSError."""

    def run(self, *argv: str, stdin: bytes = b"", seconds: float = 5.0) -> Ran:
        """Run a program and wait for it."""

    def account(self, name: str | None = None) -> Account:
        """An account by its name, or the one of this process; KeyError when there is none."""

    def version(self, distribution: str) -> str | None:
        """The version of an installed Python package."""

    def now(self) -> datetime:
        """The time of day."""

    def claim_port(self, path: str) -> bool:
        """Take a serial port and let it go again; whether it is a terminal at all; OSError, busy among them."""

    def holders(self, path: str) -> list[Process]:
        """The processes that have a file open, as far as this account may see them."""

    def connect(self, path: str) -> None:
        """Knock at a Unix socket; OSError."""

    def answering(self, bus: int) -> list[int]:
        """The addresses on an I2C bus at which something answers; OSError, ImportError."""

    def chips(self) -> list[GpioChip]:
        """The GPIO chips; OSError."""

    def line_use(self, path: str, offset: int) -> LineUse:
        """Who uses a line of a chip; OSError."""

    def database(self, path: str) -> str:
        """What SQLite says of a database, "ok" if it is whole; sqlite3.Error, OSError."""


class LocalMachine:
    """The machine that this runs on."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment of this process."""
        return os.environ

    def read(self, path: str) -> bytes:
        """The content of a file."""
        return Path(path).read_bytes()

    def exists(self, path: str) -> bool:
        """Whether there is something of that name, also a link that leads nowhere."""
        return os.path.lexists(path)

    def real(self, path: str) -> str:
        """The name behind all links."""
        return os.path.realpath(path)

    def glob(self, pattern: str) -> list[str]:
        """The names that match, sorted."""
        return sorted(glob.glob(pattern))  # noqa: PTH207 (a whole pattern, not one below a directory)

    def node(self, path: str) -> Node:
        """Whose a file is; numbers stand for accounts without a name."""
        found = os.lstat(path)
        return Node(_user(found.st_uid), _group(found.st_gid), found.st_mode)

    def disk_space(self, path: str) -> DiskSpace:
        """What is left for accounts that are not root."""
        found = os.statvfs(path)
        return DiskSpace(found.f_bavail * found.f_frsize, found.f_favail if found.f_files else None)

    def run(self, *argv: str, stdin: bytes = b"", seconds: float = 5.0) -> Ran:
        """Run a program in plain English and wait for it."""
        environ = os.environ | {"LC_ALL": "C.UTF-8"}
        try:
            done = subprocess.run(argv, input=stdin, capture_output=True, timeout=seconds, env=environ)
        except (FileNotFoundError, PermissionError) as error:
            return Ran(NO_PROGRAM, err=str(error).encode())
        except subprocess.TimeoutExpired:
            return Ran(TOO_SLOW, err=f"no answer in {seconds:.0f} s".encode())
        return Ran(done.returncode, done.stdout, done.stderr)

    def account(self, name: str | None = None) -> Account:
        """An account; of another one than ours the groups of now are those that it is entered in."""
        entry = pwd.getpwuid(os.geteuid()) if name is None else pwd.getpwnam(name)
        entered = frozenset(map(_group, os.getgrouplist(entry.pw_name, entry.pw_gid)))
        now = frozenset(map(_group, {os.getegid(), *os.getgroups()})) if name is None else entered
        return Account(entry.pw_name, now, entered)

    def version(self, distribution: str) -> str | None:
        """The version of an installed Python package, as its metadata say."""
        try:
            return metadata.version(distribution)
        except metadata.PackageNotFoundError:
            return None

    def now(self) -> datetime:
        """The time of day, with its zone."""
        return datetime.now().astimezone()

    def claim_port(self, path: str) -> bool:
        """Take a port as the reader does, exclusively, for a moment."""
        descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return os.isatty(descriptor)
        finally:
            os.close(descriptor)

    def holders(self, path: str) -> list[Process]:
        """The processes with an open descriptor of the file."""
        real = os.path.realpath(path)
        pids = {int(entry.split("/")[2]) for entry in self.glob("/proc/[0-9]*/fd/*") if _link(entry) == real}
        return [Process(pid, _name(pid)) for pid in sorted(pids - {os.getpid()})]

    def connect(self, path: str) -> None:
        """Connect and go away again."""
        with socket.socket(socket.AF_UNIX) as knock:
            knock.settimeout(2)
            knock.connect(path)

    def answering(self, bus: int) -> list[int]:
        """Ask every address: a display for nothing, as its driver does, anything else for one byte."""
        with closing(i2c_bus(bus)) as line:
            found = []
            for address in range(0x08, 0x78):
                try:
                    if address in _DISPLAY_ADDRESSES:
                        line.write_byte_data(address, 0x00, _NOP)
                    else:
                        line.read_byte(address)
                except OSError as error:
                    if error.errno == errno.ETIMEDOUT:  # a line is held low: each address would take its second
                        raise
                    if error.errno != errno.EBUSY:  # busy: a driver of the kernel speaks with what is there
                        continue
                found.append(address)
            return found

    def chips(self) -> list[GpioChip]:
        """Every chip of /dev."""
        return [chip_info(path) for path in chip_paths()]

    def line_use(self, path: str, offset: int) -> LineUse:
        """Ask the kernel."""
        return line_use(path, offset)

    def database(self, path: str) -> str:
        """Look a database over without changing it."""
        Path(path).open("rb").close()  # SQLite would not say why it cannot
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
    """Where a link leads; nowhere if it has gone or may not be seen."""
    try:
        return os.readlink(path)  # noqa: PTH115 (a plain text is what is compared)
    except OSError:
        return ""


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
    except OSError:
        return "?"
