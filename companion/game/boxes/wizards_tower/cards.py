"""The 22 cards of the Wizard deck (The Wizard's Tower rulebook, Wizard Cards; their reach is printed on the cards).

A card for all Monsters in a space, an arc or a ring passes over those on which it has no effect.
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
from companion.game.boxes.wizards_tower.fire import MATERIALS, douse, douse_structure, light
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
from companion.game.boxes.wizards_tower.topics import EYE_OF_THE_ORACLE, FILL_HANDS, WIZARD_CARD_LEAVES
from companion.game.events import HandsTold
from companion.game.pieces import Structure, Token
from companion.game.rules.cards import CARD_PLAYED, Card, CardPlay, HandsCard, TargetCard, build, on_board
from companion.game.rules.combat import BY_CARD, slay_all, strike, strike_all
from companion.game.rules.ending import check_lost
from companion.game.rules.movement import MOVED_BY_CARD
from companion.game.rules.refusals import (
    CARD_RING,
    HIT_COLOR,
    MISSING_FIELD,
    NO_SUCH_PLACE,
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
        """Return the Monsters in some spaces on which the card has an effect."""
        within = frozenset(spaces)
        return [monster for monster in table.board if monster.space in within and not monster.shrugs_off(self)]


class WizardHands(HandsCard):
    """A card of the Wizard deck that only concerns the players' own cards."""

    wizard = True


class WizardTarget(TargetCard):
    """A card of the Wizard deck that is aimed at one Monster."""

    wizard = True


# One Monster


class AzrielsFist(WizardTarget):
    """A card that deals 1 damage to one Monster anywhere."""

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Deal the damage."""
        return strike(table, monster, 1, player, BY_CARD)


class HammerOfLight(WizardTarget):
    """A card that slays one Monster in the Forest."""

    rings = (FOREST,)
    slays = True

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Slay the Monster."""
        return monster.smitten(table, player)


class Fireball(WizardTarget):
    """A card that deals 1 damage to one Monster in any ring of a color and sets it on fire."""

    def __init__(self, color: str) -> None:
        super().__init__(f"{color}-fireball")
        self.color = color
        self.colors = frozenset({color})

    def unfit(self, table: Table, monster: Monster) -> RefusalReason | None:
        """Return the reason when the Monster is in another color or cannot be touched."""
        return HIT_COLOR if monster.place.color != self.color else super().unfit(table, monster)

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Deal the damage, and light the Monster if it lives."""
        yield from strike(table, monster, 1, player, BY_CARD)
        if monster.space:
            light(table, monster)


class LightningBolt(WizardTarget):
    """A card that deals 1 damage to one Monster outside the Forest, which then goes to any arc of the Forest."""

    rings = (*HIT_RINGS, CASTLE)
    takes = frozenset({"with", "to"})
    places = frozenset({"arc"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused as for any target, and when `to` is missing although the Monster lives."""
        super().check(table, play)
        monster = on_board(play.on[0])
        if "to" not in play.details and monster.toll(table, 1) < monster.health:
            raise Refused(MISSING_FIELD, field="to")

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Deal the damage, and move the Monster if it lives."""
        monster = play.target
        if monster is None:
            return
        yield from strike(table, monster, 1, play.player, BY_CARD)
        if monster.space and "to" in play.details:
            table.move(monster, FOREST_SPACES[play.details["to"].number], MOVED_BY_CARD)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for every Monster and every arc."""
        for play in super().plays(table, hand):
            for arc in ARCS.values():
                yield CardPlay(self, play.player, play.on, details={"to": arc})


class Teleport(WizardTarget):
    """A card that moves one Monster to another space, or one Fortify token to another Wall."""

    needs = frozenset({"to"})
    takes = frozenset({"on", "at"})
    places = frozenset({"space", "wall"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused unless exactly one thing is moved, to a place of its sort that can take it.

        A Monster must be one that the card touches, and must not be in that space already.
        """
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
        """Move the Monster or the token. Nothing is attacked by that."""
        goal = play.details["to"]
        if not play.on:
            move_fortify(table, play.structure, goal)
        elif play.target:
            table.move(play.target, goal, MOVED_BY_CARD)
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield every Monster to every other space, and every Fortify token to every Wall that can take it."""
        for monster in table.board:
            if not self.unfit(table, monster):
                for goal in SPACES.values():
                    if goal is not monster.space:
                        yield CardPlay(self, table.player, (monster,), details={"to": goal})
        for wall, other in permutations(table.walls, 2):
            if wall.fortified and other.standing and not other.fortified:
                yield CardPlay(self, table.player, at=wall, details={"to": other})


def check_fortify_move(wall: Structure, goal: Structure) -> None:
    """Raise Refused for a Fortify token that is not there, and for a Wall that cannot take it."""
    if not wall.fortified:
        raise Refused(NO_FORTIFY, wall=wall)
    if not goal.standing:
        raise Refused(WALL_MISSING, wall=goal)
    if goal.fortified:
        raise Refused(WALL_FORTIFIED, wall=goal)


def move_fortify(table: Table, wall: Structure, goal: Structure) -> None:
    """Move a Fortify token from one Wall to another."""
    if wall.fortified and goal.standing and not goal.fortified:
        wall.fortified = False
        table.events.append(FortifyMoved(wall, goal))
        goal.fortified = fortify(table, goal)


# Everyone somewhere


class AreaCard(WizardCard):
    """A card for all Monsters in some spaces. Unless it says otherwise it deals 1 damage to each."""

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """Return the spaces that a play is about."""
        raise NotImplementedError

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Affect all Monsters in those spaces that the card touches."""
        return self.affect(table, self.touched(table, self.spaces(play)), play.player)

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Do to the Monsters what the card says."""
        return strike_all(table, [(monster, 1) for monster in monsters], player, BY_CARD) if monsters else NOTHING


class SpaceCard(AreaCard):
    """A card for all Monsters in one space."""

    needs = frozenset({"at"})
    places = frozenset({"space"})
    rings: tuple[str, ...] = RINGS

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused for a space in a ring that the card does not reach."""
        if play.space.ring not in self.rings:
            raise Refused(CARD_SPACE, card=self.name, space=play.space)

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """Return the one space."""
        return (play.space,)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for every space in reach that has a Monster."""
        for place in dict.fromkeys(monster.place for monster in table.board):
            if place.ring in self.rings:
                yield CardPlay(self, table.player, at=place)


class ChainLightning(SpaceCard):
    """A card that deals 1 damage to all Monsters in one space."""


class BurningBlast(SpaceCard):
    """A card that sets all Monsters in one space on fire, but not in the Forest or the Castle ring."""

    rings = HIT_RINGS

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Light the Monsters."""
        return light_all(table, monsters)


class ArcCard(AreaCard):
    """A card for all Monsters in one arc, in the rings of the card."""

    needs = frozenset({"at"})
    places = frozenset({"arc"})
    rings: tuple[str, ...] = RINGS

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """Return the spaces of the arc."""
        return [space(ring, play.arc.number) for ring in self.rings]

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for every arc."""
        for arc in ARCS.values():
            yield CardPlay(self, table.player, at=arc)


class RainOfIron(ArcCard):
    """A card that deals 1 damage to all Monsters in one arc, but not in the Forest."""

    rings = (ARCHER, KNIGHT, SWORDSMAN, CASTLE)


class WallOfForce(ArcCard):
    """A card that sends all Monsters in one arc back to the Forest."""

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Move the Monsters that are not in the Forest yet."""
        for monster in monsters:
            if monster.place.ring != FOREST:
                table.move(monster, FOREST_SPACES[monster.place.arc], MOVED_BY_CARD)
        return NOTHING


class WarStorm(AreaCard):
    """A card that deals 1 damage to all Monsters in the Archer, Knight and Swordsman rings of a color."""

    needs = frozenset({"color"})

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """Return the spaces of two arcs in three rings."""
        return [space(ring, arc) for ring in HIT_RINGS for arc in COLORS[play.details["color"]]]

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for every color."""
        for color in COLORS:
            yield CardPlay(self, table.player, details={"color": color})


class RingOfFire(AreaCard):
    """A card that sets all Monsters in the Swordsman ring on fire."""

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """Return the spaces of the ring."""
        return [space(SWORDSMAN, arc) for arc in ARCS]

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Light the Monsters."""
        return light_all(table, monsters)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield the one play: it is always allowed."""
        yield CardPlay(self, table.player)


class ExtinguishingWind(AreaCard):
    """A card that puts out all Flames, then pushes all Monsters one space out, from the Castle ring over any Wall."""

    def spaces(self, play: CardPlay) -> Iterable[Space]:
        """Return the whole board."""
        return SPACES.values()

    def affect(self, table: Table, monsters: list[Monster], player: int) -> Procedure:
        """Put the Flames out and push the Monsters."""
        for structure in (*table.walls, *table.towers):
            douse_structure(table, structure, structure.flames)
        for monster in monsters:
            douse(table, monster)
        for monster in monsters:
            if further := monster.place.outward:
                table.move(monster, further, MOVED_BY_CARD)
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield the one play: it is always allowed."""
        yield CardPlay(self, table.player)


def light_all(table: Table, monsters: list[Monster]) -> Procedure:
    """Set Monsters on fire together."""
    for monster in monsters:
        light(table, monster)
    return NOTHING


class WizardQuake(WizardCard):
    """A card that destroys one Tower and slays all Monsters in its arc."""

    needs = frozenset({"at"})
    places = frozenset({"tower"})
    slays = True

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused for a Tower that is lost."""
        if not play.structure.standing:
            raise Refused(TOWER_MISSING, tower=play.structure)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Destroy the Tower, then slay the Monsters. All have lost when no Tower is left."""
        deck = WizardDeck.of(table)
        had_deck = deck.in_play
        tower = play.structure
        if tower.standing:
            yield from demolish(table, tower)
        yield from slay_all(table, self.touched(table, [space(ring, tower.arc) for ring in RINGS]), play.player)
        check_lost(table)
        if had_deck and not deck.in_play:  # when the card was played, the Wizard's Tower had not fallen yet
            wizard_card_spent(table, play)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for every standing Tower."""
        for tower in table.towers:
            if tower.standing:
                yield CardPlay(self, table.player, at=tower)


class ValadorsWave(WizardCard):
    """A card that deals 4 damage in one color, divided as the players like."""

    needs = frozenset({"color", "damage"})
    points = 4

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused for another sum, for a Monster in another color, and for one that the card does not touch."""
        damage = play.details["damage"]
        if sum(damage.values()) != self.points or min(damage.values(), default=0) < 1:
            raise Refused(WRONG_SUM, points=self.points)
        for token in damage:
            monster = on_board(token)
            if monster.place.color != play.details["color"]:
                raise Refused(HIT_COLOR, card=self.name, piece=monster)
            if reason := monster.shrugs_off(self):
                raise Refused(reason, card=self.name, piece=monster)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Deal all damage at the same moment."""
        damage: dict[Token, int] = play.details["damage"]
        blows = [(token, points) for token, points in damage.items() if isinstance(token, Monster) and token.space]
        return strike_all(table, blows, play.player, BY_CARD)

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield, in every color, one division for each Monster that it may begin with.

        Not every division is yielded: these are enough for a player who wants to slay.
        """
        for color, arcs in COLORS.items():
            there = self.touched(table, [place for place in SPACES.values() if place.arc in arcs])
            for first in range(len(there)):
                damage = self.pour(there[first:] + there[:first])
                yield CardPlay(self, table.player, details={"color": color, "damage": damage})

    def pour(self, monsters: list[Monster]) -> dict[Monster, int]:
        """Divide the points: each Monster in order gets as many as it has health, the first one also the rest."""
        damage: dict[Monster, int] = {}
        left = self.points
        for monster in monsters:
            if left:
                damage[monster] = min(left, monster.health)
                left -= damage[monster]
        damage[monsters[0]] += left
        return damage


class Hypnotize(WizardCard):
    """A card with which two Monsters in one space outside the Forest fight.

    Each loses as much as the other has health. One that fights a burning Monster catches fire.
    """

    needs = frozenset({"on"})
    targets = (2,)

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused unless two different Monsters stand together outside the Forest and the card touches both."""
        for monster in map(on_board, play.on):
            if reason := monster.shrugs_off(self):
                raise Refused(reason, card=self.name, piece=monster)
        one, other = map(on_board, play.on)
        if one is other or one.space is not other.space:
            raise Refused(TWO_IN_ONE_SPACE, card=self.name)
        if one.place.ring == FOREST:
            raise Refused(CARD_RING, card=self.name, piece=one)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Let both strike at the same moment."""
        one, other = play.on
        if one is other or not (isinstance(one, Monster) and one.space and isinstance(other, Monster) and other.space):
            return  # only a forced play can say so
        # who catches fire and how hard both strike is read before any damage is dealt
        caught = [monster for monster, foe in ((one, other), (other, one)) if foe.flames]
        yield from strike_all(table, ((one, other.health), (other, one.health)), play.player, BY_CARD)
        light_all(table, [monster for monster in caught if monster.space])

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for every two Monsters that stand together."""
        for one, other in combinations([monster for monster in table.board if not monster.shrugs_off(self)], 2):
            if one.space is other.space and one.place.ring != FOREST:
                yield CardPlay(self, table.player, (one, other))


# Building


class ArcaneAssembly(WizardCard):
    """A card that builds Walls, each paid for with 1 Brick or 1 Mortar."""

    needs = frozenset({"at"})
    places = frozenset({"wall"})
    many_places = True

    def walls(self, play: CardPlay) -> tuple[Structure, ...]:
        """Return the Walls to be built."""
        named = play.at if isinstance(play.at, tuple) else (play.at,)
        return tuple(wall for wall in named if isinstance(wall, Structure))

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused when no Wall or the same Wall twice is named, and for a Wall that stands."""
        walls = self.walls(play)
        if not walls or len(set(walls)) < len(walls):
            raise Refused(WHICH_WALLS)
        for wall in walls:
            if wall.standing:
                raise Refused(WALL_STANDS, wall=wall)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Build the Walls."""
        for wall in self.walls(play):
            build(table, wall)
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for each number of missing Walls that the Bricks and Mortars in hand can pay for.

        The Walls are always the first missing ones.
        """
        missing = [wall for wall in table.walls if not wall.standing]
        for count in range(1, 1 + min(len(missing), sum(card.name in MATERIALS for card in hand))):
            yield CardPlay(self, table.player, at=tuple(missing[:count]))


class MysticalManufacturing(WizardCard):
    """A card that rebuilds a lost Tower where none stands, paid for with 1 Brick or 1 Mortar.

    `wizard` says whether it is the Wizard's Tower.
    """

    needs = frozenset({"at"})
    takes = frozenset({"wizard"})
    places = frozenset({"tower"})

    def wizard_wanted(self, table: Table, play: CardPlay) -> bool:
        """Return whether the Wizard's Tower is rebuilt. When nothing is said, it is if no other Tower is lost."""
        plain, wizard = towers_lost(table)
        return bool(play.details.get("wizard", wizard and not plain))

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused for a space with a Tower, and for a Tower that is not lost."""
        plain, wizard = towers_lost(table)
        if play.structure.standing:
            raise Refused(TOWER_STANDS, tower=play.structure)
        if self.wizard_wanted(table, play):
            if not wizard:
                raise Refused(WIZARDS_TOWER_STANDS)
        elif not plain:
            raise Refused(ONLY_WIZARDS_TOWER_LOST)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Rebuild the Tower. A Monster in its space stays there and is not hurt."""
        if not play.structure.standing:
            # a forced play may want a Wizard's Tower that is not lost: then a plain Tower is rebuilt
            rebuild(table, play.structure, self.wizard_wanted(table, play) and towers_lost(table)[1])
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield every lost Tower in every space without one, when there is something to pay with."""
        plain, wizard = towers_lost(table)
        if any(card.name in MATERIALS for card in hand):
            for tower in table.towers:
                if not tower.standing:
                    for which in [False] * bool(plain) + [True] * wizard:
                        yield CardPlay(self, table.player, at=tower, details={"wizard": which})


@CARD_PLAYED.handler("deck")
def wizard_card_spent(table: Table, play: CardPlay) -> None:
    """Tell the people that the Wizard card of a play leaves the game, when the Wizard deck is gone."""
    if play.card.wizard and not WizardDeck.of(table).in_play:
        table.events.append(HandsTold(WIZARD_CARD_LEAVES, play.card.name, 1))


def wizard_cards() -> list[Card]:
    """Return the Wizard deck, one of each card."""
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
        WizardHands("eye-of-the-oracle", EYE_OF_THE_ORACLE, 5),
        WarStorm("war-storm"),
        LightningBolt("lightning-bolt"),
        AzrielsFist("azriels-fist"),
        RingOfFire("ring-of-fire"),
        WizardHands("thalgars-blessing", FILL_HANDS),
        WallOfForce("wall-of-force"),
    ]
