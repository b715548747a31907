"""Elite Monsters (The Dark Titan rulebook, Elite Monsters)."""

from __future__ import annotations

from companion.game.boxes.dark_titan.events import AttackMissed
from companion.game.boxes.dark_titan.topics import ELITE_HIT
from companion.game.rules.hits import Hit
from companion.game.rules.requests import Roll
from companion.game.rules.table import Procedure, Table
from companion.game.rules.tokens import CommonMonster

HIGHEST_MISS = 2


class Elite(CommonMonster):
    """A Monster that may dodge a Hit card: the players roll, and 1 or 2 is a miss. Nothing else needs a roll."""

    __slots__ = ()

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """Roll, then take the hit or dodge it. A miss wastes the Special cards that were played with the hit too."""
        value = yield Roll(ELITE_HIT, self)
        if value > HIGHEST_MISS:
            yield from super().take_hit(table, hit, player)
            return
        hit.missed = True
        table.emit(AttackMissed(self, self.place, value))
