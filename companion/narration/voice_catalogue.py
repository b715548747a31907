"""A catalogue in another voice: some of its messages have words of their own there, the rest are as ever."""

from __future__ import annotations

from collections.abc import Iterator

from companion.narration.catalogue import Catalogue
from companion.narration.patterns import Forms, Pattern


class VoiceCatalogue(Catalogue):
    """The messages of a catalogue, where one called `prefix-message` goes before one called `message`."""

    def __init__(self, plain: Catalogue, prefix: str) -> None:
        self.language = plain.language
        self.numerals = plain.numerals
        self.plain = plain
        self.prefix = prefix
        self._render = plain._render

    def __contains__(self, message: str) -> bool:
        return self._own(message) in self.plain

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain)

    def first(self, *messages: str) -> str:
        """The first of these messages that there is. Raises KeyError when there is none."""
        return next((message for message in messages if message in self), None) or self.plain.first(messages[-1])

    def pattern(self, message: str, form: str) -> Pattern:
        """What a message says in one of its forms, in the plain voice: so one refers to another. Raises KeyError."""
        return self.plain.pattern(message, form)

    def forms(self, message: str) -> Forms:
        """The patterns of a message by their forms. Raises KeyError."""
        return self.plain.forms(self._own(message))

    def _own(self, message: str) -> str:
        own = f"{self.prefix}-{message}"
        return own if own in self.plain else message
