"""What the service manager is told, and that it is never waited for."""

from __future__ import annotations

import logging
import socket
from pathlib import Path

import pytest

from companion.service.notify import notify


def test_a_state_reaches_the_socket_that_the_environment_names(tmp_path: Path) -> None:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(path))
        manager.settimeout(5)
        notify("READY=1", {"NOTIFY_SOCKET": str(path)})
        assert manager.recv(100) == b"READY=1"


def test_a_name_without_a_file_is_understood(tmp_path: Path) -> None:
    name = f"companion-test-{tmp_path.name}-{id(tmp_path)}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}")
        manager.settimeout(5)
        notify("STATUS=ready", {"NOTIFY_SOCKET": f"@{name}"})
        assert manager.recv(100) == b"STATUS=ready"


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": ""}])
def test_without_a_service_manager_nothing_is_done(environ: dict[str, str], caplog: pytest.LogCaptureFixture) -> None:
    notify("READY=1", environ)
    assert caplog.records == []


@pytest.mark.parametrize("name", ["nobody", "x" * 200])
def test_a_service_manager_that_is_not_there_is_logged(
    tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / name)})
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "READY=1" in caplog.records[0].getMessage()


def test_one_that_does_not_listen_is_not_waited_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(path))
        for _ in range(10_000):
            notify("WATCHDOG=1", {"NOTIFY_SOCKET": str(path)})
            if caplog.records:
                break
    assert "WATCHDOG=1" in caplog.records[0].getMessage()
