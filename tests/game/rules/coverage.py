"""Which rules have no test: reads the project's list of rules and the markers of its tests, without running them.

`python -m tests.game.rules.coverage [CP WT AX DT MF]` prints the numbers of kind `rule` that no test is marked with,
for the games named or for all. Exit status: 0, or 1 when a box that is built lacks a test, or 2 when a marker or an
argument names what is not in the list. A test that is skipped or expected to fail shows nothing.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.game.boxes import BOXES

TESTS = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("rules.toml")
BOX_OF = {"CP": "castle-panic", "WT": "wizards-tower", "AX": "wizards-tower", "DT": "dark-titan", "MF": "my-first"}
"""The box that a game's rules come with. AX are the notes on accessibility in the rulebook of The Wizard's Tower."""
KINDS = ("rule", "words")
_NUMBER = re.compile(r"[A-Z]+-\d+")

Marked = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def read_list() -> dict[str, tuple[str, str]]:
    """Kind and subject of every numbered rule."""
    listed = {}
    for number, entry in tomllib.loads(LIST.read_text(encoding="utf-8")).items():
        ((kind, subject),) = entry.items()
        listed[number] = (kind, subject)
    return listed


def markers_of(source: str) -> set[str]:
    """The rule numbers that the tests of a source file are marked with."""
    tests = (
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, Marked) and node.name.lower().startswith("test")
    )
    return {number for test in tests for number in _numbers(test)}


def _numbers(test: Marked) -> Iterator[str]:
    marks = [node for decorator in test.decorator_list for node in ast.walk(decorator)]
    if {"skip", "skipif", "xfail"} & {name for node in marks if (name := _mark(node))}:
        return
    for node in marks:
        if isinstance(node, ast.Call) and _mark(node.func) == "rule":
            yield from (ast.literal_eval(argument) for argument in node.args)


def _mark(node: ast.AST) -> str:
    """The name of a `pytest.mark.name`, or nothing."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "mark":
        return node.attr
    return ""


def shown(tests: Path = TESTS) -> set[str]:
    """The rule numbers that some test is marked with. (A marker may also hold words that are no number of a rule.)"""
    marked = {number for path in tests.rglob("test_*.py") for number in markers_of(path.read_text(encoding="utf-8"))}
    return {number for number in marked if _NUMBER.fullmatch(number)}


def missing(games: Iterable[str]) -> dict[str, str]:
    """Number and subject of the rules of some games that have no test."""
    seen = shown()
    wanted = tuple(f"{game}-" for game in games)
    return {
        number: subject
        for number, (kind, subject) in read_list().items()
        if kind == "rule" and number.startswith(wanted) and number not in seen
    }


def built() -> set[str]:
    """The games whose box the rules know."""
    return {game for game, box in BOX_OF.items() if box in BOXES}


def main(arguments: list[str]) -> int:
    """Prints what is missing. Gives the exit status."""
    listed = read_list()
    known = {number.partition("-")[0] for number in listed}
    strangers = sorted((shown() - set(listed)) | (set(arguments) - known))
    if strangers:
        print(f"not in the list of rules: {', '.join(strangers)}")
        return 2
    games = [game for game in BOX_OF if game in arguments or not arguments]
    lacking = missing(games)
    for number, subject in lacking.items():
        print(f"{number}  {subject}")
    for game in games:
        rules = [number for number, (kind, _) in listed.items() if kind == "rule" and number.startswith(f"{game}-")]
        tested = sum(number not in lacking for number in rules)
        print(f"{game}: {tested} of {len(rules)} rules have a test{'' if game in built() else ' (not built)'}")
    return int(any(number.partition("-")[0] in built() for number in lacking))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
