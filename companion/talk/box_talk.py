"""What a box adds to the talk of a table: fields of `new_game` and `correct`, verbs, parts of the state.

Each box that adds something has one object of this kind, in the module of its name in `companion.talk.boxes`.
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
    """Raise Refused for what is wrong with the message in any game."""
    part: str
    """The part of a table that the verb needs; empty when it needs none."""
    answers: type[Request]
    """The question that the verb answers."""
    otherwise: RefusalReason
    """The reason of the refusal when that question does not stand."""
    action: Callable[[Table, Any], Any]
    """Return the answer that the message means. Raise Refused when it names something that this table does not have."""


class NoFields(msgspec.Struct):
    """The fields of a box that adds none."""


class BoxTalk:
    """What one box adds. A subclass overrides what its box has; as it stands it adds nothing."""

    wishes: type[msgspec.Struct] = NoFields
    """Its fields of `new_game`."""
    fixes: type[msgspec.Struct] = NoFields
    """Its fields of `correct`. What they replace has the same names in the state."""
    action_verbs: Mapping[type[Message], ActionVerb] = MappingProxyType({})
    """Its verbs, by their messages."""
    left_open: Mapping[str, object] = MappingProxyType({})
    """The fields that `closing` writes down, with their values in the wish for another game like this one."""

    drawn: Mapping[str, object] = MappingProxyType({})
    """The fields of `new_game` that leave to the companion what people otherwise draw by hand and do not look at."""

    def __init__(self, name: str) -> None:
        self.name = name
        """The name of the box in the protocol."""

    def check(self, wish: GameWish) -> None:
        """Raise Refused for values of its fields of `new_game` that cannot be, whatever boxes are in play."""

    def options(self, wish: GameWish, library: Library) -> BoxOptions:
        """Return its part of the options of a new game. Raise Refused when there are none for these wishes."""
        return BoxOptions()

    def closing(self, wish: GameWish, library: Library) -> Mapping[str, object]:
        """Return the fields of a `new_game` that is to be kept which the owner's file may change later."""
        return {}

    def absent(self) -> Mapping[str, object]:
        """Return what its parts of the state hold in a game that could have the box but does not."""
        return {}

    def placed(self, correction: Correction) -> list[str]:
        """Return the names of the pieces that its part of a correction puts on the board."""
        return []

    def disclosed(self, wish: GameWish, events: Sequence[Event]) -> GameWish | None:
        """Return a wish for the same game without secrets, once these events have told all of them; None before that.

        The wish tells nothing beyond the events.
        """
        return None

    def learned(self, event: Event) -> Mapping[str, Any]:
        """Return what the owner's file is to keep of an event, in the form of that file; for most events nothing."""
        return {}
