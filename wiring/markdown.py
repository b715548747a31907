"""The Markdown tables of `wiring/README.md`, made from the pin table and put between their markers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap

from wiring.boot import COMMENT_WIDTH, BoardFamily, BootPart
from wiring.table import BOARD_FAMILIES, BootEntry, Component, Pin, PinTable

BOARD_NAMES: Mapping[BoardFamily, str] = {
    "zero-2-w": "Raspberry Pi Zero 2 W",
    "3": "Raspberry Pi 3",
    "4": "Raspberry Pi 4",
    "5": "Raspberry Pi 5",
}
"""The name of each family in a heading."""

_PART_NAMES: Mapping[BootPart, str] = {
    "oled": "the OLED",
    "ring": "the LED ring",
    "uart-reader": "a reader on the header",
    "amplifier": "the I2S amplifier",
    "usb-sound": "a USB sound card",
}


def tables(table: PinTable) -> dict[str, str]:
    """Return every generated block by the name of its marker."""
    makers: dict[str, Callable[[PinTable], str]] = {
        "wires": _wires,
        "header": _header,
        "parts": _parts,
        "boot": _boot,
        "cmdline": _cmdline,
    }
    return {name: make(table) for name, make in makers.items()}


def updated(readme: str, table: PinTable) -> str:
    """Return `readme` with each block between `<!-- wiring:NAME -->` and `<!-- wiring:end -->` made again.

    Raise ValueError when a block has no marker or a marker has no block.
    """
    blocks = tables(table)
    marker = re.compile(r"(<!-- wiring:(?!end )(\w+) -->\n).*?(<!-- wiring:end -->)", re.DOTALL)
    found = [match[2] for match in marker.finditer(readme)]
    if sorted(found) != sorted(blocks):
        raise ValueError(f"the markers are {', '.join(found) or 'none'}; the blocks are {', '.join(blocks)}")
    return marker.sub(lambda match: f"{match[1]}\n{blocks[match[2]]}\n{match[3]}", readme)


def _rows(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def _wires(table: PinTable) -> str:
    """Return what to connect, part by part in the order of the header."""
    wired = [pin for pin in table.pin if pin.wire]
    order = list(dict.fromkeys(pin.part for pin in wired))
    wired.sort(key=lambda pin: (order.index(pin.part), pin.physical))
    cells = ((pin.part.replace("-", " "), str(pin.physical), pin.signal, pin.wire, pin.note) for pin in wired)
    return _rows(("Part", "Pin", "Signal", "Goes to", "Note"), cells)


def _header(table: PinTable) -> str:
    """Return the header as it lies before you: odd places left, even ones right."""
    places = {pin.physical: pin for pin in table.pin}
    cells = (_left(places[odd]) + _left(places[odd + 1])[::-1] for odd in range(1, 41, 2))
    return _rows(("For", "Signal", "Pin", "Pin", "Signal", "For"), cells)


def _left(pin: Pin) -> tuple[str, ...]:
    return _purpose(pin), pin.signal, str(pin.physical)


def _purpose(pin: Pin) -> str:
    if pin.gpio is None:
        return pin.part.replace("-", " ")
    return {"bus": f"**{pin.label}**", "never": f"**{pin.label}, never use**"}.get(pin.use, pin.label)


def _parts(table: PinTable) -> str:
    return _rows(("Part", "Supply", "Typical", "Peak", "Note"), (_component(component) for component in table.part))


def _component(component: Component) -> tuple[str, ...]:
    name = f"{component.name} (optional)" if component.optional else component.name
    return name, component.supply, _ampere(component.typical_a), _ampere(component.peak_a), component.note


def _ampere(current: float | None) -> str:
    return "" if current is None else f"{current:g} A"


def _boot(table: PinTable) -> str:
    """Return one block of `config.txt` for the boards that share it.

    A comment before each line says which part needs it.
    """
    blocks: dict[str, list[str]] = {}
    for board in BOARD_FAMILIES:
        blocks.setdefault(_config(table, board), []).append(BOARD_NAMES[board])
    return "\n".join(f"{', '.join(names)}:\n\n```ini\n{block}```\n" for block, names in blocks.items())


def _config(table: PinTable, board: BoardFamily) -> str:
    return "".join(
        _comment(f"{_needs(entry)}: {entry.why}") + "".join(f"{line}\n" for line in entry.lines)
        for entry in table.boot
        if entry.file == "config.txt" and board in entry.boards
    )


def _comment(text: str) -> str:
    """Return `text` as comment lines of `config.txt`."""
    return "".join(f"# {part}\n" for part in wrap(text, COMMENT_WIDTH))


def _cmdline(table: PinTable) -> str:
    others = [entry for entry in table.boot if entry.file != "config.txt"]
    cells = ((_where(entry), f"`{' '.join(entry.lines)}`", _needs(entry), entry.why) for entry in others)
    return _rows(("Where", "What", "Only for", "Why"), cells)


def _where(entry: BootEntry) -> str:
    place = {"shell": "run once", "cmdline.txt": "/boot/firmware/cmdline.txt"}.get(entry.file, f"/etc/{entry.file}")
    return f"{place}: {entry.action}" if entry.file != "shell" else place


def _needs(entry: BootEntry) -> str:
    return " or ".join(_PART_NAMES[need] for need in entry.needs)
