"""What people may say when they correct the table: one record for each part of the state.

The records have the fields of the state that the protocol shows, so that a part of a shown state can be sent back as
it is. That is why some fields exist that are ignored.
"""

from __future__ import annotations

from typing import Any

import msgspec


class MonsterFix(msgspec.Struct, forbid_unknown_fields=True):
    """One Monster on the board. Without `health` it has full health. `flying` follows from its kind and is ignored."""

    piece: str
    space: str
    health: int | None = None
    flames: int = 0
    flying: bool | None = None
    tarred: bool = False


class WallFix(msgspec.Struct, forbid_unknown_fields=True):
    """What the people say about one Wall. What is None stays as it is."""

    standing: bool | None = None
    flames: int | None = None
    fortified: bool | None = None


class TowerFix(msgspec.Struct, forbid_unknown_fields=True):
    """What the people say about one Tower. What is None stays as it is."""

    standing: bool | None = None
    flames: int | None = None
    wizard: bool | None = None


class TurnFix(msgspec.Struct, forbid_unknown_fields=True):
    """What the people say about the turn. What is None stays as it is.

    `hand_size` and `trades` follow from the number of players and from the board, and are ignored.
    """

    number: int | None = None
    player: int | None = None
    phase: str | None = None
    hand_size: int | None = None
    trades: int | None = None
    draws_left: int | None = None


class BagFix(msgspec.Struct, forbid_unknown_fields=True):
    """The tokens that are left in the bag: exactly `pieces`, or none when `left` is 0.

    `left` alone may also be the number that is in the bag anyway, which changes nothing.
    """

    pieces: list[str] | None = None
    left: int | None = None


class Correction(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The parts of the state that the people correct. `others` are the parts that single boxes add, by name."""

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
        """The names of the parts that are corrected."""
        named = [name for name in self.__struct_fields__ if name != "others" and getattr(self, name) is not None]
        return (*named, *self.others)
