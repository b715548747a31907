"""The picture of the panel as letters of a terminal: every pixel of it, in the room that there is."""

from __future__ import annotations

from PIL import Image

_BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille letter, by row and column (Unicode, Braille Patterns)."""
_HALVES = (" ", "▄", "▀", "█")


def _rows(picture: Image.Image) -> list[list[int]]:
    """The pixels of a picture of mode "1" as rows of 0 and 1."""
    width, height = picture.size
    data, stride = picture.tobytes(), (width + 7) // 8
    return [[data[y * stride + x // 8] >> 7 - x % 8 & 1 for x in range(width)] for y in range(height)]


def braille(picture: Image.Image) -> list[str]:
    """Two by four pixels a letter: a panel of 128 by 64 in 64 columns and 16 lines."""
    rows = _rows(picture)
    width, height = picture.size
    return ["".join(_dots(rows, x, y) for x in range(0, width, 2)) for y in range(0, height, 4)]


def _dots(rows: list[list[int]], x: int, y: int) -> str:
    lit = [bit for down, bits in enumerate(DOTS) for across, bit in enumerate(bits) if rows[y + down][x + across]]
    return chr(_BRAILLE + sum(lit))


def half_blocks(picture: Image.Image) -> list[str]:
    """One by two pixels a letter: a panel of 128 by 64 in 128 columns and 32 lines."""
    rows = _rows(picture)
    width, height = picture.size
    return ["".join(_HALVES[2 * rows[y][x] + rows[y + 1][x]] for x in range(width)) for y in range(0, height, 2)]


def dots_in(letter: str) -> list[tuple[int, int]]:
    """The rows and columns of the pixels that a braille letter lights; none for any other letter."""
    bits = ord(letter) - _BRAILLE
    if not 0 <= bits <= 0xFF:
        return []
    return [(down, across) for down, row in enumerate(DOTS) for across, bit in enumerate(row) if bits & bit]
