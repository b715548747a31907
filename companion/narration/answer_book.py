"""What every answer is made of: messages in one form, and lists for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.narration.catalogue import sentences
from companion.narration.name import Fact, Facts
from companion.narration.phrases import SCREEN

if TYPE_CHECKING:
    from companion.game.rules.table import Table
    from companion.narration.names import Names


class AnswerBook:
    """Makes the parts of answers in one form (brief, normal, verbose or screen) about one table."""

    def __init__(self, names: Names, table: Table, form: str) -> None:
        self.names = names
        self.table = table
        self.form = form

    def say(self, message: str, **facts: Fact) -> str:
        """A message, as sentences where it is said. Raises KeyError."""
        phrase = self.names.catalogue.phrase(message, self.form, facts)
        return phrase if self.form == SCREEN else sentences(phrase)

    def phrase(self, message: str, **facts: Fact) -> str:
        """A message without lengths. Raises KeyError."""
        return self.names.catalogue.phrase(message, "", facts)

    def listed(self, name: str, entries: Sequence[Fact]) -> Facts:
        """Some entries in a row, and how many they are."""
        return {name: self.names.listed(entries), f"{name}_count": len(entries)}

    def together(self, name: str, entries: Sequence[Fact]) -> Facts:
        """The same for phrases that have commas in them."""
        return {name: self.joined(entries), f"{name}_count": len(entries)}

    def joined(self, entries: Sequence[Fact]) -> Fact:
        """Phrases that have commas in them, in a row."""
        return self.names.listed(entries, "list-long", "list-long")
