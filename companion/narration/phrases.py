"""What narration hands out: words to say, lines to show, lights to light. Plain records with no words of their own."""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypeAlias, TypedDict

import msgspec

BRIEF: Final = "brief"
NORMAL: Final = "normal"
VERBOSE: Final = "verbose"
LEVELS: Final = (BRIEF, NORMAL, VERBOSE)
"""How much is said."""
SCREEN: Final = "screen"
"""The fourth form of every message: lines for the display."""
MOST_LINES: Final = 4
"""Lines of the large view of the display."""
LINE_WIDTH: Final = 16
"""Characters of one such line."""
OFFER_SIGN: Final = ">"
"""What the last line of a standing question begins with on the display: there is what a press would do."""
Urgency: TypeAlias = Literal["step", "alert"]
"""How urgent words are: a step waits for its turn, an alert is said at once."""


class NamedCue(TypedDict):
    """One cue of the ring by its name, as the table protocol has it; `companion.channels.cues.RingCue` is shown.

    `arc` is 1 to 6, `space` one of a path; without them it is for the whole.
    """

    cue: str
    arc: NotRequired[int]
    space: NotRequired[int]


class EventWords(msgspec.Struct, frozen=True):
    """One thing to say about an event; `companion.channels.speech` makes an `Utterance` of it.

    `event` is the place, in the events that were told, of the one it
    is about; -1 for none. `in_turn` marks an alert that must not overtake what stands ahead of it: the end of the game.
    """

    text: str
    priority: Urgency = "step"
    event: int = -1
    in_turn: bool = False


class PromptWords(msgspec.Struct, frozen=True):
    """A standing question in words. `marked` is the id of the option that a press would take."""

    say: str
    screen: tuple[str, ...]
    ring: list[NamedCue]
    marked: str | None
