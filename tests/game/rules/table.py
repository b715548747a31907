"""A small language for tests of rules: who stands where, what the players do, what the table shows then.

    scene = table(monsters="Orc2@K3 Goblin1@S5", walls="-2 +3f", towers="-4")
    scene.play("green-knight", on="Orc")
    assert scene.board == "Goblin1@S5 Orc1@K3"

Rings are F A K S C from the outside in, so `K3` is the Knight ring in arc 3. `Orc2@K3` is an Orc that shows 2 health
there, `Orc2t@K3` one with the Tar token on it. In a list of Walls `-2` is a missing Wall and `+3f` one with a Fortify
token. Unless a test says otherwise three people play Standard, player 1 is in Play Cards, everybody's first turn is
over, and all Walls and Towers stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from companion.game.board import SPACES
from companion.game.events import wire
from companion.game.pieces import Library, Token
from companion.game.rules.cards import CardPlay
from companion.game.rules.fixes import Correction
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import DONE, Choose
from companion.game.session import Game
from companion.owner.library import load_library
from tests.game.invariant import check_game, piles
from tests.game.options import game_options

LIBRARY = load_library()
RING_LETTERS = {"F": "forest", "A": "archer", "K": "knight", "S": "swordsman", "C": "castle"}
RING_NAMES = {ring: letter for letter, ring in RING_LETTERS.items()}
_MONSTER = re.compile(r"(?P<kind>\w+?)(?P<number>#\d+)?(?P<health>\d+)?(?P<tar>t)?@(?P<space>[FAKSC][1-6])")


def kind_named(word: str) -> str:
    """Return the kind that a short name means: GoblinKing is goblin-king."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", word).lower()


def short(kind: str) -> str:
    """Return the short name of a kind: goblin-king is GoblinKing."""
    return kind.title().replace("-", "")


def space_named(mark: str) -> str:
    """Return the name of the space that a mark means: K3 is knight-3."""
    return f"{RING_LETTERS[mark[0]]}-{mark[1]}"


def mark_of(token: Token) -> str:
    """Return a Monster on the board as one word: Orc2@K3."""
    assert token.space is not None
    return f"{short(token.kind.name)}{token.health}{'t' * token.tarred}@{RING_NAMES[token.space.ring]}{token.space.arc}"


def correction(**parts: Any) -> Correction:
    """Return a correction of these parts, in the words of the table protocol."""
    return msgspec.convert(parts, Correction)


# A game at one moment


def photograph(game: Game) -> dict[str, Any]:
    """Return the whole state of a game at this moment, by name, in plain values."""
    table, request = game.table, game.standing
    return {
        "piles": {name: [token.name for token in pile] for name, pile in piles(table).items()},
        "tokens": {
            token.name: (token.space and token.space.name, token.health, token.flames, token.tarred)
            for token in table.pieces.values()
        },
        "walls": [(wall.standing, wall.flames, wall.fortified) for wall in table.walls],
        "towers": [(tower.standing, tower.flames, tower.wizard) for tower in table.towers],
        "turn": (table.turn, table.player, table.phase, table.draws_left, table.skip_draw),
        "end": (table.result, table.slayers),
        "banished": list(table.banished),
        "chances": table.chances,
        "pace": table.pace,
        "parts": [part.save() for part in table.parts.values()],
        "request": (
            request.kind,
            request.topic,
            [str(option) for option in getattr(request, "options", ())],
            game.marked,
        ),
    }


class Scene:
    """A game in a test. It is checked after every input, and `heard` keeps its events as records of the protocol."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.heard: list[dict[str, Any]] = []
        self._after()

    def _after(self) -> None:
        check_game(self.game)
        self.heard += [wire(event) for event in self.game.take_events()]

    # When

    def answer(self, value: Any) -> None:
        """Answer the question that stands."""
        self.game.answer(value)
        self._after()

    def play(
        self, card: str, on: str = "", together: str = "", at: str = "", *, player: int = 0, force: bool = False
    ) -> None:
        """Play a card on a Monster or at a Wall. The player is the one whose turn it is, unless `player` is given."""
        cards = self.game.table.cards
        self.answer(
            CardPlay(
                card=cards[card],
                player=player or self.game.table.player,
                on=(self.monster(on),) if on else (),
                together=tuple(cards[name] for name in together.split()),
                at=self.structure(at) if at else None,
                force=force,
            )
        )

    def done(self) -> None:
        """End Play Cards."""
        self.answer(DONE)

    def draw(self, kind: str, *rolls: int) -> None:
        """Draw a token of a kind (Orc) or one piece (Orc#3) from the bag, and make the rolls that follow."""
        self.answer(self.piece(kind) if "#" in kind else self.in_bag(kind))
        for value in rolls:
            self.roll(value)

    def roll(self, value: int) -> None:
        """Answer a roll with the number that the die shows."""
        assert self.game.request.kind == "roll", self.asks
        self.answer(value)

    def choose(self, option: str) -> None:
        """Choose an option by its name."""
        request = self.game.request
        assert isinstance(request, Choose), self.asks
        by_name = {str(candidate): candidate for candidate in request.options}
        self.answer(by_name.get(option, option))

    def acknowledge(self) -> str:
        """Acknowledge what the people were told to do, and return its topic."""
        topic = self.game.request.topic
        assert self.game.request.kind == "acknowledge", self.asks
        self.answer(None)
        return topic

    def quiet_turn(self) -> None:
        """Play the rest of the turn, in which nothing is drawn."""
        self.play("missing")
        self.done()

    def correct(self, **parts: Any) -> None:
        """Correct the table, in the words of the table protocol."""
        self.game.correct(correction(**parts))
        self._after()

    def undo(self, steps: int = 1) -> None:
        """Undo the last steps."""
        self.game.undo(steps)
        self._after()

    def redo(self, steps: int = 1) -> None:
        """Redo steps that were undone."""
        self.game.redo(steps)
        self._after()

    @contextmanager
    def refuses(self, code: str, reason: str) -> Iterator[None]:
        """Check that the block is refused with this code and reason, and changes nothing."""
        before = photograph(self.game)
        with pytest.raises(Refused) as refusal:
            yield
        assert (refusal.value.code, refusal.value.reason) == (code, reason)
        assert photograph(self.game) == before
        assert not self.game.table.events

    # Then

    @property
    def board(self) -> str:
        """The Monsters on the board in alphabetical order."""
        return " ".join(sorted(mark_of(monster) for monster in self.game.table.board))

    @property
    def down(self) -> str:
        """The Walls and Towers that are missing: W3 T4."""
        structures = [*self.game.table.walls, *self.game.table.towers]
        return " ".join(
            f"{structure.sort[0].upper()}{structure.arc}" for structure in structures if not structure.standing
        )

    @property
    def fortified(self) -> str:
        """The arcs of the Walls with a Fortify token."""
        return " ".join(str(wall.arc) for wall in self.game.table.walls if wall.fortified)

    @property
    def discard(self) -> str:
        """The kinds in the Monster discard in alphabetical order."""
        return " ".join(sorted(short(token.kind.name) for token in self.game.table.discard))

    def trophies(self, player: int) -> str:
        """The kinds of a player's trophies in alphabetical order."""
        return " ".join(sorted(short(token.kind.name) for token in self.game.table.trophies[player]))

    @property
    def asks(self) -> str:
        """The topic of the question that stands."""
        return self.game.standing.topic

    @property
    def options(self) -> str:
        """The names of the options that stand."""
        assert isinstance(self.game.standing, Choose)
        return " ".join(str(option) for option in self.game.standing.options)

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.game.table.player

    @property
    def phase(self) -> str:
        """The phase of the turn."""
        return self.game.table.phase

    @property
    def owed(self) -> int:
        """How many tokens are still to be drawn in this phase."""
        return self.game.table.draws_left

    @property
    def bag(self) -> int:
        """How many tokens are left in the bag."""
        return self.game.table.bag_left

    @property
    def result(self) -> str:
        """won, lost, or empty while the game goes on."""
        return self.game.table.result

    @property
    def slayers(self) -> tuple[int, ...]:
        """The Master Slayers."""
        return self.game.table.slayers

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return the records of all events of one kind, without the field that names the kind."""
        return [
            {key: value for key, value in event.items() if key != "event"}
            for event in self.heard
            if event["event"] == kind
        ]

    # Names

    def piece(self, name: str) -> Token:
        """Return one piece by kind and number: Orc#3."""
        word, number = name.split("#")
        return self.game.table.pieces[f"{kind_named(word)}#{number}"]

    def in_bag(self, kind: str) -> Token:
        """Return the token of a kind in the bag that has the lowest number."""
        candidates = [token for token in self.game.table.bag if token.kind.name == kind_named(kind)]
        return min(candidates, key=lambda token: token.number)

    def monster(self, name: str) -> Token:
        """Return a Monster by piece (Orc#3), by place (Orc@K3), or the one of a kind with the lowest number (Orc)."""
        if "#" in name:
            return self.piece(name)
        kind, _, mark = name.partition("@")
        fits = [monster for monster in self.game.table.board if monster.kind.name == kind_named(kind)]
        if mark:
            fits = [monster for monster in fits if monster.space.name == space_named(mark)]
        found: Token = min(fits, key=lambda monster: monster.number)
        return found

    def structure(self, mark: str) -> Any:
        """Return a Wall or Tower by its mark: W3, T4."""
        arc = int(mark[1])
        return self.game.table.wall(arc) if mark[0] == "W" else self.game.table.tower(arc)


def new(library: Library = LIBRARY, *, pace: str = "auto", seed: int = 1, **options: Any) -> Scene:
    """Return a game as it begins, with three players and an empty board unless the test says otherwise."""
    wishes: dict[str, Any] = {"boxes": ("castle-panic",), "players": 3, "setup": "none"}
    return Scene(Game(game_options(**(wishes | options)), library, seed=seed, pace=pace))


def table(
    monsters: str = "",
    *,
    walls: str = "",
    towers: str = "",
    bag: str | None = None,
    trophies: dict[int, str] | None = None,
    turn: int = 0,
    player: int = 1,
    **wishes: Any,
) -> Scene:
    """Return a game in Play Cards, corrected to what the test gives. `bag` names the only tokens left, by kind."""
    scene = new(**wishes)
    free = {token.name: token for token in scene.game.table.pieces.values()}
    parts: dict[str, Any] = {
        "monsters": [_monster(free, word) for word in monsters.split()],
        "walls": _structures(walls),
        "towers": _structures(towers),
        "trophies": {
            str(owner): [_take(free, kind) for kind in kinds.split()] for owner, kinds in (trophies or {}).items()
        },
        "turn": {"number": turn or scene.game.table.players + 1, "player": player},
    }
    if bag is not None:
        parts["bag"] = {"pieces": [_take(free, kind) for kind in bag.split()]}
    scene.correct(**parts)
    scene.heard.clear()
    return scene


def _take(free: dict[str, Token], kind: str, number: str = "") -> str:
    """Take the piece that is named, or the first of its kind in `free`, out of `free`, and return its name."""
    name = kind_named(kind)
    piece = f"{name}{number}" if number else next(token.name for token in free.values() if token.kind.name == name)
    del free[piece]
    return piece


def _monster(free: dict[str, Token], word: str) -> dict[str, Any]:
    seen = _MONSTER.fullmatch(word)
    assert seen, word
    piece = _take(free, seen["kind"], seen["number"] or "")
    place = {"piece": piece, "space": space_named(seen["space"]), "tarred": bool(seen["tar"])}
    return place | ({"health": int(seen["health"])} if seen["health"] else {})


def _structures(words: str) -> dict[str, dict[str, bool]]:
    return {
        word[1]: {"standing": word[0] == "+"} | ({"fortified": True} if word.endswith("f") else {})
        for word in words.split()
    }


def every_space() -> list[str]:
    """Return the marks of the thirty spaces."""
    return [f"{RING_NAMES[space.ring]}{space.arc}" for space in SPACES.values()]
