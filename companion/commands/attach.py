"""`companion attach`: talks the table protocol with the running daemon."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.configuration import configured
from companion.commands.exits import EXIT_CONFIG
from companion.owner.strict_toml import ConfigError
from companion.service.sockets import attach


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the daemon's configuration, for the place of its socket"
    )
    parser.add_argument("--socket", type=Path, metavar="PATH", help="the socket itself")


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    try:
        path = arguments.socket or configured(arguments.config)[1].socket
    except ConfigError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    return attach(path)
