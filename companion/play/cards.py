"""Where all the cards lie at a simulated table: the decks with their discards, every hand, and what has left the game.

All of it is plain data, so that a moment can be kept and come back.
"""

from __future__ import annotations

import random

import msgspec


class Pile(msgspec.Struct):
    """A deck with its own discards, which are shuffled into a new deck when it runs out.

    Source: Castle Panic rulebook, Draw Up; the rulebook of the box with the Wizard deck.
    """

    cards: list[str]
    discards: list[str] = []

    def draw(self, luck: random.Random) -> str | None:
        """Return the next card; None when there is none in the deck nor among the discards."""
        if not self.cards:
            self.cards, self.discards = self.discards, []
            luck.shuffle(self.cards)
        return self.cards.pop() if self.cards else None


class Cards(msgspec.Struct, kw_only=True):
    """All the cards, and what the players may still do with theirs in this turn.

    `hands` are by player, 1 to 6, each in the order in which the cards came. `tokens` are those in the hand of an
    Overlord, by name.
    """

    castle: Pile
    wizard: Pile
    hands: dict[int, list[str]]
    player: int
    """Whose turn it is."""
    away: list[str] = []
    """What has left the game."""
    tokens: list[str] = []
    wizardry: bool = False
    """Whether the Wizard deck is in play."""
    played: str = ""
    """The card that was played last; empty when none was."""
    swaps_left: int = 0
    trades_left: int = 0
    fetches_left: int = 0

    def everywhere(self) -> list[str]:
        """Return every card, wherever it is."""
        piles = [pile for deck in (self.castle, self.wizard) for pile in (deck.cards, deck.discards)]
        return [card for cards in (*piles, *self.hands.values(), self.away) for card in cards]

    def save(self) -> bytes:
        """Keep this moment."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def restore(cls, saved: bytes) -> Cards:
        """Return the moment that was kept."""
        return msgspec.msgpack.decode(saved, type=cls)
