"""The people in The Wizard's Tower: the Wizard deck, Flames put out, friends who were invited (its rulebook)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Any

from companion.game.boxes.wizards_tower.events import WizardDeckLeft, WizardDeckReturned
from companion.game.boxes.wizards_tower.fire import MATERIALS, Extinguish
from companion.game.boxes.wizards_tower.spells import Spells
from companion.game.boxes.wizards_tower.topics import (
    BERSERK,
    DISCARD_DOWN,
    DISCARD_WIZARD_CARD,
    EYE_OF_THE_ORACLE,
    FILL_HANDS,
    NEVER_LOSE_HOPE,
    REINFORCE,
    WIZARD_CARD_LEAVES,
)
from companion.game.events import HandsTold
from companion.game.rules.cards import Card, CardPlay, HitCard, legal_plays
from companion.game.rules.table import Table
from companion.play.box_people import BoxPeople, Hands
from companion.play.deal import Deal
from companion.talk.boxes.wizards_tower import ExtinguishMessage
from companion.talk.verb import Message

CARDS_LEFT = 2
"""The cards that a player keeps when all must discard down."""
SEEN = 5
"""The cards that the Eye of the Oracle shows."""
ICE = 40.0
"""What it is worth that no Monster moves this turn."""
INVITED = 12.0
"""What it is worth to let a friend play a card."""
PAID = frozenset({"arcane-assembly", "mystical-manufacturing"})
"""The cards that cost a Brick or Mortar for each place where they build."""


def discard_down(deal: Deal, told: HandsTold) -> None:
    """Let every player keep two cards."""
    deal.all_lose(lambda hand: deal.cheapest(hand, max(0, len(hand) - CARDS_LEFT)))


def discard_wizard_card(deal: Deal, told: HandsTold) -> None:
    """Let every player who has Wizard cards give one up."""
    deal.all_lose(lambda hand: [name for name in hand if deal.kind(name).wizard][:1])


def never_lose_hope(deal: Deal, told: HandsTold) -> None:
    """Let the player swap as many cards as there are in the hand."""
    deal.cards.swaps_left += len(deal.hand)


def reinforce(deal: Deal, told: HandsTold) -> None:
    """Let every player draw, of the Wizard deck if it is there."""
    for player in deal.hands:
        deal.draw(player, told.count, wizard=True)


def eye_of_the_oracle(deal: Deal, told: HandsTold) -> None:
    """Let the player look at some cards and keep the best. The others go back on the deck."""
    castle = deal.cards.castle
    seen = [card for _ in range(SEEN) if (card := castle.draw(deal.luck)) is not None]
    if seen:
        *back, kept = deal.cheapest(seen, len(seen))
        deal.hand.append(kept)
        castle.cards += back


def nothing_more(deal: Deal, told: HandsTold) -> None:
    """Do nothing: a card to draw is told by itself, and one that leaves the game has left when it was put away."""


def fill_hands(deal: Deal, told: HandsTold) -> None:
    """Let every player draw up."""
    for player in deal.hands:
        deal.fill(player)


def deck_leaves(deal: Deal) -> None:
    """Take the Wizard deck and its discards out of the game."""
    deal.cards.wizardry = False


def deck_returns(deal: Deal) -> None:
    """Bring the Wizard deck back."""
    deal.cards.wizardry = True


def friends_plays(table: Table, hand: Iterable[str], friend: int) -> Iterator[CardPlay]:
    """Yield the plays of a friend who may play one Hit or Wizard card."""
    cards = [Card.of(table, name) for name in dict.fromkeys(hand)]
    for play in legal_plays(table, [card for card in cards if card.wizard or isinstance(card, HitCard)]):
        if not play.together:
            play.player = friend
            yield play


class WizardsTowerPeople(BoxPeople):
    """What The Wizard's Tower asks of the people, and what they can do with it."""

    tasks = MappingProxyType(
        {
            BERSERK: nothing_more,
            DISCARD_DOWN: discard_down,
            DISCARD_WIZARD_CARD: discard_wizard_card,
            NEVER_LOSE_HOPE: never_lose_hope,
            REINFORCE: reinforce,
            EYE_OF_THE_ORACLE: eye_of_the_oracle,
            FILL_HANDS: fill_hands,
            WIZARD_CARD_LEAVES: nothing_more,
        }
    )
    events = MappingProxyType({WizardDeckLeft: deck_leaves, WizardDeckReturned: deck_returns})

    def cost(self, entry: object, deal: Deal) -> Iterable[str]:
        """Return the Brick or Mortar that puts out a Flame, or those that pay for what a Wizard card builds."""
        if isinstance(entry, Extinguish):
            return [entry.card.name]
        if not isinstance(entry, CardPlay) or entry.card.name not in PAID:
            return ()
        payable = [name for name in deal.hands[entry.player] if name in MATERIALS]
        return payable[: len(entry.at) if isinstance(entry.at, tuple) else 1]

    def worth(self, table: Table) -> float:
        """Return the worth of ice, which holds all Monsters for a turn."""
        return ICE if Spells.of(table).ice else 0.0

    def promise(self, action: Any, deal: Deal) -> float:
        """Return the worth of an invitation to a friend who has something to play."""
        friend = action.details.get("for") if isinstance(action, CardPlay) else None
        if friend is None or not any(friends_plays(deal.table, deal.hands[friend], friend)):
            return 0.0
        return INVITED

    def actions(self, table: Table, hands: Hands) -> Iterator[Any]:
        """Yield the ways to put out Flames, and the plays of an invited friend."""
        for name in dict.fromkeys(name for name in hands[table.player] if name in MATERIALS):
            for structure in (*table.walls, *table.towers):
                if structure.flames:
                    yield Extinguish(Card.of(table, name), structure, table.player)
        guest = Spells.of(table).guest
        if guest and guest != table.player:
            yield from friends_plays(table, hands[guest], guest)

    def message(self, action: Any) -> Message | None:
        """Return the input for a Flame that is put out."""
        return ExtinguishMessage(action.card.name, action.at.name) if isinstance(action, Extinguish) else None


PEOPLE = WizardsTowerPeople("wizards-tower")
