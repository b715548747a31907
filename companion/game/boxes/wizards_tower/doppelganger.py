"""The Doppelganger: the next Monster that is destroyed takes its place.

Source: The Wizard's Tower rulebook, Other Monster Tokens. Monsters that one card or the fire destroys fall at the same
moment, and so do all who fall at the structures in one movement, and all whom one boulder crushes. Where several could
take the Doppelganger's place, the players choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.game.boxes.wizards_tower.events import DoppelgangerLeft, DoppelgangerReplaced
from companion.game.boxes.wizards_tower.refusals import DOPPELGANGER
from companion.game.rules.refusals import RefusalReason
from companion.game.rules.requests import NOTHING, Choose, Procedure, choose
from companion.game.rules.table import Part
from companion.game.rules.tokens import Monster

if TYPE_CHECKING:
    from companion.game.rules.hits import Hit
    from companion.game.rules.movement import March
    from companion.game.rules.table import Table

SLOW_ENDS = ("wall", "tower", "boulder")
"""Causes of death that go on for a while: who falls by them falls together, and is nobody's trophy."""


class Doppelganger(Monster):
    """It cannot be moved, hit or slain, and waits for another to fall."""

    __slots__ = ()
    least_health = 0
    starter = False
    doubles = False
    returns = False
    untouchable = DOPPELGANGER

    def open_to(self, hit: Hit) -> bool:
        """Never."""
        return False

    def why_not(self, hit: Hit) -> RefusalReason:
        """Nothing touches it."""
        return DOPPELGANGER

    def advance(self, march: March) -> Procedure:
        """It stays."""
        march.movers.remove(self)
        return NOTHING

    def crushed_by(self, boulder: Any) -> bool:
        """Never."""
        return False

    def buried(self, table: Table, slayer: int) -> int:
        """Even where the people say that it is gone, it is nobody's trophy."""
        return super().buried(table, 0)


class Doubles(Part):
    """Who may take the Doppelganger's place.

    `falling` are Monsters on the board that have no health left, with the player who keeps them, while the players
    choose among them. `fallen` are candidates that have left the board, `chosen` was picked, `coming` stands in its
    place and has not entered yet.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Nobody is about to take its place."""
        self.falling: tuple[Sequence[Any], int] = ((), 0)
        self.fallen: list[Any] = []
        self.chosen: Any = None
        self.coming: Any = None

    def save(self) -> Any:
        """Nothing: nobody is in between when a turn begins."""
        return None

    def restore(self, saved: Any) -> None:
        """Nobody is in between."""
        self.forget()

    def correcting(self, table: Table, correction: Any) -> None:
        """What stood in between is dropped; those who were falling have fallen."""
        falling, slayer = self.falling
        for monster in falling:
            table.lift(monster)
            monster.buried(table, slayer)
        self.forget()


def doubles_of(table: Table) -> Doubles:
    """The part of the table that knows who takes its place."""
    part = table.parts["doubles"]
    assert isinstance(part, Doubles)
    return part


def waiting(table: Table) -> Any:
    """The Doppelganger, when it is on the board."""
    return next((monster for monster in table.board if isinstance(monster, Doppelganger)), None)


def choose_double(table: Table, fallen: Sequence[Any], slayer: int, cause: str) -> Procedure:
    """Monsters are about to fall together: one of them may take the Doppelganger's place, and no player keeps it."""
    doubles = doubles_of(table)
    eligible = [monster for monster in fallen if monster.doubles]
    if not eligible or doubles.chosen or not waiting(table) or not table.standing_towers():
        return None
    if cause in SLOW_ENDS:
        doubles.fallen += eligible
    elif not doubles.fallen:
        doubles.falling = (fallen, slayer)
        doubles.chosen = yield from choose("doppelganger-replacement", eligible)
        doubles.falling = ((), 0)
    return doubles.chosen


def take_place(table: Table) -> Procedure:
    """What destroyed Monsters is over: one of them takes the Doppelganger's space, at full health."""
    doubles = doubles_of(table)
    return _take_place(table, doubles) if doubles.chosen or doubles.fallen else NOTHING


def _take_place(table: Table, doubles: Doubles) -> Procedure:
    fallen, double = [monster for monster in doubles.fallen if monster.space is None], doubles.chosen
    doubles.fallen, doubles.chosen = [], None
    if fallen and not double:
        double = yield from choose("doppelganger-replacement", fallen)
    old = waiting(table)
    if double and old:
        space = old.space
        table.events.append(DoppelgangerReplaced(old, double, space))
        table.lift(old)
        table.discard.append(old)
        (table.discard if double in table.discard else table.absent).remove(double)
        table.put(double, space)
        doubles.coming = double


def enter_anew(table: Table) -> Procedure:
    """The one that took its place enters as if it had just been drawn."""
    doubles = doubles_of(table)
    double, doubles.coming = doubles.coming, None
    return double.arrived(table) if double and double.space else NOTHING


def leave_alone(table: Table) -> Procedure:
    """When nothing else is left to fight and to draw, the players confirm that the Doppelganger leaves."""
    if table.bag_left or table.in_hand or [monster for monster in table.board if monster.counts] != [waiting(table)]:
        return NOTHING
    return _leave(table, waiting(table))


def _leave(table: Table, old: Any) -> Procedure:
    if (yield Choose("doppelganger-leaves", ["yes", "no"], piece=old)) == "yes":
        table.events.append(DoppelgangerLeft(old, old.space))
        table.lift(old)
        table.discard.append(old)
