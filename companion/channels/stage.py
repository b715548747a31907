"""The ring over a whole game: frames strung together, and what would flash held back.

At most two reversals of the ring's luminance in a second, none in saturated red.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

from companion.channels.at_rest import DARK, RGB, ArcLight, board_on, is_saturated_red, layout, luminance
from companion.channels.cues import RingCue, places_of, sign_of
from companion.channels.lights import LightSettings, duration, frame_of_ages
from companion.channels.signs import FADE
from companion.game.board import ARC_NUMBERS


class FlashGuard:
    """Remembers the last second of a ring and says whether a next frame would flash.

    Flashing means a third reversal of the ring's luminance within a second, or any reversal of its saturated red. A
    reversal is a change of a tenth or more one way after one of a tenth or more the other way. The limits are kept a
    little closer than they are.
    """

    WINDOW = 1.05  # seconds
    CHANGE = 0.09  # of the brighter of two luminances
    LEAST = 1.0  # of one light's 255: what no eye sees is no change
    REVERSALS = 2

    def __init__(self) -> None:
        self._past: deque[tuple[float, float, float]] = deque()

    def allows(self, lights: Sequence[RGB]) -> bool:
        """Tell whether `lights` may be shown next."""
        whole, red = self._measure(lights)
        return (
            self._reversals([past[1] for past in self._past] + [whole]) <= self.REVERSALS
            and self._reversals([past[2] for past in self._past] + [red]) == 0
        )

    def note(self, lights: Sequence[RGB], now: float) -> None:
        """Remember that `lights` are shown at `now`."""
        self._past.append((now, *self._measure(lights)))
        while self._past[0][0] < now - self.WINDOW:
            self._past.popleft()

    @staticmethod
    def _measure(lights: Sequence[RGB]) -> tuple[float, float]:
        whole = sum(map(luminance, lights))
        return whole, sum(luminance(light) for light in lights if is_saturated_red(light))

    def _reversals(self, series: Sequence[float]) -> int:
        """Count the turns of `series` between changes that matter."""
        low = high = series[0]
        turns = direction = 0
        for value in series:
            low, high = min(low, value), max(high, value)
            if direction <= 0 and self._matters(low, value):
                turns += direction < 0
                direction, high = 1, value
            elif direction >= 0 and self._matters(value, high):
                turns += direction > 0
                direction, low = -1, value
            if direction > 0:
                low = high
            elif direction < 0:
                high = low
        return turns

    def _matters(self, darker: float, brighter: float) -> bool:
        return brighter - darker >= max(self.LEAST, self.CHANGE * brighter)


class Stage:
    """The ring over a whole game: what is on, since when, and what has to wait so that nothing flashes.

    `play` sets the scene, `frame` is asked for it as often as the ring takes frames while it is `busy`. All times are
    seconds on the caller's clock. A new scene fades in from whatever was shown; a cue that stays from one scene to the
    next stays as it is.
    """

    def __init__(self, settings: LightSettings, count: int) -> None:
        layout(count)  # refuses a ring that is too small
        self._settings = settings
        self._count = count
        self._arcs: tuple[ArcLight, ...] = (ArcLight(wall=False, tower=False),) * len(ARC_NUMBERS)
        self._since: dict[RingCue, float] = {}
        self._guard = FlashGuard()
        self._shown: list[RGB] = [DARK] * count
        self._from = self._shown
        self._cut = -math.inf
        self._waiting = False

    def play(self, arcs: Sequence[ArcLight], cues: Sequence[RingCue], now: float) -> None:
        """Show `cues` over the board of `arcs` from `now` on; errors as in `frame`, and then nothing changes."""
        board = board_on(tuple(arcs), self._count)
        for cue in cues:
            places_of(cue, board)
        stays = {cue: self._since.get(cue, now) if sign_of(cue).held else now for cue in cues}
        self._arcs, self._since = tuple(arcs), stays
        self._begin_fade(now)

    def use(self, settings: LightSettings, now: float) -> None:
        """Change the settings; the light fades over to what they allow."""
        self._settings = settings
        self._begin_fade(now)

    def frame(self, now: float) -> list[RGB]:
        """Return the lights to show at `now`, which never runs backwards."""
        wanted = self._wanted(now)
        self._waiting = not self._guard.allows(wanted)
        if self._waiting:
            self._begin_fade(now)
        else:
            self._shown = wanted
        self._guard.note(self._shown, now)
        return list(self._shown)

    def busy(self, now: float) -> bool:
        """Tell whether a later frame may differ from the last one, if nothing new is played."""
        begun = max(self._since.values(), default=self._cut)
        return self._waiting or now <= max(self._cut + FADE, begun + duration(tuple(self._since)))

    def _begin_fade(self, now: float) -> None:
        self._from, self._cut = self._shown, now

    def _wanted(self, now: float) -> list[RGB]:
        ages = {cue: now - since for cue, since in self._since.items()}
        target = frame_of_ages(self._arcs, ages, self._settings, self._count)
        part = 1.0 if self._settings.still else (now - self._cut) / FADE
        return target if part >= 1 else [_mix(old, new, part) for old, new in zip(self._from, target, strict=True)]


def _mix(old: RGB, new: RGB, part: float) -> RGB:
    red, green, blue = (math.ceil(one + (other - one) * part - 1e-6) for one, other in zip(old, new, strict=True))
    return red, green, blue
