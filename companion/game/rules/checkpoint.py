"""Checkpoints: all that changes at a table, saved between turns or after a correction, and restored by undo.

Tokens and structures are made once for a game, so shallow copies of what holds them are enough.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

from companion.game.board import Space
from companion.game.pieces import Structure, Token
from companion.game.rules.table import Monster, Table

_PLAIN = (
    *("in_hand", "tarred", "unseen_left", "turn", "player", "phase", "draws_left", "skip_draw", "chances"),
    *("result", "slayers", "guided"),
)
"""The attributes of a table that hold immutable values or a token, and are saved as they are."""
_COPIED = ("bag", "unseen", "discard", "removed", "banished", "absent")
"""The attributes of a table that hold containers, and are saved as shallow copies."""

_plain = attrgetter(*_PLAIN)
_copied = attrgetter(*_COPIED)


class Checkpoint(NamedTuple):
    """All that changes at a table."""

    plain: tuple[Any, ...]
    """The values of `_PLAIN`."""
    copied: list[Any]
    """The copies of `_COPIED`."""
    trophies: list[list[Token]]
    board: list[tuple[Monster, Space | None, int, int, bool]]
    """Each Monster on the board, with its space, health, Flames and Tar. Those elsewhere are in their reset state."""
    structures: list[tuple[Structure, bool, int, bool, bool]]
    """Each Wall and Tower that is not as it was built: whether it stands, its Flames, its `fortified` and `wizard`."""
    parts: list[Any]
    """What each part has saved."""


def save(table: Table) -> Checkpoint:
    """Return a checkpoint of a table. It never changes afterwards, whatever happens at the table."""
    return Checkpoint(  # by place: names would cost as much as two of the lists
        _plain(table),
        [held.copy() for held in _copied(table)],
        [pile.copy() for pile in table.trophies],
        [(m, m.space, m.health, m.flames, m.tarred) for m in table.board],
        [
            (s, s.standing, s.flames, s.fortified, s.wizard)
            for s in (*table.walls, *table.towers)
            if not s.standing or s.flames or s.fortified or s.wizard
        ],
        [part.save() for part in table.parts.values()],
    )


def restore(table: Table, saved: Checkpoint) -> None:
    """Restore a checkpoint and drop the events that nobody has taken yet.

    The checkpoint can be restored again later, so its containers are copied once more.
    """
    for name, value in zip(_PLAIN, saved.plain, strict=True):
        setattr(table, name, value)
    for name, held in zip(_COPIED, saved.copied, strict=True):
        setattr(table, name, held.copy())
    table.trophies = [pile[:] for pile in saved.trophies]
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
