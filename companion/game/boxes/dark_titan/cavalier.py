"""The Cavalier, which the players move between Play Cards and Move Monsters (The Dark Titan rulebook, Cavalier)."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from companion.game.board import SPACES, SWORDSMAN, Space, Stride, space
from companion.game.boxes.dark_titan.boom_troll import BoomTroll
from companion.game.boxes.dark_titan.events import (
    LOST_IN_BLAST,
    LOST_IN_FIGHT,
    LOST_TO_BOULDER,
    LOST_TO_BREATH,
    LOST_TO_FIRE,
    CavalierFought,
    CavalierLost,
    CavalierMoved,
    CavalierPlaced,
    CavalierStayed,
    LossCause,
)
from companion.game.boxes.dark_titan.refusals import CAVALIER_FOE, CAVALIER_FOUGHT, CAVALIER_MOVED, CAVALIER_STEP
from companion.game.boxes.dark_titan.supports import beside, flattened_by
from companion.game.boxes.dark_titan.topics import CAVALIER
from companion.game.events import HarmCause, PhaseBegan
from companion.game.pieces import Token
from companion.game.rules.combat import destroy, strike
from companion.game.rules.effects import LINE_CROSSED, SPACE_BLAZED
from companion.game.rules.fixes import Correction
from companion.game.rules.refusals import NO_SUCH_SPACE, WRONG_HEALTH, Refused
from companion.game.rules.requests import DONE, Choose, Order, by_hand
from companion.game.rules.table import NOTHING, Drawable, Monster, Part, Procedure, Table
from companion.game.rules.topics import PLACE_PIECE
from companion.game.rules.turn import settle

PHASE = CAVALIER
"""The name of the Cavalier's phase in the protocol, and of its question."""
BY_CAVALIER = HarmCause("cavalier")
BLOW = 2
"""The points that the Cavalier deals in a fight."""
FATAL = 2
"""The points in one fight that destroy the Cavalier.

Fewer do nothing to it: damage is not kept from one fight to the next, so its health never changes while it is on the
board.
"""


class CavalierFix(msgspec.Struct, forbid_unknown_fields=True):
    """A correction: the space where the Cavalier is. Its health is always the same."""

    space: str
    health: int | None = None


class Cavalier(Token):
    """The one piece of the Cavalier. It waits beside the board until its card is played."""

    __slots__ = ()


class RiderSaved(NamedTuple):
    """What a checkpoint keeps of the Cavalier."""

    space: Space | None
    moved: bool
    fought: bool


class Rider(Part[RiderSaved]):
    """Where the Cavalier is, and what it has done this turn."""

    name = "cavalier"
    fixes = ("cavalier",)

    def __init__(self, table: Table, piece: Cavalier) -> None:
        self.table = table
        self.piece = piece
        self.moved = False
        self.fought = False

    def forget(self) -> None:
        """Forget that it has moved and fought."""
        self.moved = self.fought = False

    def enter(self, space: Space) -> None:
        """Come to the board. A forced play may also take it from another space or pile."""
        for pile in (self.table.absent, self.table.removed, self.table.discard, *self.table.trophies):
            if self.piece in pile:
                pile.remove(self.piece)
        self.piece.space = space
        self.table.emit(CavalierPlaced(self.piece, space))

    def lose(self, cause: LossCause) -> None:
        """Destroy the Cavalier."""
        place = self.piece.space
        assert place is not None
        self.piece.reset()
        self.table.absent.append(self.piece)
        self.table.emit(CavalierLost(self.piece, place, cause))

    # What it may do

    def spaces(self) -> list[Space]:
        """Return the spaces where it may go."""
        return [] if self.moved or self.piece.space is None else list(beside(self.piece.space))

    def foes(self, place: Space | None) -> list[Monster]:
        """Return the Monsters that it may fight in a space."""
        if self.fought or place is None:
            return []
        return [monster for monster in self.table.monsters_at(place) if not monster.untouchable]

    def move(self, place: Space) -> None:
        """Go one space, past Walls and Towers."""
        origin = self.piece.space
        assert origin is not None
        self.moved = True
        self.piece.space = place
        self.table.emit(CavalierMoved(self.piece, origin, place))

    def attack(self, monster: Monster) -> Procedure:
        """Fight a Monster: both strike at the same moment, the Monster with all the health that it has.

        The player whose turn it is keeps the Monster if it is slain.
        """
        table, place, harm = self.table, self.piece.space, monster.health
        assert place is not None
        self.fought = True
        table.emit(CavalierFought(self.piece, monster, place, harm))
        if monster.exposed:  # in its weak ring any blow slays it
            yield from destroy(table, (monster,), table.player, BY_CAVALIER)
        else:
            yield from strike(table, monster, BLOW, table.player, BY_CAVALIER)
        if self.piece.space is None:  # the fire of a slain Phoenix has destroyed it
            return
        if harm >= FATAL:
            self.lose(LOST_IN_FIGHT)
        elif isinstance(monster, BoomTroll) and monster.space is None:
            self.lose(LOST_IN_BLAST)

    # As a part of the table

    def save(self) -> RiderSaved:
        """Return its space, and what it has done."""
        return RiderSaved(self.piece.space, self.moved, self.fought)

    def restore(self, saved: RiderSaved) -> None:
        """Go back to what `save` returned."""
        self.piece.reset()
        self.piece.space, self.moved, self.fought = saved

    def state(self) -> dict[str, Any]:
        """Return its space, when it is on the board."""
        place = self.piece.space
        return {"cavalier": {"space": place.name, "health": self.piece.health} if place else None}

    # Corrections

    def piles(self) -> dict[str, list[Token]]:
        """Return the piece, when it is on the board."""
        return {"cavalier": [self.piece] if self.piece.space else []}

    def set_pile(self, name: str, tokens: list[Token]) -> None:
        """Take the piece off the board when a correction puts it elsewhere. `apply_fix` puts it on the board."""
        if not tokens:
            self.piece.reset()

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """Return the piece when a correction puts it on the board."""
        return [self.piece] if value else []

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Raise Refused for a space that the board does not have, and for any health but its own."""
        if value and value.space not in SPACES:
            raise Refused(NO_SUCH_SPACE, name=value.space)
        if value and value.health not in (None, self.piece.kind.health):
            raise Refused(WRONG_HEALTH, piece=self.piece)

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Put the piece into the space."""
        if value:
            self.piece.space = SPACES[value.space]

    def correcting(self, table: Table, correction: Correction) -> None:
        """Forget what it has done when the correction names the phase."""
        if correction.turn and correction.turn.phase:
            self.forget()


# Its phase


class CavalierDeed(Order):
    """Something that the Cavalier may do."""

    title = PHASE


class Stay(CavalierDeed):
    """The Cavalier does no more."""

    deed = "stay"


class MoveTo(CavalierDeed):
    """The Cavalier goes to a space."""

    deed = "move"

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self.space = space


class AttackOn(CavalierDeed):
    """The Cavalier fights a Monster."""

    deed = "attack"

    def __init__(self, piece: Monster) -> None:
        super().__init__(piece)
        self.piece = piece


STAY = Stay()


class Orders:
    """All that the Cavalier is to do in one answer: to move, to fight, both in either order, or neither."""

    title = PHASE

    def __init__(self, move: Space | None, attack: Token | None, attack_first: bool) -> None:
        self.move = move
        self.attack = attack
        self.attack_first = attack_first

    def check(self, rider: Rider) -> None:
        """Raise Refused for what the Cavalier cannot do."""
        if self.move is not None and self.move not in rider.spaces():
            raise Refused(CAVALIER_MOVED if rider.moved else CAVALIER_STEP, space=self.move)
        if self.attack is None:
            return
        place = rider.piece.space if self.attack_first or self.move is None else self.move
        if self.attack not in rider.foes(place):
            raise Refused(CAVALIER_FOUGHT if rider.fought else CAVALIER_FOE, piece=self.attack)


class CavalierTurn(Choose):
    """Asks what the Cavalier does. The answer is an option, `Orders` or `DONE`."""

    __slots__ = ()
    kind = PHASE
    may_stop = True

    def __init__(self, rider: Rider) -> None:
        moves = [MoveTo(place) for place in rider.spaces()]
        fights = [AttackOn(monster) for monster in rider.foes(rider.piece.space)]
        super().__init__(PHASE, [STAY, *fights, *moves], piece=rider.piece)

    def check(self, table: Table, answer: Any) -> None:
        """Raise Refused for what the Cavalier cannot do."""
        if isinstance(answer, Orders):
            answer.check(Rider.of(table))
        elif answer is not DONE:
            super().check(table, answer)


def cavalier_phase(table: Table) -> Procedure:
    """Run the Cavalier's phase: it may move and fight, once each, in either order.

    The phase is left out while the Cavalier is not on the board.
    """
    rider = Rider.of(table)
    if rider.piece.space is None:
        rider.forget()  # a correction may have taken it off the board after it had moved
        return
    table.emit(PhaseBegan(PHASE, table.player))
    while rider.spaces() or rider.foes(rider.piece.space):
        answer = yield CavalierTurn(rider)
        yield from obey(rider, answer)
        yield from settle(table)
        if answer is DONE or answer is STAY or isinstance(answer, Orders):
            break
    rider.forget()


def obey(rider: Rider, answer: Any) -> Procedure:
    """Do what was chosen."""
    if isinstance(answer, Orders):
        yield from obey_orders(rider, answer)
    elif isinstance(answer, MoveTo):
        rider.move(answer.space)
    elif isinstance(answer, AttackOn):
        yield from rider.attack(answer.piece)
    elif not rider.moved and not rider.fought and rider.piece.space:
        rider.table.emit(CavalierStayed(rider.piece, rider.piece.space))


def obey_orders(rider: Rider, orders: Orders) -> Procedure:
    """Do all that was ordered. A Cavalier that falls in the fight does not move."""
    foe = orders.attack if isinstance(orders.attack, Monster) else None
    if foe and orders.attack_first:
        yield from rider.attack(foe)
    if orders.move and rider.piece.space:
        rider.move(orders.move)
    if foe and not orders.attack_first:
        yield from rider.attack(foe)
    if not foe and not orders.move and rider.piece.space:
        rider.table.emit(CavalierStayed(rider.piece, rider.piece.space))


@LINE_CROSSED.handler()
def crossed(table: Table, stride: Stride, rolling: Drawable) -> Procedure:
    """Destroy the Cavalier when a boulder on the ground, or breath, crosses its space."""
    rider = Rider.of(table)
    if rider.piece.space is stride.space:
        if isinstance(rolling, Monster):
            rider.lose(LOST_TO_BREATH)
        elif flattened_by(rolling, rider.piece):
            rider.lose(LOST_TO_BOULDER)
    return NOTHING


@SPACE_BLAZED.handler()
def blazed(table: Table, place: Space) -> Procedure:
    """Destroy the Cavalier when fire flares up in its space."""
    rider = Rider.of(table)
    if rider.piece.space is place:
        rider.lose(LOST_TO_FIRE)
    return NOTHING


def starting_space(arc: int) -> Space:
    """Return the space where the Cavalier comes to the board."""
    return space(SWORDSMAN, arc)


def place_cavalier(table: Table, arc: int) -> Procedure:
    """Bring the Cavalier to the Swordsman ring of an arc."""
    rider = Rider.of(table)
    rider.enter(starting_space(arc))
    yield from by_hand(table, PLACE_PIECE, piece=rider.piece)
