"""What happens when a word is missing: the thing is called by its plain name, and that is warned of once.

A game must never end for want of a word. Where warnings are errors, as in the tests, a missing word is one.
"""

from __future__ import annotations

import textwrap
import warnings
from collections.abc import Callable
from typing import TypeVar

from companion.narration.catalogue import LINE_BREAK, lines
from companion.narration.phrases import LINE_WIDTH, MOST_LINES, SCREEN

T = TypeVar("T")
_FRAMES = 3
"""From the warning to whoever asked for the words."""


class MissingWordsWarning(UserWarning):
    """A message, one of its lengths, or a fact in it is missing, or its lines do not fit the display."""


def lacks(sort: str, name: str, lack: Exception) -> None:
    """Warns that a thing has no words, once for each `name` of it. Raises the warning where warnings are errors."""
    warnings.warn(f"no words for the {sort} {name}: {lack}", MissingWordsWarning, stacklevel=_FRAMES)


def words_or_name(sort: str, name: str, form: str, phrase: Callable[[str], T]) -> T | str:
    """What `phrase` gives for a form, or the plain name of the thing."""
    try:
        return phrase(form)
    except KeyError as lack:
        lacks(sort, name, lack)
        return plain_name(name, form)


def screen_or_name(sort: str, name: str, phrase: Callable[[str], str]) -> tuple[str, ...]:
    """The same as lines, cut where they do not fit."""
    text = words_or_name(sort, name, SCREEN, phrase)
    try:
        return lines(text)
    except ValueError as lack:
        lacks(sort, name, lack)
        return lines(fitted(text))


def plain_name(name: str, form: str) -> str:
    """The word of the protocol, as a phrase in a form."""
    called = " ".join(name.replace("-", " ").split())
    return fitted(called.upper()) if form == SCREEN else called


def fitted(text: str) -> str:
    """A text as a phrase whose lines fit the display, cut if need be."""
    parts = [line for part in text.split(LINE_BREAK) for line in textwrap.wrap(part, LINE_WIDTH)]
    return LINE_BREAK.join(parts[:MOST_LINES])
