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
    """Its fields of `new_game`."""

    wizards_tower: int | None = None
    """The arc of the Wizard's Tower."""


class TowerFixes(msgspec.Struct, kw_only=True):
    """Its fields of `correct`."""

    wizard_deck: str | None | msgspec.UnsetType = msgspec.UNSET
    imps: dict[str, Any] | None | msgspec.UnsetType = msgspec.UNSET


class ExtinguishMessage(Message, tag="extinguish", rename={"with_": "with"}):
    """A Brick or Mortar is discarded to take off a Flame token."""

    with_: str
    at: str
    force: bool = False


def check_extinguishing(library: Library, table: Table | None, message: ExtinguishMessage) -> None:
    """Raise Refused for a card that does not exist."""
    naming.check_card(library, table, message.with_)


def extinguishing(table: Table, message: ExtinguishMessage) -> fire.Extinguish:
    """Return the action that the message means. Raise Refused for a place that is no Wall or Tower."""
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
        """Raise Refused for an arc that the board does not have."""
        arc = own_fields(wish, TowerWishes).wizards_tower
        if arc is not None and arc not in ARC_NUMBERS:
            raise Refused(NO_SUCH_ARC, arc=arc)

    def options(self, wish: GameWish, library: Library) -> BoxOptions:
        """Return the option of the arc, where it was named."""
        return TowerOptions(wizards_tower=own_fields(wish, TowerWishes).wizards_tower or 0)

    def absent(self) -> Mapping[str, object]:
        """Return the parts of the state for a game without Wizard deck and Imps."""
        return {"wizard_deck": None, "imps": None}


TALK = TowerTalk("wizards-tower")
