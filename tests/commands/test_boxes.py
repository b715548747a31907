"""`companion boxes`: the owner is asked once for what nobody has verified."""

from __future__ import annotations

from pathlib import Path

from companion.commands.boxes import ask_doubts, list_doubts
from companion.owner.box_facts import OwnerFile, doubts
from companion.owner.charts import stopgap_chart
from companion.owner.library import load_library


def test_the_owner_is_asked_at_the_terminal_once_with_the_likely_value_offered(tmp_path: Path) -> None:
    file, shown = OwnerFile(tmp_path / "boxes.toml"), []
    assert not list_doubts(file, shown.append)
    answers = iter(["four", "4"])
    ask_doubts(file, lambda question: next(answers, ""), shown.append)
    assert "A whole number, please, as it is printed or counted." in shown
    library = file.library()
    assert library["dark-titan"].tokens["boom-troll"].health == 4
    assert library["dark-titan"].chart == stopgap_chart(library, ("wizards-tower", "dark-titan"))
    assert list_doubts(file, shown.append)


def test_what_is_left_for_later_is_asked_again(tmp_path: Path) -> None:
    file = OwnerFile(tmp_path / "boxes.toml")
    ask_doubts(file, lambda question: "-", lambda line: None)
    assert doubts(file.library()) == doubts(load_library()) and file.library()["dark-titan"].chart is None
