"""The command `companion`. Every subcommand is imported only when it is called, so that each starts fast."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.desk import Desk

EXIT_CONFIG = 78
"""A configuration that cannot be used (sysexits.h, EX_CONFIG): a restart would not help."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command. Gives the exit status."""
    arguments = _parser().parse_args(argv)
    if arguments.version:
        print(version("castle-companion"))
        return 0
    if arguments.run is None:
        _parser().print_help()
        return 2
    return int(arguments.run(arguments))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="An unofficial companion for the board game Castle Panic.")
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands")
    stdio = commands.add_parser("stdio", help="speak the table protocol on standard input and output")
    stdio.add_argument("--journal", type=Path, metavar="FILE", help="keep the game in this file, and go on with the one in it")
    stdio.add_argument("--boxes", type=Path, metavar="FILE", help="what the owner knows better about the boxes (TOML)")
    stdio.set_defaults(run=_stdio)
    return parser


def make_desk(boxes: Path | None, language: str = "en") -> Desk:
    """A desk with the facts of the boxes and the words of a language."""
    from companion.desk import Desk
    from companion.library import load_library
    from companion.narration.catalogue import Catalogue
    from companion.narration.narrator import Narrator

    return Desk(load_library(boxes), Narrator(Catalogue.load(language)))


def _stdio(arguments: argparse.Namespace) -> int:
    from companion.journal import Journal, JournalError, resume
    from companion.library import LibraryError
    from companion.protocol import serve

    try:
        desk = make_desk(arguments.boxes)
        journal = Journal(arguments.journal, time.time) if arguments.journal else None
        if journal:
            resume(desk, journal)
    except LibraryError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    for line in serve(desk, sys.stdin.buffer, journal):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
