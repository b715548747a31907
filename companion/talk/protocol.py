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
    """Where lines come from: as `readline` of a binary file has it."""

    def readline(self, limit: int, /) -> bytes:
        """The next line, or as much of it as the limit allows; empty at the end."""


def reply_to(desk: Desk, outcome: Outcome) -> dict[str, Any]:
    """The reply to an input that was taken."""
    reply: dict[str, Any] = {"ok": True, "prompt": desk.prompt(), "events": [wire(event) for event in outcome.events]}
    if outcome.say is not None:
        reply["say"] = outcome.say
    if outcome.state is not None:
        reply["state"] = outcome.state
    return reply


def refusal_of(desk: Desk, refused: Refused) -> dict[str, Any]:
    """The reply to an input that changes nothing."""
    return {"ok": False, "error": desk.refusal(refused), "prompt": desk.prompt(), "events": []}


def encode_reply(reply: dict[str, Any]) -> bytes:
    """A reply as a line."""
    return _ENCODER.encode(reply) + b"\n"


class EntryKeeper(Protocol):
    """Keeps what changed before it is announced."""

    def keep(self, entry: Message, settings: Settings) -> None:
        """Returns once the entry and the settings are safe."""


def answer(desk: Desk, line: bytes, keeper: EntryKeeper | None = None) -> dict[str, Any]:
    """Takes one line and gives the reply to it. What changed is kept before the reply is given."""
    try:
        outcome = desk.do(decode(line))
    except Refused as refused:
        return refusal_of(desk, refused)
    if keeper is not None and outcome.entry is not None:
        keeper.keep(outcome.entry, desk.settings)
    return reply_to(desk, outcome)


def lines_of(source: LineSource) -> Iterator[bytes]:
    """The lines of a stream. One that is too long is cut short, just over the limit, and its rest dropped."""
    while line := source.readline(LONGEST_LINE + 2):
        whole = line.endswith(b"\n")
        yield line
        while not whole and (rest := source.readline(LONGEST_LINE)):
            whole = rest.endswith(b"\n")


def serve(desk: Desk, source: LineSource, keeper: EntryKeeper | None = None) -> Iterable[bytes]:
    """Replies to every line of a stream, in order."""
    for line in lines_of(source):
        yield encode_reply(answer(desk, line, keeper))
