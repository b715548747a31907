"""Games through the desk, with replies and words, played by people who know nothing: what a whole input costs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations

from companion.commands.desk import make_desk
from companion.game.boxes import GAMES, expansions
from companion.game.rules.cards import legal_plays
from companion.game.rules.harbingers import MegaBossTap
from companion.game.rules.requests import OVER, PlayCards, Tap
from companion.game.session import Game
from companion.play.people import answer, drawn
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.protocol import EntryKeeper, encode_reply
from companion.talk.protocol import answer as reply_to_line
from companion.talk.verb import Message
from tests.game.invariant import is_taken


def kinds() -> list[tuple[str, ...]]:
    """Return every game with every combination of its expansions: the name of the game, then those of the boxes."""
    return [
        (game, *boxes)
        for game in GAMES
        for boxes in chain.from_iterable(
            combinations(expansions(game), count) for count in range(len(expansions(game)) + 1)
        )
    ]


def beginning(kind: tuple[str, ...], seed: int, pace: str = "auto") -> m.NewGameMessage:
    """Return the input that begins a game of that kind for two."""
    wish = m.NewGameMessage(game=kind[0], boxes=list(kind[1:]), players=2, setup="quick", pace=pace, seed=seed)
    if "dark-titan" in kind:
        wish.agranok = "random"
    return wish


def next_input(game: Game, luck: random.Random) -> Message:
    """Return what the people do next: something legal, with six random cards in hand."""
    if isinstance(game.request, MegaBossTap):
        return m.TapMessage(piece=game.request.boss.name)
    if game.offer is None and isinstance(game.standing, Tap):
        return m.TapMessage(piece=drawn(game).name)
    plays = []
    if isinstance(game.standing, PlayCards) and "path" not in game.table.parts and luck.random() < 0.7:
        hand = [game.table.cards[name] for name in luck.sample(sorted(game.table.cards), 6)]
        plays = [play for play in legal_plays(game.table, hand) if is_taken(game, play)]
    return answer(game, plays)


def take(desk: Desk, message: Message, keeper: EntryKeeper | None = None) -> bytes:
    """Take an input as the protocol does, and return the line of the reply."""
    return take_line(desk, m.encode(message), keeper)


def take_line(desk: Desk, line: bytes, keeper: EntryKeeper | None = None) -> bytes:
    """Take the line of an input, and return the line of the reply."""
    reply = reply_to_line(desk, line, keeper)
    assert reply["ok"], reply
    return encode_reply(reply)


def inputs(desk: Desk, kind: tuple[str, ...], seed: int, pace: str = "auto") -> Iterator[Message]:
    """Yield the inputs of a whole game on a desk. The caller takes each before the next one is asked for."""
    luck = random.Random(seed)
    yield beginning(kind, seed, pace)
    while (game := desk.game) is not None and game.request is not OVER:
        yield next_input(game, luck)


def recorded(kind: tuple[str, ...], seed: int) -> list[Message]:
    """Return the inputs of a whole game."""
    desk, messages = make_desk(None), []
    for message in inputs(desk, kind, seed):
        desk.do(message)
        messages.append(message)
    return messages
