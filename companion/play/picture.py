"""A picture of the simulated table: a real moment of a game, drawn by the window itself, the same for the same seed.

Textual exports its screen as SVG, as text in a font that is fetched from elsewhere. Here the pixels of the panel,
the half blocks of the board, the lights and the frames become shapes, so that the picture looks the same wherever
it is shown, and nothing is fetched.
"""

from __future__ import annotations

import asyncio
import re
import xml.etree.ElementTree as ET
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from PIL import Image, ImageOps
from textual.pilot import Pilot

from companion.play.app import PlayApp
from companion.play.auto import AutoPlayer
from companion.play.pixels import dots_in
from companion.play.table import PlayOptions, SimTable, TableChange
from companion.play.widgets import GLASS, PHOSPHOR
from companion.talk.desk import Desk
from hardware.clock import SystemClock

SIZE = (120, 42)
SEED = 4
"""A game that looks like one."""
FEWEST_MONSTERS, FIRST_TURN = 6, 4
QUIET_SECONDS = 0.8
"""When nothing has changed for so long, fades and results are over."""
PNG_SCALE = 6

_SVG_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
_WIDTH, _HEIGHT, _ASCENT = 12.2, 24.4, 18.5
"""A letter of Textual's export, and how far its baseline lies under its top, in units of the picture."""
_SPACES = " \N{NO-BREAK SPACE}\N{BRAILLE PATTERN BLANK}"
_FONT_FACE = re.compile(r"@font-face\s*\{[^}]*\}")
_FAMILY = re.compile(r"font-family:\s*Fira Code[^;]*;")
_FONTS = "font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace;"


class NoMomentError(Exception):
    """The game of a seed had no moment to draw."""


class _FromZero(SystemClock):
    """The real time, from zero on: the panel's picture wanders with it, and shall not have begun to."""

    def __init__(self) -> None:
        self._began = super().monotonic()

    def monotonic(self) -> float:
        """Seconds since it was made."""
        return super().monotonic() - self._began


async def draw_picture(options: PlayOptions, desk: Desk, path: Path) -> None:
    """Plays to a moment and draws it: the window as SVG, the panel alone as PNG. Raises NoMomentError, OSError."""
    seeded = msgspec.structs.replace(options, seed=SEED if options.seed is None else options.seed)
    table = SimTable(seeded, desk, _FromZero())
    app = PlayApp(table)
    drawn: list[str] = []

    async def pose(_: Pilot[object]) -> None:
        if await _moment(table, app):
            drawn.append(app.export_screenshot(title=table.words("play-title")))
        app.exit()

    try:
        await app.run_async(headless=True, size=SIZE, auto_pilot=pose)
        if not drawn:
            raise NoMomentError(table.words("play-no-moment"))
    finally:
        table.stop()
    if path.suffix.lower() == ".png":
        panel_image(table.picture).save(path)
    else:
        path.write_text(with_shapes(drawn[0]), encoding="utf-8")


def panel_image(picture: Image.Image) -> Image.Image:
    """The panel, large and in its colors."""
    colored = ImageOps.colorize(picture.convert("L"), GLASS, PHOSPHOR)
    return colored.resize((picture.width * PNG_SCALE, picture.height * PNG_SCALE), Image.Resampling.NEAREST)


async def _moment(table: SimTable, app: PlayApp) -> bool:
    """Play to the middle of a game, where a Monster that a card of the hand can hit lies on the reader.

    Return False when the game ends before that.
    """
    player = AutoPlayer(table, fast=True)
    while not table.over and not _is_worth_it(table):
        player.step()
        await asyncio.sleep(0)
    targets = [play.on[0].name for play in table.people.plays() if play.on]
    if table.over or not targets:
        return False
    still = _stillness(table, app)
    table.lay(targets[0])
    await still()
    return True


def _is_worth_it(table: SimTable) -> bool:
    assert table.game is not None, "a game was begun"
    ground = table.game.table
    return (
        table.can_play
        and ground.turn >= FIRST_TURN
        and len(ground.board) >= FEWEST_MONSTERS
        and any(play.on for play in table.people.plays())
    )


def _stillness(table: SimTable, app: PlayApp) -> Callable[[], Awaitable[None]]:
    """Waits until the window has shown all that was going on."""
    loop = asyncio.get_running_loop()
    moved = loop.time()
    show = table.on_change

    def noticed(change: TableChange) -> None:
        nonlocal moved
        moved = loop.time()
        show(change)

    async def wait() -> None:
        while loop.time() - moved < QUIET_SECONDS:
            await asyncio.sleep(QUIET_SECONDS / 8)
        app.refresh()
        await asyncio.sleep(QUIET_SECONDS / 8)

    table.on_change = noticed
    return wait


# From letters to shapes


def with_shapes(svg: str) -> str:
    """The exported picture with every pixel, block, light and frame as a shape."""
    root = ET.fromstring(svg.replace(_SVG_NAMESPACE, "", 1))
    for style in root.iter("style"):
        style.text = _FAMILY.sub(_FONTS, _FONT_FACE.sub("", style.text or ""))
    for parent in list(root.iter()):
        for place, element in enumerate(list(parent)):
            if element.tag == "text" and element.get("textLength"):
                _reshape(parent, place, element)
    return ET.tostring(root, encoding="unicode").replace("<svg", f"<svg{_SVG_NAMESPACE}", 1) + "\n"


def _reshape(parent: ET.Element, place: int, text: ET.Element) -> None:
    """Puts shapes in the place of a text as far as it has letters that are shapes."""
    _trim(text)
    letters = text.text or ""
    left, top = float(text.get("x", 0)), float(text.get("y", 0)) - _ASCENT
    shapes = "".join(_shape(letter, left + at * _WIDTH, top) for at, letter in enumerate(letters))
    if not shapes:
        return
    rest = "".join("\N{NO-BREAK SPACE}" if _shape(letter, 0, 0) else letter for letter in letters)
    path = ET.Element("path", {"class": text.get("class", ""), "d": shapes})
    path.tail = text.tail
    if not rest.strip(_SPACES):
        parent[place] = path
        return
    text.text = rest
    _trim(text)
    group = ET.Element("g")
    group.extend((path, text))
    parent[place] = group


def _trim(text: ET.Element) -> None:
    """Takes the spaces before and after a text away: not every viewer keeps them."""
    letters = (text.text or "").rstrip(_SPACES)
    kept = letters.lstrip(_SPACES)
    text.set("x", f"{float(text.get('x', 0)) + (len(letters) - len(kept)) * _WIDTH:.1f}")
    text.set("textLength", f"{len(kept) * _WIDTH:.1f}")
    text.text = kept


_HALF, _THIN = _HEIGHT / 2, 1.6
_BLOCKS = {"▀": (0.0, 0.0, 1.0, 0.5), "▄": (0.0, 0.5, 1.0, 0.5), "█": (0.0, 0.0, 1.0, 1.0)}
_FRAMES = {"─": "lr", "│": "tb", "╭": "rb", "╮": "lb", "╰": "rt", "╯": "lt"}
"""Where the strokes of a frame's letter go from its middle: left, right, top, bottom."""
_DISCS = {"●": 4.7, "·": 1.3}


def _shape(letter: str, x: float, y: float) -> str:
    """The path of a letter that is a shape; nothing for any other."""
    if letter in _BLOCKS:
        across, down, wide, high = _BLOCKS[letter]
        return _box(x + across * _WIDTH, y + down * _HEIGHT, wide * _WIDTH, high * _HEIGHT)
    if letter in _FRAMES:
        return "".join(_stroke(way, x, y) for way in _FRAMES[letter])
    if letter in _DISCS:
        return _disc(x + _WIDTH / 2, y + _HALF, _DISCS[letter])
    size = _WIDTH / 2
    return "".join(
        _box(x + across * size, y + down * size, size * 0.88, size * 0.88) for down, across in dots_in(letter)
    )


def _stroke(way: str, x: float, y: float) -> str:
    across, down = x + (_WIDTH - _THIN) / 2, y + (_HEIGHT - _THIN) / 2
    long, high = (_WIDTH + _THIN) / 2, (_HEIGHT + _THIN) / 2
    return {
        "l": _box(x, down, long, _THIN),
        "r": _box(across, down, long, _THIN),
        "t": _box(across, y, _THIN, high),
        "b": _box(across, down, _THIN, high),
    }[way]


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.1f} {y:.1f}h{width:.1f}v{height:.1f}h-{width:.1f}z"


def _disc(x: float, y: float, radius: float) -> str:
    half = f"a{radius} {radius} 0 1 0 "
    return f"M{x - radius:.1f} {y:.1f}{half}{2 * radius:.1f} 0{half}-{2 * radius:.1f} 0z"
