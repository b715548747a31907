"""Harbingers and the Mega Bosses that they announce. Several expansions have some.

Source: the expansions' rulebooks, Harbingers and Mega Boss Monsters.
"""

from __future__ import annotations

from companion.game.events import HarbingerDrawn
from companion.game.pieces import Token
from companion.game.rules.refusals import WRONG_BOSS, Refused
from companion.game.rules.requests import Roll, Tap
from companion.game.rules.table import NOTHING, Drawable, Monster, PassingPart, Procedure, Table
from companion.game.rules.tokens import CommonMonster
from companion.game.rules.topics import MEGA_BOSS, MEGA_BOSS_ARC

HARBINGER = "harbinger-"


class Harbingers(PassingPart):
    """Which Harbingers can be in the bag.

    `chosen` are the kinds that are in it, when the game was begun with open Harbingers; empty when they are secret.
    `barred` are kinds that the game does not use. This part is never shown: it only decides whether a Harbinger can be
    drawn.
    """

    name = "harbingers"

    def __init__(self, kinds: tuple[str, ...], barred: frozenset[str] = frozenset()) -> None:
        self.chosen = frozenset(HARBINGER + kind for kind in kinds)
        self.barred = barred

    def may_come(self, harbinger: Token) -> bool:
        """Return whether a Harbinger can be in the bag."""
        return harbinger.kind.name in self.chosen if self.chosen else harbinger.kind.name not in self.barred


class MegaBossTap(Tap):
    """The people lay the token of a Mega Boss on the reader, after that of its Harbinger.

    An ordinary tap would refuse this token, since it is not in the bag.
    """

    __slots__ = ("boss",)

    def __init__(self, boss: Token) -> None:
        super().__init__(MEGA_BOSS)
        self.boss = boss

    def check(self, table: Table, answer: Token) -> None:
        """Refuse any other token."""
        if answer is not self.boss:
            raise Refused(WRONG_BOSS, piece=answer, boss=self.boss)

    def kinds(self, table: Table) -> list[str]:
        """Return the kinds of all Mega Bosses of the boxes in play, not only of the right one."""
        return list(dict.fromkeys(token.kind.name for token in table.pieces.values() if token.kind.sort == "mega-boss"))


class Harbinger(Drawable):
    """A token that leaves the game when it is drawn; its Mega Boss then enters the Forest of a random arc.

    It is secret which Harbingers are in the bag.
    """

    __slots__ = ()
    secret = True

    def may_come(self, table: Table) -> bool:
        """Return whether it can be one of the Harbingers in the bag."""
        return Harbingers.of(table).may_come(self)

    def drawn(self, table: Table) -> Procedure:
        """Name the Boss, let the people take its token for the Harbinger, then roll for its arc.

        A Mega Boss is never in the bag. Set-up puts it among the `absent` tokens beside the board, where it waits for
        its Harbinger. If it is not there, it has come before: it is on the board, or it was slain.
        """
        boss = table.piece(f"{self.kind.name.removeprefix(HARBINGER)}#1", Monster)
        here = boss not in table.absent
        table.events.append(HarbingerDrawn(self, boss, here))
        yield from self.announced(table)
        if here:
            self.leave(table)
            return
        yield MegaBossTap(boss)
        arc = yield Roll(MEGA_BOSS_ARC, boss)
        self.leave(table)
        table.absent.remove(boss)
        table.put_in_forest(boss, arc)
        yield from boss.arrived(table)

    def announced(self, table: Table) -> Procedure:
        """Do what happens at once when its Boss was named."""
        return NOTHING

    def leave(self, table: Table) -> None:
        """Leave the game."""
        table.in_hand = None
        table.removed.append(self)


class MegaBoss(CommonMonster):
    """A Monster that comes only when its Harbinger is drawn, and that no boulder destroys."""

    __slots__ = ()
    drawable = False
    starter = False
    doubles = False
    boulder_proof = True

    def comes_back(self) -> bool:
        """Return False: it never comes back."""
        return False

    @property
    def inside(self) -> bool:
        """Whether it is in the Castle ring, where it moves like any other Monster."""
        return self.space is not None and self.space.distance == 0
