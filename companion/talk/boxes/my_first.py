"""My First Castle Panic in the table protocol: corrections of its path, wall, castle and Dungeon."""

from __future__ import annotations

import msgspec

from companion.game.boxes.my_first.path import PathFix
from companion.game.rules.fixes import Correction
from companion.talk.box_talk import BoxTalk


class MyFirstFixes(msgspec.Struct, kw_only=True):
    """Its fields of `correct`."""

    path: list[PathFix] | None = None
    wall: bool | None = None
    castle: bool | None = None
    dungeon: list[str] | None = None


class MyFirstTalk(BoxTalk):
    """What My First Castle Panic adds to the talk."""

    fixes = MyFirstFixes

    def placed(self, correction: Correction) -> list[str]:
        """Return the monsters that a correction puts on the path."""
        return [fix.piece for fix in correction.others.get("path", [])]


TALK = MyFirstTalk("my-first")
