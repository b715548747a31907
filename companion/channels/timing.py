"""The part of an event loop that the channels use: what the time is, and to be called back later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """What `Scheduler.call_later` gives."""

    def cancel(self) -> None:
        """Never mind."""


class Scheduler(Protocol):
    """The part of an event loop that is used here."""

    def time(self) -> float:
        """Seconds on the loop's clock."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: object) -> Timer:
        """Calls back after `delay` seconds."""
