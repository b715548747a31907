"""The line of every key, however it is written."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.owner.toml_lines import KeyPath, key_lines

DOCUMENT = '''\
# a comment = 1
title = "a [table] = no"
a.b . "c.d" = 1
"q\\"x" = """
[not]
a = table"""""
after = \'\'\'
"""
\'\'\'

[ring]
count = 1.5 # x = 3
list = [ # [
  1,
  { a = 1, b.c = [2,
    3] },
  "]",
]
date = 1979-05-27 07:32:00
  [ ring . inner ]
  x=-inf
[[boot]]
x = 'a#b'
[[boot.sub]]
y = 0xFF
[[boot.sub]]
[[boot]]
x = +1_000
[boot.t]
z = {}
'''

LINES: dict[KeyPath, int] = {
    ("title",): 2,
    ("a",): 3,
    ("a", "b"): 3,
    ("a", "b", "c.d"): 3,
    ('q"x',): 4,
    ("after",): 7,
    ("ring",): 11,
    ("ring", "count"): 12,
    ("ring", "list"): 13,
    ("ring", "list", 0): 14,
    ("ring", "list", 1): 15,
    ("ring", "list", 1, "a"): 15,
    ("ring", "list", 1, "b"): 15,
    ("ring", "list", 1, "b", "c"): 15,
    ("ring", "list", 1, "b", "c", 0): 15,
    ("ring", "list", 1, "b", "c", 1): 16,
    ("ring", "list", 2): 17,
    ("ring", "date"): 19,
    ("ring", "inner"): 20,
    ("ring", "inner", "x"): 21,
    ("boot",): 22,
    ("boot", 0): 22,
    ("boot", 0, "x"): 23,
    ("boot", 0, "sub"): 24,
    ("boot", 0, "sub", 0): 24,
    ("boot", 0, "sub", 0, "y"): 25,
    ("boot", 0, "sub", 1): 26,
    ("boot", 1): 27,
    ("boot", 1, "x"): 28,
    ("boot", 1, "t"): 29,
    ("boot", 1, "t", "z"): 30,
}


def test_every_way_to_write_a_key() -> None:
    tomllib.loads(DOCUMENT)
    keys = key_lines(DOCUMENT)
    assert keys.lines == LINES
    assert keys.repeated == []


def test_windows_line_ends_count_once() -> None:
    assert key_lines(DOCUMENT.replace("\n", "\r\n")).lines == LINES


def test_a_key_that_is_not_there_has_the_line_of_its_table() -> None:
    keys = key_lines(DOCUMENT)
    assert keys.line(("ring", "nope", "deeper")) == 11
    assert keys.line(("nope",)) == 1


@pytest.mark.parametrize(
    ("text", "repeated"),
    [
        ("a = 1\n\na = 2\n", [(("a",), 3)]),
        ("[t]\nx = 1\n[u]\n[t]\n", [(("t",), 4)]),
        ("t = { x = 1,\n x = 2 }\n", [(("t", "x"), 2)]),
        ("a.b = 1\na.c = 2\n[d.e]\n[d]\n", []),
        ("[[a]]\nx = 1\n[[a]]\nx = 1\n", []),
    ],
)
def test_keys_given_twice(text: str, repeated: list[tuple[KeyPath, int]]) -> None:
    assert key_lines(text).repeated == repeated


@pytest.mark.parametrize(
    "text", ["[", "a = [1, {", 'a = "', "= 3", "a = ]", "a b = 1", "[[a]\nb=1", "a = " + "[" * 5000]
)
def test_a_text_that_is_no_toml_ends_the_reading(text: str) -> None:
    assert key_lines(f"first = 1\n{text}").lines["first",] == 1


@given(st.text(alphabet=st.sampled_from("ab.=[]{},\"'#\n\r \\1-\x00é"), max_size=80))
def test_no_text_breaks_it(text: str) -> None:
    keys = key_lines(text)
    assert all(1 <= line <= text.count("\n") + 1 for line in keys.lines.values())


# Random documents: every leaf holds a number of its own, which must stand on the line that is given for its key.

KEYS = st.text(alphabet=st.sampled_from('abz09_-."\\#]=[ é'), max_size=4)
TREES = st.recursive(
    st.none(),
    lambda inner: st.dictionaries(KEYS, inner, max_size=3) | st.lists(inner, max_size=3),
    max_leaves=12,
)


class Writer:
    """Writes a tree as TOML, each time another way."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.numbers = count(70001)
        self.lines: list[str] = []

    def choice(self, *ways: str) -> str:
        return self.draw(st.sampled_from(ways))

    def key(self, key: str) -> str:
        if re.fullmatch(r"[\w-]+", key, re.ASCII) and self.choice("bare", "quoted") == "bare":
            return key
        if '"' not in key and "'" not in key and self.choice("literal", "basic") == "literal":
            return f"'{key}'"
        return json.dumps(key, ensure_ascii=False)

    def leaf(self) -> str:
        number = next(self.numbers)
        return self.choice(
            f"{number}", f"{number}.5e1", f'"{number} ] }} # = "', f"'{number}\\'", f'"""{number}\n[x]\ny = \\""""'
        )

    def value(self, tree: object) -> str:
        gap = self.choice("", "\n", " # ]\n") if isinstance(tree, list) else ""
        if isinstance(tree, dict):
            return "{" + ", ".join(f"{self.key(key)} = {self.value(value)}" for key, value in tree.items()) + "}"
        if isinstance(tree, list):
            return "[" + "".join(f"{gap}{self.value(item)}, " for item in tree) + gap + "]"
        return self.leaf()

    def table(self, tree: dict[str, object], names: str = "", prefix: str = "") -> None:
        """A table's own lines first, then the tables in it under headers of their own."""
        later: list[tuple[str, object]] = []
        for key, value in tree.items():
            way = self.choice("inline", "header", "dotted")
            dotted = f"{prefix}{self.key(key)}"
            if isinstance(value, dict) and value and way == "dotted":
                self.table_dotted(value, f"{dotted}.")
            elif way == "header" and (isinstance(value, dict) or self.tables(value)):
                later.append((key, value))
            else:
                self.lines.append(f"{dotted} = {self.value(value)}")
        for key, value in later:
            self.headed(f"{names}{self.key(key)}", value)

    def table_dotted(self, tree: dict[str, object], prefix: str) -> None:
        for key, value in tree.items():
            self.lines.append(f"{prefix}{self.key(key)} = {self.value(value)}")

    def headed(self, name: str, value: Any) -> None:
        items: list[dict[str, object]] = value if isinstance(value, list) else [value]
        for item in items:
            self.lines.append(f"[[{name}]] # [" if isinstance(value, list) else f" [ {name} ]")
            self.table(item, f"{name}.")

    @staticmethod
    def tables(value: object) -> bool:
        return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


@st.composite
def documents(draw: st.DrawFn) -> str:
    writer = Writer(draw)
    writer.table(draw(st.dictionaries(KEYS, TREES, max_size=4)))
    return "\n".join(writer.lines) + "\n"


def leaves(value: object, path: KeyPath = ()) -> list[tuple[KeyPath, object]]:
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [leaf for place, inner in enumerate(value) for leaf in leaves(inner, (*path, place))]
    return [(path, value)]


@settings(max_examples=150)
@given(documents())
def test_every_leaf_stands_on_its_line(text: str) -> None:
    keys, lines = key_lines(text), text.split("\n")
    for path, value in leaves(tomllib.loads(text)):
        number = re.search(r"7\d{4}", str(value))
        assert number and path in keys.lines
        assert number[0] in lines[keys.lines[path] - 1]
    assert keys.repeated == []
