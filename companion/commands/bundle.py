"""`companion bundle`: one archive for a bug report, about how the table is set up and what was played.

It holds the current game and the one before, as lines of the table protocol that anybody can play again; the
configuration; the doctor's report; versions; and the last lines of the log. Only what is listed here gets in. Left out
are the secrets of a running game, the numbers of stickers, and the names of players, accounts and this machine.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import platform
import re
import sys
import tarfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from companion.checks.setup import tag_book
from companion.checks.site import ACCOUNT, UNIT, Site
from companion.commands.doctor import DoctorReport, as_json, examine, plain
from companion.commands.installation import add_config, installed
from companion.game.rules.refusals import Refused
from companion.journal.errors import JournalError
from companion.journal.salvage import begins_game, rescue
from companion.owner.tags import TagBook
from companion.talk.messages import NewGameMessage, TapMessage, decode, encode
from companion.talk.verb import Message

GAME_FILES = ("games/current.jsonl", "games/before.jsonl")
"""The files of the last two games, the newest first."""

LOG_LINES = 400

TOLD_SETTINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "game": ("players", "version", "setup", "pace", "words", "language", "game", "boxes", "variants"),
        "reader": ("device", "format", "presence", "baud"),
        "button": ("factory", "chip", "pin", "next_pin", "back_pin", "debounce_ms", "hold_ms", "long_hold_ms")
        + ("double_ms", "guard_ms", "fifo"),
        "display": ("bus", "driver", "address", "offset", "rotate", "view"),
        "ring": ("device", "count", "offset", "clockwise", "limit_ma", "brightness", "motion"),
        "speaker": ("sink", "voice", "rate", "volume", "cache"),
        "state": ("directory",),
        "socket": ("path",),
        "log": ("level",),
    }
)
"""The keys of the configuration that are told. The speaker's command is not: people put passwords into commands."""

LIBRARIES = ("gpiozero", "lgpio", "luma.core", "luma.oled", "msgspec", "pillow", "pyserial", "smbus2")

_OUR_LINES = (
    re.compile(r"(DEBUG|INFO|WARNING|ERROR|CRITICAL) (companion|hardware|asyncio)[\w.]*: "),
    re.compile(rf"{re.escape(UNIT)}: "),
    re.compile(r"Traceback \(most recent call last\):|Fatal Python error: |(Current thread|Thread) 0x"),
    re.compile(r' +File "[^"]*", line \d+,? in '),
    re.compile(r"[\w.]*(Error|Exception|Fault|Interrupt)\b"),
)
"""The lines of the log that are ours: log records, what the service manager says about us, and tracebacks.

Of a traceback, only the lines without source text are taken.
"""

_STICKER = re.compile(r"(?<![0-9A-Za-z])[0-9A-Fa-f]{2}(?:[ :.-]?[0-9A-Fa-f]{2}){3,}(?![0-9A-Za-z])")
"""Four bytes or more in hexadecimal digits: what a sticker's number looks like, and little else in a log."""

_WORD = re.compile(r"[a-z0-9_#-]{1,60}")
"""A word of the table protocol."""

_CONTENTS = """\
A bug report of castle-companion. What is in it:

games/         the current game and the one before, a line of the table protocol for each input
configuration  what is set in the configuration, without the speaker's command
doctor         what "companion doctor" says
versions       of the companion, its libraries and the system
log            the last lines of the log that are the companion's own

What is not in it: what a running game keeps secret, the numbers of stickers, the names of players, of accounts and of
this machine. Have a look at it before you give it away; everything in it is plain text.
"""


class BundleError(Exception):
    """The archive cannot be written; its text is one plain sentence."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="where to (default: a new file here)")
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    site = installed(arguments.config, sound=False)
    path = arguments.file or Path(time.strftime("castle-companion-%Y%m%d-%H%M%S.tar.gz"))
    try:
        write(path, gather(site, examine(site)))
    except BundleError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{path}: have a look at it before you give it away.")
    return 0


def gather(site: Site, report: DoctorReport) -> dict[str, bytes]:
    """Return the files of the archive by their names."""
    games, trouble = _games(site.places.journal)
    book = _book(site)
    hide = Hiding(site, games, book)
    report = hide.report(report)
    files = {
        "contents.txt": _CONTENTS + "".join(f"\n{line}\n" for line in trouble),
        "configuration.json": _pretty(hide.inside(_configuration(site))),
        "doctor.txt": "".join(f"{line}\n" for line in plain(report)),
        "doctor.json": as_json(report) + "\n",
        "versions.json": _pretty(hide.inside(_versions(site))),
        "log.txt": hide.bytes(_log(site)),
    }
    files |= dict(zip(GAME_FILES, ("".join(_public(game, book)) for game in games), strict=False))
    return {name: text.encode() for name, text in files.items()}


def write(path: Path, files: Mapping[str, bytes]) -> None:
    """Write the archive, for the eyes of its owner only. The same files make the same bytes. Raise BundleError."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(f"castle-companion/{name}")
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(gzip.compress(packed.getvalue(), mtime=0))
    except FileExistsError as error:
        raise BundleError(f"{path} is there already and stays as it is.") from error
    except OSError as error:
        raise BundleError(f"{path} cannot be written: {error.strerror or error}.") from error


# The games


def _games(path: Path) -> tuple[list[list[Message]], list[str]]:
    """Return the entries of the last games, the newest first, and sentences about what could not be read."""
    if not path.exists():
        return [], ["No game was played yet."]
    try:
        found = rescue(path)
    except JournalError as error:
        return [], [str(error)]
    if not found.rows:
        return [], ["Nothing could be read of the journal."]
    games: list[list[Message]] = []
    lost = 0
    for row in found.rows:
        entry = None if any(first <= row.number <= last for first, last, _ in found.skipped) else _entry(row.text)
        if begins_game(row):
            games.append([])
        if entry is not None and games:
            games[-1].append(entry)
        lost += entry is None
    told = [f"{lost} entries of the journal are not played, or could not be understood."] if lost else []
    return games[: -len(GAME_FILES) - 1 : -1], told


def _entry(text: bytes) -> Message | None:
    try:
        return decode(text)
    except Refused:
        return None


def _public(game: Iterable[Message], book: TagBook) -> Iterator[str]:
    """Yield the entries as lines, without secrets and names.

    An entry with any text that is not a word of the protocol is left out.
    """
    for entry in game:
        shown = entry
        if isinstance(entry, NewGameMessage):
            shown = msgspec.structs.replace(entry, names=[], sealed=None, secret_seed=None, harbingers=[])
        elif isinstance(entry, TapMessage) and entry.tag is not None:
            shown = TapMessage(piece=book.lookup(entry.tag))
        line = encode(shown)
        if all(_WORD.fullmatch(text) for text in _texts(msgspec.json.decode(line))):
            yield line.decode() + "\n"


def _texts(content: object) -> Iterator[str]:
    """Yield every text in a structure, the keys too."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for key, value in content.items():
            yield from (*_texts(key), *_texts(value))
    elif isinstance(content, list):
        for value in content:
            yield from _texts(value)


def _book(site: Site) -> TagBook:
    """Return the taught stickers; an empty book when they cannot be read, for then no other file names them either."""
    try:
        return tag_book(site)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return TagBook()


# Everything else


def _configuration(site: Site) -> Mapping[str, object]:
    if site.refusal:
        return {"refused": site.refusal}
    told = site.plain_config
    return {section: {key: told[section].get(key) for key in keys} for section, keys in TOLD_SETTINGS.items()}


def _versions(site: Site) -> dict[str, str | None]:
    found = {name: site.machine.version(name) for name in ("castle-companion", *LIBRARIES)}
    system = {"python": sys.version, "kernel": f"{platform.release()} {platform.machine()}", "board": site.model}
    return found | system | {"system": _system(site)}


def _system(site: Site) -> str | None:
    try:
        text = site.machine.read("/etc/os-release").decode("utf-8", "replace")
    except OSError:
        return None
    named = re.search(r'^PRETTY_NAME="?([^"\n]*)', text, re.MULTILINE)
    return named[1] if named else None


def _log(site: Site) -> str:
    """Return the last lines of the service's log that are ours; an empty text when there is no such log."""
    asked = site.machine.run("journalctl", "-u", UNIT, "-n", str(LOG_LINES), "-o", "cat", "--no-pager")
    if asked.status:
        return ""
    return "".join(f"{line}\n" for line in asked.text.splitlines() if any(known.match(line) for known in _OUR_LINES))


def _pretty(content: object) -> str:
    return msgspec.json.format(msgspec.json.encode(content), indent=2).decode() + "\n"


class Hiding:
    """Takes everything out of a text that names a person, an account, this machine or a sticker."""

    def __init__(self, site: Site, games: Iterable[Iterable[Message]], book: TagBook) -> None:
        players = {
            name for game in games for entry in game if isinstance(entry, NewGameMessage) for name in entry.names
        }
        accounts = {site.machine.account().name, site.machine.environ.get("SUDO_USER", "")} - {"root", ACCOUNT}
        hidden = {"player": players, "account": accounts, "machine": {platform.node()}}
        hidden["sticker"] = {entry.tag for entry in book.entries}
        self._hidden = [
            (re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE if kind == "player" else 0), f"<{kind}>")
            for kind, words in hidden.items()
            for word in sorted(words, key=len, reverse=True)
            if word.strip()
        ]

    def __call__(self, text: str) -> str:
        """Return the text without the names."""
        text = re.sub(r"/home/[^/\s\"']+", "/home/<account>", text)
        for word, instead in self._hidden:
            text = word.sub(instead, text)
        return text

    def bytes(self, text: str) -> str:
        """Return the text without the names, and without anything that looks like a sticker's number."""
        return _STICKER.sub("<sticker>", self(text))

    def report(self, report: DoctorReport) -> DoctorReport:
        """Return a report without the names."""
        results = (
            msgspec.structs.replace(result, text=self(result.text), mend=tuple(map(self, result.mend)))
            for result in report.results
        )
        return msgspec.structs.replace(report, results=tuple(results))

    def inside(self, content: object) -> object:
        """Return a structure of which every text is without the names."""
        if isinstance(content, dict):
            return {key: self.inside(value) for key, value in content.items()}
        if isinstance(content, list):
            return [self.inside(value) for value in content]
        return self(content) if isinstance(content, str) else content
