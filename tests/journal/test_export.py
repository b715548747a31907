"""Games out of a journal: to read, to play again, and in a list; and what a running game keeps for itself."""

from __future__ import annotations

import json
import sqlite3
import time
from datetime import datetime
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from companion.game.fate import Secret
from companion.journal.archive import kept_games, known_seal
from companion.journal.errors import JournalError
from companion.journal.export import Replayer, chosen, list_of
from companion.talk import messages as m
from companion.talk.protocol import answer
from companion.talk.replay import recorded_result
from tests.crash.scripts import new_desk, scripted
from tests.journal.kept_games import BEGUN, FIRST_TURN, HE_COMES, LAST_STAND, keep, new_game, protocol, text
from tests.journal.old_journals import PAGE, spoil_page, write_schema_1

BOSSES = ("basilisk", "chimera", "dragon", "hydra", "necromancer", "warlock")
BOTH = ["wizards-tower", "dark-titan"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def inputs(lines: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines if not line.startswith("#")]


def seeds(level: int, count: int) -> list[int]:
    """So many secret seeds from which a level of Agranok follows."""
    return list(islice((seed for seed in range(1000, 2000) if Secret(seed).number("agranok", 5) == level), count))


def result(lines: list[str]) -> Any:
    return recorded_result(line.encode() for line in lines)


# Lines of the protocol


def test_every_line_but_the_last_is_an_input_that_stdio_takes_and_the_state_is_the_recorded_one(path: Path) -> None:
    keep(path, [new_game(), *FIRST_TURN, m.UndoMessage(), m.RedoMessage(), m.SetMessage(words="brief")])
    lines = protocol(path)
    assert [line["do"] for line in inputs(lines)] == [
        "new_game", "done", "tap", "press", "tap", "press", "undo", "redo", "set"
    ]  # fmt: skip
    desk = new_desk()
    assert all(answer(desk, line.encode())["ok"] for line in lines[:-1])
    assert answer(desk, b'{"do":"state"}')["state"] == result(lines).state
    refused = answer(desk, lines[-1].encode())
    assert refused["error"]["code"] == "bad-input"
    assert answer(desk, b'{"do":"state"}')["state"] == result(lines).state


def test_the_seed_is_the_one_that_was_drawn(path: Path) -> None:
    keep(path, [m.NewGameMessage(game="castle-panic", players=3, setup="quick")])
    begin = inputs(protocol(path))[0]
    assert isinstance(begin["seed"], int) and begin["pace"] == "guided" and "sealed" not in begin


def test_games_go_by_their_numbers_and_the_newest_is_the_default(path: Path) -> None:
    keep(path, *([new_game(seed=seed), m.DoneMessage()] for seed in (11, 12, 13)))
    assert [inputs(protocol(path, number))[0]["seed"] for number in (1, 2, 3, None)] == [11, 12, 13, 13]
    assert chosen(kept_games(path), 4) is None


def test_reading_changes_nothing_also_while_somebody_plays(path: Path) -> None:
    from companion.journal.record import Journal
    from companion.talk.settings import Settings

    journal = Journal(path, lambda: BEGUN)
    journal.keep_all([new_game(), *FIRST_TURN], Settings())
    files = [path, path.with_name(f"{path.name}-wal")]
    before = [file.read_bytes() for file in files]
    assert len(inputs(protocol(path))) == 6
    assert [file.read_bytes() for file in files] == before
    journal.keep_all([m.DoneMessage()], Settings())
    assert len(inputs(protocol(path))) == 7
    journal.close()
    assert not path.with_name(f"{path.name}.key").exists()


# Secrets


def test_a_finished_game_has_its_secrets_open_and_is_played_again_anywhere(path: Path) -> None:
    wish = new_game(boxes=BOTH, agranok="random", secret_seed=5, harbingers=["dragon", "hydra", "warlock"])
    keep(path, [wish, *HE_COMES, *LAST_STAND])
    lines = protocol(path)
    begin = inputs(lines)[0]
    assert begin["secret_seed"] == 5 and begin["harbingers"] == ["dragon", "hydra", "warlock"]
    assert "sealed" not in begin and not result(lines).secrets
    desk = new_desk()
    assert all(answer(desk, line.encode())["ok"] for line in lines[:-1])
    assert answer(desk, b'{"do":"state"}')["state"] == result(lines).state
    assert result(lines).state["result"] == "lost"


def test_a_game_that_another_one_has_followed_keeps_nothing_secret_any_more(path: Path) -> None:
    keep(path, [new_game(boxes=BOTH, agranok="random", secret_seed=5)], [new_game()])
    assert inputs(protocol(path, 1))[0]["secret_seed"] == 5


@pytest.mark.parametrize("format", ["protocol", "text"])
def test_nothing_of_a_running_game_tells_which_harbingers_are_in_the_bag(tmp_path: Path, format: str) -> None:
    found = set()
    for number, three in enumerate(combinations(BOSSES, 3)):
        path = tmp_path / str(number)
        keep(path, [new_game(boxes=["wizards-tower"], harbingers=list(three)), *FIRST_TURN, m.UndoMessage()])
        found.add("\n".join(protocol(path) if format == "protocol" else text(path)))
    assert number == 19 and len(found) == 1
    assert "sealed" not in found.pop()


@pytest.mark.parametrize("format", ["protocol", "text"])
def test_nothing_of_a_running_game_tells_agranoks_level_before_he_comes(tmp_path: Path, format: str) -> None:
    found = set()
    for level in range(1, 6):
        [seed] = seeds(level, 1)
        path = tmp_path / str(seed)
        keep(path, [new_game(boxes=BOTH, agranok="random", secret_seed=seed), *FIRST_TURN])
        lines = protocol(path)
        found.add("\n".join(lines if format == "protocol" else text(path)))
    assert len(found) == 1
    assert result(lines).secrets == "left-out"


def test_what_everybody_has_seen_is_no_secret_and_tells_nothing_else(tmp_path: Path) -> None:
    """Whatever the seed was, the file has the first one with the same level: so it can be played again."""
    found: dict[int, set[str]] = {}
    for seed in (seed for level in range(1, 6) for seed in seeds(level, 2)):
        path = tmp_path / str(seed)
        keep(path, [new_game(boxes=BOTH, agranok="random", secret_seed=seed), *HE_COMES])
        lines = protocol(path)
        found.setdefault(Secret(seed).number("agranok", 5), set()).add("\n".join(lines))
        desk = new_desk()
        assert all(answer(desk, line.encode())["ok"] for line in lines[:-1])
        assert answer(desk, b'{"do":"state"}')["state"] == result(lines).state
    assert len(found) == 5 and all(len(texts) == 1 for texts in found.values())


def test_harbingers_stay_secret_when_agranok_has_come(tmp_path: Path) -> None:
    found = set()
    for number, three in enumerate((["dragon", "hydra", "warlock"], ["basilisk", "chimera", "hydra"])):
        path = tmp_path / str(number)
        keep(path, [new_game(boxes=BOTH, agranok="random", secret_seed=3, harbingers=three), *HE_COMES])
        found.add("\n".join(protocol(path)))
    assert len(found) == 1 and '"secrets":"left-out"' in found.pop()


def test_without_the_key_the_game_is_written_out_without_its_secrets(path: Path) -> None:
    keep(path, [new_game(boxes=BOTH, agranok="random", secret_seed=5), *LAST_STAND])
    path.with_name(f"{path.name}.key").unlink()
    assert known_seal(path) is None
    lines = protocol(path)
    assert "secret_seed" not in inputs(lines)[0] and result(lines).secrets == "left-out"
    assert result(lines).inputs == 3 and text(path)[0].startswith("Game 1, ")
    path.with_name(f"{path.name}.key").write_bytes(b"another key, as long as a key is")
    assert "secret_seed" not in inputs(protocol(path))[0]


# What cannot be played any more


def spoil(path: Path, at: int, text: str) -> None:
    base = sqlite3.connect(path)
    base.execute("UPDATE entries SET input = ?, crc = NULL WHERE id = ?", (text, at))
    base.commit()
    base.close()


def test_what_cannot_be_played_is_written_out_all_the_same(path: Path) -> None:
    keep(path, [new_game(), *FIRST_TURN])
    spoil(path, 4, '{"do":"juggle"}')
    lines = protocol(path)
    assert [line["do"] for line in inputs(lines)][3] == "juggle" and len(inputs(lines)) == 6
    assert (result(lines).inputs, result(lines).refused) == (3, "unknown-verb")
    assert text(path)[-1].startswith("Here 3 inputs follow that this version cannot play. ")


def test_what_was_skipped_stands_in_comments(path: Path) -> None:
    from companion.journal.record import Journal, resume
    from companion.talk.settings import Settings

    keep(path, [new_game(), *FIRST_TURN])
    spoil(path, 4, '{"do":"juggle"}')
    journal, desk = Journal(path, lambda: BEGUN), new_desk()
    resume(desk, journal)
    desk.do(m.PressMessage())
    journal.keep_all([m.PressMessage()], Settings())
    journal.close()
    lines = protocol(path)
    assert [line for line in lines if line.startswith("# skipped ")] == [
        '# skipped {"do":"juggle"}', '# skipped {"do":"tap","piece":"orc#1"}', '# skipped {"do":"press"}'
    ]  # fmt: skip
    assert [line["do"] for line in inputs(lines)] == ["new_game", "done", "tap", "press"]
    assert (result(lines).inputs, result(lines).refused) == (4, "")
    assert text(path)[-1] == "3 inputs were kept, but could not be played again; the game went on without."


def test_a_beginning_that_nobody_understands(path: Path) -> None:
    keep(path, [new_game(), *FIRST_TURN])
    spoil(path, 1, '{"do":"new_game","game":"castle-panic","players":2,"wizards":9}')
    lines = protocol(path)
    assert inputs(lines)[0]["wizards"] == 9 and (result(lines).inputs, result(lines).state) == (0, None)
    assert "cannot be played by this version" in text(path)[0]
    assert "cannot be played by this version" in next(list_of(kept_games(path), Replayer(new_desk(), None)))


def test_a_damaged_journal_is_read_as_far_as_it_goes(path: Path) -> None:
    keep(path, [new_game(), *[m.SetMessage(words="brief")] * 300])
    spoil_page(path, path.stat().st_size // PAGE - 1)
    lines = protocol(path)
    assert 0 < len(inputs(lines)) == result(lines).inputs < 301


def test_a_journal_of_an_earlier_version_is_read_and_not_changed(path: Path) -> None:
    write_schema_1(path, [new_game(), *FIRST_TURN])
    before = path.read_bytes()
    assert len(inputs(protocol(path))) == 6
    assert path.read_bytes() == before


def test_a_newer_journal_is_refused(path: Path) -> None:
    keep(path, [new_game()])
    base = sqlite3.connect(path)
    base.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    base.commit()
    base.close()
    with pytest.raises(JournalError, match="newer"):
        kept_games(path)


# Text


def test_the_text_goes_turn_by_turn_and_counts_as_the_lines_do(path: Path) -> None:
    desk = new_desk()
    keep(
        path,
        [new_game(names=["Ana", "Ben"], seed=3), *FIRST_TURN, m.UndoMessage(steps=4), m.TapMessage(piece="troll#2")],
    )
    found = text(path)
    begun = f"{datetime.fromtimestamp(BEGUN):%Y-%m-%d %H:%M}"
    assert found[0] == f"Game 1, {begun}: Castle Panic, 2 players, not over in turn 1, 8 inputs."
    assert found[1] == "At the table: Ana and Ben."
    assert [line for line in found if line.startswith("Turn ")] == ["Turn 1", "Turn 2", "Turn 1"]
    numbers = [int(line[:5]) for line in found if line[:5].strip().isdigit()]
    assert numbers == list(range(1, 9))
    told = desk.do(new_game(names=["Ana", "Ben"], seed=3)).told
    assert [line[7:] for line in found[2 : 2 + len(told) + 2] if line[:7].strip(" 1") == ""][0] == told[0].text
    assert any(line.startswith("    8  ? ") and "Troll" in line for line in found)


@pytest.mark.parametrize("words", ["brief", "normal", "verbose"])
def test_every_sentence_of_a_long_game_is_there(path: Path, words: str) -> None:
    script = scripted(150, seed=51)
    first = next(place for place, entry in enumerate(script) if isinstance(entry, m.NewGameMessage))
    more = [place for place, entry in enumerate(script) if isinstance(entry, m.NewGameMessage) and place > first]
    game = script[first : more[0] if more else None]
    keep(path, game)
    desk, said = new_desk(), []
    for message in game:
        outcome = desk.do(message)
        assert desk.game is not None
        said += [utterance.text for utterance in desk.narrator.told(outcome.events, desk.game, words)]
    body = [line[7:] for line in text(path, words=words)]
    there = iter(body)
    assert said and all(sentence in there for sentence in said)


def test_the_childrens_game_is_told_in_its_own_voice(path: Path) -> None:
    keep(path, [m.NewGameMessage(game="my-first", players=2, setup="quick", pace="auto", seed=2), m.DoneMessage()])
    found = text(path)
    assert "My First Castle Panic" in found[0] and "Turn 1" in found and len(found) > 5


# The list


def test_the_list_tells_what_each_game_was_and_how_it_ended_and_is_quick(path: Path) -> None:
    lost = [new_game(), *LAST_STAND]
    keep(path, *[lost] * 30, [new_game(boxes=BOTH, players=1)], [new_game(), *FIRST_TURN])
    reader = Replayer(new_desk(), known_seal(path))
    began = time.perf_counter()
    found = list(list_of(kept_games(path), reader))
    assert time.perf_counter() - began < 5
    assert [line.split(",")[0] for line in found] == [f"Game {number}" for number in range(1, 33)]
    assert found[0].endswith("Castle Panic, 2 players, lost in turn 1, 3 inputs.")
    assert found[30].endswith(
        "Castle Panic, The Wizard's Tower and The Dark Titan, 1 player, left off in turn 1, 1 input."
    )
    assert found[31].endswith("Castle Panic, 2 players, not over in turn 2, 6 inputs.")
