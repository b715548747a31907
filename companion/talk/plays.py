"""What people do by hand, from the protocol's words to the rules' actions: cards, fires, Supports, the Cavalier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.game.board import COLORS, HIT_RINGS, RINGS, SPACES
from companion.game.boxes.dark_titan.cavalier import CavalierTurn, Orders
from companion.game.boxes.dark_titan.supports import COLOR_CARDS
from companion.game.boxes.dark_titan.supports import MoveSupport as MoveSupportAction
from companion.game.boxes.wizards_tower.fire import Extinguish as ExtinguishAction
from companion.game.pieces import Library, Token
from companion.game.rules.cards import Card, CardPlay
from companion.game.rules.options import MOST_PLAYERS
from companion.game.rules.requests import PlayCards, Refused, Request
from companion.game.rules.table import Table
from companion.talk import naming
from companion.talk.messages import Cavalier, Extinguish, Message, MoveSupport, Play

_FIELDS = {"with_": "with", "for_": "for"}
_AIMED = ("on", "with_", "at", "to", "color", "range", "ring", "damage", "hit", "with_on", "wizard", "for_")
_BURNABLE = frozenset({"wall", "tower"})
HELD_BY_WORDS = {"color": tuple(COLORS), "range": HIT_RINGS, "ring": RINGS}


def check_words(library: Library, table: Table | None, message: Play) -> None:
    """Raises Refused for what is wrong with a play whatever the game: its fields, its values, its words."""
    card = _card(library, table, message.card)
    if card is not None:
        _check_fields(card, message)
    _check_values(message, table.players if table else MOST_PLAYERS)
    for name in (message.card, *(message.with_ or []), *([message.hit] if message.hit else [])):
        naming.check_card(library, table, name)
    for name in (*_listed(message.on), *(message.damage or {})):
        naming.check_piece(library, name)


def card_play(table: Table, message: Play) -> CardPlay:
    """The play that the message means. Raises Refused."""
    card = table.cards[message.card]
    details = {
        _FIELDS.get(name, name): getattr(message, name) for name in _AIMED[3:] if getattr(message, name) is not None
    }
    if "to" in details:
        details["to"] = naming.place(table, details["to"], card.places)
    if "damage" in details:
        details["damage"] = {_target(table, name): points for name, points in details["damage"].items()}
    if "hit" in details:
        details["hit"] = table.cards[details["hit"]]
    return CardPlay(
        card=card,
        player=message.player or table.player,
        on=tuple(_target(table, name) for name in _listed(message.on)),
        together=tuple(table.cards[name] for name in message.with_ or []),
        at=_places(table, card, message.at),
        details=details,
        force=message.force,
    )


def _card(library: Library, table: Table | None, name: str) -> Card | None:
    """The card, as far as its rules are known here."""
    if table is not None:
        return table.cards.get(name)
    naming.check_card(library, None, name)
    return None


def _check_fields(card: Card, message: Play) -> None:
    given = {_FIELDS.get(name, name) for name in _AIMED if getattr(message, name) is not None}
    for field in sorted(card.needs - given):
        raise Refused("bad-input", "missing-field", field=field)
    for field in sorted(given - card.needs - card.takes):
        raise Refused("bad-input", "unknown-field", field=field)
    if "on" in given and len(_listed(message.on)) not in card.targets:
        raise Refused("bad-value", "how-many-targets")


def _check_values(message: Play, players: int) -> None:
    for field, words in HELD_BY_WORDS.items():
        value = getattr(message, field)
        if value is not None and value not in words:
            raise Refused("bad-value", f"no-such-{field}", name=value)
    if message.player is not None and not 1 <= message.player <= players:
        raise Refused("bad-value", "no-such-player", player=message.player)


def _listed(value: str | list[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else value or []


def _target(table: Table, name: str) -> Token:
    found = naming.token(table, name, "board")
    if found is None:
        raise Refused("illegal-target", "not-in-game", name=name)
    if found.space is not None and not found.on_board:
        raise Refused("illegal-target", "no-monster", piece=found)
    return found


# What else is done by hand: fires are put out, Supports and the Cavalier move


def extinguishing(table: Table, message: Extinguish) -> ExtinguishAction:
    """The putting out that the message means. Raises Refused."""
    at = naming.place(table, message.at, _BURNABLE)
    return ExtinguishAction(table.cards[message.with_], at, table.player, message.force)


def support_move(table: Table, message: MoveSupport) -> MoveSupportAction:
    """The move that the message means. Raises Refused."""
    support = naming.token(table, message.piece, "board")
    if support is None:
        raise Refused("illegal-target", "not-in-game", name=message.piece)
    return MoveSupportAction(support, tuple(SPACES[name] for name in message.path), message.color)


def check_extinguishing(library: Library, table: Table | None, message: Extinguish) -> None:
    """Raises Refused for a card that there is not."""
    naming.check_card(library, table, message.with_)


def check_support_words(library: Library, table: Table | None, message: MoveSupport) -> None:  # noqa: ARG001
    """Raises Refused for what is wrong with a move of a Support whatever the game."""
    if message.color not in COLOR_CARDS:
        raise Refused("bad-value", "no-such-color", name=message.color)
    for name in message.path:
        _check_space(name)
    naming.check_piece(library, message.piece)


def cavalier_orders(table: Table, message: Cavalier) -> Orders:
    """What the message orders the Cavalier to do. Raises Refused."""
    foe = None if message.attack is None else _target(table, message.attack)
    return Orders(None if message.move is None else SPACES[message.move], foe, message.first == "attack")


def check_cavalier_words(library: Library, table: Table | None, message: Cavalier) -> None:  # noqa: ARG001
    """Raises Refused for what is wrong with the Cavalier's orders whatever the game."""
    if message.first not in ("move", "attack"):
        raise Refused("bad-value", "cavalier-first", name=message.first)
    if message.move is not None:
        _check_space(message.move)
    if message.attack is not None:
        naming.check_piece(library, message.attack)


def _check_space(name: str) -> None:
    if name not in SPACES:
        raise Refused("bad-value", "no-such-space", name=name)


def _places(table: Table, card: Card, at: str | list[str] | None) -> Any:
    if at is None:
        return None
    if isinstance(at, list):
        return tuple(naming.place(table, name, card.places) for name in at)
    return naming.place(table, at, card.places)


class Deed(NamedTuple):
    """A verb for something that is done by hand."""

    check: Callable[[Library, Table | None, Any], None]
    """Raises Refused for what is wrong with it whatever the game."""
    part: str
    """The part of a table that it needs; empty: none."""
    answers: type[Request]
    """The question that it answers."""
    otherwise: str
    """The reason of the refusal when that question does not stand."""
    action: Callable[[Table, Any], Any]
    """The answer that it means. Raises Refused."""


DEEDS: dict[type[Message], Deed] = {
    Play: Deed(check_words, "", PlayCards, "not-now-play", card_play),
    Extinguish: Deed(check_extinguishing, "fire", PlayCards, "not-now-play", extinguishing),
    MoveSupport: Deed(check_support_words, "supports", PlayCards, "not-now-play", support_move),
    Cavalier: Deed(check_cavalier_words, "cavalier", CavalierTurn, "not-now-cavalier", cavalier_orders),
}
