"""The 22 cards of the Wizard deck (The Wizard's Tower rulebook, Wizard Cards; their reach is printed on the cards).

Where a card says everyone in a space, an arc or a ring, those on whom it has no effect are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from companion.game.board import (
    ARCHER,
    ARCS,
    CASTLE,
    COLORS,
    FOREST,
    FOREST_SPACES,
    HIT_RINGS,
    KNIGHT,
    RINGS,
    SPACES,
    SWORDSMAN,
    Space,
    space,
)
from companion.game.boxes.wizards_tower.deck import WizardDeck, rebuild, towers_lost
from companion.game.boxes.wizards_tower.events import FortifyMoved
from companion.game.boxes.wizards_tower.fire import douse, douse_structure, light
from companion.game.boxes.wizards_tower.hits import fortify
from companion.game.boxes.wizards_tower.refusals import (
    CARD_SPACE,
    NO_FORTIFY,
    ONLY_WIZARDS_TOWER_LOST,
    SAME_SPACE,
    TOWER_MISSING,
    TOWER_STANDS,
    TWO_IN_ONE_SPACE,
    WHICH_WALLS,
    WIZARDS_TOWER_STANDS,
    WRONG_SUM,
)
from companion.game.boxes.wizards_tower.spells import RainOfIce
from companion.game.events import HandsTold
from companion.game.pieces import Structure
from companion.game.rules.cards import CARD_PLAYED, Card, CardPlay, HandsCard, TargetCard, build
from companion.game.rules.combat import BY_CARD, slay_all, strike, strike_all
from companion.game.rules.ending import check_lost
from companion.game.rules.movement import MOVED_BY_CARD
from companion.game.rules.refusals import (
    CARD_RING,
    HIT_COLOR,
    MISSING_FIELD,
    NO_SUCH_PLACE,
    NOT_ON_BOARD,
    WALL_FORTIFIED,
    WALL_MISSING,
    WALL_STANDS,
    RefusalReason,
    Refused,
)
from companion.game.rules.structures import demolish
from companion.game.rules.table import NOTHING, Monster, Procedure, Table


class WizardCard(Card):
    """A card of the Wizard deck."""

    wizard = True

    def touched(self, table: Table, spaces: Iterable[Space]) -> list[Monster]:
        """The Monsters in some spaces on whom the card has an effect."""
        within = frozenset(spaces)
        return [monster for monster in table.board if monster.space in within and not monster.shrugs_off(self)]


class WizardHands(HandsCard):
    """A card of the Wizard deck that only does something to the people's own cards."""

    wizard = True


class WizardTarget(TargetCard):
    """A card of the Wizard deck that is aimed at one Monster."""

    wizard = True


# One Monster


class AzrielsFist(WizardTarget):
    """1 damage to one Monster anywhere."""

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Hurts it."""
        return strike(table, monster, 1, player, BY_CARD)


class HammerOfLight(WizardTarget):
    """Slays one Monster in the Forest."""

    rings = (FOREST,)
    slays = True

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Slays it."""
        return monster.smitten(table, player)


class Fireball(WizardTarget):
    """1 damage to one Monster in any ring of a colour, which catches fire."""

    def __init__(self, color: str) -> None:
        super().__init__(f"{color}-fireball")
        self.color = color
        self.colors = frozenset({color})

    def unfit(self, table: Table, monster: Monster) -> RefusalReason | None:
        """Another colour."""
        return HIT_COLOR if monster.place.color != self.color else super().unfit(table, monster)

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Hurts it and lights it, if it lives."""
        yield from strike(table, monster, 1, player, BY_CARD)
        if monster.space:
            light(table, monster)


class LightningBolt(WizardTarget):
    """1 damage to one Monster outside the Forest, which then goes to any arc of the Forest."""

    rings = (*HIT_RINGS, CASTLE)
    takes = frozenset({"with", "to"})
    places = frozenset({"arc"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses as for any target, and to leave out where a Monster goes that lives."""
        super().check(table, play)
        monster = play.on[0]
        if "to" not in play.details and monster.toll(table, 1) < monster.health:
            raise Refused(MISSING_FIELD, field="to")

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Hurts it and moves it, if it lives."""
        monster = play.on[0]
        if monster.space:
            yield from strike(table, monster, 1, play.player, BY_CARD)
        if monster.space and "to" in play.details:
            table.move(monster, FOREST_SPACES[play.details["to"].number], MOVED_BY_CARD)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every Monster to every arc."""
        for play in super().plays(table, hand):
            for arc in ARCS.values():
                yield CardPlay(self, play.player, play.on, details={"to": arc})


class Teleport(WizardTarget):
    """Moves one Monster to another space, or one Fortify token to another Wall."""

    needs = frozenset({"to"})
    takes = frozenset({"on", "at"})
    places = frozenset({"space", "wall"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses a Monster it cannot touch or that is there, and a Wall with no token or that cannot take one."""
        goal = play.details["to"]
        if bool(play.on) == bool(play.at):
            raise Refused(MISSING_FIELD, field="on")
        if isinstance(goal, Space) != bool(play.on) or isinstance(play.at, Space):
            raise Refused(NO_SUCH_PLACE, name=goal.name)
        if not play.on:
            check_fortify_move(play.structure, goal)
            return
        super().check(table, play)
        if play.on[0].space is goal:
            raise Refused(SAME_SPACE, piece=play.on[0])

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Moves it; nothing is attacked by that."""
        goal = play.details["to"]
        if not play.on:
            move_fortify(table, play.structure, goal)
        elif play.on[0].space:
            table.move(play.on[0], goal, MOVED_BY_CARD)
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every Monster to every other space, every Fortify token to every Wall that can take it."""
        for monster in table.board:
            if not self.unfit(table, monster):
                for goal in SPACES.values():
                    if goal is not monster.space:
                        yield CardPlay(self, table.player, (monster,), details={"to": goal})
        for wall, other in permutations(table.walls, 2):
            if wall.fortified and other.standing and not other.fortified:
                yield CardPlay(self, table.player, at=wall, details={"to": other})


def check_fortify_move(wall: Structure, goal: Structure) -> None:
    """Refuses to move a Fortify token that is not there, or to a Wall that cannot take it."""
    if not wall.fortified:
        raise Refused(NO_FORTIFY, wall=wall)
    if not goal.standing:
        raise Refused(WALL_MISSING, wall=goal)
    if goal.fortified:
        raise Refused(WALL_FORTIFIED, wall=goal)


def move_fortify(table: Table, wall: Structure, goal: Structure) -> None:
    """A Fortify token goes from one Wall to another."""
    if wall.fortified and goal.standing and not goal.fortified:
        wall.fortified = False
        table.events.append(FortifyMoved(wall, goal))
        goal.fortified = fortify(table, goal)


# Everyone somewhere


class AreaCard(WizardCard):
    """A card that does something to everyone in some spaces."""

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """Where."""
        raise NotImplementedError

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Does it to all who are there."""
        return self.affect(table, self.touched(table, self.spaces(play)), play.player)

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Deals 1 damage to each."""
        return strike_all(table, [(monster, 1) for monster in monsters], player, BY_CARD) if monsters else NOTHING


class SpaceCard(AreaCard):
    """Everyone in one space."""

    needs = frozenset({"at"})
    places = frozenset({"space"})
    rings: tuple[str, ...] = RINGS

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses a ring that the card does not reach."""
        if play.space.ring not in self.rings:
            raise Refused(CARD_SPACE, card=self.name, space=play.space)

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """The one."""
        return (play.space,)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every space in reach where somebody stands."""
        for place in dict.fromkeys(monster.place for monster in table.board):
            if place.ring in self.rings:
                yield CardPlay(self, table.player, at=place)


class ChainLightning(SpaceCard):
    """1 damage to everyone in one space."""


class BurningBlast(SpaceCard):
    """Sets everyone in one space on fire, but not in the Forest or the Castle ring."""

    rings = HIT_RINGS

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Lights them."""
        return light_all(table, monsters)


class ArcCard(AreaCard):
    """Everyone in one arc, in the rings of the card."""

    needs = frozenset({"at"})
    places = frozenset({"arc"})
    rings: tuple[str, ...] = RINGS

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """The arc's spaces."""
        return [space(ring, play.arc.number) for ring in self.rings]

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every arc."""
        for arc in ARCS.values():
            yield CardPlay(self, table.player, at=arc)


class RainOfIron(ArcCard):
    """1 damage to everyone in one arc, but not in the Forest."""

    rings = (ARCHER, KNIGHT, SWORDSMAN, CASTLE)


class WallOfForce(ArcCard):
    """Everyone in one arc goes back to the Forest."""

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Moves those who are not there yet."""
        for monster in monsters:
            if monster.place.ring != FOREST:
                table.move(monster, FOREST_SPACES[monster.place.arc], MOVED_BY_CARD)
        return NOTHING


class WarStorm(AreaCard):
    """1 damage to everyone in the Archer, Knight and Swordsman rings of a colour."""

    needs = frozenset({"color"})

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """Two arcs of three rings."""
        return [space(ring, arc) for ring in HIT_RINGS for arc in COLORS[play.details["color"]]]

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every colour."""
        for color in COLORS:
            yield CardPlay(self, table.player, details={"color": color})


class RingOfFire(AreaCard):
    """Sets everyone in the Swordsman ring on fire."""

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """The ring."""
        return [space(SWORDSMAN, arc) for arc in ARCS]

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Lights them."""
        return light_all(table, monsters)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Always."""
        yield CardPlay(self, table.player)


class ExtinguishingWind(AreaCard):
    """All Flames go out everywhere; then everyone goes one space out, from the Castle ring over any Wall."""

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """The whole board."""
        return SPACES.values()

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Puts out and pushes."""
        for structure in (*table.walls, *table.towers):
            douse_structure(table, structure, structure.flames)
        for monster in monsters:
            douse(table, monster)
        for monster in monsters:
            if further := monster.place.outward:
                table.move(monster, further, MOVED_BY_CARD)
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Always."""
        yield CardPlay(self, table.player)


def light_all(table: Table, monsters: list[Monster]) -> Procedure:
    """Monsters catch fire together."""
    for monster in monsters:
        light(table, monster)
    return NOTHING


class WizardQuake(WizardCard):
    """Destroys one Tower and slays everyone in its arc."""

    needs = frozenset({"at"})
    places = frozenset({"tower"})
    slays = True

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses a Tower that is gone."""
        if not play.structure.standing:
            raise Refused(TOWER_MISSING, tower=play.structure)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """The Tower first; without a Tower left all have lost."""
        deck = WizardDeck.of(table)
        had_deck = deck.in_play
        tower = play.structure
        if tower.standing:
            yield from demolish(table, tower)
        yield from slay_all(table, self.touched(table, [space(ring, tower.arc) for ring in RINGS]), play.player)
        check_lost(table)
        if had_deck and not deck.in_play:
            wizard_card_spent(table, play)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every Tower."""
        for tower in table.towers:
            if tower.standing:
                yield CardPlay(self, table.player, at=tower)


class ValadorsWave(WizardCard):
    """4 damage in one colour, divided as the players like."""

    needs = frozenset({"color", "damage"})
    points = 4

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses another sum, another colour, and those whom it does not touch."""
        damage = play.details["damage"]
        if sum(damage.values()) != self.points or min(damage.values(), default=0) < 1:
            raise Refused(WRONG_SUM, points=self.points)
        for monster in damage:
            if monster.space is None:
                raise Refused(NOT_ON_BOARD, piece=monster)
            if monster.place.color != play.details["color"]:
                raise Refused(HIT_COLOR, card=self.name, piece=monster)
            if reason := monster.shrugs_off(self):
                raise Refused(reason, card=self.name, piece=monster)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Hurts them together."""
        blows = [(monster, points) for monster, points in play.details["damage"].items() if monster.space]
        return strike_all(table, blows, play.player, BY_CARD)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """In every colour, from each Monster on: as much as it has health, the rest to the next."""
        for color, arcs in COLORS.items():
            there = self.touched(table, [place for place in SPACES.values() if place.arc in arcs])
            for first in range(len(there)):
                damage = self.pour(there[first:] + there[:first])
                yield CardPlay(self, table.player, details={"color": color, "damage": damage})

    def pour(self, monsters: list[Monster]) -> dict[Monster, int]:
        """All points, as far as each has health; what is left over goes to the first."""
        damage: dict[Monster, int] = {}
        left = self.points
        for monster in monsters:
            if left:
                damage[monster] = min(left, monster.health)
                left -= damage[monster]
        damage[monsters[0]] += left
        return damage


class Hypnotize(WizardCard):
    """Two Monsters in one space outside the Forest fight.

    Each loses as much as the other shows, and who strikes a burning one catches fire.
    """

    needs = frozenset({"on"})
    targets = (2,)

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses two who are one, who stand apart or in the Forest, or whom it does not touch."""
        one, other = play.on
        for monster in play.on:
            if monster.space is None:
                raise Refused(NOT_ON_BOARD, piece=monster)
            if reason := monster.shrugs_off(self):
                raise Refused(reason, card=self.name, piece=monster)
        if one is other or one.space is not other.space:
            raise Refused(TWO_IN_ONE_SPACE, card=self.name)
        if one.place.ring == FOREST:
            raise Refused(CARD_RING, card=self.name, piece=one)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Both strike at once."""
        one, other = play.on
        if one.space is None or other.space is None:
            return
        caught = [monster for monster, foe in ((one, other), (other, one)) if foe.flames]
        yield from strike_all(table, ((one, other.health), (other, one.health)), play.player, BY_CARD)
        light_all(table, [monster for monster in caught if monster.space])

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every two who stand together."""
        for one, other in combinations([monster for monster in table.board if not monster.shrugs_off(self)], 2):
            if one.space is other.space and one.place.ring != FOREST:
                yield CardPlay(self, table.player, (one, other))


# Building


class ArcaneAssembly(WizardCard):
    """The players build Walls, each paid with 1 Brick or 1 Mortar."""

    needs = frozenset({"at"})
    places = frozenset({"wall"})
    many_places = True

    def walls(self, play: CardPlay) -> tuple[Structure, ...]:
        """The Walls to be built."""
        named = play.at if isinstance(play.at, tuple) else (play.at,)
        return tuple(wall for wall in named if isinstance(wall, Structure))

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses no Wall at all, one Wall twice, and one that stands."""
        walls = self.walls(play)
        if not walls or len(set(walls)) < len(walls):
            raise Refused(WHICH_WALLS)
        for wall in walls:
            if wall.standing:
                raise Refused(WALL_STANDS, wall=wall)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Builds them."""
        for wall in self.walls(play):
            build(table, wall)
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """As many of the missing Walls, from the first on, as there are Bricks and Mortars in the hand."""
        missing = [wall for wall in table.walls if not wall.standing]
        for count in range(1, 1 + min(len(missing), sum(card.name in ("brick", "mortar") for card in hand))):
            yield CardPlay(self, table.player, at=tuple(missing[:count]))


class MysticalManufacturing(WizardCard):
    """A lost Tower, maybe the Wizard's Tower, is rebuilt where none stands, paid with 1 Brick or 1 Mortar."""

    needs = frozenset({"at"})
    takes = frozenset({"wizard"})
    places = frozenset({"tower"})

    def wizard_wanted(self, table: Table, play: CardPlay) -> bool:
        """Whether the Wizard's Tower is rebuilt: if it is the only one lost, unless said otherwise."""
        plain, wizard = towers_lost(table)
        return bool(play.details.get("wizard", wizard and not plain))

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses a space with a Tower, and a Tower that is not lost."""
        plain, wizard = towers_lost(table)
        if play.structure.standing:
            raise Refused(TOWER_STANDS, tower=play.structure)
        if self.wizard_wanted(table, play):
            if not wizard:
                raise Refused(WIZARDS_TOWER_STANDS)
        elif not plain:
            raise Refused(ONLY_WIZARDS_TOWER_LOST)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Rebuilds it; a Monster in its space stays there and is not hurt."""
        if not play.structure.standing:
            rebuild(table, play.structure, self.wizard_wanted(table, play) and towers_lost(table)[1])
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every lost Tower in every space without one, when there is something to pay with."""
        plain, wizard = towers_lost(table)
        if any(card.name in ("brick", "mortar") for card in hand):
            for tower in table.towers:
                if not tower.standing:
                    for which in [False] * bool(plain) + [True] * wizard:
                        yield CardPlay(self, table.player, at=tower, details={"wizard": which})


@CARD_PLAYED.handler("deck")
def wizard_card_spent(table: Table, play: CardPlay) -> None:
    """A Wizard card was played: with the Wizard deck gone it leaves the game."""
    if play.card.wizard and not WizardDeck.of(table).in_play:
        table.events.append(HandsTold("wizard-card-leaves", play.card.name, 1))


def wizard_cards() -> list[Card]:
    """The Wizard deck, one of each."""
    return [
        WizardQuake("wizard-quake"),
        RainOfIce("rain-of-ice"),
        ArcaneAssembly("arcane-assembly"),
        MysticalManufacturing("mystical-manufacturing"),
        HammerOfLight("hammer-of-light"),
        Teleport("teleport"),
        ChainLightning("chain-lightning"),
        ValadorsWave("valadors-wave"),
        ExtinguishingWind("extinguishing-wind"),
        *[Fireball(color) for color in COLORS],
        BurningBlast("burning-blast"),
        Hypnotize("hypnotize"),
        RainOfIron("rain-of-iron"),
        WizardHands("eye-of-the-oracle", "eye-of-the-oracle", 5),
        WarStorm("war-storm"),
        LightningBolt("lightning-bolt"),
        AzrielsFist("azriels-fist"),
        RingOfFire("ring-of-fire"),
        WizardHands("thalgars-blessing", "fill-hands"),
        WallOfForce("wall-of-force"),
    ]
