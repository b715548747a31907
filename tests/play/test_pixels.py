"""The panel's pixels as letters: none is lost, none is added."""

from __future__ import annotations

from PIL import Image

from companion.play.pixels import braille, dots_in, half_blocks
from hardware.screen.display import Screen, draw

PICTURE = draw(Screen(("ORC", "ARC 3 GREEN", "KNIGHT HP 2", ">PRESS=HIT"), 3))


def lit(picture: Image.Image) -> set[tuple[int, int]]:
    return {(x, y) for x in range(picture.width) for y in range(picture.height) if picture.getpixel((x, y))}


def test_braille_holds_every_pixel() -> None:
    lines = braille(PICTURE)
    assert (len(lines), {len(line) for line in lines}) == (16, {64})
    seen = {
        (2 * column + across, 4 * row + down)
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
        for down, across in dots_in(letter)
    }
    assert seen == lit(PICTURE)
    assert len(seen) > 1000


def test_half_blocks_hold_every_pixel() -> None:
    lines = half_blocks(PICTURE)
    assert (len(lines), {len(line) for line in lines}) == (32, {128})
    halves = {" ": (), "▀": (0,), "▄": (1,), "█": (0, 1)}
    seen = {
        (column, 2 * row + down)
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
        for down in halves[letter]
    }
    assert seen == lit(PICTURE)


def test_letters_that_are_no_braille_have_no_dots() -> None:
    assert dots_in("A") == dots_in("█") == dots_in("\u2800") == []
    assert dots_in("⣿") == [(down, across) for down in range(4) for across in range(2)]
