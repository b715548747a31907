"""Several findings as one."""

from __future__ import annotations

from companion.checks.finding import Level, fault, not_applicable, ok, together, warning


def test_the_worst_counts_and_alone_is_told():
    found = together([ok("fine"), fault("broken", "mend it"), warning("odd", "look"), fault("gone", "buy", "mend it")])
    assert (found.level, found.text, found.mend) == (Level.FAULT, "broken gone", ("mend it", "buy"))
    assert together([not_applicable("none"), ok("fine")]) == ok("fine")
