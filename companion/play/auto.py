"""The simulated people: what they answer when nobody sits at the table. Random, legal, the same for the same seed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.game.rules.requests import Choose, PlayCards, Tap
from companion.game.session import Game
from companion.play.commands import play_message
from companion.play.hands import Fetch
from companion.talk import messages as m
from companion.talk.naming import option_id
from companion.talk.verb import Message

if TYPE_CHECKING:
    from companion.play.table import SimTable

SECONDS_A_WORD = 0.25
LEAST_PAUSE, LONGEST_PAUSE = 1.2, 5.0
"""Seconds between two inputs at a readable pace."""


def luck_of(game: Game, purpose: str) -> random.Random:
    """Randomness of the people's own that belongs to a moment of a game: after an undo it falls the same way again."""
    return random.Random(f"{game.fate.seed}/{len(game.history)}/{purpose}")


def drawn(game: Game) -> Any:
    """The token that a hand brings up from the bag now; none when no token of the bag would do."""
    request, table = game.request, game.table
    fits = request.fits if isinstance(request, Tap) else None
    fitting = [token for token in table.bag if fits is None or fits(token)]
    return luck_of(game, "bag").choice(fitting) if fitting else None


def answer(game: Game, plays: Sequence[Any]) -> Message:
    """A random legal input for what the game asks; `plays` are the legal ones of the hand, and stopping is one more."""
    standing = game.standing
    if game.offer is not None:
        return m.Choose(option="cancel")
    if isinstance(standing, PlayCards):
        place = luck_of(game, "play").randrange(len(plays) + 1)
        return m.Done() if place == len(plays) else play_message(plays[place])
    if isinstance(standing, Tap):
        return m.Tap(tag=drawn(game).name)
    if isinstance(standing, Choose):
        return _chosen(game, standing)
    return m.Press()


def _chosen(game: Game, standing: Choose) -> Message:
    luck = luck_of(game, "choice")
    if standing.most == 1:
        return m.Choose(option=option_id(luck.choice(standing.options)))
    return m.Choose(options=[option_id(luck.choice(standing.options)) for _ in range(standing.least)])


class AutoError(Exception):
    """The companion refused what its own rules had offered: a fault of the program."""


class AutoPlayer:
    """Plays a simulated table by itself: with finger and tokens at a readable pace, or as fast as it goes."""

    def __init__(self, table: SimTable, *, fast: bool) -> None:
        self._table = table
        self._fast = fast

    async def play(self) -> None:
        """Plays until the game is over. Raises AutoError."""
        if not self._fast:
            await self._table.daemon.settled.wait()
        while not self._table.over:
            said = self._table.said
            self.step()
            await asyncio.sleep(0 if self._fast else self._reading_time(said))

    def step(self) -> None:
        """Gives one input, or does one thing with cards. Raises AutoError."""
        table, game = self._table, self._table.game
        if game is None:
            raise AutoError("there is no game")
        deal = table.deal
        if deal is not None and deal.fetches_left and deal.discards:
            table.act(Fetch(table.inputs, luck_of(game, "fetch").choice(deal.discards)))
            return
        message = answer(game, table.hands.plays())
        if self._fast or not self._by_hand(message):
            reply = table.take(message)
            if not reply["ok"]:
                raise AutoError(reply["error"]["message"])

    def _by_hand(self, message: Message) -> bool:
        """Does it at the devices, where it is something for finger or token."""
        if isinstance(message, m.Press | m.Done):
            self._table.press()
        elif isinstance(message, m.Tap) and message.tag is not None:
            self._table.lay(message.tag)
        else:
            return False
        return True

    def _reading_time(self, said: int) -> float:
        new = self._table.captions[len(self._table.captions) - (self._table.said - said) :]
        words = sum(len(caption.text.split()) for caption in new)
        return min(LONGEST_PAUSE, max(LEAST_PAUSE, words * SECONDS_A_WORD))
