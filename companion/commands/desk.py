"""The desk of a subcommand that plays or reads games."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.narration.catalogue import Catalogue
from companion.narration.narrator import Narrator
from companion.owner.box_facts import OwnerFile
from companion.owner.library import LibraryError, load_library
from companion.talk.desk import Desk


def make_desk(boxes: Path | None, language: str = "en", *, named: bool = True) -> Desk:
    """Return a desk with the facts of the boxes and the words of a language. Raise LibraryError when there are none.

    `boxes` is the owner's own file. It must exist when the user has `named` it.
    """
    languages = Catalogue.languages()
    if language not in languages:
        raise LibraryError(f"There are no words for the language {language!r}, only for: {', '.join(languages)}.")
    owner = None if boxes is None else OwnerFile(boxes)
    library = load_library(boxes) if named or owner is None else owner.library()
    desk = Desk(library, Narrator(Catalogue.load(language)))
    desk.owner = owner
    return desk


def add_boxes(parser: argparse.ArgumentParser) -> None:
    """Add the flag that names the owner's own file."""
    parser.add_argument("--boxes", type=Path, metavar="FILE", help="what the owner knows better about the boxes (TOML)")
