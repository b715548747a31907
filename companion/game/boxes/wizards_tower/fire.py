"""Fire: Flame tokens on Walls, Towers and Monsters, breath, and putting it out (The Wizard's Tower rulebook, Fire)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, ClassVar

from companion.game.board import RINGS, STRAIGHT_THROUGH, Stride
from companion.game.boxes.wizards_tower.events import (
    FireBreathed,
    FlamesPassed,
    FlamesShort,
    MonsterDoused,
    MonsterLit,
    StructureDoused,
    StructureLit,
)
from companion.game.boxes.wizards_tower.refusals import FORTIFIED_AND_BURNING, NO_EXTINGUISHER, NOT_BURNING
from companion.game.boxes.wizards_tower.topics import FLAME_TARGET
from companion.game.events import HarmCause
from companion.game.pieces import Structure
from companion.game.rules.cards import Card
from companion.game.rules.combat import strike_all
from companion.game.rules.effects import LINE_CROSSED
from companion.game.rules.ending import check_lost
from companion.game.rules.fixes import Correction
from companion.game.rules.movement import MARCHED, MARCHING, SETTING_OUT
from companion.game.rules.refusals import NOT_YOUR_TURN, Refused
from companion.game.rules.reports import Report
from companion.game.rules.requests import choose
from companion.game.rules.structures import STORMED, demolish, hold, lose
from companion.game.rules.table import NOTHING, March, Monster, PassingPart, Procedure, Request, Table

BY_FIRE = HarmCause("fire")
FLAMES_TO_FALL = 3
"""How many Flame tokens destroy a structure."""
MATERIALS = ("brick", "mortar")
"""The cards that pay for building, and that put out a Flame."""


class Fire(PassingPart):
    """How many Flame tokens the box has. The tokens in use are kept with the pieces, so nothing changes here."""

    name = "fire"

    def __init__(self, tokens: int) -> None:
        self.tokens = tokens

    def check_correction(self, table: Table, correction: Correction) -> None:
        """Raise Refused for a Wall with Flames and a Fortify token: the Fortify token puts the Flames out."""
        for arc, fix in (correction.walls or {}).items():
            wall = table.wall(int(arc))
            flames = wall.flames if fix.flames is None else fix.flames
            fortified = wall.fortified if fix.fortified is None else fix.fortified
            if flames and fortified and fix.standing is not False:
                raise Refused(FORTIFIED_AND_BURNING, arc=arc)


def flames_in_use(table: Table) -> int:
    """Return how many Flame tokens are on the board."""
    burning: Iterable[Structure | Monster] = (*table.walls, *table.towers, *table.board)
    return sum(thing.flames for thing in burning)


def count_tokens(table: Table, added: int) -> None:
    """Tell when more Flame tokens are in use than the box has. The companion keeps counting all the same."""
    short = flames_in_use(table) - Fire.of(table).tokens
    if short > 0:
        table.events.append(FlamesShort(min(short, added)))


# Things catch fire


def light(table: Table, monster: Monster, count: int = 1) -> None:
    """Put Flame tokens on a Monster, unless nothing touches it. It takes no damage by that alone."""
    if monster.untouchable or not count:
        return
    monster.flames += count
    table.events.append(MonsterLit(monster, monster.place, count, monster.flames))
    count_tokens(table, count)


def light_structure(table: Table, structure: Structure) -> Procedure:
    """Let fire hit a Wall or Tower. It loses a Fortify token, or else gets one more Flame token."""
    if structure.fortified:
        return lose(table, structure)
    structure.flames += 1
    table.events.append(StructureLit(structure, structure.flames))
    count_tokens(table, 1)
    return demolish(table, structure) if structure.flames >= FLAMES_TO_FALL else NOTHING


def breathe(table: Table, monster: Monster) -> Procedure:
    """Let a Monster breathe fire at the Castle.

    The fire flies straight, past Monsters, and stops at the first structure; if need be it flies out across the Castle.
    """
    way = STRAIGHT_THROUGH[monster.place.arc][RINGS.index(monster.place.ring) + 1 :]
    target = None
    for stride in way:
        target = yield from fly_into(table, stride, monster)
        if target:
            break
    table.events.append(FireBreathed(monster, monster.place, target.name if target else ""))
    if target:
        yield from light_structure(table, target)
    check_lost(table)


def fly_into(table: Table, stride: Stride, monster: Monster) -> Procedure:
    """Let the fire fly one space on. Return what stops it: the Wall before the space, or the Tower in it."""
    if stride.wall and (wall := table.wall(stride.wall)).standing:
        return wall
    for handler in table.moments[LINE_CROSSED]:
        yield from handler(table, stride, monster)
    tower = table.tower(stride.space.arc)
    return tower if stride.space.distance == 0 and tower.standing else None


@STORMED.handler()
def storm_burning(table: Table, structure: Structure, attackers: list[Monster]) -> Generator[Request, Any, bool]:
    """Settle an attack on a burning structure: no damage, but one attacker of the players' choice gets its Flames."""
    count = structure.flames
    if not count or structure.fortified:
        return False
    yield from demolish(table, structure)
    hold(table, structure, attackers)
    if len(attackers) == 1 or table.standing_towers():
        victim = yield from choose(FLAME_TARGET, attackers)
        victim.flames += count
        table.events.append(FlamesPassed(structure, victim, victim.space, count, victim.flames))
    return True


# Fire burns


@SETTING_OUT.handler("flames")
def note_flames(table: Table, march: March, movers: list[Monster]) -> list[Monster]:
    """Note how many Flames Monsters have at the start of a movement. Only these burn when the movement is over.

    In Phase 5 every Monster on the board burns, whether it can move or not. A token burns only those that it moves.
    """
    burning = table.board if march.cause == MARCHING else movers
    march.burning = {monster: monster.flames for monster in burning if monster.flames}
    return movers


@MARCHED.handler("burn")
def burn(table: Table, march: March) -> Procedure:
    """Deal 1 damage for each Flame that a Monster had when the movement began. No player keeps a Monster that burns."""
    burnt = [
        (monster, min(flames, monster.flames))  # neither Flames put out since then, nor new ones
        for monster, flames in march.burning.items()
        if monster.space and monster.flames and (march.cause == MARCHING or monster in march.movers)
    ]
    return strike_all(table, burnt, 0, BY_FIRE) if burnt else NOTHING


# Fire is put out


def douse(table: Table, monster: Monster) -> None:
    """Take all Flames off a Monster."""
    if monster.flames:
        count, monster.flames = monster.flames, 0
        table.events.append(MonsterDoused(monster, monster.place, count))


def douse_structure(table: Table, structure: Structure, count: int) -> None:
    """Take Flames off a structure: `count` of them, or all when there are fewer."""
    count = min(count, structure.flames)
    if count:
        structure.flames -= count
        table.events.append(StructureDoused(structure, count, structure.flames))


class Extinguish:
    """The action of discarding a Brick or Mortar in Play Cards, to take one Flame token off a structure."""

    __slots__ = ("card", "at", "player", "force")
    title: ClassVar[str] = "extinguish"

    def __init__(self, card: Card, at: Structure, player: int, force: bool = False) -> None:
        self.card = card
        self.at = at
        self.player = player
        self.force = force

    def check(self, table: Table) -> None:
        """Raise Refused for another player, for another card, and for a structure that does not burn."""
        if self.player != table.player:
            raise Refused(NOT_YOUR_TURN, player=table.player)
        if self.card.name not in MATERIALS:
            raise Refused(NO_EXTINGUISHER, card=self.card.name)
        if not self.at.flames and not self.force:
            raise Refused(NOT_BURNING, structure=self.at)

    def resolve(self, table: Table) -> Procedure:
        """Take the Flame off."""
        douse_structure(table, self.at, 1)
        return NOTHING


class FlameReported(Report):
    """A report that a Monster caught fire: it gets one more Flame token."""

    title: ClassVar[str] = "flame"

    def resolve(self, table: Table) -> Procedure:
        """Light the Monster."""
        light(table, self.monster)
        return NOTHING
