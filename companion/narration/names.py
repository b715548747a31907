"""What things are called, and the one way to say where something is.

Every phrase with a place in it, in every channel, is made here: name, "flying", arc, color, ring, health, flames, in
that order. `form` is one of the lengths, or screen; the message that a name stands in may ask for another form of it,
whatever the language declares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.game.board import ARCS, RINGS, SPACES, Arc, Space
from companion.game.path import PathSpace
from companion.game.pieces import Kind, Structure, Token
from companion.game.rules.requests import NumberOption, Order
from companion.game.rules.setup import SEAT
from companion.narration.catalogue import LINE_BREAK, Catalogue
from companion.narration.name import Fact, Facts, Name
from companion.narration.phrases import LINE_WIDTH, SCREEN

if TYPE_CHECKING:
    from companion.game.rules.table import Table

ARCS_BY_NAME: Mapping[str, Arc] = MappingProxyType({arc.name: arc for arc in ARCS.values()})
"""The arcs by their names in the protocol."""
STRUCTURES: Mapping[str, Structure] = MappingProxyType(
    {structure.name: structure for sort in ("wall", "tower") for arc in ARCS for structure in [Structure(sort, arc)]}
)
"""What Walls and Towers there are, by their names in the protocol: sort and arc, not the state at any table."""
_REMEMBERED = 512
"""So many names of each sort are kept: the same Monsters stand in the same spaces again and again.

The spaces of a path are made for a game; those of former games leave as others come.
"""


class Names:
    """The names of one language."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    # Single things

    def kind(self, name: str, form: str) -> Name:
        """A kind of token, bare; as `the` or `a` also with its article."""
        return Name(f"kind-{name}", form)

    def card(self, name: str, form: str) -> Name:
        """A card."""
        return Name(f"card-{name}", form)

    def player(self, table: Table | None, number: int, form: str) -> Fact:
        """A player: the name, or the number where there is none. On the screen a long name is cut to the line."""
        names = table.options.names if table else ()
        if not 1 <= number <= len(names):
            return Name("player", form, (("number", number),))
        name = " ".join(names[number - 1].split())
        return name.upper().replace(LINE_BREAK, "/")[:LINE_WIDTH].strip() if form == SCREEN else name

    def color(self, color: str, form: str) -> Name:
        """A color of the board."""
        return Name(f"color-{color}", form)

    def ring(self, ring: str, form: str) -> Name:
        """A ring."""
        return Name(f"ring-{ring}", form)

    def structure(self, sort: str, arc: int, form: str) -> Name:
        """A Wall or a Tower."""
        return Name(sort, form, (("arc", arc),))

    def arc(self, number: int, form: str) -> Name:
        """An arc, with its color where there is room."""
        return _arc(number, form)

    def stage(self, phase: str, form: str) -> Name:
        """A step of a turn."""
        return Name(f"stage-{phase}", form)

    def title(self, title: str, form: str) -> Name:
        """An input that is taken back."""
        return Name(f"title-{title}", form)

    # Places

    def who(self, kind: Kind, form: str) -> Name:
        """A Monster by name, with what must always be said along: flying. As `goer` it stands before a verb."""
        return _who(kind.name, kind.flying, form)

    def place(self, space: Space | PathSpace, form: str) -> Name:
        """A space: arc, color, ring; on a path color and shape."""
        return _place(space, form)

    def spot(self, kind: Kind, space: Space | PathSpace, form: str) -> Name:
        """A Monster and its space."""
        return _spot(kind.name, kind.flying, space, form)

    def where(
        self, kind: Kind, space: Space | PathSpace, form: str, health: int = 0, flames: int = 0, message: str = "where"
    ) -> Name:
        """A Monster, its space, its health (0: not said) and its flames. `inside` is the same without the arc."""
        facts = (*_whereabouts(kind.name, kind.flying, space, form), ("health", health), ("flames", flames))
        return Name("path-where" if isinstance(space, PathSpace) else message, form, facts)

    def token(self, token: Token, form: str, message: str = "where") -> Name:
        """A token as it stands; one that is not on the board by its name alone."""
        if token.where is None:
            return self.kind(token.kind.name, form)
        return self.where(token.kind, token.where, form, token.health, token.flames, message)

    # Options and lists

    def option(self, option: Any, table: Table | None, form: str, topic: str = "") -> Fact:
        """What may be chosen: a token, kind, space, arc, Wall or Tower, an order, or a word of the protocol.

        `topic` is that of the question: a word may mean something else there. Raises KeyError for an unknown word.
        """
        if isinstance(option, Token):
            return self.token(option, form)
        if isinstance(option, Kind):
            return self.kind(option.name, form)
        if isinstance(option, Space):
            return self.place(option, form)
        if isinstance(option, Arc):
            return self.arc(option.number, form)
        if isinstance(option, Structure):
            return self.structure(option.sort, option.arc, form)
        if isinstance(option, Order):
            return self._order(option, form)
        if isinstance(option, NumberOption) and option.sort:
            return self._numbered(option, table, form)
        return self._word(option if isinstance(option, str) else option.name, form, topic)

    def _numbered(self, option: NumberOption, table: Table | None, form: str) -> Fact:
        """A player by name; any other numbered option by the message of its sort, which the number fills."""
        if option.sort == SEAT:
            return self.player(table, option.number, form)
        return Name(f"option-{option.sort}", form, ((option.sort, option.number),))

    def _order(self, order: Order, form: str) -> Name:
        """Something to do. A token that it aims at stands near, so its space is not said."""
        return Name(f"option-{order.deed}", form, tuple(self._aim(order.aim, form).items()))

    def _aim(self, aim: Any, form: str) -> Facts:
        if isinstance(aim, Space):
            return dict(_parts(aim, form)) | {"place": _place(aim, form)}
        if isinstance(aim, Token):
            return {"who": self.who(aim.kind, form), "health": aim.health, "flames": aim.flames}
        return {}

    def _word(self, word: str, form: str, topic: str) -> Name:
        if word in SPACES:
            return self.place(SPACES[word], form)
        if word in ARCS_BY_NAME:
            return self.arc(ARCS_BY_NAME[word].number, form)
        if word in STRUCTURES:
            return self.structure(STRUCTURES[word].sort, STRUCTURES[word].arc, form)
        if word in RINGS:
            return self.ring(word, form)
        names = [f"{kind}-{word}" for kind in ("kind", "color", "card")]
        return Name(self.catalogue.first(f"option-{topic}-{word}", f"option-{word}", *names), form)

    def listed(self, entries: Sequence[Fact], last: str = "list-and", between: str = "list-comma") -> Fact:
        """Some things in a row, nothing for none. The messages join the last one, and two before it."""
        if not entries:
            return ""
        *head, tail = entries
        if not head:
            return tail
        return Name(last, "", (("first", _joined(head, between)), ("last", tail)))


def _joined(entries: Sequence[Fact], between: str) -> Fact:
    """Join two halves, so that a list of a hundred is but seven names deep."""
    if len(entries) == 1:
        return entries[0]
    middle = len(entries) // 2
    return Name(
        between, "", (("first", _joined(entries[:middle], between)), ("last", _joined(entries[middle:], between)))
    )


_FilledIn: TypeAlias = tuple[tuple[str, Fact], ...]


@lru_cache(_REMEMBERED)
def _arc(number: int, form: str) -> Name:
    return Name("arc", form, (("arc", number), ("color", Name(f"color-{ARCS[number].color}", form))))


@lru_cache(_REMEMBERED)
def _who(kind: str, flying: bool, form: str) -> Name:
    return Name("who", form, (("name", Name(f"kind-{kind}", form)), ("flying", "yes" if flying else "no")))


@lru_cache(_REMEMBERED)
def _parts(space: Space | PathSpace, form: str) -> _FilledIn:
    color = ("color", Name(f"color-{space.color}", form))
    if isinstance(space, PathSpace):
        return color, ("shape", Name(f"shape-{space.shape}", form))
    return ("arc", space.arc), color, ("ring", Name(f"ring-{space.ring}", form)), ("ring_id", space.ring)


@lru_cache(_REMEMBERED)
def _place(space: Space | PathSpace, form: str) -> Name:
    return Name("path-place" if isinstance(space, PathSpace) else "place", form, _parts(space, form))


@lru_cache(_REMEMBERED)
def _spot(kind: str, flying: bool, space: Space | PathSpace, form: str) -> Name:
    return Name("spot", form, (("who", _who(kind, flying, form)), ("place", _place(space, form))))


@lru_cache(_REMEMBERED)
def _whereabouts(kind: str, flying: bool, space: Space | PathSpace, form: str) -> _FilledIn:
    return ("who", _who(kind, flying, form)), ("place", _place(space, form)), *_parts(space, form)
