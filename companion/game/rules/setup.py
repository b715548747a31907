"""Setting up a game: the bag, the starting Monsters, and who begins (Castle Panic rulebook, Setup)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.game.board import ARC_NUMBERS, ARCHER, ARCS, Arc, spaces_of_ring
from companion.game.events import GameBegan
from companion.game.pieces import BoxFacts, Library, Token
from companion.game.rules.box import Box
from companion.game.rules.moments import Moment
from companion.game.rules.options import GameOptions
from companion.game.rules.refusals import START_KIND
from companion.game.rules.requests import Chance, Choose, NumberOption, Tap, by_hand, choose
from companion.game.rules.table import Monster, Procedure, Table
from companion.game.rules.topics import FIRST_PLAYER, PLACE_PIECE, START_ARC, START_PIECE, STARTERS, TOWERS_WALLS

SEAT = "player"
"""The `sort` of options that are players."""

_FIRST_SPACES = spaces_of_ring(ARCHER)
LAYING_OUT = Moment[[Table], Procedure]("laying-out")
"""(table): the Walls and Towers are in place, the starting Monsters are not."""


def open_table(options: GameOptions, boxes: Sequence[Box], library: Library, pace: str = "guided") -> Table:
    """Return the table of a new game, with all boxes joined and the bag filled. The base box must come first.

    Raise Refused for options that a box cannot play with.
    """
    left_out = frozenset(name for box in boxes for name in box.leaves_out(options))
    tokens: list[Token] = []
    for box in boxes:
        tokens += box.make_tokens(library[box.name])
    cards = {name: card for box in boxes for name, card in box.cards.items() if name not in left_out}
    table = Table(options, library[boxes[0].name], tokens, cards, pace)
    table.left_out = left_out
    for box in boxes:
        table.moments.join(*box.handlers)
        box.open(table, library[box.name])
    fill_bag(table, removals(options, [library[box.name] for box in boxes]))
    return table


def fill_bag(table: Table, remove: Mapping[str, int]) -> None:
    """Put every drawable token into the bag, or among the unseen ones; `remove` of each kind stay beside the board.

    The tokens of a kind are alike, so it does not matter which are removed: it is those with the highest numbers.
    """
    for token in table.pieces.values():
        kind = token.kind
        removed = kind.name in remove and token.number > kind.count - remove[kind.name]
        if removed or not token.drawable:
            table.absent.append(token)
        elif token.secret:
            table.unseen[token] = None
        else:
            table.bag[token] = None


def removals(options: GameOptions, boxes: Iterable[BoxFacts]) -> Mapping[str, int]:
    """Return how many of each kind stay out of the bag: by the owner's chart, or else by the lists of all boxes.

    A sum of the lists may be more than there are of a kind; then all of the kind stay out.
    """
    if options.chart is not None:
        return options.chart
    total: dict[str, int] = {}
    for box in boxes:
        for kind, count in box.remove.items():
            total[kind] = total.get(kind, 0) + count
    return total


def setup(table: Table) -> Procedure:
    """Lead from the empty board to the first turn.

    Undo and corrections start this procedure again from its beginning. What is on the board shows how far the set-up
    had come, so that no step is repeated.
    """
    table.turn = 1
    if not table.board:
        table.events.append(GameBegan(table.players))
    if not table.board and table.options.setup != "none":
        yield from by_hand(table, TOWERS_WALLS)
    for handler in table.moments[LAYING_OUT]:
        yield from handler(table)
    if table.options.setup == "none":
        table.phase = "play"
        return
    yield from table.starters(table)
    yield from first_player(table)
    table.phase = table.phases[0][0]


def starters(table: Table) -> Procedure:
    """Place three Goblins, two Orcs and a Troll, one in each arc of the Archer ring."""
    return chosen_starters(table) if table.options.setup == "guided" else rolled_starters(table)


def free_arcs(table: Table) -> list[Arc]:
    """Return the arcs that have no starting Monster yet."""
    taken = {monster.place.arc for monster in table.board}
    return [ARCS[number] for number in ARC_NUMBERS if number not in taken]


def starters_to_come(table: Table) -> list[str]:
    """Return the kinds of the starting Monsters that are not on the board yet, one for each Monster."""
    kinds = [kind for kind, count in table.facts.start.items() for _ in range(count)]
    for monster in table.board:
        if monster.kind.name in kinds:
            kinds.remove(monster.kind.name)
    return kinds


def chosen_starters(table: Table) -> Procedure:
    """Let the players tap each starting Monster and choose its arc."""

    def to_come(token: Token) -> bool:
        return token.kind.name in starters_to_come(table)

    while (arcs := free_arcs(table)) and any(map(to_come, table.bag)):
        token = yield Tap(START_PIECE, to_come, START_KIND)
        table.take(token)
        arc = yield from choose(START_ARC, arcs, token)
        table.put(token, _FIRST_SPACES[arc.number])


def rolled_starters(table: Table) -> Procedure:
    """Deal the starting Monsters to the arcs at random, and say where they go."""
    arcs = yield Chance(STARTERS, free_arcs(table))
    for kind, arc in zip(starters_to_come(table), arcs, strict=False):
        token = next((token for token in table.bag if token.kind.name == kind), None)
        if isinstance(token, Monster):
            deal(table, token, arc.number)
    yield from by_hand(table, PLACE_PIECE, piece=None)


def deal(table: Table, token: Monster, arc: int) -> None:
    """Take a Monster out of the bag and put it into the Archer ring of an arc."""
    table.take(token)
    table.put(token, _FIRST_SPACES[arc])


def first_player(table: Table) -> Procedure:
    """Ask the players who begins, unless they said so before or it is player 1 in any case."""
    if table.options.first or table.options.setup != "guided" or table.players == 1:
        return
    seats = [NumberOption(SEAT, number) for number in range(1, table.players + 1)]
    chosen = yield Choose(FIRST_PLAYER, seats)
    table.player = chosen.number
