"""Thinking one step ahead: what can be done now is done on a game, the board is looked at, and it is taken back.

A thought knows neither the bag nor the die: a question that comes up ends it, and chance falls in it as in a dream.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.game.events import HandsTold
from companion.game.fate import Fate
from companion.game.rules.cards import Card, CardPlay, legal_plays
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import DONE, Choose, PlayCards
from companion.game.session import Game
from companion.play.deal import Deal
from companion.play.deeds import Deeds
from companion.play.sense import LOST, price, worth

DREAM = Fate(0)
"""Chance in a thought. It tells nothing about how chance will fall."""
TOLD = 4.0
"""What it is worth that a card tells the players to do something with their cards."""
MOST_WAYS = 8
"""So many ways to choose several things are thought about."""


class Thought(NamedTuple):
    """What would come of an answer: what the board would be worth, and whether the player could go on."""

    worth: float
    goes_on: bool


class Mind:
    """What those who hold the cards of a deal can think about a game."""

    def __init__(self, game: Game, deal: Deal, deeds: Deeds) -> None:
        self._game = game
        self._deal = deal
        self._deeds = deeds
        self.boxes = deeds.boxes

    # What can be done

    def takes(self, answer: Any) -> bool:
        """Return whether the rules take an answer now."""
        try:
            self._game.request.check(self._game.table, answer)
        except Refused:
            return False
        return True

    def actions(self, hand: Sequence[str] | None = None) -> list[Any]:
        """Return everything that can be done with the cards now, or if the player whose turn it is held `hand`."""
        table, hands = self._game.table, self._deal.hands
        hand = self._deal.hand if hand is None else hand
        held: Mapping[int, Sequence[str]] = {**hands, table.player: hand}
        plays = legal_plays(table, [Card.of(table, name) for name in dict.fromkeys(hand)])
        others = [action for box in self.boxes for action in box.actions(table, held)]
        return [action for action in (*plays, *others) if self.takes(action)]

    def choices(self, request: Choose, luck: random.Random) -> list[Any]:
        """Return the answers to a choice that are worth a thought."""
        for box in self.boxes:
            answers = box.choices(self._game.table, request)
            if answers is not None:
                return list(answers)
        if request.most == 1:
            return list(request.options)
        return [ways for ways in several(request, luck) if self.takes(ways)]

    def is_against(self, request: Choose) -> bool:
        """Return whether the one who chooses plays against the defenders."""
        return any(box.against(request) for box in self.boxes)

    # What comes of it

    def worth(self) -> float:
        """Return what the board is worth now."""
        table = self._game.table
        return worth(table) + sum(box.worth(table) for box in self.boxes)

    def thought(self, answer: Any) -> Thought | None:
        """Return what would come of an answer, less what the cards for it are worth; None when it is refused."""
        game = self._game
        fate, undone = game.fate, game.undone
        game.fate = DREAM
        try:
            game.answer(answer)
        except Refused:
            return None
        finally:
            game.fate = fate
        told = TOLD * any(isinstance(event, HandsTold) for event in game.table.events)
        thought = Thought(self.worth() + told - self._spent(answer), isinstance(game.request, PlayCards))
        game.undo()
        game.undone = undone
        game.take_events()
        return thought

    def gain(self, action: Any) -> float:
        """Return what an action in Play Cards gains against doing nothing."""
        thought = self.thought(action)
        if thought is None:
            return LOST
        if thought.goes_on:
            return thought.worth - self.worth() + sum(box.promise(action, self._deal) for box in self.boxes)
        stopped = self.thought(DONE)  # the Monsters have moved since, as they do after stopping
        return thought.worth - (stopped.worth if stopped else 0.0)

    def gains(self, hand: Sequence[str]) -> dict[str, float]:
        """Return, by card of a hand, the most that the best play with it would gain now."""
        gains = dict[str, float]()
        for action in self.actions(hand):
            if isinstance(action, CardPlay) and action.player == self._game.table.player:
                gain = self.gain(action)
                for card in action.spent:
                    gains[card.name] = max(gains.get(card.name, 0.0), gain)
        return gains

    def best(self, answers: Iterable[Any], luck: random.Random, *, against: bool = False) -> Any:
        """Return the answer after which the board is worth most, or least if it is given `against` the defenders.

        One of several that are as good is taken by chance.
        """
        thoughts = [(thought.worth, luck.random(), answer) for answer in answers if (thought := self.thought(answer))]
        return (min if against else max)(thoughts, key=lambda thought: thought[:2])[2]

    def _spent(self, answer: Any) -> float:
        cards = [card.name for card in answer.spent] if isinstance(answer, CardPlay) else []
        return sum(price(self._deal.kind(name)) for name in (*cards, *self._deeds.cost(answer, self._deal)))


def several(request: Choose, luck: random.Random) -> Iterator[list[Any]]:
    """Yield some ways to choose several options: each once, and the same one several times."""
    options = list(request.options)
    for _ in range(MOST_WAYS):
        if len(options) >= request.most:
            yield luck.sample(options, request.most)
        yield luck.choices(options, k=request.least)
