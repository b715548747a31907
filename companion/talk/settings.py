"""What the people may change at any time. A setting is no step of a game: undo leaves it alone."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from companion.game.rules.options import PACES
from companion.game.rules.requests import Refused
from companion.talk.messages import Set

WORDS = ("brief", "normal", "verbose")


class Settings(msgspec.Struct, frozen=True):
    """The settings in force. `pace` is guided or auto; `quiet` means no sound at all."""

    words: str = "normal"
    language: str = "en"
    quiet: bool = False
    pace: str = "guided"


def changed(settings: Settings, wish: Set, languages: Collection[str]) -> Settings:
    """The settings with what is wished. Raises Refused for what cannot be; `languages` are those that have words."""
    changes = {name: value for name in Settings.__struct_fields__ if (value := getattr(wish, name)) is not None}
    if not changes:
        raise Refused("bad-input", "missing-field", field="words")
    for name, known in {"words": WORDS, "language": languages, "pace": PACES}.items():
        if name in changes and changes[name] not in known:
            raise Refused("bad-value", f"no-such-{name}", name=changes[name])
    return msgspec.structs.replace(settings, **changes)
