"""The narrator: from what the game asks and what has happened to words, lines and lights.

One object serves every channel of one language. Where words are missing it uses plain names and warns of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.game.events import Event, HandsTold
from companion.game.pieces import Token
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import Acknowledge, Choose, Tap
from companion.game.rules.table import Request, Table
from companion.game.session import Game
from companion.narration.answer_book import AnswerBook
from companion.narration.answers import answer
from companion.narration.box_words import BoardWords
from companion.narration.catalogue import Catalogue, sentences
from companion.narration.cues import cues_of_request, event_cue
from companion.narration.facts import FactBook
from companion.narration.missing import screen_or_name, words_or_name
from companion.narration.name import Fact, Facts, Name
from companion.narration.names import Names
from companion.narration.phrases import NORMAL, EventWords, NamedCue, PromptWords
from companion.narration.questions import marked_option, option_id, options_of, subject
from companion.narration.teller import Teller

FEW_KINDS = 3
"""So many kinds of tokens are named when one of them is wanted."""
ON_RINGS = BoardWords(
    answer=answer,
    facts=lambda about, table, names, form: {},
    tells=lambda event: True,
    question_cues=cues_of_request,
    event_cue=event_cue,
)
"""How games on the board with rings are told."""


class Narrator:
    """Words for one language. `words` is brief, normal or verbose everywhere."""

    def __init__(self, catalogue: Catalogue, board: BoardWords = ON_RINGS) -> None:
        self.catalogue = catalogue
        self.board = board
        self.names = Names(catalogue)
        self.teller = Teller(self.names, board)
        self.one_button = False
        """Whether the table has one button alone: a tap goes on in a list, and holding it chooses."""

    # What is asked

    def prompt(self, game: Game, words: str) -> PromptWords:
        """The standing question."""
        request, option = game.standing, marked_option(game)
        return PromptWords(
            say=self.asked(game, words),
            screen=screen_or_name("question", request.topic, self._question(game)),
            ring=self.board.question_cues(request, game.table, 0 if option is None else game.marked),
            marked=option_id(option) if option is not None else None,
        )

    def asked(self, game: Game, words: str) -> str:
        """The standing question as it is said."""
        return sentences(words_or_name("question", game.standing.topic, words, self._question(game)))

    def _question(self, game: Game) -> Callable[[str], str]:
        return lambda form: self.catalogue.words(self._asking(game, form))

    def _asking(self, game: Game, form: str) -> Name:
        request, option = game.standing, marked_option(game)
        facts = self._prompt_facts(request, game.table, option, form)
        if isinstance(request, Choose):
            facts["to_pick"] = request.most - len(game.picked)
        return Name(self._prompt_message(request, option is not None), form, tuple(facts.items()))

    def options(self, game: Game) -> list[tuple[str, str]]:
        """What may be chosen at the standing question: pairs of id and text."""
        request, table = game.standing, game.table
        return [(option_id(entry), self._listed(entry, request, table)) for entry in options_of(request, table)]

    def marked(self, game: Game, words: str) -> str:
        """The marked option alone, for one who steps through the list. Nothing when none is marked."""
        option = marked_option(game)
        return "" if option is None else f"{self._option_text(option, game.table, game.standing.topic, words)}."

    def _prompt_message(self, request: Request, in_list: bool) -> str:
        about = subject(request)
        exact = about.kind.name if isinstance(about, Token) else request.variety
        if isinstance(request, Tap) and in_list:
            exact = "list"
        elif isinstance(request, Acknowledge) and "piece" in request.facts and about is None:
            exact = "all"
        return self.catalogue.first(f"prompt-{request.topic}-{exact}", f"prompt-{request.topic}")

    def _prompt_facts(self, request: Request, table: Table, option: Any, form: str) -> Facts:
        book = FactBook(self.names, table, form)
        about = subject(request)
        fields = request.about(table)
        if isinstance(about, Token) and about.where is not None:
            fields["place"] = about.where
        facts = book.turn() | book.of(fields | {"piece": about})
        if isinstance(request, Acknowledge) and isinstance(about, Token):
            facts["task"] = self._task(request.topic, about, table, form)
        if isinstance(request, Tap) and request.fits:
            facts |= self._wanted(request, table, form)
        if option is not None:
            facts["option"] = self._option(option, table, request.topic, form)
            facts["press"] = Name("act-hold" if self.one_button else "act-press", form)
        return facts | self.board.facts(about, table, self.names, form)

    def _task(self, topic: str, source: Token, table: Table, form: str) -> Fact:
        """What the people are to do with their cards because of a token, in the words of the fact itself."""
        told = [f"event-{HandsTold.kind}-{name}" for name in (f"{topic}-{source.kind.name}", topic)]
        if told[1] not in self.catalogue:
            return ""
        facts = FactBook(self.names, table, form).of({"source": source.kind.name, "count": 1})
        return Name(self.catalogue.first(*told), form, tuple(facts.items()))

    def _wanted(self, request: Tap, table: Table, form: str) -> Facts:
        """The kinds that a tap may be answered by, while they are few."""
        assert request.fits is not None
        kinds = list(dict.fromkeys(token.kind.name for token in table.bag if request.fits(token)))
        few = [self.names.kind(kind, form) for kind in kinds] if len(kinds) <= FEW_KINDS else []
        return {"kinds": self.names.listed(few, "list-or"), "kinds_count": len(few)}

    # What has happened

    def told(self, events: Sequence[Event], game: Game, words: str) -> list[EventWords]:
        """What is said of these facts, in order. What the standing question says itself is left to it."""
        return self.teller.told(events, game, words)

    def recalled(self, events: Sequence[Event], game: Game, words: str) -> list[Callable[[], str]]:
        """What was said of these facts and of the question after them. Each is put into words when it is called."""
        topic = game.standing.topic
        asked = words_or_name("question", topic, words, lambda form: self._asking(game, form))
        told = [partial(self.teller.text, telling, words) for telling in self.teller.tellings(events, game, words)]
        return [*told, partial(self._alone, "question", topic, words, lambda form: asked)]

    def screen_of(self, events: Sequence[Event], game: Game) -> tuple[str, ...] | None:
        """The lines for the weightiest of these facts, the last of several; none when there is nothing to show."""
        return self.teller.screen_of(events, game)

    def cues(self, events: Sequence[Event], game: Game) -> list[NamedCue]:
        """The cues of these facts, in the order of telling, each once."""
        return self.teller.cues(events, game)

    # What is refused, asked, named

    def refusal(self, refused: Refused, game: Game | None, words: str = NORMAL) -> str:
        """Why an input was refused: one plain sentence that names the rule."""
        return sentences(words_or_name("refusal", refused.reason, words, self._why(refused, game)))

    def refusal_screen(self, refused: Refused, game: Game | None) -> tuple[str, ...]:
        """The same as lines."""
        return screen_or_name("refusal", refused.reason, self._why(refused, game))

    def _why(self, refused: Refused, game: Game | None) -> Callable[[str], str]:
        fields = refused.facts
        piece = fields.get("piece")
        if isinstance(piece, Token) and piece.where is not None:
            fields = {"space": piece.where} | fields | {"health": piece.health}

        def phrase(form: str) -> str:
            facts = FactBook(self.names, game.table if game else None, form).of(fields)
            return self.catalogue.phrase(f"refused-{refused.reason}", form, facts)

        return phrase

    def answer(self, about: str, game: Game, words: str) -> str:
        """The answer to a question (`ask` of the table protocol)."""
        return words_or_name("answer", about, words, self._answer(about, game.table))

    def answer_screen(self, about: str, game: Game) -> tuple[str, ...]:
        """The same as lines, the gist of it."""
        return screen_or_name("answer", about, self._answer(about, game.table))

    def _answer(self, about: str, table: Table) -> Callable[[str], str]:
        return lambda form: self.board.answer(AnswerBook(self.names, table, form), about)

    def notice(self, name: str, words: str, **facts: str | int) -> str:
        """What a device, or the companion itself, has to say apart from the game."""
        return sentences(words_or_name("notice", name, words, self._notice(name, facts)))

    def notice_screen(self, name: str, **facts: str | int) -> tuple[str, ...]:
        """The same as lines."""
        return screen_or_name("notice", name, self._notice(name, facts))

    def _notice(self, name: str, facts: Mapping[str, str | int]) -> Callable[[str], str]:
        return lambda form: self.catalogue.phrase(f"notice-{name}", form, facts)

    def where(self, token: Token, words: str = NORMAL) -> str:
        """What and where a token of the board is. Raises ValueError for any other: such a token is never named."""
        if token.where is None:
            raise ValueError("only a token on the board has a place")
        return sentences(self.catalogue.words(self.names.token(token, words)))

    def where_screen(self, token: Token) -> tuple[str, ...]:
        """The same as lines."""
        if token.where is None:
            raise ValueError("only a token on the board has a place")
        return screen_or_name("place", token.name, lambda form: self.catalogue.words(self.names.token(token, form)))

    def option_text(self, option: Any, table: Table | None = None, topic: str = "") -> str:
        """What may be chosen, in words; `topic` is that of the question."""
        return self._option_text(option, table, topic, NORMAL)

    def _listed(self, option: Any, request: Request, table: Table) -> str:
        """An option as it stands in the list of a question; for a tap these are kinds of tokens."""
        if isinstance(request, Tap):
            return self._alone("kind", option, NORMAL, lambda form: self.names.kind(option, form))
        return self.option_text(option, table, request.topic)

    def _option_text(self, option: Any, table: Table | None, topic: str, form: str) -> str:
        called = option_id(option)
        return self._alone("option", called, form, lambda form: self.names.option(option, table, form, topic))

    def _alone(self, sort: str, name: str, form: str, named: Callable[[str], Fact]) -> str:
        """A name that stands alone, with a capital."""
        return sentences(words_or_name(sort, name, form, lambda form: self.catalogue.words(named(form))))

    def _option(self, option: Any, table: Table | None, topic: str, form: str) -> Fact:
        """An option by name; by the word of the protocol where its name has no words."""

        def named(form: str) -> Fact:
            name = self.names.option(option, table, form, topic)
            self.catalogue.words(name)  # raises now if a word is missing, so that the plain name can stand for it
            return name

        return words_or_name("option", option_id(option), form, named)
