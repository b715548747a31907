"""The language of `tests.game.rules.table` for My First Castle Panic.

    scene = path("goblin#1@4 goblin#2@9", bag="shover#1", wall=False)
    scene.play("green-triangle", on="goblin#1")
    assert scene.board == "goblin#2@9"

`goblin#1@4` is that goblin on the fourth space. Unless a test says otherwise three people play, player 1 is to play a
card, wall and castle stand, and whoever is not on the path or in the Dungeon is in the pile.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.game.boxes.my_first.path import Path
from companion.game.pieces import Library, Token
from companion.game.rules.cards import CardPlay
from companion.game.rules.fixes import Correction
from companion.game.session import Game
from companion.talk.messages import CorrectMessage
from tests.game.options import game_options
from tests.game.rules.table import LIBRARY, Scene

FACTS = LIBRARY["my-first"]


def path_correction(**parts: Any) -> Correction:
    """Return a correction of these parts, in the words of the table protocol."""
    return msgspec.convert({"do": "correct"} | parts, CorrectMessage).correction()


class PathScene(Scene):
    """A game of My First in a test."""

    def play(self, card: str, on: str = "", *, player: int = 0, force: bool = False, **_: Any) -> None:  # type: ignore[override]
        """Play a card on monsters. The player is the one whose turn it is, or a friend."""
        table = self.game.table
        monsters = tuple(table.pieces[name] for name in on.split())
        self.answer(CardPlay(card=table.cards[card], player=player or table.player, on=monsters, force=force))

    def tap(self, name: str) -> None:
        """Take a token from the pile and lay it on the reader."""
        self.answer(self.game.table.pieces[name])

    def correct(self, **parts: Any) -> None:
        """Correct the table, in the words of the table protocol."""
        self.game.correct(path_correction(**parts))
        self._after()

    @property
    def path(self) -> Path:
        """The path as the rules keep it."""
        return Path.of(self.game.table)

    @property
    def board(self) -> str:
        """The monsters on the path, beginning at START."""
        places = sorted((monster.path_space.number, monster.name) for monster in self.path.monsters)
        return " ".join(f"{name}@{number}" for number, name in places)

    @property
    def dungeon(self) -> str:
        """The monsters in the Dungeon in alphabetical order."""
        return " ".join(sorted(token.name for token in self.game.table.discard))

    @property
    def walled(self) -> bool:
        """Whether the wall stands."""
        return self.path.wall

    @property
    def castle(self) -> bool:
        """Whether the castle stands."""
        return self.path.castle

    def piece(self, name: str) -> Token:
        """Return one piece by its name."""
        return self.game.table.pieces[name]


def new_path(library: Library = LIBRARY, *, pace: str = "auto", seed: int = 1, **options: Any) -> PathScene:
    """Return a game as it begins, with three players and an empty path unless the test says otherwise."""
    wishes: dict[str, Any] = {"boxes": ("my-first",), "players": 3, "setup": "none"}
    return PathScene(Game(game_options(**(wishes | options)), library, seed=seed, pace=pace))


def path(
    monsters: str = "",
    *,
    dungeon: str = "",
    bag: str | None = None,
    wall: bool | None = None,
    player: int = 1,
    phase: str = "play",
    **wishes: Any,
) -> PathScene:
    """Return a game that is corrected to what the test gives. `bag` names the only monsters left in the pile."""
    scene = new_path(**wishes)
    placed = [word.rpartition("@") for word in monsters.split()]
    parts: dict[str, Any] = {
        "path": [{"piece": name, "space": int(number)} for name, _, number in placed],
        "dungeon": dungeon.split(),
        "turn": {"player": player, "phase": phase},
    }
    if bag is not None:
        parts["bag"] = {"pieces": bag.split()} if bag else {"left": 0}
    if wall is not None:
        parts["wall"] = wall
    scene.correct(**parts)
    scene.heard.clear()
    return scene
