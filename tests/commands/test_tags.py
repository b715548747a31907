"""Teaching stickers their pieces: one by one, a kind at a time, from a file; and looking the book over."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.commands.parser import main
from companion.commands.tags import LESSON_WORDS, UNREAD, Teacher, tags_from_reader
from companion.game.pieces import Library
from companion.owner.library import load_library
from companion.owner.tags import Lesson, PieceFault, TagFault, TagFile
from hardware.reader.presence import Crowd, NoRead
from hardware.reader.rdm6300 import Rdm6300Parser
from tests.commands.process import PATIENCE, started
from tests.hardware.reader.serial_lines import SerialLine, threads_named
from tests.owner.configurations import from_text

GOBLIN = "62E3086CED"
TAGS = [f"0A00B1C2{number:02X}" for number in range(1, 40)]


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library()


class Lesson_:
    """A teacher and what it printed."""

    def __init__(self, folder: Path, library: Library) -> None:
        self.printed: list[str] = []
        self.path = folder / "tags.json"
        self.teacher = Teacher(self.path, library, self.printed.append)

    @property
    def book(self) -> dict[str, str]:
        """What the file says."""
        return {entry["tag"]: entry["piece"] for entry in json.loads(self.path.read_bytes())["tags"]}


@pytest.fixture
def lesson(tmp_path: Path, library: Library) -> Lesson_:
    return Lesson_(tmp_path, library)


def test_every_outcome_has_its_sentence() -> None:
    assert set(LESSON_WORDS) == {*Lesson, *TagFault, *PieceFault}
    assert all(text.endswith(".") for text in [*LESSON_WORDS.values(), *UNREAD.values()])


# A kind at a time


def test_a_kind_is_taught_sticker_by_sticker_until_all_have_one(lesson: Lesson_) -> None:
    stickers = iter(TAGS)
    assert lesson.teacher.learn_kind("goblin", stickers)
    assert lesson.book == dict(zip(TAGS, [f"goblin#{number}" for number in range(1, 7)], strict=False))
    assert lesson.printed[0] == "0 of 6 known."
    assert lesson.printed[1] == "Tap every goblin now, one at a time. Ctrl-C ends it."
    assert lesson.printed[-2:] == ["goblin#6: learnt.", "6 of 6 known."]
    assert next(stickers) == TAGS[6], "no tap more than needed"


def test_a_kind_that_is_complete_waits_for_no_tap(lesson: Lesson_) -> None:
    lesson.teacher.learn_kind("goblin", iter(TAGS))
    lesson.printed.clear()

    def nobody() -> Iterator[str]:
        raise AssertionError("nothing was to be tapped")
        yield

    assert lesson.teacher.learn_kind("goblin", nobody())
    assert lesson.printed == ["6 of 6 known."]


def test_a_sticker_tapped_twice_does_no_harm_and_one_of_another_kind_is_named(lesson: Lesson_) -> None:
    lesson.teacher.learn_piece("orc#4", iter(TAGS[20:]), replace=False)
    lesson.printed.clear()
    lesson.teacher.learn_kind("goblin", iter([TAGS[0], TAGS[0], TAGS[20], "no tag", TAGS[1]]))
    assert lesson.printed[2::2] == [
        "goblin#1: learnt.",
        "This sticker is goblin#1 already.",
        "This sticker is orc#4 already.",
        "'no tag' is no tag: it has other signs than 0 to 9 and A to F.",
        "goblin#2: learnt.",
    ]


def test_gaps_are_filled_first(lesson: Lesson_) -> None:
    lesson.teacher.learn_kind("goblin", iter(TAGS[:3]))
    lesson.teacher.forget(TAGS[1])
    lesson.teacher.learn_kind("goblin", iter([TAGS[9]]))
    assert lesson.book[TAGS[9]] == "goblin#2"


def test_a_kind_that_two_boxes_have_is_taught_for_one_of_them(lesson: Lesson_) -> None:
    lesson.teacher.learn_kind("goblin", iter(TAGS), box="my-first")
    assert lesson.printed[-1] == "7 of 7 known."


@pytest.mark.parametrize("wrong", [{"kind": "unicorn"}, {"kind": "orc", "box": "my-first"}])
def test_a_kind_that_there_is_not_is_refused_before_anybody_taps(lesson: Lesson_, wrong: dict[str, Any]) -> None:
    assert not lesson.teacher.learn_kind(tags=iter(TAGS), **wrong)
    assert lesson.printed == [f"No box has a {wrong['kind']}."] and not lesson.path.exists()


# One by one


def test_a_piece_learns_its_sticker(lesson: Lesson_) -> None:
    assert lesson.teacher.learn_piece("orc#4", iter(TAGS), replace=False)
    assert lesson.printed == ["Tap orc#4 now.", "orc#4: learnt."] and lesson.book == {TAGS[0]: "orc#4"}


@pytest.mark.parametrize("piece", ["orc", "orcc#4", "orc#12", "ORC#1"])
def test_a_piece_that_there_is_not_is_refused_before_anybody_taps(lesson: Lesson_, piece: str) -> None:
    assert not lesson.teacher.learn_piece(piece, iter(TAGS), replace=False)
    assert len(lesson.printed) == 1 and "Tap" not in lesson.printed[0]


def test_what_stands_in_the_way_is_named_and_dropped_only_when_asked(lesson: Lesson_) -> None:
    lesson.teacher.learn_piece("orc#4", iter(TAGS), replace=False)
    assert not lesson.teacher.learn_piece("orc#5", iter(TAGS), replace=False)
    assert lesson.printed[-1] == "This sticker is orc#4 already; use --replace to make it orc#5."
    assert not lesson.teacher.learn_piece("orc#4", iter(TAGS[1:]), replace=False)
    assert lesson.printed[-1] == f"orc#4 has the sticker {TAGS[0]} already; use --replace to give it this one."
    assert lesson.teacher.learn_piece("orc#5", iter(TAGS), replace=True)
    assert lesson.printed[-1] == "orc#5: learnt, instead of orc#4." and lesson.book == {TAGS[0]: "orc#5"}


def test_taps_that_never_come_teach_nothing(lesson: Lesson_) -> None:
    assert not lesson.teacher.learn_piece("orc#4", iter([]), replace=False)


def test_forgetting(lesson: Lesson_) -> None:
    lesson.teacher.learn_piece("orc#4", iter(TAGS), replace=False)
    assert lesson.teacher.forget(TAGS[0].lower())
    assert not lesson.teacher.forget(TAGS[0])
    assert lesson.printed[-2:] == ["orc#4: forgotten.", f"The book has no sticker {TAGS[0]}."]


# Files


def test_a_book_goes_out_as_csv_and_comes_in_again(lesson: Lesson_, tmp_path: Path, library: Library) -> None:
    lesson.teacher.learn_kind("goblin", iter(TAGS))
    lesson.printed.clear()
    lesson.teacher.list_csv()
    (tmp_path / "other").mkdir()
    other = Lesson_(tmp_path / "other", library)
    assert other.teacher.take_csv(lesson.printed[0], replace=False)
    assert other.book == lesson.book and other.printed == ["6 stickers in the book."]


def test_csv_is_taken_whole_or_not_at_all(lesson: Lesson_) -> None:
    lesson.teacher.learn_piece("orc#4", iter(TAGS), replace=False)
    before = lesson.path.read_bytes()
    assert not lesson.teacher.take_csv(f"tag,piece\n{TAGS[1]},orc#5\n{TAGS[2]},orc#99\n", replace=False)
    assert lesson.printed[-1] == "Line 3: no such number orc#99. Nothing was taken."
    assert lesson.path.read_bytes() == before
    assert lesson.teacher.take_csv(f"tag,piece\n{TAGS[1]},orc#5\n", replace=True)
    assert lesson.book == {TAGS[1]: "orc#5"}


def test_a_damaged_book_is_set_aside_and_named(tmp_path: Path, library: Library) -> None:
    (tmp_path / "tags.json").write_text("{")
    lesson = Lesson_(tmp_path, library)
    [told] = lesson.printed
    assert told.endswith(": it could not be read.") and "tags.json.set-aside-" in told


# Looking it over


def test_an_empty_book_is_no_fault(lesson: Lesson_) -> None:
    assert lesson.teacher.check()
    assert "castle-panic: 0 of 49 tokens have a sticker." in lesson.printed


def test_gaps_of_a_box_that_was_begun_are_named_and_of_others_not(lesson: Lesson_) -> None:
    lesson.teacher.learn_kind("troll", iter(TAGS))
    lesson.printed.clear()
    assert not lesson.teacher.check()
    told = next(line for line in lesson.printed if line.startswith("castle-panic"))
    assert told.startswith("castle-panic: 10 of 49 tokens have a sticker. Without: ") and "goblin#6" in told
    assert not any("Without" in line for line in lesson.printed if not line.startswith("castle-panic"))


def test_doubles_and_strangers_are_named(tmp_path: Path, library: Library) -> None:
    entries = [(TAGS[0], "orc#1"), (TAGS[0], "orc#2"), (TAGS[1], "orc#3"), (TAGS[2], "orc#3"), (TAGS[3], "ork#1")]
    tags = [{"tag": tag, "piece": piece} for tag, piece in entries]
    (tmp_path / "tags.json").write_text(json.dumps({"schema": 1, "tags": tags}))
    lesson = Lesson_(tmp_path, library)
    assert not lesson.teacher.check()
    assert lesson.printed[:3] == [
        f"The sticker {TAGS[0]} is orc#1 and orc#2.",
        f"orc#3 has 2 stickers: {TAGS[1]}, {TAGS[2]}.",
        f"The sticker {TAGS[3]} is ork#1, which is in no box.",
    ]


# The reader


class Table:
    """A pty for the reader of a configuration, and what happens at it: one act for each line that is printed of it."""

    def __init__(self, folder: Path, *acts: bytes) -> None:
        self.line = SerialLine(folder / "port").plug()
        self.config = from_text(f'[reader]\ndevice = "{self.line.name}"\n[state]\ndirectory = "{folder}"', base=folder)
        self.printed: list[str] = []
        self.acts = list(acts)

    def show(self, text: str) -> None:
        self.printed.append(text)
        if " is opening" not in text and self.acts:
            self.line.send(self.acts.pop(0))

    def tags(self) -> Iterator[str]:
        return tags_from_reader(self.config, self.show)


def frames(*tags: str) -> bytes:
    """Each tag lies there just long enough."""
    return b"".join(Rdm6300Parser.frame(tag) * 2 for tag in tags)


def test_a_kind_is_taught_at_the_reader_and_nothing_is_left_running(tmp_path: Path, library: Library) -> None:
    table = Table(tmp_path, frames(*TAGS[:6]))
    teacher = Teacher(tmp_path / "tags.json", library, lambda text: None)
    assert teacher.learn_kind("goblin", table.tags())
    found = TagFile(tmp_path / "tags.json", lambda: None)  # type: ignore[arg-type,return-value]
    found.load()
    assert [found.book.lookup(tag) for tag in TAGS[:6]] == [f"goblin#{number}" for number in range(1, 7)]
    assert table.printed == [f"The reader at {table.line.name} is {state}." for state in ("opening", "ready")]
    assert threads_named("owner-reader") == []


class EnoughError(Exception):
    """The test has seen what it came for."""


def test_what_cannot_be_read_is_told_and_teaching_goes_on(tmp_path: Path) -> None:
    broken = Rdm6300Parser.frame(TAGS[0])[:-3] + b"00\x03"
    crowd = frames(TAGS[1]) + (Rdm6300Parser.frame(TAGS[2]) + Rdm6300Parser.frame(TAGS[1])) * 2
    table = Table(tmp_path, broken, crowd)
    told: list[str] = []

    def show(text: str) -> None:
        told.append(text)
        table.show(text)
        if text == UNREAD[Crowd]:
            raise EnoughError

    tags = tags_from_reader(table.config, show)
    assert next(tags) == TAGS[1]
    assert told[-1] == UNREAD[NoRead]
    with pytest.raises(EnoughError):
        next(tags)
    assert threads_named("owner-reader") == []


def test_a_reader_that_is_not_there_is_told_with_its_place_and_waited_for(tmp_path: Path) -> None:
    table = Table(tmp_path, b"", frames(TAGS[0]))
    table.line.unplug()

    def show(text: str) -> None:
        table.printed.append(text)
        if " is absent" in text:
            table.line.plug()
        elif " is ready" in text:
            table.line.send(frames(TAGS[0]))

    tags = tags_from_reader(table.config, show)
    assert next(tags) == TAGS[0]
    assert [line.split(" is ")[1].split(" ")[0].rstrip(".") for line in table.printed] == ["opening", "absent", "ready"]
    assert "(missing: " in table.printed[1]
    tags.close()  # type: ignore[attr-defined]


# The command


class Book:
    """`companion tags` with a configuration."""

    def __init__(self, folder: Path, reader: str = "sim:") -> None:
        self.config = folder / "companion.toml"
        self.config.write_text(f'[reader]\ndevice = "{reader}"\n[state]\ndirectory = "{folder / "state"}"\n')
        self.path = folder / "state" / "tags.json"
        self.path.parent.mkdir()

    def __call__(self, *arguments: str) -> int:
        return main(["tags", "--config", str(self.config), *arguments])


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def test_stickers_come_in_from_csv_go_out_as_csv_and_are_forgotten(
    book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    csv = tmp_path / "stickers.csv"
    csv.write_text(f"tag,piece\n{GOBLIN.lower()},goblin#1\n0A00B1C2D3,orc#4\n")
    assert book("learn", "--csv", str(csv)) == 0
    assert capsys.readouterr().out == "2 stickers in the book.\n"
    assert book("list") == 0
    assert capsys.readouterr().out == f"tag,piece\n{GOBLIN},goblin#1\n0A00B1C2D3,orc#4\n"
    assert book("check") == 1, "there are gaps"
    assert "castle-panic: 2 of 49 tokens have a sticker. Without: goblin#2, " in capsys.readouterr().out
    assert book("learn", "--forget", GOBLIN) == 0
    assert book("learn", "--forget", GOBLIN) == 1
    csv.write_text("tag,piece\n0A00B1C2D4,orc#4\n")
    assert book("learn", "--csv", str(csv)) == 1
    assert "piece twice" in capsys.readouterr().out
    assert book("learn", "--csv", str(csv), "--replace") == 0


def test_files_that_cannot_be_read_are_refused_with_a_sentence(
    book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "latin").write_bytes(b"tag,piece\n\xff\n")
    for path in (tmp_path / "nowhere.csv", tmp_path / "latin", tmp_path):
        assert book("learn", "--csv", str(path)) == 1
        said = capsys.readouterr()
        assert str(path) in said.err and said.err.count("\n") == 1


def test_a_book_that_cannot_be_read_is_refused_with_a_sentence(
    book: Book, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(file: TagFile) -> None:
        raise PermissionError(13, "Permission denied", str(file.path))

    monkeypatch.setattr(TagFile, "load", denied)
    assert book("list") == 1
    said = capsys.readouterr()
    assert said.out == "" and "Permission denied" in said.err and said.err.count("\n") == 1


def test_without_a_reader_nobody_waits_for_a_tap(book: Book, capsys: pytest.CaptureFixture[str]) -> None:
    assert book("learn", "goblin") == 1
    assert capsys.readouterr().err == "The configuration names no reader: give one with --config.\n"


def test_stickers_are_taught_at_the_reader_of_the_configuration(tmp_path: Path) -> None:
    line = SerialLine(tmp_path / "port").plug()
    book = Book(tmp_path, str(line.name))
    tags = [f"0A00B1C2{number:02X}" for number in range(1, 5)]
    command = ["tags", "--config", str(book.config), "learn", "giant-boulder"]
    environ = os.environ | {"PYTHONUNBUFFERED": "1"}
    with started(*command, stdout=subprocess.PIPE, text=True, env=environ) as process:
        assert process.stdout is not None
        printed = []
        for text in process.stdout:
            printed.append(text)
            if text.endswith(" is ready.\n"):
                line.send(b"".join(Rdm6300Parser.frame(tag) * 2 for tag in tags))
        assert process.wait(PATIENCE) == 0
    line.unplug()
    assert printed[-1] == "4 of 4 known.\n"
    found = TagFile(book.path, lambda: datetime.now(UTC))
    found.load()
    assert [found.book.lookup(tag) for tag in tags] == [f"giant-boulder#{number}" for number in range(1, 5)]


def test_teaching_that_is_interrupted_keeps_what_was_taught(tmp_path: Path) -> None:
    line = SerialLine(tmp_path / "port").plug()
    book = Book(tmp_path, str(line.name))
    command = ["tags", "--config", str(book.config), "learn", "goblin"]
    pipe = subprocess.PIPE
    environ = os.environ | {"PYTHONUNBUFFERED": "1"}
    with started(*command, stdout=pipe, stderr=pipe, text=True, env=environ) as process:
        assert process.stdout is not None and process.stderr is not None
        for text in process.stdout:
            if text.endswith(" is ready.\n"):
                line.send(Rdm6300Parser.frame(GOBLIN) * 2)
            elif text == "1 of 6 known.\n":
                process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""
    line.unplug()
    assert json.loads(book.path.read_bytes())["tags"] == [{"tag": GOBLIN, "piece": "goblin#1"}]
