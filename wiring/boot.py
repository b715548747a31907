"""The boot files of a Raspberry Pi: what they must say for the parts of a table, and the edit that makes them say it.

The installer runs this file by its path with the system's own Python, before anything is installed. So it uses only the
standard library, and `pins.toml` beside it. The doctor calls the same functions.

In `config.txt` all our lines are in one block at the end, below a filter `[all]`, between two marks. So the block can
be made again, and be removed without a trace. In `cmdline.txt` a serial console is removed, and put back when the
companion is uninstalled.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Literal, TypedDict

BEGIN = "# >>> castle-companion: made by its installer, which also takes it out again"
END = "# <<< castle-companion"
HEADER_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""The names that the UART on the header has on one board or another."""

BACKUP = ".before-castle-companion"
"""Added to the name of a boot file for a copy of what it was before our first change."""

BoardFamily = Literal["zero-2-w", "3", "4", "5"]
"""Boards that boot the same way."""

BootFile = Literal["config.txt", "cmdline.txt", "modules-load.d/castle-companion.conf", "shell"]
"""Where the lines of an entry belong; `shell` is a command to run once."""

BootPart = Literal["oled", "ring", "uart-reader", "amplifier", "usb-sound"]
"""A part that calls for boot lines."""

COMMENT_WIDTH = 96
"""The most characters of a comment after its "# ": the boot loader reads 98 characters of a line of `config.txt`."""

_PINS = Path(__file__).with_name("pins.toml")
_MODELS: tuple[tuple[str, BoardFamily], ...] = (
    (r"Raspberry Pi Zero 2", "zero-2-w"),
    (r"Raspberry Pi (3|Compute Module 3)", "3"),
    (r"Raspberry Pi (4|Compute Module 4)", "4"),
    (r"Raspberry Pi (5|Compute Module 5)", "5"),
)
_CONSOLE = re.compile(r"console=(serial0|ttyAMA0|ttyS0)(,\S*)?")


class PlainBootEntry(TypedDict):
    """One `[[boot]]` table of pins.toml as plain TOML data.

    `wiring.table.BootEntry` is the same table with a check. It needs msgspec, which is not installed yet when the
    installer runs this file.
    """

    file: BootFile
    lines: list[str]
    boards: list[BoardFamily]
    needs: list[BootPart]
    why: str


def board_of(model: str) -> BoardFamily | None:
    """Return the family of a board by its own name (`/proc/device-tree/model`), or None for any other board."""
    return next((board for pattern, board in _MODELS if re.match(pattern, model)), None)


def parts_of(config: Mapping[str, Mapping[str, object] | None]) -> frozenset[BootPart]:
    """Return the parts of a configuration (plain TOML data) that call for boot lines."""
    sections = {name: config.get(name) or {} for name in ("display", "ring", "reader", "speaker")}
    found: dict[BootPart, bool] = {
        "oled": isinstance(sections["display"].get("bus"), int),
        "ring": str(sections["ring"].get("device", "")).startswith("/dev/spidev"),
        "uart-reader": sections["reader"].get("device") in HEADER_PORTS,
        "amplifier": "max98357a" in str(sections["speaker"].get("sink", "")).lower(),
    }
    return frozenset(part for part, there in found.items() if there)


def entries(board: str, parts: Collection[str]) -> list[PlainBootEntry]:
    """Return what the boot files of a board need for these parts, in the order of pins.toml."""
    table: list[PlainBootEntry] = tomllib.loads(_PINS.read_text(encoding="utf-8"))["boot"]
    return [entry for entry in table if board in entry["boards"] and not set(parts).isdisjoint(entry["needs"])]


def lines_for(file: str, wanted: Iterable[PlainBootEntry]) -> list[str]:
    """Return the lines of those entries that are for `file`."""
    return [line for entry in wanted if entry["file"] == file for line in entry["lines"]]


def in_force(text: str) -> list[str]:
    """Return the settings of a config.txt that count on every board: no comments, and under no filter but `[all]`."""
    found: list[str] = []
    for_all = True
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            for_all = line == "[all]"
        elif for_all and line and not line.startswith("#"):
            found.append(line)
    return found


def edited_config(text: str, wanted: Sequence[PlainBootEntry]) -> str:
    """Return a config.txt with our block in it, or without one when nothing is wanted.

    An overlay that is loaded elsewhere in the file is not loaded twice. Any other setting is set again even if it
    stands elsewhere, because the last one counts.
    """
    rest = without_block(text)
    present = {line for line in in_force(rest) if line.startswith("dtoverlay=")}
    block = [line for entry in wanted if entry["file"] == "config.txt" for line in _explained(entry, present)]
    if not block:
        return rest
    gap = "" if not rest or rest.endswith("\n") else "\n"
    return rest + gap + "".join(f"{line}\n" for line in (BEGIN, "[all]", *block, END))


def without_block(text: str) -> str:
    """Return a config.txt with our block taken out.

    A first mark without the second one is a comment like any other.
    """
    begin, end = re.escape(BEGIN), re.escape(END)
    block = re.compile(rf"^{begin}\n(?:(?!{begin}$).*\n)*?{end}(?:\n|\Z)", re.MULTILINE)
    while (rest := block.sub("", text)) != text:
        text = rest
    return text


def consoles(cmdline: str) -> list[str]:
    """Return the words of a kernel command line that put a console on the header's port."""
    return [word for word in cmdline.split() if _CONSOLE.fullmatch(word)]


def edited_cmdline(cmdline: str, wanted: Iterable[PlainBootEntry]) -> str:
    """Return a cmdline.txt, one line, without a console on the header's port if that is wanted."""
    if not any(entry["file"] == "cmdline.txt" for entry in wanted) or not consoles(cmdline):
        return cmdline
    return " ".join(word for word in cmdline.split() if not _CONSOLE.fullmatch(word)) + "\n"


def restored_cmdline(cmdline: str, words: Sequence[str]) -> str:
    """Return a cmdline.txt with `words` put back, the consoles that were taken out.

    They come first, where Raspberry Pi OS has them.
    """
    missing = [word for word in words if word not in cmdline.split()]
    return " ".join([*missing, *cmdline.split()]) + "\n" if missing else cmdline


def _explained(entry: PlainBootEntry, present: Collection[str]) -> Iterator[str]:
    lines = [line for line in entry["lines"] if line not in present]
    if lines:
        yield from (f"# {part}" for part in wrap(f"{' or '.join(entry['needs'])}: {entry['why']}", COMMENT_WIDTH))
        yield from lines


# The command, for the installer


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Return the exit status."""
    options = _parser().parse_args(arguments)
    if options.act == "undo":
        return _undo(options.boot, options.word)
    wanted = _wanted(options)
    if options.act == "lines":
        sys.stdout.write("".join(f"{line}\n" for line in lines_for(options.file, wanted)))
        return 0
    for path, old, new in _changes(options.boot, wanted):
        if options.act == "write":
            _write(path, new)
            sys.stdout.write(f"{path}\t{' '.join(consoles(old)) if path.name == 'cmdline.txt' else ''}\n")
        else:
            sys.stdout.writelines(_difference(path, old, new))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="what the boot files of this board need for the parts of a table")
    parser.add_argument("--boot", type=Path, default=Path("/boot/firmware"), metavar="DIR", help="where they are")
    parser.add_argument("--model", type=Path, default=Path("/proc/device-tree/model"), help="names the board")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the configuration, which names the parts")
    parser.add_argument("--part", action="append", default=[], help="one more part: amplifier, usb-sound")
    acts = parser.add_subparsers(dest="act", required=True)
    acts.add_parser("show", help="print what would change in config.txt and cmdline.txt")
    acts.add_parser("write", help="change them, keep a copy, and print what was changed")
    lines = acts.add_parser("lines", help="print the lines for one of the other files")
    lines.add_argument("file", choices=["modules-load.d/castle-companion.conf", "shell"])
    undo = acts.add_parser("undo", help="take our block out of config.txt, put words back into cmdline.txt")
    undo.add_argument("--word", action="append", default=[], help="a word that was taken out of cmdline.txt")
    return parser


def _wanted(options: argparse.Namespace) -> list[PlainBootEntry]:
    board = board_of(options.model.read_text(encoding="utf-8").rstrip("\0\n")) if options.model.exists() else None
    if board is None:
        return []
    config = tomllib.loads(options.config.read_text(encoding="utf-8")) if options.config else {}
    return entries(board, parts_of(config) | set(options.part))


def _changes(boot: Path, wanted: Sequence[PlainBootEntry]) -> Iterator[tuple[Path, str, str]]:
    """Yield the path of each boot file that must change, its text, and its new text."""
    for name, edit in (("config.txt", edited_config), ("cmdline.txt", edited_cmdline)):
        path = boot / name
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = edit(old, wanted) if path.exists() else old
        if new != old:
            yield path, old, new


def _difference(path: Path, old: str, new: str) -> Iterator[str]:
    """Return the lines of a unified diff, each with its line end."""
    import difflib  # imported late: only whoever sees what would change needs it

    names = (str(path), f"{path} (new)")
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), *names, n=1, lineterm="")
    return (f"{line}\n" for line in lines)


def _write(path: Path, text: str) -> None:
    """Replace a boot file in one step. Keep its first state beside it.

    To replace it is safe: the boot partition is FAT, so the file cannot be a link.
    """
    backup = path.with_name(path.name + BACKUP)
    if not backup.exists():
        backup.write_bytes(path.read_bytes())
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def _undo(boot: Path, words: Sequence[str]) -> int:
    """Take out what is ours. Delete a copy that is the same as the file now."""
    for path, edit in (
        (boot / "config.txt", without_block),
        (boot / "cmdline.txt", lambda text: restored_cmdline(text, words)),
    ):
        if not path.exists():
            continue
        old = path.read_text(encoding="utf-8")
        new = edit(old)
        if new != old:
            _write(path, new)
        backup = path.with_name(path.name + BACKUP)
        if backup.exists() and backup.read_text(encoding="utf-8") == new:
            backup.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
