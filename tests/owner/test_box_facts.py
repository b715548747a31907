"""The owner's own file: asked once, kept, and never spoilt."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game.rules.fixes import MonsterFix
from companion.owner.box_facts import Doubt, OwnerFile, doubts
from companion.owner.charts import stopgap_chart
from companion.owner.library import LibraryError, load_library
from companion.talk import messages as m
from companion.talk.desk import Desk
from tests.crash.scripts import new_desk


def test_only_what_nobody_has_verified_is_asked(tmp_path: Path) -> None:
    library = load_library()
    assert not doubts(library, "castle-panic") and not doubts(library, "wizards-tower")
    asked = {(doubt.kind, doubt.fact) for doubt in doubts(library, "dark-titan")}
    assert {
        ("boom-troll", "health"),
        ("dark-sorceress", "health"),
        ("elite-orc", "count"),
        ("wither", "count"),
        ("supply-wagon", "health"),
    } <= asked


def test_what_the_owner_confirms_is_kept_and_not_asked_again(tmp_path: Path) -> None:
    file = OwnerFile(tmp_path / "boxes.toml")
    file.confirm(Doubt("dark-titan", "boom-troll", "health", 3), 4)
    file.confirm(Doubt("dark-titan", "elite-orc", "count", 2), 2)
    library = OwnerFile(tmp_path / "boxes.toml").library()
    assert library["dark-titan"].tokens["boom-troll"].health == 4
    assert not {"boom-troll", "elite-orc"} & {doubt.kind for doubt in doubts(library)}
    assert library["castle-panic"] == load_library()["castle-panic"]


@pytest.mark.parametrize("value", [-1, "three", 10**6])
def test_what_cannot_be_is_refused_and_nothing_is_written(tmp_path: Path, value: int) -> None:
    file = OwnerFile(tmp_path / "boxes.toml")
    with pytest.raises(LibraryError):
        file.confirm(Doubt("dark-titan", "boom-troll", "health", 3), value)
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_read_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "boxes.toml"
    path.write_text("[dark-titan\n")
    with pytest.raises(LibraryError):
        OwnerFile(path).confirm(Doubt("dark-titan", "boom-troll", "health", 3), 3)
    assert path.read_text() == "[dark-titan\n"


def test_a_remembered_effect_is_done_at_once_the_next_time(tmp_path: Path) -> None:
    file = OwnerFile(tmp_path / "boxes.toml")
    file.learn({"dark-titan": {"effects": {"3": {"5": "back"}}}})
    file.learn({"dark-titan": {"effects": {"3": {"6": "nothing"}}}})
    assert file.library()["dark-titan"].effects == {3: {5: "back", 6: "nothing"}}


def remembering(file: OwnerFile) -> Desk:
    """A desk where an effect of Agranok's third level is just being remembered."""
    desk = new_desk()
    desk.owner = file
    desk.do(
        m.NewGameMessage(
            game="castle-panic", boxes=["dark-titan"], players=2, setup="none", pace="auto", agranok=3, seed=1
        )
    )
    desk.do(m.CorrectMessage(monsters=[MonsterFix("agranok#1", "archer-1")]))
    desk.do(m.DoneMessage())
    desk.do(m.RollMessage(value=5))
    desk.do(m.ChooseMessage(option="back"))
    return desk


def test_the_desk_writes_down_what_is_to_be_remembered(tmp_path: Path) -> None:
    file = OwnerFile(tmp_path / "boxes.toml")
    desk = remembering(file)
    desk.do(m.ChooseMessage(option="yes"))
    assert file.library()["dark-titan"].effects == {3: {5: "back"}}
    assert desk.library["dark-titan"].effects == {3: {5: "back"}}


def test_a_file_that_was_spoilt_during_the_game_does_not_stop_it(tmp_path: Path) -> None:
    path = tmp_path / "boxes.toml"
    desk = remembering(OwnerFile(path))
    path.write_text("[dark-titan\n")
    outcome = desk.do(m.ChooseMessage(option="yes"))
    assert "agranok-remembered" in [event.kind for event in outcome.events] and outcome.entry is not None
    assert path.read_text() == "[dark-titan\n"


def test_the_chart_for_all_boxes_is_a_stopgap_until_the_owner_has_one(tmp_path: Path) -> None:
    library = load_library()
    stopgap = stopgap_chart(library, ("wizards-tower", "dark-titan"))
    assert (stopgap.remove["goblin"], stopgap.remove["orc"], stopgap.remove["troll"], stopgap.harbingers) == (
        6,
        10,
        8,
        3,
    )
    file = OwnerFile(tmp_path / "boxes.toml")
    file.learn({"dark-titan": {"chart": {"remove": {"goblin": 2}, "harbingers": 4}}})
    desk = new_desk()
    desk.library = file.library()
    desk.do(
        m.NewGameMessage(
            game="castle-panic", boxes=["wizards-tower", "dark-titan"], players=2, setup="none", agranok=1, seed=1
        )
    )
    assert desk.game is not None
    assert sum(token.kind.name == "goblin" for token in desk.game.table.bag) == 4
