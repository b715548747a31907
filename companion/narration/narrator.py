"""The narrator: from what the game asks and what has happened to words, lines and lights.

One object serves every channel of one language. Where words are missing it uses plain names and warns of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.game.boxes.wizards_tower.events import ImpsCame
from companion.game.events import Event, GameLost, GameWon, HandsTold
from companion.game.pieces import Token
from companion.game.rules.requests import Acknowledge, Choose, Refused, Request, Tap
from companion.game.rules.table import Table
from companion.game.session import Game
from companion.narration.answers import Answers
from companion.narration.catalogue import Catalogue, sentences
from companion.narration.cues import cue_of, cues_of_request, manner_of
from companion.narration.facts import FactBook, Facts
from companion.narration.missing import screen_or_name, words_or_name
from companion.narration.names import Names
from companion.narration.phrases import Cue, PromptWords, Utterance
from companion.narration.telling import ENDINGS, Tale, color_of, heading, subject, tales

FEW_KINDS = 3
"""So many kinds of tokens are named when one of them is wanted."""
_TURNS_ON = ("topic", "phase", "reason")
"""Fields of a fact that may choose a more exact message, the first that has one."""


class Narrator:
    """Words for one language. `words` is brief, normal or verbose everywhere."""

    answers: type[Answers] = Answers

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.names = Names(catalogue)
        self.one_button = False
        """Whether the table has one button alone: a tap goes on in a list, and holding it chooses."""

    # What is asked

    def prompt(self, game: Game, words: str) -> PromptWords:
        """The standing question."""
        request, table = game.standing, game.table
        options = _options(request, table)
        marked = game.marked if 0 <= game.marked < len(options) else -1
        option = options[marked] if marked >= 0 else None

        def asked(form: str) -> str:
            facts = self._prompt_facts(request, table, option, form)
            if isinstance(request, Choose):
                facts["to_pick"] = request.most - len(game.picked)
            return self.catalogue.phrase(self._prompt_message(request, marked), form, facts)

        return PromptWords(
            say=sentences(words_or_name("question", request.topic, words, asked)),
            screen=screen_or_name("question", request.topic, asked),
            ring=self._request_cues(request, table, max(marked, 0)),
            options=[(option_id(entry), self._listed(entry, request, table)) for entry in options],
            marked=option_id(option) if option is not None else None,
        )

    def marked(self, game: Game, words: str) -> str:
        """The marked option alone, for one who steps through the list. Nothing when none is marked."""
        options = _options(game.standing, game.table)
        if not 0 <= game.marked < len(options):
            return ""
        return sentences(f"{self._option(options[game.marked], game.table, game.standing.topic, words)}.")

    def _prompt_message(self, request: Request, marked: int) -> str:
        about = subject(request)
        exact = about.kind.name if isinstance(about, Token) else request.variety
        if isinstance(request, Tap) and marked >= 0:
            exact = "list"
        elif isinstance(request, Acknowledge) and "piece" in request.facts and about is None:
            exact = "all"
        return self.catalogue.first(f"prompt-{request.topic}-{exact}", f"prompt-{request.topic}")

    def _prompt_facts(self, request: Request, table: Table, option: Any, form: str) -> Facts:
        book = FactBook(self.names, table, form)
        about = subject(request)
        fields = request.about(table)
        if isinstance(about, Token) and about.space is not None:
            fields["place"] = about.space
        facts = book.turn() | book.of(fields | {"piece": about})
        if isinstance(request, Acknowledge) and isinstance(about, Token):
            facts["task"] = self._task(request.topic, about, table, form)
        if isinstance(request, Tap) and request.fits:
            facts |= self._wanted(request, table, form)
        if option is not None:
            facts["option"] = self._option(option, table, request.topic, form)
            facts["press"] = self.catalogue.name("act-hold" if self.one_button else "act-press", form, {})
            if isinstance(request, Tap):
                facts["option_a"] = self.names.kind(option, "a")
        return facts

    def _task(self, topic: str, source: Token, table: Table, form: str) -> str:
        """What the people are to do with their cards because of a token, in the words of the fact itself."""
        told = [f"event-hands-told-{name}" for name in (f"{topic}-{source.kind.name}", topic)]
        if told[1] not in self.catalogue:
            return ""
        facts = FactBook(self.names, table, form).of({"source": source.kind.name, "count": 1})
        return self.catalogue.phrase(self.catalogue.first(*told), form, facts)

    def _wanted(self, request: Tap, table: Table, form: str) -> Facts:
        """The kinds that a tap may be answered by, while they are few."""
        assert request.fits is not None
        kinds = list(dict.fromkeys(token.kind.name for token in table.bag if request.fits(token)))
        few = [self.names.kind(kind, form) for kind in kinds] if len(kinds) <= FEW_KINDS else []
        return {"kinds": self.names.listed(few, "list-or"), "kinds_count": len(few)}

    # What has happened

    def told(self, events: Sequence[Event], game: Game, words: str) -> list[Utterance]:
        """What is said of these facts, in order. What the standing question says itself is left to it."""
        told = self._tales(events, game.standing, words == "brief")
        return [utterance for tale in told for utterance in self._utterances(tale, game.table, words)]

    def screen_of(self, events: Sequence[Event], game: Game) -> tuple[str, ...] | None:
        """The lines for the weightiest of these facts, the last of several; none when there is nothing to show."""
        told = self._tales(events, game.standing, False)
        weighed = [(manner_of(tale.event).weight, place) for place, tale in enumerate(told)]
        weight, place = max(weighed, default=(0, 0))
        if not weight:
            return None
        return screen_or_name("fact", told[place].event.kind, lambda form: self._tell(told[place], game.table, form))

    def cues(self, events: Sequence[Event], game: Game) -> list[Cue]:
        """The cues of these facts, in the order of telling, each once."""
        made: list[Cue] = []
        told = self._tales(events, game.standing, False)
        for cue in map(self._event_cue, (event for tale in told for event in (tale.event, *tale.imps))):
            if cue not in made:
                made.append(cue)
        return made

    def _utterances(self, tale: Tale, table: Table, words: str) -> Iterator[Utterance]:
        ends = isinstance(tale.event, ENDINGS)
        text = words_or_name("fact", tale.event.kind, words, lambda form: self._tell(tale, table, form))
        yield Utterance(sentences(text), manner_of(tale.event).priority, tale.place, in_turn=ends)
        if ends:
            for text in self._afterwards(tale.event, table, words):
                yield Utterance(text, "step", tale.place)

    def _tell(self, tale: Tale, table: Table, form: str) -> str:
        event = tale.event
        if tale.movers:
            return self.catalogue.phrase("event-monsters-moved", form, self._march_facts(tale, table, form))
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        book = FactBook(self.names, table, form)
        facts = book.of(fields)
        if isinstance(event, ImpsCame):
            arcs = sorted({placed.space.arc for placed in tale.imps})
            facts |= book.of({"arcs": arcs})
        return self.catalogue.phrase(self._event_message(event, fields), form, facts)

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

    def _afterwards(self, event: Event, table: Table, words: str) -> Iterator[str]:
        """What is told after an ending: who did how well, or how much was still to come."""
        book = FactBook(self.names, table, words)
        if isinstance(event, GameLost):
            yield self.catalogue.text("ending-left", words, **book.of({"left": event.left}))
        elif isinstance(event, GameWon) and event.slayers:
            for player in range(1, table.players + 1) if words != "brief" else ():
                facts = book.of({"player": player, "points": table.points(player)})
                yield self.catalogue.text("ending-score", words, **facts)
            yield self.catalogue.text("ending-slayers", words, **book.of({"slayers": event.slayers}))

    # Where another board begins

    def _tales(self, events: Sequence[Event], standing: Request, brief: bool) -> list[Tale]:
        return tales(events, standing, brief)

    def _request_cues(self, request: Request, table: Table, marked: int) -> list[Cue]:
        return cues_of_request(request, table, marked)

    def _event_cue(self, event: Event) -> Cue:
        return cue_of(event)

    # What is refused, asked, named

    def refusal(self, refused: Refused, game: Game | None, words: str = "normal") -> str:
        """Why an input was refused: one plain sentence that names the rule."""
        return sentences(words_or_name("refusal", refused.reason, words, self._why(refused, game)))

    def refusal_screen(self, refused: Refused, game: Game | None) -> tuple[str, ...]:
        """The same as lines."""
        return screen_or_name("refusal", refused.reason, self._why(refused, game))

    def _why(self, refused: Refused, game: Game | None) -> Callable[[str], str]:
        fields = refused.facts
        piece = fields.get("piece")
        if isinstance(piece, Token) and piece.space is not None:
            fields = {"space": piece.space} | fields | {"health": piece.health}

        def phrase(form: str) -> str:
            facts = FactBook(self.names, game.table if game else None, form).of(fields)
            return self.catalogue.phrase(f"refused-{refused.reason}", form, facts)

        return phrase

    def answer(self, about: str, game: Game, words: str) -> str:
        """The answer to a question (`ask` of the table protocol)."""
        return words_or_name("answer", about, words, lambda form: self.answers(self.names, game, form).to(about))

    def answer_screen(self, about: str, game: Game) -> tuple[str, ...]:
        """The same as lines, the gist of it."""
        return screen_or_name("answer", about, lambda form: self.answers(self.names, game, form).to(about))

    def notice(self, name: str, words: str, **facts: str | int) -> str:
        """What a device, or the companion itself, has to say apart from the game."""
        return sentences(words_or_name("notice", name, words, self._notice(name, facts)))

    def notice_screen(self, name: str, **facts: str | int) -> tuple[str, ...]:
        """The same as lines."""
        return screen_or_name("notice", name, self._notice(name, facts))

    def _notice(self, name: str, facts: Mapping[str, str | int]) -> Callable[[str], str]:
        return lambda form: self.catalogue.phrase(f"notice-{name}", form, facts)

    def where(self, token: Token, words: str = "normal") -> str:
        """What and where a token of the board is. Raises ValueError for any other: such a token is never named."""
        if token.space is None:
            raise ValueError("only a token on the board has a place")
        return sentences(self.names.token(token, words))

    def where_screen(self, token: Token) -> tuple[str, ...]:
        """The same as lines."""
        if token.space is None:
            raise ValueError("only a token on the board has a place")
        return screen_or_name("place", token.name, lambda form: self.names.token(token, form))

    def option_text(self, option: Any, table: Table | None = None, topic: str = "") -> str:
        """What may be chosen, in words; `topic` is that of the question."""
        return sentences(self._option(option, table, topic, "normal"))

    def _listed(self, option: Any, request: Request, table: Table) -> str:
        """An option as it stands in the list of a question; for a tap these are kinds of tokens."""
        if isinstance(request, Tap):
            return sentences(words_or_name("kind", option, "normal", lambda form: self.names.kind(option, form)))
        return self.option_text(option, table, request.topic)

    def _option(self, option: Any, table: Table | None, topic: str, form: str) -> str:
        return words_or_name(
            "option", option_id(option), form, lambda form: self.names.option(option, table, form, topic)
        )

    def title(self, entry_title: str) -> str:
        """What an input is called when it is taken back."""
        return words_or_name("title", entry_title, "normal", lambda form: self.names.title(entry_title, form))


def _options(request: Request, table: Table) -> Sequence[Any]:
    """What may be chosen: the candidates of a choice, or for a tap the kinds that stand in for a reader."""
    if isinstance(request, Choose):
        return request.options
    return request.kinds(table) if isinstance(request, Tap) else ()


def option_id(option: Any) -> str:
    """The word of the protocol for an option."""
    return option if isinstance(option, str) else str(option.name)
