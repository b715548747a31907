"""The Castle cards that The Wizard's Tower adds, except those that last for a turn (its rulebook, Castle Cards)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from companion.game.board import COLORS, HIT_RINGS
from companion.game.boxes.wizards_tower.fire import douse_structure, light
from companion.game.boxes.wizards_tower.refusals import NOT_A_HIT_CARD, WRONG_USE
from companion.game.boxes.wizards_tower.spells import Berserk, StandTogether
from companion.game.boxes.wizards_tower.topics import NEVER_LOSE_HOPE, REINFORCE
from companion.game.events import FortifyLost
from companion.game.pieces import Structure
from companion.game.rules.cards import (
    HIT_PLAYED,
    Card,
    CardPlay,
    FortifyWall,
    HandsCard,
    HitCard,
    SpecialCard,
    check_specials,
    strike_with,
)
from companion.game.rules.hits import Hit
from companion.game.rules.movement import step_back
from companion.game.rules.refusals import Refused
from companion.game.rules.table import NOTHING, Monster, Procedure, Table


class Enchanted(SpecialCard):
    """A Special card: the hit deals 2 more damage."""

    def modify(self, hit: Hit, play: CardPlay) -> None:
        """Add the damage."""
        hit.damage += 2


class Flaming(SpecialCard):
    """A Special card: the Monster that was hit catches fire."""

    def after_hit(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Light the Monster if it lives."""
        if monster.space:
            light(table, monster)
        return NOTHING


class KnockBack(SpecialCard):
    """A Special card: the Monster that was hit goes one space back."""

    def after_hit(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Move the Monster if it lives."""
        if monster.space:
            step_back(table, monster)
        return NOTHING


class Change(SpecialCard):
    """A Special card that makes the Hit card count as another one."""

    choices: tuple[str, ...]

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield each Hit card of the hand with each choice, on every Monster that it then reaches.

        These plays are of the Hit card. The Special card offers them because only it knows its choices.
        """
        (field,) = self.needs
        for card, choice in product([card for card in hand if isinstance(card, HitCard)], self.choices):
            play = CardPlay(card, table.player, (), (self,), details={field: choice})
            hit = card.hit(play)
            for monster in table.board:
                if monster.open_to(hit):
                    yield CardPlay(card, table.player, (monster,), (self,), details={field: choice})


class ChangeRange(Change):
    """A Special card: the Hit card counts as Archer, Knight or Swordsman."""

    needs = frozenset({"range"})
    choices = HIT_RINGS

    def modify(self, hit: Hit, play: CardPlay) -> None:
        """Set the ring and aim again."""
        hit.ring = play.details["range"]
        hit.aim()


class ChangeColor(Change):
    """A Special card: the Hit card counts as another color."""

    needs = frozenset({"color"})
    choices = tuple(COLORS)

    def modify(self, hit: Hit, play: CardPlay) -> None:
        """Set the color and aim again."""
        hit.color = play.details["color"]
        hit.aim()


class DoubleStrike(Card):
    """A card with which one Hit card is used twice. The Special cards help in one of the uses only.

    `on` names a target for each use, maybe the same Monster twice. `with_on` says in which use the Special cards help:
    0 for the first, which is the default, 1 for the second.
    """

    needs = frozenset({"on", "hit"})
    takes = frozenset({"with", "with_on", "range", "color"})
    targets = (2,)

    def uses(self, play: CardPlay) -> list[CardPlay]:
        """Return the two plays of the Hit card, with the Special cards in the play that they help."""
        helped = play.details.get("with_on", 0)
        changes = {field: value for field, value in play.details.items() if field in ("range", "color")}
        return [
            CardPlay(play.details["hit"], play.player, (monster,), play.together, details=changes)
            if use == helped
            else CardPlay(play.details["hit"], play.player, (monster,))
            for use, monster in enumerate(play.on)
        ]

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused when `hit` names no Hit card, and when a use is forbidden."""
        if play.details.get("with_on", 0) not in (0, 1):
            raise Refused(WRONG_USE)
        hit = play.details["hit"]
        if not isinstance(hit, HitCard):  # before anything that the people may insist on: no other card can be resolved
            raise Refused(NOT_A_HIT_CARD, card=hit.name)
        check_specials(play, frozenset({"hit", "with_on"}))
        for use in self.uses(play):
            hit.check(table, use)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Use the Hit card twice. The second use is lost when the first slew its target or moved it out of reach."""
        for handler in table.moments[HIT_PLAYED]:  # once: it is one Hit card, although it is used twice
            handler(table, play.player)
        card = play.details["hit"]
        assert isinstance(card, HitCard)
        for use in self.uses(play):
            monster, hit = use.target, card.hit(use)
            if monster and (play.force or monster.open_to(hit)):
                yield from strike_with(table, hit, monster, use)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield each Hit card of the hand on every two Monsters in reach.

        Yield it alone, and with each Special card that needs no choice.
        """
        specials: list[tuple[Card, ...]] = [(), *((card,) for card in hand if card.special and not card.needs)]
        for card in [card for card in hand if isinstance(card, HitCard)]:
            near = [monster for monster in table.board if monster.open_to(card.plain)]
            for first, second, together in product(near, near, specials):
                yield CardPlay(self, table.player, (first, second), together, details={"hit": card})


def fortify(table: Table, wall: Structure) -> bool:
    """Let a Fortify token come to a Wall. Return whether it stays.

    On a burning Wall it puts all Flames out and is used up.
    """
    if not wall.flames:
        return True
    douse_structure(table, wall, wall.flames)
    table.events.append(FortifyLost(wall))
    return False


class FortifyBurningWall(FortifyWall):
    """The card Fortify Wall in a game where Walls may burn."""

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Put the token on the Wall, or put the fire out."""
        return super().resolve(table, play) if fortify(table, play.structure) else NOTHING


def wizard_castle_cards() -> list[Card]:
    """Return the ten new Castle cards, and the Fortify Wall that replaces the one of the base box."""
    return [
        StandTogether("stand-together"),
        ChangeRange("change-range"),
        DoubleStrike("double-strike"),
        Enchanted("enchanted"),
        Flaming("flaming"),
        HandsCard("never-lose-hope", NEVER_LOSE_HOPE),
        Berserk("berserk"),
        KnockBack("knock-back"),
        ChangeColor("change-color"),
        HandsCard("reinforce", REINFORCE, 1),
        FortifyBurningWall("fortify-wall"),
    ]
