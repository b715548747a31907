"""Speech and earcons mixed into one stream, and the writing of that stream to a sink at the pace of a clock."""

from array import array

import msgspec

from hardware.clock import Clock
from hardware.sound.pcm import FULL_SCALE, block_bytes, duration_s
from hardware.sound.sinks import PassageKind, Sink

DUCKED = 0.2
"""The share of an earcon's amplitude that is left while speech is heard: 14 dB less."""

POLL_S = 0.005
"""Seconds between two looks at a sink that is being waited for."""

SHORTEST_S = 0.001
"""The shortest wait in seconds: it keeps a loop from spinning, and as small a delay harms nothing."""


class Gains(msgspec.Struct, frozen=True):
    """Factors for the samples of speech and of earcons, 0 to 1."""

    speech: float = 1.0
    sounds: float = 1.0


def mixed(parts: list[tuple[bytes, float]]) -> bytes:
    """Return the sum of some samples, each with its gain.

    It is as long as the longest of them and clipped at full scale.
    """
    if len(parts) == 1:
        samples, gain = parts[0]
        return samples if gain == 1.0 else array("h", [round(value * gain) for value in array("h", samples)]).tobytes()
    total = [0.0] * (max(len(samples) for samples, _ in parts) // 2)
    for samples, gain in parts:
        for n, value in enumerate(array("h", samples)):
            total[n] += value * gain
    return array("h", [max(-FULL_SCALE, min(FULL_SCALE, round(value))) for value in total]).tobytes()


class Mixer:
    """What is still to be heard: one phrase, which may still grow, and any number of earcons over it."""

    def __init__(self, sample_rate: int) -> None:
        self._block = block_bytes(sample_rate)
        self._speech = bytearray()
        self._growing = False
        self._begun = False
        self._sounds: list[bytes] = []

    @property
    def speech_left(self) -> bool:
        """Whether more of the phrase is to come."""
        return self._growing or bool(self._speech)

    @property
    def speech_next(self) -> bool:
        """Whether the next block has speech in it: a whole block of it is there, or the end of the phrase."""
        return len(self._speech) >= self._block or (not self._growing and bool(self._speech))

    @property
    def ready(self) -> bool:
        """Whether there is a next block. Earcons wait for a phrase that has begun and is still being rendered."""
        return self.speech_next or (bool(self._sounds) and not (self._growing and self._begun))

    @property
    def empty(self) -> bool:
        """Whether nothing is left and nothing can come."""
        return not self.speech_left and not self._sounds

    def begin_speech(self) -> None:
        """Begin a new phrase, which grows until `end_speech`."""
        self._speech.clear()
        self._growing, self._begun = True, False

    def feed_speech(self, samples: bytes) -> None:
        """Add samples to the phrase."""
        self._speech += samples

    def end_speech(self) -> None:
        """Take note that the phrase is complete."""
        self._growing = False

    def add_sound(self, samples: bytes) -> None:
        """Add an earcon, from the next block on."""
        self._sounds.append(samples)

    def clear(self) -> None:
        """Forget all that was not taken yet."""
        self._speech.clear()
        self._growing = False
        self._sounds.clear()

    def take(self, gains: Gains) -> bytes:
        """Return the next block, when `ready` is true. The last block of a phrase may be shorter."""
        parts = [(sound[: self._block], gains.sounds) for sound in self._sounds]
        self._sounds = [sound[self._block :] for sound in self._sounds if len(sound) > self._block]
        if self.speech_next:
            parts.append((bytes(self._speech[: self._block]), gains.speech))
            del self._speech[: self._block]
            self._begun = True
        return mixed(parts)


class Playback:
    """Writes the mix to a sink, no further ahead than the sink wants, and knows when the phrase began and ended.

    Earcons are mixed in and need not wait for speech to end: late feedback is worse than soft feedback. While a phrase
    is heard they are ducked.

    `speech_at` is the moment in seconds at which the phrase is first heard, None while that is not known. `speaking` is
    true from `begin_speech` until `leave_speech` or `cut_speech`.
    """

    def __init__(self, sink: Sink, clock: Clock, sample_rate: int) -> None:
        self.speech_at: float | None = None
        self.speaking = False
        self._sink = sink
        self._clock = clock
        self._sample_rate = sample_rate
        self._mixer = Mixer(sample_rate)
        self._heard_until = 0.0
        self._speech_until = 0.0
        self._kind: PassageKind | None = None
        self._draining = False

    @property
    def idle(self) -> bool:
        """Whether all is silent and nothing is to come."""
        return not self.speaking and self._mixer.empty and not self._kind and not self._draining

    @property
    def speech_over(self) -> bool:
        """Whether the phrase was heard to its end."""
        if not self.speaking or self._mixer.speech_left or self._clock.monotonic() < self._speech_until:
            return False
        return bool(self._kind) or not self._drains()

    def begin_speech(self) -> None:
        """Begin a new phrase, whose samples come by `feed_speech` until `end_speech`."""
        self.speech_at = None
        self.speaking = True
        self._mixer.begin_speech()

    def feed_speech(self, samples: bytes) -> None:
        """Add samples to the phrase."""
        self._mixer.feed_speech(samples)

    def end_speech(self) -> None:
        """Take note that the phrase is complete."""
        self._mixer.end_speech()
        if not self._mixer.speech_left:
            self._speech_until = max(self._heard_until, self._clock.monotonic())

    def leave_speech(self) -> None:
        """Take note that the end of the phrase was reported."""
        self.speaking = False

    def add_sound(self, samples: bytes) -> None:
        """Mix an earcon in from the next block on."""
        self._mixer.add_sound(samples)

    def cut_speech(self) -> None:
        """Be silent at once.

        If nothing of the phrase was written yet, only earcons are heard: then the phrase is dropped and they go on.
        """
        heard, self.speaking = self.speech_at is not None, False
        if heard:
            self._mixer.clear()
            self._sink.drop()
            self._kind, self._draining = None, False
            self._heard_until = self._clock.monotonic()
        else:
            self._mixer.begin_speech()
            self._mixer.end_speech()

    def pour(self, gains: Gains) -> None:
        """Write what is due, and end the sink's stream when nothing follows."""
        while self._mixer.ready and self._room() and self._sink.ready():
            self._write(gains)
        if self._kind and self._mixer.empty and self._left() <= self._sink.linger_s:
            self._sink.end()
            self._kind, self._draining = None, True
        self._drains()

    def due_s(self) -> float | None:
        """Return the seconds until `pour` or `speech_over` has something new, or None when nothing goes on."""
        left = self._left()
        waits = []
        if self._mixer.ready:
            waits.append(left - self._sink.ahead_s if self._sink.ready() else POLL_S)
        elif self._kind and self._mixer.empty:
            waits.append(left - self._sink.linger_s)
        if self._draining or (self.speaking and not self._mixer.speech_left):
            waits.append(left if left > 0 else POLL_S)
        return max(SHORTEST_S, min(waits)) if waits else None

    def _left(self) -> float:
        """Return how many seconds of sound were written and not heard yet."""
        return max(0.0, self._heard_until - self._clock.monotonic())

    def _room(self) -> bool:
        return self._left() < self._sink.ahead_s

    def _drains(self) -> bool:
        """Tell whether a stream that was ended is still being heard."""
        self._draining = self._draining and self._sink.playing()
        return self._draining

    def _write(self, gains: Gains) -> None:
        now = self._clock.monotonic()
        speech = self._mixer.speech_next
        kind: PassageKind = "speech" if speech else "sound"
        if kind != self._kind:
            self._sink.begin(kind)
            self._kind = kind
        if speech and self.speech_at is None:
            self.speech_at = max(self._heard_until, now)
        ducked = Gains(gains.speech, gains.sounds * DUCKED) if speech or self.speaking else gains
        block = self._mixer.take(ducked)
        self._sink.write(block)
        self._heard_until = max(self._heard_until, now) + duration_s(len(block), self._sample_rate)
        if speech and not self._mixer.speech_left:
            self._speech_until = self._heard_until
