"""Inputs of long games in the words of the protocol. The same seed gives the same inputs."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from companion.commands.desk import make_desk
from companion.game.rules.cards import legal_plays
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import Acknowledge, Choose, PlayCards, Roll, Tap
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.verb import Message
from tests.talk.checking import checked


@cache
def _ready() -> Desk:
    return make_desk(None)


def new_desk() -> Desk:
    """Return a desk as `companion stdio` has it."""
    return Desk(_ready().library, _ready().narrator)


def scripted(count: int, seed: int) -> list[Message]:
    """Return `count` accepted inputs. Undo, redo, marks, settings and new games are among them."""
    luck = random.Random(seed)
    desk = checked(new_desk())
    script: list[Message] = []
    tries = 0
    while len(script) < count:
        tries += 1
        assert tries < 10 * count + 100, "most inputs are refused"
        message = _some_input(desk, luck)
        try:
            outcome = desk.do(message)
        except Refused:
            continue
        if outcome.entry is not None:
            script.append(outcome.entry)
    return script


def _some_input(desk: Desk, luck: random.Random) -> Message:
    game = desk.game
    if game is None or game.table.phase == "over" and luck.random() < 0.5:
        pace = luck.choice(["auto", "guided"])
        players, seed = luck.randint(1, 6), luck.getrandbits(30)
        return m.NewGameMessage(game="castle-panic", players=players, setup="quick", pace=pace, seed=seed)
    if luck.random() < 0.12:
        words = luck.choice(["brief", "verbose"])
        return luck.choice(
            [
                m.UndoMessage(),
                m.RedoMessage(),
                m.UndoMessage(steps=3),
                m.NextMessage(),
                m.BackMessage(),
                m.SetMessage(words=words),
            ]
        )
    return _answer(desk, luck)


def _answer(desk: Desk, luck: random.Random) -> Message:
    assert desk.game is not None
    table, request = desk.game.table, desk.game.standing
    if isinstance(request, Tap):
        return m.TapMessage(piece=luck.choice(list(table.bag)).name)
    if isinstance(request, Roll):
        return luck.choice([m.PressMessage(), m.PressMessage(again=True), m.RollMessage(value=luck.randint(1, 6))])
    if isinstance(request, PlayCards):
        return luck.choice([m.DoneMessage(), *_plays(table, luck)])
    if isinstance(request, Choose | Acknowledge):
        return m.PressMessage()
    return m.UndoMessage(steps=2)


def _plays(table: Any, luck: random.Random) -> list[Message]:
    hand = luck.sample(list(table.cards.values()), 6)
    plays = [
        m.PlayMessage(card=play.card.name, on=[piece.name for piece in play.on])
        for play in legal_plays(table, hand)
        if play.on and not play.together
    ]
    return [*plays, *(m.TapMessage(piece=monster.name) for monster in table.board)]
