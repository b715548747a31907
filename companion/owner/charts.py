"""Set-up charts for several expansions together: the owner's, or what stands in for it until the owner has said it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.game.boxes import BOXES, GAMES, expansions
from companion.game.pieces import Chart, Library


def charted() -> list[tuple[str, ...]]:
    """The expansions of each game that has several: those that the printed set-up chart is about, in their order."""
    return [boxes for game in GAMES if len(boxes := expansions(game)) > 1]


def owners_chart(library: Library, boxes: Sequence[str]) -> Chart | None:
    """The owner's chart for these expansions together, which is kept with the last of them; none: not said yet."""
    return library[boxes[-1]].chart


def as_told(boxes: Sequence[str], chart: Chart) -> dict[str, Any]:
    """A chart for these expansions as the owner's file has it."""
    return {boxes[-1]: {"chart": {"remove": chart.remove, "harbingers": chart.harbingers}}}


def stopgap_chart(library: Library, boxes: Sequence[str]) -> Chart:
    """The sum of the expansions' lists, capped at what exists: the chart for all together is nowhere published."""
    wanted = Counter[str]()
    for box in boxes:
        wanted.update(library[box].remove)
    base = library[BOXES[boxes[-1]].extends]
    remove = {kind: min(count, base.tokens[kind].count) for kind, count in wanted.items()}
    return Chart(remove, max(library[box].harbingers for box in boxes))
