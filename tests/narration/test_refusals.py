"""Why not: a sentence for every reason that the companion can give."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.game.boxes.dark_titan.cavalier import PHASE
from companion.game.rules.requests import Refused
from companion.narration.boxes import VOICES
from companion.narration.missing import MissingWordsWarning
from tests.narration import samples
from tests.narration.samples import KINDS

NARRATOR = samples.narrator()
SOURCES = sorted(Path(companion.__file__).parent.rglob("*.py"))
REASONS_GIVEN_BY = ("why_not", "unfit", "shrugs_off")
"""Functions that give the name of a reason, or nothing."""


def words_in(node: ast.expr) -> Iterator[str]:
    """The words that an expression may be; what follows a variable part is left out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*words_in(node.body), *words_in(node.orelse))
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        yield f"{node.values[0].value}*"


def reasons(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
            if node.func.id == "Refused":
                yield from words_in(node.args[1])
            elif node.func.id.endswith("Tap"):
                yield from words_in(node.args[-1])
        elif isinstance(node, ast.Constant) and str(node.value).startswith("not-now-"):
            yield str(node.value)
        elif isinstance(node, ast.Assign) and [target.id for target in named(node)] == ["untouchable"]:
            yield from words_in(node.value)
        elif isinstance(node, ast.FunctionDef) and node.name in REASONS_GIVEN_BY:
            for line in ast.walk(node):
                if isinstance(line, ast.Return) and line.value is not None:
                    yield from (word for word in words_in(line.value) if word)


def named(node: ast.Assign) -> list[ast.Name]:
    return [target for target in node.targets if isinstance(target, ast.Name)]


def titles(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if any(isinstance(target, ast.Name) and target.id == "title" for target in targets):
            yield from (word for word in words_in(node.value) if word) if node.value else ()


SAID = {message.removeprefix(f"{voice}-") for message in NARRATOR.catalogue for voice in ("", *VOICES)}
"""The messages of the plain voice and of the voices of single games."""
TREES = {path: ast.parse(path.read_text("utf-8")) for path in SOURCES}


def test_the_scan_finds_what_it_looks_for():
    found = {reason for tree in TREES.values() for reason in reasons(tree)}
    assert {"not-on-board", "hit-color", "start-kind", "tar-used", "no-such-*", "not-now-roll", "die"} <= found
    assert {"doppelganger", "warlock", "overlord-monster", "wrong-boss", "safe-ring"} <= found
    assert {"play", "done", "hit", "correction"} <= {title for tree in TREES.values() for title in titles(tree)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_reason_in_the_code_has_its_sentence(path):
    for reason in reasons(TREES[path]):
        assert (
            any(name.startswith(f"refused-{reason[:-1]}") for name in SAID)
            if reason[-1] == "*"
            else (f"refused-{reason}" in SAID)
        ), reason


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_input_that_can_be_undone_has_its_title(path):
    for title in (*titles(TREES[path]), "roll", "choice", PHASE):
        assert f"title-{title}" in SAID
    assert NARRATOR.title("roll") == "the roll"


@pytest.mark.parametrize(
    ("reason", "facts", "text"),
    [
        ("die", {}, "A die shows 1 to 6."),
        (
            "hit-color",
            {"card": "red-archer", "piece": samples.standing("orc", "archer-3")},
            "Red Archer cannot hit in arc 3, green, the color must match.",
        ),
        (
            "hit-ring",
            {"card": "red-archer", "piece": samples.standing("orc", "knight-1")},
            "Red Archer cannot hit in the Knight ring, the ring must match.",
        ),
        (
            "card-ring",
            {"card": "barbarian", "piece": samples.standing("orc", "forest-1")},
            "Barbarian does not reach a monster in the Forest.",
        ),
        ("wall-stands", {"wall": samples.new_game().table.wall(3)}, "Wall 3 still stands, so none can be built there."),
        ("not-your-turn", {"player": 1}, "It is the turn of Ana, so only Ana may do that."),
        ("no-such-player", {"player": 9}, "There is no player 9 in this game."),
        ("no-such-player", {"player": "nobody"}, "There is no player nobody in this game."),
        ("no-such-arc", {"arc": "7"}, "There is no arc 7, they go from 1 to 6."),
        ("missing-field", {"field": "value"}, "The field value is missing."),
        ("how-many", {"least": 1, "most": 2}, "Pick from 1 to 2 of them."),
        ("two-places", {"piece": samples.Monster(KINDS["orc"], 1)}, "The orc cannot be in two places at once."),
        ("not-standing", {"arc": "4"}, "Nothing stands there in arc 4, so nothing can lie on it."),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)
def test_a_refusal_names_the_rule(reason, facts, text):
    game = samples.new_game(names=("Ana",))
    assert NARRATOR.refusal(Refused("code", reason, **facts), game) == text


def test_without_a_game_a_refusal_has_its_sentence_too():
    assert NARRATOR.refusal(Refused("no-game", "no-game"), None) == "There is no game on, so start one first."
    assert NARRATOR.refusal(Refused("not-now", "not-your-turn", player=2), None).startswith(
        "It is the turn of player 2"
    )


@pytest.mark.parametrize("reason", ["neutral-token", "not-in-bag", "not-on-board"])
@pytest.mark.parametrize("kind", ["dragon", "harbinger-dragon", "orc", "giant-boulder"])
def test_a_token_that_is_not_on_the_board_is_never_named(reason, kind):
    refused = Refused("code", reason, piece=samples.Monster(KINDS[kind], 1))
    text = NARRATOR.refusal(refused, None) + " ".join(NARRATOR.refusal_screen(refused, None))
    assert not [word for word in kind.split("-") if word in text.lower()]


def test_a_token_that_cannot_be_drawn_because_it_is_on_the_board_is_located():
    refused = Refused("not-in-bag", "not-in-bag", piece=samples.standing("gargoyle", "knight-2"))
    assert (
        NARRATOR.refusal(refused, None)
        == "That one is on the board: gargoyle, flying, arc 2, red, Knight ring, 2 health."
    )
    assert NARRATOR.refusal_screen(refused, None) == ("^GARGOYLE FLYING", "ARC 2 RED", "KNIGHT HP 2")


def test_words_out_of_an_input_cannot_run_on_or_control_anything():
    text = NARRATOR.refusal(Refused("unknown-piece", "unknown-piece", name="a\x1b[2J\n" + "x" * 1000), None)
    assert text == "There is no token called a [2J " + "x" * 23 + "…."


def test_a_reason_without_words_is_an_error():
    with pytest.raises(MissingWordsWarning):
        NARRATOR.refusal(Refused("code", "because"), None)
