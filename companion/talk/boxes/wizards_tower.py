"""The Wizard's Tower in the table protocol: its arc, putting out fires, the Wizard deck and the Imps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from companion.game.board import ARC_NUMBERS
from companion.game.boxes.wizards_tower import fire
from companion.game.boxes.wizards_tower.options import TowerOptions
from companion.game.pieces import Library, Structure
from companion.game.rules.cards import Card
from companion.game.rules.options import BoxOptions
from companion.game.rules.refusals import NO_SUCH_ARC, Refused
from companion.game.rules.requests import PlayCards
from companion.game.rules.table import Table
from companion.talk import naming
from companion.talk.box_talk import ActionVerb, BoxTalk
from companion.talk.refusals import NOT_NOW_PLAY
from companion.talk.verb import Message, own_fields
from companion.talk.wishes import GameWish

_BURNABLE = frozenset({"wall", "tower"})


class TowerWishes(msgspec.Struct, kw_only=True):
    """What may be wished of a new game."""

    wizards_tower: int | None = None
    """The arc of the Wizard's Tower."""


class TowerFixes(msgspec.Struct, kw_only=True):
    """What may be corrected."""

    wizard_deck: str | None | msgspec.UnsetType = msgspec.UNSET
    imps: dict[str, Any] | None | msgspec.UnsetType = msgspec.UNSET


class ExtinguishMessage(Message, tag="extinguish", rename={"with_": "with"}):
    """A Brick or Mortar is discarded to remove a Flame token."""

    with_: str
    at: str
    force: bool = False


def check_extinguishing(library: Library, table: Table | None, message: ExtinguishMessage) -> None:
    """Raises Refused for a card that there is not."""
    naming.check_card(library, table, message.with_)


def extinguishing(table: Table, message: ExtinguishMessage) -> fire.Extinguish:
    """The putting out that the message means. Raises Refused."""
    at = naming.place(table, message.at, _BURNABLE)
    assert isinstance(at, Structure), "only structures are of these sorts"
    return fire.Extinguish(Card.of(table, message.with_), at, table.player, message.force)


class TowerTalk(BoxTalk):
    """What The Wizard's Tower adds to the talk."""

    wishes = TowerWishes
    fixes = TowerFixes
    action_verbs = MappingProxyType(
        {ExtinguishMessage: ActionVerb(check_extinguishing, "fire", PlayCards, NOT_NOW_PLAY, extinguishing)}
    )

    def check(self, wish: GameWish) -> None:
        """The arc is one of six."""
        arc = own_fields(wish, TowerWishes).wizards_tower
        if arc is not None and arc not in ARC_NUMBERS:
            raise Refused(NO_SUCH_ARC, arc=arc)

    def options(self, wish: GameWish, library: Library) -> BoxOptions:
        """The arc, where it was said."""
        return TowerOptions(wizards_tower=own_fields(wish, TowerWishes).wizards_tower or 0)

    def absent(self) -> Mapping[str, object]:
        """No deck and no pile."""
        return {"wizard_deck": None, "imps": None}


TALK = TowerTalk("wizards-tower")
