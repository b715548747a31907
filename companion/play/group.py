"""The people at a simulated table: a friendly group that plays as well as one can who sees the board and the hands.

They answer whatever a game asks, of any box: cards, tokens and questions come from the data of the boxes, and what only
a box knows from `companion.play.boxes`. They never look into the bag or at a die before it is rolled.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from companion.game.events import Event
from companion.game.pieces import Library, Token
from companion.game.rules.harbingers import MegaBossTap
from companion.game.rules.requests import DONE, Choose, PlayCards, Roll, Tap
from companion.game.session import Game
from companion.play.acts import Act
from companion.play.bargains import bargain
from companion.play.boxes import PEOPLE
from companion.play.deal import Deal
from companion.play.deeds import Deeds
from companion.play.mind import Mind

STOPPING = 0.3
"""How often those who act on a whim draw no more tokens where they may stop."""


class Group:
    """The players of one game, and what they hold.

    `whim` is how often, 0 to 1, they do just anything that is legal instead of what is best. Tests of the rules want
    people who try everything: at 1 they never think, and are fast. `begun` is what has happened so far in a game whose
    events somebody else has taken.
    """

    def __init__(
        self,
        game: Game,
        library: Library,
        *,
        seed: int | None = None,
        whim: float = 0.0,
        begun: Sequence[Event] | None = None,
    ) -> None:
        self.game = game
        self._seed = game.fate.seed if seed is None else seed
        self._whim = whim
        boxes = game.table.options.boxes
        self._deeds = Deeds(PEOPLE[name] for name in boxes if name in PEOPLE)
        dealt = self._deeds.dealt(game.table)
        self.deal = Deal(game.table, [library[name] for name in boxes], dealt, f"{self._seed}/cards")
        self.mind = Mind(game, self.deal, self._deeds)
        self.follow(None, game.take_events() if begun is None else begun)

    def follow(self, entry: object, events: Sequence[Event]) -> None:
        """Follow an input of the game and what came of it: draw, discard, lose."""
        self.deal.come_to(len(self.game.history))
        self._deeds.follow(self.deal, entry, events)

    def play(self) -> Any:
        """Do with the cards what helps, answer what the game asks, and follow what comes of it. Return the answer."""
        while (act := self.act()) is not None:
            act.do(self.deal)
        answer = self.answer()
        self.game.answer(answer)
        self.follow(answer, self.game.take_events())
        return answer

    def act(self) -> Act | None:
        """Return what the player does with the cards before playing one; None when nothing more helps."""
        if not isinstance(self.game.request, PlayCards) or self._on_a_whim(self._luck("act")):
            return None
        return bargain(self.mind, self.deal)

    def answer(self) -> Any:
        """Return what the people answer now."""
        request, luck = self.game.request, self._luck("answer")
        if isinstance(request, PlayCards):
            return self._action(luck)
        if isinstance(request, Roll):
            return luck.randint(1, 6)
        if isinstance(request, Tap):
            stops = request.may_stop and self._on_a_whim(luck) and luck.random() < STOPPING
            return DONE if stops else self.token(request)
        if isinstance(request, Choose):
            return self._choice(request, luck)
        return None

    def token(self, request: Tap) -> Token:
        """Return the token that comes up: a hand takes any that fits out of the bag. Raise LookupError without one."""
        if isinstance(request, MegaBossTap):
            return request.boss
        luck = self._luck("token")
        held = [tokens for box in self.mind.boxes if (tokens := box.tokens(request, self.deal, luck))]
        tokens = held[0] if held else self.game.table.drawable()
        fitting = [token for token in tokens if self.mind.takes(token)]
        return luck.choice(fitting or [token for token in self.game.table.drawable() if self.mind.takes(token)])

    def _action(self, luck: random.Random) -> Any:
        actions = self.mind.actions()
        if self._on_a_whim(luck):
            return luck.choice([*actions, DONE])
        gains = [(self.mind.gain(action), luck.random(), place) for place, action in enumerate(actions)]
        gain, _, place = max(gains, default=(0.0, 0.0, 0))
        return actions[place] if gain > 0 else DONE

    def _choice(self, request: Choose, luck: random.Random) -> Any:
        choices = self.mind.choices(request, luck)
        if len(choices) == 1 or self._on_a_whim(luck):
            return luck.choice(choices)
        return self.mind.best(choices, luck, against=self.mind.is_against(request))

    def _on_a_whim(self, luck: random.Random) -> bool:
        return luck.random() < self._whim

    def _luck(self, purpose: str) -> random.Random:
        """Return luck that belongs to this moment of the game: after an undo it falls the same way again."""
        return random.Random(f"{self._seed}/{len(self.game.history)}/{purpose}")
