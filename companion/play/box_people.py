"""What a box adds to the people at a simulated table: deeds with cards, things to do, what is worth something."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.game.events import Event, HandsTold, Topic
from companion.game.pieces import Token
from companion.game.rules.requests import Choose, Tap
from companion.game.rules.table import Table
from companion.play.deal import Deal
from companion.talk.verb import Message

Deed: TypeAlias = Callable[[Deal], None]
Task: TypeAlias = Callable[[Deal, HandsTold], None]
Hands: TypeAlias = Mapping[int, Sequence[str]]
"""The cards of every player."""


class BoxPeople:
    """What one box adds. A subclass overrides what its box has; as it stands it adds nothing."""

    tasks: Mapping[Topic, Task] = MappingProxyType({})
    """What the people do with their cards when they are told to, by the topic."""
    events: Mapping[type[Event], Deed] = MappingProxyType({})
    """What else changes their cards."""
    phases: Mapping[str, Deed] = MappingProxyType({})
    """What they do with their cards when a phase begins."""

    def __init__(self, name: str) -> None:
        self.name = name
        """The name of the box in the protocol."""

    def dealt(self, table: Table) -> int | None:
        """Return how many cards each player begins with; None where this box has no say."""
        return None

    def cost(self, entry: object, deal: Deal) -> Iterable[str]:
        """Return the cards that an input costs beside those that the companion is told as played."""
        return ()

    def worth(self, table: Table) -> float:
        """Return what there is of this box on the board is worth to the defenders, in points of `sense`."""
        return 0.0

    def promise(self, action: Any, deal: Deal) -> float:
        """Return what an action is worth for what it lets others do, which the board does not show yet."""
        return 0.0

    def holding(self, card: str, hand: Sequence[str]) -> float | None:
        """Return what it is worth to hold a card that cannot be used now; None where this box has no say."""
        return None

    def actions(self, table: Table, hands: Hands) -> Iterator[Any]:
        """Yield what can be done now beside playing the cards of the player whose turn it is."""
        return iter(())

    def choices(self, table: Table, request: Choose) -> Sequence[Any] | None:
        """Return the answers that are worth a thought, where they are not just the options."""
        return None

    def against(self, request: Choose) -> bool:
        """Return whether the one who chooses plays against the defenders."""
        return False

    def tokens(self, request: Tap, deal: Deal, luck: random.Random) -> Sequence[Token] | None:
        """Return the tokens from which a player picks in secret; None where a hand goes into the bag."""
        return None

    def message(self, action: Any) -> Message | None:
        """Return an action or answer of this box as an input of the protocol."""
        return None
