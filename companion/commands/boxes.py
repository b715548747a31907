"""`companion boxes`: asks the owner once for what nobody has verified, offers the likely value, keeps the answer."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.commands.configuration import configured
from companion.commands.exits import EXIT_CONFIG
from companion.commands.terminal import Asker, Printer
from companion.game.pieces import Chart
from companion.owner.box_facts import Doubt, OwnerFile, doubts
from companion.owner.charts import as_told, charted, owners_chart, stopgap_chart
from companion.owner.library import LibraryError
from companion.owner.strict_toml import ConfigError


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="the configuration: where your file is")
    parser.add_argument("act", choices=("list", "ask"), help="list what is unverified, or ask for it")


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    try:
        file = OwnerFile(configured(arguments.config)[1].boxes)
        if arguments.act == "list":
            return 0 if list_doubts(file, print) else 1
        ask_doubts(file, input, print)
    except (ConfigError, LibraryError) as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except (EOFError, OSError) as error:
        print(str(error) or "Nothing more was typed; the rest is left for later.", file=sys.stderr)
        return 1
    return 0


def list_doubts(file: OwnerFile, show: Printer) -> bool:
    """Show what nobody has verified. Return True when everything is verified."""
    library = file.library()
    left = doubts(library)
    for doubt in left:
        show(f"{doubt.box}: {doubt.kind}: {doubt.fact} {doubt.value} (nobody has verified it)")
    missing = [boxes for boxes in charted() if owners_chart(library, boxes) is None]
    for *others, last in missing:
        together = " and ".join(library[box].title for box in others)
        show(f"{last}: the set-up chart together with {together} (until you say it, the sum of their lists stands in)")
    return not left and not missing


def ask_doubts(file: OwnerFile, ask: Asker, show: Printer) -> None:
    """Ask for every unverified fact.

    An empty line takes the value that is offered; a dash leaves the fact for later.
    """
    show("Enter takes the value in brackets, - leaves it for later.")
    for doubt in doubts(file.library()):
        _ask(file, doubt, ask, show)
    for boxes in charted():
        if owners_chart(file.library(), boxes) is None:
            _ask_chart(file, boxes, ask, show)


def _ask(file: OwnerFile, doubt: Doubt, ask: Asker, show: Printer) -> None:
    while (typed := ask(f"{doubt.box}, {doubt.kind}: {doubt.fact} [{doubt.value}]: ").strip()) != "-":
        try:
            file.confirm(doubt, int(typed or doubt.value))
            return
        except (ValueError, LibraryError):
            show("A whole number, please, as it is printed or counted.")


def _ask_chart(file: OwnerFile, boxes: Sequence[str], ask: Asker, show: Printer) -> None:
    """Ask for a set-up chart, kind by kind, and offer our stopgap."""
    library = file.library()
    chart = stopgap_chart(library, boxes)
    titles = " and ".join(library[box].title for box in boxes)
    show(f"{titles} together: how many tokens of the base box does your set-up chart remove?")
    remove: dict[str, int] = {}
    for kind, count in [*chart.remove.items(), ("harbingers put into the bag", chart.harbingers)]:
        typed = ask(f"{kind} [{count}]: ").strip()
        if typed == "-":
            return
        if typed and not typed.isdecimal():
            show("That is no number. The chart is left for later.")
            return
        remove[kind] = int(typed or count)
    harbingers = remove.pop("harbingers put into the bag")
    try:
        file.learn(as_told(boxes, Chart(remove, harbingers)))
    except LibraryError as error:
        show(str(error))
