"""Phrases kept: found by what makes them sound, whole or not at all, within limits, and never a reason to stop."""

import logging
import math
import os
import random
import struct
import zlib
from pathlib import Path

import pytest

from hardware.sound.pcm import SAMPLE_RATE
from hardware.sound.speech_cache import WAITING_LIMIT, SpeechCache, clear_former, phrase_key

KEYS = [phrase_key(n) for n in range(6)]


def kept(directory: Path, *keys: str, size: int = 1000, limit: int = 10**6) -> SpeechCache:
    cache = SpeechCache(directory, disk_limit=limit)
    for number, key in enumerate(keys):
        cache.put(key, noise(number, size), SAMPLE_RATE)
        cache.save()
    assert cache.saved
    return cache


def noise(seed: int, size: int = 1000) -> bytes:
    """Samples that cannot be compressed, so that a limit in bytes is known."""
    return random.Random(seed).randbytes(size)


def test_a_key_tells_apart_all_that_sounds_different() -> None:
    keys = {
        phrase_key(*parts)
        for parts in (("e", "v", 1, "ab"), ("e", "v", 11, "b"), ("e", "va", 1, "b"), ("ev", "", 1, "ab"))
    }
    assert len(keys) == 4
    assert phrase_key("../../etc").isalnum()


def test_a_phrase_comes_back_from_the_directory(tmp_path: Path) -> None:
    kept(tmp_path, KEYS[0])
    assert SpeechCache(tmp_path).get(KEYS[0], SAMPLE_RATE) == noise(0)


@pytest.mark.parametrize("samples", [b"", b"x", b"odd", bytes(range(256)) * 40])
def test_any_samples_come_back_as_they_were(tmp_path: Path, samples: bytes) -> None:
    cache = SpeechCache(tmp_path)
    cache.put(KEYS[0], samples, SAMPLE_RATE)
    cache.save()
    assert SpeechCache(tmp_path).get(KEYS[0], SAMPLE_RATE) == samples


def test_files_are_compressed(tmp_path: Path) -> None:
    samples = struct.pack("<4000h", *(round(9000 * math.sin(n / 9)) for n in range(4000)))
    cache = SpeechCache(tmp_path)
    cache.put(KEYS[0], samples, SAMPLE_RATE)
    cache.save()
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size < 0.7 * len(samples)


def test_nothing_is_written_before_save(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path)
    cache.put(KEYS[0], bytes(10), SAMPLE_RATE)
    assert not cache.saved
    assert list(tmp_path.iterdir()) == []
    assert cache.get(KEYS[0], SAMPLE_RATE) == bytes(10)


def test_only_so_many_bytes_wait_to_be_written_and_the_oldest_are_dropped(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path)
    for number, key in enumerate(KEYS[:5]):
        cache.put(key, noise(number, WAITING_LIMIT // 4), SAMPLE_RATE)
    for _ in KEYS:
        cache.save()
    assert {path.stem for path in tmp_path.iterdir()} == set(KEYS[1:5])


def test_without_a_directory_it_keeps_phrases_in_memory() -> None:
    cache = SpeechCache()
    cache.put(KEYS[0], b"ab", SAMPLE_RATE)
    cache.save()
    assert cache.saved
    assert cache.get(KEYS[0], SAMPLE_RATE) == b"ab"


def test_memory_has_a_limit_and_the_longest_unused_leaves() -> None:
    cache = SpeechCache(memory_limit=30)
    for key in KEYS[:3]:
        cache.put(key, bytes(10), SAMPLE_RATE)
    cache.get(KEYS[0], SAMPLE_RATE)
    cache.put(KEYS[3], bytes(10), SAMPLE_RATE)
    assert [cache.get(key, SAMPLE_RATE) is not None for key in KEYS[:4]] == [True, False, True, True]


def test_the_directory_has_a_limit_and_the_oldest_leave(tmp_path: Path) -> None:
    kept(tmp_path, *KEYS[:5], limit=3 * 1050)
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(KEYS[2:5])


def test_after_a_restart_the_limit_still_holds(tmp_path: Path) -> None:
    kept(tmp_path, *KEYS[:3])
    for age, key in enumerate((KEYS[1], KEYS[0], KEYS[2])):
        os.utime(tmp_path / f"{key}.phrase", (age, age))
    kept(tmp_path, KEYS[3], limit=3 * 1050)
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted((KEYS[0], KEYS[2], KEYS[3]))


def test_what_was_used_before_a_restart_stays_longer(tmp_path: Path) -> None:
    kept(tmp_path, *KEYS[:3])
    for age, key in enumerate(KEYS[:3]):
        os.utime(tmp_path / f"{key}.phrase", (age, age))
    SpeechCache(tmp_path).get(KEYS[0], SAMPLE_RATE)
    kept(tmp_path, KEYS[3], limit=3 * 1050)
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted((KEYS[0], KEYS[2], KEYS[3]))


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-100],
        lambda data: b"",
        lambda data: b"x" * len(data),
        lambda data: data + b"x",
        lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:],
        lambda data: data[:12] + zlib.compress(bytes(10**6)),
    ],
)
def test_a_damaged_file_is_thrown_away(tmp_path: Path, damage) -> None:
    kept(tmp_path, KEYS[0])
    path = tmp_path / f"{KEYS[0]}.phrase"
    path.write_bytes(damage(path.read_bytes()))
    assert SpeechCache(tmp_path).get(KEYS[0], SAMPLE_RATE) is None
    assert not path.exists()


def test_another_sample_rate_is_another_sound(tmp_path: Path) -> None:
    kept(tmp_path, KEYS[0])
    assert SpeechCache(tmp_path).get(KEYS[0], 16000) is None


def test_half_written_files_of_a_power_cut_are_cleared_away_and_others_left(tmp_path: Path) -> None:
    (tmp_path / ".part-xyz").write_bytes(b"half")
    (tmp_path / "README").write_text("mine")
    kept(tmp_path, KEYS[0], limit=1)
    assert [path.name for path in tmp_path.iterdir()] == ["README"]


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    kept(tmp_path / "real", KEYS[0])
    cache_directory = tmp_path / "cache"
    cache_directory.mkdir()
    (cache_directory / f"{KEYS[0]}.phrase").symlink_to(tmp_path / "real" / f"{KEYS[0]}.phrase")
    assert SpeechCache(cache_directory).get(KEYS[0], SAMPLE_RATE) is None


def test_a_link_that_takes_a_file_s_place_later_is_not_followed(tmp_path: Path) -> None:
    kept(tmp_path / "cache", KEYS[0])
    cache = SpeechCache(tmp_path / "cache", memory_limit=0)
    path = tmp_path / "cache" / f"{KEYS[0]}.phrase"
    assert cache.get(KEYS[0], SAMPLE_RATE) is not None
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert cache.get(KEYS[0], SAMPLE_RATE) is None


def test_a_directory_that_cannot_be_used_costs_a_warning_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = SpeechCache(tmp_path / "file")
    with caplog.at_level(logging.WARNING):
        cache.put(KEYS[0], b"ab", SAMPLE_RATE)
        cache.save()
    assert "speech is not kept" in caplog.text or "no longer kept" in caplog.text
    assert cache.saved
    assert cache.get(KEYS[0], SAMPLE_RATE) == b"ab"


def test_a_directory_that_vanishes_costs_a_warning_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache = kept(tmp_path / "cache", KEYS[0])
    (tmp_path / "cache" / f"{KEYS[0]}.phrase").unlink()
    (tmp_path / "cache").rmdir()
    with caplog.at_level(logging.WARNING):
        cache.put(KEYS[1], b"ab", SAMPLE_RATE)
        cache.save()
        cache.put(KEYS[2], b"cd", SAMPLE_RATE)
        cache.save()
    assert caplog.text.count("no longer kept") == 1
    assert cache.get(KEYS[1], SAMPLE_RATE) == b"ab"


def test_phrases_of_former_versions_are_cleared_away_and_others_left(tmp_path: Path) -> None:
    kept(tmp_path, KEYS[0])
    for name in (f"{KEYS[1]}.wav", ".part-xyz", "mine.wav"):
        (tmp_path / name).write_bytes(b"RIFF")
    clear_former(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {f"{KEYS[0]}.phrase", "mine.wav"}


def test_a_directory_of_former_phrases_alone_goes_with_them(tmp_path: Path) -> None:
    (tmp_path / "phrases").mkdir()
    (tmp_path / "phrases" / f"{KEYS[1]}.wav").write_bytes(b"RIFF")
    clear_former(tmp_path / "phrases")
    assert not (tmp_path / "phrases").exists()


def test_nothing_to_clear_is_no_trouble(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    clear_former(tmp_path / "missing")
    assert not caplog.records
    clear_former(tmp_path / "file")
    assert "cannot clear" in caplog.text
