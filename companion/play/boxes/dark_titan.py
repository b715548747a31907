"""The people in The Dark Titan: Heralds, banished cards, Supports that are moved, the Cavalier (its rulebook)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Any

from companion.game.board import Space
from companion.game.boxes.dark_titan.agranok import EFFECTS, EffectQuestion
from companion.game.boxes.dark_titan.cards import BarrageHits, Barrages
from companion.game.boxes.dark_titan.cavalier import CavalierTurn, Orders, Rider
from companion.game.boxes.dark_titan.supports import ANY_COLOR, MoveSupport, Supports, beside, reach_of
from companion.game.boxes.dark_titan.topics import ALL_DRAW, BANISH, HAND_LOSS, HERALD_1, HERALD_2, WAGON_DRAW
from companion.game.events import HandsTold
from companion.game.pieces import CardKind
from companion.game.rules.cards import Card, CardPlay, HitCard, legal_plays
from companion.game.rules.requests import DONE, Choose
from companion.game.rules.table import Table
from companion.play.box_people import BoxPeople, Hands, Task
from companion.play.deal import Deal
from companion.talk.boxes.dark_titan import CavalierMessage, MoveSupportMessage
from companion.talk.verb import Message

CAVALIER = 25.0
"""What the Cavalier on the board is worth."""
SUPPORT, NEARER = 4.0, 3.0
"""What a point of health of a Support is worth in the Forest, and how much more for every space nearer."""
VOLLEY = 9.0
"""What each Hit card beyond the first that a Barrage lets friends play is worth."""


def each_gives_up(fits: Callable[[CardKind], bool]) -> Task:
    """Return the deed of a Herald: every player gives up a card of a sort."""

    def lose(deal: Deal, told: HandsTold) -> None:
        deal.all_lose(lambda hand: deal.cheapest([name for name in hand if fits(deal.kind(name))]))

    return lose


def hand_loss(deal: Deal, told: HandsTold) -> None:
    """Let every player lose cards at random."""
    deal.all_lose(lambda hand: deal.luck.sample(hand, min(told.count, len(hand))))


def all_draw(deal: Deal, told: HandsTold) -> None:
    """Let every player draw."""
    for player in deal.hands:
        deal.draw(player, told.count)


def banish(deal: Deal, told: HandsTold) -> None:
    """Take the card that was just played out of the game, or else the top card of the Castle deck."""
    cards = deal.cards
    played = [pile for pile in (cards.castle, cards.wizard) if cards.played in pile.discards]
    if told.source == "agranok" and deal.table.phase == "play" and played:
        played[0].discards.remove(cards.played)
        cards.away.append(cards.played)
    elif (card := cards.castle.draw(deal.luck)) is not None:
        cards.away.append(card)


class DarkTitanPeople(BoxPeople):
    """What The Dark Titan asks of the people, and what they can do with it."""

    tasks = MappingProxyType(
        {
            HERALD_1: each_gives_up(lambda card: isinstance(card, HitCard)),
            HERALD_2: each_gives_up(lambda card: not isinstance(card, HitCard)),
            HAND_LOSS: hand_loss,
            ALL_DRAW: all_draw,
            WAGON_DRAW: all_draw,
            BANISH: banish,
        }
    )

    def cost(self, entry: object, deal: Deal) -> Iterable[str]:
        """Return the color card that moves a Support: the cheapest that has its color."""
        if not isinstance(entry, MoveSupport):
            return ()
        return deal.cheapest([name for name in deal.hand if entry.color in color_of(deal.kind(name))])

    def worth(self, table: Table) -> float:
        """Return the worth of the Supports, more the nearer they are to the Castle, and of the Cavalier, a friend."""
        supports = Supports.of(table).supports
        near = sum(support.health * (SUPPORT + NEARER * (4 - support.place.distance)) for support in supports)
        return near + CAVALIER * (Rider.of(table).piece.space is not None)

    def promise(self, action: Any, deal: Deal) -> float:
        """Return the worth of a Barrage: one Hit card each of those that have a target."""
        if not isinstance(action, CardPlay) or not action.details.keys() & {"ring", "color"}:
            return 0.0
        volley = BarrageHits(action.details.get("ring", ""), action.details.get("color", ""))
        plays = hits_of_all(deal.table, deal.hands)
        hits = [play for play in plays if play.target and volley.fits(play.card, play.target)]
        cards = {(play.player, play.card.name) for play in hits}
        return VOLLEY * max(0, min(len(cards), len({play.on for play in hits})) - 1)

    def actions(self, table: Table, hands: Hands) -> Iterator[Any]:
        """Yield the friends' hits in a Barrage, or else the ways to move Supports with the cards of the player."""
        if Barrages.of(table).running:
            yield from hits_of_all(table, {player: hand for player, hand in hands.items() if player != table.player})
            return
        colors = {color for name in hands[table.player] for color in color_of(table.cards[name])}
        for support in Supports.of(table).supports:
            for path in ways(support.place):
                for color in sorted(colors):
                    if len(path) <= reach_of(color, support.place):
                        yield MoveSupport(support, path, color)

    def choices(self, table: Table, request: Choose) -> Sequence[Any] | None:
        """Return all that the Cavalier can do in one go; and what a line of Agranok's card says, the same each time."""
        if isinstance(request, EffectQuestion):
            lines = list(EFFECTS)
            return [lines[(request.level + request.value) % len(lines)]]
        if not isinstance(request, CavalierTurn):
            return None
        rider = Rider.of(table)
        here, spaces = rider.piece.space, rider.spaces()
        orders = [Orders(space, None, False) for space in spaces]
        orders += [Orders(move, foe, True) for foe in rider.foes(here) for move in (None, *spaces)]
        orders += [Orders(move, foe, False) for move in spaces for foe in rider.foes(move)]
        return [DONE, *orders]

    def message(self, action: Any) -> Message | None:
        """Return the input for a Support that is moved, or for the orders of the Cavalier."""
        if isinstance(action, MoveSupport):
            return MoveSupportMessage(action.support.name, [space.name for space in action.path], action.color)
        if isinstance(action, Orders):
            return CavalierMessage(
                action.move.name if action.move else None,
                action.attack.name if action.attack else None,
                "attack" if action.attack_first else "move",
            )
        return None


def color_of(card: CardKind) -> frozenset[str]:
    """Return the color of a card as a Support asks for it: "any" for one of any color, none for other cards."""
    return frozenset({ANY_COLOR}) if len(card.colors) > 1 else card.colors


def hits_of_all(table: Table, hands: Hands) -> Iterator[CardPlay]:
    """Yield the plays of the Hit cards of some hands, each alone."""
    for player, hand in hands.items():
        cards = [Card.of(table, name) for name in dict.fromkeys(hand)]
        for play in legal_plays(table, [card for card in cards if isinstance(card, HitCard)]):
            play.player = player
            yield play


def ways(space: Space) -> Iterator[tuple[Space, ...]]:
    """Yield the ways of one or two spaces that do not lead back."""
    if not space.distance:
        return
    for first in beside(space):
        if first.distance <= space.distance:
            yield (first,)
            if first.distance and first.inward:
                yield first, first.inward


PEOPLE = DarkTitanPeople("dark-titan")
