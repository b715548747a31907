"""The Castle cards of My First Castle Panic: which monsters they catch, and what Wall and Boot do.

Source: My First Castle Panic rulebook, Play 1 Card, Ask for Help, Special Cards and Variations. The companion does not
see any hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from companion.game.board import COLORS
from companion.game.boxes.my_first.path import Path, PathMonster
from companion.game.boxes.my_first.refusals import COLOR_AND_SHAPE, ONE_PER_SPACE, WALL_UP
from companion.game.path import SHAPES, PathSpace
from companion.game.pieces import CardKind
from companion.game.rules.cards import GUESTS, Card, CardPlay
from companion.game.rules.refusals import NOT_ON_BOARD, Refused
from companion.game.rules.reports import Report
from companion.game.rules.table import NOTHING, Procedure, Table

ANY = "any"


class PathCard(Card):
    """A card of My First Castle Panic. Unless it says otherwise it is aimed at one monster."""

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play on every monster that the card may be aimed at."""
        for monster in Path.of(table).monsters:
            if self.fits(monster.path_space):
                yield CardPlay(self, table.player, (monster,))

    def fits(self, space: PathSpace) -> bool:
        """Return whether the card may be aimed at a monster on a space."""
        return True


def on_path(play: CardPlay) -> Iterator[PathMonster]:
    """Yield the monsters that a play is aimed at, each if it is still on the path then.

    A forced play may name a monster twice, which is gone the second time.
    """
    return (monster for monster in play.on if isinstance(monster, PathMonster) and monster.spot)


class CatchCard(PathCard):
    """A card that catches a monster on a space of its color and shape.

    A Hero matches every shape of its color, an Any-color card every color of its shape.
    """

    needs = frozenset({"on"})

    def __init__(self, name: str, color: str, shape: str) -> None:
        super().__init__(name)
        self.color = color
        self.shape = shape
        self.colors = frozenset() if color == ANY else frozenset({color})

    def fits(self, space: PathSpace) -> bool:
        """Return whether color and shape match."""
        return self.color in (ANY, space.color) and self.shape in (ANY, space.shape)

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused for a monster off the path or on a space that does not match, and for two on one space."""
        for monster in play.on:
            if not isinstance(monster, PathMonster) or monster.spot is None:
                raise Refused(NOT_ON_BOARD, piece=monster)
            if not self.fits(monster.spot):
                raise Refused(COLOR_AND_SHAPE, card=self.name, piece=monster)
        if len({monster.where for monster in play.on}) < len(play.on):
            raise Refused(ONE_PER_SPACE)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Catch the monsters that are on the path."""
        for monster in on_path(play):
            Path.of(table).catch(monster)
        return NOTHING


class SweepCard(CatchCard):
    """A card that catches one monster on every space that matches (Super Hero, Any-Color Power-Up)."""

    def __init__(self, plain: CatchCard, spaces: tuple[PathSpace, ...]) -> None:
        super().__init__(plain.name, plain.color, plain.shape)
        self.spaces = [space for space in spaces if self.fits(space)]
        self.targets = tuple(range(1, len(self.spaces) + 1))

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for every way to pick at most one monster from each matching space."""
        path = Path.of(table)
        for chosen in product(*([None, *path.at(space)] for space in self.spaces)):
            monsters = tuple(monster for monster in chosen if monster)
            if monsters:
                yield CardPlay(self, table.player, monsters)


class WallCard(PathCard):
    """A card that rebuilds the wall."""

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused while the wall stands."""
        if Path.of(table).wall:
            raise Refused(WALL_UP)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Build the wall."""
        Path.of(table).rebuild()
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield the one play while no wall stands."""
        if not Path.of(table).wall:
            yield CardPlay(self, table.player)


class BootCard(PathCard):
    """A card that puts any monster of the path back into the pile."""

    needs = frozenset({"on"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused for a monster that is not on the path."""
        if play.on[0].where is None:
            raise Refused(NOT_ON_BOARD, piece=play.on[0])

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Put the monster back into the pile."""
        for monster in on_path(play):
            Path.of(table).boot(monster)
        return NOTHING


class CaughtReported(Report):
    """A report that a monster was caught by a card that nobody named."""

    title = "caught"

    def check(self, table: Table) -> None:
        """Raise Refused for a monster that is not on the path."""
        if self.monster.where is None:
            raise Refused(NOT_ON_BOARD, piece=self.monster)

    def resolve(self, table: Table) -> Procedure:
        """Catch the monster."""
        if isinstance(self.monster, PathMonster):
            Path.of(table).catch(self.monster)
        return NOTHING


# `GUESTS` is asked only about players whose turn it is not
@GUESTS.handler()
def friend_asked(table: Table, play: CardPlay) -> bool:
    """Return True: every other player may be asked for help, with any card (Ask for Help)."""
    return True


def path_cards() -> dict[str, Card]:
    """Return the cards by name."""
    catches = [CatchCard(f"{color}-{shape}", color, shape) for color in COLORS for shape in SHAPES]
    catches += [CatchCard(f"{color}-hero", color, ANY) for color in COLORS]
    catches += [CatchCard(f"any-{shape}", ANY, shape) for shape in SHAPES]
    others: list[Card] = [WallCard("wall"), BootCard("boot")]
    return {card.name: card for card in [*catches, *others]}


def swept(cards: Mapping[str, CardKind], spaces: tuple[PathSpace, ...], names: tuple[str, ...]) -> dict[str, Card]:
    """Return the named cards as cards that catch on every matching space."""
    plain = [card for card in cards.values() if isinstance(card, CatchCard) and card.name in names]
    return {card.name: SweepCard(card, spaces) for card in plain}
