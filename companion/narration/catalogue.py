"""The words of one language: a catalogue of Fluent messages (https://projectfluent.org), prepared ahead.

A language is a folder beside this module: its `.ftl` files hold the messages, and `companion.narration.prepare` makes
of them the one file that is read here. A message has the attributes brief, normal, verbose and screen; the name of a
thing is a message with a plain value, and with attributes where it is called otherwise.
Loading finds the messages; one is decoded when it is first used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from companion.narration.name import Fact, Name
from companion.narration.patterns import Forms, Pattern, Scope
from companion.narration.patterns import text as text_of
from companion.narration.phrases import LINE_WIDTH, MOST_LINES, SCREEN

LINE_BREAK = " / "
"""What stands between two lines of a screen attribute."""
PREPARED = "prepared.json"
"""The file of a language that `companion.narration.prepare` makes."""
ALL_CATEGORIES = 200
"""Numbers below this have their plural category written down; those above are like 100 to 199, in every language."""
_START = re.compile(r"((?:^|[.!?] )[¿¡„“\"«‹(\u00a0\u202f]*)([^\W\d_])")
_REMEMBERED = 1024


class Numerals(msgspec.Struct, frozen=True):
    """How a language counts.

    `plurals` are the numbers from 0 to 199 by their categories, without those of "other"; `group` stands between the
    thousands of a number.
    """

    plurals: dict[str, list[int]]
    group: str

    def category(self, number: int) -> str:
        """Return the plural category of a number."""
        number = abs(number)
        near = number if number < ALL_CATEGORIES else ALL_CATEGORIES // 2 + number % 100
        return next((category for category, numbers in self.plurals.items() if near in numbers), "other")

    def written(self, number: int) -> str:
        """Return a number in digits."""
        return f"{number:,}".replace(",", self.group)


class _Prepared(msgspec.Struct, frozen=True):
    numerals: Numerals
    messages: dict[str, msgspec.Raw]


class Catalogue:
    """The messages of one language."""

    def __init__(self, language: str, prepared: bytes) -> None:
        """Takes what `companion.narration.prepare.prepared` made. Raises msgspec.DecodeError for anything else."""
        found = msgspec.json.decode(prepared, type=_Prepared)
        self.language = language
        self.numerals = found.numerals
        self._prepared = found.messages
        self._decoder: msgspec.json.Decoder[Forms] = msgspec.json.Decoder(Forms)
        self._messages: dict[str, Forms] = {}
        self._render = lru_cache(_REMEMBERED)(_rendered)

    @classmethod
    def load(cls, language: str = "en") -> Catalogue:
        """The catalogue of a language. Raises KeyError when there is none."""
        if language not in cls.languages():
            raise KeyError(language)
        return cls(language, _home().joinpath(language, PREPARED).read_bytes())

    @staticmethod
    def languages() -> tuple[str, ...]:
        """The languages that there are, by their codes."""
        return tuple(sorted(folder.name for folder in _home().iterdir() if folder.joinpath(PREPARED).is_file()))

    # What there is

    def __contains__(self, message: str) -> bool:
        return message in self._prepared

    def __iter__(self) -> Iterator[str]:
        return (message for message in self._prepared if not message.startswith("-"))

    def first(self, *messages: str) -> str:
        """The first of these messages that there is. Raises KeyError when there is none."""
        for message in messages:
            if message in self:
                return message
        raise KeyError(messages[-1])

    def attributes(self, message: str) -> frozenset[str]:
        """The forms in which a message exists; the plain value is the empty one. Raises KeyError."""
        return frozenset(self.forms(message))

    # Words

    def text(self, message: str, level: str, /, **facts: Fact) -> str:
        """A message as sentences. Raises KeyError for a message, a level or a fact that is missing."""
        return sentences(self.phrase(message, level, facts))

    def screen(self, message: str, /, **facts: Fact) -> tuple[str, ...]:
        """A message as lines of the display. Raises KeyError as `text` does, ValueError for what does not fit."""
        return lines(self.phrase(message, SCREEN, facts))

    def phrase(self, message: str, form: str, facts: Mapping[str, Fact]) -> str:
        """A message in one of its forms, as it stands within a sentence. Raises KeyError."""
        return self._render(self, message, form, tuple(facts.items()))

    def name(self, message: str, form: str, facts: Mapping[str, Fact]) -> str:
        """A name in one of its forms, or its plain value where it has no such form. Raises KeyError."""
        return self.words(Name(message, form, tuple(facts.items())))

    def words(self, fact: Fact) -> str:
        """A fact by itself: a name in its own form or its plain value, a number in digits. Raises KeyError."""
        if isinstance(fact, str):
            return fact
        if isinstance(fact, int):
            return self.numerals.written(fact)
        form = fact.form if fact.form in self.forms(fact.message) else ""
        return self._render(self, fact.message, form, fact.facts)

    def inflected(self, fact: Fact, form: str) -> Fact:
        """A name in a form, or as it is by itself where it has no such form; other facts as they are.

        Raises KeyError.
        """
        if isinstance(fact, Name):
            return self.words(fact._replace(form=form) if form in self.forms(fact.message) else fact)
        return fact

    def pattern(self, message: str, form: str) -> Pattern:
        """What a message or a term says in one of its forms. Raises KeyError."""
        found = self.forms(message).get(form)
        if found is None:
            raise KeyError(f"{message}.{form}")
        return found

    def category(self, number: int) -> str:
        """The plural category of a number."""
        return self.numerals.category(number)

    def forms(self, message: str) -> Forms:
        """The patterns of a message by their forms. Raises KeyError."""
        if message not in self._messages:
            self._messages[message] = self._decoder.decode(self._prepared[message])
        return self._messages[message]


def _rendered(catalogue: Catalogue, message: str, form: str, facts: tuple[tuple[str, Fact], ...]) -> str:
    forms = catalogue.forms(message)
    try:
        return text_of(forms[form], Scope(dict(facts), catalogue))
    except KeyError as error:
        raise KeyError(f"{message}.{form}: {error.args[0]}") from error


@lru_cache(_REMEMBERED)
def sentences(phrase: str) -> str:
    """A phrase with a capital at the start of every sentence."""
    return _START.sub(lambda start: start[1] + start[2].upper(), phrase)


def lines(phrase: str) -> tuple[str, ...]:
    """A phrase as lines of the display. Raises ValueError for what does not fit."""
    made = tuple(phrase.split(LINE_BREAK))
    if len(made) > MOST_LINES or any(len(line) > LINE_WIDTH for line in made):
        raise ValueError(f"does not fit the display: {phrase}")
    return made


def _home() -> Path:
    return Path(__file__).parent
