"""Random games with The Dark Titan, alone or with The Wizard's Tower: the players do anything that is legal.

    python -m tests.game.boxes.dark_titan.titan_games 10000

plays that many games to their ends, checks each after every input, and prints how they went.
"""

from __future__ import annotations

import random
from typing import Any

from companion.game.boxes.castle_panic.overlord import OverlordTap
from companion.game.boxes.dark_titan.box import VARIANTS
from companion.game.boxes.dark_titan.cards import BarrageHits
from companion.game.boxes.dark_titan.cavalier import CavalierTurn, Orders, Rider
from companion.game.boxes.dark_titan.supports import MoveSupport, Supports, beside
from companion.game.boxes.wizards_tower.fire import Extinguish
from companion.game.fate import Secret
from companion.game.rules.cards import legal_plays
from companion.game.rules.harbingers import MegaBossTap
from companion.game.rules.options import SETUPS, VERSIONS, GameOptions
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import DONE, Choose, PlayCards, Roll, Tap
from companion.game.session import Game
from tests.game.boxes.dark_titan.titan_table import BOTH, TITAN
from tests.game.options import game_options
from tests.game.rules.playing import count, play_to_its_end
from tests.game.rules.table import LIBRARY


def random_options(luck: random.Random, **wishes: Any) -> GameOptions:
    """Return the options of a random game."""
    chosen: dict[str, Any] = {
        "boxes": luck.choice([TITAN, BOTH]),
        "players": luck.randint(1, 6),
        "setup": luck.choice(SETUPS),
        "version": luck.choice(VERSIONS),
        "variants": tuple(name for name in sorted(VARIANTS) if luck.random() < 0.3),
        "agranok": luck.choice([1, 2, 3, 4, 5, "facedown", "random"]),
        "secret": Secret(luck.getrandbits(32)),
        "agranok_effects": {(3, 1): "forward", (3, 2): "giant-boulder"} if luck.random() < 0.5 else {},
    }
    return game_options(**(chosen | wishes))


def random_game(luck: random.Random, pace: str = "auto", **wishes: Any) -> Game:
    """Return a random game as it begins."""
    return Game(random_options(luck, **wishes), LIBRARY, seed=luck.getrandbits(32), pace=pace)


class Table:
    """Players with cards who give a random legal answer each time."""

    def __init__(self, game: Game, luck: random.Random) -> None:
        self.game = game
        self.luck = luck
        self.cards = list(game.table.cards.values())
        self.patience = luck.choice([0.7, 0.9, 0.95])
        """How likely the player goes on with another action."""

    def answer(self) -> Any:
        """Return a random legal answer to the question."""
        request = self.game.request
        if isinstance(request, PlayCards):
            return self.action(request)
        if isinstance(request, Roll):
            return self.luck.randint(1, 6)
        if isinstance(request, MegaBossTap):
            return request.boss
        if isinstance(request, Tap):
            return self.token(request)
        if isinstance(request, CavalierTurn):
            return self.ride(request)
        if isinstance(request, Choose):
            return self.choice(request)
        return None

    def token(self, request: Tap) -> Any:
        """Return a token that may be drawn now."""
        table = self.game.table
        tokens = [token for token in table.drawable() if not request.fits or request.fits(token)]
        if isinstance(request, OverlordTap) and request.may_stop and self.luck.random() < 0.3:
            return DONE
        return self.luck.choice(tokens)

    def choice(self, request: Choose) -> Any:
        """Return as many options as are asked for."""
        if request.most == 1:
            return self.luck.choice(request.options)
        if request.topic == "stonemason-walls":
            return self.luck.sample(list(request.options), request.most)
        return [self.luck.choice(request.options) for _ in range(request.most)]

    def ride(self, request: CavalierTurn) -> Any:
        """Return one step of the Cavalier, or all his orders."""
        rider = Rider.of(self.game.table)
        move = self.luck.choice([None, *rider.spaces()])
        first = self.luck.random() < 0.5
        foes = rider.foes(rider.piece.space if first or move is None else move)
        orders = Orders(move, self.luck.choice([None, *foes]), first)
        return self.luck.choice([orders, self.luck.choice(request.options), DONE])

    def action(self, request: PlayCards) -> Any:
        """Return a play, a move of a Support, a report, an extinguished Flame, or DONE."""
        table, luck = self.game.table, self.luck
        if luck.random() > self.patience:
            return DONE
        if isinstance(request, BarrageHits):
            return self.barrage(request)
        if Supports.of(table).supports and luck.random() < 0.4:
            return self.push()
        if table.board and luck.random() < 0.1:
            return self.legal(luck.choice(list(table.reports.values()))(luck.choice(table.board)))
        burning = [thing for thing in (*table.walls, *table.towers) if thing.flames]
        if burning and luck.random() < 0.3:
            return Extinguish(table.cards["brick"], luck.choice(burning), table.player)
        hand = luck.sample(self.cards, 5)
        plays = [play for play in legal_plays(table, hand) if self.legal(play) is play]
        return luck.choice(plays) if plays else DONE

    def barrage(self, request: BarrageHits) -> Any:
        """Return the play of a Hit card by any player."""
        plays = legal_plays(self.game.table, self.luck.sample(self.cards, 12))
        for play in plays:
            play.player = self.luck.randint(1, self.game.table.players)
        plays = [play for play in plays if self.legal(play, request) is play]
        return self.luck.choice(plays) if plays else DONE

    def push(self) -> Any:
        """Return a move of a Support."""
        support = self.luck.choice(Supports.of(self.game.table).supports)
        path = [self.luck.choice(list(beside(support.space)))]
        if path[0].distance and self.luck.random() < 0.5:
            path.append(self.luck.choice(list(beside(path[0]))))
        return self.legal(MoveSupport(support, tuple(path), self.luck.choice(["red", "green", "blue", "any"])))

    def legal(self, action: Any, request: Any = None) -> Any:
        """Return the action, or DONE if it is refused."""
        try:
            (request or self.game.request).check(self.game.table, action)
        except Refused:
            return DONE
        return action


def play_out(game: Game, luck: random.Random, most: int = 3000) -> list[Any]:
    """Play a game to its end, check it after every input, and return the answers."""
    return play_to_its_end(Table(game, luck), most)


if __name__ == "__main__":
    count(random_game, play_out)
