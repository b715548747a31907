"""The settings that the people may change at any time. A change is no step of a game: undo leaves it alone."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from companion.game.rules.options import PACES
from companion.game.rules.refusals import MISSING_FIELD, Refused
from companion.narration.phrases import LEVELS, NORMAL
from companion.talk.messages import SetMessage
from companion.talk.refusals import NO_SUCH_LANGUAGE, NO_SUCH_PACE, NO_SUCH_WORDS


class Settings(msgspec.Struct, frozen=True):
    """The settings in force. `pace` is guided or auto. `quiet` means no sound at all."""

    words: str = NORMAL
    language: str = "en"
    quiet: bool = False
    pace: str = "guided"


def changed(settings: Settings, wish: SetMessage, languages: Collection[str]) -> Settings:
    """Return the settings with what is wished. Raise Refused for values that cannot be, and when nothing is wished.

    `languages` are those that have words.
    """
    changes = {name: value for name in Settings.__struct_fields__ if (value := getattr(wish, name)) is not None}
    if not changes:
        raise Refused(MISSING_FIELD, field="words")
    for name, (known, unknown) in {
        "words": (LEVELS, NO_SUCH_WORDS),
        "language": (languages, NO_SUCH_LANGUAGE),
        "pace": (PACES, NO_SUCH_PACE),
    }.items():
        if name in changes and changes[name] not in known:
            raise Refused(unknown, name=changes[name])
    return msgspec.structs.replace(settings, **changes)
