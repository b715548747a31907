"""The inputs of the table protocol, strictly typed, and how a line becomes one.

Every input is a JSON object with `do` and the fields of its verb. A field that is unknown, missing or of the wrong type
is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from companion.game.joining import joined
from companion.game.rules.fixes import Correction
from companion.game.rules.refusals import MISSING_FIELD, MISTYPED, UNKNOWN_FIELD, Refused
from companion.talk.boxes import TALKS
from companion.talk.refusals import NOT_JSON, TOO_LONG, UNKNOWN_VERB
from companion.talk.verb import Message
from companion.talk.wishes import GameWish

LONGEST_LINE = 65536
"""The longest input line in bytes. A longer one is refused unread."""


class StateMessage(Message, tag="state"):
    """Asks for the state."""


class TapMessage(Message, tag="tap"):
    """Something was laid on the reader. Just one of the three fields says what."""

    piece: str | None = None
    tag: str | None = None
    card: str | None = None


class PressMessage(Message, tag="press"):
    """The button was pressed: it takes what stands. `again` makes a roll after an undo show a new number."""

    again: bool = False


class HoldMessage(Message, tag="hold"):
    """The button was held: it takes the marked option of a choice."""


class LongHoldMessage(Message, tag="long_hold"):
    """The button was held long: it takes back the last step."""


class DoubleMessage(Message, tag="double"):
    """The button was pressed twice: it repeats what was said."""


class NextMessage(Message, tag="next"):
    """Moves the mark on in the list."""


class BackMessage(Message, tag="back"):
    """Moves the mark back in the list."""


class RollMessage(Message, tag="roll"):
    """The players rolled a real die."""

    value: int


class ChooseMessage(Message, tag="choose"):
    """Answers a choice, with one option or with several."""

    option: str | None = None
    options: list[str] | None = None


class PlayMessage(Message, tag="play", rename={"with_": "with", "for_": "for"}):
    """A card is played. The card decides which fields the play has."""

    card: str
    player: int | None = None
    on: str | list[str] | None = None
    with_: list[str] | None = None
    at: str | list[str] | None = None
    to: str | None = None
    color: str | None = None
    range: str | None = None
    ring: str | None = None
    damage: dict[str, int] | None = None
    hit: str | None = None
    with_on: int | None = None
    wizard: bool | None = None
    for_: int | None = None
    force: bool = False


class DoneMessage(Message, tag="done"):
    """The player has finished this phase."""


class UndoMessage(Message, tag="undo"):
    """Takes back the last steps."""

    steps: int = 1


class RedoMessage(Message, tag="redo"):
    """Does again what was taken back."""

    steps: int = 1


class TableFix(Message):
    """Replaces the named parts of the state by what is on the table. Its fields are those of `Correction`."""

    def correction(self) -> Correction:
        """Return the correction that it asks for. Parts of single boxes stand in `others` by their names."""
        plain = {field.name: getattr(self, field.name) for field in PLAIN_FIXES}
        others = {field.name: getattr(self, field.name) for field in BOX_FIXES}
        unsaid = {field.name: field.default for field in BOX_FIXES}
        told = {name: value for name, value in others.items() if value is not unsaid[name]}
        return Correction(**plain, others=told)


class AskMessage(Message, tag="ask"):
    """A question about the table."""

    about: str


class SayAgainMessage(Message, tag="say_again"):
    """Repeats what was said. `back` counts from the last utterance, which is 0."""

    back: int = 0


class SetMessage(Message, tag="set"):
    """Changes settings."""

    words: str | None = None
    language: str | None = None
    quiet: bool | None = None
    pace: str | None = None


class WatchMessage(Message, tag="watch"):
    """Asks to get every update on this connection from now on."""


# What boxes add

PLAIN_FIXES = tuple(field for field in msgspec.structs.fields(Correction) if field.name != "others")
"""The fields of a correction that every game has."""
BOX_FIXES = tuple(field for talk in TALKS for field in msgspec.structs.fields(talk.fixes))
"""The fields of a correction that boxes add. Where null is a value, a field that was not sent is unset instead."""

if TYPE_CHECKING:
    NewGameMessage: TypeAlias = GameWish  # a type checker sees what all boxes share; a box knows its own fields
    CorrectMessage: TypeAlias = TableFix
else:
    NewGameMessage = joined(
        GameWish, (field for talk in TALKS for field in msgspec.structs.fields(talk.wishes)), tag="new_game"
    )
    CorrectMessage = joined(TableFix, (*PLAIN_FIXES, *BOX_FIXES), tag="correct")

VERBS: tuple[type[Message], ...] = (
    *(
        NewGameMessage,
        StateMessage,
        TapMessage,
        PressMessage,
        HoldMessage,
        LongHoldMessage,
        DoubleMessage,
        NextMessage,
        BackMessage,
        RollMessage,
        ChooseMessage,
        PlayMessage,
    ),
    *(verb for talk in TALKS for verb in talk.action_verbs),
    *(DoneMessage, UndoMessage, RedoMessage, CorrectMessage, AskMessage, SayAgainMessage, SetMessage, WatchMessage),
)
_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(reduce(or_, VERBS))
_VERB_FAULTS = ("`$.do`", "field `do`", "Expected `object`")


def new_game(wishes: Mapping[str, object]) -> NewGameMessage:
    """Return the new game of these fields. Raise msgspec.ValidationError for a field that it does not have."""
    return msgspec.convert(wishes, NewGameMessage)


def decode(line: bytes) -> Message:
    """Return the input of a line. Raise Refused with bad-input for a line that is no input."""
    if len(line) > LONGEST_LINE:
        raise Refused(TOO_LONG)
    try:
        message = _DECODER.decode(line)
    except msgspec.ValidationError as error:
        raise _fault(str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused(NOT_JSON) from None
    return message


def _fault(text: str) -> Refused:
    """Return the refusal for what the decoder found. The decoder names the fault only in its English text."""
    if any(fault in text for fault in _VERB_FAULTS):
        return Refused(UNKNOWN_VERB)
    named = re.search(r"field `([^`]+)`", text)
    if named:
        return Refused(MISSING_FIELD if "missing" in text else UNKNOWN_FIELD, field=named.group(1))
    place = re.search(r"at `(?:key in )?\$\.?([^`]*)`", text)
    return Refused(MISTYPED, field=place.group(1) if place and place.group(1) else "do")


def encode(message: Message) -> bytes:
    """Return the input as a line, without the end of the line."""
    return msgspec.json.encode(message)
