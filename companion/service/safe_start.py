"""A start without the parts that may keep the companion from ever being ready.

A driver that ends the process, or holds it fast, does so at every start, and the service manager starts it again and
again. So each start leaves a mark that goes when it is ready. Two marks in a row, and the next start has simulated
parts in place of the real ones, but for those that answer when a process of their own tries them out. When that start
is not ready either, all parts are simulated, the buttons too.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path

import msgspec

from companion.files import put
from companion.owner.config import SILENT, SIMULATED, Config
from companion.service.devices import BUTTON, DISPLAY, READER, RING, SPEAKER, Receivers, build
from hardware.clock import SystemClock

MARKER = "starting"
"""The name of the file in the state directory; in it stands how many starts there were."""
FEW = 2
"""Starts in a row that did not become ready, after which the next is a safe one."""
MOST = 9
"""The count ends here."""
PROBE_SECONDS = 8.0
"""For so long a part is tried out. The slowest, a voice on a small Pi, needs half of that."""
_REAPING_SECONDS = 0.5

_log = logging.getLogger(__name__)


class Starts:
    """How many starts in a row did not become ready. Where nothing can be written, none is counted."""

    def __init__(self, state: Path) -> None:
        self._path = state / MARKER

    def begin(self) -> int:
        """Notes a start, safe on disk. Gives how many before it did not become ready."""
        before = self._count()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            put(self._path, b"%d" % min(before + 1, MOST))
        except OSError as error:
            _log.warning("%s: this start is not counted: %s", self._path, error)
        return before

    def ended_well(self) -> None:
        """The start became ready, or was told to end, or ended for a reason that no part has to do with."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("%s: it stays: %s", self._path, error)

    def _count(self) -> int:
        """What the file says; a mark that cannot be understood is one start. Never read through a link."""
        try:
            handle = os.open(self._path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(handle, "rb") as file:
                text = file.read(2)
        except OSError as error:
            if not isinstance(error, FileNotFoundError):
                _log.warning("%s: what stands there is no mark: %s", self._path, error)
            return 0
        return int(text) if len(text) == 1 and b"1" <= text <= b"9" else 1


# Which parts are kept

_OFF: Mapping[str, Mapping[str, object]] = {
    SPEAKER: {"sink": SILENT},
    DISPLAY: {"bus": SIMULATED},
    RING: {"device": SIMULATED},
    READER: {"device": SIMULATED},
    BUTTON: {"factory": "mock", "fifo": None},
}
"""What makes each part a simulated one. The parts that can be tried out come first, and the weightiest of them."""


class Found(Enum):
    """What came of trying out a part."""

    WORKS = "works"
    FAULTY = "faulty"
    """It cannot be used and says so, which keeps no start from being ready."""
    HANGS = "hangs"
    """It has ended its process, or held it fast."""


Probe = Callable[[Config, Sequence[str]], Mapping[str, Found]]


def safe(config: Config, failed: int, probe: Probe | None = None) -> Config:
    """The configuration to start with after so many starts that did not become ready; often the very same."""
    if failed < FEW:
        return config
    if failed > FEW:
        return _without(config, list(_OFF))
    real = _real(config)
    found = (probe or try_out)(config, real)
    working = [part for part in real if found[part] is Found.WORKS]
    if Found.HANGS not in found.values():
        del working[1:]  # which part it was is not known: one has to do
    _log.error("the last %d starts were not ready; found %s; kept %s", failed, dict(found), working)
    return _without(config, [part for part in real if part not in working])


def _real(config: Config) -> list[str]:
    """The parts that are no simulated ones and can be tried out."""
    simulated = {
        SPEAKER: config.speaker.alsa_device is None,
        DISPLAY: config.display.simulated,
        RING: config.ring.simulated,
        READER: config.reader.simulated,
    }
    return [part for part, away in simulated.items() if not away]


def _without(config: Config, parts: Sequence[str]) -> Config:
    changed = {part: msgspec.structs.replace(getattr(config, part), **_OFF[part]) for part in parts}
    return msgspec.structs.replace(config, **changed)


# Trying out


def try_out(config: Config, parts: Sequence[str], seconds: float = PROBE_SECONDS) -> dict[str, Found]:
    """Opens and closes each part in a process of its own, all at the same time, each within so many seconds."""
    clock = SystemClock()
    until = clock.monotonic() + seconds
    tried = {part: _begin_trial(config, part) for part in parts}
    return {part: _outcome(process, until - clock.monotonic()) for part, process in tried.items()}


def _begin_trial(config: Config, part: str) -> subprocess.Popen[bytes]:
    section = getattr(config, part)
    if part == SPEAKER:
        section = msgspec.structs.replace(section, cache=None)
    command = [sys.executable, "-m", "companion.service.safe_start", part, msgspec.json.encode(section).decode()]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)


def _outcome(process: subprocess.Popen[bytes], seconds: float) -> Found:
    try:
        status = process.wait(max(0.0, seconds))
    except subprocess.TimeoutExpired:
        process.kill()
        with suppress(subprocess.TimeoutExpired):  # held fast in the kernel: nobody can wait for that
            process.wait(_REAPING_SECONDS)
        return Found.HANGS
    return Found.HANGS if status < 0 else Found.FAULTY if status else Found.WORKS


def _trial(part: str, section: str) -> int:
    """In the process of its own: opens the part, alone. Gives the exit status."""
    kind = type(getattr(Config(), part))
    config = msgspec.structs.replace(Config(), **{part: msgspec.json.decode(section, type=kind)})
    owners = build(config, Path(os.devnull), Receivers(repr, repr, repr, lambda _: None), SystemClock()).owners
    device = next(owner.device for owner in owners if owner.name == part)
    try:
        device.open()
    except Exception as error:  # noqa: BLE001 (a supervisor: whatever the part raises, it is an answer)
        sys.stderr.write(f"{part}: {error}\n")
        return 1
    finally:
        device.close()
    return 0


if __name__ == "__main__":
    sys.exit(_trial(*sys.argv[1:]))
