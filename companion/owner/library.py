"""The facts of all boxes, from the data files of the package and from the owner's file on top of them.

The owner of a printed game may know better than this package. The owner's file is TOML with a table for each box that
holds only what differs:

    [castle-panic.tokens.orc]
    count = 12
    verified = true
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from companion.game import boxes
from companion.game.boxes import BOXES
from companion.game.path import make_path
from companion.game.pieces import BoxFacts, Library
from companion.owner.toml_values import TomlTable, overlaid


class LibraryError(Exception):
    """An owner's file that cannot be used; its text is one plain sentence."""


def load_library(owner: Path | None = None) -> Library:
    """Return the facts of all boxes by name, with the owner's file laid over them.

    Raise LibraryError when that file cannot be used.
    """
    raw = {name: _packaged(name) for name in BOXES}
    if owner is not None:
        _overlay(raw, read_owned(owner), owner)
    return {name: _decode(name, facts, owner) for name, facts in raw.items()}


def _packaged(name: str) -> TomlTable:
    room = Path(boxes.__file__).with_name(name.replace("-", "_"))
    return tomllib.loads((room / "facts.toml").read_text(encoding="utf-8"))


def read_owned(path: Path) -> TomlTable:
    """Return the content of an owner's file, unchecked. Raise LibraryError when it cannot be read or is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise LibraryError(f"{path}: cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise LibraryError(f"{path}: not TOML: {error}.") from error


def _overlay(raw: dict[str, TomlTable], owned: TomlTable, path: Path) -> None:
    for box, facts in owned.items():
        if box not in raw or not isinstance(facts, dict):
            raise LibraryError(f"{path}: there is no box {box!r}; the boxes are {', '.join(sorted(raw))}.")
        raw[box] = overlaid(raw[box], facts)


def _decode(name: str, facts: TomlTable, owner: Path | None) -> BoxFacts:
    tokens = facts.get("tokens")
    if isinstance(tokens, dict):
        for kind, token in tokens.items():
            if isinstance(token, dict):  # a file need not repeat these two: the place in the file says them
                token |= {"name": kind, "box": name}
    try:
        box = msgspec.convert(facts, BoxFacts, str_keys=True)
        if box.path:
            make_path(box.path)
        return box
    except (msgspec.ValidationError, ValueError) as error:
        raise LibraryError(f"{owner or name}: box {name}: {error}.") from error
