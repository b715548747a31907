"""The state of one table: where every piece is, whose turn it is, what is owed.

It knows no reader, no screen, no clock and no die; answers come in through the procedures that work on it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any

from companion.game.board import FOREST_SPACES, Space
from companion.game.events import Event, MonsterMoved, MonsterPlaced
from companion.game.pieces import BoxFacts, Structure, Token
from companion.game.rules.moments import Moments
from companion.game.rules.options import GameOptions

Phase = tuple[str, "Callable[[Table], Generator[Any, Any, Any]]"]
"""A phase of a turn: its name in the protocol, and its procedure."""


class Part:
    """Something that a box adds to the table beyond tokens: it is saved and restored with it."""

    def save(self) -> Any:
        """Everything that changes."""
        raise NotImplementedError

    def restore(self, saved: Any) -> None:
        """Back to what `save` gave."""
        raise NotImplementedError

    def state(self) -> dict[str, Any]:
        """What it shows in the state of the protocol."""
        return {}

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Raises Refused when the corrected value of a part cannot be."""
        raise NotImplementedError

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Takes the corrected value of a part."""
        raise NotImplementedError

    def pile(self, name: str) -> str:
        """Where tokens that a corrected value claims then are: a pile of its own, or the table's board or discard."""
        return name

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """The tokens that a corrected value claims."""
        return []

    def piles(self) -> dict[str, list[Token]]:
        """The tokens that are with it and in no pile of the table, by the name of the place."""
        return {}

    def set_pile(self, name: str, tokens: list[Token]) -> None:
        """Just these tokens are in that place; of those that leave it, nothing remembers that they were there."""
        raise NotImplementedError

    def check_correction(self, table: Table, correction: Any) -> None:
        """Raises Refused when a correction, taken as a whole, cannot be."""

    def correcting(self, table: Table, correction: Any) -> None:
        """A correction was checked and is about to be applied."""

    def corrected(self, table: Table) -> None:
        """A correction was applied."""


class Table:
    """One table in play. Containers hold tokens; a token is in exactly one of them."""

    def __init__(
        self,
        options: GameOptions,
        facts: BoxFacts,
        pieces: Iterable[Token],
        cards: Mapping[str, Any],
        pace: str = "guided",
    ) -> None:
        self.options = options
        self.facts = facts
        """Those of the base box."""
        self.pace = pace
        self.players = options.players
        self.moments = Moments()
        self.parts: dict[str, Part] = {}
        self.fixers: dict[str, Part] = {}
        """Which part takes a correction, by the name it has in the state."""
        self.phases: list[Phase] = []
        self.reports: dict[str, Callable[[Any], Any]] = {}
        """What the people may report of a tapped Monster: the action that an option makes of it."""
        self.cards = dict(cards)
        self.pieces = {token.name: token for token in pieces}
        self.hidden: frozenset[str] = frozenset()
        """Parts of the plain state that this game does not have: never shown, never corrected."""
        self.walls: list[Structure] = []
        self.towers: list[Structure] = []
        self.left_out: frozenset[str] = frozenset()
        """Kinds and cards that this game is played without."""
        self.bag: dict[Token, None] = {}
        """The tokens that are known to be in the bag."""
        self.unseen: dict[Token, None] = {}
        """Tokens of which nobody may know whether they are in the bag."""
        self.unseen_left = 0
        """How many of those are in it."""
        self.board: list[Any] = []
        self.discard: list[Token] = []
        self.removed: list[Token] = []
        self.absent: list[Token] = []
        """Tokens beside the board: kept out by the set-up lists, waiting to be called by others, or corrected away."""
        self.banished: list[str] = []
        self.trophies: list[list[Token]] = [[] for _ in range(options.players + 1)]
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

    def in_bag(self, token: Any) -> bool:
        """Whether a token may be drawn now, as far as anybody can know."""
        return token in self.bag or (self.unseen_left > 0 and token in self.unseen and token.may_come(self))

    def admits(self, play: Any) -> bool:
        """Whether a player whose turn it is not was invited to play a card."""
        return any(admits(self, play) for admits in self.moments.guests)

    def drawable(self) -> list[Token]:
        """Every token that may be drawn now."""
        return [*self.bag, *(token for token in self.unseen if self.in_bag(token))]

    def wall(self, arc: int) -> Structure:
        """The Wall of an arc, standing or not."""
        return self.walls[arc - 1]

    def tower(self, arc: int) -> Structure:
        """The Tower of an arc, standing or not."""
        return self.towers[arc - 1]

    def monsters_at(self, space: Space) -> list[Any]:
        """The Monsters in a space, in the order in which they came to the board."""
        return [monster for monster in self.board if monster.space is space]

    def standing_towers(self) -> int:
        """How many Towers stand."""
        return sum([tower.standing for tower in self.towers])

    def standing_walls(self) -> int:
        """How many Walls stand."""
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
        """Whether what the people do by hand is acknowledged."""
        return self.pace == "guided"

    def drawable_kinds(self) -> list[str]:
        """Every kind of token that the boxes in play may have in the bag; never narrowed by what is left."""
        return list(dict.fromkeys(token.kind.name for token in self.pieces.values() if token.drawable))

    def named_phases(self) -> tuple[str, ...]:
        """The phases that a correction may move the game to."""
        return tuple(name for name, _ in self.phases if name not in ("begin", "end"))

    # Changes

    def emit(self, event: Event) -> None:
        """Tells what happened."""
        self.events.append(event)

    def take(self, token: Token) -> None:
        """A token leaves the bag and is in hand."""
        if token in self.unseen:
            del self.unseen[token]
            self.unseen_left -= 1
        else:
            del self.bag[token]
        self.in_hand = token

    def put(self, monster: Any, space: Space) -> None:
        """A Monster enters the board at full health."""
        monster.reset()
        monster.space = space
        self.board.append(monster)
        if self.in_hand is monster:
            self.in_hand = None
        self.events.append(MonsterPlaced(monster, space, monster.health))

    def put_in_forest(self, monster: Any, arc: int) -> None:
        """A Monster enters the board in the Forest of an arc (Castle Panic rulebook, Draw 2 New Monsters)."""
        self.put(monster, FOREST_SPACES[arc])

    def move(self, monster: Any, space: Space, cause: str) -> None:
        """A Monster goes to another space, and nothing else happens by it."""
        origin = monster.space
        monster.space = space
        self.events.append(MonsterMoved(monster, origin, space, cause))

    def lift(self, token: Any) -> None:
        """A token leaves the board."""
        self.board.remove(token)
        if self.tarred is token:
            self.tarred = None
        token.reset()

    def set_aside(self, token: Token) -> None:
        """A token goes to the Monster discard pile."""
        if self.in_hand is token:
            self.in_hand = None
        self.discard.append(token)

    def homeward(self, token: Any, bag_was_told: bool) -> None:
        """A token that a correction names nowhere any more goes back to where such tokens wait.

        That is the bag, unless the people have just said what is in the bag.
        """
        if bag_was_told or not token.drawable:
            self.absent.append(token)
        elif token.secret:
            self.unseen[token] = None
            self.unseen_left += 1
        else:
            self.bag[token] = None

    def points(self, player: int) -> int:
        """Victory points of a player's trophies."""
        return sum(token.kind.points for token in self.trophies[player])
