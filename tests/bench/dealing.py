"""A dealer and players who know nothing: hands from the 49 Castle cards, and a random legal play each time, "stop" among them."""

from __future__ import annotations

import random
from typing import Any

from companion.game import Game
from companion.library import load_library
from companion.pieces import Library
from companion.rules.cards import CardPlay, legal_plays
from companion.rules.options import GameOptions
from companion.rules.requests import DONE, OVER, Choose, PlayCards, Roll, Tap

LIBRARY: Library = load_library()


class Dealer:
    """Holds the deck, the discards and every player's hand; answers what a game asks."""

    def __init__(self, game: Game, luck: random.Random) -> None:
        self.game = game
        self.luck = luck
        cards = [(game.table.cards[name], count) for box in game.table.boxes for name, count in LIBRARY[box.name].cards.items()]
        self.deck = [card for card, count in cards for _ in range(count)]
        luck.shuffle(self.deck)
        self.discards: list[Any] = []
        self.hands: list[list[Any]] = [[] for _ in range(game.table.players + 1)]
        for player in range(1, game.table.players + 1):
            self.fill(player)
        self.drawn_up = 0

    def fill(self, player: int) -> None:
        """Draws up to a full hand; the discards are shuffled into a new deck when it runs out."""
        hand = self.hands[player]
        for _ in range(len(hand), self.game.table.hand_size):
            if not self.deck:
                self.deck, self.discards = self.discards, []
                self.luck.shuffle(self.deck)
            if not self.deck:
                return
            hand.append(self.deck.pop())

    def answer(self) -> Any:
        """A random legal answer to what the game asks."""
        request = self.game.request
        kind = type(request)
        if kind is PlayCards:
            return self.play()
        if kind is Roll:
            return int(self.luck.random() * 6) + 1
        if kind is Tap:
            bag = list(self.game.table.bag)
            return bag[int(self.luck.random() * len(bag))]
        if kind is Choose:
            return request.options[int(self.luck.random() * len(request.options))]  # type: ignore[attr-defined]
        return None

    def play(self) -> Any:
        """One of the legal plays of the hand, or stop."""
        table = self.game.table
        hand = self.hands[table.player]
        if self.drawn_up != table.turn:
            self.drawn_up = table.turn
            self.fill(table.player)
        plays = legal_plays(table, hand)
        number = int(self.luck.random() * (len(plays) + 1))
        if number == len(plays):
            return DONE
        self.spend(hand, plays[number])
        return plays[number]

    def spend(self, hand: list[Any], play: CardPlay) -> None:
        """The played cards leave the hand."""
        for card in (play.card, *play.together):
            hand.remove(card)
            self.discards.append(card)


def new_game(luck: random.Random, players: int = 2) -> Game:
    """A fresh base game on a quick set-up."""
    options = GameOptions(boxes=("castle-panic",), players=players, setup="quick")
    return Game(options, LIBRARY, seed=luck.getrandbits(32), pace="auto")


def play_out(game: Game, luck: random.Random) -> list[Any]:
    """Plays a game to its end. Gives the answers."""
    dealer = Dealer(game, luck)
    answers = []
    while game.request is not OVER:
        answer = dealer.answer()
        game.answer(answer)
        answers.append(answer)
    return answers
