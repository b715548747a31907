"""What is on the screen, and until when.

No device is known here: a small protocol stands for it, which the daemon fills with a real or a simulated one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from companion.channels.timing import Scheduler, Timer
from companion.narration.phrases import OFFER_SIGN

RESULT_SECONDS = 2.5
"""The least that a result stays on the screen before the next offer takes its place."""
GLANCE_SECONDS, WORD_SECONDS = 1.0, 0.3
"""What a look from the board to the screen takes, and the reading of a word there."""

Lines = Sequence[str]
"""Up to four lines of sixteen letters."""


class ScreenDevice(Protocol):
    """Something that shows lines of text."""

    def show_lines(self, lines: Lines, inverted: int | None) -> None:
        """Shows up to four lines of sixteen; `inverted` is the line of the standing offer."""


def reading_seconds(lines: Lines) -> float:
    """How long people need for some lines."""
    return max(RESULT_SECONDS, GLANCE_SECONDS + WORD_SECONDS * len(" ".join(lines).split()))


class _Page(NamedTuple):
    """Lines that stand for as long as it takes to read them. An `alert` that nobody has seen yet is never dropped."""

    lines: Lines
    alert: bool = False


class ScreenChannel:
    """What is on the screen: results and alerts, each long enough to be read, and then the standing offer."""

    def __init__(
        self, screen: ScreenDevice, loop: Scheduler, reading: Callable[[Lines], float] = reading_seconds
    ) -> None:
        self.offered_at: float | None = None
        """Since when the standing offer has been seen; none: not yet."""
        self.result: Lines = ()
        """What was shown last of what had happened."""
        self._screen = screen
        self._loop = loop
        self._reading = reading
        self._offer: Lines = ()
        self._shown: _Page | None = None
        self._waiting: list[_Page] = []
        self._timer: Timer | None = None

    def ask(self, offer: Lines, result: Lines | None = None) -> None:
        """There is a new offer, after the result of what led to it."""
        self._offer, self.offered_at = offer, None
        self._replace(result)

    def answer(self, lines: Lines) -> None:
        """Something about an input that left the offer as it was."""
        self._replace(lines)

    def again(self) -> None:
        """What was shown last of what had happened."""
        self._replace(self.result)

    def alert(self, lines: Lines) -> None:
        """Something that nobody asked for: at once, but after other alerts; what it covers comes back after it."""
        covered = [self._shown] if self._shown and not self._shown.alert else []
        alerts = [page for page in self._waiting if page.alert]
        others = [page for page in self._waiting if not page.alert]
        self._waiting = [*alerts, _Page(lines, True), *covered, *others]
        if self._shown is None or covered:
            self._turn()

    def dismiss(self) -> None:
        """Somebody has seen enough of what is shown: the offer, or else an alert that nobody has seen yet."""
        if self._shown is not None:
            self._replace(None)

    def close(self) -> None:
        """Leaves no timer behind."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _replace(self, lines: Lines | None) -> None:
        if lines:
            self.result = lines
        self._waiting = [*([_Page(lines)] if lines else []), *(page for page in self._waiting if page.alert)]
        self._turn()

    def _turn(self) -> None:
        self.close()
        self._shown = self._waiting.pop(0) if self._waiting else None
        if self._shown is None:
            self._show_offer()
            return
        self._screen.show_lines(self._shown.lines, None)
        self._timer = self._loop.call_later(self._reading(self._shown.lines), self._turn)

    def _show_offer(self) -> None:
        offer = self._offer
        self._screen.show_lines(offer, len(offer) - 1 if offer and offer[-1].startswith(OFFER_SIGN) else None)
        if self.offered_at is None:
            self.offered_at = self._loop.time()
