"""Checkpoints: all that changes at a table, saved between turns or after a correction, and restored by undo.

Tokens and structures are made once for a game, so shallow copies of what holds them are enough.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec

from companion.game.board import Space
from companion.game.pieces import Structure, Token
from companion.game.rules.table import Monster, Table

_PLAIN = (
    *("in_hand", "tarred", "unseen_left", "turn", "player", "phase", "draws_left", "skip_draw", "chances"),
    *("result", "slayers", "guided"),
)
"""The attributes of a table that hold immutable values or a token, and are saved as they are."""

_plain = attrgetter(*_PLAIN)


class Checkpoint(msgspec.Struct, frozen=True, gc=False):
    """All that changes at a table. What it holds never refers back to it."""

    plain: tuple[Any, ...]
    """The values of `_PLAIN`."""
    bag: dict[Token, None]
    unseen: dict[Token, None]
    discard: list[Token]
    removed: list[Token]
    absent: list[Token]
    banished: list[str]
    trophies: list[list[Token]]
    board: list[tuple[Monster, Space | None, int, int, bool]]
    """Each Monster on the board, with its space, health, Flames and Tar. Those elsewhere are in their reset state."""
    structures: list[tuple[Structure, bool, int, bool, bool]]
    """Each Wall and Tower that is not as it was built: whether it stands, its Flames, its `fortified` and `wizard`."""
    parts: list[Any]
    """What each part has saved."""


def save(table: Table) -> Checkpoint:
    """Return a checkpoint of a table. It never changes afterwards, whatever happens at the table."""
    return Checkpoint(
        plain=_plain(table),
        bag=table.bag.copy(),
        unseen=table.unseen.copy(),
        discard=table.discard.copy(),
        removed=table.removed.copy(),
        absent=table.absent.copy(),
        banished=table.banished.copy(),
        trophies=[pile.copy() for pile in table.trophies],
        board=[(m, m.space, m.health, m.flames, m.tarred) for m in table.board],
        structures=[
            (s, s.standing, s.flames, s.fortified, s.wizard)
            for s in (*table.walls, *table.towers)
            if not s.standing or s.flames or s.fortified or s.wizard
        ],
        parts=[part.save() for part in table.parts.values()],
    )


def restore(table: Table, saved: Checkpoint) -> None:
    """Restore a checkpoint and drop the events that nobody has taken yet.

    The checkpoint can be restored again later, so its containers are copied once more.
    """
    for name, value in zip(_PLAIN, saved.plain, strict=True):
        setattr(table, name, value)
    table.bag, table.unseen = saved.bag.copy(), saved.unseen.copy()
    table.discard, table.removed = saved.discard.copy(), saved.removed.copy()
    table.absent, table.banished = saved.absent.copy(), saved.banished.copy()
    table.trophies = [pile.copy() for pile in saved.trophies]
    table.events = []
    _restore_pieces(table, saved)
    for part, kept in zip(table.parts.values(), saved.parts, strict=True):
        part.restore(kept)


def _restore_pieces(table: Table, saved: Checkpoint) -> None:
    for monster in table.board:
        monster.reset()
    for monster, space, health, flames, tarred in saved.board:
        monster.space, monster.health, monster.flames, monster.tarred = space, health, flames, tarred
    table.board = [entry[0] for entry in saved.board]
    for structure in (*table.walls, *table.towers):
        structure.reset()
    for structure, standing, flames, fortified, wizard in saved.structures:
        structure.standing, structure.flames = standing, flames
        structure.fortified, structure.wizard = fortified, wizard
