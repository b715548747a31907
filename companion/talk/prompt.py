"""The standing question as an object of the table protocol."""

from __future__ import annotations

from typing import TypedDict

from companion.narration.phrases import NamedCue


class PromptOption(TypedDict):
    """An option: the word that chooses it, and how it is said."""

    id: str
    text: str


class Prompt(TypedDict):
    """The standing question.

    `marked` is the id of the option that a press takes. The answer has `min` to `max` options.
    """

    kind: str
    topic: str
    options: list[PromptOption]
    marked: str | None
    min: int
    max: int
    say: str
    screen: list[str]
    ring: list[NamedCue]
