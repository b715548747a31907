"""The people in Castle Panic: plagues, tokens that make all discard, cards that draw, and the Overlord's hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import MappingProxyType

from companion.game.board import ARCHER, KNIGHT, SWORDSMAN
from companion.game.boxes.castle_panic.overlord import NOTHING_AT_ALL, SUPPORT, OverlordTap
from companion.game.boxes.castle_panic.topics import OVERLORD_ARC, OVERLORD_PLAY, SCAVENGE
from companion.game.events import HandsTold
from companion.game.pieces import Token
from companion.game.rules.cards import HitCard
from companion.game.rules.requests import Choose, Tap
from companion.game.rules.table import Table
from companion.game.rules.topics import ALL_DISCARD, DRAW_CARDS, PLAGUE
from companion.play.box_people import BoxPeople
from companion.play.deal import Deal

RINGS_STRUCK = MappingProxyType({"plague-archers": ARCHER, "plague-knights": KNIGHT, "plague-swordsmen": SWORDSMAN})
"""The ring whose Hit cards a plague takes, by the kind of its token."""
OVERLORD_HAND = 3
"""How many tokens the Overlord draws up to."""
PARTS_OF_A_WALL = ("brick", "mortar")
PAIR, SINGLE, SPARE = 5.0, 2.0, 3.0
"""What a Brick or Mortar is worth beside the other, and without it; what another one in the hand takes off."""


def all_discard(deal: Deal, told: HandsTold) -> None:
    """Let every player give up some cards."""
    deal.all_lose(lambda hand: deal.cheapest(hand, told.count))


def plague(deal: Deal, told: HandsTold) -> None:
    """Let every player lose the Hit cards of a ring, or the cards of a color, whatever the token names."""
    ring, color = RINGS_STRUCK.get(told.source), told.source.removesuffix("-plague")

    def struck(name: str) -> bool:
        card = deal.kind(name)
        return color in card.colors or (isinstance(card, HitCard) and card.ring == ring)

    deal.all_lose(lambda hand: filter(struck, hand))


def draw_cards(deal: Deal, told: HandsTold) -> None:
    """Let the player whose turn it is draw."""
    deal.draw(deal.player, told.count)


def scavenge(deal: Deal, told: HandsTold) -> None:
    """Let the player take a card from the discards."""
    deal.cards.fetches_left += 1


class CastlePanicPeople(BoxPeople):
    """What the base game asks of the people's cards, and an Overlord who holds tokens and plays against the others."""

    tasks = MappingProxyType({ALL_DISCARD: all_discard, PLAGUE: plague, DRAW_CARDS: draw_cards, SCAVENGE: scavenge})

    def holding(self, card: str, hand: Sequence[str]) -> float | None:
        """Return what it is worth to hold a Brick or Mortar: one of each builds a Wall."""
        if card not in PARTS_OF_A_WALL:
            return None
        paired = any(other in hand for other in PARTS_OF_A_WALL if other != card)
        return (PAIR if paired else SINGLE) - SPARE * (hand.count(card) > 1)

    def choices(self, table: Table, request: Choose) -> Sequence[object] | None:
        """Return what an Overlord plays: anything but nothing."""
        if request.topic != OVERLORD_PLAY:
            return None
        return [option for option in request.options if option != NOTHING_AT_ALL]

    def against(self, request: Choose) -> bool:
        """Return whether the Overlord chooses."""
        return request.topic in (OVERLORD_PLAY, OVERLORD_ARC)

    def tokens(self, request: Tap, deal: Deal, luck: random.Random) -> Sequence[Token] | None:
        """Return the tokens in the Overlord's hand, drawn up first. Supports must be played at once."""
        if not isinstance(request, OverlordTap):
            return None
        drawable = {token.name: token for token in deal.table.drawable()}
        held = [name for name in deal.cards.tokens if name in drawable]
        size = max(OVERLORD_HAND, deal.table.draws_left)
        rest = [name for name in drawable if name not in held]
        held += luck.sample(rest, min(len(rest), max(0, size - len(held))))
        deal.cards.tokens = held
        tokens = [drawable[name] for name in held]
        return [token for token in tokens if token.kind.sort == SUPPORT] or tokens


PEOPLE = CastlePanicPeople("castle-panic")
