"""Words and lights of Castle Panic that the other boxes do not share: the Healer, the Tar, the Overlord."""

from __future__ import annotations

from typing import Final

from companion.game.boxes.castle_panic.topics import OVERLORD_PLAY
from companion.narration.box_words import BoxWords, Manner
from companion.narration.fields import OptionOf

CASTLE_PANIC: Final = BoxWords(
    manners={
        "monster-healed": Manner("hit"),
        "monster-tarred": Manner("target", weight=2),
        "overlord-chose": Manner("wait", weight=2, fields={"choice": OptionOf(OVERLORD_PLAY)}),
    },
)
