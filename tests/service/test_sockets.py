"""The socket of the table protocol: whose it is, that hostile and slow clients can do nothing to it, and its client."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from companion.service import sockets
from companion.service.sockets import MOST_CLIENTS, SocketBusyError, open_socket
from companion.talk import messages as m
from companion.talk.messages import LONGEST_LINE
from companion.talk.state import state_of
from companion.talk.verb import Message
from tests.service.room import Room

PATIENCE = 10.0


class Client:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def say(self, **message: Any) -> dict[str, Any]:
        """Send an input, and return the next line, decoded."""
        self.writer.write(json.dumps(message).encode() + b"\n")
        return await self.hear()

    async def hear(self) -> dict[str, Any]:
        """Return the next line, decoded."""
        line = await asyncio.wait_for(self.reader.readline(), PATIENCE)
        assert line.endswith(b"\n"), "the connection has ended"
        return json.loads(line)

    async def hears_the_end(self) -> bool:
        """Return whether the connection ends."""
        try:
            return await asyncio.wait_for(self.reader.read(), PATIENCE) == b""
        except ConnectionError:
            return True

    def leave(self) -> None:
        self.writer.transport.abort()


class House:
    """A room with a socket, and whoever comes in by it."""

    def __init__(self, folder: Path) -> None:
        self.room = Room(folder)
        self.room.begin()
        self.room.hear_out()
        self.room.forget()
        self.path = folder / "run" / "companion.sock"
        self.clients: list[Client] = []

    async def client(self) -> Client:
        client = Client(*await asyncio.open_unix_connection(self.path, limit=2**22))
        self.clients.append(client)
        return client

    async def watcher(self) -> Client:
        client = await self.client()
        assert (await client.say(do="watch"))["ok"]
        return client

    async def until(self, holds: Callable[[], Any]) -> None:
        """Let the other tasks go on until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, "it never came"
            await asyncio.sleep(0)


@pytest.fixture
def serving(tmp_path: Path) -> Any:
    """Return a function that runs a test while the socket of a house is open."""
    house = House(tmp_path)

    def run(test: Callable[[House], Awaitable[None]]) -> House:
        async def served() -> None:
            server = await open_socket(house.path, house.room.daemon)
            try:
                async with asyncio.timeout(4 * PATIENCE):
                    await test(house)
            finally:
                for client in house.clients:
                    client.leave()
                server.close()

        asyncio.run(served())
        return house

    yield run
    house.room.stop()


# Whose it is


def test_the_socket_belongs_to_its_owner_and_group_alone(serving: Any) -> None:
    async def test(house: House) -> None:
        found = house.path.stat()
        assert stat.S_ISSOCK(found.st_mode) and stat.S_IMODE(found.st_mode) == 0o660

    serving(test)


def test_a_socket_that_nobody_answers_on_is_removed(tmp_path: Path, serving: Any) -> None:
    path = tmp_path / "run" / "companion.sock"
    path.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))

    async def test(house: House) -> None:
        assert (await (await house.client()).say(do="state"))["ok"]

    serving(test)


def test_a_second_companion_is_refused_with_one_sentence_and_the_first_goes_on(serving: Any) -> None:
    async def test(house: House) -> None:
        with pytest.raises(SocketBusyError, match=r"^\S+: another companion is running and answers there\.$"):
            await open_socket(house.path, house.room.daemon)
        assert (await (await house.client()).say(do="state"))["ok"]

    serving(test)


def test_a_companion_that_is_too_busy_to_answer_is_not_robbed_of_its_socket(tmp_path: Path) -> None:
    path = tmp_path / "s"
    room = Room(tmp_path)
    with socket.socket(socket.AF_UNIX) as deaf, socket.socket(socket.AF_UNIX) as caller:
        deaf.bind(str(path))
        deaf.listen(0)
        caller.connect(str(path))
        with pytest.raises(SocketBusyError, match="another companion"):
            asyncio.run(open_socket(path, room.daemon))
    assert path.exists()
    room.stop()


@pytest.mark.parametrize("sort", ["file", "link", "directory"])
def test_what_is_no_socket_is_left_as_it_is(tmp_path: Path, sort: str) -> None:
    path, precious = tmp_path / "s", tmp_path / "precious"
    precious.write_text("do not delete")
    room = Room(tmp_path)
    if sort == "file":
        path.write_text("do not delete")
    elif sort == "link":
        path.symlink_to(precious)
    else:
        path.mkdir()
    with pytest.raises(SocketBusyError, match=r"no socket of a companion.*\.$"):
        asyncio.run(open_socket(path, room.daemon))
    assert path.lstat() and precious.read_text() == "do not delete"
    room.stop()


# Hostile lines

HOSTILE = {
    "no JSON": b"rubbish\n",
    "an empty line": b"\n",
    "not UTF-8": b'{"do": "tap", "piece": "\xff\xfe"}\n',
    "zeros": b"\0" * 100 + b"\n",
    "a list": b"[1, 2]\n",
    "deep": b"[" * 10_000 + b"\n",
    "NaN": b'{"do": "roll", "value": NaN}\n',
    "an unknown field": b'{"do": "press", "hard": true}\n',
    "too long": b'{"do": "tap", "piece": "' + b"x" * 3 * LONGEST_LINE + b'"}\n',
    "too long by one": b'{"do": "state"}'.rjust(LONGEST_LINE) + b"\n",
    "a carriage return alone": b'{"do":\r"nothing"}\n',
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_line_costs_one_refusal_and_the_next_line_is_taken(serving: Any, line: bytes) -> None:
    async def test(house: House) -> None:
        before = state_of(house.room.desk.game.table)  # type: ignore[union-attr]
        client = await house.client()
        client.writer.write(line + b'{"do": "state"}\n')
        refused, state = await client.hear(), await client.hear()
        assert refused["ok"] is False and refused["error"]["code"] == "bad-input"
        assert refused["error"]["message"].endswith(".")
        assert state["state"] == before

    house = serving(test)
    assert house.room.said == [] and house.room.sounds == [], "it concerned nobody in the room"


def test_the_longest_line_is_taken(serving: Any) -> None:
    async def test(house: House) -> None:
        client = await house.client()
        line = b'{"do": "state"}'
        client.writer.write(line.rjust(LONGEST_LINE - 1) + b"\n")
        assert (await client.hear())["ok"]

    serving(test)


def test_a_line_that_comes_in_pieces_is_one_and_a_half_line_at_the_end_is_one_too(serving: Any) -> None:
    async def test(house: House) -> None:
        client = await house.client()
        for byte in b'{"do": "state"}\n':
            client.writer.write(bytes([byte]))
            await client.writer.drain()
        assert (await client.hear())["ok"]
        client.writer.write(b'{"do": "state"}')
        client.writer.write_eof()
        assert (await client.hear())["ok"]
        assert await client.hears_the_end()

    serving(test)


@pytest.mark.parametrize("rest", [b"x" * (3 * LONGEST_LINE), b'{"do": "sta'])
def test_who_leaves_in_the_middle_of_a_line_changes_nothing(serving: Any, rest: bytes) -> None:
    async def test(house: House) -> None:
        before = house.room.entries()
        client = await house.client()
        client.writer.write(rest)
        client.writer.write_eof()
        assert (await client.hear())["ok"] is False
        assert await client.hears_the_end()
        assert house.room.entries() == before

    serving(test)


def test_a_crowd_that_talks_garbage_and_hangs_up_leaves_nothing_behind(serving: Any) -> None:
    async def test(house: House) -> None:
        loop = asyncio.get_running_loop()
        faults: list[dict[str, Any]] = []
        loop.set_exception_handler(lambda _, context: faults.append(context))
        before = house.room.entries()
        for number in range(300):
            client = await house.client()
            garbage = list(HOSTILE.values())[number % len(HOSTILE)]
            client.writer.write(b'{"do": "watch"}\n' * (number % 3 == 0) + garbage)
            if number % 4:
                client.leave()
        for client in house.clients:
            client.leave()
        await house.until(lambda: not house.room.daemon.watchers - {house.room.updates.append})
        good = await house.client()
        assert (await good.say(do="done"))["prompt"]["topic"] == "draw"
        assert house.room.entries() == [*before, "done"]
        assert faults == []

    serving(test)


def test_one_client_more_than_there_may_be_is_turned_away_until_another_leaves(serving: Any) -> None:
    async def test(house: House) -> None:
        crowd = [await house.client() for _ in range(MOST_CLIENTS)]
        for client in crowd:
            assert (await client.say(do="state"))["ok"]
        assert await (await house.client()).hears_the_end()
        crowd[0].writer.close()
        await crowd[0].writer.wait_closed()
        late = await house.client()
        assert (await late.say(do="state"))["ok"]
        for client in crowd[1:]:
            assert (await client.say(do="state"))["ok"]

    serving(test)


def test_a_client_with_a_thousand_lines_lets_others_in_between(serving: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        taken: list[Message] = []
        take = house.room.daemon.take

        def noted(message: Message, *, aloud: bool = True) -> dict[str, Any]:
            taken.append(message)
            return take(message, aloud=aloud)

        monkeypatch.setattr(house.room.daemon, "take", noted)
        flood, other = await house.client(), await house.client()
        flood.writer.write(b'{"do": "undo", "steps": 9}\n' * 1000)
        assert (await other.say(do="state"))["ok"]
        assert taken.index(m.StateMessage()) < 10
        for _ in range(1000):
            await flood.hear()

    house = serving(test)
    assert house.room.said == []


# Watchers


def test_watchers_get_every_update_once_as_a_reply_with_update(serving: Any) -> None:
    async def test(house: House) -> None:
        one, two, mute = await house.watcher(), await house.watcher(), await house.client()
        await one.say(do="watch")
        reply = await mute.say(do="done")
        for watcher in (one, two):
            assert await watcher.hear() == reply | {"update": True}
        own = await one.say(do="tap", piece="goblin#1")
        assert "update" not in own and own["events"][0]["event"] == "token-drawn"
        assert (await two.hear())["events"] == own["events"]
        house.room.take(m.RollMessage(value=4))  # in the room
        for watcher in (one, two):
            update = await watcher.hear()
            assert update["update"] and update["events"][0]["event"] == "rolled"
        assert "update" not in await mute.say(do="state")

    serving(test)


def test_what_changes_nothing_is_no_update(serving: Any) -> None:
    async def test(house: House) -> None:
        watcher, other = await house.watcher(), await house.client()
        for message in ({"do": "state"}, {"do": "ask", "about": "board"}, {"do": "roll", "value": 9}):
            await other.say(**message)
        done = await other.say(do="done")
        assert await watcher.hear() == done | {"update": True}

    serving(test)


def test_a_watcher_that_leaves_is_forgotten(serving: Any) -> None:
    async def test(house: House) -> None:
        watcher = await house.watcher()
        assert len(house.room.daemon.watchers) == 2
        watcher.leave()
        await house.until(lambda: len(house.room.daemon.watchers) == 1)

    serving(test)


def test_a_watcher_that_does_not_read_is_dropped_and_the_others_hear_all(
    serving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "MOST_UNREAD", 20_000)

    async def test(house: House) -> None:
        slow, good = await house.watcher(), await house.watcher()
        slow.reader._transport.pause_reading()  # type: ignore[attr-defined]
        house.room.take(m.DoneMessage())
        count = 0
        while len(house.room.daemon.watchers) > 2:
            assert count < 2000, "it was never dropped"
            house.room.take(m.NextMessage())
            assert (await good.hear())["update"]
            count += 1
        house.room.take(m.TapMessage(piece="goblin#1"))
        while (await good.hear())["events"] == []:
            pass
        slow.reader._transport.resume_reading()  # type: ignore[attr-defined]

    serving(test)


def test_a_client_that_reads_no_replies_stops_only_itself(serving: Any) -> None:
    async def test(house: House) -> None:
        greedy, other = await house.client(), await house.client()
        greedy.reader._transport.pause_reading()  # type: ignore[attr-defined]
        greedy.writer.write(b'{"do": "state"}\n' * 3000)
        for _ in range(50):
            assert (await other.say(do="state"))["ok"]

    began = time.monotonic()
    serving(test)
    assert time.monotonic() - began < 5, "and does not keep the companion from ending"


def test_connections_that_are_open_at_the_end_are_no_fault(serving: Any) -> None:
    faults: list[dict[str, Any]] = []
    with socket.socket(socket.AF_UNIX) as stays:

        async def test(house: House) -> None:
            asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
            stays.connect(str(house.path))
            stays.sendall(b'{"do": "watch"}\n')
            await house.until(lambda: len(house.room.daemon.watchers) == 2)

        house = serving(test)
    assert faults == [] and len(house.room.daemon.watchers) == 1


# The client


async def attached(house: House, *more: str) -> asyncio.subprocess.Process:
    command = [sys.executable, "-m", "companion", "attach", "--socket", str(house.path), *more]
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)


def test_attach_speaks_with_the_daemon_from_end_to_end(serving: Any) -> None:
    async def test(house: House) -> None:
        process = await attached(house)
        assert process.stdin and process.stdout
        process.stdin.write(b'{"do": "watch"}\nrubbish\n')
        replies = [json.loads(await process.stdout.readline()) for _ in range(2)]
        assert [reply["ok"] for reply in replies] == [True, False]
        house.room.take(m.DoneMessage())
        update = json.loads(await process.stdout.readline())
        assert update["update"] and update["prompt"]["topic"] == "draw"
        last = b'{"do": "tap", "piece": "goblin#1"}'  # without its end
        rest, errors = await asyncio.wait_for(process.communicate(last), PATIENCE)
        assert json.loads(rest)["events"][0]["piece"] == "goblin#1"
        assert (process.returncode, errors) == (0, b"")

    serving(test)


def test_attach_ends_with_the_daemon_though_nobody_has_typed_anything(serving: Any) -> None:
    async def test(house: House) -> None:
        process = await attached(house)
        await house.until(lambda: True)
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b'{"do": "state"}\n')
        assert json.loads(await process.stdout.readline())["ok"]
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            if "connected" in repr(task.get_coro()):
                task.cancel()
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 1
        assert (await process.stderr.read()).decode() == f"{house.path}: the companion has ended.\n"
        process.stdin.close()

    serving(test)


def test_attach_without_a_daemon_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sockets.attach(tmp_path / "nobody") == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err == f"{tmp_path / 'nobody'}: no companion answers: No such file or directory.\n"
