"""Phrases of a slow engine, in memory and in a directory, by a hash of all that makes them sound as they do.

Nothing that is kept here is secret: only texts that are said aloud come in, and they are stored as sound and hash.
"""

import hashlib
import logging
import os
import re
import struct
import zlib
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

DISK_LIMIT = 32 * 1024 * 1024
"""The most bytes in the directory: some 350 phrases."""

MEMORY_LIMIT = 1024 * 1024
"""The most bytes in memory: some 6 phrases."""

WAITING_LIMIT = 4 * 1024 * 1024
"""The most bytes that wait to be written: some 24 phrases. A talk without a pause must not fill the memory."""

_NAME = re.compile(r"[0-9a-f]{64}\.phrase")
_FORMER_NAME = re.compile(r"[0-9a-f]{64}\.wav")
_PART = ".part-"
_HEAD = struct.Struct("<4sII")  # what it is, samples per second, length of the samples in bytes
_MAGIC = b"CCP1"
_LEVEL = 1  # more than that takes twice the time for 2 percent less

_log = logging.getLogger(__name__)


def phrase_key(*parts: object) -> str:
    """Return a key for all that makes a phrase sound as it does: engine, voice, rate, sample rate, text.

    It is fit for the name of a file.
    """
    return hashlib.sha256("\0".join(str(part) for part in parts).encode("utf-8", "replace")).hexdigest()


class SpeechCache:
    """Phrases by key. The one that was not used for the longest time goes first.

    A file that is read is marked as used just now, so that the order of use outlives a restart. A directory that cannot
    be used costs a warning in the log, and its phrases must be rendered again; nothing else happens. Files appear whole
    or not at all, and a damaged one is deleted when it is found. It is not thread-safe: it has one owner.
    """

    def __init__(
        self, directory: Path | None = None, *, disk_limit: int = DISK_LIMIT, memory_limit: int = MEMORY_LIMIT
    ) -> None:
        self._directory = directory
        self._disk_limit = disk_limit
        self._memory_limit = memory_limit
        self._memory: OrderedDict[str, bytes] = OrderedDict()
        self._memory_bytes = 0
        self._unsaved: OrderedDict[str, tuple[bytes, int]] = OrderedDict()
        self._files: OrderedDict[str, int] | None = None

    @property
    def saved(self) -> bool:
        """Whether every phrase that is to be kept on disk was written."""
        return not self._unsaved

    def get(self, key: str, sample_rate: int) -> bytes | None:
        """Return the samples of a phrase, or None when it is not kept. A file with another rate is not used."""
        samples = self._memory.get(key)
        if samples is not None:
            self._memory.move_to_end(key)
            return samples
        samples = self._load(key, sample_rate)
        if samples is not None:
            self._remember(key, samples)
        return samples

    def put(self, key: str, samples: bytes, sample_rate: int) -> None:
        """Keep a phrase: in memory at once, and on disk at a later `save`, unless too much waits for that."""
        self._remember(key, samples)
        if self._directory is not None:
            self._unsaved[key] = (samples, sample_rate)
            while sum(len(waiting) for waiting, _ in self._unsaved.values()) > WAITING_LIMIT:
                self._unsaved.popitem(last=False)

    def save(self) -> None:
        """Write one phrase that waits for it. Call this while nothing sounds, because it may take long."""
        if not self._unsaved or self._directory is None:
            return
        key, (samples, sample_rate) = self._unsaved.popitem(last=False)
        try:
            self._write(self._directory, f"{key}.phrase", _packed(samples, sample_rate))
        except OSError as error:
            _log.warning("speech is no longer kept in %s: %s", self._directory, error)
            self._directory = None
            self._unsaved.clear()

    def _remember(self, key: str, samples: bytes) -> None:
        self._memory_bytes += len(samples) - len(self._memory.pop(key, b""))
        self._memory[key] = samples
        while self._memory_bytes > self._memory_limit:
            self._memory_bytes -= len(self._memory.popitem(last=False)[1])

    def _load(self, key: str, sample_rate: int) -> bytes | None:
        files = self._index()
        name = f"{key}.phrase"
        if self._directory is None or name not in files:
            return None
        path = self._directory / name
        try:
            with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as file:
                samples = _unpacked(file.read(), sample_rate)
                if samples is not None:
                    with suppress(OSError):  # it can be read all the same
                        os.utime(file.fileno())
                    files.move_to_end(name)
                    return samples
            path.unlink()
        except OSError as error:
            _log.warning("cannot read %s: %s", path, error)
        del files[name]
        return None

    def _write(self, directory: Path, name: str, data: bytes) -> None:
        import tempfile  # imported late: only phrases of a slow engine are written

        files = self._index()
        descriptor, part = tempfile.mkstemp(prefix=_PART, dir=directory)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            Path(part).replace(directory / name)
        except OSError:
            Path(part).unlink(missing_ok=True)
            raise
        files[name] = len(data)
        files.move_to_end(name)
        self._evict(directory, files)

    def _evict(self, directory: Path, files: OrderedDict[str, int]) -> None:
        total = sum(files.values())
        while total > self._disk_limit:
            name, size = files.popitem(last=False)
            (directory / name).unlink(missing_ok=True)
            total -= size

    def _index(self) -> OrderedDict[str, int]:
        """Return the names and sizes of the files, oldest first. The directory is read once."""
        if self._files is None:
            self._files = OrderedDict()
            if self._directory is not None:
                try:
                    self._files = _scan(self._directory)
                except OSError as error:
                    _log.warning("speech is not kept in %s: %s", self._directory, error)
                    self._directory = None
        return self._files


def clear_former(directory: Path) -> None:
    """Delete the phrases that former versions kept in `directory`, for every engine, and the directory if it is empty.

    Nothing else in it is touched, and a directory that cannot be used costs a warning in the log.
    """
    try:
        _clear_away(directory)
        with suppress(OSError):  # it holds other files
            directory.rmdir()
    except FileNotFoundError:
        return
    except OSError as error:
        _log.warning("cannot clear %s of former phrases: %s", directory, error)


def _clear_away(directory: Path) -> None:
    """Delete the phrases of former versions, and what a power cut has left half written."""
    with os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.startswith(_PART) or _FORMER_NAME.fullmatch(entry.name):
                Path(entry.path).unlink(missing_ok=True)


def _scan(directory: Path) -> OrderedDict[str, int]:
    """Return the names and sizes of the phrases in `directory`, the longest unused first.

    Make the directory if it is missing, and clear it of what is of no use any more.
    """
    directory.mkdir(parents=True, exist_ok=True)
    _clear_away(directory)
    found = []
    with os.scandir(directory) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                stat = entry.stat(follow_symlinks=False)
                found.append((stat.st_mtime_ns, entry.name, stat.st_size))
    return OrderedDict((name, size) for _, name, size in sorted(found))


def _packed(samples: bytes, sample_rate: int) -> bytes:
    """Return what a file holds: a head, and the compressed samples.

    The low bytes of all samples come before their high bytes. That alone takes a file from 66 to 58 percent of the
    samples; differences between samples would take it to 54, in four times the time.
    """
    return _HEAD.pack(_MAGIC, sample_rate, len(samples)) + zlib.compress(samples[::2] + samples[1::2], _LEVEL)


def _unpacked(data: bytes, sample_rate: int) -> bytes | None:
    """Return the samples in a file, or None if it is damaged or has another rate."""
    try:
        magic, rate, length = _HEAD.unpack_from(data)
        stream = zlib.decompressobj()
        halves = stream.decompress(data[_HEAD.size :], length + 1)  # no more than that, whatever the file holds
    except (struct.error, zlib.error):
        return None
    if (magic, rate) != (_MAGIC, sample_rate) or not stream.eof or stream.unused_data or len(halves) != length:
        return None
    samples = bytearray(length)
    middle = (length + 1) // 2
    samples[::2], samples[1::2] = halves[:middle], halves[middle:]
    return bytes(samples)
