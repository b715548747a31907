"""A box of the line: which tokens and cards it brings, and how it joins a table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.game.pieces import BoxFacts, CardKind, Token
from companion.game.rules.options import BoxOptions, GameOptions
from companion.game.rules.table import Table


class Box:
    """One box. A subclass says in `open` what it adds to the moments, phases and parts of a table."""

    extends: str = ""
    """The base box that it is an expansion of; a base box extends none."""
    variants: frozenset[str] = frozenset()
    """The names of the variants it brings."""
    options: type[BoxOptions] = BoxOptions
    """What it lets people choose before a game."""
    configurable: tuple[str, ...] = ()
    """The choices among them that a table may have in its configuration."""

    def __init__(self, name: str, tokens: Mapping[str, type[Token]], cards: Mapping[str, CardKind]) -> None:
        self.name = name
        self.tokens = tokens
        self.cards = cards

    def make_tokens(self, facts: BoxFacts) -> Iterator[Token]:
        """Every physical token of the box, numbered from 1 within its kind."""
        for kind in facts.tokens.values():
            token = self.tokens[kind.name]
            for number in range(1, kind.count + 1):
                yield token(kind, number)

    def leaves_out(self, options: GameOptions) -> Collection[str]:
        """Kinds and cards, of whatever box, that a game with these options is played without."""
        return ()

    def open(self, table: Table, facts: BoxFacts) -> None:
        """Joins a table that is being made."""
