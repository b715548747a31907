"""`companion doctor`: checks everything that may stand between a table and its game, and tells how to repair it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import version
from types import MappingProxyType

import msgspec

from companion.checks import board, buses, pins, ports, service, setup, sound, storage
from companion.checks.finding import Finding, Level, warning
from companion.checks.listening import Silence, Spoke, detect, scan
from companion.checks.setup import piece_namer
from companion.checks.site import Site
from companion.commands.exits import EXIT_CONFIG
from companion.commands.installation import add_config, installed

CheckFunction = Callable[[Site], Finding]

CHECKS: Mapping[str, CheckFunction] = MappingProxyType(
    {
        "board": board.board,
        "power": board.power,
        "temperature": board.temperature,
        "clock": board.clock,
        "configuration": setup.configuration,
        "libraries": setup.libraries,
        "box-facts": setup.box_facts,
        "stickers": setup.tags,
        "groups": service.groups,
        "boot-lines": buses.boot_lines,
        "serial-port": ports.serial_port,
        "port-holder": ports.port_holder,
        "serial-console": ports.serial_console,
        "serial-login": ports.serial_login,
        "serial0": ports.serial0,
        "brltty": ports.brltty,
        "modem-manager": ports.modem_manager,
        "i2c-bus": buses.i2c_bus,
        "i2c-scan": buses.i2c_scan,
        "spi-node": buses.spi_node,
        "spi-buffer": buses.spi_buffer,
        "core-clock": buses.core_clock,
        "gpio-chip": pins.gpio_chip,
        "lgpio": pins.lgpio,
        "gpiozero": pins.gpiozero,
        "pin-conflicts": pins.pin_conflicts,
        "speech-engine": sound.speech_engine,
        "sound-cards": sound.sound_cards,
        "sound-test": sound.sound_test,
        "disk-space": storage.disk_space,
        "state-directory": storage.state_directory,
        "read-only-root": storage.read_only_root,
        "log-size": storage.log_size,
        "journal": storage.journal,
        "unit": service.unit,
        "socket": service.table_socket,
    }
)
"""Every check by its name, in the order of the report: what comes first explains what comes after."""


class CheckResult(msgspec.Struct, frozen=True):
    """What one check found."""

    check: str
    level: Level
    text: str
    mend: tuple[str, ...] = ()


class DoctorReport(msgspec.Struct, frozen=True):
    """The results of all checks. `schema` is the version of the report's form as JSON."""

    version: str
    results: tuple[CheckResult, ...]
    schema: int = 1

    def count(self, level: Level) -> int:
        """Return how many results have a level."""
        return sum(result.level is level for result in self.results)

    @property
    def healthy(self) -> bool:
        """Whether there is no fault."""
        return not self.count(Level.FAULT)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    add_config(parser)
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--no-sound", action="store_true", help="play no phrase")
    act = parser.add_mutually_exclusive_group()
    act.add_argument("--scan", type=float, metavar="SECONDS", help="instead: print every tag that the reader sees")
    act.add_argument(
        "--detect",
        type=float,
        metavar="SECONDS",
        help="instead: try the formats, each speed for so long, while you lay a tag on the reader again and again",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit status."""
    site = installed(arguments.config, sound=not arguments.no_sound)
    if arguments.scan is not None or arguments.detect is not None:
        return _listen(arguments, site)
    report = examine(site)
    print(as_json(report) if arguments.json else "\n".join(plain(report)))
    return 0 if report.healthy else 1


def _listen(arguments: argparse.Namespace, site: Site) -> int:
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


def examine(site: Site, checks: Mapping[str, CheckFunction] = CHECKS) -> DoctorReport:
    """Run the checks and return their results."""
    return DoctorReport(
        version("castle-companion"), tuple(_result(site, name, check) for name, check in checks.items())
    )


def _result(site: Site, name: str, check: CheckFunction) -> CheckResult:
    """Return what one check found. What the system does not show to this account is only a warning."""
    try:
        found = check(site)
    except OSError as error:
        found = warning(f"This could not be looked at: {error}.", site.doctor_as_root)
    return CheckResult(name, found.level, found.text, found.mend)


# How it is told

_SIGNS = {Level.OK: "ok", Level.WARNING: "warning", Level.FAULT: "FAULT", Level.NOT_APPLICABLE: "-"}
_SUMS = {Level.FAULT: "faults", Level.WARNING: "warnings", Level.OK: "ok", Level.NOT_APPLICABLE: "not applicable"}
_WIDTH = 16


def plain(report: DoctorReport) -> Iterator[str]:
    """Yield the lines of a report: one for each check with its repair commands below, and the counts at the end."""
    for result in report.results:
        yield f"{_SIGNS[result.level]:8} {result.check:{_WIDTH}} {result.text}"
        yield from (f"{'':8} {'':{_WIDTH}}   {command}" for command in result.mend)
    counts = ((report.count(level), words) for level, words in _SUMS.items())
    told = ", ".join(f"{count} {words.removesuffix('s') if count == 1 else words}" for count, words in counts)
    yield f"castle-companion {report.version}: {told}"


def as_json(report: DoctorReport) -> str:
    """Return the report as JSON in a stable form."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()


def told(found: Spoke | Silence, port: str) -> Iterable[str]:
    """Yield what came of trying the formats, as lines."""
    if isinstance(found, Spoke):
        proof = f"it told {found.tag}" if found.tag else "it answers"
        yield f"{port} speaks {found.format} at {found.baud} baud ({proof}). In the configuration:"
        yield f'    [reader]\n    device = "{port}"\n    format = "{found.format}"\n    baud = {found.baud}'
        return
    for trial in found.trials:
        yield f"{trial.baud} baud: {trial.count} bytes, {trial.bad_frames} frames that nobody understood"
    if found.reason is not None:
        yield f"{port} could not be listened to: {found.reason} ({found.detail})"
    elif any(trial.count for trial in found.trials):
        yield f"{port} speaks, but nothing known: another kind of reader, or a bad ground."
    else:
        yield f"{port} was silent: no tag of the reader's kind was near, or its TX is not connected."
