"""The people's cards in a game: dealt at its beginning, then drawn, spent and lost.

The companion never sees them, here no more than at a real table. Source: Castle Panic rulebook, Game Setup, Draw Up.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from companion.game.pieces import BoxFacts, CardKind
from companion.game.rules.cards import HitCard
from companion.game.rules.table import Table
from companion.play.cards import Cards, Pile


class Deal:
    """The cards of one game. `dealt` is how many each player begins with, `seed` of the people's own luck."""

    def __init__(self, table: Table, boxes: Iterable[BoxFacts], dealt: int, seed: str) -> None:
        self.table = table
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
            self.draw(player, dealt)

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

    def come_to(self, place: int) -> None:
        """Come to a moment of the game: after so many inputs luck falls in the same way each time."""
        self.luck = random.Random(f"{self._seed}/{place}")

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
