"""A table as it is at the start of a turn, kept in shallow copies, and the way back to it."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

from companion.game.board import Space
from companion.game.pieces import Token
from companion.game.rules.table import Monster, Table

_PLAIN = (
    *("in_hand", "tarred", "unseen_left", "turn", "player", "phase", "draws_left", "skip_draw", "chances"),
    *("result", "slayers", "pace"),
)
"""What a table holds that is kept as it is."""
_COPIED = ("bag", "unseen", "discard", "removed", "banished", "absent")
"""What a table holds that is kept in a shallow copy."""

_plain = attrgetter(*_PLAIN)
_copied = attrgetter(*_COPIED)


class Checkpoint(NamedTuple):
    """Everything that changes at a table."""

    plain: tuple[Any, ...]
    """The values of `_PLAIN`."""
    copied: list[Any]
    """The copies of `_COPIED`."""
    trophies: list[list[Token]]
    board: list[tuple[Monster, Space | None, int, int, bool]]
    """Each Monster with its space, health, Flames and Tar."""
    walls: list[tuple[bool, int, bool]]
    """Of each Wall whether it stands, its Flames, whether it is fortified."""
    towers: list[tuple[bool, int, bool]]
    """Of each Tower whether it stands, its Flames, whether it is the Wizard's."""
    parts: list[Any]
    """What each part of a box has saved."""


def save(table: Table) -> Checkpoint:
    """Return everything that changes, in shallow copies."""
    return Checkpoint(
        plain=_plain(table),
        copied=[held.copy() for held in _copied(table)],
        trophies=[pile[:] for pile in table.trophies],
        board=[(m, m.space, m.health, m.flames, m.tarred) for m in table.board],
        walls=[(wall.standing, wall.flames, wall.fortified) for wall in table.walls],
        towers=[(tower.standing, tower.flames, tower.wizard) for tower in table.towers],
        parts=[part.save() for part in table.parts.values()],
    )


def restore(table: Table, saved: Checkpoint) -> None:
    """Go back to what `save` returned. Events that were not told yet are dropped."""
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
    for wall, kept in zip(table.walls, saved.walls, strict=True):
        wall.standing, wall.flames, wall.fortified = kept
    for tower, kept in zip(table.towers, saved.towers, strict=True):
        tower.standing, tower.flames, tower.wizard = kept
