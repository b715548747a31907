"""My First Castle Panic, a game of its own: its monsters, its set-up, its turn of four steps, its variations.

Source: My First Castle Panic rulebook, Setup, How to Play, Draw 1 Monster, 1 Player Game and Variations.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.game import events
from companion.game.board import COLORS
from companion.game.boxes.my_first.cards import CaughtReported, friend_asked, path_cards, swept
from companion.game.boxes.my_first.events import EasyRulesPiled
from companion.game.boxes.my_first.path import Path, PathMonster, advance
from companion.game.boxes.my_first.topics import DRAW_CARD
from companion.game.path import SHAPES, PathSpace
from companion.game.pieces import BoxFacts, Token
from companion.game.rules import turn
from companion.game.rules.box import Box
from companion.game.rules.refusals import START_KIND
from companion.game.rules.requests import DONE, PLAY, Tap, by_hand
from companion.game.rules.table import Phase, Procedure, Table
from companion.game.rules.topics import DRAW, PILES, PLACE_PIECE, START_PIECE

EASIER = frozenset({"super-hero", "any-color-power-up", "hand-boost", "more-help"})
HARDER = frozenset({"monster-rush", "defenseless"})
HEROES = tuple(f"{color}-hero" for color in COLORS)
ANY_COLORS = tuple(f"any-{shape}" for shape in SHAPES)
HIDDEN = frozenset(
    ("monsters", "walls", "towers", "monster_discard", "removed", "banished", "trophies", "points", "master_slayer")
    + ("skip_draw",)
)
"""The parts of the state that this game does not have."""


# Monsters


class Shover(PathMonster):
    """A monster that makes all monsters take one more step, itself included."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Move all monsters one step."""
        return advance(table, self.kind.name)


class Marcher(PathMonster):
    """A monster that makes all monsters take one more step, itself included, and brings one more monster."""

    __slots__ = ()

    def entered(self, table: Table) -> Procedure:
        """Move all monsters one step, then owe one more monster."""
        yield from advance(table, self.kind.name)
        table.draws_left += 1
        if table.bag:
            table.emit(events.TokensOwed(self, 1, table.draws_left))


class Runner(PathMonster):
    """A monster that comes in one space ahead of the monster closest to the castle.

    When there is no such space it runs right into the wall or the castle.
    """

    __slots__ = ()

    def drawn(self, table: Table) -> Procedure:
        """Enter ahead of all others. On an empty path it begins at START like any other monster."""
        path = Path.of(table)
        leader = path.leader()
        space = leader.path_space.after if leader else path.start
        if space:
            path.enter(self, space)
        else:
            path.charge([self])
        yield from by_hand(table, PLACE_PIECE, piece=self)


# Set-up


def starters(table: Table) -> Procedure:
    """Put the star monsters on the first spaces, and what a variation adds.

    A guided set-up has the players tap each one; otherwise the companion says where each one goes.
    """
    if not table.board:  # a correction starts the set-up again, but the piles are laid out only once
        for pile in ("wall", "dungeon", "cards") if Path.of(table).wall else ("dungeon", "cards"):
            yield from lay_out(table, pile)
    if table.options.setup == "guided":
        yield from tapped_starters(table)
    else:
        yield from placed_starters(table)
    yield from lay_out(table, "monsters")


def lay_out(table: Table, pile: str) -> Procedure:
    """Tell the people to put one thing in its place: the wall, the Dungeon, the cards or the pile of monsters."""
    yield from by_hand(table, PILES, pile=pile, count=cards_dealt(table))


def cards_dealt(table: Table) -> int:
    """Return how many cards each player begins with: 1, but 2 for one player alone or with Hand Boost."""
    return 2 if table.players == 1 or "hand-boost" in table.options.variants else 1


def starting_line(table: Table) -> list[tuple[str, PathSpace]]:
    """Return the kinds of the starting monsters still to come, with their spaces. Leave out kinds not in the pile."""
    path = Path.of(table)
    kinds = [kind for kind, count in table.facts.start.items() for _ in range(count)]
    line = list(zip(kinds, path.spaces, strict=False))
    if "monster-rush" in table.options.variants:
        line.append(("goblin", path.marked("green", "triangle") or path.spaces[len(kinds)]))
    piled = {token.kind.name for token in table.bag}
    return [(kind, space) for kind, space in line if kind in piled and not path.at(space)]


def _is(kind: str) -> Callable[[Token], bool]:
    return lambda token: token.kind.name == kind


def tapped_starters(table: Table) -> Procedure:
    """Have the players find and tap each starting monster."""
    while line := starting_line(table):
        kind, space = line[0]
        token = yield Tap(START_PIECE, _is(kind), START_KIND)
        table.take(token)
        Path.of(table).enter(token, space)


def placed_starters(table: Table) -> Procedure:
    """Tell the players where each starting monster goes."""
    while line := starting_line(table):
        kind, space = line[0]
        token = next(token for token in table.bag if token.kind.name == kind)
        assert isinstance(token, PathMonster)
        table.take(token)
        Path.of(table).enter(token, space)
    yield from by_hand(table, PLACE_PIECE, piece=None)


# The four steps of a turn


def draw_card(table: Table) -> Procedure:
    """Step 1: the player takes a card from the pile."""
    return turn.tell_hands(table, DRAW_CARD)


def play_card(table: Table) -> Procedure:
    """Step 2: play one card, the player's own or a friend's, or none. One player alone plays as many as wanted."""
    table.emit(events.PhaseBegan("play", table.player))
    while (action := (yield PLAY)) is not DONE:
        yield from action.resolve(table)
        Path.of(table).check_end()
        if table.players > 1:
            return


def move_monsters(table: Table) -> Procedure:
    """Step 3: all monsters take one step."""
    table.emit(events.PhaseBegan("move", table.player))
    yield from advance(table, "march")
    Path.of(table).check_end()


def draw_monster(table: Table) -> Procedure:
    """Step 4: draw one monster, and one more for each Marcher, until the pile is empty."""
    if not table.bag:
        table.emit(events.DrawSkipped("empty"))
    else:
        table.draws_left = table.draws_left or 1
    while table.draws_left and table.bag:
        token = yield Tap(DRAW)
        table.draws_left -= 1
        yield from turn.draw(table, token)
        Path.of(table).check_end()
    table.draws_left = 0


PHASES: list[Phase] = [
    ("begin", turn.begin),
    ("draw-card", draw_card),
    ("play", play_card),
    ("move", move_monsters),
    ("draw", draw_monster),
    ("end", turn.end),
]

TOKENS: dict[str, type[Token]] = {
    "goblin": PathMonster,
    "star-goblin": PathMonster,
    "shover": Shover,
    "runner": Runner,
    "marcher": Marcher,
}


class MyFirst(Box):
    """The box of My First Castle Panic."""

    variants = EASIER | HARDER
    handlers = (friend_asked,)

    def open(self, table: Table, facts: BoxFacts) -> None:
        """Bring the path, the four steps, the starting monsters and the variations."""
        path = Path(table, facts)
        table.add(path)
        table.hidden = HIDDEN
        table.phases = list(PHASES)
        table.starters = starters
        table.reports["caught"] = CaughtReported
        chosen = table.options.variants
        if "super-hero" in chosen:
            table.cards |= swept(table.cards, path.spaces, HEROES)
        if "any-color-power-up" in chosen:
            table.cards |= swept(table.cards, path.spaces, ANY_COLORS)
        if len(EASIER.intersection(chosen)) > 1:
            table.emit(EasyRulesPiled(len(EASIER.intersection(chosen))))


BOX = MyFirst("my-first", TOKENS, path_cards())
