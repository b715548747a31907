"""What the kernel says of its GPIO chips and their lines, without claiming one (linux/gpio.h, character device v2)."""

from __future__ import annotations

import fcntl
import os
import struct
from pathlib import Path

import msgspec

_GET_CHIPINFO = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL
_GET_LINEINFO = 0xC100B405  # GPIO_V2_GET_LINEINFO_IOCTL
_CHIPINFO = struct.Struct("32s32sI")  # name, label, lines
_LINEINFO = struct.Struct("32s32sIIQ176x")  # name, consumer, offset, number of attributes, flags; more is not read
_USED = 1  # GPIO_V2_LINE_FLAG_USED


class GpioChip(msgspec.Struct, frozen=True):
    """A GPIO chip: the path of its device, the label of its driver, and how many lines it has."""

    path: str
    label: str
    lines: int


class LineUse(msgspec.Struct, frozen=True):
    """Whether something has claimed a line, and the name that it gave."""

    used: bool
    consumer: str


def chip_info(path: str) -> GpioChip:
    """Ask a chip such as ``/dev/gpiochip0`` what it is.

    Raise OSError when it does not exist, may not be used, or is no GPIO chip.
    """
    _, label, lines = _CHIPINFO.unpack(_ioctl(path, _GET_CHIPINFO, bytes(_CHIPINFO.size)))
    return GpioChip(path, _text(label), lines)


def line_use(path: str, offset: int) -> LineUse:
    """Ask who uses a line of a chip. `offset` is the number of the line. Raise OSError as `chip_info` does."""
    answer = _ioctl(path, _GET_LINEINFO, _LINEINFO.pack(b"", b"", offset, 0, 0))
    _, consumer, _, _, flags = _LINEINFO.unpack(answer)
    return LineUse(bool(flags & _USED), _text(consumer))


def chip_paths(devices: Path = Path("/dev")) -> list[str]:
    """Return the paths of all GPIO chips in `devices`, by their numbers."""
    found = (path for path in devices.glob("gpiochip*") if path.name.removeprefix("gpiochip").isdigit())
    return [str(path) for path in sorted(found, key=lambda path: int(path.name.removeprefix("gpiochip")))]


def _ioctl(path: str, request: int, question: bytes) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return fcntl.ioctl(descriptor, request, question)
    finally:
        os.close(descriptor)


def _text(field: bytes) -> str:
    return field.split(b"\0", 1)[0].decode("utf-8", "replace")
