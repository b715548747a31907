"""The Doppelganger: the next Monster that is destroyed takes its place.

Source: The Wizard's Tower rulebook, Other Monster Tokens. Monsters that one card or the fire destroys fall at the same
moment, and so do all who fall at the structures in one movement, and all whom one boulder crushes. Where several could
take the Doppelganger's place, the players choose.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from companion.game.boxes.wizards_tower.events import DoppelgangerLeft, DoppelgangerReplaced
from companion.game.boxes.wizards_tower.refusals import DOPPELGANGER
from companion.game.events import HarmCause
from companion.game.rules.combat import MONSTERS_FALLING
from companion.game.rules.effects import BY_BOULDER
from companion.game.rules.fixes import Correction
from companion.game.rules.hits import Hit
from companion.game.rules.movement import MARCHED
from companion.game.rules.refusals import RefusalReason
from companion.game.rules.requests import Choose, choose
from companion.game.rules.structures import BY_STRUCTURE
from companion.game.rules.table import NOTHING, March, Monster, PassingPart, Procedure, Request, Table
from companion.game.rules.tokens import CommonMonster
from companion.game.rules.turn import SETTLED

SLOW_ENDS = (*BY_STRUCTURE.values(), BY_BOULDER)
"""Causes of death that go on for a while: who falls by them falls together, and is nobody's trophy."""


class Doppelganger(CommonMonster):
    """It cannot be moved, hit or slain, and waits for another to fall."""

    __slots__ = ()
    least_health = 0
    starter = False
    doubles = False
    boulder_proof = True
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

    def comes_back(self) -> bool:
        """Never."""
        return False

    def buried(self, table: Table, slayer: int) -> int:
        """Even where the people say that it is gone, it is nobody's trophy."""
        return super().buried(table, 0)


class Doubles(PassingPart):
    """Who may take the Doppelganger's place.

    `falling` are Monsters on the board that have no health left, with the player who keeps them, while the players
    choose among them. `fallen` are candidates that have left the board, `chosen` was picked, `coming` stands in its
    place and has not entered yet.
    """

    name = "doubles"

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Nobody is about to take its place."""
        self.falling: tuple[Sequence[Monster], int] = ((), 0)
        self.fallen: list[Monster] = []
        self.chosen: Monster | None = None
        self.coming: Monster | None = None

    def correcting(self, table: Table, correction: Correction) -> None:
        """What stood in between is dropped; those who were falling have fallen."""
        falling, slayer = self.falling
        for monster in falling:
            table.lift(monster)
            monster.buried(table, slayer)
        self.forget()


def waiting(table: Table) -> Doppelganger | None:
    """The Doppelganger, when it is on the board."""
    return next((monster for monster in table.board if isinstance(monster, Doppelganger)), None)


@MONSTERS_FALLING.handler()
def choose_double(
    table: Table, fallen: Sequence[Monster], slayer: int, cause: HarmCause
) -> Generator[Request, Any, Monster | None]:
    """Monsters are about to fall together: one of them may take the Doppelganger's place, and no player keeps it."""
    doubles = Doubles.of(table)
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
    doubles = Doubles.of(table)
    return _take_place(table, doubles) if doubles.chosen or doubles.fallen else NOTHING


def _take_place(table: Table, doubles: Doubles) -> Procedure:
    fallen, double = [monster for monster in doubles.fallen if monster.space is None], doubles.chosen
    doubles.fallen, doubles.chosen = [], None
    if fallen and not double:
        double = yield from choose("doppelganger-replacement", fallen)
    old = waiting(table)
    if double and old:
        space = old.place
        table.events.append(DoppelgangerReplaced(old, double, space))
        table.lift(old)
        table.discard.append(old)
        (table.discard if double in table.discard else table.absent).remove(double)
        table.put(double, space)
        doubles.coming = double


@MARCHED.handler("replacement")
def replaced_after_march(table: Table, march: March) -> Procedure:
    """Those who fell in a movement have fallen: one of them takes its place before fire is breathed."""
    return take_place(table)


@SETTLED.handler("replacement")
def replaced_at_last(table: Table) -> Procedure:
    """Something is over: a Monster that was destroyed takes its place."""
    return take_place(table)


@SETTLED.handler("entry")
def enter_anew(table: Table) -> Procedure:
    """The one that took its place enters as if it had just been drawn."""
    doubles = Doubles.of(table)
    double, doubles.coming = doubles.coming, None
    return double.arrived(table) if double and double.space else NOTHING


@SETTLED.handler("leaving")
def leave_alone(table: Table) -> Procedure:
    """When nothing else is left to fight and to draw, the players confirm that the Doppelganger leaves."""
    old = waiting(table)
    if old is None or table.bag_left or table.in_hand or [one for one in table.board if one.counts] != [old]:
        return NOTHING
    return _leave(table, old)


def _leave(table: Table, old: Doppelganger) -> Procedure:
    if (yield Choose("doppelganger-leaves", ["yes", "no"], piece=old)) == "yes":
        table.events.append(DoppelgangerLeft(old, old.place))
        table.lift(old)
        table.discard.append(old)
