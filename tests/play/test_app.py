"""The window of the simulated table, driven by keys and mouse as a person would."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from companion.game.boxes import every_combination
from companion.play.app import PlayApp
from companion.play.auto import AutoError, AutoPlayer
from companion.play.board import SMALLEST
from companion.play.pixels import braille, half_blocks
from companion.play.screens import PickScreen, ReadScreen
from companion.play.table import SimTable
from companion.play.widgets import BoardView, ButtonView, HandView, PanelView, TrayView, WordsView
from companion.talk import messages as m
from tests.play.tables import PATIENCE, new_table, ready, run, texts, until

SMALL, LARGE, HUGE = (80, 24), (120, 42), (190, 56)


@asynccontextmanager
async def window(
    folder: Path, size: tuple[int, int] = SMALL, **wishes: Any
) -> AsyncIterator[tuple[SimTable, PlayApp, Pilot[str]]]:
    table = new_table(folder, **wishes)
    app = PlayApp(table)
    try:
        async with app.run_test(size=size) as pilot:
            await ready(table)
            yield table, app, pilot
    finally:
        table.stop()


def shown(app: PlayApp, kind: type) -> str:
    """The letters of one part of the window."""
    part = app.screen_stack[0].query_one(kind)
    return "\n".join(part.render_line(line).text for line in range(part.size.height))


def picked(app: PlayApp) -> list[str]:
    options = app.screen.query_one(OptionList)
    return [str(options.get_option_at_index(place).id) for place in range(options.option_count)]


@pytest.mark.parametrize("size", [SMALL, LARGE, HUGE])
def test_every_size_shows_panel_board_words_and_cards(tmp_path: Path, size: tuple[int, int]) -> None:
    async def look() -> None:
        async with window(tmp_path, size) as (table, app, pilot):
            await pilot.pause()
            panel, words = shown(app, PanelView), shown(app, WordsView)
            wanted = half_blocks(table.picture) if size == HUGE else braille(table.picture)
            assert all(line.strip() in panel for line in wanted)
            assert "▸ Player 1, play cards." in words
            assert "PRESS WHEN DONE" in str(app.query_one(ButtonView).render())
            board = shown(app, BoardView)
            assert all(f"{arc}{color}" in board for arc, color in zip("123456", "RRGGBB", strict=True))
            assert board.count("♜") == 6
            deal = table.deal
            assert deal is not None
            assert table.words.card_name(deal.hand[0]) in str(app.query_one(HandView).render())
            assert app.query_one(TrayView).display == (size in (LARGE, HUGE))
            assert app.query_one(BoardView).size.height >= (SMALLEST if size != SMALL else 16)

    run(look())


def test_a_turn_by_keys(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path, setup="none") as (table, _, pilot):
            await pilot.press("space")
            await until(table, lambda: table.inputs == 1)
            await pilot.press("t")
            await until(table, lambda: table.inputs == 2)
            await pilot.press("u")
            assert table.inputs == 1
            await pilot.press("r")
            assert table.inputs == 2
            assert table.game is not None
            for _ in range(10):
                if table.game.request.kind == "roll":
                    await pilot.press("4")
            assert table.game.request.kind != "roll"
            assert "Rolled 4." in texts(table)

    run(play())


def test_tokens_can_be_picked_from_the_bag(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path, setup="none") as (table, app, pilot):
            table.take(m.DoneMessage())
            await pilot.press("T")
            assert isinstance(app.screen, PickScreen)
            assert picked(app) == [kind for kind, count in table.tray().items() if count]
            await pilot.press("down", "enter")
            await until(table, lambda: table.inputs == 2)
            assert table.offer.startswith("Orc.")

    run(play())


def test_a_card_is_played_from_the_list(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path) as (table, app, pilot):
            plays = table.people.plays()
            await pilot.press("c")
            assert len(picked(app)) == len(plays)
            await pilot.press("enter")
            await pilot.pause()
            assert table.inputs == 1
            assert any(text.startswith("Player 1 plays ") for text in texts(table))

    run(play())


def test_a_monster_that_is_clicked_offers_its_cards_and_the_reader(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path, LARGE) as (table, app, pilot):
            await pilot.pause()
            play = next(play for play in table.people.plays() if play.on)
            board = app.query_one(BoardView)
            shown(app, BoardView)
            spot = next(place for place, target in board.targets.items() if target == play.on[0].name)
            line, column = spot
            await pilot.click(BoardView, offset=(column + 1, line + 1))
            assert picked(app)[-1] == "tap"
            assert len(picked(app)) > 1
            await pilot.press("up", "enter")
            await until(table, lambda: table.game and table.game.offer)
            assert table.offer.endswith("Hit it?")

    run(play())


def test_arcs_button_and_bag_can_be_clicked(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path, LARGE, setup="none") as (table, app, pilot):
            await pilot.pause()
            shown(app, BoardView)
            line, column = next(
                place for place, target in app.query_one(BoardView).targets.items() if target == "arc-5"
            )
            await pilot.click(BoardView, offset=(column + 1, line + 1))
            assert texts(table)[-1].startswith("Arc 5, blue")
            await pilot.click(TrayView)
            assert texts(table)[-1] == "No token is to be drawn now."
            await pilot.click(ButtonView)
            await until(table, lambda: table.inputs == 1)
            await pilot.click(TrayView)
            assert isinstance(app.screen, PickScreen)

    run(play())


def test_lists_are_walked_with_next_and_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path) as (table, app, pilot):
            assert table.game is not None
            table.lay(table.game.table.board[0].name)
            await until(table, lambda: table.game and table.game.offer)
            await pilot.press("n")
            await until(table, lambda: "it for 2" in table.offer)
            await pilot.press("b")
            await until(table, lambda: "it for 2" not in table.offer)
            await pilot.press("o")
            assert "slay" in picked(app)
            await pilot.press("escape")
            assert not isinstance(app.screen, PickScreen)

    run(play())


def test_questions_words_and_cards_have_lists(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path) as (table, app, pilot):
            for key, first in (("a", "arc-1"), ("w", "brief"), ("x", ""), ("g", ""), ("m", "")):
                await pilot.press(key)
                assert isinstance(app.screen, PickScreen), key
                assert picked(app)[0].startswith(first)
                await pilot.press("enter")
                await pilot.pause()
                if isinstance(app.screen, PickScreen):  # a Monster and a trade lead to another list
                    await pilot.press("enter")
                    await pilot.pause()
            said = " ".join(texts(table))
            assert "Arc 1, red" in said
            assert "discards" in said
            assert table.desk.settings.words == "brief"

    run(play())


def test_what_cannot_be_picked_is_said_and_commands_can_be_typed(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path, setup="none") as (table, app, pilot):
            for key in "moft":
                before = table.said
                await pilot.press(key)
                assert table.said == before + 1, key
                assert not isinstance(app.screen, PickScreen)
            await pilot.press("colon")
            app.screen.query_one(Input).value = "ask progress"
            await pilot.press("enter")
            await pilot.pause()
            assert "tokens" in texts(table)[-1]
            for line in ("dance", "roll x", '{"do": 5}', "swap nothing"):
                await pilot.press("colon")
                app.screen.query_one(Input).value = line
                await pilot.press("enter")
                await pilot.pause()
                assert texts(table)[-1].endswith("."), line

    run(play())


def test_help_comes_and_goes_the_view_can_be_flipped_and_the_words_leafed_through(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path, SMALL) as (table, app, pilot):
            await pilot.press("question_mark")
            assert isinstance(app.screen, ReadScreen)
            await pilot.press("escape")
            await pilot.press("v")
            await pilot.pause()
            assert not app.query_one(PanelView).display
            assert app.query_one(BoardView).size.width >= 2 * SMALLEST
            board = shown(app, BoardView)
            assert board.count("·") + board.count("●") == 60
            for number in range(40):
                table.hint(f"line {number}")
            await pilot.pause()
            for key, newest in (("", True), ("pageup", False), ("pagedown", True)):
                await pilot.press(*[key] * 2 if key else [])
                assert ("line 39" in shown(app, WordsView)) == newest

    run(play())


def test_leaving_keeps_the_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with window(tmp_path) as (_, app, pilot):
            await pilot.press("c", "enter")
            await pilot.press("q")
            assert app.return_value == f"The game is kept in {tmp_path}."
        async with window(tmp_path) as (table, _, _):
            assert table.inputs == 1
            assert "I am back. The game goes on." in texts(table)

    run(play())


def test_a_table_that_plays_by_itself_ends_with_the_result(tmp_path: Path) -> None:
    async def play() -> str | None:
        table = new_table(tmp_path, auto=True, fast=True, seed=3)
        app = PlayApp(table)
        try:
            async with asyncio.timeout(PATIENCE):
                return await app.run_async(headless=True, size=SMALL)
        finally:
            table.stop()

    line = run(play())
    assert line is not None
    assert line.startswith(("Won", "Lost"))


def test_a_fault_while_it_plays_by_itself_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(player: AutoPlayer) -> None:
        raise AutoError("refused")

    monkeypatch.setattr(AutoPlayer, "step", fail)

    async def play() -> tuple[str | None, int | None]:
        table = new_table(tmp_path, auto=True, fast=True)
        app = PlayApp(table)
        try:
            async with asyncio.timeout(PATIENCE):
                return await app.run_async(headless=True, size=SMALL), app.return_code
        finally:
            table.stop()

    assert run(play()) == ("refused", 1)


def test_without_textual_one_sentence_says_what_is_missing(tmp_path: Path) -> None:
    script = (
        "import sys, importlib.util as u\n"
        "find = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'textual' else find(name, *rest)\n"
        "from companion.commands.parser import main\n"
        f"sys.exit(main(['play', '--picture', {str(tmp_path / 'picture.svg')!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout) == (1, "")
    assert "castle-companion[play]" in done.stderr
    assert "--plain" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("boxes", every_combination(), ids="+".join)
def test_every_box_plays_in_the_window(tmp_path: Path, boxes: tuple[str, ...]) -> None:
    """Keys open the lists, and the people go on with the game, until it is over or long enough."""

    async def play() -> None:
        wishes = {"game": boxes[0], "boxes": boxes[1:], "players": 2}
        async with window(tmp_path, LARGE, **wishes) as (table, app, pilot):
            people = AutoPlayer(table, fast=True)
            for key in ["c", "m", "o", "x", "g", "f", "a", "w", "T", "v", "s"] * 6:
                if table.over:
                    break
                people.step()
                await pilot.press(key)
                if len(app.screen_stack) > 1:
                    await pilot.press("escape")
            assert table.inputs > 5
            assert shown(app, WordsView).strip()

    run(play())
