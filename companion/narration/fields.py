"""How the fields of records become facts of a message: a field is declared here, or with the manner of its event.

A piece, a space, a structure, an arc, a truth value and a number say by their type what they are; every other field of
an event must be declared, so that nothing is said that nobody has thought of.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.game.events import Topic


class Field(Enum):
    """What a field holds."""

    PLAYER = auto()
    """The number of a player, or 0 for nobody."""
    PLAYERS = auto()
    """The numbers of several players."""
    CARD = auto()
    """The name of a card."""
    CARDS = auto()
    """The names of several cards."""
    SOURCE = auto()
    """The name of the card or the kind of token that a fact comes from."""
    ARC = auto()
    """The number of an arc; in a refusal it may be anything."""
    ARCS = auto()
    """The numbers of several arcs."""
    RING = auto()
    """The name of a ring, or empty."""
    COLOR = auto()
    """The name of a color, `any`, or empty."""
    STRUCTURE = auto()
    """The name of a Wall or Tower, or empty."""
    TITLE = auto()
    """What kind of step an input was."""
    PHASE = auto()
    """The name of a phase of the turn."""
    HOW_MANY = auto()
    """Several things of which only the number is said."""
    WORD = auto()
    """A word that only chooses between the words of a message."""


class OptionOf(NamedTuple):
    """A field that holds an option of a question, or is empty."""

    topic: Topic
    """The topic of that question."""


FieldForm: TypeAlias = Field | OptionOf

COMMON_FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "player": Field.PLAYER,
        "slayers": Field.PLAYERS,
        "card": Field.CARD,
        "together": Field.CARDS,
        "source": Field.SOURCE,
        "arc": Field.ARC,
        "arcs": Field.ARCS,
        "ring": Field.RING,
        "color": Field.COLOR,
        "stopped": Field.STRUCTURE,
        "title": Field.TITLE,
        "phase": Field.PHASE,
        "parts": Field.HOW_MANY,
        "cause": Field.WORD,
        "reason": Field.WORD,
        "topic": Field.WORD,
    }
)
"""The fields that mean the same in every record that has them: events, questions, refusals."""
