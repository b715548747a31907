"""The base box: its Bosses, effect tokens and cards (Castle Panic rulebook, Draw 2 New Monsters, Play Details)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.game.board import ARC_NUMBERS
from companion.game.boxes.castle_panic import overlord
from companion.game.boxes.castle_panic.cards import base_cards
from companion.game.events import MonsterHealed
from companion.game.pieces import BoxFacts, Structure
from companion.game.rules import setup, turn
from companion.game.rules.box import Box
from companion.game.rules.effects import GiantBoulder, HandsEffect, Plague
from companion.game.rules.movement import CLOCKWISE, COUNTER_CLOCKWISE, INWARD, march
from companion.game.rules.reports import BackReported, HitReported, SlainReported
from companion.game.rules.requests import NOTHING, Acknowledge, Procedure
from companion.game.rules.tokens import Effect, Monster
from companion.game.rules.turn import owe

if TYPE_CHECKING:
    from companion.game.rules.table import Table


class GoblinKing(Monster):
    """Three more tokens are drawn after those that are already owed, each with its own roll."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Three more tokens."""
        owe(table, self, 3)
        return NOTHING


class OrcWarlord(Monster):
    """Every Monster of the colour he enters moves, he too."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Moves the colour."""
        return march(table, in_color(table, self.space.color), INWARD, "token") if self.space else NOTHING


class TrollMage(Monster):
    """Every Monster on the board moves, he too."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Moves all."""
        return march(table, table.board, INWARD, "token")


class Healer(Monster):
    """Every Monster on the board regains 1 health, never above its start."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Heals all."""
        healed = [monster for monster in table.board if monster.heal(1)]
        table.events.extend(MonsterHealed(monster, monster.space, monster.health) for monster in healed)
        if healed and table.guided:
            yield Acknowledge("table-effect", piece=self)


class MoveColor(Effect):
    """Every Monster of one colour moves, in all rings."""

    __slots__ = ()

    def resolve(self, table: Table) -> Procedure:
        """Moves the colour that the token's name begins with."""
        color = self.kind.name.partition("-")[0]
        return march(table, in_color(table, color), INWARD, "token")


class MoveClockwise(Effect):
    """Every Monster moves one arc clockwise in its own ring."""

    __slots__ = ()

    def resolve(self, table: Table) -> Procedure:
        """Turns all."""
        return march(table, table.board, CLOCKWISE, "token")


class MoveCounterClockwise(Effect):
    """Every Monster moves one arc counter-clockwise in its own ring."""

    __slots__ = ()

    def resolve(self, table: Table) -> Procedure:
        """Turns all."""
        return march(table, table.board, COUNTER_CLOCKWISE, "token")


class DrawMore(Effect):
    """More tokens are drawn, after those that are already owed."""

    __slots__ = ()

    def resolve(self, table: Table) -> Procedure:
        """As many as the token's name says."""
        owe(table, self, int(self.kind.name.split("-")[1]))
        return NOTHING


def in_color(table: Table, color: str) -> list[Monster]:
    """Every Monster in the two arcs of a colour, in all rings."""
    return [monster for monster in table.board if monster.space.color == color]


TOKENS = {
    "goblin": Monster,
    "orc": Monster,
    "troll": Monster,
    "goblin-king": GoblinKing,
    "healer": Healer,
    "orc-warlord": OrcWarlord,
    "troll-mage": TrollMage,
    "giant-boulder": GiantBoulder,
    "red-monsters-move-1": MoveColor,
    "green-monsters-move-1": MoveColor,
    "blue-monsters-move-1": MoveColor,
    "monsters-move-clockwise": MoveClockwise,
    "monsters-move-counter-clockwise": MoveCounterClockwise,
    "plague-archers": Plague,
    "plague-knights": Plague,
    "plague-swordsmen": Plague,
    "all-players-discard-1-card": HandsEffect,
    "draw-3-monster-tokens": DrawMore,
    "draw-4-monster-tokens": DrawMore,
}


REPORTS = {
    "hit": lambda monster: HitReported(monster, 1),
    "hit-2": lambda monster: HitReported(monster, 2),
    "hit-3": lambda monster: HitReported(monster, 3),
    "slay": SlainReported,
    "back": BackReported,
}


class CastlePanic(Box):
    """The base box."""

    def open(self, table: Table, facts: BoxFacts) -> None:
        """Six Walls and six Towers, the six phases of a turn, and the starting Monsters."""
        table.walls = [Structure("wall", arc) for arc in ARC_NUMBERS]
        table.towers = [Structure("tower", arc) for arc in ARC_NUMBERS]
        table.phases = list(turn.PHASES)
        table.moments.starters = setup.starters
        table.reports |= REPORTS
        if table.options.version == "overlord":
            overlord.join(table)


BOX = CastlePanic("castle-panic", TOKENS, base_cards())
