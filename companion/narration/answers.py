"""Answers to the questions that may be asked at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.board import ARC_NUMBERS
from companion.narration.catalogue import sentences
from companion.narration.facts import FactBook, Facts
from companion.narration.names import Names
from companion.narration.phrases import SCREEN
from companion.pieces import Structure

if TYPE_CHECKING:
    from companion.game import Game
    from companion.rules.table import Table


class Answers:
    """Answers in one form about one game. A subject that no box in play has brought is said not to be in the game."""

    def __init__(self, names: Names, game: Game, words: str) -> None:
        self.names = names
        self.game = game
        self.table: Table = game.table
        self.words = words
        self.subjects: dict[str, Callable[[], str]] = {
            "danger": self.danger,
            "board": self.board,
            "flames": self.flames,
            "bosses": self.bosses,
            "castle": self.castle,
            "progress": self.progress,
            "settings": self.settings,
        }

    def to(self, about: str) -> str:
        """The answer. Raises KeyError for a question that there is not."""
        sort, _, number = about.partition("-")
        if sort == "arc" and number in map(str, ARC_NUMBERS):
            return self.arc(int(number))
        if about in self.subjects:
            return self.subjects[about]()
        return self._say(f"answer-{about}-absent")

    # The board

    def arc(self, number: int) -> str:
        """Who is in an arc, far to near, and what stands there."""
        here = self._in_arc(number)
        return self._say(
            "answer-arc",
            arc=self.names.arc(number, self.words),
            monsters=self._joined([self.names.token(monster, self.words, "inside") for monster in here]),
            count=len(here),
            wall=self._structure(self.table.wall(number)),
            tower=self._structure(self.table.tower(number)),
        )

    def board(self) -> str:
        """Every Monster, arc by arc; the empty arcs together."""
        full = [number for number in ARC_NUMBERS if self._in_arc(number)]
        texts = [self._say("answer-board", count=len(self.table.board))]
        if self.words == SCREEN or not full:
            return texts[0]
        texts += [self._board_arc(number) for number in full]
        empty = [str(number) for number in ARC_NUMBERS if number not in full]
        if empty:
            texts.append(self._say("answer-board-empty", arcs=self.names.listed(empty), arcs_count=len(empty)))
        return " ".join(texts)

    def _board_arc(self, number: int) -> str:
        inside = [self.names.token(monster, self.words, "inside") for monster in self._in_arc(number)]
        return self._say("answer-board-arc", arc=self.names.arc(number, self.words), monsters=self._joined(inside))

    def danger(self) -> str:
        """The Monsters closest to the Castle."""
        if not self.table.board:
            return self._say("answer-danger-none")
        least = min(monster.space.distance for monster in self.table.board)
        closest = sorted((monster for monster in self.table.board if monster.space.distance == least), key=_by_arc)
        if self.words == SCREEN:
            closest = closest[:1]
        texts = [self.names.token(monster, self.words) for monster in closest]
        return self._say("answer-danger", monsters=self._joined(texts), next=self._next(closest))

    def _next(self, closest: list[Any]) -> str:
        """What the closest Monsters do in their next move, where it is one and the same for all."""
        found = {self._next_of(monster) for monster in closest}
        return found.pop() if len(found) == 1 and len(closest) == 1 else "several"

    def _next_of(self, monster: Any) -> str:
        space = monster.space
        if space.distance != 1:
            return "far" if space.distance else "castle"
        if self.table.wall(space.arc).standing:
            return "wall"
        return "tower" if self.table.tower(space.arc).standing else "breach"

    def bosses(self) -> str:
        """The Bosses on the board, of whatever rank."""
        bosses = [monster for monster in self.table.board if monster.kind.sort.endswith("boss")]
        texts = [self.names.token(monster, self.words) for monster in bosses]
        return self._say("answer-bosses", bosses=self._joined(texts), bosses_count=len(bosses))

    def flames(self) -> str:
        """What burns."""
        things = [thing for thing in (*self.table.walls, *self.table.towers) if thing.flames]
        monsters = [monster for monster in self.table.board if monster.flames]
        named = [(thing.flames, self.names.structure(thing.sort, thing.arc, self.words)) for thing in things]
        named += [(monster.flames, self.names.spot(monster.kind, monster.space, self.words)) for monster in monsters]
        one = "answer-flame"
        texts = [self.names.catalogue.phrase(one, "", {"count": count, "what": what}) for count, what in named]
        return self._say("answer-flames", count=sum(count for count, _ in named), flames=self._joined(texts))

    # The castle and the game

    def castle(self) -> str:
        """What stands of the castle, and what lies on it."""
        table = self.table
        fortified = [self.names.structure(wall.sort, wall.arc, self.words) for wall in table.walls if wall.fortified]
        tarred = [self.names.spot(monster.kind, monster.space, self.words) for monster in table.board if monster.tarred]
        return self._say(
            "answer-castle",
            towers=table.standing_towers(),
            walls=table.standing_walls(),
            **self._list("lost_towers", [str(tower.arc) for tower in table.towers if not tower.standing]),
            **self._list("lost_walls", [str(wall.arc) for wall in table.walls if not wall.standing]),
            **self._list("fortified", fortified),
            **self._list("tarred", tarred),
        )

    def progress(self) -> str:
        """How far the game is."""
        book = FactBook(self.names, self.table, self.words)
        return self._say("answer-progress", **book.turn(), stage=self.names.stage(self.table.phase, self.words))

    def settings(self) -> str:
        """How the companion talks in this game."""
        facts: Facts = {"pace": self.table.pace, "players": self.table.players}
        if self.words != SCREEN:
            facts["words_name"] = self.names.catalogue.phrase(f"words-{self.words}", "", {})
        return self._say("answer-settings", **facts)

    # Parts

    def _in_arc(self, number: int) -> list[Any]:
        here = [monster for monster in self.table.board if monster.space.arc == number]
        return sorted(here, key=lambda monster: -monster.space.distance)

    def _structure(self, structure: Structure) -> str:
        on_it: Facts = {"fortified": "yes" if structure.fortified else "no", "flames": structure.flames}
        extra = self.names.catalogue.phrase("answer-extra", self.words, on_it)
        facts: Facts = {"standing": "yes" if structure.standing else "no", "extra": extra}
        return self.names.catalogue.phrase(f"answer-{structure.sort}", self.words, facts)

    def _list(self, name: str, entries: list[str]) -> Facts:
        return {name: self.names.listed(entries), f"{name}_count": len(entries)}

    def _joined(self, entries: list[str]) -> str:
        """Phrases that have commas in them."""
        return self.names.listed(entries, "list-long", "list-long")

    def _say(self, message: str, **facts: str | int) -> str:
        phrase = self.names.catalogue.phrase(message, self.words, facts)
        return phrase if self.words == SCREEN else sentences(phrase)


def _by_arc(monster: Any) -> int:
    return int(monster.space.arc)
