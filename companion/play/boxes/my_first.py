"""The people in My First Castle Panic: one card each, one more every turn, and friends who help (its rulebook)."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from companion.game.boxes.my_first.box import cards_dealt
from companion.game.boxes.my_first.path import Path
from companion.game.boxes.my_first.topics import DRAW_CARD
from companion.game.rules.cards import Card, legal_plays
from companion.game.rules.table import Table
from companion.play.box_people import BoxPeople, Hands

WALL = 20.0
STEP = 3.0
"""What one step of a monster toward the castle costs."""


class MyFirstPeople(BoxPeople):
    """What My First Castle Panic asks of the people, and how they help each other."""

    phases = MappingProxyType({DRAW_CARD: lambda deal: deal.draw(deal.player)})

    def dealt(self, table: Table) -> int | None:
        """Return one card, or two where a rule says so."""
        return cards_dealt(table)

    def worth(self, table: Table) -> float:
        """Return what the wall is worth, less the danger of every monster: the more, the nearer it is."""
        path = Path.of(table)
        return WALL * path.wall - STEP * sum(monster.path_space.number for monster in path.monsters)

    def actions(self, table: Table, hands: Hands) -> Iterator[Any]:
        """Yield the plays of friends who are asked for help."""
        for player, hand in hands.items():
            if player != table.player:
                for play in legal_plays(table, [Card.of(table, name) for name in dict.fromkeys(hand)]):
                    play.player = player
                    yield play


PEOPLE = MyFirstPeople("my-first")
