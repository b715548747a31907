"""The path of My First Castle Panic with what stands on it and at its end, and what happens there.

Source: My First Castle Panic rulebook, Move the Monsters, Draw 1 Monster and Game End. All monsters move at the same
moment, as in the big game; those that run into the wall together all fall with it.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from companion.game.boxes.my_first import events
from companion.game.path import PathSpace, make_path
from companion.game.rules.ending import finish
from companion.game.rules.refusals import NO_SUCH_SPACE, UNKNOWN_PIECE, Refused
from companion.game.rules.requests import Acknowledge, Procedure
from companion.game.rules.table import Part

if TYPE_CHECKING:
    from companion.game.pieces import BoxFacts, Token
    from companion.game.rules.table import Table

_NEAREST = attrgetter("space.number")


class PathFix(msgspec.Struct, forbid_unknown_fields=True):
    """One monster on the path of My First; spaces count from 1 (START)."""

    piece: str
    space: int


class Path(Part):
    """The path, the wall before the castle, and the castle.

    The monsters on the path are the table's board, the Dungeon is its discard.
    """

    def __init__(self, table: Table, facts: BoxFacts) -> None:
        self.table = table
        self.spaces = make_path(facts.path)
        self.wall = "defenseless" not in table.options.variants
        self.castle = True

    @property
    def start(self) -> PathSpace:
        """Where new monsters come in."""
        return self.spaces[0]

    def marked(self, color: str, shape: str) -> PathSpace | None:
        """The first space of a colour and a shape, if the path has one."""
        return next((space for space in self.spaces if space.color == color and space.shape == shape), None)

    def at(self, space: PathSpace) -> list[Any]:
        """The monsters on a space."""
        return [monster for monster in self.table.board if monster.space is space]

    def leader(self) -> Any:
        """The monster closest to the castle, or none when the path is empty."""
        return max(self.table.board, key=_NEAREST, default=None)

    # What happens on it

    def enter(self, monster: Any, space: PathSpace) -> None:
        """A monster comes onto the path."""
        table = self.table
        monster.space = space
        table.board.append(monster)
        if table.in_hand is monster:
            table.in_hand = None
        table.emit(events.MonsterArrived(monster, space))

    def catch(self, monster: Any) -> None:
        """A monster goes to the Dungeon."""
        space = monster.space
        self.table.lift(monster)
        self.table.set_aside(monster)
        self.table.emit(events.MonsterCaught(monster, space))

    def boot(self, monster: Any) -> None:
        """A monster goes back into the pile, face down."""
        table = self.table
        space = monster.space
        table.lift(monster)
        table.bag[monster] = None
        table.emit(events.MonsterBooted(monster, space, table.bag_left))

    def rebuild(self) -> None:
        """The wall stands again."""
        if not self.wall:
            self.wall = True
            self.table.emit(events.WallRebuilt())

    def advance(self, cause: str) -> None:
        """Every monster takes one step toward the castle, the nearest first. Raises Over when the castle falls."""
        table = self.table
        movers = sorted(table.board, key=_NEAREST, reverse=True)
        if not movers:
            return
        chargers = [monster for monster in movers if monster.space.after is None]
        for monster in movers[len(chargers) :]:
            origin = monster.space
            monster.space = origin.after
            table.emit(events.MonsterStepped(monster, origin, origin.after, cause))
        table.emit(events.MonstersStepped(len(movers), cause))
        for monster in chargers:
            table.lift(monster)
        if chargers:
            self.charge(chargers)

    def charge(self, chargers: list[Any]) -> None:
        """Monsters run into the wall, or without one into the castle, and fall with it. Raises Over with the castle."""
        walled = self.wall
        self.wall = False
        for monster in chargers:
            self.table.set_aside(monster)
            if walled:
                self.table.emit(events.WallBumped(monster))
        if not walled:
            self.fall(chargers[0])

    def fall(self, monster: Token | None) -> NoReturn:
        """The castle is flat: all have lost. Raises Over."""
        self.castle = False
        self.table.emit(events.CastleFlattened(monster))
        finish(self.table, "lost")

    def check_end(self) -> None:
        """All have won when every monster is caught and the castle stands. Raises Over at an end."""
        table = self.table
        if not self.castle:
            self.fall(None)
        if not (table.board or table.bag or table.in_hand):
            table.emit(events.CastleSaved(self.wall))
            finish(table, "won")

    # As a part of the table

    def save(self) -> tuple[bool, bool]:
        """Wall and castle."""
        return self.wall, self.castle

    def restore(self, saved: tuple[bool, bool]) -> None:
        """Back to what `save` gave."""
        self.wall, self.castle = saved

    def state(self) -> dict[str, Any]:
        """The monsters by their spaces, the wall, the castle and the Dungeon."""
        return {
            "path": [{"piece": monster.name, "space": monster.space.number} for monster in self.table.board],
            "wall": self.wall,
            "castle": self.castle,
            "dungeon": [monster.name for monster in self.table.discard],
        }

    def pile(self, name: str) -> str:
        """The path is the table's board, the Dungeon its discard."""
        return {"path": "board", "dungeon": "discard"}.get(name, name)

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """The monsters said to be on the path or in the Dungeon."""
        pieces: list[str] = []
        if name == "path":
            pieces = [fix.piece for fix in value]
        elif name == "dungeon":
            pieces = value
        return [named(table, piece) for piece in pieces]

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Refuses spaces that the path does not have: nobody ever rests where the wall stands."""
        for fix in value if name == "path" else []:
            if not 1 <= fix.space <= len(self.spaces):
                raise Refused(NO_SUCH_SPACE, name=fix.space)

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Puts the monsters where they are said to be, and wall and castle up or down."""
        for fix in value if name == "path" else []:
            monster = table.pieces[fix.piece]
            monster.reset()
            monster.space = self.spaces[fix.space - 1]
            table.board.append(monster)
        if name in ("wall", "castle"):
            setattr(self, name, value)


def named(table: Table, name: str) -> Token:
    """The token of that name. Raises Refused when the game has none."""
    token = table.pieces.get(name)
    if token is None:
        raise Refused(UNKNOWN_PIECE, name=name)
    return token


def path_of(table: Table) -> Path:
    """The path of a table of My First."""
    path = table.parts["path"]
    assert isinstance(path, Path)
    return path


def advance(table: Table, cause: str) -> Procedure:
    """All monsters take one step, and the people move them."""
    moved = bool(table.board)
    path_of(table).advance(cause)
    if moved and table.guided:
        yield Acknowledge("move-pieces")
