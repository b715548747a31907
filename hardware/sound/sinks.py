"""Where blocks of samples go: to a sound card through aplay, into a directory of WAV files, or nowhere."""

import math
import os
import re
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

import msgspec

from hardware.clock import Clock
from hardware.owner import DeviceFault, Reason, reason_of
from hardware.sound.pcm import SAMPLE_BYTES, SAMPLE_RATE, duration_s, wav_header

_REASONS = {"busy": Reason.BUSY, "Permission": Reason.DENIED, "No such": Reason.MISSING, "Cannot get": Reason.MISSING}
"""What words in the complaint of aplay mean; it is asked to complain in English."""


PassageKind = Literal["speech", "sound"]
"""What a passage is: a phrase, perhaps with earcons over it, or earcons alone."""


class Sink(Protocol):
    """Takes the sound block by block. It has one owner, who keeps the time.

    `ahead_s` is how many seconds of sound it wants to hold before they are heard (infinite: a whole phrase at once).
    `linger_s` is how many seconds before the end of what it holds the owner calls `end`. Any method may raise
    DeviceFault. Then the owner calls `close`, and perhaps `open` again later.
    """

    ahead_s: float
    linger_s: float

    def open(self, sample_rate: int) -> None:
        """Make ready. Raise DeviceFault with the reason if that is not possible."""

    def begin(self, kind: PassageKind) -> None:
        """Begin a passage with the next block."""

    def write(self, block: bytes) -> None:
        """Take one block, without waiting."""

    def end(self) -> None:
        """Let what is held be heard: nothing follows for now."""

    def drop(self) -> None:
        """Cut: what was not heard yet is never heard."""

    def ready(self) -> bool:
        """Tell whether a block can be written now."""

    def playing(self) -> bool:
        """Tell whether something is still being heard."""

    def close(self) -> None:
        """Be silent, and leave no child process and no unfinished file. Never raise."""


class AplaySink:
    """A sound card, played through aplay of alsa-utils: one child process for each run of sound, with a short buffer.

    SIGKILL ends the sound within 3 to 4 ms, whatever the buffer holds; SIGTERM would take up to 114 ms. `device` is an
    ALSA name ("default", "plughw:CARD=MAX98357A") and never a number, because numbers change. A child process and a
    card go by real time, whatever clock the owner has.
    """

    ahead_s = 0.200
    linger_s = 0.060

    BUFFER_TIME_US = 120_000  # of the card
    PROBE_TIMEOUT_S = 3.0
    STALL_S = 3.0  # seconds after the computed end of the sound: aplay is stuck
    REAP_TIMEOUT_S = 0.5

    def __init__(self, device: str, program: str = "aplay") -> None:
        self._device = device
        self._program = program
        self._sample_rate = SAMPLE_RATE
        self._process: subprocess.Popen[bytes] | None = None
        self._held = bytearray()
        self._ended = False
        self._until = 0.0

    def open(self, sample_rate: int) -> None:
        """Open the card for a moment, in silence, to see that it is there, is free, and takes this rate."""
        self._sample_rate = sample_rate
        try:
            done = subprocess.run(
                self._command(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=self.PROBE_TIMEOUT_S,
                env={**os.environ, "LC_ALL": "C"},
            )
        except OSError as error:
            raise DeviceFault(
                reason_of(error), f"cannot start {self._program} (alsa-utils): {error.strerror}"
            ) from error
        except subprocess.TimeoutExpired as error:
            raise DeviceFault(Reason.SILENT, f"the sound device {self._device} does not answer") from error
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip()
            reason = next((reason for words, reason in _REASONS.items() if words in said), Reason.FAILED)
            raise DeviceFault(
                reason, f"the sound device {self._device}: {said.splitlines()[-1] if said else 'no reason given'}"
            )

    def begin(self, kind: PassageKind) -> None:
        """Do nothing: one stream carries every kind of passage."""

    def write(self, block: bytes) -> None:
        """Pass a block to aplay. Start it if none is running."""
        if self._process is None:
            self._start()
        self._until = max(self._until, time.monotonic()) + duration_s(len(block), self._sample_rate)
        self._held += block
        self._flush()

    def end(self) -> None:
        """Close the input of aplay: it plays to the end and exits."""
        self._ended = True
        self._flush()

    def drop(self) -> None:
        """Kill aplay, and with it what it and the card still hold."""
        process, self._process = self._process, None
        self._held.clear()
        self._ended = False
        self._until = 0.0
        if process is None:
            return
        process.kill()
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
        try:
            process.wait(self.REAP_TIMEOUT_S)
        except subprocess.TimeoutExpired as error:
            raise DeviceFault(Reason.SILENT, "aplay hangs in the sound card and cannot be killed") from error

    def ready(self) -> bool:
        """Tell whether aplay takes a block.

        It does not while a run that was ended is still being heard, because the card takes one aplay at a time.
        """
        return not self._ended or not self.playing()

    def playing(self) -> bool:
        """Tell whether aplay is still playing. Raise DeviceFault when it exited early or is stuck."""
        if self._process is None:
            return False
        self._flush()
        status = self._process.poll()
        if status is None:
            if time.monotonic() > self._until + self.STALL_S:
                raise DeviceFault(Reason.SILENT, f"the sound device {self._device} does not move")
            return True
        if status or not self._ended:
            raise DeviceFault(Reason.FAILED, f"aplay left with status {status}")
        self.drop()
        return False

    def close(self) -> None:
        """Kill aplay."""
        with suppress(DeviceFault):
            self.drop()

    def _command(self) -> list[str]:
        shape = ["-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(self._sample_rate)]
        return [self._program, "-q", "-D", self._device, *shape, f"--buffer-time={self.BUFFER_TIME_US}", "-"]

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise DeviceFault(reason_of(error), f"cannot start {self._program}: {error.strerror}") from error
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)

    def _flush(self) -> None:
        """Write what the pipe to aplay takes. It takes far more than `ahead_s`, unless the card stands still."""
        pipe = self._process.stdin if self._process is not None else None
        if pipe is None or pipe.closed:
            return
        try:
            while self._held:
                del self._held[: os.write(pipe.fileno(), self._held)]
        except BlockingIOError:
            return
        except OSError as error:
            raise DeviceFault(Reason.FAILED, f"aplay takes no more sound: {error.strerror}") from error
        if self._ended:
            pipe.close()


class _Passage(msgspec.Struct):
    """One file: its final name, the moment from which it is heard, and how many bytes of samples it has."""

    path: Path
    begun_at: float
    size: int = 0


class WavSink:
    """One WAV file for each passage, written as fast as it comes, and heard at the pace of the clock.

    Files are numbered, after the highest number in the directory: `0001-speech.wav`, `0002-sound.wav`. A passage that
    is cut keeps what was heard until then, and is called `0003-speech-cut.wav`. A file gets its name only when it is
    whole. A full or missing disk is raised as the OSError that it is.
    """

    ahead_s = math.inf
    linger_s = math.inf

    _NUMBER = re.compile(r"(\d+)-")

    def __init__(self, directory: Path, clock: Clock) -> None:
        self._directory = directory
        self._clock = clock
        self._sample_rate = SAMPLE_RATE
        self._number = 0
        self._file: BinaryIO | None = None
        self._passages: list[_Passage] = []

    def open(self, sample_rate: int) -> None:
        """Make the directory and find the next number."""
        self._sample_rate = sample_rate
        self._directory.mkdir(parents=True, exist_ok=True)
        found = [self._NUMBER.match(path.name) for path in self._directory.iterdir()]
        self._number = max((int(match[1]) for match in found if match), default=0)

    def begin(self, kind: PassageKind) -> None:
        """Start the next file."""
        self.end()
        self._number += 1
        passage = _Passage(self._directory / f"{self._number:04d}-{kind}.wav", self._clock.monotonic())
        self._file = _unfinished(passage).open("wb")
        self._file.write(wav_header(0, self._sample_rate))
        self._passages.append(passage)

    def write(self, block: bytes) -> None:
        """Add a block to the file."""
        assert self._file is not None
        self._file.write(block)
        self._passages[-1].size += len(block)

    def end(self) -> None:
        """Give the file its header and its name."""
        file, self._file = self._file, None
        if file is not None:
            passage = self._passages[-1]
            with file:
                file.seek(0)
                file.write(wav_header(passage.size, self._sample_rate))
            _unfinished(passage).replace(passage.path)

    def drop(self) -> None:
        """Shorten what is being heard to what was heard so far, and name it as cut."""
        self.end()
        now = self._clock.monotonic()
        passages, self._passages = self._passages, []
        for passage in passages:
            heard = round((now - passage.begun_at) * self._sample_rate) * SAMPLE_BYTES
            if heard < passage.size:
                self._shorten(passage.path, heard)

    def ready(self) -> bool:
        """Return True: a file always takes a block."""
        return True

    def playing(self) -> bool:
        """Tell whether the clock is still within a passage."""
        now = self._clock.monotonic()
        self._passages = [passage for passage in self._passages if now < self._end_of(passage)]
        return bool(self._passages)

    def close(self) -> None:
        """Finish the file that is being written."""
        with suppress(OSError):
            self.drop()

    def _end_of(self, passage: _Passage) -> float:
        return passage.begun_at + duration_s(passage.size, self._sample_rate)

    def _shorten(self, path: Path, size: int) -> None:
        header = wav_header(size, self._sample_rate)
        with path.open("r+b") as file:
            file.write(header)
            file.truncate(len(header) + size)
        path.replace(path.with_name(f"{path.stem}-cut.wav"))


def _unfinished(passage: _Passage) -> Path:
    return passage.path.with_suffix(".part")


class NullSink:
    """No sound, but the time that it takes: a phrase lasts as long as it would be heard."""

    ahead_s = math.inf
    linger_s = math.inf

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sample_rate = SAMPLE_RATE
        self._until = 0.0

    def open(self, sample_rate: int) -> None:
        """Take the rate: nothing can be missing."""
        self._sample_rate = sample_rate

    def begin(self, kind: PassageKind) -> None:
        """Do nothing."""

    def write(self, block: bytes) -> None:
        """Let the time of the block pass."""
        self._until = max(self._until, self._clock.monotonic()) + duration_s(len(block), self._sample_rate)

    def end(self) -> None:
        """Do nothing."""

    def drop(self) -> None:
        """Let the rest take no time."""
        self._until = 0.0

    def ready(self) -> bool:
        """Return True: it always takes a block."""
        return True

    def playing(self) -> bool:
        """Tell whether the clock is still within what was written."""
        return self._clock.monotonic() < self._until

    def close(self) -> None:
        """Do nothing."""


def sink_named(name: str, clock: Clock) -> Sink:
    """Return the sink for `aplay`, `aplay:DEVICE`, `wav:DIRECTORY` or `null`. Raise ValueError for another name."""
    kind, _, rest = name.partition(":")
    if kind == "aplay":
        return AplaySink(rest or "default")
    if kind == "wav" and rest:
        return WavSink(Path(rest), clock)
    if name == "null":
        return NullSink(clock)
    raise ValueError(f"unknown loudspeaker {name!r}: use aplay, aplay:DEVICE, wav:DIRECTORY or null")
