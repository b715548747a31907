"""The voice: engine, cards, and a phrase that is played."""

from __future__ import annotations

import math
import struct

import pytest

from companion.checks import sound
from companion.checks.finding import Level
from companion.checks.machine import Ran
from hardware.sound.pcm import wav_header
from tests.checks.fake import service, shows, site

OK, WARNING, FAULT, NONE = Level.OK, Level.WARNING, Level.FAULT, Level.NOT_APPLICABLE
SETTINGS = "/etc/castle-companion/companion.toml"


def wav(loudness: int, seconds: float = 0.2, rate: int = 22050) -> bytes:
    """A tone, as an engine gives it."""
    count = int(seconds * rate)
    tone = (round(loudness * math.sin(0.1 * step)) for step in range(count))
    return wav_header(2 * count, rate) + struct.pack(f"<{count}h", *tone)


SPOKEN = {"espeak-ng": Ran(0, wav(20_000))}
PLAYED = SPOKEN | {"aplay": ""}
CARDS = """\
 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [Device         ]: USB-Audio - USB Audio Device
                      C-Media USB Audio Device at usb-0000:01:00.0-1.3, full speed
"""
TWO_CARDS = {"/proc/asound/cards": CARDS}


def speaker(sink: str) -> str:
    """The section for a sink."""
    return f'[speaker]\nsink = "{sink}"\n'


@pytest.mark.parametrize("check", [sound.speech_engine, sound.sound_cards, sound.sound_test])
def test_a_silent_speaker_is_not_looked_at(check):
    shows(check(site(speaker("none"))), NONE)


# The engine


@pytest.mark.parametrize(
    ("ran", "level", "words"),
    [
        (Ran(0, wav(20_000)), OK, "0.2 s of sound"),
        (Ran(0, wav(200)), FAULT, "nothing can be heard"),
        (Ran(0, b""), FAULT, "nothing can be heard"),
        (Ran(1, err=b"Error: The specified espeak-ng voice does not exist.\n"), FAULT, "does not exist"),
        (Ran(127), FAULT, "not installed"),
        (Ran(124), FAULT, "does not answer"),
    ],
)
def test_the_engine(ran, level, words):
    here = site(speaker("alsa:default"), programs={"espeak-ng": ran})
    shows(sound.speech_engine(here), level, words)


def test_the_engine_is_asked_for_the_voice_of_the_configuration():
    text = speaker("wav:sounds") + 'command = ["say-it", "-v", "{voice}", "-r", "{rate}"]\nvoice = "de"\nrate = 200\n'
    here = site(text, programs={"say-it": Ran(0, wav(20_000))})
    shows(sound.speech_engine(here), OK, "say-it speaks de")
    assert here.machine.ran == [(("say-it", "-v", "de", "-r", "200"), sound.PHRASE.encode())]


# The cards


@pytest.mark.parametrize(
    ("sink", "level", "words", "mend"),
    [
        ("alsa:default", OK, "Headphones (bcm2835 Headphones), Device (USB Audio Device)", []),
        ("alsa:plughw:CARD=Device", OK, "Device", []),
        ("alsa:plughw:CARD=Device,DEV=0", OK, "Device", []),
        (
            "alsa:plughw:CARD=MAX98357A",
            FAULT,
            "There is no card MAX98357A",
            [f"sudo sed -i 's|CARD=MAX98357A|CARD=Headphones|' {SETTINGS}"],
        ),
        (
            "alsa:hw:1,0",
            WARNING,
            "numbers change",
            [f"sudo sed -i 's|alsa:hw:1,0|alsa:plughw:CARD=Headphones|' {SETTINGS}"],
        ),
        ("wav:sounds", NONE, "", []),
    ],
)
def test_the_cards_by_name(sink, level, words, mend):
    shows(sound.sound_cards(site(speaker(sink), files=dict(TWO_CARDS))), level, words, mend=mend)


@pytest.mark.parametrize("files", [{}, {"/proc/asound/cards": "--- no soundcards ---\n"}])
def test_no_card(files):
    shows(sound.sound_cards(site(speaker("alsa:default"), files=files)), FAULT, "no sound card")
    shows(sound.sound_test(site(speaker("alsa:default"), files=files, programs=PLAYED)), NONE, "see sound-cards")


# The phrase


def test_a_phrase_is_played_where_the_companion_would():
    here = site(speaker("alsa:plughw:CARD=Device"), files=dict(TWO_CARDS), programs=PLAYED)
    shows(sound.sound_test(here), OK, "did you hear it")
    command, samples = here.machine.ran[-1]
    assert command[:4] == ("aplay", "-q", "-D", "plughw:CARD=Device")
    assert command[-2:] == ("22050", "-")
    assert samples == wav(20_000)[44:]


def test_no_phrase_is_played_when_none_is_wished_or_there_is_none():
    here = site(speaker("alsa:default"), files=dict(TWO_CARDS), programs=PLAYED)
    here.sound = False
    shows(sound.sound_test(here), NONE, "as wished")
    assert not here.machine.ran
    mute = site(speaker("alsa:default"), files=dict(TWO_CARDS), programs={"espeak-ng": Ran(127)})
    shows(sound.sound_test(mute), NONE, "see speech-engine")


@pytest.mark.parametrize(
    ("ran", "words", "mend"),
    [
        (Ran(127), "not installed", "sudo apt-get install -y alsa-utils"),
        (Ran(124), "stands still", "sudo systemctl restart castle-companion"),
        (
            Ran(1, err=b"aplay: main:831: audio open error: Device or resource busy\n"),
            "in use",
            "sudo fuser -v /dev/snd/*",
        ),
        (Ran(1, err=b"aplay: audio open error: Permission denied\n"), "new login", "sudo usermod -aG audio anna"),
        (
            Ran(1, err=b"ALSA lib: Unknown PCM x\naplay: audio open error: No such file or directory\n"),
            "not there",
            "aplay -L",
        ),
        (Ran(1, err=b"aplay: set_params: Broken configuration\n"), "Broken configuration", "aplay -l"),
    ],
)
def test_why_no_phrase_is_heard(ran, words, mend):
    here = site(speaker("alsa:default"), files=dict(TWO_CARDS), programs=SPOKEN | {"aplay": ran})
    shows(sound.sound_test(here), FAULT, words, mend=[mend])


def test_a_card_that_the_companion_uses_is_busy_and_well():
    busy = {"aplay": Ran(1, err=b"busy"), "systemctl show": service()}
    shows(sound.sound_test(site(speaker("alsa:default"), files=dict(TWO_CARDS), programs=SPOKEN | busy)), OK, "in use")
