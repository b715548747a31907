"""From the records of the game to the facts that fill a message.

A field of an event (a request, a refusal) becomes one or more facts, by its type, or as it is declared
(`companion.narration.fields`). A piece becomes its name, and with a space beside it the phrases that say where it is; a
player becomes a name. So a new kind of event needs a message and no code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from companion.game.board import COLORS, RINGS, Arc, Space
from companion.game.path import PathSpace
from companion.game.pieces import Structure, Token
from companion.narration import boxes
from companion.narration.fields import COMMON_FIELDS, Field, FieldForm, OptionOf
from companion.narration.name import Fact, Facts, Name
from companion.narration.names import STRUCTURES, Names

if TYPE_CHECKING:
    from companion.game.rules.table import Table

_REMEMBERED = 256
"""So many spaces are made into facts once, by the names of their fields."""
LONGEST_WORD = 30
"""Characters of a word out of somebody's input that are repeated to them."""


class FactBook:
    """Makes facts in one form (brief, normal, verbose or screen) for one table; without a game there is none."""

    def __init__(self, names: Names, table: Table | None, form: str) -> None:
        self.names = names
        self.table = table
        self.form = form

    def of(self, fields: Mapping[str, Any], forms: Mapping[str, FieldForm] = COMMON_FIELDS) -> Facts:
        """The facts of some fields by name. `forms` says what those hold that have a meaning of their own here."""
        facts: Facts = {}
        for name, value in fields.items():
            if value is not None:
                facts |= self._of(name, value, forms.get(name) or COMMON_FIELDS.get(name))
        if "origin" in fields and "space" in fields:
            facts["turned"] = "no" if fields["origin"].arc == fields["space"].arc else "yes"
        piece, foe = fields.get("piece"), fields.get("monster")
        if isinstance(piece, Token):
            facts |= self._whereabouts(piece, fields)
        if isinstance(foe, Token):
            facts |= self._other("monster", foe, fields.get("space") or foe.where)
        return facts

    def _of(self, name: str, value: Any, form: FieldForm | None) -> Mapping[str, Fact]:
        if isinstance(value, Token):
            return {name: self.names.kind(value.kind.name, self.form)}
        if isinstance(value, Space):
            return _space(self.names, name, value, self.form)
        if isinstance(value, PathSpace):
            return {name: self.names.place(value, self.form), f"{name}_number": value.number}
        if isinstance(value, Structure):
            return self._structure(name, value)
        if isinstance(value, Arc):
            return {name: self.names.arc(value.number, self.form)}
        if isinstance(form, OptionOf):
            return self._chosen(name, value, form.topic)
        if form is not None:
            return _AS_DECLARED[form](self, name, value)
        if isinstance(value, bool):
            return {name: "yes" if value else "no"}
        return {name: value if isinstance(value, int) else spoken(value)}

    # By what the field holds

    def _structure(self, name: str, structure: Structure) -> Facts:
        return {
            name: self.names.structure(structure.sort, structure.arc, self.form),
            f"{name}_arc_name": self.names.arc(structure.arc, self.form),
        }

    def _whereabouts(self, piece: Token, fields: Mapping[str, Any]) -> Facts:
        """Where a piece is or was: in the space beside it in the record, or else where it stands."""
        names, form, kind = self.names, self.form, piece.kind
        space = fields.get("space") or piece.where
        facts: Facts = {"who": names.who(kind, form)}
        facts |= {"on_board": "yes" if space else "no", "flying": "yes" if kind.flying else "no"}
        if space is None:
            return facts | {"spot": facts["who"], "where": "", "health": piece.health}
        health = fields.get("health", 0 if "space" in fields else piece.health)
        return facts | {
            "spot": names.spot(kind, space, form),
            "where": names.where(kind, space, form, health, fields.get("flames", piece.flames)),
            "health": health,
        }

    def _other(self, name: str, token: Token, space: Space | PathSpace | None) -> Facts:
        """A second Monster, by name and with the space of the record."""
        who = self.names.who(token.kind, self.form)
        return {
            f"{name}_who": who,
            f"{name}_spot": self.names.spot(token.kind, space, self.form) if space else who,
        }

    # By what the field is declared to hold

    def _player(self, name: str, player: Any) -> Facts:
        """A player, or nobody (0); in a refusal it may be anything."""
        seat = player if isinstance(player, int) and player > 0 else 0
        seated = self.table is not None and 0 < seat <= self.table.players
        return {
            name: self.names.player(self.table, seat, self.form) if seat else "",
            f"{name}_number": spoken(player),
            "keeper": "some" if seat else "none",
            "total": self.table.points(seat) if self.table is not None and seated else 0,
        }

    def _players(self, name: str, players: Any) -> Facts:
        called = [self.names.player(self.table, player, self.form) for player in players]
        return {name: self.names.listed(called), f"{name}_count": len(called)}

    def _card(self, name: str, card: Any) -> Facts:
        return {name: self.names.card(card, self.form)}

    def _cards(self, name: str, cards: Any) -> Facts:
        called = [self.names.card(card, self.form) for card in cards]
        return {name: self.names.listed(called), f"{name}_count": len(called)}

    def _source(self, name: str, source: Any) -> Facts:
        message = self.names.catalogue.first(f"card-{source}", f"kind-{source}")
        facts: Facts = {name: Name(message, self.form)}
        return facts if self.table is None else facts | self._state(self.table)

    def _arc(self, name: str, arc: Any) -> Facts:
        known = isinstance(arc, int) and 1 <= arc <= 6
        return {name: self.names.arc(arc, self.form) if known else spoken(arc)}

    def _arcs(self, name: str, arcs: Any) -> Facts:
        return {name: self.names.listed([str(arc) for arc in arcs]), f"{name}_count": len(arcs)}

    def _ring(self, name: str, ring: Any) -> Facts:
        """A ring, or none."""
        return {name: self.names.ring(ring, self.form) if ring in RINGS else "", f"{name}_id": ring or "none"}

    def _color(self, name: str, color: Any) -> Facts:
        """A color, any or none."""
        known = color in COLORS or color == "any"
        return {name: self.names.color(color, self.form) if known else "", f"{name}_id": color or "none"}

    def _struck(self, name: str, structure: Any) -> Facts:
        """What was hit, by its name in the protocol, or nothing."""
        called = self.names.option(structure, self.table, self.form) if structure else ""
        return {name: called, f"{name}_sort": STRUCTURES[structure].sort if structure else "none"}

    def _chosen(self, name: str, option: Any, topic: str) -> Facts:
        """An option of a question, in the words that it has there, as far as it is known."""
        called = self.names.option(option, self.table, self.form, topic) if option else ""
        return {name: called, f"{name}_known": "yes" if option else "no"}

    def _how_many(self, name: str, things: Any) -> Facts:
        return {f"{name}_count": len(things)}

    def _word(self, name: str, word: Any) -> Facts:
        return {name: spoken(word)}

    def _title(self, name: str, title: Any) -> Facts:
        return {name: self.names.title(title, self.form)}

    def _phase(self, name: str, phase: Any) -> Facts:
        facts: Facts = {name: spoken(phase)}
        if self.table is not None and f"stage-{phase}" in self.names.catalogue:
            facts |= {"stage": self.names.stage(phase, self.form)} | self.turn()
        return facts

    # The turn that is being played

    def turn(self) -> Facts:
        """What a question about the turn may need."""
        table = self.table
        assert table is not None
        hand = table.hand_size
        return self._state(table) | {
            "player": self.names.player(table, table.player, self.form),
            "players": table.players,
            "hand": hand,
            "smaller": table.facts.hand.get(table.players, 0) - hand,
            "trades": table.trades,
            "left": table.bag_left,
            "owed": min(table.draws_left, table.bag_left),
            "turn": table.turn,
            "result": table.result,
        }

    def _state(self, table: Table) -> Facts:
        """The phase, and what is in play of the boxes."""
        return {"now": table.phase} | boxes.state(table)


_AS_DECLARED: Mapping[Field, Callable[[FactBook, str, Any], Facts]] = MappingProxyType(
    {
        Field.PLAYER: FactBook._player,
        Field.PLAYERS: FactBook._players,
        Field.CARD: FactBook._card,
        Field.CARDS: FactBook._cards,
        Field.SOURCE: FactBook._source,
        Field.ARC: FactBook._arc,
        Field.ARCS: FactBook._arcs,
        Field.RING: FactBook._ring,
        Field.COLOR: FactBook._color,
        Field.STRUCTURE: FactBook._struck,
        Field.TITLE: FactBook._title,
        Field.PHASE: FactBook._phase,
        Field.HOW_MANY: FactBook._how_many,
        Field.WORD: FactBook._word,
    }
)


def spoken(word: Any) -> str:
    """A word of somebody's input that can be said: no control characters, not endless."""
    clean = "".join(letter if letter.isprintable() else " " for letter in str(word))
    return clean if len(clean) <= LONGEST_WORD else f"{clean[: LONGEST_WORD - 1]}…"


@lru_cache(_REMEMBERED)
def _space(names: Names, name: str, space: Space, form: str) -> Mapping[str, Fact]:
    return {
        name: names.place(space, form),
        f"{name}_arc": space.arc,
        f"{name}_arc_name": names.arc(space.arc, form),
        f"{name}_color": names.color(space.color, form),
        f"{name}_ring": names.ring(space.ring, form),
    }
