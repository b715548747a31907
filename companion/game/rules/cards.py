"""Cards: what a play is, and when cards of the common classes may be played and what they do.

Source: Castle Panic rulebook, Play Cards and Play Details. Each box adds cards of its own. The companion never sees a
hand: a card counts as played when the people say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

import msgspec

from companion.game.board import COLORS, SPACES, Arc, Space
from companion.game.events import CardPlayed, HandsTold, Topic, WallBuilt, WallFortified
from companion.game.pieces import CardKind, Structure, Token
from companion.game.rules.hits import Hit
from companion.game.rules.moments import Moment
from companion.game.rules.refusals import (
    CARD_BANISHED,
    CARD_RING,
    FORTIFY_USED,
    MISSING_FIELD,
    MISTYPED,
    NEEDS_A_HIT_CARD,
    NOT_ON_BOARD,
    NOT_SPECIAL,
    NOT_YOUR_TURN,
    SPECIAL_ALONE,
    UNKNOWN_FIELD,
    WALL_FORTIFIED,
    WALL_MISSING,
    RefusalReason,
    Refused,
)
from companion.game.rules.table import NOTHING, Monster, Procedure, Table

Aim = Space | Structure | Arc
"""A place that a card can be aimed at."""

NO_DETAILS: Final[Mapping[str, Any]] = MappingProxyType({})
"""The details of a play that has none."""


class CardPlay(msgspec.Struct, gc=False):
    """One play of a card: the card, who plays it, and what it is aimed at.

    The class of the card says which fields it takes. `together` are the cards that are played with it, `details` the
    fields of the protocol that only some cards take. `force` is true when the people insist on the play.
    """

    card: Card
    player: int
    on: tuple[Token, ...] = ()
    together: tuple[Card, ...] = ()
    at: Aim | tuple[Aim, ...] | None = None
    details: Mapping[str, Any] = NO_DETAILS
    force: bool = False

    title: ClassVar[str] = "play"

    @property
    def target(self) -> Monster | None:
        """The Monster that it is aimed at; None when that is no Monster, or not on the board.

        Only a forced play can begin so. In a Double Strike the first use may also have slain the target of the second.
        """
        aimed = self.on[0]
        return aimed if isinstance(aimed, Monster) and aimed.space is not None else None

    @property
    def structure(self) -> Structure:
        """The Wall or Tower that it is aimed at. Only for cards that take one."""
        assert isinstance(self.at, Structure)
        return self.at

    @property
    def space(self) -> Space:
        """The space that it is aimed at. Only for cards that take one."""
        assert isinstance(self.at, Space)
        return self.at

    @property
    def arc(self) -> Arc:
        """The arc that it is aimed at. Only for cards that take one."""
        assert isinstance(self.at, Arc)
        return self.at

    @property
    def spent(self) -> tuple[Card, ...]:
        """The cards that leave the hand and that the people named. The card itself comes first."""
        return (self.card, *([self.details["hit"]] if "hit" in self.details else ()), *self.together)

    def check(self, table: Table) -> None:
        """Raise Refused when the rules forbid the play.

        With `force`, the code illegal-target is no reason to refuse: the people insist that the play has happened. What
        cannot be resolved at all is refused even then, for example a play with a field missing.
        """
        if self.player != table.player and not any(admits(table, self) for admits in table.moments[GUESTS]):
            raise Refused(NOT_YOUR_TURN, player=table.player)
        if type(self.at) is tuple and not self.card.many_places:
            raise Refused(MISTYPED, field="at")
        for card in self.spent if table.banished and not self.force else ():
            if card.name in table.banished:
                raise Refused(CARD_BANISHED, card=card.name)
        try:
            self.card.check(table, self)
        except Refused as refusal:
            if not (self.force and refusal.code == "illegal-target"):
                raise

    def resolve(self, table: Table) -> Procedure:
        """Do what the card says."""
        others = self.spent[1:] if self.details else self.together
        names = tuple([card.name for card in others]) if others else ()
        table.events.append(CardPlayed(self.card.name, self.player, names))
        for handler in table.moments[CARD_PLAYED]:
            handler(table, self)
        return self.card.resolve(table, self)


class Card(CardKind):
    """A kind of card.

    `needs` and `takes` are the fields that a play of it must have and may have, by their names in the protocol. The
    fields that a Special card needs are in the play of the Hit card that it goes with. `targets` are the numbers of
    Monsters that `on` may hold. `places` are the sorts of places that `at` and `to` may name: space, wall, tower, arc.
    """

    needs: frozenset[str] = frozenset()
    takes: frozenset[str] = frozenset()
    targets: tuple[int, ...] = (1,)
    places: frozenset[str] = frozenset()
    near: frozenset[Space] | None = None
    """The only spaces where it can reach a Monster; None when it is not aimed at Monsters."""
    many_places: bool = False
    """Whether `at` may be several places."""

    @classmethod
    def of(cls, table: Table, name: str) -> Card:
        """Return the card of a name. Raise KeyError when this game has no such card."""
        card = table.cards[name]
        assert isinstance(card, Card)
        return card

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused when the rules forbid this play."""

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Do what the card says."""
        raise NotImplementedError

    def plays(self, table: Table, hand: list[Card]) -> Iterable[CardPlay]:
        """Return every legal play of this card by the player whose turn it is, out of a hand."""
        raise NotImplementedError


GUESTS = Moment[[Table, CardPlay], bool]("guests")
"""(table, play): somebody plays a card in another player's turn.

Such a player is a guest in that turn. A handler returns whether it allows the play; one that does is enough. It may
raise Refused. It cannot ask.
"""
CARD_PLAYED = Moment[[Table, CardPlay], None]("card-played", "invitation", "deck", "slaying")
"""(table, play): a card is played; it has not been resolved yet. A handler cannot ask."""
HIT_PLAYED = Moment[[Table, int], None]("hit-played")
"""(table, player): a Hit card is played, or a hit is reported without its card. A handler cannot ask."""


def on_board(token: Token) -> Monster:
    """Return a token that a play is aimed at. Raise Refused unless it is a Monster on the board."""
    if not isinstance(token, Monster) or token.space is None:
        raise Refused(NOT_ON_BOARD, piece=token)
    return token


class HitCard(Card):
    """An Archer, Knight, Swordsman or Hero: 1 damage to a Monster in its color and ring."""

    needs = frozenset({"on"})
    takes = frozenset({"with", "range", "color"})

    def __init__(self, name: str, color: str, ring: str) -> None:
        super().__init__(name)
        self.color = color
        self.ring = ring
        self.colors = frozenset(COLORS) if color == "any" else frozenset({color})
        self.plain = Hit(color, ring)
        self.near: frozenset[Space] = self.plain.reach | self.plain.sky

    def hit(self, play: CardPlay) -> Hit:
        """Return the hit of a play, changed by the Special cards that go with it."""
        if not play.together:
            return self.plain
        hit = Hit(self.color, self.ring)
        for special in specials(play):
            special.modify(hit, play)
        return hit

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuse a Monster out of reach, and cards in `together` that are not Special cards."""
        if play.together or play.details:
            check_specials(play)
        monster = on_board(play.on[0])
        hit = self.hit(play)
        if not monster.open_to(hit):
            raise Refused(monster.why_not(hit), card=self.name, piece=monster)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Hit the Monster; a Special card may follow."""
        monster = play.target
        if monster is None:
            return NOTHING
        hit = self.hit(play)
        for handler in table.moments[HIT_PLAYED]:
            handler(table, play.player)
        return strike_with(table, hit, monster, play)

    def plays(self, table: Table, hand: list[Card]) -> Iterable[CardPlay]:
        """Return a play on every Monster in reach. `legal_plays` adds those with Special cards."""
        targets = [monster for monster in table.board if monster.space in self.near and monster.open_to(self.plain)]
        return [CardPlay(self, table.player, (monster,)) for monster in targets]


def strike_with(table: Table, hit: Hit, monster: Monster, play: CardPlay) -> Procedure:
    """Hit the Monster of a play. Then its Special cards take effect, unless the hit missed."""
    struck = monster.take_hit(table, hit, play.player)
    return _followed(table, hit, monster, play, struck) if play.together else struck


def _followed(table: Table, hit: Hit, monster: Monster, play: CardPlay, struck: Procedure) -> Procedure:
    yield from struck
    if not hit.missed:
        for special in specials(play):
            yield from special.after_hit(table, monster, play.player)


def specials(play: CardPlay) -> list[SpecialCard]:
    """Return the Special cards that are played together with a Hit card."""
    return [card for card in play.together if isinstance(card, SpecialCard)]


def check_specials(play: CardPlay, own: frozenset[str] = frozenset()) -> None:
    """Check what is played together with a Hit card.

    Raise Refused for a card that is not a Special card, for a field that a Special card needs and the play lacks, and
    for a field that no card of the play takes. `own` are the fields that the played card itself takes.
    """
    wanted = frozenset[str]().union(*[other.needs for other in play.together if other.special])
    for field in sorted(wanted - play.details.keys()):
        raise Refused(MISSING_FIELD, field=field)
    for field in sorted(play.details.keys() - wanted - own):
        raise Refused(UNKNOWN_FIELD, field=field)
    for other in play.together:
        if not other.special:
            raise Refused(NOT_SPECIAL, card=other.name)


class SpecialCard(Card):
    """A card that can be played only together with a Hit card."""

    special = True

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuse the card on its own."""
        raise Refused(SPECIAL_ALONE, card=self.name)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Do nothing: only a forced play has it on its own."""
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Return no play: the Hit cards list the plays with it."""
        return iter(())

    def modify(self, hit: Hit, play: CardPlay) -> None:
        """Change the hit before its target is checked and before it lands."""

    def after_hit(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Do what follows after the hit has landed. The Monster may be off the board by then."""
        return NOTHING


class TargetCard(Card):
    """A card aimed at one Monster in one of its `rings`, by default in any of the five."""

    needs = frozenset({"on"})
    takes = frozenset({"with"})
    rings: tuple[str, ...] = ("forest", "archer", "knight", "swordsman", "castle")

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.reach = self.near = frozenset(space for space in SPACES.values() if space.ring in self.rings)

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuse cards in `together`, a Monster out of reach, and a Monster that the card cannot touch."""
        if play.together:
            raise Refused(NEEDS_A_HIT_CARD, card=self.name)
        monster = on_board(play.on[0])
        if monster.space not in self.reach:
            raise Refused(CARD_RING, card=self.name, piece=monster)
        reason = self.unfit(table, monster)
        if reason:
            raise Refused(reason, card=self.name, piece=monster)

    def unfit(self, table: Table, monster: Monster) -> RefusalReason | None:
        """Return why this Monster cannot be the target, None when it can."""
        return monster.shrugs_off(self)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Affect the Monster if it is on the board; with a forced play it need not be."""
        return self.affect(table, play.target, play.player) if play.target else NOTHING

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Do to the Monster what the card says."""
        raise NotImplementedError

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Return a play on every Monster that it may be aimed at."""
        for monster in table.board:
            if monster.space in self.reach and not self.unfit(table, monster):
                yield CardPlay(self, table.player, (monster,))


def build(table: Table, wall: Structure) -> None:
    """Build a Wall, without Flames and Fortify token.

    A Wall that stands already, which only a forced play can build, keeps what is on it.
    """
    if not wall.standing:
        wall.standing, wall.flames, wall.fortified = True, 0, False
    table.events.append(WallBuilt(wall))


class FortifyWall(Card):
    """The card that puts one of the two Fortify tokens on a standing Wall."""

    needs = frozenset({"at"})
    places = frozenset({"wall"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuse a Wall that is gone, a Wall that has a token, and any Wall when no token is left."""
        wall = play.structure
        if not wall.standing:
            raise Refused(WALL_MISSING, wall=wall)
        if wall.fortified:
            raise Refused(WALL_FORTIFIED, wall=wall)
        if not table.fortify_left:
            raise Refused(FORTIFY_USED)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Put the token on the Wall."""
        wall = play.structure
        if wall.standing:  # a forced play may name a Wall that is gone
            wall.fortified = True
            table.events.append(WallFortified(wall))
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Return a play on every standing Wall without a token, while tokens are left."""
        if table.fortify_left:
            for wall in table.walls:
                if wall.standing and not wall.fortified:
                    yield CardPlay(self, table.player, (), (), wall)


class HandsCard(Card):
    """A card that changes only the cards of the people. The companion tells them what to do."""

    def __init__(self, name: str, topic: Topic, count: int = 0) -> None:
        super().__init__(name)
        self.topic = topic
        self.count = count

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Tell the people."""
        table.events.append(HandsTold(self.topic, self.name, self.count))
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Return its one play, which is always legal."""
        yield CardPlay(self, table.player)


def legal_plays(table: Table, hand: list[Card]) -> list[CardPlay]:
    """Return every legal play of a hand now, by the player whose turn it is."""
    # Cards that reach no occupied space are sorted out first: cheaper than to let each look at every Monster.
    peopled = {monster.space for monster in table.board}
    # Special cards that need a field change the reach of a Hit card, so they list such plays themselves.
    specials = [card for card in hand if card.special and not card.needs]
    plays: list[CardPlay] = []
    for card in hand:
        near = card.near
        if near is None or not near.isdisjoint(peopled):
            plays += (able := card.plays(table, hand))
            if specials and isinstance(card, HitCard):
                plays += [CardPlay(card, table.player, hit.on, (other,)) for other in specials for hit in able]
    return plays
