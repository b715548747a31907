"""`companion play`: a simulated table."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from companion.commands.desk import add_facts, make_desk
from companion.commands.exits import EXIT_CONFIG, EXIT_WRONG_CALL
from companion.game.boxes import BOXES, GAMES, expansions
from companion.game.rules.options import MOST_PLAYERS, PACES, SETUPS, VERSIONS
from companion.game.rules.refusals import Refused
from companion.narration.phrases import LEVELS, NORMAL
from companion.owner.library import LibraryError
from companion.play.run import own_folder, play
from companion.play.table import NEW_GAME, PlayOptions
from companion.talk.beginnings import options_of
from companion.talk.desk import Desk
from companion.talk.refusals import WRONG_NAMES


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--plain", action="store_true", help="lines only, for screen readers and pipes")
    parser.add_argument("--auto", action="store_true", help="the table plays by itself")
    parser.add_argument("--fast", action="store_true", help="with --auto: without waiting")
    parser.add_argument(
        "--stats",
        type=_count,
        metavar="N",
        help="play N games of each combination of boxes, or of those chosen, and print what came of them",
    )
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
    """Add the flags about a new game. None stands for what was not chosen."""
    variants = sorted(variant for box in BOXES.values() for variant in box.variants)
    new = parser.add_argument_group("a new game", "what it is begun with; a game that was kept goes on as it was begun")
    new.add_argument("--new", action="store_true", help="begin a new game, whatever was kept")
    new.add_argument("--game", choices=GAMES, help=f"which one (default {GAMES[0]})")
    new.add_argument(
        "--box",
        action="append",
        choices=[box for game in GAMES for box in expansions(game)],
        dest="boxes",
        help="an expansion that joins in; say it again for another one",
    )
    new.add_argument(
        "--players",
        type=int,
        choices=range(1, MOST_PLAYERS + 1),
        metavar="N",
        help=f"1 to {MOST_PLAYERS} (default: as many as have names, or 2)",
    )
    new.add_argument("--names", type=_listed, metavar="NAME,NAME", help="how the players are called")
    new.add_argument("--version", choices=VERSIONS, dest="game_version", help=f"by which rules (default {VERSIONS[0]})")
    new.add_argument(
        "--variants", type=_listed, metavar="NAME,NAME", help=f"those that the boxes have: {', '.join(variants)}"
    )
    new.add_argument("--setup", choices=SETUPS, help="how it is set up (default quick)")
    new.add_argument("--pace", choices=PACES, help="guided waits for every act of the hands (default auto)")
    new.add_argument("--seed", type=int, metavar="N", help="its dice, its cards, its bag and its secrets")


def _count(text: str) -> int:
    """Return a number of games. Raise ArgumentTypeError for one that is less than 1 or no number."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games")
    return int(text)


def _listed(text: str) -> tuple[str, ...]:
    """Return the entries of a list with commas."""
    return tuple(entry.strip() for entry in text.split(","))


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    options = _options(arguments)
    try:
        desk = make_desk(arguments.facts)
        _check(options, desk)
    except LibraryError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except Refused as refused:
        print(desk.refusal(refused)["message"], file=sys.stderr)
        return EXIT_WRONG_CALL
    return play(options, desk, plain=arguments.plain, picture=arguments.picture, stats=arguments.stats)


def _check(options: PlayOptions, desk: Desk) -> None:
    """Raise Refused for a new game that cannot be, as the desk does; and where not every player has a name."""
    options_of(options.wish(), desk.library)
    if options.names and len(options.names) != options.players:
        raise Refused(WRONG_NAMES)


def _options(arguments: argparse.Namespace) -> PlayOptions:
    """Return what the player wants."""
    chosen = {name: getattr(arguments, "game_version" if name == "version" else name) for name in NEW_GAME}
    wishes = {name: value for name, value in chosen.items() if value is not None}
    if "names" in wishes:
        wishes.setdefault("players", len(wishes["names"]))
    return PlayOptions(
        state=arguments.state or (Path() if arguments.auto else own_folder(os.environ, Path.home())),
        asked=frozenset(wishes),
        **{name: getattr(arguments, name) for name in ("words", "new", "sound", "auto", "fast")},
        **wishes,
    )
