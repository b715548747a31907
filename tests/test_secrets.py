"""Non-interference: whatever is secret, everything that can be observed before its time is the same, byte for byte."""

from __future__ import annotations

import json
import sqlite3
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from companion.desk import Desk
from companion.fate import Secret
from companion.journal import Journal, resume
from companion.protocol import answer, encode_reply
from tests.crash.scripts import new_desk

BOSSES = ("basilisk", "chimera", "dragon", "hydra", "necromancer", "warlock")
ASKED = ("danger", "board", "flames", "bosses", "castle", "progress", "secret", "heralds", "settings", "arc-1")
SCRIPT: list[dict[str, Any]] = [
    {"do": "state"},
    {"do": "next"},
    {"do": "press"},
    *[{"do": "ask", "about": about} for about in ASKED],
    {"do": "done"},
    {"do": "state"},
    {"do": "tap", "piece": "goblin-king"},
    {"do": "press"},
    {"do": "tap", "piece": "troll-mage"},
    {"do": "press"},
    {"do": "undo", "steps": 2},
    {"do": "redo", "steps": 2},
    *[{"do": "tap", "piece": piece} for piece in ("orc", "orc", "troll", "draw-3-monster-tokens", "orc", "orc", "orc")],
    {"do": "press"},
    {"do": "ask", "about": "progress"},
    {"do": "tap", "piece": "dragon#1"},
    {"do": "tap", "piece": "agranok-card#2"},
    {"do": "correct", "bag": {"left": 3}},
    {"do": "set", "words": "verbose"},
    {"do": "say_again"},
    {"do": "state"},
]


def observed(wish: dict[str, Any], journal: Journal | None = None) -> list[bytes]:
    """Every reply after the first."""
    desk = new_desk()
    if journal is not None:
        resume(desk, journal)
    replies = []
    for message in [{"do": "new_game", "game": "castle-panic", "players": 3, "setup": "quick", "pace": "auto", "seed": 9} | wish, *SCRIPT]:
        for _ in range(1 if message["do"] != "press" else 2):
            replies.append(encode_reply(answer(desk, json.dumps(message).encode(), journal)))
    return replies[1:]


def levels() -> list[int]:
    """A secret seed for each of Agranok's levels."""
    found: dict[int, int] = {}
    seed = 0
    while len(found) < 5:
        found.setdefault(Secret(seed).number("agranok", 5), seed)
        seed += 1
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
        wish = {"boxes": ["wizards-tower", "dark-titan"], "agranok": "random", "secret_seed": seed, "harbingers": list(BOSSES[number % 4 :][:3])}
        observed(wish, journal)
        rows = [row[0] for row in sqlite3.connect(tmp_path / str(number)).execute("SELECT input FROM entries ORDER BY id")]
        journal.close()
        kept.append(rows)
        assert not any(f'"{boss}"' in row or f"harbinger-{boss}" in row for row in rows for boss in BOSSES)
        assert f'"secret_seed":{seed}' not in rows[0]
    assert len({len(rows[0]) for rows in kept}) == 1
    assert all(rows[1:] == kept[0][1:] for rows in kept)
    again: Desk = new_desk()
    resume(again, Journal(tmp_path / "0", lambda: 1.0))
    assert again.game is not None
