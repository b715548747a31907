"""The pins of the board through gpiozero: on a real board, or mock pins that are driven from outside.

The factory is always built by name. gpiozero's own choice would try one library after another and hide the first error,
which is the true one. ``gpiozero.Device.pin_factory`` is not touched.
"""

from __future__ import annotations

import logging
import os
import re
import select
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Protocol, cast

from hardware.owner import REPORT_EVERY, DeviceFault, Reason, Stop, hand_over

_log = logging.getLogger(__name__)


class FactoryKind(StrEnum):
    """Where pins come from."""

    LGPIO = "lgpio"  # the pins of a Raspberry Pi
    MOCK = "mock"  # no pins: levels in memory


class GpiozeroFactory(Protocol):
    """What is asked here of every pin factory of gpiozero, which has no types."""

    def close(self) -> None:
        """Give back all pins; the factory is of no use after that."""
        ...


class _MockPin(Protocol):
    """What is asked here of ``gpiozero.pins.mock.MockPin``."""

    def drive_low(self) -> None:
        """Pull the pin to ground, as a pressed button does."""
        ...

    def drive_high(self) -> None:
        """Let the pin be pulled up, as a released button does."""
        ...


class _MockFactory(GpiozeroFactory, Protocol):
    """What is asked here of ``gpiozero.pins.mock.MockFactory``."""

    def pin(self, name: int) -> _MockPin:
        """Return the pin with a BCM number. Raise gpiozero.PinInvalidPin for any other number."""
        ...


class _GpiozeroInput(Protocol):
    """What is asked here of ``gpiozero.DigitalInputDevice``."""

    is_active: bool
    when_activated: Callable[[], None]
    when_deactivated: Callable[[], None]

    def close(self) -> None:
        """Give the pin back."""
        ...


class PinFactory:
    """The one gpiozero factory that all buttons of a process share. It is built at first use and closed after the last.

    A gpiozero factory cannot be used again once it is closed, so the next use builds a new one. Thread-safe. `chip` is
    the number of the gpiochip; None leaves the choice to gpiozero, which knows the boards.
    """

    def __init__(self, kind: FactoryKind, chip: int | None = None) -> None:
        self.kind = kind
        self._chip = chip
        self._lock = threading.Lock()
        self._factory: GpiozeroFactory | None = None
        self._users = 0

    def take(self) -> GpiozeroFactory:
        """Return the factory. It stays open until `give_back` was called for each `take`.

        Raise ImportError without the library, and DeviceFault when there is no chip or no access to it.
        """
        with self._lock:
            if self._factory is None:
                self._factory = _mock_factory() if self.kind is FactoryKind.MOCK else _lgpio_factory(self._chip)
            self._users += 1
            return self._factory

    def give_back(self) -> None:
        """Take note that one user is done, and close the factory after the last one."""
        with self._lock:
            self._users -= 1
            if self._users == 0:
                factory, self._factory = self._factory, None
                assert factory is not None, "what is given back was taken"
                factory.close()


class GpioLine:
    """A contact between a pin and ground, with a pull-up. `pin` is the BCM number.

    It is no ``gpiozero.Button``, whose thread for holds wakes ten times a second.
    """

    def __init__(self, pin: int, factory: PinFactory) -> None:
        self.pin = pin
        self._pins = factory
        self._factory: GpiozeroFactory | None = None
        self._button: _GpiozeroInput | None = None
        self._on_edge: Callable[[bool], object] | None = None

    def open(self, on_edge: Callable[[bool], object]) -> None:
        """Claim the pin. `on_edge` gets True for down and False for up, in a thread of the GPIO library.

        Raise ImportError without the library, or DeviceFault: missing, denied, or busy when the pin is taken.
        """
        self._on_edge = on_edge
        self._factory = self._pins.take()
        import gpiozero  # imported late and after the factory: two threads that import it at once deadlock

        with _faults_named():
            button: _GpiozeroInput = gpiozero.DigitalInputDevice(
                self.pin, pull_up=True, bounce_time=None, pin_factory=self._factory
            )
        self._button = button
        button.when_activated = self._pressed
        button.when_deactivated = self._released

    def is_down(self) -> bool:
        """Read the level."""
        assert self._button is not None, "a line is opened before it is read"
        return bool(self._button.is_active)

    def close(self) -> None:
        """Release the pin."""
        button, self._button = self._button, None
        factory, self._factory = self._factory, None
        try:
            if button is not None:
                button.close()
        finally:
            if factory is not None:
                self._pins.give_back()

    def _pressed(self) -> None:
        self._edge(True)

    def _released(self) -> None:
        self._edge(False)

    def _edge(self, down: bool) -> None:
        """Hand an edge over. An exception here would end the GPIO library's only thread, and with it every button."""
        if self._on_edge is not None:
            hand_over(self._on_edge, down)


class MockPinDriver:
    """Drives mock pins from outside the process, as the finger on a simulated table's button. A device for an `Owner`.

    It reads lines such as ``17 low`` (down) and ``17 high`` (up) from the FIFO at `path`, which it makes if it is
    missing. The number is the BCM number. Other lines are logged and skipped.
    """

    _LINE = re.compile(rb"\s*(\d{1,2})\s+(low|high)\s*")
    _LONGEST = 64  # bytes in a line

    def __init__(self, path: Path, factory: PinFactory) -> None:
        self._path = path
        self._pins = factory
        self._factory: _MockFactory | None = None
        self._fifo: int | None = None
        self._begun = b""

    def open(self) -> None:
        """Make the FIFO, for this user only, and open it. Raise DeviceFault when `path` is something else."""
        self._factory = cast(_MockFactory, self._pins.take())  # a real pin cannot be driven: `factory` makes mock pins
        if not self._path.exists():
            os.mkfifo(self._path, 0o600)
        # For reading and writing: so the file does not end when a writer goes away, and `open` waits for no writer.
        self._fifo = os.open(self._path, os.O_RDWR | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        if not stat.S_ISFIFO(os.fstat(self._fifo).st_mode):
            raise DeviceFault(Reason.FAILED, f"{self._path} is not a FIFO")

    def serve(self, stop: Stop) -> None:
        """Drive the pins as the lines say until `stop` is set."""
        assert self._fifo is not None, "an owner opens before it serves"
        woken, waker = os.pipe()

        def wake() -> None:
            os.write(waker, b"x")

        try:
            with stop.interrupting(wake):
                while not stop.is_set():
                    ready, _, _ = select.select([self._fifo, woken], [], [], REPORT_EVERY)
                    if self._fifo in ready:
                        self.feed(os.read(self._fifo, 4096))
        finally:
            os.close(woken)
            os.close(waker)

    def close(self) -> None:
        """Close the FIFO. It stays where it is."""
        fifo, self._fifo = self._fifo, None
        factory, self._factory = self._factory, None
        self._begun = b""
        if fifo is not None:
            os.close(fifo)
        if factory is not None:
            self._pins.give_back()

    def feed(self, data: bytes) -> None:
        """Carry out the lines that `data` completes."""
        *lines, self._begun = (self._begun + data).split(b"\n")
        self._begun = self._begun[-self._LONGEST :]
        for line in lines:
            self._obey(line)

    def _obey(self, line: bytes) -> None:
        import gpiozero

        assert self._factory is not None, "an owner opens before it serves"
        words = self._LINE.fullmatch(line)
        try:
            if words is None:
                raise gpiozero.PinInvalidState("not a pin number and low or high")
            pin = self._factory.pin(int(words[1]))
        except gpiozero.PinError as error:
            _log.warning("%s: %r: %s", self._path, line[: self._LONGEST], error)
            return
        if words[2] == b"low":
            pin.drive_low()
        else:
            pin.drive_high()


def _mock_factory() -> GpiozeroFactory:
    from gpiozero.pins.mock import MockFactory

    factory: GpiozeroFactory = MockFactory()
    return factory


def _lgpio_factory(chip: int | None) -> GpiozeroFactory:
    from gpiozero.pins.lgpio import LGPIOFactory  # imported late: importing lgpio makes a FIFO and a thread

    with _faults_named():
        factory: GpiozeroFactory = LGPIOFactory(chip=chip)
        return factory


@contextmanager
def _faults_named() -> Iterator[None]:
    """Turn what gpiozero and lgpio raise into a DeviceFault with its reason."""
    import gpiozero

    try:
        yield
    except (gpiozero.GPIOZeroError, *_lgpio_errors()) as error:
        raise DeviceFault(_reason(error), f"{type(error).__name__}: {error}") from error


def _lgpio_errors() -> tuple[type[Exception], ...]:
    lgpio = sys.modules.get("lgpio")  # when it was never imported, it has raised nothing
    return () if lgpio is None else (lgpio.error,)


def _reason(error: Exception, devices: Path = Path("/dev")) -> Reason:
    """Return the reason of `error`. lgpio says it in words only."""
    import gpiozero

    text = str(error).lower()
    if isinstance(error, gpiozero.GPIOPinInUse) or "busy" in text:
        return Reason.BUSY
    if isinstance(error, gpiozero.PinUnknownPi):
        return Reason.MISSING
    if "open gpiochip" in text:
        return Reason.DENIED if any(devices.glob("gpiochip*")) else Reason.MISSING
    return Reason.FAILED
