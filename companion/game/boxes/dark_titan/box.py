"""The box of The Dark Titan: what it adds to the base box, and its Dark Sorceress, Plagues and Wither.

Source: The Dark Titan rulebook, Game Setup, Dark Sorceress, Plagues, Wither and Alternate Rules.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.game.boxes.dark_titan.agranok import (
    SIGH_OF_RELIEF,
    Agranok,
    effect_after_march,
    forget_card,
    remember_card,
)
from companion.game.boxes.dark_titan.agranok_card import AgranokCard, LevelCard
from companion.game.boxes.dark_titan.boom_troll import DEMOLITION_MAN, BoomTroll, burst
from companion.game.boxes.dark_titan.cards import (
    MIDNIGHT_OIL,
    SLIPPERY_SLOPE,
    Barrages,
    besieged,
    dark_titan_cards,
    slippery_oils,
)
from companion.game.boxes.dark_titan.cavalier import PHASE, Cavalier, Rider, blazed, cavalier_phase, crossed
from companion.game.boxes.dark_titan.elites import Elite
from companion.game.boxes.dark_titan.heralds import SummoningHerald
from companion.game.boxes.dark_titan.options import FACEDOWN, MOST_EXTRA_HARBINGERS, TitanOptions
from companion.game.boxes.dark_titan.supports import (
    ReserveSquad,
    StonemasonsCart,
    SupplyWagon,
    Supports,
    meet_all,
    meet_marchers,
    meet_newcomer,
    rolled_over,
)
from companion.game.boxes.dark_titan.topics import AGRANOK_CARD, BANISH, EXTRA_HARBINGERS
from companion.game.events import HandsTold
from companion.game.pieces import BoxFacts, Token
from companion.game.rules.box import Box
from companion.game.rules.effects import HandsEffect, Plague
from companion.game.rules.harbingers import Harbinger, MegaBoss
from companion.game.rules.options import GameOptions
from companion.game.rules.requests import Choose, NumberOption, by_hand
from companion.game.rules.setup import LAYING_OUT
from companion.game.rules.table import Part, Procedure, Table
from companion.game.rules.topics import ALL_DISCARD

HARBINGER_COUNTS = [NumberOption("", number) for number in range(1, MOST_EXTRA_HARBINGERS + 1)]
GANG = "more-panic-the-gangs-all-here"
VARIANTS = frozenset({MIDNIGHT_OIL, SLIPPERY_SLOPE, SIGH_OF_RELIEF, DEMOLITION_MAN, GANG})


class DarkSorceress(MegaBoss):
    """A Mega Boss: while it is on the board every hand is smaller by one card."""

    __slots__ = ()
    hand_penalty = 1


class SorceressHarbinger(Harbinger):
    """The Harbinger of the Dark Sorceress. It is always in the bag, so it is no secret."""

    __slots__ = ()
    secret = False

    def announced(self, table: Table) -> Procedure:
        """Tell all players to discard a card."""
        table.emit(HandsTold(ALL_DISCARD, self.kind.name, 1))
        yield from by_hand(table, ALL_DISCARD, piece=self)


class Wither(HandsEffect):
    """An effect that banishes the top card of the Castle deck."""

    __slots__ = ()
    topic = BANISH


# Setting up


class Gang(Part[bool]):
    """Whether the extra Harbingers of the variant The Gang's All Here are in the bag already.

    A correction starts the set-up again, so this is kept: they are added only once.
    """

    name = "gang"

    def __init__(self) -> None:
        self.called = False

    def save(self) -> bool:
        """Return whether they were added."""
        return self.called

    def restore(self, saved: bool) -> None:
        """Go back to what `save` returned."""
        self.called = saved


@LAYING_OUT.handler()
def call_gang(table: Table) -> Procedure:
    """Add the extra Harbingers. The players say how many; an open table without set-up gets 1 when nothing was said.

    Where a new game has named all Harbingers in the bag, none are added.
    """
    gang, options = Gang.of(table), table.options
    if gang.called or GANG not in options.variants or options.harbingers or not table.unseen:
        return
    count = options.of(TitanOptions).extra_harbingers
    if count < 0:
        count = 1
        if options.setup != "none":
            chosen = yield Choose(EXTRA_HARBINGERS, HARBINGER_COUNTS)
            count = chosen.number
    gang.called = True
    possible = sum(table.may_be_in_bag(token) for token in table.unseen)
    table.unseen_left = min(table.unseen_left + count, possible)


@LAYING_OUT.handler()
def lay_card(table: Table) -> Procedure:
    """Tell the people to put one of Agranok's cards face down."""
    facedown = table.options.of(TitanOptions).agranok == FACEDOWN
    if not table.board and table.options.setup != "none" and facedown:
        yield from by_hand(table, AGRANOK_CARD)


TOKENS: dict[str, type[Token]] = {
    "herald": SummoningHerald,
    "boom-troll": BoomTroll,
    "harbinger-dark-sorceress": SorceressHarbinger,
    "blue-plague": Plague,
    "green-plague": Plague,
    "red-plague": Plague,
    "wither": Wither,
    "elite-goblin": Elite,
    "elite-orc": Elite,
    "elite-troll": Elite,
    "reserve-squad": ReserveSquad,
    "stonemasons-cart": StonemasonsCart,
    "supply-wagon": SupplyWagon,
    "dark-sorceress": DarkSorceress,
    "agranok": Agranok,
    "agranok-card": LevelCard,
    "cavalier": Cavalier,
}


class DarkTitan(Box):
    """The Dark Titan: its tokens and cards, and how it joins a table."""

    extends = "castle-panic"
    variants = VARIANTS
    handlers = (
        call_gang,
        lay_card,
        burst,
        meet_marchers,
        meet_newcomer,
        rolled_over,
        crossed,
        blazed,
        effect_after_march,
        remember_card,
        meet_all,
        forget_card,
        besieged,
    )
    options = TitanOptions
    configurable = ("agranok",)

    def leaves_out(self, options: GameOptions) -> Collection[str]:
        """Return what one player alone plays without, of any expansion (The Dark Titan rulebook, Solitaire)."""
        return ("harbinger-basilisk", "stand-together") if options.players == 1 else ()

    def open(self, table: Table, facts: BoxFacts) -> None:
        """Bring Agranok's card, the Supports, and the Cavalier with its phase."""
        table.add(
            AgranokCard(table, table.piece("agranok#1", Agranok)),
            Supports(table),
            Rider(table, table.piece("cavalier#1", Cavalier)),
            Barrages(),
            Gang(),
        )
        place = 1 + [name for name, _ in table.phases].index("play")
        table.phases.insert(place, (PHASE, cavalier_phase))
        if SLIPPERY_SLOPE in table.options.variants:
            table.cards |= slippery_oils()


BOX = DarkTitan("dark-titan", TOKENS, dark_titan_cards())
