"""The machine that the tests run on, looked at for real: what is missing, denied and busy is told by its error."""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.checks import machine
from companion.checks.machine import NO_PROGRAM, TOO_SLOW, LocalMachine, Process
from companion.checks.pins import _LGPIO_VERSION
from hardware.screen.panel import SimBus, SimPanel

HERE = LocalMachine()


def test_files(tmp_path):
    (tmp_path / "b").write_text("two")
    (tmp_path / "a").symlink_to("b")
    assert HERE.read(str(tmp_path / "a")) == b"two"
    assert HERE.real(str(tmp_path / "a")) == str(tmp_path / "b")
    assert HERE.glob(f"{tmp_path}/*") == [f"{tmp_path}/a", f"{tmp_path}/b"]
    (tmp_path / "b").unlink()
    assert HERE.exists(str(tmp_path / "a"))
    assert not HERE.exists(str(tmp_path / "b"))
    with pytest.raises(FileNotFoundError):
        HERE.read(str(tmp_path / "b"))
    with pytest.raises(FileNotFoundError):
        HERE.node(str(tmp_path / "b"))
    assert HERE.disk_space(str(tmp_path)).free > 0
    assert HERE.now().tzinfo is not None


def test_whose_a_file_is(tmp_path):
    tmp_path.chmod(0o750)
    node = HERE.node(str(tmp_path))
    me = HERE.account()
    assert node.user == me.name
    assert node.group in me.groups
    assert node.mode & 0o777 == 0o750
    assert machine._user(4_000_000) == machine._group(4_000_000) == "4000000"


def test_accounts():
    assert HERE.account("root").name == "root"
    assert "root" in HERE.account("root").entered
    with pytest.raises(KeyError):
        HERE.account("nobody-of-that-name")


def test_programs():
    assert HERE.run("cat", stdin=b"a word").out == b"a word"
    assert HERE.run("sh", "-c", "echo $LC_ALL").text == "C.UTF-8"
    failed = HERE.run("sh", "-c", "echo one >&2; echo two >&2; exit 3")
    assert (failed.status, failed.complaint) == (3, "two")
    assert HERE.run("no-such-program").status == NO_PROGRAM
    slow = HERE.run("cat", "/dev/zero", seconds=0.05)
    assert (slow.status, slow.complaint) == (TOO_SLOW, "no answer in 0 s")
    assert HERE.run("sh", "-c", "exit 4").complaint == "status 4"


def test_versions():
    assert HERE.version("msgspec")
    assert HERE.version("no-such-package") is None


# Ports


@pytest.fixture
def port():
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(slave)
    os.close(master)


def test_a_port_is_claimed_as_the_reader_claims_it(port, tmp_path):
    assert HERE.claim_port(port)
    (tmp_path / "file").touch()
    assert not HERE.claim_port(str(tmp_path / "file"))
    with pytest.raises(FileNotFoundError):
        HERE.claim_port(str(tmp_path / "none"))


def test_a_port_that_another_has_is_busy(port):
    other = os.open(port, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(other, fcntl.LOCK_EX)
    with pytest.raises(BlockingIOError):
        HERE.claim_port(port)
    os.close(other)
    assert HERE.claim_port(port)


def test_who_holds_a_file(tmp_path):
    held = tmp_path / "held"
    held.touch()
    (tmp_path / "link").symlink_to("held")
    assert HERE.holders(str(held)) == []
    with held.open() as file, subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=file.fileno()) as cat:
        assert HERE.holders(str(tmp_path / "link")) == [Process(cat.pid, "cat")]
        cat.stdin.close()
    assert machine._name(4_000_000) == "?"


def test_sockets(tmp_path):
    path = str(tmp_path / "socket")
    with pytest.raises(FileNotFoundError):
        HERE.connect(path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        with pytest.raises(ConnectionRefusedError):
            HERE.connect(path)
        server.listen()
        HERE.connect(path)


# Buses


class Bus(SimBus):
    """A bus with a panel at 0x3C and something at 0x50; what other addresses say can be told."""

    def __init__(self, others: int) -> None:
        super().__init__(SimPanel("ssd1306"), 0x3C)
        self.others = others

    def read_byte(self, address):
        if address == 0x50:
            return 7
        raise OSError(self.others, os.strerror(self.others))


def test_who_answers_on_a_bus(monkeypatch):
    monkeypatch.setattr(machine, "i2c_bus", lambda number: Bus(errno.EREMOTEIO))
    assert HERE.answering(1) == [0x3C, 0x50]
    monkeypatch.setattr(machine, "i2c_bus", lambda number: Bus(errno.EBUSY))
    assert 0x1A in HERE.answering(1)
    monkeypatch.setattr(machine, "i2c_bus", lambda number: Bus(errno.ETIMEDOUT))
    with pytest.raises(TimeoutError):
        HERE.answering(1)


def test_a_bus_that_is_not_there():
    with pytest.raises(FileNotFoundError):
        HERE.answering(199)


def test_the_chips_of_this_machine():
    assert HERE.chips() == [] or Path("/dev/gpiochip0").exists()


# Databases


def test_a_database(tmp_path):
    path = tmp_path / "base.sqlite"
    with pytest.raises(FileNotFoundError):
        HERE.database(str(path))
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)")
    base.execute("INSERT INTO things (name) VALUES ('one')")
    base.commit()
    assert HERE.database(str(path)) == "ok"
    base.close()
    path.write_bytes(b"not a database, not at all" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        HERE.database(str(path))


def test_lgpio_is_asked_in_a_process_of_its_own_that_leaves_nothing_behind(tmp_path, monkeypatch):
    """Here it is a stand-in: the library makes its pipe in the directory that LG_WD names, when it is imported."""
    (tmp_path / "lgpio.py").write_text(
        "import os\nopen(os.path.join(os.environ['LG_WD'], '.lgd-nfy0'), 'w').close()\n"
        "def get_module_version(): return 'lgpio.py_0.2.2.0'\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    asked = HERE.run(sys.executable, "-c", _LGPIO_VERSION, seconds=20.0)
    assert (asked.status, asked.text) == (0, "lgpio.py_0.2.2.0")
    assert {path.name for path in tmp_path.iterdir()} <= {"lgpio.py", "__pycache__"}
