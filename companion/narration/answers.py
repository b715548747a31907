"""Answers to the questions that may be asked at any time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from companion.game.board import ARC_NUMBERS
from companion.game.pieces import Structure, Token
from companion.game.rules.table import Monster
from companion.narration import boxes
from companion.narration.answer_book import AnswerBook
from companion.narration.facts import FactBook
from companion.narration.name import Facts, Name
from companion.narration.names import ARCS_BY_NAME
from companion.narration.phrases import SCREEN, VERBOSE

QUESTIONS: Final = (
    *ARCS_BY_NAME,
    *("danger", "board", "flames", *boxes.ANSWERS, "bosses", "castle", "progress", "secret", "settings"),
)
"""All that may be asked, whatever is in play."""
_BOSS_SORTS: Final = frozenset({"boss", "mega-boss"}) | boxes.BOSS_SORTS


def answer(book: AnswerBook, about: str) -> str:
    """The answer to a question on the board with rings. Raises KeyError for a question that there is not."""
    return Answers(book).to(about)


class Answers:
    """Answers in one form about one game. A subject that no box in play has brought is said not to be in the game."""

    def __init__(self, book: AnswerBook) -> None:
        self.book = book
        self.names = book.names
        self.table = book.table
        self.words = book.form
        self.boxes = boxes.in_play(book.table)
        self.subjects: dict[str, Callable[[], str]] = {
            "danger": self.danger,
            "board": self.board,
            "flames": self.flames,
            "bosses": self.bosses,
            "castle": self.castle,
            "progress": self.progress,
            "secret": self.secret,
            "settings": self.settings,
        }

    def to(self, about: str) -> str:
        """The answer. Raises KeyError for a question that there is not."""
        if about in ARCS_BY_NAME:
            return self.arc(ARCS_BY_NAME[about].number)
        if about in self.subjects:
            return self.subjects[about]()
        own = next((words.answers[about] for words in self.boxes if about in words.answers), None)
        return own(self.book) if own else self.book.say(f"answer-{about}-absent")

    # The board

    def arc(self, number: int) -> str:
        """Who is in an arc, far to near, and what stands there."""
        here = self._in_arc(number)
        friends = [friend for friend in self._friends() if friend.space is not None and friend.space.arc == number]
        return self.book.say(
            "answer-arc",
            arc=self.names.arc(number, self.words),
            monsters=self.book.joined([self.names.token(monster, self.words, "inside") for monster in here]),
            count=len(here),
            wall=self._structure(self.table.wall(number)),
            tower=self._structure(self.table.tower(number)),
            **self.book.together("friends", [self.names.token(friend, self.words, "inside") for friend in friends]),
        )

    def board(self) -> str:
        """Every Monster, arc by arc; the empty arcs together."""
        full = [number for number in ARC_NUMBERS if self._in_arc(number)]
        texts = [self.book.say("answer-board", count=len(self.table.board))]
        if self.words == SCREEN:
            return texts[0]
        texts += [self._board_arc(number) for number in full]
        empty = [str(number) for number in ARC_NUMBERS if number not in full]
        if empty and full:
            texts.append(self.book.say("answer-board-empty", arcs=self.names.listed(empty), arcs_count=len(empty)))
        friends = [self.names.token(friend, self.words) for friend in self._friends()]
        return " ".join(texts) + self.book.phrase("answer-friends", **self.book.together("friends", friends))

    def _board_arc(self, number: int) -> str:
        inside = [self.names.token(monster, self.words, "inside") for monster in self._in_arc(number)]
        return self.book.say(
            "answer-board-arc", arc=self.names.arc(number, self.words), monsters=self.book.joined(inside)
        )

    def danger(self) -> str:
        """The Monsters closest to the Castle."""
        if not self.table.board:
            return self.book.say("answer-danger-none")
        least = min(monster.place.distance for monster in self.table.board)
        closest = sorted((monster for monster in self.table.board if monster.place.distance == least), key=_by_arc)
        if self.words == SCREEN:
            closest = closest[:1]
        texts = [self.names.token(monster, self.words) for monster in closest]
        return self.book.say("answer-danger", monsters=self.book.joined(texts), next=self._next(closest))

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
        """The Bosses on the board, of whatever rank, and the one rule that each changes now."""
        bosses = [monster for monster in self.table.board if _is_boss(monster)]
        return self.book.say(
            "answer-bosses", **self.book.together("bosses", [self._boss(monster) for monster in bosses])
        )

    def _boss(self, boss: Any) -> Name:
        called = self.names.token(boss, self.words)
        rule = f"rule-{boss.kind.name}"
        if rule not in self.names.catalogue:
            return Name("answer-boss", "", (("boss", called), ("ruled", "no"), ("rule", "")))
        own = boxes.RULES[boss.kind.name](self.table) if boss.kind.name in boxes.RULES else {}
        changes = Name(rule, "", (("inside", "yes" if boss.space.distance == 0 else "no"), *own.items()))
        return Name("answer-boss", "", (("boss", called), ("ruled", "yes"), ("rule", changes)))

    def flames(self) -> str:
        """What burns."""
        things: Sequence[Structure | Monster] = (*self.table.walls, *self.table.towers, *self.table.board)
        burning = [thing for thing in things if thing.flames]
        texts = [self._flame(thing) for thing in burning] if self.words != SCREEN else []
        between = "list-long" if self.words == VERBOSE else "list-comma"
        flames = self.names.listed(texts, between, between)
        return self.book.say("answer-flames", count=sum(thing.flames for thing in burning), flames=flames)

    def _flame(self, thing: Structure | Monster) -> Name:
        what = self._bearer(thing) if isinstance(thing, Monster) else self.names.option(thing, self.table, self.words)
        return Name("answer-flame", self.words, (("count", thing.flames), ("what", what)))

    def _bearer(self, monster: Monster) -> Name:
        kind, facts = monster.kind, FactBook(self.names, self.table, self.words).of({"piece": monster})
        facts |= {"name": self.names.kind(kind.name, self.words), "flying": "yes" if kind.flying else "no"}
        return Name("answer-flame-bearer", self.words, tuple((facts | {"arc": monster.place.arc}).items()))

    def _friends(self) -> list[Token]:
        """Those on the board who are on the people's side, arc by arc."""
        return sorted((friend for words in self.boxes for friend in words.friends(self.table)), key=_by_arc)

    def secret(self) -> str:
        """What nobody may know yet; never what it is."""
        hidden = ["answer-secret-harbingers"] if self.table.unseen_left else []
        hidden += [message for words in self.boxes for message in words.secrets(self.table)]
        told = [self.book.phrase(message) for message in hidden]
        return self.book.say("answer-secret", secrets=" ".join(told), secrets_count=len(told))

    # The castle and the game

    def castle(self) -> str:
        """What stands of the castle, and what lies on it."""
        table = self.table
        fortified = [self.names.structure(wall.sort, wall.arc, self.words) for wall in table.walls if wall.fortified]
        tarred = [self.names.spot(monster.kind, monster.place, self.words) for monster in table.board if monster.tarred]
        return self.book.say(
            "answer-castle",
            towers=table.standing_towers(),
            walls=table.standing_walls(),
            **self.book.listed("lost_towers", [str(tower.arc) for tower in table.towers if not tower.standing]),
            **self.book.listed("lost_walls", [str(wall.arc) for wall in table.walls if not wall.standing]),
            **self.book.listed("fortified", fortified),
            **self.book.listed("tarred", tarred),
            further="".join(words.castle(self.book) for words in self.boxes if words.castle),
        )

    def progress(self) -> str:
        """How far the game is."""
        book = FactBook(self.names, self.table, self.words)
        return self.book.say("answer-progress", **book.turn(), stage=self.names.stage(self.table.phase, self.words))

    def settings(self) -> str:
        """How the companion talks in this game."""
        further = [Name(f"box-{box}", "") for box in self.table.options.boxes[1:]]
        facts: Facts = {"pace": self.table.pace, "players": self.table.players, **self.book.listed("boxes", further)}
        if self.words != SCREEN:
            facts["words_name"] = Name(f"words-{self.words}", "")
        return self.book.say("answer-settings", **facts)

    # Parts

    def _in_arc(self, number: int) -> list[Any]:
        here = [monster for monster in self.table.board if monster.place.arc == number]
        return sorted(here, key=lambda monster: -monster.place.distance)

    def _structure(self, structure: Structure) -> Name:
        on_it: Facts = {"fortified": "yes" if structure.fortified else "no", "flames": structure.flames}
        extra = Name("answer-extra", self.words, tuple(on_it.items()))
        facts: Facts = {"standing": "yes" if structure.standing else "no", "extra": extra}
        own = "-wizard" if structure.wizard and structure.standing else ""
        return Name(f"answer-{structure.sort}{own}", self.words, tuple(facts.items()))


def _is_boss(monster: Any) -> bool:
    """Bosses of every rank, and those that count as one."""
    return monster.kind.sort in _BOSS_SORTS


def _by_arc(monster: Any) -> int:
    return int(monster.place.arc)
