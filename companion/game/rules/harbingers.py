"""Harbingers and the Mega Bosses that they announce. Several expansions bring some.

Source: the expansions' rulebooks, Harbingers and Mega Boss Monsters.
"""

from __future__ import annotations

from companion.game.events import HarbingerDrawn
from companion.game.pieces import Token
from companion.game.rules.refusals import WRONG_BOSS, Refused
from companion.game.rules.requests import Roll, Tap
from companion.game.rules.table import NOTHING, Drawable, Monster, PassingPart, Procedure, Table
from companion.game.rules.tokens import CommonMonster

HARBINGER = "harbinger-"


class Harbingers(PassingPart):
    """Which Harbingers are in the bag, where a test or an open game has said so.

    It is never shown, and decides nothing but whether one can come.
    """

    name = "harbingers"

    def __init__(self, kinds: tuple[str, ...], barred: frozenset[str] = frozenset()) -> None:
        self.chosen = frozenset(HARBINGER + kind for kind in kinds)
        self.barred = barred

    def may_come(self, harbinger: Token) -> bool:
        """Whether that one can be in the bag."""
        return harbinger.kind.name in self.chosen if self.chosen else harbinger.kind.name not in self.barred


class MegaBossTap(Tap):
    """The token of a Mega Boss takes the place of its Harbinger on the reader."""

    __slots__ = ("boss",)

    def __init__(self, boss: Token) -> None:
        super().__init__("mega-boss")
        self.boss = boss

    def check(self, table: Table, answer: Token) -> None:
        """Refuses any other token."""
        if answer is not self.boss:
            raise Refused(WRONG_BOSS, piece=answer, boss=self.boss)

    def kinds(self, table: Table) -> list[str]:
        """All Mega Bosses of the boxes in play."""
        return list(dict.fromkeys(token.kind.name for token in table.pieces.values() if token.kind.sort == "mega-boss"))


class Harbinger(Drawable):
    """It leaves the game, and its Mega Boss enters the Forest by the die. Nobody knows which are in the bag."""

    __slots__ = ()
    secret = True

    def may_come(self, table: Table) -> bool:
        """Whether it can be one of those in the bag."""
        return Harbingers.of(table).may_come(self)

    def drawn(self, table: Table) -> Procedure:
        """The Boss is named, then swapped for the Harbinger, then rolled for."""
        boss = table.piece(f"{self.kind.name.removeprefix(HARBINGER)}#1", Monster)
        here = boss not in table.absent
        table.events.append(HarbingerDrawn(self, boss, here))
        yield from self.announced(table)
        if here:
            self.leave(table)
            return
        yield MegaBossTap(boss)
        arc = yield Roll("mega-boss-arc", boss)
        self.leave(table)
        table.absent.remove(boss)
        table.put_in_forest(boss, arc)
        yield from boss.arrived(table)

    def announced(self, table: Table) -> Procedure:
        """Its Boss was named: what happens at once."""
        return NOTHING

    def leave(self, table: Table) -> None:
        """Out of the game."""
        table.in_hand = None
        table.removed.append(self)


class MegaBoss(CommonMonster):
    """It comes only by its Harbinger, and no boulder hurts it."""

    __slots__ = ()
    drawable = False
    starter = False
    doubles = False
    boulder_proof = True

    def comes_back(self) -> bool:
        """Never."""
        return False

    @property
    def inside(self) -> bool:
        """Whether it is in the Castle ring, where it goes like any other Monster."""
        return self.space is not None and self.space.distance == 0
