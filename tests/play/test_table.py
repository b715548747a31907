"""The simulated table: finger, token, panel and lights are wired to the very daemon."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.channels.cues import RingCue
from companion.channels.lights import LightSettings
from companion.channels.picture import board_picture
from companion.play.acts import HandsError
from companion.play.table import SimTable
from companion.talk import messages as m
from hardware.screen.display import WANDERINGS, Screen, draw
from tests.channels.seeing import frame
from tests.play.tables import ready, run, simulated, texts, until


def shows_offer(table: SimTable) -> bool:
    """Whether the panel shows the standing offer, wherever its picture has wandered."""
    prompt = table.desk.prompt()
    assert prompt is not None
    lines = tuple(prompt["screen"])
    screen = Screen(lines, len(lines) - 1 if lines[-1].startswith(">") else None)
    return table.picture.tobytes() in [draw(screen, shift=shift).tobytes() for shift in WANDERINGS]


def test_a_press_goes_through_the_button(tmp_path: Path) -> None:
    async def play() -> None:
        async with simulated(tmp_path, setup="none") as table:
            await ready(table)
            table.press()
            assert table.inputs == 0
            await until(table, lambda: table.inputs == 1)
            assert table.game is not None
            assert table.game.request.topic == "draw"

    run(play())


def test_a_hold_takes_the_marked_option_as_at_a_real_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with simulated(tmp_path) as table:
            await ready(table)
            assert table.game is not None
            table.lay(table.game.table.board[0].name)
            await until(table, lambda: table.game and table.game.offer)
            table.hold()
            await until(table, lambda: table.game and not table.game.offer)
            assert any(text.startswith("Hit.") or "slain" in text for text in texts(table))

    run(play())


def test_a_token_of_the_bag_is_laid_on_the_reader(tmp_path: Path) -> None:
    async def play() -> None:
        async with simulated(tmp_path, setup="none") as table:
            await ready(table)
            with pytest.raises(HandsError):
                table.draw()
            table.take(m.DoneMessage())
            before = table.tray()
            table.draw()
            await until(table, lambda: table.inputs == 2)
            assert (before - table.tray()).total() == 1
            table.take(m.UndoMessage())
            table.draw("giant-boulder")
            await until(table, lambda: table.inputs == 2)
            assert table.offer.startswith("Giant Boulder!")

    run(play())


def test_the_panel_shows_the_offer_and_the_ring_the_board(tmp_path: Path) -> None:
    async def play() -> None:
        async with simulated(tmp_path) as table:
            await ready(table)
            assert table.game is not None
            table.lay(table.game.table.board[0].name)
            await until(table, lambda: table.game and table.game.offer)
            await until(table, lambda: shows_offer(table))
            prompt = table.desk.prompt()
            assert prompt is not None
            cues = [RingCue(cue["cue"], cue.get("arc")) for cue in prompt["ring"]]
            assert cues
            wanted = frame(board_picture(table.game.table), cues, 10.0, LightSettings(), 60)
            await until(table, lambda: table.lights == wanted)

    run(play())


def test_what_is_refused_is_said(tmp_path: Path) -> None:
    async def play() -> None:
        async with simulated(tmp_path) as table:
            reply = table.take(m.RollMessage(value=3))
            assert not reply["ok"]
            assert texts(table)[-1] == reply["error"]["message"]

    run(play())


def test_no_speech_engine_and_no_sound_card_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    async def play() -> None:
        async with simulated(tmp_path) as table:
            await ready(table)
            assert not any("speaker" in text for text in texts(table))

    run(play())


def test_many_words_are_kept_and_the_oldest_forgotten(tmp_path: Path) -> None:
    async def play() -> None:
        async with simulated(tmp_path) as table:
            for number in range(600):
                table.hint(str(number))
            assert texts(table) == [str(number) for number in range(100, 600)]
            assert table.said > 600

    run(play())
