"""A dealer and players who know nothing: hands of Castle cards, and a random legal play each time, "stop" among them.

With The Wizard's Tower there is a Wizard deck too: half the time a player swaps a card for one of its cards when the
turn begins.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from companion.game.boxes import BOXES
from companion.game.boxes.dark_titan.cavalier import AttackOn, CavalierTurn, MoveTo, Orders
from companion.game.boxes.wizards_tower.box import StarterTap, may_start
from companion.game.boxes.wizards_tower.deck import WizardDeck
from companion.game.boxes.wizards_tower.fire import Extinguish
from companion.game.boxes.wizards_tower.spells import Spells
from companion.game.pieces import Library
from companion.game.rules.cards import HitCard, legal_plays
from companion.game.rules.harbingers import MegaBossTap
from companion.game.rules.options import GameOptions
from companion.game.rules.requests import DONE, OVER, Choose, PlayCards, Roll, Tap
from companion.game.session import Game
from companion.owner.library import load_library
from tests.game.invariant import is_taken

LIBRARY: Library = load_library()


@cache
def decks(boxes: tuple[str, ...]) -> tuple[list[Any], list[Any]]:
    """Return the Castle deck and the Wizard deck of some boxes, each card as often as it is in them."""
    by_name = {name: card for box in boxes for name, card in BOXES[box].cards.items()}  # an expansion may change a card
    counts = [(by_name.get(name), count) for box in boxes for name, count in LIBRARY[box].cards.items()]
    cards = [card for card, count in counts if card for _ in range(count)]
    return [card for card in cards if not card.wizard], [card for card in cards if card.wizard]


class Dealer:
    """A dealer with the deck, the discards and every player's hand, who answers what a game asks."""

    def __init__(self, game: Game, luck: random.Random) -> None:
        self.game = game
        self.luck = luck
        castle, wizard = decks(game.table.options.boxes)
        self.deck: list[Any] = castle[:]
        self.wizard_deck = wizard[:]
        self.wizardry = bool(self.wizard_deck)
        luck.shuffle(self.wizard_deck)
        self.discards: list[Any] = []
        self.hands: list[list[Any]] = [[] for _ in range(game.table.players + 1)]
        for player in range(1, game.table.players + 1):
            self.fill(player)
        self.drawn_up = 0

    def fill(self, player: int) -> None:
        """Fill a hand with random cards of the deck; the discards become the new deck when it is empty."""
        hand, deck, random = self.hands[player], self.deck, self.luck.random
        for _ in range(len(hand), self.game.table.hand_size):
            if not deck:
                deck = self.deck = self.discards
                self.discards = []
            if not deck:
                return
            hand.append(deck.pop(int(random() * len(deck))))

    def answer(self) -> Any:
        """Return a random legal answer to what the game asks."""
        request = self.game.request
        kind = type(request)
        if kind is Roll:
            return int(self.luck.random() * 6) + 1
        if isinstance(request, PlayCards):
            return self.play(request)
        if kind is Tap:
            bag = self.game.table.drawable() if self.wizardry else list(self.game.table.bag)
            fits = request.fits  # type: ignore[attr-defined]
            bag = bag if fits is None else [token for token in bag if fits(token)]
            return bag[int(self.luck.random() * len(bag))]
        if kind is MegaBossTap:
            return request.boss  # type: ignore[attr-defined]
        if kind is StarterTap:
            return self.luck.choice([token for token in self.game.table.bag if may_start(token)])
        if isinstance(request, Tap):
            return self.luck.choice([token for token in self.game.table.drawable() if is_taken(self.game, token)])
        if isinstance(request, CavalierTurn):
            return self.ride(request)
        if isinstance(request, Choose):
            return self.choice(request)
        return None

    def ride(self, request: CavalierTurn) -> Any:
        """Return orders for one step of the Cavalier: unlike its options, they can be given again in a replay."""
        option = self.luck.choice(request.options)
        if isinstance(option, MoveTo):
            return Orders(option.space, None, False)
        if isinstance(option, AttackOn):
            return Orders(None, option.piece, True)
        return option

    def choice(self, request: Choose) -> Any:
        """Return one of the options, or as many as are asked for."""
        if request.most == 1:
            return request.options[int(self.luck.random() * len(request.options))]
        if len(request.options) >= request.most:
            return self.luck.sample(list(request.options), request.most)
        return [self.luck.choice(request.options) for _ in range(request.most)]

    def play(self, request: PlayCards) -> Any:
        """Return one of the legal plays of the hand, or DONE."""
        table = self.game.table
        hand = self.hands[table.player]
        if self.drawn_up != table.turn:
            self.drawn_up = table.turn
            self.fill(table.player)
            if self.wizardry:
                self.swap(hand)
        plays: list[Any] = legal_plays(table, hand)
        if self.wizardry:
            plays += self.wizardly(hand)
        if type(request) is not PlayCards:  # a box asks for certain plays only, as a Barrage does
            plays = [play for play in plays if is_taken(self.game, play)]
        number = int(self.luck.random() * (len(plays) + 1))
        if number == len(plays):
            return DONE
        self.spend(self.hands[plays[number].player], plays[number])
        return plays[number]

    def spend(self, hand: list[Any], play: Any) -> None:
        """Take the played cards out of the hand, and those that pay for them."""
        for card in (play.card, *play.together) if not self.wizardry else self.spent(hand, play):
            hand.remove(card)
            if card.wizard:
                self.spent_wizard_card(card)
            else:
                self.discards.append(card)

    # The Wizard's Tower

    def swap(self, hand: list[Any]) -> None:
        """Swap a card for one of the Wizard deck, half the time."""
        if WizardDeck.of(self.game.table).in_play and self.wizard_deck and hand and self.luck.random() < 0.5:
            card = hand.pop(int(self.luck.random() * len(hand)))
            (self.wizard_deck if card.wizard else self.discards).insert(0, card)
            hand.append(self.wizard_deck.pop())

    def wizardly(self, hand: list[Any]) -> list[Any]:
        """Return the Flames that can be put out, and the plays of an invited player."""
        table = self.game.table
        water = next((card for card in hand if card.name in ("brick", "mortar")), None)
        burning = [thing for thing in (*table.walls, *table.towers) if thing.flames and water]
        more: list[Any] = [Extinguish(water, thing, table.player) for thing in burning if water]
        guest = Spells.of(table).guest
        if guest and guest != table.player:
            allowed = [card for card in self.hands[guest] if card.wizard or isinstance(card, HitCard)]
            for play in legal_plays(table, allowed):
                play.player = guest
                more.append(play)
        return more

    def spent(self, hand: list[Any], play: Any) -> list[Any]:
        """Return every card that a play costs."""
        if isinstance(play, Extinguish):
            return [play.card]
        prices = {"arcane-assembly": len(play.at) if isinstance(play.at, tuple) else 1, "mystical-manufacturing": 1}
        payable = [card for card in hand if card.name in ("brick", "mortar")]
        return [*play.spent, *payable[: prices.get(play.card.name, 0)]]

    def spent_wizard_card(self, card: Any) -> None:
        """Put a Wizard card under its deck, or out of the game with the deck."""
        if WizardDeck.of(self.game.table).in_play:
            self.wizard_deck.insert(0, card)


def new_game(luck: random.Random, players: int = 2, *expansions: str) -> Game:
    """Return a game with a quick set-up: the base game and these expansions."""
    options = GameOptions(boxes=("castle-panic", *expansions), players=players, setup="quick")
    return Game(options, LIBRARY, seed=luck.getrandbits(32), pace="auto")


def play_out(game: Game, luck: random.Random) -> list[Any]:
    """Play a game to its end, and return the answers."""
    dealer = Dealer(game, luck)
    answers = []
    while game.request is not OVER:
        answer = dealer.answer()
        game.answer(answer)
        answers.append(answer)
    return answers
