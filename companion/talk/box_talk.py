"""What a box adds to the talk of a table: fields of `new_game` and `correct`, verbs, parts of the state.

A box has one object of this kind, in the module of its name in `companion.talk.boxes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from companion.game.events import Event
from companion.game.pieces import Library
from companion.game.rules.fixes import Correction
from companion.game.rules.options import BoxOptions
from companion.game.rules.refusals import RefusalReason
from companion.game.rules.table import Request, Table
from companion.talk.verb import Message
from companion.talk.wishes import GameWish


class ActionVerb(NamedTuple):
    """A verb that becomes an action of the rules: something that the people do by hand."""

    check: Callable[[Library, Table | None, Any], None]
    """Raises Refused for what is wrong with it whatever the game."""
    part: str
    """The part of a table that it needs; empty: none."""
    answers: type[Request]
    """The question that it answers."""
    otherwise: RefusalReason
    """The reason of the refusal when that question does not stand."""
    action: Callable[[Table, Any], Any]
    """The answer that it means. Raises Refused."""


class NoFields(msgspec.Struct):
    """The fields of a box that adds none."""


class BoxTalk:
    """One box. A subclass says what it adds; by itself a box adds nothing."""

    wishes: type[msgspec.Struct] = NoFields
    """Its fields of `new_game`."""
    fixes: type[msgspec.Struct] = NoFields
    """Its fields of `correct`; what they replace goes by the same names in the state."""
    action_verbs: Mapping[type[Message], ActionVerb] = MappingProxyType({})
    """Its verbs, by their messages."""
    left_open: Mapping[str, object] = MappingProxyType({})
    """The fields that `closing` writes down, as they are in the wish for another game like this one."""

    def __init__(self, name: str) -> None:
        self.name = name
        """The box's name in the protocol."""

    def check(self, wish: GameWish) -> None:
        """Raises Refused when its fields of `new_game` cannot be, whatever the boxes in play."""

    def options(self, wish: GameWish, library: Library) -> BoxOptions:
        """Its part of the options of a new game. Raises Refused."""
        return BoxOptions()

    def closing(self, wish: GameWish, library: Library) -> Mapping[str, object]:
        """Fields of a `new_game` that is to be kept: what the owner's file may change later is written down."""
        return {}

    def absent(self) -> Mapping[str, object]:
        """What its parts of the state hold in a game that could have the box and has not."""
        return {}

    def placed(self, correction: Correction) -> list[str]:
        """The pieces that its part of a correction puts on the board, by name."""
        return []

    def disclosed(self, wish: GameWish, events: Sequence[Event]) -> GameWish | None:
        """The beginning of a game that goes on, where these facts have told all its secrets; none where some are left.

        It tells nothing beyond the facts.
        """
        return None

    def learned(self, event: Event) -> Mapping[str, Any]:
        """What the owner's file is to keep of a fact, as that file has it; nothing for most."""
        return {}
