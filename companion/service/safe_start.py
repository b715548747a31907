"""A start without the parts that may keep the companion from ever becoming ready.

A driver that kills the process or blocks it does so at every start, and the service manager starts it again and again.
So each start leaves a mark, which goes away when the companion is ready. After two marks in a row, the next start uses
simulated parts in place of the real ones, except for parts that work when a process of their own tries them. When that
start is not ready either, all parts are simulated, the buttons too.
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
"""The name of the mark, a file in the state directory. It holds the number of starts in a row."""
SAFE_AFTER = 2
"""After so many starts in a row that did not become ready, the next is a safe one."""
MOST_COUNTED = 9
"""The largest count that is written: one digit."""
PROBE_SECONDS = 8.0
"""How long the trial of a part may take. The slowest, a voice on a small Pi, needs half of that."""
_REAPING_SECONDS = 0.5

_log = logging.getLogger(__name__)


class Starts:
    """How many starts in a row did not become ready. Where nothing can be written, none is counted."""

    def __init__(self, state: Path) -> None:
        self._path = state / MARKER

    def begin(self) -> int:
        """Note a start, safe on disk. Return how many starts before it did not become ready."""
        before = self._count()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            put(self._path, b"%d" % min(before + 1, MOST_COUNTED))
        except OSError as error:
            _log.warning("%s: this start is not counted: %s", self._path, error)
        return before

    def ended_well(self) -> None:
        """Note that the start became ready, was told to end, or ended for a reason that no part causes."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("%s: it stays: %s", self._path, error)

    def _count(self) -> int:
        """Return the count in the file; 1 for a mark that cannot be understood. A link is never followed."""
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
"""What turns each part into a simulated one. The parts that can be tried come first, the most important at the top."""


class TrialOutcome(Enum):
    """What came of the trial of a part."""

    WORKS = "works"
    FAULTY = "faulty"
    """It cannot be used and says so. That does not keep a start from becoming ready."""
    HANGS = "hangs"
    """It killed its process, or blocked it."""


Probe = Callable[[Config, Sequence[str]], Mapping[str, TrialOutcome]]


def safe(config: Config, failed: int, probe: Probe | None = None) -> Config:
    """Return the configuration for a start after `failed` starts that did not become ready; mostly it is unchanged."""
    if failed < SAFE_AFTER:
        return config
    if failed > SAFE_AFTER:
        return _without(config, list(_OFF))
    real = _real(config)
    found = (probe or try_out)(config, real)
    working = [part for part in real if found[part] is TrialOutcome.WORKS]
    if TrialOutcome.HANGS not in found.values():
        del working[1:]  # the part that blocked the starts is unknown: keep only one
    _log.error("the last %d starts were not ready; found %s; kept %s", failed, dict(found), working)
    return _without(config, [part for part in real if part not in working])


def _real(config: Config) -> list[str]:
    """Return the real parts that can be tried."""
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


def try_out(config: Config, parts: Sequence[str], seconds: float = PROBE_SECONDS) -> dict[str, TrialOutcome]:
    """Open and close each part in a process of its own, all at the same time, each for at most so many seconds."""
    clock = SystemClock()
    until = clock.monotonic() + seconds
    tried = {part: _begin_trial(config, part) for part in parts}
    return {part: _outcome(process, until - clock.monotonic()) for part, process in tried.items()}


def _begin_trial(config: Config, part: str) -> subprocess.Popen[bytes]:
    section = getattr(config, part)
    if part == SPEAKER:
        section = msgspec.structs.replace(section, cache=None)  # a path does not fit JSON, and a trial keeps no phrases
    command = [sys.executable, "-m", "companion.service.safe_start", part, msgspec.json.encode(section).decode()]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)


def _outcome(process: subprocess.Popen[bytes], seconds: float) -> TrialOutcome:
    try:
        status = process.wait(max(0.0, seconds))
    except subprocess.TimeoutExpired:
        process.kill()
        with suppress(subprocess.TimeoutExpired):  # blocked in the kernel: it ends when the kernel lets it
            process.wait(_REAPING_SECONDS)
        return TrialOutcome.HANGS
    # A negative status: a signal has killed the process.
    return TrialOutcome.HANGS if status < 0 else TrialOutcome.FAULTY if status else TrialOutcome.WORKS


def _trial(part: str, section: str) -> int:
    """Open one part alone, in the process of its own. Return the exit status."""
    kind = type(getattr(Config(), part))
    config = msgspec.structs.replace(Config(), **{part: msgspec.json.decode(section, type=kind)})
    owners = build(config, Path(os.devnull), Receivers(repr, repr, repr, lambda _: None), SystemClock()).owners
    device = next(owner.device for owner in owners if owner.name == part)
    try:
        device.open()
    except Exception as error:  # noqa: BLE001 (whatever the part raises is the answer)
        sys.stderr.write(f"{part}: {error}\n")
        return 1
    finally:
        device.close()
    return 0


if __name__ == "__main__":
    sys.exit(_trial(*sys.argv[1:]))
