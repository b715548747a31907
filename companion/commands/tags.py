"""`companion tags`: teaches stickers their pieces at the terminal, and checks the tag book."""

from __future__ import annotations

import argparse
import queue
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.commands.configuration import configured
from companion.commands.exits import EXIT_CONFIG
from companion.commands.terminal import Printer
from companion.game.pieces import Library
from companion.owner.box_facts import OwnerFile
from companion.owner.config import Config
from companion.owner.library import LibraryError
from companion.owner.strict_toml import ConfigError
from companion.owner.tags import (
    CsvRefusal,
    FileFault,
    Lesson,
    LessonResult,
    PieceFault,
    TagBook,
    TagFault,
    TagFile,
    piece_fault,
)
from companion.service.devices import READER, serial_reader
from hardware.clock import SystemClock
from hardware.owner import Owner, Status
from hardware.reader.presence import Crowd, NoRead, TagArrived, Unusable

LESSON_WORDS = {
    Lesson.LEARNED: "{piece}: learnt.",
    Lesson.CHANGED: "{piece}: learnt, instead of {others}.",
    Lesson.KNOWN: "This sticker is {piece} already.",
    Lesson.TAG_TAKEN: "This sticker is {others} already; use --replace to make it {piece}.",
    Lesson.PIECE_TAKEN: "{piece} has the sticker {others} already; use --replace to give it this one.",
    Lesson.KIND_COMPLETE: "Every {piece} has its sticker.",
    Lesson.FORGOTTEN: "{piece}: forgotten.",
    Lesson.UNKNOWN_TAG: "The book has no sticker {tag}.",
    TagFault.NOT_HEX: "{tag!r} is no tag: it has other signs than 0 to 9 and A to F.",
    TagFault.WRONG_LENGTH: "{tag!r} is no tag: it must have 4 to 10 bytes.",
    TagFault.RANDOM_UID: "This card invents a new number every time (phones and bank cards do): use another sticker.",
    TagFault.ALL_ZERO: "The reader heard only noise.",
    PieceFault.NO_PIECE: "{piece!r} is no piece: write it like orc#4.",
    PieceFault.UNKNOWN_KIND: "No box has a {piece}.",
    PieceFault.NO_SUCH_NUMBER: "The boxes have no {piece}.",
}
UNREAD = {
    NoRead: "The reader heard something that it could not read: lay the sticker flat and hold it still.",
    Crowd: "Several stickers lie on the reader: lift all but one.",
}
SET_ASIDE = {
    FileFault.UNREADABLE: "it could not be read",
    FileFault.NEWER: "a newer companion wrote it",
    FileFault.TOO_LARGE: "it is too large",
}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the configuration: which reader, where the book is"
    )
    what = parser.add_subparsers(title="what", required=True)
    _add_learn(what.add_parser("learn", help="teach: tap the stickers, or read a CSV file"))
    what.add_parser("list", help="print the book as CSV").set_defaults(act="list")
    what.add_parser("check", help="name what is taught twice and what is missing").set_defaults(act="check")


def _add_learn(learn: argparse.ArgumentParser) -> None:
    source = learn.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "piece",
        nargs="?",
        help="the piece of the next sticker (orc#4), or a kind: all its stickers, one after the other (orc)",
    )
    source.add_argument("--csv", type=Path, metavar="FILE", help="a file with the columns tag,piece")
    source.add_argument("--forget", metavar="TAG", help="take a sticker out of the book")
    learn.add_argument("--replace", action="store_true", help="what stands in the way is dropped")
    learn.add_argument("--box", metavar="NAME", help="whose tokens they are, where several boxes have the kind")
    learn.set_defaults(act="learn")


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    try:
        config, places = configured(arguments.config)
        teacher = Teacher(places.tags, OwnerFile(places.boxes).library(), print)
    except (ConfigError, LibraryError) as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except OSError as error:
        print(f"The tag book cannot be used: {error}.", file=sys.stderr)
        return 1
    if arguments.act == "list":
        teacher.list_csv()
        return 0
    return 0 if (teacher.check() if arguments.act == "check" else _learn(arguments, config, teacher)) else 1


def _learn(arguments: argparse.Namespace, config: Config, teacher: Teacher) -> bool:
    try:
        if arguments.forget:
            return teacher.forget(arguments.forget)
        if arguments.csv:
            return teacher.take_csv(arguments.csv.read_text(encoding="utf-8"), replace=arguments.replace)
        return _learn_by_tapping(arguments, config, teacher)
    except UnicodeDecodeError:
        print(f"{arguments.csv}: this is no text in UTF-8.", file=sys.stderr)
    except OSError as error:
        print(f"{error}.", file=sys.stderr)
    return False


def _learn_by_tapping(arguments: argparse.Namespace, config: Config, teacher: Teacher) -> bool:
    if config.reader.simulated:
        print("The configuration names no reader: give one with --config.", file=sys.stderr)
        return False
    tags = tags_from_reader(config, print)
    try:
        if "#" in arguments.piece:
            return teacher.learn_piece(arguments.piece, tags, replace=arguments.replace)
        return teacher.learn_kind(arguments.piece, tags, arguments.box)
    except KeyboardInterrupt:
        return True


class Teacher:
    """Teaches into one tag file and shows what came of it.

    What it shows with and where the tags come from is handed in: the terminal and the configured reader, or a test.
    """

    def __init__(self, path: Path, library: Library, show: Printer) -> None:
        self.file = TagFile(path, lambda: datetime.now(UTC))
        self.boxes = {box: {kind.name: kind.count for kind in facts.tokens.values()} for box, facts in library.items()}
        self.counts: dict[str, int] = {}
        """The most tokens of each kind that any box has."""
        for kinds in self.boxes.values():
            self.counts |= {kind: max(count, self.counts.get(kind, 0)) for kind, count in kinds.items()}
        self.show = show
        damaged = self.file.load()
        if damaged is not None:
            show(f"The tag book was set aside as {damaged.path}: {SET_ASIDE[damaged.fault]}.")

    def learn_kind(self, kind: str, tags: Iterable[str], box: str | None = None) -> bool:
        """Teach each tag the next piece of a kind, until all have one or the tags end.

        Return False for an unknown kind.

        `box` is the box that the tokens belong to; None: the first box that has the kind.
        """
        counts = [kinds[kind] for name, kinds in self.boxes.items() if kind in kinds and box in (None, name)]
        if not counts:
            self.show(LESSON_WORDS[PieceFault.UNKNOWN_KIND].format(piece=kind))
            return False
        wanted = {kind: counts[0]}
        if self._is_complete(wanted):
            return True
        self.show(f"Tap every {kind} now, one at a time. Ctrl-C ends it.")
        for tag in tags:
            self._learn_next(tag, kind, wanted)
            if self._is_complete(wanted):
                break
        return True

    def _learn_next(self, tag: str, kind: str, wanted: dict[str, int]) -> None:
        self._told(self.file.change(lambda book: book.learn_next(tag, kind, wanted)))

    def _is_complete(self, wanted: dict[str, int]) -> bool:
        """Show how many of the wanted tokens have a sticker. Return whether all have."""
        known, total = self.file.book.progress(wanted)
        self.show(f"{known} of {total} known.")
        return known == total

    def learn_piece(self, piece: str, tags: Iterator[str], *, replace: bool) -> bool:
        """Teach the next tag that piece. Return whether it is learned."""
        fault = piece_fault(piece, self.counts)
        if fault is not None:
            self.show(LESSON_WORDS[fault].format(piece=piece))
            return False
        self.show(f"Tap {piece} now.")
        tag = next(tags, None)
        if tag is None:
            return False
        result = self.file.change(lambda book: book.learn(tag, piece, self.counts, replace=replace))
        self._told(result)
        return result.outcome in (Lesson.LEARNED, Lesson.CHANGED, Lesson.KNOWN)

    def forget(self, tag: str) -> bool:
        """Forget a tag. Return whether the book had it."""
        result = self.file.change(lambda book: book.forget(tag))
        self._told(result)
        return result.outcome is Lesson.FORGOTTEN

    def _told(self, result: LessonResult) -> None:
        others = ", ".join(result.instead_of)
        self.show(LESSON_WORDS[result.outcome].format(piece=result.piece, tag=result.tag, others=others))

    def take_csv(self, text: str, *, replace: bool) -> bool:
        """Add the entries of a CSV text, all or none. With `replace`, they are the whole book."""
        book = (TagBook() if replace else self.file.book).with_csv(text, self.counts)
        if isinstance(book, CsvRefusal):
            self.show(
                f"Line {book.line}: {book.fault.value.replace('-', ' ')} {book.value}".rstrip() + ". Nothing was taken."
            )
            return False
        self.file.save(book)
        self.show(f"{len(book.entries)} stickers in the book.")
        return True

    def list_csv(self) -> None:
        """Show the book as CSV."""
        self.show(self.file.book.to_csv().rstrip("\n"))

    def check(self) -> bool:
        """Show what is taught twice and what is missing.

        Return whether every sticker is on one piece, and every box is either complete or not begun.
        """
        found = self.file.book.check(self.boxes)
        for tag, pieces in found.repeated_tags:
            self.show(f"The sticker {tag} is {' and '.join(pieces)}.")
        for piece, tags in found.repeated_pieces:
            self.show(f"{piece} has {len(tags)} stickers: {', '.join(tags)}.")
        for entry in found.strangers:
            self.show(f"The sticker {entry.tag} is {entry.piece}, which is in no box.")
        gaps = dict(found.gaps)
        begun = {
            box: gaps.get(box, ()) for box, kinds in self.boxes.items() if len(gaps.get(box, ())) < sum(kinds.values())
        }
        for box, kinds in self.boxes.items():
            total = sum(kinds.values())
            missing = gaps.get(box, ())
            without = f" Without: {', '.join(missing)}." if box in begun and missing else ""
            self.show(f"{box}: {total - len(missing)} of {total} tokens have a sticker.{without}")
        return not (found.repeated_tags or found.repeated_pieces or found.strangers or any(begun.values()))


def tags_from_reader(config: Config, show: Printer) -> Iterator[str]:
    """Yield the tags that arrive at the configured reader, without end. Show what happens to the reader."""
    heard: queue.SimpleQueue[TagArrived | Unusable | NoRead | Crowd | Status] = queue.SimpleQueue()
    clock = SystemClock()

    def arrived(event: object) -> None:
        if isinstance(event, TagArrived | Unusable | NoRead | Crowd):
            heard.put(event)

    reader = serial_reader(config.reader, arrived, clock)
    owner = Owner(READER, reader, heard.put, clock, config.reader.device)
    owner.start()
    try:
        while True:
            item = heard.get()
            if isinstance(item, TagArrived):
                yield item.tag
            elif isinstance(item, Unusable):
                show(LESSON_WORDS[TagFault(item.flaw)])
            elif isinstance(item, NoRead | Crowd):
                show(UNREAD[type(item)])
            else:
                why = f" ({item.reason.value}: {item.detail.text})" if item.reason else ""
                show(f"The reader at {item.detail.where} is {item.state.value}{why}.")
    finally:
        owner.stop()
