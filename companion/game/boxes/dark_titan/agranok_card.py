"""Agranok's card: its level, the Heralds on it, his damage at the lowest health, and what is known of his effects.

Source: The Dark Titan rulebook, Game Setup, and Agranok and Heralds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from companion.game.boxes.dark_titan.events import AgranokRevealed, CardBanished
from companion.game.boxes.dark_titan.options import FACEDOWN, LEVELS, RANDOM, TitanOptions
from companion.game.boxes.dark_titan.refusals import AGRANOK_DESTROYED, NO_SUCH_LEVEL, WRONG_HERALDS
from companion.game.events import HandsTold
from companion.game.pieces import Kind, Token
from companion.game.rules.cards import CardPlay
from companion.game.rules.fixes import Correction
from companion.game.rules.refusals import UNKNOWN_PIECE, Refused
from companion.game.rules.requests import Choose, NumberOption, by_hand
from companion.game.rules.table import Monster, Part, Procedure, Table
from companion.game.rules.tokens import CommonMonster

LEAST = 2
"""The lowest health that he can have; there, only 2 points in one phase slay him."""
LEVEL_ASKED = "agranok-level"
"""The topic of the question that the open card answers."""
LEVEL_OPTIONS = [NumberOption("level", level) for level in LEVELS]


class AgranokFix(msgspec.Struct, forbid_unknown_fields=True):
    """His card as the people see it. Where his token is stands with the Monsters, so `on_board` is ignored."""

    card: int | str
    heralds: list[str] = []
    on_board: bool | None = None
    destroyed: bool = False


class Herald(CommonMonster):
    """A Herald. It is `spent` when it has summoned Agranok: it lies in the Monster discard, but was not slain."""

    __slots__ = ("spent",)
    starter = False

    def __init__(self, kind: Kind, number: int) -> None:
        super().__init__(kind, number)
        self.spent = False

    def reset(self) -> None:
        """Leave the board, as it is when it is drawn."""
        super().reset()
        self.spent = False

    def comes_back(self) -> bool:
        """Return whether it was slain: one that is spent does not come back."""
        return not self.spent


class LevelCard(Token):
    """One of his five cards, with a sticker on it. Its number is its level; it says nothing before it lies open."""

    __slots__ = ()

    def answers(self, topic: str) -> str | None:
        """The open card tells the level when that is asked."""
        return LEVEL_OPTIONS[self.number - 1].name if topic == LEVEL_ASKED else None


class AgranokSaved(NamedTuple):
    """What a checkpoint keeps of his card."""

    level: int
    heralds: list[Herald]
    spent: list[Herald]
    destroyed: bool
    pending: int
    pending_in: tuple[int, str]
    known: dict[tuple[int, int], str]


class AgranokCard(Part[AgranokSaved]):
    """His card with the Heralds on it. `level` is 0 while the card is face down.

    `pending` counts the points that he has taken at his lowest health in the phase `pending_in`, `blow` those of the
    blow that falls on him now. `marched` says that he has just moved in Phase 5, `playing` which card is being played.
    `known` holds the effects that the people have had remembered, by level and number.
    """

    name = "agranok"
    fixes = ("agranok",)

    def __init__(self, table: Table, token: Monster) -> None:
        self.table = table
        self.token = token
        self.options = table.options.of(TitanOptions)
        self.level: int = self.options.agranok if isinstance(self.options.agranok, int) else 0
        self.heralds: list[Herald] = []
        self.everyone = [token for token in table.pieces.values() if isinstance(token, Herald)]
        self.destroyed = False
        self.pending = 0
        self.pending_in: tuple[int, str] = (0, "")
        self.blow = 0
        self.marched = False
        self.playing: CardPlay | None = None
        self.known = dict(self.options.agranok_effects)

    @property
    def calls_for_heralds(self) -> bool:
        """Whether he is still to be summoned."""
        return self.token.space is None and not self.destroyed

    def would_slay(self, points: int, health: int) -> bool:
        """Whether points beyond his lowest health slay one of a health, with those before in the same phase."""
        self.blow = points
        return self.pending_now(health) + points >= LEAST

    def take_blow(self, health: int) -> int:
        """One of a health has taken the blow. Gives the points at his lowest health in this phase."""
        self.pending = self.pending_now(health) + self.blow
        self.pending_in = (self.table.turn, self.table.phase)
        self.blow = 0
        return self.pending

    def pending_now(self, health: int) -> int:
        """Points at his lowest health in this phase, before another blow."""
        return self.pending if health == LEAST and self.pending_in == (self.table.turn, self.table.phase) else 0

    def reveal(self) -> Procedure:
        """The card is turned over: the companion knows its level, drew it in secret, or is told."""
        if not self.level and self.options.agranok == RANDOM and self.table.options.secret:
            self.level = self.table.options.secret.number("agranok", len(LEVELS))
        elif not self.level:
            chosen = yield Choose(LEVEL_ASKED, LEVEL_OPTIONS, piece=self.token)
            self.level = chosen.number
        self.table.emit(AgranokRevealed(self.token, self.level))

    def banish(self, player: int) -> Procedure:
        """The card that slays leaves the game; where nobody named it, the people know which it is."""
        cards = [card.name for card in self.playing.spent if card.slays] if self.playing else []
        for name in cards:
            self.table.banished.append(name)
            self.table.emit(CardBanished(name, player))
        if not cards:
            self.table.emit(HandsTold("banish", self.token.kind.name, 1))
        yield from by_hand(self.table, "banish", piece=self.token)

    def spend(self) -> None:
        """The Heralds that have summoned him are discarded."""
        for herald in self.heralds:
            herald.spent = True
        self.table.discard += self.heralds
        self.heralds = []

    def rest(self) -> None:
        """Nothing is under way."""
        self.marched, self.playing, self.blow = False, None, 0

    # As a part of the table

    def save(self) -> AgranokSaved:
        """Return everything but what passes within an input."""
        return AgranokSaved(
            level=self.level,
            heralds=self.heralds[:],
            spent=[herald for herald in self.everyone if herald.spent],
            destroyed=self.destroyed,
            pending=self.pending,
            pending_in=self.pending_in,
            known=self.known.copy(),
        )

    def restore(self, saved: AgranokSaved) -> None:
        """Go back to what `save` returned."""
        self.level, self.destroyed = saved.level, saved.destroyed
        self.pending, self.pending_in = saved.pending, saved.pending_in
        self.heralds, self.known = saved.heralds[:], saved.known.copy()
        for herald in self.everyone:
            herald.spent = herald in saved.spent
        self.rest()

    def state(self) -> dict[str, Any]:
        """The card, and whether he is on the board."""
        card = {
            "card": self.level or FACEDOWN,
            "heralds": [herald.name for herald in self.heralds],
            "on_board": self.token.space is not None,
            "destroyed": self.destroyed,
        }
        return {"agranok": card}

    # Corrections

    def piles(self) -> dict[str, list[Token]]:
        """The Heralds on the card."""
        return {"heralds": [*self.heralds]}

    def set_pile(self, name: str, tokens: list[Token]) -> None:
        """Puts Heralds on the card."""
        self.heralds = [token for token in tokens if isinstance(token, Herald)]

    def pile(self, name: str) -> str:
        """The tokens that his card claims are the Heralds on it."""
        return "heralds"

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """The Heralds said to be on the card."""
        return [herald_named(table, piece) for piece in value.heralds] if value else []

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Refuses a level that there is not, and more Heralds than wait for another."""
        if value is None or value.card not in (FACEDOWN, *LEVELS) or isinstance(value.card, bool):
            raise Refused(NO_SUCH_LEVEL)
        if len(value.heralds) > 2:
            raise Refused(WRONG_HERALDS)

    def check_correction(self, table: Table, correction: Correction) -> None:
        """Refuses a destroyed Agranok on the board."""
        fix = correction.others.get("agranok")
        told = correction.monsters
        stands = self.token.space is not None
        if told is not None:
            stands = any(monster.piece == self.token.name for monster in told)
        if fix and fix.destroyed and stands:
            raise Refused(AGRANOK_DESTROYED, piece=self.token)

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Takes the level, and whether he is destroyed; a slain Agranok is out of the game."""
        self.level = 0 if value.card == FACEDOWN else value.card
        self.destroyed = value.destroyed
        there, other = (table.removed, table.absent) if self.destroyed else (table.absent, table.removed)
        if self.token in other:
            other.remove(self.token)
            there.append(self.token)

    def correcting(self, table: Table, correction: Correction) -> None:
        """What was under way is dropped."""
        self.rest()

    def corrected(self, table: Table) -> None:
        """He is destroyed when he is neither on the board nor waiting beside it."""
        self.destroyed = self.token.space is None and self.token not in table.absent


def herald_named(table: Table, name: str) -> Token:
    """The Herald of that name. Raises Refused for any other piece."""
    token = table.pieces.get(name)
    if token is None:
        raise Refused(UNKNOWN_PIECE, name=name)
    if not isinstance(token, Herald):
        raise Refused(WRONG_HERALDS)
    return token
