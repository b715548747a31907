"""Asking the kernel about GPIO chips, against a model of its answers in the shapes of linux/gpio.h."""

import ctypes
import errno
import fcntl
import os

import pytest

from hardware.button.gpiochip import GpioChip, LineUse, chip_info, chip_paths, line_use


class ChipInfo(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 32), ("label", ctypes.c_char * 32), ("lines", ctypes.c_uint32)]


class LineAttribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint32), ("padding", ctypes.c_uint32), ("value", ctypes.c_uint64)]


class LineInfo(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char * 32),
        ("consumer", ctypes.c_char * 32),
        ("offset", ctypes.c_uint32),
        ("num_attrs", ctypes.c_uint32),
        ("flags", ctypes.c_uint64),
        ("attrs", LineAttribute * 10),
        ("padding", ctypes.c_uint32 * 4),
    ]


def number(direction, code, size):
    """The number of an ioctl of this kind, as asm-generic/ioctl.h makes it."""
    return direction << 30 | size << 16 | 0xB4 << 8 | code


@pytest.fixture
def kernel(monkeypatch, tmp_path):
    """A device file, behind which a chip with one used line answers."""

    def answer(descriptor, request, question):
        if request == number(2, 0x01, ctypes.sizeof(ChipInfo)):
            return bytes(ChipInfo(b"gpiochip0", b"pinctrl-bcm2711", 58))
        assert request == number(3, 0x05, ctypes.sizeof(LineInfo))
        info = LineInfo.from_buffer_copy(question)
        if info.offset >= 58:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        if info.offset == 17:
            info.consumer, info.flags = b"lg", 1 | 4
        return bytes(info)

    monkeypatch.setattr(fcntl, "ioctl", answer)
    device = tmp_path / "gpiochip0"
    device.touch()
    return str(device)


def test_what_a_chip_is(kernel):
    assert chip_info(kernel) == GpioChip(kernel, "pinctrl-bcm2711", 58)


def test_who_uses_a_line(kernel):
    assert line_use(kernel, 17) == LineUse(True, "lg")
    assert line_use(kernel, 18) == LineUse(False, "")
    with pytest.raises(OSError, match="Invalid argument"):
        line_use(kernel, 58)


def test_chips_by_their_numbers(tmp_path):
    for name in ("gpiochip10", "gpiochip2", "gpiochip", "gpiomem"):
        (tmp_path / name).touch()
    assert chip_paths(tmp_path) == [f"{tmp_path}/gpiochip2", f"{tmp_path}/gpiochip10"]


def test_what_is_no_chip(tmp_path):
    with pytest.raises(FileNotFoundError):
        chip_info(str(tmp_path / "gpiochip0"))
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        chip_info("/dev/null")
