"""The walls between the rooms: who may look where, and what the rules may never touch."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.boxes import BOXES

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted(path for room in ("companion", "hardware", "wiring") for path in (ROOT / room).rglob("*.py"))
COMPANION = ROOT / "companion"
PURE = [path for path in SOURCES if COMPANION / "game" in path.parents]
"""What decides a game: it may know only what it is told."""
PLAIN_MODULES = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "operator",
    "types",
    "typing",
}
PLAIN_MODULES |= {"msgspec", "companion"}
"""All that those may import: nothing that has a clock, a file, a device or chance of its own."""
EXTRA_MODULES = {"fate.py": {"hashlib"}}
FORBIDDEN_CALLS = {"open", "input", "print", "eval", "exec", "compile", "__import__", "breakpoint", "id", "hash"}
CONTRACTS = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
]
OWN_WORDS = re.compile(r"agranok|cavalier|herald|doppelganger|wizard.?s.?tower|basilisk|sorceress|dragon|warlock", re.I)
"""Names that one box has brought."""
FACES = set((COMPANION / "commands").glob("*.py"))
"""Where print is at home."""


def named(path):
    """A file in the title of a test."""
    return str(path.relative_to(ROOT))


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def calls(tree: ast.Module) -> Iterator[str]:
    """The names of the plain functions that are called."""
    return (node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))


def test_the_files_and_the_contracts_are_found():
    assert len(CONTRACTS) >= 2
    assert {"companion", "hardware", "wiring"} == {path.relative_to(ROOT).parts[0] for path in SOURCES}
    names = {named(path) for path in PURE}
    assert {
        "companion/game/board.py",
        "companion/game/pieces.py",
        "companion/game/session.py",
        "companion/game/rules/turn.py",
        "companion/game/rules/cards.py",
    } <= names
    assert not any("hardware" in name or "narration" in name for name in names)


@pytest.fixture(scope="module")
def verdicts() -> str:
    """What import-linter says of all contracts."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True, no_logo=True))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_contract_on_imports_is_kept(verdicts, contract):
    assert f"\n{contract} KEPT" in verdicts, verdicts


@pytest.mark.parametrize("path", PURE, ids=named)
def test_what_decides_a_game_knows_no_clock_no_file_no_device_and_no_chance(path):
    allowed = PLAIN_MODULES | EXTRA_MODULES.get(path.name, set())
    tree = parsed(path)
    for node in ast.walk(tree):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import"
            modules.append(str(node.module))
        for module in modules:
            assert module.partition(".")[0] in allowed, f"line {node.lineno}: imports {module}"
    assert not FORBIDDEN_CALLS & set(calls(tree))


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_nothing_is_global(path):
    assert not [node.lineno for node in ast.walk(parsed(path)) if isinstance(node, ast.Global)]


@pytest.mark.parametrize("path", [path for path in SOURCES if path not in FACES], ids=named)
def test_only_the_command_line_prints(path):
    assert "print" not in calls(parsed(path))


# No circles


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports, for its types alone too, but for what a function imports when it is called."""
    waiting: list[ast.AST] = list(parsed(path).body)
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += list(ast.iter_child_nodes(node))
    return found


def circles(graph: dict[str, set[str]]) -> set[str]:
    """The modules that import themselves in the end."""
    left = {module: targets & set(graph) for module, targets in graph.items()}
    while leaves := {module for module, targets in left.items() if not targets & set(left)}:
        left = {module: targets for module, targets in left.items() if module not in leaves}
    return set(left)


def module_name(path: Path) -> str:
    """The name by which a file is imported."""
    return named(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_no_import_goes_in_a_circle():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": set()}) == {"a", "b", "c"}
    # a room's list names itself when it imports modules of its own room
    graph = {module_name(path): imports_of(path) - {module_name(path)} for path in SOURCES}
    assert circles(graph) == set()


# No test waits for ever

TESTS = sorted((ROOT / "tests").rglob("*.py"))
HAVE_LIMITS = {"stop", "loop"}
"""Who may be waited for without a limit: an owner's stop, which every test gives, and the loop of a simulated room."""


def is_endless(call: ast.Call) -> bool:
    """Whether a call waits for a process, a thread or an event without a limit. (`"-".join(names)` has an argument.)"""
    if not isinstance(call.func, ast.Attribute) or any(keyword.arg in ("timeout", None) for keyword in call.keywords):
        return False
    owner, name = ast.unparse(call.func.value).rpartition(".")[2], call.func.attr
    if owner == "subprocess":
        return name in ("run", "check_call", "check_output")
    if name == "communicate":
        return len(call.args) < 2
    return name in ("join", "wait") and not call.args and owner not in HAVE_LIMITS


def endless_waits(tree: ast.Module) -> list[int]:
    """Return the lines where something is waited for without a limit; what a coroutine awaits has one elsewhere."""
    nodes = list(ast.walk(tree))
    awaited = {node.value for node in nodes if isinstance(node, ast.Await)}
    awaited |= {argument for call in awaited if isinstance(call, ast.Call) for argument in call.args}
    return [node.lineno for node in nodes if isinstance(node, ast.Call) and node not in awaited and is_endless(node)]


def test_endless_waits_are_recognized():
    source = """
thread.join()
process.wait()
self.process.communicate("quit")
subprocess.run(command, check=True)
"-".join(names)
thread.join(5)
stop.wait()
process.communicate(None, 5)
subprocess.run(command, check=True, timeout=60)
async def test():
    await process.wait()
    await asyncio.wait_for(process.wait(), 5)
"""
    assert endless_waits(ast.parse(source)) == [2, 3, 4, 5]


@pytest.mark.parametrize("path", [path for path in TESTS if "bench" not in path.parts], ids=named)
def test_no_test_waits_for_ever(path):
    assert endless_waits(parsed(path)) == []


# One name, one thing

GENERICS = {
    *("Annotated", "Callable", "Coroutine", "Generator", "Iterable", "Iterator", "Literal", "Mapping", "Sequence"),
    *("dict", "frozenset", "list", "set", "tuple", "type"),
}
"""What a type alias may be made of: an alias in capitals (`RGB`) is told from a constant by this."""


def is_alias(name: str, value: ast.expr) -> bool:
    """Whether an assignment at the top of a module makes a type alias. A type variable is local to its signatures."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypeVar":
        return False
    generic = isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id in GENERICS
    return generic or bool(re.match("_?[A-Z].*[a-z]", name))


def types_in(tree: ast.Module) -> set[str]:
    """Return the names of the classes and type aliases that a module defines, without those inside of others."""
    found = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            found |= {name for name in names if is_alias(name, node.value)}
    return found


def test_classes_and_type_aliases_are_recognized():
    source = """
class Monster: ...
class _Row(tuple): ...
RGB = tuple[int, int, int]
Draw = Callable[[int], int]
Procedure: TypeAlias = "Generator[int, int, int]"
Event = Lit | Doused
Record = TypeVar("Record")
BOX = Box("castle-panic")
RINGS: Final = ("forest", "archer")
FIRST = RINGS[0]
"""
    assert types_in(ast.parse(source)) == {"Monster", "_Row", "RGB", "Draw", "Procedure", "Event"}


def test_no_two_modules_define_a_type_of_the_same_name():
    homes: dict[str, list[str]] = {}
    for path in SOURCES:
        for name in types_in(parsed(path)):
            homes.setdefault(name, []).append(named(path))
    assert len(homes) > 500
    twice = {name: modules for name, modules in homes.items() if len(modules) > 1}
    assert twice == {}


# Boxes


def box_of(module: str) -> str:
    """The box that a module of the name belongs to, in whatever room; none for what all boxes share."""
    room, _, rest = module.partition(".boxes.")
    return rest.partition(".")[0] if room.startswith("companion.") else ""


OF_A_BOX = [path for path in SOURCES if box_of(module_name(path))]
SHARED = [path for path in SOURCES if path not in OF_A_BOX and path.name != "__init__.py"]


@pytest.mark.parametrize("path", OF_A_BOX, ids=named)
def test_no_box_imports_another_in_any_room(path):
    assert {box for module in imports_of(path) if (box := box_of(module))} <= {box_of(module_name(path))}


def test_a_box_has_one_name_in_every_room():
    rooms = {path.parent for path in COMPANION.rglob("boxes")}
    names = {name.replace("-", "_") for name in BOXES}
    assert len(rooms) == 5
    assert {box_of(module_name(path)) for path in OF_A_BOX} == names
    assert {path.name for path in (COMPANION / "game" / "boxes").iterdir() if (path / "facts.toml").exists()} == names


@pytest.mark.parametrize("room", ["game", "talk", "narration", "channels", "play"])
def test_the_list_of_a_room_names_every_box_that_has_a_module_there(room):
    home = COMPANION / room / "boxes"
    listed = {box for module in imports_of(home / "__init__.py") if (box := box_of(module))}
    assert listed and listed == {path.stem for path in home.iterdir()} - {"__init__", "__pycache__"}


COMMON_WORDS = [
    path
    for path in sorted((COMPANION / "narration").rglob("*.ftl"))
    if path.stem not in {name.replace("-", "_") for name in BOXES}
]


def test_every_box_has_a_message_file_of_its_name_in_every_language():
    languages = {path.parent for path in (COMPANION / "narration").rglob("*.ftl")}
    assert languages
    for language in languages:
        assert {path.stem for path in language.iterdir()} >= {name.replace("-", "_") for name in BOXES}


@pytest.mark.parametrize("path", COMMON_WORDS, ids=named)
def test_no_message_of_a_single_box_stands_in_a_common_file(path):
    text = path.read_text(encoding="utf-8")
    assert not [line for line in text.splitlines() if OWN_WORDS.search(line) and not line.startswith(" ")]


@pytest.mark.parametrize("path", SHARED, ids=named)
def test_what_all_boxes_share_names_nothing_of_a_single_one(path):
    assert not OWN_WORDS.findall(path.read_text(encoding="utf-8"))
