"""What some cards of The Wizard's Tower do for the rest of a turn: Rain of Ice, Berserk, Stand Together."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.game.boxes.wizards_tower.events import MonstersFrozen, PlayerInvited
from companion.game.boxes.wizards_tower.fire import douse
from companion.game.boxes.wizards_tower.refusals import ONE_HIT_OR_WIZARD_CARD
from companion.game.boxes.wizards_tower.topics import BERSERK
from companion.game.events import HandsTold
from companion.game.rules.cards import CARD_PLAYED, GUESTS, HIT_PLAYED, Card, CardPlay, HandsCard, HitCard
from companion.game.rules.movement import SETTING_OUT
from companion.game.rules.refusals import NO_SUCH_PLAYER, Refused
from companion.game.rules.table import NOTHING, March, Monster, Part, Procedure, Table
from companion.game.rules.topics import DRAW_CARDS


class Spells(Part[tuple[bool, int, int]]):
    """What lasts for this turn.

    `ice` says whether the Rain of Ice lasts, `berserk` is the player who is berserk, `guest` the player who may play a
    card until Play Cards ends. A player is 0 when there is none.
    """

    name = "spells"

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """End all spells."""
        self.ice = False
        self.berserk = 0
        self.guest = 0

    def save(self) -> tuple[bool, int, int]:
        """Return all three values."""
        return (self.ice, self.berserk, self.guest)

    def restore(self, saved: tuple[bool, int, int]) -> None:
        """Go back to what `save` returned."""
        self.ice, self.berserk, self.guest = saved


def until_done(play_cards: Callable[[Table], Procedure]) -> Callable[[Table], Procedure]:
    """Wrap Play Cards so that an invitation ends with it."""

    def phase(table: Table) -> Procedure:
        yield from play_cards(table)
        Spells.of(table).guest = 0

    return phase


def until_turn_ends(end: Callable[[Table], Procedure]) -> Callable[[Table], Procedure]:
    """Wrap the end of the turn so that every spell ends with it."""

    def phase(table: Table) -> Procedure:
        Spells.of(table).clear()
        return end(table)

    return phase


class RainOfIce(Card):
    """A card after which no Monster moves this turn, not even by tokens. All Flames on Monsters go out."""

    wizard = True

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Start the ice and take the Flames off."""
        Spells.of(table).ice = True
        for monster in table.board:
            if not monster.shrugs_off(self):
                douse(table, monster)
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield the one play: it is always allowed."""
        yield CardPlay(self, table.player)


@SETTING_OUT.handler("ice")
def freeze(table: Table, march: March, movers: list[Monster]) -> list[Monster]:
    """Return the Monsters that can move in spite of the ice."""
    if not Spells.of(table).ice:
        return movers
    ice = table.cards["rain-of-ice"]
    free = [monster for monster in movers if monster.shrugs_off(ice)]
    if len(free) < len(movers):
        table.events.append(MonstersFrozen(len(movers) - len(free)))
    return free


class Berserk(HandsCard):
    """A card with which the player draws a Castle card for every Hit card played in the rest of the turn."""

    def __init__(self, name: str) -> None:
        super().__init__(name, BERSERK)

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Make the player berserk, from the next Hit card on."""
        Spells.of(table).berserk = play.player
        return super().resolve(table, play)


@HIT_PLAYED.handler()
def draw_for_hit(table: Table, player: int) -> None:
    """Tell the player who is berserk to draw a card, because a Hit card was played."""
    if Spells.of(table).berserk == player:
        table.events.append(HandsTold(DRAW_CARDS, "berserk", 1))


class StandTogether(Card):
    """A card that invites another player to play exactly one Hit or Wizard card now, with no other card."""

    needs = frozenset({"for"})

    def check(self, table: Table, play: CardPlay) -> None:
        """Raise Refused for a player who does not exist."""
        if not 1 <= play.details["for"] <= table.players:
            raise Refused(NO_SUCH_PLAYER, player=play.details["for"])

    def resolve(self, table: Table, play: CardPlay) -> Procedure:
        """Invite the player."""
        Spells.of(table).guest = play.details["for"]
        table.events.append(PlayerInvited(play.player, play.details["for"]))
        return NOTHING

    def plays(self, table: Table, hand: list[Card]) -> Iterator[CardPlay]:
        """Yield a play for each of the other players."""
        for player in range(1, table.players + 1):
            if player != table.player:
                yield CardPlay(self, table.player, details={"for": player})


@GUESTS.handler()
def invited(table: Table, play: CardPlay) -> bool:
    """Return whether the player was invited. Raise Refused for a card that the invitation does not allow."""
    if Spells.of(table).guest != play.player:
        return False
    allowed = (isinstance(play.card, HitCard) or play.card.wizard) and not play.together
    if not allowed and not play.force:
        raise Refused(ONE_HIT_OR_WIZARD_CARD, card=play.card.name)
    return True


@CARD_PLAYED.handler("invitation")
def invitation_used(table: Table, play: CardPlay) -> None:
    """End the invitation when the invited player plays the one card."""
    spells = Spells.of(table)
    if play.player != table.player and spells.guest == play.player:
        spells.guest = 0
