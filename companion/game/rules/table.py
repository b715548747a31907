"""One table in play: its state, the Monsters on it, the questions it may be asked, and what a box adds to it.

`Table`, `Monster`, `March`, `Part` and `Request` name each other in their signatures, so they live in one module. It
knows no reader, no screen, no clock and no die: answers come in through the procedures that work on it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from companion.game.board import CASTLE, FOREST, FOREST_SPACES, Space
from companion.game.events import Event, MonsterMoved, MonsterPlaced, MoveCause
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
"""A piece of the rules: a generator that yields requests and is resumed with their answers."""
NOTHING = cast("Procedure", ())
"""What a procedure returns that has done all it does without asking. Callers still write `yield from`, and an empty
tuple is cheaper to walk through than a generator."""
Phase: TypeAlias = "tuple[str, Callable[[Table], Procedure]]"
"""A phase of a turn: its name in the protocol, and its procedure."""
Heading = Callable[[Space], Space]
"""Where a step out of a space leads."""


# What may be asked


class Request:
    """A question to the table. `kind` and `topic` are words of the protocol.

    It holds its candidates as objects; words are made elsewhere, and only when somebody wants them.
    """

    __slots__ = ("topic",)
    kind: ClassVar[str]
    variety: ClassVar[str] = ""
    """Tells this question from others of its topic, where it is asked in words of its own."""
    marked: int = -1
    """The place of the option that is marked at first; -1 for none."""
    may_stop: bool = False
    """Whether `DONE` is an answer."""

    def __init__(self, topic: str) -> None:
        self.topic = topic

    def check(self, table: Table, answer: Any) -> None:
        """Raise Refused when the answer cannot be taken."""

    def about(self, table: Table) -> dict[str, Any]:
        """Return what the question is about beside its piece, as the fields of a record."""
        return {}


# Tokens that come out of the bag, and Monsters


class Drawable(Token):
    """A token that can be drawn out of the bag."""

    __slots__ = ()
    drawable = True
    secret: ClassVar[bool] = False
    """Whether nobody may know if it is in the bag."""

    def drawn(self, table: Table) -> Procedure:
        """Do everything that follows when it was taken from the bag and is in hand."""
        raise NotImplementedError

    def may_come(self, table: Table) -> bool:
        """Return whether it can be one of the tokens in the bag whose names nobody knows."""
        return True


class Monster(Drawable):
    """A Monster: a token that attacks the Castle.

    It answers a handful of named moments. Here are those answers that ask and change nothing;
    `companion.game.rules.tokens.CommonMonster` adds what most Monsters do.
    """

    __slots__ = ()
    on_board = True
    least_health: ClassVar[int] = 1
    """The lowest health it may have while it is on the board."""
    counts: ClassVar[bool] = True
    """Whether it must be slain for the game to be won."""
    hand_penalty: ClassVar[int] = 0
    """By how many cards every hand is smaller while it is on the board."""
    starter: ClassVar[bool] = True
    """Whether it may be a starting Monster where these are drawn at random."""
    untouchable: ClassVar[RefusalReason | None] = None
    """Why no card, report or fire touches it; None when they do."""
    boulder_proof: ClassVar[bool] = False
    """Whether no boulder ever destroys it."""
    doubles: ClassVar[bool] = True
    """Whether it may take another's place when it is destroyed."""
    feels_structures: ClassVar[bool] = True
    """Whether a structure that it breaks can hurt it."""
    outlives_slaying: ClassVar[bool] = False
    """Whether a card that slays does something else to it."""

    # Where it is

    def takes_arc(self, table: Table) -> bool:
        """Return whether it comes to an arc when it is drawn."""
        return True

    def comes_to(self, table: Table, arc: int) -> Procedure:
        """Enter the Forest of an arc and use its power."""
        raise NotImplementedError

    def arrived(self, table: Table) -> Procedure:
        """Do what follows once it stands in its first space: people place it, and it uses its power."""
        raise NotImplementedError

    def entered(self, table: Table) -> Procedure:
        """Use the power that it has once, when it has just come to the board."""
        return NOTHING

    def advance(self, march: March) -> Procedure:
        """Move with the others."""
        raise NotImplementedError

    # Hits and cards

    def open_to(self, hit: Hit) -> bool:
        """Return whether a hit may reach it where it stands."""
        return self.space in (hit.sky if self.kind.flying else hit.reach)

    def why_not(self, hit: Hit) -> RefusalReason:
        """Return the reason when `open_to` says no."""
        space = self.place
        if space.ring == FOREST:
            return HIT_IN_FOREST
        if space.ring == CASTLE:
            return HIT_IN_CASTLE
        if hit.color not in ("any", space.color):
            return HIT_COLOR
        return FLYING_HIT if self.kind.flying else HIT_RING

    def shrugs_off(self, card: CardKind) -> RefusalReason | None:
        """Return why a card that is no Hit card has no effect on it; None when it has."""
        return FLYING if card.earthbound and self.kind.flying else self.untouchable

    def tapped(self, table: Table) -> tuple[list[str], int]:
        """Return what a tap on it in Play Cards offers, and the place of the offer that is marked."""
        raise NotImplementedError

    def take_hit(self, table: Table, hit: Hit, player: int) -> Procedure:
        """Suffer a Hit card that reaches it, played by a player."""
        raise NotImplementedError

    def smitten(self, table: Table, player: int) -> Procedure:
        """Suffer a card that slays it outright, played by a player."""
        raise NotImplementedError

    # Health

    def toll(self, table: Table, points: int) -> int:
        """Return how much health a blow of some points takes from it."""
        return points if points < self.health else self.health

    def endures(self, table: Table) -> int:
        """Return the points that it takes to slay it now."""
        return self.health

    @property
    def exposed(self) -> bool:
        """Whether a blow at close quarters slays it where it stands."""
        return False

    def heal(self, points: int) -> bool:
        """Regain health, never above what is printed. Return whether it did."""
        before = self.health
        self.health = min(before + points, self.kind.health)
        return self.health > before

    def damaged(self, table: Table, lost: int, left: int) -> Procedure:
        """Do what follows when it has just lost health and has `left`, maybe 0."""
        return NOTHING

    def buried(self, table: Table, slayer: int) -> int:
        """Go to its place off the board once it was slain. Return the player who keeps it, 0 for nobody."""
        if slayer and table.keeps_trophies:
            table.trophies[slayer].append(self)
            return slayer
        table.discard.append(self)
        return 0

    def fell(self, table: Table, space: Space, slayer: int) -> Procedure:
        """Do what follows when it was slain in `space` and has just left the board."""
        return NOTHING

    def comes_back(self) -> bool:
        """Return whether it may come back out of the Monster discard."""
        return True

    # Structures

    def clashed(self, table: Table, structure: Structure) -> Procedure:
        """Take the damage for a structure that it broke."""
        raise NotImplementedError

    def attacked(self, table: Table, structure: Structure) -> Procedure:
        """Do what follows when it was among those who ran into a structure and the damage is dealt."""
        return NOTHING


class March:
    """One common movement: who ran into which Wall, who entered which Tower's space, who moved."""

    __slots__ = ("table", "heading", "cause", "walls", "towers", "movers", "burning")

    def __init__(self, table: Table, heading: Heading, cause: MoveCause) -> None:
        self.table = table
        self.heading = heading
        self.cause = cause
        self.walls: dict[int, list[Monster]] = {}
        """Those who ran into a Wall, by its arc."""
        self.towers: dict[int, list[Monster]] = {}
        """Those who came into the space of a Tower, by its arc."""
        self.movers: list[Monster] = []
        self.burning: dict[Monster, int] = {}
        """The Flame tokens that Monsters had when it began."""

    def go(self, monster: Monster, target: Space) -> bool:
        """Take a Monster one space on, unless a standing Wall is in the way. Return whether it went."""
        origin = monster.space  # `place` costs a call, and this is the hottest spot of the game
        assert origin is not None
        if target.distance == 0:
            if origin.distance == 1 and self.table.walls[target.arc - 1].standing:
                self.walls.setdefault(target.arc, []).append(monster)
                return False
            self.enter(monster, target)
        monster.space = target
        self.table.events.append(MonsterMoved(monster, origin, target, self.cause))
        return True

    def climb(self, monster: Monster, target: Space) -> None:
        """Take a Monster one space on, over whatever Wall there is."""
        self.enter(monster, target)
        self.table.move(monster, target, self.cause)

    def enter(self, monster: Monster, target: Space) -> None:
        """Note that a Monster comes into a Castle space, and so runs into the Tower there."""
        if self.table.towers[target.arc - 1].standing:
            self.towers.setdefault(target.arc, []).append(monster)


# What a box adds

Saved = TypeVar("Saved")
PartOf = TypeVar("PartOf", bound="Part[Any]")


class Part(Generic[Saved]):
    """Something that a box adds to the table beyond tokens. It is saved and restored with the table.

    `Saved` is what a checkpoint keeps of it. A part that takes corrections lists the names of the state in `fixes`.
    """

    name: ClassVar[str]
    fixes: ClassVar[tuple[str, ...]] = ()
    """The names that corrections of it have in the state of the protocol."""

    @classmethod
    def of(cls: type[PartOf], table: Table) -> PartOf:
        """Return this part of a table. The box that brings it must be in play."""
        part = table.parts[cls.name]
        assert isinstance(part, cls)
        return part

    def save(self) -> Saved:
        """Return everything that changes, in copies."""
        raise NotImplementedError

    def restore(self, saved: Saved) -> None:
        """Go back to what `save` returned."""
        raise NotImplementedError

    def state(self) -> dict[str, Any]:
        """Return what it shows in the state of the protocol."""
        return {}

    # Corrections: `name` is one of `fixes`, `value` what the people say, already decoded into the type of that field

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Raise Refused when the corrected value cannot be."""
        raise NotImplementedError

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Take the corrected value. It was checked."""
        raise NotImplementedError

    def pile(self, name: str) -> str:
        """Return the pile of the tokens that a corrected value claims: its own, or the table's board or discard."""
        return name

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """Return the tokens that a corrected value claims."""
        return []

    def piles(self) -> dict[str, list[Token]]:
        """Return the tokens that are with it and in no pile of the table, by the name of the place."""
        return {}

    def set_pile(self, name: str, tokens: list[Token]) -> None:
        """Let just these tokens be in that place. Nothing remembers that those which leave it were there."""
        raise NotImplementedError

    def check_correction(self, table: Table, correction: Correction) -> None:
        """Raise Refused when a correction, taken as a whole, cannot be."""

    def correcting(self, table: Table, correction: Correction) -> None:
        """Prepare for a correction that was checked and is about to be applied."""

    def corrected(self, table: Table) -> None:
        """Follow a correction that was applied."""


class PassingPart(Part[None]):
    """A part with nothing to keep from one turn to the next."""

    def save(self) -> None:
        """Keep nothing."""

    def restore(self, saved: None) -> None:
        """Begin anew."""
        self.forget()

    def forget(self) -> None:
        """Drop what is under way."""


# The table

TokenType = TypeVar("TokenType", bound=Token)


class Table:
    """One table in play. Containers hold tokens; a token is in exactly one of them."""

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
        """Those of the base box."""
        self.pace = pace
        self.players = options.players
        self.moments = Moments()
        self.starters: Callable[[Table], Procedure] = lambda table: NOTHING
        """Puts the starting Monsters on the board. The base box sets it; an expansion may replace it."""
        self.parts: dict[str, Part[Any]] = {}
        self.fixers: dict[str, Part[Any]] = {}
        """Which part takes a correction, by the name it has in the state."""
        self.phases: list[Phase] = []
        self.reports: dict[str, Callable[[Monster], object]] = {}
        """What the people may report of a tapped Monster: the action that an option makes of it."""
        self.cards = dict(cards)
        self.pieces = {token.name: token for token in pieces}
        self.hidden: frozenset[str] = frozenset()
        """Parts of the plain state that this game does not have: never shown, never corrected."""
        self.walls: list[Structure] = []
        self.towers: list[Structure] = []
        self.left_out: Collection[str] = frozenset()
        """Kinds and cards that this game is played without."""
        self.bag: dict[Token, None] = {}
        """The tokens that are known to be in the bag."""
        self.unseen: dict[Token, None] = {}
        """Tokens of which nobody may know whether they are in the bag."""
        self.unseen_left = 0
        """How many of those are in it."""
        self.board: list[Monster] = []
        self.discard: list[Token] = []
        self.removed: list[Token] = []
        self.absent: list[Token] = []
        """Tokens beside the board: kept out by the set-up lists, waiting to be called by others, or corrected away."""
        self.banished: list[str] = []
        self.trophies: list[list[Token]] = [[] for _ in range(options.players + 1)]
        """The slain Monsters that each player keeps, by the player's number; nobody has number 0."""
        self.in_hand: Token | None = None
        """A token that was drawn and is not finished yet."""
        self.tarred: Token | None = None
        self.turn = 0
        self.player = options.first or 1
        self.phase = "setup"
        self.draws_left = 0
        self.skip_draw = False
        self.result = ""
        self.slayers: tuple[int, ...] = ()
        self.chances = 0
        """Dice and shuffles so far: the place in the row of random numbers."""
        self.events: list[Event] = []

    # What is where

    @property
    def bag_left(self) -> int:
        """Tokens still to be drawn."""
        return len(self.bag) + self.unseen_left

    def in_bag(self, token: Token) -> bool:
        """Return whether a token may be drawn now, as far as anybody can know."""
        return token in self.bag or (self.unseen_left > 0 and token in self.unseen and self.may_be_in_bag(token))

    def may_be_in_bag(self, token: Token) -> bool:
        """Return whether a token can be one of those in the bag whose names nobody knows."""
        return isinstance(token, Drawable) and token.may_come(self)

    def drawable(self) -> list[Token]:
        """Return every token that may be drawn now."""
        return [*self.bag, *(token for token in self.unseen if self.in_bag(token))]

    def piece(self, name: str, sort: type[TokenType]) -> TokenType:
        """Return the token of a name, which a box in play brings and is of that sort."""
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
        """Return the Monsters in a space, in the order in which they came to the board."""
        return [monster for monster in self.board if monster.space is space]

    def standing_towers(self) -> int:
        """Return how many Towers stand."""
        return sum([tower.standing for tower in self.towers])

    def standing_walls(self) -> int:
        """Return how many Walls stand."""
        return sum([wall.standing for wall in self.walls])

    @property
    def fortify_left(self) -> int:
        """Fortify tokens beside the board."""
        return max(0, self.facts.supply["fortify"] - sum(wall.fortified for wall in self.walls))

    @property
    def hand_size(self) -> int:
        """Cards in a full hand now; 0 in a game where a hand has no limit."""
        if not self.facts.hand:
            return 0
        size = self.facts.hand[self.players]
        for monster in self.board:
            size -= monster.hand_penalty
        return size

    @property
    def trades(self) -> int:
        """Trades that a player may make in a turn."""
        return self.facts.trades.get(self.players, 0)

    @property
    def keeps_trophies(self) -> bool:
        """Whether slain Monsters are kept by players (not in the co-op version)."""
        return self.options.version != "co-op"

    @property
    def guided(self) -> bool:
        """Whether the people say when they have done what they do by hand."""
        return self.pace == "guided"

    def drawable_kinds(self) -> list[str]:
        """Return every kind of token that the boxes in play may have in the bag; never narrowed by what is left."""
        return list(dict.fromkeys(token.kind.name for token in self.pieces.values() if token.drawable))

    def named_phases(self) -> tuple[str, ...]:
        """Return the phases that a correction may move the game to."""
        return tuple(name for name, _ in self.phases if name not in ("begin", "end"))

    # Changes

    def add(self, *parts: Part[Any]) -> None:
        """Add what a box brings."""
        for part in parts:
            self.parts[part.name] = part
            self.fixers |= dict.fromkeys(part.fixes, part)

    def emit(self, event: Event) -> None:
        """Tell what happened."""
        self.events.append(event)

    def take(self, token: Token) -> None:
        """Take a token out of the bag into the hand."""
        if token in self.unseen:
            del self.unseen[token]
            self.unseen_left -= 1
        else:
            del self.bag[token]
        self.in_hand = token

    def put(self, monster: Monster, space: Space) -> None:
        """Let a Monster enter the board at full health."""
        monster.reset()
        monster.space = space
        self.board.append(monster)
        if self.in_hand is monster:
            self.in_hand = None
        self.events.append(MonsterPlaced(monster, space, monster.health))

    def put_in_forest(self, monster: Monster, arc: int) -> None:
        """Let a Monster enter the Forest of an arc (Castle Panic rulebook, Draw 2 New Monsters)."""
        self.put(monster, FOREST_SPACES[arc])

    def move(self, monster: Monster, space: Space, cause: MoveCause) -> None:
        """Move a Monster to another space. Nothing else happens by it."""
        origin = monster.place
        monster.space = space
        self.events.append(MonsterMoved(monster, origin, space, cause))

    def lift(self, monster: Monster) -> None:
        """Take a Monster off the board."""
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
        """Put a token that a correction names nowhere any more back where such tokens wait.

        That is the bag, unless the people have just said what is in the bag.
        """
        if bag_was_told or not isinstance(token, Drawable) or not token.drawable:
            self.absent.append(token)
        elif token.secret:
            self.unseen[token] = None
            self.unseen_left += 1
        else:
            self.bag[token] = None

    def points(self, player: int) -> int:
        """Return the victory points of a player's trophies."""
        return sum(token.kind.points for token in self.trophies[player])
