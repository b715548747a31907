"""The simulated table in lines alone."""

from __future__ import annotations

import io
import json
import re
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from companion.commands.parser import main
from companion.play.plain import PlainTable, typed_lines
from companion.play.table import SimTable
from tests.commands.process import COMPANION, PATIENCE, started
from tests.play.tables import new_table, run


async def typed(lines: list[str]) -> AsyncIterator[str]:
    for line in lines:
        yield f"{line}\n"


def sitting(folder: Path, *lines: str, **wishes: Any) -> list[str]:
    """What is written when these lines are typed."""

    async def sit() -> str:
        table = new_table(folder, **wishes)
        out = io.StringIO()
        plain = PlainTable(table, out)
        table.start()
        await plain.serve(typed(list(lines)))
        table.stop()
        return out.getvalue()

    return run(sit()).splitlines()


def after(written: list[str], line: str) -> list[str]:
    return written[written.index(line) + 1 :]


def test_what_is_said_and_the_offer_come_as_lines(tmp_path: Path) -> None:
    written = sitting(tmp_path)
    assert written[0] == "A new game for 2 players."
    assert written[-1].startswith("Offer: Player 1, play cards.")
    assert sum("Archer ring" in line for line in written) == 6


def test_a_whole_turn_can_be_typed(tmp_path: Path) -> None:
    lines = ("done", "draw orc", "roll 4", "draw goblin", "press")
    written = sitting(tmp_path, *lines)
    assert "Offer: Orc. Press to roll for its arc." in written
    rolled = after(written, "Rolled 4.")
    assert rolled[0] == "Orc, arc 4, green, Forest, 2 health."
    assert written[-1].startswith("Offer: Player 2, play cards.")


def test_a_card_of_the_hand_is_played_and_taken_back(tmp_path: Path) -> None:
    hand = sitting(tmp_path, "hand")
    listed = next(line for line in hand if " on " in line and "Archer ring" in line)
    number, _, play = listed.partition(": ")
    card, target = play.split(" on ")[0], play.split(" on ")[1].split(",")[0]
    for name, line in (("named", f"play {card.lower()} on {target.lower()}"), ("numbered", f"play {number}")):
        written = sitting(tmp_path / name, line, "undo")
        assert f"Player 1 plays {card}." in written
        assert any(line.startswith("Undone") for line in written)


def test_what_cannot_be_is_answered_in_a_sentence(tmp_path: Path) -> None:
    lines = (
        *("dance", "roll 4", "roll", "draw", "swap", "play 99", "trade tar", "fetch tar"),
        *("ask nothing", "tap dragonfly", "choose arc 1", "undo 99", "redo"),
    )
    before = len(sitting(tmp_path / "before"))
    answers = sitting(tmp_path, *lines)[before:]
    assert len(answers) == len(lines)
    assert all(answer.endswith(".") for answer in answers)


def test_questions_are_answered(tmp_path: Path) -> None:
    written = sitting(tmp_path, "ask arc 3", "say", "options", "tray", "help")
    assert any(line.startswith("Arc 3, green: ") for line in written)
    assert "nothing" in written
    assert any(re.fullmatch(r"Giant Boulder: 4", line) for line in written)
    assert "Commands: press" in written[-1]


def test_options_are_listed_with_the_words_to_choose_them(tmp_path: Path) -> None:
    written = sitting(tmp_path, "tap troll", "options", "choose slay")
    assert "slay: Slay it" in written
    assert any("is slain" in line for line in written)


def test_a_line_of_the_protocol_is_answered_by_its_reply(tmp_path: Path) -> None:
    written = sitting(tmp_path, '{"do": "state"}', '{"do": "roll", "value": 9}', '{"do": 5}')
    replies = [json.loads(line) for line in written if line.startswith("{")]
    assert [reply["ok"] for reply in replies] == [True, False, False]
    assert replies[0]["state"]["game"] == "castle-panic"
    assert replies[2]["error"]["code"] == "bad-input"


def test_after_quit_nothing_is_taken(tmp_path: Path) -> None:
    assert sitting(tmp_path, "quit", "dance") == sitting(tmp_path / "other", "quit")


def test_the_words_are_plain(tmp_path: Path) -> None:
    written = sitting(tmp_path, "hand", "tray", "help", "ask board", "done", "draw", "press")
    assert not any(re.search(r"[\x00-\x08\x0b-\x1f\x7f\x9b]", line) for line in written)


def test_the_game_is_kept_until_another_is_wanted(tmp_path: Path) -> None:
    sitting(tmp_path, "done", "draw orc")
    going_on = sitting(tmp_path, seed=1)
    assert going_on == ["I am back. The game goes on.", "Offer: Orc. Press to roll for its arc."]
    anew = sitting(tmp_path, new=True)
    assert anew[0] == "A new game for 2 players."


def test_hands_survive_a_restart(tmp_path: Path) -> None:
    card = sitting(tmp_path, "hand")[-1].partition(": ")[2].split(" on ")[0]
    sitting(tmp_path, f"swap {card.lower()}")
    first = sitting(tmp_path, "hand")
    assert first == sitting(tmp_path, "hand")


def test_lines_are_read_as_they_come() -> None:
    async def read() -> list[str]:
        return [line async for line in typed_lines(io.StringIO("press\nquit"))]

    assert run(read()) == ["press\n", "quit"]


# As a command


def command(*arguments: str, typed: str = "", timeout: float = 30) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMPANION, "play", *arguments], input=typed, capture_output=True, text=True, timeout=timeout
    )


def test_a_whole_game_plays_itself_in_seconds() -> None:
    done = command("--auto", "--fast", "--plain", "--seed", "3", timeout=10)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"(Won|Lost) after \d+ turns, \d+ inputs\.", done.stdout.splitlines()[-1])


def test_without_a_terminal_it_is_plain_and_ends_with_its_input(tmp_path: Path) -> None:
    done = command("--state", str(tmp_path), "--seed", "3", typed="ask progress\n")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0] == "This is no terminal, so there are lines only."
    assert lines[-1] == f"The game is kept in {tmp_path}."


def test_bytes_that_are_no_text_are_no_command(tmp_path: Path) -> None:
    arguments = [*COMPANION, "play", "--plain", "--state", str(tmp_path), "--seed", "3"]
    done = subprocess.run(arguments, input=b"\xff\xfe\nquit\n", capture_output=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"There is no command" in done.stdout


def test_two_cannot_play_one_game(tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    with started("play", "--plain", "--state", str(tmp_path), stdin=pipe, stdout=pipe, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline()
        second = command("--plain", "--state", str(tmp_path))
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr == f"{tmp_path}: somebody else plays here already.\n"
        first.communicate("quit\n", PATIENCE)
    assert first.returncode == 0


@pytest.mark.parametrize("pace", ["--fast", "--new"])
def test_a_reader_that_has_enough_ends_it_quietly(pace: str) -> None:
    arguments = ["play", "--plain", "--auto", pace, "--seed", "2"]
    with started(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None and table.stderr is not None
        table.stdout.readline()
        table.stdout.close()
        assert table.stderr.read() == ""
    assert table.returncode == 0


@pytest.mark.parametrize("arguments", [("--players", "7"), ("--setup", "slow"), ("--game", "chess")])
def test_a_wish_that_cannot_be_is_a_wrong_call(arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "--plain", *arguments])
    assert ended.value.code == 2


def test_an_owners_file_that_cannot_be_used_is_a_wrong_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owners = tmp_path / "owner.toml"
    owners.write_text("[castle-panic")
    assert main(["play", "--plain", "--state", str(tmp_path), "--facts", str(owners)]) == 78
    assert "owner.toml" in capsys.readouterr().err


def test_a_table_is_a_sim_table_of_the_very_daemon(tmp_path: Path) -> None:
    from companion.service.daemon import Daemon

    async def made() -> bool:
        table: SimTable = new_table(tmp_path)
        is_daemon = type(table.daemon) is Daemon
        table.start()
        table.stop()
        return is_daemon

    assert run(made())
