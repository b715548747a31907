"""The table protocol: one reply a line, in order; what is malformed or refused changes nothing and says why."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands.desk import make_desk
from companion.talk.desk import Desk
from companion.talk.messages import LONGEST_LINE
from companion.talk.protocol import answer, serve


@pytest.fixture
def desk() -> Desk:
    made = make_desk(None)
    said(made, do="new_game", game="castle-panic", players=2, setup="none", pace="auto", seed=1)
    return made


def said(desk: Desk, **message: Any) -> dict[str, Any]:
    """The reply to a message, as whoever reads the line has it."""
    return json.loads(b"".join(serve(desk, io.BytesIO(json.dumps(message).encode() + b"\n"))))


MALFORMED = {
    "not JSON": b"tap goblin",
    "nothing": b"",
    "not UTF-8": b'{"do": "\xff\xfe"}',
    "an array": b'[{"do": "state"}]',
    "a number": b"7",
    "null": b"null",
    "no verb": b'{"roll": 3}',
    "an unknown verb": b'{"do": "explode"}',
    "a verb that is no text": b'{"do": 3}',
    "an unknown field": b'{"do": "roll", "value": 3, "force": true}',
    "a missing field": b'{"do": "roll"}',
    "a mistyped field": b'{"do": "roll", "value": "six"}',
    "a float die": b'{"do": "roll", "value": 3.5}',
    "a true die": b'{"do": "roll", "value": true}',
    "NaN": b'{"do": "roll", "value": NaN}',
    "infinity": b'{"do": "roll", "value": 1e999}',
    "a number without end": b'{"do": "roll", "value": ' + b"9" * 5000 + b"}",
    "a million characters": b'{"do": "tap", "piece": "' + b"x" * 1_000_000 + b'"}',
    "nested ten thousand deep": b"[" * 10_000,
    "a deep object": b'{"do": "correct", "cavalier": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    "two objects": b'{"do": "state"} {"do": "state"}',
    "a null field": b'{"do": "roll", "value": null}',
    "a lone surrogate": b'{"do": "tap", "piece": "\\ud800"}',
}


@pytest.mark.parametrize("line", MALFORMED.values(), ids=MALFORMED.keys())
def test_whatever_is_no_input_gets_bad_input_one_sentence_and_changes_nothing(desk: Desk, line: bytes) -> None:
    before = said(desk, do="state")
    reply = answer(desk, line)
    assert reply["ok"] is False
    assert reply["error"]["code"] in ("bad-input", "unknown-piece")
    assert reply["error"]["message"].endswith(".") and "\n" not in reply["error"]["message"]
    assert said(desk, do="state") == before


@given(st.binary(max_size=300))
def test_no_bytes_end_the_talk(data: bytes) -> None:
    desk = make_desk(None)
    for reply in serve(desk, io.BytesIO(data + b"\n")):
        json.loads(reply)


def test_a_line_that_is_too_long_costs_one_reply_and_the_next_line_is_taken(desk: Desk) -> None:
    lines = b'{"do": "tap", "piece": "' + b"x" * (3 * LONGEST_LINE) + b'"}\n{"do": "state"}\n'
    replies = [json.loads(reply) for reply in serve(desk, io.BytesIO(lines))]
    assert [reply["ok"] for reply in replies] == [False, True]


def test_a_last_line_without_its_end_is_taken_too(desk: Desk) -> None:
    assert [json.loads(reply)["ok"] for reply in serve(desk, io.BytesIO(b'{"do": "state"}'))] == [True]


WRONG = [
    ({"do": "new_game", "game": "chess", "players": 2}, "bad-value"),
    ({"do": "new_game", "game": "castle-panic", "players": 7}, "bad-value"),
    ({"do": "new_game", "game": "castle-panic", "players": 0}, "bad-value"),
    ({"do": "new_game", "game": "castle-panic", "players": 2, "first": 3}, "bad-value"),
    ({"do": "new_game", "game": "castle-panic", "players": 2, "setup": "slow"}, "bad-value"),
    ({"do": "new_game", "game": "castle-panic", "players": 2, "version": "solo"}, "bad-value"),
    ({"do": "new_game", "game": "castle-panic", "players": 1, "names": ["Ana", "Ben"]}, "bad-value"),
    ({"do": "roll", "value": 7}, "bad-value"),
    ({"do": "roll", "value": 3}, "not-now"),
    ({"do": "tap", "piece": "unicorn"}, "unknown-piece"),
    ({"do": "tap", "piece": "goblin#8"}, "unknown-piece"),
    ({"do": "tap", "tag": "0011223344"}, "unknown-tag"),
    ({"do": "tap"}, "bad-input"),
    ({"do": "tap", "piece": "orc", "tag": "00"}, "bad-input"),
    ({"do": "tap", "piece": "orc#1"}, "not-now"),
    ({"do": "play", "card": "excalibur", "on": "orc"}, "unknown-card"),
    ({"do": "play", "card": "red-archer"}, "bad-input"),
    ({"do": "play", "card": "missing", "on": "orc"}, "bad-input"),
    ({"do": "play", "card": "red-archer", "on": "unicorn"}, "unknown-piece"),
    ({"do": "play", "card": "red-archer", "on": "orc"}, "illegal-target"),
    ({"do": "play", "card": "red-archer", "on": ["orc#1", "orc#2"]}, "bad-value"),
    ({"do": "play", "card": "red-archer", "on": "orc", "player": 2}, "not-now"),
    ({"do": "play", "card": "fortify-wall", "at": "wall-9"}, "bad-value"),
    ({"do": "play", "card": "fortify-wall", "at": "tower-1"}, "bad-value"),
    ({"do": "play", "card": "nice-shot"}, "illegal-target"),
    ({"do": "play", "card": "brick", "at": "wall-1"}, "illegal-target"),
    ({"do": "choose", "option": "arc-1"}, "not-now"),
    ({"do": "choose"}, "bad-input"),
    ({"do": "next"}, "not-now"),
    ({"do": "redo"}, "nothing-to-undo"),
    ({"do": "undo", "steps": 99}, "nothing-to-undo"),
    ({"do": "undo", "steps": 0}, "bad-value"),
    ({"do": "ask", "about": "weather"}, "bad-value"),
    ({"do": "set", "words": "chatty"}, "bad-value"),
    ({"do": "set"}, "bad-input"),
    ({"do": "correct"}, "bad-input"),
    ({"do": "correct", "turn": {"phase": "lunch"}}, "bad-value"),
    ({"do": "correct", "turn": {"player": 3}}, "bad-value"),
    ({"do": "correct", "walls": {"7": {"standing": False}}}, "bad-value"),
    ({"do": "correct", "monsters": [{"piece": "orc#1", "space": "moat-1"}]}, "bad-value"),
    ({"do": "correct", "monsters": [{"piece": "orc#1", "space": "archer-1", "health": 3}]}, "bad-value"),
    ({"do": "correct", "monsters": [{"piece": "giant-boulder#1", "space": "archer-1"}]}, "bad-value"),
    ({"do": "correct", "bag": {"left": 3}}, "bad-value"),
    ({"do": "cavalier"}, "not-now"),
]


@pytest.mark.parametrize(("message", "code"), WRONG, ids=[json.dumps(message)[:70] for message, _ in WRONG])
def test_each_refusal_has_its_code_and_one_sentence(desk: Desk, message: dict[str, Any], code: str) -> None:
    said(desk, do="correct", monsters=[])
    before = said(desk, do="state")
    reply = said(desk, **message)
    assert (reply["ok"], reply["error"]["code"]) == (False, code), reply
    assert reply["error"]["message"].endswith((".", "?"))
    assert said(desk, do="state") == before


@pytest.mark.parametrize(
    "message",
    [
        {"do": "state"},
        {"do": "press"},
        {"do": "done"},
        {"do": "undo"},
        {"do": "ask", "about": "danger"},
        {"do": "correct", "skip_draw": True},
    ],
)
def test_without_a_game_there_is_no_game(message: dict[str, Any]) -> None:
    reply = said(make_desk(None), **message)
    assert reply["error"]["code"] == "no-game"
    assert reply["prompt"] is None


def test_the_button_follows_the_offer_through_a_whole_turn(desk: Desk) -> None:
    said(desk, do="correct", monsters=[{"piece": "orc#1", "space": "knight-2"}])
    assert said(desk, do="press")["prompt"]["topic"] == "draw"
    assert said(desk, do="press")["error"]["code"] == "not-now"
    said(desk, do="tap", piece="goblin")
    assert said(desk, do="press")["events"][0]["event"] == "rolled"


def test_without_a_reader_the_kinds_are_a_list_that_the_button_walks(desk: Desk) -> None:
    said(desk, do="press")
    prompt = said(desk, do="next")["prompt"]
    assert prompt["marked"] == prompt["options"][0]["id"] == "goblin"
    assert said(desk, do="back")["prompt"]["marked"] == prompt["options"][-1]["id"]
    assert said(desk, do="choose", option="orc")["events"][0]["piece"] == "orc#1"


def test_a_tap_on_a_monster_reports_a_hit_as_one_step(desk: Desk) -> None:
    said(
        desk,
        do="correct",
        monsters=[{"piece": "orc#1", "space": "knight-3"}, {"piece": "troll#1", "space": "forest-1"}],
    )
    offer = said(desk, do="tap", piece="orc")["prompt"]
    assert (offer["topic"], offer["marked"]) == ("tapped", "hit")
    assert said(desk, do="tap", piece="orc#1")["events"][0]["event"] == "monster-damaged"
    assert said(desk, do="tap", piece="troll")["prompt"]["marked"] == "cancel"
    assert said(desk, do="press")["prompt"]["topic"] == "play"
    said(desk, do="undo")
    assert [monster["health"] for monster in said(desk, do="state")["state"]["monsters"]] == [2, 3]


def test_another_input_drops_the_offer_of_a_tap(desk: Desk) -> None:
    said(
        desk, do="correct", monsters=[{"piece": "orc#1", "space": "knight-3"}, {"piece": "orc#2", "space": "archer-1"}]
    )
    said(desk, do="tap", piece="orc#1")
    said(desk, do="play", card="red-archer", on="orc#2")
    assert said(desk, do="state")["prompt"]["topic"] == "play"
    said(desk, do="tap", piece="orc#1")
    assert said(desk, do="tap", piece="orc#2")["prompt"]["topic"] == "tapped"


def test_a_moved_monster_is_told_by_ring_and_arc_and_undone_in_one_step(desk: Desk) -> None:
    said(desk, do="correct", monsters=[{"piece": "orc#1", "space": "knight-3", "health": 1}])
    said(desk, do="tap", piece="orc#1")
    ring = said(desk, do="choose", option="moved")["prompt"]
    assert (ring["topic"], ring["marked"]) == ("moved-ring", "knight")
    arc = said(desk, do="choose", option="archer")["prompt"]
    assert (arc["topic"], arc["marked"]) == ("moved-arc", "arc-3")
    said(desk, do="choose", option="arc-5")
    monster = said(desk, do="state")["state"]["monsters"][0]
    assert (monster["space"], monster["health"]) == ("archer-5", 1)
    said(desk, do="undo")
    assert said(desk, do="state")["state"]["monsters"][0]["space"] == "knight-3"


def test_an_identifying_tap_changes_nothing_and_a_token_of_the_bag_is_never_named(desk: Desk) -> None:
    said(desk, do="correct", monsters=[{"piece": "orc#1", "space": "knight-3"}], turn={"phase": "draw"})
    said(desk, do="tap", piece="goblin#1")
    told = said(desk, do="tap", piece="orc#1")
    assert told["ok"] and "arc 3" in told["say"].lower()
    refused = said(desk, do="tap", piece="troll#1")
    assert refused["error"]["code"] == "not-now" and "troll" not in refused["error"]["message"].lower()


def test_guided_play_waits_for_acknowledgements_that_are_no_steps(desk: Desk) -> None:
    said(desk, do="new_game", game="castle-panic", players=2, setup="none", pace="guided", seed=1)
    said(desk, do="correct", monsters=[{"piece": "orc#1", "space": "forest-3"}])
    assert said(desk, do="done")["prompt"]["topic"] == "move-pieces"
    assert said(desk, do="press")["prompt"]["topic"] == "draw"
    said(desk, do="undo")
    assert said(desk, do="state")["prompt"]["topic"] == "play"
    assert said(desk, do="redo")["prompt"]["topic"] == "draw"


def test_auto_takes_a_standing_acknowledgement_as_given(desk: Desk) -> None:
    said(desk, do="new_game", game="castle-panic", players=2, setup="none", pace="guided", seed=1)
    said(desk, do="correct", monsters=[{"piece": "orc#1", "space": "forest-3"}])
    said(desk, do="done")
    assert said(desk, do="set", pace="auto")["prompt"]["topic"] == "draw"
    said(desk, do="undo")
    assert said(desk, do="done")["prompt"]["topic"] == "draw"


def test_a_roll_pressed_again_after_an_undo_shows_the_same_number_unless_asked_for_a_new_one(desk: Desk) -> None:
    said(desk, do="done")
    said(desk, do="tap", piece="goblin")
    first = said(desk, do="press")["events"][0]["value"]
    said(desk, do="undo")
    assert said(desk, do="press")["events"][0]["value"] == first
    others = set()
    for _ in range(20):
        said(desk, do="undo")
        others.add(said(desk, do="press", again=True)["events"][0]["value"])
    assert len(others) > 2


def test_say_again_repeats_what_was_said(desk: Desk) -> None:
    prompt = said(desk, do="done")["prompt"]
    assert said(desk, do="say_again")["say"] == prompt["say"]
    said(desk, do="ask", about="danger")
    assert said(desk, do="say_again", back=1)["say"] == prompt["say"]


def test_stdio_starts_talks_and_ends_with_its_input() -> None:
    lines = '{"do": "new_game", "game": "castle-panic", "players": 2, "seed": 1}\nrubbish\n'
    done = subprocess.run(
        [sys.executable, "-m", "companion", "stdio"], input=lines, capture_output=True, text=True, timeout=30
    )
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False]
    assert done.returncode == 0 and not done.stderr


def test_with_the_button_alone_several_options_are_picked_one_press_each(desk: Desk) -> None:
    said(
        desk,
        do="new_game",
        game="castle-panic",
        boxes=["dark-titan"],
        agranok=1,
        players=2,
        setup="none",
        pace="auto",
        seed=1,
    )
    down = {arc: {"standing": False} for arc in ("1", "3", "5")}
    said(
        desk, do="correct", supports=[{"piece": "stonemasons-cart#1", "space": "swordsman-1", "health": 2}], walls=down
    )
    asked = said(desk, do="move_support", piece="stonemasons-cart", path=["castle-1"], color="red")["prompt"]
    assert (asked["topic"], asked["min"], asked["max"], asked["marked"]) == ("stonemason-walls", 2, 2, "wall-1")
    assert said(desk, do="press")["prompt"]["topic"] == "stonemason-walls"
    assert said(desk, do="press")["error"]["code"] == "unknown-option"
    said(desk, do="next")
    said(desk, do="next")
    said(desk, do="press")
    walls = said(desk, do="state")["state"]["walls"]
    assert [arc for arc in walls if not walls[arc]["standing"]] == ["3"]


def test_agranoks_card_tells_its_level_only_when_that_is_asked(desk: Desk) -> None:
    wish = {
        "do": "new_game",
        "game": "castle-panic",
        "boxes": ["dark-titan"],
        "players": 2,
        "setup": "none",
        "pace": "auto",
        "seed": 1,
    }
    replies = []
    for level in range(1, 6):
        said(desk, **wish)
        early = [said(desk, do="tap", piece=f"agranok-card#{level}")]
        said(
            desk,
            do="correct",
            agranok={"card": "facedown", "heralds": ["herald#1", "herald#2"]},
            turn={"phase": "draw"},
        )
        early.append(said(desk, do="tap", piece=f"agranok-card#{level}"))
        replies.append(early)
        said(desk, do="tap", piece="herald#3")
        said(desk, do="roll", value=1)
        said(desk, do="roll", value=2)
        assert said(desk, do="state")["prompt"]["topic"] == "agranok-level"
        said(desk, do="tap", piece=f"agranok-card#{level}")
        assert said(desk, do="state")["state"]["agranok"]["card"] == level
    assert all(early == replies[0] for early in replies)


@pytest.mark.parametrize("piece", ["giant-boulder#1", "orc#1"])
def test_people_may_insist_on_a_hit_on_what_is_not_on_the_board_and_nothing_happens(desk: Desk, piece: str) -> None:
    refused = said(desk, do="play", card="red-archer", on=piece)
    assert refused["error"]["code"] == "illegal-target"
    before = said(desk, do="state")["state"]
    insisted = said(desk, do="play", card="red-archer", on=piece, force=True)
    assert (insisted["ok"], [event["event"] for event in insisted["events"]]) == (True, ["card-played"])
    assert said(desk, do="state")["state"] == before
