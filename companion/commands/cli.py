"""The command `companion`. Every subcommand is imported only when it is called, so that each starts fast."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.exits import EXIT_CONFIG, EXIT_INTERRUPTED, EXIT_NOTHING_RECORDED

if TYPE_CHECKING:
    from companion.checks.site import Site
    from companion.commands.teaching import Teacher
    from companion.journal.keeping import OutspokenKeeper
    from companion.owner.config import Config
    from companion.talk.desk import Desk


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command. Gives the exit status."""
    arguments = _parser().parse_args(argv)
    if arguments.version:
        print(version("castle-companion"))
        return 0
    if arguments.run is None:
        _parser().print_help()
        return 2
    try:
        return int(arguments.run(arguments))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # whoever read along has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion", description="An unofficial companion for the board game Castle Panic."
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands")
    stdio = commands.add_parser("stdio", help="speak the table protocol on standard input and output")
    stdio.add_argument(
        "--journal", type=Path, metavar="FILE", help="keep the game in this file, and go on with the one in it"
    )
    stdio.add_argument("--boxes", type=Path, metavar="FILE", help="what the owner knows better about the boxes (TOML)")
    stdio.set_defaults(run=_stdio)
    run = commands.add_parser("run", help="serve a table: the daemon")
    run.add_argument(
        "--config", type=Path, metavar="FILE", help="the configuration (TOML); without one everything is simulated"
    )
    run.set_defaults(run=_run)
    attach = commands.add_parser("attach", help="speak the table protocol with the running daemon")
    attach.add_argument(
        "--config", type=Path, metavar="FILE", help="the daemon's configuration, for the place of its socket"
    )
    attach.add_argument("--socket", type=Path, metavar="PATH", help="the socket itself")
    attach.set_defaults(run=_attach)
    _add_tags(commands)
    _add_play(commands)
    _add_doctor(commands)
    _add_boxes(commands)
    _add_export(commands)
    return parser


def _add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    play = commands.add_parser("play", help="play at a simulated table: no hardware, no sound card")
    play.add_argument("--plain", action="store_true", help="lines only, for screen readers and pipes")
    play.add_argument("--auto", action="store_true", help="the table plays by itself")
    play.add_argument("--fast", action="store_true", help="with --auto: without waiting")
    play.add_argument("--new", action="store_true", help="begin a new game, whatever was kept")
    play.add_argument("--seed", type=int, metavar="N", help="of a new game: its dice, its cards and its bag")
    play.add_argument(
        "--players", type=int, choices=range(1, 7), default=2, metavar="N", help="of a new game: 1 to 6 (default 2)"
    )
    play.add_argument("--game", choices=["castle-panic"], default="castle-panic", help="of a new game: which one")
    play.add_argument(
        "--setup", choices=["guided", "quick", "none"], default="quick", help="of a new game: how it is set up"
    )
    play.add_argument(
        "--pace",
        choices=["guided", "auto"],
        default="auto",
        help="of a new game: guided waits for every act of the hands",
    )
    play.add_argument("--words", choices=["brief", "normal", "verbose"], default="normal", help="how much is said")
    play.add_argument("--boxes", type=Path, metavar="FILE", help="what the owner knows better about the boxes (TOML)")
    play.add_argument("--state", type=Path, metavar="DIR", help="where the game is kept")
    play.add_argument("--sound", action="store_true", help="speak, through the sound card")
    play.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help="draw a moment of a game as SVG (or its screen alone as PNG) and end",
    )
    play.set_defaults(run=_play)


def _add_tags(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tags = commands.add_parser("tags", help="teach stickers their pieces")
    tags.add_argument("--config", type=Path, metavar="FILE", help="the configuration: which reader, where the book is")
    what = tags.add_subparsers(title="what", required=True)
    learn = what.add_parser("learn", help="teach: tap the stickers, or read a CSV file")
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
    learn.set_defaults(run=_tags, act="learn")
    what.add_parser("list", help="print the book as CSV").set_defaults(run=_tags, act="list")
    what.add_parser("check", help="name what is taught twice and what is missing").set_defaults(run=_tags, act="check")


def _add_doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    chosen = "the configuration; without one the service's, if there is one"
    doctor = commands.add_parser("doctor", help="look everything over, and say how to mend what is wrong")
    doctor.add_argument("--config", type=Path, metavar="FILE", help=chosen)
    doctor.add_argument("--json", action="store_true", help="for programs")
    doctor.add_argument("--no-sound", action="store_true", help="play no phrase")
    act = doctor.add_mutually_exclusive_group()
    act.add_argument("--scan", type=float, metavar="SECONDS", help="instead: print every tag that the reader sees")
    act.add_argument(
        "--detect",
        type=float,
        metavar="SECONDS",
        help="instead: try the formats, each speed for so long, while you lay a tag on the reader again and again",
    )
    doctor.set_defaults(run=_doctor)
    bundle = commands.add_parser("bundle", help="put together what a bug report needs, without names and secrets")
    bundle.add_argument("file", type=Path, nargs="?", metavar="FILE", help="where to (default: a new file here)")
    bundle.add_argument("--config", type=Path, metavar="FILE", help=chosen)
    bundle.set_defaults(run=_bundle)


def _add_boxes(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    boxes = commands.add_parser("boxes", help="what nobody has verified about the boxes, and your answers to it")
    boxes.add_argument("--config", type=Path, metavar="FILE", help="the configuration: where your file is")
    boxes.add_argument("act", choices=("list", "ask"), help="list what is unverified, or ask for it")
    boxes.set_defaults(run=_boxes)


def _add_export(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    facts = "what the owner knows better about the boxes (TOML)"
    export = commands.add_parser("export", help="write out a game that was kept, to read it or to play it again")
    what = export.add_mutually_exclusive_group()
    what.add_argument(
        "--text", action="store_true", help="turn by turn, in the words that were said (this is the default)"
    )
    what.add_argument("--protocol", action="store_true", help="a line for each input, for companion replay and stdio")
    what.add_argument("--list", action="store_true", help="instead: the games that are kept, a line for each")
    export.add_argument(
        "--game", type=int, metavar="N", help="the number of the game in the list (default: the newest)"
    )
    export.add_argument("--words", choices=["brief", "normal", "verbose"], default="normal", help="how much was said")
    where = export.add_mutually_exclusive_group()
    where.add_argument("--journal", type=Path, metavar="FILE", help="the journal")
    where.add_argument(
        "--config", type=Path, metavar="FILE", help="the configuration; without one the service's, if there is one"
    )
    export.add_argument("--boxes", type=Path, metavar="FILE", help=facts)
    export.set_defaults(run=_export)
    replay = commands.add_parser("replay", help="play an exported game again, and say what differs from then")
    replay.add_argument("file", type=Path, metavar="FILE", help="what companion export --protocol has written")
    replay.add_argument("--boxes", type=Path, metavar="FILE", help=facts)
    replay.set_defaults(run=_replay)


def _stdio(arguments: argparse.Namespace) -> int:
    from companion.commands.desk import make_desk
    from companion.journal.migrations import JournalError
    from companion.owner.library import LibraryError
    from companion.talk.protocol import serve

    try:
        desk = make_desk(arguments.boxes)
        keeper = _keeper(arguments.journal, desk) if arguments.journal else None
    except LibraryError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    for line in serve(desk, sys.stdin.buffer, keeper):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    return 0


def _keeper(journal: Path, desk: Desk) -> OutspokenKeeper:
    from companion.journal.keeping import keep_in

    return keep_in(journal, desk, time.time, lambda sentence: print(f"{journal}: {sentence}", file=sys.stderr))


def _run(arguments: argparse.Namespace) -> int:
    from companion.commands.configuration import configured
    from companion.commands.desk import make_desk
    from companion.commands.service import serve_table
    from companion.game.rules.requests import Refused
    from companion.owner.config import ConfigError
    from companion.owner.library import LibraryError
    from companion.service.daemon import first_game
    from companion.talk.beginnings import options_of

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
    return serve_table(config, places, desk)


def _boxes(arguments: argparse.Namespace) -> int:
    from companion.commands.configuration import configured
    from companion.commands.confirming import ask_doubts, list_doubts
    from companion.owner.box_facts import OwnerFile
    from companion.owner.config import ConfigError
    from companion.owner.library import LibraryError

    try:
        file = OwnerFile(configured(arguments.config)[1].boxes)
        if arguments.act == "list":
            return 0 if list_doubts(file, print) else 1
        ask_doubts(file, input, print)
    except (ConfigError, LibraryError) as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except (EOFError, OSError) as error:
        print(str(error) or "Nothing more was typed; the rest is left for later.", file=sys.stderr)
        return 1
    return 0


def _attach(arguments: argparse.Namespace) -> int:
    from companion.commands.configuration import configured
    from companion.owner.config import ConfigError
    from companion.service.sockets import attach

    try:
        path = arguments.socket or configured(arguments.config)[1].socket
    except ConfigError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    return attach(path)


def _tags(arguments: argparse.Namespace) -> int:
    from companion.commands.configuration import configured
    from companion.commands.teaching import Teacher
    from companion.owner.box_facts import OwnerFile
    from companion.owner.config import ConfigError
    from companion.owner.library import LibraryError

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
    from companion.commands.teaching import tags_from_reader

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


def _play(arguments: argparse.Namespace) -> int:
    from companion.commands.desk import make_desk
    from companion.owner.library import LibraryError
    from companion.play.run import own_folder, play
    from companion.play.table import PlayOptions

    try:
        desk = make_desk(arguments.boxes)
    except LibraryError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    wishes = {name: getattr(arguments, name) for name in PlayOptions.__struct_fields__ if name != "state"}
    state = arguments.state or (Path() if arguments.auto else own_folder(os.environ, Path.home()))
    return play(PlayOptions(state=state, **wishes), desk, plain=arguments.plain, picture=arguments.picture)


def _doctor(arguments: argparse.Namespace) -> int:
    from companion.checks.machine import LocalMachine
    from companion.checks.site import site_of
    from companion.commands.doctor import as_json, examine, plain

    site = site_of(LocalMachine(), arguments.config, Path.home(), sound=not arguments.no_sound)
    if arguments.scan is not None or arguments.detect is not None:
        return _listen(arguments, site)
    report = examine(site)
    print(as_json(report) if arguments.json else "\n".join(plain(report)))
    return 0 if report.healthy else 1


def _listen(arguments: argparse.Namespace, site: Site) -> int:
    from companion.checks.listening import Spoke, detect, scan
    from companion.checks.setup import piece_namer
    from companion.commands.doctor import told

    if site.refusal or site.port is None:
        print(site.refusal or "The configuration names no reader: give one with --config.", file=sys.stderr)
        return EXIT_CONFIG if site.refusal else 1
    if arguments.scan is not None:
        for line in scan(site.config, arguments.scan, piece_namer(site)):
            print(line, flush=True)
        return 0
    print(f"Lay a tag on the reader at {site.port} and take it away, again and again.", flush=True)
    found = detect(site.port, arguments.detect)
    print("\n".join(told(found, site.port)))
    return 0 if isinstance(found, Spoke) else 1


def _bundle(arguments: argparse.Namespace) -> int:
    from companion.checks.machine import LocalMachine
    from companion.checks.site import site_of
    from companion.commands.bundle import BundleError, gather, write
    from companion.commands.doctor import examine

    site = site_of(LocalMachine(), arguments.config, Path.home(), sound=False)
    path = arguments.file or Path(time.strftime("castle-companion-%Y%m%d-%H%M%S.tar.gz"))
    try:
        write(path, gather(site, examine(site)))
    except BundleError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{path}: have a look at it before you give it away.")
    return 0


def _export(arguments: argparse.Namespace) -> int:
    from companion.journal.archive import kept_games, known_seal
    from companion.journal.export import Reader, chosen, list_of, protocol_of, silent_desk, text_of
    from companion.journal.migrations import JournalError
    from companion.owner.config import ConfigError
    from companion.owner.library import LibraryError

    try:
        journal, desk = _journal_and_desk(arguments)
        games = kept_games(journal)
    except (ConfigError, LibraryError) as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    kept, words = chosen(games, arguments.game), desk.narrator.catalogue
    if kept is None:
        missing = "export-no-games" if not games else "export-no-such-game"
        print(words.name(missing, "", {"number": arguments.game or 0}), file=sys.stderr)
        return 1
    reader = Reader(silent_desk(desk.library, words) if arguments.list else desk, known_seal(journal))
    if arguments.list:
        lines = list_of(games, reader)
    else:
        lines = protocol_of(kept, reader) if arguments.protocol else text_of(kept, reader, arguments.words)
    for line in lines:
        print(line)
    return 0


def _journal_and_desk(arguments: argparse.Namespace) -> tuple[Path, Desk]:
    """The journal that was named, or that of the installation. Raises ConfigError and LibraryError."""
    from companion.checks.machine import LocalMachine
    from companion.checks.site import site_of
    from companion.commands.desk import make_desk
    from companion.owner.config import ConfigError

    if arguments.journal:
        return arguments.journal, make_desk(arguments.boxes)
    site = site_of(LocalMachine(), arguments.config, Path.home(), sound=False)
    if site.refusal:
        raise ConfigError(site.refusal)
    named = arguments.boxes or site.config.game.facts
    return site.places.journal, make_desk(named or site.places.boxes, site.config.game.language, named=bool(named))


def _replay(arguments: argparse.Namespace) -> int:
    from companion.commands.desk import make_desk
    from companion.owner.library import LibraryError
    from companion.talk.replay import replay

    try:
        desk = make_desk(arguments.boxes)
        lines = arguments.file.read_bytes().splitlines()
    except LibraryError as error:
        print(error, file=sys.stderr)
        return EXIT_CONFIG
    except OSError as error:
        print(f"{arguments.file}: cannot be read: {error.strerror}.", file=sys.stderr)
        return 1
    desk.owner = None
    same = replay(desk, lines, print)
    return EXIT_NOTHING_RECORDED if same is None else 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
