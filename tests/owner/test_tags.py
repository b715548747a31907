"""The tag book: teaching, doubting, carrying in and out, and keeping it on a disk that may fail."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.owner import tags
from companion.owner.tags import (
    CsvFault,
    CsvRefusal,
    FileFault,
    Lesson,
    LessonResult,
    PieceFault,
    TagBook,
    TagEntry,
    TagFault,
    TagFile,
    pieces_of,
    tag_of,
)

BASE = {
    "goblin": 6,
    "orc": 11,
    "troll": 10,
    "goblin-king": 1,
    "healer": 1,
    "orc-warlord": 1,
    "troll-mage": 1,
    "giant-boulder": 4,
    "red-monsters-move-1": 2,
    "green-monsters-move-1": 2,
    "blue-monsters-move-1": 2,
    "monsters-move-clockwise": 1,
    "monsters-move-counter-clockwise": 1,
    "plague-archers": 1,
    "plague-knights": 1,
    "plague-swordsmen": 1,
    "all-players-discard-1-card": 1,
    "draw-3-monster-tokens": 1,
    "draw-4-monster-tokens": 1,
}
TOWER = {"ogre": 1, "1-imp-per-tower": 1}
A, B, C = "0A00B1C2D3", "62E3086CED", "04A1B2C3D4E580"


def book(*entries: tuple[str, str]) -> TagBook:
    return TagBook(tuple(TagEntry(tag, piece) for tag, piece in entries))


def full() -> TagBook:
    return book(*((f"0A{number:08X}", piece) for number, piece in enumerate(pieces_of(BASE), start=1)))


# Identifiers and pieces


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("0a00b1c2d3", "0A00B1C2D3"),
        ("DE AD BE EF", "DEADBEEF"),
        ("04:a1:b2:c3:d4:e5:80", "04A1B2C3D4E580"),
        ("0102030405060708090A", "0102030405060708090A"),
        ("0812345678", "0812345678"),
        ("DEADBE", TagFault.WRONG_LENGTH),
        ("0102030405060708090A0B", TagFault.WRONG_LENGTH),
        ("", TagFault.WRONG_LENGTH),
        ("DEADBEE", TagFault.NOT_HEX),
        ("DEADBEEG", TagFault.NOT_HEX),
        ("deadbee\N{LATIN SMALL LIGATURE FF}", TagFault.NOT_HEX),
        ("08A1B2C3", TagFault.RANDOM_UID),
        ("08:a1:b2:c3", TagFault.RANDOM_UID),
        ("00000000", TagFault.ALL_ZERO),
        ("0000000000", TagFault.ALL_ZERO),
    ],
)
def test_identifiers(text: str, tag: str | TagFault) -> None:
    """A random number has four bytes and begins with 08; five bytes with 08 in front are an EM4100's version."""
    found = tag_of(text)
    assert found == tag
    assert type(found) is type(tag)


@pytest.mark.parametrize(
    ("piece", "fault"),
    [
        ("orc#1", None),
        ("orc#11", None),
        ("1-imp-per-tower#1", None),
        ("orc#12", PieceFault.NO_SUCH_NUMBER),
        ("ork#1", PieceFault.UNKNOWN_KIND),
        ("orc", PieceFault.NO_PIECE),
        ("orc#0", PieceFault.NO_PIECE),
        ("orc#01", PieceFault.NO_PIECE),
        ("Orc#1", PieceFault.NO_PIECE),
        ("orc#1\n", PieceFault.NO_PIECE),
        ("orc#9999", PieceFault.NO_PIECE),
    ],
)
def test_pieces(piece: str, fault: PieceFault | None) -> None:
    assert tags.piece_fault(piece, BASE | TOWER) is fault


# Teaching


def test_a_tag_learns_its_piece() -> None:
    answer = TagBook().learn("0a:00:b1:c2:d3", "orc#4", BASE)
    assert answer == LessonResult(Lesson.LEARNED, book((A, "orc#4")), A, "orc#4")
    assert answer.book.lookup(A) == "orc#4"
    assert answer.book.lookup(B) is None


@pytest.mark.parametrize(
    ("text", "piece", "fault"),
    [
        ("08A1B2C3", "orc#4", TagFault.RANDOM_UID),
        ("nonsense", "orc#4", TagFault.NOT_HEX),
        (A, "orc#12", PieceFault.NO_SUCH_NUMBER),
        (A, "dragon#1", PieceFault.UNKNOWN_KIND),
        ("00000000", "dragon#1", TagFault.ALL_ZERO),
    ],
)
def test_what_cannot_be_taught_leaves_the_book_alone(text: str, piece: str, fault: TagFault | PieceFault) -> None:
    known = book((B, "orc#1"))
    answer = known.learn(text, piece, BASE)
    assert answer.outcome is fault
    assert answer.book is known


def test_what_is_known_is_not_learnt_again() -> None:
    known = book((A, "orc#4"))
    assert known.learn(A, "orc#4", BASE) == LessonResult(Lesson.KNOWN, known, A, "orc#4")
    assert known.learn(A, "orc#4", BASE, replace=True).outcome is Lesson.KNOWN


def test_a_tag_that_is_another_piece_is_named_and_kept() -> None:
    known = book((A, "orc#4"))
    answer = known.learn(A, "orc#5", BASE)
    assert answer == LessonResult(Lesson.TAG_TAKEN, known, A, "orc#5", ("orc#4",))
    changed = known.learn(A, "orc#5", BASE, replace=True)
    assert changed == LessonResult(Lesson.CHANGED, book((A, "orc#5")), A, "orc#5", ("orc#4",))


def test_a_piece_that_has_another_tag_is_named_and_kept() -> None:
    known = book((A, "orc#4"))
    answer = known.learn(B, "orc#4", BASE)
    assert answer == LessonResult(Lesson.PIECE_TAKEN, known, B, "orc#4", (A,))
    changed = known.learn(B, "orc#4", BASE, replace=True)
    assert changed == LessonResult(Lesson.CHANGED, book((B, "orc#4")), B, "orc#4", (A,))


def test_replacing_drops_both_that_stand_in_the_way() -> None:
    known = book((A, "orc#4"), (B, "orc#5"), (C, "orc#6"))
    changed = known.learn(A, "orc#5", BASE, replace=True)
    assert changed.book == book((C, "orc#6"), (A, "orc#5"))
    assert changed.instead_of == ("orc#4", B)


def test_a_kind_is_taught_tap_by_tap() -> None:
    learning = TagBook()
    for number in range(1, 7):
        answer = learning.learn_next(f"DEADBE{number:02X}", "goblin", BASE)
        assert (answer.outcome, answer.piece) == (Lesson.LEARNED, f"goblin#{number}")
        learning = answer.book
    assert learning.progress({"goblin": 6}) == (6, 6)
    assert learning.progress(BASE) == (6, 49)
    answer = learning.learn_next("DEADBE07", "goblin", BASE)
    assert answer == LessonResult(Lesson.KIND_COMPLETE, learning, "DEADBE07", "goblin")


def test_a_kind_fills_its_gaps_first() -> None:
    known = book((A, "goblin#1"), (B, "goblin#3"))
    assert known.learn_next(C, "goblin", BASE).piece == "goblin#2"


@pytest.mark.parametrize("kind", ["goblin", "orc"])
def test_a_tag_tapped_again_while_a_kind_is_taught_does_no_harm(kind: str) -> None:
    known = book((A, "goblin#1"))
    assert known.learn_next(A, kind, BASE) == LessonResult(Lesson.KNOWN, known, A, "goblin#1")


@pytest.mark.parametrize(
    ("text", "kind", "fault"),
    [
        ("08A1B2C3", "goblin", TagFault.RANDOM_UID),
        (A, "dragon", PieceFault.UNKNOWN_KIND),
        ("", "goblin", TagFault.WRONG_LENGTH),
    ],
)
def test_a_kind_refuses_what_one_tag_would(text: str, kind: str, fault: TagFault | PieceFault) -> None:
    answer = TagBook().learn_next(text, kind, BASE)
    assert (answer.outcome, answer.book) == (fault, TagBook())


def test_forgetting() -> None:
    known = book((A, "orc#4"), (B, "orc#5"))
    assert known.forget(A.lower()) == LessonResult(Lesson.FORGOTTEN, book((B, "orc#5")), A, "orc#4")
    assert known.forget(C) == LessonResult(Lesson.UNKNOWN_TAG, known, C)
    assert known.forget("x").outcome is TagFault.NOT_HEX


# Doubting


def test_a_complete_book_has_nothing_to_say() -> None:
    check = full().check({"castle-panic": BASE})
    assert (check.repeated_tags, check.repeated_pieces, check.strangers, check.gaps) == ((), (), (), ())
    assert len(full().entries) == 49
    assert full().progress(BASE) == (49, 49)


def test_gaps_are_named_box_by_box() -> None:
    known = TagBook(tuple(entry for entry in full().entries if entry.piece not in ("orc#3", "healer#1")))
    check = known.check({"castle-panic": BASE, "wizards-tower": TOWER})
    assert check.gaps == (
        ("castle-panic", ("orc#3", "healer#1")),
        ("wizards-tower", ("ogre#1", "1-imp-per-tower#1")),
    )


def test_doubles_are_named() -> None:
    known = book((A, "orc#1"), (A, "orc#2"), (B, "orc#2"), (C, "orc#3"))
    check = known.check({"castle-panic": BASE})
    assert check.repeated_tags == ((A, ("orc#1", "orc#2")),)
    assert check.repeated_pieces == (("orc#2", (A, B)),)


def test_a_tag_that_is_two_pieces_is_neither() -> None:
    known = book((A, "orc#1"), (A, "orc#2"))
    assert known.lookup(A) is None
    assert known.pieces(A) == ("orc#1", "orc#2")
    assert known.learn(A, "orc#1", BASE).outcome is Lesson.TAG_TAKEN
    assert known.learn(A, "orc#1", BASE, replace=True).book == book((A, "orc#1"))
    assert known.forget(A).instead_of == ("orc#2",)


def test_a_piece_of_no_box_is_a_stranger() -> None:
    known = book((A, "orc#12"), (B, "dragon#1"), (C, "orc#1"))
    assert known.check({"castle-panic": BASE}).strangers == known.entries[:2]
    assert known.lookup(B) == "dragon#1"


TAGS = st.sampled_from([f"0A0000000{digit}" for digit in range(1, 7)] + ["08A1B2C3", "zz"])
PIECES = st.sampled_from(["orc#1", "orc#2", "goblin#1", "orc#12", "x"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("learn"), TAGS, PIECES, st.booleans()),
        st.tuples(st.just("next"), TAGS, st.sampled_from(["orc", "healer", "x"]), st.just(False)),
        st.tuples(st.just("forget"), TAGS, st.just(""), st.just(False)),
    ),
    max_size=12,
)


@given(STEPS)
def test_whatever_is_taught_the_book_stays_one_to_one(steps: list[tuple[str, str, str, bool]]) -> None:
    known = TagBook()
    for verb, tag, what, replace in steps:
        if verb == "learn":
            answer = known.learn(tag, what, BASE, replace=replace)
        else:
            answer = known.learn_next(tag, what, BASE) if verb == "next" else known.forget(tag)
        assert (answer.book == known) is (answer.outcome not in (Lesson.LEARNED, Lesson.CHANGED, Lesson.FORGOTTEN))
        known = answer.book
        check = known.check({"castle-panic": BASE})
        assert (check.repeated_tags, check.repeated_pieces, check.strangers) == ((), (), ())


# CSV


def test_csv_out_is_sorted_and_comes_in_again() -> None:
    text = book((A, "orc#10"), (B, "orc#9"), (C, "goblin#1")).to_csv()
    assert text == f"tag,piece\n{C},goblin#1\n{B},orc#9\n{A},orc#10\n"
    again = TagBook().with_csv(full().to_csv(), BASE)
    assert isinstance(again, TagBook)
    assert again.to_csv() == full().to_csv()


@pytest.mark.parametrize(
    "text",
    [
        f"tag,piece\r\n{A},orc#4\r\n\r\n",
        f"\ufeffTag;Piece\n{A};orc#4\n",
        ' tag , piece\n"0a 00 b1 c2 d3", orc#4 \n',
        f"tag,piece\n\n{B},orc#1\n{A},orc#4",
    ],
)
def test_csv_from_other_programs(text: str) -> None:
    known = book((B, "orc#1"))
    assert known.with_csv(text, BASE) == book((B, "orc#1"), (A, "orc#4"))


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", CsvRefusal(1, CsvFault.WRONG_HEADER)),
        ("piece,tag\n", CsvRefusal(1, CsvFault.WRONG_HEADER, "piece,tag")),
        (f"tag,piece\n{A},orc#4,x\n", CsvRefusal(2, CsvFault.WRONG_COLUMNS, f"{A},orc#4,x")),
        (f"tag,piece\n{A}\n", CsvRefusal(2, CsvFault.WRONG_COLUMNS, A)),
        (f"tag,piece\n{A},orc#4\n\n1.2E+09,orc#5\n", CsvRefusal(4, TagFault.NOT_HEX, "1.2E+09")),
        (f"tag,piece\n{A},orc#4\n08A1B2C3,orc#5\n", CsvRefusal(3, TagFault.RANDOM_UID, "08A1B2C3")),
        (f"tag,piece\n{A},orc#12\n", CsvRefusal(2, PieceFault.NO_SUCH_NUMBER, "orc#12")),
        (f"tag,piece\n{A},ork#1\n", CsvRefusal(2, PieceFault.UNKNOWN_KIND, "ork#1")),
        (f"tag,piece\n{A},orc\n", CsvRefusal(2, PieceFault.NO_PIECE, "orc")),
        (f"tag,piece\n{A},orc#4\n{A},orc#5\n", CsvRefusal(3, CsvFault.TAG_TWICE, A)),
        (f"tag,piece\n{A},orc#4\n{C},orc#4\n", CsvRefusal(3, CsvFault.PIECE_TWICE, "orc#4")),
        (f"tag,piece\n{A},orc#4\n{B},orc#5\n", CsvRefusal(3, CsvFault.TAG_TWICE, B)),
        (f"tag,piece\n{A},orc#4\n{C},orc#1\n", CsvRefusal(3, CsvFault.PIECE_TWICE, "orc#1")),
    ],
)
def test_csv_is_refused_whole_with_the_line(text: str, refusal: CsvRefusal) -> None:
    assert book((B, "orc#1")).with_csv(text, BASE) == refusal


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ('tag,piece\n"0A,orc#4\n', 2, CsvFault.NOT_CSV),
        (f"tag,piece\n{'A' * 200_000},orc#4\n", 2, CsvFault.NOT_CSV),
        ("x" * (tags.MAX_BYTES + 1), 1, CsvFault.TOO_LARGE),
    ],
)
def test_what_is_no_csv_is_refused(text: str, line: int, fault: CsvFault) -> None:
    refusal = TagBook().with_csv(text, BASE)
    assert isinstance(refusal, CsvRefusal)
    assert (refusal.line, refusal.fault) == (line, fault)


@given(st.text(alphabet=st.sampled_from('tagpiecord#4,;"\n\r\x000A'), max_size=40))
def test_no_text_breaks_the_reading_of_csv(text: str) -> None:
    assert isinstance(TagBook().with_csv(f"tag,piece\n{text}", BASE), TagBook | CsvRefusal)


# On disk


def now() -> datetime:
    return datetime(2031, 4, 5, 6, 7, 8)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "tags.json"


def tag_file(path: Path) -> TagFile:
    return TagFile(path, now)


def names(directory: Path) -> list[str]:
    return sorted(found.name for found in directory.iterdir())


def reread(path: Path) -> TagBook:
    file = tag_file(path)
    assert file.load() is None
    return file.book


def learn(file: TagFile, tag: str, piece: str) -> LessonResult:
    return file.change(lambda known: known.learn(tag, piece, BASE))


def test_no_file_is_an_empty_book(path: Path) -> None:
    assert reread(path) == TagBook()
    assert not path.parent.exists()


def test_a_change_is_on_disk_when_it_is_answered(path: Path) -> None:
    file = tag_file(path)
    assert learn(file, B, "orc#10").outcome is Lesson.LEARNED
    learn(file, A, "orc#9")
    assert reread(path) == book((A, "orc#9"), (B, "orc#10"))
    lines = path.read_text().splitlines()
    assert lines[0] == '{"schema": 1, "tags": ['
    assert lines[1:3] == [f'{{"tag":"{A}","piece":"orc#9"}},', f'{{"tag":"{B}","piece":"orc#10"}}']
    assert names(path.parent) == ["tags.json"]
    assert path.stat().st_mode & 0o007 == 0


def test_forgetting_the_last_tag_leaves_a_whole_file(path: Path) -> None:
    file = tag_file(path)
    learn(file, A, "orc#9")
    file.change(lambda known: known.forget(A))
    assert json.loads(path.read_text()) == {"schema": 1, "tags": []}
    assert reread(path) == TagBook()


def test_a_refusal_writes_nothing(path: Path) -> None:
    learn(tag_file(path), "08A1B2C3", "orc#1")
    assert not path.exists()


def test_what_another_process_wrote_is_kept(path: Path) -> None:
    daemon, command = tag_file(path), tag_file(path)
    learn(daemon, A, "orc#1")
    learn(command, B, "orc#2")
    learn(daemon, C, "orc#3")
    assert reread(path) == book((A, "orc#1"), (B, "orc#2"), (C, "orc#3"))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", FileFault.UNREADABLE),
        (b"\x00\xff\xfe", FileFault.UNREADABLE),
        (b'{"schema": 1, "tags": [{"tag": "0A00B1C2D3", "pie', FileFault.UNREADABLE),
        (b'{"schema": 1, "tags": [{"tag": "0a00b1c2d3", "piece": "orc#1"}]}', FileFault.UNREADABLE),
        (b'{"schema": 1, "tags": [{"tag": "0A00B1C2D3", "piece": "orc"}]}', FileFault.UNREADABLE),
        (b'{"schema": 1, "tags": [], "more": 1}', FileFault.UNREADABLE),
        (b'{"schema": 0, "tags": []}', FileFault.UNREADABLE),
        (b'{"schema": "1", "tags": []}', FileFault.UNREADABLE),
        (b'"\xff"', FileFault.UNREADABLE),
        (b"[" * 100_000, FileFault.UNREADABLE),
        (b'{"schema": 2, "books": {}}', FileFault.NEWER),
        (b" " * (tags.MAX_BYTES + 1), FileFault.TOO_LARGE),
    ],
)
def test_a_damaged_file_is_set_aside_and_reported(path: Path, content: bytes, fault: FileFault) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    file = tag_file(path)
    report = file.load()
    assert report is not None
    assert report is file.set_aside
    assert (report.fault, file.book) == (fault, TagBook())
    assert report.path == path.with_name("tags.json.set-aside-2031-04-05T06-07-08")
    assert report.path.read_bytes() == content
    learn(file, A, "orc#1")
    assert reread(path) == book((A, "orc#1"))


def test_nothing_is_ever_renamed_over_another_file(path: Path) -> None:
    path.parent.mkdir()
    kept = []
    for number in range(3):
        path.write_text(f"damage {number}")
        report = tag_file(path).load()
        assert report is not None
        assert report.path is not None
        kept.append((report.path.name.removeprefix("tags.json.set-aside-2031-04-05T06-07-08"), report.path.read_text()))
    assert kept == [("", "damage 0"), ("-2", "damage 1"), ("-3", "damage 2")]


def test_a_book_in_use_survives_the_damage_of_its_file(path: Path) -> None:
    file = tag_file(path)
    learn(file, A, "orc#1")
    path.write_text("damage")
    assert learn(file, B, "orc#2").book == book((A, "orc#1"), (B, "orc#2"))
    assert file.set_aside is not None
    assert file.set_aside.fault is FileFault.UNREADABLE
    assert reread(path) == book((A, "orc#1"), (B, "orc#2"))


def test_a_directory_or_a_dead_link_in_its_place_is_set_aside(path: Path) -> None:
    path.mkdir(parents=True)
    report = tag_file(path).load()
    assert report is not None
    assert report.fault is FileFault.UNREADABLE
    path.symlink_to("/nowhere/at/all")
    report = tag_file(path).load()
    assert report is not None
    assert report.path is not None
    assert report.path.is_symlink()


def test_a_link_laid_where_the_new_file_is_written_is_not_followed(path: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("keep me")
    path.parent.mkdir()
    (path.parent / ".tags.json.new").symlink_to(precious)
    learn(tag_file(path), A, "orc#1")
    assert precious.read_text() == "keep me"
    assert reread(path) == book((A, "orc#1"))


@pytest.mark.parametrize("failing", ["fsync", "open"])
def test_a_full_disk_changes_nothing(path: Path, failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tag_file(path)
    learn(file, A, "orc#1")
    before = path.read_bytes()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, failing, full)
        with pytest.raises(OSError, match="No space left"):
            learn(file, B, "orc#2")
    assert path.read_bytes() == before
    assert names(path.parent) == ["tags.json"]
    assert file.book == book((A, "orc#1"))
    learn(file, B, "orc#2")
    assert reread(path) == book((A, "orc#1"), (B, "orc#2"))


def test_an_unreadable_disk_loses_no_book(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learn(tag_file(path), A, "orc#1")
    file = tag_file(path)

    def broken(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", broken)
        for _ in range(2):
            with pytest.raises(PermissionError):
                learn(file, B, "orc#2")
    learn(file, B, "orc#2")
    assert reread(path) == book((A, "orc#1"), (B, "orc#2"))


def test_the_new_file_is_on_disk_before_it_takes_the_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut may come after any step: write and sync, then rename, then sync the directory."""
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        steps.append("sync " + Path(f"/proc/self/fd/{descriptor}").readlink().name)
        fsync(descriptor)

    def replaced(self: Path, target: Path) -> Path:
        steps.append(f"{self.name} -> {target.name}")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    learn(tag_file(path), A, "orc#1")
    assert steps == ["sync .tags.json.new", ".tags.json.new -> tags.json", "sync state"]


def test_a_file_edited_by_hand_may_hold_doubles(path: Path) -> None:
    path.parent.mkdir()
    entries = [{"tag": A, "piece": "orc#1"}, {"tag": A, "piece": "orc#2"}]
    path.write_text(json.dumps({"schema": 1, "tags": entries}))
    assert reread(path).check({"castle-panic": BASE}).repeated_tags == ((A, ("orc#1", "orc#2")),)
