"""What can be set about a companion, and where it keeps its files.

One TOML file, decoded strictly (`strict_toml`). Every section may be missing. A device without a section is simulated,
and the speaker is silent, so the empty configuration runs on any laptop. A section names what its device is connected
to, so a forgotten key never leaves a real table with a simulated part. An example with every key is
`wiring/companion.toml`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo, fields

from companion.game.boxes import BOXES, GAMES
from companion.game.joining import joined
from companion.game.rules.options import MOST_PLAYERS, PACES, SETUPS, VERSIONS
from companion.owner.strict_toml import MAX_BYTES, Document, nearest, read, shown
from wiring.table import PinTable, pin_table

SILENT: Final = "none"
"""The sink of a companion that does not speak."""
ESPEAK: Final = ("espeak-ng",)
"""The command of the usual speech program, as it is written in a configuration: without its options."""
_ALSA: Final = "alsa:"
SIMULATED: Final = "sim:"
"""What the name of a simulated device begins with. A path may follow."""

PresenceName = Literal["pulse", "continuous"]
"""Whether a reader reports a tag once when it comes, or again and again while it lies there (`PresenceKind`)."""

Gpio = Annotated[int, Meta(ge=0, le=27, description="a GPIO number from 0 to 27")]
Milliseconds = Annotated[int, Meta(ge=0, le=60_000)]
Language = Annotated[str, Meta(pattern=r"\A[a-z]{2,3}(-[A-Za-z]{2,4})?\Z", description='a language such as "en"')]
VoiceName = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9+_()-]*\Z", description='a voice such as "en-gb"')]
Percent = Annotated[int, Meta(ge=0, le=100)]


class ReaderFormat(StrEnum):
    """How a reader frames a tag on the wire."""

    RDM6300 = "rdm6300"
    """14 bytes, repeated while the tag is near."""
    ID12 = "id12"
    """16 bytes of the ID-12LA and ID-20LA, sent once when a tag comes."""
    PN532 = "pn532"
    """The PN532 chip in HSU mode, which the companion asks several times a second."""
    TEXT = "text"
    """Lines of a microcontroller such as `Card UID: DE AD BE EF`, sent once when a tag comes."""

    @property
    def presence(self) -> PresenceName:
        """How readers of this format report a tag, unless they are set up in another way."""
        return "pulse" if self in (ReaderFormat.ID12, ReaderFormat.TEXT) else "continuous"

    @property
    def baud(self) -> int:
        """The usual speed in bits per second."""
        return 115200 if self is ReaderFormat.PN532 else 9600


class GameSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a new game starts, unless the players choose otherwise. The words are those of the table protocol.

    The types of `game`, `boxes` and all words are narrowed by `_game_keys` to what there is. `facts` is the owner's own
    file of box facts, which go before the package's.
    """

    game: str = GAMES[0]
    boxes: tuple[str, ...] = ()
    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)] = 2
    version: str = "standard"
    variants: tuple[str, ...] = ()
    setup: str = "guided"
    pace: str = "guided"
    words: Literal["brief", "normal", "verbose"] = "normal"
    """The same as `companion.narration.phrases.LEVELS`, which this room does not know; a test compares them."""
    language: Language = "en"
    facts: Path | None = None

    def wishes(self) -> dict[str, object]:
        """Return the keys that are fields of the message `new_game`.

        The other keys concern the table, whatever is played.
        """
        return {name: value for name, value in msgspec.structs.asdict(self).items() if name not in _OF_THE_TABLE}


_OF_THE_TABLE: Final = ("words", "language", "facts")
"""The keys of the section that are no fields of `new_game`."""


def _game_keys() -> Iterator[FieldInfo]:
    """Yield the keys of a new game whose values depend on the boxes, and the keys that single boxes bring."""
    expansions = tuple(name for name in BOXES if name not in GAMES)
    lists = {"game": GAMES, "version": VERSIONS, "setup": SETUPS, "pace": PACES}
    kinds: dict[str, object] = {key: Literal[values] for key, values in lists.items()}
    kinds["boxes"] = tuple[Literal[expansions], ...]  # type: ignore[valid-type]
    for field in fields(GameSection):
        if field.name in kinds:
            yield FieldInfo(field.name, field.name, kinds[field.name], field.default)
    for box in BOXES.values():
        yield from (field for field in fields(box.options) if field.name in box.configurable)


if TYPE_CHECKING:
    GameConfig: TypeAlias = GameSection  # a type checker sees what all boxes share
else:
    GameConfig = joined(GameSection, _game_keys(), frozen=True, forbid_unknown_fields=True)


class ReaderConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The tag reader: a serial port by a name that stays the same, or `sim:`.

    `auto` is what is usual for the format.
    """

    device: Annotated[str, Meta(description='a port such as "/dev/serial/by-id/...", or "sim:"')]
    format: ReaderFormat = ReaderFormat.RDM6300
    presence: Literal["auto", PresenceName] = "auto"
    baud: Literal["auto", 9600, 19200, 38400, 57600, 115200] = "auto"

    @property
    def simulated(self) -> bool:
        """Whether tags come from the simulated table."""
        return self.device.startswith(SIMULATED)

    @property
    def actual_presence(self) -> PresenceName:
        """`presence`, or what is usual for the format where it is `auto`."""
        return self.format.presence if self.presence == "auto" else self.presence

    @property
    def actual_baud(self) -> int:
        """`baud`, or what is usual for the format where it is `auto`; bits per second."""
        return self.format.baud if self.baud == "auto" else self.baud


def _planned(function: str) -> Callable[[], int]:
    return lambda: pin_table().gpio_of(function)


class ButtonConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The dice button and two optional buttons. Times in milliseconds.

    `chip` is the number of the GPIO chip; `auto` finds it by its label. `fifo` is a named pipe through which a test
    presses the pins of the mock factory.
    """

    factory: Literal["lgpio", "mock"]
    chip: Literal["auto"] | Annotated[int, Meta(ge=0, le=99)] = "auto"
    pin: Gpio = msgspec.field(default_factory=_planned("dice-button"))
    next_pin: Gpio | None = None
    back_pin: Gpio | None = None
    debounce_ms: Milliseconds = 30
    hold_ms: Milliseconds = 800
    long_hold_ms: Milliseconds = 3000
    double_ms: Milliseconds = 400
    guard_ms: Milliseconds = 600
    fifo: Path | None = None

    @property
    def simulated(self) -> bool:
        """Whether the pins are mock pins."""
        return self.factory == "mock"

    def pins(self) -> dict[str, int]:
        """Return the GPIO number of each connected button, by its key in the file."""
        named = {"pin": self.pin, "next_pin": self.next_pin, "back_pin": self.back_pin}
        return {key: gpio for key, gpio in named.items() if gpio is not None}


class DisplayConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The OLED of 128 by 64 pixels on an I2C bus, or `sim:` (in memory), or `sim:DIR` (a PNG file for every frame).

    `offset` is the column of the chip's memory under the first column of the glass. Only the SH1106 has one; `auto` is
    the usual 2. `rotate` is in degrees.
    """

    bus: Annotated[int, Meta(ge=0, le=255)] | str
    driver: Literal["ssd1306", "sh1106", "ssd1309"] = "ssd1306"
    address: Annotated[int, Meta(ge=0x08, le=0x77, description="an I2C address from 0x08 to 0x77")] = 0x3C
    offset: Literal["auto"] | Annotated[int, Meta(ge=0, le=4)] = "auto"
    rotate: Literal[0, 180] = 0
    view: Literal["lines", "giant"] = "lines"

    @property
    def simulated(self) -> bool:
        """Whether there is no panel."""
        return isinstance(self.bus, str)

    @property
    def frames(self) -> Path | None:
        """The directory where a simulated panel leaves its frames, or None."""
        return _simulated_path(self.bus) if isinstance(self.bus, str) else None


class RingConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The LED ring: an SPI device, or `sim:` (in memory), or `sim:FILE` (the bytes of every frame, appended).

    `offset` is the number of the LED where arc 1 begins. More than 318 LEDs need a larger buffer of the kernel than
    usual, which the doctor's check `spi-buffer` says.
    """

    device: Annotated[str, Meta(description='an SPI device such as "/dev/spidev0.0", or "sim:"')]
    count: Annotated[int, Meta(ge=24, le=320)] = 60
    offset: Annotated[int, Meta(ge=0, le=319)] = 0
    clockwise: bool = True
    limit_ma: Annotated[int, Meta(ge=50, le=20_000)] = 800
    brightness: Percent = 100
    motion: Literal["full", "still", "off"] = "full"

    @property
    def simulated(self) -> bool:
        """Whether there is no ring."""
        return self.device.startswith(SIMULATED)

    @property
    def bytes_file(self) -> Path | None:
        """The file where a simulated ring leaves its bytes, or None."""
        return _simulated_path(self.device)


class SpeakerConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The voice. `sink` is `alsa:DEVICE`, `wav:DIR` or `none`; `rate` is in words per minute, `volume` in percent.

    `rate` ends at 449, for from 450 on espeak-ng speaks slower again. `command` is espeak-ng or a program that reads
    text and writes sound, with `{voice}` and `{rate}` in the places of their values. `cache` is the directory of spoken
    phrases, which are kept for every command but espeak-ng.
    """

    sink: Annotated[str, Meta(description='"alsa:DEVICE", "wav:DIR" or "none"')]
    voice: VoiceName = "en-gb"
    rate: Annotated[int, Meta(ge=80, le=449)] = 175
    volume: Percent = 80
    command: Annotated[tuple[str, ...], Meta(min_length=1, description="a command as a list of texts")] = ESPEAK
    cache: Path | None = None

    @property
    def alsa_device(self) -> str | None:
        """The ALSA device to play on, or None when another sink is set."""
        return self.sink.removeprefix(_ALSA) if self.sink.startswith(_ALSA) else None

    @property
    def silent(self) -> bool:
        """Whether nothing is spoken."""
        return self.sink == SILENT


class StateConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The directory of the journal and the tag book. `places` says what it is when it is not given."""

    directory: Path | None = None


class SocketConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The Unix socket of the table protocol. `places` says what it is when it is not given."""

    path: Path | None = None


class LogConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is logged."""

    level: Literal["debug", "info", "warning", "error"] = "info"


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole configuration. `Config()` is the empty file: everything simulated, no sound."""

    game: GameConfig = msgspec.field(default_factory=GameConfig)
    reader: ReaderConfig = msgspec.field(default_factory=lambda: ReaderConfig(device=SIMULATED))
    button: ButtonConfig = msgspec.field(default_factory=lambda: ButtonConfig(factory="mock"))
    display: DisplayConfig = msgspec.field(default_factory=lambda: DisplayConfig(bus=SIMULATED))
    ring: RingConfig = msgspec.field(default_factory=lambda: RingConfig(device=SIMULATED))
    speaker: SpeakerConfig = msgspec.field(default_factory=lambda: SpeakerConfig(sink=SILENT))
    state: StateConfig = msgspec.field(default_factory=StateConfig)
    socket: SocketConfig = msgspec.field(default_factory=SocketConfig)
    log: LogConfig = msgspec.field(default_factory=LogConfig)


class Places(msgspec.Struct, frozen=True):
    """Where a companion keeps its files, as absolute paths. Nothing is created here."""

    state: Path
    journal: Path
    tags: Path
    boxes: Path
    """The owner's own file of box facts. It need not exist."""
    phrases: Path
    socket: Path


def load(path: Path) -> Config:
    """Return the configuration in a file. Raise ConfigError, whose text is the sentence to show."""
    return decoded(read(path))


def decoded(document: Document) -> Config:
    """Return the configuration in a document, checked as a whole. Raise ConfigError."""
    config = document.decode(Config)
    for check in _CHECKS:
        for path, why in check(config, document):
            raise document.refusal(path, why)
    return _anchored(config, document)


def places(config: Config, environ: Mapping[str, str], home: Path) -> Places:
    """Return where the companion keeps its files.

    The state directory is the configured one, or the service manager's `STATE_DIRECTORY` (systemd.exec(5)), or one in
    `XDG_STATE_HOME` or `~/.local/state`. The socket is the configured one, or in `RUNTIME_DIRECTORY` or
    `XDG_RUNTIME_DIR`, or in the state directory.
    """
    state = config.state.directory or _service_directory(environ, "STATE_DIRECTORY")
    if state is None:
        state = Path(environ.get("XDG_STATE_HOME") or home / ".local" / "state") / "castle-companion"
    runtime = _service_directory(environ, "RUNTIME_DIRECTORY")
    if runtime is None:
        runtime = Path(environ["XDG_RUNTIME_DIR"]) / "castle-companion" if environ.get("XDG_RUNTIME_DIR") else state
    return Places(
        state=state,
        journal=state / "journal.sqlite",
        tags=state / "tags.json",
        boxes=config.game.facts or state / "boxes.toml",
        phrases=config.speaker.cache or state / "phrases",
        socket=config.socket.path or runtime / "companion.sock",
    )


def _service_directory(environ: Mapping[str, str], name: str) -> Path | None:
    """Return the first of the directories that systemd lists with colons between them. The service has only one."""
    first = environ.get(name, "").split(":")[0]
    return Path(first) if first else None


def _simulated_path(device: str) -> Path | None:
    path = device.removeprefix(SIMULATED)
    return Path(path) if path and path != device else None


def _anchored(config: Config, document: Document) -> Config:
    """Return the configuration with absolute paths after `sim:` and `wav:`. All other paths already are absolute."""
    for (section, key), path in _device_paths(config).items():
        device = getattr(config, section)
        kind = getattr(device, key).partition(":")[0]
        changed = msgspec.structs.replace(device, **{key: f"{kind}:{document.path(path)}"})
        config = msgspec.structs.replace(config, **{section: changed})
    return config


def _device_paths(config: Config) -> dict[tuple[str, str], str]:
    """Return the paths after `sim:` and `wav:`, by section and key."""
    named = {("display", "bus"): config.display.bus, ("ring", "device"): config.ring.device}
    named["speaker", "sink"] = config.speaker.sink
    parts = {key: str(name).partition(":") for key, name in named.items()}
    return {key: path for key, (kind, _, path) in parts.items() if kind in ("sim", "wav") and path}


# Checks that no type can make. Each yields the keys that are wrong and why; the first is raised.


class _KeyFault(NamedTuple):
    """What is wrong: the section and the key, and why, as a sentence without its period."""

    key: tuple[str, str]
    why: str


_PORTS: Final = (
    "/dev/serial0",
    "/dev/ttyUSB0",
    "/dev/ttyACM0",
    "/dev/ttyAMA0",
    "/dev/ttyS0",
    "/dev/serial/by-id/",
    "/dev/serial/by-path/",
)
_SURE_PORT: Final = re.compile(r"/dev/(serial\d|serial/by-(id|path)/[^/]+|tty[A-Z]+\d+|pts/\d+|rfcomm\d+)\Z")


def _port(config: Config, _: Document) -> Iterator[_KeyFault]:
    """Check that the port is an absolute path. A name that is very like a usual one is taken for a typing error."""
    device = config.reader.device
    if config.reader.simulated or _SURE_PORT.match(device):
        return
    near = nearest(device, _PORTS, cutoff=0.85) or nearest(f"/dev/{device}", _PORTS, cutoff=0.85)
    if near or not re.match(r"/[^\0]*[^\0/]\Z", device):
        hint = f"the nearest is {shown(near)}" if near else 'it is a whole path such as "/dev/serial0", or "sim:"'
        yield _KeyFault(("reader", "device"), f"{shown(device)} is no port for the device of [reader]; {hint}")


def _pins(config: Config, _: Document) -> Iterator[_KeyFault]:
    """Check that every button has a pin of its own that no bus uses."""
    table, taken = pin_table(), dict[int, str]()
    for key, gpio in config.button.pins().items():
        pin = table.gpio(gpio)
        if not pin.movable:
            why = f"GPIO {gpio} (pin {pin.physical}) is reserved for {pin.label}"
            yield _KeyFault(("button", key), f"{key} in [button]: {why}; {_better(key, config, table)}")
        if gpio in taken:
            why = f"GPIO {gpio} is already the {taken[gpio]} of [button]"
            yield _KeyFault(("button", key), f"{key} in [button]: {why}; {_better(key, config, table)}")
        taken[gpio] = key


_PLANNED: Final = {"pin": "dice-button", "next_pin": "next-button", "back_pin": "back-button"}


def _better(key: str, config: Config, table: PinTable) -> str:
    """Return advice: the pin that is planned for a button, or the free pins where that is taken."""
    used = set(config.button.pins().values())
    planned = table.gpio_of(_PLANNED[key])
    if planned not in used:
        return f"{planned} is planned for it"
    return f"free are {', '.join(str(gpio) for gpio in table.free_gpios() if gpio not in used)}"


def _times(config: Config, document: Document) -> Iterator[_KeyFault]:
    """Check that a hold is longer than a bounce, and a long hold longer than a hold."""
    button = config.button
    for short, long in (("debounce_ms", "hold_ms"), ("hold_ms", "long_hold_ms")):
        less, more = getattr(button, short), getattr(button, long)
        if less >= more:
            key = long if document.has("button", long) else short
            yield _KeyFault(("button", key), f"{short} ({less}) in [button] must be less than {long} ({more})")


def _fifo(config: Config, _: Document) -> Iterator[_KeyFault]:
    if config.button.fifo and not config.button.simulated:
        yield _KeyFault(("button", "fifo"), 'fifo in [button] presses mock pins and needs factory = "mock"')


def _bus(config: Config, _: Document) -> Iterator[_KeyFault]:
    bus = config.display.bus
    if isinstance(bus, str) and not bus.startswith(SIMULATED):
        number = re.fullmatch(r"(?:/dev/)?(?:i2c-)?(\d{1,3})", bus)
        hint = f"the nearest is {number[1]}" if number else 'it is a number such as 1, or "sim:"'
        yield _KeyFault(("display", "bus"), f"{shown(bus)} is no bus for [display]; {hint}")


def _offset(config: Config, _: Document) -> Iterator[_KeyFault]:
    display = config.display
    if display.offset != "auto" and display.driver != "sh1106":
        why = f'offset in [display] is for the driver "sh1106", not "{display.driver}"'
        yield _KeyFault(("display", "offset"), why)


def _ring(config: Config, document: Document) -> Iterator[_KeyFault]:
    ring = config.ring
    if not ring.simulated and not re.fullmatch(r"/dev/spidev\d+\.\d+", ring.device):
        hint = 'the nearest is "/dev/spidev0.0"'
        yield _KeyFault(("ring", "device"), f"{shown(ring.device)} is no SPI device for [ring]; {hint}")
    if ring.offset >= ring.count:
        key = "offset" if document.has("ring", "offset") else "count"
        why = f"offset in [ring] is {ring.offset}, but the {ring.count} LEDs end at {ring.count - 1}"
        yield _KeyFault(("ring", key), why)


def _sink(config: Config, _: Document) -> Iterator[_KeyFault]:
    sink = config.speaker.sink
    if config.speaker.silent or re.fullmatch(r"(alsa|wav):.*[^\s].*", sink):
        return
    near = nearest(sink, (SILENT, "alsa:default", "wav:speech"))
    if re.match(r"(plug)?hw:|default\Z|sysdefault", sink):
        near = f"alsa:{sink}"
    hint = f"the nearest is {shown(near)}" if near else 'it is "alsa:DEVICE", "wav:DIR" or "none"'
    yield _KeyFault(("speaker", "sink"), f"{shown(sink)} is no sink for [speaker]; {hint}")


def _owner_file(config: Config, _: Document) -> Iterator[_KeyFault]:
    """Check that the owner's file of box facts exists and is not too large. `load_library` judges its content."""
    facts = config.game.facts
    if facts is None:
        return
    if not facts.is_file():
        yield _KeyFault(("game", "facts"), f"there is no file {facts} for facts in [game]")
    elif facts.stat().st_size > MAX_BYTES:
        yield _KeyFault(("game", "facts"), f"{facts} for facts in [game] is larger than {MAX_BYTES // 1000} kB")


_SOCKET_BYTES: Final = 107
"""What the kernel takes for the path of a Unix socket: 108 bytes with the zero at the end (unix(7), sun_path)."""


def _socket(config: Config, _: Document) -> Iterator[_KeyFault]:
    """Check the length of the socket's path."""
    if config.socket.path and len(os.fsencode(config.socket.path)) > _SOCKET_BYTES:
        why = f"path in [socket] is longer than the {_SOCKET_BYTES} bytes that a socket's name may have"
        yield _KeyFault(("socket", "path"), why)


def _homes(config: Config, document: Document) -> Iterator[_KeyFault]:
    for (section, key), path in _device_paths(config).items():
        try:
            document.path(path)
        except ValueError:
            yield _KeyFault((section, key), f"{shown(path)} for {key} in [{section}] is no path")


_CHECKS: Final = (_port, _pins, _times, _fifo, _bus, _offset, _ring, _sink, _owner_file, _socket, _homes)
