"""The simulated table in lines alone: for screen readers, for pipes, for a terminal that can do nothing more.

What is said comes out line by line, the standing offer last. Commands go in line by line
(`companion.play.grammar`). There is no escape code, no cursor and no key: whatever reads lines can play.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import TextIO

from companion.game.rules.refusals import Refused
from companion.play.acts import HandsError
from companion.play.auto import AutoPlayer
from companion.play.grammar import Local, UnknownCommandError
from companion.play.table import PlayOptions, SimTable, TableChange
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.protocol import encode_reply
from companion.talk.verb import Message


async def typed_lines(source: TextIO) -> AsyncIterator[str]:
    """The lines of a stream as they come. A thread reads them, which nobody has to wait for at the end."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def put(line: str | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        try:
            for line in source:
                put(line)
        finally:
            put(None)

    threading.Thread(target=read, name="typed-lines", daemon=True).start()
    while (line := await lines.get()) is not None:
        yield line


class PlainTable:
    """A simulated table whose words go to `out`."""

    def __init__(self, table: SimTable, out: TextIO) -> None:
        self.table = table
        self._out = out
        self._written = 0
        self.gone = asyncio.Event()
        """Whoever read along does not any more."""
        table.on_change = self._changed

    async def serve(self, lines: AsyncIterator[str]) -> None:
        """Takes commands until one says quit, or there are no more lines."""
        async for line in lines:
            if line.strip() and not self.obey(line.strip()):
                return
            await asyncio.sleep(0)

    def obey(self, line: str) -> bool:
        """Does what a line says; whether there is to be another one."""
        try:
            command = self.table.grammar.parsed(line)
            if isinstance(command, Local):
                return self._obey_local(command)
            self._take(self.table.aimed(command), in_json=line.startswith("{"))
        except UnknownCommandError as unknown:
            self.write(self.table.words(unknown.message, **unknown.facts))
        except HandsError as error:
            self.write(self.table.words.sentence(error))
        except Refused as refused:
            self._write_json(self.table.daemon.refuse(refused))
        return True

    def write(self, text: str) -> None:
        """One line, at once, as long as somebody reads."""
        if self.gone.is_set():
            return
        try:
            self._out.write(f"{text}\n")
            self._out.flush()
        except BrokenPipeError:
            self.gone.set()

    def _obey_local(self, command: Local) -> bool:
        if command.verb == "help":
            self.write(self.table.words("play-help-plain"))
            return True
        if command.verb == "quit":
            return False
        for text in self.table.obey(command):
            self.write(text)
        return True

    def _take(self, message: Message, *, in_json: bool) -> None:
        reply = self.table.take(message)
        if in_json or isinstance(message, m.StateMessage):
            self._write_json(reply)

    def _write_json(self, reply: dict[str, object]) -> None:
        self.write(encode_reply(reply).decode().rstrip())

    def _changed(self, change: TableChange) -> None:
        if change is not TableChange.WORDS:
            return
        new = self.table.captions[len(self.table.captions) - (self.table.said - self._written) :]
        self._written = self.table.said
        for caption in new:
            self.write(self.table.words("play-offer", text=caption.text) if caption.offer else caption.text)


async def run_plain(options: PlayOptions, desk: Desk, source: TextIO, out: TextIO) -> None:
    """One sitting at a simulated table in lines. Raises AutoError, and BrokenPipeError when nobody reads any more."""
    table = SimTable(options, desk)
    plain = PlainTable(table, out)
    try:
        table.start()
        sitting = asyncio.create_task(_sit(plain, source))
        left = asyncio.create_task(plain.gone.wait())
        done, pending = await asyncio.wait((sitting, left), return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        if sitting not in done or plain.gone.is_set():
            raise BrokenPipeError
        await sitting
    finally:
        table.stop()


async def _sit(plain: PlainTable, source: TextIO) -> None:
    table, options = plain.table, plain.table.options
    if options.auto:
        await AutoPlayer(table, fast=options.fast).play()
        plain.write(result_line(table))
    else:
        await plain.serve(typed_lines(source))
        plain.write(table.words("play-kept", place=str(options.state)))


def result_line(table: SimTable) -> str:
    """How a game has ended, in one line."""
    assert table.game is not None, "a game was played"
    ended = table.game.table
    return table.words("play-result", result=ended.result, turns=ended.turn, inputs=table.inputs)
