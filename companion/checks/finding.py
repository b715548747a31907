"""What a check finds: how serious it is, a sentence that says why, and the commands that repair it."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Level(StrEnum):
    """How serious a finding is."""

    OK = "ok"
    WARNING = "warning"
    """It works, but something may go wrong, or this account could not check it."""
    FAULT = "fault"
    """A part will not work, or a game may be lost."""
    NOT_APPLICABLE = "not-applicable"
    """There is nothing to check here: another board, or a simulated part."""


class Finding(msgspec.Struct, frozen=True):
    """What one check found. `mend` are the commands that repair it, to type exactly as they are, in this order."""

    level: Level
    text: str
    mend: tuple[str, ...] = ()


def ok(text: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(Level.OK, text)


def warning(text: str, *mend: str) -> Finding:
    """Return a finding that people should know."""
    return Finding(Level.WARNING, text, mend)


def fault(text: str, *mend: str) -> Finding:
    """Return a finding that must be repaired."""
    return Finding(Level.FAULT, text, mend)


def not_applicable(text: str) -> Finding:
    """Return a finding that there is nothing to check."""
    return Finding(Level.NOT_APPLICABLE, text)


_ORDER = (Level.FAULT, Level.WARNING, Level.OK, Level.NOT_APPLICABLE)


def together(findings: list[Finding]) -> Finding:
    """Return several findings as one: as serious as the worst, with the texts of those that are as serious."""
    worst = min((finding.level for finding in findings), key=_ORDER.index)
    told = [finding for finding in findings if finding.level is worst]
    commands = dict.fromkeys(command for finding in told for command in finding.mend)
    return Finding(worst, " ".join(finding.text for finding in told), tuple(commands))
