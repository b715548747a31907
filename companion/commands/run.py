"""`companion run`, the daemon as a process: logging, signals, the socket, and the order in which everything ends."""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import logging
import os
import signal
import sys
from pathlib import Path

from companion.channels.speech import Priority
from companion.commands.configuration import configured
from companion.commands.desk import make_desk
from companion.commands.exits import EXIT_CONFIG
from companion.game.rules.refusals import Refused
from companion.journal.errors import JournalError
from companion.owner.config import Config, Places
from companion.owner.library import LibraryError
from companion.owner.strict_toml import ConfigError
from companion.service.daemon import Daemon, first_game
from companion.service.notices import Notice
from companion.service.notify import notify
from companion.service.safe_start import Starts, safe
from companion.service.sockets import SocketBusyError, open_socket
from companion.service.watchdog import Watchdog, interval
from companion.talk.beginnings import options_of
from companion.talk.desk import Desk
from hardware.clock import SystemClock

_log = logging.getLogger(__name__)

OTHERS = 0o027
"""The permission bits that files of the companion never have: nothing for others, no writing for the group."""
SETTLING_SECONDS = 3.0
"""How long the devices may take to report whether they work, before the table is ready without them."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the configuration (TOML); without one everything is simulated"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    try:
        config, places = configured(arguments.config)
        desk = make_desk(places.boxes, config.game.language, named=config.game.facts is not None)
        options_of(first_game(config), desk.library)
    except (ConfigError, LibraryError) as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except Refused as refused:
        print(f"{arguments.config or 'configuration'}, [game]: {desk.refusal(refused)['message']}", file=sys.stderr)
        return EXIT_CONFIG
    return _serve_table(config, places, desk)


def _serve_table(config: Config, places: Places, desk: Desk) -> int:
    """Serve until SIGTERM or SIGINT and return the exit status."""
    faulthandler.enable()
    logging.basicConfig(level=config.log.level.upper(), format="%(levelname)s %(name)s: %(message)s")
    os.umask(os.umask(0o777) | OTHERS)  # reading the mask means setting it
    starts = Starts(places.state)
    safe_config = safe(config, starts.begin())
    try:
        asyncio.run(_serve(safe_config, places, desk, starts, is_safe=safe_config != config))
    except (SocketBusyError, JournalError, OSError) as error:
        if not isinstance(error, OSError):  # no part has to do with the socket's or the journal's own refusal
            starts.ended_well()
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


async def _serve(config: Config, places: Places, desk: Desk, starts: Starts, *, is_safe: bool) -> None:
    told = _told_to_end()
    daemon = Daemon(config, places, desk, SystemClock())
    try:
        server = await open_socket(places.socket, daemon)
        try:
            daemon.start()
            if is_safe:
                daemon.announcer.notice(Notice.SAFE_START, Priority.ALERT)
            await _in_service(daemon, told, starts)
        finally:
            server.close()
            places.socket.unlink(missing_ok=True)
    finally:
        daemon.stop()


async def _in_service(daemon: Daemon, told: asyncio.Event, starts: Starts) -> None:
    """Serve from the moment the devices have started until told to end."""
    await _until_settled(daemon, told)
    starts.ended_well()
    if not told.is_set():
        notify("READY=1", os.environ)
        _log.info("ready; the table protocol is on %s", daemon.places.socket)
    feeding = _feed_watchdog(daemon)
    await told.wait()
    if feeding:
        feeding.cancel()
    notify("STOPPING=1", os.environ)


async def _until_settled(daemon: Daemon, told: asyncio.Event) -> None:
    """Wait until every device has reported whether it works. None may keep the others waiting for ever."""
    waits = [asyncio.ensure_future(event.wait()) for event in (daemon.settled, told)]
    await asyncio.wait(waits, timeout=SETTLING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()


def _feed_watchdog(daemon: Daemon) -> asyncio.Task[None] | None:
    """Feed the service manager's watchdog from now on, if it has one."""
    seconds = interval(os.environ)
    if seconds is None:
        return None
    watchdog = Watchdog(daemon.devices.owners, daemon.clock, lambda state: notify(state, os.environ))
    return asyncio.create_task(watchdog.run(seconds))


def _told_to_end() -> asyncio.Event:
    """Return an event that the signals for an end set from now on."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    return told
