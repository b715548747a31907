"""A real companion as a process of its own. Its world is a model: a pty for the reader, a FIFO for the pin, files."""

from __future__ import annotations

import json
import os
import pty
import signal
import socket
import subprocess
import sys
import time
import tty
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from hardware.reader.rdm6300 import Rdm6300Parser

PATIENCE = 20.0


class Connection:
    """A connection to the daemon that speaks the table protocol."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(str(path))
        self._lines = self._socket.makefile("rb")

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def say(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send an input, and return the reply. Updates that come before it are dropped."""
        self._socket.sendall(json.dumps({"do": do, **fields}).encode() + b"\n")
        while True:
            reply = self.hear()
            if "update" not in reply:
                return reply

    def hear(self) -> dict[str, Any]:
        """Return the next line, decoded."""
        return json.loads(self._lines.readline())

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the next update for which something holds."""
        while True:
            update = self.hear()
            if holds(update):
                return update

    def ask_until(self, holds: Callable[[], Any]) -> Any:
        """Ask for the state until something holds, and return that. Raise AssertionError after a time."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = holds()
            if found:
                return found
            self.say("state")
        raise AssertionError("it never came")

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


class Table:
    """The companion under test and everything that is wired to it."""

    def __init__(self, directory: Path, **game: Any) -> None:
        self.directory = directory
        self.state = directory / "state"
        self.fifo = directory / "pins"
        self.screens = directory / "screen"
        self.ring = directory / "ring.bin"
        self.sounds = directory / "sounds"
        self.socket = directory / "companion.sock"
        self.port = directory / "reader"
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.port.symlink_to(os.ttyname(slave))
        self._slave = slave
        self.config = directory / "companion.toml"
        self.config.write_text(self._configuration(game))
        self.process: subprocess.Popen[bytes] | None = None

    def _configuration(self, game: dict[str, Any]) -> str:
        settings = "\n".join(f"{name} = {json.dumps(value)}" for name, value in game.items())
        return f"""
[game]
{settings}
[reader]
device = "{self.port}"
[button]
factory = "mock"
fifo = "{self.fifo}"
debounce_ms = 0
guard_ms = 0
[display]
bus = "sim:{self.screens}"
[ring]
device = "sim:{self.ring}"
count = 60
[speaker]
sink = "wav:{self.sounds}"
cache = "{self.directory / "phrases"}"
[state]
directory = "{self.state}"
[socket]
path = "{self.socket}"
"""

    def start(self) -> Connection:
        """Start the daemon, and return a connection to it."""
        command = [sys.executable, "-m", "companion", "run", "--config", str(self.config)]
        manager = self.directory / "notify"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told, (self.directory / "log").open("ab") as log:
            manager.unlink(missing_ok=True)
            told.bind(str(manager))
            told.settimeout(PATIENCE)
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env=os.environ | {"NOTIFY_SOCKET": str(manager)}
            )
            assert told.recv(100) == b"READY=1"
        return Connection(self.socket)

    def kill(self) -> None:
        """Kill the daemon, as a power cut does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """End the daemon as a service manager does, and return the exit status."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        os.close(self.master)
        os.close(self._slave)

    # The table around it

    def lay(self, tag: str) -> None:
        """Lay a token on the reader just long enough: two equal frames."""
        os.write(self.master, Rdm6300Parser.frame(tag) * 2)

    def press(self) -> None:
        """Tap the button."""
        fifo = os.open(self.fifo, os.O_WRONLY)
        os.write(fifo, b"17 low\n17 high\n")
        os.close(fifo)

    def pictures(self) -> list[Image.Image]:
        """Return every picture that the panel has shown, oldest first."""
        return [Image.open(path).convert("1") for path in sorted(self.screens.glob("screen-*.png"))]

    def heard(self) -> list[tuple[float, int]]:
        """Return the length in seconds and the loudest sample of every finished WAV file."""
        found = []
        for path in sorted(self.sounds.glob("*.wav")):
            with wave.open(str(path)) as sound:
                frames = sound.readframes(sound.getnframes())
                samples = memoryview(frames).cast("h")
                found.append((sound.getnframes() / sound.getframerate(), max(map(abs, samples), default=0)))
        return found
