"""Answers to the questions that may be asked at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.game.board import ARC_NUMBERS
from companion.game.boxes.dark_titan.agranok import AgranokCard
from companion.game.boxes.dark_titan.cavalier import Rider
from companion.game.boxes.dark_titan.heralds import SUMMONING
from companion.game.boxes.dark_titan.supports import Field
from companion.game.boxes.wizards_tower.deck import WizardDeck
from companion.game.pieces import Structure, Token
from companion.narration.catalogue import sentences
from companion.narration.facts import FactBook, Facts
from companion.narration.names import Names
from companion.narration.phrases import SCREEN

if TYPE_CHECKING:
    from companion.game.rules.table import Table
    from companion.game.session import Game


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
            "secret": self.secret,
            "settings": self.settings,
        }
        if "agranok" in self.table.parts:
            self.subjects |= {"cavalier": self.cavalier, "heralds": self.heralds}

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
        friends = [friend for friend in self._friends() if friend.space is not None and friend.space.arc == number]
        return self._say(
            "answer-arc",
            arc=self.names.arc(number, self.words),
            monsters=self._joined([self.names.token(monster, self.words, "inside") for monster in here]),
            count=len(here),
            wall=self._structure(self.table.wall(number)),
            tower=self._structure(self.table.tower(number)),
            **self._together("friends", [self.names.token(friend, self.words, "inside") for friend in friends]),
        )

    def board(self) -> str:
        """Every Monster, arc by arc; the empty arcs together."""
        full = [number for number in ARC_NUMBERS if self._in_arc(number)]
        texts = [self._say("answer-board", count=len(self.table.board))]
        if self.words == SCREEN:
            return texts[0]
        texts += [self._board_arc(number) for number in full]
        empty = [str(number) for number in ARC_NUMBERS if number not in full]
        if empty and full:
            texts.append(self._say("answer-board-empty", arcs=self.names.listed(empty), arcs_count=len(empty)))
        friends = [self.names.token(friend, self.words) for friend in self._friends()]
        return " ".join(texts) + self._phrase("answer-friends", **self._together("friends", friends))

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
        """The Bosses on the board, of whatever rank, and the one rule that each changes now."""
        bosses = [monster for monster in self.table.board if monster.kind.sort.endswith(("boss", "agranok"))]
        return self._say("answer-bosses", **self._together("bosses", [self._boss(monster) for monster in bosses]))

    def _boss(self, boss: Any) -> str:
        called = self.names.token(boss, self.words)
        rule = f"rule-{boss.kind.name}"
        if rule not in self.names.catalogue:
            return self._phrase("answer-boss", boss=called, ruled="no", rule="")
        level = self._card.level if self._card else 0
        changes = self._phrase(rule, inside="yes" if boss.space.distance == 0 else "no", level=level)
        return self._phrase("answer-boss", boss=called, ruled="yes", rule=changes)

    def flames(self) -> str:
        """What burns."""
        burning = [thing for thing in (*self.table.walls, *self.table.towers, *self.table.board) if thing.flames]
        texts = [self._flame(thing) for thing in burning] if self.words != SCREEN else []
        between = "list-long" if self.words == "verbose" else "list-comma"
        flames = self.names.listed(texts, between, between)
        return self._say("answer-flames", count=sum(thing.flames for thing in burning), flames=flames)

    def _flame(self, thing: Any) -> str:
        what = self._bearer(thing) if isinstance(thing, Token) else self.names.option(thing, self.table, self.words)
        return self.names.catalogue.phrase("answer-flame", self.words, {"count": thing.flames, "what": what})

    def _bearer(self, monster: Token) -> str:
        assert monster.space is not None
        kind, facts = monster.kind, FactBook(self.names, self.table, self.words).of({"piece": monster})
        facts |= {"name": self.names.kind(kind.name, "the"), "flying": "yes" if kind.flying else "no"}
        return self.names.catalogue.phrase("answer-flame-bearer", self.words, facts | {"arc": monster.space.arc})

    # Those who are on the people's side

    def _friends(self) -> list[Token]:
        """The Supports and the Cavalier on the board, arc by arc."""
        field, rider = self.table.parts.get("supports"), self.table.parts.get("cavalier")
        friends: list[Token] = [*field.supports] if isinstance(field, Field) else []
        if isinstance(rider, Rider) and rider.piece.space is not None:
            friends.append(rider.piece)
        return sorted(friends, key=_by_arc)

    def cavalier(self) -> str:
        """Where the Cavalier is."""
        rider = self.table.parts["cavalier"]
        assert isinstance(rider, Rider)
        space, facts = rider.piece.space, {"here": "no", "spot": "", "place": ""}
        if space is not None:
            facts = {"here": "yes", "spot": self.names.spot(rider.piece.kind, space, self.words)}
            facts["place"] = self.names.place(space, self.words)
        return self._say("answer-cavalier", **facts)

    # Agranok and what is hidden

    @property
    def _card(self) -> AgranokCard | None:
        card = self.table.parts.get("agranok")
        return card if isinstance(card, AgranokCard) else None

    def heralds(self) -> str:
        """How many Heralds are on Agranok's card, and whether he is here."""
        card = self._card
        assert card is not None
        fate = "gone" if card.destroyed else "here" if card.token.space is not None else "waiting"
        return self._say("answer-heralds", fate=fate, count=len(card.heralds), all=SUMMONING)

    def secret(self) -> str:
        """What nobody may know yet; never what it is."""
        hidden = []
        if self.table.unseen_left:
            hidden.append(self._phrase("answer-secret-harbingers"))
        if self._card and not self._card.level:
            hidden.append(self._phrase("answer-secret-level"))
        return self._say("answer-secret", secrets=" ".join(hidden), secrets_count=len(hidden))

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
            wizards=self._wizards_tower(),
        )

    def _wizards_tower(self) -> str:
        """Where the Wizard's Tower is, if the game has one."""
        if not isinstance(self.table.parts.get("wizard-deck"), WizardDeck):
            return ""
        arc = next((tower.arc for tower in self.table.towers if tower.wizard), 0)
        return self._phrase("answer-wizards-tower", wizard_arc=arc)

    def progress(self) -> str:
        """How far the game is."""
        book = FactBook(self.names, self.table, self.words)
        return self._say("answer-progress", **book.turn(), stage=self.names.stage(self.table.phase, self.words))

    def settings(self) -> str:
        """How the companion talks in this game."""
        boxes = [self._phrase(f"box-{box}") for box in self.table.options.boxes[1:]]
        facts: Facts = {"pace": self.table.pace, "players": self.table.players, **self._list("boxes", boxes)}
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
        facts["wizard"] = "yes" if structure.wizard else "no"
        return self.names.catalogue.phrase(f"answer-{structure.sort}", self.words, facts)

    def _list(self, name: str, entries: list[str]) -> Facts:
        return {name: self.names.listed(entries), f"{name}_count": len(entries)}

    def _together(self, name: str, entries: list[str]) -> Facts:
        """The same for phrases that have commas in them."""
        return {name: self._joined(entries), f"{name}_count": len(entries)}

    def _joined(self, entries: list[str]) -> str:
        """Phrases that have commas in them."""
        return self.names.listed(entries, "list-long", "list-long")

    def _phrase(self, message: str, **facts: str | int) -> str:
        """A message without lengths."""
        return self.names.catalogue.phrase(message, "", facts)

    def _say(self, message: str, **facts: str | int) -> str:
        phrase = self.names.catalogue.phrase(message, self.words, facts)
        return phrase if self.words == SCREEN else sentences(phrase)


def _by_arc(monster: Any) -> int:
    return int(monster.space.arc)
