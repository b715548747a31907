"""Walls and Towers under attack (Castle Panic rulebook, Move Monsters; Walls and Towers for the 1 damage)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from companion.game.events import FortifyLost, HarmCause, MonsterHeld, TowerFell, WallFell
from companion.game.pieces import Structure
from companion.game.rules.combat import strike
from companion.game.rules.ending import check_lost
from companion.game.rules.moments import Moment
from companion.game.rules.requests import choose
from companion.game.rules.table import NOTHING, Monster, Procedure, Request, Table

BY_STRUCTURE = {"wall": HarmCause("wall"), "tower": HarmCause("tower")}
"""The cause of damage that a Wall or a Tower deals, by its sort."""

STORMED = Moment[[Table, Structure, list[Monster]], Generator[Request, Any, bool]]("stormed")
"""(table, structure, attackers): Monsters run into a structure. A handler that deals with the attack returns True."""
STRUCTURE_FELL = Moment[[Table, Structure], Procedure]("structure-fell")
"""(table, structure): a Wall or Tower has just gone."""


def storm(table: Table, structure: Structure, attackers: list[Monster]) -> Procedure:
    """Monsters run into a standing Wall, or into a space with a standing Tower, together.

    The structure (or the Fortify token on it) is lost, and one attacker of the players' choice takes 1 damage.
    """
    for handler in table.moments[STORMED]:
        if (yield from handler(table, structure, attackers)):
            break
    else:
        yield from lose(table, structure)
        hold(table, structure, attackers)
        if len(attackers) == 1 or table.standing_towers():
            hurt = [monster for monster in attackers if monster.feels_structures] or attackers
            victim = yield from choose(f"{structure.sort}-victim", hurt)
            yield from victim.clashed(table, structure)
    for monster in attackers:
        yield from monster.attacked(table, structure)
    check_lost(table)


def hold(table: Table, structure: Structure, attackers: list[Monster]) -> None:
    """A Wall holds those who ran into it; a Tower holds nobody."""
    if structure.sort == "wall":
        table.events.extend(MonsterHeld(monster, monster.place) for monster in attackers)


def lose(table: Table, structure: Structure) -> Procedure:
    """A structure is broken: a Fortify token goes first and saves its Wall."""
    if structure.fortified:
        structure.fortified = False
        table.events.append(FortifyLost(structure))
        return NOTHING
    return demolish(table, structure)


def demolish(table: Table, structure: Structure) -> Procedure:
    """A structure is gone, and with it what lay on it."""
    structure.standing = False
    structure.fortified = False
    structure.flames = 0
    if structure.sort == "wall":
        table.events.append(WallFell(structure, table.standing_walls()))
    else:
        table.events.append(TowerFell(structure, table.standing_towers()))
    return _missed(table, structure) if table.moments[STRUCTURE_FELL] else NOTHING


def _missed(table: Table, structure: Structure) -> Procedure:
    for handler in table.moments[STRUCTURE_FELL]:
        yield from handler(table, structure)


def clash(table: Table, monster: Monster, structure: Structure) -> Procedure:
    """The 1 damage that a structure deals to the one who breaks it. Nobody keeps a Monster that dies of it."""
    return strike(table, monster, 1, 0, BY_STRUCTURE[structure.sort])
