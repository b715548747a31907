"""The OLED: four lines of sixteen letters, or two of eight, on a panel of 128x64 pixels.

`Screen` is the text to be read, and `draw` makes its picture with Pillow. `Display` is the device: luma.oled drives an
SSD1306, SH1106 or SSD1309 over I2C. Only the owner's thread touches the panel. All other threads leave screens by
`show`, which never blocks. A picture is sent only when it differs from the last one. Against burn-in the picture moves
by single pixels, and the panel is dimmed when nobody has done anything for a while.

The bus is ``smbus2.SMBus``, or something with the same calls (`hardware.screen.panel.SimBus`).
"""

from __future__ import annotations

import atexit
import errno
import logging
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import lru_cache
from typing import Literal, Protocol, cast

import msgspec
from PIL import Image

from hardware.clock import TOLERANCE, Clock, SystemClock, reached
from hardware.owner import DeviceFault, Mailbox, Reason, Stop
from hardware.screen import font
from hardware.screen.controllers import COMMAND, NOP, SIZE, STATUS_OFF, Controller

Shift = tuple[int, int]
"""How far a picture is moved, in pixels to the right and down."""

WANDERINGS: tuple[Shift, ...] = ((0, -1), (0, 0), (0, 1), (1, 1), (1, 0), (1, -1))
"""The shifts of the picture one after another: one pixel a step, in an area of two columns and three rows.

The faces leave the right column, the lowest row and the topmost row of a cell empty. So no letter is cut, except the
last pixel of a T, Y, % or ~ at the end of a full line, and the tip of a grave accent.
"""

_SLOW_GOODBYE = 0.2  # seconds; a bus that needs longer for one command does not get a whole picture at the end
_JOINT = re.compile(r"[=/-](?=\S)")  # where a word that is too long for its line may be broken
_log = logging.getLogger(__name__)


class View(StrEnum):
    """How large the letters are."""

    LARGE = "large"  # 8x16 pixels a letter: 4 lines of 16
    GIANT = "giant"  # 16x32 pixels a letter: 2 lines of 8, page after page

    @property
    def face(self) -> font.Font:
        """The letters of this view."""
        return font.face(8, 16) if self is View.LARGE else font.face(16, 32)

    @property
    def columns(self) -> int:
        """How many letters fit into a line."""
        return SIZE[0] // self.face.width

    @property
    def rows(self) -> int:
        """How many lines fit on the panel."""
        return SIZE[1] // self.face.height


class Screen(msgspec.Struct, frozen=True):
    """The text to be read: up to 4 lines of up to 16 characters. `inverted` is the index of the offer's line, or None.

    What is too long is cut off at the edge, because a player's name may be. `fits` tells whether something is, so that
    a test of the words can ask.
    """

    lines: tuple[str, ...] = ()
    inverted: int | None = None
    view: View = View.LARGE

    @property
    def fits(self) -> bool:
        """Whether nothing is cut off in the large view, when every character is spelled as on the panel."""
        spell, columns = View.LARGE.face.spell, View.LARGE.columns
        return len(self.lines) <= View.LARGE.rows and all(len(spell(line)) <= columns for line in self.lines)


PanelRow = tuple[str, bool]
"""One line as it stands on the panel, and whether it is inverted."""


@lru_cache(maxsize=8)
def pages(screen: Screen) -> tuple[tuple[PanelRow, ...], ...]:
    """Return the rows of each page of `screen`: at least one page, and no more rows on it than the view has.

    The large view has one page. The giant view breaks lines between words into rows of eight letters, and shows two
    rows at a time. The offer's line begins on a new page, so that it is split as little as possible.
    """
    lines = [(line, at == screen.inverted) for at, line in enumerate(screen.lines[: View.LARGE.rows])]
    view = screen.view
    if view is View.LARGE:
        return (tuple(lines),)
    blocks = [[row for line in lines if line[1] is offered for row in _wrap(line, view)] for offered in (False, True)]
    laid = [tuple(block[at : at + view.rows]) for block in blocks for at in range(0, len(block), view.rows)]
    return tuple(laid) or ((),)


def _wrap(line: PanelRow, view: View) -> list[PanelRow]:
    """Return the rows into which the view breaks `line`."""
    text, inverted = line
    words = view.face.spell(text).split()
    loose = " ".join(word if len(word) <= view.columns else _JOINT.sub(r"\g<0> ", word) for word in words)
    return [(part, inverted) for part in textwrap.wrap(loose, view.columns, break_on_hyphens=False)]


def draw(screen: Screen, page: int = 0, shift: Shift = (0, 0)) -> Image.Image:
    """Return one page of `screen` as a picture of 128x64 pixels in mode "1", moved by `shift`.

    After the last page comes the first one again.
    """
    laid = pages(screen)
    view = screen.view
    rows = laid[page % len(laid)]
    raster = b"".join(_raster_line(view, *row) for row in rows).ljust(SIZE[0] * SIZE[1] // 8, b"\0")
    picture = Image.frombytes("1", SIZE, raster)
    if shift == (0, 0):
        return picture
    moved = Image.new("1", SIZE)
    moved.paste(picture, shift)
    return moved


def _raster_line(view: View, text: str, inverted: bool) -> bytes:
    """Return the pixels of one line, row by row, eight to a byte."""
    pixels = view.face.raster(text, view.columns)
    return bytes(0xFF ^ eight for eight in pixels) if inverted else pixels


class Bus(Protocol):
    """What a display asks of its I2C bus: these calls of ``smbus2.SMBus``. They raise OSError."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Send a control byte and up to 32 bytes."""
        ...

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Send a control byte and one byte."""
        ...

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte."""
        ...

    def close(self) -> None:
        """Release the bus."""
        ...


def i2c_bus(number: int) -> Bus:
    """Open ``/dev/i2c-<number>``.

    Raise FileNotFoundError if it is not switched on, and PermissionError if this user may not use it.
    """
    import smbus2  # imported late: a table without a panel need not have it

    bus: Bus = smbus2.SMBus(number)
    return bus


class DisplaySettings(msgspec.Struct, frozen=True):
    """How the panel is wired and treated. Times are in seconds.

    `controller`: the chip of the panel;
    `address`: its address on the I2C bus;
    `column_offset`: for an SH1106 only, see below;
    `rotate`: 2 for a panel that is mounted upside down (the number of right angles, as luma.oled has it);
    `contrast`, `dimmed`: the brightness, 0 to 255, usually and when dimmed;
    `dim_after`: how long nobody has done anything before the panel is dimmed;
    `wander_every`: how long the picture stays at one place;
    `page_for`: how long each page is shown;
    `frames_per_second`: how many pictures are sent in a second at most;
    `check_every`: how often the panel is asked whether it is still there.
    """

    controller: Controller = "ssd1306"
    address: int = 0x3C
    column_offset: int = 2
    """The column of the memory that the first column of the glass shows.

    It is 2 on most boards and 0 on some (luma.oled issue 376).
    """
    rotate: Literal[0, 2] = 0
    contrast: int = 0xCF
    dimmed: int = 0x08
    dim_after: float = 300.0
    wander_every: float = 12.0
    page_for: float = 2.5
    frames_per_second: float = 15.0
    check_every: float = 1.0


class Display:
    """The device that an owner owns. Any thread may call `show`, `touched` and `dim`; they never block.

    `open_bus` opens the bus, anew for each `open`, and raises what `i2c_bus` raises. What a panel loses with its power
    (settings and picture) is sent again after the next `open`.
    """

    def __init__(
        self, open_bus: Callable[[], Bus], settings: DisplaySettings | None = None, clock: Clock | None = None
    ) -> None:
        self.settings = settings or DisplaySettings()
        self._open_bus = open_bus
        self._clock = clock or SystemClock()
        self._mail: Mailbox[Screen] = Mailbox()
        self._screen = Screen()
        self._panel = _LumaPanel(self.settings)
        self._wants_dim = False
        now = self._clock.monotonic()
        self._shown_at = self._touched_at = now
        self._sent: bytes | None = None
        self._sent_at = self._checked_at = now
        self._sent_contrast: int | None = None

    def show(self, screen: Screen) -> None:
        """Show `screen` from now on, also on a panel that comes back later. The latest screen counts."""
        self._mail.put(screen)

    def touched(self) -> None:
        """Take note that somebody did something, so the panel is no longer dimmed for idleness."""
        self._touched_at = self._clock.monotonic()

    def dim(self, on: bool) -> None:
        """Keep the panel dim (quiet and night modes), or let it be bright again. It takes `check_every` s at most."""
        self._wants_dim = on

    def open(self) -> None:
        """Open the bus, find the panel and set it up. Raise OSError or DeviceFault if that fails."""
        self._sent = self._sent_contrast = None
        with _plain_faults():
            self._panel.attach(self._open_bus())
        self._checked_at = self._clock.monotonic()

    def serve(self, stop: Stop) -> None:
        """Show what `show` leaves until `stop` is set, then leave the panel dark."""
        while not stop.is_set():
            screen = self._mail.take(stop, self.step())
            if screen is not None:
                self.accept(screen)
        self._goodbye()

    def close(self) -> None:
        """Release the bus."""
        self._panel.detach()

    def accept(self, screen: Screen) -> None:
        """Make `screen` the one that `step` sends."""
        if screen != self._screen:
            self._screen = screen
            self._shown_at = self._touched_at = self._clock.monotonic()

    def step(self) -> float:
        """Send what is due now. Return after how many seconds something may be due again."""
        now = self._clock.monotonic()
        with _plain_faults():
            self._check(now)
            self._send_contrast(now)
            waits = self._send_picture(now)
        return min(waits, self._checked_at + self.settings.check_every - now)

    def _check(self, now: float) -> None:
        if reached(self._checked_at + self.settings.check_every, now):
            self._panel.check()
            self._checked_at = now

    def _send_contrast(self, now: float) -> None:
        idle = reached(self._touched_at + self.settings.dim_after, now)
        contrast = self.settings.dimmed if idle or self._wants_dim else self.settings.contrast
        if contrast != self._sent_contrast:
            self._panel.contrast(contrast)
            self._sent_contrast = contrast

    def _send_picture(self, now: float) -> float:
        """Send the picture if it has changed and the last one is old enough.

        Return the seconds until there may be something to send again.
        """
        picture = draw(self._screen, self._page(now), self._shift(now))
        pixels = picture.tobytes()
        if pixels != self._sent:
            free_at = self._sent_at + 1 / self.settings.frames_per_second
            if self._sent is not None and not reached(free_at, now):
                return free_at - now
            self._panel.display(picture)
            self._sent, self._sent_at = pixels, now
        return self.settings.check_every

    def _page(self, now: float) -> int:
        return int((now - self._shown_at + TOLERANCE) / self.settings.page_for)

    def _shift(self, now: float) -> Shift:
        return WANDERINGS[int(now / self.settings.wander_every) % len(WANDERINGS)]

    def _goodbye(self) -> None:
        """Darken the panel with one command. Also clear its memory, unless the bus is too slow for that."""
        begun = self._clock.monotonic()
        with _plain_faults():
            self._panel.hide()
            if self._clock.monotonic() - begun < _SLOW_GOODBYE:
                self._panel.display(Image.new("1", SIZE))


class _LumaInterface(Protocol):
    """What a luma driver asks of its interface. luma has no types of its own."""

    def command(self, *codes: int) -> None:
        """Send commands."""
        ...

    def data(self, values: Sequence[int]) -> None:
        """Send bytes of the picture."""
        ...


class _LumaDriver(Protocol):
    """What is asked here of a driver of luma.oled."""

    persist: bool

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        ...

    def display(self, image: Image.Image) -> None:
        """Send a whole picture."""
        ...

    def hide(self) -> None:
        """Switch the glass off."""
        ...


class _LumaPanel:
    """The panel as an object of luma.oled, made once and set up again on each bus.

    Each construction of a luma device leaves an exit hook behind, even one that fails. The hook keeps 330 kB in memory
    and sends commands to the panel at exit. So the address is asked first, the object is kept, and its hook is removed.
    """

    def __init__(self, settings: DisplaySettings) -> None:
        self._settings = settings
        self._bus: Bus | None = None
        self._driver: _LumaDriver | None = None
        self._tells_when_off = False

    def attach(self, bus: Bus) -> None:
        """Find the panel on `bus` and send it all its settings."""
        self._bus = bus
        self._find()
        self._initialize(self._interface(bus))
        self._tells_when_off = self._says_on()

    def detach(self) -> None:
        """Release the bus, if there is one."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()

    def check(self) -> None:
        """Raise OSError if the panel does not answer, and DeviceFault if it has been without power."""
        self._ping()
        if self._tells_when_off and not self._says_on():
            raise DeviceFault(Reason.FAILED, "the panel was without power and has lost its settings")

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        self._made_driver().contrast(level)

    def display(self, picture: Image.Image) -> None:
        """Send a whole picture."""
        self._made_driver().display(picture)

    def hide(self) -> None:
        """Switch the glass off."""
        self._made_driver().hide()

    def _made_driver(self) -> _LumaDriver:
        assert self._driver is not None, "a panel is attached before it is used"
        return self._driver

    def _find(self) -> None:
        try:
            self._ping()
        except OSError as error:
            if error.errno not in (errno.EIO, errno.ENXIO, errno.EREMOTEIO):
                raise
            raise DeviceFault(Reason.MISSING, f"no panel answers at 0x{self._settings.address:02X}") from error

    def _ping(self) -> None:
        if self._bus is None:
            raise DeviceFault(Reason.MISSING, "the bus is closed")
        self._bus.write_byte_data(self._settings.address, COMMAND, NOP)

    def _says_on(self) -> bool:
        """Read the status byte. Return whether that is possible and the panel says that it is on."""
        if self._bus is None:
            return False
        try:
            return not self._bus.read_byte(self._settings.address) & STATUS_OFF
        except OSError:
            _log.debug("the panel at 0x%02X cannot be read: short power cuts go unseen", self._settings.address)
            return False

    def _interface(self, bus: Bus) -> _LumaInterface:
        from luma.core.interface.serial import i2c  # imported late: without luma only the display fails

        interface: _LumaInterface = i2c(bus=bus, address=self._settings.address)
        if self._settings.controller == "sh1106":
            return _ColumnOffset(interface, self._settings.column_offset)
        return interface

    def _initialize(self, interface: _LumaInterface) -> None:
        import luma.oled.device

        kind = getattr(luma.oled.device, self._settings.controller)
        driver: _LumaDriver = kind.__new__(kind) if self._driver is None else self._driver
        self._driver = driver
        try:
            kind.__init__(driver, interface, width=SIZE[0], height=SIZE[1], rotate=self._settings.rotate)
        finally:
            atexit.unregister(cast(Callable[[], None], _HookOf(driver)))
        driver.persist = True


class _ColumnOffset:
    """Stands between luma's driver for an SH1106 and its interface, and corrects the column.

    The memory of an SH1106 has more columns than the glass, and the glass begins at different ones on different boards.
    """

    def __init__(self, interface: _LumaInterface, offset: int) -> None:
        self._interface, self._offset = interface, offset

    def command(self, *codes: int) -> None:
        """Send commands. The three that set page and column get the first column of this board."""
        if len(codes) == 3 and 0xB0 <= codes[0] <= 0xB7:
            codes = (codes[0], self._offset & 0x0F, 0x10 | self._offset >> 4)
        self._interface.command(*codes)

    def data(self, values: Sequence[int]) -> None:
        """Send bytes of the picture."""
        self._interface.data(values)


class _HookOf:
    """Equal to the exit hook that luma.core made for `device`.

    The hook is a local function whose closure has the device. luma gives no other way to find it.
    """

    def __init__(self, device: object) -> None:
        self._device = device

    def __eq__(self, other: object) -> bool:
        if getattr(other, "__module__", None) != "luma.core.device":
            return False
        cells = getattr(other, "__closure__", None) or ()
        return any(cell.cell_contents is self._device for cell in cells)

    __hash__ = object.__hash__


@contextmanager
def _plain_faults() -> Iterator[None]:
    """Turn luma's own errors into DeviceFault. Let OSError pass, because its number says enough."""
    from luma.core import error as luma

    try:
        yield
    except luma.DeviceNotFoundError as error:
        raise DeviceFault(Reason.MISSING, str(error)) from error
    except luma.DevicePermissionError as error:
        raise DeviceFault(Reason.DENIED, str(error)) from error
    except luma.Error as error:
        raise DeviceFault(Reason.FAILED, str(error)) from error
