"""The owner of a device: states, reasons, back-off, and that nothing ends its thread."""

import errno
import logging
import termios
import threading

import pytest
import serial
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.clock import SystemClock, TravelClock
from hardware.owner import BackOff, DeviceFault, DeviceState, Mailbox, Owner, Reason, Stop, hand_over, reason_of
from tests.hardware.reader.serial_lines import Inbox, open_descriptors, threads_named

GONE = FileNotFoundError(errno.ENOENT, "no such port")


class Scripted:
    """A device whose openings and services go as written: an exception to raise, or None to go well.

    A service that goes well lasts until told to stop, and so does everything after the script.
    """

    def __init__(self, *acts):
        self.acts = list(acts)
        self.calls = []

    def open(self):
        self.calls.append("open")
        self._act()

    def serve(self, stop):
        self.calls.append("serve")
        if self.acts:
            return self._act()
        assert stop.wait(5), "nobody told it to stop"
        return None

    def close(self):
        self.calls.append("close")

    def _act(self):
        act = self.acts.pop(0) if self.acts else None
        if act is not None:
            raise act


class AutoClock(TravelClock):
    """Moves on by itself whenever somebody waits, writes down for how long, and stops the owner after `most` waits."""

    def __init__(self, most=1000):
        super().__init__()
        self.waits = []
        self.most = most

    def wait(self, event, seconds):
        self.waits.append(seconds)
        self.advance(seconds)
        if len(self.waits) == self.most:
            event.set()
        return event.is_set()


def run(device, waits, **kwargs):
    """Let an owner run in this thread for so many pauses; return its reports and the pauses."""
    reports, clock = [], AutoClock(waits)
    Owner("reader", device, reports.append, clock, where="/dev/reader", **kwargs).run()
    return reports, clock.waits


@pytest.fixture
def started():
    """Start owners in threads, and stop them at the end."""
    owners = []

    def start(device, on_status=None, clock=None):
        owner = Owner("thing", device, on_status or Inbox(), clock or TravelClock(), where="/dev/thing")
        owners.append(owner)
        owner.start()
        return owner

    yield start
    for owner in owners:
        assert owner.stop(5)
    assert not threads_named("owner-")


def states(reports):
    return [report.state for report in reports]


def test_missing_then_there():
    reports, _ = run(Scripted(GONE, GONE, None, OSError(errno.EIO, "pulled out")), 3)
    assert states(reports) == [DeviceState.OPENING, DeviceState.ABSENT, DeviceState.READY, DeviceState.FAILING]
    assert [report.reason for report in reports] == [None, Reason.MISSING, None, Reason.FAILED]
    assert [report.at for report in reports] == pytest.approx([0, 0, 0.6, 0.6])


def test_a_report_names_the_device_the_place_and_the_error():
    reports, _ = run(Scripted(PermissionError(errno.EACCES, "not yours")), 1)
    denied = reports[-1]
    assert (denied.device, denied.detail.where) == ("reader", "/dev/reader")
    assert (denied.detail.error, denied.detail.errno) == ("PermissionError", errno.EACCES)
    assert "not yours" in denied.detail.text


def test_the_same_trouble_is_told_once_and_a_new_reason_again():
    acts = [GONE] * 5 + [PermissionError(errno.EACCES, "")] * 5 + [GONE]
    reports, _ = run(Scripted(*acts), 11)
    assert [report.reason for report in reports] == [None, Reason.MISSING, Reason.DENIED, Reason.MISSING]


def test_the_pauses_double_up_to_their_longest():
    _, pauses = run(Scripted(*[GONE] * 8), 8)
    assert pauses == pytest.approx([0.2, 0.4, 0.8, 1.6, 3.2, 3.2, 3.2, 3.2])


def test_the_pauses_go_on_growing_for_a_device_that_opens_but_does_not_last():
    _, pauses = run(Scripted(*[None, OSError(errno.EIO, "")] * 4), 4)
    assert pauses == pytest.approx([0.2, 0.4, 0.8, 1.6])


@pytest.mark.parametrize(("served", "pauses"), [(1.9, [0.2, 0.4, 0.8, 1.6, 3.2]), (2.0, [0.2, 0.4, 0.8, 0.2, 0.4])])
def test_the_pauses_begin_anew_after_a_while_of_service(served, pauses):
    clock = AutoClock(5)

    class Lasting(Scripted):
        def serve(self, stop):
            clock.advance(served)
            super().serve(stop)

    Owner("x", Lasting(GONE, GONE, GONE, None, OSError(""), GONE), [].append, clock).run()
    assert clock.waits == pytest.approx(pauses)


@settings(max_examples=50, deadline=None)
@given(back_at=st.floats(0, 600), opening=st.floats(0, 1.5))
def test_a_device_that_is_back_is_taken_up_within_five_seconds(back_at, opening):
    clock, taken = AutoClock(), []

    class Returning:
        def open(self):
            here = clock.monotonic() >= back_at
            clock.advance(opening if here else 0)
            if not here:
                raise GONE

        def serve(self, stop):
            taken.append(clock.monotonic())
            stop.set()

        def close(self):
            pass

    Owner("x", Returning(), [].append, clock).run()
    assert back_at <= taken[0] <= back_at + 5


def test_every_opening_is_closed_even_a_failed_one():
    device = Scripted(GONE, None, OSError(""), GONE)
    run(device, 3)
    assert device.calls == ["open", "close", "open", "serve", "close", "open", "close"]


def test_a_service_that_ends_by_itself_is_a_failure():
    reports, _ = run(Scripted(None, None), 1)
    assert states(reports) == [DeviceState.OPENING, DeviceState.READY, DeviceState.FAILING]
    assert "ended its service by itself" in reports[-1].detail.text


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        serial.SerialTimeoutException("Write timeout"),
        OSError(errno.EIO, "in_waiting"),
        termios.error(errno.EIO, "Input/output error"),
        TypeError("'NoneType' object cannot be interpreted as an integer"),
        TimeoutError(errno.ETIMEDOUT, "bus"),
        BlockingIOError(errno.EAGAIN, "bus"),
        ZeroDivisionError("a bug of ours"),
        KeyError(2),
    ],
    ids=repr,
)
@pytest.mark.parametrize("while_serving", [False, True])
def test_whatever_a_device_raises_it_is_taken_up_again(error, while_serving, started):
    inbox, clock = Inbox(), TravelClock()
    owner = started(Scripted(*[None] * while_serving, error), inbox, clock)
    inbox.until(lambda report: report.state is DeviceState.FAILING)
    clock.when_waited_for(0.2)
    assert inbox.next().state is DeviceState.READY
    assert owner.alive


def test_the_unexpected_is_logged_with_its_traceback_and_the_usual_without(caplog):
    with caplog.at_level(logging.WARNING):
        run(Scripted(ZeroDivisionError("a bug of ours"), GONE), 2)
    bug, gone = caplog.records
    assert bug.exc_info and "a bug of ours" in caplog.text and "Traceback" in caplog.text
    assert not gone.exc_info and "missing" in gone.getMessage() and "/dev/reader" in gone.getMessage()


def test_a_device_that_cannot_even_close_is_taken_up_again(caplog):
    class Sticky(Scripted):
        def close(self):
            raise RuntimeError("stuck")

    reports, _ = run(Sticky(GONE), 1)
    assert states(reports) == [DeviceState.OPENING, DeviceState.ABSENT]
    assert "stuck" in caplog.text


def test_a_listener_that_raises_does_not_end_the_owner(started, caplog):
    told = Inbox()

    def deaf(report):
        told(report)
        raise RuntimeError("nobody listens")

    owner = started(Scripted(), deaf)
    told.until(lambda report: report.state is DeviceState.READY)
    assert owner.alive
    assert owner.stop(5)
    assert "nobody listens" in caplog.text


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (serial.SerialException(errno.ENOENT, "could not open port"), Reason.MISSING),
        (OSError(errno.ENODEV, ""), Reason.MISSING),
        (OSError(errno.EREMOTEIO, "nobody at the address"), Reason.MISSING),
        (ModuleNotFoundError("No module named 'lgpio'"), Reason.MISSING),
        (serial.SerialException(errno.EACCES, ""), Reason.DENIED),
        (PermissionError(errno.EPERM, ""), Reason.DENIED),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), Reason.BUSY),
        (OSError(errno.EBUSY, ""), Reason.BUSY),
        (TimeoutError("no answer"), Reason.SILENT),
        (OSError(errno.ETIMEDOUT, ""), Reason.SILENT),
        (DeviceFault(Reason.SILENT, "no answer"), Reason.SILENT),
        (termios.error(errno.EIO, ""), Reason.FAILED),
        (serial.SerialException("no number"), Reason.FAILED),
        (KeyError(errno.ENOENT), Reason.FAILED),
    ],
    ids=repr,
)
def test_the_five_reasons_are_told_apart(error, reason):
    assert reason_of(error) is reason


def test_stop_while_pausing(started):
    inbox = Inbox()
    owner = started(Scripted(*[GONE] * 100), inbox)
    inbox.until(lambda report: report.state is DeviceState.ABSENT)
    assert owner.stop()
    assert not owner.alive


def test_stop_of_an_owner_that_never_started_and_a_second_start(started):
    assert Owner("idle", Scripted(), [].append, SystemClock()).stop()
    with pytest.raises(RuntimeError, match="started before"):
        started(Scripted()).start()


def test_the_fault_that_stopping_causes_is_not_reported(started):
    class Torn(Scripted):
        def serve(self, stop):
            stop.wait()
            raise OSError("torn off")

    inbox = Inbox()
    owner = started(Torn(), inbox)
    inbox.until(lambda report: report.state is DeviceState.READY)
    assert owner.stop(5)
    assert inbox.rest() == []
    assert owner.status.state is DeviceState.READY


def test_a_device_that_blocks_is_said_to(caplog):
    release, inbox = threading.Event(), Inbox()

    class Blocked(Scripted):
        def serve(self, stop):
            assert release.wait(5)

    owner = Owner("blocked", Blocked(), inbox, SystemClock())
    owner.start()
    inbox.until(lambda report: report.state is DeviceState.READY)
    assert owner.stop(0.01) is False
    assert "blocked: still busy" in caplog.text
    release.set()
    assert owner.stop(5) is True


def test_starting_and_stopping_leaks_no_thread_and_no_descriptor(started):
    before, threads = open_descriptors(), threading.active_count()
    for _ in range(20):
        assert started(Scripted(GONE)).stop(5)
    assert (open_descriptors(), threading.active_count()) == (before, threads)


class Panel(Scripted):
    """Shows the latest frame, as a display and a ring do."""

    def __init__(self):
        super().__init__()
        self.frames = Mailbox()
        self.shown = Inbox()

    def serve(self, stop):
        while not stop.is_set():
            frame = self.frames.take(stop)
            if frame is not None:
                self.shown(frame)


def test_a_device_fed_by_a_mailbox_fits_and_stops_while_it_waits(started):
    panel, inbox = Panel(), Inbox()
    owner = started(panel, inbox)
    panel.frames.put("one")
    assert panel.shown.next() == "one"
    panel.frames.put("two")
    assert panel.shown.next() == "two"
    assert owner.stop()
    assert inbox.rest()[-1].state is DeviceState.READY


def test_a_mailbox_keeps_the_newest():
    box = Mailbox()
    box.put("old")
    box.put("new")
    assert box.take(Stop()) == "new"
    assert box.take(Stop(), seconds=0) is None


def test_a_stopped_mailbox_does_not_wait_but_gives_what_it_has():
    box, stop = Mailbox(), Stop()
    stop.set()
    assert box.take(stop) is None
    box.put("last")
    assert box.take(stop) == "last"


def test_the_order_to_stop_wakes_within_the_block_and_never_after():
    stop, woken = Stop(), []
    with stop.interrupting(lambda: woken.append("early")):
        pass
    with stop.interrupting(lambda: woken.append("now")):
        stop.set()
    with stop.interrupting(lambda: woken.append("late")):
        assert woken == ["now", "late"]
    stop.set()
    assert woken == ["now", "late"]


def test_handing_over_to_a_receiver_that_raises_is_logged(caplog):
    hand_over({}.__getitem__, "frame")
    assert "'frame' was not taken" in caplog.text


def test_back_off_can_be_set():
    _, pauses = run(Scripted(*[GONE] * 3), 3, backoff=BackOff(first=1, longest=1.5))
    assert pauses == [1, 1.5, 1.5]
