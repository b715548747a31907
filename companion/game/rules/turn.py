"""One player's turn (Castle Panic rulebook, Game Play): six phases in a fixed order."""

from __future__ import annotations

from companion.game.events import (
    DrawSkipped,
    PhaseBegan,
    TarRemoved,
    TokenDrawn,
    TokensOwed,
    Topic,
    TurnBegan,
    TurnEnded,
)
from companion.game.pieces import Token
from companion.game.rules.ending import check_won
from companion.game.rules.moments import Moment
from companion.game.rules.movement import INWARD, MARCHING, march
from companion.game.rules.requests import DONE, PLAY, Tap, by_hand
from companion.game.rules.table import NOTHING, Drawable, Phase, Procedure, Table
from companion.game.rules.topics import DISCARD, DRAW, DRAW_UP, TRADE

TOKENS_A_TURN = 2

MOVE_PHASE_ENDED = Moment[[Table], Procedure]("move-phase-ended")
"""(table): all Monsters have moved in Phase 5, and nothing has been settled yet."""
SETTLED = Moment[[Table], Procedure](
    "settled", "arrival", "fights", "replacement", "recall", "entry", "leaving", "end-of-play"
)
"""(table): a player's action, the movement of Phase 5 or a drawn token is over.

What had to wait until then happens in the order of the places. "arrival" is first: a Monster that took a place during
a movement is put down before anything meets it. Fights come before replacement, since a Monster that falls in one can
take the place of another at once. Replacement comes before recall for the same reason as after a movement. "entry" is
the power of the Monster that has just taken a place; "leaving" comes after it, since it asks whether anything is left
to fight. "end-of-play" is last: before that, it matters which card is being played.
"""

_DRAW = Tap(DRAW)


def turn(table: Table) -> Procedure:
    """Play the rest of a turn, from the phase that the table is in. Its last phase prepares the next player's turn."""
    phases = table.phases
    if table.phase != phases[0][0]:  # a correction or an undo, or the first turn after no set-up
        phases = phases[[name for name, _ in phases].index(table.phase) :]
    for name, phase in phases:
        table.phase = name
        if asking := phase(table):
            yield from asking  # several phases return `NOTHING`, which is not worth a `yield from` here


def begin(table: Table) -> Procedure:
    """Begin a turn."""
    table.events.append(TurnBegan(table.player, table.turn, table.bag_left))
    return NOTHING


def first_turn(table: Table) -> bool:
    """Return whether the player has not had a turn yet, so that the hand was just dealt."""
    return table.turn <= table.players


def draw_up(table: Table) -> Procedure:
    """Phase 1: let the player draw up to a full hand, except in a first turn."""
    return NOTHING if first_turn(table) else tell_hands(table, DRAW_UP)


def discard(table: Table) -> Procedure:
    """Phase 2: let the player discard 1 card and draw 1 (one player alone: up to 2)."""
    return tell_hands(table, DISCARD)


def trade(table: Table) -> Procedure:
    """Phase 3: let the player trade, when the number of players allows any trades."""
    return tell_hands(table, TRADE) if table.trades else NOTHING


def tell_hands(table: Table, phase: Topic) -> Procedure:
    """Begin a phase that the people play with their cards alone."""
    table.events.append(PhaseBegan(phase, table.player))
    return by_hand(table, phase)


def play_cards(table: Table) -> Procedure:
    """Phase 4: let the player play any number of cards."""
    table.events.append(PhaseBegan("play", table.player))
    while (action := (yield PLAY)) is not DONE:
        yield from action.resolve(table)
        if pending := settle(table):
            yield from pending


def settle(table: Table) -> Procedure:
    """Finish an action, a movement or a token: call the handlers of `SETTLED`, then end the game if it is won."""
    if table.moments[SETTLED]:
        return _settle(table)
    if not table.bag:  # mostly false, and cheaper than to call what it guards
        check_won(table)
    return NOTHING


def _settle(table: Table) -> Procedure:
    for handler in table.moments[SETTLED]:
        yield from handler(table)
    check_won(table)


def move_monsters(table: Table) -> Procedure:
    """Phase 5: move every Monster on the board."""
    table.events.append(PhaseBegan("move", table.player))
    yield from march(table, table.board, INWARD, MARCHING)
    for handler in table.moments[MOVE_PHASE_ENDED]:
        yield from handler(table)
    yield from settle(table)


def draw_monsters(table: Table) -> Procedure:
    """Phase 6: draw tokens, each of which is finished before the next one is drawn. Stop when the bag is empty."""
    if table.skip_draw or not table.bag_left:
        table.draws_left = 0
        table.events.append(DrawSkipped("missing" if table.skip_draw else "empty"))
        return
    table.draws_left = table.draws_left or TOKENS_A_TURN  # after a correction some may be owed already
    while table.draws_left and (table.bag or table.unseen_left):
        token = yield _DRAW
        table.draws_left -= 1
        yield from draw(table, token)
        if pending := settle(table):
            yield from pending
    table.draws_left = 0


def draw(table: Table, token: Drawable) -> Procedure:
    """Take a token from the bag and do all that it causes."""
    table.take(token)
    left = table.bag_left
    table.events.append(TokenDrawn(token, left, min(table.draws_left, left)))
    return token.drawn(table)


def end(table: Table) -> Procedure:
    """Take the Tar off, and make the table ready for the turn of the player to the left."""
    if table.tarred:
        table.events.append(TarRemoved(table.tarred))
        table.tarred.tarred = False
        table.tarred = None
    table.skip_draw = False
    table.events.append(TurnEnded(table.player))
    table.turn += 1
    table.player = table.player % table.players + 1
    table.phase = table.phases[0][0]
    return NOTHING


PHASES: list[Phase] = [
    ("begin", begin),
    ("draw-up", draw_up),
    ("discard", discard),
    ("trade", trade),
    ("play", play_cards),
    ("move", move_monsters),
    ("draw", draw_monsters),
    ("end", end),
]


def owe(table: Table, token: Token, count: int) -> None:
    """Add draws to this turn, caused by a token. Drawing stops all the same when the bag is empty."""
    table.draws_left += count
    table.events.append(TokensOwed(token, count, min(table.draws_left, table.bag_left)))
