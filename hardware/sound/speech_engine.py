"""The engine that turns text into samples: espeak-ng, or any command that reads text and writes WAV or bare samples."""

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from hardware.owner import DeviceFault, Reason, reason_of
from hardware.sound.pcm import SAMPLE_RATE, SampleStream

RATES = (130, 175, 220, 280, 350, 449)
"""Speeds to offer, in words per minute as espeak-ng counts them.

At 450 espeak-ng would change to another method, which is slower.
"""

SLOWEST, FASTEST = 80, 449

PROBE_TIMEOUT_S = 5.0
REAP_TIMEOUT_S = 1.0
TEXT_LIMIT = 4000
_CHUNK = 1 << 16


class Rendering:
    """One phrase on its way out of a child process.

    The child is started first, and `speak` gives it its text later. An engine that has loaded its voice by then answers
    at once (espeak-ng after 0.4 ms instead of 8). Call `read` whenever there is something to read, until `complete`,
    and call `close` in any case.
    """

    def __init__(self, argv: list[str]) -> None:
        self.argv = argv
        self.begun_at = 0.0
        self.complete = False
        self._stream = SampleStream()
        try:
            self._process = subprocess.Popen(
                argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
            )
        except OSError as error:
            raise DeviceFault(reason_of(error), f"cannot start {argv[0]}: {error.strerror}") from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdout.fileno(), False)

    @property
    def alive(self) -> bool:
        """Whether the child still runs: it waits for its text or renders it."""
        return self._process.poll() is None

    def speak(self, text: str) -> None:
        """Give the child its text. If the child has exited, that shows later, in `read`."""
        self.begun_at = time.monotonic()
        with suppress(BrokenPipeError), self._stdin as stdin:
            stdin.write(text[:TEXT_LIMIT].encode("utf-8", "replace"))

    @property
    def sample_rate(self) -> int | None:
        """Samples per second; None until the engine has told it."""
        return self._stream.sample_rate

    def fileno(self) -> int:
        """Return the file that is readable when there is more to `read`."""
        return self._stdout.fileno()

    def read(self) -> bytes:
        """Return all samples that are there by now, without waiting. Raise DeviceFault when the engine fails."""
        samples = bytearray()
        while not self.complete:
            try:
                chunk = os.read(self._stdout.fileno(), _CHUNK)
            except BlockingIOError:
                break
            if chunk:
                samples += self._stream.feed(chunk)
            else:
                self._end()
        return bytes(samples)

    def close(self) -> None:
        """Kill the child if it still runs, and leave no zombie."""
        if self._process.returncode is None:  # it was not reaped yet, so no other process has its number
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._stdin.close()
        self._stdout.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(REAP_TIMEOUT_S)

    def _end(self) -> None:
        try:
            status = self._process.wait(REAP_TIMEOUT_S)
        except subprocess.TimeoutExpired as error:
            raise DeviceFault(Reason.SILENT, "the speech engine closed its output and stayed") from error
        self.complete = True
        if status:
            raise DeviceFault(Reason.FAILED, f"the speech engine ended with status {status}")


class SpeechEngine(msgspec.Struct, frozen=True):
    """A command line. `{voice}` and `{rate}` in it are replaced. It reads the text as UTF-8 from standard input."""

    argv: tuple[str, ...]

    @property
    def slow(self) -> bool:
        """Whether reading a kept phrase may be quicker than speaking it anew: for every program but espeak-ng."""
        return Path(self.argv[0]).name != "espeak-ng"

    def identity(self) -> str:
        """Return what tells this engine from another version of it. Raise DeviceFault if it is not installed."""
        path = shutil.which(self.argv[0])
        if path is None:
            raise DeviceFault(Reason.MISSING, f"{self.argv[0]} is not installed")
        stat = Path(path).stat()
        return "\n".join((*self.argv, str(stat.st_size), str(stat.st_mtime_ns)))

    def render(self, text: str, voice: str, rate: int) -> tuple[bytes, int]:
        """Return all samples of `text` and their rate. Raise DeviceFault when the engine fails."""
        command = self.command(voice, rate)
        try:
            done = subprocess.run(
                command, input=text.encode("utf-8", "replace"), capture_output=True, timeout=PROBE_TIMEOUT_S
            )
        except OSError as error:
            raise DeviceFault(reason_of(error), f"cannot start {command[0]}: {error.strerror}") from error
        except subprocess.TimeoutExpired as error:
            raise DeviceFault(Reason.SILENT, f"{command[0]} did not answer in {PROBE_TIMEOUT_S:.0f} s") from error
        if done.returncode:
            reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
            said = reason[-1] if reason else f"status {done.returncode}"
            raise DeviceFault(Reason.FAILED, f"{command[0]}: {said}")
        stream = SampleStream()
        samples = stream.feed(done.stdout)
        return samples, stream.sample_rate or SAMPLE_RATE

    def command(self, voice: str, rate: int) -> list[str]:
        """Return the command line for one voice and rate."""
        return [part.replace("{voice}", voice).replace("{rate}", str(rate)) for part in self.argv]


class Standby:
    """One child of an engine that waits for the next text, with its voice loaded."""

    def __init__(self, engine: SpeechEngine) -> None:
        self._engine = engine
        self._child: Rendering | None = None

    def keep(self, voice: str, rate: int) -> None:
        """Have a child of this voice and rate wait. Raise DeviceFault when none can be started."""
        command = self._engine.command(voice, rate)
        if self._child is not None and self._child.argv != command:
            self.close()
        if self._child is None:
            self._child = Rendering(command)

    def take(self, voice: str, rate: int) -> Rendering:
        """Return the child that waits, or a new one if that has another voice or rate or has died.

        The caller must close it. Raise DeviceFault when none can be started.
        """
        self.keep(voice, rate)
        child, self._child = self._child, None
        if child is not None and child.alive:
            return child
        if child is not None:
            child.close()
        return Rendering(self._engine.command(voice, rate))

    def close(self) -> None:
        """End the child that waits."""
        child, self._child = self._child, None
        if child is not None:
            child.close()


ESPEAK_NG = SpeechEngine(
    ("espeak-ng", "--stdin", "--stdout", "-b", "1", "-a", "100", "-v", "{voice}", "-s", "{rate}"),
)
"""espeak-ng with its text on standard input, where a leading dash is not read as an option.

Its amplitude is 100, because more than that clips.
"""
