"""What the people report about a Monster on the board without naming a card: hits, slain, pushed back."""

from __future__ import annotations

from typing import ClassVar

from companion.game.rules.cards import HIT_PLAYED
from companion.game.rules.hits import ReportedHit
from companion.game.rules.movement import step_back
from companion.game.rules.refusals import NOT_ON_BOARD, Refused
from companion.game.rules.table import NOTHING, Monster, Procedure, Table


class Report:
    """A report about one Monster, made in Play Cards by whose turn it is."""

    title: ClassVar[str] = "report"

    def __init__(self, monster: Monster) -> None:
        self.monster = monster

    def check(self, table: Table) -> None:
        """Refuses a Monster that is not on the board or that nothing touches."""
        if self.monster.where is None:
            raise Refused(NOT_ON_BOARD, piece=self.monster)
        if self.monster.untouchable:
            raise Refused(self.monster.untouchable, piece=self.monster)

    def resolve(self, table: Table) -> Procedure:
        """Does what was reported."""
        raise NotImplementedError


class HitReported(Report):
    """It was hit for some points by a Hit card."""

    title = "hit"

    def __init__(self, monster: Monster, points: int) -> None:
        super().__init__(monster)
        self.points = points

    def check(self, table: Table) -> None:
        """Refuses a Monster whom no Hit card can hurt where it stands."""
        super().check(table)
        hit = ReportedHit(self.points)
        if not self.monster.open_to(hit):
            raise Refused(self.monster.why_not(hit), piece=self.monster)

    def resolve(self, table: Table) -> Procedure:
        """Hits it."""
        for handler in table.moments[HIT_PLAYED]:
            handler(table, table.player)
        return self.monster.take_hit(table, ReportedHit(self.points), table.player)


class SlainReported(Report):
    """It was slain as by a card that slays."""

    title = "slay"

    def resolve(self, table: Table) -> Procedure:
        """Slays it."""
        return self.monster.smitten(table, table.player)


class BackReported(Report):
    """It was pushed one space back."""

    title = "back"

    def resolve(self, table: Table) -> Procedure:
        """Moves it."""
        step_back(table, self.monster)
        return NOTHING
