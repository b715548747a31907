"""One table in play: its state, the Monsters on it, the requests of its rules, and what a box can add to it.

`Table`, `Monster`, `March`, `Part` and `Request` name each other in their signatures, so they are in one module. They
know no reader, screen, clock or die: all answers come from outside, into the procedures that change a table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from companion.game.board import CASTLE, FOREST, FOREST_SPACES, Space
from companion.game.events import Event, MonsterMoved, MonsterPlaced, MoveCause, Topic
from companion.game.pieces import BoxFacts, CardKind, Structure, Token
from companion.game.rules.fixes import Correction
from companion.game.rules.hits import Hit
from companion.game.rules.moments import Moments
from companion.game.rules.options import GameOptions
from companion.game.rules.refusals import (
    FLYING,
    FLYING_HIT,
    HIT_COLOR,
    HIT_IN_CASTLE,
    HIT_IN_FOREST,
    HIT_RING,
    RefusalReason,
)

Procedure: TypeAlias = "Generator[Request, Any, Any]"
"""A piece of the rules: a generator that yields requests and is resumed with their answers. It may return a value."""
NOTHING = cast("Procedure", ())
"""The procedure that asks nothing: a function returns this when it has done everything without a question.

Callers write `yield from` in any case. An empty tuple allows that, gives None, and costs much less than a generator.
The cast hides that it is none: it has no `send` and no `close`, which only the outermost procedure needs.
"""
Phase: TypeAlias = "tuple[str, Callable[[Table], Procedure]]"
"""A phase of a turn: its name in the protocol, and the function that plays it."""
Heading = Callable[[Space], Space]
"""A direction: from a space to the space that one step leads to."""


# What can be asked


class Request:
    """A question of the rules to the people. `kind` and `topic` are words of the protocol.

    It holds what can be answered as objects. Narration makes the words, and only when they are needed.
    """

    __slots__ = ("topic",)
    kind: ClassVar[str]
    variety: ClassVar[str] = ""
    """A name for this question among those of its topic, when it has words of its own; otherwise empty."""
    marked: int = -1
    """The index of the option that is marked at first; -1 for none."""
    may_stop: bool = False
    """Whether `DONE` is an answer to it."""

    def __init__(self, topic: Topic) -> None:
        self.topic = topic

    def check(self, table: Table, answer: Any) -> None:
        """Raise Refused when this is no answer that the rules can go on with."""

    def about(self, table: Table) -> dict[str, Any]:
        """Return what the question is about, except its piece, by the names of the fields."""
        return {}


# Tokens that come out of the bag, and Monsters


class Drawable(Token):
    """A token of a class that is drawn out of the bag. Single classes set `drawable` to False again."""

    __slots__ = ()
    drawable = True

    def drawn(self, table: Table) -> Procedure:
        """Do all that it causes when it was drawn. It is in `Table.in_hand` at first."""
        raise NotImplementedError

    def may_come(self, table: Table) -> bool:
        """Return whether it can be one of the unknown tokens in the bag. Only asked of secret tokens."""
        return True


class Monster(Drawable):
    """A Monster: a token that attacks the Castle.

    The rules call these methods and read these attributes, and the Monsters of the boxes override them. The defaults
    here need no other module of the rules; `companion.game.rules.tokens.CommonMonster` has the others.
    """

    __slots__ = ()
    least_health: ClassVar[int] = 1
    """The lowest health that it can have while it is on the board."""
    counts: ClassVar[bool] = True
    """Whether it must be slain before the game is won."""
    hand_penalty: ClassVar[int] = 0
    """The number of cards by which every hand is smaller while it is on the board."""
    starter: ClassVar[bool] = True
    """Whether it can be a starting Monster when these are drawn at random."""
    untouchable: ClassVar[RefusalReason | None] = None
    """The reason why no card, report or fire can touch it; None when they can."""
    boulder_proof: ClassVar[bool] = False
    """Whether no boulder ever destroys it."""
    doubles: ClassVar[bool] = True
    """Whether, when it is slain, it can take the place of a Monster that waits for that."""
    feels_structures: ClassVar[bool] = True
    """Whether the damage of a structure can hurt it, so that players should choose it for that."""
    outlives_slaying: ClassVar[bool] = False
    """Whether a card that slays does something else to it than to slay it outright."""

    # Where it is

    def takes_arc(self, table: Table) -> bool:
        """Return whether it enters an arc when it is drawn now."""
        return True

    def comes_to(self, table: Table, arc: int) -> Procedure:
        """Enter the Forest of an arc and use its power."""
        raise NotImplementedError

    def arrived(self, table: Table) -> Procedure:
        """Do what follows when it is in its first space: let the people place it, and use its power."""
        raise NotImplementedError

    def entered(self, table: Table) -> Procedure:
        """Use the power that it has when it comes to the board."""
        return NOTHING

    def advance(self, march: March) -> Procedure:
        """Move once, as part of a march."""
        raise NotImplementedError

    # Hits and cards

    def open_to(self, hit: Hit) -> bool:
        """Return whether a hit reaches it in its present space."""
        return self.space in (hit.sky if self.kind.flying else hit.reach)

    def why_not(self, hit: Hit) -> RefusalReason:
        """Return the reason why `open_to` is False. Only for a Monster on the board."""
        space = self.place
        if space.ring == FOREST:
            return HIT_IN_FOREST
        if space.ring == CASTLE:
            return HIT_IN_CASTLE
        if hit.color not in ("any", space.color):
            return HIT_COLOR
        return FLYING_HIT if self.kind.flying else HIT_RING

    def shrugs_off(self, card: CardKind) -> RefusalReason | None:
        """Return why a card, other than a Hit card, has no effect on it; None when it has one."""
        return FLYING if card.earthbound and self.kind.flying else self.untouchable

    def tapped(self, table: Table) -> tuple[list[str], int]:
        """Return the names of what a tap on it in Play Cards offers, and the index of the one that is marked."""
        raise NotImplementedError

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """Suffer a hit that reaches it, by a player."""
        raise NotImplementedError

    def smitten(self, table: Table, player: int) -> Procedure:
        """Suffer a card that slays, by a player."""
        raise NotImplementedError

    # Health

    def toll(self, table: Table, points: int) -> int:
        """Return how much health it loses by a blow of some points: 0 to its health."""
        return points if points < self.health else self.health

    def endures(self, table: Table) -> int:
        """Return how many points of damage would slay it now."""
        return self.health

    @property
    def exposed(self) -> bool:
        """Whether a fight with a piece of the players in its present space slays it, whatever its health."""
        return False

    def heal(self, points: int) -> bool:
        """Regain health, up to what is printed on it. Return whether it regained any."""
        before = self.health
        self.health = min(before + points, self.kind.health)
        return self.health > before

    def damaged(self, table: Table, lost: int, left: int) -> Procedure:
        """Do what follows when it has lost health and has `left`. At 0 it is still on the board, about to be slain."""
        return NOTHING

    def buried(self, table: Table, slayer: int) -> int:
        """Go to a pile when it was slain and lifted off the board. Return the player who keeps it, 0 for nobody."""
        if slayer and table.keeps_trophies:
            table.trophies[slayer].append(self)
            return slayer
        table.discard.append(self)
        return 0

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """Do what follows when it was slain in `space`. It has left the board, and so have those slain with it."""
        return NOTHING

    def comes_back(self) -> bool:
        """Return whether it can come back out of the Monster discard pile."""
        return True

    # Structures

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """Take the damage of a structure, chosen for it among the attackers."""
        raise NotImplementedError

    def attacked(self, table: Table, structure: Structure) -> Procedure:
        """Do what follows when it was one of the attackers of a structure. The damage has been dealt."""
        return NOTHING


class March:
    """One movement of several Monsters at the same moment, with the attacks on structures that it causes."""

    __slots__ = ("table", "heading", "cause", "walls", "towers", "movers", "burning")

    def __init__(self, table: Table, heading: Heading, cause: MoveCause) -> None:
        self.table = table
        self.heading = heading
        self.cause = cause
        self.walls: dict[int, list[Monster]] = {}
        """The Monsters that hit a standing Wall, by its arc."""
        self.towers: dict[int, list[Monster]] = {}
        """The Monsters that entered the space of a standing Tower, by its arc."""
        self.movers: list[Monster] = []
        """The Monsters that take part. One that a Wall stopped is among them; one that does not move leaves them."""
        self.burning: dict[Monster, int] = {}
        """The Flame tokens that each burning Monster had when the movement began."""

    def go(self, monster: Monster, target: Space | None = None) -> bool:
        """Move a Monster one space, unless a standing Wall stops it. Return whether it moved.

        Without a `target` it goes in the direction of the march.
        """
        origin = monster.space  # `place` costs a call, and this function runs more often than any other
        assert origin is not None
        if target is None:
            heading = self.heading  # a variable, since Python cannot optimize the call of an attribute as it is
            target = heading(origin)
        if not target.distance:
            # Inside the Castle ring there are no Walls to pass, so only the way in counts.
            if origin.distance == 1 and self.table.walls[target.arc - 1].standing:
                self.walls.setdefault(target.arc, []).append(monster)
                return False
            self.enter(monster, target)
        monster.space = target
        self.table.events.append(MonsterMoved(monster, origin, target, self.cause))
        return True

    def climb(self, monster: Monster, target: Space) -> None:
        """Move a Monster one space into the Castle ring, over a Wall if there is one."""
        self.enter(monster, target)
        self.table.move(monster, target, self.cause)

    def enter(self, monster: Monster, target: Space) -> None:
        """Note that a Monster enters a Castle space, and so attacks the Tower there if one stands."""
        if self.table.towers[target.arc - 1].standing:
            self.towers.setdefault(target.arc, []).append(monster)


# What a box adds

Saved = TypeVar("Saved")
PartOf = TypeVar("PartOf", bound="Part[Any]")


class Part(Generic[Saved]):
    """Something that a box adds to the table besides tokens and cards. It is saved and restored with the table.

    `Saved` is the type of what a checkpoint keeps of it.
    """

    name: ClassVar[str]
    fixes: ClassVar[tuple[str, ...]] = ()
    """The names, in the state of the protocol, under which it can be corrected."""

    @classmethod
    def of(cls: type[PartOf], table: Table) -> PartOf:
        """Return the part of this class. The box that adds it must be in play."""
        part = table.parts[cls.name]
        assert isinstance(part, cls)
        return part

    def save(self) -> Saved:
        """Return all that changes in it, in copies that do not change with it."""
        raise NotImplementedError

    def restore(self, saved: Saved) -> None:
        """Go back to what `save` returned."""
        raise NotImplementedError

    def state(self) -> dict[str, Any]:
        """Return what it adds to the state that the protocol shows."""
        return {}

    # Corrections: `name` is one of `fixes`, `value` what the people say, already decoded into the type of that field

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Raise Refused when the corrected value is impossible."""
        raise NotImplementedError

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Take the corrected value, which `check_fix` has accepted."""
        raise NotImplementedError

    def pile(self, name: str) -> str:
        """Return the pile that a corrected value describes: one of its own, or the board or discard of the table."""
        return name

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """Return the tokens that a corrected value puts into that pile."""
        return []

    def piles(self) -> dict[str, list[Token]]:
        """Return the tokens that it holds and the table does not, by the name of the pile."""
        return {}

    def set_pile(self, name: str, tokens: list[Token]) -> None:
        """Put exactly these tokens into a pile. Tokens that leave it must keep no trace of having been there."""
        raise NotImplementedError

    def check_correction(self, table: Table, correction: Correction) -> None:
        """Raise Refused when a correction as a whole is impossible for this part."""

    def correcting(self, table: Table, correction: Correction) -> None:
        """Prepare for a correction that was accepted and will now be applied."""

    def corrected(self, table: Table) -> None:
        """Adapt to a correction that has been applied."""


class PassingPart(Part[None]):
    """A part that keeps nothing from one turn to the next, so that checkpoints save nothing of it."""

    def save(self) -> None:
        """Save nothing."""

    def restore(self, saved: None) -> None:
        """Forget what has begun since."""
        self.forget()

    def forget(self) -> None:
        """Drop whatever has begun and is not finished."""


# The table

TokenType = TypeVar("TokenType", bound=Token)


class Table:
    """One table in play.

    Every token is in exactly one place: a pile of the table, the board, `in_hand`, or a pile of a part.
    """

    guided: bool
    """Whether the people confirm what they do by hand."""
    __slots__ = (  # for speed: Python optimizes the attributes of an ordinary instance only up to thirty of them
        *("options", "facts", "guided", "players", "keeps_trophies", "trades", "moments", "starters", "parts"),
        *("fixers", "phases", "reports", "cards", "pieces", "hidden", "walls", "towers", "left_out", "bag", "unseen"),
        *("unseen_left", "board", "discard", "removed", "absent", "banished", "trophies", "in_hand", "tarred"),
        *("turn", "player", "phase", "draws_left", "skip_draw", "result", "slayers", "chances", "events"),
    )

    def __init__(
        self,
        options: GameOptions,
        facts: BoxFacts,
        pieces: Iterable[Token],
        cards: Mapping[str, CardKind],
        pace: str = "guided",
    ) -> None:
        self.options = options
        self.facts = facts
        """The facts of the base box."""
        self.pace = pace
        self.players = options.players
        self.keeps_trophies = options.version != "co-op"
        """Whether players keep slain Monsters. They do not in the co-op version."""
        self.trades = facts.trades.get(options.players, 0)
        """The number of trades that a player may make in a turn."""
        self.moments = Moments()
        self.starters: Callable[[Table], Procedure] = lambda table: NOTHING
        """Puts the starting Monsters on the board. The base box sets it, and an expansion may replace it."""
        self.parts: dict[str, Part[Any]] = {}
        self.fixers: dict[str, Part[Any]] = {}
        """The part that takes a correction, by the name of the correction."""
        self.phases: list[Phase] = []
        self.reports: dict[str, Callable[[Monster], object]] = {}
        """What the people can report about a tapped Monster: for each option, how to make its action."""
        self.cards = dict(cards)
        self.pieces = {token.name: token for token in pieces}
        self.hidden: frozenset[str] = frozenset()
        """The names in the common state that this game does not have. They are never shown and cannot be corrected."""
        self.walls: list[Structure] = []
        self.towers: list[Structure] = []
        self.left_out: Collection[str] = frozenset()
        """The kinds and cards that this game does not use."""
        self.bag: dict[Token, None] = {}
        """The tokens that are known to be in the bag. A dictionary keeps their order and finds one quickly."""
        self.unseen: dict[Token, None] = {}
        """The secret tokens that may or may not be in the bag."""
        self.unseen_left = 0
        """How many of the secret tokens are in the bag."""
        self.board: list[Monster] = []
        """The Monsters on the board, in the order in which they came."""
        self.discard: list[Token] = []
        self.removed: list[Token] = []
        self.absent: list[Token] = []
        """Tokens beside the board: left out at set-up, waiting for another token, or named nowhere by a correction."""
        self.banished: list[str] = []
        self.trophies: list[list[Token]] = [[] for _ in range(options.players + 1)]
        """The slain Monsters that each player keeps, by the number of the player. The list at 0 stays empty."""
        self.in_hand: Token | None = None
        """The token that was drawn and has no other place yet."""
        self.tarred: Token | None = None
        self.turn = 0
        self.player = options.first or 1
        self.phase = "setup"
        self.draws_left = 0
        self.skip_draw = False
        self.result = ""
        self.slayers: tuple[int, ...] = ()
        self.chances = 0
        """The dice and shuffles so far. This number is the place of the next one in `Fate`."""
        self.events: list[Event] = []

    # What is where

    @property
    def bag_left(self) -> int:
        """The number of tokens in the bag, secret ones included."""
        return len(self.bag) + self.unseen_left

    def in_bag(self, token: Token) -> bool:
        """Return whether a token can be in the bag, by what the people may know."""
        return token in self.bag or (self.unseen_left > 0 and token in self.unseen and self.may_be_in_bag(token))

    def may_be_in_bag(self, token: Token) -> bool:
        """Return whether a token can be one of the unknown tokens in the bag."""
        return isinstance(token, Drawable) and token.may_come(self)

    def drawable(self) -> list[Token]:
        """Return every token that can be in the bag, by what the people may know."""
        return [*self.bag, *(token for token in self.unseen if self.in_bag(token))]

    def piece(self, name: str, sort: type[TokenType]) -> TokenType:
        """Return the token of a name. It must exist in this game and be of the class `sort`."""
        token = self.pieces[name]
        assert isinstance(token, sort)
        return token

    def wall(self, arc: int) -> Structure:
        """Return the Wall of an arc, standing or not."""
        return self.walls[arc - 1]

    def tower(self, arc: int) -> Structure:
        """Return the Tower of an arc, standing or not."""
        return self.towers[arc - 1]

    def monsters_at(self, space: Space | None) -> list[Monster]:
        """Return the Monsters in a space, oldest on the board first."""
        return [monster for monster in self.board if monster.space is space]

    def standing_towers(self) -> int:
        """Return how many Towers stand."""
        return sum([tower.standing for tower in self.towers])

    def standing_walls(self) -> int:
        """Return how many Walls stand."""
        return sum([wall.standing for wall in self.walls])

    @property
    def fortify_left(self) -> int:
        """The number of Fortify tokens that are not on Walls."""
        return max(0, self.facts.supply["fortify"] - sum(wall.fortified for wall in self.walls))

    @property
    def hand_size(self) -> int:
        """The number of cards in a full hand now; 0 in a game without a limit."""
        if not self.facts.hand:
            return 0
        size = self.facts.hand[self.players]
        for monster in self.board:
            size -= monster.hand_penalty
        return size

    @property
    def pace(self) -> str:
        """The pace, one of `PACES`. The rules ask only whether it is `guided`."""
        return "guided" if self.guided else "auto"

    @pace.setter
    def pace(self, pace: str) -> None:
        self.guided = pace == "guided"

    def drawable_kinds(self) -> list[str]:
        """Return every kind that the boxes in play can have in the bag. What is left in it does not matter."""
        return list(dict.fromkeys(token.kind.name for token in self.pieces.values() if token.drawable))

    def named_phases(self) -> tuple[str, ...]:
        """Return the phases that a correction can set. The first and the last ask nothing, so no game rests there."""
        return tuple(name for name, _ in self.phases if name not in ("begin", "end"))

    # Changes

    def add(self, *parts: Part[Any]) -> None:
        """Add parts of a box."""
        for part in parts:
            self.parts[part.name] = part
            self.fixers |= dict.fromkeys(part.fixes, part)

    def emit(self, event: Event) -> None:
        """Record that something happened."""
        self.events.append(event)

    def take(self, token: Token) -> None:
        """Move a token from the bag to `in_hand`."""
        if token in self.unseen:
            del self.unseen[token]
            self.unseen_left -= 1
        else:
            del self.bag[token]
        self.in_hand = token

    def put(self, monster: Monster, space: Space) -> None:
        """Put a Monster on the board. It has full health, like every Monster that is not there."""
        monster.space = space
        self.board.append(monster)
        if self.in_hand is monster:
            self.in_hand = None
        self.events.append(MonsterPlaced(monster, space, monster.health))

    def put_in_forest(self, monster: Monster, arc: int) -> None:
        """Put a Monster into the Forest of an arc (Castle Panic rulebook, Draw 2 New Monsters)."""
        self.put(monster, FOREST_SPACES[arc])

    def move(self, monster: Monster, space: Space, cause: MoveCause) -> None:
        """Move a Monster to another space. It attacks nothing by that."""
        origin = monster.place
        monster.space = space
        self.events.append(MonsterMoved(monster, origin, space, cause))

    def lift(self, monster: Monster) -> None:
        """Take a Monster off the board. The caller must put it somewhere else."""
        self.board.remove(monster)
        if self.tarred is monster:
            self.tarred = None
        monster.reset()

    def set_aside(self, token: Token) -> None:
        """Put a token on the Monster discard pile."""
        if self.in_hand is token:
            self.in_hand = None
        self.discard.append(token)

    def send_home(self, token: Token, bag_was_told: bool) -> None:
        """Put away a token that lost its pile in a correction.

        It goes back into the bag. But when the people have just named all tokens in the bag, or when it never goes
        into the bag, it is put beside the board.
        """
        if bag_was_told or not isinstance(token, Drawable) or not token.drawable:
            self.absent.append(token)
        elif token.secret:
            self.unseen[token] = None
            self.unseen_left += 1
        else:
            self.bag[token] = None

    def points(self, player: int) -> int:
        """Return the victory points of a player, by the trophies."""
        return sum(token.kind.points for token in self.trophies[player])
