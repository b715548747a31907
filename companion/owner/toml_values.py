"""TOML data as the standard library reads it, and laying one table over another."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import TypeAlias

TomlValue: TypeAlias = "str | int | float | bool | datetime | date | time | list[TomlValue] | dict[str, TomlValue]"
TomlTable: TypeAlias = dict[str, TomlValue]


def overlaid(under: Mapping[str, TomlValue], over: Mapping[str, TomlValue]) -> TomlTable:
    """Return a table with the values of `over` in place of those in `under`.

    Tables that are in both are joined likewise.
    """
    joined = dict(under)
    for key, value in over.items():
        below = joined.get(key)
        joined[key] = overlaid(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return joined
