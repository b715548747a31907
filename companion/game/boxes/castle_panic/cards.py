"""The Castle cards of the base game that have rules of their own (Castle Panic rulebook, Play Details)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game.board import FOREST_SPACES
from companion.game.boxes.castle_panic.events import MonsterTarred
from companion.game.boxes.castle_panic.refusals import NEEDS_BRICK, NEEDS_MORTAR
from companion.game.boxes.castle_panic.topics import SCAVENGE
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
from companion.game.rules.topics import DRAW_CARDS


class NiceShot(SpecialCard):
    """A Special card: the Monster that is hit is slain."""

    slays = True

    def modify(self, hit: Hit, play: CardPlay) -> None:
        """Let the hit slay."""
        hit.slays = True


class Barbarian(TargetCard):
    """A card that slays one Monster anywhere except in the Forest."""

    rings = ("archer", "knight", "swordsman", "castle")
    slays = True

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Slay the Monster."""
        return monster.smitten(table, player)


class Tar(TargetCard):
    """A card that keeps one Monster from moving this turn, by tokens too. There is only one Tar token."""

    earthbound = True

    def unfit(self, table: Table, monster: Monster) -> RefusalReason | None:
        """Return the reason when the Tar token is in use, or when the Monster flies or cannot be touched."""
        if table.tarred is not None:
            return TAR_USED
        return monster.shrugs_off(self)

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Put the Tar token on the Monster."""
        if table.tarred:  # only a forced play comes here while the token is in use: it takes the token over
            table.tarred.tarred = False
        table.tarred = monster
        monster.tarred = True
        table.events.append(MonsterTarred(monster, monster.place))
        return NOTHING


class DriveHimBack(TargetCard):
    """A card that sends one Monster back to the Forest of its arc. It passes whatever is on the way."""

    earthbound = True

    def affect(self, table: Table, monster: Monster, player: int) -> Procedure:
        """Move the Monster. It moves again in Phase 5."""
        table.move(monster, FOREST_SPACES[monster.place.arc], MOVED_BY_CARD)
        return NOTHING


class Brick(Card):
    """A card that builds a missing Wall, together with a Mortar."""

    needs = frozenset({"at"})
    takes = frozenset({"with"})
    places = frozenset({"wall"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused unless exactly one Mortar goes with it, and when the Wall stands."""
        if [card.name for card in play.together] != ["mortar"]:
            raise Refused(NEEDS_MORTAR)
        if play.structure.standing:
            raise Refused(WALL_STANDS, wall=play.structure)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Build the Wall."""
        build(table, play.structure)
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for every missing Wall, when there is a Mortar in hand."""
        mortar = next((card for card in hand if card.name == "mortar"), None)
        if mortar:
            for wall in table.walls:
                if not wall.standing:
                    yield CardPlay(self, table.player, (), (mortar,), wall)


class Mortar(Card):
    """A card that goes with a Brick. The play is named after the Brick."""

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused: the card cannot be played on its own."""
        raise Refused(NEEDS_BRICK)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Do nothing. Only a forced play comes here."""
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Return no play."""
        return iter(())


class Missing(Card):
    """A card after which no tokens are drawn this turn."""

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Skip Phase 6 of this turn."""
        table.skip_draw = True
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield the one play: it is always allowed."""
        yield CardPlay(self, table.player)


def base_cards() -> dict[str, Card]:
    """Return the Castle cards of the base game by name."""
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
        HandsCard("draw-2-cards", DRAW_CARDS, 2),
        HandsCard("scavenge", SCAVENGE),
    ]
    return {card.name: card for card in [*hits, *others]}
