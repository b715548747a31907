"""The path of My First Castle Panic with what stands on it and at its end, and what happens there.

Source: My First Castle Panic rulebook, Move the Monsters, Draw 1 Monster and Game End. All monsters move at the same
moment, as in the base game, so all that run into the wall together go to the Dungeon with it.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple, NoReturn

import msgspec

from companion.game.boxes.my_first import events
from companion.game.path import PathSpace, make_path
from companion.game.pieces import BoxFacts, Kind, Token
from companion.game.rules.ending import finish
from companion.game.rules.refusals import NO_SUCH_SPACE, UNKNOWN_PIECE, Refused
from companion.game.rules.requests import by_hand
from companion.game.rules.table import NOTHING, Monster, Part, Procedure, Table
from companion.game.rules.topics import MOVE_PIECES, PLACE_PIECE

_NEAREST = attrgetter("spot.number")


class PathMonster(Monster):
    """A goblin: it enters at START and takes a step when all do. It stands on the path, never on the round board."""

    __slots__ = ("spot",)
    least_health = 0

    def __init__(self, kind: Kind, number: int) -> None:
        super().__init__(kind, number)
        self.spot: PathSpace | None = None

    @property
    def where(self) -> PathSpace | None:
        """The space of the path that it stands on, or None."""
        return self.spot

    @property
    def path_space(self) -> PathSpace:
        """The space of the path that it stands on. Read it only while the monster is on the path."""
        spot = self.spot
        assert spot is not None, f"{self.name} is not on the path"
        return spot

    def reset(self) -> None:
        """Leave the path."""
        super().reset()
        self.spot = None

    def drawn(self, table: Table) -> Procedure:
        """Come onto the path and use its power."""
        path = Path.of(table)
        path.enter(self, path.start)
        yield from by_hand(table, PLACE_PIECE, piece=self)
        yield from self.entered(table)

    def tapped(self, table: Table) -> tuple[list[str], int]:
        """Offer to report that it was caught, or to do nothing."""
        return [*table.reports, "cancel"], 0


class PathFix(msgspec.Struct, forbid_unknown_fields=True):
    """A correction: one monster on the path of My First. Spaces count from 1 (START)."""

    piece: str
    space: int


class PathSaved(NamedTuple):
    """What a checkpoint keeps of the path."""

    wall: bool
    castle: bool
    monsters: list[tuple[PathMonster, PathSpace | None]]


class Path(Part[PathSaved]):
    """The path, the wall in front of the castle, and the castle.

    The monsters on the path are the board of the table, and the Dungeon is its discard.
    """

    name = "path"
    fixes = ("path", "wall", "castle", "dungeon")

    def __init__(self, table: Table, facts: BoxFacts) -> None:
        self.table = table
        self.spaces = make_path(facts.path)
        self.wall = "defenseless" not in table.options.variants
        self.castle = True

    @property
    def start(self) -> PathSpace:
        """The space where new monsters come in."""
        return self.spaces[0]

    def marked(self, color: str, shape: str) -> PathSpace | None:
        """Return the first space of a color and a shape; None when the path has none."""
        return next((space for space in self.spaces if space.color == color and space.shape == shape), None)

    @property
    def monsters(self) -> list[PathMonster]:
        """The monsters on the path, in the order in which they came."""
        return [monster for monster in self.table.board if isinstance(monster, PathMonster)]

    def at(self, space: PathSpace) -> list[PathMonster]:
        """Return the monsters on a space."""
        return [monster for monster in self.monsters if monster.spot is space]

    def leader(self) -> PathMonster | None:
        """Return the monster closest to the castle; None when the path is empty."""
        return max(self.monsters, key=_NEAREST, default=None)

    # What happens on it

    def enter(self, monster: PathMonster, space: PathSpace) -> None:
        """Put a monster onto the path."""
        table = self.table
        monster.spot = space
        table.board.append(monster)
        if table.in_hand is monster:
            table.in_hand = None
        table.emit(events.MonsterArrived(monster, space))

    def catch(self, monster: PathMonster) -> None:
        """Put a monster into the Dungeon."""
        space = monster.path_space
        self.table.lift(monster)
        self.table.set_aside(monster)
        self.table.emit(events.MonsterCaught(monster, space))

    def boot(self, monster: PathMonster) -> None:
        """Put a monster back into the pile, face down."""
        table = self.table
        space = monster.path_space
        table.lift(monster)
        table.bag[monster] = None
        table.emit(events.MonsterBooted(monster, space, table.bag_left))

    def rebuild(self) -> None:
        """Put the wall back up."""
        if not self.wall:
            self.wall = True
            self.table.emit(events.WallRebuilt())

    def advance(self, cause: str) -> None:
        """Move every monster one step toward the castle, the nearest first. Raise Over when the castle falls."""
        table = self.table
        movers = sorted(self.monsters, key=_NEAREST, reverse=True)
        if not movers:
            return
        chargers = []
        for monster in movers:
            origin = monster.path_space
            if origin.after is None:
                chargers.append(monster)
            else:
                monster.spot = origin.after
                table.emit(events.MonsterStepped(monster, origin, origin.after, cause))
        table.emit(events.MonstersStepped(len(movers), cause))
        for monster in chargers:
            table.lift(monster)
        if chargers:
            self.charge(chargers)

    def charge(self, chargers: list[PathMonster]) -> None:
        """Run monsters into the wall, or into the castle when there is no wall. Raise Over when the castle falls.

        The monsters go to the Dungeon, and what they ran into falls.
        """
        walled = self.wall
        self.wall = False
        for monster in chargers:
            self.table.set_aside(monster)
            if walled:
                self.table.emit(events.WallBumped(monster))
        if not walled:
            self.fall(chargers[0])

    def fall(self, monster: Token | None) -> NoReturn:
        """Let the castle fall: all have lost. Raise Over."""
        self.castle = False
        self.table.emit(events.CastleFlattened(monster))
        finish(self.table, "lost")

    def check_end(self) -> None:
        """Raise Over when the castle is flat, or when every monster is caught and the castle stands."""
        table = self.table
        if not self.castle:
            self.fall(None)
        if not (table.board or table.bag or table.in_hand):
            table.emit(events.CastleSaved(self.wall))
            finish(table, "won")

    # As a part of the table

    def save(self) -> PathSaved:
        """Return the wall, the castle and where each monster stands."""
        return PathSaved(self.wall, self.castle, [(monster, monster.spot) for monster in self.monsters])

    def restore(self, saved: PathSaved) -> None:
        """Go back to what `save` returned."""
        self.wall, self.castle = saved.wall, saved.castle
        for monster, spot in saved.monsters:
            monster.spot = spot

    def state(self) -> dict[str, Any]:
        """Return the monsters by their spaces, the wall, the castle and the Dungeon."""
        return {
            "path": [{"piece": monster.name, "space": monster.path_space.number} for monster in self.monsters],
            "wall": self.wall,
            "castle": self.castle,
            "dungeon": [monster.name for monster in self.table.discard],
        }

    def pile(self, name: str) -> str:
        """Return the pile of the table that a part of the state is: the path is its board, the Dungeon its discard."""
        return {"path": "board", "dungeon": "discard"}.get(name, name)

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """Return the monsters that a correction puts on the path or into the Dungeon."""
        pieces: list[str] = []
        if name == "path":
            pieces = [fix.piece for fix in value]
        elif name == "dungeon":
            pieces = value
        return [named(table, piece) for piece in pieces]

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Raise Refused for a space that the path does not have. No monster ever stays where the wall stands."""
        for fix in value if name == "path" else []:
            if not 1 <= fix.space <= len(self.spaces):
                raise Refused(NO_SUCH_SPACE, name=fix.space)

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Put the monsters where the correction says, and wall and castle up or down."""
        for fix in value if name == "path" else []:
            monster = table.piece(fix.piece, PathMonster)
            monster.reset()
            monster.spot = self.spaces[fix.space - 1]
            table.board.append(monster)
        if name in ("wall", "castle"):
            setattr(self, name, value)


def named(table: Table, name: str) -> Token:
    """Return the token of a name. Raise Refused when the game has none."""
    token = table.pieces.get(name)
    if token is None:
        raise Refused(UNKNOWN_PIECE, name=name)
    return token


def advance(table: Table, cause: str) -> Procedure:
    """Move all monsters one step, and have the people move the pieces."""
    moved = bool(table.board)
    Path.of(table).advance(cause)
    return by_hand(table, MOVE_PIECES) if moved else NOTHING
