"""The command `companion`: its subcommands, and how the one that the user wants is found.

Only the module of that subcommand is imported, so that each starts fast.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType, ModuleType

from companion.commands.exits import EXIT_INTERRUPTED

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "stdio": "speak the table protocol on standard input and output",
        "run": "serve a table: the daemon",
        "attach": "speak the table protocol with the running daemon",
        "tags": "teach stickers their pieces",
        "play": "play at a simulated table: no hardware, no sound card",
        "doctor": "look everything over, and say how to mend what is wrong",
        "bundle": "put together what a bug report needs, without names and secrets",
        "boxes": "what nobody has verified about the boxes, and your answers to it",
        "export": "write out a game that was kept, to read it or to play it again",
        "replay": "play an exported game again, and say what differs from then",
    }
)
"""Every subcommand with its help. The module of its name in this room has `add` (its flags) and `run` (its body)."""


def main(arguments: list[str] | None = None) -> int:
    """Run the subcommand that the arguments name and return the exit status.

    None stands for the arguments of the process.

    Arguments that argparse does not understand end the process with status 2 (SystemExit).
    """
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(words: list[str]) -> int:
    parser = _parser(_asked(words))
    arguments = parser.parse_args(words)
    if arguments.version:
        from importlib.metadata import version  # imported late: it brings the email parser, which no other flag needs

        print(version("castle-companion"))
        return 0
    if arguments.run is None:
        parser.print_help()
        return 2
    return int(arguments.run(arguments))


def _asked(words: list[str]) -> str | None:
    """Return the subcommand's name: the first word that is not a flag, because no flag before it takes a value."""
    return next((word for word in words if not word.startswith("-")), None)


def _parser(asked: str | None) -> argparse.ArgumentParser:
    """Return the parser of all subcommands; it knows the flags of the one that the user wants, and of no other."""
    parser = argparse.ArgumentParser(
        prog="companion", description="An unofficial companion for the board game Castle Panic."
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands")
    for name, told in COMMANDS.items():
        command = commands.add_parser(name, help=told)
        if name == asked:
            _fill(command, name)
    return parser


def _fill(command: argparse.ArgumentParser, name: str) -> None:
    module = _imported(name)
    module.add(command)
    command.set_defaults(run=module.run)


def _imported(name: str) -> ModuleType:
    """Import the module of a subcommand, and set apart from the search for garbage what it brings.

    It stays to the end of the process: to go through it again and again is a twelfth of a start.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return import_module(f"companion.commands.{name}")
    finally:
        gc.freeze()
        if collecting:
            gc.enable()
