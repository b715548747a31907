"""The inputs of the table protocol, strictly typed, and how a line becomes one.

Every input is a JSON object with `do` and the fields of its verb; an unknown field, a missing one or one of the wrong
type is refused.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from companion.game.boxes.dark_titan.agranok import AgranokFix
from companion.game.boxes.dark_titan.cavalier import CavalierFix
from companion.game.boxes.dark_titan.supports import SupportFix
from companion.game.correction import BagFix, Correction, MonsterFix, PathFix, TowerFix, TurnFix, WallFix
from companion.game.pieces import Chart
from companion.game.rules.requests import Refused

LONGEST_LINE = 65536
"""Bytes of an input line; a longer one is refused unread."""


class Message(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One input."""


class NewGame(Message, tag="new_game"):
    """Begins a game; whatever was played before is over."""

    game: str
    players: int
    boxes: list[str] = []
    version: str = "standard"
    variants: list[str] = []
    setup: str = "guided"
    pace: str | None = None
    seed: int | None = None
    secret_seed: int | None = None
    names: list[str] = []
    first: int | None = None
    wizards_tower: int | None = None
    harbingers: list[str] = []
    agranok: int | str = "facedown"
    extra_harbingers: int | None = None
    chart: Chart | None = None
    agranok_effects: dict[int, dict[int, str]] | None = None
    """What was remembered of Agranok's cards when the game began, by level and number; else the owner's file has it."""
    sealed: str | None = None
    """The secrets of a game that is taken up again; in the journal in place of `secret_seed` and `harbingers`."""


class State(Message, tag="state"):
    """Asks for the state."""


class Tap(Message, tag="tap"):
    """Something was laid on the reader."""

    piece: str | None = None
    tag: str | None = None
    card: str | None = None


class Press(Message, tag="press"):
    """The button accepts what stands; `again`: a roll after an undo shall show a new number."""

    again: bool = False


class Hold(Message, tag="hold"):
    """The button was held."""


class LongHold(Message, tag="long_hold"):
    """The button was held long."""


class Double(Message, tag="double"):
    """The button was tapped twice."""


class Next(Message, tag="next"):
    """The mark goes on in the list."""


class Back(Message, tag="back"):
    """The mark goes back in the list."""


class Roll(Message, tag="roll"):
    """The players rolled a real die."""

    value: int


class Choose(Message, tag="choose"):
    """Answers a choice."""

    option: str | None = None
    options: list[str] | None = None


class Play(Message, tag="play", rename={"with_": "with", "for_": "for"}):
    """A card is played; which fields it takes, the card says."""

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


class Extinguish(Message, tag="extinguish", rename={"with_": "with"}):
    """A Brick or Mortar is discarded to remove a Flame token."""

    with_: str
    at: str
    force: bool = False


class MoveSupport(Message, tag="move_support"):
    """A colour card is discarded to move a Support token."""

    piece: str
    path: list[str]
    color: str


class Cavalier(Message, tag="cavalier"):
    """The Cavalier's turn, all at once."""

    move: str | None = None
    attack: str | None = None
    first: str = "move"


class Done(Message, tag="done"):
    """The player has finished this phase."""


class Undo(Message, tag="undo"):
    """Takes back the last steps."""

    steps: int = 1


class Redo(Message, tag="redo"):
    """Does again what was taken back."""

    steps: int = 1


class Correct(Message, tag="correct"):
    """The table is the truth: the named parts of the state are replaced."""

    monsters: list[MonsterFix] | None = None
    supports: list[SupportFix] | None = None
    walls: dict[str, WallFix] | None = None
    towers: dict[str, TowerFix] | None = None
    wizard_deck: str | None | msgspec.UnsetType = msgspec.UNSET
    cavalier: CavalierFix | None | msgspec.UnsetType = msgspec.UNSET
    agranok: AgranokFix | None | msgspec.UnsetType = msgspec.UNSET
    imps: dict[str, Any] | None | msgspec.UnsetType = msgspec.UNSET
    bag: BagFix | None = None
    monster_discard: list[str] | None = None
    removed: list[str] | None = None
    banished: list[str] | None = None
    trophies: dict[str, list[str]] | None = None
    turn: TurnFix | None = None
    skip_draw: bool | None = None
    path: list[PathFix] | None = None
    wall: bool | None = None
    castle: bool | None = None
    dungeon: list[str] | None = None

    def correction(self) -> Correction:
        """The correction that it asks for; parts of single boxes go by their names."""
        plain = {name: getattr(self, name) for name in Correction.__struct_fields__ if name != "others"}
        others = {name: getattr(self, name) for name in _BOX_PARTS}
        return Correction(**plain, others={name: value for name, value in others.items() if _is_told(name, value)})


_BOX_PARTS = ("supports", "wizard_deck", "cavalier", "agranok", "imps", "path", "wall", "castle", "dungeon")
_MAY_BE_NULL = ("wizard_deck", "cavalier", "agranok", "imps")


def _is_told(name: str, value: Any) -> bool:
    return value is not msgspec.UNSET if name in _MAY_BE_NULL else value is not None


class Ask(Message, tag="ask"):
    """A question about the table."""

    about: str


class SayAgain(Message, tag="say_again"):
    """Repeats what was said; `back` counts further back."""

    back: int = 0


class Set(Message, tag="set"):
    """Changes settings."""

    words: str | None = None
    language: str | None = None
    quiet: bool | None = None
    pace: str | None = None


class Watch(Message, tag="watch"):
    """From here on every update is pushed on this connection too."""


_DECODER = msgspec.json.Decoder(
    NewGame
    | State
    | Tap
    | Press
    | Hold
    | LongHold
    | Double
    | Next
    | Back
    | Roll
    | Choose
    | Play
    | Extinguish
    | MoveSupport
    | Cavalier
    | Done
    | Undo
    | Redo
    | Correct
    | Ask
    | SayAgain
    | Set
    | Watch
)
_VERB_FAULTS = ("`$.do`", "field `do`", "Expected `object`")


def decode(line: bytes) -> Message:
    """The input of a line. Raises Refused with bad-input for whatever is none."""
    if len(line) > LONGEST_LINE:
        raise Refused("bad-input", "too-long")
    try:
        message: Message = _DECODER.decode(line)
    except msgspec.ValidationError as error:
        raise _fault(str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("bad-input", "not-json") from None
    return message


def _fault(text: str) -> Refused:
    """What the decoder found, as a refusal."""
    if any(fault in text for fault in _VERB_FAULTS):
        return Refused("bad-input", "unknown-verb")
    named = re.search(r"field `([^`]+)`", text)
    if named:
        return Refused("bad-input", "missing-field" if "missing" in text else "unknown-field", field=named.group(1))
    place = re.search(r"at `(?:key in )?\$\.?([^`]*)`", text)
    return Refused("bad-input", "mistyped", field=place.group(1) if place and place.group(1) else "do")


def encode(message: Message) -> bytes:
    """The input as a line, without its end."""
    return msgspec.json.encode(message)
