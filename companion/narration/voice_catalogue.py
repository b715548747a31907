"""A catalogue in another voice: some of its messages have words of their own there, the rest are as ever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.narration.catalogue import Catalogue


class VoiceCatalogue(Catalogue):
    """The messages of a catalogue, where one called `prefix-message` goes before one called `message`."""

    def __init__(self, plain: Catalogue, prefix: str) -> None:
        self.language = plain.language
        self.plain = plain
        self.prefix = prefix

    def __contains__(self, message: str) -> bool:
        return self._own(message) in self.plain

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain)

    def first(self, *messages: str) -> str:
        """The first of these messages that there is. Raises KeyError when there is none."""
        return next((message for message in messages if message in self), None) or self.plain.first(messages[-1])

    def attributes(self, message: str) -> frozenset[str]:
        """The forms in which a message exists. Raises KeyError."""
        return self.plain.attributes(self._own(message))

    def phrase(self, message: str, form: str, facts: Mapping[str, str | int]) -> str:
        """A message in one of its forms. Raises KeyError."""
        return self.plain.phrase(self._own(message), form, facts)

    def name(self, message: str, form: str, facts: Mapping[str, str | int]) -> str:
        """A name in one of its forms, or its plain value where it has no such form. Raises KeyError."""
        return self.plain.name(self._own(message), form, facts)

    def _own(self, message: str) -> str:
        own = f"{self.prefix}-{message}"
        return own if own in self.plain else message
