"""A recorded game and its replay: lines of the table protocol, and in the last one the result.

The lines are inputs as `companion stdio` takes them. Lines that begin with # are no inputs; `stdio` refuses them, which
changes nothing. The last of them holds the result as JSON. Whoever plays the same inputs again gets the same result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from typing import Any, TypeAlias

import msgspec

from companion.game.pieces import Library
from companion.game.rules.refusals import Refused
from companion.game.session import Game
from companion.narration.questions import marked_option, option_id
from companion.talk.desk import Desk
from companion.talk.messages import LONGEST_LINE, decode
from companion.talk.state import state_of

COMMENT = b"#"
_RESULT = b"# result "
_DIGEST_BYTES = 16
Difference: TypeAlias = tuple[str, object, object]
"""The place of a value, what was recorded there, and what is there now."""


class Result(msgspec.Struct, omit_defaults=True):
    """The result of the inputs of a game."""

    inputs: int
    """How many of them were taken."""
    refused: str = ""
    """Why the one after them was not taken: the name of a refusal; empty when all were taken."""
    state: dict[str, Any] | None = None
    """The state as the table protocol has it; None without a game."""
    prompt: dict[str, Any] | None = None
    """What is asked then: kind, topic and mark."""
    digest: str = ""
    """The digest of state and prompt."""
    facts: str = ""
    """A digest of what is known of the boxes in play. An owner's file changes it."""
    companion: str = ""
    """The version of the companion that wrote it."""
    secrets: str = ""
    """`left-out` when the game has secrets that are not in the file."""


class Damaged(Exception):
    """A recorded result is not what was written."""


def result_of(desk: Desk, inputs: int, refused: Refused | None = None, secrets: str = "") -> Result:
    """Return what stands on a desk after a number of inputs. `refused` is the refusal of the next one."""
    game = desk.game
    state = None if game is None else _plain(state_of(game.table))
    asked = None if game is None else _asked(game)
    facts = "" if game is None else _facts(desk.library, game.table.options.boxes)
    reason = refused.reason if refused else ""
    return Result(inputs, reason, state, asked, _digest([state, asked]), facts, version("castle-companion"), secrets)


def _asked(game: Game) -> dict[str, Any]:
    """Return what is kept of the standing question. Its words are not: they may change with the version."""
    option = marked_option(game)
    marked = None if option is None else option_id(option)
    return {"kind": game.standing.kind, "topic": game.standing.topic, "marked": marked}


def _plain(content: object) -> Any:
    """Return content as it is after it was written and read as JSON."""
    return msgspec.json.decode(msgspec.json.encode(content))


def _digest(content: object) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=_DIGEST_BYTES).hexdigest()


def _facts(library: Library, boxes: Iterable[str]) -> str:
    return _digest([_plain(library[box]) for box in boxes])


def result_line(result: Result) -> str:
    """Return a result as the last line of a recorded game."""
    return (_RESULT + msgspec.json.encode(result)).decode()


def recorded_result(lines: Iterable[bytes]) -> Result | None:
    """Return the result that the lines hold, the last one of several, None when they hold none. Raise Damaged."""
    found = None
    for line in lines:
        if line.startswith(_RESULT):
            try:
                found = msgspec.json.decode(line.removeprefix(_RESULT), type=Result)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise Damaged from error
    if found is not None and found.digest != _digest([found.state, found.prompt]):
        raise Damaged
    return found


def play_again(desk: Desk, lines: Iterable[bytes]) -> tuple[Result, Refused | None]:
    """Play lines on a fresh desk, up to the end or the first refusal. Return the result and that refusal."""
    count = 0
    for line in lines:
        if not line.strip() or line.startswith(COMMENT):
            continue
        try:
            desk.take(decode(line[: LONGEST_LINE + 1]))
        except Refused as refused:
            return result_of(desk, count, refused), refused
        count += 1
    return result_of(desk, count), None


def differences(recorded: object, found: object, place: str = "") -> Iterator[Difference]:
    """Yield where two results differ: the place, what was recorded there, and what is there now; None for nothing."""
    if isinstance(recorded, dict) and isinstance(found, dict):
        for key in sorted(recorded.keys() | found.keys()):
            yield from differences(recorded.get(key), found.get(key), f"{place}.{key}".lstrip("."))
    elif isinstance(recorded, list) and isinstance(found, list) and len(recorded) == len(found):
        for number, (one, other) in enumerate(zip(recorded, found, strict=True)):
            yield from differences(one, other, f"{place}[{number}]")
    elif recorded != found:
        yield place, recorded, found


def compared(recorded: Result, found: Result) -> list[Difference]:
    """Return the differences of two results in everything that a game is about."""
    parts = ("inputs", "refused", "prompt", "state")
    one, other = ({part: getattr(result, part) for part in parts} for result in (recorded, found))
    return list(differences(one, other))


def replay(desk: Desk, lines: Sequence[bytes], tell: Callable[[str], None]) -> bool | None:
    """Play a recorded game again and tell the differences in sentences.

    Return whether the result is the same; None when there is none to compare with.
    """

    def say(message: str, **facts: str | int) -> None:
        tell(desk.narrator.catalogue.name(message, "", facts))

    try:
        recorded = recorded_result(lines)
    except Damaged:
        say("replay-damaged")
        return False
    found, refused = play_again(desk, lines)
    different = compared(recorded, found) if recorded else []
    if recorded is None:
        say("replay-played", inputs=found.inputs)
    elif not different:
        say("replay-same", inputs=found.inputs, digest=found.digest)
    else:
        _tell_differences(say, different, recorded, found)
    if refused is not None:
        say("replay-refused", why=desk.narrator.refusal(refused, desk.game))
    return None if recorded is None else not different


def _tell_differences(
    say: Callable[..., None], different: Sequence[Difference], recorded: Result, found: Result
) -> None:
    say("replay-differs", count=len(different), inputs=found.inputs)
    for place, then, now in different:
        say("replay-difference", place=place, recorded=json.dumps(then), found=json.dumps(now))
    if recorded.secrets:
        say("replay-secrets")
    if recorded.facts != found.facts:
        say("replay-facts")
