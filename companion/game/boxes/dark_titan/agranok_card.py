"""Agranok's card: its level, the Heralds on it, his damage at the lowest health, and what is known of his effects.

Source: The Dark Titan rulebook, Game Setup, and Agranok and Heralds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from companion.game.boxes.dark_titan.events import AgranokRevealed, CardBanished
from companion.game.boxes.dark_titan.options import FACEDOWN, LEVELS, RANDOM, TitanOptions
from companion.game.boxes.dark_titan.refusals import AGRANOK_DESTROYED, NO_SUCH_LEVEL, WRONG_HERALDS
from companion.game.boxes.dark_titan.topics import AGRANOK_LEVEL, BANISH
from companion.game.events import HandsTold
from companion.game.pieces import Kind, Token
from companion.game.rules.cards import CardPlay
from companion.game.rules.fixes import Correction
from companion.game.rules.refusals import UNKNOWN_PIECE, Refused
from companion.game.rules.requests import Choose, NumberOption, by_hand
from companion.game.rules.table import Monster, Part, Procedure, Table
from companion.game.rules.tokens import CommonMonster

LEAST = 2
"""Agranok's lowest health. From there only 2 points in one phase slay him."""
LEVEL_OPTIONS = [NumberOption("level", level) for level in LEVELS]


class AgranokFix(msgspec.Struct, forbid_unknown_fields=True):
    """A correction of Agranok's card. `on_board` is ignored: the place of his token is corrected with the Monsters."""

    card: int | str
    heralds: list[str] = []
    on_board: bool | None = None
    destroyed: bool = False


class Herald(CommonMonster):
    """A Herald. It is `spent` when it has summoned Agranok: then it is in the Monster discard, but was not slain."""

    __slots__ = ("spent",)
    starter = False

    def __init__(self, kind: Kind, number: int) -> None:
        super().__init__(kind, number)
        self.spent = False

    def reset(self) -> None:
        """Leave the board, as it was when it was drawn."""
        super().reset()
        self.spent = False

    def comes_to(self, table: Table, arc: int) -> Procedure:
        """Enter the Forest of an arc. A correction may have put one that was spent back into the bag."""
        self.spent = False
        return super().comes_to(table, arc)

    def comes_back(self) -> bool:
        """Return whether it was slain. The Necromancer cannot call one that is spent."""
        return not self.spent


class LevelCard(Token):
    """One of Agranok's five cards, with a sticker on it. Its number is its level."""

    __slots__ = ()

    def answers(self, topic: str) -> str | None:
        """Return its level when that is asked, which is when it is turned over. Before that it answers nothing."""
        return LEVEL_OPTIONS[self.number - 1].name if topic == AGRANOK_LEVEL else None


class AgranokSaved(NamedTuple):
    """What a checkpoint keeps of Agranok's card."""

    level: int
    heralds: list[Herald]
    spent: list[Herald]
    destroyed: bool
    pending: int
    pending_in: tuple[int, str]
    known: dict[tuple[int, int], str]


class AgranokCard(Part[AgranokSaved]):
    """Agranok's card with the Heralds on it. `level` is 0 while it is face down.

    The points at his lowest health count only together with others of the same phase. `pending` are those that he has
    taken in the phase `pending_in` (number of the turn, name of the phase), `blow` those of the blow that is falling
    now.

    `marched` says that he has just taken part in the movement of Phase 5. `playing` is the card play under way, None
    when there is none. `known` holds the effects that the people had remembered, by level and number of the die.
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
        """Whether Agranok is still to be summoned."""
        return self.token.space is None and not self.destroyed

    def would_slay(self, points: int, health: int) -> bool:
        """Return whether points beyond the lowest health slay Agranok, and note them as the blow that is falling.

        `health` is what he has before the blow. Points of the same phase count too.
        """
        self.blow = points
        return self.pending_now(health) + points >= LEAST

    def take_blow(self, health: int) -> int:
        """Count the blow that has fallen. Return the points at the lowest health in this phase.

        `health` is what he had before the blow.
        """
        self.pending = self.pending_now(health) + self.blow
        self.pending_in = (self.table.turn, self.table.phase)
        self.blow = 0
        return self.pending

    def pending_now(self, health: int) -> int:
        """Return the points of this phase at the lowest health; 0 when `health` is higher."""
        return self.pending if health == LEAST and self.pending_in == (self.table.turn, self.table.phase) else 0

    def reveal(self) -> Procedure:
        """Turn the card over. The companion knows its level, draws it from the game's secret, or asks for it."""
        if not self.level and self.options.agranok == RANDOM and self.table.options.secret:
            self.level = self.table.options.secret.number("agranok", len(LEVELS))
        elif not self.level:
            chosen = yield Choose(AGRANOK_LEVEL, LEVEL_OPTIONS, piece=self.token)
            self.level = chosen.number
        self.table.emit(AgranokRevealed(self.token, self.level))

    def banish(self, player: int) -> Procedure:
        """Banish the card that slays and was played on Agranok.

        When nobody named the card, tell the people to banish it: they know which it is.
        """
        cards = [card.name for card in self.playing.spent if card.slays] if self.playing else []
        for name in cards:
            self.table.banished.append(name)
            self.table.emit(CardBanished(name, player))
        if not cards:
            self.table.emit(HandsTold(BANISH, self.token.kind.name, 1))
        yield from by_hand(self.table, BANISH, piece=self.token)

    def spend(self) -> None:
        """Discard the Heralds that have summoned Agranok."""
        for herald in self.heralds:
            herald.spent = True
        self.table.discard += self.heralds
        self.heralds = []

    def forget(self) -> None:
        """Drop what is under way."""
        self.marched, self.playing, self.blow = False, None, 0

    # As a part of the table

    def save(self) -> AgranokSaved:
        """Return everything except what is over before a turn begins or a correction is made."""
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
        self.forget()

    def state(self) -> dict[str, Any]:
        """Return the card, and whether Agranok is on the board."""
        card = {
            "card": self.level or FACEDOWN,
            "heralds": [herald.name for herald in self.heralds],
            "on_board": self.token.space is not None,
            "destroyed": self.destroyed,
        }
        return {"agranok": card}

    # Corrections

    def piles(self) -> dict[str, list[Token]]:
        """Return the Heralds on the card."""
        return {"heralds": [*self.heralds]}

    def set_pile(self, name: str, tokens: list[Token]) -> None:
        """Put Heralds on the card."""
        self.heralds = [token for token in tokens if isinstance(token, Herald)]

    def pile(self, name: str) -> str:
        """Return the pile that a correction of the card claims tokens for: the Heralds on it."""
        return "heralds"

    def named_tokens(self, table: Table, name: str, value: Any) -> list[Token]:
        """Return the Heralds that a correction puts on the card."""
        return [herald_named(table, piece) for piece in value.heralds] if value else []

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Raise Refused for a level that no card has, and for three Heralds: the third one summons Agranok."""
        if value is None or value.card not in (FACEDOWN, *LEVELS) or isinstance(value.card, bool):  # True equals 1
            raise Refused(NO_SUCH_LEVEL)
        if len(value.heralds) > 2:
            raise Refused(WRONG_HERALDS)

    def check_correction(self, table: Table, correction: Correction) -> None:
        """Raise Refused when Agranok would be destroyed and on the board."""
        fix = correction.others.get("agranok")
        told = correction.monsters
        stands = self.token.space is not None
        if told is not None:
            stands = any(monster.piece == self.token.name for monster in told)
        if fix and fix.destroyed and stands:
            raise Refused(AGRANOK_DESTROYED, piece=self.token)

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Take the level, and put Agranok out of the game when he is destroyed, beside the board when he is not."""
        self.level = 0 if value.card == FACEDOWN else value.card
        self.destroyed = value.destroyed
        there, other = (table.removed, table.absent) if self.destroyed else (table.absent, table.removed)
        if self.token in other:
            other.remove(self.token)
            there.append(self.token)

    def correcting(self, table: Table, correction: Correction) -> None:
        """Drop what was under way."""
        self.forget()

    def corrected(self, table: Table) -> None:
        """Count Agranok as destroyed when he is neither on the board nor waiting beside it."""
        self.destroyed = self.token.space is None and self.token not in table.absent


def herald_named(table: Table, name: str) -> Token:
    """Return the Herald of a name. Raise Refused for any other piece."""
    token = table.pieces.get(name)
    if token is None:
        raise Refused(UNKNOWN_PIECE, name=name)
    if not isinstance(token, Herald):
        raise Refused(WRONG_HERALDS)
    return token
