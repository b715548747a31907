"""The samples that speech, earcons and loudspeaker share: mono, 16 bit signed little endian, in blocks of 20 ms."""

import struct

from hardware.owner import DeviceFault, Reason

SAMPLE_RATE = 22050
"""Samples per second of espeak-ng, and of everything that does not tell another rate."""

BLOCK_S = 0.020
"""Seconds in a block: sound is paced, mixed and cut in blocks."""

SAMPLE_BYTES = 2

FULL_SCALE = 32767
"""The largest sample."""

_HEADER_LIMIT = 4096  # bytes after which the samples must have begun
_WAV_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")

WAV_HEADER_BYTES = _WAV_HEADER.size
"""The length of what `wav_header` makes."""


def block_bytes(sample_rate: int) -> int:
    """Return the number of bytes in one block at `sample_rate` samples per second."""
    return round(sample_rate * BLOCK_S) * SAMPLE_BYTES


def duration_s(byte_count: int, sample_rate: int) -> float:
    """Return how many seconds `byte_count` bytes of samples last."""
    return byte_count / SAMPLE_BYTES / sample_rate


def silence(seconds: float, sample_rate: int) -> bytes:
    """Return `seconds` of silence, in whole samples."""
    return bytes(round(seconds * sample_rate) * SAMPLE_BYTES)


def wav_header(byte_count: int, sample_rate: int) -> bytes:
    """Return the header for `byte_count` bytes of samples, 44 bytes long (RIFF WAVE, PCM)."""
    return _WAV_HEADER.pack(
        b"RIFF",
        WAV_HEADER_BYTES - 8 + byte_count,
        b"WAVE",
        b"fmt ",
        16,
        1,
        1,
        sample_rate,
        sample_rate * SAMPLE_BYTES,
        SAMPLE_BYTES,
        8 * SAMPLE_BYTES,
        b"data",
        byte_count,
    )


class SampleStream:
    """Takes the samples out of what a speech engine writes: WAV, or bare samples without a header.

    The output may come in pieces. When espeak-ng writes to a pipe, the lengths in its header are invented, and far too
    large; a length matters only if more than that comes. `sample_rate` is None until it is known.
    """

    def __init__(self) -> None:
        self.sample_rate: int | None = None
        self._head = b""
        self._rest = b""
        self._left: int | None = None

    def feed(self, chunk: bytes) -> bytes:
        """Return the whole samples in `chunk`. Raise DeviceFault for a WAV that is not mono and 16 bit."""
        if self.sample_rate is None:
            self._head += chunk
            chunk = self._after_header()
        return self._whole(chunk)

    def _after_header(self) -> bytes:
        head = self._head
        if len(head) < 4:
            return b""
        if not head.startswith(b"RIFF"):
            self.sample_rate = SAMPLE_RATE
            return head
        place, rate = 12, 0
        while len(head) >= place + 8:
            name, size = struct.unpack_from("<4sI", head, place)
            if name == b"data":
                self.sample_rate, self._left = rate or SAMPLE_RATE, size or None
                return head[place + 8 :]
            if name == b"fmt " and len(head) >= place + 24:
                rate = _mono_rate(head, place + 8)
            place += 8 + size + size % 2
        if len(head) > _HEADER_LIMIT:
            raise DeviceFault(Reason.FAILED, "the speech command wrote a WAV without samples")
        return b""

    def _whole(self, chunk: bytes) -> bytes:
        if self._left is not None:
            chunk = chunk[: self._left]
            self._left -= len(chunk)
        chunk = self._rest + chunk
        whole = len(chunk) - len(chunk) % SAMPLE_BYTES
        self._rest = chunk[whole:]
        return chunk[:whole]


def _mono_rate(head: bytes, place: int) -> int:
    """Return the sample rate in the format chunk that begins at `place`.

    Raise DeviceFault if the samples are not mono and 16 bit.
    """
    coding, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", head, place)
    # 1 is PCM. 0xFFFE is the extensible format, which begins with the same fields.
    if (coding, channels, bits) not in ((1, 1, 16), (0xFFFE, 1, 16)) or not 4000 <= rate <= 192000:
        kind = f"{channels} channel(s), {bits} bit, {rate} Hz"
        raise DeviceFault(Reason.FAILED, f"the speech command must write mono, 16 bit samples; it wrote {kind}")
    return int(rate)
