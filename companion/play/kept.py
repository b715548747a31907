"""The kept game of a simulated table is looked over before the table opens, and set aside when it does not open.

Nobody has a board from which such a game could be mended, as people at a real table have. So it goes as a whole, with
the hands and the key of its secrets, into a folder beside it that opens like any other, and a new game begins.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import msgspec

from companion.files import sync_directory
from companion.journal.key import key_of
from companion.journal.record import Journal, resume
from companion.journal.salvage import SIDE_FILES
from companion.owner.config import places
from companion.play.people import KeptActs, People
from companion.play.table import HANDS, PlayOptions, configuration
from companion.service.safe_start import SAFE_AFTER, Starts
from companion.talk.desk import Desk

_log = logging.getLogger(__name__)


def looked_over(options: PlayOptions, desk: Desk) -> PlayOptions:
    """Set aside what does not open of the kept game. Return the options with what is to be said of it.

    Raise OSError when it cannot be set aside.
    """
    journal, hands = places(configuration(options), {}, Path.home()).journal, options.state / HANDS
    found = {}
    if not _is_readable(hands):
        found["play-cards-set-aside"] = _put_aside([hands])
    if any(options.state.glob(f"{journal.name}*")):
        place = _game_set_aside(journal, hands, desk)
        if place is not None:
            found["play-set-aside"] = place
    words = desk.narrator.catalogue
    told = tuple(words.name(message, "", {"place": str(place)}) for message, place in found.items())
    return msgspec.structs.replace(options, told=told)


def _game_set_aside(path: Path, hands: Path, desk: Desk) -> Path | None:
    """Return where the game of a journal is set aside, when it does not open; None when it opens, or there is none."""
    starts = Starts(path.parent)
    fallen = starts.begin()  # what kills the process while a game opens does so each time
    if fallen >= SAFE_AFTER:
        _log.error("the last %d starts fell while the game was opened", fallen)
    if fallen >= SAFE_AFTER or (lost := _lost_by_opening(path, hands, desk)) == path:
        beside = [path.with_name(f"{path.name}{suffix}") for suffix in SIDE_FILES]
        lost = _put_aside([*beside, path, key_of(path), hands])
    starts.ended_well()
    return lost


def _lost_by_opening(path: Path, hands: Path, desk: Desk) -> Path | None:
    """Open the kept game at a desk of its own. Return the file of which that cannot be done, or None.

    That is the journal itself, or one of which nothing could be read: the journal has set that aside already.
    """
    trial = Desk(desk.library, desk.narrator)
    people = People(trial, hands)
    try:
        with closing(Journal(path, lambda: datetime.now(UTC).timestamp())) as journal:
            taken = resume(trial, journal)
            trial.prompt()
            people.plays()
    except Exception:  # noqa: BLE001 (a fault in the rules must not stop every start from now on)
        _log.exception("%s does not open", path)
        return path
    if taken.left:
        return path
    return path.with_name(journal.set_aside) if journal.set_aside and not taken.played else None


def _is_readable(path: Path) -> bool:
    """Tell whether what was done with cards can be read; a file that is not there holds nothing."""
    try:
        KeptActs.read(path)
    except FileNotFoundError:
        return True
    except (OSError, ValueError) as error:
        _log.error("%s cannot be read: %s", path, error)
        return False
    return True


def _put_aside(files: Sequence[Path]) -> Path:
    """Move those of the files that there are, all of one folder, into a new folder in it, and return that."""
    folder, stamp = files[0].parent, f"set-aside-{datetime.now(UTC):%Y-%m-%dT%H-%M-%S}"
    names = (stamp if number == 1 else f"{stamp}-{number}" for number in count(1))
    aside = next(folder / name for name in names if not os.path.lexists(folder / name))
    aside.mkdir()
    for file in files:
        if os.path.lexists(file):
            file.rename(aside / file.name)
    sync_directory(folder)
    return aside
