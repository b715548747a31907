"""Agranok, the Dark Titan: his token, his damage and his effects (The Dark Titan rulebook, Agranok and Heralds).

What the lines of a card do is printed on the cards alone. The companion asks for the roll, and the people say what they
read. Nothing is guessed.
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
from companion.game.boxes.dark_titan.topics import (
    AGRANOK_EFFECT,
    AGRANOK_REMEMBER,
    AGRANOK_RESULT,
    ALL_DRAW,
    BANISH,
    HAND_LOSS,
)
from companion.game.events import DrawSkipped, HandsTold, MoveCause, Topic
from companion.game.pieces import Structure, Token
from companion.game.rules.cards import CARD_PLAYED, CardPlay
from companion.game.rules.combat import BY_CARD, strike
from companion.game.rules.effects import GiantBoulder
from companion.game.rules.hits import Hit
from companion.game.rules.movement import CLOCKWISE, COUNTER_CLOCKWISE, INWARD, MARCHING, march
from companion.game.rules.requests import Choose, Roll, by_hand
from companion.game.rules.table import NOTHING, Heading, March, Monster, Procedure, Table
from companion.game.rules.tokens import CommonMonster, greet
from companion.game.rules.topics import ALL_DISCARD, MONSTER_ARC, PLACE_PIECE, TABLE_EFFECT
from companion.game.rules.turn import MOVE_PHASE_ENDED, SETTLED, draw_monsters, owe

WOUNDED = 4
"""The highest health of Agranok's wounded side."""
SLAYING = 4
"""The points that a card that slays takes from Agranok."""
FIRST_ROLLING = 2
"""The lowest level that has effects."""
SIGH_OF_RELIEF = "less-panic-sigh-of-relief"
BY_AGRANOK = MoveCause("agranok")

EffectProcedure = Callable[[Table, Monster], Procedure]
"""Does what a line of Agranok's card says. Its arguments are the table and Agranok."""


class Agranok(CommonMonster):
    """A Monster that Heralds summon, that is hard to wound, and that no player keeps."""

    __slots__ = ()
    drawable = False
    least_health = LEAST
    starter = False
    doubles = False
    boulder_proof = True
    outlives_slaying = True
    feels_structures = False

    def toll(self, table: Table, points: int) -> int:
        """Return how much health a blow takes. A single point does not take him below his lowest health.

        This also notes the points beyond the lowest health, because `damaged` is told only what was lost. Other callers
        may ask too: each call replaces the note of the call before.
        """
        spare = self.health - LEAST
        if points <= spare:
            AgranokCard.of(table).blow = 0
            return points
        return self.health if AgranokCard.of(table).would_slay(points - spare, self.health) else spare

    def damaged(self, table: Table, lost: int, left: int) -> Procedure:
        """Count the points that he endures, and turn him to his wounded side when he comes down to it."""
        pending = AgranokCard.of(table).take_blow(left + lost)
        if left == LEAST and pending:
            table.emit(AgranokEndured(self, self.place, pending))
        return flipped(table, self) if 0 < left <= WOUNDED < left + lost else NOTHING

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """Lose health. A hit that slays takes 4 points in all, whatever damage it would deal."""
        return self.smitten(table, player) if hit.slays else strike(table, self, hit.damage, player, BY_CARD)

    def smitten(self, table: Table, player: int) -> Procedure:
        """Lose 4 points to a card that slays. The card is banished."""
        yield from strike(table, self, SLAYING, player, BY_CARD)
        yield from AgranokCard.of(table).banish(player)

    def buried(self, table: Table, slayer: int) -> int:
        """Leave the game. No player keeps him."""
        AgranokCard.of(table).destroyed = True
        table.removed.append(self)
        return 0

    def comes_back(self) -> bool:
        """Return False: the Necromancer cannot call him."""
        return False

    def endures(self, table: Table) -> int:
        """Return the points that it takes to slay him now."""
        return self.health - AgranokCard.of(table).pending_now(self.health)

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """Tell all players to draw a card, by the variant Sigh of Relief."""
        if SIGH_OF_RELIEF in table.options.variants:
            table.emit(HandsTold(ALL_DRAW, self.kind.name, 1))
            yield from by_hand(table, TABLE_EFFECT, piece=self)

    def advance(self, march: March) -> Procedure:
        """Move like any other Monster. Note it in Phase 5, because an effect follows."""
        if march.cause == MARCHING:
            AgranokCard.of(march.table).marched = True
        return super().advance(march)

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """Take no damage: no structure hurts him."""
        return NOTHING


def flipped(table: Table, agranok: Agranok) -> Procedure:
    """Turn Agranok to his wounded side. All players lose a card at random."""
    table.emit(HandsTold(HAND_LOSS, agranok.kind.name, 1))
    yield from by_hand(table, HAND_LOSS, piece=agranok)


@CARD_PLAYED.handler("slaying")
def remember_card(table: Table, play: CardPlay) -> None:
    """Remember the card that is being played: if it slays, Agranok banishes it."""
    AgranokCard.of(table).playing = play


@SETTLED.handler("end-of-play")
def forget_card(table: Table) -> Procedure:
    """Forget the card: its play is over."""
    AgranokCard.of(table).playing = None
    return NOTHING


# His effects


class EffectQuestion(Choose):
    """Asks what the line of a level and a number says."""

    __slots__ = ("level", "value")

    def __init__(self, piece: Token, level: int, value: int) -> None:
        super().__init__(AGRANOK_RESULT, list(EFFECTS), piece=piece)
        self.level = level
        self.value = value

    def about(self, table: Table) -> dict[str, Any]:
        """Return the level and the number."""
        return {"level": self.level, "value": self.value}


@MOVE_PHASE_ENDED.handler()
def effect_after_march(table: Table) -> Procedure:
    """Set off an effect when Phase 5 is over and Agranok took part in its movement."""
    card = AgranokCard.of(table)
    marched, card.marched = card.marched, False
    return effect(table) if marched else NOTHING


def effect(table: Table) -> Procedure:
    """Let the die choose one of Agranok's effects. There are none at level 1 and none in the Castle ring."""
    card = AgranokCard.of(table)
    agranok = card.token
    if agranok.space is None or agranok.space.distance == 0:
        return
    if not card.level:  # a correction may have put him on the board with his card face down
        yield from card.reveal()
    if card.level < FIRST_ROLLING:
        return
    value = yield Roll(AGRANOK_EFFECT, agranok)
    result = card.known.get((card.level, value), "")
    table.emit(AgranokEffect(agranok, card.level, value, result))
    if not result:
        result = yield from learn(card, value)
    yield from EFFECTS[result](table, agranok)


def learn(card: AgranokCard, value: int) -> Procedure:
    """Ask what the line of a number says and whether to remember it. Return the answer, a key of `EFFECTS`."""
    result: str = yield EffectQuestion(card.token, card.level, value)
    if (yield Choose(AGRANOK_REMEMBER, ["yes", "no"], piece=card.token)) == "yes":
        card.known[card.level, value] = result
        card.table.emit(AgranokRemembered(card.level, value, result))
    return result


def outward(space: Space) -> Space:
    """Return the space one ring toward the Forest; in the Forest the same space."""
    return space.outward or space


def goes(heading: Heading) -> EffectProcedure:
    """Return an effect that moves Agranok one space. He attacks what is in his way."""

    def move(table: Table, agranok: Monster) -> Procedure:
        here = agranok.place
        return NOTHING if heading(here) is here else march(table, (agranok,), heading, BY_AGRANOK)

    return move


def told(topic: Topic) -> EffectProcedure:
    """Return an effect that tells the people to do something with their cards."""

    def tell(table: Table, agranok: Monster) -> Procedure:
        table.emit(HandsTold(topic, agranok.kind.name, 1))
        yield from by_hand(table, topic, piece=agranok)

    return tell


def nothing(table: Table, agranok: Monster) -> Procedure:
    """Do nothing: the line is empty."""
    return NOTHING


def boulder(table: Table, agranok: Monster | None = None) -> Procedure:
    """Roll a Giant Boulder, as if its token had been drawn. The token stays where it is."""
    return table.piece("giant-boulder#1", GiantBoulder).resolve(table)


def herald_returns(table: Table, agranok: Monster) -> Procedure:
    """Put a discarded Herald into the Forest of a rolled arc. Unlike one that is drawn it sets off no effect."""
    discarded = [token for token in table.discard if isinstance(token, Herald)]
    if not discarded:
        table.emit(HeraldMissing())
        return
    herald = min(discarded, key=lambda token: token.number)
    arc = yield Roll(MONSTER_ARC, herald)
    table.discard.remove(herald)
    herald.reset()  # it may be one that was spent
    table.put_in_forest(herald, arc)
    yield from by_hand(table, PLACE_PIECE, piece=herald)
    yield from greet(table, herald)


def draw_one(table: Table, agranok: Monster) -> Procedure:
    """Draw one more token: after those already owed, or at once outside of Phase 6."""
    if table.phase == "draw":
        owe(table, agranok, 1)
        return
    if table.skip_draw or not table.bag_left:
        table.emit(DrawSkipped("missing" if table.skip_draw else "empty"))
        return
    table.draws_left = 1
    yield from draw_monsters(table)


def left_to_people(table: Table, agranok: Monster) -> Procedure:
    """Let the people do what the line says. They correct the companion afterwards."""
    yield from by_hand(table, TABLE_EFFECT, piece=agranok)


EFFECTS: dict[str, EffectProcedure] = {
    "nothing": nothing,
    "forward": goes(INWARD),
    "clockwise": goes(CLOCKWISE),
    "counter-clockwise": goes(COUNTER_CLOCKWISE),
    "back": goes(outward),
    "giant-boulder": boulder,
    "herald-returns": herald_returns,
    "banish-top-card": told(BANISH),
    "all-discard-1": told(ALL_DISCARD),
    "draw-monster": draw_one,
    "by-hand": left_to_people,
}
"""The effects that a line of the card may have, by the options that the people choose from."""
