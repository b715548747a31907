"""The table protocol on a Unix socket: the daemon's face for other programs, and their client, `companion attach`."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from companion.game.rules.refusals import Refused
from companion.talk.messages import LONGEST_LINE, Watch, decode
from companion.talk.protocol import encode_reply
from companion.talk.verb import Message

MODE = 0o660
MOST_UNREAD = 1_000_000
"""Bytes that a watcher may leave unread before it is dropped."""
MOST_CLIENTS = 32
"""Connections at a time; one more is closed at once, so that no crowd uses up the descriptors that devices need."""


class ServedTable(Protocol):
    """What takes the inputs."""

    watchers: set[Callable[[dict[str, Any]], None]]

    def take(self, message: Message, *, aloud: bool = True) -> dict[str, Any]:
        """The reply to an input. Not `aloud`: what only concerns whoever asked is not told to the room."""

    def refuse(self, refused: Refused) -> dict[str, Any]:
        """The reply to a line that is no input."""


class SocketBusyError(Exception):
    """The socket's place is taken; its text is one plain sentence."""


async def open_socket(path: Path, table: ServedTable) -> asyncio.Server:
    """Serves the protocol on a socket that its owner and group may use. Raises SocketBusyError.

    Whoever closes the server removes the file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    faces: set[_Face] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _serve(_Face(table, writer), faces, reader, writer)

    mask = os.umask(0o777 - MODE)
    try:
        return await asyncio.start_unix_server(connected, path, limit=LONGEST_LINE + 2)
    finally:
        os.umask(mask)


def _clear(path: Path) -> None:
    """Removes a socket that nobody answers on any more, and nothing else."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise SocketBusyError(f"{path}: this is no socket of a companion, so it is left as it is.")
    with socket.socket(socket.AF_UNIX) as probe:
        probe.setblocking(False)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
        except BlockingIOError:
            pass  # somebody is there, and has more callers than can be answered
    raise SocketBusyError(f"{path}: another companion is running and answers there.")


async def _serve(face: _Face, faces: set[_Face], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection, to its end. What is still unread by then is left to the transport: nobody waits for a reader."""
    faces.add(face)
    try:
        while len(faces) <= MOST_CLIENTS and (line := await _line(reader)):
            writer.write(encode_reply(face.reply(line)))
            await writer.drain()
            await asyncio.sleep(0)  # a client with a thousand lines waits its turn after each
    except ConnectionError:
        pass
    except asyncio.CancelledError:  # the companion ends; raised on, it would be logged as a fault of the connection
        writer.transport.abort()
    finally:
        faces.discard(face)
        face.leave()
        writer.close()


async def _line(reader: asyncio.StreamReader) -> bytes:
    """The next line, empty at the end. Of one that is too long only that is told: something over the limit."""
    too_long = False
    while True:
        try:
            line = await reader.readuntil(b"\n")
            break
        except asyncio.IncompleteReadError as end:
            line = end.partial
            break
        except asyncio.LimitOverrunError as over:
            await reader.readexactly(over.consumed)
            too_long = True
    return b" " * (LONGEST_LINE + 1) if too_long else line


class _Face:
    """One connection."""

    def __init__(self, table: ServedTable, writer: asyncio.StreamWriter) -> None:
        self._table = table
        self._writer = writer
        self._watching = False

    def reply(self, line: bytes) -> dict[str, Any]:
        """The reply to a line. What the line itself does is told by the reply alone, and not by an update too."""
        try:
            message = decode(line)
        except Refused as refused:
            return self._table.refuse(refused)
        self._table.watchers.discard(self.push)
        try:
            return self._table.take(message, aloud=False)
        finally:
            self._watching = self._watching or isinstance(message, Watch)
            if self._watching:
                self._table.watchers.add(self.push)

    def push(self, update: dict[str, Any]) -> None:
        """Tells this connection of an update; one that does not read is dropped, with what it has not read."""
        if self._writer.is_closing():
            return
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self._writer.transport.abort()
            return
        self._writer.write(encode_reply(update))

    def leave(self) -> None:
        """The connection has ended."""
        self._table.watchers.discard(self.push)


def attach(path: Path) -> int:
    """Speaks with a running companion: lines in from standard input, replies and updates out. Gives the exit status."""
    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(str(path))
        except OSError as error:
            sys.stderr.write(f"{path}: no companion answers: {error.strerror or error}.\n")
            return 1
        said_all = threading.Event()
        threading.Thread(target=_send, args=(line, said_all), daemon=True).start()
        while data := _heard(line):
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        if said_all.is_set():
            return 0
    sys.stderr.write(f"{path}: the companion has ended.\n")
    return 1


def _heard(line: socket.socket) -> bytes:
    try:
        return line.recv(65536)
    except ConnectionError:
        return b""


def _send(line: socket.socket, said_all: threading.Event) -> None:
    """Passes standard input on, to its end.

    Read from its descriptor: a thread that waits in a buffered reader would keep the interpreter from ending.
    """
    try:
        while data := os.read(sys.stdin.fileno(), 65536):
            line.sendall(data)
        said_all.set()
        line.shutdown(socket.SHUT_WR)
    except OSError:
        return  # the companion has gone, which whoever listens notices too
