"""My First Castle Panic on the ring and in the ear: a path in place of arcs, and what happens at its end."""

from __future__ import annotations

from companion.channels.at_rest import ArcLight, SpaceLight
from companion.channels.box_signs import BoxSigns
from companion.game.boxes.my_first.path import Path
from companion.game.rules.table import Table


def picture(table: Table) -> list[ArcLight] | None:
    """What the path of a table shows at rest; none at the table of another box."""
    path = table.parts.get("path")
    return path_picture(path) if isinstance(path, Path) else None


def path_picture(path: Path) -> list[ArcLight]:
    """What each space of a path shows at rest, START first, and then the wall and the castle."""
    taken = [(space.color, int(bool(path.at(space)))) for space in path.spaces]
    spaces = [SpaceLight(near=near, wall=False, tower=False, color=color) for color, near in taken]
    return [*spaces, SpaceLight(wall=path.wall, tower=path.castle)]


SIGNS = BoxSigns(
    earcons={"castle-flattened": "tower-falls", "wall-bumped": "wall-falls", "monster-caught": "slain"},
    picture=picture,
)
