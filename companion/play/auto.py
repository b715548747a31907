"""A simulated table that plays by itself: its people act one after the other, as fast as one can read or at once."""

from __future__ import annotations

import asyncio

from companion.play.table import SimTable
from companion.talk import messages as m
from companion.talk.verb import Message

SECONDS_A_WORD = 0.25
LEAST_PAUSE, LONGEST_PAUSE = 1.2, 5.0
"""Seconds between two inputs at a readable pace."""


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
        table = self._table
        if (act := table.people.act()) is not None:
            table.act(act)
            return
        message = table.people.message()
        if self._fast or not self._by_hand(message):
            reply = table.take(message)
            if not reply["ok"]:
                raise AutoError(reply["error"]["message"])

    def _by_hand(self, message: Message) -> bool:
        """Does it at the devices, where it is something for finger or token."""
        finishes = (
            isinstance(message, m.DoneMessage) and self._table.can_play
        )  # in a list, a press takes the marked one
        if finishes or isinstance(message, m.PressMessage):
            self._table.press()
        elif isinstance(message, m.TapMessage) and message.piece is not None:
            self._table.lay(message.piece)
        else:
            return False
        return True

    def _reading_time(self, said: int) -> float:
        new = self._table.captions[len(self._table.captions) - (self._table.said - said) :]
        words = sum(len(caption.text.split()) for caption in new)
        return min(LONGEST_PAUSE, max(LEAST_PAUSE, words * SECONDS_A_WORD))
