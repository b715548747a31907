"""A kept game of the simulated table that does not open is set aside, whatever is wrong with it."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.commands.desk import make_desk
from companion.journal.archive import kept_games
from companion.journal.migrations import SCHEMA
from companion.play.kept import looked_over
from companion.play.table import HANDS, PlayOptions
from companion.service.safe_start import MARKER, SAFE_AFTER
from companion.talk.desk import Desk
from companion.talk.messages import DoneMessage
from tests.journal.kept_games import LAST_STAND
from tests.play.tables import new_table, run, simulated, texts

JOURNAL = "journal.sqlite"
SET_ASIDE = "The game that was kept does not open: it is set aside as {}, and a new one begins."
CARDS_SET_ASIDE = (
    "What the players did with their cards cannot be read: it is set aside as {}, and the game goes on without."
)
GOES_ON = "The game that was kept goes on as it was begun. For another one: companion play --new"


def keep_game(folder: Path) -> None:
    """Play an input of a game and keep it."""

    async def play() -> None:
        async with simulated(folder, setup="none") as table:
            assert table.take(DoneMessage())["ok"]

    run(play())


def change(folder: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(folder / JOURNAL)) as base, base:
        base.execute(statement, values)


def newer(folder: Path) -> None:
    change(folder, "UPDATE meta SET value = ? WHERE key = 'schema'", SCHEMA + 1)


def of_something_else(folder: Path) -> None:
    change(folder, "ALTER TABLE meta RENAME TO bookmarks")


def refused(folder: Path) -> None:
    line = b'{"do":"roll","value":9}'
    change(folder, "INSERT INTO entries (at, input, crc) VALUES (1.0, ?, ?)", line.decode(), zlib.crc32(line))


def torn(folder: Path) -> None:
    change(folder, "UPDATE entries SET crc = crc + 1 WHERE id = (SELECT MAX(id) FROM entries)")


def headless(folder: Path) -> None:
    change(folder, "UPDATE entries SET input = '{', crc = NULL WHERE id = 1")


def other_key(folder: Path) -> None:
    change(folder, "UPDATE entries SET input = json_set(input, '$.sealed', 'AAAA'), crc = NULL WHERE id = 1")


def set_aside(folder: Path) -> list[Path]:
    return sorted(folder.glob("set-aside-*"))


def opened(folder: Path, **wishes: Any) -> tuple[list[str], int]:
    """Open the table as the command does, and return what was said and how many inputs the game has had."""

    async def play() -> tuple[list[str], int]:
        ready = looked_over(PlayOptions(state=folder), make_desk(None))
        async with simulated(folder, told=ready.told, **wishes) as table:
            return texts(table), table.inputs

    return run(play())


def is_anew(folder: Path, told: list[str], inputs: int) -> bool:
    (place,) = set_aside(folder)
    return told[:2] == [SET_ASIDE.format(place), "A new game for 2 players."] and not inputs


@pytest.mark.parametrize("damage", [newer, of_something_else, refused, torn, headless, other_key])
def test_a_game_that_does_not_open_is_set_aside_whole_and_a_new_one_begins(tmp_path: Path, damage: Any) -> None:
    keep_game(tmp_path)
    (tmp_path / HANDS).write_bytes(b'{"seed":7,"done":[]}')
    damage(tmp_path)
    whole = (tmp_path / JOURNAL).read_bytes()
    assert is_anew(tmp_path, *opened(tmp_path))
    (place,) = set_aside(tmp_path)
    assert (place / JOURNAL).read_bytes() == whole
    assert {file.name for file in place.iterdir()} >= {JOURNAL, f"{JOURNAL}.key", HANDS}
    assert len(kept_games(tmp_path / JOURNAL)) == 1
    assert opened(tmp_path)[0][0] == "I am back. The game goes on."
    assert set_aside(tmp_path) == [place]


@pytest.mark.parametrize("fault", [KeyError, ValueError, RecursionError])
def test_a_game_that_ends_the_companion_while_it_is_played_again_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    keep_game(tmp_path)
    take = Desk.take

    def fail(desk: Desk, message: Any) -> Any:
        if isinstance(message, DoneMessage):
            raise fault("of the rules")
        return take(desk, message)

    monkeypatch.setattr(Desk, "take", fail)
    assert is_anew(tmp_path, *opened(tmp_path))


def test_a_game_whose_question_has_no_words_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_game(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(Desk, "prompt", lambda desk: {}["topic"])
        ready = looked_over(PlayOptions(state=tmp_path), make_desk(None))
    (place,) = set_aside(tmp_path)
    assert ready.told == (SET_ASIDE.format(place),)


def test_noise_in_the_place_of_the_journal_is_set_aside(tmp_path: Path) -> None:
    keep_game(tmp_path)
    (tmp_path / JOURNAL).write_bytes(b"noise" * 1000)
    told, inputs = opened(tmp_path)
    (place,) = tmp_path.glob(f"{JOURNAL}.set-aside-*")
    assert told[0] == SET_ASIDE.format(place)
    assert place.read_bytes() == b"noise" * 1000
    assert not inputs
    assert opened(tmp_path)[0][0] == "I am back. The game goes on."


def test_a_game_that_kills_the_process_while_it_opens_is_set_aside_after_two_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_game(tmp_path)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt  # like any end of the process, nothing on the way looks at it

    with monkeypatch.context() as patched:
        patched.setattr(Desk, "take", killed)
        for _ in range(SAFE_AFTER):
            with pytest.raises(KeyboardInterrupt):
                looked_over(PlayOptions(state=tmp_path), make_desk(None))
            assert not set_aside(tmp_path)
    assert is_anew(tmp_path, *opened(tmp_path))
    assert not (tmp_path / MARKER).exists()


def test_a_start_that_fell_once_is_forgiven(tmp_path: Path) -> None:
    keep_game(tmp_path)
    (tmp_path / MARKER).write_bytes(b"1")
    assert opened(tmp_path)[1] == 1
    assert not (tmp_path / MARKER).exists()


def spoil_with_noise(hands: Path) -> None:
    hands.write_bytes(b"\xff\x00{")


def spoil_with_depth(hands: Path) -> None:
    hands.write_bytes(b'{"acts":' + b"[" * 100_000)


def spoil_with_folder(hands: Path) -> None:
    hands.mkdir()


@pytest.mark.parametrize("spoil", [spoil_with_noise, spoil_with_depth, spoil_with_folder])
def test_what_was_done_with_cards_and_cannot_be_read_is_set_aside_and_the_game_goes_on(
    tmp_path: Path, spoil: Any
) -> None:
    keep_game(tmp_path)
    (tmp_path / HANDS).unlink(missing_ok=True)
    spoil(tmp_path / HANDS)
    told, inputs = opened(tmp_path)
    (place,) = set_aside(tmp_path)
    assert told[0] == CARDS_SET_ASIDE.format(place)
    assert inputs == 1
    assert [file.name for file in place.iterdir()] == [HANDS]


def test_a_game_that_opens_and_an_empty_folder_are_left_alone(tmp_path: Path) -> None:
    assert looked_over(PlayOptions(state=tmp_path), make_desk(None)).told == ()
    assert list(tmp_path.iterdir()) == []
    keep_game(tmp_path)
    assert opened(tmp_path)[1] == 1
    assert not set_aside(tmp_path)


# A kept game, and flags of another one


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"asked": frozenset()}, False),
        ({"asked": frozenset({"players"})}, False),
        ({"players": 3, "asked": frozenset({"players"})}, True),
        ({"boxes": ("dark-titan",), "asked": frozenset({"boxes"})}, True),
        ({"names": ("Ann", "Bo"), "asked": frozenset({"names"})}, True),
    ],
)
def test_a_kept_game_goes_on_and_says_so_when_another_was_asked_for(
    tmp_path: Path, wishes: dict[str, Any], said: bool
) -> None:
    keep_game(tmp_path)
    told, inputs = opened(tmp_path, **wishes)
    assert inputs == 1
    assert (GOES_ON in told) == said


def test_the_order_of_boxes_makes_no_other_game(tmp_path: Path) -> None:
    boxes = ("wizards-tower", "dark-titan")

    async def play() -> bool:
        table = new_table(tmp_path, boxes=boxes)
        table.start()
        table.stop()
        async with simulated(tmp_path, boxes=boxes[::-1], asked=frozenset({"boxes"})) as again:
            return GOES_ON in texts(again)

    assert not run(play())


def test_after_a_game_that_is_over_the_one_that_was_asked_for_begins(tmp_path: Path) -> None:
    async def play() -> tuple[bool, tuple[str, ...]]:
        async with simulated(tmp_path, setup="none") as table:
            for message in LAST_STAND:
                assert table.take(message)["ok"]
            over = table.over
        async with simulated(tmp_path, game="my-first", asked=frozenset({"game"})) as table:
            assert table.game is not None
            return over, table.game.table.options.boxes

    assert run(play()) == (True, ("my-first",))
