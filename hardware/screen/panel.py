"""OLED panels without the glass: the registers and the memory of three controllers, and an I2C bus that leads to them.

`SimPanel` decodes what a driver sends as the controller would, and gives the picture that a person would see
(datasheets: Solomon Systech SSD1306 rev 1.1 and SSD1309 rev 1.0, section "Command table"; Sino Wealth SH1106 rev 2.3,
section "Commands"). `SimBus` has the calls of ``smbus2.SMBus`` that a display uses, and can lose its panel and get it
back. `PictureFolder` leaves every picture as a PNG file for other processes. These are what ``sim:`` means for a
display.

A page is here what it is in the datasheets: eight rows of pixels.
"""

from __future__ import annotations

import errno
import io
import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from PIL import Image, ImageChops

from hardware.screen.controllers import DATA, SIZE, STATUS_OFF, Controller

_PAGES = 8
_CHARGE_PUMP, _PUMP_ON = 0x8D, 0x14
_WITH_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
"""How many bytes follow each command that has arguments on all three controllers."""
_SOLOMON = {**_WITH_ARGUMENTS, 0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2}
"""The same for the two controllers of Solomon Systech."""
_ARGUMENTS: dict[Controller, dict[int, int]] = {
    "ssd1306": {**_SOLOMON, _CHARGE_PUMP: 1},
    "ssd1309": {**_SOLOMON, 0xFD: 1},
    "sh1106": {**_WITH_ARGUMENTS, 0xAD: 1},
}


class SimPanel:
    """The inside of one panel. `column_offset` is the column of its memory where the glass begins.

    It is 0, except for an SH1106: there mostly 2. The glass is mounted as on the usual modules: it is upright with
    segments remapped (A1) and rows scanned downward (C8).
    """

    def __init__(self, controller: Controller = "ssd1306", column_offset: int | None = None) -> None:
        self.controller: Controller = controller
        self.column_offset = (2 if controller == "sh1106" else 0) if column_offset is None else column_offset
        self._columns = 132 if controller == "sh1106" else 128
        self.power_on()

    def power_on(self) -> None:
        """Begin as after a power cut: display off, page addressing, and noise in the memory."""
        self.on = self._inverse = self._all_on = self._remapped = self._downwards = self._pump = False
        self.contrast, self._mode, self._first_row, self._row_offset = 0x7F, 0b10, 0, 0
        self._page = self._column = 0
        self._window_pages, self._window_columns = (0, _PAGES - 1), (0, self._columns - 1)
        self._pending: list[int] = []
        self._memory = [bytearray((37 * page + 11 * at) % 251 for at in range(self._columns)) for page in range(_PAGES)]

    @property
    def lit(self) -> bool:
        """Whether the glass can glow: it is on, and its charge pump runs if the controller has one (SSD1306)."""
        return self.on and (self._pump or self.controller != "ssd1306")

    @property
    def status(self) -> int:
        """The byte that a read returns."""
        return 0 if self.on else STATUS_OFF

    def command(self, codes: Iterable[int]) -> None:
        """Take command bytes. A command waits for its arguments, over several messages if need be."""
        for code in codes:
            self._pending.append(code)
            if len(self._pending) > _ARGUMENTS[self.controller].get(self._pending[0], 0):
                first, *arguments = self._pending
                self._pending.clear()
                self._obey(first, arguments)

    def _obey(self, code: int, arguments: list[int]) -> None:
        if arguments:
            self._set_register(code, arguments)
        elif code < 0x20:
            self._set_column(code)
        elif 0x40 <= code <= 0x7F:
            self._first_row = code & 0x3F
        elif 0xB0 <= code <= 0xB7:
            self._page = code & 0x07
        else:
            self._switch(code)

    def _set_register(self, code: int, arguments: list[int]) -> None:
        match code, arguments:
            case 0x81, [level]:
                self.contrast = level
            case 0x20, [mode]:
                self._mode = mode & 0b11
            case 0x21, [first, last]:
                self._column, self._window_columns = first & 0x7F, (first & 0x7F, last & 0x7F)
            case 0x22, [first, last]:
                self._page, self._window_pages = first & 0x07, (first & 0x07, last & 0x07)
            case 0xD3, [rows]:
                self._row_offset = rows & 0x3F
            case 0x8D, [setting]:
                self._pump = setting == _PUMP_ON

    def _set_column(self, code: int) -> None:
        if not self._by_pages:
            return  # the commands for the two halves of the column address work in page addressing only
        low, high = self._column & 0x0F, self._column & 0xF0
        self._column = high | code if code < 0x10 else (code & 0x0F) << 4 | low

    def _switch(self, code: int) -> None:
        match code:
            case 0xAE | 0xAF:
                self.on = code == 0xAF
            case 0xA0 | 0xA1:
                self._remapped = code == 0xA1
            case 0xC0 | 0xC8:
                self._downwards = code == 0xC8
            case 0xA4 | 0xA5:
                self._all_on = code == 0xA5
            case 0xA6 | 0xA7:
                self._inverse = code == 0xA7

    @property
    def _by_pages(self) -> bool:
        return self.controller == "sh1106" or self._mode == 0b10

    def data(self, values: Iterable[int]) -> bool:
        """Take bytes of the picture, eight rows of one column each. Return whether they ended a whole picture."""
        step = self._step_in_page if self._by_pages else self._step_in_window
        whole = False
        for value in values:
            if self._column < self._columns:
                self._memory[self._page][self._column] = value
            whole = step() or whole
        return whole

    def _step_in_page(self) -> bool:
        self._column += 1
        whole = self._page == _PAGES - 1 and self._column == self.column_offset + SIZE[0]
        # At the last column an SH1106 stops. The others begin again at the first one.
        if self._column >= self._columns and self.controller != "sh1106":
            self._column = 0
        return whole

    def _step_in_window(self) -> bool:
        (first_column, last_column), (first_page, last_page) = self._window_columns, self._window_pages
        row_done, page_done = self._column == last_column, self._page == last_page
        if self._mode == 0b01:  # vertical addressing: down the pages first
            self._page = first_page if page_done else (self._page + 1) % _PAGES
            if page_done:
                self._column = first_column if row_done else self._column + 1
        else:
            self._column = first_column if row_done else (self._column + 1) % self._columns
            if row_done:
                self._page = first_page if page_done else (self._page + 1) % _PAGES
        return row_done and page_done

    def image(self) -> Image.Image:
        """Return what the glass shows now: 128x64 pixels in mode "1", all black when it cannot glow."""
        if not self.lit:
            return Image.new("1", SIZE)
        if self._all_on:
            return Image.new("1", SIZE, 255)
        picture = ImageChops.offset(self._stored(), 0, -(self._first_row + self._row_offset))
        if not self._remapped:
            picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if not self._downwards:
            picture = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return ImageChops.invert(picture) if self._inverse else picture

    def _stored(self) -> Image.Image:
        """Return the pages one below another. A byte of memory is eight pixels downward, lowest bit on top."""
        picture = Image.new("1", SIZE)
        for page, columns in enumerate(self._memory):
            seen = bytes(columns[self.column_offset : self.column_offset + SIZE[0]])
            strip = Image.frombytes("1", (8, SIZE[0]), seen, "raw", "1;R")
            picture.paste(strip.transpose(Image.Transpose.TRANSPOSE), (0, 8 * page))
        return picture


class PictureFolder:
    """Leaves each picture as `screen.png` in `folder`.

    With `history` each picture also gets a file with its number, from `screen-000001.png` on. A file is replaced in one
    step, so nobody ever finds half a picture. The folder is made if it is missing.
    """

    def __init__(self, folder: Path, history: bool = False) -> None:
        self._folder, self._history = folder, history
        self._last: bytes | None = None
        self._count = 0
        folder.mkdir(parents=True, exist_ok=True)

    def save(self, picture: Image.Image) -> None:
        """Write `picture` if it differs from the one before. Raise OSError if that fails."""
        pixels = picture.tobytes()
        if pixels == self._last:
            return
        self._count += 1
        if self._history:
            self._put(picture, f"screen-{self._count:06}.png")
        self._put(picture, "screen.png")
        self._last = pixels

    def _put(self, picture: Image.Image, name: str) -> None:
        draft = self._folder / f".screen-{os.getpid()}.png"
        content = io.BytesIO()
        picture.save(content, "PNG")
        draft.write_bytes(content.getvalue())
        draft.replace(self._folder / name)


class SimBus:
    """An I2C bus with one panel, with the calls of ``smbus2.SMBus``. Any thread may look at it or pull the plug.

    `see` is called with every finished picture, in the thread that sent it. It may be `PictureFolder.save`, or a window
    in a terminal.
    """

    def __init__(
        self, panel: SimPanel | None = None, address: int = 0x3C, see: Callable[[Image.Image], None] | None = None
    ) -> None:
        self.panel = panel or SimPanel()
        self.address = address
        self.transfers = 0
        self._see = see
        self._lock = threading.Lock()
        self._plugged = True
        self._good_transfers: int | None = None
        self._refusal: OSError | None = None

    def image(self) -> Image.Image:
        """Return what a person in front of the panel sees now (mode "1"). It is black while unplugged."""
        with self._lock:
            return self.panel.image() if self._plugged else Image.new("1", SIZE)

    def unplug(self, after: int = 0) -> None:
        """Take the panel off the bus when it has taken `after` more messages."""
        with self._lock:
            self._good_transfers = after
            self._plugged = after > 0

    def plug(self) -> None:
        """Put the panel back. It was without power, so its settings are lost."""
        with self._lock:
            self._good_transfers = None
            self._plugged = True
            self.panel.power_on()

    def refuse(self, error: OSError | None) -> None:
        """Raise `error` at every message from now on; None ends that."""
        with self._lock:
            self._refusal = error

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Send one message of at most 32 bytes after its control byte.

        Raise OSError as the kernel would, and ValueError for more bytes.
        """
        if len(data) > 32:
            raise ValueError(f"an SMBus block holds 32 bytes, not {len(data)}")
        with self._lock:
            self._arrive(i2c_addr)
            was_on = self.panel.on
            whole = self._deliver(register, data)
            changed = whole or self.panel.on != was_on
            picture = self.panel.image() if changed and self._see else None
        if picture is not None and self._see is not None:
            self._see(picture)

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Send one byte after its control byte."""
        self.write_i2c_block_data(i2c_addr, register, [value])

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Send a control byte alone, as a scan of the bus does. The panel acknowledges it and does nothing."""
        with self._lock:
            self._arrive(i2c_addr)

    def read_byte(self, i2c_addr: int) -> int:
        """Read the panel's status byte."""
        with self._lock:
            self._arrive(i2c_addr)
            return self.panel.status

    def close(self) -> None:
        """Do nothing: the panel keeps showing its picture."""

    def _deliver(self, register: int, data: list[int]) -> bool:
        if register == DATA:
            return self.panel.data(data)
        self.panel.command(data)
        return False

    def _arrive(self, i2c_addr: int) -> None:
        """Raise what a message to `i2c_addr` meets when the panel is not there or refuses it."""
        if self._refusal is not None:
            raise self._refusal
        if self._good_transfers is not None:
            self._plugged = self._good_transfers > 0
            self._good_transfers -= 1
        if not self._plugged or i2c_addr != self.address:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self.transfers += 1
