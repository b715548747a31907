"""CONTRIBUTING.md names only what there is: files, what is defined in them, and commands."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.commands import parser

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PROSE = re.sub(r"^```.*?^```$", "", PAGE, flags=re.MULTILINE | re.DOTALL)
SPANS = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", PROSE)]
DEFINED = re.compile(r"([\w./-]+\.py):(\w+(?:\.\w+)*)")
"""A file and something that is defined in it: `companion/talk/desk.py:Desk.do`."""
SUFFIXES = (".md", ".py", ".toml", ".ftl", ".svg")
TOP_FOLDERS = ("companion", "hardware", "wiring", "systemd", "tests")
SYMBOLS = sorted({span for span in SPANS if DEFINED.fullmatch(span)})
FILES = sorted(
    {
        span
        for span in SPANS
        if re.fullmatch(r"[\w.-]+(/[\w.-]+)+|[\w-]+\.\w+", span)
        and not span.startswith("..")
        and (span.endswith(SUFFIXES) or span.startswith((".ci/", *(f"{folder}/" for folder in TOP_FOLDERS))))
    }
)
LINKS = sorted({link for link in re.findall(r"\]\(([^)]+)\)", PROSE) if not link.startswith("https://")})
COMMANDS = sorted(
    {span for span in SPANS if span.startswith(".venv/bin/")}
    | {line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines() if line.startswith(".venv/bin/")}
)
TOOLS = {"pytest", "ruff", "mypy", "lint-imports"}
IN_MANY_FOLDERS = {"facts.toml", "__init__.py"}
"""Names of files that stand alone because many folders have one."""
ALONE = sorted({span for span in SPANS if re.fullmatch(r"[A-Z]\w{2,}(\.\w+)?|test_\w+", span)})
"""Classes, constants and tests that are named without their file."""
NOT_OURS = {"CometParser", "MOMENT", "Any", "Literal"}
"""Of the examples, and of Python."""


def names_in(path: Path) -> set[str]:
    """Return what a module defines at its top and in its classes: `Desk`, `Desk.do`."""
    found: set[str] = set()
    waiting: list[tuple[str, ast.stmt]] = [("", node) for node in ast.parse(path.read_text(encoding="utf-8")).body]
    while waiting:
        home, node = waiting.pop()
        if isinstance(node, ast.ClassDef):
            waiting += [(f"{home}{node.name}.", inner) for inner in node.body]
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(f"{home}{node.name}")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {f"{home}{target.id}" for target in targets if isinstance(target, ast.Name)}
    return found


def test_the_page_is_read():
    assert (len(SYMBOLS) > 60, len(FILES) > 40, len(COMMANDS) > 15) == (True, True, True)
    assert {"companion/talk/desk.py:Desk.do", "companion/service/inputs.py:Inputs.take"} <= set(SYMBOLS)
    assert {".ci/run", "pyproject.toml", "companion/game/rules"} <= set(FILES)
    assert ".venv/bin/python -m tests.bench.engine" in COMMANDS


def test_names_in_a_module_are_found():
    assert {"names_in", "ROOT"} <= names_in(Path(__file__))
    found = names_in(ROOT / "companion" / "talk" / "desk.py")
    assert {"Desk", "Desk.do", "Desk._tap"} <= found
    assert not {"do", "Desk.dance"} & found


@pytest.mark.parametrize("span", SYMBOLS)
def test_what_is_named_with_its_file_is_defined_there(span):
    match = DEFINED.fullmatch(span)
    assert match is not None
    assert match[2] in names_in(ROOT / match[1])


@pytest.mark.parametrize("name", FILES)
def test_every_file_and_folder_that_is_named_exists(name):
    assert list((ROOT / "companion").rglob(name)) if name in IN_MANY_FOLDERS else (ROOT / name).exists()


def test_what_is_named_without_its_file_is_defined_somewhere():
    folders = [ROOT / folder for folder in ("companion", "hardware", "tests")]
    found = {name for folder in folders for path in folder.rglob("*.py") for name in names_in(path)}
    assert len(ALONE) > 10
    assert [name for name in ALONE if name not in found | NOT_OURS] == []


@pytest.mark.parametrize("link", LINKS)
def test_every_link_leads_somewhere(link):
    assert (ROOT / link).exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_given(command):
    program, *words = shlex.split(command.partition(" < ")[0].removeprefix(".venv/bin/"), comments=True)
    if program == "python":
        assert words[0] == "-m"
        assert find_spec(words[1]) is not None
    elif program == "companion":
        arguments = parser._parser(words[0]).parse_args(words)  # ends the process for a flag that there is not
        assert arguments.run is not None
    else:
        assert program in TOOLS
        assert all((ROOT / word).exists() for word in words if "/" in word)


def test_the_flags_of_the_commands_are_looked_at():
    with pytest.raises(SystemExit):
        parser._parser("play").parse_args(["play", "--no-such-flag"])


def test_no_example_is_in_the_project():
    """What the page invents must stay invented."""
    assert "comet" not in (ROOT / "hardware" / "reader" / "port.py").read_text(encoding="utf-8")
    cards = tomllib.loads((ROOT / "companion/game/boxes/castle_panic/facts.toml").read_text(encoding="utf-8"))["cards"]
    assert "pitfall" not in cards


@pytest.mark.parametrize("source", [block for kind, block in BLOCKS if kind == "python"])
def test_every_example_is_python(source):
    ast.parse(source)
