"""The path of My First Castle Panic: a row of spaces, each with a color and a shape. Geometry only, no rules.

Source: My First Castle Panic rulebook, Setup and Play 1 Card. The color and shape of each space are data of the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.game.board import COLORS

SHAPES: Final = ("circle", "square", "triangle")
SHORTEST_PATH: Final = 4
"""Each of the three starting monsters, and the one that a variant adds, needs a space of its own."""


class PathSpace:
    """One space of the path, numbered from 1 (START). They are made once for a game, so compare them with `is`."""

    __slots__ = ("number", "name", "color", "shape", "after")

    after: PathSpace | None
    """The next space toward the castle; None for the last space, which is directly in front of the wall."""

    def __init__(self, number: int, color: str, shape: str) -> None:
        self.number = number
        self.name = f"space-{number}"
        self.color = color
        self.shape = shape
        self.after = None

    def __repr__(self) -> str:
        return self.name


def make_path(marks: Sequence[tuple[str, str]]) -> tuple[PathSpace, ...]:
    """Make the spaces of a path from (color, shape) pairs, START first.

    Raise ValueError when the path is too short or has an unknown color or shape.
    """
    if len(marks) < SHORTEST_PATH:
        raise ValueError(f"a path has at least {SHORTEST_PATH} spaces, not {len(marks)}")
    for color, shape in marks:
        if color not in COLORS or shape not in SHAPES:
            raise ValueError(f"no space of a path is a {color} {shape}")
    spaces = tuple(PathSpace(number, color, shape) for number, (color, shape) in enumerate(marks, 1))
    for here, there in zip(spaces, spaces[1:], strict=False):
        here.after = there
    return spaces
