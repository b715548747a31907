"""The earcons as samples: length, level, spectrum, rhythm, and that no two can be taken for each other (A54, A55)."""

from __future__ import annotations

import itertools
import math
import shutil
from array import array
from functools import cache

import pytest

from hardware.sound.earcons import EARCONS, LEVEL_DB, Sound, samples_of
from hardware.sound.pcm import SAMPLE_RATE
from hardware.sound.speech_engine import ESPEAK_NG

SLICE_S = 0.02


@cache
def wave(sound: Sound) -> array[int]:
    return array("h", samples_of(sound, SAMPLE_RATE))


def level_db(samples: array[int]) -> float:
    return 20 * math.log10(math.sqrt(sum(value * value for value in samples) / len(samples)) / 32768)


def power_at(samples: array[int], frequency: float) -> float:
    """Goertzel: the power of one frequency."""
    turn = 2 * math.cos(2 * math.pi * frequency / SAMPLE_RATE)
    last = before = 0.0
    for value in samples:
        last, before = value + turn * last - before, last
    return last * last + before * before - turn * last * before


@cache
def spectrum(sound: Sound) -> dict[float, float]:
    """The share of the power in each third of an octave between 100 and 10,000 Hz, four probes to each."""
    shares: dict[float, float] = {}
    for step in range(20):
        middle = 100 * 2 ** (step / 3)
        probes = [middle * 2 ** (quarter / 12) for quarter in (-1.5, -0.5, 0.5, 1.5)]
        shares[middle] = sum(power_at(wave(sound), probe) * probe for probe in probes)
    total = sum(shares.values())
    return {middle: share / total for middle, share in shares.items()}


@cache
def rhythm(sound: Sound) -> tuple[float, ...]:
    """The course of the loudness over 400 ms in slices of 20 ms, as shares of the loudest."""
    size = round(SLICE_S * SAMPLE_RATE)
    samples = wave(sound)
    loud = [math.sqrt(sum(v * v for v in samples[n : n + size]) / size) for n in range(0, len(samples), size)]
    loud += [0.0] * (20 - len(loud))
    return tuple(value / max(loud) for value in loud[:20])


def spectral_distance(one: Sound, other: Sound) -> float:
    """Half the sum of the differences: 0 for the same spectrum, 1 for nothing in common."""
    return sum(abs(a - spectrum(other)[middle]) for middle, a in spectrum(one).items()) / 2


def rhythmic_distance(one: Sound, other: Sound) -> float:
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(rhythm(one), rhythm(other), strict=True)) / 20)


def test_every_sound_has_its_earcon() -> None:
    assert set(EARCONS) == set(Sound)


@pytest.mark.parametrize("sound", Sound)
def test_length(sound: Sound) -> None:
    assert 0.080 <= len(wave(sound)) / SAMPLE_RATE <= 0.400
    assert len(wave(sound)) / SAMPLE_RATE == pytest.approx(EARCONS[sound].length_s, abs=0.001)


@pytest.mark.parametrize("sound", Sound)
def test_level_and_headroom(sound: Sound) -> None:
    assert level_db(wave(sound)) == pytest.approx(LEVEL_DB, abs=0.1)
    assert max(map(abs, wave(sound))) < 0.5 * 32768


@pytest.mark.parametrize("sound", Sound)
def test_begins_and_ends_without_a_click(sound: Sound) -> None:
    peak = max(map(abs, wave(sound)))
    assert abs(wave(sound)[0]) < 0.01 * peak
    assert abs(wave(sound)[-1]) < 0.01 * peak


@pytest.mark.parametrize("sound", Sound)
def test_lies_where_old_ears_hear(sound: Sound) -> None:
    """Center 300 to 2500 Hz; above 4 kHz less than a thousandth of the power."""
    shares = spectrum(sound)
    assert 300 <= sum(middle * share for middle, share in shares.items()) <= 2500
    assert sum(share for middle, share in shares.items() if middle > 4000) < 0.001


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(Sound, 2)))
def test_no_two_are_alike(one: Sound, other: Sound) -> None:
    """Three quarters of the spectrum apart, or as much in rhythm, or both in part."""
    together = spectral_distance(one, other) / 0.5 + rhythmic_distance(one, other) / 0.25
    assert together >= 1.5, f"spectrum {spectral_distance(one, other):.2f}, rhythm {rhythmic_distance(one, other):.2f}"


def test_the_same_at_another_sample_rate() -> None:
    assert len(samples_of(Sound.HIT, 16000)) == round(EARCONS[Sound.HIT].length_s * 16000) * 2


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed: nothing to compare with")
@pytest.mark.parametrize("voice", ["en-gb", "en-us", "de"])
def test_softer_than_speech(voice: str) -> None:
    """A54: 3 dB or more below the speech, at equal volumes."""
    samples, rate = ESPEAK_NG.render("Closest: goblin, arc five, blue, Swordsman ring, one health.", voice, 175)
    assert rate == SAMPLE_RATE
    speech = level_db(array("h", samples))
    assert all(level_db(wave(sound)) <= speech - 3 for sound in Sound)
