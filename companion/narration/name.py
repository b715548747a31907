"""A name that is yet to be said: which message, and what fills it. The sentence around it decides on its case."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Fact: TypeAlias = "str | int | Name"
"""What fills one place of a message."""
Facts: TypeAlias = dict[str, Fact]
"""What fills a message, by the names that it has there."""


class Name(NamedTuple):
    """A message that names something, the form that it has by itself, and the facts that fill it."""

    message: str
    form: str
    facts: tuple[tuple[str, Fact], ...] = ()
