"""Agranok, the Dark Titan: his card, his damage and his effects (The Dark Titan rulebook, Agranok and Heralds).

What the numbers of a level do is printed on the cards alone. The companion rolls, and the people say what they read
there; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.game.board import Space
from companion.game.boxes.dark_titan.agranok_card import LEAST, AgranokCard, Herald
from companion.game.boxes.dark_titan.events import (
    AgranokEffect,
    AgranokEndured,
    AgranokRemembered,
    HeraldMissing,
)
from companion.game.events import DrawSkipped, HandsTold, MoveCause
from companion.game.pieces import Structure, Token
from companion.game.rules.cards import CARD_PLAYED, CardPlay
from companion.game.rules.combat import BY_CARD, strike
from companion.game.rules.effects import GiantBoulder
from companion.game.rules.hits import Hit
from companion.game.rules.movement import CLOCKWISE, COUNTER_CLOCKWISE, INWARD, MARCHING, march
from companion.game.rules.requests import Choose, Roll, by_hand
from companion.game.rules.table import NOTHING, Heading, March, Monster, Procedure, Table
from companion.game.rules.tokens import CommonMonster, greet
from companion.game.rules.turn import MOVE_PHASE_ENDED, SETTLED, draw_monsters, owe

WOUNDED = 4
"""The highest health of his wounded side."""
SLAYING = 4
"""What a card that slays takes from him."""
FIRST_ROLLING = 2
"""The lowest level that has effects."""
BY_AGRANOK = MoveCause("agranok")

EffectLine = Callable[[Table, Monster], Procedure]
"""What a line of his card does."""


class Agranok(CommonMonster):
    """He is summoned, hard to wound, and nobody's trophy."""

    __slots__ = ()
    drawable = False
    least_health = LEAST
    starter = False
    doubles = False
    boulder_proof = True
    outlives_slaying = True
    feels_structures = False

    def toll(self, table: Table, points: int) -> int:
        """He does not fall below his lowest health by a single point."""
        spare = self.health - LEAST
        if points <= spare:
            AgranokCard.of(table).blow = 0
            return points
        return self.health if AgranokCard.of(table).would_slay(points - spare, self.health) else spare

    def damaged(self, table: Table, lost: int, left: int) -> Procedure:
        """He may endure a point, and may be turned to his wounded side."""
        pending = AgranokCard.of(table).take_blow(left + lost)
        if left == LEAST and pending:
            table.emit(AgranokEndured(self, self.place, pending))
        return flipped(table, self) if 0 < left <= WOUNDED < left + lost else NOTHING

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """A hit that slays does its 4 points in all."""
        return self.smitten(table, player) if hit.slays else strike(table, self, hit.damage, player, BY_CARD)

    def smitten(self, table: Table, player: int) -> Procedure:
        """A card that slays does 4 points and is banished."""
        yield from strike(table, self, SLAYING, player, BY_CARD)
        yield from AgranokCard.of(table).banish(player)

    def buried(self, table: Table, slayer: int) -> int:
        """He is gone, and nobody's trophy."""
        AgranokCard.of(table).destroyed = True
        table.removed.append(self)
        return 0

    def comes_back(self) -> bool:
        """Never."""
        return False

    def endures(self, table: Table) -> int:
        """The points that it takes to slay him now."""
        return self.health - AgranokCard.of(table).pending_now(self.health)

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """By the variant Sigh of Relief all players draw a card."""
        if "less-panic-sigh-of-relief" in table.options.variants:
            table.emit(HandsTold("all-draw", self.kind.name, 1))
            yield from by_hand(table, "table-effect", piece=self)

    def advance(self, march: March) -> Procedure:
        """Like any other; in Phase 5 an effect may follow."""
        if march.cause == MARCHING:
            AgranokCard.of(march.table).marched = True
        return super().advance(march)

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """No structure hurts him."""
        return NOTHING


def flipped(table: Table, agranok: Agranok) -> Procedure:
    """He is turned to his wounded side: all players lose a card at random."""
    table.emit(HandsTold("hand-loss", agranok.kind.name, 1))
    yield from by_hand(table, "hand-loss", piece=agranok)


@CARD_PLAYED.handler("slaying")
def remember_card(table: Table, play: CardPlay) -> None:
    """A card is being played: it may be one that slays."""
    AgranokCard.of(table).playing = play


@SETTLED.handler("end-of-play")
def forget_card(table: Table) -> Procedure:
    """The play is over."""
    AgranokCard.of(table).playing = None
    return NOTHING


# His effects


class EffectQuestion(Choose):
    """Asks what the line of a level and a number says."""

    __slots__ = ("level", "value")

    def __init__(self, piece: Token, level: int, value: int) -> None:
        super().__init__("agranok-result", list(EFFECTS), piece=piece)
        self.level = level
        self.value = value

    def about(self, table: Table) -> dict[str, Any]:
        """The level and the number."""
        return {"level": self.level, "value": self.value}


@MOVE_PHASE_ENDED.handler()
def effect_after_march(table: Table) -> Procedure:
    """Phase 5 is over: an effect follows where he moved."""
    card = AgranokCard.of(table)
    marched, card.marched = card.marched, False
    return effect(table) if marched else NOTHING


def effect(table: Table) -> Procedure:
    """Levels 2 to 5, outside the Castle ring: the die chooses one of his effects."""
    card = AgranokCard.of(table)
    agranok = card.token
    if agranok.space is None or agranok.space.distance == 0:
        return
    if not card.level:
        yield from card.reveal()
    if card.level < FIRST_ROLLING:
        return
    value = yield Roll("agranok-effect", agranok)
    result = card.known.get((card.level, value), "")
    table.emit(AgranokEffect(agranok, card.level, value, result))
    if not result:
        result = yield from learn(card, value)
    yield from EFFECTS[result](table, agranok)


def learn(card: AgranokCard, value: int) -> Procedure:
    """The people read what a number does, and say whether to remember it."""
    result: str = yield EffectQuestion(card.token, card.level, value)
    if (yield Choose("agranok-remember", ["yes", "no"], piece=card.token)) == "yes":
        card.known[card.level, value] = result
        card.table.emit(AgranokRemembered(card.level, value, result))
    return result


def outward(space: Space) -> Space:
    """One ring toward the Forest."""
    return space.outward or space


def goes(heading: Heading) -> EffectLine:
    """He moves himself one space, and strikes what is in his way."""

    def move(table: Table, agranok: Monster) -> Procedure:
        here = agranok.place
        return NOTHING if heading(here) is here else march(table, (agranok,), heading, BY_AGRANOK)

    return move


def told(topic: str) -> EffectLine:
    """The people do something with their cards."""

    def tell(table: Table, agranok: Monster) -> Procedure:
        table.emit(HandsTold(topic, agranok.kind.name, 1))
        yield from by_hand(table, topic, piece=agranok)

    return tell


def nothing(table: Table, agranok: Monster) -> Procedure:
    """The line is empty."""
    return NOTHING


def boulder(table: Table, agranok: Monster | None = None) -> Procedure:
    """A Giant Boulder rolls, as if its token had been drawn."""
    return table.piece("giant-boulder#1", GiantBoulder).resolve(table)


def herald_returns(table: Table, agranok: Monster) -> Procedure:
    """A discarded Herald comes to the Forest by the die. It sets off nothing more."""
    discarded = [token for token in table.discard if isinstance(token, Herald)]
    if not discarded:
        table.emit(HeraldMissing())
        return
    herald = min(discarded, key=lambda token: token.number)
    arc = yield Roll("monster-arc", herald)
    table.discard.remove(herald)
    table.put_in_forest(herald, arc)
    yield from by_hand(table, "place-piece", piece=herald)
    yield from greet(table, herald)


def draw_one(table: Table, agranok: Monster) -> Procedure:
    """One more token is drawn: after those that are owed, or, where none are to be drawn yet, at once."""
    if table.phase == "draw":
        owe(table, agranok, 1)
        return
    if table.skip_draw or not table.bag_left:
        table.emit(DrawSkipped("missing" if table.skip_draw else "empty"))
        return
    table.draws_left = 1
    yield from draw_monsters(table)


def left_to_people(table: Table, agranok: Monster) -> Procedure:
    """The people do what the line says, and correct the companion afterwards."""
    yield from by_hand(table, "table-effect", piece=agranok)


EFFECTS: dict[str, EffectLine] = {
    "nothing": nothing,
    "forward": goes(INWARD),
    "clockwise": goes(CLOCKWISE),
    "counter-clockwise": goes(COUNTER_CLOCKWISE),
    "back": goes(outward),
    "giant-boulder": boulder,
    "herald-returns": herald_returns,
    "banish-top-card": told("banish"),
    "all-discard-1": told("all-discard"),
    "draw-monster": draw_one,
    "by-hand": left_to_people,
}
"""What a line of his card may do, in the words that the people pick from."""
