"""`companion boxes`: asks the owner once for what nobody has verified, offers the likely value, keeps the answer."""

from __future__ import annotations

from collections.abc import Callable

from companion.owner.box_facts import Doubt, OwnerFile, doubts
from companion.owner.library import LibraryError
from companion.talk.beginnings import stopgap_chart

Printer = Callable[[str], None]
Asker = Callable[[str], str]
"""Shows a question and gives the line that was typed."""


def list_doubts(file: OwnerFile, show: Printer) -> bool:
    """Prints what is unverified. Says whether nothing is."""
    library = file.library()
    left = doubts(library)
    for doubt in left:
        show(f"{doubt.box}: {doubt.kind}: {doubt.fact} {doubt.value} (nobody has verified it)")
    if library["dark-titan"].chart is None:
        show(
            "dark-titan: the set-up chart together with the Wizard's Tower "
            "(until you say it, the sum of both lists stands in)"
        )
    return not left and library["dark-titan"].chart is not None


def ask_doubts(file: OwnerFile, ask: Asker, show: Printer) -> None:
    """Asks for every unverified fact. An empty line takes the value that is offered; a dash leaves it for later."""
    show("Enter takes the value in brackets, - leaves it for later.")
    for doubt in doubts(file.library()):
        _ask(file, doubt, ask, show)
    if file.library()["dark-titan"].chart is None:
        _ask_chart(file, ask, show)


def _ask(file: OwnerFile, doubt: Doubt, ask: Asker, show: Printer) -> None:
    while (typed := ask(f"{doubt.box}, {doubt.kind}: {doubt.fact} [{doubt.value}]: ").strip()) != "-":
        try:
            file.confirm(doubt, int(typed or doubt.value))
            return
        except (ValueError, LibraryError):
            show("A whole number, please, as it is printed or counted.")


def _ask_chart(file: OwnerFile, ask: Asker, show: Printer) -> None:
    """The chart is asked kind by kind, with our stopgap offered."""
    chart = stopgap_chart(file.library())
    show(
        "The Wizard's Tower and The Dark Titan together: how many tokens of the base box does your set-up chart remove?"
    )
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
        file.remember_chart(remove, harbingers)
    except LibraryError as error:
        show(str(error))
