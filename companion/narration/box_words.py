"""What a box may bring to the words and lights, beside its messages.

The common modules find it in the list of the boxes (`companion.narration.boxes`) and know no box by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec

from companion.narration.fields import FieldForm
from companion.narration.phrases import NamedCue, Urgency

if TYPE_CHECKING:
    from companion.game.events import Event, Topic
    from companion.game.pieces import Token
    from companion.game.rules.table import Request, Table
    from companion.narration.answer_book import AnswerBook
    from companion.narration.name import Facts
    from companion.narration.names import Names

Answer: TypeAlias = "Callable[[AnswerBook], str]"
"""An answer to one question."""


class Role(Enum):
    """What a fact is to those that are told beside it."""

    ALONE = auto()
    """Nothing."""
    ANNOUNCES = auto()
    """It says itself which token was drawn."""
    PLACES = auto()
    """A piece is put down: left to the question that asks the people to do so."""
    ON_THE_WAY = auto()
    """A part of a common movement."""
    BY_STORM = auto()
    """It comes of running into a structure."""
    GATHERS = auto()
    """One sentence stands for it and for the `count` pieces that are placed next."""


class Manner(NamedTuple):
    """How a fact is told: its cue, the class of its words, and its weight where one screen must stand for several."""

    cue: str
    priority: Urgency = "step"
    weight: int = 1
    role: Role = Role.ALONE
    said_by: Topic | None = None
    """The topic of the question that says the same, if there is one."""
    exact: Callable[[Any], str] | None = None
    """The cue of a single fact, where they do not all have the same."""
    fields: Mapping[str, FieldForm] = MappingProxyType({})
    """What those of its fields hold that are not among `companion.narration.fields.COMMON_FIELDS`."""


class BoardWords(msgspec.Struct, frozen=True, kw_only=True):
    """How games on a board of one sort are told."""

    answer: Callable[[AnswerBook, str], str]
    """The answer to a question by its name. Raises KeyError for a question that there is not."""
    facts: Callable[[Token | None, Table, Names, str], Facts]
    """What a question needs to know beyond its own facts: about a token or none, in a form."""
    tells: Callable[[Event], bool]
    """Whether a fact is told there at all."""
    question_cues: Callable[[Request, Table, int], list[NamedCue]]
    """The cues of a question; the number is the place of the option that is marked."""
    event_cue: Callable[[Event, str], NamedCue]
    """A cue where a fact belongs."""


def _nothing(table: Table) -> tuple[()]:
    return ()


class BoxWords(msgspec.Struct, frozen=True, kw_only=True):
    """All that one box brings."""

    manners: Mapping[str, Manner] = {}
    """How its facts are told, by their kinds."""
    way_rolls: frozenset[Topic] = frozenset()
    """The topics of the rolls that interrupt a common movement."""
    question_cues: Mapping[Topic, str] = {}
    """The cues of questions that are about no arc, by topic."""
    arc_rolls: frozenset[Topic] = frozenset()
    """The topics of the rolls whose number is that of an arc."""
    state: Callable[[Table], Facts] | None = None
    """What messages need to know of it about any table, whether it is in play there or not."""
    voices: Mapping[str, BoardWords] = {}
    """How its own games are told, where that is not as in the others, by the name of the voice."""

    # Answers

    answers: Mapping[str, Answer] = {}
    """To questions of its own, while it is in play."""
    boss_sorts: frozenset[str] = frozenset()
    """The sorts of tokens that are Bosses although they are not called so."""
    rules: Mapping[str, Callable[[Table], Facts]] = {}
    """What the rule that a Boss changes needs to know, by its kind."""
    castle: Callable[[AnswerBook], str] | None = None
    """What it has to say about the castle."""
    secrets: Callable[[Table], Iterable[str]] = _nothing
    """The messages about what nobody may know yet."""
    friends: Callable[[Table], Iterable[Token]] = _nothing
    """Who stands on the people's side on the board."""
    marks: Callable[[Table], Iterable[NamedCue]] = _nothing
    """What the ring marks at every question."""
