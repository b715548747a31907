"""The Heralds: three summon Agranok, the others follow him.

Source: The Dark Titan rulebook, Summoning Agranok and Placing Heralds, and The Fourth and Fifth Heralds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.game.boxes.dark_titan.agranok import AgranokCard, boulder, card_of, effect
from companion.game.boxes.dark_titan.events import HeraldPlaced
from companion.game.events import HandsTold
from companion.game.rules.requests import Acknowledge, Procedure, Roll
from companion.game.rules.tokens import Monster

if TYPE_CHECKING:
    from companion.game.pieces import Kind
    from companion.game.rules.table import Table

SUMMONING = 3
"""So many Heralds bring Agranok."""


class Herald(Monster):
    """It goes on Agranok's card until he comes, and is a Monster like others from then on.

    `spent` are those that have summoned him and lie in the Monster discard without having been slain.
    """

    __slots__ = ("spent",)
    starter = False

    def __init__(self, kind: Kind, number: int) -> None:
        super().__init__(kind, number)
        self.spent = False

    def reset(self) -> None:
        """Off the board, and as it is when it is drawn."""
        super().reset()
        self.spent = False

    @property
    def returns(self) -> bool:  # type: ignore[override]
        """Only when it was slain."""
        return not self.spent

    def drawn(self, table: Table) -> Procedure:
        """On the card while he is still to be summoned, or else into the Forest."""
        return super().drawn(table) if self.takes_arc(table) else placed(table, card_of(table), self)

    def takes_arc(self, table: Table) -> bool:
        """Not while it goes on the card."""
        return not card_of(table).calls_for_heralds

    def entered(self, table: Table) -> Procedure:
        """While Agranok is on the board it sets off one of his effects."""
        return effect(table)

    def stands(self, table: Table) -> Procedure:
        """An effect of Agranok has brought it: it is placed, and sets off nothing."""
        if table.guided:
            yield Acknowledge("place-piece", piece=self)
        for handler in table.moments.monster_entered:
            yield from handler(table, self)


def placed(table: Table, card: AgranokCard, herald: Herald) -> Procedure:
    """A Herald takes the next place on the card, and what is printed there happens at once."""
    table.in_hand = None
    card.heralds.append(herald)
    slot = len(card.heralds)
    table.emit(HeraldPlaced(herald, slot))
    if slot >= SUMMONING:
        yield from summon(table, card)
        return
    topic = f"herald-{slot}"
    table.emit(HandsTold(topic, herald.kind.name, 1))
    if table.guided:
        yield Acknowledge(topic, piece=herald)


def summon(table: Table, card: AgranokCard) -> Procedure:
    """The third Herald: a Giant Boulder rolls, Agranok comes, his card is turned over, the Heralds are discarded."""
    yield from boulder(table)
    agranok = card.token
    arc = yield Roll("agranok-arc", agranok)
    table.absent.remove(agranok)
    table.put_in_forest(agranok, arc)
    yield from agranok.arrived(table)
    yield from card.reveal()
    card.spend()
