"""Whole games for the benches: of rules alone, and through the desk with replies and words, where an input costs more.

The people at the table are those of `companion.play`. With whim 1 they do just anything legal, which shows most of the
rules and costs least; with whim 0 they play as well as they can.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.commands.desk import make_desk
from companion.game.pieces import Library
from companion.game.rules.options import GameOptions
from companion.game.rules.requests import OVER
from companion.game.session import Game
from companion.owner.library import load_library
from companion.play.group import Group
from companion.play.people import People
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.protocol import EntryKeeper, encode_reply
from companion.talk.protocol import answer as reply_to_line
from companion.talk.verb import Message

LIBRARY: Library = load_library()
BASE = ("castle-panic",)
EVERY_BOX = ("castle-panic", "wizards-tower", "dark-titan")


def new_game(kind: tuple[str, ...], seed: int) -> Game:
    """Return a game of that kind for two, with a quick set-up."""
    return Game(GameOptions(boxes=kind, players=2, setup="quick"), LIBRARY, seed=seed, pace="auto")


def play_out(game: Game, *, whim: float = 1.0) -> list[Any]:
    """Play a game to its end, and return the answers."""
    group, answers = Group(game, LIBRARY, whim=whim), []
    while game.request is not OVER:
        answers.append(group.play())
    return answers


# Through the desk


def beginning(kind: tuple[str, ...], seed: int, pace: str = "auto") -> m.NewGameMessage:
    """Return the input that begins a game of that kind for two; its secrets come from the seed too."""
    wish = m.NewGameMessage(game=kind[0], boxes=list(kind[1:]), players=2, setup="quick", pace=pace, seed=seed)
    wish.secret_seed = seed
    if "dark-titan" in kind:
        wish.agranok = "random"
    return wish


def take(desk: Desk, message: Message, keeper: EntryKeeper | None = None) -> bytes:
    """Take an input as the protocol does, and return the line of the reply."""
    return take_line(desk, m.encode(message), keeper)


def take_line(desk: Desk, line: bytes, keeper: EntryKeeper | None = None) -> bytes:
    """Take the line of an input, and return the line of the reply."""
    reply = reply_to_line(desk, line, keeper)
    assert reply["ok"], reply
    return encode_reply(reply)


def inputs(desk: Desk, kind: tuple[str, ...], seed: int, pace: str = "auto", *, whim: float = 1.0) -> Iterator[Message]:
    """Yield the inputs of a whole game on a desk. The caller takes each before the next one is asked for."""
    people = People(desk, whim=whim)
    people.settle()
    yield beginning(kind, seed, pace)
    while (game := desk.game) is not None and game.request is not OVER:
        while (act := people.act()) is not None:
            people.do(act)
        yield people.message()
    desk.followers.remove(people.hear)


def recorded(kind: tuple[str, ...], seed: int) -> list[Message]:
    """Return the inputs of a whole game, which every desk can take."""
    desk, messages = make_desk(None), []
    for message in inputs(desk, kind, seed):
        desk.do(message)
        messages.append(message)
    return messages
