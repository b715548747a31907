"""The words and lights of the boxes, by the name of the box, and what the common modules need of all together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from companion.narration.box_words import BoxWords
from companion.narration.boxes.castle_panic import CASTLE_PANIC
from companion.narration.boxes.dark_titan import DARK_TITAN
from companion.narration.boxes.my_first import MY_FIRST
from companion.narration.boxes.wizards_tower import WIZARDS_TOWER

if TYPE_CHECKING:
    from companion.game.rules.table import Table
    from companion.narration.name import Facts

K = TypeVar("K", bound=str)
T = TypeVar("T")

BOXES: Mapping[str, BoxWords] = MappingProxyType(
    {
        "castle-panic": CASTLE_PANIC,
        "wizards-tower": WIZARDS_TOWER,
        "dark-titan": DARK_TITAN,
        "my-first": MY_FIRST,
    }
)
_ALL: Final = tuple(BOXES.values())


def _merged(parts: Iterable[Mapping[K, T]]) -> Mapping[K, T]:
    return MappingProxyType({name: value for part in parts for name, value in part.items()})


# What the fields of `BoxWords` say, of all boxes together

MANNERS: Final = _merged(words.manners for words in _ALL)
WAY_ROLLS: Final = frozenset(topic for words in _ALL for topic in words.way_rolls)
ARC_ROLLS: Final = frozenset(topic for words in _ALL for topic in words.arc_rolls)
QUESTION_CUES: Final = _merged(words.question_cues for words in _ALL)
VOICES: Final = _merged(words.voices for words in _ALL)
ANSWERS: Final = _merged(words.answers for words in _ALL)
BOSS_SORTS: Final = frozenset(sort for words in _ALL for sort in words.boss_sorts)
RULES: Final = _merged(words.rules for words in _ALL)


def in_play(table: Table) -> list[BoxWords]:
    """The words of the boxes that a game is played with, in their order."""
    return [BOXES[name] for name in table.options.boxes]


def state(table: Table) -> Facts:
    """What messages need to know of any box about a table."""
    facts: Facts = {}
    for words in _ALL:
        if words.state is not None:
            facts |= words.state(table)
    return facts
