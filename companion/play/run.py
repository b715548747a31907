"""From the command line to a simulated table: which face it has, where it keeps its game, what is missing."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import importlib.util
import io
import logging
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from companion.journal.errors import JournalError
from companion.play.auto import AutoError
from companion.play.kept import looked_over
from companion.play.plain import run_plain
from companion.play.stats import print_stats
from companion.play.table import PlayOptions
from companion.talk.desk import Desk

FOLDER = Path("castle-companion") / "play"


class PlayError(Exception):
    """Why nobody can play; its text is one plain sentence."""


def own_folder(environ: Mapping[str, str], home: Path) -> Path:
    """Where the simulated table keeps its game when nothing else is said: a place of its own, not a real table's."""
    return Path(environ.get("XDG_STATE_HOME") or home / ".local" / "state") / FOLDER


def play(
    options: PlayOptions, desk: Desk, *, plain: bool, picture: Path | None = None, stats: int | None = None
) -> int:
    """Plays at a simulated table until the people have enough. Gives the exit status."""
    try:
        if picture is not None:
            _draw(options, desk, picture)
            return 0
        if stats is not None:
            print_stats(options, desk, stats, sys.stdout)
            return 0
        with _kept(options, desk) as ready:
            return _play(ready, desk, plain)
    except (PlayError, JournalError, AutoError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # whoever read along has had enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 0


def _play(options: PlayOptions, desk: Desk, plain: bool) -> int:
    words = desk.narrator.catalogue
    if not plain and not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.stdout.write(words.name("play-no-terminal", "", {}) + "\n")
        plain = True
    if plain:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        asyncio.run(run_plain(options, desk, sys.stdin, sys.stdout))
        return 0
    _need_textual(desk)
    from companion.play.app import run_window

    line, status = asyncio.run(run_window(options, desk))
    (sys.stderr if status else sys.stdout).write(f"{line}\n")
    return status


def _draw(options: PlayOptions, desk: Desk, picture: Path) -> None:
    _need_textual(desk)
    from companion.play.picture import NoMomentError, draw_picture

    with tempfile.TemporaryDirectory(prefix="castle-companion-") as folder:
        try:
            asyncio.run(draw_picture(msgspec.structs.replace(options, state=Path(folder), new=True), desk, picture))
        except NoMomentError as error:
            raise PlayError(str(error)) from None


def _need_textual(desk: Desk) -> None:
    if importlib.util.find_spec("textual") is None:
        raise PlayError(desk.narrator.catalogue.name("play-needs-textual", "", {}))


@contextlib.contextmanager
def _kept(options: PlayOptions, desk: Desk) -> Iterator[PlayOptions]:
    """The folder of the game, this sitting's alone; one that plays by itself has one for the time being."""
    if options.state == Path():
        with tempfile.TemporaryDirectory(prefix="castle-companion-") as folder:
            yield msgspec.structs.replace(options, state=Path(folder), new=True)
        return
    options.state.mkdir(parents=True, exist_ok=True)
    with (options.state / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            place = {"place": str(options.state)}
            raise PlayError(desk.narrator.catalogue.name("play-busy", "", place)) from None
        logging.basicConfig(
            filename=options.state / "play.log",
            filemode="w",
            level=logging.INFO,
            format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        )
        yield looked_over(options, desk)
