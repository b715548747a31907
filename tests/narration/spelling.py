"""Which words the code spells: what a message or a cue is named after must be among them."""

from __future__ import annotations

import ast
from fnmatch import fnmatchcase
from pathlib import Path

import companion

HOME = Path(companion.__file__).parent


def spelled(*parts: str) -> set[str]:
    """The strings in the code below these places; what is put in while it runs is a star."""
    paths = [
        path for part in parts for path in ((HOME / part).rglob("*.py") if (HOME / part).is_dir() else [HOME / part])
    ]
    assert paths
    return {word for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8"))) for word in words(node)}


def words(node: ast.AST) -> list[str]:
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def is_spelled(word: str, where: set[str]) -> bool:
    """Whether the code spells a word, or puts it together out of a part that it spells and another."""
    patterns = (pattern for pattern in where if "*" in pattern and pattern.strip("*-") and " " not in pattern)
    return word in where or any(fnmatchcase(word, pattern) for pattern in patterns)
