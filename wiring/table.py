"""The pin table: `pins.toml` with types, and the questions that code asks of it.

GPIO numbers are Broadcom's (0 to 27). Physical numbers are places on the 40-pin header (1 to 40). The file comes with
the package, so a fault in it is our own; it is raised as `PinTableError`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from wiring.boot import BoardFamily, BootFile, BootPart

BOARD_FAMILIES: tuple[BoardFamily, ...] = get_args(BoardFamily)


class PinTableError(Exception):
    """The pin table cannot be read or contradicts itself."""


class Pin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One place on the header: what it is, what is wired to it, and whether a button may be there (`use`)."""

    physical: Annotated[int, msgspec.Meta(ge=1, le=40)]
    use: Literal["bus", "control", "free", "never", "power", "ground"]
    label: str
    gpio: Annotated[int, msgspec.Meta(ge=0, le=27)] | None = None
    function: str | None = None
    part: str = ""
    wire: str = ""
    note: str = ""

    @property
    def movable(self) -> bool:
        """Whether a button may be moved here."""
        return self.use in ("control", "free")

    @property
    def signal(self) -> str:
        """What pin-out cards print here: `GPIO17`, `GND`, `5 V`."""
        return self.label if self.gpio is None else f"GPIO{self.gpio}"


class BootEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Lines that a boot file of some boards needs when one of the parts `needs` is there."""

    file: BootFile
    lines: tuple[str, ...]
    boards: tuple[BoardFamily, ...]
    needs: tuple[BootPart, ...]
    why: str
    action: Literal["add", "remove"] = "add"


class Component(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something to buy. Its currents are in amperes at `supply`."""

    name: str
    supply: str = ""
    typical_a: float | None = None
    peak_a: float | None = None
    optional: bool = False
    note: str = ""


class PinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything in `pins.toml`."""

    schema: Literal[1]
    pin: tuple[Pin, ...]
    boot: tuple[BootEntry, ...]
    part: tuple[Component, ...]

    def gpio(self, number: int) -> Pin:
        """Return the place of a GPIO number. Raise KeyError for a number that the header does not have."""
        return {pin.gpio: pin for pin in self.pin if pin.gpio is not None}[number]

    def function(self, name: str) -> Pin:
        """Return the place with a function such as `dice-button`. Raise KeyError when no pin has it."""
        return {pin.function: pin for pin in self.pin if pin.function}[name]

    def gpio_of(self, function: str) -> int:
        """Return the GPIO number of a function such as `dice-button`. Raise KeyError when no GPIO has it."""
        number = self.function(function).gpio
        if number is None:
            raise KeyError(function)
        return number

    def free_gpios(self) -> tuple[int, ...]:
        """Return the GPIO numbers that nothing is planned for, in ascending order."""
        return tuple(sorted(pin.gpio for pin in self.pin if pin.use == "free" and pin.gpio is not None))

    def boot_entries(self, board: BoardFamily, parts: Collection[BootPart]) -> tuple[BootEntry, ...]:
        """Return what the boot files of a board need for these parts, in the order of the file."""
        return tuple(
            entry for entry in self.boot if board in entry.boards and any(need in parts for need in entry.needs)
        )


@cache
def pin_table() -> PinTable:
    """Return the table that comes with the package. It is read once."""
    return parse(Path(__file__).with_name("pins.toml").read_text(encoding="utf-8"))


def parse(text: str) -> PinTable:
    """Return the pin table in the text of its file. Raise PinTableError with the reason."""
    try:
        table = msgspec.convert(tomllib.loads(text), PinTable)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise PinTableError(str(error)) from error
    _check(table)
    return table


def _check(table: PinTable) -> None:
    """Raise PinTableError unless the table has each place of the header, each GPIO and each function once.

    A place must also have a GPIO number unless it is power or ground.
    """
    if sorted(pin.physical for pin in table.pin) != list(range(1, 41)):
        raise PinTableError("the table must hold each of the 40 places of the header once")
    if sorted(pin.gpio for pin in table.pin if pin.gpio is not None) != list(range(28)):
        raise PinTableError("the table must hold each of GPIO 0 to 27 once")
    if twice := _repeated(pin.function for pin in table.pin if pin.function):
        raise PinTableError(f"the function {twice} has two pins")
    if wrong := [pin for pin in table.pin if (pin.gpio is None) is not (pin.use in ("power", "ground"))]:
        raise PinTableError(f"pin {wrong[0].physical} cannot be {wrong[0].use}")


def _repeated(names: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
