"""Effect tokens that several boxes bring (Castle Panic rulebook, Draw 2 New Monsters)."""

from __future__ import annotations

from companion.game.board import STRAIGHT_THROUGH, Space, Stride
from companion.game.events import BoulderRolled, HandsTold, HarmCause
from companion.game.pieces import Token
from companion.game.rules.combat import destroy
from companion.game.rules.ending import check_lost
from companion.game.rules.moments import Moment
from companion.game.rules.requests import Roll, by_hand
from companion.game.rules.structures import lose
from companion.game.rules.table import NOTHING, Drawable, Procedure, Table
from companion.game.rules.tokens import Effect
from companion.game.rules.topics import ALL_DISCARD, BOULDER_ARC, PLAGUE, TABLE_EFFECT

BY_BOULDER = HarmCause("boulder")

LINE_CROSSED = Moment[[Table, Stride, Drawable], Procedure]("line-crossed")
"""(table, stride, rolling): something enters a space: the boulder `rolling`, or the breath of the Monster `rolling`."""
SPACE_BLAZED = Moment[[Table, Space], Procedure]("space-blazed")
"""(table, space): fire breaks out in a space."""


class HandsEffect(Effect):
    """An effect on the cards of the people. The companion tells them what to do."""

    __slots__ = ()
    topic = ALL_DISCARD

    def resolve(self, table: Table) -> Procedure:
        """Tell the people."""
        table.events.append(HandsTold(self.topic, self.kind.name, 1))
        return by_hand(table, self.topic, piece=self)


class Plague(HandsEffect):
    """All players discard every card of the class that the token names."""

    __slots__ = ()
    topic = PLAGUE


class GiantBoulder(Effect):
    """A boulder that rolls in from the Forest of a random arc, until it hits a structure or leaves the board."""

    __slots__ = ()
    topic = BOULDER_ARC

    def crushes(self, piece: Token) -> bool:
        """Return whether it destroys a piece in its way. Flying pieces are above it."""
        return not piece.kind.flying

    def resolve(self, table: Table) -> Procedure:
        """Roll over the board. Nobody keeps what it crushes."""
        arc = yield Roll(self.topic, self)
        broken = None
        for stride in STRAIGHT_THROUGH[arc]:
            broken = yield from self.roll_into(table, stride)
            if broken:
                break
        table.events.append(BoulderRolled(self, arc, broken.name if broken else ""))
        check_lost(table)
        yield from by_hand(table, TABLE_EFFECT, piece=self)

    def roll_into(self, table: Table, stride: Stride) -> Procedure:
        """Roll one space on. Return what stopped it, if anything: the Wall before the space, or the Tower in it.

        A Fortify token is lost in place of its Wall, but the Wall stops the boulder all the same.
        """
        if stride.wall and (wall := table.wall(stride.wall)).standing:
            yield from lose(table, wall)
            return wall
        yield from self.crush(table, stride)
        if stride.space.distance or not (tower := table.tower(stride.space.arc)).standing:
            return None
        yield from lose(table, tower)
        return tower

    def crush(self, table: Table, stride: Stride) -> Procedure:
        """Roll over all pieces in a space."""
        if table.moments[LINE_CROSSED]:
            return self._cross(table, stride)
        return self._crush_monsters(table, stride.space)

    def _cross(self, table: Table, stride: Stride) -> Procedure:
        for handler in table.moments[LINE_CROSSED]:
            yield from handler(table, stride, self)
        yield from self._crush_monsters(table, stride.space)

    def _crush_monsters(self, table: Table, space: Space) -> Procedure:
        crushed = [
            monster
            for monster in table.board
            if monster.space is space and not monster.boulder_proof and self.crushes(monster)
        ]
        return destroy(table, crushed, 0, BY_BOULDER) if crushed else NOTHING
