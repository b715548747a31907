"""Finds what the words of the protocol name at a table."""

from __future__ import annotations

import re

from companion.game.board import ARCS, SPACES, Arc
from companion.game.pieces import Library, Structure, Token
from companion.game.rules.cards import Aim
from companion.game.rules.refusals import (
    NO_SUCH_PLACE,
    NO_SUCH_SPACE,
    UNKNOWN_CARD,
    UNKNOWN_PIECE,
    Refused,
)
from companion.game.rules.table import Monster, Table
from companion.talk.refusals import NO_MONSTER, NOT_IN_GAME

_PIECE = re.compile(r"([a-z0-9-]+)(?:#([0-9]{1,3}))?")


def check_piece(library: Library, name: str) -> None:
    """Raise Refused when no box has a piece or kind of that name."""
    match = _PIECE.fullmatch(name)
    if match:
        kind, number = match.groups()
        counts = [box.tokens[kind].count for box in library.values() if kind in box.tokens]
        if counts and (number is None or 1 <= int(number) <= max(counts)):
            return
    raise Refused(UNKNOWN_PIECE, name=name)


def check_card(library: Library, table: Table | None, name: str) -> None:
    """Raise Refused when no box of this game has a card of that name; without a game, when no box at all has it."""
    known = name in table.cards if table else any(name in box.cards for box in library.values())
    if not known:
        raise Refused(UNKNOWN_CARD, name=name)


def token(table: Table, name: str, prefer: str) -> Token | None:
    """Return the token of a name; None when this game has none.

    A bare kind stands for its lowest number in the place that is preferred, bag or board; else for its lowest number.
    """
    if "#" in name:
        return table.pieces.get(name)
    kin = [piece for piece in table.pieces.values() if piece.kind.name == name]
    fitting = [piece for piece in kin if (piece in table.bag if prefer == "bag" else piece.where)]
    return next(iter(fitting or kin), None)


def place(table: Table, name: str, sorts: frozenset[str]) -> Aim:
    """Return the space, Wall, Tower or arc of a name. Raise Refused when there is none, or none of the sorts."""
    named: tuple[Aim, ...] = (*table.walls, *table.towers, *ARCS.values(), *SPACES.values())
    thing = next((thing for thing in named if thing.name == name), None)
    if thing is None or _sort_of(thing) not in sorts:
        raise Refused(NO_SUCH_PLACE, name=name)
    return thing


def _sort_of(thing: Aim) -> str:
    """Return the sort of a place, in the words with which a card says where it can be played."""
    if isinstance(thing, Structure):
        return thing.sort
    return "arc" if isinstance(thing, Arc) else "space"


def check_space(name: str) -> None:
    """Raise Refused when the board has no space of that name."""
    if name not in SPACES:
        raise Refused(NO_SUCH_SPACE, name=name)


def target(table: Table, name: str) -> Token:
    """Return the token of a name that something is aimed at. Raise Refused for one on the board that is no Monster.

    A token that is not on the board is returned whatever it is: the rules refuse it, or the people insist.
    """
    found = token(table, name, "board")
    if found is None:
        raise Refused(NOT_IN_GAME, name=name)
    if found.space is not None and not isinstance(found, Monster):
        raise Refused(NO_MONSTER, piece=found)
    return found
