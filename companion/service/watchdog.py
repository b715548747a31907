"""The service manager's watchdog: fed as long as the loop turns and the owner of every device reports in.

A process that is there but deaf is worse than one that is gone, for nobody starts it again. So a device that has
served and then holds its owner's thread fast, deep in the kernel, lets the watchdog run out: the service manager kills
the companion with a dump of its threads and starts it anew, at the same question. A device that is absent, or that has
been stuck since it was first opened, is no reason: starting anew would not help it, and the game goes on without it.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hardware.clock import Clock
from hardware.owner import Status

PATIENCE = 30.0
"""Seconds that an owner may be silent; each looks around at least every ten (`hardware.owner.REPORT_EVERY`)."""

_log = logging.getLogger(__name__)


class Reporter(Protocol):
    """What the watchdog asks of an owner."""

    name: str

    @property
    def status(self) -> Status | None:
        """Its latest report."""

    @property
    def seen_at(self) -> float | None:
        """The moment at which its thread last showed that it goes on, in seconds; None before it runs."""

    @property
    def has_served(self) -> bool:
        """Whether its device was ready at least once."""


def interval(environ: Mapping[str, str]) -> float | None:
    """Seconds from one feeding to the next: a third of what the service manager asks for (sd_watchdog_enabled(3)).

    None: nobody waits for this process.
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
        """Feeds, unless an owner is stuck; tells the state of the parts where it has changed. Says whether it fed."""
        self._tell_status()
        stuck = {owner.name for owner in self._owners if self._is_stuck(owner)}
        for name in sorted(stuck - self._stuck):
            _log.critical("%s: its thread has not moved for %.0f s; the watchdog is fed no more", name, PATIENCE)
        for name in sorted(self._stuck - stuck):
            _log.warning("%s: its thread moves again", name)
        self._stuck = stuck
        if not stuck:
            self._tell("WATCHDOG=1")
        return not stuck

    async def run(self, seconds: float) -> None:
        """Feeds every so many seconds, for ever. That the loop turns is shown by this being called at all."""
        while True:
            self.turn()
            await asyncio.sleep(seconds)

    def _is_stuck(self, owner: Reporter) -> bool:
        silent_since = owner.seen_at
        return owner.has_served and silent_since is not None and self._clock.monotonic() - silent_since > PATIENCE

    def _tell_status(self) -> None:
        """One line for `systemctl status`, in the words of the log: it is for whoever mends, not for players."""
        known = [owner.status for owner in self._owners if owner.status is not None]
        status = f"STATUS={', '.join(map(_in_short, known))}"
        if status != self._status:
            self._status = status
            self._tell(status)


def _in_short(status: Status) -> str:
    return f"{status.device}: {status.state}{f' ({status.reason})' if status.reason else ''}"
