"""The Castle cards of the base game that are no plain sort of card (Castle Panic rulebook, Play Details)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game.board import FOREST_SPACES
from companion.game.boxes.castle_panic.refusals import NEEDS_BRICK, NEEDS_MORTAR
from companion.game.events import MonsterTarred
from companion.game.rules.cards import (
    Card,
    CardPlay,
    FortifyWall,
    HandsCard,
    HitCard,
    SpecialCard,
    TargetCard,
    build,
)
from companion.game.rules.hits import Hit
from companion.game.rules.movement import MOVED_BY_CARD
from companion.game.rules.refusals import TAR_USED, WALL_STANDS, RefusalReason, Refused
from companion.game.rules.table import NOTHING, Monster, Procedure, Table


class NiceShot(SpecialCard):
    """The hit Monster is slain."""

    slays = True

    def modify(self, hit: Hit, play: CardPlay) -> None:
        """The hit slays."""
        hit.slays = True


class Barbarian(TargetCard):
    """Slays one Monster anywhere but in the Forest."""

    rings = ("archer", "knight", "swordsman", "castle")
    slays = True

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Slays it."""
        return monster.smitten(table, player)


class Tar(TargetCard):
    """One Monster does not move this turn, not even by tokens. There is one Tar token."""

    earthbound = True

    def unfit(self, table: Table, monster: Monster) -> RefusalReason | None:
        """The token may lie on a Monster already."""
        if table.tarred is not None:
            return TAR_USED
        return monster.shrugs_off(self)

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Lays the Tar token on it."""
        if table.tarred:
            table.tarred.tarred = False
        table.tarred = monster
        monster.tarred = True
        table.events.append(MonsterTarred(monster, monster.place))
        return NOTHING


class DriveHimBack(TargetCard):
    """One Monster goes back to the Forest of its arc, past everything on the way; it moves again in Phase 5."""

    earthbound = True

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Moves it."""
        table.move(monster, FOREST_SPACES[monster.place.arc], MOVED_BY_CARD)
        return NOTHING


class Brick(Card):
    """With a Mortar it builds a Wall where none stands."""

    needs = frozenset({"at"})
    takes = frozenset({"with"})
    places = frozenset({"wall"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses to build without Mortar, and a second Wall on a line."""
        if [card.name for card in play.together] != ["mortar"]:
            raise Refused(NEEDS_MORTAR)
        if play.structure.standing:
            raise Refused(WALL_STANDS, wall=play.structure)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Builds the Wall."""
        build(table, play.structure)
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Every Wall that is missing, when there is Mortar in hand."""
        mortar = next((card for card in hand if card.name == "mortar"), None)
        if mortar:
            for wall in table.walls:
                if not wall.standing:
                    yield CardPlay(self, table.player, (), (mortar,), wall)


class Mortar(Card):
    """It goes with a Brick."""

    def check(self, table: Table, play: CardPlay) -> None:
        """Refuses the card on its own."""
        raise Refused(NEEDS_BRICK)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """On its own it does nothing."""
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Never on its own."""
        return iter(())


class Missing(Card):
    """No tokens are drawn this turn."""

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Skips this turn's Phase 6."""
        table.skip_draw = True
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Always."""
        yield CardPlay(self, table.player)


def base_cards() -> dict[str, Card]:
    """The Castle cards of the base game by name."""
    colors = ("red", "green", "blue")
    hits = [
        HitCard(f"{color}-{ring}", color, ring)
        for color in colors
        for ring in ("archer", "knight", "swordsman", "hero")
    ]
    hits += [HitCard(f"any-color-{ring}", "any", ring) for ring in ("archer", "knight", "swordsman")]
    others: list[Card] = [
        Brick("brick"),
        Mortar("mortar"),
        Barbarian("barbarian"),
        NiceShot("nice-shot"),
        Tar("tar"),
        DriveHimBack("drive-him-back"),
        FortifyWall("fortify-wall"),
        Missing("missing"),
        HandsCard("draw-2-cards", "draw-cards", 2),
        HandsCard("scavenge", "scavenge"),
    ]
    return {card.name: card for card in [*hits, *others]}
