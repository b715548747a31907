"""What has happened, in words, lines and lights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.game.events import Event, GameLost, GameWon, HandsTold
from companion.game.pieces import Token
from companion.game.rules.table import Table
from companion.game.session import Game
from companion.narration.box_words import BoardWords, Role
from companion.narration.catalogue import sentences
from companion.narration.cues import cue_of
from companion.narration.facts import FactBook
from companion.narration.manners import fields_of, manner_of, role_of
from companion.narration.missing import screen_or_name, words_or_name
from companion.narration.name import Facts, Name
from companion.narration.names import Names
from companion.narration.phrases import BRIEF, EventWords, NamedCue, Urgency
from companion.narration.telling import ENDINGS, Tale, color_of, heading, tales

_TURNS_ON = ("topic", "phase", "reason")
"""Fields of a fact that may choose a more exact message, the first that has one."""


class Telling(NamedTuple):
    """One thing to say of what has happened, yet to be put into words."""

    event: str
    """The kind of fact that it is about."""
    name: Name | str
    """What is said of it; plain words where something in it has no name."""
    place: int
    """Where the fact stands in what happened."""
    priority: Urgency
    in_turn: bool = False


class Teller:
    """Tells of facts with the names of one language, on a board of one sort."""

    def __init__(self, names: Names, board: BoardWords) -> None:
        self.catalogue = names.catalogue
        self.names = names
        self.board = board

    def told(self, events: Sequence[Event], game: Game, words: str) -> list[EventWords]:
        """What is said of these facts, in order. What the standing question says itself is left to it."""
        return [
            EventWords(self.text(telling, words), telling.priority, telling.place, in_turn=telling.in_turn)
            for telling in self.tellings(events, game, words)
        ]

    def tellings(self, events: Sequence[Event], game: Game, words: str) -> list[Telling]:
        """The same, yet to be put into words: what is remembered of a kept game is hardly ever asked for."""
        told = self._tales(events, game, words == BRIEF)
        return [telling for tale in told for telling in self._tellings(tale, game.table, words)]

    def text(self, telling: Telling, words: str) -> str:
        """What is said, in words."""
        return sentences(words_or_name("fact", telling.event, words, lambda form: self.catalogue.words(telling.name)))

    def screen_of(self, events: Sequence[Event], game: Game) -> tuple[str, ...] | None:
        """The lines for the weightiest of these facts, the last of several; none when there is nothing to show."""
        told = self._tales(events, game, False)
        weighed = [(manner_of(tale.event).weight, place) for place, tale in enumerate(told)]
        weight, place = max(weighed, default=(0, 0))
        if not weight:
            return None
        tale = told[place]
        return screen_or_name(
            "fact", tale.event.kind, lambda form: self.catalogue.words(self._named(tale, game.table, form))
        )

    def cues(self, events: Sequence[Event], game: Game) -> list[NamedCue]:
        """The cues of these facts, in the order of telling, each once."""
        made: list[NamedCue] = []
        told = self._tales(events, game, False)
        for event in (event for tale in told for event in (tale.event, *tale.gathered)):
            cue = self.board.event_cue(event, cue_of(event))
            if cue not in made:
                made.append(cue)
        return made

    def _tales(self, events: Sequence[Event], game: Game, brief: bool) -> list[Tale]:
        return [tale for tale in tales(events, game.standing, brief) if self.board.tells(tale.event)]

    def _tellings(self, tale: Tale, table: Table, words: str) -> Iterator[Telling]:
        kind, ends = tale.event.kind, isinstance(tale.event, ENDINGS)
        name = words_or_name("fact", kind, words, lambda form: self._named(tale, table, form))
        yield Telling(kind, name, tale.place, manner_of(tale.event).priority, in_turn=ends)
        for further in self._afterwards(tale.event, table, words) if ends else ():
            yield Telling(kind, further, tale.place, "step")

    def _named(self, tale: Tale, table: Table, form: str) -> Name:
        event = tale.event
        if tale.movers:
            return Name("event-monsters-moved", form, tuple(self._march_facts(tale, table, form).items()))
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        book = FactBook(self.names, table, form)
        facts = book.of(fields, fields_of(event))
        if role_of(event) is Role.GATHERS:
            facts |= book.of({"arcs": sorted({placed.space.arc for placed in tale.gathered})})
        return Name(self._event_message(event, fields), form, tuple(facts.items()))

    def _event_message(self, event: Event, fields: dict[str, Any]) -> str:
        exact = [f"{event.topic}-{event.source}"] if isinstance(event, HandsTold) else []
        exact += [str(fields[name]) for name in _TURNS_ON if name in fields]
        piece = fields.get("piece")
        if isinstance(piece, Token):
            exact.append(piece.kind.name)
        return self.catalogue.first(*(f"event-{event.kind}-{name}" for name in exact), f"event-{event.kind}")

    def _march_facts(self, tale: Tale, table: Table, form: str) -> Facts:
        color = color_of(tale.movers, table.board)
        return {
            "count": len(tale.movers),
            "others": tale.others,
            "color": color if color == "all" else self.names.color(color, form),
            "heading": heading(tale.movers),
        }

    def _afterwards(self, event: Event, table: Table, words: str) -> Iterator[Name]:
        """What is told after an ending: who did how well, or how much was still to come."""
        book = FactBook(self.names, table, words)

        def after(ending: str, **fields: Any) -> Name:
            return Name(f"ending-{ending}", words, tuple(book.of(fields).items()))

        if isinstance(event, GameLost):
            yield after("left", left=event.left)
        elif isinstance(event, GameWon) and event.slayers:
            for player in range(1, table.players + 1) if words != BRIEF else ():
                yield after("score", player=player, points=table.points(player))
            yield after("slayers", slayers=event.slayers)
