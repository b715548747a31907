"""Who may reach a running companion on its own machine, and what hostile files and bytes can make of it.

What is hostile on the socket alone stands in `test_sockets.py`, on a serial line in `tests/hardware`.
"""

from __future__ import annotations

import json
import os
import random
import socket
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal.errors import JournalError
from companion.journal.key import seal_beside
from companion.journal.record import Journal
from companion.journal.storage import check_named
from companion.owner.box_facts import OwnerFile
from companion.owner.tags import TagBook, TagFile
from companion.talk import messages as m
from companion.talk.messages import LONGEST_LINE
from companion.talk.settings import Settings
from hardware.sound.speech_cache import SpeechCache
from tests.service.process import Connection, Table
from tests.service.room import Room

GOBLIN = "62E3086CED"
SERIAL_NOISE = 200_000
LISTEN = "0A"
"""The state of a listening socket in /proc/net/tcp (proc(5))."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A companion in service, as a process of its own that was started with the usual mask of a shell."""
    made = Table(tmp_path_factory.mktemp("table"), setup="none", pace="auto")
    before = os.umask(0o022)
    try:
        TagFile(made.state / "tags.json", lambda: datetime.now(UTC)).change(
            lambda book: book.learn(GOBLIN, "goblin#1", {"goblin": 6})
        )
        made.start().close()
    finally:
        os.umask(before)
    yield made
    made.close()


# The process


def network_inodes() -> dict[str, str]:
    """Every network socket of this machine by its inode, with its table and its state."""
    found = {}
    for name in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6", "packet"):
        path = Path("/proc/net") / name
        lines = path.read_text().splitlines()[1:] if path.exists() else []
        found |= {line.split()[8 if name == "packet" else 9]: f"{name} {line.split()[3]}" for line in lines}
    return found


def sockets_of(process: int) -> set[str]:
    """The inodes of all sockets that a process has open."""
    links = []
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile, as the one that lists them
            links.append(str(descriptor.readlink()))
    return {link[len("socket:[") : -1] for link in links if link.startswith("socket:[")}


def test_the_tables_of_the_kernel_show_a_port_that_is_open() -> None:
    """So that the next test can fail."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        known = network_inodes()
        assert server.fileno() >= 0
        assert {known[inode] for inode in sockets_of(os.getpid()) & set(known)} >= {f"tcp {LISTEN}", "udp 07"}


def test_a_companion_has_no_network_socket_at_all(table: Table) -> None:
    assert table.process is not None
    with Connection(table.socket) as connection:
        assert connection.say("state")["ok"] in (True, False)
        open_now = sockets_of(table.process.pid)
        assert len(open_now) >= 2, "the protocol's own socket, and this connection"
        assert not open_now & set(network_inodes())


def test_its_socket_is_for_owner_and_group_and_its_files_for_no_others(table: Table) -> None:
    with Connection(table.socket) as connection:
        connection.say("new_game", game="castle-panic", players=2, setup="none", seed=3)
    assert stat.S_IMODE(table.socket.lstat().st_mode) == 0o660
    made = [path for path in table.state.rglob("*") if path.is_file()]
    assert {"journal.sqlite", "journal.sqlite.key", "tags.json"} <= {path.name for path in made}
    too_open = {path.name: oct(path.stat().st_mode) for path in made if path.stat().st_mode & 0o027}
    assert too_open == {}, "others may not even read, and the group may not write"
    assert stat.S_IMODE((table.state / "journal.sqlite.key").stat().st_mode) == 0o600


# Bytes


HOSTILE_LINES = (
    b"\0" * 5000,
    b'{"do": "play", "card": "' + b"A" * (3 * LONGEST_LINE) + b'"}',
    b'{"do": "tap", "piece": "../../etc/passwd"}',
    b'{"do": "tap", "tag": "\\u0000\\ud800"}',
    b'{"do": "new_game", "game": "castle-panic", "players": 99999999999999999999}',
    b'{"do": "new_game", "game": "castle-panic", "players": 2, "names": ["' + b"n" * 60_000 + b'"]}',
    b'{"do": "correct", "bag": {"pieces": [' + b'"orc#1",' * 4000 + b'"orc#1"]}}',
    b'{"do": "choose", "options": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    b'{"do": "undo", "steps": 1e308}',
    b'{"do": "roll", "value": -1}',
    b"\xff\xfe{\x00}\x00",
)


def test_hostile_lines_are_each_answered_and_leave_the_game_as_it_was(table: Table) -> None:
    with Connection(table.socket) as connection:
        connection.say("new_game", game="castle-panic", players=2, setup="none", seed=3)
        before = connection.say("state")["state"]
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(20)
        line.connect(str(table.socket))
        answers = line.makefile("rb")
        for hostile in HOSTILE_LINES:
            line.sendall(hostile + b"\n")
            answer = json.loads(answers.readline(1_000_000))
            assert answer["ok"] is False and len(json.dumps(answer)) < 20_000, hostile[:60]
        line.sendall(random.Random(6).randbytes(500_000).replace(b"\n", b"") + b"\n")
        assert json.loads(answers.readline())["error"]["code"] == "bad-input"
        answers.close()
    with Connection(table.socket) as connection:
        assert connection.say("state")["state"] == before
    assert "Traceback" not in (table.directory / "log").read_text()


def test_noise_on_the_serial_line_is_no_input_and_the_next_token_counts(table: Table) -> None:
    with Connection(table.socket) as connection:
        connection.say("new_game", game="castle-panic", players=2, setup="none", seed=3)
        connection.say("done")
        before = connection.say("state")
        assert before["prompt"]["topic"] == "draw"
        noise = random.Random(7).randbytes(SERIAL_NOISE)
        for at in range(0, SERIAL_NOISE, 2000):
            os.write(table.master, noise[at : at + 2000])
        os.write(table.master, b"\x02" * 3000 + b"\x03" * 3000 + b"\x02" + b"F" * 5000)
        connection.say("watch")
        assert connection.say("state")["state"] == before["state"]

        def laid() -> bool:
            table.lay(GOBLIN)
            return bool(connection.say("state")["prompt"]["topic"] != "draw")

        assert connection.ask_until(laid)
    assert table.process is not None and table.process.poll() is None
    assert "Traceback" not in (table.directory / "log").read_text()


# Links: a write never follows one out of the state directory


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A file elsewhere that nothing here may change."""
    path = tmp_path / "elsewhere" / "precious"
    path.parent.mkdir()
    path.write_bytes(b"precious")
    return path


def untouched(outside: Path) -> bool:
    """Whether it is as it was, with nothing new beside it."""
    return outside.read_bytes() == b"precious" and list(outside.parent.iterdir()) == [outside]


@pytest.mark.parametrize("leads_to", ["a file", "nothing", "a journal"])
def test_a_journal_that_is_a_link_is_set_aside_and_told(tmp_path: Path, outside: Path, leads_to: str) -> None:
    state = tmp_path / "state"
    state.mkdir()
    target = outside if leads_to == "a file" else outside.with_name("journal")
    if leads_to == "a journal":
        other = Journal(target, lambda: 0.0)
        other.keep_all([m.NewGameMessage(game="castle-panic", players=2)], Settings())
        other.close()
    before = {path.name: path.read_bytes() for path in outside.parent.iterdir()}
    (state / "journal.sqlite").symlink_to(target)
    room = Room(state)
    room.begin()
    room.take(m.DoneMessage())
    room.hear_out()
    assert room.notice("journal-set-aside") in room.said
    assert room.entries() == ["new_game", "done"]
    room.stop()
    assert {path.name: path.read_bytes() for path in outside.parent.iterdir()} == before
    assert stat.S_ISREG((state / "journal.sqlite").lstat().st_mode)
    assert [path.readlink() for path in state.glob("journal.sqlite.set-aside-*")] == [target]


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_a_link_beside_the_journal_is_not_followed_and_the_game_goes_on(
    tmp_path: Path, outside: Path, suffix: str
) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / f"journal.sqlite{suffix}").symlink_to(outside.with_name("new"))
    room = Room(state)
    assert room.begin()["ok"] and room.take(m.DoneMessage())["ok"]
    room.stop()
    assert untouched(outside)


def test_a_journal_that_somebody_names_may_not_be_a_link(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "real").close()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(JournalError, match=r"this is a link\.$"):
        check_named(tmp_path / "link")


def test_links_in_place_of_the_tag_book_and_its_draft_are_replaced(tmp_path: Path, outside: Path) -> None:
    path = tmp_path / "tags.json"
    for name in ("tags.json", ".tags.json.new"):
        (tmp_path / name).symlink_to(outside)
    file = TagFile(path, lambda: datetime.now(UTC))
    file.change(lambda book: book.learn(GOBLIN, "goblin#1", {"goblin": 6}))
    assert untouched(outside) and not path.is_symlink()
    assert TagFile(path, lambda: datetime.now(UTC)).load() is None and file.book != TagBook()
    assert stat.S_IMODE(path.stat().st_mode) & 0o027 == 0


def test_links_in_place_of_the_key_and_its_draft_are_replaced(tmp_path: Path, outside: Path) -> None:
    for name in ("journal.key", ".journal.key.new"):
        (tmp_path / name).symlink_to(outside)
    seal_beside(tmp_path / "journal")
    assert untouched(outside)
    assert not (tmp_path / "journal.key").is_symlink()
    assert stat.S_IMODE((tmp_path / "journal.key").stat().st_mode) == 0o600


def test_links_in_place_of_phrases_are_neither_read_nor_written_through(tmp_path: Path, outside: Path) -> None:
    phrases = tmp_path / "phrases"
    cache = SpeechCache(phrases)
    key = "0" * 64
    cache.put(key, b"\1\2" * 50, 22050)
    cache.save()
    (phrase,) = phrases.iterdir()
    phrase.unlink()
    phrase.symlink_to(outside)
    again = SpeechCache(phrases)
    assert again.get(key, 22050) is None
    again.put(key, b"\1\2" * 50, 22050)
    again.save()
    assert untouched(outside) and not phrase.is_symlink()
    assert stat.S_IMODE(phrase.stat().st_mode) == 0o600


def test_a_link_in_place_of_the_owners_draft_is_not_followed(tmp_path: Path, outside: Path) -> None:
    path = tmp_path / "boxes.toml"
    (tmp_path / ".boxes.toml.new").symlink_to(outside)
    OwnerFile(path).learn({"dark-titan": {"effects": {"2": {"1": "nothing"}}}})
    assert untouched(outside) and not path.is_symlink() and path.exists()
