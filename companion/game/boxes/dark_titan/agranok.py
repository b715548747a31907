"""Agranok, the Dark Titan: his card, his damage and his effects (The Dark Titan rulebook, Agranok and Heralds).

What the numbers of a level do is printed on the cards alone. The companion rolls, and the people say what they read
there; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from companion.game.board import Space
from companion.game.boxes.dark_titan.events import (
    AgranokEffect,
    AgranokEndured,
    AgranokRemembered,
    AgranokRevealed,
    CardBanished,
    HeraldMissing,
)
from companion.game.boxes.dark_titan.options import FACEDOWN, LEVELS, RANDOM, TitanOptions
from companion.game.boxes.dark_titan.refusals import AGRANOK_DESTROYED, NO_SUCH_LEVEL, WRONG_HERALDS
from companion.game.events import DrawSkipped, HandsTold
from companion.game.pieces import Structure, Token
from companion.game.rules.combat import strike
from companion.game.rules.movement import CLOCKWISE, COUNTER_CLOCKWISE, INWARD, Heading, march
from companion.game.rules.refusals import UNKNOWN_PIECE, Refused
from companion.game.rules.requests import NOTHING, Acknowledge, Choose, Procedure, Roll
from companion.game.rules.table import Part
from companion.game.rules.tokens import Monster
from companion.game.rules.turn import draw_monsters, owe

if TYPE_CHECKING:
    from companion.game.rules.hits import Hit
    from companion.game.rules.movement import March
    from companion.game.rules.table import Table

WOUNDED = 4
"""The highest health of his wounded side."""
LEAST = 2
"""The lowest health that he can have; there, only 2 points in one phase slay him."""
SLAYING = 4
"""What a card that slays takes from him."""
FIRST_ROLLING = 2
"""The lowest level that has effects."""

Effect = Callable[["Table", "Agranok"], Procedure]


class AgranokFix(msgspec.Struct, forbid_unknown_fields=True):
    """His card as the people see it. Where his token is stands with the Monsters, so `on_board` is ignored."""

    card: int | str
    heralds: list[str] = []
    on_board: bool | None = None
    destroyed: bool = False


class LevelCard(Token):
    """One of his five cards, with a sticker on it. Its number is its level; it says nothing before it lies open."""

    __slots__ = ()

    def answers(self, topic: str) -> str | None:
        """The open card tells the level when that is asked."""
        return f"level-{self.number}" if topic == "agranok-level" else None


class AgranokCard(Part):
    """His card with the Heralds on it. `level` is 0 while the card is face down.

    `pending` counts the points that he has taken at his lowest health in the phase `pending_in`, `blow` those of the
    blow that falls on him now. `marched` says that he has just moved in Phase 5, `playing` which card is being played.
    `known` holds the effects that the people have had remembered, by level and number.
    """

    def __init__(self, table: Table, token: Any) -> None:
        self.table = table
        self.token = token
        self.options = table.options.of(TitanOptions)
        self.level: int = self.options.agranok if isinstance(self.options.agranok, int) else 0
        self.heralds: list[Any] = []
        self.everyone: list[Any] = [token for token in table.pieces.values() if token.kind.name == "herald"]
        self.destroyed = False
        self.pending = 0
        self.pending_in: tuple[int, str] = (0, "")
        self.blow = 0
        self.marched = False
        self.playing: Any = None
        self.known = dict(self.options.agranok_effects)

    @property
    def calls_for_heralds(self) -> bool:
        """Whether he is still to be summoned."""
        return self.token.space is None and not self.destroyed

    def would_slay(self, points: int, health: int) -> bool:
        """Whether points beyond his lowest health slay one of a health, with those before in the same phase."""
        self.blow = points
        return self.pending_now(health) + points >= LEAST

    def take_blow(self, health: int) -> int:
        """One of a health has taken the blow. Gives the points at his lowest health in this phase."""
        self.pending = self.pending_now(health) + self.blow
        self.pending_in = (self.table.turn, self.table.phase)
        self.blow = 0
        return self.pending

    def pending_now(self, health: int) -> int:
        """Points at his lowest health in this phase, before another blow."""
        return self.pending if health == LEAST and self.pending_in == (self.table.turn, self.table.phase) else 0

    def reveal(self) -> Procedure:
        """The card is turned over: the companion knows its level, drew it in secret, or is told."""
        if not self.level and self.options.agranok == RANDOM and self.table.options.secret:
            self.level = self.table.options.secret.number("agranok", len(LEVELS))
        elif not self.level:
            name = yield Choose("agranok-level", [f"level-{level}" for level in LEVELS], piece=self.token)
            self.level = int(name.rpartition("-")[2])
        self.table.emit(AgranokRevealed(self.token, self.level))

    def banish(self, player: int) -> Procedure:
        """The card that slays leaves the game; where nobody named it, the people know which it is."""
        cards = [card.name for card in self.playing.spent if card.slays] if self.playing else []
        for name in cards:
            self.table.banished.append(name)
            self.table.emit(CardBanished(name, player))
        if not cards:
            self.table.emit(HandsTold("banish", self.token.kind.name, 1))
        if self.table.guided:
            yield Acknowledge("banish", piece=self.token)

    def spend(self) -> None:
        """The Heralds that have summoned him are discarded."""
        for herald in self.heralds:
            herald.spent = True
        self.table.discard += self.heralds
        self.heralds = []

    def rest(self) -> None:
        """Nothing is under way."""
        self.marched, self.playing, self.blow = False, None, 0

    # As a part of the table

    def save(self) -> Any:
        """Everything but what passes within an input."""
        spent = [herald for herald in self.everyone if herald.spent]
        return (self.level, self.heralds[:], spent, self.destroyed, self.pending, self.pending_in, self.known.copy())

    def restore(self, saved: Any) -> None:
        """Back to what `save` gave."""
        self.level, heralds, spent, self.destroyed, self.pending, self.pending_in, known = saved
        for herald in self.everyone:
            herald.spent = herald in spent
        self.heralds, self.known = heralds[:], known.copy()
        self.rest()

    def state(self) -> dict[str, Any]:
        """The card, and whether he is on the board."""
        card = {
            "card": self.level or FACEDOWN,
            "heralds": [herald.name for herald in self.heralds],
            "on_board": self.token.space is not None,
            "destroyed": self.destroyed,
        }
        return {"agranok": card}

    # Corrections

    def piles(self) -> dict[str, list[Token]]:
        """The Heralds on the card."""
        return {"heralds": self.heralds}

    def set_pile(self, name: str, tokens: list[Token]) -> None:
        """Puts Heralds on the card."""
        self.heralds = tokens

    def pile(self, name: str) -> str:
        """The tokens that his card claims are the Heralds on it."""
        return "heralds"

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """The Heralds said to be on the card."""
        return [herald_named(table, piece) for piece in value.heralds] if value else []

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Refuses a level that there is not, and more Heralds than wait for another."""
        if value is None or value.card not in (FACEDOWN, *LEVELS) or isinstance(value.card, bool):
            raise Refused(NO_SUCH_LEVEL)
        if len(value.heralds) > 2:
            raise Refused(WRONG_HERALDS)

    def check_correction(self, table: Table, correction: Any) -> None:
        """Refuses a destroyed Agranok on the board."""
        fix = correction.others.get("agranok")
        told = correction.monsters
        stands = self.token.space is not None
        if told is not None:
            stands = any(monster.piece == self.token.name for monster in told)
        if fix and fix.destroyed and stands:
            raise Refused(AGRANOK_DESTROYED, piece=self.token)

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Takes the level, and whether he is destroyed; a slain Agranok is out of the game."""
        self.level = 0 if value.card == FACEDOWN else value.card
        self.destroyed = value.destroyed
        there, other = (table.removed, table.absent) if self.destroyed else (table.absent, table.removed)
        if self.token in other:
            other.remove(self.token)
            there.append(self.token)

    def correcting(self, table: Table, correction: Any) -> None:
        """What was under way is dropped."""
        self.rest()

    def corrected(self, table: Table) -> None:
        """He is destroyed when he is neither on the board nor waiting beside it."""
        self.destroyed = self.token.space is None and self.token not in table.absent


def herald_named(table: Table, name: str) -> Token:
    """The Herald of that name. Raises Refused for any other piece."""
    token = table.pieces.get(name)
    if token is None:
        raise Refused(UNKNOWN_PIECE, name=name)
    if token.kind.name != "herald":
        raise Refused(WRONG_HERALDS)
    return token


def card_of(table: Table) -> AgranokCard:
    """Agranok's card on a table."""
    card = table.parts["agranok"]
    assert isinstance(card, AgranokCard)
    return card


class Agranok(Monster):
    """He is summoned, hard to wound, and nobody's trophy."""

    __slots__ = ()
    drawable = False
    least_health = LEAST
    starter = False
    doubles = False
    returns = False
    outlives_slaying = True
    feels_structures = False

    def toll(self, table: Table, points: int) -> int:
        """He does not fall below his lowest health by a single point."""
        spare = self.health - LEAST
        if points <= spare:
            card_of(table).blow = 0
            return points
        return self.health if card_of(table).would_slay(points - spare, self.health) else spare

    def damaged(self, table: Table, lost: int, left: int) -> Procedure:
        """He may endure a point, and may be turned to his wounded side."""
        pending = card_of(table).take_blow(left + lost)
        if left == LEAST and pending:
            assert self.space is not None
            table.emit(AgranokEndured(self, self.space, pending))
        return flipped(table, self) if 0 < left <= WOUNDED < left + lost else NOTHING

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """A hit that slays does its 4 points in all."""
        return self.smitten(table, player) if hit.slays else strike(table, self, hit.damage, player, "card")

    def smitten(self, table: Table, player: int) -> Procedure:
        """A card that slays does 4 points and is banished."""
        yield from strike(table, self, SLAYING, player, "card")
        yield from card_of(table).banish(player)

    def buried(self, table: Table, slayer: int) -> int:
        """He is gone, and nobody's trophy."""
        card_of(table).destroyed = True
        table.removed.append(self)
        return 0

    def endures(self, table: Table) -> int:
        """The points that it takes to slay him now."""
        return self.health - card_of(table).pending_now(self.health)

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """By the variant Sigh of Relief all players draw a card."""
        if "less-panic-sigh-of-relief" in table.options.variants:
            table.emit(HandsTold("all-draw", self.kind.name, 1))
            if table.guided:
                yield Acknowledge("table-effect", piece=self)

    def advance(self, march: March) -> Procedure:
        """Like any other; in Phase 5 an effect may follow."""
        if march.cause == "march":
            card_of(march.table).marched = True
        return super().advance(march)

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """No structure hurts him."""
        return NOTHING

    def crushed_by(self, boulder: Any) -> bool:
        """No boulder does."""
        return False


def flipped(table: Table, agranok: Agranok) -> Procedure:
    """He is turned to his wounded side: all players lose a card at random."""
    table.emit(HandsTold("hand-loss", agranok.kind.name, 1))
    if table.guided:
        yield Acknowledge("hand-loss", piece=agranok)


def remember_card(table: Table, play: Any) -> None:
    """A card is being played: it may be one that slays."""
    card_of(table).playing = play


def forget_card(table: Table) -> Procedure:
    """The play is over."""
    card_of(table).playing = None
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


def effect_after_march(table: Table) -> Procedure:
    """Phase 5 is over: an effect follows where he moved."""
    card = card_of(table)
    marched, card.marched = card.marched, False
    return effect(table) if marched else NOTHING


def effect(table: Table) -> Procedure:
    """Levels 2 to 5, outside the Castle ring: the die chooses one of his effects."""
    card = card_of(table)
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


def goes(heading: Heading) -> Effect:
    """He moves himself one space, and strikes what is in his way."""

    def move(table: Table, agranok: Agranok) -> Procedure:
        assert agranok.space is not None
        return NOTHING if heading(agranok.space) is agranok.space else march(table, (agranok,), heading, "agranok")

    return move


def told(topic: str) -> Effect:
    """The people do something with their cards."""

    def tell(table: Table, agranok: Agranok) -> Procedure:
        table.emit(HandsTold(topic, agranok.kind.name, 1))
        if table.guided:
            yield Acknowledge(topic, piece=agranok)

    return tell


def nothing(table: Table, agranok: Agranok) -> Procedure:
    """The line is empty."""
    return NOTHING


def boulder(table: Table, agranok: Agranok | None = None) -> Procedure:
    """A Giant Boulder rolls, as if its token had been drawn."""
    token: Any = next(token for token in table.pieces.values() if token.kind.name == "giant-boulder")
    return token.resolve(table)  # type: ignore[no-any-return]


def herald_returns(table: Table, agranok: Agranok) -> Procedure:
    """A discarded Herald comes to the Forest by the die. It sets off nothing more."""
    discarded = [token for token in table.discard if token.kind.name == "herald"]
    if not discarded:
        table.emit(HeraldMissing())
        return
    herald: Any = min(discarded, key=lambda token: token.number)
    arc = yield Roll("monster-arc", herald)
    table.discard.remove(herald)
    table.put_in_forest(herald, arc)
    yield from herald.stands(table)


def draw_one(table: Table, agranok: Agranok) -> Procedure:
    """One more token is drawn: after those that are owed, or, where none are to be drawn yet, at once."""
    if table.phase == "draw":
        owe(table, agranok, 1)
        return
    if table.skip_draw or not table.bag_left:
        table.emit(DrawSkipped("missing" if table.skip_draw else "empty"))
        return
    table.draws_left = 1
    yield from draw_monsters(table)


def by_hand(table: Table, agranok: Agranok) -> Procedure:
    """The people do what the line says, and correct the companion afterwards."""
    if table.guided:
        yield Acknowledge("table-effect", piece=agranok)


EFFECTS: dict[str, Effect] = {
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
    "by-hand": by_hand,
}
"""What a line of his card may do, in the words that the people pick from."""
