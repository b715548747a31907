"""The lists to pick from at the simulated table: what they hold, and what a pick does. They know no terminal."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

from companion.game.rules.table import Monster
from companion.narration.answers import QUESTIONS
from companion.narration.names import ARCS_BY_NAME
from companion.narration.phrases import LEVELS
from companion.play.acts import Fetch, Swap, Trade
from companion.play.table import SimTable
from companion.talk import messages as m
from companion.talk.plays import play_message

PickEntry = tuple[str, str]
"""What is picked, and how it is called."""
_LAY = "tap"
"""Picked in place of a play: the Monster is laid on the reader."""


class Pick(NamedTuple):
    """One list: the message of its title, its entries, and what the one picked does, maybe lead to another list."""

    title: str
    entries: list[PickEntry]
    take: Callable[[str], Pick | None]


def _doing(act: Callable[[str], object]) -> Callable[[str], None]:
    """For a pick that leads nowhere else."""

    def take(picked: str) -> None:
        act(picked)

    return take


def tokens(table: SimTable) -> Pick:
    """The kinds of tokens that are left in the bag."""
    words = table.words
    entries = [
        (kind, words("play-tray-entry", kind=words.kind_name(kind), count=count))
        for kind, count in table.tray().items()
        if count
    ]
    return Pick("play-pick-token", entries, _doing(table.draw))


def plays(table: SimTable, piece: str = "") -> Pick:
    """What the hand can play now, or what of it goes for one Monster; then also to lay the Monster on the reader."""
    legal = [
        play
        for play in table.people.plays()
        if table.can_play and (not piece or piece in [token.name for token in play.on])
    ]
    by_id = {str(place): play for place, play in enumerate(legal)}
    entries = [(picked, table.words.play_name(play)) for picked, play in by_id.items()]
    if piece:
        entries.append((_LAY, table.words("play-lay")))

    def take(picked: str) -> None:
        if picked == _LAY:
            table.lay(piece)
        else:
            table.take(play_message(by_id[picked]))

    return Pick("play-pick-play", entries, take)


def monsters(table: SimTable) -> Pick:
    """The Monsters of the board, nearest first; each leads to what can be done with it."""
    board = sorted(table.game.table.board, key=_nearness) if table.game else []
    entries = [(monster.name, table.words.option(monster)) for monster in board]
    return Pick("play-pick-monster", entries, lambda piece: touched(table, piece))


def _nearness(monster: Monster) -> tuple[int, int]:
    """Sort by distance, then by arc; a board without rings stays in its own order."""
    return (monster.space.distance, monster.space.arc) if monster.space else (0, 0)


def touched(table: SimTable, piece: str) -> Pick | None:
    """A Monster of the board is taken in hand: to play cards on it, or else to lay it on the reader."""
    if table.can_play:
        return plays(table, piece)
    table.lay(piece)
    return None


def options(table: SimTable) -> Pick:
    """The options of the standing choice."""
    prompt = table.desk.prompt()
    entries = [(option["id"], option["text"]) for option in prompt["options"]] if prompt else []
    return Pick("play-pick-option", entries, _doing(lambda name: table.take(m.ChooseMessage(option=name))))


def questions(table: SimTable) -> Pick:
    """What the companion can be asked."""
    asked = [name for name in QUESTIONS if f"play-ask-{name}" in table.desk.narrator.catalogue]
    arcs = [(arc, table.words.option(arc)) for arc in ARCS_BY_NAME]
    entries = [*arcs, *((name, table.words(f"play-ask-{name}")) for name in asked)]
    return Pick("play-pick-question", entries, _doing(lambda about: table.take(m.AskMessage(about=about))))


def lengths(table: SimTable) -> Pick:
    """How much is said."""
    entries = [(name, table.words(f"play-words-{name}")) for name in LEVELS]
    return Pick("play-pick-words", entries, _doing(lambda name: table.take(m.SetMessage(words=name))))


def _cards(table: SimTable, cards: list[str]) -> list[PickEntry]:
    return [(card, table.words.card_name(card)) for card in dict.fromkeys(cards)]


def swaps(table: SimTable) -> Pick:
    """The cards that may be discarded for a new one; with a Wizard deck each leads to the two decks."""
    deal = table.deal
    entries = _cards(table, deal.hand) if deal and deal.cards.swaps_left else []

    def take(card: str) -> Pick | None:
        if deal is not None and deal.cards.wizardry:
            return _deck(table, card)
        table.act(Swap(card))
        return None

    return Pick("play-pick-swap", entries, take)


def _deck(table: SimTable, card: str) -> Pick:
    entries = [(deck, table.words(f"play-deck-{deck}")) for deck in ("castle", "wizard")]
    return Pick("play-pick-deck", entries, _doing(lambda deck: table.act(Swap(card, wizard=deck == "wizard"))))


def trades(table: SimTable) -> Pick:
    """The cards that may be given away; each leads to what the others could give for it."""
    deal = table.deal
    entries = _cards(table, deal.hand) if deal and deal.cards.trades_left else []
    return Pick("play-pick-trade", entries, lambda card: _wanted(table, card))


def _wanted(table: SimTable, card: str) -> Pick:
    deal, words = table.deal, table.words
    others = (
        {player: dict.fromkeys(hand) for player, hand in deal.hands.items() if player != deal.player} if deal else {}
    )
    by_id = {f"{player}/{wanted}": (player, wanted) for player, hand in others.items() for wanted in hand}
    entries = [
        (picked, words("play-card-of", card=words.card_name(wanted), player=player))
        for picked, (player, wanted) in by_id.items()
    ]

    def take(picked: str) -> None:
        player, wanted = by_id[picked]
        table.act(Trade(card, wanted, player))

    return Pick("play-pick-wanted", entries, take)


def fetches(table: SimTable) -> Pick:
    """The discards, while a Scavenge allows to take one."""
    deal = table.deal
    entries = _cards(table, deal.cards.castle.discards) if deal and deal.cards.fetches_left else []
    return Pick("play-pick-fetch", entries, _doing(lambda card: table.act(Fetch(card))))


PICKS: MappingProxyType[str, Callable[[SimTable], Pick]] = MappingProxyType(
    {
        "token": tokens,
        "play": plays,
        "monster": monsters,
        "option": options,
        "question": questions,
        "words": lengths,
        "swap": swaps,
        "trade": trades,
        "fetch": fetches,
    }
)
"""The lists by name."""
