"""`companion replay`: plays an exported game again, and tells what differs from the recorded result."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.desk import add_facts, make_desk
from companion.commands.exits import EXIT_CONFIG, EXIT_NOTHING_RECORDED
from companion.owner.library import LibraryError
from companion.talk.replay import replay


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what companion export --protocol has written")
    add_facts(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    try:
        desk = make_desk(arguments.facts)
        lines = arguments.file.read_bytes().splitlines()
    except LibraryError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except OSError as error:
        print(f"{arguments.file}: cannot be read: {error.strerror}.", file=sys.stderr)
        return 1
    same = replay(desk, lines, print)
    return EXIT_NOTHING_RECORDED if same is None else 0 if same else 1
