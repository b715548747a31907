"""What can be typed at the simulated table: short commands, the words of the table protocol, and its JSON lines.

A command becomes an input of the protocol, or a `Local` one that is about the simulated people: their bag, their
cards, their screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion import messages as m


class Local(msgspec.Struct, frozen=True):
    """A command that the companion never hears of: its verb, and the words after it."""

    verb: str
    words: tuple[str, ...] = ()


class UnknownCommandError(Exception):
    """What was typed is no command, or not a whole one; `message` names the words for it, `facts` fill them."""

    def __init__(self, message: str, **facts: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts


Command = m.Message | Local
_LOCALS = ("draw", "hand", "swap", "trade", "fetch", "options", "tray", "help", "new", "quit")
_PLAY_WORDS = ("on", "with", "at", "to")
_PIECE = re.compile(r"(.+?)[ #-](\d+)")
_SIMPLE: dict[str, Callable[[], m.Message]] = {
    "press": m.Press,
    "hold": m.Hold,
    "long-hold": m.LongHold,
    "double": m.Double,
    "next": m.Next,
    "back": m.Back,
    "done": m.Done,
    "state": m.State,
    "again": lambda: m.Press(again=True),
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


def parsed(line: str) -> Command:
    """The command in a line that is not empty. Raises UnknownCommandError, and Refused for JSON that is no input."""
    if line.lstrip().startswith("{"):
        return m.decode(line.encode())
    words = line.split()
    verb = _SHORT.get(words[0].lower(), words[0].lower())
    if verb in _SIMPLE:
        return _SIMPLE[verb]()
    if verb in _LOCALS:
        return Local(verb, tuple(words[1:]))
    maker = _MAKERS.get(verb)
    if maker is None:
        raise UnknownCommandError("play-unknown-command", command=words[0])
    return maker(words[1:])


def _number(words: Sequence[str], default: int | None = None) -> int:
    if not words and default is not None:
        return default
    if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 3:
        raise UnknownCommandError("play-needs-number")
    return int(words[0])


def slug(words: Sequence[str]) -> str:
    """A name of the protocol out of words as people type them: "red archer" is red-archer."""
    return "-".join(words).lower().strip(",")


def piece_name(words: Sequence[str]) -> str:
    """A piece as people type it: "orc", "orc#4", "orc 4", "goblin king"."""
    text = " ".join(words).lower()
    numbered = _PIECE.fullmatch(text)
    kind, number = numbered.groups() if numbered else (text, "")
    name = kind.strip().replace(" ", "-")
    return f"{name}#{number}" if number else name


def _required(words: Sequence[str]) -> Sequence[str]:
    if not words:
        raise UnknownCommandError("play-needs-more")
    return words


def _listed(words: Sequence[str], name: Callable[[Sequence[str]], str]) -> list[str]:
    """Names between commas."""
    parts = " ".join(words).split(",")
    return [name(part.split()) for part in parts if part.split()]


def _play(words: Sequence[str]) -> m.Message:
    """Play CARD [on PIECE, PIECE] [with CARD, CARD] [at PLACE] [to PLACE] [force]."""
    force = bool(words) and words[-1] == "force"
    fields: dict[str, list[str]] = {"card": []}
    current = "card"
    for word in words[: len(words) - force]:
        if word in _PLAY_WORDS:
            current = word
            fields[current] = []
        else:
            fields[current].append(word)
    for part in fields.values():
        _required(part)
    targets = _listed(fields.get("on", ()), piece_name)
    return m.Play(
        card=slug(fields["card"]),
        on=targets[0] if len(targets) == 1 else targets or None,
        with_=_listed(fields.get("with", ()), slug) or None,
        at=slug(fields["at"]) if "at" in fields else None,
        to=slug(fields["to"]) if "to" in fields else None,
        force=force,
    )


def _choose(words: Sequence[str]) -> m.Message:
    chosen = _listed(_required(words), slug)
    return m.Choose(option=chosen[0]) if len(chosen) == 1 else m.Choose(options=chosen)


_MAKERS: dict[str, Callable[[Sequence[str]], m.Message]] = {
    "tap": lambda words: m.Tap(piece=piece_name(_required(words))),
    "roll": lambda words: m.Roll(value=_number(words)),
    "undo": lambda words: m.Undo(steps=_number(words, 1)),
    "redo": lambda words: m.Redo(steps=_number(words, 1)),
    "say": lambda words: m.SayAgain(back=_number(words, 0)),
    "ask": lambda words: m.Ask(about=slug(_required(words))),
    "words": lambda words: m.Set(words=slug(_required(words))),
    "pace": lambda words: m.Set(pace=slug(_required(words))),
    "choose": _choose,
    "play": _play,
}


def play_message(play: Any) -> m.Play:
    """The input that makes a play of a card (`companion.rules.cards.CardPlay`)."""
    targets = [token.name for token in play.on]
    return m.Play(
        card=play.card.name,
        on=targets[0] if len(targets) == 1 else targets or None,
        with_=[card.name for card in play.together] or None,
        at=play.at.name if play.at is not None else None,
    )
