"""The words of the simulated table itself: its own messages, and what cards, plays, tokens and options are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.game.rules.cards import CardPlay
from companion.narration.catalogue import Catalogue
from companion.narration.name import Fact
from companion.narration.names import Names
from companion.narration.phrases import NORMAL
from companion.play.acts import HandsError
from companion.play.people import People
from companion.talk.desk import Desk


class Wording:
    """Called with the name of a message it gives the words, in the desk's language."""

    def __init__(self, desk: Desk, people: People) -> None:
        self._desk = desk
        self._people = people

    @property
    def _catalogue(self) -> Catalogue:
        return self._desk.narrator.catalogue  # the one of the game in play, which may have a voice of its own

    @property
    def _names(self) -> Names:
        return self._desk.narrator.names

    def __call__(self, message: str, **facts: Fact) -> str:
        """Something out of the simulated table's own messages. Raises KeyError."""
        return self._catalogue.name(message, "", facts)

    def sentence(self, error: HandsError) -> str:
        """Why something cannot be done."""
        facts = {name: self.card_name(value) if name == "card" else value for name, value in error.facts.items()}
        return self(error.message, **facts)

    # Single things

    def card_name(self, card: str | int) -> str:
        """A card as it is called; a word that is no card as it is."""
        return (
            self._catalogue.words(self._names.card(str(card), "")) if f"card-{card}" in self._catalogue else str(card)
        )

    def card_count(self, card: str, count: int) -> str:
        """A card, and how many of it when it is more than one."""
        return self("play-card-count", card=self.card_name(card), count=count)

    def kind_name(self, kind: str) -> str:
        """A kind of token as it is called."""
        return self._catalogue.words(self._names.kind(kind, ""))

    def color(self, color: str) -> str:
        """A color of the board."""
        return self._catalogue.words(self._names.color(color, ""))

    def option(self, option: Any) -> str:
        """A token, space, Wall or whatever may be chosen, as it is said."""
        table = self._desk.game.table if self._desk.game else None
        return self._catalogue.words(self._names.option(option, table, NORMAL))

    def play_name(self, play: CardPlay) -> str:
        """What a play of a card would be, in words."""
        cards = self._names.listed([self.card_name(card.name) for card in (play.card, *play.together)])
        aims = [self.option(aim) for aim in (*play.on, *([play.at] if play.at is not None else []))]
        deal = self._people.deal
        if deal is not None and play.player != deal.player:
            cards = self("play-card-of", card=self._catalogue.words(cards), player=play.player)
        return self("play-card-on", card=cards, aim=self._names.listed(aims)) if aims else self._catalogue.words(cards)

    # Lists

    def hand(self) -> str:
        """The cards of whose turn it is."""
        deal = self._people.deal
        if deal is None:
            return self("play-no-cards-now")
        cards = [self.card_count(card, count) for card, count in Counter(deal.hand).items()]
        return self("play-hand", player=deal.player, cards=self._names.listed(cards) or self("play-none"))

    def hand_lines(self) -> list[str]:
        """The cards of whose turn it is, and what can be done with them."""
        plays = enumerate(self._people.plays(), 1)
        return [self.hand(), *(self("play-option", id=number, text=self.play_name(play)) for number, play in plays)]

    def tray_lines(self, left: Mapping[str, int]) -> list[str]:
        """What is left in the bag, kind by kind."""
        lines = [
            self("play-tray-entry", kind=self.kind_name(kind), count=count) for kind, count in left.items() if count
        ]
        return lines or [self("play-none")]

    def option_lines(self) -> list[str]:
        """What may be chosen now, by the word to choose it with."""
        prompt = self._desk.prompt()
        options = prompt["options"] if prompt else []
        return [self("play-option", id=entry["id"], text=entry["text"]) for entry in options] or [self("play-none")]
