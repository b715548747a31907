"""Inputs of long games of all boxes in the words of the protocol. The same seed gives the same inputs."""

from __future__ import annotations

import random
from functools import cache
from itertools import cycle

from companion.commands.desk import make_desk
from companion.game.boxes import every_combination
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import OVER, PlayCards, Roll
from companion.game.session import Game
from companion.play.people import People
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.verb import Message
from tests.bench.people import beginning
from tests.talk.checking import checked

WHIM = 0.5
"""How often the people do just anything: often enough for odd games, and not so often that these are soon lost."""
FIDGET = 0.12
"""How often somebody does something else than what the game asks for."""
REPENT = 0.3
"""How often what was taken back is done again."""


@cache
def _ready() -> Desk:
    return make_desk(None)


def new_desk() -> Desk:
    """Return a desk as `companion stdio` has it."""
    return Desk(_ready().library, _ready().narrator)


def scripted(count: int, seed: int, *, game: tuple[str, ...] | None = None) -> list[Message]:
    """Return `count` accepted inputs of games of all boxes in turn, or of one `game` of these boxes.

    Undo, redo, marks and settings are among them. Every desk can take them, since no secret is sealed.
    """
    luck = random.Random(seed)
    desk = checked(new_desk())
    people = People(desk, whim=WHIM)
    people.settle()
    games = cycle([game] if game else luck.sample(every_combination(), len(every_combination())))
    script: list[Message] = []
    for _ in range(10 * count + 100):
        if len(script) == count:
            return script
        if desk.game is None or desk.game.request is OVER and game is None and luck.random() < 0.5:
            message = _new_game(next(games), luck)
        else:
            message = _some_input(desk.game, people, luck)
        try:
            outcome = desk.do(message)
        except Refused:
            continue
        if outcome.entry is not None:
            script.append(message if isinstance(message, m.NewGameMessage) else outcome.entry)
    raise AssertionError("most inputs are refused")


def _new_game(kind: tuple[str, ...], luck: random.Random) -> Message:
    wish = beginning(kind, luck.getrandbits(30), luck.choice(["auto", "guided"]))
    wish.players = luck.randint(1, 6)
    return wish


def _some_input(game: Game, people: People, luck: random.Random) -> Message:
    if game.request is OVER:
        return m.UndoMessage(steps=luck.randint(2, 12))
    if game.undone and luck.random() < REPENT:
        return m.RedoMessage()
    if luck.random() < FIDGET:
        return luck.choice(_fidgets(game, luck))
    if isinstance(game.standing, Roll):
        return luck.choice([m.PressMessage(), m.PressMessage(again=True), m.RollMessage(value=luck.randint(1, 6))])
    while (act := people.act()) is not None:
        people.do(act)
    return people.message()


def _fidgets(game: Game, luck: random.Random) -> list[Message]:
    fidgets: list[Message] = [
        m.UndoMessage(),
        m.UndoMessage(steps=3),
        m.NextMessage(),
        m.BackMessage(),
        m.SetMessage(words=luck.choice(["brief", "verbose"])),
    ]
    if isinstance(game.standing, PlayCards) and game.table.board:
        fidgets.append(m.TapMessage(piece=luck.choice(game.table.board).name))
    return fidgets
