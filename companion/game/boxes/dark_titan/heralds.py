"""The Heralds: the first three summon Agranok, the others follow him.

Source: The Dark Titan rulebook, Summoning Agranok and Placing Heralds, and The Fourth and Fifth Heralds.
"""

from __future__ import annotations

from companion.game.boxes.dark_titan.agranok import boulder, effect
from companion.game.boxes.dark_titan.agranok_card import AgranokCard, Herald
from companion.game.boxes.dark_titan.events import HeraldPlaced
from companion.game.boxes.dark_titan.topics import AGRANOK_ARC, HERALD_1, HERALD_2
from companion.game.events import HandsTold
from companion.game.rules.requests import Roll, by_hand
from companion.game.rules.table import Procedure, Table

SUMMONING = 3
"""How many Heralds it takes to summon Agranok."""
HANDS_OF_SLOTS = (HERALD_1, HERALD_2)
"""What the people are told to do with their cards, by the place on the card that a Herald takes."""


class SummoningHerald(Herald):
    """A Herald that goes on Agranok's card until he comes. From then on it is a Monster like others."""

    __slots__ = ()

    def drawn(self, table: Table) -> Procedure:
        """Go on the card while Agranok is still to be summoned; otherwise enter the Forest."""
        return super().drawn(table) if self.takes_arc(table) else placed(table, AgranokCard.of(table), self)

    def takes_arc(self, table: Table) -> bool:
        """Return whether it enters the Forest: not while it goes on the card."""
        return not AgranokCard.of(table).calls_for_heralds

    def entered(self, table: Table) -> Procedure:
        """Set off one of Agranok's effects, while he is on the board."""
        return effect(table)


def placed(table: Table, card: AgranokCard, herald: Herald) -> Procedure:
    """Put a Herald on the next place of the card. What is printed there happens at once."""
    table.in_hand = None
    card.heralds.append(herald)
    slot = len(card.heralds)
    table.emit(HeraldPlaced(herald, slot))
    if slot >= SUMMONING:
        yield from summon(table, card)
        return
    topic = HANDS_OF_SLOTS[slot - 1]
    table.emit(HandsTold(topic, herald.kind.name, 1))
    yield from by_hand(table, topic, piece=herald)


def summon(table: Table, card: AgranokCard) -> Procedure:
    """Summon Agranok for the third Herald.

    A Giant Boulder rolls, Agranok comes, his card is turned over and the Heralds are discarded.
    """
    yield from boulder(table)
    agranok = card.token
    arc = yield Roll(AGRANOK_ARC, agranok)
    table.absent.remove(agranok)
    table.put_in_forest(agranok, arc)
    yield from agranok.arrived(table)
    yield from card.reveal()
    card.spend()
