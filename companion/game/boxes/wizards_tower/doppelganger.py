"""The Doppelganger: the next Monster that is destroyed takes its place.

Source: The Wizard's Tower rulebook, Other Monster Tokens. These fall at the same moment: all Monsters that one card or
the fire destroys, all that fall to the structures in one movement, and all that one boulder crushes. Where several of
them could take the place of the Doppelganger, the players choose.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from companion.game.boxes.wizards_tower.events import DoppelgangerLeft, DoppelgangerReplaced
from companion.game.boxes.wizards_tower.refusals import DOPPELGANGER
from companion.game.boxes.wizards_tower.topics import DOPPELGANGER_LEAVES, DOPPELGANGER_REPLACEMENT
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
"""Causes by which Monsters fall one after the other in play, but at the same moment by the rules.

The choice between them waits until the movement or the boulder is over: only then it is known who has fallen. It can
wait because no player keeps a Monster that falls by these causes. After other deaths the choice comes first, because
the player keeps all fallen Monsters but the chosen one.
"""


class Doppelganger(CommonMonster):
    """A Monster that cannot be moved, hit or slain, and waits for another Monster to fall."""

    __slots__ = ()
    least_health = 0
    starter = False
    doubles = False
    boulder_proof = True
    untouchable = DOPPELGANGER

    def open_to(self, hit: Hit) -> bool:
        """Return False: no hit reaches it."""
        return False

    def why_not(self, hit: Hit) -> RefusalReason:
        """Return the one reason: nothing touches it."""
        return DOPPELGANGER

    def advance(self, march: March) -> Procedure:
        """Stay where it is, and count as one that did not move."""
        march.movers.remove(self)
        return NOTHING

    def comes_back(self) -> bool:
        """Return False: the Necromancer cannot call it."""
        return False

    def buried(self, table: Table, slayer: int) -> int:
        """Go to the Monster discard. No player keeps it, whoever is said to have slain it."""
        return super().buried(table, 0)


class Doubles(PassingPart):
    """The Monsters that may take the place of the Doppelganger.

    `falling` are Monsters that are about to fall and still on the board while the players choose between them, with the
    player who keeps the others. `fallen` are candidates that have left the board and wait for the choice. `chosen` is
    the Monster that was picked. `coming` already stands in the place of the Doppelganger but has not used its power
    yet.
    """

    name = "doubles"

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget all candidates."""
        self.falling: tuple[Sequence[Monster], int] = ((), 0)
        self.fallen: list[Monster] = []
        self.chosen: Monster | None = None
        self.coming: Monster | None = None

    def correcting(self, table: Table, correction: Correction) -> None:
        """Drop what was under way. The Monsters that were falling have fallen."""
        falling, slayer = self.falling
        for monster in falling:
            table.lift(monster)
            monster.buried(table, slayer)
        self.forget()


def waiting(table: Table) -> Doppelganger | None:
    """Return the Doppelganger when it is on the board."""
    return next((monster for monster in table.board if isinstance(monster, Doppelganger)), None)


@MONSTERS_FALLING.handler()
def choose_double(
    table: Table, fallen: Sequence[Monster], slayer: int, cause: HarmCause
) -> Generator[Request, Any, Monster | None]:
    """Choose which of the falling Monsters takes the place of the Doppelganger.

    Return the chosen one, which no player keeps. Return None when none of them can, and when the choice waits (see
    `SLOW_ENDS`).
    """
    doubles = Doubles.of(table)
    eligible = [monster for monster in fallen if monster.doubles]
    if not eligible or doubles.chosen or not waiting(table) or not table.standing_towers():
        return None  # without a Tower the game is lost: nobody wants the question any more
    if cause in SLOW_ENDS:
        doubles.fallen += eligible
    elif not doubles.fallen:  # those who fell earlier come first
        doubles.falling = (fallen, slayer)
        doubles.chosen = yield from choose(DOPPELGANGER_REPLACEMENT, eligible)
        doubles.falling = ((), 0)
    return doubles.chosen


def take_place(table: Table) -> Procedure:
    """Put one of the destroyed Monsters into the space of the Doppelganger, at full health."""
    doubles = Doubles.of(table)
    return _take_place(table, doubles) if doubles.chosen or doubles.fallen else NOTHING


def _take_place(table: Table, doubles: Doubles) -> Procedure:
    # an Imp that fell may be back on the board already
    fallen = [monster for monster in doubles.fallen if monster.space is None]
    double = doubles.chosen if doubles.chosen and doubles.chosen.space is None else None
    doubles.fallen, doubles.chosen = [], None
    if fallen and not double:
        double = yield from choose(DOPPELGANGER_REPLACEMENT, fallen)
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
    """Fill the place of the Doppelganger when a movement and its attacks are over, before fire is breathed."""
    return take_place(table)


@SETTLED.handler("replacement")
def replaced_at_last(table: Table) -> Procedure:
    """Fill the place of the Doppelganger when an action or a drawn token is over."""
    return take_place(table)


@SETTLED.handler("arrival")
def enter_after_march(table: Table) -> Procedure:
    """Let a Monster that took the place during a movement enter, before it fights whoever stands there."""
    return enter_anew(table)


@SETTLED.handler("entry")
def enter_anew(table: Table) -> Procedure:
    """Let the Monster that took the place enter as if it had just been drawn."""
    doubles = Doubles.of(table)
    double, doubles.coming = doubles.coming, None
    return double.arrived(table) if double and double.space else NOTHING


@SETTLED.handler("leaving")
def leave_alone(table: Table) -> Procedure:
    """Ask whether the Doppelganger leaves, when no other Monster that counts is left and nothing is left to draw."""
    old = waiting(table)
    if old is None or table.bag_left or table.in_hand or [one for one in table.board if one.counts] != [old]:
        return NOTHING
    return _leave(table, old)


def _leave(table: Table, old: Doppelganger) -> Procedure:
    if (yield Choose(DOPPELGANGER_LEAVES, ["yes", "no"], piece=old)) == "yes":
        table.events.append(DoppelgangerLeft(old, old.place))
        table.lift(old)
        table.discard.append(old)
