"""Samples out of what speech engines write: invented lengths, foreign chunks, bare samples, any cutting."""

import io
import struct
import wave

import pytest

from hardware.owner import DeviceFault
from hardware.sound.pcm import SAMPLE_RATE, SampleStream, block_bytes, duration_s, silence, wav_header

SAMPLES = bytes(range(1, 201))


def wav(rate: int = SAMPLE_RATE, channels: int = 1, width: int = 2) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setparams((channels, width, rate, 0, "NONE", ""))
        file.writeframes(SAMPLES)
    return out.getvalue()


def all_of(data: bytes, step: int = 1) -> tuple[bytes, int | None]:
    stream = SampleStream()
    samples = b"".join(stream.feed(data[n : n + step]) for n in range(0, len(data), step))
    return samples, stream.sample_rate


def test_the_header_is_what_the_standard_library_writes() -> None:
    assert wav_header(len(SAMPLES), SAMPLE_RATE) == wav()[:44]


@pytest.mark.parametrize("step", [1, 3, 44, 45, 1000])
def test_any_cutting_of_the_stream(step: int) -> None:
    assert all_of(wav(16000), step) == (SAMPLES, 16000)


@pytest.mark.parametrize("length", [0x7FFFF000, 0xFFFFFFFF, 0])
def test_invented_lengths(length: int) -> None:
    data = bytearray(wav())
    data[40:44] = struct.pack("<I", length)
    assert all_of(bytes(data))[0] == SAMPLES


def test_chunks_before_and_after_the_samples() -> None:
    head, body = wav()[:36], wav()[36:]
    assert all_of(head + b"LIST\x05\0\0\0abcde\0" + body + b"LIST\x04\0\0\0abcd")[0] == SAMPLES


def test_bare_samples() -> None:
    assert all_of(SAMPLES) == (SAMPLES, SAMPLE_RATE)


def test_half_a_sample_is_left_out() -> None:
    assert all_of(SAMPLES + b"\x01")[0] == SAMPLES


@pytest.mark.parametrize("data", [wav(channels=2), wav(width=1), wav(rate=400000), b"RIFF" + bytes(5000)])
def test_what_cannot_be_played_is_refused(data: bytes) -> None:
    with pytest.raises(DeviceFault):
        all_of(data)


def test_measures() -> None:
    assert block_bytes(SAMPLE_RATE) == 882
    assert duration_s(44100, SAMPLE_RATE) == 1.0
    assert silence(0.5, SAMPLE_RATE) == bytes(22050)
