"""The owner's own file: what they know better about their boxes than this package does, asked once and kept.

A TOML file that holds only what differs or was confirmed; `companion.owner.library` lays it over the package's facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from companion.files import put
from companion.game.pieces import Library
from companion.owner.library import load_library, read_owned


class Doubt(NamedTuple):
    """A fact of a box that nobody has verified, with the value that is used meanwhile. `fact` is count or health."""

    box: str
    kind: str
    fact: str
    value: int


def doubts(library: Library, *boxes: str) -> list[Doubt]:
    """The unverified facts of some boxes, or of all of them."""
    return [
        Doubt(box, kind.name, fact, getattr(kind, fact))
        for box in boxes or library
        for kind in library[box].tokens.values()
        for fact in kind.doubt
        if not kind.verified
    ]


class OwnerFile:
    """The file at `path`; it appears with the first thing written. One that cannot be used is never overwritten."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def library(self) -> Library:
        """The facts of all boxes with this file laid over them. Raises LibraryError."""
        return load_library(self.path if self.path.exists() else None)

    def confirm(self, doubt: Doubt, value: int) -> None:
        """The owner says what a fact is. Raises LibraryError for what cannot be, then nothing is written; OSError."""
        left = [
            other.fact
            for other in doubts(self.library(), doubt.box)
            if other.kind == doubt.kind and other.fact != doubt.fact
        ]
        told = {doubt.fact: value, "verified": not left, "doubt": left}
        self.learn({doubt.box: {"tokens": {doubt.kind: told}}})

    def learn(self, told: Mapping[str, Any]) -> None:
        """Something that differs, in tables like the file's own, by the box's name. Raises as `confirm`."""
        held = read_owned(self.path) if self.path.exists() else {}
        text = tomli_w.dumps(_joined(held, told))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        put(self.path, text.encode(), mode=0o644, check=load_library)


def _joined(held: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """What the file held, with what was told laid over it."""
    joined = dict(held)
    for key, value in told.items():
        below = joined.get(key)
        joined[key] = _joined(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return joined
