"""Turns what people do by hand into actions of the rules: cards, and the verbs that boxes add."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.board import COLORS, HIT_RINGS, RINGS
from companion.game.pieces import Library
from companion.game.rules.cards import Aim, Card, CardPlay
from companion.game.rules.options import MOST_PLAYERS
from companion.game.rules.refusals import (
    MISSING_FIELD,
    NO_SUCH_COLOR,
    NO_SUCH_PLAYER,
    NO_SUCH_RING,
    UNKNOWN_FIELD,
    RefusalReason,
    Refused,
)
from companion.game.rules.requests import PlayCards
from companion.game.rules.table import Table
from companion.game.session import Game
from companion.talk import naming
from companion.talk.accepting import not_now, playing
from companion.talk.box_talk import ActionVerb
from companion.talk.boxes import TALKS
from companion.talk.messages import PlayMessage
from companion.talk.refusals import NO_SUCH_RANGE, NOT_IN_THIS_GAME, NOT_NOW_PLAY, WRONG_NUMBER_OF_TARGETS
from companion.talk.verb import Message

_FIELDS = {"with_": "with", "for_": "for"}
"""The names in the protocol of fields that are called differently here, because their names are words of Python."""
_DETAILS = ("to", "color", "range", "ring", "damage", "hit", "with_on", "wizard", "for_")
"""The fields that a play keeps as details of the card."""
_AIMED = ("on", "with_", "at", *_DETAILS)
"""All fields that a card may take or refuse."""
ALLOWED_WORDS: dict[str, tuple[Sequence[str], RefusalReason]] = {
    "color": (tuple(COLORS), NO_SUCH_COLOR),
    "range": (HIT_RINGS, NO_SUCH_RANGE),
    "ring": (RINGS, NO_SUCH_RING),
}
"""The fields of a play that take only certain words, with these words and the refusal of any other."""


def check_words(library: Library, table: Table | None, message: PlayMessage) -> None:
    """Raise Refused for what is wrong with a play in any game: its fields, its values, its words."""
    card = _card(library, table, message.card)
    if card is not None:
        _check_fields(card, message)
    _check_values(message, table.players if table else MOST_PLAYERS)
    for name in (message.card, *(message.with_ or []), *([message.hit] if message.hit else [])):
        naming.check_card(library, table, name)
    for name in (*_listed(message.on), *(message.damage or {})):
        naming.check_piece(library, name)


def card_play(table: Table, message: PlayMessage) -> CardPlay:
    """Return the play that the message means. Raise Refused when it names something that this table does not have."""
    card = Card.of(table, message.card)
    details = {
        _FIELDS.get(name, name): getattr(message, name) for name in _DETAILS if getattr(message, name) is not None
    }
    if "to" in details:
        details["to"] = naming.place(table, details["to"], card.places)
    if "damage" in details:
        details["damage"] = {naming.target(table, name): points for name, points in details["damage"].items()}
    if "hit" in details:
        details["hit"] = Card.of(table, details["hit"])
    return CardPlay(
        card=card,
        player=message.player or table.player,
        on=tuple(naming.target(table, name) for name in _listed(message.on)),
        together=tuple(Card.of(table, name) for name in message.with_ or []),
        at=_places(table, card, message.at),
        details=details,
        force=message.force,
    )


def play_message(play: CardPlay) -> PlayMessage:
    """Return the message that means a play: the reverse of `card_play`."""
    fields = {name: field for field, name in _FIELDS.items()}
    told: dict[str, Any] = {fields.get(name, name): _named(value) for name, value in play.details.items()}
    targets = _named(play.on)
    return PlayMessage(
        card=play.card.name,
        player=play.player,
        on=targets[0] if len(targets) == 1 else targets or None,
        with_=_named(play.together) or None,
        at=_named(play.at),
        force=play.force,
        **told,
    )


def _named(value: Any) -> Any:
    """Return pieces, places and cards by their names, and any other value as it is."""
    if isinstance(value, tuple):
        return [_named(each) for each in value]
    if isinstance(value, Mapping):
        return {_named(each): points for each, points in value.items()}
    return getattr(value, "name", value)


def _card(library: Library, table: Table | None, name: str) -> Card | None:
    """Return the card; None without a game and when the game does not have it. Raise Refused for an unknown card."""
    if table is not None:
        return Card.of(table, name) if name in table.cards else None
    naming.check_card(library, None, name)
    return None


def _check_fields(card: Card, message: PlayMessage) -> None:
    given = {_FIELDS.get(name, name) for name in _AIMED if getattr(message, name) is not None}
    for field in sorted(card.needs - given):
        raise Refused(MISSING_FIELD, field=field)
    for field in sorted(given - card.needs - card.takes):
        raise Refused(UNKNOWN_FIELD, field=field)
    if "on" in given and len(_listed(message.on)) not in card.targets:
        raise Refused(WRONG_NUMBER_OF_TARGETS)


def _check_values(message: PlayMessage, players: int) -> None:
    for field, (words, unknown) in ALLOWED_WORDS.items():
        value = getattr(message, field)
        if value is not None and value not in words:
            raise Refused(unknown, name=value)
    if message.player is not None and not 1 <= message.player <= players:
        raise Refused(NO_SUCH_PLAYER, player=message.player)


def _listed(value: str | list[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else value or []


def _places(table: Table, card: Card, at: str | list[str] | None) -> Aim | tuple[Aim, ...] | None:
    if at is None:
        return None
    if isinstance(at, list):
        return tuple(naming.place(table, name, card.places) for name in at)
    return naming.place(table, at, card.places)


ACTION_VERBS: dict[type[Message], ActionVerb] = {
    PlayMessage: ActionVerb(check_words, "", PlayCards, NOT_NOW_PLAY, card_play),
    **{message: verb for talk in TALKS for message, verb in talk.action_verbs.items()},
}
"""The verbs for what is done by hand: cards, and what the boxes add."""


def carry_out(message: Message, library: Library, game: Game | None) -> None:
    """Do what the people have done by hand. Raise Refused, first for what is wrong in any game."""
    verb = ACTION_VERBS[type(message)]
    verb.check(library, game.table if game else None, message)
    game = playing(game)
    if verb.part and verb.part not in game.table.parts:
        raise Refused(NOT_IN_THIS_GAME)
    if not isinstance(game.request, verb.answers):
        raise not_now(game.request, verb.otherwise)
    game.answer(verb.action(game.table, message))
