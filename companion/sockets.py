"""The table protocol on a Unix socket: the daemon's face for other programs, and the client that `companion attach` is."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from companion.messages import LONGEST_LINE, Message, Watch, decode
from companion.protocol import encode_reply
from companion.rules.requests import Refused

MODE = 0o660
MOST_UNREAD = 1_000_000
"""Bytes that a watcher may leave unread before it is dropped."""


class Table(Protocol):
    """What takes the inputs."""

    watchers: set[Callable[[dict[str, Any]], None]]

    def take(self, message: Message, *, aloud: bool = True) -> dict[str, Any]:
        """The reply to an input. Not `aloud`: what only concerns whoever asked is not told to the room."""

    def refuse(self, refused: Refused) -> dict[str, Any]:
        """The reply to a line that is no input."""


class SocketBusyError(Exception):
    """Another companion answers on the socket; its text is one plain sentence."""


async def open_socket(path: Path, table: Table) -> asyncio.Server:
    """Serves the protocol on a socket that its owner and group may use. Raises SocketBusyError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    mask = os.umask(0o777 - MODE)
    try:
        return await asyncio.start_unix_server(lambda reader, writer: _serve(table, reader, writer), path, limit=LONGEST_LINE + 2)
    finally:
        os.umask(mask)


def _clear(path: Path) -> None:
    """Removes a socket that nobody answers on any more."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except FileNotFoundError:
            return
        except OSError:
            path.unlink()
            return
    raise SocketBusyError(f"{path}: another companion is running and answers there.")


async def _serve(table: Table, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    face = _Face(table, writer)
    try:
        while line := await _line(reader):
            writer.write(encode_reply(face.reply(line)))
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        table.watchers.discard(face.push)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


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

    def __init__(self, table: Table, writer: asyncio.StreamWriter) -> None:
        self._table = table
        self._writer = writer
        self._watching = False

    def reply(self, line: bytes) -> dict[str, Any]:
        """The reply to a line."""
        try:
            message = decode(line)
        except Refused as refused:
            return self._table.refuse(refused)
        self._table.watchers.discard(self.push)
        reply = self._table.take(message, aloud=False)
        if isinstance(message, Watch) or self._watching:
            self._watching = True
            self._table.watchers.add(self.push)
        return reply

    def push(self, update: dict[str, Any]) -> None:
        """Tells this connection of an update; one that does not read is dropped."""
        if self._writer.is_closing():
            return
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self._writer.close()
            return
        self._writer.write(encode_reply(update))


def attach(path: Path) -> int:
    """Speaks with a running companion: lines in from standard input, replies and updates out. Gives the exit status."""
    return asyncio.run(_attach(path))


async def _attach(path: Path) -> int:
    try:
        reader, writer = await asyncio.open_unix_connection(path, limit=MOST_UNREAD)
    except OSError as error:
        sys.stderr.write(f"{path}: no companion answers: {error.strerror or error}.\n")
        return 1
    sending = asyncio.create_task(_send(writer))
    while line := await reader.readline():
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    sending.cancel()
    return 0


async def _send(writer: asyncio.StreamWriter) -> None:
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.buffer.readline):
        writer.write(line)
        await writer.drain()
    writer.write_eof()
