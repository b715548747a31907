"""The loudspeaker: speaks texts and plays earcons, can be cut at any moment, and reports when each phrase was heard.

A child process (espeak-ng or another command) renders the speech. It is started before there is a text for it. The
samples are written to a sink in blocks of 20 ms, and those of a slow engine are kept for the next time. Only the
owner's thread touches engine and sink. All other threads leave orders, which never block and never fail. A speaker that
is not ready answers every order to speak with `UNHEARD`, so nobody waits for a voice that does not come.
"""

import os
import select
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum

import msgspec

from hardware.clock import Clock
from hardware.owner import DeviceFault, Reason, Stop, hand_over
from hardware.sound.earcons import Sound, samples_of
from hardware.sound.mixer import Gains, Playback
from hardware.sound.pcm import SAMPLE_RATE, silence
from hardware.sound.sinks import Sink
from hardware.sound.speech_cache import SpeechCache, phrase_key
from hardware.sound.speech_engine import ESPEAK_NG, FASTEST, SLOWEST, Rendering, SpeechEngine, Standby

IDLE_S = 1.0
"""Seconds between two looks at everything while there are no orders."""

RENDER_S = 5.0
"""Real seconds that an engine may take for one phrase."""


class SpeechStage(StrEnum):
    """How far a phrase has come."""

    STARTED = "started"
    FINISHED = "finished"
    CUT = "cut"
    UNHEARD = "unheard"


class SpeechReport(msgspec.Struct, frozen=True):
    """The stage that phrase `number` reached at the moment `at` (seconds).

    Every phrase ends with exactly one of FINISHED, CUT and UNHEARD. STARTED comes before FINISHED, and before CUT if
    anything was heard.
    """

    number: int
    stage: SpeechStage
    at: float


class SpeakerSettings(msgspec.Struct, frozen=True):
    """How the speaker speaks. Raise ValueError for values that are not possible.

    `voice`: the engine's name for the voice;
    `rate`: words per minute;
    `volume`: percent of the loudest;
    `cap`: the most that any volume may reach, in percent (for children and shops);
    `sounds`: the volume of earcons in percent of the voice's, so that they are never louder;
    `leading_silence_s`: seconds of silence before each phrase, for sinks that swallow the first syllable.
    """

    voice: str = "en-gb"
    rate: int = 175
    volume: int = 100
    cap: int = 100
    sounds: int = 80
    leading_silence_s: float = 0.0

    def __post_init__(self) -> None:
        if not SLOWEST <= self.rate <= FASTEST:
            raise ValueError(f"a rate of {self.rate}: it goes from {SLOWEST} to {FASTEST}")
        for name, value in (("volume", self.volume), ("cap", self.cap), ("sounds", self.sounds)):
            if not 0 <= value <= 100:
                raise ValueError(f"a {name} of {value}: it goes from 0 to 100")
        if not 0 <= self.leading_silence_s <= 1:
            raise ValueError(f"a leading silence of {self.leading_silence_s} s: it goes from 0 to 1")

    @property
    def gains(self) -> Gains:
        """The factors for the samples: the square of the volume, which sounds even, and at most that of the cap."""
        speech = (min(self.volume, self.cap) / 100) ** 2
        return Gains(speech, speech * (self.sounds / 100) ** 2)


class _SayOrder(msgspec.Struct, frozen=True):
    number: int
    text: str


class _CutOrder(msgspec.Struct, frozen=True):
    pass


class _PlayOrder(msgspec.Struct, frozen=True):
    sound: Sound


class _Phrase(msgspec.Struct):
    """The phrase at work: its rendering while that runs, its samples so far, and the silence before them."""

    number: int
    key: str
    lead_s: float
    rendering: Rendering | None = None
    samples: bytearray = msgspec.field(default_factory=bytearray)
    begun: bool = False

    def close(self) -> None:
        """End the rendering, if one runs."""
        if self.rendering is not None:
            self.rendering.close()
            self.rendering = None


class _Wake(threading.Event):
    """An event that can be waited for together with files."""

    def __init__(self) -> None:
        super().__init__()
        self._descriptor = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        weakref.finalize(self, os.close, self._descriptor)

    def fileno(self) -> int:
        return self._descriptor

    def set(self) -> None:
        super().set()
        os.eventfd_write(self._descriptor, 1)

    def clear(self) -> None:
        super().clear()
        with suppress(BlockingIOError):
            os.eventfd_read(self._descriptor)


class Speaker:
    """A device for an owner (`open`, `serve`, `close`). Any thread may call `say`, `cut` and `play`.

    `report` is called in whichever thread notices something, so it must only hand over. `settings` may be replaced at
    any time. A new voice or rate counts from the next phrase on, a new volume from the next block on. Without `cache`
    every phrase is rendered anew.
    """

    def __init__(
        self,
        sink: Sink,
        clock: Clock,
        report: Callable[[SpeechReport], object],
        *,
        engine: SpeechEngine = ESPEAK_NG,
        cache: SpeechCache | None = None,
        settings: SpeakerSettings | None = None,
    ) -> None:
        self.settings = settings or SpeakerSettings()
        self._sink = sink
        self._clock = clock
        self._report = report
        self._engine = engine
        self._cache = cache or SpeechCache(memory_limit=0)
        self._orders: deque[_SayOrder | _CutOrder | _PlayOrder] = deque()
        self._gate = threading.Lock()
        self._in_service = False
        self._wake = _Wake()
        self._phrase: _Phrase | None = None
        self._standby = Standby(engine)
        self._sounds: dict[Sound, bytes] = {}
        self._identity = ""
        self._proven_voice: str | None = None
        self._sample_rate = SAMPLE_RATE
        self._playback = Playback(sink, clock, SAMPLE_RATE)

    @property
    def rendering(self) -> bool:
        """Whether an engine is rendering the phrase. It does so in real time, whatever clock there is."""
        return self._phrase is not None and self._phrase.rendering is not None

    def say(self, number: int, text: str) -> None:
        """Speak `text` in place of what is being spoken. Reports carry `number`."""
        if not self._order(_SayOrder(number, text)):
            self._tell(number, SpeechStage.UNHEARD)

    def cut(self) -> None:
        """Be silent at once."""
        self._order(_CutOrder())

    def play(self, sound: str) -> None:
        """Play an earcon over what is heard. Raise ValueError for a name that is not in `Sound`."""
        self._order(_PlayOrder(Sound(sound)))

    def open(self) -> None:
        """See that engine, voice and sink are there. Raise DeviceFault with the reason if one is not.

        While only the sink is missing, an engine that has worked is not tried again and again.
        """
        settings = self.settings
        if self._proven_voice != settings.voice:
            self._identity = self._engine.identity()
            _, self._sample_rate = self._engine.render("a", settings.voice, settings.rate)
            self._proven_voice = settings.voice
        self._sink.open(self._sample_rate)
        self._proven_voice = None
        self._playback = Playback(self._sink, self._clock, self._sample_rate)
        self._sounds.clear()
        with self._gate:
            self._in_service = True

    def serve(self, stop: Stop) -> None:
        """Carry out orders until `stop` is set. Raise DeviceFault when the engine or the sink fails."""
        with stop.interrupting(self._wake.set):
            while not stop.is_set():
                seconds = self.step()
                if not stop.is_set():  # `step` may have cleared the event that `stop` had just set
                    self._wait(seconds)

    def close(self) -> None:
        """Be silent, leave no child process, and report an end for every phrase that has none yet."""
        with self._gate:
            self._in_service = False
            orders, left = list(self._orders), self._phrase
            self._orders.clear()
        self._phrase = None
        self._standby.close()
        if left is not None:
            left.close()
        self._sink.close()
        if left is not None:
            self._tell(left.number, SpeechStage.CUT if left.begun else SpeechStage.UNHEARD)
        for order in orders:
            if isinstance(order, _SayOrder):
                self._tell(order.number, SpeechStage.UNHEARD)

    def step(self) -> float:
        """Do all that is due now. Return the seconds until something else is due.

        `serve` calls it. A simulation without threads may call it too.
        """
        self._wake.clear()
        while self._orders:
            self._obey(self._orders.popleft())
        if self._phrase is not None:
            self._collect(self._phrase)
        self._playback.pour(self.settings.gains)
        if self._phrase is not None:
            self._report_progress(self._phrase)
        if not self.rendering:
            self._standby.keep(self.settings.voice, self.settings.rate)
        return self._due()

    def _order(self, order: _SayOrder | _CutOrder | _PlayOrder) -> bool:
        """Leave an order if the speaker is in service. Return whether it is."""
        with self._gate:
            if not self._in_service:
                return False
            self._orders.append(order)
        self._wake.set()
        return True

    def _obey(self, order: _SayOrder | _CutOrder | _PlayOrder) -> None:
        if isinstance(order, _PlayOrder):
            self._playback.add_sound(self._sound(order.sound))
            return
        self._cut_phrase()
        if isinstance(order, _SayOrder):
            self._begin(order)

    def _begin(self, order: _SayOrder) -> None:
        settings = self.settings
        key = phrase_key(self._identity, settings.voice, settings.rate, self._sample_rate, order.text)
        self._phrase = phrase = _Phrase(order.number, key, settings.leading_silence_s)
        self._playback.begin_speech()
        self._playback.feed_speech(silence(phrase.lead_s, self._sample_rate))
        samples = self._cache.get(key, self._sample_rate)
        if samples is None:
            phrase.rendering = self._standby.take(settings.voice, settings.rate)
            phrase.rendering.speak(order.text)
        else:
            self._playback.feed_speech(samples)
            self._playback.end_speech()

    def _collect(self, phrase: _Phrase) -> None:
        """Take what the engine has rendered by now."""
        rendering = phrase.rendering
        if rendering is None:
            return
        samples = rendering.read()
        if samples:
            if rendering.sample_rate != self._sample_rate:
                raise DeviceFault(Reason.FAILED, f"the voice changed its sample rate to {rendering.sample_rate} Hz")
            phrase.samples += samples
            self._playback.feed_speech(samples)
        if rendering.complete:
            phrase.close()
            self._cache.put(phrase.key, bytes(phrase.samples), self._sample_rate)
            self._playback.end_speech()
        elif time.monotonic() > rendering.begun_at + RENDER_S:
            raise DeviceFault(Reason.SILENT, f"the speech engine took more than {RENDER_S:.0f} s for a phrase")

    def _report_progress(self, phrase: _Phrase) -> None:
        """Report the start and the end of the phrase when they have passed."""
        over = self._playback.speech_over
        if not phrase.begun and (self._playback.speech_at is not None or over):
            phrase.begun = True
            begun_at = self._playback.speech_at
            self._tell(phrase.number, SpeechStage.STARTED, None if begun_at is None else begun_at + phrase.lead_s)
        if over:
            self._phrase = None
            self._playback.leave_speech()
            self._tell(phrase.number, SpeechStage.FINISHED)

    def _cut_phrase(self) -> None:
        phrase = self._phrase
        if phrase is None:
            return
        self._playback.cut_speech()  # if this raises, `close` still finds the phrase and reports its end
        self._phrase = None
        phrase.close()
        self._tell(phrase.number, SpeechStage.CUT)

    def _due(self) -> float:
        if self._playback.idle:
            return 0.0 if self._use_idleness() else IDLE_S
        due = self._playback.due_s()
        return IDLE_S if due is None else due

    def _wait(self, seconds: float) -> None:
        """Wait for an order, for the engine, or until `seconds` have passed.

        A running engine takes real time, whatever clock there is, so then the wait is in real time too.
        """
        rendering = self._phrase.rendering if self._phrase is not None else None
        if rendering is None:
            self._clock.wait(self._wake, seconds)
        else:
            select.select([self._wake.fileno(), rendering.fileno()], [], [], seconds)

    def _use_idleness(self) -> bool:
        """Do one thing that will be needed later. Return whether there is more of that."""
        missing = [sound for sound in Sound if sound not in self._sounds]
        if missing:
            self._sound(missing[0])
        else:
            self._cache.save()
        return bool(missing) or not self._cache.saved

    def _sound(self, sound: Sound) -> bytes:
        """Return the samples of an earcon. They are made once for each sample rate."""
        if sound not in self._sounds:
            self._sounds[sound] = samples_of(sound, self._sample_rate)
        return self._sounds[sound]

    def _tell(self, number: int, stage: SpeechStage, at: float | None = None) -> None:
        hand_over(self._report, SpeechReport(number, stage, self._clock.monotonic() if at is None else at))
