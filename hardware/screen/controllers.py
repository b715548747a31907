"""The display controllers that are supported, and the numbers that their driver and their simulation share."""

from __future__ import annotations

from typing import Literal

Controller = Literal["ssd1306", "sh1106", "ssd1309"]
"""The controller chip of a panel, by the name of its driver in luma.oled."""

SIZE = (128, 64)
"""Width and height of every panel in pixels."""

COMMAND, DATA = 0x00, 0x40
"""The control bytes that begin an I2C message, before commands and before bytes of the picture.

(SSD1306 datasheet, "MCU I2C Interface". In SMBus calls the control byte stands where the register number would be.)
"""

NOP = 0xE3
"""The command that does nothing, on all three controllers."""

STATUS_OFF = 0x40
"""The bit of the status byte that says "display off" (SSD1306 datasheet, "Read command table")."""
