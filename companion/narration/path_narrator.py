"""The narrator of a game on a path: what its sentences need to know, its lights, its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.game.boxes.my_first.events import MonsterStepped
from companion.game.boxes.my_first.path import path_of
from companion.game.events import Event, PhaseBegan, TurnEnded
from companion.game.path import PathSpace
from companion.game.rules.requests import Request
from companion.narration.answers import Answers
from companion.narration.cues import MANNERS
from companion.narration.facts import Facts
from companion.narration.narrator import Narrator
from companion.narration.phrases import Cue
from companion.narration.telling import Tale, subject

if TYPE_CHECKING:
    from companion.game.rules.table import Table


class PathAnswers(Answers):
    """Answers about a path, its wall and its castle. Whatever else may be asked is not in this game."""

    def to(self, about: str) -> str:
        """The answer."""
        known = {name: self.subjects[name] for name in ("board", "danger", "castle", "progress", "settings")}
        return known[about]() if about in known else self._say("answer-not-here")

    def board(self) -> str:
        """Every monster, the nearest to the castle first."""
        return self._say("answer-path", count=len(self.table.board), monsters=self._placed(_by_nearness(self.table)))

    def danger(self) -> str:
        """The monsters that are nearest to the castle."""
        nearest = _by_nearness(self.table)
        nearest = [monster for monster in nearest if monster.space is nearest[0].space]
        path = path_of(self.table)
        wall = "far" if not nearest or nearest[0].space.after else "up" if path.wall else "down"
        return self._say("answer-nearest", count=len(nearest), monsters=self._placed(nearest[:1]), wall=wall)

    def castle(self) -> str:
        """Whether wall and castle stand."""
        path = path_of(self.table)
        return self._say("answer-wall-and-castle", wall=_yes(path.wall), castle=_yes(path.castle))

    def progress(self) -> str:
        """How many monsters are caught, and how many are still to come."""
        table = self.table
        return self._say("answer-caught", caught=len(table.discard), left=table.bag_left, count=len(table.board))

    def settings(self) -> str:
        """Whether the companion waits for the people."""
        return self._say("answer-pace", pace=self.table.pace)

    def _placed(self, monsters: Sequence[Any]) -> str:
        return self._joined([self.names.token(monster, self.words) for monster in monsters])


class PathNarrator(Narrator):
    """Words for a game on a path."""

    answers = PathAnswers

    def _prompt_facts(self, request: Request, table: Table, option: Any, form: str) -> Facts:
        facts = super()._prompt_facts(request, table, option, form)
        about = subject(request)
        space = about.space if about is not None else None
        return facts | {
            "place": self.names.place(space, form) if space else "",
            "number": space.number if space else 0,
            "monsters": len(table.board),
            "more_help": _yes("more-help" in table.options.variants),
        }

    def _tales(self, events: Sequence[Event], standing: Request, brief: bool) -> list[Tale]:
        return [tale for tale in super()._tales(events, standing, brief) if not _untold(tale.event)]

    def _request_cues(self, request: Request, table: Table, marked: int) -> list[Cue]:  # noqa: ARG002
        """One light under each monster that may be caught, or where a piece goes."""
        if request.kind == "over":
            return [Cue(cue="win" if table.result == "won" else "lose")]
        about = subject(request)
        monsters = table.board if request.kind == "play" else [about] if about is not None and about.space else []
        cue = "place" if request.kind == "acknowledge" else "target"
        spaces = sorted({monster.space.number for monster in monsters})
        return [Cue(space=number, cue=cue) for number in spaces] or [Cue(cue="wait")]

    def _event_cue(self, event: Event) -> Cue:
        cue = MANNERS[event.kind].cue
        space = getattr(event, "space", None)
        return Cue(space=space.number, cue=cue) if isinstance(space, PathSpace) else Cue(cue=cue)


def _untold(event: Event) -> bool:
    """Whether another sentence says it: a child hears one thing at a time."""
    return isinstance(event, MonsterStepped | TurnEnded) or (isinstance(event, PhaseBegan) and event.phase == "move")


def _by_nearness(table: Table) -> list[Any]:
    return sorted(table.board, key=lambda monster: -monster.space.number)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
