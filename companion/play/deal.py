"""The people's cards as they follow the game: dealt at its beginning, drawn, spent and lost as the companion tells.

The companion never sees them, here no more than at a real table. Every task that it gives has its deed here or in the
module of a box (`companion.play.boxes`). Source: Castle Panic rulebook, Draw Up, Discard and Draw, Trade.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from companion.game.events import CardPlayed, Event, HandsTold, PhaseBegan, TurnBegan
from companion.game.pieces import BoxFacts, CardKind
from companion.game.rules.cards import HitCard
from companion.game.rules.table import Table
from companion.game.rules.topics import DISCARD, DRAW_UP, TRADE
from companion.play.cards import Cards, Pile

SWAPS, SWAPS_ALONE = 1, 2
"""Cards that a player may discard for new ones in a turn, and a player who is alone."""


class Doing(Protocol):
    """What all boxes of a game say that people do with their cards (`companion.play.box_people.Deeds`)."""

    def dealt(self, table: Table) -> int:
        """Return how many cards each player begins with."""

    def cost(self, entry: object, deal: Deal) -> Iterable[str]:
        """Return what an input costs beside the cards that are told as played."""

    def of_topic(self, told: HandsTold) -> Callable[[Deal, HandsTold], None]:
        """Return what they do when they are told to."""

    def of_event(self, event: Event) -> Callable[[Deal], None]:
        """Return what an event changes."""

    def of_phase(self, phase: str) -> Callable[[Deal], None]:
        """Return what they do when a phase begins."""


class Deal:
    """The cards of one game. `seed` is of the people's own luck, the same for the same game."""

    def __init__(self, table: Table, boxes: Iterable[BoxFacts], deeds: Doing, seed: str) -> None:
        self.table = table
        self.deeds = deeds
        self._seed = seed
        self.luck = random.Random(seed)
        counts = [(name, count) for box in boxes for name, count in box.cards.items() if name in table.cards]
        names = [name for name, count in counts for _ in range(count)]
        self.luck.shuffle(names)
        wizard = [name for name in names if table.cards[name].wizard]
        self.cards = Cards(
            castle=Pile([name for name in names if not table.cards[name].wizard]),
            wizard=Pile(wizard),
            wizardry=bool(wizard),
            hands={player: [] for player in range(1, table.players + 1)},
            player=table.player,
        )
        for player in self.hands:
            self.draw(player, deeds.dealt(table))

    @property
    def hands(self) -> dict[int, list[str]]:
        """Every hand, by player."""
        return self.cards.hands

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.cards.player

    @property
    def hand(self) -> list[str]:
        """The cards of whose turn it is."""
        return self.hands[self.player]

    def kind(self, name: str) -> CardKind:
        """Return the kind of a card."""
        return self.table.cards[name]

    # What happens to cards

    def draw(self, player: int, count: int = 1, *, wizard: bool = False) -> None:
        """Give a player cards of the Castle deck, or of the Wizard deck while it is in play."""
        pile = self.cards.wizard if wizard and self.cards.wizardry else self.cards.castle
        for _ in range(count):
            card = pile.draw(self.luck)
            if card is not None:
                self.hands[player].append(card)

    def fill(self, player: int) -> None:
        """Draw up to a full hand."""
        self.draw(player, self.table.hand_size - len(self.hands[player]))

    def spend(self, player: int, card: str) -> None:
        """Discard a card. One that nobody holds came from elsewhere: the table is the truth."""
        if card in self.hands.get(player, ()):
            self.hands[player].remove(card)
            self.put_away(card)

    def put_away(self, card: str) -> None:
        """Put a card on the discards of its deck; one whose deck has left the game leaves it too."""
        if not self.kind(card).wizard:
            self.cards.castle.discards.append(card)
        elif self.cards.wizardry:
            self.cards.wizard.discards.append(card)
        else:
            self.cards.away.append(card)

    def all_lose(self, doomed: Callable[[list[str]], Iterable[str]]) -> None:
        """Let every player discard what `doomed` picks out of the hand."""
        for player, hand in self.hands.items():
            for card in list(doomed(list(hand))):
                self.spend(player, card)

    def cheapest(self, hand: Sequence[str], count: int = 1) -> list[str]:
        """Return the cards that are given up most easily: of a common kind, and held more than once if possible."""
        held = Counter(hand)
        return sorted(hand, key=lambda card: (not isinstance(self.kind(card), HitCard), -held[card], card))[:count]

    # What the game tells

    def take(self, place: int, entry: object, events: Iterable[Event]) -> None:
        """Follow the input of the game that is the last of `place`, and what came of it."""
        self.luck = random.Random(f"{self._seed}/{place}")
        for card in self.deeds.cost(entry, self):
            self.spend(getattr(entry, "player", self.player), card)
        for event in events:
            self._follow(event)
        self.cards.player = self.table.player

    def _follow(self, event: Event) -> None:
        cards = self.cards
        if isinstance(event, TurnBegan):
            cards.player = event.player
            cards.swaps_left = cards.trades_left = cards.fetches_left = 0
        elif isinstance(event, PhaseBegan):
            self._begin(event.phase)
        elif isinstance(event, CardPlayed):
            cards.played = event.card
            cards.swaps_left = cards.trades_left = 0
            for card in (event.card, *event.together):
                self.spend(event.player, card)
        elif isinstance(event, HandsTold):
            self.deeds.of_topic(event)(self, event)
        else:
            self.deeds.of_event(event)(self)

    def _begin(self, phase: str) -> None:
        if phase == DRAW_UP:
            self.fill(self.player)
        elif phase == DISCARD:
            self.cards.swaps_left = SWAPS if self.table.players > 1 else SWAPS_ALONE
        elif phase == TRADE:
            self.cards.trades_left = self.table.trades
        else:
            self.deeds.of_phase(phase)(self)
