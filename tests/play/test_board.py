"""The board in letters: everything on it can be read without colors."""

from __future__ import annotations

import random

import pytest

from companion.channels.cues import RingCue
from companion.channels.lights import LightSettings
from companion.channels.picture import board_picture
from companion.commands.desk import make_desk
from companion.game.board import RINGS
from companion.game.rules.fixes import MonsterFix, TowerFix, WallFix
from companion.game.rules.table import Table
from companion.play.board import SMALLEST, Cell, Painter, arc_lines, disc, marks, short
from companion.play.people import People
from companion.talk import messages as m
from tests.channels.seeing import frame
from tests.talk.checking import checked

SPACES = [f"{ring}-{arc}" for ring in RINGS for arc in range(1, 7)]
DARK = [(0, 0, 0)] * 60


def table_with(**corrections: object) -> Table:
    desk = make_desk(None)
    desk.do(m.NewGameMessage(game="castle-panic", players=2, setup="none", pace="auto", seed=1))
    if corrections:
        desk.do(m.CorrectMessage(**corrections))
    assert desk.game is not None
    return desk.game.table


def painted(
    table: Table, height: int = 27, lights: list[tuple[int, int, int]] = DARK, chosen: str = ""
) -> list[list[Cell]]:
    return Painter(table, lights, lambda kind: kind.replace("-", " "), str).paint(height, chosen)


def letters(cells: list[list[Cell]]) -> list[str]:
    return ["".join(cell.letter for cell in row) for row in cells]


@pytest.mark.parametrize("height", [*range(SMALLEST, 29), 34, 40])
def test_every_space_has_room_for_a_name(height: int) -> None:
    shape = disc(height)
    assert all(shape.places(space, 2) for space in SPACES)


@pytest.mark.parametrize("height", [SMALLEST, 27])
@pytest.mark.parametrize("space", SPACES)
def test_a_monster_stands_in_its_space_and_can_be_touched_there(height: int, space: str) -> None:
    table = table_with(monsters=[MonsterFix("orc#4", space, health=1)])
    cells = painted(table, height)
    targets = {
        (line, column) for line, row in enumerate(cells) for column, cell in enumerate(row) if cell.target == "orc#4"
    }
    assert targets <= disc(height).spaces[space]
    label = "".join(cells[line][column].letter for line, column in sorted(targets))
    assert label in ("Orc1", "Or1", "O1")


def test_monsters_of_one_space_stand_apart(height: int = 27) -> None:
    pieces = ["goblin#1", "orc#1", "troll#1", "goblin-king#1"]
    cells = painted(table_with(monsters=[MonsterFix(piece, "archer-1") for piece in pieces]), height)
    text = " ".join(letters(cells))
    assert all(f" {label} " in f" {text} ".replace("▀", " ").replace("▄", " ") for label in ("Orc2", "Troll3", "GK2"))


def test_where_there_is_no_room_a_sign_says_that_there_are_more() -> None:
    fixes = [MonsterFix(f"orc#{number}", "castle-2") for number in range(1, 12)]
    text = "".join(letters(painted(table_with(monsters=fixes), SMALLEST)))
    assert "+" in text


def test_health_flames_and_tar_stand_behind_the_name() -> None:
    table = table_with(
        monsters=[MonsterFix("troll#1", "knight-3", health=2, tarred=True), MonsterFix("orc#1", "archer-5", flames=2)]
    )
    assert {monster.name: marks(monster) for monster in table.board} == {"troll#1": "2~", "orc#1": "2**"}


def test_what_fell_and_what_is_fortified_shows_without_color() -> None:
    whole = letters(painted(table_with()))
    broken = letters(painted(table_with(walls={"3": WallFix(fortified=True)}, towers={"6": TowerFix(standing=False)})))
    count = {sign: ("".join(whole).count(sign), "".join(broken).count(sign)) for sign in "♜×#"}
    assert count == {"♜": (6, 5), "×": (0, 1), "#": (0, 1)}
    standing, gone = painted(table_with()), painted(table_with(walls={"1": WallFix(standing=False)}))
    assert brightness(standing) > brightness(gone)


def brightness(cells: list[list[Cell]]) -> int:
    return sum(sum(cell.ground or (0, 0, 0)) + sum(cell.ink) * (cell.letter == "▀") for row in cells for cell in row)


def test_as_many_lights_are_lit_on_the_disc_as_in_the_ring() -> None:
    table = table_with(monsters=[MonsterFix("orc#1", "knight-3"), MonsterFix("troll#1", "forest-6")])
    lights = frame(board_picture(table), [RingCue("place", 3)], 10.0, LightSettings(), 60)
    text = "".join(letters(painted(table, 27, lights)))
    assert text.count("●") == sum(any(light) for light in lights) > 10
    assert text.count("●") + text.count("·") == 60


def test_the_chosen_monster_stands_out() -> None:
    table = table_with(monsters=[MonsterFix("orc#1", "knight-3"), MonsterFix("orc#2", "knight-4")])
    cells = painted(table, chosen="orc#2")
    grounds = {cell.target: cell.ground for row in cells for cell in row if cell.target.startswith("orc")}
    assert grounds["orc#2"] == (255, 255, 255) != grounds["orc#1"]


def test_arcs_are_numbered_and_have_the_initial_of_their_color() -> None:
    text = "".join(letters(painted(table_with())))
    assert all(label in text for label in ("1R", "2R", "3G", "4G", "5B", "6B"))


def test_arc_1_begins_at_the_top_and_the_arcs_run_clockwise() -> None:
    shape = disc(27)
    middles = {}
    for arc in range(1, 7):
        cells = shape.spaces[f"archer-{arc}"]
        middles[arc] = (sum(column for _, column in cells) / len(cells), sum(line for line, _ in cells) / len(cells))
    assert all(middles[arc][0] > 27 for arc in (1, 2, 3))
    assert all(middles[arc][0] < 27 for arc in (4, 5, 6))
    assert middles[1][1] < middles[2][1] < middles[3][1]
    assert middles[6][1] < middles[5][1] < middles[4][1]


def test_an_arc_in_two_lines_fits_beside_the_panel_of_a_small_terminal() -> None:
    table = table_with(
        monsters=[MonsterFix("orc#1", "forest-3"), MonsterFix("troll#1", "castle-3")],
        walls={"3": WallFix(standing=False)},
    )
    head, monsters = arc_lines(table, DARK, 3, str, str)
    assert head == "3G ··········  ♜"
    assert monsters == "Tr3c Or2f"
    assert len(head) == 16


@pytest.mark.parametrize(
    ("name", "letters_", "label"),
    [("orc", 6, "Orc"), ("goblin", 6, "Goblin"), ("goblin", 5, "Gob"), ("goblin", 2, "Go"), ("Goblin King", 6, "GK")],
)
def test_names_are_shortened(name: str, letters_: int, label: str) -> None:
    assert short(name, letters_) == label


@pytest.mark.parametrize("seed", range(2))
def test_boards_of_whole_games_can_be_painted(seed: int) -> None:
    desk = checked(make_desk(None))
    desk.tags = lambda tag: tag
    people = People(desk)
    desk.do(m.NewGameMessage(game="castle-panic", players=2, setup="quick", pace="auto", seed=seed))
    game = desk.game
    assert game is not None
    heights = random.Random(seed)
    while game.table.phase != "over":
        assert game.table.turn < 2000
        desk.do(people.message())
        cells = painted(game.table, heights.randint(SMALLEST, 30))
        shown = {cell.target for row in cells for cell in row if "#" in cell.target}
        assert shown <= {monster.name for monster in game.table.board}
        assert bool(shown) == bool(game.table.board)
