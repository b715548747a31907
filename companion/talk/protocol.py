"""The table protocol over any stream of lines: one object in, one object out, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import msgspec

from companion.game.events import wire
from companion.game.rules.refusals import Refused
from companion.talk.desk import Desk
from companion.talk.messages import LONGEST_LINE, decode
from companion.talk.outcome import Outcome
from companion.talk.settings import Settings
from companion.talk.verb import Message

_ENCODER = msgspec.json.Encoder()


class LineSource(Protocol):
    """A source of lines with the `readline` of a binary file."""

    def readline(self, limit: int, /) -> bytes:
        """Return the next line, or as much of it as the limit allows; empty at the end."""


def reply_to(desk: Desk, outcome: Outcome) -> dict[str, Any]:
    """Return the reply to an input that was taken."""
    reply: dict[str, Any] = {"ok": True, "prompt": desk.prompt(), "events": [wire(event) for event in outcome.events]}
    if outcome.say is not None:
        reply["say"] = outcome.say
    if outcome.state is not None:
        reply["state"] = outcome.state
    return reply


def refusal_of(desk: Desk, refused: Refused) -> dict[str, Any]:
    """Return the reply to an input that was refused."""
    return {"ok": False, "error": desk.refusal(refused), "prompt": desk.prompt(), "events": []}


def encode_reply(reply: dict[str, Any]) -> bytes:
    """Return a reply as a line, with the end of the line."""
    return _ENCODER.encode(reply) + b"\n"


class EntryKeeper(Protocol):
    """Keeps what has changed before it is announced."""

    def keep(self, entry: Message, settings: Settings) -> None:
        """Return when the entry and the settings are safe."""


def answer(desk: Desk, line: bytes, keeper: EntryKeeper | None = None) -> dict[str, Any]:
    """Take one line and return the reply to it. Keep what has changed before returning."""
    try:
        outcome = desk.do(decode(line))
    except Refused as refused:
        return refusal_of(desk, refused)
    if keeper is not None and outcome.entry is not None:
        keeper.keep(outcome.entry, desk.settings)
    return reply_to(desk, outcome)


def lines_of(source: LineSource) -> Iterator[bytes]:
    """Yield the lines of a stream. A line that is too long is cut just over the limit, and its rest is dropped."""
    while line := source.readline(LONGEST_LINE + 2):  # the end of the line, and one byte that shows it is too long
        whole = line.endswith(b"\n")
        yield line
        while not whole and (rest := source.readline(LONGEST_LINE)):
            whole = rest.endswith(b"\n")


def serve(desk: Desk, source: LineSource, keeper: EntryKeeper | None = None) -> Iterable[bytes]:
    """Yield the reply to every line of a stream, in order."""
    for line in lines_of(source):
        yield encode_reply(answer(desk, line, keeper))
