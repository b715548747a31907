"""The owner of a device: one thread that opens the device, serves it, closes it and opens it again.

A device may be missing, forbidden, used by another program, silent or pulled out at any moment, and it may come back at
any moment. Its owner keeps trying, with growing pauses. It reports every change of state with a plain reason; the
sentences for players are made elsewhere. No fault of a device can end its owner's thread. In this package an owner is
always such a thread, never a person.

Every kind of device has the same three calls. The `serve` of a reader blocks in a read, which `Stop.interrupting` cuts
off. That of a display or a ring takes the latest frame from a `Mailbox`. That of a speaker takes the next order.
"""

from __future__ import annotations

import errno
import logging
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

import msgspec

from hardware.clock import Clock

Item = TypeVar("Item")
_log = logging.getLogger(__name__)

REPORT_EVERY = 10.0
"""The most seconds between two looks of a device's `serve` at its `stop`.

Each look shows that the owner's thread is not stuck.
"""


class DeviceState(StrEnum):
    """How a device is, seen from the table."""

    OPENING = "opening"  # the first try has no result yet
    READY = "ready"  # open and in service
    ABSENT = "absent"  # not there; the owner keeps looking for it
    FAILING = "failing"  # there, but it does not work; the owner keeps trying


class Reason(StrEnum):
    """Why a device is not ready. Each reason has its own remedy, so no two of them are merged."""

    MISSING = "missing"  # no such port, bus, chip, program or library
    DENIED = "denied"  # it exists and this user may not use it
    BUSY = "busy"  # another program uses it
    SILENT = "silent"  # it can be opened and does not answer
    FAILED = "failed"  # anything else; the detail says what


_REASON_OF_ERRNO = {
    errno.ENOENT: Reason.MISSING,
    errno.ENODEV: Reason.MISSING,
    errno.ENXIO: Reason.MISSING,
    errno.EREMOTEIO: Reason.MISSING,  # I2C: no device acknowledges the address
    errno.EACCES: Reason.DENIED,
    errno.EPERM: Reason.DENIED,
    errno.EROFS: Reason.DENIED,
    errno.EBUSY: Reason.BUSY,
    errno.EAGAIN: Reason.BUSY,  # another program holds the exclusive lock of the serial port
    errno.ETXTBSY: Reason.BUSY,
    errno.ETIMEDOUT: Reason.SILENT,
}


class DeviceFault(Exception):
    """A fault whose reason the device knows better than an error number tells."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason = reason


def reason_of(error: Exception) -> Reason:
    """Return the reason of `error`: its own if it is a `DeviceFault`, else what its class or error number means."""
    if isinstance(error, DeviceFault):
        return error.reason
    if isinstance(error, TimeoutError):
        return Reason.SILENT
    if isinstance(error, ImportError):
        return Reason.MISSING
    number = errno_of(error)
    return Reason.FAILED if number is None else _REASON_OF_ERRNO.get(number, Reason.FAILED)


def errno_of(error: Exception) -> int | None:
    """Return the error number of `error`, or None. ``termios.error`` has a number too but is not an OSError."""
    if isinstance(error, OSError):
        return error.errno
    if isinstance(error, termios.error) and error.args and isinstance(error.args[0], int):
        return error.args[0]
    return None


class Detail(msgspec.Struct, frozen=True):
    """What a log, the doctor or a status page needs to know about a fault. These are not words for players.

    `where` is the port, bus or pin as configured, `error` the name of the exception's class, `errno` its number or
    None, and `text` its own text.
    """

    where: str
    error: str = ""
    errno: int | None = None
    text: str = ""


class Status(msgspec.Struct, frozen=True):
    """One change of state of a device.

    `reason` is None while the device is opening or ready. `at` is the moment of the change in seconds.
    """

    device: str
    state: DeviceState
    reason: Reason | None
    detail: Detail
    at: float


class Stop(threading.Event):
    """The order to stop serving. It also cuts off a blocking call that is under way.

    `on_look` is called whenever somebody looks whether the order has come: a thread that still looks is not stuck.
    """

    def __init__(self, on_look: Callable[[], object] | None = None) -> None:
        super().__init__()
        self._on_look = on_look
        self._order = threading.Lock()
        self._wakers: list[Callable[[], None]] = []

    def is_set(self) -> bool:
        """Tell whether the order has come, and report the look."""
        if self._on_look is not None:
            self._on_look()
        return super().is_set()

    def set(self) -> None:
        """Give the order. Any thread may call this, and more than once."""
        super().set()
        with self._order:
            for wake in self._wakers:
                wake()

    @contextmanager
    def interrupting(self, wake: Callable[[], None]) -> Iterator[None]:
        """Call `wake` when the order comes while the block runs, or at once if it has come already.

        `wake` runs in the thread that gives the order, and never after the block has ended. It must return at once and
        raise nothing.
        """
        with self._order:
            self._wakers.append(wake)
            if self.is_set():
                wake()
        try:
            yield
        finally:
            with self._order:
                self._wakers.remove(wake)


def hand_over(receiver: Callable[[Item], object], item: Item) -> None:
    """Call `receiver` with `item` from a device's thread. Log what it raises: it must not end that thread."""
    try:
        receiver(item)
    except Exception:  # noqa: BLE001 (a supervisor: the thread belongs to the device)
        _log.exception("%r was not taken", item)


class Device(Protocol):
    """What an owner can own. Only the owner's thread makes these three calls."""

    def open(self) -> None:
        """Take the device, within a bounded time. Any exception means that it is not ready."""
        ...

    def serve(self, stop: Stop) -> None:
        """Do the device's work until `stop` is set, and then return within a few tenths of a second.

        It must look at `stop` at least every `REPORT_EVERY` seconds, or the watchdog takes the service for stuck. Any
        exception means that the device is lost, and so does a return before `stop` is set.
        """
        ...

    def close(self) -> None:
        """Release all that `open` took, also if it failed halfway. A `close` follows every `open`."""
        ...


class Mailbox(Generic[Item]):
    """Room for one item from any thread to a device's thread. A newer item replaces one that was not taken yet."""

    def __init__(self) -> None:
        self._filled = threading.Condition()
        self._item: Item | None = None

    def put(self, item: Item) -> None:
        """Leave `item`. Never block."""
        with self._filled:
            self._item = item
            self._filled.notify_all()

    def take(self, stop: Stop, seconds: float | None = None) -> Item | None:
        """Wait for an item, at most `seconds` (None: without limit), and take it.

        Return None when no item has come before the time is up or `stop` is set.
        """
        with stop.interrupting(self._wake), self._filled:
            self._filled.wait_for(lambda: self._item is not None or stop.is_set(), seconds)
            item, self._item = self._item, None
            return item

    def _wake(self) -> None:
        with self._filled:
            self._filled.notify_all()


class BackOff(msgspec.Struct, frozen=True):
    """The pauses between two tries, in seconds.

    The first one is `first`, and each later one is twice as long, up to `longest`. After a service of at least `steady`
    seconds they begin with `first` again. `longest` is short enough that a device that is back is in service within 5
    s, the time to open it included.
    """

    first: float = 0.2
    longest: float = 3.2
    steady: float = 2.0

    def pauses(self) -> Iterator[float]:
        """Yield the pauses, without end."""
        pause = self.first
        while True:
            yield pause
            pause = min(2 * pause, self.longest)


class Owner:
    """The one thread that touches a device.

    `on_status` is called in that thread for every change of state or reason. It must only hand over; what it raises is
    logged. `where` names the port, bus or pin in the reports.
    """

    def __init__(
        self,
        name: str,
        device: Device,
        on_status: Callable[[Status], None],
        clock: Clock,
        where: str = "",
        backoff: BackOff | None = None,
    ) -> None:
        self.name = name
        self.device = device
        self.on_status = on_status
        self.clock = clock
        self.where = where
        self.backoff = backoff or BackOff()
        self._stop = Stop(self._show_life)
        self._status: Status | None = None
        self._thread: threading.Thread | None = None
        self._seen_at: float | None = None
        self._has_served = False

    @property
    def seen_at(self) -> float | None:
        """The moment, in seconds, at which the thread last showed that it is not stuck; None before it runs."""
        return self._seen_at

    @property
    def has_served(self) -> bool:
        """Whether the device was ready at least once."""
        return self._has_served

    @property
    def status(self) -> Status | None:
        """The latest report; None before the first one."""
        return self._status

    @property
    def alive(self) -> bool:
        """Whether the owner's thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Start the thread. Raise RuntimeError when it was started before: an owner starts once."""
        if self._thread is not None:
            raise RuntimeError(f"the owner of {self.name} was started before")
        self._thread = threading.Thread(target=self.run, name=f"owner-{self.name}", daemon=True)
        self._thread.start()

    def ask_to_stop(self) -> None:
        """Give the order to stop and return at once, so that several owners can end at the same time."""
        self._stop.set()

    def stop(self, seconds: float = 0.5) -> bool:
        """Give the order to stop and wait up to `seconds`. Return whether the thread has ended and released the device.

        False means that the device blocks its thread in the kernel. The thread then ends when that call returns.
        """
        self.ask_to_stop()
        if self._thread is None:
            return True
        self._thread.join(seconds)
        if self.alive:
            _log.warning("%s: still busy %.1f s after the order to stop", self.name, seconds)
        return not self.alive

    def run(self) -> None:
        """Open, serve, close, pause and begin again until told to stop. This is the body of the thread."""
        pauses = self.backoff.pauses()
        self._report(DeviceState.OPENING, None, Detail(self.where))
        while not self._stop.is_set():
            served = self._session()
            if served >= self.backoff.steady:
                pauses = self.backoff.pauses()
            self.clock.wait(self._stop, next(pauses))

    def _session(self) -> float:
        """Own the device from one opening to its closing. Return for how many seconds it was ready."""
        ready_at = None
        try:
            self.device.open()
            ready_at = self.clock.monotonic()
            self._has_served = True
            self._report(DeviceState.READY, None, Detail(self.where))
            self.device.serve(self._stop)
            if not self._stop.is_set():
                raise DeviceFault(Reason.FAILED, "the device ended its service by itself")
        except Exception as error:  # noqa: BLE001 (a supervisor: no fault of a device may end its thread)
            self._lost(error)
        finally:
            self._close()
        return 0.0 if ready_at is None else self.clock.monotonic() - ready_at

    def _lost(self, error: Exception) -> None:
        if self._stop.is_set():
            _log.debug("%s: %r while stopping", self.name, error)
            return
        reason = reason_of(error)
        state = DeviceState.ABSENT if reason is Reason.MISSING else DeviceState.FAILING
        detail = Detail(self.where, type(error).__name__, errno_of(error), str(error))
        if self._report(state, reason, detail):
            expected = isinstance(error, DeviceFault | OSError | ImportError)
            _log.warning("%s at %s: %s, %s", self.name, self.where, reason, error, exc_info=None if expected else error)

    def _close(self) -> None:
        try:
            self.device.close()
        except Exception:  # noqa: BLE001 (a supervisor, as above)
            _log.exception("%s: closing failed", self.name)

    def _show_life(self) -> None:
        self._seen_at = self.clock.monotonic()

    def _report(self, state: DeviceState, reason: Reason | None, detail: Detail) -> bool:
        """Report the state if it or its reason has changed. Return whether it has."""
        before = self._status
        if before is not None and (before.state, before.reason) == (state, reason):
            return False
        self._status = Status(self.name, state, reason, detail, self.clock.monotonic())
        hand_over(self.on_status, self._status)
        return True
