"""The Mega Bosses of The Wizard's Tower, and how its Harbingers are hidden in the bag.

Source: The Wizard's Tower rulebook, Harbingers and Mega Boss Monsters.
"""

from __future__ import annotations

from companion.game.board import FOREST_SPACES, space
from companion.game.boxes.wizards_tower.events import MonsterReturned
from companion.game.boxes.wizards_tower.fire import breathe
from companion.game.boxes.wizards_tower.imps import place_imps
from companion.game.boxes.wizards_tower.refusals import WARLOCK
from companion.game.boxes.wizards_tower.topics import (
    DISCARD_DOWN,
    DISCARD_WIZARD_CARD,
    DRAGON_MOVE,
    NECROMANCER,
    WARLOCK_ARC,
)
from companion.game.events import HandsTold, Topic
from companion.game.pieces import BoxFacts, CardKind, Structure
from companion.game.rules.combat import destroy
from companion.game.rules.fixes import Correction
from companion.game.rules.harbingers import HARBINGER, Harbingers, MegaBoss
from companion.game.rules.movement import MARCHED
from companion.game.rules.refusals import WRONG_HARBINGERS, RefusalReason, Refused
from companion.game.rules.requests import Chance, Roll, by_hand
from companion.game.rules.structures import BY_STRUCTURE
from companion.game.rules.table import NOTHING, March, Monster, PassingPart, Procedure, Table
from companion.game.rules.topics import ALL_DISCARD, TABLE_EFFECT
from companion.game.rules.turn import SETTLED

# Harbingers


def hide_harbingers(table: Table, facts: BoxFacts) -> None:
    """Put Harbingers into the bag, and tell nobody which. Raise Refused for Harbingers that the box does not have.

    There are as many as the box's facts say, unless the owner's set-up chart or an open game says otherwise.
    """
    options = table.options
    known = {kind.name for kind in facts.tokens.values()}
    if any(HARBINGER + kind not in known for kind in options.harbingers):
        raise Refused(WRONG_HARBINGERS)
    table.add(Harbingers(options.harbingers, frozenset(table.left_out)))
    table.unseen_left = len(options.harbingers) or options.chart_harbingers or facts.harbingers


# Mega Bosses


class Basilisk(MegaBoss):
    """A Mega Boss that makes every player discard down to 2 cards. While it is on the board Phase 2 is left out."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Tell the players to discard."""
        return tell_all(table, self, DISCARD_DOWN, 2)


class FireBreather(MegaBoss):
    """A Mega Boss that breathes fire when it enters, and after each of its moves that ends outside the Castle ring."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Breathe fire."""
        yield from breathe(table, self)
        yield from by_hand(table, TABLE_EFFECT, piece=self)


class Chimera(FireBreather):
    """A Mega Boss that goes one space counter-clockwise, then one toward the Castle."""

    __slots__ = ()

    def advance(self, march: March) -> Procedure:
        """Go its own way, whatever the direction of the movement."""
        if self.inside:
            return super().advance(march)
        march.go(self, self.place.counter_clockwise)
        march.go(self, self.place.step)
        return NOTHING


class Dragon(FireBreather):
    """A Mega Boss that moves by the die.

    1 is clockwise, 2 and 5 toward the Castle, 3 nowhere, 4 back, 6 counter-clockwise.
    """

    __slots__ = ()

    def advance(self, march: March) -> Procedure:
        """Go its own way, whatever the direction of the movement. The edge of the board stops it."""
        if self.inside:
            yield from super().advance(march)
            return
        face = yield Roll(DRAGON_MOVE, self)
        here = self.place
        ways = {1: here.clockwise, 2: here.inward, 4: here.outward, 5: here.inward, 6: here.counter_clockwise}
        if target := ways.get(face):
            march.go(self, target)


@MARCHED.handler("breath")
def breathe_all(table: Table, march: March) -> Procedure:
    """Let fire breathers breathe when a movement and its attacks are over.

    These are all that took part in it, live and are outside the Castle, even when they stayed where they were.
    """
    for monster in march.movers:
        if isinstance(monster, FireBreather) and monster.space and not monster.inside:
            yield from breathe(table, monster)


class Hydra(MegaBoss):
    """A Mega Boss that brings 2 Imps into the Forest of its arc for each point that it loses, except the last one."""

    __slots__ = ()

    def damaged(self, table: Table, lost: int, left: int) -> Procedure:
        """Bring Imps for all points but the one that slays it."""
        return place_imps(table, [FOREST_SPACES[self.place.arc]] * (2 * (lost if left else lost - 1)))


class Warlock(MegaBoss):
    """A Mega Boss that makes every player discard a Wizard card, ignores Wizard cards, and moves to a rolled arc."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Tell the players to discard."""
        return tell_all(table, self, DISCARD_WIZARD_CARD, 1)

    def shrugs_off(self, card: CardKind) -> RefusalReason | None:
        """Return why a card has no effect. No Wizard card has one; other cards are as for any Monster."""
        return WARLOCK if card.wizard else super().shrugs_off(card)

    def advance(self, march: March) -> Procedure:
        """Go to the rolled arc and then one space toward the Castle, whatever the direction of the movement."""
        if self.inside:
            yield from super().advance(march)
            return
        arc = yield Roll(WARLOCK_ARC, self)
        if arc != self.place.arc:
            march.go(self, space(self.place.ring, arc))
        march.go(self, self.place.step)


# The Necromancer


class Necromancer(MegaBoss):
    """A Mega Boss that brings slain Monsters back.

    2 return when it comes, and as many as it has health when it dies attacking a structure.
    """

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Bring two Monsters back."""
        yield from recall(table, 2)
        yield from by_hand(table, TABLE_EFFECT, piece=self)

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """Take no damage: `attacked` destroys it anyway."""
        return NOTHING

    def attacked(self, table: Table, structure: Structure) -> Procedure:
        """Be destroyed, and owe as many returns as it had health.

        They wait until the movement is over, because Monsters that fall beside it can return as well.
        """
        Recalls.of(table).owed += self.health
        return destroy(table, (self,), 0, BY_STRUCTURE[structure.sort])


class Recalls(PassingPart):
    """How many slain Monsters the Necromancer still has to bring back."""

    name = "recalls"

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Owe none."""
        self.owed = 0

    def correcting(self, table: Table, correction: Correction) -> None:
        """Drop what was owed."""
        self.forget()


def recall_owed(table: Table) -> Procedure:
    """Bring back all Monsters that are owed."""
    recalls = Recalls.of(table)
    owed, recalls.owed = recalls.owed, 0
    return recall(table, owed) if owed else NOTHING


@MARCHED.handler("recall")
def recalled_after_march(table: Table, march: March) -> Procedure:
    """Bring Monsters back when a movement and its attacks are over, before fire is breathed."""
    return recall_owed(table)


@SETTLED.handler("recall")
def recalled_at_last(table: Table) -> Procedure:
    """Bring Monsters back when an action or a drawn token is over."""
    return recall_owed(table)


def recall(table: Table, count: int) -> Procedure:
    """Put slain Monsters, drawn at random, from the Monster discard back into the bag.

    Mega Bosses and effects stay there.
    """
    slain = [token for token in table.discard if isinstance(token, Monster) and token.comes_back()]
    lots = (yield Chance(NECROMANCER, slain)) if len(slain) > count else slain
    for token in lots[:count]:
        table.discard.remove(token)
        table.bag[token] = None
        table.events.append(MonsterReturned(token, table.bag_left))


def tell_all(table: Table, boss: MegaBoss, topic: Topic, count: int) -> Procedure:
    """Tell every player to do something with cards."""
    table.events.append(HandsTold(topic, boss.kind.name, count))
    yield from by_hand(table, ALL_DISCARD, piece=boss)
