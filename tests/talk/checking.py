"""A desk whose game is checked after every input that it takes."""

from __future__ import annotations

from companion.talk.desk import Desk
from companion.talk.outcome import Outcome
from companion.talk.verb import Message
from tests.game.invariant import check_game


def checked(desk: Desk) -> Desk:
    """Return the desk itself; from now on it raises AssertionError after an input that leaves the game broken."""
    do = desk.do

    def do_and_check(message: Message) -> Outcome:
        outcome = do(message)
        if desk.game is not None:
            check_game(desk.game)
        return outcome

    desk.do = do_and_check  # type: ignore[method-assign]
    return desk
