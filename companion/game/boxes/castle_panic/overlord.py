"""The Overlord, a player who leads the Monsters against the others (Castle Panic rulebook, Overlord).

The Overlord has no seat number, and the companion does not know which tokens the Overlord holds. A token counts as
drawn when the Overlord plays it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.game.board import ARCS
from companion.game.boxes.castle_panic.events import OverlordChose
from companion.game.boxes.castle_panic.refusals import OVERLORD_MONSTER, OVERLORD_SUPPORT
from companion.game.boxes.castle_panic.topics import OVERLORD_ARC, OVERLORD_PLAY
from companion.game.events import DrawSkipped, TokenDrawn
from companion.game.pieces import Token
from companion.game.rules.fixes import Correction
from companion.game.rules.refusals import NOT_IN_BAG, RefusalReason
from companion.game.rules.requests import DONE, Choose, Tap
from companion.game.rules.table import Drawable, Monster, Part, Procedure, Table
from companion.game.rules.topics import DRAW
from companion.game.rules.turn import draw, settle

ONE_MONSTER = "one-monster"
TWO_TOKENS = "two-tokens"
NOTHING_AT_ALL = "nothing"
PLAYED = {ONE_MONSTER: 1, TWO_TOKENS: 2}
"""How many tokens the Overlord plays, by what was chosen."""
SUPPORT = "support"
"""The sort of the tokens that the Overlord must play in the turn in which they are drawn."""
MOST_SUPPORTS = 3


class OverlordTap(Tap):
    """Asks the Overlord for a token, from the hand or the bag. `DONE` is an answer too where `may_stop` is set."""

    __slots__ = ("may_stop",)
    variety = "overlord"

    def __init__(
        self, fits: Callable[[Token], bool] | None = None, misfit: RefusalReason = NOT_IN_BAG, *, may_stop: bool = False
    ) -> None:
        super().__init__(DRAW, fits, misfit)
        self.may_stop = may_stop

    def check(self, table: Table, answer: Any) -> None:
        """Raise Refused for a token that the Overlord cannot have, and for one of the wrong sort."""
        if not (answer is DONE and self.may_stop):
            super().check(table, answer)

    def about(self, table: Table) -> dict[str, Any]:
        """Return whether the Overlord may stop, and which sort of token is wanted."""
        return {"may_stop": self.may_stop, "wanted": self.misfit.name if self.fits else "other"}


class Overlord(Part[str]):
    """What the Overlord has chosen to play this turn; empty before the choice.

    The choice is kept because a correction starts the phase again: then the Overlord plays what is still owed and
    does not choose a second time.
    """

    name = "overlord"

    def __init__(self) -> None:
        self.chosen = ""

    def save(self) -> str:
        """Return the choice."""
        return self.chosen

    def restore(self, saved: str) -> None:
        """Take the choice back."""
        self.chosen = saved

    def correcting(self, table: Table, correction: Correction) -> None:
        """Forget the choice when the correction names the phase."""
        if correction.turn and correction.turn.phase:
            self.chosen = ""


def join(table: Table) -> None:
    """Replace the draw phase of a table by the one of the Overlord."""
    table.add(Overlord())
    table.phases = [(name, overlord_draws if name == "draw" else phase) for name, phase in table.phases]


def overlord_draws(table: Table) -> Procedure:
    """Run the draw phase: one Monster in an arc of the Overlord's choice, two tokens by the die, or nothing."""
    overlord = Overlord.of(table)
    if table.skip_draw or not table.bag_left:
        table.emit(DrawSkipped("missing" if table.skip_draw else "empty"))
    elif overlord.chosen:
        yield from play_more(table)
    else:
        yield from choose_and_play(table, overlord)
    overlord.chosen = ""
    table.draws_left = 0


def choose_and_play(table: Table, overlord: Overlord) -> Procedure:
    """Ask the Overlord what to play, and play it."""
    table.draws_left = PLAYED[TWO_TOKENS]  # what the state shows until the choice is made
    monsters_left = any(isinstance(token, Monster) for token in table.drawable())
    offers = [ONE_MONSTER] * monsters_left + [TWO_TOKENS, NOTHING_AT_ALL]
    overlord.chosen = yield Choose(OVERLORD_PLAY, offers)
    table.emit(OverlordChose(overlord.chosen))
    table.draws_left = PLAYED.get(overlord.chosen, 0)
    if overlord.chosen == ONE_MONSTER:
        yield from play_one(table)
    elif overlord.chosen == TWO_TOKENS:
        yield from play_two(table)
    yield from play_more(table)


def play_one(table: Table) -> Procedure:
    """Put one Monster into the Forest of an arc that the Overlord chooses."""
    token = yield OverlordTap(lambda token: isinstance(token, Monster), OVERLORD_MONSTER)
    if not token.takes_arc(table):  # a Herald may go on Agranok's card instead of an arc
        yield from finish(table, token)
        return
    table.draws_left -= 1
    table.take(token)
    table.emit(TokenDrawn(token, table.bag_left, min(table.draws_left, table.bag_left)))
    arc = yield Choose(OVERLORD_ARC, list(ARCS.values()), piece=token)
    yield from token.comes_to(table, arc.number)
    yield from settle(table)


def play_two(table: Table) -> Procedure:
    """Play two tokens. When both are Supports and one more is in the bag, offer to play the third too."""
    played: list[Drawable] = []
    for _ in range(min(PLAYED[TWO_TOKENS], table.bag_left)):
        played.append((yield OverlordTap()))
        yield from finish(table, played[-1])
    last = [token for token in table.bag if token.kind.sort == SUPPORT]
    if last and sum(token.kind.sort == SUPPORT for token in played) == MOST_SUPPORTS - 1:
        token = yield OverlordTap(lambda token: token.kind.sort == SUPPORT, OVERLORD_SUPPORT, may_stop=True)
        if token is not DONE:  # an offer, not a duty: the companion cannot know whether all three were drawn
            table.draws_left += 1
            yield from finish(table, token)


def play_more(table: Table) -> Procedure:
    """Play the tokens that an earlier token has brought. The Overlord may stop before they are all played."""
    while table.draws_left and table.bag_left:
        token = yield OverlordTap(may_stop=True)
        if token is DONE:
            return
        yield from finish(table, token)


def finish(table: Table, token: Drawable) -> Procedure:
    """Play a token as if it had been drawn."""
    table.draws_left -= 1
    yield from draw(table, token)
    yield from settle(table)
