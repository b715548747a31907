"""Games, facts and questions to narrate: one of everything, with the longest names of all boxes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.resources import files
from itertools import cycle, islice
from typing import Any, get_type_hints

from companion.board import ARCS, SPACES, Space
from companion.events import CardPlayed, Event, HandsTold, MonsterSlain
from companion.game import Game
from companion.library import load_library
from companion.narration.catalogue import Catalogue
from companion.narration.narrator import Narrator
from companion.narration.voices import VOICES
from companion.pieces import Kind, Structure, Token
from companion.rules.options import GameOptions
from companion.rules.requests import OVER, PLAY, Acknowledge, Choose, Request, Roll, Tap
from companion.rules.tokens import Monster

LIBRARY = load_library()
KINDS = {kind.name: kind for box in reversed(LIBRARY.values()) for kind in box.tokens.values() if not box.path}
"""Every kind of token that plays on the board with rings."""
STANDING_SORTS = ("monster", "boss", "mega-boss", "imp", "support", "agranok", "cavalier")
BOARD_KINDS = [kind for kind in KINDS.values() if kind.sort in STANDING_SORTS]
OTHER_KINDS = [kind for kind in KINDS.values() if kind.sort not in STANDING_SORTS]
CARDS = list(dict.fromkeys(card for box in LIBRARY.values() for card in box.cards))
LONG_NAMES = ("Wilhelmina", "Maximiliane", "Bartholomew Cubbins")
"""The last has two words and is as long as no line of the display."""

TOPICS = (
    "monster-arc", "boulder-arc", "draw", "start-piece", "start-arc", "wall-victim", "tower-victim", "first-player",
    "tapped", "moved-ring", "moved-arc", "towers-walls", "draw-up", "discard", "trade", "move-pieces", "place-piece",
    "all-discard", "plague", "table-effect", "play", "over",
)  # fmt: skip
"""What the base game asks, and the offers of a tap."""
SETUP_TOPICS = ("towers-walls", "start-piece", "start-arc", "first-player", "place-piece")
WORDS = {
    "phase": ("draw-up", "discard", "trade", "play", "move", "draw", "cavalier", "setup", "over"),
    "cause": ("card", "wall", "tower", "fire", "boulder", "march", "token", "correction"),
    "reason": ("missing", "empty", "anything"),
    "stopped": ("", "wall-6", "tower-6"),
    "title": ("roll", "choice", "done", "play", "report", "hit", "slay", "back", "correction"),
    "card": ("any-color-swordsman", *CARDS),
    "topic": ("monster-arc", "boulder-arc", "elite-hit"),
}
HANDS = (
    ("all-discard", "all-players-discard-1-card"),
    ("plague", "plague-archers"),
    ("plague", "plague-knights"),
    ("plague", "plague-swordsmen"),
    ("plague", "blue-plague"),
    ("draw-cards", "draw-2-cards"),
    ("scavenge", "scavenge"),
    ("hand-loss", "agranok"),
)
NUMBERS = {
    "value": (6, 1), "number": (12, 1), "left": (0, 1, 49), "owed": (0, 1, 12), "points": (1, 0, 5), "steps": (1, 12),
}  # fmt: skip


def narrator(language: str = "en") -> Narrator:
    return Narrator(Catalogue.load(language))


def new_game(players: int = 3, names: tuple[str, ...] = (), setup: str = "none", **more: Any) -> Game:
    game = Game(
        GameOptions(boxes=("castle-panic",), players=players, setup=setup, names=names, **more), LIBRARY, seed=1
    )
    game.take_events()
    return game


def standing(kind: str, space: str, number: int = 1, health: int = 0, flames: int = 0) -> Monster:
    """A token that stands on a board, of any box."""
    token = Monster(KINDS[kind], number)
    token.space = SPACES[space]
    token.health = health or token.kind.health
    token.flames = flames
    return token


def put(game: Game, kind: str, space: str, **more: int) -> Monster:
    """The same, on the board of a game."""
    token = standing(kind, space, **more)
    game.table.board.append(token)
    return token


# One of every fact


def plain_messages() -> list[str]:
    """The messages that belong to no voice of its own."""
    own = {f"{voice}.ftl" for voice in VOICES}
    home = files("companion.narration").joinpath("en")
    plain = [file for file in home.iterdir() if file.name not in own]
    return list(Catalogue("en", {file.name: file.read_text("utf-8") for file in plain}))


def kinds_of_events() -> list[type[Event]]:
    """The kinds of facts that are told in the plain voice."""
    plain = plain_messages()
    return [event for event in Event.__subclasses__() if f"event-{event.kind}" in plain]


def events_of(kind: type[Event], count: int = 70) -> list[Event]:
    """Facts of one kind, with every token and every word in turn."""
    rng = random.Random(kind.kind)
    if kind is HandsTold:
        return [HandsTold(topic, source, 2 if topic == "draw-cards" else 1) for topic, source in HANDS]
    if kind is CardPlayed:
        longest = CardPlayed("any-color-swordsman", 3, ("change-range", "change-color"))
        return [longest, *(CardPlayed(card, 3) for card in CARDS)]
    hints = get_type_hints(kind)
    fields = {name: _values(kind, name, hints[name], rng) for name in kind.__struct_fields__}
    return [kind(**{name: next(values) for name, values in fields.items()}) for _ in range(count)]


def _values(kind: type[Event], name: str, hint: Any, rng: random.Random) -> Iterator[Any]:
    if hint is Token:
        return iter(_tokens(kind.kind.startswith(("monster", "tar")), rng))
    if hint is Space:
        return iter(lambda: rng.choice(list(SPACES.values())), None)
    if hint is Structure:
        return cycle([Structure(name, arc) for arc in ARCS])
    if hint is str:
        return cycle(WORDS[name])
    if hint is bool:
        return cycle((True, False))
    if hint is int and name == "player":
        return cycle((0, 1, 2, 3) if kind is MonsterSlain else (1, 2, 3))
    if hint is int:
        return cycle(NUMBERS.get(name) or (6, 1, 2, 3))
    return cycle(((1,), (1, 2, 3)))


def _tokens(on_board: bool, rng: random.Random) -> Iterator[Token]:
    for kind in cycle(BOARD_KINDS if on_board else [*OTHER_KINDS, *BOARD_KINDS]):
        space = rng.choice(list(SPACES)) if on_board else None
        token = Monster(kind, rng.randint(1, 9))
        token.space = SPACES[space] if space else None
        token.flames = rng.choice((0, 0, 1, 2))
        yield token


# One of every question


def requests(topic: str, kinds: list[Kind]) -> list[Request]:
    """Questions of one topic, about tokens of these kinds."""
    if topic in ("monster-arc", "boulder-arc"):
        return [Roll(topic, Monster(kind, 1)) for kind in kinds]
    if topic in ("wall-victim", "tower-victim"):
        return [Choose(topic, [token, standing("orc", "castle-6")]) for token in _stood(kinds)]
    if topic in ("tapped", "start-arc", "moved-ring", "moved-arc"):
        return [_about(topic, token, mark) for token in _stood(kinds) for mark in range(6)]
    if topic in ("place-piece", "table-effect", "all-discard", "plague"):
        return [Acknowledge(topic, piece=token) for token in _stood(kinds)] + [Acknowledge("place-piece", piece=None)]
    plain: dict[str, Request] = {
        "draw": Tap("draw"),
        "start-piece": Tap("start-piece", lambda token: token.kind.name in LIBRARY["castle-panic"].start, "start-kind"),
        "first-player": Choose("first-player", ["player-1", "player-2", "player-3"]),
        "play": PLAY,
        "over": OVER,
    }
    return [plain.get(topic) or Acknowledge(topic)]


def _stood(kinds: list[Kind]) -> Iterator[Monster]:
    for kind, space in zip(kinds, islice(cycle(SPACES), len(kinds)), strict=True):
        token = standing(kind.name, space, flames=2)
        yield token


def _about(topic: str, token: Monster, mark: int) -> Choose:
    options: list[Any] = {
        "tapped": ["hit", "hit-2", "hit-3", "slay", "flame", "back", "moved", "cancel"],
        "moved-ring": ["forest", "archer", "knight", "swordsman", "castle"],
    }.get(topic, list(ARCS.values()))
    return Choose(topic, options, marked=mark % len(options), piece=token)


def ask(game: Game, request: Request) -> Game:
    """Makes a question the one that stands."""
    game.request, game.offer = request, None
    game.marked = request.marked if isinstance(request, Choose) else -1
    return game
