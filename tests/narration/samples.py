"""Games, facts and questions to narrate: one of everything, with the longest names of all boxes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice, product
from typing import Any, get_type_hints

from companion.game.board import ARCS, COLORS, HIT_RINGS, RINGS, SPACES, Space
from companion.game.boxes.castle_panic.overlord import OverlordTap
from companion.game.boxes.castle_panic.refusals import OVERLORD_MONSTER, OVERLORD_SUPPORT
from companion.game.boxes.dark_titan.agranok import EFFECTS, EffectQuestion
from companion.game.boxes.dark_titan.agranok_card import LEVEL_OPTIONS
from companion.game.boxes.dark_titan.cards import BarrageHits
from companion.game.boxes.dark_titan.cavalier import STAY, AttackOn, MoveTo
from companion.game.boxes.dark_titan.events import BarrageBegan
from companion.game.boxes.dark_titan.options import LEVELS
from companion.game.boxes.wizards_tower.box import StarterTap, may_start
from companion.game.events import CardPlayed, Event, HandsTold, HarbingerDrawn, MonsterDamaged, MonsterSlain
from companion.game.pieces import Kind, Structure, Token
from companion.game.rules.harbingers import MegaBossTap
from companion.game.rules.refusals import START_KIND, RefusalReason, Refused
from companion.game.rules.requests import OVER, PLAY, Acknowledge, Choose, NumberOption, Roll, Tap
from companion.game.rules.setup import SEAT
from companion.game.rules.table import Monster, Request
from companion.game.session import Game
from companion.narration.boxes import VOICES
from companion.narration.catalogue import Catalogue
from companion.narration.narrator import Narrator
from companion.owner.library import load_library
from tests.game.options import game_options

LIBRARY = load_library()
KINDS = {kind.name: kind for box in reversed(LIBRARY.values()) for kind in box.tokens.values() if not box.path}
"""Every kind of token that plays on the board with rings."""
STANDING_SORTS = ("monster", "boss", "mega-boss", "imp", "support", "agranok", "cavalier")
BOARD_KINDS = [kind for kind in KINDS.values() if kind.sort in STANDING_SORTS]
OTHER_KINDS = [kind for kind in KINDS.values() if kind.sort not in STANDING_SORTS]
FOES = [kind for kind in BOARD_KINDS if kind.sort not in ("support", "cavalier")]
SUPPORTS = [kind for kind in BOARD_KINDS if kind.sort == "support"]
FLYERS = [kind for kind in BOARD_KINDS if kind.flying]
CARDS = list(dict.fromkeys(card for box in LIBRARY.values() for card in box.cards))
LONG_NAMES = ("Wilhelmina", "Maximiliane", "Bartholomew Cubbins")
"""The last has two words and is as long as no line of the display."""

BASE = ("castle-panic",)
EVERYTHING = ("castle-panic", "wizards-tower", "dark-titan")
"""The boxes that are played on the board with rings."""
BASE_TOPICS = (
    "monster-arc", "boulder-arc", "draw", "start-piece", "start-arc", "wall-victim", "tower-victim", "first-player",
    "tapped", "moved-ring", "moved-arc", "towers-walls", "draw-up", "discard", "trade", "move-pieces", "place-piece",
    "all-discard", "plague", "table-effect", "play", "over",
)  # fmt: skip
"""What the base game asks, and the offers of a tap."""
FURTHER_TOPICS = (
    "piles", "wizards-tower-arc", "mega-boss", "mega-boss-arc", "dragon-move", "warlock-arc", "conjurer-imps",
    "flame-target", "doppelganger-replacement", "doppelganger-leaves", "flaming-boulder-arc", "trebuchet-arc",
    "agranok-card", "extra-harbingers", "herald-1", "herald-2", "hand-loss", "banish", "wagon-draw", "agranok-arc",
    "agranok-level", "agranok-effect", "agranok-result", "agranok-remember", "elite-hit", "support-arc",
    "support-order", "support-fight", "reserve-squad-damage", "stonemason-walls", "cavalier", "overlord-play",
    "overlord-arc",
)  # fmt: skip
"""What further boxes ask, and the Overlord's version."""
TOPICS = BASE_TOPICS + FURTHER_TOPICS
SETUP_TOPICS = (
    "towers-walls", "start-piece", "start-arc", "first-player", "place-piece", "piles", "wizards-tower-arc",
    "agranok-card", "extra-harbingers",
)  # fmt: skip
HARM = (
    "card", "wall", "tower", "fire", "boulder", "march", "token", "correction", "blast", "squad", "support", "cavalier",
    "fight", "breath", "agranok",
)  # fmt: skip
WORDS = {
    "phase": ("draw-up", "discard", "trade", "play", "move", "draw", "cavalier", "setup", "over"),
    "cause": HARM,
    "reason": ("missing", "empty", "anything"),
    "stopped": ("", "wall-6", "tower-6"),
    "target": ("", "wall-6", "tower-6"),
    "title": ("roll", "choice", "done", "play", "report", "hit", "slay", "back", "correction", "extinguish", "flame",
              "move-support", "cavalier"),
    "card": ("any-color-swordsman", *CARDS),
    "topic": ("monster-arc", "boulder-arc", "elite-hit", "dragon-move"),
    "color": ("red", "green", "blue", "any"),
    "result": ("", *EFFECTS),
    "choice": ("one-monster", "two-tokens", "nothing"),
}  # fmt: skip
HANDS = (
    ("all-discard", "all-players-discard-1-card"),
    ("all-discard", "harbinger-dark-sorceress"),
    ("all-discard", "agranok"),
    ("plague", "plague-archers"),
    ("plague", "plague-knights"),
    ("plague", "plague-swordsmen"),
    ("plague", "blue-plague"),
    ("plague", "green-plague"),
    ("plague", "red-plague"),
    ("draw-cards", "draw-2-cards"),
    ("draw-cards", "berserk"),
    ("scavenge", "scavenge"),
    ("hand-loss", "agranok"),
    ("discard-down", "basilisk"),
    ("discard-wizard-card", "warlock"),
    ("never-lose-hope", "never-lose-hope"),
    ("berserk", "berserk"),
    ("reinforce", "reinforce"),
    ("eye-of-the-oracle", "eye-of-the-oracle"),
    ("fill-hands", "thalgars-blessing"),
    ("wizard-card-leaves", "eye-of-the-oracle"),
    ("wizard-card-leaves", "mystical-manufacturing"),
    ("herald-1", "herald"),
    ("herald-2", "herald"),
    ("banish", "agranok"),
    ("banish", "wither"),
    ("all-draw", "agranok"),
    ("wagon-draw", "supply-wagon"),
)
NUMBERS = {
    "value": (6, 1, 2, 3, 4, 5), "number": (12, 1), "left": (0, 1, 49), "owed": (0, 1, 12), "points": (1, 0, 5),
    "steps": (1, 12), "slot": (1, 2, 3), "level": LEVELS, "flames": (1, 0, 3, 2), "short": (1, 0, 8),
    "health": (1, 0, 3), "count": (1, 6, 2, 12),
}  # fmt: skip
PIECES: dict[str, list[Kind]] = {
    "harbinger": [kind for kind in OTHER_KINDS if kind.sort == "harbinger"],
    "support": SUPPORTS,
    "cavalier": [KINDS["cavalier"]],
    "agranok": [KINDS["agranok"]],
    "herald": [KINDS["herald"]],
    "troll": [KINDS["boom-troll"]],
    "doppelganger": [KINDS["doppelganger"]],
}
"""The kinds of tokens that facts are about whose names begin so; the others are about any."""


def narrator(language: str = "en") -> Narrator:
    return Narrator(Catalogue.load(language))


def new_game(
    players: int = 3,
    names: tuple[str, ...] = (),
    setup: str = "none",
    boxes: tuple[str, ...] = BASE,
    pace: str = "guided",
    seed: int = 1,
    **more: Any,
) -> Game:
    options = game_options(boxes=boxes, players=players, setup=setup, names=names, **more)
    game = Game(options, LIBRARY, seed=seed, pace=pace)
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
    own = tuple(f"{voice}-" for voice in VOICES)
    return [message for message in Catalogue.load("en") if not message.startswith(own)]


def kinds_of_events() -> list[type[Event]]:
    """The kinds of facts that are told in the plain voice."""
    plain = plain_messages()
    return [event for event in Event.__subclasses__() if f"event-{event.kind}" in plain]


def events_of(kind: type[Event], count: int = 70) -> list[Event]:
    """Facts of one kind, with every token and every word in turn."""
    if kind in SPECIAL:
        return SPECIAL[kind]()
    rng = random.Random(kind.kind)
    hints = get_type_hints(kind)
    fields = {name: _values(kind, name, hints[name], rng) for name in kind.__struct_fields__}
    return [kind(**{name: next(values) for name, values in fields.items()}) for _ in range(count)]


def _hands() -> list[Event]:
    return [HandsTold(topic, source, count) for topic, source in HANDS for count in (1, 2)]


def _plays() -> list[Event]:
    longest = CardPlayed("any-color-swordsman", 3, ("change-range", "change-color"))
    return [longest, *(CardPlayed(card, 3) for card in CARDS)]


def _barrages() -> list[Event]:
    sorts = [(ring, "") for ring in HIT_RINGS] + [("", color) for color in COLORS]
    return [BarrageBegan(player, ring, color) for player in (1, 3) for ring, color in sorts]


def _harbingers() -> list[Event]:
    harbingers = [Monster(kind, 1) for kind in PIECES["harbinger"]]
    bosses = [Monster(KINDS[harbinger.kind.name.removeprefix("harbinger-")], 1) for harbinger in harbingers]
    pairs = zip(harbingers, bosses, strict=True)
    return [HarbingerDrawn(*pair, here) for pair, here in product(pairs, (False, True))]


def _blows() -> list[Event]:
    tokens = [standing(kind, "swordsman-4", flames=2) for kind in ("orc", "dark-sorceress", "dragon", "elite-troll")]
    return [
        MonsterDamaged(token, SPACES["swordsman-4"], 1, health, cause)
        for token, health, cause in product(tokens, (1, 3), HARM)
    ]


SPECIAL: Mapping[type[Event], Callable[[], list[Event]]] = {
    MonsterDamaged: _blows,
    HandsTold: _hands,
    CardPlayed: _plays,
    BarrageBegan: _barrages,
    HarbingerDrawn: _harbingers,
}


def _values(kind: type[Event], name: str, hint: Any, rng: random.Random) -> Iterator[Any]:
    if hint is Token:
        return iter(_tokens(kind, name, rng))
    if hint is Space:
        return iter(lambda: rng.choice(list(SPACES.values())), None)
    if hint is Structure:
        sorts = [name] if name in ("wall", "tower") else ["wall", "tower"] if name == "structure" else ["wall"]
        return cycle([Structure(sort, arc) for arc in ARCS for sort in sorts])
    if hint is str:
        return cycle(WORDS[name])
    if hint is bool:
        return cycle((True, False))
    if hint is int and name in ("player", "guest"):
        return cycle((0, 1, 2, 3) if kind is MonsterSlain else (1, 2, 3))
    if hint is int:
        return cycle(NUMBERS.get(name) or (6, 1, 2, 3))
    return cycle(((1,), (1, 2, 3)))


def _tokens(kind: type[Event], name: str, rng: random.Random) -> Iterator[Token]:
    sort = kind.kind.partition("-")[0]
    on_board = "space" in kind.__struct_fields__ or sort in ("monster", "tar")
    kinds = FOES if name == "monster" else PIECES.get(sort) or ([] if on_board else OTHER_KINDS) + BOARD_KINDS
    for chosen in cycle(kinds):
        token = Monster(chosen, rng.randint(1, 9))
        token.space = SPACES[rng.choice(list(SPACES))] if on_board else None
        token.flames = rng.choice((0, 0, 1, 2))
        yield token


# One of every question


def requests(topic: str, kinds: list[Kind]) -> list[Request]:
    """Questions of one topic, about tokens of these kinds."""
    make = ASKING.get(topic)
    return make(topic, kinds) if make else [Acknowledge(topic)]


def _rolls(topic: str, kinds: list[Kind]) -> list[Request]:
    return [Roll(topic, Monster(kind, 1)) for kind in kinds]


def _rolls_of(*names: str) -> Callable[[str, list[Kind]], list[Request]]:
    return lambda topic, kinds: _rolls(topic, [KINDS[name] for name in names])


def _rolls_there(topic: str, kinds: list[Kind]) -> list[Request]:
    return [Roll(topic, token) for token in _stood(kinds)]


def _victims(topic: str, kinds: list[Kind]) -> list[Request]:
    return [Choose(topic, [token, standing("orc", "castle-6")]) for token in _stood(kinds)]


def _by_hand(topic: str, kinds: list[Kind]) -> list[Request]:
    return [Acknowledge(topic, piece=token) for token in _stood(kinds)] + [Acknowledge("place-piece", piece=None)]


def _told_by(*names: str) -> Callable[[str, list[Kind]], list[Request]]:
    return lambda topic, kinds: [Acknowledge(topic, piece=Monster(KINDS[name], 1), count=2) for name in names]


def _effects(topic: str, kinds: list[Kind]) -> list[Request]:
    away = [Monster(kind, 1) for kind in OTHER_KINDS + [KINDS["agranok"]]]
    return _by_hand(topic, kinds) + [Acknowledge(topic, piece=token) for token in away]


def _abouts(topic: str, kinds: list[Kind]) -> list[Request]:
    return [_about(topic, token, mark) for token in _stood(kinds) for mark in range(6)]


def _marks(topic: str, options: list[Any], kind: str = "") -> list[Request]:
    """A question with each of its options marked."""
    piece = standing(kind, "forest-2") if kind else None
    return [Choose(topic, options, marked=mark, piece=piece) for mark in range(len(options))]


def _choice(*options: Any, kind: str = "") -> Callable[[str, list[Kind]], list[Request]]:
    return lambda topic, kinds: _marks(topic, list(options), kind)


def _draws(topic: str, kinds: list[Kind]) -> list[Request]:
    first = OverlordTap(lambda token: isinstance(token, Monster), OVERLORD_MONSTER)
    last = OverlordTap(lambda token: token.kind.sort == "support", OVERLORD_SUPPORT, may_stop=True)
    return [Tap("draw"), OverlordTap(), OverlordTap(may_stop=True), first, last]


def _starts(topic: str, kinds: list[Kind]) -> list[Request]:
    plain = Tap("start-piece", lambda token: token.kind.name in LIBRARY["castle-panic"].start, START_KIND)
    return [plain, StarterTap("start-piece", may_start, START_KIND)]


def _bosses(topic: str, kinds: list[Kind]) -> list[Request]:
    return [MegaBossTap(Monster(kind, 1)) for kind in KINDS.values() if kind.sort == "mega-boss"]


def _barraged(topic: str, kinds: list[Kind]) -> list[Request]:
    rings = [BarrageHits(ring, "") for ring in HIT_RINGS]
    return [PLAY, *rings, *(BarrageHits("", color) for color in COLORS)]


def _fights(topic: str, kinds: list[Kind]) -> list[Request]:
    near = list(_stood(FOES))
    helper = standing("stonemasons-cart", "swordsman-4")
    return [Choose(topic, near, marked=mark, piece=helper) for mark in range(len(near))]


def _orders(topic: str, kinds: list[Kind]) -> list[Request]:
    waiting = list(_stood(SUPPORTS))
    return [Choose(topic, waiting, marked=mark) for mark in range(len(waiting))]


def _points(topic: str, kinds: list[Kind]) -> list[Request]:
    targets, squad = list(_stood(FOES)), Monster(KINDS["reserve-squad"], 1)
    return [
        Choose(topic, targets, least=most, most=most, marked=mark, piece=squad)
        for most in (1, 3)
        for mark in range(len(targets))
    ]


def _walls(topic: str, kinds: list[Kind]) -> list[Request]:
    walls, cart = [Structure("wall", arc) for arc in ARCS], Monster(KINDS["stonemasons-cart"], 1)
    return [Choose(topic, walls, least=most, most=most, marked=5, piece=cart) for most in (1, 3)]


def _lines_of_his_card(topic: str, kinds: list[Kind]) -> list[Request]:
    made: list[Request] = []
    for mark in range(len(EFFECTS)):
        question = EffectQuestion(Monster(KINDS["agranok"], 1), 5, 6)
        question.marked = mark
        made.append(question)
    return made


def _rides(topic: str, kinds: list[Kind]) -> list[Request]:
    """What the Cavalier may do, wherever he is. (A turn of his is a choice of its own kind; its words are the same.)"""
    made: list[Request] = []
    for space in SPACES.values():
        foes = [AttackOn(token) for token in _stood(FOES)]
        options = [STAY, *(MoveTo(other) for other in SPACES.values()), *foes]
        rider = standing("cavalier", space.name)
        made += [Choose(topic, options, marked=mark, piece=rider) for mark in range(0, len(options), 7)]
    return made


ASKING: Mapping[str, Callable[[str, list[Kind]], list[Request]]] = {
    **dict.fromkeys(("monster-arc", "boulder-arc"), _rolls),
    **dict.fromkeys(("wall-victim", "tower-victim", "flame-target", "doppelganger-replacement"), _victims),
    **dict.fromkeys(("tapped", "start-arc", "moved-ring", "moved-arc", "overlord-arc"), _abouts),
    **dict.fromkeys(("place-piece", "plague"), _by_hand),
    "all-discard": lambda topic, kinds: (
        _by_hand(topic, kinds) + _told_by("harbinger-dark-sorceress", "basilisk", "warlock", "agranok")(topic, kinds)
    ),
    "table-effect": _effects,
    "draw": _draws,
    "start-piece": _starts,
    "play": _barraged,
    "over": lambda topic, kinds: [OVER],
    "first-player": lambda topic, kinds: [Choose(topic, [NumberOption(SEAT, number) for number in (1, 2, 3)])],
    "wizards-tower-arc": _choice("roll", *ARCS.values()),
    "mega-boss": _bosses,
    "mega-boss-arc": lambda topic, kinds: _rolls(topic, [boss for boss in KINDS.values() if boss.sort == "mega-boss"]),
    "dragon-move": _rolls_of("dragon"),
    "warlock-arc": _rolls_of("warlock"),
    "conjurer-imps": _rolls_of("conjurer"),
    "flaming-boulder-arc": _rolls_of("flaming-boulder"),
    "trebuchet-arc": _rolls_of("trebuchet"),
    "agranok-arc": _rolls_of("agranok"),
    "agranok-effect": _rolls_of("agranok"),
    "support-arc": _rolls_of("reserve-squad", "stonemasons-cart", "supply-wagon"),
    "elite-hit": _rolls_there,
    "doppelganger-leaves": _choice("yes", "no", kind="doppelganger"),
    "extra-harbingers": _choice("1", "2", "3"),
    "herald-1": _told_by("herald"),
    "herald-2": _told_by("herald"),
    "hand-loss": _told_by("agranok"),
    "banish": _told_by("agranok", "wither"),
    "wagon-draw": _told_by("supply-wagon"),
    "agranok-level": _choice(*LEVEL_OPTIONS, kind="agranok"),
    "agranok-result": _lines_of_his_card,
    "agranok-remember": _choice("yes", "no", kind="agranok"),
    "support-order": _orders,
    "support-fight": _fights,
    "reserve-squad-damage": _points,
    "stonemason-walls": _walls,
    "cavalier": _rides,
    "overlord-play": _choice("one-monster", "two-tokens", "nothing"),
}
"""How questions of a topic are made; those of any other are only to be acknowledged."""


def _stood(kinds: list[Kind]) -> Iterator[Monster]:
    for kind, space in zip(kinds, islice(cycle(SPACES), len(kinds)), strict=True):
        token = standing(kind.name, space, flames=2)
        yield token


def _about(topic: str, token: Monster, mark: int) -> Choose:
    options: list[Any] = {
        "tapped": ["hit", "hit-2", "hit-3", "slay", "flame", "back", "moved", "cancel"],
        "moved-ring": list(RINGS),
    }.get(topic, list(ARCS.values()))
    return Choose(topic, options, marked=mark % len(options), piece=token)


def ask(game: Game, request: Request) -> Game:
    """Makes a question the one that stands."""
    game.request, game.offer = request, None
    game.marked = request.marked if isinstance(request, Choose) else -1
    return game


def refused(name: str, /, **facts: Any) -> Refused:
    """A refusal with the message of that name."""
    return Refused(RefusalReason("bad-value", name), **facts)
