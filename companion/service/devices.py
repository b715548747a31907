"""The devices of a table, built from its configuration: real or simulated, each with one thread that owns it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace
from PIL import Image

from companion.channels.screen import Lines, reading_seconds
from companion.owner.config import ESPEAK, Config, ReaderConfig, SpeakerConfig
from hardware.button.contact import Button, SimButton
from hardware.button.gestures import ButtonEvent, ButtonTimings
from hardware.clock import Clock
from hardware.owner import Device, Owner, Status
from hardware.reader.presence import PresenceKind, ReaderEvent
from hardware.reader.sim import SimReader
from hardware.ring import Ring, RingSettings, SimSpi, Spi, SpiLine
from hardware.screen.display import Display, DisplaySettings, Screen, View, i2c_bus, pages
from hardware.screen.panel import PictureFolder, SimBus, SimPanel
from hardware.sound.mute import MuteSpeaker
from hardware.sound.sinks import sink_named
from hardware.sound.speaker import Speaker, SpeakerSettings, SpeechReport
from hardware.sound.speech_cache import SpeechCache
from hardware.sound.speech_engine import ESPEAK_NG, SpeechEngine

if TYPE_CHECKING:
    from hardware.button.pins import MockPinDriver
    from hardware.reader.port import SerialReader

READER: Final = "reader"
DISPLAY: Final = "display"
RING: Final = "ring"
SPEAKER: Final = "speaker"
BUTTON: Final = "button"
"""The main button.

These are the names of the parts: in reports, in notices, and of their sections in a configuration.
"""
_BUTTONS: Final = {"pin": BUTTON, "next_pin": "next", "back_pin": "back"}
"""The button for each key of the configuration."""


class Receivers(msgspec.Struct):
    """Where the devices report what they notice.

    Each function is called in a device's own thread. It must return at once: it only passes the event on to the loop.
    """

    reader: Callable[[ReaderEvent], object]
    button: Callable[[ButtonEvent], object]
    speech: Callable[[SpeechReport], object]
    status: Callable[[Status], None]
    picture: Callable[[Image.Image], None] | None = None
    """Called with every finished picture of a simulated panel."""
    wire: Spi | None = None
    """What takes the place of the simulated ring's line, for a caller that shows the lights."""


class Devices(msgspec.Struct):
    """The devices of one table."""

    reader: SerialReader | SimReader
    buttons: dict[str, Button]
    display: Display
    ring: Ring
    speaker: Speaker | MuteSpeaker
    view: View
    owners: list[Owner] = msgspec.field(default_factory=list)

    def show_lines(self, lines: Sequence[str], inverted: int | None) -> None:
        """Show lines on the screen.

        `inverted` is the number of the line with dark letters on a light ground, or None.
        """
        self.display.show(Screen(tuple(lines), inverted, self.view))

    def reading_time(self, lines: Lines) -> float:
        """Return the seconds that people need to read these lines. In large letters they are several pages."""
        leafing = len(pages(Screen(tuple(lines), None, self.view))) * self.display.settings.page_for
        return max(reading_seconds(lines), leafing)

    def start(self) -> None:
        """Start the thread of every device."""
        for owner in self.owners:
            owner.start()

    def stop(self) -> None:
        """Stop the threads of all devices, all at the same time."""
        for owner in self.owners:
            owner.ask_to_stop()
        for owner in self.owners:
            owner.stop()


def build(config: Config, phrases: Path, receivers: Receivers, clock: Clock) -> Devices:
    """Build the devices that a configuration names. `phrases` is the directory for those of a slow engine."""
    reader = _reader(config, receivers, clock)
    buttons, pins = _buttons(config, receivers, clock)
    display = _display(config, receivers, clock)
    ring = _ring(config, receivers, clock)
    speaker = _speaker(config, phrases, receivers, clock)
    view = View.GIANT if config.display.view == "giant" else View.LARGE
    devices = Devices(reader, buttons, display, ring, speaker, view)
    where = {
        READER: config.reader.device,
        DISPLAY: str(config.display.bus),
        RING: config.ring.device,
        SPEAKER: config.speaker.sink,
    }
    owned: dict[str, Device] = {READER: reader, DISPLAY: display, RING: ring, SPEAKER: speaker, **pins, **buttons}
    devices.owners = [
        Owner(name, device, receivers.status, clock, where.get(name, "gpio")) for name, device in owned.items()
    ]
    return devices


def _reader(config: Config, receivers: Receivers, clock: Clock) -> SerialReader | SimReader:
    if config.reader.simulated:
        return SimReader(receivers.reader, clock)
    return serial_reader(config.reader, receivers.reader, clock)


def serial_reader(reader: ReaderConfig, on_event: Callable[[ReaderEvent], object], clock: Clock) -> SerialReader:
    """Return the real reader that a configuration names. `on_event` is called in the thread of the reader's owner."""
    from hardware.reader.port import FORMATS, SerialReader  # imported late: a simulated reader needs no port

    serial_format = replace(FORMATS[reader.format.value], baudrate=reader.actual_baud)
    return SerialReader(reader.device, serial_format, on_event, clock, PresenceKind(reader.actual_presence))


def _buttons(config: Config, receivers: Receivers, clock: Clock) -> tuple[dict[str, Button], dict[str, MockPinDriver]]:
    """Return the buttons by name, and what presses their mock pins from outside, if that is configured."""
    button = config.button
    timings = ButtonTimings(
        debounce=button.debounce_ms / 1000,
        hold=button.hold_ms / 1000,
        long_hold=button.long_hold_ms / 1000,
        double_gap=button.double_ms / 1000 or None,
    )
    walking = replace(timings, double_gap=None, cool_down=0)  # quick presses walk through a list
    treated = {name: timings if name == BUTTON else walking for name in _BUTTONS.values()}
    named = {_BUTTONS[key]: pin for key, pin in button.pins().items()}
    if button.simulated and button.fifo is None:
        return {name: SimButton(name, receivers.button, clock, treated[name]) for name in named}, {}
    from hardware.button.pins import FactoryKind, GpioLine, MockPinDriver, PinFactory  # late: as for the reader

    factory = PinFactory(FactoryKind(button.factory), None if button.chip == "auto" else button.chip)
    buttons = {
        name: Button(name, GpioLine(pin, factory), receivers.button, clock, treated[name])
        for name, pin in named.items()
    }
    return buttons, {"pins": MockPinDriver(button.fifo, factory)} if button.fifo else {}


def _display(config: Config, receivers: Receivers, clock: Clock) -> Display:
    display = config.display
    settings = DisplaySettings(
        controller=display.driver,
        address=display.address,
        column_offset=2 if display.offset == "auto" else display.offset,
        rotate=2 if display.rotate == 180 else 0,
    )
    if isinstance(display.bus, int):
        number = display.bus
        return Display(lambda: i2c_bus(number), settings, clock)
    see = PictureFolder(display.frames, history=True).save if display.frames else receivers.picture
    begins = settings.column_offset if display.driver == "sh1106" else None
    bus = SimBus(SimPanel(display.driver, begins), display.address, see)
    return Display(lambda: bus, settings, clock)


def _ring(config: Config, receivers: Receivers, clock: Clock) -> Ring:
    ring = config.ring
    settings = RingSettings(
        count=ring.count,
        arc_1=ring.offset % ring.count,
        clockwise=ring.clockwise,
        brightness=ring.brightness / 100,
        limit=float(ring.limit_ma),
    )
    if ring.simulated:
        line = receivers.wire or SimSpi(ring.bytes_file)
        return Ring(lambda: line, settings, clock)
    bus, _, device = ring.device.removeprefix("/dev/spidev").partition(".")
    return Ring(lambda: SpiLine(int(bus), int(device)), settings, clock)


def _speaker(config: Config, phrases: Path, receivers: Receivers, clock: Clock) -> Speaker | MuteSpeaker:
    speaker = config.speaker
    if speaker.silent:
        return MuteSpeaker(clock, receivers.speech)
    sink = f"aplay:{speaker.alsa_device}" if speaker.alsa_device else speaker.sink
    engine = engine_of(speaker)
    return Speaker(
        sink_named(sink, clock),
        clock,
        receivers.speech,
        engine=engine,
        cache=SpeechCache(phrases) if engine.slow else None,
        settings=SpeakerSettings(voice=speaker.voice, rate=speaker.rate, volume=speaker.volume),
    )


def engine_of(speaker: SpeakerConfig) -> SpeechEngine:
    """Return the speech program that a configuration names. For plain espeak-ng, the options are ours."""
    return ESPEAK_NG if speaker.command == ESPEAK else SpeechEngine(speaker.command)
