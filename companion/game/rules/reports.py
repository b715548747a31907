"""Reports about a Monster on the board when the people name no card: that it was hit, slain or pushed back."""

from __future__ import annotations

from typing import ClassVar

from companion.game.rules.cards import HIT_PLAYED
from companion.game.rules.hits import ReportedHit
from companion.game.rules.movement import step_back
from companion.game.rules.refusals import NOT_ON_BOARD, Refused
from companion.game.rules.table import NOTHING, Monster, Procedure, Table


class Report:
    """A report about one Monster in Play Cards. It counts for the player whose turn it is."""

    title: ClassVar[str] = "report"

    def __init__(self, monster: Monster) -> None:
        self.monster = monster

    def check(self, table: Table) -> None:
        """Refuse a Monster that is not on the board or that nothing can touch."""
        if self.monster.where is None:
            raise Refused(NOT_ON_BOARD, piece=self.monster)
        if self.monster.untouchable:
            raise Refused(self.monster.untouchable, piece=self.monster)

    def resolve(self, table: Table) -> Procedure:
        """Do what was reported."""
        raise NotImplementedError


class HitReported(Report):
    """The Monster was hit by a Hit card for some points."""

    title = "hit"

    def __init__(self, monster: Monster, points: int) -> None:
        super().__init__(monster)
        self.points = points

    def check(self, table: Table) -> None:
        """Refuse a Monster that ignores every Hit card in its present space, by a rule of its own.

        The ring and the color of the card are not known, so they are not checked.
        """
        super().check(table)
        hit = ReportedHit(self.points)
        if not self.monster.open_to(hit):
            raise Refused(self.monster.why_not(hit), piece=self.monster)

    def resolve(self, table: Table) -> Procedure:
        """Hit the Monster."""
        for handler in table.moments[HIT_PLAYED]:
            handler(table, table.player)
        return self.monster.take_hit(table, ReportedHit(self.points), table.player)


class SlainReported(Report):
    """The Monster was slain, as by a card that slays."""

    title = "slay"

    def resolve(self, table: Table) -> Procedure:
        """Slay the Monster."""
        return self.monster.smitten(table, table.player)


class BackReported(Report):
    """The Monster was pushed one space back."""

    title = "back"

    def resolve(self, table: Table) -> Procedure:
        """Move the Monster."""
        step_back(table, self.monster)
        return NOTHING
