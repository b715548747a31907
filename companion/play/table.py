"""The simulated table: the very daemon of a real one, with people, hands and eyes in place of wires.

Here alone the package touches devices: it presses the buttons, lays tokens on the reader, and looks at the panel and
the ring.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from PIL import Image

from companion.channels.speech import Priority, Utterance
from companion.game.boxes import GAMES
from companion.game.rules.cards import Card, legal_plays
from companion.game.rules.options import VERSIONS
from companion.game.rules.requests import PlayCards, Tap
from companion.game.session import Game
from companion.narration.phrases import NORMAL
from companion.owner.config import (
    ButtonConfig,
    Config,
    DisplayConfig,
    GameConfig,
    ReaderConfig,
    RingConfig,
    SpeakerConfig,
    StateConfig,
    places,
)
from companion.play.acts import Act, Fetch, HandsError, Swap, Trade
from companion.play.deal import Deal
from companion.play.grammar import Grammar, Local, slug
from companion.play.people import People
from companion.play.wording import Wording
from companion.service.daemon import Daemon
from companion.talk import messages as m
from companion.talk.beginnings import drawn
from companion.talk.desk import Desk
from companion.talk.plays import play_message
from companion.talk.verb import Message
from hardware.button.contact import SimButton
from hardware.clock import Clock, SystemClock
from hardware.reader.sim import SimReader
from hardware.ring import LedLevels, RingSettings, SimSpi, decode
from hardware.screen.controllers import SIZE

Item = TypeVar("Item")

LIGHTS = 60
NEXT_PIN, BACK_PIN = 22, 23
FINGER_SECONDS = 0.05
"""How long a finger is on the button for a tap."""
HOLD_MARGIN = 0.15
"""How much longer than the hold a finger stays."""
HANDS = "hands.json"
"""The file beside the game with what the players do among themselves."""
REMEMBERED = 500
"""Captions that can be read again."""


class TableChange(Enum):
    """What has changed at the table."""

    WORDS = auto()
    PICTURE = auto()
    LIGHTS = auto()
    GAME = auto()


class Caption(msgspec.Struct, frozen=True):
    """Something that was said: `offer` marks the standing offer, `urgent` an alert, `own` the table's own words."""

    text: str
    offer: bool = False
    urgent: bool = False
    own: bool = False


class PlayOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may choose on the command line. `state` is where the game is kept; `sound`: speak aloud."""

    state: Path
    game: str = GAMES[0]
    boxes: tuple[str, ...] = ()
    players: int = 2
    names: tuple[str, ...] = ()
    version: str = VERSIONS[0]
    variants: tuple[str, ...] = ()
    setup: str = "quick"
    pace: str = "auto"
    seed: int | None = None
    asked: frozenset[str] = frozenset()
    """Which of the fields of a new game the player has chosen, and not left as they are."""
    told: tuple[str, ...] = ()
    """What is to be said before all else: sentences about the game that was kept."""
    words: str = NORMAL
    new: bool = False
    sound: bool = False
    auto: bool = False
    fast: bool = False

    def wish(self) -> m.NewGameMessage:
        """Return the input that begins a new game. With a seed, what is secret in it comes from the seed too."""
        wish = drawn(m.new_game({name: getattr(self, name) for name in NEW_GAME}))
        return msgspec.structs.replace(wish, secret_seed=self.seed)

    def differs(self, kept: m.NewGameMessage) -> bool:
        """Tell whether the player has chosen something that the kept game does not have."""
        wish = self.wish()
        return any(_choice(wish, name) != _choice(kept, name) for name in self.asked)


NEW_GAME = ("game", "boxes", "players", "names", "version", "variants", "setup", "pace", "seed")
"""The fields of the options that are fields of the message `new_game`."""


def _choice(wish: m.NewGameMessage, name: str) -> object:
    """Return what a game was begun with. In which order boxes and variants are named makes no difference."""
    chosen = getattr(wish, name)
    return set(chosen) if name in ("boxes", "variants") else chosen


def configuration(options: PlayOptions) -> Config:
    """The configuration of a table on which everything is simulated, with buttons for next and back.

    Words that are read and not heard are there at once: then no press comes too early.
    """
    wish = options.wish()
    known = (name for name in GameConfig.__struct_fields__ if hasattr(wish, name))
    wishes = {"words": options.words} | {name: getattr(wish, name) for name in known}
    return Config(
        game=msgspec.convert(wishes, GameConfig),
        reader=ReaderConfig(device="sim:"),
        button=ButtonConfig(factory="mock", next_pin=NEXT_PIN, back_pin=BACK_PIN, guard_ms=600 if options.sound else 0),
        display=DisplayConfig(bus="sim:"),
        ring=RingConfig(device="sim:", count=LIGHTS),
        speaker=SpeakerConfig(sink="alsa:default" if options.sound else "none"),
        state=StateConfig(directory=options.state),
    )


class SeenSpi(SimSpi):
    """The line of a ring whose lights somebody sees: hands over each new frame, from arc 1 on, in the ring's thread."""

    def __init__(self, settings: RingSettings, see: Callable[[list[LedLevels]], object]) -> None:
        super().__init__()
        self._settings = settings
        self._see = see

    def write(self, data: bytes) -> None:
        """Keep `data` and tell what the lights show, if that is new."""
        new = data != self.last
        super().write(data)
        if new:
            self._see(self._settings.from_wire(decode(data)[-1]))


class SimTable:
    """One simulated table. `on_change` is called on the loop for everything that has changed.

    Made on a running loop; `start` before all else, `stop` at the end.
    """

    def __init__(self, options: PlayOptions, desk: Desk, clock: Clock | None = None) -> None:
        self.options = options
        self.desk = desk
        self.captions: list[Caption] = []
        self.said = 0
        """How many captions there have been."""
        self.picture = Image.new("1", SIZE)
        self.lights: list[LedLevels] = [(0, 0, 0)] * LIGHTS
        self.on_change: Callable[[TableChange], object] = lambda change: None
        self._loop = asyncio.get_running_loop()
        config = configuration(options)
        wire = SeenSpi(RingSettings(count=LIGHTS), self._handing(self._saw_lights))
        see = self._handing(self._saw_picture)
        self.daemon = Daemon(config, places(config, {}, Path.home()), desk, clock or SystemClock(), see, wire)
        self.people = People(desk, options.state / HANDS)
        self.words = Wording(desk, self.people)
        self.grammar = Grammar({kind for box in desk.library.values() for kind in box.tokens})
        self.daemon.watchers.add(self._saw_update)

    # Life

    def start(self) -> None:
        """Takes up the game that is kept here, or begins one."""
        for sentence in self.options.told:
            self.hint(sentence)
        kept = None if self.options.new else next(self.daemon.journal.entries(), None)
        going_on = kept is not None
        self.daemon.announcer.captions = self._heard if going_on else None
        self.daemon.start()
        self.daemon.announcer.captions = self._heard
        self.people.settle()
        another = isinstance(kept, m.NewGameMessage) and self.options.differs(kept)
        if not going_on or (self.over and (self.options.auto or another)):
            self.begin()
        elif another:
            self.tell("play-goes-on")

    def begin(self) -> None:
        """Begins a new game with the players' wishes."""
        self.take(self.options.wish())

    def stop(self) -> None:
        """Lets go of everything; the game is kept."""
        self.daemon.watchers.discard(self._saw_update)
        self.daemon.announcer.captions = None
        self.daemon.stop()

    # What is there

    @property
    def game(self) -> Game | None:
        """The game that is played."""
        return self.desk.game

    @property
    def offer(self) -> str:
        """What the standing offer says."""
        return next((caption.text for caption in reversed(self.captions) if caption.offer), "")

    @property
    def deal(self) -> Deal | None:
        """The cards of the simulated hands."""
        return self.people.deal

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.table.phase == "over"

    @property
    def can_play(self) -> bool:
        """Whether cards can be played now."""
        return self.game is not None and isinstance(self.game.request, PlayCards)

    def tray(self) -> Counter[str]:
        """How many tokens of each kind are left in the bag, every kind that can be there in it."""
        if self.game is None:
            return Counter()
        left = Counter(dict.fromkeys(self.game.table.drawable_kinds(), 0))
        left.update(token.kind.name for token in self.game.table.bag)
        return left

    # Fingers and tokens

    def press(self, button: str = "button") -> None:
        """A finger taps the big button, or the one for next or back."""
        self._finger(FINGER_SECONDS, button)

    def hold(self) -> None:
        """A finger holds the big button."""
        self._finger(self.daemon.config.button.hold_ms / 1000 + HOLD_MARGIN)

    def long_hold(self) -> None:
        """A finger holds the big button for long."""
        self._finger(self.daemon.config.button.long_hold_ms / 1000 + HOLD_MARGIN)

    def lay(self, piece: str) -> None:
        """A token is laid on the reader and lifted; a bare kind is one of those where they would be taken from."""
        reader = self.daemon.devices.reader
        assert isinstance(reader, SimReader)
        reader.tap(self._whole_name(piece))

    def draw(self, kind: str = "") -> None:
        """A hand takes a token from the bag, of a kind if it looks, and lays it on the reader. Raises HandsError."""
        self.lay(self.from_bag(kind))

    def from_bag(self, kind: str = "") -> str:
        """The token that a hand takes from the bag. Raises HandsError when there is none."""
        game = self.game
        if game is None or not isinstance(game.request, Tap):
            raise HandsError("play-no-draw")
        found = (token for token in game.table.bag if token.kind.name == kind)
        token = next(found, None) if kind else self.people.token()
        if token is None:
            raise HandsError("play-not-in-bag")
        return str(token.name)

    def take(self, message: Message) -> dict[str, Any]:
        """An input of the protocol, as from any other face of the companion; the reply to it."""
        return self.daemon.take(message)

    def _finger(self, seconds: float, name: str = "button") -> None:
        button = self.daemon.devices.buttons[name]
        assert isinstance(button, SimButton)
        button.press()
        self._loop.call_later(seconds, button.release)

    def _whole_name(self, piece: str) -> str:
        if "#" in piece or self.game is None:
            return piece
        where: Sequence[Any] = (
            list(self.game.table.bag) if isinstance(self.game.request, Tap) else self.game.table.board
        )
        return next((token.name for token in where if token.kind.name == piece), f"{piece}#1")

    # The people's own

    def obey(self, command: Local) -> list[str]:
        """Does what is about the people's own things and gives lines to read. Raises HandsError."""
        match command.verb, command.words:
            case "draw", words:
                self.take(m.TapMessage(tag=self.from_bag(slug(words) if words else "")))
            case "play", (number,):
                self.take(self._numbered_play(int(number)))
            case "swap", words if words:
                self.act(self._swap(words))
            case "fetch", words if words:
                self.act(Fetch(slug(words)))
            case "trade", words:
                self.act(self._trade(words))
            case "hand", _:
                return self.words.hand_lines()
            case "tray", _:
                return self.words.tray_lines(self.tray())
            case "options", _:
                return self.words.option_lines()
            case "new", _:
                self.begin()
            case _:
                raise HandsError("play-needs-more")
        return []

    def _numbered_play(self, number: int) -> Message:
        plays = self.people.plays()
        if not self.can_play or not 1 <= number <= len(plays):
            raise HandsError("play-no-such-play")
        return play_message(plays[number - 1])

    def aimed(self, message: Message) -> Message:
        """A play on a bare kind as the play on that one of its kind which the card reaches, if it reaches one."""
        if not isinstance(message, m.PlayMessage) or not isinstance(message.on, str) or self.game is None:
            return message
        table = self.game.table
        card = Card.of(table, message.card) if message.card in table.cards else None
        plays = legal_plays(table, [card]) if card else []
        reached = [play.on[0].name for play in plays if play.on and play.on[0].kind.name == message.on]
        return msgspec.structs.replace(message, on=reached[0]) if reached else message

    @property
    def inputs(self) -> int:
        """How many inputs the game has had."""
        return len(self.game.history) if self.game else 0

    def act(self, act: Act) -> None:
        """The players do something with their cards. Raises HandsError."""
        before = self.deal
        self.people.do(act)
        facts: dict[str, str | int] = {"card": self.words.card_name(act.card), "player": before.player if before else 0}
        if isinstance(act, Trade):
            facts |= {"wanted": self.words.card_name(act.wanted), "other": act.other}
        self.tell(act.message, **facts)
        self.on_change(TableChange.GAME)

    def _swap(self, words: Sequence[str]) -> Swap:
        """Swap CARD, or CARD for wizard: then the new card is of the Wizard deck."""
        wizard = tuple(words[-2:]) == ("for", "wizard")
        return Swap(slug(words[:-2] if wizard else words), wizard=wizard)

    def _trade(self, words: Sequence[str]) -> Trade:
        """Trade CARD for CARD with PLAYER."""
        if "for" not in words or "with" not in words or not words[-1].isdecimal():
            raise HandsError("play-trade-how")
        middle, end = words.index("for"), words.index("with")
        return Trade(slug(words[:middle]), slug(words[middle + 1 : end]), int(words[-1]))

    def tell(self, message: str, **facts: str | int) -> None:
        """The simulated table says something itself."""
        self.hint(self.words(message, **facts))

    def hint(self, text: str) -> None:
        """A line of the simulated table's own, for those who read along."""
        self._caption(Caption(text, own=True))

    # What is noticed

    def _handing(self, take: Callable[[Item], None]) -> Callable[[Item], None]:
        """Hands over from a device's thread to the loop."""

        def hand(item: Item) -> None:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(take, item)

        return hand

    def _saw_picture(self, picture: Image.Image) -> None:
        self.picture = picture
        self.on_change(TableChange.PICTURE)

    def _saw_lights(self, lights: list[LedLevels]) -> None:
        self.lights = lights
        self.on_change(TableChange.LIGHTS)

    def _saw_update(self, reply: dict[str, Any]) -> None:
        self.on_change(TableChange.GAME)

    def _heard(self, utterance: Utterance) -> None:
        self._caption(Caption(utterance.text, utterance.offer, utterance.priority is Priority.ALERT))

    def _caption(self, caption: Caption) -> None:
        self.captions.append(caption)
        self.said += 1
        del self.captions[:-REMEMBERED]
        self.on_change(TableChange.WORDS)
