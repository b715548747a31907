"""What can be typed at the simulated table: short commands, the words of the table protocol, and its JSON lines.

A command becomes an input of the protocol, or a `Local` one that is about the simulated people: their bag, their
cards, their screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec

from companion.talk import messages as m
from companion.talk.verb import Message

LocalVerb: TypeAlias = Literal[
    "draw", "hand", "swap", "trade", "fetch", "options", "tray", "help", "new", "play", "quit"
]
"""What a command about the simulated people says first."""


class Local(msgspec.Struct, frozen=True):
    """A command that the companion never hears of: its verb, and the words after it."""

    verb: LocalVerb
    words: tuple[str, ...] = ()


class UnknownCommandError(Exception):
    """What was typed is no command, or not a whole one; `message` names the words for it, `facts` fill them."""

    def __init__(self, message: str, **facts: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts


Command = Message | Local
_LOCALS: Mapping[str, LocalVerb] = {verb: verb for verb in get_args(LocalVerb) if verb != "play"}
"""The verbs that are always about the people; `play` is so only with a number."""
_PLAY_WORDS = ("on", "with", "at", "to")
_PIECE = re.compile(r"(.+?)[ #-](\d+)")
_SIMPLE: dict[str, Callable[[], Message]] = {
    "press": m.PressMessage,
    "hold": m.HoldMessage,
    "long-hold": m.LongHoldMessage,
    "double": m.DoubleMessage,
    "next": m.NextMessage,
    "back": m.BackMessage,
    "done": m.DoneMessage,
    "state": m.StateMessage,
    "again": lambda: m.PressMessage(again=True),
}
_SHORT = {
    "p": "press",
    "n": "next",
    "b": "back",
    "u": "undo",
    "r": "redo",
    "t": "draw",
    "s": "say",
    "q": "quit",
    "exit": "quit",
    "?": "help",
}


class Grammar:
    """Reads commands. `kinds` are the kinds of tokens that there are: some end in a number that is no piece's."""

    def __init__(self, kinds: Collection[str]) -> None:
        self._kinds = kinds
        self._makers: dict[str, Callable[[Sequence[str]], Command]] = {
            "tap": lambda words: m.TapMessage(piece=self.piece(_required(words))),
            "roll": lambda words: m.RollMessage(value=_number(words)),
            "undo": lambda words: m.UndoMessage(steps=_number(words, 1)),
            "redo": lambda words: m.RedoMessage(steps=_number(words, 1)),
            "say": lambda words: m.SayAgainMessage(back=_number(words, 0)),
            "ask": lambda words: m.AskMessage(about=slug(_required(words))),
            "words": lambda words: m.SetMessage(words=slug(_required(words))),
            "pace": lambda words: m.SetMessage(pace=slug(_required(words))),
            "choose": self._choose,
            "play": self._play,
        }

    def parsed(self, line: str) -> Command:
        """The command in a line that is not empty. Raises UnknownCommandError, or Refused for JSON that is no input."""
        if line.lstrip().startswith("{"):
            return m.decode(line.encode())
        words = line.split()
        verb = _SHORT.get(words[0].lower(), words[0].lower())
        if verb in _SIMPLE:
            return _SIMPLE[verb]()
        if verb in _LOCALS:
            return Local(_LOCALS[verb], tuple(words[1:]))
        if verb not in self._makers:
            raise UnknownCommandError("play-unknown-command", command=words[0])
        return self._makers[verb](words[1:])

    def piece(self, words: Sequence[str]) -> str:
        """A piece as people type it: "orc", "orc#4", "orc 4", "goblin king"."""
        text = " ".join(words).lower()
        numbered = _PIECE.fullmatch(text)
        if numbered is None or text.replace(" ", "-") in self._kinds:
            return text.replace(" ", "-")
        kind, number = numbered.groups()
        return f"{kind.strip().replace(' ', '-')}#{number}"

    def _choose(self, words: Sequence[str]) -> Message:
        """Reads: choose OPTION, OPTION."""
        text = " ".join(_required(words))
        chosen = [
            self.piece(part.split()) if "#" in part else slug(part.split()) for part in text.split(",") if part.split()
        ]
        return m.ChooseMessage(option=chosen[0]) if len(chosen) == 1 else m.ChooseMessage(options=chosen)

    def _play(self, words: Sequence[str]) -> Command:
        """Reads: play NUMBER of the list; or play CARD [on PIECE, PIECE] [with CARD] [at PLACE] [to PLACE] [force]."""
        if len(words) == 1 and words[0].isdecimal():
            return Local("play", tuple(words))
        force = bool(words) and words[-1] == "force"
        fields = _clauses(words[: len(words) - force])
        targets = _listed(fields.get("on", ()), self.piece)
        return m.PlayMessage(
            card=slug(fields["card"]),
            on=targets[0] if len(targets) == 1 else targets or None,
            with_=_listed(fields.get("with", ()), slug) or None,
            at=slug(fields["at"]) if "at" in fields else None,
            to=slug(fields["to"]) if "to" in fields else None,
            force=force,
        )


def _clauses(words: Sequence[str]) -> dict[str, list[str]]:
    """The words after each of the words that a play is made of; none of these may be the last."""
    fields: dict[str, list[str]] = {"card": []}
    current = "card"
    for word in words:
        if word in _PLAY_WORDS:
            current = word
            fields[current] = []
        else:
            fields[current].append(word)
    for part in fields.values():
        _required(part)
    return fields


def _number(words: Sequence[str], default: int | None = None) -> int:
    if not words and default is not None:
        return default
    if len(words) != 1 or not (words[0].isascii() and words[0].isdecimal()) or len(words[0]) > 3:
        raise UnknownCommandError("play-needs-number")
    return int(words[0])


def slug(words: Sequence[str]) -> str:
    """A name of the protocol out of words as people type them: "red archer" is red-archer."""
    return "-".join(words).lower().strip(",")


def _required(words: Sequence[str]) -> Sequence[str]:
    if not words:
        raise UnknownCommandError("play-needs-more")
    return words


def _listed(words: Sequence[str], name: Callable[[Sequence[str]], str]) -> list[str]:
    """Names between commas."""
    return [name(part.split()) for part in " ".join(words).split(",") if part.split()]
