"""The part of an event loop that the channels use: what the time is, and to be called back later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """What `Scheduler.call_later` returns."""

    def cancel(self) -> None:
        """Do not call back."""


class Scheduler(Protocol):
    """The part of an event loop that is used here."""

    def time(self) -> float:
        """Return the seconds on the clock of the loop."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: object) -> Timer:
        """Call back after `delay` seconds."""
