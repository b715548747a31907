"""The path of My First Castle Panic: a row of spaces, each with a colour and a shape. Pure geometry.

Source: My First Castle Panic rulebook, Setup and Play 1 Card. Which colour and shape a space has is data of the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.game.board import COLORS

SHAPES: Final = ("circle", "square", "triangle")
SHORTEST_PATH: Final = 4
"""Three starting monsters and one more must have a space each."""


class PathSpace:
    """One space of the path, numbered from 1 (START). Made once for a game; compare with `is`."""

    __slots__ = ("number", "name", "color", "shape", "after")

    after: PathSpace | None
    """The next space toward the castle; none for the last one, which lies right before the wall."""

    def __init__(self, number: int, color: str, shape: str) -> None:
        self.number = number
        self.name = f"space-{number}"
        self.color = color
        self.shape = shape
        self.after = None

    def __repr__(self) -> str:
        return self.name


def make_path(marks: Sequence[tuple[str, str]]) -> tuple[PathSpace, ...]:
    """The spaces of a path by their colours and shapes, START first. Raises ValueError for marks that make no path."""
    if len(marks) < SHORTEST_PATH:
        raise ValueError(f"a path has at least {SHORTEST_PATH} spaces, not {len(marks)}")
    for color, shape in marks:
        if color not in COLORS or shape not in SHAPES:
            raise ValueError(f"no space of a path is a {color} {shape}")
    spaces = tuple(PathSpace(number, color, shape) for number, (color, shape) in enumerate(marks, 1))
    for here, there in zip(spaces, spaces[1:], strict=False):
        here.after = there
    return spaces
