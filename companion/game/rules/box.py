"""A box of the game line: the tokens and cards that it brings, and how it joins a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.game.pieces import BoxFacts, CardKind, Token
from companion.game.rules.moments import Handler
from companion.game.rules.options import BoxOptions, GameOptions
from companion.game.rules.table import Table


class Box:
    """One box. A subclass lists its handlers, and overrides `open` to add phases and parts to a table."""

    extends: str = ""
    """The name of the base box that it expands; empty for a base box."""
    variants: frozenset[str] = frozenset()
    """The names of the variants that it brings."""
    handlers: tuple[Handler[..., Any], ...] = ()
    """Its handlers of moments. Each of them states its moment and its place itself."""
    options: type[BoxOptions] = BoxOptions
    """The record of what people can choose about it before a game."""
    configurable: tuple[str, ...] = ()
    """The fields of `options` that the configuration file may set."""

    def __init__(self, name: str, tokens: Mapping[str, type[Token]], cards: Mapping[str, CardKind]) -> None:
        self.name = name
        self.tokens = tokens
        self.cards = cards

    def make_tokens(self, facts: BoxFacts) -> list[Token]:
        """Make every physical token of the box, numbered from 1 within its kind."""
        kinds = [(self.tokens[kind.name], kind) for kind in facts.tokens.values()]
        return [token(kind, number) for token, kind in kinds for number in range(1, kind.count + 1)]

    def leaves_out(self, options: GameOptions) -> Collection[str]:
        """Return the kinds and cards, of any box, that a game with these options does not use."""
        return ()

    def open(self, table: Table, facts: BoxFacts) -> None:
        """Add what the box brings to a table that is being made."""
