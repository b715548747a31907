"""The language of `tests.game.rules.table` with what The Wizard's Tower adds to it.

    scene = wizards("Orc2^1@K3 Phoenix@A2", walls="-2 +3^2 +4f", towers="+5^1")
    scene.play("chain-lightning", at="K3")
    assert scene.board == "Orc1^1@K3 Phoenix1@A2"

`Orc2^1@K3` has one Flame token, and so has `+3^1` among the Walls or Towers. Places are marked K3 (a space), W3, T4,
arc-5. The Wizard's Tower stands in arc 6 unless a test says otherwise. With `opened` a test names the Harbingers in the
bag.
"""

from __future__ import annotations

import inspect
import re
from typing import Any

from companion.game.board import ARCS, SPACES
from companion.game.boxes.wizards_tower.fire import Extinguish
from companion.game.pieces import Library, Token
from companion.game.rules.cards import CardPlay
from companion.game.session import Game
from companion.talk.state import state_of
from tests.game.options import game_options
from tests.game.rules.table import LIBRARY, RING_NAMES, Scene, kind_named, short, space_named

BOXES = ("castle-panic", "wizards-tower")
BOSSES = ("basilisk", "chimera", "dragon", "hydra", "necromancer", "warlock")
_MONSTER = re.compile(
    r"(?P<kind>\w+?)(?P<number>#\d+)?(?P<health>\d+)?(?:\^(?P<flames>\d))?(?P<tar>t)?@(?P<space>[FAKSC][1-6])"
)
_STRUCTURE = re.compile(r"(?P<stands>[+-])(?P<arc>[1-6])(?P<fortified>f)?(?:\^(?P<flames>\d))?")


class WizardScene(Scene):
    """A game with The Wizard's Tower in a test."""

    def play(
        self,
        card: str,
        on: str = "",
        together: str = "",
        at: str = "",
        *,
        player: int = 0,
        force: bool = False,
        **details: Any,
    ) -> None:
        """Play a card. Blanks separate the names of several Monsters or Walls.

        Further fields go by their names in the protocol (`for_`).
        """
        cards = self.game.table.cards
        places = [self.place(mark) for mark in at.split()]
        if "to" in details:
            details["to"] = self.place(details["to"])
        if "hit" in details:
            details["hit"] = cards[details["hit"]]
        if "damage" in details:
            details["damage"] = {self.monster(name): points for name, points in details["damage"].items()}
        self.answer(
            CardPlay(
                card=cards[card],
                player=player or self.game.table.player,
                on=tuple(self.monster(name) for name in on.split()),
                together=tuple(cards[name] for name in together.split()),
                at=tuple(places) if len(places) > 1 else next(iter(places), None),
                details={name.rstrip("_"): value for name, value in details.items()},
                force=force,
            )
        )

    def extinguish(self, card: str, at: str, player: int = 0, force: bool = False) -> None:
        """Discard a Brick or Mortar to put out one Flame."""
        table = self.game.table
        self.answer(Extinguish(table.cards[card], self.structure(at), player or table.player, force))

    def place(self, mark: str) -> Any:
        """Return a space (K3), a Wall or Tower (W3, T4) or an arc (arc-5)."""
        if mark.startswith("arc-"):
            return ARCS[int(mark[-1])]
        return self.structure(mark) if mark[0] in "WT" else SPACES[space_named(mark)]

    def harbinger(self, boss: str, arc: int = 0) -> None:
        """Draw a Harbinger, lay its Mega Boss on the reader, and roll for the arc if one is given."""
        self.answer(self.game.table.pieces[f"harbinger-{kind_named(boss)}#1"])
        self.answer(self.game.table.pieces[f"{kind_named(boss)}#1"])
        if arc:
            self.roll(arc)

    @property
    def board(self) -> str:
        """The Monsters on the board in alphabetical order, with their Flames."""
        return " ".join(sorted(mark(monster) for monster in self.game.table.board))

    @property
    def flames(self) -> str:
        """The burning Walls and Towers: W3^2 T4^1."""
        structures = [*self.game.table.walls, *self.game.table.towers]
        return " ".join(f"{thing.sort[0].upper()}{thing.arc}^{thing.flames}" for thing in structures if thing.flames)

    @property
    def deck(self) -> str:
        """Where the Wizard deck is: in play or removed."""
        return str(state_of(self.game.table)["wizard_deck"])

    @property
    def imps(self) -> int:
        """How many Imps are in their pile."""
        return int(state_of(self.game.table)["imps"]["pile"])

    @property
    def removed(self) -> str:
        """The kinds that are out of the game, in alphabetical order."""
        return " ".join(sorted(short(token.kind.name) for token in self.game.table.removed))


def mark(token: Token) -> str:
    """Return a Monster on the board as one word: Orc2^1@K3."""
    assert token.space is not None
    marks = (f"^{token.flames}" if token.flames else "") + "t" * token.tarred
    return f"{short(token.kind.name)}{token.health}{marks}@{RING_NAMES[token.space.ring]}{token.space.arc}"


def new_wizards(
    library: Library = LIBRARY, *, pace: str = "auto", seed: int = 1, opened: str = "", **options: Any
) -> WizardScene:
    """Return a game as it begins: three players, an empty board, the Wizard's Tower in arc 6, unless told otherwise."""
    wishes: dict[str, Any] = {"boxes": BOXES, "players": 3, "setup": "none", "wizards_tower": 6}
    wishes["harbingers"] = tuple(opened.split())
    return WizardScene(Game(game_options(**(wishes | options)), library, seed=seed, pace=pace))


def told(
    free: dict[str, Token],
    players: int,
    monsters: str = "",
    *,
    walls: str = "",
    towers: str = "",
    bag: str | None = None,
    discard: str = "",
    turn: int = 0,
    player: int = 1,
    phase: str = "",
) -> dict[str, Any]:
    """Return the parts of the correction that makes the table so. The pieces that it names are taken out of `free`.

    `bag` names the only tokens left in the bag, by kind.
    """
    parts: dict[str, Any] = {
        "monsters": [_monster(free, word) for word in monsters.split()],
        "walls": _structures(walls),
        "towers": _structures(towers),
        "turn": {"number": turn or players + 1, "player": player},
    }
    if phase:
        parts["turn"]["phase"] = phase
    if discard:
        parts["monster_discard"] = [named(free, word) for word in discard.split()]
    if bag is not None:
        parts["bag"] = {"pieces": [named(free, word) for word in bag.split()]}
    return parts


TOLD = frozenset(inspect.signature(told).parameters) - {"free", "players", "monsters"}


def wizards(monsters: str = "", **wishes: Any) -> WizardScene:
    """Return a game in Play Cards, corrected to what the test gives; see `told` for the parts."""
    parts = {word: wishes.pop(word) for word in TOLD & wishes.keys()}
    scene = new_wizards(**wishes)
    scene.correct(**told(dict(scene.game.table.pieces), scene.game.table.players, monsters, **parts))
    scene.heard.clear()
    return scene


def drawing(monsters: str = "", **wishes: Any) -> WizardScene:
    """Return the same game in the phase in which tokens are drawn."""
    return wizards(monsters, phase="draw", **wishes)


def named(free: dict[str, Token], word: str) -> str:
    """Take the piece that a word names, and return its name: the first free one (Orc), or that one (Orc#2)."""
    kind, _, number = word.partition("#")
    return take(free, kind, f"#{number}" if number else "")


def take(free: dict[str, Token], kind: str, number: str = "") -> str:
    """Take a piece of a kind out of `free`, and return its name: the one with the number (#2), or the first."""
    name = kind_named(kind)
    piece = f"{name}{number}" if number else next(token.name for token in free.values() if token.kind.name == name)
    del free[piece]
    return piece


def _monster(free: dict[str, Token], word: str) -> dict[str, Any]:
    seen = _MONSTER.fullmatch(word)
    assert seen, word
    piece = take(free, seen["kind"], seen["number"] or "")
    place: dict[str, Any] = {"piece": piece, "space": space_named(seen["space"])}
    place |= {"tarred": bool(seen["tar"]), "flames": int(seen["flames"] or 0)}
    return place | ({"health": int(seen["health"])} if seen["health"] else {})


def _structures(words: str) -> dict[str, dict[str, Any]]:
    fixes: dict[str, dict[str, Any]] = {}
    for word in words.split():
        seen = _STRUCTURE.fullmatch(word)
        assert seen, word
        fixes[seen["arc"]] = {"standing": seen["stands"] == "+"}
        if seen["fortified"]:
            fixes[seen["arc"]]["fortified"] = True
        if seen["flames"]:
            fixes[seen["arc"]]["flames"] = int(seen["flames"])
    return fixes
