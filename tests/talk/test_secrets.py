"""Non-interference: whatever is secret, everything that can be observed before its time is the same, byte for byte."""

from __future__ import annotations

import json
import sqlite3
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from companion.game.fate import Secret
from companion.journal.keeping import Keeper
from companion.journal.record import Journal, resume
from companion.talk.desk import Desk
from companion.talk.protocol import answer, encode_reply
from tests.crash.scripts import new_desk
from tests.talk.checking import checked

BOSSES = ("basilisk", "chimera", "dragon", "hydra", "necromancer", "warlock")
ASKED = ("danger", "board", "flames", "bosses", "castle", "progress", "secret", "heralds", "settings", "arc-1")
QUESTIONS = [
    {"do": "state"},
    {"do": "say_again"},
    {"do": "next"},
    {"do": "back"},
    *[{"do": "ask", "about": about} for about in ASKED],
]
WRONG = [
    {"do": "tap", "piece": "dragon#1"},
    {"do": "tap", "piece": "agranok-card#2"},
    {"do": "correct", "bag": {"left": 3}},
]
DRAWN = (
    "goblin-king",
    "troll",
    "orc",
    "giant-boulder",
    "draw-3-monster-tokens",
    "troll-mage",
    "healer",
    "plague-knights",
    "orc-warlord",
    "ogre",
    "elite-orc",
    "golem",
    "phoenix",
    "supply-wagon",
)
"""No Harbinger and no Herald: nothing is revealed."""
INPUTS = 120


def observed(wish: dict[str, Any], journal: Journal | None = None) -> list[bytes]:
    """Every reply after the first, of a table that answers what stands, asks everything now and then, and errs."""
    desk = checked(new_desk())
    keeper = None
    if journal is not None:
        resume(desk, journal)
        keeper = Keeper(journal)

    def say(message: dict[str, Any]) -> dict[str, Any]:
        replies.append(encode_reply(answer(desk, json.dumps(message).encode(), keeper)))
        return json.loads(replies[-1])

    replies: list[bytes] = []
    reply = say(
        {"do": "new_game", "game": "castle-panic", "players": 3, "setup": "quick", "pace": "guided", "seed": 9} | wish
    )
    for number in range(INPUTS):
        reply = say(_next(reply["prompt"], number))
        if number % 30 == 7:
            for message in (*QUESTIONS, *WRONG, {"do": "undo", "steps": 2}, {"do": "redo", "steps": 2}):
                reply = say(message)
    assert json.loads(replies[-1])["prompt"] and sum(b'"ok":true' in line for line in replies) > len(replies) / 2
    return replies[1:]


def _next(prompt: dict[str, Any], number: int) -> dict[str, Any]:
    if prompt["kind"] == "tap":
        return {"do": "tap", "piece": DRAWN[number % len(DRAWN)]}
    return {"do": "done"} if prompt["kind"] in ("play", "cavalier") else {"do": "press"}


def levels() -> list[int]:
    """A secret seed for each of Agranok's levels."""
    found: dict[int, int] = {}
    for seed in range(200):
        found.setdefault(Secret(seed).number("agranok", 5), seed)
    assert len(found) == 5
    return list(found.values())


def test_which_harbingers_are_in_the_bag_shows_in_no_reply_before_one_is_drawn() -> None:
    seen = [observed({"boxes": ["wizards-tower"], "harbingers": list(three)}) for three in combinations(BOSSES, 3)]
    assert len(seen) == 20
    assert all(replies == seen[0] for replies in seen)


@pytest.mark.parametrize("boxes", [["dark-titan"], ["wizards-tower", "dark-titan"]])
def test_agranoks_random_level_shows_in_no_reply_before_he_comes(boxes: list[str]) -> None:
    seen = [observed({"boxes": boxes, "agranok": "random", "secret_seed": seed}) for seed in levels()]
    assert all(replies == seen[0] for replies in seen)


def test_what_the_journal_must_keep_is_sealed_and_always_as_long(tmp_path: Path) -> None:
    kept = []
    for number, seed in enumerate(levels()):
        journal = Journal(tmp_path / str(number), lambda: 1.0)
        wish = {
            "boxes": ["wizards-tower", "dark-titan"],
            "agranok": "random",
            "secret_seed": seed,
            "harbingers": list(BOSSES[number % 4 :][:3]),
        }
        observed(wish, journal)
        rows = [
            row[0] for row in sqlite3.connect(tmp_path / str(number)).execute("SELECT input FROM entries ORDER BY id")
        ]
        journal.close()
        kept.append(rows)
        assert not any(f'"{boss}"' in row or f"harbinger-{boss}" in row for row in rows for boss in BOSSES)
        assert f'"secret_seed":{seed}' not in rows[0]
    assert len({len(rows[0]) for rows in kept}) == 1
    assert all(rows[1:] == kept[0][1:] for rows in kept)
    again: Desk = new_desk()
    resume(again, Journal(tmp_path / "0", lambda: 1.0))
    assert again.game is not None
