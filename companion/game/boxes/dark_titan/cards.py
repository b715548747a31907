"""The Castle cards of The Dark Titan: Boiling Oil, Barrage, Cavalier (its rulebook, Boiling Oil and Castle Cards)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.game.board import ARCHER, ARCS, CASTLE, COLORS, HIT_RINGS, SWORDSMAN
from companion.game.boxes.dark_titan.cavalier import Rider, place_cavalier
from companion.game.boxes.dark_titan.events import BarrageBegan, BarrageEnded
from companion.game.boxes.dark_titan.refusals import (
    BARRAGE_COLOR,
    BARRAGE_HITS_ONLY,
    BARRAGE_RING,
    BARRAGE_SPECIALS,
    CAVALIER_IN_PLAY,
)
from companion.game.rules.cards import GUESTS, Card, CardPlay, HitCard, on_board
from companion.game.rules.combat import BY_CARD, strike_all
from companion.game.rules.refusals import MISSING_FIELD, NO_SUCH_RING, UNKNOWN_FIELD, Refused
from companion.game.rules.reports import HitReported
from companion.game.rules.requests import DONE, Action, Done, PlayCards
from companion.game.rules.table import NOTHING, Monster, PassingPart, Procedure, Table
from companion.game.rules.topics import PLAY
from companion.game.rules.turn import settle

MIDNIGHT_OIL = "less-panic-burning-the-midnight-oil"
SLIPPERY_SLOPE = "less-panic-slippery-slope"


# Boiling Oil


class BoilingOil(Card):
    """A card by which every Monster of one color in the Swordsman ring loses 1 point. It is no Hit card.

    By the variant Burning the Midnight Oil a Monster that burns loses 2 points.
    """

    def __init__(self, color: str) -> None:
        super().__init__(f"{color}-boiling-oil")
        self.color = color
        self.colors = frozenset({color})

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Deal all damage at the same moment."""
        ring = play.details.get("ring", SWORDSMAN)
        hotter = MIDNIGHT_OIL in table.options.variants
        blows = [
            (monster, 2 if hotter and monster.flames else 1)
            for monster in table.board
            if monster.place.ring == ring and monster.place.color == self.color and not monster.shrugs_off(self)
        ]
        return strike_all(table, blows, play.player, BY_CARD) if blows else NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield the play in the Swordsman ring: it is always allowed."""
        yield CardPlay(self, table.player)


class SlipperyOil(BoilingOil):
    """Boiling Oil by the variant Slippery Slope: it may be played in the Castle ring instead."""

    takes = frozenset({"ring"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused for any other ring."""
        ring = play.details.get("ring", SWORDSMAN)
        if ring not in (SWORDSMAN, CASTLE):
            raise Refused(NO_SUCH_RING, name=ring)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for either ring."""
        yield from super().plays(table, hand)
        yield CardPlay(self, table.player, details={"ring": CASTLE})


# The Cavalier


class CavalierCard(Card):
    """A card that brings the Cavalier to the Swordsman ring of an arc. There is only one Cavalier."""

    needs = frozenset({"at"})
    places = frozenset({"arc"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused when the Cavalier is on the board."""
        rider = Rider.of(table)
        if rider.piece.space is not None:
            raise Refused(CAVALIER_IN_PLAY, piece=rider.piece)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Place the Cavalier. A forced play moves it there when it is on the board already."""
        return place_cavalier(table, play.arc.number)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for every arc, while the Cavalier is not on the board."""
        if Rider.of(table).piece.space is None:
            for arc in ARCS.values():
                yield CardPlay(self, table.player, at=arc)


# Barrage


class Barrages(PassingPart):
    """Whether a Barrage is under way. Then everybody may play Hit cards."""

    name = "barrage"

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """End the Barrage."""
        self.running = False


@GUESTS.handler()
def besieged(table: Table, play: CardPlay) -> bool:
    """Return whether somebody whose turn it is not may play a card: only Hit cards, while a Barrage is under way."""
    return Barrages.of(table).running and isinstance(play.card, HitCard)


class BarrageHits(PlayCards):
    """Asks for Hit cards of one ring or one color, by anybody, until `DONE`. The other one is empty."""

    __slots__ = ("ring", "color")
    variety = "barrage"

    def __init__(self, ring: str, color: str) -> None:
        super().__init__(PLAY)
        self.ring = ring
        self.color = color

    def check(self, table: Table, answer: Action | Done) -> None:
        """Raise Refused for anything but a Hit card of that ring or color, played alone.

        A report of a hit names no card, so it is taken for one that fits. A forced play may be of another ring or
        color.
        """
        if isinstance(answer, Done):
            return
        if not isinstance(answer, HitReported) and not _is_hit(answer):
            raise Refused(BARRAGE_HITS_ONLY)
        answer.check(table)
        if isinstance(answer, CardPlay) and not answer.force:
            self.check_hit(answer)

    def about(self, table: Table) -> dict[str, Any]:
        """Return the ring and the color; one of them is empty."""
        return {"ring": self.ring, "color": self.color}

    def check_hit(self, play: CardPlay) -> None:
        """Raise Refused for a Special card, and for a Hit card of another ring or color."""
        if play.together:
            raise Refused(BARRAGE_SPECIALS, card=play.together[0].name)
        if not self.fits(play.card, on_board(play.on[0])):
            raise Refused(BARRAGE_RING if self.ring else BARRAGE_COLOR, card=play.card.name)

    def fits(self, card: Card, monster: Monster) -> bool:
        """Return whether a Hit card on a Monster is one of that ring or color."""
        if self.color:  # the hit reaches the Monster, so its card is of the color of that space, or of any color
            return monster.place.color == self.color
        assert isinstance(card, HitCard)
        if card.ring == "hero":  # a Hero counts as a card of the ring where it hits; it hits those who fly as an Archer
            return monster.place.ring == self.ring or (self.ring == ARCHER and monster.kind.flying)
        return card.ring == self.ring


def _is_hit(answer: Action) -> bool:
    return isinstance(answer, CardPlay) and isinstance(answer.card, HitCard)


class Barrage(Card):
    """A card by which all players may play any number of Hit cards of one ring or one color."""

    takes = frozenset({"ring", "color"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused unless exactly one of ring and color is named, and for a ring without Hit cards."""
        if not play.details:
            raise Refused(MISSING_FIELD, field="ring")
        if len(play.details) > 1:
            raise Refused(UNKNOWN_FIELD, field="color")
        if play.details.get("ring", ARCHER) not in HIT_RINGS:
            raise Refused(NO_SUCH_RING, name=play.details["ring"])

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Take Hit cards until everybody is done."""
        ring, color = play.details.get("ring", ""), play.details.get("color", "")
        barrages = Barrages.of(table)
        table.emit(BarrageBegan(play.player, ring, color))
        barrages.running = True
        try:
            while (action := (yield BarrageHits(ring, color))) is not DONE:
                yield from action.resolve(table)
                yield from settle(table)
        finally:  # an undo or a correction closes this procedure in the middle of the Barrage
            barrages.running = False
        table.emit(BarrageEnded(play.player))

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for each ring and each color."""
        for ring in HIT_RINGS:
            yield CardPlay(self, table.player, details={"ring": ring})
        for color in COLORS:
            yield CardPlay(self, table.player, details={"color": color})


def dark_titan_cards() -> dict[str, Card]:
    """Return the Castle cards of The Dark Titan by name."""
    oils: list[Card] = [BoilingOil(color) for color in COLORS]
    return {card.name: card for card in [*oils, Barrage("barrage"), CavalierCard("cavalier")]}


def slippery_oils() -> dict[str, Card]:
    """Return the cards of Boiling Oil by the variant Slippery Slope, by name."""
    oils: list[Card] = [SlipperyOil(color) for color in COLORS]
    return {card.name: card for card in oils}
