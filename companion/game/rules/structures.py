"""Walls and Towers under attack (Castle Panic rulebook, Move Monsters; for the 1 damage, Walls and Towers)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from companion.game.events import FortifyLost, HarmCause, MonsterHeld, TowerFell, WallFell
from companion.game.pieces import Structure
from companion.game.rules.ending import check_lost
from companion.game.rules.moments import Moment
from companion.game.rules.requests import choose
from companion.game.rules.table import NOTHING, Monster, Procedure, Request, Table
from companion.game.rules.topics import TOWER_VICTIM, WALL_VICTIM

BY_STRUCTURE = {"wall": HarmCause("wall"), "tower": HarmCause("tower")}
"""The cause of the damage that a structure deals, by the sort of the structure."""

VICTIM_ASKED = {"wall": WALL_VICTIM, "tower": TOWER_VICTIM}
"""The topic of the question who takes the damage of a structure, by the sort of the structure."""

STORMED = Moment[[Table, Structure, list[Monster]], Generator[Request, Any, bool]]("stormed")
"""(table, structure, attackers): Monsters attack a structure.

A handler that resolves the attack itself returns True. Then no other handler is asked, and nothing here happens.
"""
STRUCTURE_FELL = Moment[[Table, Structure], Procedure]("structure-fell")
"""(table, structure): a Wall or Tower was just destroyed."""


def storm(table: Table, structure: Structure, attackers: list[Monster]) -> Procedure:
    """Resolve the attack of Monsters that together hit a standing Wall, or enter the space of a standing Tower.

    The structure, or the Fortify token on it, is lost. One attacker, chosen by the players, takes 1 damage.
    """
    for handler in table.moments[STORMED]:
        if (yield from handler(table, structure, attackers)):
            break
    else:
        yield from lose(table, structure)
        hold(table, structure, attackers)
        # When the last Tower is gone the game is lost, and it no longer matters who takes the damage: do not ask.
        if len(attackers) == 1:
            yield from attackers[0].clashed(table, structure)
        elif table.standing_towers():
            # One that cannot be hurt is chosen only when all are so.
            hurt = [monster for monster in attackers if monster.feels_structures] or attackers
            victim = yield from choose(VICTIM_ASKED[structure.sort], hurt)
            yield from victim.clashed(table, structure)
    for monster in attackers:
        if effect := monster.attacked(table, structure):
            yield from effect
    check_lost(table)


def hold(table: Table, structure: Structure, attackers: list[Monster]) -> None:
    """Tell that a Wall has stopped its attackers. A Tower stops nobody."""
    if structure.sort == "wall":
        table.events += [MonsterHeld(monster, monster.place) for monster in attackers]


def lose(table: Table, structure: Structure) -> Procedure:
    """Destroy a structure, or only the Fortify token on it when it has one."""
    if structure.fortified:
        structure.fortified = False
        table.events.append(FortifyLost(structure))
        return NOTHING
    return demolish(table, structure)


def demolish(table: Table, structure: Structure) -> Procedure:
    """Destroy a structure and remove the tokens on it."""
    structure.standing = False
    structure.fortified = False
    structure.flames = 0
    if structure.sort == "wall":
        table.events.append(WallFell(structure, table.standing_walls()))
    else:
        table.events.append(TowerFell(structure, table.standing_towers()))
    return _announce_fall(table, structure) if table.moments[STRUCTURE_FELL] else NOTHING


def _announce_fall(table: Table, structure: Structure) -> Procedure:
    for handler in table.moments[STRUCTURE_FELL]:
        yield from handler(table, structure)
