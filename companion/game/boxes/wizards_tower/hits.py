"""The Castle cards that The Wizard's Tower adds, but for those that hold for a turn (its rulebook, Castle Cards)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from companion.game.board import COLORS, HIT_RINGS
from companion.game.boxes.wizards_tower.fire import douse_structure, light
from companion.game.boxes.wizards_tower.refusals import NOT_A_HIT_CARD, WRONG_USE
from companion.game.boxes.wizards_tower.spells import Berserk, StandTogether
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
    """The hit deals 2 more."""

    def modify(self, hit: Hit, play: CardPlay) -> None:
        """More damage."""
        hit.damage += 2


class Flaming(SpecialCard):
    """The Monster that was hit catches fire."""

    def after_hit(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Lights it, if it lives."""
        if monster.space:
            light(table, monster)
        return NOTHING


class KnockBack(SpecialCard):
    """The Monster that was hit goes one space back."""

    def after_hit(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Moves it, if it lives."""
        if monster.space:
            step_back(table, monster)
        return NOTHING


class Change(SpecialCard):
    """A Special card that makes the Hit card count as another one."""

    choices: tuple[str, ...]

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every Hit card of the hand, made to count as every other one, on every Monster that it then reaches."""
        (field,) = self.needs
        for card, choice in product([card for card in hand if isinstance(card, HitCard)], self.choices):
            play = CardPlay(card, table.player, (), (self,), details={field: choice})
            hit = card.hit(play)
            for monster in table.board:
                if monster.open_to(hit):
                    yield CardPlay(card, table.player, (monster,), (self,), details={field: choice})


class ChangeRange(Change):
    """The Hit card counts as Archer, Knight or Swordsman."""

    needs = frozenset({"range"})
    choices = HIT_RINGS

    def modify(self, hit: Hit, play: CardPlay) -> None:
        """Aims it anew."""
        hit.ring = play.details["range"]
        hit.aim()


class ChangeColor(Change):
    """The Hit card counts as another colour."""

    needs = frozenset({"color"})
    choices = tuple(COLORS)

    def modify(self, hit: Hit, play: CardPlay) -> None:
        """Aims it anew."""
        hit.color = play.details["color"]
        hit.aim()


class DoubleStrike(Card):
    """One Hit card is used twice; Special cards with it help one of the uses only."""

    needs = frozenset({"on", "hit"})
    takes = frozenset({"with", "with_on", "range", "color"})
    targets = (2,)

    def uses(self, play: CardPlay) -> list[CardPlay]:
        """The two plays of the Hit card, with the Special cards at the one that they help."""
        helped = play.details.get("with_on", 0)
        changes = {field: value for field, value in play.details.items() if field in ("range", "color")}
        return [
            CardPlay(play.details["hit"], play.player, (monster,), play.together, details=changes)
            if use == helped
            else CardPlay(play.details["hit"], play.player, (monster,))
            for use, monster in enumerate(play.on)
        ]

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses another card than a Hit card, and either target out of its reach."""
        if play.details.get("with_on", 0) not in (0, 1):
            raise Refused(WRONG_USE)
        check_specials(play, frozenset({"hit", "with_on"}))
        hit = play.details["hit"]
        if not isinstance(hit, HitCard):
            raise Refused(NOT_A_HIT_CARD, card=hit.name)
        for use in self.uses(play):
            hit.check(table, use)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Both uses; the second is lost when the first has slain its Monster or moved it out of reach."""
        for handler in table.moments[HIT_PLAYED]:
            handler(table, play.player)
        card: HitCard = play.details["hit"]
        for use in self.uses(play):
            monster = use.on[0]
            hit = card.hit(use)
            if monster.space and (play.force or monster.open_to(hit)):
                yield from strike_with(table, hit, use)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every Hit card of the hand on every two Monsters in its reach, alone and with each plain Special card."""
        specials: list[tuple[Card, ...]] = [(), *((card,) for card in hand if card.special and not card.needs)]
        for card in [card for card in hand if isinstance(card, HitCard)]:
            near = [monster for monster in table.board if monster.open_to(card.plain)]
            for first, second, together in product(near, near, specials):
                yield CardPlay(self, table.player, (first, second), together, details={"hit": card})


def fortify(table: Table, wall: Structure) -> bool:
    """A Fortify token comes to a Wall; on a burning one it puts all Flames out and is gone. Says whether it stays."""
    if not wall.flames:
        return True
    douse_structure(table, wall, wall.flames)
    table.events.append(FortifyLost(wall))
    return False


class FortifyBurningWall(FortifyWall):
    """Fortify Wall, where Walls may burn."""

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Lays the token on the Wall, or puts the fire out."""
        return super().resolve(table, play) if fortify(table, play.structure) else NOTHING


def wizard_castle_cards() -> list[Card]:
    """The ten Castle cards, and Fortify Wall as it is from now on."""
    return [
        StandTogether("stand-together"),
        ChangeRange("change-range"),
        DoubleStrike("double-strike"),
        Enchanted("enchanted"),
        Flaming("flaming"),
        HandsCard("never-lose-hope", "never-lose-hope"),
        Berserk("berserk"),
        KnockBack("knock-back"),
        ChangeColor("change-color"),
        HandsCard("reinforce", "reinforce", 1),
        FortifyBurningWall("fortify-wall"),
    ]
