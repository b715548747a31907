"""Rooms for the tests of the daemon and its pieces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game.rules.fixes import MonsterFix
from companion.talk import messages as m
from tests.service.room import Room, Rooms


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    """Makes rooms, one after the other at the same place; all are left at the end, whatever became of the test."""
    made: list[Room] = []

    def make(text: str = "", **more: Any) -> Room:
        made.append(Room(tmp_path, text, **more))
        return made[-1]

    yield make
    for room in made:
        room.stop()


@pytest.fixture
def room(rooms: Rooms) -> Room:
    return rooms()


@pytest.fixture
def playing(room: Room) -> Room:
    """A game in Play Cards, with an Orc and a Troll on the board, and silence."""
    room.begin()
    room.take(m.CorrectMessage(monsters=[MonsterFix("orc#1", "knight-3"), MonsterFix("troll#1", "archer-5")]))
    room.hear_out()
    room.forget()
    return room
