"""What a check has to say: how it stands, why in one sentence, and the commands that mend it."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Level(StrEnum):
    """How a thing stands."""

    OK = "ok"
    WARNING = "warning"
    """It works, but something speaks against it, or it could not be looked at."""
    FAULT = "fault"
    """A part will not work, or a game may be lost."""
    NOT_APPLICABLE = "not-applicable"
    """There is nothing to look at here: another board, a simulated part."""


class Finding(msgspec.Struct, frozen=True):
    """What one check found. `mend` are commands to type, in their order, exactly as they stand."""

    level: Level
    text: str
    mend: tuple[str, ...] = ()


def ok(text: str) -> Finding:
    """All is well."""
    return Finding(Level.OK, text)


def warning(text: str, *mend: str) -> Finding:
    """Something to know."""
    return Finding(Level.WARNING, text, mend)


def fault(text: str, *mend: str) -> Finding:
    """Something to mend."""
    return Finding(Level.FAULT, text, mend)


def not_applicable(text: str) -> Finding:
    """Nothing to look at."""
    return Finding(Level.NOT_APPLICABLE, text)


_ORDER = (Level.FAULT, Level.WARNING, Level.OK, Level.NOT_APPLICABLE)


def together(findings: list[Finding]) -> Finding:
    """Several findings as one: as bad as the worst; only what is as bad is told."""
    worst = min((finding.level for finding in findings), key=_ORDER.index)
    told = [finding for finding in findings if finding.level is worst]
    commands = dict.fromkeys(command for finding in told for command in finding.mend)
    return Finding(worst, " ".join(finding.text for finding in told), tuple(commands))
