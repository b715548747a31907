"""The voice: the speech program, the sound cards by name, and a phrase that is played."""

from __future__ import annotations

import re
import struct

from companion.checks.finding import Finding, Level, fault, not_applicable, ok, warning
from companion.checks.machine import NO_PROGRAM, TOO_SLOW, Ran
from companion.checks.site import RESTART, Site
from companion.service.devices import engine_of
from hardware.sound.pcm import SAMPLE_RATE, SampleStream

PHRASE = "This is the castle. One, two, three."
"""The phrase that is played."""

_QUIET = 1000
"""A phrase whose loudest sample is below this (of 32767) cannot be heard."""

_CARD = re.compile(r"^ *(\d+) \[(\S+) *\]: .*? - (.*)$", re.MULTILINE)
_NO_SOUND = "The speaker is silent by configuration, or writes files."


def speech_engine(site: Site) -> Finding:
    """Check that the speech program speaks the configured voice, loud enough to be heard."""
    if site.config.speaker.silent:
        return not_applicable("The speaker is silent by configuration.")
    said = _spoken(site)
    program = site.config.speaker.command[0]
    if said.status == NO_PROGRAM:
        return fault(f"{program} is not installed.", "sudo apt-get install -y espeak-ng")
    if said.status == TOO_SLOW:
        return fault(f"{program} does not answer.", f"{program} --version")
    if said.status:
        return fault(f"{program}: {said.complaint}.", "espeak-ng --voices")
    samples, rate = _samples(said)
    loudest = max((abs(sample) for (sample,) in struct.iter_unpack("<h", samples)), default=0)
    if loudest < _QUIET:
        return fault(f"{program} speaks, but nothing can be heard of it.", f"{program} --version")
    return ok(f"{program} speaks {site.config.speaker.voice} ({len(samples) / 2 / rate:.1f} s of sound).")


def _spoken(site: Site) -> Ran:
    speaker = site.config.speaker
    return site.machine.run(*engine_of(speaker).command(speaker.voice, speaker.rate), stdin=PHRASE.encode())


def _samples(said: Ran) -> tuple[bytes, int]:
    """Return 16-bit samples of one channel, and how many of them make a second."""
    stream = SampleStream()
    samples = stream.feed(said.out)
    return samples[: len(samples) // 2 * 2], stream.sample_rate or SAMPLE_RATE


def sound_cards(site: Site) -> Finding:
    """Check that the configured sound card is there, and list all cards by name."""
    device = site.config.speaker.alsa_device
    if device is None:
        return not_applicable(_NO_SOUND)
    try:
        cards = _CARD.findall(site.machine.read("/proc/asound/cards").decode("utf-8", "replace"))
    except OSError:
        cards = []
    names = [name for _, name, _ in cards]
    if not cards:
        return fault("There is no sound card: plug one in, or switch the amplifier's overlay on.", "aplay -l")
    there = ", ".join(f"{name} ({title.strip()})" for _, name, title in cards)
    if named := re.search(r"CARD=([^,]+)", device):
        if named[1] in names:
            return ok(f"The cards are {there}.")
        mend = site.setting(f"CARD={named[1]}", f"CARD={names[0]}")
        return fault(f"There is no card {named[1]}; the cards are {there}.", mend)
    if re.search(r"hw:\d", device):
        mend = site.setting(f"alsa:{device}", f"alsa:plughw:CARD={names[0]}")
        return warning(f"{device} is a number, and numbers change; the cards are {there}.", mend)
    return ok(f"The cards are {there}.")


def sound_test(site: Site) -> Finding:
    """Play the phrase where the companion would play it, for somebody to hear."""
    device = site.config.speaker.alsa_device
    if device is None:
        return not_applicable(_NO_SOUND)
    if not site.sound:
        return not_applicable("No phrase was played, as wished.")
    if sound_cards(site).level is Level.FAULT:
        return not_applicable("There is no card to play on: see sound-cards.")
    said = _spoken(site)
    if said.status:
        return not_applicable("There is no phrase to play: see speech-engine.")
    samples, rate = _samples(said)
    shape = ["-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(rate)]
    played = site.machine.run("aplay", "-q", "-D", device, *shape, "-", stdin=samples, seconds=15.0)
    return _heard(site, device, played)


def _heard(site: Site, device: str, played: Ran) -> Finding:
    complaint = played.err.decode("utf-8", "replace")
    if not played.status:
        return ok(
            f"A phrase was played on {device}: did you hear it? If not: alsamixer, and another sink in [speaker]."
        )
    if played.status == NO_PROGRAM:
        return fault("aplay is not installed.", "sudo apt-get install -y alsa-utils")
    if played.status == TOO_SLOW:
        return fault(f"{device} takes the sound and stands still.", RESTART)
    if "busy" in complaint:
        return _busy(site, device)
    if "Permission" in complaint:
        name = site.machine.account().name
        text = f"{name} may not use {device}: it takes the group audio, and then a new login."
        return fault(text, f"sudo usermod -aG audio {name}")
    if "No such" in complaint or "Unknown PCM" in complaint or "Cannot get card" in complaint:
        return fault(f"{device} is not there: see sound-cards for the names.", "aplay -L")
    return fault(f"{device}: {played.complaint}.", "aplay -l")


def _busy(site: Site, device: str) -> Finding:
    if site.running:
        return ok(f"{device} is in use, by the companion that runs.")
    return fault(f"{device} is in use by another program.", "sudo fuser -v /dev/snd/*")
