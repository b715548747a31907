"""From tags that are heard to tokens on the reader: they arrive once, stay, leave, crowd, or cannot be read.

Pure: the caller says at which moment something is heard (seconds of one clock that never goes back).
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import TypeAlias

import msgspec

from hardware.clock import TOLERANCE, reached


class TagArrived(msgspec.Struct, frozen=True):
    """A tag has come. It counts once, until it has been away.

    `tag` is its identifier in upper-case hexadecimal digits, `at` the moment in seconds.
    """

    tag: str
    at: float


class TagLeft(msgspec.Struct, frozen=True):
    """A tag that had arrived was away long enough to count again."""

    tag: str
    at: float


class NoRead(msgspec.Struct, frozen=True):
    """Something was heard that could not be read, and nothing readable followed."""

    at: float


class Crowd(msgspec.Struct, frozen=True):
    """Different tags lie on the reader at once. Those that have not arrived yet wait until they lie alone.

    A card that cannot be used is named among `tags` by its flaw.
    """

    tags: tuple[str, ...]
    at: float


class TagFlaw(StrEnum):
    """Why a tag that was read without error cannot stand for a token."""

    RANDOM_UID = "random-uid"  # it makes up a new number each time it is asked, as phones and bank cards do


class Unusable(msgspec.Struct, frozen=True):
    """A card has come that cannot stand for a token. It is reported once, until it has been away."""

    flaw: TagFlaw
    at: float


ReaderEvent: TypeAlias = TagArrived | TagLeft | NoRead | Crowd | Unusable


def flaw_of(tag: str) -> TagFlaw | None:
    """Return why `tag` (upper-case hexadecimal digits) cannot be used, or None.

    An identifier of four bytes that begins with 08 is a random one (ISO/IEC 14443-3).
    """
    return TagFlaw.RANDOM_UID if len(tag) == 8 and tag.startswith("08") else None


class PresenceKind(StrEnum):
    """How a reader reports that a tag is near."""

    CONTINUOUS = "continuous"  # it repeats the frame while the tag lies there
    PULSE = "pulse"  # it sends one frame when the tag comes


class PresenceTimings(msgspec.Struct, frozen=True):
    """When a tag counts, when it has left, and when unreadable frames are reported. All but the last are seconds.

    `equal_within`: the time in which a reader that repeats must send two equal frames before the tag counts;
    `absent_after`: a tag that was not heard for this long has left and may count again;
    `no_read_after`: how long after a bad frame a good one may still follow;
    `no_read_every`: the shortest time between two reports of `NoRead`;
    `misses_to_leave`: how many times a reader that is asked must also have found nothing before a tag has left, so that
    a line that has stopped lifts no token; 0 for a reader that speaks only when there is a tag.
    """

    equal_within: float = 0.3
    absent_after: float = 0.7
    no_read_after: float = 0.3
    no_read_every: float = 5.0
    misses_to_leave: int = 0


class _Sighting(msgspec.Struct):
    last: float  # the moment of its last frame
    number: int  # the number of its last frame; the frames of all tags are counted together
    sure: bool  # heard often enough to be a real tag
    arrived: bool = False  # its arrival was reported
    misses: int = 0  # how often the reader found something else or nothing since then, up to `misses_to_leave`
    missed_at: float = -math.inf  # the moment of the last of these


class TagPresence:
    """Which tags lie on one reader.

    Two sure tags whose frames alternate lie there together: a crowd. A tag that only follows another one within
    `absent_after` has taken its place, and counts at once.
    """

    _ROOM = 64  # tags remembered at a time: more than a line at 9600 bit/s can send before the first is forgotten

    def __init__(self, kind: PresenceKind, timings: PresenceTimings | None = None) -> None:
        self.timings = timings or PresenceTimings()
        self._pulse = kind is PresenceKind.PULSE
        self._sightings: dict[str, _Sighting] = {}  # by identifier; cards that cannot be used by their flaw
        self._frames = 0
        self._crowded = False
        self._bad_since: float | None = None
        self._last_no_read: float | None = None

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags that have arrived and not left, oldest first."""
        return tuple(tag for tag, s in self._sightings.items() if s.arrived and not isinstance(tag, TagFlaw))

    def seen(self, tag: str, now: float) -> list[ReaderEvent]:
        """Take note of a good frame of `tag`. Return the events up to and including it."""
        events = self.tick(now)
        self._bad_since = None
        self._frames += 1
        tag = flaw_of(tag) or tag  # the number of such a card changes, so the flaw stands for it
        self._miss_all_but(tag, now)
        known = self._sightings.get(tag)
        if known is None:
            return events + self._first_frame(tag, now)
        before, known.number = known.number, self._frames
        known.last, known.sure, known.misses = now, True, 0
        if self._others_since(before, known):
            return events + self._crowd(now)
        if before == self._frames - 1:
            return events + self._arrive(tag, known, now)
        return events

    def unreadable(self, now: float) -> list[ReaderEvent]:
        """Take note of a bad frame. Return the events up to it.

        It has no meaning while a tag lies there, because tags that come or go produce such frames.
        """
        events = self.tick(now)
        if self._bad_since is None and not self._sure_tags():
            self._bad_since = now
        return events

    def missed(self, now: float) -> list[ReaderEvent]:
        """Take note that the reader was asked and found no tag. Return the events up to then."""
        self._miss_all_but(None, now)
        return self.tick(now)

    def tick(self, now: float) -> list[ReaderEvent]:
        """Let time pass up to `now`. Return the events of that time, oldest first."""
        events = [*self._departures(now), *self._no_read(now)]
        self._crowded = self._crowded and len(self._sure_tags()) > 1
        return sorted(events, key=lambda event: event.at)

    def due(self) -> float | None:
        """Return the next moment at which `tick` may return an event, or None."""
        moments = [self._leaves_at(s) for s in self._sightings.values() if s.sure and self._is_missed(s)]
        if self._bad_since is not None:
            moments.append(self._bad_since + self.timings.no_read_after)
        return min(moments, default=None)

    def resume(self, now: float) -> None:
        """Go on after a broken connection. A tag that lay there before it and is heard again does not count again."""
        self._bad_since = None
        for sighting in self._sightings.values():
            sighting.last, sighting.misses = now, 0

    def _first_frame(self, tag: str, now: float) -> list[ReaderEvent]:
        if len(self._sightings) >= self._ROOM:
            return []
        self._sightings[tag] = sighting = _Sighting(now, self._frames, sure=self._pulse)
        return self._arrive(tag, sighting, now) if self._pulse else []

    def _arrive(self, tag: str, sighting: _Sighting, now: float) -> list[ReaderEvent]:
        waits = self._crowded and not self._pulse  # a tag that is heard only once would wait without end
        if sighting.arrived or waits:
            return []
        sighting.arrived = True
        return [Unusable(tag, now) if isinstance(tag, TagFlaw) else TagArrived(tag, now)]

    def _miss_all_but(self, tag: str | None, now: float) -> None:
        for other, sighting in self._sightings.items():
            if other != tag and not self._is_missed(sighting):
                sighting.misses += 1
                sighting.missed_at = now

    def _is_missed(self, sighting: _Sighting) -> bool:
        return sighting.misses >= self.timings.misses_to_leave

    def _leaves_at(self, sighting: _Sighting) -> float:
        return max(sighting.last + self.timings.absent_after, sighting.missed_at)

    def _others_since(self, number: int, known: _Sighting) -> bool:
        return any(s.sure and s.number > number for s in self._sightings.values() if s is not known)

    def _crowd(self, now: float) -> list[ReaderEvent]:
        if self._crowded:
            return []
        self._crowded = True
        return [Crowd(self._sure_tags(), now)]

    def _sure_tags(self) -> tuple[str, ...]:
        return tuple(tag for tag, sighting in self._sightings.items() if sighting.sure)

    def _departures(self, now: float) -> list[ReaderEvent]:
        gone = {tag: sighting for tag, sighting in self._sightings.items() if self._is_gone(sighting, now)}
        for tag in gone:
            del self._sightings[tag]
        return [TagLeft(t, self._leaves_at(s)) for t, s in gone.items() if s.arrived and not isinstance(t, TagFlaw)]

    def _is_gone(self, sighting: _Sighting, now: float) -> bool:
        if sighting.sure:
            return self._is_missed(sighting) and reached(self._leaves_at(sighting), now)
        return now > sighting.last + self.timings.equal_within + TOLERANCE

    def _no_read(self, now: float) -> list[ReaderEvent]:
        if self._bad_since is None or not reached(self._bad_since + self.timings.no_read_after, now):
            return []
        at, self._bad_since = self._bad_since + self.timings.no_read_after, None
        if self._last_no_read is not None and not reached(self._last_no_read + self.timings.no_read_every, at):
            return []
        self._last_no_read = at
        return [NoRead(at)]
