"""What people with sense reach in many games: a table of how hard each combination of boxes is."""

from __future__ import annotations

from collections import Counter
from typing import TextIO

import msgspec

from companion.game.boxes import every_combination
from companion.game.rules.cards import CardPlay
from companion.game.rules.requests import OVER
from companion.game.session import Game
from companion.narration.name import Facts
from companion.play.people import People
from companion.play.table import PlayOptions
from companion.talk.desk import Desk

SEATS = (2, 3, 4)
"""Players of one game after the other, where nobody says how many there are."""


class Tally(msgspec.Struct):
    """The sum of some games of the same boxes."""

    games: int = 0
    won: int = 0
    turns: int = 0
    towers: int = 0
    with_towers: bool = False
    kinds: int = 0
    """How many kinds of cards there are."""
    told: Counter[str] = msgspec.field(default_factory=Counter)
    """How often each card was told as played."""

    def add(self, game: Game) -> None:
        """Count a game that has ended."""
        table = game.table
        self.games += 1
        self.won += table.result == "won"
        self.turns += table.turn
        self.with_towers = bool(table.towers)
        self.towers += table.standing_towers() if table.towers else 0
        self.kinds = max(self.kinds, len(table.cards))
        self.told.update(card.name for entry in game.history if isinstance(entry, CardPlay) for card in entry.spent)


def print_stats(options: PlayOptions, desk: Desk, games: int, out: TextIO) -> None:
    """Play so many games of each combination of boxes, or of those that were asked for, and write a table of them.

    The seeds count on from the one of the options, or from 1. The table is Markdown, a row as soon as it is known.
    """
    words = desk.narrator.catalogue
    head = words.name("play-stats-head", "", {})
    out.write(f"{head}\n{'|---' * (head.count('|') - 1)}|\n")
    chosen = bool({"game", "boxes"} & options.asked)
    for game, *boxes in [(options.game, *options.boxes)] if chosen else every_combination():
        wishes = msgspec.structs.replace(options, game=game, boxes=tuple(boxes))
        tally = tallied(wishes, desk, games)
        facts: Facts = {
            "boxes": " + ".join((game, *boxes)),
            "games": tally.games,
            "won": mean(100 * tally.won, tally.games, 0),
            "turns": mean(tally.turns, tally.games),
            "towers": mean(tally.towers, tally.games) if tally.with_towers else "-",
            "cards": mean(tally.told.total(), tally.games),
            "told": len(tally.told),
            "kinds": tally.kinds,
        }
        out.write(f"{words.name('play-stats-row', '', facts)}\n")
        out.flush()


def mean(total: int, count: int, digits: int = 1) -> str:
    """Return an average in so many digits after the point."""
    return f"{total / count:.{digits}f}" if count else "-"


def tallied(options: PlayOptions, desk: Desk, games: int) -> Tally:
    """Play so many games, and return what they came to."""
    tally = Tally()
    first = 1 if options.seed is None else options.seed
    for number in range(games):
        players = options.players if {"players", "names"} & options.asked else SEATS[number % len(SEATS)]
        tally.add(played_out(msgspec.structs.replace(options, seed=first + number, players=players), desk))
    return tally


def played_out(options: PlayOptions, desk: Desk) -> Game:
    """Play one game to its end without a word, as it goes at a table that plays by itself."""
    table = Desk(desk.library, desk.narrator)
    people = People(table)
    people.settle()
    table.take(options.wish())
    assert table.game is not None, "a game was begun"
    while table.game.request is not OVER:
        if (act := people.act()) is not None:
            people.do(act)
        else:
            table.take(people.message())
    return table.game
