"""The people's cards at a simulated table. The companion never sees them, here no more than at a real one.

Hands follow from the game: the deck is shuffled by the game's own seed, and what was played, drawn and lost since
stands in its history. So they go back and forth with undo and redo, and are there again after a restart. Only what
the players do among themselves, swapping, trading and searching the discards, is kept beside it. Source: Castle
Panic rulebook, Draw Up, Discard and Draw, Trade, and the cards and tokens that touch hands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, TypeAlias

import msgspec

from companion.game.board import ARCHER, COLORS, KNIGHT, SWORDSMAN
from companion.game.rules.cards import Card, CardPlay, HandsCard, HitCard, legal_plays
from companion.game.rules.effects import HandsEffect, Plague
from companion.game.rules.requests import Done, NumberOption
from companion.game.rules.setup import SEAT
from companion.game.session import Changed, Game

_ANY_COLOR = "any"
"""The color of a Hit card that hits in every color."""
Struck: TypeAlias = Callable[[HitCard], bool]
"""Whether a plague takes a Hit card."""


def _of_ring(ring: str) -> Struck:
    return lambda card: card.ring == ring


def _of_color(color: str) -> Struck:
    """The cards of a color, those of any color too."""
    return lambda card: card.color in (color, _ANY_COLOR)


PLAGUES: Mapping[str, Struck] = MappingProxyType(
    {
        "plague-archers": _of_ring(ARCHER),
        "plague-knights": _of_ring(KNIGHT),
        "plague-swordsmen": _of_ring(SWORDSMAN),
        **{f"{color}-plague": _of_color(color) for color in COLORS},
    }
)
"""Which Hit cards every player loses to a plague, by the kind of its token."""
SWAPS, SWAPS_ALONE = 1, 2
"""Cards that a player may discard for new ones in a turn, and a player who is alone."""


class HandsError(Exception):
    """What cannot be done with the cards; `message` names why in the catalogue, `facts` fill it."""

    def __init__(self, message: str, **facts: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts


class Act(msgspec.Struct, frozen=True, tag_field="act"):
    """Something the players do with their cards that no rule asks about. `at` is how many inputs the game had then."""

    message: ClassVar[str]
    at: int
    card: str

    def do(self, deal: Deal) -> None:
        """Does it. Raises HandsError."""
        raise NotImplementedError


class Swap(Act, frozen=True, tag="swap"):
    """A card is discarded for a new one."""

    message = "play-did-swap"

    def do(self, deal: Deal) -> None:
        """Draws after discarding."""
        if not deal.swaps_left:
            raise HandsError("play-no-swap")
        deal.spend(deal.player, self.card)
        deal.draw(deal.player, 1)
        deal.swaps_left -= 1


class Trade(Act, frozen=True, tag="trade"):
    """A card is traded for one of another player."""

    message = "play-did-trade"
    wanted: str
    other: int

    def do(self, deal: Deal) -> None:
        """Both change hands at once."""
        if not deal.trades_left or self.other == deal.player or self.other not in deal.hands:
            raise HandsError("play-no-trade")
        for player, card in ((deal.player, self.card), (self.other, self.wanted)):
            deal.need(player, card)
        deal.hands[deal.player].remove(self.card)
        deal.hands[self.other].remove(self.wanted)
        deal.hands[deal.player].append(self.wanted)
        deal.hands[self.other].append(self.card)
        deal.trades_left -= 1


class Fetch(Act, frozen=True, tag="fetch"):
    """A card is taken out of the discards, which a Scavenge allows."""

    message = "play-did-fetch"

    def do(self, deal: Deal) -> None:
        """Takes it."""
        if not deal.fetches_left:
            raise HandsError("play-no-fetch")
        if self.card not in deal.discards:
            raise HandsError("play-not-discarded", card=self.card)
        deal.discards.remove(self.card)
        deal.hands[deal.player].append(self.card)
        deal.fetches_left -= 1


class Deal:
    """Deck, discards and hands at one moment; hands by player, 1 to 6, in the order in which the cards came."""

    def __init__(self, game: Game) -> None:
        table = game.table
        self.cards = table.cards
        self.players = table.players
        self.size = table.hand_size
        self.trades = table.trades
        self.player = table.options.first or 1
        self.turn = 1
        self.luck = random.Random(f"{game.fate.seed}/cards")
        self.discards: list[str] = []
        self.deck = [name for name, count in table.facts.cards.items() for _ in range(count) if name in table.cards]
        self.luck.shuffle(self.deck)
        self.hands: dict[int, list[str]] = {player: [] for player in range(1, self.players + 1)}
        for player in self.hands:
            self.draw(player, self.size)
        self.drawn_up = self.players
        """The last turn whose player has drawn up; the first turn of each begins with a fresh hand."""
        self._begin_turn()

    @property
    def hand(self) -> list[str]:
        """The cards of whose turn it is."""
        return self.hands[self.player]

    # What happens to cards

    def draw(self, player: int, count: int) -> None:
        """Takes cards from the deck; the discards are shuffled into a new one when it runs out."""
        for _ in range(count):
            if not self.deck:
                self.deck, self.discards = self.discards, []
                self.luck.shuffle(self.deck)
            if self.deck:
                self.hands[player].append(self.deck.pop())

    def need(self, player: int, card: str) -> None:
        """Raises HandsError when the player does not hold the card."""
        if card not in self.hands[player]:
            raise HandsError("play-not-in-hand", card=card, player=player)

    def spend(self, player: int, card: str) -> None:
        """A card goes from a hand to the discards. Raises HandsError."""
        self.need(player, card)
        self.hands[player].remove(card)
        self.discards.append(card)

    def lose(self, doomed: Callable[[list[str]], list[str]]) -> None:
        """Every player discards what `doomed` picks out of the hand."""
        for player, hand in self.hands.items():
            for card in doomed(list(hand)):
                self.spend(player, card)

    # What the game's history tells

    def take(self, entry: object) -> None:
        """One input of the game."""
        if isinstance(entry, CardPlay):
            self.played(entry)
        elif isinstance(entry, Done):
            self.draw_up()
            self.turn += 1
            self.player = self.player % self.players + 1
            self._begin_turn()
        elif isinstance(entry, Plague):
            struck = PLAGUES[entry.kind.name]
            self.lose(lambda hand: [card for card in hand if self._is_hit(card, struck)])
        elif isinstance(entry, HandsEffect):
            self.lose(self._cheapest)
        elif isinstance(entry, NumberOption) and entry.sort == SEAT:
            self.player = entry.number
        elif isinstance(entry, Changed) and entry.correction.turn:
            self.player = entry.correction.turn.player or self.player
            self.turn = entry.correction.turn.number or self.turn

    def draw_up(self) -> None:
        """The player whose turn it is fills the hand, if that has not been done in this turn."""
        if self.drawn_up < self.turn:
            self.drawn_up = self.turn
            self.draw(self.player, self.size - len(self.hand))

    def played(self, play: CardPlay) -> None:
        """A card is played. One that nobody holds came from elsewhere: the table is the truth."""
        self.draw_up()
        self.swaps_left = self.trades_left = 0
        for card in (play.card, *play.together):
            if card.name in self.hands[play.player]:
                self.spend(play.player, card.name)
        if isinstance(play.card, HandsCard):
            self.draw(play.player, play.card.count)
            self.fetches_left += play.card.topic == "scavenge"

    def _begin_turn(self) -> None:
        self.swaps_left = SWAPS if self.players > 1 else SWAPS_ALONE
        self.trades_left = self.trades
        self.fetches_left = 0

    def _is_hit(self, name: str, struck: Struck) -> bool:
        card = self.cards[name]
        return isinstance(card, HitCard) and struck(card)

    def _cheapest(self, hand: list[str]) -> list[str]:
        """The card that a player gives up most easily: of a common kind, and held more than once if possible."""
        held = Counter(hand)
        return sorted(hand, key=lambda card: (not isinstance(self.cards[card], HitCard), -held[card], card))[:1]


class _Kept(msgspec.Struct):
    """The file: which game, and what the players did in it."""

    seed: int
    acts: list[Swap | Trade | Fetch]


class SimHands:
    """The hands of the game that `game` gives, with the players' own acts kept in the file `path`."""

    def __init__(self, game: Callable[[], Game | None], path: Path) -> None:
        self._game = game
        self._path = path
        self._kept = self._read()
        self._length = 0
        self._undone = False
        self.noticed(redone=True)

    def deal(self) -> Deal | None:
        """The cards as they are now; none without a game that has any."""
        game = self._game()
        if game is None or not game.table.facts.hand:
            return None
        acts = self._acts(game)
        deal = Deal(game)
        for place, entry in enumerate([*game.history, None]):
            for act in acts:
                if act.at == place:
                    deal.draw_up()
                    with suppress(HandsError):  # it does not fit any more: the table was corrected
                        act.do(deal)
            if entry is not None:
                deal.take(entry)
        if deal.turn == game.table.turn:
            deal.draw_up()
        return deal

    def do(self, act: Swap | Trade | Fetch) -> None:
        """The players do something with their cards. Raises HandsError, and then nothing has changed."""
        game, deal = self._game(), self.deal()
        if game is None or deal is None or deal.turn != game.table.turn:
            raise HandsError("play-no-cards-now")
        act.do(deal)
        self._keep(game, [*(other for other in self._acts(game) if other.at <= act.at), act])

    def noticed(self, *, redone: bool) -> None:
        """The game took an input. One that is not `redone`, after an undo, ends all that lay ahead: the acts too."""
        game = self._game()
        if game is None:
            return
        if self._undone and not game.undone and not redone:
            self._keep(game, [act for act in self._acts(game) if act.at <= self._length])
        self._length, self._undone = len(game.history), bool(game.undone)

    def plays(self) -> list[CardPlay]:
        """Every legal play of the hand of whose turn it is, each once."""
        game, deal = self._game(), self.deal()
        if game is None or deal is None:
            return []
        table = game.table
        held = [Card.of(table, card) for card in dict.fromkeys(deal.hand)]
        return legal_plays(table, held)

    def _acts(self, game: Game) -> list[Swap | Trade | Fetch]:
        """What was done in this game; what lies ahead of an undo waits for the redo."""
        return self._kept.acts if self._kept.seed == game.fate.seed else []

    def _keep(self, game: Game, acts: list[Swap | Trade | Fetch]) -> None:
        self._kept = _Kept(game.fate.seed, acts)
        self._path.write_bytes(msgspec.json.encode(self._kept))

    def _read(self) -> _Kept:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except (FileNotFoundError, msgspec.DecodeError):
            return _Kept(-1, [])
