"""The base box: its Bosses, effect tokens and cards (Castle Panic rulebook, Draw 2 New Monsters, Play Details)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from companion.game.board import ARC_NUMBERS, SPACES_OF_COLOR
from companion.game.boxes.castle_panic import overlord
from companion.game.boxes.castle_panic.cards import base_cards
from companion.game.boxes.castle_panic.events import MonsterHealed
from companion.game.pieces import BoxFacts, Structure, Token
from companion.game.rules import setup, turn
from companion.game.rules.box import Box
from companion.game.rules.effects import GiantBoulder, HandsEffect, Plague
from companion.game.rules.movement import CLOCKWISE, COUNTER_CLOCKWISE, INWARD, MOVED_BY_TOKEN, march
from companion.game.rules.reports import BackReported, HitReported, SlainReported
from companion.game.rules.requests import by_hand
from companion.game.rules.table import NOTHING, Monster, Procedure, Table
from companion.game.rules.tokens import CommonMonster, Effect
from companion.game.rules.topics import TABLE_EFFECT
from companion.game.rules.turn import owe


class GoblinKing(CommonMonster):
    """A Boss that brings three more tokens. They are drawn after those already owed, each with its own roll."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Owe three more tokens."""
        owe(table, self, 3)
        return NOTHING


class OrcWarlord(CommonMonster):
    """A Boss that moves every Monster in the color where it enters, itself included."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Move the Monsters of the color."""
        return march(table, in_color(table, self.place.color), INWARD, MOVED_BY_TOKEN)


class TrollMage(CommonMonster):
    """A Boss that moves every Monster on the board, itself included."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Move all Monsters."""
        return march(table, table.board, INWARD, MOVED_BY_TOKEN)


class Healer(CommonMonster):
    """A Boss that gives every Monster on the board 1 health back, never above what is printed."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Heal all Monsters. The people have something to do only when at least one was hurt."""
        healed = [monster for monster in table.board if monster.heal(1)]
        table.events.extend(MonsterHealed(monster, monster.place, monster.health) for monster in healed)
        return by_hand(table, TABLE_EFFECT, piece=self) if healed else NOTHING


class MoveColor(Effect):
    """An effect that moves every Monster of one color, in all rings."""

    __slots__ = ()
    color: ClassVar[str]

    def resolve(self, table: Table) -> Procedure:
        """Move the Monsters of the color."""
        return march(table, in_color(table, self.color), INWARD, MOVED_BY_TOKEN)


class MoveRed(MoveColor):
    """The effect that moves the Monsters in red."""

    __slots__ = ()
    color = "red"


class MoveGreen(MoveColor):
    """The effect that moves the Monsters in green."""

    __slots__ = ()
    color = "green"


class MoveBlue(MoveColor):
    """The effect that moves the Monsters in blue."""

    __slots__ = ()
    color = "blue"


class MoveClockwise(Effect):
    """An effect that moves every Monster one arc clockwise in its own ring."""

    __slots__ = ()

    def resolve(self, table: Table) -> Procedure:
        """Move all Monsters."""
        return march(table, table.board, CLOCKWISE, MOVED_BY_TOKEN)


class MoveCounterClockwise(Effect):
    """An effect that moves every Monster one arc counter-clockwise in its own ring."""

    __slots__ = ()

    def resolve(self, table: Table) -> Procedure:
        """Move all Monsters."""
        return march(table, table.board, COUNTER_CLOCKWISE, MOVED_BY_TOKEN)


class DrawMore(Effect):
    """An effect that brings more tokens. They are drawn after those already owed."""

    __slots__ = ()
    more: ClassVar[int]

    def resolve(self, table: Table) -> Procedure:
        """Owe as many tokens as are printed."""
        owe(table, self, self.more)
        return NOTHING


class DrawThree(DrawMore):
    """The effect that brings three more tokens."""

    __slots__ = ()
    more = 3


class DrawFour(DrawMore):
    """The effect that brings four more tokens."""

    __slots__ = ()
    more = 4


def in_color(table: Table, color: str) -> list[Monster]:
    """Return every Monster in the two arcs of a color, in all rings."""
    spaces = SPACES_OF_COLOR[color]
    return [monster for monster in table.board if monster.space in spaces]


TOKENS: dict[str, type[Token]] = {
    "goblin": CommonMonster,
    "orc": CommonMonster,
    "troll": CommonMonster,
    "goblin-king": GoblinKing,
    "healer": Healer,
    "orc-warlord": OrcWarlord,
    "troll-mage": TrollMage,
    "giant-boulder": GiantBoulder,
    "red-monsters-move-1": MoveRed,
    "green-monsters-move-1": MoveGreen,
    "blue-monsters-move-1": MoveBlue,
    "monsters-move-clockwise": MoveClockwise,
    "monsters-move-counter-clockwise": MoveCounterClockwise,
    "plague-archers": Plague,
    "plague-knights": Plague,
    "plague-swordsmen": Plague,
    "all-players-discard-1-card": HandsEffect,
    "draw-3-monster-tokens": DrawThree,
    "draw-4-monster-tokens": DrawFour,
}


REPORTS: dict[str, Callable[[Monster], object]] = {
    "hit": lambda monster: HitReported(monster, 1),
    "hit-2": lambda monster: HitReported(monster, 2),
    "hit-3": lambda monster: HitReported(monster, 3),
    "slay": SlainReported,
    "back": BackReported,
}
"""What the people may report of a tapped Monster, in the order of the options."""


class CastlePanic(Box):
    """The base box."""

    def open(self, table: Table, facts: BoxFacts) -> None:
        """Set up six Walls, six Towers, the phases of a turn and the starting Monsters."""
        table.walls = [Structure("wall", arc) for arc in ARC_NUMBERS]
        table.towers = [Structure("tower", arc) for arc in ARC_NUMBERS]
        table.phases = list(turn.PHASES)
        table.starters = setup.starters
        table.reports |= REPORTS
        if table.options.version == "overlord":
            overlord.join(table)


BOX = CastlePanic("castle-panic", TOKENS, base_cards())
