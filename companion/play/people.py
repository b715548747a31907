"""The simulated people: what they answer when nobody sits at the table. Random, legal, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from companion.game.rules.cards import CardPlay
from companion.game.rules.requests import Choose, PlayCards, Tap
from companion.game.session import Game
from companion.narration.questions import option_id
from companion.talk import messages as m
from companion.talk.offers import CANCEL
from companion.talk.plays import play_message
from companion.talk.verb import Message


def luck_of(game: Game, purpose: str) -> random.Random:
    """Randomness of the people's own that belongs to a moment of a game: after an undo it falls the same way again."""
    return random.Random(f"{game.fate.seed}/{len(game.history)}/{purpose}")


def drawn(game: Game) -> Any:
    """The token that a hand brings up from the bag now; none when no token of the bag would do."""
    request, table = game.request, game.table
    fits = request.fits if isinstance(request, Tap) else None
    fitting = [token for token in table.bag if fits is None or fits(token)]
    return luck_of(game, "bag").choice(fitting) if fitting else None


def answer(game: Game, plays: Sequence[CardPlay]) -> Message:
    """A random legal input for what the game asks; `plays` are the legal ones of the hand, and stopping is one more."""
    standing = game.standing
    if game.offer is not None:
        return m.ChooseMessage(option=CANCEL)
    if isinstance(standing, PlayCards):
        place = luck_of(game, "play").randrange(len(plays) + 1)
        return m.DoneMessage() if place == len(plays) else play_message(plays[place])
    if isinstance(standing, Tap):
        return m.TapMessage(tag=drawn(game).name)
    if isinstance(standing, Choose):
        return _chosen(game, standing)
    return m.PressMessage()


def _chosen(game: Game, standing: Choose) -> Message:
    luck = luck_of(game, "choice")
    if standing.most == 1:
        return m.ChooseMessage(option=option_id(luck.choice(standing.options)))
    return m.ChooseMessage(options=[option_id(luck.choice(standing.options)) for _ in range(standing.least)])
