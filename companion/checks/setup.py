"""What people have set up: the configuration, the libraries that it needs, the boxes, the stickers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

import msgspec

from companion.checks.finding import Finding, fault, not_applicable, ok, warning
from companion.checks.site import RESTART, SERVICE, SERVICE_CONFIG, SERVICE_PLACES, Site
from companion.owner.library import LibraryError, load_library
from companion.owner.tags import BookCheck, TagBook, TagEntry

_EDIT = "sudoedit"


def configuration(site: Site) -> Finding:
    """Check that the configuration can be used, and that the service's names the state directory."""
    if site.refusal:
        return fault(site.refusal, f"{_EDIT} {site.path}", *_restart(site))
    if site.path is None:
        return ok("No configuration: everything is simulated, without sound.")
    home = SERVICE_PLACES["STATE_DIRECTORY"]
    if site.path == SERVICE_CONFIG and site.config.state.directory is None:
        text = (
            f"{site.path} does not name the state directory: only the service finds its games, other commands do not."
        )
        return warning(text, site.setting(r"^\[state\]", rf'[state]\ndirectory = "{home}"'))
    real = [name for name in ("reader", "button", "display", "ring") if not getattr(site.config, name).simulated]
    real += [] if site.config.speaker.silent else ["speaker"]
    return ok(f"{site.path}: {', '.join(real) or 'nothing'} connected.")


def _restart(site: Site) -> tuple[str, ...]:
    return (RESTART,) if site.unit else ()


def libraries(site: Site) -> Finding:
    """Check that each library that the configured parts need is installed."""
    wanted = dict.fromkeys(("msgspec", "luma.oled", "pillow"), True)
    wanted |= {"pyserial": site.port is not None, "smbus2": not site.config.display.simulated}
    wanted |= {"spidev": not site.config.ring.simulated}
    versions = {name: site.machine.version(name) for name, needed in wanted.items() if needed}
    missing = [name for name, version in versions.items() if version is None]
    if missing:
        apt = {"spidev": "sudo apt-get install -y python3-spidev", "smbus2": "sudo apt-get install -y python3-smbus2"}
        pip = f"sudo {sys.executable} -m pip install"
        mend = [apt.get(name, f"{pip} {name}") for name in missing]
        return fault(f"Not installed in this Python: {', '.join(missing)}.", *mend)
    python = ".".join(map(str, sys.version_info[:3]))
    return ok(f"Python {python}, {', '.join(f'{name} {version}' for name, version in versions.items())}.")


def box_facts(site: Site) -> Finding:
    """Check that the owner's facts about the boxes can be used."""
    path = site.config.game.facts
    if path is None:
        return not_applicable("No facts of your own about the boxes.")
    try:
        load_library(path)
    except LibraryError as error:
        return fault(str(error), f"{_EDIT} {path}", *_restart(site))
    return ok(f"{path} is used.")


# Stickers


class _TagsInFile(msgspec.Struct):
    """What is read of a tag file. Unlike the companion, the doctor reads a file of any version, as far as it can.

    The bug report must not show the numbers of stickers, so it must know as many of them as possible.
    """

    tags: tuple[TagEntry, ...]


def tag_book(site: Site) -> TagBook:
    """Return the tag book as it is on disk. A damaged file is not set aside here, as the companion would do.

    Raise OSError when it cannot be read, msgspec.DecodeError or UnicodeDecodeError when it cannot be decoded.
    """
    return TagBook(msgspec.json.decode(site.machine.read(str(site.places.tags)), type=_TagsInFile).tags)


def piece_namer(site: Site) -> Callable[[str], str | None]:
    """Return a function that gives the piece of a tag, by the book of now.

    When that cannot be read, no tag has a piece.
    """
    try:
        return tag_book(site).lookup
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return TagBook().lookup


def tags(site: Site) -> Finding:
    """Check how many tokens of each box have their sticker, and whether any is taught twice."""
    if site.port is None:
        return not_applicable("The reader is simulated.")
    if site.library is None:
        return not_applicable("The facts of the boxes cannot be used: see box-facts.")
    path, learn = site.places.tags, site.command("tags learn goblin")
    try:
        book = tag_book(site)
    except FileNotFoundError:
        return warning("No sticker is taught yet.", *_with_the_reader(site, learn))
    except PermissionError:
        return warning(f"{path} cannot be read by this account.", "sudo companion doctor")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return fault(f"{path} is damaged ({error}); the companion sets it aside.", *_with_the_reader(site, learn))
    return _judged(site, book)


def _judged(site: Site, book: TagBook) -> Finding:
    library = site.library or {}
    boxes = {name: {kind.name: kind.count for kind in box.tokens.values()} for name, box in library.items()}
    found = book.check(boxes)
    gaps = dict(found.gaps)
    totals = {name: sum(kinds.values()) for name, kinds in boxes.items()}
    known = {name: total - len(gaps.get(name, ())) for name, total in totals.items()}
    told = ", ".join(f"{name} {known[name]} of {total}" for name, total in totals.items())
    if wrong := _contradictions(found):
        return fault(f"{wrong}; {told}.", site.command("tags check"))
    begun = [name for name in boxes if gaps.get(name) and _is_begun(boxes, name, gaps[name])]
    if begun or not any(known.values()):
        missing = [piece for name in begun or list(boxes) for piece in gaps[name]]
        kinds = list(dict.fromkeys(piece.partition("#")[0] for piece in missing))
        lessons = [site.command(f"tags learn {kind}") for kind in kinds]
        return warning(f"Stickers are missing: {told}.", *_with_the_reader(site, *lessons[:8]))
    return ok(f"Stickers: {told}.")


def _is_begun(boxes: Mapping[str, Mapping[str, int]], name: str, missing: Sequence[str]) -> bool:
    """Tell whether stickers of this box itself are taught: a Goblin may belong to another box."""
    shared = {kind for other, kinds in boxes.items() if other != name for kind in kinds}
    own = {kind: count for kind, count in boxes[name].items() if kind not in shared}
    return sum(piece.partition("#")[0] in own for piece in missing) < sum(own.values())


def _contradictions(found: BookCheck) -> str:
    """Return the contradictions in words, without the number of a sticker: the report may be given to others."""
    counted = {
        "taught to several pieces": len(found.repeated_tags),
        "of pieces with several stickers": len(found.repeated_pieces),
        "of pieces that are in no box": len(found.strangers),
    }
    return ", ".join(f"{count} {what}" for what, count in counted.items() if count)


def _with_the_reader(site: Site, *commands: str) -> tuple[str, ...]:
    """Return the commands between those that free the reader from the service and give it back."""
    if not site.running:
        return commands
    return (f"sudo systemctl stop {SERVICE}", *commands, f"sudo systemctl start {SERVICE}")
