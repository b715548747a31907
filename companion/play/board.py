"""The board and the ring of lights around it, painted in letters of a terminal. Pure: no terminal library, no device.

A letter is about twice as high as wide, so that a half block is a square pixel; a board of `height` lines is a disc
of twice as many columns. Arc 1 begins at the top and the arcs run clockwise, as on the real board. Nothing is told
by color alone: arcs have numbers, Monsters names and health, a Wall that is gone leaves a gap, a light that is
dark is a dot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.channels.at_rest import RGB
from companion.game.board import ARCS, CASTLE, RINGS
from companion.game.rules.table import Table

SMALLEST = 17
"""Lines of the smallest disc on which names find room."""

_ZONES = (
    (0.25, CASTLE),
    (0.295, "wall"),
    (0.435, "swordsman"),
    (0.58, "knight"),
    (0.725, "archer"),
    (0.88, "forest"),
    (1.0, "rim"),
)
"""What lies up to which part of the radius."""
_TINTS: dict[str, RGB] = {"red": (150, 44, 36), "green": (22, 118, 92), "blue": (44, 72, 168)}
_SHADES = {"swordsman": 0.80, "knight": 0.64, "archer": 0.50, "forest": 0.36}
_RIM: RGB = (14, 17, 24)
_FLOOR: RGB = (58, 54, 48)
_STONE: RGB = (214, 204, 184)
_FORT: RGB = (255, 214, 102)
_RUBBLE: RGB = (30, 28, 26)
_INK: RGB = (255, 255, 255)
_FAINT: RGB = (104, 108, 120)
_TOWER, _RUIN, _LIT, _DARK = "♜", "×", "●", "·"


class Cell(NamedTuple):
    """One letter; `ground` is none outside of the disc. `target` says what a click there means: a piece, an arc."""

    letter: str
    ink: RGB
    ground: RGB | None
    bold: bool = False
    target: str = ""


class Run(NamedTuple):
    """A place for letters: a line, and its columns from `left` on."""

    line: int
    left: int


class Disc:
    """The geometry of a board of so many lines: which pixel is what, and where names find room."""

    def __init__(self, height: int) -> None:
        self.height = height
        self.width = 2 * height
        self._places: dict[tuple[str, int], list[Run]] = {}
        self._lights: dict[int, list[Run]] = {}
        self.zones = [[self._zone(x, y) for x in range(self.width)] for y in range(2 * height)]
        self.spaces = {f"{ring}-{arc}": self._cells_of(ring, (arc,)) for ring in RINGS for arc in ARCS}

    def _polar(self, x: float, y: float) -> tuple[float, float]:
        """The part of the radius, and the turns clockwise from the top, of a point in pixels."""
        across, down = x - self.height, y - self.height
        return math.hypot(across, down) / self.height, math.atan2(across, -down) / math.tau % 1.0

    def _zone(self, x: int, y: int) -> tuple[str, int]:
        """What a pixel is, and its arc; an arc of 0 is the line between two."""
        radius, turn = self._polar(x + 0.5, y + 0.5)
        zone = next((name for limit, name in _ZONES if radius < limit), "")
        past_the_line = (turn * 6 % 1.0) * math.tau / 6 * radius * self.height
        border = past_the_line < 1.0 and zone not in ("rim", CASTLE, "")
        return zone, 0 if border else int(turn * 6) + 1

    def point(self, radius: float, turn: float) -> Run:
        """The cell at a part of the radius and so many turns from the top."""
        across, down = (
            math.sin(turn * math.tau) * radius * self.height,
            -math.cos(turn * math.tau) * radius * self.height,
        )
        column, line = int(self.height + across), int((self.height + down) / 2)
        return Run(min(max(line, 0), self.height - 1), min(max(column, 0), self.width - 1))

    def _cells_of(self, zone: str, arcs: Collection[int]) -> frozenset[tuple[int, int]]:
        """The cells, by line and column, of which a half at least is a zone of some arcs."""
        pixels = [
            (y // 2, x)
            for y, row in enumerate(self.zones)
            for x, (name, arc) in enumerate(row)
            if name == zone and arc in arcs
        ]
        return frozenset(pixels)

    def lights(self, count: int) -> Sequence[Run]:
        """Where the lights of the ring are, from arc 1 on, each in a cell of its own."""
        if count not in self._lights:
            free = {Run(line, column) for line, column in self._cells_of("rim", range(1, 7))}
            self._lights[count] = []
            for number in range(count):
                ideal = self.point(0.955, (number + 0.5) / count)
                place = min(free, key=lambda run: (2 * abs(run.line - ideal.line) + abs(run.left - ideal.left), run))
                free.discard(place)
                self._lights[count].append(place)
        return self._lights[count]

    def label(self, arc: int, count: int) -> Run:
        """Where the two letters that name an arc are, between it and the `count` lights."""
        ideal = self.point(0.90, (arc - 0.5) / 6)
        inner = Run(ideal.line, ideal.left - (ideal.left > self.height))
        lights = set(self.lights(count))
        near = [Run(inner.line + down, inner.left + across) for down in (-1, 0, 1) for across in (-2, -1, 0, 1, 2)]
        free = [run for run in near if not {run, Run(run.line, run.left + 1)} & lights]
        return min(free or [inner], key=lambda run: (2 * abs(run.line - inner.line) + abs(run.left - inner.left), run))

    def places(self, space: str, length: int) -> Sequence[Run]:
        """Where a name of so many letters fits into a space, the middle of it first."""
        found = self._places.get((space, length))
        if found is None:
            found = self._places[space, length] = self._find_places(space, length)
        return found

    def _find_places(self, space: str, length: int) -> list[Run]:
        cells = self.spaces[space]
        middle = (sum(line for line, _ in cells) / len(cells), sum(column for _, column in cells) / len(cells))
        runs = [Run(line, left) for line, left in cells if all((line, left + at) in cells for at in range(length))]
        return sorted(
            runs, key=lambda run: (2 * abs(run.line - middle[0]) + abs(run.left + (length - 1) / 2 - middle[1]), run)
        )


@lru_cache(maxsize=8)
def disc(height: int) -> Disc:
    """The disc of so many lines."""
    return Disc(height)


Walls = tuple[tuple[bool, bool], ...]
"""Of each Wall, arc 1 first, whether it stands and whether it is fortified."""


@lru_cache(maxsize=16)
def ground(height: int, walls: Walls) -> list[list[Cell]]:
    """The board without all that stands on it. Not to be changed."""
    shape = disc(height)
    return [[_bare(shape, line, column, walls) for column in range(shape.width)] for line in range(height)]


def _bare(shape: Disc, line: int, column: int, walls: Walls) -> Cell:
    upper, lower = shape.zones[2 * line][column], shape.zones[2 * line + 1][column]
    above, below = _color_of(*upper, walls), _color_of(*lower, walls)
    arc = lower[1] or upper[1]
    target = ARCS[arc].name if arc and (above or below) else ""
    if above == below:
        return Cell(" ", _INK, above, target=target)
    if above is None:
        return Cell("▄", below or _RIM, None, target=target)
    return Cell("▀", above, below, target=target)


def _color_of(zone: str, arc: int, walls: Walls) -> RGB | None:
    if not zone or zone == "rim":
        return _RIM if zone else None
    if zone == CASTLE:
        return _FLOOR
    if zone == "wall":
        standing, fortified = walls[arc - 1] if arc else (False, False)
        return _RUBBLE if not standing else _FORT if fortified else _STONE
    return shaded(_TINTS[ARCS[arc].color], _SHADES[zone]) if arc else _RIM


class Painter:
    """Paints one table. `name` gives the name of a kind, `color` that of a color."""

    def __init__(
        self, table: Table, lights: Sequence[RGB], name: Callable[[str], str], color: Callable[[str], str]
    ) -> None:
        self._table = table
        self._lights = lights
        self._name = name
        self._color = color

    def paint(self, height: int, chosen: str = "") -> list[list[Cell]]:
        """The board in so many lines, SMALLEST or more. `chosen` is a piece that stands out."""
        shape = disc(height)
        walls = tuple((wall.standing, wall.fortified) for wall in self._table.walls)
        cells = [list(row) for row in ground(height, walls)]
        self._write_lights(shape, cells)
        self._write_arcs(shape, cells)
        self._write_castle(shape, cells)
        self._write_monsters(shape, cells, chosen)
        return cells

    # What stands on it

    def _write(
        self, cells: list[list[Cell]], run: Run, text: str, ink: RGB, target: str, ground: RGB | None = None
    ) -> None:
        for at, letter in enumerate(text):
            under = cells[run.line][run.left + at]
            solid = ground or (under.ground if under.letter == " " or under.ground else under.ink)
            cells[run.line][run.left + at] = Cell(letter, ink, solid, True, target or under.target)

    def _write_lights(self, shape: Disc, cells: list[list[Cell]]) -> None:
        for light, run in zip(self._lights, shape.lights(len(self._lights)), strict=True):
            lit = any(light)
            self._write(cells, run, _LIT if lit else _DARK, seen(light) if lit else _FAINT, "", _RIM)

    def _write_arcs(self, shape: Disc, cells: list[list[Cell]]) -> None:
        for arc in ARCS.values():
            label = f"{arc.number}{self._color(arc.color)[:1].upper()}"
            run = shape.label(arc.number, len(self._lights))
            self._write(cells, run, label, shaded(_TINTS[arc.color], 1.7), arc.name, _RIM)

    def _write_castle(self, shape: Disc, cells: list[list[Cell]]) -> None:
        for tower in self._table.towers:
            run = shape.point(0.205, (tower.arc - 0.5) / 6)
            self._write(
                cells,
                run,
                _TOWER if tower.standing else _RUIN,
                _STONE if tower.standing else _FAINT,
                ARCS[tower.arc].name,
                _FLOOR,
            )
        for wall in self._table.walls:
            if wall.standing and wall.fortified:
                self._write(cells, shape.point(0.275, (wall.arc - 0.5) / 6), "#", _RUBBLE, ARCS[wall.arc].name, _FORT)

    def _write_monsters(self, shape: Disc, cells: list[list[Cell]], chosen: str) -> None:
        taken = {(line, column) for line, row in enumerate(cells) for column, cell in enumerate(row) if cell.bold}
        for monster in self._table.board:
            self._write_monster(shape, cells, monster, taken, monster.name == chosen)

    def _write_monster(
        self, shape: Disc, cells: list[list[Cell]], monster: Any, taken: set[tuple[int, int]], chosen: bool
    ) -> None:
        """Writes a Monster into its space, near the middle and with as many letters as there is room for."""
        for letters in (6, 3, 2, 1) if shape.height > 24 else (3, 2, 1):
            label = short(self._name(monster.kind.name), letters) + marks(monster)
            for run in shape.places(monster.place.name, len(label)):
                gap = letters > 1
                cover = {(run.line, run.left + at) for at in range(-gap, len(label) + gap)}
                if not cover & taken:
                    taken |= cover
                    self._write(cells, run, label, _RIM if chosen else _INK, monster.name, _INK if chosen else None)
                    return
        self._write_crowd(shape, cells, monster)

    def _write_crowd(self, shape: Disc, cells: list[list[Cell]], monster: Any) -> None:
        """There is no room left in the space: a sign that there are more."""
        run = shape.places(monster.place.name, 1)[0]
        self._write(cells, run, "+", _FORT, monster.name)


def marks(monster: Any) -> str:
    """What stands behind a Monster's name: its health, one star for each Flame, a wave for Tar."""
    return f"{monster.health}{'*' * monster.flames}{'~' if monster.tarred else ''}"


def short(name: str, letters: int) -> str:
    """A name in so many letters, or its initials where it has several words."""
    words = name.split()
    if len(words) > 1:
        return "".join(word[0] for word in words).upper()
    whole = letters if len(name) <= letters else min(letters, 3)
    return name[:whole].capitalize()


def shaded(color: RGB, factor: float) -> RGB:
    """A color darker or brighter by a factor."""
    red, green, blue = (min(255, round(part * factor)) for part in color)
    return red, green, blue


def seen(light: RGB) -> RGB:
    """How a light looks to the eye: its duty is proportional to light, a screen's numbers are not."""
    red, green, blue = (round(255 * min(1.0, part / 170) ** 0.55) for part in light)
    return red, green, blue


def arc_lines(
    table: Table, lights: Sequence[RGB], arc: int, name: Callable[[str], str], color: Callable[[str], str]
) -> tuple[str, str]:
    """An arc in two lines of letters: its lights with Wall and Tower, and its Monsters with their rings' initials."""
    share = lights[(arc - 1) * len(lights) // 6 : arc * len(lights) // 6]
    shown = "".join(_LIT if any(light) else _DARK for light in share)
    wall, tower = table.wall(arc), table.tower(arc)
    built = ("#" if wall.fortified else "‖") if wall.standing else " "
    head = f"{arc}{color(ARCS[arc].color)[:1].upper()} {shown} {built}{_TOWER if tower.standing else _RUIN}"
    monsters = [monster for monster in table.board if monster.place.arc == arc]
    listed = [
        f"{short(name(monster.kind.name), 2)}{marks(monster)}{monster.place.ring[0]}"
        for monster in sorted(monsters, key=nearness)
    ]
    return head, " ".join(listed)


def nearness(monster: Any) -> int:
    """How far a Monster has still to go."""
    return int(monster.place.distance)
