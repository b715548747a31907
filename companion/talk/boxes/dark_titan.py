"""The Dark Titan in the table protocol: Agranok and what is known of him, the Supports, the Cavalier."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from companion.game.board import SPACES
from companion.game.boxes.dark_titan import supports
from companion.game.boxes.dark_titan.agranok import EFFECTS
from companion.game.boxes.dark_titan.agranok_card import AgranokFix
from companion.game.boxes.dark_titan.cavalier import CavalierFix, CavalierTurn, Orders
from companion.game.boxes.dark_titan.events import AgranokRemembered, AgranokRevealed
from companion.game.boxes.dark_titan.options import (
    FACEDOWN,
    LEVELS,
    MOST_EXTRA_HARBINGERS,
    RANDOM,
    TitanOptions,
)
from companion.game.boxes.dark_titan.refusals import NO_SUCH_LEVEL
from companion.game.boxes.dark_titan.supports import SupportFix
from companion.game.events import Event
from companion.game.fate import Secret
from companion.game.pieces import Library
from companion.game.rules.options import BoxOptions
from companion.game.rules.refusals import NO_SUCH_COLOR, WRONG_HARBINGERS, RefusalReason, Refused
from companion.game.rules.requests import PlayCards
from companion.game.rules.table import Table
from companion.talk import naming
from companion.talk.box_talk import ActionVerb, BoxTalk
from companion.talk.refusals import NOT_IN_GAME, NOT_NOW_PLAY
from companion.talk.verb import Message, own_fields
from companion.talk.wishes import GameWish

NOT_NOW_CAVALIER = RefusalReason("not-now", "not-now-cavalier")
WRONG_EFFECTS = RefusalReason("bad-value", "agranok-effects")
CAVALIER_FIRST = RefusalReason("bad-value", "cavalier-first")

EffectLines = dict[int, dict[int, str]]
"""What lines of Agranok's cards do: by level, then by number of the die."""


class TitanWishes(msgspec.Struct, kw_only=True):
    """Its fields of `new_game`."""

    agranok: int | str = FACEDOWN
    extra_harbingers: int | None = None
    agranok_effects: EffectLines | None = None
    """What was remembered of Agranok's cards when the game began; None takes what the owner's file has now."""


class TitanFixes(msgspec.Struct, kw_only=True):
    """Its fields of `correct`. Null takes the Cavalier off the board, so a field that is not named is unset."""

    supports: list[SupportFix] | None = None
    cavalier: CavalierFix | None | msgspec.UnsetType = msgspec.UNSET
    agranok: AgranokFix | None | msgspec.UnsetType = msgspec.UNSET


# Supports and the Cavalier move


class MoveSupportMessage(Message, tag="move_support"):
    """A color card is discarded to move a Support."""

    piece: str
    path: list[str]
    color: str


class CavalierMessage(Message, tag="cavalier"):
    """All that the Cavalier does this turn. `first` says whether it moves or attacks first."""

    move: str | None = None
    attack: str | None = None
    first: str = "move"


def check_support_words(library: Library, table: Table | None, message: MoveSupportMessage) -> None:
    """Raise Refused for what is wrong with a move of a Support in any game."""
    if message.color not in supports.COLOR_CARDS:
        raise Refused(NO_SUCH_COLOR, name=message.color)
    for name in message.path:
        naming.check_space(name)
    naming.check_piece(library, message.piece)


def support_move(table: Table, message: MoveSupportMessage) -> supports.MoveSupport:
    """Return the move that the message means. Raise Refused when this game does not have the piece."""
    support = naming.token(table, message.piece, "board")
    if support is None:
        raise Refused(NOT_IN_GAME, name=message.piece)
    return supports.MoveSupport(support, tuple(SPACES[name] for name in message.path), message.color)


def check_cavalier_words(library: Library, table: Table | None, message: CavalierMessage) -> None:
    """Raise Refused for what is wrong with the Cavalier's orders in any game."""
    if message.first not in ("move", "attack"):
        raise Refused(CAVALIER_FIRST, name=message.first)
    if message.move is not None:
        naming.check_space(message.move)
    if message.attack is not None:
        naming.check_piece(library, message.attack)


def cavalier_orders(table: Table, message: CavalierMessage) -> Orders:
    """Return what the message orders the Cavalier to do. Raise Refused as `naming.target` does."""
    foe = None if message.attack is None else naming.target(table, message.attack)
    return Orders(None if message.move is None else SPACES[message.move], foe, message.first == "attack")


class TitanTalk(BoxTalk):
    """What The Dark Titan adds to the talk."""

    wishes = TitanWishes
    fixes = TitanFixes
    action_verbs = MappingProxyType(
        {
            MoveSupportMessage: ActionVerb(check_support_words, "supports", PlayCards, NOT_NOW_PLAY, support_move),
            CavalierMessage: ActionVerb(
                check_cavalier_words, "cavalier", CavalierTurn, NOT_NOW_CAVALIER, cavalier_orders
            ),
        }
    )
    left_open = MappingProxyType({"agranok_effects": None})
    drawn = MappingProxyType({"agranok": RANDOM})

    def check(self, wish: GameWish) -> None:
        """Raise Refused for a card of Agranok that does not exist, and for a wrong number of extra Harbingers."""
        told = own_fields(wish, TitanWishes)
        if told.agranok not in (*LEVELS, FACEDOWN, RANDOM):
            raise Refused(NO_SUCH_LEVEL)
        if told.extra_harbingers is not None and not 0 <= told.extra_harbingers <= MOST_EXTRA_HARBINGERS:
            raise Refused(WRONG_HARBINGERS)

    def options(self, wish: GameWish, library: Library) -> BoxOptions:
        """Return how Agranok's card is chosen and what is known of it. Raise Refused for effects that no card has."""
        told = own_fields(wish, TitanWishes)
        return TitanOptions(
            agranok=told.agranok,  # type: ignore[arg-type]  # it was checked
            extra_harbingers=-1 if told.extra_harbingers is None else told.extra_harbingers,
            agranok_effects=_by_line(self._effects_known(wish, library)),
        )

    def closing(self, wish: GameWish, library: Library) -> Mapping[str, object]:
        """Return what is remembered of Agranok's cards now."""
        return {"agranok_effects": self._effects_known(wish, library) if self.name in wish.boxes else None}

    def _effects_known(self, wish: GameWish, library: Library) -> EffectLines:
        """Return what is remembered of Agranok's cards: what the wish says, or what the owner's file has now."""
        told = own_fields(wish, TitanWishes).agranok_effects
        return library[self.name].effects if told is None else told

    def absent(self) -> Mapping[str, object]:
        """Return the parts of the state for a game without Supports, Cavalier and Agranok."""
        return {"supports": [], "cavalier": None, "agranok": None}

    def disclosed(self, wish: GameWish, events: Sequence[Event]) -> GameWish | None:
        """Return the wish with a seed that gives Agranok's level, once it is revealed: that is the only secret."""
        levels = [event.level for event in events if isinstance(event, AgranokRevealed)]
        if not levels or own_fields(wish, TitanWishes).agranok != RANDOM:
            return None
        return msgspec.structs.replace(wish, secret_seed=_some_seed(levels[-1]))

    def learned(self, event: Event) -> Mapping[str, Any]:
        """Return an effect that the people want remembered."""
        if not isinstance(event, AgranokRemembered):
            return {}
        return {self.name: {"effects": {str(event.level): {str(event.value): event.result}}}}


def _by_line(known: EffectLines) -> dict[tuple[int, int], str]:
    """Return the effects by level and number together. Raise Refused for a line or an effect that no card has."""
    effects = {(level, value): result for level, line in known.items() for value, result in line.items()}
    if any(
        level not in LEVELS or not 1 <= value <= 6 or result not in EFFECTS
        for (level, value), result in effects.items()
    ):
        raise Refused(WRONG_EFFECTS)
    return effects


def _some_seed(level: int) -> int:
    """Return the first secret seed that gives a level of Agranok. So it tells the level and nothing else."""
    return next(seed for seed in itertools.count() if Secret(seed).number("agranok", len(LEVELS)) == level)


TALK = TitanTalk("dark-titan")
