"""The owner's own file of box facts: where the owner knows better about the boxes than this package does.

A TOML file that holds only what differs or was confirmed; `companion.owner.library` lays it over the package's facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from companion.files import put
from companion.game.pieces import Library
from companion.owner.library import load_library, read_owned
from companion.owner.toml_values import TomlTable, TomlValue, overlaid


class Doubt(NamedTuple):
    """A fact of a box that nobody has verified. `fact` is the name of a field of `Kind`: count or health."""

    box: str
    kind: str
    fact: str
    value: int
    """The value that is used until somebody verifies it."""


def doubts(library: Library, *boxes: str) -> list[Doubt]:
    """Return the unverified facts of these boxes; without `boxes`, of all."""
    return [
        Doubt(box, kind.name, fact, getattr(kind, fact))
        for box in boxes or library
        for kind in library[box].tokens.values()
        for fact in kind.doubt
        if not kind.verified
    ]


class OwnerFile:
    """The owner's file at `path`. It need not exist: the first fact that is written makes it.

    A file that cannot be used is never overwritten.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def library(self) -> Library:
        """Return the facts of all boxes with this file laid over them. Raise LibraryError when it cannot be used."""
        return load_library(self.path if self.path.exists() else None)

    def confirm(self, doubt: Doubt, value: int) -> None:
        """Write what the owner says about a doubtful fact.

        Raise LibraryError for a value that cannot be, and OSError when the file cannot be written; then nothing has
        changed.
        """
        left = [
            other.fact
            for other in doubts(self.library(), doubt.box)
            if other.kind == doubt.kind and other.fact != doubt.fact
        ]
        told: TomlTable = {doubt.fact: value, "verified": not left, "doubt": [*left]}
        self.learn({doubt.box: {"tokens": {doubt.kind: told}}})

    def learn(self, told: Mapping[str, TomlValue]) -> None:
        """Write facts that differ from the package's, in tables as in the file: by box. Raise as `confirm`."""
        import tomli_w  # imported late: the owner writes facts once, and games are played without it

        held = read_owned(self.path) if self.path.exists() else {}
        text = tomli_w.dumps(overlaid(held, told))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        put(self.path, text.encode(), mode=0o644, check=load_library)
