"""Random games of My First Castle Panic: hands from the 26 cards, help from friends, taps, every variation.

    python -m tests.game.boxes.my_first.path_games 10000

plays that many games to their ends, checks each after every input, and prints how they went.
"""

from __future__ import annotations

import random
from typing import Any

from companion.game.boxes.my_first.box import EASIER, HARDER, cards_dealt
from companion.game.boxes.my_first.cards import CaughtReported
from companion.game.rules.cards import legal_plays
from companion.game.rules.options import SETUPS, GameOptions
from companion.game.rules.requests import DONE, Choose, PlayCards, Tap
from companion.game.session import Game
from tests.game.boxes.my_first.path_table import FACTS, LIBRARY
from tests.game.rules.playing import count, play_to_its_end

VARIANTS = sorted(EASIER | HARDER)


def random_game(luck: random.Random, pace: str = "auto") -> Game:
    """Return a random game as it begins."""
    options = GameOptions(
        boxes=("my-first",),
        players=luck.randint(1, 6),
        setup=luck.choice(SETUPS),
        variants=tuple(name for name in VARIANTS if luck.random() < 0.25),
    )
    return Game(options, LIBRARY, seed=luck.getrandbits(32), pace=pace)


class Family:
    """Players with hands of cards who give a random legal answer each time."""

    def __init__(self, game: Game, luck: random.Random) -> None:
        self.game = game
        self.luck = luck
        self.deck = [game.table.cards[name] for name, count in FACTS.cards.items() for _ in range(count)]
        self.used: list[Any] = []
        luck.shuffle(self.deck)
        self.hands: list[list[Any]] = [[] for _ in range(game.table.players + 1)]
        for player in range(1, game.table.players + 1):
            for _ in range(cards_dealt(game.table)):
                self.take(player)
        self.turn = 0

    def take(self, player: int) -> None:
        """Give a player the top card; when there is none, shuffle the used cards first."""
        if not self.deck:
            self.deck, self.used = self.used, []
            self.luck.shuffle(self.deck)
        if self.deck:
            self.hands[player].append(self.deck.pop())

    def answer(self) -> Any:
        """Return a random legal answer to the question."""
        request = self.game.request
        if isinstance(request, PlayCards):
            return self.play()
        if isinstance(request, Tap):
            assert self.game.table.bag
            return self.luck.choice([token for token in self.game.table.bag if not request.fits or request.fits(token)])
        if isinstance(request, Choose):
            return self.luck.choice(request.options)
        return None

    def play(self) -> Any:
        """Return a legal play of any hand, a report of a caught monster, or DONE."""
        table = self.game.table
        if self.turn != table.turn:
            self.turn = table.turn
            self.take(table.player)
        plays = []
        for player, hand in enumerate(self.hands):
            for play in legal_plays(table, hand):
                play.player = player
                plays.append(play)
        if table.board and self.luck.random() < 0.05:
            return CaughtReported(self.luck.choice(table.board))
        if not plays or self.luck.random() < 0.1:
            return DONE
        play = self.luck.choice(plays)
        self.hands[play.player].remove(play.card)
        self.used.append(play.card)
        return play


def play_out(game: Game, luck: random.Random, most: int = 1000) -> list[Any]:
    """Play a game to its end, check it after every input, and return the answers."""
    return play_to_its_end(Family(game, luck), most)


if __name__ == "__main__":
    count(random_game, play_out)
