"""Print the tables made from pins.toml, or put them into README.md, or tell whether the two differ."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from wiring.markdown import tables, updated
from wiring.table import pin_table

README = Path(__file__).with_name("README.md")


def main(arguments: list[str] | None = None, readme: Path = README) -> int:
    """Run the command. Return the exit status, 1 when `--check` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m wiring", description=__doc__)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--write", action="store_true", help="put the tables into README.md")
    mode.add_argument("--check", action="store_true", help="fail when README.md differs from pins.toml")
    options = parser.parse_args(arguments)
    if not (options.write or options.check):
        sys.stdout.write("\n".join(tables(pin_table()).values()))
        return 0
    return _compare(readme, write=options.write)


def _compare(readme: Path, *, write: bool) -> int:
    present = readme.read_text(encoding="utf-8")
    wanted = updated(present, pin_table())
    if write:
        readme.write_text(wanted, encoding="utf-8")
    elif wanted != present:
        sys.stdout.write(f"{readme.name} differs from pins.toml: run python -m wiring --write\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
