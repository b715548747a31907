"""Reads the facts of the boxes: the data files of the package, and an owner's file on top of them.

The owner of a printed game may know better than this package. Their file is TOML with a table for each box, holding
only what differs:

    [castle-panic.tokens.orc]
    count = 12
    verified = true
"""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from companion.game.boxes import BOXES
from companion.game.path import make_path
from companion.game.pieces import BoxFacts, Library


class LibraryError(Exception):
    """An owner's file that cannot be used; its text is one plain sentence."""


def load_library(owner: Path | None = None) -> Library:
    """The facts of all boxes, with the owner's file laid over them. Raises LibraryError when it cannot be used."""
    raw = {name: _packaged(name) for name in BOXES}
    if owner is not None:
        _overlay(raw, read_owned(owner), owner)
    return {name: _decode(name, facts, owner) for name, facts in raw.items()}


def _packaged(name: str) -> dict[str, Any]:
    room = resources.files("companion.game.boxes").joinpath(name.replace("-", "_"))
    return tomllib.loads(room.joinpath("facts.toml").read_text(encoding="utf-8"))


def read_owned(path: Path) -> dict[str, Any]:
    """What an owner's file holds, unchecked. Raises LibraryError when it is no TOML or cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise LibraryError(f"{path}: cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise LibraryError(f"{path}: not TOML: {error}.") from error


def _overlay(raw: dict[str, dict[str, Any]], owned: dict[str, Any], path: Path) -> None:
    for box, facts in owned.items():
        if box not in raw or not isinstance(facts, dict):
            raise LibraryError(f"{path}: there is no box {box!r}; the boxes are {', '.join(sorted(raw))}.")
        _merge(raw[box], facts)


def _merge(under: dict[str, Any], over: dict[str, Any]) -> None:
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(under.get(key), dict):
            _merge(under[key], value)
        else:
            under[key] = value


def _decode(name: str, facts: dict[str, Any], owner: Path | None) -> BoxFacts:
    for kind, token in facts.get("tokens", {}).items():
        if isinstance(token, dict):
            token |= {"name": kind, "box": name}
    try:
        box = msgspec.convert(facts, BoxFacts, str_keys=True)
        if box.path:
            make_path(box.path)
        return box
    except (msgspec.ValidationError, ValueError) as error:
        raise LibraryError(f"{owner or name}: box {name}: {error}.") from error
