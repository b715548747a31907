"""The configuration that a subcommand is called with, and the places that follow from it on this machine."""

from __future__ import annotations

import os
from pathlib import Path

from companion.owner.config import Config, Places, load, places


def configured(path: Path | None) -> tuple[Config, Places]:
    """The configuration of a file, or the empty one, and where it keeps things. Raises ConfigError."""
    config = load(path) if path else Config()
    return config, places(config, os.environ, Path.home())
