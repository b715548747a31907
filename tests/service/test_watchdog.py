"""The watchdog: fed as long as the loop turns and every owner that has served still moves; never for want of a part."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.owner.config import ButtonConfig, Config
from companion.service.devices import Receivers, build
from companion.service.watchdog import STUCK_SECONDS, Watchdog, interval
from hardware.clock import SystemClock, TravelClock
from hardware.owner import REPORT_EVERY, DeviceFault, DeviceState, Owner, Reason, Stop
from tests.hardware.reader.serial_lines import Inbox
from tests.service.process import PATIENCE as REAL_PATIENCE
from tests.service.process import Table

FED = "WATCHDOG=1"


# How often


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "30000000"}, 10.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 10.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
    ],
)
def test_it_is_fed_three_times_as_often_as_asked_and_only_by_whom_it_is_meant_for(environ, seconds):
    assert interval(environ) == seconds


def test_an_owner_looks_around_often_enough():
    assert 2 * REPORT_EVERY < STUCK_SECONDS


# Who is stuck


class Held:
    """A device that holds its thread fast, first in the opening or in the service, until it is let go."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.entered = threading.Event()
        self.let_go = threading.Event()

    def open(self) -> None:
        self._act("open")

    def serve(self, stop: Stop) -> None:
        self._act("serve")
        stop.wait()

    def close(self) -> None:
        pass

    def _act(self, here: str) -> None:
        if here == self.where:
            self.entered.set()
            assert self.let_go.wait(REAL_PATIENCE)


class Absent(Held):
    """A device that is not there."""

    def open(self) -> None:
        raise DeviceFault(Reason.MISSING, "not there")


class Kennel:
    """A watchdog, its clock, and owners that really run."""

    def __init__(self) -> None:
        self.clock = TravelClock()
        self.told: list[str] = []
        self.owners: list[Owner] = []
        self.held: list[Held] = []
        self.watchdog = Watchdog(self.owners, self.clock, self.told.append)

    def own(self, name: str, device: Held) -> Inbox:
        inbox = Inbox()
        owner = Owner(name, device, inbox, self.clock, where="/dev/thing")
        self.owners.append(owner)
        self.held.append(device)
        owner.start()
        return inbox

    def close(self) -> None:
        for held in self.held:
            held.let_go.set()
        for owner in self.owners:
            assert owner.stop(REAL_PATIENCE)


@pytest.fixture
def kennel() -> Iterator[Kennel]:
    kennel = Kennel()
    yield kennel
    kennel.close()


def test_a_device_that_served_and_then_holds_its_thread_lets_the_watchdog_run_out(kennel, caplog):
    device = Held("serve")
    kennel.own("display", device)
    assert device.entered.wait(REAL_PATIENCE)
    kennel.clock.advance(STUCK_SECONDS)
    assert kennel.watchdog.turn()
    kennel.clock.advance(0.1)
    assert not kennel.watchdog.turn()
    assert not kennel.watchdog.turn()
    assert kennel.told.count(FED) == 1
    assert [record.levelname for record in caplog.records if "display" in record.message] == ["CRITICAL"]


def test_a_thread_that_moves_again_feeds_it_again(kennel):
    device = Held("serve")
    inbox = kennel.own("display", device)
    assert device.entered.wait(REAL_PATIENCE)
    kennel.clock.advance(STUCK_SECONDS + 1)
    assert not kennel.watchdog.turn()
    kennel.owners[0].ask_to_stop()
    device.let_go.set()
    assert kennel.owners[0].stop(REAL_PATIENCE)
    assert kennel.watchdog.turn()
    assert inbox.until(lambda status: status.state is DeviceState.READY)


def test_a_device_that_holds_its_thread_from_its_first_opening_on_does_not_stop_the_game(kennel):
    device = Held("open")
    kennel.own("speaker", device)
    assert device.entered.wait(REAL_PATIENCE)
    kennel.clock.advance(3600)
    assert kennel.watchdog.turn()


def test_an_absent_device_is_looked_for_and_no_reason_for_alarm(kennel):
    inbox = kennel.own("reader", Absent("nowhere"))
    assert inbox.until(lambda status: status.state is DeviceState.ABSENT)
    for _ in range(30):
        kennel.clock.when_waited_for(4)
    assert kennel.watchdog.turn()


def test_a_silence_just_after_the_start_is_none(kennel):
    owner = Owner("ring", Held("open"), lambda status: None, kennel.clock)
    assert (owner.seen_at, owner.has_served) == (None, False)
    assert Watchdog([owner], kennel.clock, kennel.told.append).turn()


def test_the_state_of_the_parts_is_told_when_it_changes(kennel):
    inbox = kennel.own("reader", Absent("nowhere"))
    assert inbox.until(lambda status: status.state is DeviceState.ABSENT)
    kennel.watchdog.turn()
    kennel.watchdog.turn()
    assert kennel.told == ["STATUS=reader: absent (missing)", FED, FED]


@pytest.mark.parametrize("name", ["reader", "display", "ring", "speaker", "button", "pins"])
def test_every_device_reports_in_by_itself(name, tmp_path, monkeypatch):
    """The clock is the real one; what sleeps the longest is made to sleep short."""
    for module in ("sound.mute", "reader.sim", "button.pins"):
        monkeypatch.setattr(f"hardware.{module}.REPORT_EVERY", 0.01)
    config = Config(button=ButtonConfig(factory="mock", fifo=tmp_path / "pins" if name == "pins" else None))
    nowhere = Receivers(reader=print, button=print, speech=print, status=lambda status: None)
    devices = build(config, tmp_path, nowhere, SystemClock())
    owner = next(owner for owner in devices.owners if owner.name == name)
    looks = 0
    enough = threading.Event()

    def count() -> None:
        nonlocal looks
        looks += owner.has_served
        if looks > 4:
            enough.set()

    owner._stop = Stop(count)
    owner.start()
    try:
        assert enough.wait(REPORT_EVERY)
    finally:
        assert owner.stop(REAL_PATIENCE)


# As a process


def test_only_a_turn_of_the_loop_feeds_it():
    told: list[str] = []
    watchdog = Watchdog([], TravelClock(), told.append)

    async def turning() -> None:
        feeding = asyncio.create_task(watchdog.run(0.0))
        assert told.count(FED) == 0
        await asyncio.sleep(0)
        assert told.count(FED) == 1
        feeding.cancel()

    asyncio.run(turning())


def test_the_daemon_feeds_the_watchdog_of_its_service_manager(tmp_path):
    table = Table(tmp_path)
    address = tmp_path / "manager"
    environ = os.environ | {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "300000"}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(REAL_PATIENCE)
        command = [sys.executable, "-m", "companion", "run", "--config", str(table.config)]
        table.process = subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL, cwd=Path(__file__).parents[2])
        told = [manager.recv(500).decode() for _ in range(4)]
        table.process.send_signal(signal.SIGTERM)
        assert table.process.wait(REAL_PATIENCE) == 0
        rest = [manager.recv(500).decode()]
        while rest[-1] != "STOPPING=1":
            rest.append(manager.recv(500).decode())
    table.close()
    assert told[0] == "READY=1"
    assert told[1].startswith("STATUS=") and "reader: ready" in told[1]
    assert told[2:] == [FED, FED]
