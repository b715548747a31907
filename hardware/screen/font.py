"""Bitmap letters for the OLED: two faces, 8x16 and 16x32 pixels. They come with the package; no system font is needed.

The glyphs are data beside this file (`font_8x16.hex`, `font_16x32.hex`, license in `font_LICENSE.txt`): ASCII, the
Latin letters of Europe, Greek, Cyrillic and a few signs. A character that a face does not have is spelled with those
that it has.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec

UNKNOWN = "?"
"""Stands for a character that is in no face and has no plain spelling."""

_WITHOUT_WIDTH = ("Mn", "Me", "Cf")  # accents, and marks of direction and joining

_SPELLING = {
    "\N{MINUS SIGN}": "-",
    "\N{HYPHEN}": "-",
    "\N{FIGURE DASH}": "-",
    "\N{HORIZONTAL BAR}": "-",
    "\N{PRIME}": "'",
    "\N{BLACK STAR}": "*",
    "\N{BLACK CIRCLE}": "\N{BULLET}",
    "\N{HEAVY CHECK MARK}": "\N{CHECK MARK}",
    "\N{MULTIPLICATION X}": "x",
    "\N{LATIN CAPITAL LETTER SHARP S}": "SS",
}


class Font(msgspec.Struct, frozen=True):
    """One face, with cells of `width` x `height` pixels.

    `glyphs` has the rows of each character from the top, `width` / 8 bytes each.
    """

    width: int
    height: int
    glyphs: Mapping[str, tuple[bytes, ...]]

    def has(self, character: str) -> bool:
        """Tell whether the face has `character` itself."""
        return character in self.glyphs

    def spell(self, text: str) -> str:
        """Return `text` in characters of this face alone. It may get longer, and no letter gets lost.

        Accents that the face does not have are dropped, ligatures are taken apart, every space and control character
        becomes a plain space, and all else becomes `UNKNOWN`.
        """
        return "".join(self._plain(character) for character in unicodedata.normalize("NFC", text))

    def _plain(self, character: str) -> str:
        if self.has(character):
            return character
        if character.isspace() or unicodedata.category(character) == "Cc":
            return " "
        spelling = _SPELLING.get(character) or unicodedata.normalize("NFKD", character)
        letters = "".join(part for part in spelling if unicodedata.category(part) not in _WITHOUT_WIDTH)
        return letters if all(map(self.has, letters)) else UNKNOWN

    def raster(self, text: str, columns: int) -> bytes:
        """Draw `text`, spelled by `spell`, as one line of `columns` cells. Return its pixels row by row, 1 for ink.

        What is longer is cut off. What is shorter is filled up with spaces.
        """
        cells = [self.glyphs[character] for character in self.spell(text)[:columns].ljust(columns)]
        return b"".join(b"".join(row) for row in zip(*cells, strict=True))


@cache
def face(width: int, height: int) -> Font:
    """Load the face with cells of `width` x `height` pixels: 8x16 or 16x32. Raise FileNotFoundError for any other."""
    source = Path(__file__).with_name(f"font_{width}x{height}.hex")
    lines = source.read_text("ascii").splitlines()
    return Font(width, height, dict(_glyphs(lines, width // 8)))


def _glyphs(lines: Iterable[str], row: int) -> Iterable[tuple[str, tuple[bytes, ...]]]:
    for line in lines:
        if not line.startswith("#"):
            code, _, digits = line.partition(":")
            pixels = bytes.fromhex(digits)
            yield chr(int(code, 16)), tuple(pixels[at : at + row] for at in range(0, len(pixels), row))
