"""Whole games at simulated tables of every box and combination: played by itself, and typed line by line.

    python -m tests.play.every_table 20

plays that many games of each in both ways, and prints how they ended.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from companion.commands.desk import make_desk
from companion.game.boxes import every_combination
from companion.game.rules.options import MOST_PLAYERS, PACES, SETUPS
from companion.play.acts import Act, Fetch, Swap
from companion.play.plain import PlainTable, run_plain
from companion.play.table import PlayOptions, SimTable
from companion.talk import messages as m
from companion.talk.verb import Message
from tests.play.tables import run

MOST_LINES = 4000


def wishes(boxes: tuple[str, ...], seed: int) -> dict[str, Any]:
    """Return what a table is begun with: another number of players, set-up and pace for each seed."""
    chosen = {"players": seed % MOST_PLAYERS + 1, "setup": SETUPS[seed % len(SETUPS)], "pace": PACES[seed % len(PACES)]}
    return {"game": boxes[0], "boxes": boxes[1:], "seed": seed, "auto": True, "fast": True} | chosen


def played_by_itself(boxes: tuple[str, ...], seed: int, folder: Path) -> str:
    """Let a table play by itself in plain lines, and return the last line."""
    out = io.StringIO()
    options = PlayOptions(state=folder, **wishes(boxes, seed))
    run(run_plain(options, make_desk(None), io.StringIO(), out))
    return out.getvalue().splitlines()[-1]


def typed_out(boxes: tuple[str, ...], seed: int, folder: Path) -> str:
    """Play at a table that is told everything by typed lines, and return the result. Each line must be taken."""
    return run(_typed_out(PlayOptions(state=folder, **wishes(boxes, seed))))


async def _typed_out(options: PlayOptions) -> str:
    table = SimTable(options, make_desk(None))
    plain = PlainTable(table, io.StringIO())
    table.start()
    try:
        for _ in range(MOST_LINES):
            if table.over:
                break
            _type_next(table, plain)
        assert table.game is not None
        return table.game.table.result
    finally:
        table.stop()


def _type_next(table: SimTable, plain: PlainTable) -> None:
    assert table.deal is not None
    act = table.people.act()
    before = table.inputs if act is None else table.deal.cards.save()
    line = line_of_act(act) if act is not None else line_of(table.people.message())
    assert plain.obey(line)
    assert before != (table.inputs if act is None else table.deal.cards.save()), f"not taken: {line}"


def line_of_act(act: Act) -> str:
    """Return what is typed to do something with the cards."""
    if isinstance(act, Swap):
        return f"swap {act.card}" + " for wizard" * act.wizard
    if isinstance(act, Fetch):
        return f"fetch {act.card}"
    return f"trade {act.card} for {act.wanted} with {act.other}"


def line_of(message: Message) -> str:
    """Return what is typed for an input: in words where there are some, or else the line of the protocol."""
    match message:
        case m.PressMessage(again=False):
            return "press"
        case m.DoneMessage():
            return "done"
        case m.TapMessage(piece=str(piece)):
            return f"tap {piece}"
        case m.ChooseMessage(option=str(option)):
            return f"choose {option}"
    return m.encode(message).decode()


def main() -> int:
    """Play, and print what came of it."""
    seeds = range(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    for boxes in every_combination():
        ends = Counter[str]()
        for seed in seeds:
            with tempfile.TemporaryDirectory() as folder:
                ends[played_by_itself(boxes, seed, Path(folder) / "itself").split()[0]] += 1
                ends[typed_out(boxes, seed, Path(folder) / "typed")] += 1
        print(" + ".join(boxes), dict(ends), flush=True)
        if ends.keys() - {"Won", "Lost", "won", "lost"}:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
