"""A recorded game played again: the same result, or what differs and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.commands.exits import EXIT_CONFIG, EXIT_NOTHING_RECORDED
from companion.commands.parser import main
from companion.journal.archive import kept_games, known_seal
from companion.journal.export import Replayer, protocol_of
from companion.talk.replay import differences, recorded_result
from companion.talk.verb import Message
from tests.crash.scripts import new_desk
from tests.journal.kept_games import FIRST_TURN, HE_COMES, keep, new_game

GAME = [new_game(), *FIRST_TURN]


def recorded(tmp_path: Path, game: list[Message]) -> Path:
    """A file as `companion export --protocol` writes it."""
    journal, file = tmp_path / "journal", tmp_path / "game.jsonl"
    keep(journal, game)
    lines = protocol_of(kept_games(journal)[-1], Replayer(new_desk(), known_seal(journal)))
    file.write_text("".join(f"{line}\n" for line in lines))
    return file


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def replayed(file: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, list[str]]:
    status = main(["replay", str(file), *options])
    told = capsys.readouterr()
    return status, (told.out + told.err).splitlines()


def test_the_same_inputs_have_the_same_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = recorded(tmp_path, GAME)
    digest = json.loads(file.read_text().splitlines()[-1].removeprefix("# result "))["digest"]
    assert replayed(file, capsys) == (0, [f"6 inputs played again, with the same result ({digest})."])


def test_what_differs_is_named_with_what_was_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = recorded(tmp_path, GAME)
    changed(file, '{"do":"tap","piece":"orc#1"}', '{"do":"tap","piece":"orc#2"}')
    assert replayed(file, capsys) == (
        1,
        ["1 difference after 6 inputs:", 'state.monsters[1].piece: recorded "orc#1", now "orc#2"'],
    )


def test_an_input_that_is_refused_ends_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = recorded(tmp_path, GAME)
    changed(file, '{"do":"tap","piece":"orc#1"}', '{"do":"tap","piece":"dragon#1"}')
    status, told = replayed(file, capsys)
    assert status == 1 and told[0].endswith("differences after 4 inputs:")
    assert "inputs: recorded 6, now 4" in told
    assert told[-1].startswith("The input after that is refused: ")


def test_what_was_refused_then_and_is_now_is_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = recorded(tmp_path, GAME)
    lines = file.read_text().splitlines()
    result = recorded_result(line.encode() for line in lines)
    assert result is not None
    file.write_text(
        "\n".join(
            [*lines[:-1], '{"do":"juggle"}', lines[-1].replace('"inputs":6', '"inputs":6,"refused":"unknown-verb"')]
        )
    )
    status, told = replayed(file, capsys)
    assert status == 0 and len(told) == 2 and told[1].startswith("The input after that is refused: ")


def test_without_a_recorded_result_there_is_nothing_to_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = recorded(tmp_path, GAME)
    file.write_text("\n\n".join(file.read_text().splitlines()[:-1]))
    status, told = replayed(file, capsys)
    assert status == EXIT_NOTHING_RECORDED
    assert told == ["6 inputs played. No result is recorded that it could be compared with."]


@pytest.mark.parametrize(
    "spoil", [('"player":2', '"player":1'), ('"digest":"', '"digest":"0'), ("# result {", "# result [")]
)
def test_a_result_that_is_not_as_it_was_written_is_no_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: tuple[str, str]
) -> None:
    file = recorded(tmp_path, GAME)
    changed(file, *spoil)
    assert replayed(file, capsys) == (1, ["The recorded result is not as it was written."])


def test_secrets_that_were_left_out_are_told_of_where_the_result_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = new_game(boxes=["wizards-tower", "dark-titan"], agranok="random", secret_seed=5)
    file = recorded(tmp_path, [wish, *FIRST_TURN])
    assert replayed(file, capsys)[0] == 0, "what was not revealed makes no difference"
    changed(file, '{"do":"tap","piece":"orc#1"}', '{"do":"tap","piece":"golem#1"}')
    assert replayed(file, capsys)[1][-1].startswith("The game was not over when it was written out")


def test_a_game_in_which_agranok_has_come_is_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wish = new_game(boxes=["dark-titan"], agranok="random", secret_seed=8)
    assert replayed(recorded(tmp_path, [wish, *HE_COMES]), capsys)[0] == 0


def test_other_facts_of_the_boxes_are_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, facts = recorded(tmp_path, GAME), tmp_path / "boxes.toml"
    facts.write_text("[castle-panic.tokens.orc]\nhealth = 3\n")
    status, told = replayed(file, capsys, "--facts", str(facts))
    assert status == 1 and "state.monsters[1].health: recorded 2, now 3" in told
    assert told[-1] == "What is known of the boxes was not the same then: name the owner's file with --facts."
    assert facts.read_text() == "[castle-panic.tokens.orc]\nhealth = 3\n"


def test_a_file_that_is_no_game_is_no_trouble(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "noise"
    file.write_bytes(bytes(range(256)) * 1000 + b"\n" + b"[" * 100_000)
    assert replayed(file, capsys)[0] == EXIT_NOTHING_RECORDED
    assert replayed(tmp_path / "none", capsys)[0] == 1
    file.write_text("")
    assert replayed(file, capsys)[0] == EXIT_NOTHING_RECORDED
    assert replayed(file, capsys, "--facts", str(tmp_path / "none"))[0] == EXIT_CONFIG


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, [("a.b", 1, 2)]),
        ({"a": 1}, {"b": 1}, [("a", 1, None), ("b", None, 1)]),
        ([1, 2], [1, 3], [("[1]", 2, 3)]),
        ({"a": [1]}, {"a": [1, 2]}, [("a", [1], [1, 2])]),
        ({"a": True}, {"a": None}, [("a", True, None)]),
    ],
)
def test_differences(one: object, other: object, found: list[tuple[str, object, object]]) -> None:
    assert list(differences(one, other)) == found
