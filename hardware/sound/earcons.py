"""The earcons: eleven short sounds in families that differ first in timbre and rhythm, then in pitch.

They are synthesized, last 80 to 400 ms, have their center between 300 and 2500 Hz, where old ears still hear well, and
are faded in and out. A sound is never the only way in which something is told. (Brewster, Wright and Edwards,
"Experimentally derived guidelines for the creation of earcons", 1995.)
"""

import math
from array import array
from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

import msgspec

from hardware.sound.pcm import FULL_SCALE

LEVEL_DB = -27.0
"""The root mean square of every earcon in dB of full scale: 6 dB below espeak-ng at amplitude 100 (-21)."""

FADE_S = 0.004
"""Seconds of the fade at both ends of a tone; without it the tone would click."""


class Sound(StrEnum):
    """The earcons by what they tell."""

    PRESS = "press"
    IGNORED = "ignored"
    OFFER = "offer"
    EDGE = "edge"
    HIT = "hit"
    SLAIN = "slain"
    WALL_FALLS = "wall-falls"
    TOWER_FALLS = "tower-falls"
    HARBINGER = "harbinger"
    ERROR = "error"
    UNDO = "undo"


class Timbre(msgspec.Struct, frozen=True):
    """A spectrum that changes in time.

    `partials`: multiple of the tone's frequency, weight, and seconds until it has fallen to 1/e, for each partial;
    `attack_s`: seconds until the tone has its full strength;
    `glide`: the factor that the frequency has reached at the end of a tone;
    `flutter`: the beat in loudness in Hz; 0 for none;
    `backwards`: whether the tone swells instead of fading.
    """

    partials: tuple[tuple[float, float, float], ...]
    attack_s: float = 0.002
    glide: float = 1.0
    flutter: float = 0.0
    backwards: bool = False


_PLUCKED = tuple((float(n), 1 / n, 0.12 / n) for n in range(1, 5))
_NEVER = 10.0  # seconds: a decay that is not heard within a tone

WOOD = Timbre(((1.0, 1.0, 0.018), (2.57, 0.3, 0.010)))
PLUCK = Timbre(_PLUCKED)
REVERSE_PLUCK = Timbre(_PLUCKED, backwards=True)
DRUM = Timbre(((1.0, 1.0, 0.09), (1.59, 0.7, 0.05), (2.14, 0.5, 0.04), (2.65, 0.3, 0.03)), glide=0.8)
HORN = Timbre(
    tuple((float(n), w, _NEVER) for n, w in ((1, 0.7), (2, 1.0), (3, 0.8), (4, 0.45), (5, 0.2))), attack_s=0.03
)
BELL = Timbre(((1.0, 1.0, 0.16), (1.19, 0.5, 0.12), (1.56, 0.4, 0.10), (2.0, 0.7, 0.08), (2.74, 0.4, 0.05)))
BUZZ = Timbre(tuple((float(n), 1 / n, _NEVER) for n in (1, 3, 5, 7)), attack_s=0.008, flutter=55.0)


class Tone(msgspec.Struct, frozen=True):
    """One tone: Hz, the seconds until the next tone begins, and for how many of them it is heard."""

    frequency: float
    length_s: float
    sounding_s: float


def _tone(frequency: float, length_s: float, rest_s: float = 0.0) -> Tone:
    return Tone(frequency, length_s, length_s - rest_s)


class Earcon(msgspec.Struct, frozen=True):
    """A timbre and the tones that are played in it."""

    timbre: Timbre
    tones: tuple[Tone, ...]

    @property
    def length_s(self) -> float:
        """The seconds from the first sample to the last."""
        return sum(tone.length_s for tone in self.tones)


EARCONS: Mapping[Sound, Earcon] = MappingProxyType(
    {
        Sound.PRESS: Earcon(WOOD, (_tone(1100, 0.08),)),
        Sound.IGNORED: Earcon(WOOD, (_tone(390, 0.09),)),
        Sound.OFFER: Earcon(PLUCK, (_tone(523, 0.09), _tone(784, 0.22))),
        Sound.EDGE: Earcon(PLUCK, (_tone(659, 0.12, 0.03), _tone(659, 0.12))),
        Sound.HIT: Earcon(DRUM, (_tone(330, 0.18),)),
        Sound.SLAIN: Earcon(DRUM, (_tone(330, 0.08), _tone(330, 0.08), _tone(280, 0.24))),
        Sound.WALL_FALLS: Earcon(HORN, (_tone(440, 0.24, 0.02), _tone(330, 0.14))),
        Sound.TOWER_FALLS: Earcon(HORN, (_tone(392, 0.14, 0.02), _tone(392, 0.14, 0.02), _tone(262, 0.12))),
        Sound.HARBINGER: Earcon(BELL, (_tone(880, 0.13), _tone(880, 0.13), _tone(880, 0.14))),
        Sound.ERROR: Earcon(BUZZ, (_tone(300, 0.16, 0.05), _tone(300, 0.11))),
        Sound.UNDO: Earcon(REVERSE_PLUCK, (_tone(784, 0.22), _tone(523, 0.10))),
    }
)
"""Every earcon of the companion. The sounds of a family have the same timbre."""


def samples_of(sound: Sound, sample_rate: int) -> bytes:
    """Return the samples of an earcon, mono 16 bit, at the level that all earcons share."""
    earcon = EARCONS[sound]
    wave: list[float] = []
    for tone in earcon.tones:
        wave += _tone_samples(earcon.timbre, tone, sample_rate)
        wave += [0.0] * (round(tone.length_s * sample_rate) - round(tone.sounding_s * sample_rate))
    return _leveled(wave)


def _tone_samples(timbre: Timbre, tone: Tone, sample_rate: int) -> list[float]:
    """Return one tone of a timbre, faded at both ends, at any level."""
    count = round(tone.sounding_s * sample_rate)
    wave = [0.0] * count
    for multiple, weight, decay_s in timbre.partials:
        _add_partial(
            wave, tone.frequency * multiple, timbre.glide, weight, math.exp(-1 / (decay_s * sample_rate)), sample_rate
        )
    if timbre.flutter:
        turn = 2 * math.pi * timbre.flutter / sample_rate
        wave = [value * (0.6 + 0.4 * math.sin(turn * n)) for n, value in enumerate(wave)]
    _fade(wave, round(timbre.attack_s * sample_rate))
    if timbre.backwards:
        wave.reverse()
    _fade(wave, min(round(FADE_S * sample_rate), count // 2))
    return wave


def _add_partial(
    wave: list[float], frequency: float, glide: float, weight: float, decay: float, sample_rate: int
) -> None:
    """Add a sine to `wave` in place. `decay` is the factor of its weight from one sample to the next."""
    sine = math.sin
    angle, turn = 0.0, 2 * math.pi * frequency / sample_rate
    bend: float = glide ** (1 / len(wave))
    for n in range(len(wave)):
        wave[n] += weight * sine(angle)
        angle += turn
        turn *= bend
        weight *= decay


def _fade(wave: list[float], length: int) -> None:
    """Fade the first `length` samples in and the last ones out, in place."""
    for n in range(min(length, len(wave))):
        wave[n] *= n / length
        wave[-1 - n] *= n / length


def _leveled(wave: Sequence[float]) -> bytes:
    """Return `wave` as 16-bit samples at `LEVEL_DB`."""
    power = sum(value * value for value in wave) / len(wave)
    gain = 10 ** (LEVEL_DB / 20) * FULL_SCALE / math.sqrt(power)
    return array("h", [max(-FULL_SCALE, min(FULL_SCALE, round(value * gain))) for value in wave]).tobytes()
