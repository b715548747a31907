"""The Castle cards of My First Castle Panic: which monsters they catch, and what Wall and Boot do.

Source: My First Castle Panic rulebook, Play 1 Card, Ask for Help, Special Cards and Variations. The companion sees no
hand.
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
    """A card of My First."""

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every monster that it may be aimed at."""
        for monster in Path.of(table).monsters:
            if self.fits(monster.path_space):
                yield CardPlay(self, table.player, (monster,))

    def fits(self, space: PathSpace) -> bool:
        """Whether it may be aimed at a monster on a space."""
        return True


def on_path(play: CardPlay) -> list[PathMonster]:
    """Return the monsters that a play is aimed at, as far as they are on the path."""
    return [monster for monster in play.on if isinstance(monster, PathMonster) and monster.spot]


class CatchCard(PathCard):
    """Catches a monster where colour and shape of the space match: a Hero in any shape, Any-color in any colour."""

    needs = frozenset({"on"})

    def __init__(self, name: str, color: str, shape: str) -> None:
        super().__init__(name)
        self.color = color
        self.shape = shape
        self.colors = frozenset() if color == ANY else frozenset({color})

    def fits(self, space: PathSpace) -> bool:
        """Whether colour and shape match."""
        return self.color in (ANY, space.color) and self.shape in (ANY, space.shape)

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses a monster that is not on the path or on a space that does not match, and two on one space."""
        for monster in play.on:
            if not isinstance(monster, PathMonster) or monster.spot is None:
                raise Refused(NOT_ON_BOARD, piece=monster)
            if not self.fits(monster.spot):
                raise Refused(COLOR_AND_SHAPE, card=self.name, piece=monster)
        if len({monster.where for monster in play.on}) < len(play.on):
            raise Refused(ONE_PER_SPACE)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Catches what is on the path."""
        for monster in on_path(play):
            Path.of(table).catch(monster)
        return NOTHING


class SweepCard(CatchCard):
    """Catches one monster on every space that matches (Super Hero, Any-Color Power-Up)."""

    def __init__(self, plain: CatchCard, spaces: tuple[PathSpace, ...]) -> None:
        super().__init__(plain.name, plain.color, plain.shape)
        self.spaces = [space for space in spaces if self.fits(space)]
        self.targets = tuple(range(1, len(self.spaces) + 1))

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every choice of at most one monster from each matching space."""
        path = Path.of(table)
        for chosen in product(*([None, *path.at(space)] for space in self.spaces)):
            monsters = tuple(monster for monster in chosen if monster)
            if monsters:
                yield CardPlay(self, table.player, monsters)


class WallCard(PathCard):
    """Rebuilds the wall."""

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses a second wall."""
        if Path.of(table).wall:
            raise Refused(WALL_UP)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Builds it."""
        Path.of(table).rebuild()
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """While no wall stands."""
        if not Path.of(table).wall:
            yield CardPlay(self, table.player)


class BootCard(PathCard):
    """Boots any monster of the path back into the pile."""

    needs = frozenset({"on"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses a monster that is not on the path."""
        if not on_path(play):
            raise Refused(NOT_ON_BOARD, piece=play.on[0])

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Boots it."""
        for monster in on_path(play):
            Path.of(table).boot(monster)
        return NOTHING


class CaughtReported(Report):
    """A monster was caught by a card whose name nobody told."""

    title = "caught"

    def check(self, table: Table) -> None:
        """Refuse a monster that is not on the path."""
        if self.monster.where is None:
            raise Refused(NOT_ON_BOARD, piece=self.monster)

    def resolve(self, table: Table) -> Procedure:
        """Catch it."""
        if isinstance(self.monster, PathMonster):
            Path.of(table).catch(self.monster)
        return NOTHING


@GUESTS.handler()
def friend_asked(table: Table, play: CardPlay) -> bool:
    """Every other player may be asked for help, with any card (Ask for Help)."""
    return True


def path_cards() -> dict[str, Card]:
    """The cards by name."""
    catches = [CatchCard(f"{color}-{shape}", color, shape) for color in COLORS for shape in SHAPES]
    catches += [CatchCard(f"{color}-hero", color, ANY) for color in COLORS]
    catches += [CatchCard(f"any-{shape}", ANY, shape) for shape in SHAPES]
    others: list[Card] = [WallCard("wall"), BootCard("boot")]
    return {card.name: card for card in [*catches, *others]}


def swept(cards: Mapping[str, CardKind], spaces: tuple[PathSpace, ...], names: tuple[str, ...]) -> dict[str, Card]:
    """The named cards as ones that catch on every matching space."""
    plain = [card for card in cards.values() if isinstance(card, CatchCard) and card.name in names]
    return {card.name: SweepCard(card, spaces) for card in plain}
