"""Words and lights of My First Castle Panic, which is played on a path: how its games are told, and its answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from companion.game.boxes.my_first.path import Path, PathMonster
from companion.game.events import PhaseBegan
from companion.game.path import PathSpace
from companion.game.rules.requests import Acknowledge, GameOver, PlayCards
from companion.game.rules.topics import MOVE_PIECES
from companion.narration.box_words import Answer, BoardWords, BoxWords, Manner, Role
from companion.narration.phrases import NamedCue
from companion.narration.questions import subject

if TYPE_CHECKING:
    from companion.game.events import Event
    from companion.game.rules.table import Request, Table
    from companion.narration.answer_book import AnswerBook
    from companion.narration.name import Fact, Facts
    from companion.narration.names import Names

MANNERS: Final = {
    "monster-arrived": Manner("place", weight=2, role=Role.PLACES),
    "monster-stepped": Manner("move", weight=0),
    "monsters-stepped": Manner("move", said_by=MOVE_PIECES),
    "monster-caught": Manner("slain", weight=3),
    "monster-booted": Manner("outward", weight=3),
    "wall-bumped": Manner("wall-falls", weight=4),
    "wall-rebuilt": Manner("place", weight=2),
    "castle-flattened": Manner("lose", weight=9),
    "castle-saved": Manner("win", weight=9),
    "easy-rules-piled": Manner("wait"),
}
UNTOLD: Final = ("monster-stepped", "turn-ended")
"""Kinds of facts that another sentence says: a child hears one thing at a time."""


# Answers


def board(book: AnswerBook) -> str:
    """Every monster, the nearest to the castle first."""
    table = book.table
    return book.say("answer-path", count=len(table.board), monsters=_placed(book, _by_nearness(table)))


def danger(book: AnswerBook) -> str:
    """The monsters that are nearest to the castle."""
    nearest = _by_nearness(book.table)
    nearest = [monster for monster in nearest if monster.spot is nearest[0].spot]
    wall = "far" if not nearest or nearest[0].path_space.after else "up" if Path.of(book.table).wall else "down"
    return book.say("answer-nearest", count=len(nearest), monsters=_placed(book, nearest[:1]), wall=wall)


def castle(book: AnswerBook) -> str:
    """Whether wall and castle stand."""
    path = Path.of(book.table)
    return book.say("answer-wall-and-castle", wall=_yes(path.wall), castle=_yes(path.castle))


def progress(book: AnswerBook) -> str:
    """How many monsters are caught, and how many are still to come."""
    table = book.table
    return book.say("answer-caught", caught=len(table.discard), left=table.bag_left, count=len(table.board))


def settings(book: AnswerBook) -> str:
    """Whether the companion waits for the people."""
    return book.say("answer-pace", pace=book.table.pace)


ANSWERS: Mapping[str, Answer] = MappingProxyType(
    {"board": board, "danger": danger, "castle": castle, "progress": progress, "settings": settings}
)


def answer(book: AnswerBook, about: str) -> str:
    """An answer about the path, its wall and its castle. Whatever else may be asked is not in this game."""
    return ANSWERS[about](book) if about in ANSWERS else book.say("answer-not-here")


def _by_nearness(table: Table) -> list[PathMonster]:
    return sorted(Path.of(table).monsters, key=lambda monster: -monster.path_space.number)


def _placed(book: AnswerBook, monsters: Sequence[Any]) -> Fact:
    return book.joined([book.names.token(monster, book.form) for monster in monsters])


def _yes(value: bool) -> str:
    return "yes" if value else "no"


# The telling


def facts(about: Any, table: Table, names: Names, form: str) -> Facts:
    """The place that a question is about, and what else its sentences turn on."""
    space = about.spot if isinstance(about, PathMonster) else None
    return {
        "place": names.place(space, form) if space else "",
        "number": space.number if space else 0,
        "monsters": len(table.board),
        "more_help": _yes("more-help" in table.options.variants),
    }


def tells(event: Event) -> bool:
    """Whether no other sentence says it."""
    return event.kind not in UNTOLD and not (isinstance(event, PhaseBegan) and event.phase == "move")


def question_cues(request: Request, table: Table, marked: int) -> list[NamedCue]:
    """One light under each monster that may be caught, or where a piece goes."""
    if isinstance(request, GameOver):
        return [NamedCue(cue="win" if table.result == "won" else "lose")]
    about = subject(request)
    asked = [about] if isinstance(about, PathMonster) else []
    monsters = Path.of(table).monsters if isinstance(request, PlayCards) else asked
    cue = "place" if isinstance(request, Acknowledge) else "target"
    spaces = sorted({monster.spot.number for monster in monsters if monster.spot})
    return [NamedCue(space=number, cue=cue) for number in spaces] or [NamedCue(cue="wait")]


def event_cue(event: Event, cue: str) -> NamedCue:
    """A cue under the space that a fact is about."""
    space = getattr(event, "space", None)
    return NamedCue(space=space.number, cue=cue) if isinstance(space, PathSpace) else NamedCue(cue=cue)


ON_A_PATH: Final = BoardWords(answer=answer, facts=facts, tells=tells, question_cues=question_cues, event_cue=event_cue)
MY_FIRST: Final = BoxWords(manners=MANNERS, voices={"kid": ON_A_PATH})
