"""What players do with their cards that no rule asks about: swapping, trading, searching the discards."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec

from companion.play.deal import Deal


class HandsError(Exception):
    """What cannot be done with the cards; `message` names why in the catalogue, `facts` fill it."""

    def __init__(self, message: str, **facts: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts


class _Act(msgspec.Struct, frozen=True, tag_field="act"):
    message: ClassVar[str]
    """The words for it, when it is done."""
    card: str

    def do(self, deal: Deal) -> None:
        """Do it. Raise HandsError, and change nothing, when that is impossible."""
        raise NotImplementedError


class Swap(_Act, frozen=True, tag="swap"):
    """A card is discarded for a new one, of the Wizard deck if the player wants.

    Source: Castle Panic rulebook, Discard and Draw; the rulebook of the box with the Wizard deck.
    """

    message = "play-did-swap"
    wizard: bool = False

    def do(self, deal: Deal) -> None:
        """Draw after discarding."""
        if not deal.cards.swaps_left:
            raise HandsError("play-no-swap")
        if self.wizard and not deal.cards.wizardry:
            raise HandsError("play-no-wizard-deck")
        _need(deal, deal.player, self.card)
        deal.spend(deal.player, self.card)
        deal.draw(deal.player, wizard=self.wizard)
        deal.cards.swaps_left -= 1


class Trade(_Act, frozen=True, tag="trade"):
    """A card is traded for one of another player."""

    message = "play-did-trade"
    wanted: str
    other: int

    def do(self, deal: Deal) -> None:
        """Both change hands at once."""
        if not deal.cards.trades_left or self.other == deal.player or self.other not in deal.hands:
            raise HandsError("play-no-trade")
        _need(deal, deal.player, self.card)
        _need(deal, self.other, self.wanted)
        for holder, old, new in ((deal.player, self.card, self.wanted), (self.other, self.wanted, self.card)):
            deal.hands[holder].remove(old)
            deal.hands[holder].append(new)
        deal.cards.trades_left -= 1


class Fetch(_Act, frozen=True, tag="fetch"):
    """A card is taken out of the discards of the Castle deck, which a Scavenge allows."""

    message = "play-did-fetch"

    def do(self, deal: Deal) -> None:
        """Take it."""
        if not deal.cards.fetches_left:
            raise HandsError("play-no-fetch")
        if self.card not in deal.cards.castle.discards:
            raise HandsError("play-not-discarded", card=self.card)
        deal.cards.castle.discards.remove(self.card)
        deal.hand.append(self.card)
        deal.cards.fetches_left -= 1


Act: TypeAlias = Swap | Trade | Fetch


def _need(deal: Deal, player: int, card: str) -> None:
    """Raise HandsError when the player does not hold the card."""
    if card not in deal.hands[player]:
        raise HandsError("play-not-in-hand", card=card, player=player)
