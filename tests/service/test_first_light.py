"""From the wire to the room: the real daemon as a process, bytes on a line, a level on a pin, and what comes of it."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.channels.picture import board_picture
from companion.owner.tags import TagFile
from hardware.ring import RingSettings, decode
from hardware.screen.display import Screen, draw
from tests.service.process import Connection, Table

GOBLIN = "62E3086CED"
ORC = "0A00B1C2D3"


@pytest.fixture
def table(tmp_path: Path):
    made = Table(tmp_path, pace="auto")
    made.state.mkdir()
    book = TagFile(made.state / "tags.json", lambda: datetime.now(UTC))
    for tag, piece in ((GOBLIN, "goblin#1"), (ORC, "orc#4")):
        book.change(lambda pages, tag=tag, piece=piece: pages.learn(tag, piece, {"goblin": 6, "orc": 11}))
    yield made
    made.close()


def begin_drawing(connection: Connection) -> None:
    connection.say("watch")
    connection.say("new_game", game="castle-panic", players=2, setup="none", pace="auto", seed=3)
    connection.say("correct", monsters=[], turn={"phase": "draw"})


def drawn_lines(table: Table, lines: list[str]) -> bool:
    """Whether the panel has shown these lines, with the last one inverted where it is the offer."""
    wanted = Screen(tuple(lines), len(lines) - 1 if lines[-1].startswith(">") else None)
    places = [
        draw(wanted, 0, (x, y)).tobytes() for x in range(-2, 5) for y in range(-2, 5)
    ]  # the picture wanders against burn-in
    return any(picture.tobytes() in places for picture in table.pictures())


def test_a_token_on_the_reader_and_a_press_become_a_monster_words_light_and_sound(table: Table) -> None:
    with table.start() as connection:
        begin_drawing(connection)

        table.lay(GOBLIN)
        drawn = connection.until(lambda update: update["events"] and update["events"][0]["event"] == "token-drawn")
        assert drawn["prompt"]["topic"] == "monster-arc"
        assert "goblin" in drawn["prompt"]["say"].lower()
        assert any("GOBLIN" in line.upper() for line in drawn["prompt"]["screen"])
        connection.ask_until(lambda: drawn_lines(table, drawn["prompt"]["screen"]))

        table.press()
        placed = connection.until(lambda update: any(event["event"] == "monster-placed" for event in update["events"]))
        event = next(event for event in placed["events"] if event["event"] == "monster-placed")
        state = connection.say("state")["state"]
        assert [(monster["piece"], monster["space"]) for monster in state["monsters"]] == [("goblin#1", event["space"])]
        assert event["space"].startswith("forest-")

        arc = int(event["space"][-1])
        ring = RingSettings(count=60)
        color = {1: (140, 8, 0), 2: (140, 8, 0), 3: (0, 160, 140), 4: (0, 160, 140), 5: (0, 0, 140), 6: (0, 0, 140)}[
            arc
        ]

        def lit() -> bool:
            """A light in the arc's color for a Monster in the Forest, between two white brackets, and no other."""
            lights = ring.from_wire(decode(table.ring.read_bytes())[-1])
            segments = [lights[10 * number : 10 * number + 10] for number in range(6)]
            marked = segments.pop(arc - 1)
            return (
                marked.count(color) == 1
                and min(marked[0]) > 0
                and all(segment[:8] == [(0, 0, 0)] * 8 for segment in segments)
            )

        connection.ask_until(lit)
        sounds = connection.ask_until(lambda: [sound for sound in table.heard() if sound[0] > 0.5])
        assert all(loudest > 1000 for _, loudest in sounds)

        rows = [
            json.loads(row[0])["do"]
            for row in sqlite3.connect(table.state / "journal.sqlite").execute("SELECT input FROM entries ORDER BY id")
        ]
        assert rows == ["new_game", "correct", "tap", "press"]
    assert table.stop() == 0


def test_after_kill_9_the_same_question_and_the_same_state_stand(table: Table) -> None:
    with table.start() as connection:
        begin_drawing(connection)
        table.lay(ORC)
        drawn = connection.until(lambda update: update["events"] and update["events"][0]["event"] == "token-drawn")
        before = connection.say("state")["state"]
    table.kill()

    with table.start() as again:
        after = again.say("state")
        assert after["prompt"] == drawn["prompt"]
        assert after["state"] == before
        assert oct(table.socket.stat().st_mode)[-3:] == "660"


def test_an_unknown_sticker_is_refused_in_words_and_changes_nothing(table: Table) -> None:
    with table.start() as connection:
        begin_drawing(connection)
        before = connection.say("state")["state"]
        table.lay("04006FEBD1")
        connection.ask_until(lambda: len(table.heard()) > 0)
        assert connection.say("state")["state"] == before


def test_the_board_picture_shows_the_nearest_monster_of_each_arc() -> None:
    from companion.game.rules.fixes import MonsterFix, TowerFix
    from companion.game.rules.options import GameOptions
    from companion.game.session import Game
    from companion.owner.library import load_library
    from companion.talk.messages import CorrectMessage

    game = Game(GameOptions(("castle-panic",), 2, setup="none", first=1), load_library(), seed=1)
    fixes = [MonsterFix("orc#1", "forest-3"), MonsterFix("orc#2", "knight-3"), MonsterFix("troll#1", "castle-5")]
    game.correct(CorrectMessage(monsters=fixes, towers={"5": TowerFix(standing=False)}).correction())
    assert [light.near for light in board_picture(game.table)] == [0, 0, 3, 0, 5, 0]
    assert [light.tower for light in board_picture(game.table)] == [True, True, True, True, False, True]
