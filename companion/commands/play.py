"""`companion play`: a simulated table."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from companion.commands.desk import add_facts, make_desk
from companion.commands.exits import EXIT_CONFIG
from companion.game.boxes import GAMES
from companion.game.rules.options import MOST_PLAYERS, PACES, SETUPS
from companion.narration.phrases import LEVELS, NORMAL
from companion.owner.library import LibraryError
from companion.play.run import own_folder, play
from companion.play.table import PlayOptions


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--plain", action="store_true", help="lines only, for screen readers and pipes")
    parser.add_argument("--auto", action="store_true", help="the table plays by itself")
    parser.add_argument("--fast", action="store_true", help="with --auto: without waiting")
    _add_game(parser)
    parser.add_argument("--words", choices=LEVELS, default=NORMAL, help="how much is said")
    add_facts(parser)
    parser.add_argument("--state", type=Path, metavar="DIR", help="where the game is kept")
    parser.add_argument("--sound", action="store_true", help="speak, through the sound card")
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help="draw a moment of a game as SVG (or its screen alone as PNG) and end",
    )


def _add_game(parser: argparse.ArgumentParser) -> None:
    """Add the flags about a new game."""
    parser.add_argument("--new", action="store_true", help="begin a new game, whatever was kept")
    parser.add_argument("--seed", type=int, metavar="N", help="of a new game: its dice, its cards and its bag")
    parser.add_argument(
        "--players",
        type=int,
        choices=range(1, MOST_PLAYERS + 1),
        default=2,
        metavar="N",
        help="of a new game: 1 to 6 (default 2)",
    )
    parser.add_argument("--game", choices=GAMES[:1], default=GAMES[0], help="of a new game: which one")
    parser.add_argument("--setup", choices=SETUPS, default="quick", help="of a new game: how it is set up")
    parser.add_argument(
        "--pace",
        choices=PACES,
        default="auto",
        help="of a new game: guided waits for every act of the hands",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    try:
        desk = make_desk(arguments.facts)
    except LibraryError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    wishes = {name: getattr(arguments, name) for name in PlayOptions.__struct_fields__ if name != "state"}
    state = arguments.state or (Path() if arguments.auto else own_folder(os.environ, Path.home()))
    return play(PlayOptions(state=state, **wishes), desk, plain=arguments.plain, picture=arguments.picture)
