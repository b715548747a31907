"""Simulated tables for tests. They are the real ones; the helpers wait for what the devices' threads report."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from companion.commands.desk import make_desk
from companion.play.table import PlayOptions, SimTable, TableChange
from tests.talk.checking import checked

PATIENCE = 10.0
"""Seconds in which something must come out of a device's thread."""
LONGEST = 60.0
"""Seconds that one test may take."""
T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(coroutine, LONGEST))


def new_table(folder: Path, **wishes: Any) -> SimTable:
    return SimTable(PlayOptions(state=folder, **({"seed": 7} | wishes)), checked(make_desk(None)))


@asynccontextmanager
async def simulated(folder: Path, **wishes: Any) -> AsyncIterator[SimTable]:
    """Start a table, and stop it at the end."""
    table = new_table(folder, **wishes)
    table.start()
    try:
        yield table
    finally:
        table.stop()


async def until(table: SimTable, holds: Callable[[], Any]) -> None:
    """Wait for news until something holds. Raise TimeoutError when it takes too long."""
    changed = asyncio.Event()
    before = table.on_change

    def noticed(change: TableChange) -> None:
        before(change)
        changed.set()

    table.on_change = noticed
    try:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                changed.clear()
                await changed.wait()
    finally:
        table.on_change = before


async def ready(table: SimTable) -> None:
    """Wait until every device has reported its state. Raise TimeoutError when it takes too long."""
    async with asyncio.timeout(PATIENCE):
        await table.daemon.settled.wait()


def texts(table: SimTable) -> list[str]:
    return [caption.text for caption in table.captions]
