"""One player's turn (Castle Panic rulebook, Game Play): six phases in a fixed order."""

from __future__ import annotations

from companion.game.events import DrawSkipped, PhaseBegan, TarRemoved, TokenDrawn, TokensOwed, TurnBegan, TurnEnded
from companion.game.pieces import Token
from companion.game.rules.ending import check_won
from companion.game.rules.moments import Moment
from companion.game.rules.movement import INWARD, MARCHING, march
from companion.game.rules.requests import DONE, PLAY, Tap, by_hand
from companion.game.rules.table import NOTHING, Drawable, Phase, Procedure, Table

TOKENS_A_TURN = 2

MOVE_PHASE_ENDED = Moment[[Table], Procedure]("move-phase-ended")
"""(table): Phase 5 is over."""
SETTLED = Moment[[Table], Procedure]("settled", "replacement", "recall", "entry", "leaving", "fights", "end-of-play")
"""(table): a player's action, a common movement or a drawn token is over."""

_DRAW = Tap("draw")


def turn(table: Table) -> Procedure:
    """The rest of a turn, from the phase that stands. At its end the next player's turn stands ready to begin."""
    begun = False
    for name, phase in table.phases:
        begun = begun or name == table.phase
        if begun:
            table.phase = name
            yield from phase(table)


def begin(table: Table) -> Procedure:
    """A turn begins."""
    table.events.append(TurnBegan(table.player, table.turn, table.bag_left))
    return NOTHING


def first_turn(table: Table) -> bool:
    """Whether this is the player's first turn: hands were just dealt."""
    return table.turn <= table.players


def draw_up(table: Table) -> Procedure:
    """Phase 1: the player fills the hand; not on a first turn."""
    return NOTHING if first_turn(table) else tell_hands(table, "draw-up")


def discard(table: Table) -> Procedure:
    """Phase 2: the player may discard 1 card and draw 1 (alone: up to 2)."""
    return tell_hands(table, "discard")


def trade(table: Table) -> Procedure:
    """Phase 3: the player may trade; alone there is nobody to trade with."""
    return tell_hands(table, "trade") if table.trades else NOTHING


def tell_hands(table: Table, phase: str) -> Procedure:
    """A phase that the people do with their cards."""
    table.events.append(PhaseBegan(phase, table.player))
    return by_hand(table, phase)


def play_cards(table: Table) -> Procedure:
    """Phase 4: any number of cards, until the player is done."""
    table.events.append(PhaseBegan("play", table.player))
    while (action := (yield PLAY)) is not DONE:
        yield from action.resolve(table)
        yield from settle(table)


def settle(table: Table) -> Procedure:
    """An action, a movement or a token is over: what had to wait for that happens, and then the game may be won."""
    if table.moments[SETTLED]:
        return _settle(table)
    if not table.bag:
        check_won(table)
    return NOTHING


def _settle(table: Table) -> Procedure:
    for handler in table.moments[SETTLED]:
        yield from handler(table)
    check_won(table)


def move_monsters(table: Table) -> Procedure:
    """Phase 5: every Monster on the board moves."""
    table.events.append(PhaseBegan("move", table.player))
    yield from march(table, table.board, INWARD, MARCHING)
    for handler in table.moments[MOVE_PHASE_ENDED]:
        yield from handler(table)
    yield from settle(table)


def draw_monsters(table: Table) -> Procedure:
    """Phase 6: tokens are drawn and finished one at a time, as far as there are any."""
    if table.skip_draw or not table.bag_left:
        table.draws_left = 0
        table.events.append(DrawSkipped("missing" if table.skip_draw else "empty"))
        return
    table.draws_left = table.draws_left or TOKENS_A_TURN
    while table.draws_left and (table.bag or table.unseen_left):
        token = yield _DRAW
        table.draws_left -= 1
        yield from draw(table, token)
        yield from settle(table)
    table.draws_left = 0


def draw(table: Table, token: Drawable) -> Procedure:
    """A token is taken from the bag and finished."""
    table.take(token)
    left = table.bag_left
    table.events.append(TokenDrawn(token, left, min(table.draws_left, left)))
    return token.drawn(table)


def end(table: Table) -> Procedure:
    """The Tar comes off and the player to the left is next."""
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
    """More tokens are to be drawn this turn, as far as there are any."""
    table.draws_left += count
    table.events.append(TokensOwed(token, count, min(table.draws_left, table.bag_left)))
