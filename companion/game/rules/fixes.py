"""What people may say when they correct the table: one record for each part of the state (the protocol, `correct`)."""

from __future__ import annotations

from typing import Any

import msgspec


class MonsterFix(msgspec.Struct, forbid_unknown_fields=True):
    """One Monster of the board. Health is full unless said; `flying` is what it is and is ignored."""

    piece: str
    space: str
    health: int | None = None
    flames: int = 0
    flying: bool | None = None
    tarred: bool = False


class WallFix(msgspec.Struct, forbid_unknown_fields=True):
    """What is told about one Wall; the rest stays."""

    standing: bool | None = None
    flames: int | None = None
    fortified: bool | None = None


class TowerFix(msgspec.Struct, forbid_unknown_fields=True):
    """What is told about one Tower; the rest stays."""

    standing: bool | None = None
    flames: int | None = None
    wizard: bool | None = None


class TurnFix(msgspec.Struct, forbid_unknown_fields=True):
    """What is told about the turn; `hand_size` and `trades` follow from the players and are ignored."""

    number: int | None = None
    player: int | None = None
    phase: str | None = None
    hand_size: int | None = None
    trades: int | None = None
    draws_left: int | None = None


class BagFix(msgspec.Struct, forbid_unknown_fields=True):
    """Exactly these tokens are left in the bag, or none (`left` 0)."""

    pieces: list[str] | None = None
    left: int | None = None


class Correction(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The parts of the state that are replaced. `others` are the parts that single boxes bring, by name."""

    monsters: list[MonsterFix] | None = None
    walls: dict[str, WallFix] | None = None
    towers: dict[str, TowerFix] | None = None
    bag: BagFix | None = None
    monster_discard: list[str] | None = None
    removed: list[str] | None = None
    banished: list[str] | None = None
    trophies: dict[str, list[str]] | None = None
    turn: TurnFix | None = None
    skip_draw: bool | None = None
    others: dict[str, Any] = {}

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of what is corrected."""
        named = [name for name in self.__struct_fields__ if name != "others" and getattr(self, name) is not None]
        return (*named, *self.others)
