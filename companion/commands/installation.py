"""The installation that a subcommand examines: the one of a configuration, or the service's."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.checks.machine import LocalMachine
from companion.checks.site import Site, site_of


def add_config(flags: argparse._ActionsContainer) -> None:
    """Add the flag that names the configuration."""
    flags.add_argument(
        "--config", type=Path, metavar="FILE", help="the configuration; without one the service's, if there is one"
    )


def installed(config: Path | None, *, sound: bool) -> Site:
    """Return the installation on this machine. With `sound`, a phrase may be played."""
    return site_of(LocalMachine(), config, Path.home(), sound=sound)
