"""`companion export`: writes out a game of the journal, to read it or to play it again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.commands.desk import add_facts, make_desk
from companion.commands.exits import EXIT_CONFIG
from companion.commands.installation import add_config, installed
from companion.journal.archive import KeptGame, kept_games, known_seal
from companion.journal.errors import JournalError
from companion.journal.export import Replayer, chosen, list_of, protocol_of, text_of
from companion.narration.phrases import LEVELS, NORMAL
from companion.owner.library import LibraryError
from companion.owner.strict_toml import ConfigError
from companion.talk.desk import Desk


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--text", action="store_true", help="turn by turn, in the words that were said (this is the default)"
    )
    what.add_argument("--protocol", action="store_true", help="a line for each input, for companion replay and stdio")
    what.add_argument("--list", action="store_true", help="instead: the games that are kept, a line for each")
    parser.add_argument(
        "--game", type=int, metavar="N", help="the number of the game in the list (default: the newest)"
    )
    parser.add_argument("--words", choices=LEVELS, default=NORMAL, help="how much was said")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--journal", type=Path, metavar="FILE", help="the journal")
    add_config(where)
    add_facts(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    try:
        journal, desk = _journal_and_desk(arguments)
        games = kept_games(journal)
    except (ConfigError, LibraryError) as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    kept, words = chosen(games, arguments.game), desk.narrator.catalogue
    if kept is None:
        missing = "export-no-games" if not games else "export-no-such-game"
        print(words.name(missing, "", {"number": arguments.game or 0}), file=sys.stderr)
        return 1
    replayer = Replayer(desk, known_seal(journal))
    for line in list_of(games, replayer) if arguments.list else _lines(arguments, kept, replayer):
        print(line)
    return 0


def _lines(arguments: argparse.Namespace, kept: KeptGame, replayer: Replayer) -> Iterable[str]:
    """Return a game in the format that the user asked for."""
    return protocol_of(kept, replayer) if arguments.protocol else text_of(kept, replayer, arguments.words)


def _journal_and_desk(arguments: argparse.Namespace) -> tuple[Path, Desk]:
    """Return the journal that was named, or the one of the installation. Raise ConfigError or LibraryError."""
    if arguments.journal:
        return arguments.journal, make_desk(arguments.facts)
    site = installed(arguments.config, sound=False)
    if site.refusal:
        raise ConfigError(site.refusal)
    named = arguments.facts or site.config.game.facts
    return site.places.journal, make_desk(named or site.places.boxes, site.config.game.language, named=bool(named))
