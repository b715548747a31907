"""Set-up charts for several expansions in one game: the owner's chart, or a stopgap until the owner has given one.

No chart for several expansions together is published. What their rulebooks remove from the base game is known for each
expansion alone (the set-up list of each rulebook).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.game.boxes import BOXES, GAMES, expansions
from companion.game.pieces import Chart, Library
from companion.owner.toml_values import TomlTable


def charted() -> list[tuple[str, ...]]:
    """Return, for each game with several expansions, the expansions that need a chart together, in their order."""
    return [boxes for game in GAMES if len(boxes := expansions(game)) > 1]


def owners_chart(library: Library, boxes: Sequence[str]) -> Chart | None:
    """Return the owner's chart for these expansions together, or None as long as the owner has not given it.

    It is kept with the last of the expansions.
    """
    return library[boxes[-1]].chart


def as_told(boxes: Sequence[str], chart: Chart) -> TomlTable:
    """Return a chart for these expansions in the form of the owner's file, for `OwnerFile.learn`."""
    return {boxes[-1]: {"chart": {"remove": {**chart.remove}, "harbingers": chart.harbingers}}}


def stopgap_chart(library: Library, boxes: Sequence[str]) -> Chart:
    """Return the sum of what each expansion removes, at most as many tokens as the base game has."""
    wanted = Counter[str]()
    for box in boxes:
        wanted.update(library[box].remove)
    base = library[BOXES[boxes[-1]].extends]
    remove = {kind: min(count, base.tokens[kind].count) for kind, count in wanted.items()}
    return Chart(remove, max(library[box].harbingers for box in boxes))
