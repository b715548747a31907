"""The desk of a subcommand that plays or reads games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn

from companion.commands.exits import EXIT_WRONG_CALL
from companion.narration.catalogue import Catalogue
from companion.narration.narrator import Narrator
from companion.owner.box_facts import OwnerFile
from companion.owner.library import LibraryError, load_library
from companion.talk.desk import Desk


def make_desk(facts: Path | None, language: str = "en", *, named: bool = True) -> Desk:
    """Return a desk with the facts of the boxes and the words of a language. Raise LibraryError when there are none.

    `facts` is the owner's own file. It must exist when the user has `named` it.
    """
    languages = Catalogue.languages()
    if language not in languages:
        raise LibraryError(f"There are no words for the language {language!r}, only for: {', '.join(languages)}.")
    owner = None if facts is None else OwnerFile(facts)
    library = load_library(facts) if named or owner is None else owner.library()
    desk = Desk(library, Narrator(Catalogue.load(language)))
    desk.owner = owner
    return desk


def add_facts(parser: argparse.ArgumentParser) -> None:
    """Add the flag that names the owner's own file."""
    parser.add_argument("--facts", type=Path, metavar="FILE", help="what the owner knows better about the boxes (TOML)")
    parser.add_argument("--boxes", action=_FormerName, nargs="?", help=argparse.SUPPRESS)


class _FormerName(argparse.Action):
    """Ends the process as a wrong call: the flag has another name today."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None
    ) -> NoReturn:
        """Say the name in one sentence. Raise SystemExit with status 2."""
        parser.exit(EXIT_WRONG_CALL, "The owner's file of box facts is named with --facts now, not with --boxes.\n")
