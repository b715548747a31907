"""What a friendly group does with its cards before it plays them: swapping, trading, fetching from the discards."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.rules.cards import HitCard
from companion.game.rules.table import Table
from companion.play.acts import Act, Fetch, Swap, Trade
from companion.play.deal import Deal
from companion.play.mind import Mind

ANY_HIT = 1.0
COMING = 1.5
"""What it is worth to hold a Hit card for a Monster that comes into its reach in the next turn; later it is less."""
KEPT = 6.0
"""What any other card is worth that cannot be used now."""
ALMOST = 0.8
"""How much of what a card can do now it is worth to hold it."""
WORTH_HOLDING = 23.0
"""A card that is worth less is swapped."""
OTHERS = 0.5
"""How much a card in the hand of another player counts."""
WORTH_TRADING = 1.0


def bargain(mind: Mind, deal: Deal) -> Act | None:
    """Return what the player whose turn it is does with the cards now; None when nothing more helps."""
    cards = deal.cards
    if cards.fetches_left and (fetched := fetch(mind, deal)):
        return fetched
    if cards.swaps_left and (swapped := swap(mind, deal)):
        return swapped
    return trade(mind, deal) if cards.trades_left else None


def swap(mind: Mind, deal: Deal) -> Swap | None:
    """Return the swap of the card that is worth least, if that is little."""
    hand, gains = deal.hand, mind.gains(deal.hand)
    values = [(keep(mind, deal, name, hand, gains.get(name, 0.0)), name) for name in hand]
    if not values or min(values)[0] >= WORTH_HOLDING:
        return None
    return Swap(min(values)[1], wizard=deal.cards.wizardry)


def trade(mind: Mind, deal: Deal) -> Trade | None:
    """Return the trade that helps both most."""
    hand, gains = deal.hand, mind.gains(deal.hand)
    offers = list[tuple[float, str, str, int]]()
    for player, others in deal.hands.items():
        for wanted in dict.fromkeys(others) if player != deal.player else ():
            gain = mind.gains([*hand, wanted]).get(wanted, 0.0)
            if gain <= 0:
                continue
            won = keep(mind, deal, wanted, [*hand, wanted], gain) - OTHERS * keep(mind, deal, wanted, others)
            for given in dict.fromkeys(hand):
                lost = keep(mind, deal, given, hand, gains.get(given, 0.0)) - OTHERS * keep(
                    mind, deal, given, [*others, given]
                )
                offers.append((won - lost, given, wanted, player))
    if not offers or max(offers)[0] <= WORTH_TRADING:
        return None
    return Trade(*max(offers)[1:])


def fetch(mind: Mind, deal: Deal) -> Fetch | None:
    """Return the card out of the discards that is worth most, other than the one that was played for it."""
    found = [name for name in dict.fromkeys(deal.cards.castle.discards) if name != deal.cards.played]
    hands = {name: [*deal.hand, name] for name in found}
    values = [(keep(mind, deal, name, hands[name], mind.gains(hands[name]).get(name, 0.0)), name) for name in found]
    return Fetch(max(values)[1]) if values else None


def keep(mind: Mind, deal: Deal, name: str, hand: Sequence[str], gain: float = 0.0) -> float:
    """Return what a card is worth to the one who holds it, when the best play with it gains so much now."""
    card = deal.kind(name)
    if isinstance(card, HitCard):
        return gain * ALMOST + ANY_HIT + coming(deal.table, card)
    held = [value for box in mind.boxes if (value := box.holding(name, hand)) is not None]
    return gain * ALMOST + (held[0] if held else KEPT)


def coming(table: Table, card: HitCard) -> float:
    """Return what a Hit card is worth for the Monsters that are on their way into its reach."""
    value = 0.0
    for monster in table.board:
        turns, space = 0, monster.space
        while space is not None and space.distance and space not in card.plain.reach:
            turns, space = turns + 1, space.inward
        if turns and space is not None and space.distance:
            value += COMING / turns
    return value
