"""The service manager's watchdog, which is fed as long as the loop runs and the owner of every device shows life.

A companion that runs but does not react is worse than one that has ended, because nobody restarts it. So when a device
that was in service blocks its owner's thread in the kernel, the watchdog is not fed any more: the service manager then
kills the companion with a dump of its threads and starts it again, at the same question. A device that is absent, or
that has been stuck since it was first opened, does not count: a restart would not help it, and the game goes on without
it.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hardware.clock import Clock
from hardware.owner import Status

STUCK_SECONDS = 30.0
"""Seconds without a sign of life. Each owner gives one at least every ten seconds (`hardware.owner.REPORT_EVERY`)."""

_log = logging.getLogger(__name__)


class Reporter(Protocol):
    """What the watchdog reads of an owner."""

    name: str

    @property
    def status(self) -> Status | None:
        """Its latest report."""

    @property
    def seen_at(self) -> float | None:
        """When its thread last gave a sign of life, in seconds of the clock; None before it runs."""

    @property
    def has_served(self) -> bool:
        """Whether its device was ready at least once."""


def interval(environ: Mapping[str, str]) -> float | None:
    """Return the seconds between two feedings, or None when the service manager has no watchdog for this process.

    It is a third of what the service manager asks for (sd_watchdog_enabled(3)).
    """
    try:
        asked = int(environ.get("WATCHDOG_USEC", "0"))
    except ValueError:
        _log.warning("WATCHDOG_USEC is no number: %r", environ["WATCHDOG_USEC"])
        return None
    meant = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return asked / 3e6 if meant and asked > 0 else None


class Watchdog:
    """Decides whether to feed. `tell` sends a state to the service manager."""

    def __init__(self, owners: Sequence[Reporter], clock: Clock, tell: Callable[[str], None]) -> None:
        self._owners = owners
        self._clock = clock
        self._tell = tell
        self._stuck: set[str] = set()
        self._status = ""

    def turn(self) -> bool:
        """Feed, unless an owner is stuck, and report the state of the parts when it has changed.

        Return whether it fed.
        """
        self._tell_status()
        stuck = {owner.name for owner in self._owners if self._is_stuck(owner)}
        for name in sorted(stuck - self._stuck):
            _log.critical("%s: its thread has not moved for %.0f s; the watchdog is fed no more", name, STUCK_SECONDS)
        for name in sorted(self._stuck - stuck):
            _log.warning("%s: its thread moves again", name)
        self._stuck = stuck
        if not stuck:
            self._tell("WATCHDOG=1")
        return not stuck

    async def run(self, seconds: float) -> None:
        """Feed every so many seconds, without end. That this runs at all shows that the loop runs."""
        while True:
            self.turn()
            await asyncio.sleep(seconds)

    def _is_stuck(self, owner: Reporter) -> bool:
        silent_since = owner.seen_at
        return owner.has_served and silent_since is not None and self._clock.monotonic() - silent_since > STUCK_SECONDS

    def _tell_status(self) -> None:
        """Send one line for `systemctl status`, in the words of the log: it is for repair, not for players."""
        known = [owner.status for owner in self._owners if owner.status is not None]
        status = f"STATUS={', '.join(map(_in_short, known))}"
        if status != self._status:
            self._status = status
            self._tell(status)


def _in_short(status: Status) -> str:
    return f"{status.device}: {status.state}{f' ({status.reason})' if status.reason else ''}"
