"""A table as it is at the start of a turn, kept in shallow copies, and the way back to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.game.rules.table import Table

Checkpoint = tuple[Any, ...]


def save(table: Table) -> Checkpoint:
    """Everything that changes, in shallow copies."""
    return (
        [(m, m.space, m.health, m.flames, m.tarred) for m in table.board],
        [(wall.standing, wall.flames, wall.fortified) for wall in table.walls],
        [(tower.standing, tower.flames, tower.wizard) for tower in table.towers],
        table.bag.copy(),
        (table.unseen.copy(), table.unseen_left),
        table.discard[:],
        table.removed[:],
        table.banished[:],
        table.absent[:],
        [pile[:] for pile in table.trophies],
        (
            table.in_hand,
            table.tarred,
            table.turn,
            table.player,
            table.phase,
            table.draws_left,
            table.skip_draw,
            table.chances,
        ),
        (table.result, table.slayers, table.pace),
        [part.save() for part in table.parts.values()],
    )


def restore(table: Table, saved: Checkpoint) -> None:
    """Back to what `save` gave; events not yet told are dropped."""
    board, walls, towers, bag, secret, discard, removed, banished, absent, trophies, scalars, ends, parts = saved
    for monster in table.board:
        monster.reset()
    for monster, *fields in board:
        monster.space, monster.health, monster.flames, monster.tarred = fields
    table.board = [entry[0] for entry in board]
    for wall, fields in zip(table.walls, walls, strict=True):
        wall.standing, wall.flames, wall.fortified = fields
    for tower, fields in zip(table.towers, towers, strict=True):
        tower.standing, tower.flames, tower.wizard = fields
    table.bag, table.discard, table.removed, table.banished = bag.copy(), discard[:], removed[:], banished[:]
    table.unseen, table.unseen_left = secret[0].copy(), secret[1]
    table.absent = absent[:]
    table.trophies = [pile[:] for pile in trophies]
    (
        table.in_hand,
        table.tarred,
        table.turn,
        table.player,
        table.phase,
        table.draws_left,
        table.skip_draw,
        table.chances,
    ) = scalars
    table.result, table.slayers, table.pace = ends
    for part, fields in zip(table.parts.values(), parts, strict=True):
        part.restore(fields)
    table.events = []
