"""Configurations as a test writes them: a text in the test itself."""

from __future__ import annotations

from pathlib import Path

from companion.owner.config import Config, decoded
from companion.owner.strict_toml import parse


def from_text(text: str, name: str = "companion.toml", base: Path | None = None) -> Config:
    """Return the configuration in a text; relative paths in it start at `base`, or at the working directory."""
    return decoded(parse(text, name, base or Path.cwd()))
