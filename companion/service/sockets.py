"""The table protocol on a Unix socket: the daemon's end for other programs, and their client, `companion attach`."""

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
from companion.talk.messages import LONGEST_LINE, WatchMessage, decode
from companion.talk.protocol import encode_reply
from companion.talk.verb import Message

MODE = 0o660
MOST_UNREAD = 1_000_000
"""Bytes that a watching connection may leave unread before it is dropped."""
MOST_CLIENTS = 32
"""Connections at the same time. One more is closed at once, so that devices always find free file descriptors."""


class ServedTable(Protocol):
    """The table that the socket serves."""

    watchers: set[Callable[[dict[str, Any]], None]]

    def take(self, message: Message, *, aloud: bool = True) -> dict[str, Any]:
        """Take a message and return the reply.

        Without `aloud`, what concerns only the sender is not announced in the room.
        """

    def refuse(self, refused: Refused) -> dict[str, Any]:
        """Return the reply to a line that is not a message."""


class SocketBusyError(Exception):
    """Somebody else uses the socket's path; its text is one plain sentence."""


async def open_socket(path: Path, table: ServedTable) -> asyncio.Server:
    """Serve the protocol on a socket that its owner and group may use. Raise SocketBusyError.

    Whoever closes the server must remove the file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    connections: set[_Connection] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _serve(_Connection(table, writer), connections, reader, writer)

    mask = os.umask(0o777 - MODE)
    try:
        # The limit lets through a line that is just too long, so that `decode` refuses it with the right reason.
        return await asyncio.start_unix_server(connected, path, limit=LONGEST_LINE + 2)
    finally:
        os.umask(mask)


def _clear(path: Path) -> None:
    """Remove a socket that nobody answers on any more, and nothing else."""
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
            pass  # another companion is there, and its queue of callers is full
    raise SocketBusyError(f"{path}: another companion is running and answers there.")


async def _serve(
    connection: _Connection, connections: set[_Connection], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Serve one connection to its end. What it has not read by then is left to the transport."""
    connections.add(connection)
    try:
        while len(connections) <= MOST_CLIENTS and (line := await _line(reader)):
            writer.write(encode_reply(connection.reply(line)))
            await writer.drain()
            await asyncio.sleep(0)  # after each line, let the others have a turn
    except ConnectionError:
        pass
    except asyncio.CancelledError:  # the companion ends; raised again, asyncio would log it as a fault
        writer.transport.abort()
    finally:
        connections.discard(connection)
        connection.leave()
        writer.close()


async def _line(reader: asyncio.StreamReader) -> bytes:
    """Return the next line, empty at the end. A line that is too long becomes one that is just over the limit."""
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


class _Connection:
    """One connection. It gets an update for each change once it has sent `watch`."""

    def __init__(self, table: ServedTable, writer: asyncio.StreamWriter) -> None:
        self._table = table
        self._writer = writer
        self._watching = False

    def reply(self, line: bytes) -> dict[str, Any]:
        """Return the reply to a line.

        What the line itself changes is in the reply and does not come as an update too.
        """
        try:
            message = decode(line)
        except Refused as refused:
            return self._table.refuse(refused)
        self._table.watchers.discard(self.push)  # while the table takes this message
        try:
            return self._table.take(message, aloud=False)
        finally:
            self._watching = self._watching or isinstance(message, WatchMessage)
            if self._watching:
                self._table.watchers.add(self.push)

    def push(self, update: dict[str, Any]) -> None:
        """Send an update. A connection that does not read is dropped, with all that it has not read."""
        if self._writer.is_closing():
            return
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self._writer.transport.abort()
            return
        self._writer.write(encode_reply(update))

    def leave(self) -> None:
        """Note that the connection has ended."""
        self._table.watchers.discard(self.push)


def attach(path: Path) -> int:
    """Talk to a running companion: lines from standard input go out, replies and updates come in.

    Return the exit status.
    """
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
    """Send standard input to its end.

    Read it from its file descriptor: a thread that waits in a buffered reader would keep the interpreter from ending.
    """
    try:
        while data := os.read(sys.stdin.fileno(), 65536):
            line.sendall(data)
        said_all.set()
        line.shutdown(socket.SHUT_WR)
    except OSError:
        return  # the companion is gone; the other thread notices that too
