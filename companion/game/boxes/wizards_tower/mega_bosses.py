"""Harbingers and the Mega Bosses that they announce.

Source: The Wizard's Tower rulebook, Harbingers and Mega Boss Monsters.
"""

from __future__ import annotations

from companion.game.board import FOREST_SPACES, space
from companion.game.boxes.wizards_tower.events import MonsterReturned
from companion.game.boxes.wizards_tower.fire import breathe
from companion.game.boxes.wizards_tower.imps import place_imps
from companion.game.boxes.wizards_tower.refusals import WARLOCK
from companion.game.events import HandsTold
from companion.game.pieces import BoxFacts, CardKind, Structure
from companion.game.rules.combat import destroy
from companion.game.rules.fixes import Correction
from companion.game.rules.harbingers import HARBINGER, Harbingers, MegaBoss
from companion.game.rules.movement import MARCHED
from companion.game.rules.refusals import WRONG_HARBINGERS, RefusalReason, Refused
from companion.game.rules.requests import Chance, Roll, by_hand
from companion.game.rules.structures import BY_STRUCTURE
from companion.game.rules.table import NOTHING, March, Monster, PassingPart, Procedure, Table
from companion.game.rules.turn import SETTLED

# Harbingers


def hide_harbingers(table: Table, facts: BoxFacts) -> None:
    """Three Harbingers of six are in the bag, unless the owner's chart or an open game says otherwise."""
    options = table.options
    known = {kind.name for kind in facts.tokens.values()}
    if any(HARBINGER + kind not in known for kind in options.harbingers):
        raise Refused(WRONG_HARBINGERS)
    table.add(Harbingers(options.harbingers, frozenset(table.left_out)))
    table.unseen_left = len(options.harbingers) or options.chart_harbingers or facts.harbingers


# Mega Bosses


class Basilisk(MegaBoss):
    """Every player discards down to 2 cards; while it is in play Phase 2 is left out."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Tells the hands."""
        return tell_all(table, self, "discard-down", 2)


class FireBreather(MegaBoss):
    """It breathes fire when it enters, and after each of its moves outside the Castle ring."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Breathes."""
        yield from breathe(table, self)
        yield from by_hand(table, "table-effect", piece=self)


class Chimera(FireBreather):
    """She goes one space counter-clockwise, then one toward the Castle."""

    __slots__ = ()

    def advance(self, march: March) -> Procedure:
        """Her own way, whatever moves her."""
        if self.inside:
            return super().advance(march)
        march.go(self, self.place.counter_clockwise)
        march.go(self, self.place.step)
        return NOTHING


class Dragon(FireBreather):
    """The die says where it flies: 1 clockwise, 2 and 5 toward the Castle, 3 nowhere, 4 back, 6 counter-clockwise."""

    __slots__ = ()

    def advance(self, march: March) -> Procedure:
        """Its own way, whatever moves it; the edge of the board stops it."""
        if self.inside:
            yield from super().advance(march)
            return
        face = yield Roll("dragon-move", self)
        here = self.place
        ways = {1: here.clockwise, 2: here.inward, 4: here.outward, 5: here.inward, 6: here.counter_clockwise}
        if target := ways.get(face):
            march.go(self, target)


@MARCHED.handler("breath")
def breathe_all(table: Table, march: March) -> Procedure:
    """A movement and its attacks are over: fire breathers that moved, live and are outside the Castle breathe."""
    for monster in march.movers:
        if isinstance(monster, FireBreather) and monster.space and not monster.inside:
            yield from breathe(table, monster)


class Hydra(MegaBoss):
    """Each point that it loses, but the last, brings 2 Imps into the Forest of its arc."""

    __slots__ = ()

    def damaged(self, table: Table, lost: int, left: int) -> Procedure:
        """Imps for all points but the one that slays it."""
        return place_imps(table, [FOREST_SPACES[self.place.arc]] * (2 * (lost if left else lost - 1)))


class Warlock(MegaBoss):
    """Every player discards a Wizard card; Wizard cards do nothing to him; the die says to which arc he goes."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Tells the hands."""
        return tell_all(table, self, "discard-wizard-card", 1)

    def shrugs_off(self, card: CardKind) -> RefusalReason | None:
        """Every Wizard card."""
        return WARLOCK if card.wizard else super().shrugs_off(card)

    def advance(self, march: March) -> Procedure:
        """His own way, whatever moves him."""
        if self.inside:
            yield from super().advance(march)
            return
        arc = yield Roll("warlock-arc", self)
        if arc != self.place.arc:
            march.go(self, space(self.place.ring, arc))
        march.go(self, self.place.step)


# The Necromancer


class Necromancer(MegaBoss):
    """Slain Monsters return: 2 when he comes, and as many as he has health when he dies attacking a structure."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Two return."""
        yield from recall(table, 2)
        yield from by_hand(table, "table-effect", piece=self)

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """The damage does not matter to him: he is destroyed."""
        return NOTHING

    def attacked(self, table: Table, structure: Structure) -> Procedure:
        """He is destroyed. Who fell beside him can return as well, so that waits until the movement is over."""
        Recalls.of(table).owed += self.health
        return destroy(table, (self,), 0, BY_STRUCTURE[structure.sort])


class Recalls(PassingPart):
    """How many slain Monsters the Necromancer has still to call back."""

    name = "recalls"

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """None are owed."""
        self.owed = 0

    def correcting(self, table: Table, correction: Correction) -> None:
        """What was owed is dropped."""
        self.forget()


def recall_owed(table: Table) -> Procedure:
    """All that he was owed return."""
    recalls = Recalls.of(table)
    owed, recalls.owed = recalls.owed, 0
    return recall(table, owed) if owed else NOTHING


@MARCHED.handler("recall")
def recalled_after_march(table: Table, march: March) -> Procedure:
    """He has died in a movement: those whom he calls back return before fire is breathed."""
    return recall_owed(table)


@SETTLED.handler("recall")
def recalled_at_last(table: Table) -> Procedure:
    """Something is over: all that he was owed return."""
    return recall_owed(table)


def recall(table: Table, count: int) -> Procedure:
    """Slain Monsters, drawn by lot, go out of the Monster discard back into the bag; no Mega Bosses, no effects."""
    slain = [token for token in table.discard if isinstance(token, Monster) and token.comes_back()]
    lots = (yield Chance("necromancer", slain)) if len(slain) > count else slain
    for token in lots[:count]:
        table.discard.remove(token)
        table.bag[token] = None
        table.events.append(MonsterReturned(token, table.bag_left))


def tell_all(table: Table, boss: MegaBoss, topic: str, count: int) -> Procedure:
    """Every player does something with cards."""
    table.events.append(HandsTold(topic, boss.kind.name, count))
    yield from by_hand(table, "all-discard", piece=boss)
