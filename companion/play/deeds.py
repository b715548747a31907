"""What the people of a game do with their cards when the companion tells something: what all boxes say together.

A task, event or phase that nobody knows changes nothing. Source: Castle Panic rulebook, Draw Up, Discard and Draw,
Trade.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.game.events import CardPlayed, Event, HandsTold, PhaseBegan, TurnBegan
from companion.game.rules.table import Table
from companion.game.rules.topics import DISCARD, DRAW_UP, TRADE
from companion.play.box_people import BoxPeople
from companion.play.deal import Deal

SWAPS, SWAPS_ALONE = 1, 2
"""Cards that a player may discard for new ones in a turn, and a player who is alone."""


class Deeds:
    """The deeds of the boxes of one game."""

    def __init__(self, boxes: Iterable[BoxPeople]) -> None:
        self.boxes = tuple(boxes)
        self._tasks = {topic: task for box in self.boxes for topic, task in box.tasks.items()}
        self._events = {kind: deed for box in self.boxes for kind, deed in box.events.items()}
        self._phases = {phase: deed for box in self.boxes for phase, deed in box.phases.items()}

    def dealt(self, table: Table) -> int:
        """Return how many cards each player begins with: a full hand where no box says otherwise."""
        counts = [count for box in self.boxes if (count := box.dealt(table)) is not None]
        return counts[-1] if counts else table.hand_size

    def cost(self, entry: object, deal: Deal) -> list[str]:
        """Return what an input costs whoever it is of, beside the cards that are told as played."""
        return [card for box in self.boxes for card in box.cost(entry, deal)]

    def follow(self, deal: Deal, entry: object, events: Iterable[Event]) -> None:
        """Do with the cards of a deal what an input of the game, and what came of it, ask for."""
        for card in self.cost(entry, deal):
            deal.spend(getattr(entry, "player", deal.player), card)
        for event in events:
            self._hear(deal, event)
        deal.cards.player = deal.table.player  # a correction may have changed it

    def _hear(self, deal: Deal, event: Event) -> None:
        cards = deal.cards
        if isinstance(event, TurnBegan):
            cards.player = event.player
            cards.swaps_left = cards.trades_left = cards.fetches_left = 0
        elif isinstance(event, PhaseBegan):
            self._begin(deal, event.phase)
        elif isinstance(event, CardPlayed):
            cards.played = event.card
            cards.swaps_left = cards.trades_left = 0
            for card in (event.card, *event.together):
                deal.spend(event.player, card)
        elif isinstance(event, HandsTold) and event.topic in self._tasks:
            self._tasks[event.topic](deal, event)
        elif type(event) in self._events:
            self._events[type(event)](deal)

    def _begin(self, deal: Deal, phase: str) -> None:
        if phase == DRAW_UP:
            deal.fill(deal.player)
        elif phase == DISCARD:
            deal.cards.swaps_left = SWAPS if deal.table.players > 1 else SWAPS_ALONE
        elif phase == TRADE:
            deal.cards.trades_left = deal.table.trades
        elif phase in self._phases:
            self._phases[phase](deal)
