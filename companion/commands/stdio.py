"""`companion stdio`: talks the table protocol on standard input and output."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from companion.commands.desk import add_facts, make_desk
from companion.commands.exits import EXIT_CONFIG
from companion.journal.errors import JournalError
from companion.owner.library import LibraryError
from companion.talk.desk import Desk
from companion.talk.protocol import EntryKeeper, serve


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument(
        "--journal", type=Path, metavar="FILE", help="keep the game in this file, and go on with the one in it"
    )
    add_facts(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    try:
        desk = make_desk(arguments.facts)
        keeper = _keeper(arguments.journal, desk) if arguments.journal else None
    except LibraryError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    for line in serve(desk, sys.stdin.buffer, keeper):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    return 0


def _keeper(journal: Path, desk: Desk) -> EntryKeeper:
    from companion.journal.keeping import keep_in  # imported here, so that a start without a journal is faster

    return keep_in(journal, desk, time.time, lambda sentence: print(f"{journal}: {sentence}", file=sys.stderr))
