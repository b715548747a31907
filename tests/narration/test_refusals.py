"""Why not: a sentence for every reason that the companion can give."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.game.boxes.dark_titan.cavalier import PHASE
from companion.game.rules.refusals import RefusalReason
from companion.narration.boxes import VOICES
from companion.narration.missing import MissingWordsWarning
from tests.narration import samples
from tests.narration.samples import KINDS

NARRATOR = samples.narrator()
ROOT = Path(companion.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))


def words_in(node: ast.expr) -> Iterator[str]:
    """The words that an expression may be; what follows a variable part is left out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*words_in(node.body), *words_in(node.orelse))
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        yield f"{node.values[0].value}*"


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
MODULES = [
    importlib.import_module(".".join(path.relative_to(ROOT.parent).with_suffix("").parts))
    for path in SOURCES
    if path.name != "__main__.py"
]
REASONS = {
    value.name: name for module in MODULES for name, value in vars(module).items() if isinstance(value, RefusalReason)
}
"""The constant of each reason, by the name of its message."""
TREES = {path: ast.parse(path.read_text("utf-8")) for path in SOURCES}


def test_the_scan_finds_what_it_looks_for():
    assert {"not-on-board", "hit-color", "start-kind", "tar-used", "no-such-ring", "not-now-roll", "die"} <= set(
        REASONS
    )
    assert {"doppelganger", "warlock", "overlord-monster", "wrong-boss", "safe-ring"} <= set(REASONS)
    assert {"play", "done", "hit", "correction"} <= {title for tree in TREES.values() for title in titles(tree)}


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_reason_has_its_sentence(reason):
    assert f"refused-{reason}" in SAID


def test_no_sentence_is_left_of_a_reason_that_is_gone():
    told = {message.removeprefix("refused-") for message in SAID if message.startswith("refused-")}
    assert told == set(REASONS)


def test_every_refusal_names_its_reason_by_a_constant():
    raised = [
        node.args[0]
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused"
    ]
    assert len(raised) > 150
    assert not [
        ast.unparse(why)
        for why in raised
        if isinstance(why, ast.Constant | ast.JoinedStr | ast.Call) and not ast.unparse(why).endswith(".why_not(hit)")
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_input_that_can_be_undone_has_its_title(path):
    for title in (*titles(TREES[path]), "roll", "choice", PHASE):
        assert f"title-{title}" in SAID


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
    assert NARRATOR.refusal(samples.refused(reason, **facts), game) == text


def test_without_a_game_a_refusal_has_its_sentence_too():
    assert NARRATOR.refusal(samples.refused("no-game"), None) == "There is no game on, so start one first."
    assert NARRATOR.refusal(samples.refused("not-your-turn", player=2), None).startswith("It is the turn of player 2")


@pytest.mark.parametrize("reason", ["neutral-token", "not-in-bag", "not-on-board"])
@pytest.mark.parametrize("kind", ["dragon", "harbinger-dragon", "orc", "giant-boulder"])
def test_a_token_that_is_not_on_the_board_is_never_named(reason, kind):
    refused = samples.refused(reason, piece=samples.Monster(KINDS[kind], 1))
    text = NARRATOR.refusal(refused, None) + " ".join(NARRATOR.refusal_screen(refused, None))
    assert not [word for word in kind.split("-") if word in text.lower()]


def test_a_token_that_cannot_be_drawn_because_it_is_on_the_board_is_located():
    refused = samples.refused("not-in-bag", piece=samples.standing("gargoyle", "knight-2"))
    assert (
        NARRATOR.refusal(refused, None)
        == "That one is on the board: gargoyle, flying, arc 2, red, Knight ring, 2 health."
    )
    assert NARRATOR.refusal_screen(refused, None) == ("^GARGOYLE FLYING", "ARC 2 RED", "KNIGHT HP 2")


def test_words_out_of_an_input_cannot_run_on_or_control_anything():
    text = NARRATOR.refusal(samples.refused("unknown-piece", name="a\x1b[2J\n" + "x" * 1000), None)
    assert text == "There is no token called a [2J " + "x" * 23 + "…."


def test_a_reason_without_words_is_an_error():
    with pytest.raises(MissingWordsWarning):
        NARRATOR.refusal(samples.refused("because"), None)
