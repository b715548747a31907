"""The meaning of something that is laid on the reader.

A tap goes this way:

1. The desk gets a `TapMessage`: the number of a sticker, or the name of a piece.
2. `piece_of` returns the name of the piece. From here on nobody needs the sticker.
3. `take` finds the token of that name at this table and does what it means there.
4. `take` returns the input that the desk hands to the journal. This is a `TapMessage` with the whole name of the token
   (`orc#3`), or a `ChooseMessage` where the token stands for an option of the question (`chosen_by_token`).

So a journal can be played again without the tag book.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.game.pieces import Library, Token
from companion.game.rules.refusals import MISSING_FIELD, Refused
from companion.game.rules.requests import PlayCards, Tap
from companion.game.rules.table import Monster
from companion.game.session import Game
from companion.talk import accepting, naming
from companion.talk import messages as m
from companion.talk.offers import tap_offer
from companion.talk.refusals import NEUTRAL_TOKEN, NOT_IN_GAME_TO_DRAW, NOT_NOW_TAP, UNKNOWN_TAG
from companion.talk.verb import Message

TagLookup = Callable[[str], str | None]
"""Returns the name of the piece that carries a sticker, by the sticker's number; None for an unknown sticker."""


def piece_of(message: m.TapMessage, library: Library, game: Game | None, tags: TagLookup) -> str:
    """Return the name of what was laid on the reader. Raise Refused for anything that is no known piece."""
    given = [value for value in (message.piece, message.tag, message.card) if value is not None]
    if len(given) != 1:
        raise Refused(MISSING_FIELD, field="piece")
    if message.card is not None:
        naming.check_card(library, game.table if game else None, message.card)
        accepting.playing(game)
        raise Refused(NOT_NOW_TAP)  # the protocol has taps of cards, but no question takes one
    name = message.piece if message.tag is None else tags(message.tag)
    if name is None:
        raise Refused(UNKNOWN_TAG)
    naming.check_piece(library, name)
    return name


def take(game: Game, name: str) -> Message | Token:
    """Do what a tap of the piece of this name means now, and return the input as the journal keeps it.

    Return the token itself when the tap changes nothing: then the only answer is where the token is. Raise Refused when
    the tap means nothing here.
    """
    token = naming.token(game.table, name, "bag" if isinstance(game.request, Tap) else "board")
    option = token.answers(game.standing.topic) if token is not None else None
    if option is not None:
        return chosen_by_token(game, option)
    if isinstance(game.request, Tap):
        if token is None:
            raise Refused(NOT_IN_GAME_TO_DRAW, name=name)
        game.answer(token)
    elif token is None or token.where is None:
        raise Refused(NEUTRAL_TOKEN)
    elif game.offer is not None and game.offer.piece is token:
        accepting.press(game)
    elif isinstance(game.request, PlayCards) and isinstance(token, Monster):
        game.open_offer(tap_offer(game.table, token))
    else:
        return token
    return m.TapMessage(piece=token.name)


def chosen_by_token(game: Game, option: str) -> m.ChooseMessage:
    """Choose the option that a tapped token stands for, and return that choice for the journal. Raise Refused.

    The journal keeps the choice and not the tap: the entry is the same whether the people lay the token on the reader
    or pick the option from the list.
    """
    accepting.choose(game, [option])
    return m.ChooseMessage(option=option)
