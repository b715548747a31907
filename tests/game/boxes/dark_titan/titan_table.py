"""The language of `tests.game.rules.table` and of the other box's `wizards_table`, with what The Dark Titan adds to it.

    scene = titans("Orc2@K3 Agranok8@F2", supports="SupplyWagon3@A4", cavalier="S2", agranok=2)
    scene.support("SupplyWagon", "K4 S4", "green")
    assert scene.supports == "SupplyWagon3@S4"

Unless a test says otherwise three people play with The Dark Titan alone, and Agranok's card is one of level 1 that
everybody knows. `both=True` adds The Wizard's Tower.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from companion.game.board import SPACES
from companion.game.boxes.dark_titan.cavalier import Orders, Rider
from companion.game.boxes.dark_titan.supports import MoveSupport, Supports
from companion.game.pieces import Library, Token
from companion.game.rules.fixes import Correction
from companion.game.session import Game
from companion.talk.messages import CorrectMessage
from companion.talk.state import state_of
from tests.game.boxes.wizards_tower.wizards_table import TOLD, WizardScene, named, take, told
from tests.game.options import game_options
from tests.game.rules.table import LIBRARY, RING_NAMES, kind_named, short, space_named

TITAN = ("castle-panic", "dark-titan")
BOTH = ("castle-panic", "wizards-tower", "dark-titan")
_SUPPORT = re.compile(r"(?P<kind>\w+?)(?P<health>\d)?@(?P<space>[FAKSC][1-6])")


def titan_correction(**parts: Any) -> Correction:
    """Return a correction of these parts, in the words of the table protocol."""
    return msgspec.convert({"do": "correct"} | parts, CorrectMessage).correction()


class TitanScene(WizardScene):
    """A game with The Dark Titan in a test."""

    def correct(self, **parts: Any) -> None:
        """Correct the table, in the words of the table protocol."""
        self.game.correct(titan_correction(**parts))
        self._after()

    def support(self, kind: str, path: str, color: str) -> None:
        """Discard a color card to move a Support."""
        piece = self.game.table.pieces[f"{kind_named(kind)}#1"]
        self.answer(MoveSupport(piece, tuple(SPACES[space_named(mark)] for mark in path.split()), color))

    def ride(self, move: str = "", attack: str = "", *, attack_first: bool = False) -> None:
        """Give the Cavalier all his orders at once."""
        foe = self.monster(attack) if attack else None
        self.answer(Orders(SPACES[space_named(move)] if move else None, foe, attack_first))

    def choose(self, option: str) -> None:
        """Choose one option by its id, or several, separated by blanks."""
        request: Any = self.game.request
        by_name = {getattr(candidate, "name", candidate): candidate for candidate in request.options}
        chosen = [by_name.get(name, name) for name in option.split()]
        self.answer(chosen if request.most > 1 else chosen[0])

    def boss(self, name: str) -> None:
        """Lay the token of a Mega Boss on the reader."""
        self.answer(self.game.table.pieces[f"{kind_named(name)}#1"])

    def next_turn(self) -> None:
        """Play the rest of the turn: nothing is drawn and the Cavalier stays."""
        self.play("missing")
        self.done()
        if self.asks == "cavalier":
            self.done()

    @property
    def options(self) -> str:
        """The ids of the options that stand."""
        request: Any = self.game.standing
        return " ".join(getattr(option, "name", option) for option in request.options)

    @property
    def supports(self) -> str:
        """The Supports on the board in alphabetical order."""
        return " ".join(sorted(place_of(support) for support in Supports.of(self.game.table).supports))

    @property
    def cavalier(self) -> str:
        """Where the Cavalier is (S2), or empty."""
        space = Rider.of(self.game.table).piece.space
        return f"{RING_NAMES[space.ring]}{space.arc}" if space else ""

    @property
    def card(self) -> dict[str, Any]:
        """Agranok's card as the state shows it."""
        shown: dict[str, Any] = state_of(self.game.table)["agranok"]
        return shown

    @property
    def hands(self) -> list[str]:
        """What the people were told to do with their cards."""
        return [told["topic"] for told in self.told("hands-told")]


def place_of(token: Token) -> str:
    """Return a Support on the board as one word: SupplyWagon3@A4."""
    assert token.space is not None
    return f"{short(token.kind.name)}{token.health}@{RING_NAMES[token.space.ring]}{token.space.arc}"


def new_titans(
    library: Library = LIBRARY, *, both: bool = False, pace: str = "auto", seed: int = 1, **options: Any
) -> TitanScene:
    """Return a game as it begins: three players, an empty board and an Agranok of level 1, unless told otherwise."""
    wishes: dict[str, Any] = {"boxes": BOTH if both else TITAN, "players": 3, "setup": "none", "agranok": 1}
    if both:
        wishes["wizards_tower"] = 6
    return TitanScene(Game(game_options(**(wishes | options)), library, seed=seed, pace=pace))


def titans(
    monsters: str = "",
    *,
    supports: str = "",
    cavalier: str = "",
    heralds: str = "",
    destroyed: bool = False,
    **wishes: Any,
) -> TitanScene:
    """Return a game in Play Cards, corrected to what the test gives; see `told` for the other parts."""
    words = {word: wishes.pop(word) for word in TOLD & wishes.keys()}
    scene = new_titans(**wishes)
    free = dict(scene.game.table.pieces)
    parts: dict[str, Any] = {
        "supports": [_support(free, word) for word in supports.split()],
        "agranok": {
            "card": scene.card["card"],
            "heralds": [named(free, word) for word in heralds.split()],
            "destroyed": destroyed,
        },
    }
    if cavalier:
        parts["cavalier"] = {"space": space_named(cavalier)}
    scene.correct(**parts, **told(free, scene.game.table.players, monsters, **words))
    scene.heard.clear()
    return scene


def drawing(monsters: str = "", **wishes: Any) -> TitanScene:
    """Return the same game in the phase in which tokens are drawn."""
    return titans(monsters, phase="draw", **wishes)


def _support(free: dict[str, Token], word: str) -> dict[str, Any]:
    seen = _SUPPORT.fullmatch(word)
    assert seen, word
    piece = {"piece": take(free, seen["kind"]), "space": space_named(seen["space"])}
    return piece | ({"health": int(seen["health"])} if seen["health"] else {})
