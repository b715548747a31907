"""The loudspeaker with the real espeak-ng and, where there is one, the real aplay (A10, A11, A16, A54, A56, A57)."""

import io
import math
import os
import queue
import shutil
import signal
import stat
import time
import wave
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.channels.speech import SpeechChannel, Utterance
from hardware.clock import Clock, SystemClock, TravelClock
from hardware.owner import DeviceFault, DeviceState, Owner, Reason, Status
from hardware.sound import sinks as sound_sinks
from hardware.sound import speaker
from hardware.sound.earcons import Sound, samples_of
from hardware.sound.mixer import Gains, Mixer, mixed
from hardware.sound.pcm import SAMPLE_RATE, block_bytes, duration_s
from hardware.sound.sinks import AplaySink, NullSink, Sink, WavSink, sink_named
from hardware.sound.speaker import Speaker, SpeakerSettings, SpeechReport, SpeechStage
from hardware.sound.speech_cache import SpeechCache
from hardware.sound.speech_engine import ESPEAK_NG, RATES, SpeechEngine

needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
needs_aplay = pytest.mark.skipif(shutil.which("aplay") is None, reason="alsa-utils are not installed")

TEXT = "Orc, arc 3, green, Knight ring, 2 health. Hit it?"
LONG = "Closest: goblin, arc five, blue, Swordsman ring, one health. " * 4


def children() -> list[int]:
    """The child processes of this one, dead ones that nobody has reaped included."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        if int(fields[1]) == os.getpid():
            found.append(int(path.parent.name))
    return found


def loudness(samples: bytes) -> float:
    values = array("h", samples)
    return math.sqrt(sum(value * value for value in values) / len(values)) if values else 0.0


class CardSink:
    """A sound card that forgets nothing: what was heard, at which second. It takes 0.2 s ahead, like the real one."""

    ahead_s = AplaySink.ahead_s
    linger_s = AplaySink.linger_s

    def __init__(self, clock: Clock) -> None:
        self.heard = bytearray()
        self.handed: list[float] = []
        self.dropped_at: list[float] = []
        self._clock = clock
        self._until = 0.0
        self._rate = SAMPLE_RATE

    def open(self, sample_rate: int) -> None:
        self._rate = sample_rate

    def begin(self, kind: str) -> None:
        pass

    def write(self, block: bytes) -> None:
        now = self._clock.monotonic()
        assert self._until - now < self.ahead_s, "too far ahead"
        self.handed.append(now)
        self._until = max(self._until, now) + duration_s(len(block), self._rate)
        self.heard += block

    def end(self) -> None:
        pass

    def drop(self) -> None:
        now = self._clock.monotonic()
        unheard = round(max(0.0, self._until - now) * self._rate) * 2
        del self.heard[len(self.heard) - unheard :]
        self._until = now
        self.dropped_at.append(now)

    def ready(self) -> bool:
        return True

    def playing(self) -> bool:
        return self._clock.monotonic() < self._until

    def close(self) -> None:
        self._until = 0.0


class Rig:
    """A speaker on a travelling clock, without threads."""

    def __init__(self, make_sink: Callable[[Clock], Sink], **options: object) -> None:
        self.clock = TravelClock(100.0)
        self.reports: list[SpeechReport] = []
        self.sink = make_sink(self.clock)
        self.speaker = Speaker(self.sink, self.clock, self.reports.append, **options)  # type: ignore[arg-type]
        self.speaker.open()

    def told(self, number: int) -> list[SpeechStage]:
        return [report.stage for report in self.reports if report.number == number]

    def at(self, number: int, stage: SpeechStage) -> float:
        return next(report.at for report in self.reports if (report.number, report.stage) == (number, stage))

    def until(self, number: int, stage: SpeechStage) -> None:
        """Go on until that is reported; while an engine is at work the clock stands still."""
        deadline = time.monotonic() + 10.0
        while stage not in self.told(number):
            due = self.speaker.step()
            if stage not in self.told(number) and not self.speaker.rendering:
                self.clock.advance(due)
            assert time.monotonic() < deadline, f"phrase {number} is not {stage}"

    def travel(self, seconds: float) -> None:
        end = self.clock.monotonic() + seconds
        while (left := end - self.clock.monotonic()) > 1e-9:
            self.clock.advance(min(self.speaker.step() or 1e-6, left))
        self.speaker.step()

    def speak(self, number: int, text: str) -> None:
        self.speaker.say(number, text)
        self.until(number, SpeechStage.FINISHED)


@pytest.fixture
def rig(request: pytest.FixtureRequest) -> Iterator[Callable[..., Rig]]:
    """Makes rigs, closes them, and looks that no child is left."""
    before, rigs = set(children()), list[Rig]()

    def make(make_sink: Callable[[Clock], Sink] = NullSink, **options: object) -> Rig:
        rigs.append(Rig(make_sink, **options))
        return rigs[-1]

    yield make
    for one in rigs:
        one.speaker.close()
    assert set(children()) <= before


def travel_until(reports: "queue.Queue[SpeechReport]", clock: TravelClock) -> SpeechReport:
    """Let time pass for a speaker in its own thread, gently, since the engine is a real process, until it reports."""
    for _ in range(500):
        clock.advance(0.1)
        with suppress(queue.Empty):
            return reports.get(timeout=0.01)
    raise AssertionError("no report")


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def tone(seconds: float) -> SpeechEngine:
    """An engine that says everything as that much of one byte."""
    return SpeechEngine(
        ("sh", "-c", f"cat >/dev/null; head -c {round(seconds * SAMPLE_RATE) * 2} /dev/zero | tr '\\0' '\\1'")
    )


@pytest.fixture(scope="module")
def phrases() -> SpeechCache:
    """The two texts, rendered once for all tests that need no engine at work."""
    cache = SpeechCache()
    table = Rig(NullSink, cache=cache)
    for number, text in enumerate((TEXT, LONG), 1):
        table.speak(number, text)
    table.speaker.close()
    return cache


@needs_espeak
class TestSpeech:
    def test_a_wav_of_each_utterance(self, rig: Callable[..., Rig], tmp_path: Path) -> None:
        table = rig(lambda clock: WavSink(tmp_path, clock))
        table.speak(1, TEXT)
        table.speak(2, "Roll.")
        assert table.told(1) == table.told(2) == [SpeechStage.STARTED, SpeechStage.FINISHED]
        assert sorted(path.name for path in tmp_path.iterdir()) == ["0001-speech.wav", "0002-speech.wav"]
        samples, _ = ESPEAK_NG.render(TEXT, "en-gb", 175)
        with wave.open(str(tmp_path / "0001-speech.wav")) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, SAMPLE_RATE)
            assert file.readframes(file.getnframes()) == samples
        assert loudness(samples) > 1000
        heard_for = table.at(1, SpeechStage.FINISHED) - table.at(1, SpeechStage.STARTED)
        assert heard_for == pytest.approx(len(samples) / 2 / SAMPLE_RATE, abs=0.05)

    def test_a_cut_one_is_shortened_and_marked(
        self, rig: Callable[..., Rig], tmp_path: Path, phrases: SpeechCache
    ) -> None:
        table = rig(lambda clock: WavSink(tmp_path, clock), cache=phrases)
        table.speaker.say(1, LONG)
        table.travel(0.5)
        table.speaker.cut()
        table.speaker.step()
        assert table.told(1) == [SpeechStage.STARTED, SpeechStage.CUT]
        assert [path.name for path in tmp_path.iterdir()] == ["0001-speech-cut.wav"]
        with wave.open(str(tmp_path / "0001-speech-cut.wav")) as file:
            assert file.getnframes() == round(0.5 * SAMPLE_RATE)
            assert len(file.readframes(10**6)) == file.getnframes() * 2

    def test_numbers_go_on_after_a_restart(self, rig: Callable[..., Rig], tmp_path: Path, phrases: SpeechCache) -> None:
        for number in (1, 2):
            rig(lambda clock: WavSink(tmp_path, clock), cache=phrases).speak(number, TEXT)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["0001-speech.wav", "0002-speech.wav"]

    def test_nothing_is_heard_before_and_no_half_file_seen(self, rig: Callable[..., Rig], tmp_path: Path) -> None:
        table = rig(lambda clock: WavSink(tmp_path, clock))
        assert list(tmp_path.iterdir()) == []
        table.speaker.say(1, TEXT)
        table.speaker.close()
        assert [path.suffix for path in tmp_path.iterdir()] in ([], [".wav"])
        assert table.told(1)[-1] in (SpeechStage.CUT, SpeechStage.UNHEARD)

    def test_a_known_phrase_needs_no_engine(self, rig: Callable[..., Rig], tmp_path: Path) -> None:
        engine = tone(0.5)
        assert engine.slow
        first = rig(engine=engine, cache=SpeechCache(tmp_path))
        first.speak(1, TEXT)
        first.travel(3.0)
        second = rig(engine=engine, cache=SpeechCache(tmp_path))
        second.speaker.say(1, TEXT)
        second.speaker.step()
        assert second.told(1) == [SpeechStage.STARTED], "heard in the very step of the order"

    def test_espeak_ng_is_fast_whatever_its_options(self) -> None:
        engines = [ESPEAK_NG, SpeechEngine(("/usr/bin/espeak-ng", "--stdin"))]
        assert [engine.slow for engine in engines] == [False, False]

    @pytest.mark.parametrize("text", ["-v nonsense", "<b>x</b>", "Übergroße Fee.", "ab\ud800c", "a\0b"])
    def test_any_text_is_only_text(self, rig: Callable[..., Rig], text: str) -> None:
        table = rig(CardSink)
        table.speak(1, text)
        assert loudness(bytes(table.sink.heard)) > 100

    @pytest.mark.parametrize("text", ["", "\n"])
    def test_nothing_to_say_is_said_at_once(self, rig: Callable[..., Rig], text: str) -> None:
        table = rig()
        table.speak(1, text)
        assert table.told(1) == [SpeechStage.STARTED, SpeechStage.FINISHED]
        assert table.at(1, SpeechStage.FINISHED) - 100.0 < 0.5

    def test_the_newest_order_wins(self, rig: Callable[..., Rig], phrases: SpeechCache) -> None:
        table = rig(cache=phrases)
        table.speaker.say(1, LONG)
        table.travel(0.1)
        table.speaker.say(2, TEXT)
        table.until(2, SpeechStage.FINISHED)
        assert table.told(1) == [SpeechStage.STARTED, SpeechStage.CUT]
        assert table.told(2) == [SpeechStage.STARTED, SpeechStage.FINISHED]

    def test_a_new_rate_counts_from_the_next_phrase(self, rig: Callable[..., Rig]) -> None:
        table = rig()
        table.speak(1, TEXT)
        table.speaker.settings = SpeakerSettings(rate=350)
        table.speak(2, TEXT)
        slow, fast = (table.at(n, SpeechStage.FINISHED) - table.at(n, SpeechStage.STARTED) for n in (1, 2))
        assert fast < 0.6 * slow

    def test_a_standing_by_engine_that_was_killed_costs_nothing(self, rig: Callable[..., Rig]) -> None:
        before = set(children())
        table = rig()
        table.speaker.step()
        (standby,) = set(children()) - before
        os.kill(standby, signal.SIGKILL)
        os.waitid(os.P_PID, standby, os.WEXITED | os.WNOWAIT)
        table.speak(1, TEXT)
        assert table.told(1) == [SpeechStage.STARTED, SpeechStage.FINISHED]

    def test_leading_silence(self, rig: Callable[..., Rig], phrases: SpeechCache) -> None:
        table = rig(CardSink, cache=phrases, settings=SpeakerSettings(leading_silence_s=0.2))
        table.speak(1, TEXT)
        lead = round(0.2 * SAMPLE_RATE) * 2
        assert not any(table.sink.heard[:lead])
        assert loudness(bytes(table.sink.heard[lead : lead + 20000])) > 100
        assert table.at(1, SpeechStage.STARTED) == pytest.approx(100.2)


@needs_espeak
def test_rates_are_strictly_faster() -> None:
    """A16."""
    lengths = [len(ESPEAK_NG.render(TEXT, "en-gb", rate)[0]) for rate in RATES]
    assert lengths == sorted(set(lengths), reverse=True)


@pytest.mark.parametrize(
    "wrong", [{"rate": 450}, {"rate": 79}, {"volume": 101}, {"cap": -1}, {"sounds": 200}, {"leading_silence_s": 2.0}]
)
def test_settings_that_cannot_be(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="goes from"):
        SpeakerSettings(**wrong)  # type: ignore[arg-type]


class TestVolume:
    def test_the_cap_holds_for_every_volume(self) -> None:
        """A56."""
        for cap in (0, 30, 60, 100):
            most = SpeakerSettings(volume=cap, cap=cap).gains.speech
            for volume in range(101):
                gains = SpeakerSettings(volume=volume, cap=cap, sounds=100).gains
                assert gains.sounds <= gains.speech <= most

    def test_louder_is_louder(self) -> None:
        gains = [SpeakerSettings(volume=volume).gains.speech for volume in range(101)]
        assert gains == sorted(set(gains))

    @needs_espeak
    def test_the_samples_obey(self, rig: Callable[..., Rig], phrases: SpeechCache) -> None:
        loud = []
        for settings in (SpeakerSettings(), SpeakerSettings(volume=50), SpeakerSettings(cap=50)):
            table = rig(CardSink, cache=phrases, settings=settings)
            table.speak(1, TEXT)
            loud.append(loudness(bytes(table.sink.heard)))
        assert loud[1] == pytest.approx(loud[0] / 4, rel=0.01)
        assert loud[2] == loud[1]

    def test_mixing_clips_and_does_not_wrap(self) -> None:
        loud = array("h", [30000, -30000]).tobytes()
        assert array("h", mixed([(loud, 1.0), (loud, 1.0)])).tolist() == [32767, -32767]
        assert array("h", mixed([(loud, 0.5), (loud[:2], 0.5)])).tolist() == [30000, -15000]


@needs_espeak
class TestSounds:
    def test_alone(self, rig: Callable[..., Rig]) -> None:
        table = rig(CardSink, settings=SpeakerSettings(sounds=100))
        table.speaker.play("hit")
        table.travel(0.5)
        assert bytes(table.sink.heard) == samples_of(Sound.HIT, SAMPLE_RATE)

    def test_an_unknown_one_is_the_callers_mistake(self, rig: Callable[..., Rig]) -> None:
        with pytest.raises(ValueError, match="not a valid Sound"):
            rig().speaker.play("trumpet")

    def test_ducked_while_speech_is_heard(self, rig: Callable[..., Rig], phrases: SpeechCache) -> None:
        """A54: 12 dB or more, and neither is lost."""
        heard = []
        for sounds in ([], ["tower-falls"]):
            table = rig(CardSink, cache=phrases, settings=SpeakerSettings(sounds=100))
            table.speaker.say(1, TEXT)
            table.travel(0.3)
            for sound in sounds:
                table.speaker.play(sound)
            table.until(1, SpeechStage.FINISHED)
            heard.append(bytes(table.sink.heard))
        plain, with_sound = (array("h", samples) for samples in heard)
        difference = array("h", [b - a for a, b in zip(plain, with_sound, strict=True)])
        first = next(n for n, value in enumerate(difference) if value)
        alone = samples_of(Sound.TOWER_FALLS, SAMPLE_RATE)
        ducked = difference[first : first + len(alone) // 2].tobytes()
        assert -20 < 20 * math.log10(loudness(ducked) / loudness(alone)) <= -12
        assert first / SAMPLE_RATE < 0.3 + AplaySink.ahead_s + 0.03

    def test_runs_on_into_the_speech(self, rig: Callable[..., Rig], phrases: SpeechCache) -> None:
        table = rig(CardSink, cache=phrases)
        table.speaker.play("press")
        table.speaker.step()
        table.speaker.say(1, TEXT)
        table.until(1, SpeechStage.FINISHED)
        assert bytes(table.sink.heard).endswith(ESPEAK_NG.render(TEXT, "en-gb", 175)[0])
        assert table.at(1, SpeechStage.STARTED) == pytest.approx(100.08, abs=0.01), "after the click, not with it"

    def test_a_sound_after_the_speech_is_not_ducked(self, rig: Callable[..., Rig], phrases: SpeechCache) -> None:
        table = rig(CardSink, cache=phrases, settings=SpeakerSettings(sounds=100))
        table.speak(1, TEXT)
        table.speaker.play("hit")
        table.travel(1.0)
        assert bytes(table.sink.heard).endswith(samples_of(Sound.HIT, SAMPLE_RATE))

    def test_its_own_wav(self, rig: Callable[..., Rig], tmp_path: Path, phrases: SpeechCache) -> None:
        table = rig(lambda clock: WavSink(tmp_path, clock), cache=phrases)
        table.speaker.play("press")
        table.speaker.step()
        table.speaker.say(1, TEXT)
        table.travel(0.2)
        table.speaker.play("hit")
        table.until(1, SpeechStage.FINISHED)
        names = sorted(path.name for path in tmp_path.iterdir())
        assert names == ["0001-sound.wav", "0002-speech.wav", "0003-sound.wav"]

    def test_a_cut_leaves_a_sound_alone_that_nothing_was_said_over(self, rig: Callable[..., Rig]) -> None:
        table = rig(CardSink)
        table.speaker.play("hit")
        table.speaker.step()
        table.speaker.cut()
        table.travel(0.3)
        assert table.sink.dropped_at == []
        assert len(table.sink.heard) == len(samples_of(Sound.HIT, SAMPLE_RATE))


class TestMixer:
    def test_a_growing_phrase_holds_sounds_back_once_it_has_begun(self) -> None:
        mixer, block = Mixer(SAMPLE_RATE), block_bytes(SAMPLE_RATE)
        mixer.begin_speech()
        mixer.add_sound(bytes(3 * block))
        assert mixer.ready, "not begun: the sound goes first"
        mixer.take(Gains())
        mixer.feed_speech(bytes(block))
        mixer.take(Gains())
        assert not mixer.ready
        mixer.end_speech()
        assert mixer.ready
        mixer.take(Gains())
        assert mixer.empty


class TestFaults:
    def test_no_engine(self) -> None:
        with pytest.raises(DeviceFault, match="not installed") as caught:
            Rig(NullSink, engine=SpeechEngine(("no-such-engine",)))
        assert caught.value.reason is Reason.MISSING

    @needs_espeak
    def test_no_such_voice(self) -> None:
        with pytest.raises(DeviceFault, match="voice"):
            Rig(NullSink, settings=SpeakerSettings(voice="xx-nobody"))

    @needs_espeak
    @needs_aplay
    def test_no_such_card(self) -> None:
        with pytest.raises(DeviceFault, match="plughw:CARD=nowhere") as caught:
            Rig(lambda clock: AplaySink("plughw:CARD=nowhere"))
        assert caught.value.reason is Reason.MISSING

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            ("aplay: main:831: audio open error: Device or resource busy", Reason.BUSY),
            ("aplay: main:831: audio open error: Permission denied", Reason.DENIED),
            ("aplay: main:831: audio open error: No such device", Reason.MISSING),
            ("aplay: set_params:1456: Channels count non available", Reason.FAILED),
        ],
    )
    def test_what_is_wrong_with_the_card(self, tmp_path: Path, words: str, reason: Reason) -> None:
        program = script(tmp_path / "aplay", f"echo '{words}' >&2; exit 1")
        with pytest.raises(DeviceFault, match=words.rsplit(":", 1)[1]) as caught:
            AplaySink("x", program).open(SAMPLE_RATE)
        assert caught.value.reason is reason

    def test_while_the_card_is_missing_the_engine_is_left_alone(self, tmp_path: Path) -> None:
        engine = SpeechEngine((script(tmp_path / "engine", f"cat; echo run >>{tmp_path}/runs"),))
        device = Speaker(AplaySink("plughw:CARD=nowhere"), TravelClock(), print, engine=engine)
        for _ in range(3):
            with pytest.raises(DeviceFault):
                device.open()
            device.close()
        assert (tmp_path / "runs").read_text() == "run\n"

    @needs_espeak
    def test_no_aplay(self) -> None:
        with pytest.raises(DeviceFault, match="alsa-utils") as caught:
            Rig(lambda clock: AplaySink("default", "no-such-aplay"))
        assert caught.value.reason is Reason.MISSING

    def test_an_engine_that_fails_at_a_text(self, rig: Callable[..., Rig], tmp_path: Path) -> None:
        engine = SpeechEngine(
            (script(tmp_path / "engine", 'read -r t; [ "$t" = a ] || exit 3; head -c 4410 /dev/zero'),)
        )
        table = rig(engine=engine)
        table.speaker.say(1, "bad")
        with pytest.raises(DeviceFault, match="status 3"):
            table.until(1, SpeechStage.FINISHED)
        table.speaker.close()
        assert table.told(1) == [SpeechStage.UNHEARD]
        table.speaker.open()
        table.speak(2, "a")

    def test_an_engine_that_is_taken_away(self, rig: Callable[..., Rig], tmp_path: Path) -> None:
        path = tmp_path / "engine"
        table = rig(engine=SpeechEngine((script(path, "cat >/dev/null; head -c 4410 /dev/zero"),)))
        table.speaker.step()
        path.unlink()
        table.speaker.say(1, "x")
        with pytest.raises(DeviceFault):
            table.until(1, SpeechStage.FINISHED)
        table.speaker.close()
        assert table.told(1)[-1] in (SpeechStage.CUT, SpeechStage.UNHEARD), (
            "heard as far as the child that stood by got"
        )
        with pytest.raises(DeviceFault) as caught:
            table.speaker.open()
        assert caught.value.reason is Reason.MISSING

    def test_an_engine_that_hangs(
        self, rig: Callable[..., Rig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(speaker, "RENDER_S", 0.05)
        engine = SpeechEngine((script(tmp_path / "engine", 'read -r t; [ "$t" = a ] && exit 0; sleep 60'),))
        table = rig(engine=engine)
        table.speaker.say(1, "b")
        with pytest.raises(DeviceFault) as caught:
            table.until(1, SpeechStage.FINISHED)
        assert caught.value.reason is Reason.SILENT
        table.speaker.close()
        assert table.told(1) == [SpeechStage.UNHEARD]

    def test_a_closed_speaker_answers_at_once(self) -> None:
        reports: list[SpeechReport] = []
        closed = Speaker(NullSink(TravelClock()), TravelClock(), reports.append)
        closed.say(7, TEXT)
        closed.cut()
        closed.play("press")
        assert [(report.number, report.stage) for report in reports] == [(7, SpeechStage.UNHEARD)]

    def test_every_phrase_is_accounted_for_when_it_closes(self, rig: Callable[..., Rig]) -> None:
        table = rig(engine=tone(1.0))
        table.speaker.say(1, "x")
        table.until(1, SpeechStage.STARTED)
        table.speaker.say(2, "y")
        table.speaker.say(3, "z")
        table.speaker.close()
        assert [table.told(number)[-1] for number in (1, 2, 3)] == [
            SpeechStage.CUT,
            SpeechStage.UNHEARD,
            SpeechStage.UNHEARD,
        ]

    def test_a_listener_that_raises_harms_nobody(self, caplog: pytest.LogCaptureFixture) -> None:
        def refuse(report: SpeechReport) -> None:
            raise RuntimeError("no")

        Speaker(NullSink(TravelClock()), TravelClock(), refuse).say(1, TEXT)
        assert "was not taken" in caplog.text

    def test_it_comes_back_by_its_owner(self, tmp_path: Path) -> None:
        """Missing, then installed: absent, silent but answering, then ready and heard."""
        clock, reports, states = TravelClock(), queue.Queue[SpeechReport](), queue.Queue[Status]()
        path = tmp_path / "engine"
        device = Speaker(NullSink(clock), clock, reports.put, engine=SpeechEngine((str(path),)))
        owner = Owner("speaker", device, states.put, clock)
        owner.start()
        assert [states.get(timeout=5).state for _ in range(2)] == [DeviceState.OPENING, DeviceState.ABSENT]
        device.say(1, "a")
        assert reports.get(timeout=5).stage is SpeechStage.UNHEARD
        script(path, "read -r t; head -c 44100 /dev/zero")
        clock.when_waited_for(5.0)
        assert states.get(timeout=5).state is DeviceState.READY
        device.say(2, "a")
        assert reports.get(timeout=5).stage is SpeechStage.STARTED
        assert travel_until(reports, clock).stage is SpeechStage.FINISHED
        assert owner.stop(5.0)
        assert children() == []


class TestForeignEngines:
    def test_bare_samples(self, rig: Callable[..., Rig]) -> None:
        table = rig(CardSink, engine=tone(0.3))
        table.speak(1, "x")
        assert bytes(table.sink.heard) == b"\x01" * (round(0.3 * SAMPLE_RATE) * 2)

    def test_a_wav_at_its_own_rate(self, rig: Callable[..., Rig], tmp_path: Path) -> None:
        made = io.BytesIO()
        with wave.open(made, "wb") as file:
            file.setparams((1, 2, 16000, 0, "NONE", ""))
            file.writeframes(b"\1\2" * 8000)
        (tmp_path / "made.wav").write_bytes(made.getvalue())
        out = tmp_path / "out"
        engine = SpeechEngine(("sh", "-c", 'cat >/dev/null; cat "$0"', str(tmp_path / "made.wav")))
        table = rig(lambda clock: WavSink(out, clock), engine=engine)
        table.speak(1, "x")
        with wave.open(str(out / "0001-speech.wav")) as file:
            assert (file.getframerate(), file.getnframes()) == (16000, 8000)
        assert table.at(1, SpeechStage.FINISHED) - table.at(1, SpeechStage.STARTED) == pytest.approx(0.5, abs=0.05)

    def test_voice_and_rate_are_filled_in(self) -> None:
        engine = SpeechEngine(("speak", "--voice={voice}", "{rate}", "{other}"))
        assert engine.command("en", 220) == ["speak", "--voice=en", "220", "{other}"]


def test_sinks_by_name(tmp_path: Path) -> None:
    clock = TravelClock()
    assert isinstance(sink_named("aplay", clock), AplaySink)
    assert isinstance(sink_named("aplay:plughw:CARD=Device", clock), AplaySink)
    assert isinstance(sink_named(f"wav:{tmp_path}", clock), WavSink)
    assert isinstance(sink_named("null", clock), NullSink)
    for name in ("", "wav:", "wav", "null:x", "speaker"):
        with pytest.raises(ValueError, match="unknown loudspeaker"):
            sink_named(name, clock)


@pytest.fixture
def card_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An ALSA device named `tofile` that plays into a file, in no time: the file plug-in over null."""
    system = Path("/usr/share/alsa/alsa.conf")
    if not system.exists():
        pytest.skip("alsa-lib's configuration is not installed")
    target = tmp_path / "card.raw"
    conf = tmp_path / "asoundrc"
    conf.write_text(
        f"pcm.nowhere_ {{ type null }}\npcm.tofile {{ type file slave.pcm nowhere_ file {target} format raw }}\n"
    )
    monkeypatch.setenv("ALSA_CONFIG_PATH", f"{system}:{conf}")
    return target


@needs_aplay
class TestAplay:
    @needs_espeak
    def test_the_card_gets_the_very_samples(self, rig: Callable[..., Rig], card_file: Path) -> None:
        table = rig(lambda clock: AplaySink("tofile"))
        table.speak(1, TEXT)
        samples, _ = ESPEAK_NG.render(TEXT, "en-gb", 175)
        heard = card_file.read_bytes()
        assert heard[: len(samples)] == samples
        assert not any(heard[len(samples) :]), "aplay fills its last period with silence"
        assert len(heard) - len(samples) < 0.05 * SAMPLE_RATE * 2

    @needs_espeak
    def test_a_cut_kills_aplay(self, rig: Callable[..., Rig], card_file: Path, phrases: SpeechCache) -> None:
        before = set(children())
        table = rig(lambda clock: AplaySink("tofile"), cache=phrases)
        table.speaker.say(1, LONG)
        table.travel(0.3)
        assert len(set(children()) - before) == 2, "aplay, and the engine that stands by"
        table.speaker.cut()
        table.speaker.step()
        assert table.told(1) == [SpeechStage.STARTED, SpeechStage.CUT]
        assert len(set(children()) - before) == 1
        assert len(card_file.read_bytes()) <= round(0.55 * SAMPLE_RATE) * 2

    @needs_espeak
    def test_one_after_the_other(self, rig: Callable[..., Rig], card_file: Path, phrases: SpeechCache) -> None:
        table = rig(lambda clock: AplaySink("tofile"), cache=phrases)
        table.speaker.play("press")
        table.speak(1, TEXT)
        table.speak(2, LONG)
        assert table.told(2) == [SpeechStage.STARTED, SpeechStage.FINISHED]
        table.travel(0.1)
        assert len(children()) <= 1

    def test_an_aplay_that_dies_is_a_fault(self, rig: Callable[..., Rig], tmp_path: Path) -> None:
        program = script(tmp_path / "aplay", '[ "$(head -c 1 | wc -c)" = 0 ] && exit 0; exit 1')
        table = rig(lambda clock: AplaySink("x", program), engine=tone(1.0))
        table.speaker.say(1, "x")
        with pytest.raises(DeviceFault, match="aplay"):
            table.until(1, SpeechStage.FINISHED)
        table.speaker.close()
        assert table.told(1)[-1] in (SpeechStage.CUT, SpeechStage.UNHEARD)

    def test_a_card_that_stands_still_is_a_fault(
        self, rig: Callable[..., Rig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program = script(tmp_path / "aplay", '[ "$(head -c 1 | wc -c)" = 0 ] && exit 0; exec sleep 600')
        monkeypatch.setattr(sound_sinks.AplaySink, "STALL_S", 0.1)
        table = rig(lambda clock: AplaySink("x", program), engine=tone(0.2))
        table.speaker.say(1, "x")
        with pytest.raises(DeviceFault, match="does not move") as caught:
            table.until(1, SpeechStage.FINISHED)
        assert caught.value.reason is Reason.SILENT
        table.speaker.close()
        assert table.told(1) == [SpeechStage.STARTED, SpeechStage.CUT]

    def test_a_card_that_does_not_open_in_time_is_a_fault(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sound_sinks.AplaySink, "PROBE_TIMEOUT_S", 0.05)
        program = script(tmp_path / "aplay", "exec sleep 600")
        with pytest.raises(DeviceFault) as caught:
            AplaySink("x", program).open(SAMPLE_RATE)
        assert caught.value.reason is Reason.SILENT


class Table:
    """A voice and a speaker with its owner, in real time; the reports come to the test's own thread."""

    def __init__(self, cache: SpeechCache) -> None:
        clock = SystemClock()
        self.reports = queue.Queue[SpeechReport]()
        states = queue.Queue[Status]()
        self.sink = CardSink(clock)
        self.speaker = Speaker(self.sink, clock, self.reports.put, cache=cache)
        self.voice = SpeechChannel(self.speaker, clock.monotonic)
        self.owner = Owner("speaker", self.speaker, states.put, clock)
        self.owner.start()
        while states.get(timeout=5).state is not DeviceState.READY:
            pass

    def next(self) -> SpeechReport:
        report = self.reports.get(timeout=5)
        if report.stage is SpeechStage.STARTED:
            self.voice.started(report.number, report.at)
        else:
            self.voice.ended(report.number)
        return report


@needs_espeak
class TestInTime:
    @pytest.fixture
    def table(self, phrases: SpeechCache) -> Iterator[Table]:
        table = Table(phrases)
        yield table
        assert table.owner.stop(5.0)
        assert children() == []

    @pytest.mark.parametrize("text", [TEXT, "This one is new. Nobody has heard it yet."])
    def test_first_sound_within_150_ms(self, table: Table, text: str) -> None:
        """A11."""
        ordered = time.monotonic()
        table.voice.say(Utterance(text))
        assert table.next().stage is SpeechStage.STARTED
        assert table.sink.handed[0] - ordered < 0.150
        assert loudness(bytes(table.sink.heard[:4000])) > 0

    def test_silence_within_60_ms_of_a_press_with_50_waiting(self, table: Table) -> None:
        """A10."""
        for _ in range(50):
            table.voice.say(Utterance(LONG))
        assert table.next().stage is SpeechStage.STARTED
        pressed = time.monotonic()
        assert table.voice.press()
        assert table.next().stage is SpeechStage.CUT
        assert table.sink.dropped_at[0] - pressed < 0.060
        assert table.sink.handed[-1] < table.sink.dropped_at[0]
        assert table.voice.resume_at is None

    def test_quiet_is_nothing_but_silence(self, table: Table) -> None:
        """A57."""
        table.voice.go_quiet(Utterance("."))
        while not table.voice.queue.quiet:
            table.next()
        heard = len(table.sink.heard)
        table.voice.say(Utterance(TEXT))
        table.voice.play("hit")
        table.voice.say_again()
        assert table.owner.stop(5.0)
        assert not any(table.sink.heard[heard:])
        assert len(table.voice.queue.history) == 2
