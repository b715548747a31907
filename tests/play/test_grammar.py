"""What can be typed, and what it means."""

from __future__ import annotations

import pytest

from companion.game.rules.refusals import Refused
from companion.play.grammar import Grammar, Local, UnknownCommandError
from companion.talk import messages as m
from companion.talk.verb import Message

GRAMMAR = Grammar({"orc", "goblin-king", "red-monsters-move-1"})


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("press", m.Press()),
        ("p", m.Press()),
        ("PRESS", m.Press()),
        ("again", m.Press(again=True)),
        ("n", m.Next()),
        ("hold", m.Hold()),
        ("long-hold", m.LongHold()),
        ("roll 4", m.Roll(value=4)),
        ("roll 9", m.Roll(value=9)),
        ("undo", m.Undo()),
        ("u 3", m.Undo(steps=3)),
        ("redo 2", m.Redo(steps=2)),
        ("tap goblin", m.Tap(piece="goblin")),
        ("tap orc#4", m.Tap(piece="orc#4")),
        ("tap orc 4", m.Tap(piece="orc#4")),
        ("tap Goblin King", m.Tap(piece="goblin-king")),
        ("tap red monsters move 1", m.Tap(piece="red-monsters-move-1")),
        ("ask danger", m.Ask(about="danger")),
        ("ask arc 3", m.Ask(about="arc-3")),
        ("say", m.SayAgain()),
        ("say 2", m.SayAgain(back=2)),
        ("words brief", m.Set(words="brief")),
        ("choose arc 3", m.Choose(option="arc-3")),
        ("choose orc#1, orc#2", m.Choose(options=["orc#1", "orc#2"])),
        ("play red-archer on orc#1", m.Play(card="red-archer", on="orc#1")),
        ("play Red Archer on orc 1", m.Play(card="red-archer", on="orc#1")),
        ("play red archer on orc with nice shot", m.Play(card="red-archer", on="orc", with_=["nice-shot"])),
        ("play brick with mortar at wall 3", m.Play(card="brick", with_=["mortar"], at="wall-3")),
        ("play tar on orc 1 force", m.Play(card="tar", on="orc#1", force=True)),
        ("play missing", m.Play(card="missing")),
        ('{"do": "roll", "value": 2}', m.Roll(value=2)),
        ("draw", Local("draw")),
        ("draw giant boulder", Local("draw", ("giant", "boulder"))),
        ("quit", Local("quit")),
        ("q", Local("quit")),
        ("?", Local("help")),
    ],
)
def test_a_line_is_a_command(line: str, command: Message | Local) -> None:
    assert GRAMMAR.parsed(line) == command


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dance", "play-unknown-command"),
        ("roll", "play-needs-number"),
        ("roll four", "play-needs-number"),
        ("roll 1 2", "play-needs-number"),
        ("roll ²", "play-needs-number"),
        ("tap", "play-needs-more"),
        ("play", "play-needs-more"),
        ("play tar on", "play-needs-more"),
        ("ask", "play-needs-more"),
        ("choose", "play-needs-more"),
    ],
)
def test_a_line_that_is_none_says_why(line: str, message: str) -> None:
    with pytest.raises(UnknownCommandError) as unknown:
        GRAMMAR.parsed(line)
    assert unknown.value.message == message


@pytest.mark.parametrize("line", ["{", '{"do": "dance"}', '{"do": "roll", "value": "4"}'])
def test_a_json_line_that_is_no_input_is_refused_as_by_the_protocol(line: str) -> None:
    with pytest.raises(Refused) as refused:
        GRAMMAR.parsed(line)
    assert refused.value.code == "bad-input"
