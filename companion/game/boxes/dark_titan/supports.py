"""Support tokens: they move for color cards, fight the Monsters that they meet, and help at the Castle.

Source: The Dark Titan rulebook, Support Tokens and Using Support Tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from companion.game.board import COLORS, FOREST_SPACES, SPACES, Space, Stride
from companion.game.boxes.dark_titan.events import (
    LOST_IN_FIGHT,
    LOST_TO_BOULDER,
    LossCause,
    SupportArrived,
    SupportFought,
    SupportLost,
    SupportMoved,
    SupportPlaced,
)
from companion.game.boxes.dark_titan.refusals import NO_SUPPORT, NOT_A_SUPPORT, SUPPORT_STEPS, SUPPORT_WAY
from companion.game.boxes.dark_titan.topics import (
    RESERVE_SQUAD_DAMAGE,
    STONEMASON_WALLS,
    SUPPORT_ARC,
    SUPPORT_FIGHT,
    SUPPORT_ORDER,
    WAGON_DRAW,
)
from companion.game.events import HandsTold, HarmCause
from companion.game.pieces import Structure, Token
from companion.game.rules.cards import build
from companion.game.rules.combat import strike, strike_all
from companion.game.rules.effects import LINE_CROSSED, GiantBoulder
from companion.game.rules.movement import MARCHED
from companion.game.rules.refusals import (
    NO_SUCH_SPACE,
    NOT_ON_BOARD,
    UNKNOWN_PIECE,
    WRONG_HEALTH,
    WRONG_NUMBER_OF_OPTIONS,
    Refused,
)
from companion.game.rules.requests import Choose, Roll, by_hand, choose
from companion.game.rules.table import NOTHING, Drawable, March, Monster, Part, Procedure, Table
from companion.game.rules.tokens import MONSTER_ENTERED
from companion.game.rules.topics import PLACE_PIECE
from companion.game.rules.turn import SETTLED

BY_SQUAD = HarmCause("squad")
BY_SUPPORT = HarmCause("support")

ANY_COLOR = "any"
FARTHEST = 2
"""How many spaces a Support goes for a card of the color where it stands. For any other color it goes one."""

Meeting = tuple["Support", Monster]
"""A Support and a Monster that share a space."""


class SupportFix(msgspec.Struct, forbid_unknown_fields=True):
    """A correction: one Support on the board. Its health is full when none is given."""

    piece: str
    space: str
    health: int | None = None


class Support(Drawable):
    """A friendly token from the bag. It is no Monster: what moves, heals or hurts Monsters does not touch it."""

    __slots__ = ()

    def drawn(self, table: Table) -> Procedure:
        """Roll for its arc and enter the Forest there."""
        arc = yield Roll(SUPPORT_ARC, self)
        field = Supports.of(table)
        field.put(self, FOREST_SPACES[arc])
        yield from by_hand(table, PLACE_PIECE, piece=self)
        yield from field.meet()

    def helps(self, table: Table, points: int) -> Procedure:
        """Do what it does when it reaches the Castle with `points` health."""
        raise NotImplementedError


class ReserveSquad(Support):
    """A Support: the player whose turn it is divides its health as damage among any Monsters anywhere."""

    __slots__ = ()

    def helps(self, table: Table, points: int) -> Procedure:
        """Deal the damage. No player keeps the Monsters that die of it.

        The companion asks only when there is a real choice: more than one target, and not enough points to slay all.
        """
        targets = [monster for monster in table.board if not monster.untouchable]
        if not targets:
            return
        blows: Mapping[Monster, int]
        if len(targets) == 1:
            blows = {targets[0]: points}
        elif points >= sum(monster.endures(table) for monster in targets):
            blows = {monster: monster.endures(table) for monster in targets}
        else:
            blows = Counter((yield from share(targets, points, self)))
        yield from strike_all(table, list(blows.items()), 0, BY_SQUAD)


def share(targets: Sequence[Monster], points: int, squad: Token) -> Procedure:
    """Ask for a Monster for each point. The same Monster may be named several times."""
    answer = yield Choose(RESERVE_SQUAD_DAMAGE, targets, least=points, most=points, piece=squad)
    return answer if isinstance(answer, list) else [answer]


class StonemasonsCart(Support):
    """A Support: the player whose turn it is builds as many Walls as it has health."""

    __slots__ = ()

    def helps(self, table: Table, points: int) -> Procedure:
        """Build missing Walls. The companion asks which only when not all can be built."""
        missing = [wall for wall in table.walls if not wall.standing]
        count = min(points, len(missing))
        walls: list[Structure] | Structure = missing
        if count < len(missing):
            walls = yield ChooseWalls(STONEMASON_WALLS, missing, least=count, most=count, piece=self)
        for wall in walls if isinstance(walls, list) else [walls]:
            build(table, wall)


class ChooseWalls(Choose):
    """Asks for some Walls, each at most once."""

    __slots__ = ()

    def check(self, table: Table, answer: Any) -> None:
        """Raise Refused when a Wall is named twice."""
        super().check(table, answer)
        if isinstance(answer, list) and len(set(answer)) < len(answer):
            raise Refused(WRONG_NUMBER_OF_OPTIONS, least=self.least, most=self.most)


class SupplyWagon(Support):
    """A Support: every player draws as many Castle cards as it has health."""

    __slots__ = ()

    def helps(self, table: Table, points: int) -> Procedure:
        """Tell the players to draw."""
        table.emit(HandsTold(WAGON_DRAW, self.kind.name, points))
        yield from by_hand(table, WAGON_DRAW, piece=self, count=points)


# Where they stand, and which Monsters they meet


class SupportsSaved(NamedTuple):
    """What a checkpoint keeps of the Supports: their spaces and health, and which pairs have met."""

    places: list[tuple[Support, Space | None, int]]
    met: set[Meeting]


class Supports(Part[SupportsSaved]):
    """The Supports on the board. `met` are the pairs that share a space and have had their chance to fight."""

    name = "supports"
    fixes = ("supports",)

    def __init__(self, table: Table) -> None:
        self.table = table
        self.supports: list[Support] = []
        self.met: set[Meeting] = set()

    def put(self, support: Support, space: Space) -> None:
        """Let a Support enter the board."""
        support.reset()
        support.space = space
        self.supports.append(support)
        self.table.in_hand = None
        self.table.emit(SupportPlaced(support, space, support.health))

    def go(self, support: Support, space: Space, color: str) -> None:
        """Move a Support to another space."""
        origin, support.space = support.place, space
        self.table.emit(SupportMoved(support, origin, space, color))

    def leave(self, support: Support, pile: list[Token]) -> None:
        """Take a Support off the board and put it on a pile."""
        self.supports.remove(support)
        support.reset()
        pile.append(support)

    def lose(self, support: Support, cause: LossCause) -> None:
        """Destroy a Support."""
        space = support.place
        self.leave(support, self.table.discard)
        self.table.emit(SupportLost(support, space, cause))

    def together(self) -> set[Meeting]:
        """Return all pairs of a Support and a Monster in one space."""
        return {
            (support, monster)
            for support in self.supports
            for monster in self.table.monsters_at(support.space)
            if not monster.untouchable
        }

    def meet(self) -> Procedure:
        """Let Supports fight Monsters that they have just met. Each Support fights one of them, space by space."""
        if not self.supports:
            return
        while fresh := self._fresh():
            space = min((support.place for support, _ in fresh), key=_order_of_fights)
            yield from self._fight_in(space, {meeting for meeting in fresh if meeting[0].space is space})

    def _fresh(self) -> set[Meeting]:
        """Return the meetings that had no fight yet. Pairs that have parted are forgotten: they may meet again."""
        together = self.together()
        self.met &= together
        return together - self.met

    def _fight_in(self, space: Space, fresh: set[Meeting]) -> Procedure:
        """Let the players choose which Support in a space fights next, and which Monster."""
        self.met |= fresh  # all of them, although a Support fights only one: it has had its fight
        waiting = [support for support in self.supports if support.space is space]
        while waiting := [support for support in waiting if self._foes(support, fresh)]:
            support = yield from choose(SUPPORT_ORDER, waiting)
            waiting.remove(support)
            foe = yield from choose(SUPPORT_FIGHT, self._foes(support, fresh), support)
            yield from self._fight(support, foe)

    def _foes(self, support: Support, fresh: set[Meeting]) -> list[Monster]:
        """Return the Monsters that a Support has just met and that are still there."""
        if support.space is None:
            return []
        return [monster for monster in self.table.monsters_at(support.space) if (support, monster) in fresh]

    def _fight(self, support: Support, monster: Monster) -> Procedure:
        """Let a Support and a Monster lose a point each at the same moment. No player keeps the Monster if it dies."""
        support.health -= 1
        self.table.emit(SupportFought(support, monster, support.place, support.health))
        if not support.health:
            self.lose(support, LOST_IN_FIGHT)
        yield from strike(self.table, monster, 1, 0, BY_SUPPORT)

    # As a part of the table

    def save(self) -> SupportsSaved:
        """Return where each Support is, its health, and which pairs have met."""
        places = [(support, support.space, support.health) for support in self.supports]
        return SupportsSaved(places, self.met.copy())

    def restore(self, saved: SupportsSaved) -> None:
        """Go back to what `save` returned."""
        for support in self.supports:
            support.reset()
        for support, space, health in saved.places:
            support.space, support.health = space, health
        self.supports = [support for support, _, _ in saved.places]
        self.met = saved.met.copy()

    def state(self) -> dict[str, Any]:
        """Return the Supports on the board."""
        return {
            "supports": [
                {"piece": support.name, "space": support.place.name, "health": support.health}
                for support in self.supports
            ]
        }

    # Corrections

    def piles(self) -> dict[str, list[Token]]:
        """Return the Supports on the board."""
        return {"supports": [*self.supports]}

    def set_pile(self, name: str, tokens: list[Token]) -> None:
        """Let just these Supports be on the board. `apply_fix` says in which spaces."""
        for support in self.supports:
            if support not in tokens:
                support.reset()
        self.supports = [support for support in tokens if isinstance(support, Support)]

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """Return the Supports that a correction puts on the board."""
        return [support_named(table, fix.piece) for fix in value]

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Raise Refused for a space where no Support can be, and for too much or too little health."""
        for fix in value:
            if fix.space not in SPACES or SPACES[fix.space].distance == 0:
                raise Refused(NO_SUCH_SPACE, name=fix.space)
            support = table.pieces[fix.piece]
            if fix.health is not None and not 1 <= fix.health <= support.kind.health:
                raise Refused(WRONG_HEALTH, piece=support)

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Put the Supports where the correction says."""
        for fix in value:
            support = table.pieces[fix.piece]
            support.reset()
            support.space = SPACES[fix.space]
            support.health = fix.health or support.kind.health

    def corrected(self, table: Table) -> None:
        """Count all pairs as met: those that a correction brings together do not fight."""
        self.met = self.together()


def _order_of_fights(space: Space) -> tuple[int, int]:
    """Return the key by which spaces are sorted for the fights: arc by arc, from the Castle outward."""
    return (space.arc, space.distance)


def support_named(table: Table, name: str) -> Token:
    """Return the Support of a name. Raise Refused for any other piece."""
    token = table.pieces.get(name)
    if token is None:
        raise Refused(UNKNOWN_PIECE, name=name)
    if not isinstance(token, Support):
        raise Refused(NOT_A_SUPPORT, piece=token)
    return token


@MARCHED.handler("fights")
def meet_marchers(table: Table, march: March) -> Procedure:
    """Let the fights happen when Monsters have moved together."""
    return Supports.of(table).meet()


@MONSTER_ENTERED.handler()
def meet_newcomer(table: Table, monster: Monster) -> Procedure:
    """Let the fights happen when a Monster has come to the board."""
    return Supports.of(table).meet()


@SETTLED.handler("fights")
def meet_all(table: Table) -> Procedure:
    """Let the fights happen when anything else has brought Supports and Monsters together."""
    return Supports.of(table).meet()


@LINE_CROSSED.handler()
def rolled_over(table: Table, stride: Stride, rolling: Drawable) -> Procedure:
    """Destroy the Supports in the way of a boulder on the ground. Breath does not hurt them."""
    field = Supports.of(table)
    for support in [support for support in field.supports if support.space is stride.space]:
        if flattened_by(rolling, support):
            field.lose(support, LOST_TO_BOULDER)
    return NOTHING


def flattened_by(rolling: Drawable, piece: Token) -> bool:
    """Return whether what crosses a space is a boulder that destroys a piece there."""
    return isinstance(rolling, GiantBoulder) and rolling.crushes(piece)


# How they move


class MoveSupport:
    """The action of discarding a color card to move a Support (The Dark Titan rulebook, Moving Support Tokens).

    `path` are the spaces that it goes through, the last one included.
    """

    __slots__ = ("support", "path", "color")
    title: ClassVar[str] = "move-support"

    def __init__(self, support: Token, path: tuple[Space, ...], color: str) -> None:
        self.support = support
        self.path = path
        self.color = color

    def check(self, table: Table) -> None:
        """Raise Refused for a piece that is no Support on the board, and for a path that it cannot go.

        The path is too long for the color, goes to a space that is not next to the one before, or goes on from the
        Castle ring.
        """
        if not isinstance(self.support, Support):
            raise Refused(NO_SUPPORT, piece=self.support)
        if self.support.space is None:
            raise Refused(NOT_ON_BOARD, piece=self.support)
        if not 1 <= len(self.path) <= reach_of(self.color, self.support.space):
            raise Refused(SUPPORT_STEPS, piece=self.support)
        for origin, target in zip((self.support.space, *self.path), self.path, strict=False):
            if origin.distance == 0 or target not in beside(origin):
                raise Refused(SUPPORT_WAY, piece=self.support)

    def resolve(self, table: Table) -> Procedure:
        """Go step by step, and fight on the way. Stop when the Support is destroyed or reaches the Castle."""
        field, support = Supports.of(table), self.support
        assert isinstance(support, Support)
        for space in self.path:
            field.go(support, space, self.color)
            if space.distance == 0:
                yield from arrive(table, support)
                return
            yield from field.meet()
            if support.space is not space:
                return


def reach_of(color: str, space: Space) -> int:
    """Return how many spaces a Support goes from a space for a card of a color."""
    return FARTHEST if color in (space.color, ANY_COLOR) else 1


def beside(space: Space) -> Iterable[Space]:
    """Return the spaces next to a space, in its ring and in its arc."""
    return [
        near for near in (space.inward, space.outward, space.clockwise, space.counter_clockwise) if near is not None
    ]


def arrive(table: Table, support: Support) -> Procedure:
    """Take a Support that has reached the Castle off the board, and let it help with the health that it has.

    It does not fight the Monsters in that space.
    """
    space, points = support.place, support.health
    Supports.of(table).leave(support, table.removed)
    table.emit(SupportArrived(support, space, points))
    yield from support.helps(table, points)


COLOR_CARDS = (*COLORS, ANY_COLOR)
"""The colors that a discarded card may have."""
