"""Damage to Monsters, and how they are slain (Castle Panic rulebook, Attacking Monsters and Slaying Monsters)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from companion.game.events import HarmCause, MonsterDamaged, MonsterSlain
from companion.game.rules.moments import Moment
from companion.game.rules.table import Monster, Procedure, Request, Table

BY_CARD = HarmCause("card")

MONSTERS_FALLING = Moment[[Table, Sequence[Monster], int, HarmCause], Generator[Request, Any, Monster | None]](
    "monsters-falling"
)
"""(table, fallen, slayer, cause): Monsters are about to be slain at the same moment, and are still on the board.

A handler returns the one of them that no player keeps, or None. With several handlers the last one decides.
"""


def strike(table: Table, monster: Monster, points: int, slayer: int, cause: HarmCause) -> Procedure:
    """Take health from one Monster. `slayer` is the player who keeps it if it is slain, 0 for nobody."""
    left, effect = _hurt(table, monster, points, cause)
    if left:
        return effect
    slaying = destroy(table, (monster,), slayer, cause)
    return _one_by_one(effect, slaying) if effect else slaying


def strike_all(table: Table, blows: Sequence[tuple[Monster, int]], slayer: int, cause: HarmCause) -> Procedure:
    """Take health from several Monsters at the same moment. Those that are left with none are slain together.

    `blows` are (monster, points). `slayer` is the player who keeps the slain, 0 for nobody.
    """
    fallen = []
    for monster, points in blows:
        left, effect = _hurt(table, monster, points, cause)
        if not left:
            fallen.append(monster)
        yield from effect
    if fallen:
        yield from destroy(table, fallen, slayer, cause)


def _hurt(table: Table, monster: Monster, points: int, cause: HarmCause) -> tuple[int, Procedure]:
    """Take health from a Monster. Return what is left of it, and what follows from the loss."""
    lost = monster.toll(table, points)
    left = monster.health = monster.health - lost
    if left and lost:
        table.events.append(MonsterDamaged(monster, monster.place, lost, left, cause))
    return left, monster.damaged(table, lost, left)


def _one_by_one(*procedures: Procedure) -> Procedure:
    for procedure in procedures:
        yield from procedure


def slay_all(table: Table, monsters: Sequence[Monster], slayer: int) -> Procedure:
    """Slay several Monsters with one card, at the same moment. `slayer` is the player who keeps them.

    Monsters that such a card does not slay outright come last, one at a time.
    """
    mortal = [monster for monster in monsters if not monster.outlives_slaying]
    if mortal:
        yield from destroy(table, mortal, slayer, BY_CARD)
    for monster in monsters:
        if monster.outlives_slaying:
            yield from monster.smitten(table, slayer)


def destroy(table: Table, fallen: Sequence[Monster], slayer: int, cause: HarmCause) -> Procedure:
    """Slay Monsters together, whatever health they have: take them off the board, then do what follows for each.

    All are off the board before the first one has its effect, so that none of them can be hit by it. The places are
    read before any Monster is lifted: lifting erases its place, and its event and its effect still need it.
    """
    unkept = None
    for handler in table.moments[MONSTERS_FALLING]:
        unkept = yield from handler(table, fallen, slayer, cause)
    placed = [(monster, monster.place) for monster in fallen]
    for monster, space in placed:
        table.lift(monster)
        keeper = monster.buried(table, 0 if monster is unkept else slayer)
        table.events.append(MonsterSlain(monster, space, keeper, monster.kind.points if keeper else 0, cause))
    for monster, space in placed:
        if effect := monster.fell(table, space, slayer):
            yield from effect
