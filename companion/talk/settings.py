"""What the people may change at any time. A setting is no step of a game: undo leaves it alone."""

from __future__ import annotations

import msgspec

WORDS = ("brief", "normal", "verbose")


class Settings(msgspec.Struct, frozen=True):
    """The settings in force. `pace` is guided or auto; `quiet` means no sound at all."""

    words: str = "normal"
    language: str = "en"
    quiet: bool = False
    pace: str = "guided"
