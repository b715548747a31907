"""The configuration that a subcommand is called with, and where it keeps its files on this machine."""

from __future__ import annotations

import os
from pathlib import Path

from companion.owner.config import Config, Places, load, places


def configured(path: Path | None) -> tuple[Config, Places]:
    """Return the configuration in a file, or the empty one when `path` is None, and its places. Raise ConfigError."""
    config = load(path) if path else Config()
    return config, places(config, os.environ, Path.home())
