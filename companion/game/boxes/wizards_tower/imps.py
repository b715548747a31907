"""Imps: Monsters with a pile of their own (The Wizard's Tower rulebook, Imps).

The Imps beside the board are the pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.game.board import Space
from companion.game.boxes.wizards_tower.events import ImpsCame
from companion.game.boxes.wizards_tower.refusals import WRONG_IMP_PILE
from companion.game.pieces import Token
from companion.game.rules.fixes import Correction
from companion.game.rules.refusals import MISTYPED, Refused
from companion.game.rules.table import PassingPart, Procedure, Table
from companion.game.rules.tokens import CommonMonster, greet


class Imp(CommonMonster):
    """A Monster that need not be slain for the victory. No player keeps it: slain, it goes back to its pile."""

    __slots__ = ()
    drawable = False
    counts = False
    starter = False

    def buried(self, table: Table, slayer: int) -> int:
        """Go back to the Imp pile."""
        table.absent.append(self)
        return 0


def imps_beside(table: Table) -> list[Imp]:
    """Return the Imps in their pile, lowest number first."""
    return sorted([token for token in table.absent if isinstance(token, Imp)], key=lambda imp: imp.number)


def place_imps(table: Table, spaces: Iterable[Space]) -> Procedure:
    """Put one Imp into each of the spaces in turn, as long as there are Imps."""
    called = list(spaces)
    if not called:
        return
    coming = imps_beside(table)[: len(called)]
    for imp in coming:
        table.absent.remove(imp)
    left = len(imps_beside(table))
    table.events.append(ImpsCame(len(coming), left, len(called) - len(coming)))
    for imp, space in zip(coming, called, strict=False):
        table.put(imp, space)
    for imp in coming:  # only now, because all of them come at the same moment
        yield from greet(table, imp)


class ImpPile(PassingPart):
    """The number of Imps in their pile, as the state shows it. It follows from the Imps that are elsewhere."""

    name = "imps"
    fixes = ("imps",)

    def __init__(self, table: Table) -> None:
        self.table = table

    def state(self) -> dict[str, Any]:
        """Return the number of Imps in the pile."""
        return {"imps": {"pile": len(imps_beside(self.table))}}

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Raise Refused for a value that is no number of Imps."""
        if not isinstance(value, dict) or set(value) != {"pile"} or type(value["pile"]) is not int:
            raise Refused(MISTYPED, field="imps")

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Do nothing: the number follows from the Imps that are elsewhere."""

    def check_correction(self, table: Table, correction: Correction) -> None:
        """Raise Refused when the number in the pile does not fit the Imps that are elsewhere."""
        told = correction.others.get("imps")
        if told is None:
            return
        out = set(_elsewhere(table, correction))
        left = sum(isinstance(token, Imp) and token.name not in out for token in table.pieces.values())
        if told["pile"] != left:
            raise Refused(WRONG_IMP_PILE, left=left)


def _elsewhere(table: Table, correction: Correction) -> Iterator[str]:
    """Yield the names of the tokens that a correction leaves on the board or in a pile that the state lists."""
    monsters = None if correction.monsters is None else [fix.piece for fix in correction.monsters]
    trophies = correction.trophies or {}
    piles: list[tuple[list[str] | None, Sequence[Token]]] = [
        (monsters, table.board),
        (correction.monster_discard, table.discard),
        (correction.removed, table.removed),
        *((trophies.get(str(player)), pile) for player, pile in enumerate(table.trophies)),
    ]
    for told, there in piles:
        yield from [token.name for token in there] if told is None else told
