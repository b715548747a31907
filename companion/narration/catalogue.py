"""The words of one language: a catalogue of Fluent messages (https://projectfluent.org).

A language is a folder beside this module; each of its `.ftl` files holds some of the messages. A message has the
attributes brief, normal, verbose and screen; the name of a thing is a message with a plain value, and with attributes
where it is called otherwise.
Finding the messages is quick; one is parsed when it is first used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from fluent.runtime import FluentBundle
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from companion.narration.phrases import LINE_WIDTH, MOST_LINES, SCREEN

Facts = dict[str, str | int]
"""What fills a message, by the names that it has there."""
LINE_BREAK = " / "
"""What stands between two lines of a screen attribute."""
_ENTRY = re.compile(r"^([a-zA-Z][a-zA-Z0-9_-]*) *=.*\n(?:(?:[ \t].*)?\n)*", re.MULTILINE)
_START = re.compile(r"(?:^|[.!?] )([a-z])")
_REMEMBERED = 4096
_LONG = 500
"""Characters of a fact from which on it is put in after formatting: Fluent refuses a part of 2,500."""


class _References(Visitor):
    """Collects the messages that a message refers to."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_MessageReference(self, node: Any) -> None:
        self.names.append(node.id.name)


class Catalogue:
    """The messages of one language."""

    def __init__(self, language: str, sources: Mapping[str, str]) -> None:
        """Takes the text of the message files by file name. Raises ValueError for a message that stands twice."""
        self.language = language
        self._sources: dict[str, str] = {}
        for name, text in sources.items():
            for entry in _ENTRY.finditer(f"{text}\n"):
                if entry[1] in self._sources:
                    raise ValueError(f"{language}/{name}: the message {entry[1]} stands twice")
                self._sources[entry[1]] = entry[0]
        self._bundle: FluentBundle | None = None
        self._messages: dict[str, Any] = {}
        self._render = lru_cache(_REMEMBERED)(self._format)

    @classmethod
    def load(cls, language: str = "en") -> Catalogue:
        """The catalogue of a language. Raises KeyError when there is none."""
        if language not in cls.languages():
            raise KeyError(language)
        files = sorted(_files(_home().joinpath(language)), key=lambda file: file.name)
        return cls(language, {file.name: file.read_text(encoding="utf-8") for file in files})

    @staticmethod
    def languages() -> tuple[str, ...]:
        """The languages that there are, by their codes."""
        return tuple(sorted(folder.name for folder in _home().iterdir() if folder.is_dir() and any(_files(folder))))

    # What there is

    def __contains__(self, message: str) -> bool:
        return message in self._sources

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def first(self, *messages: str) -> str:
        """The first of these messages that there is. Raises KeyError when there is none."""
        for message in messages:
            if message in self._sources:
                return message
        raise KeyError(messages[-1])

    def attributes(self, message: str) -> frozenset[str]:
        """The forms in which a message exists; the plain value is the empty one. Raises KeyError."""
        found = self._message(message)
        return frozenset(found.attributes) | (frozenset({""}) if found.value is not None else frozenset())

    # Words

    def text(self, message: str, level: str, /, **facts: str | int) -> str:
        """A message as sentences. Raises KeyError for a message, a level or a fact that is missing."""
        return sentences(self.phrase(message, level, facts))

    def screen(self, message: str, /, **facts: str | int) -> tuple[str, ...]:
        """A message as lines of the display. Raises KeyError as `text` does, ValueError for what does not fit."""
        return lines(self.phrase(message, SCREEN, facts))

    def phrase(self, message: str, form: str, facts: Mapping[str, str | int]) -> str:
        """A message in one of its forms, as it stands within a sentence. Raises KeyError."""
        return self._render(message, form, tuple(facts.items()))

    def name(self, message: str, form: str, facts: Mapping[str, str | int]) -> str:
        """A name in one of its forms, or its plain value where it has no such form. Raises KeyError."""
        return self.phrase(message, form if form in self._message(message).attributes else "", facts)

    def _format(self, message: str, form: str, facts: tuple[tuple[str, str | int], ...]) -> str:
        found = self._message(message)
        pattern = found.attributes.get(form) if form else found.value
        if pattern is None or self._bundle is None:
            raise KeyError(f"{message}.{form}")
        long = {name: value for name, value in facts if isinstance(value, str) and len(value) > _LONG}
        made, errors = self._bundle.format_pattern(pattern, dict(facts) | {name: _place_of(name) for name in long})
        if errors:
            raise KeyError(f"{message}.{form}: {errors[0]}")
        text = str(made)
        for name, value in long.items():
            text = text.replace(_place_of(name), value)
        return text

    def _message(self, message: str) -> Any:
        if message not in self._messages:
            self._parse(message)
        return self._messages[message]

    def _parse(self, message: str) -> None:
        """Parses a message, and those that it refers to."""
        entry = FluentParser().parse_entry(self._sources[message])
        if not isinstance(entry, ast.Message):
            raise KeyError(f"{message}: no Fluent message")
        if self._bundle is None:
            self._bundle = FluentBundle([self.language], use_isolating=False)
        self._bundle.add_resource(ast.Resource([entry]))
        self._messages[message] = self._bundle.get_message(message)
        references = _References()
        references.visit(entry)
        for name in references.names:
            self._message(name)


def _place_of(name: str) -> str:
    return f"\0{name}\0"


def sentences(phrase: str) -> str:
    """A phrase with a capital at the start of every sentence."""
    return _START.sub(lambda start: start[0].upper(), phrase)


def lines(phrase: str) -> tuple[str, ...]:
    """A phrase as lines of the display. Raises ValueError for what does not fit."""
    made = tuple(phrase.split(LINE_BREAK))
    if len(made) > MOST_LINES or any(len(line) > LINE_WIDTH for line in made):
        raise ValueError(f"does not fit the display: {phrase}")
    return made


def _home() -> Traversable:
    return resources.files(__package__)


def _files(folder: Traversable) -> Iterator[Traversable]:
    return (file for file in folder.iterdir() if file.name.endswith(".ftl"))
