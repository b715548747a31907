"""The display controllers that are supported, and the numbers that their driver and their simulation share."""

from __future__ import annotations

from typing import Literal

Controller = Literal["ssd1306", "sh1106", "ssd1309"]
"""The controller chip of a panel. The names are those of luma.oled's drivers."""

SIZE = (128, 64)
"""Width and height of every supported panel, in pixels."""

COMMAND, DATA = 0x00, 0x40
"""The control bytes that begin an I2C message: commands follow, or bytes of the picture.

(SSD1306 datasheet, "I2C-bus Write data"; with SMBus calls the control byte takes the place of the register number.)
"""

NOP = 0xE3
"""The command that does nothing, on all three controllers."""

STATUS_OFF = 0x40
"""The bit of the status byte that says "display off" (SSD1306 datasheet, "Read command table")."""
