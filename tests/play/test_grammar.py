"""What can be typed, and what it means."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.game.rules.cards import Card, CardPlay, legal_plays
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import OVER, PlayCards
from companion.game.session import Game
from companion.play.grammar import Grammar, Local, UnknownCommandError
from companion.talk import messages as m
from companion.talk.plays import card_play, play_message
from companion.talk.verb import Message
from tests.game.boxes.dark_titan.titan_games import random_game
from tests.game.boxes.dark_titan.titan_table import BOTH
from tests.game.rules.playing import anything

GRAMMAR = Grammar({"orc", "goblin-king", "red-monsters-move-1"})


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("press", m.PressMessage()),
        ("p", m.PressMessage()),
        ("PRESS", m.PressMessage()),
        ("again", m.PressMessage(again=True)),
        ("n", m.NextMessage()),
        ("hold", m.HoldMessage()),
        ("long-hold", m.LongHoldMessage()),
        ("roll 4", m.RollMessage(value=4)),
        ("roll 9", m.RollMessage(value=9)),
        ("undo", m.UndoMessage()),
        ("u 3", m.UndoMessage(steps=3)),
        ("redo 2", m.RedoMessage(steps=2)),
        ("tap goblin", m.TapMessage(piece="goblin")),
        ("tap orc#4", m.TapMessage(piece="orc#4")),
        ("tap orc 4", m.TapMessage(piece="orc#4")),
        ("tap Goblin King", m.TapMessage(piece="goblin-king")),
        ("tap red monsters move 1", m.TapMessage(piece="red-monsters-move-1")),
        ("ask danger", m.AskMessage(about="danger")),
        ("ask arc 3", m.AskMessage(about="arc-3")),
        ("say", m.SayAgainMessage()),
        ("say 2", m.SayAgainMessage(back=2)),
        ("words brief", m.SetMessage(words="brief")),
        ("choose arc 3", m.ChooseMessage(option="arc-3")),
        ("choose orc#1, orc#2", m.ChooseMessage(options=["orc#1", "orc#2"])),
        ("play red-archer on orc#1", m.PlayMessage(card="red-archer", on="orc#1")),
        ("play Red Archer on orc 1", m.PlayMessage(card="red-archer", on="orc#1")),
        ("play red archer on orc with nice shot", m.PlayMessage(card="red-archer", on="orc", with_=["nice-shot"])),
        ("play brick with mortar at wall 3", m.PlayMessage(card="brick", with_=["mortar"], at="wall-3")),
        ("play tar on orc 1 force", m.PlayMessage(card="tar", on="orc#1", force=True)),
        ("play missing", m.PlayMessage(card="missing")),
        ('{"do": "roll", "value": 2}', m.RollMessage(value=2)),
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


def one_turn_after_another(luck: random.Random, with_expansions: bool) -> Iterator[Game]:
    """A random game, at each of its inputs."""
    game = random_game(luck, boxes=BOTH if with_expansions else ("castle-panic",))
    while game.request is not OVER and game.table.turn < 12:
        yield game
        game.answer(anything(game, luck))


@pytest.mark.parametrize("with_expansions", [False, True])
def test_the_input_of_a_play_means_that_play(with_expansions: bool) -> None:
    luck, told = random.Random(7), set()
    for _ in range(6):
        for game in one_turn_after_another(luck, with_expansions):
            if isinstance(game.request, PlayCards):
                cards = [Card.of(game.table, name) for name in luck.sample(sorted(game.table.cards), 12)]
                plays = legal_plays(game.table, cards)
                for play in luck.sample(plays, min(20, len(plays))):
                    assert fields(card_play(game.table, play_message(play))) == fields(play)
                    told.add(play.card.name)
    assert len(told) > (30 if with_expansions else 12)
    assert not with_expansions or {"arcane-assembly", "valadors-wave", "lightning-bolt", "double-strike"} <= told


def fields(play: CardPlay) -> dict[str, Any]:
    """What a play is made of."""
    return {
        "card": play.card,
        "player": play.player,
        "force": play.force,
        "on": play.on,
        "with": play.together,
        "at": play.at,
        **play.details,
    }
