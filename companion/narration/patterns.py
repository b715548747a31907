"""The elements of a prepared message, and how they become text.

`companion.narration.prepare` writes them from Fluent's syntax, as arrays that begin with a tag.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from companion.narration.name import Fact


class Lexicon(Protocol):
    """What a pattern needs of the catalogue through which it is said."""

    def pattern(self, message: str, form: str) -> Pattern:
        """Return what a message or a term says, in the plain voice. Raise KeyError."""

    def words(self, fact: Fact) -> str:
        """Return a fact as text. Raise KeyError."""

    def inflected(self, fact: Fact, form: str) -> Fact:
        """Return a name in a form, other facts as they are. Raise KeyError."""

    def category(self, number: int) -> str:
        """Return the plural category of a number."""


class Scope(NamedTuple):
    """What can be seen from within a pattern. In a term, these are its parameters, any of which may be missing."""

    facts: Mapping[str, Fact]
    lexicon: Lexicon
    in_term: bool = False


class Variable(msgspec.Struct, frozen=True, array_like=True, tag="fact", gc=False):
    """A fact."""

    name: str

    def value(self, scope: Scope) -> Fact:
        """Return the fact. Raise KeyError."""
        return scope.facts[self.name]


class FormOf(msgspec.Struct, frozen=True, array_like=True, tag="form", gc=False):
    """A fact in a form: `FORM($who, "dative")`."""

    name: str
    form: str

    def value(self, scope: Scope) -> Fact:
        """Return the fact in that form. Raise KeyError."""
        return scope.lexicon.inflected(scope.facts[self.name], self.form)


class Reference(msgspec.Struct, frozen=True, array_like=True, tag="message", gc=False):
    """Another message. It sees the same facts."""

    message: str
    form: str

    def value(self, scope: Scope) -> Fact:
        """Return its text. Raise KeyError."""
        return text(scope.lexicon.pattern(self.message, self.form), scope)


class TermReference(msgspec.Struct, frozen=True, array_like=True, tag="term", gc=False):
    """A term. It sees its parameters alone."""

    term: str
    form: str
    parameters: dict[str, str | int]

    def value(self, scope: Scope) -> Fact:
        """Return its text. Raise KeyError."""
        inside = Scope(self.parameters, scope.lexicon, in_term=True)
        return text(scope.lexicon.pattern(self.term, self.form), inside)


class Selection(msgspec.Struct, frozen=True, array_like=True, tag="select", gc=False):
    """One of several patterns: the one of exactly this number, of its plural category or of this word."""

    selector: Element
    numbers: dict[int, Pattern]
    words: dict[str, Pattern]
    default: Pattern

    def value(self, scope: Scope) -> Fact:
        """Return the text of the pattern that fits. Raise KeyError."""
        return text(self._fitting(scope), scope)

    def _fitting(self, scope: Scope) -> Pattern:
        selector = self.selector
        if scope.in_term and isinstance(selector, Variable) and selector.name not in scope.facts:
            return self.default
        fact = _value(selector, scope)
        if not isinstance(fact, int):
            return self.words.get(scope.lexicon.words(fact), self.default)
        found = self.numbers.get(fact)
        return self.words.get(scope.lexicon.category(fact), self.default) if found is None else found


Element: TypeAlias = str | int | Variable | FormOf | Reference | TermReference | Selection
"""A piece of text, a number, or what is to be put in."""
Pattern: TypeAlias = str | tuple[Element, ...]
"""What a message says in one of its forms."""
Forms: TypeAlias = dict[str, Pattern]
"""A message: its patterns by their forms. The plain value has the empty one."""


def text(pattern: Pattern, scope: Scope) -> str:
    """Return a pattern as text. Raise KeyError for a fact, a message or a form that is missing."""
    if isinstance(pattern, str):
        return pattern
    return "".join(
        [element if isinstance(element, str) else scope.lexicon.words(_value(element, scope)) for element in pattern]
    )


def _value(element: Element, scope: Scope) -> Fact:
    return element if isinstance(element, str | int) else element.value(scope)
