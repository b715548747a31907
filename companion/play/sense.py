"""What a position is worth to those who defend the Castle, as far as anybody can see it: the board, never the bag.

A Monster with so many points of health costs about so many structures, one for each point: the Wall before it, then the
Towers one after the other. How sure that is depends on how near it has come. The unit is about a fiftieth of a Tower.
"""

from __future__ import annotations

from companion.game.pieces import CardKind
from companion.game.rules.cards import HitCard
from companion.game.rules.table import Monster, Table

TOWER, WALL, FORTIFY = 45.0, 9.0, 6.0
LAST_TOWERS, FEW = 10.0, 2
"""What each of the last towers is worth beside."""
CERTAIN = (1.0, 0.85, 0.6, 0.42, 0.18, 0.2)
"""How sure it is that a Monster does its worst, by its distance to the Castle ring; one more for one that is held."""
LATER = 0.85
"""How much less sure each further Tower on its way is lost."""
PRESENT = 3.0
UNSPENT = 31.0
"""What a point of health costs that finds no structure any more."""
NO_DRAW = 7.0
"""What a turn without new tokens is worth."""
FLAME, BURNING = 6.0, 0.5
"""What a Flame on a structure costs, and how much of its health a Flame takes off a Monster in the long run."""
WON, LOST = 1000.0, -1000.0

NARROW = 2
"""So many spaces a Hit card without a choice reaches."""
CARD, SLAYER, WIDE_HIT, HIT = 3.0, 15.0, 2.0, 0.5
"""What a card in the hand is worth: any, one that slays, a Hit card with a choice, any other Hit card."""


def price(card: CardKind) -> float:
    """Return what it costs to give up a card."""
    if isinstance(card, HitCard):
        return WIDE_HIT if len(card.plain.reach) > NARROW else HIT
    return SLAYER if card.slays else CARD


def worth(table: Table) -> float:
    """Return what the rings and the Castle are worth to the defenders; more is better."""
    if table.result:
        return WON if table.result == "won" else LOST
    standing = table.standing_towers()
    value = TOWER * standing + LAST_TOWERS * min(standing, FEW)
    value += sum(WALL + FORTIFY * wall.fortified for wall in table.walls if wall.standing)
    value -= FLAME * sum(structure.flames for structure in (*table.walls, *table.towers))
    return value + NO_DRAW * table.skip_draw - _dangers(table)


def _dangers(table: Table) -> float:
    walls = [wall.standing for wall in table.walls]
    towers = [tower.standing for tower in table.towers]
    coming = [monster for monster in table.board if monster.space]
    coming.sort(key=lambda monster: monster.place.distance + monster.tarred)
    return sum(_danger(table, monster, walls, towers) for monster in coming)


def _danger(table: Table, monster: Monster, walls: list[bool], towers: list[bool]) -> float:
    """Return what a Monster will cost. The structures that it takes are gone for those behind it."""
    space, sure = monster.place, CERTAIN[monster.place.distance + monster.tarred]
    health = max(monster.health - monster.flames * BURNING, BURNING)
    arc, lost = space.arc - 1, PRESENT
    if space.distance and walls[arc]:
        walls[arc] = False
        health -= 1
        lost += FORTIFY if table.walls[arc].fortified else WALL
    first = arc if space.distance else arc + 1
    for step in range(len(towers)):
        place = (first + step) % len(towers)
        if health > 0 and towers[place]:
            towers[place] = False
            health -= 1
            lost += TOWER * LATER**step
    return sure * (lost + UNSPENT * max(health, 0.0))
