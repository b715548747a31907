"""The reader on real pseudo-terminals through pyserial, under its owner; and its simulated twin."""

import errno
import termios

import pytest
import serial

from hardware.clock import TravelClock
from hardware.owner import DeviceFault, DeviceState, Owner, Reason
from hardware.reader.frames import SerialFormat
from hardware.reader.port import FORMATS, SerialReader
from hardware.reader.presence import Crowd, NoRead, PresenceKind, TagArrived, TagFlaw, TagLeft, Unusable
from hardware.reader.sim import SimReader
from tests.hardware.reader.serial_lines import Inbox, SerialLine, open_descriptors, threads_named

A, B = "62E3086CED", "0A00B1C2D3"
START = 100.0
REPEAT = 0.065  # seconds from one RDM6300 frame to the next


class Bench:
    """One reader on one line, owned; what it tells lands in `events` and `reports`. The test moves its clock."""

    def __init__(self, name, serial_format, on_event=None, presence=None):
        self.clock = TravelClock(START)
        self.line = SerialLine(name)
        self.events, self.reports, self.heard = Inbox(), Inbox(), Inbox()
        self.frame = getattr(serial_format.parser, "frame", None)
        noting = SerialFormat(self._noting(serial_format.parser), serial_format.baudrate, serial_format.presence)
        self.device = SerialReader(str(name), noting, on_event or self.events, self.clock, presence)
        self.owner = Owner("reader", self.device, self.reports, self.clock, where=str(name))

    def _noting(self, parser_class):
        heard = self.heard

        class Noting(parser_class):
            def feed(self, data):
                tags = super().feed(data)
                heard(len(data))
                return tags

        return Noting

    def start(self):
        self.owner.start()
        return self.until(DeviceState.READY)

    def until(self, state):
        return self.reports.until(lambda report: report.state is state)[-1]

    def send(self, data):
        """Put bytes on the wire and return when the reader has them; its clock stands still meanwhile."""
        self.line.send(data)
        missing = len(data)
        while missing:
            missing -= self.heard.next()

    def lay(self, tag, frames=2):
        for _ in range(frames):
            self.send(self.frame(tag))
            self.clock.advance(REPEAT)

    def stop(self):
        assert self.owner.stop(5)
        self.line.unplug()


@pytest.fixture
def bench(tmp_path):
    """Make benches for a format, by its name or itself; not yet plugged in."""
    benches = []

    def make(serial_format="rdm6300", **kwargs):
        made = Bench(tmp_path / f"usb-reader-{len(benches)}", FORMATS.get(serial_format, serial_format), **kwargs)
        benches.append(made)
        return made

    yield make
    for made in benches:
        made.stop()
    assert not threads_named("owner-reader")


@pytest.fixture
def rdm(bench):
    made = bench()
    made.line.plug()
    made.start()
    return made


class TestListening:
    def test_the_second_frame_on_the_wire_makes_a_token(self, rdm):
        rdm.send(rdm.frame(A))
        assert rdm.events.rest() == []
        rdm.send(rdm.frame(A))
        assert rdm.events.next() == TagArrived(A, START)

    def test_bytes_that_come_one_by_one(self, rdm):
        for byte in rdm.frame(A) * 2:
            rdm.send(bytes([byte]))
        assert rdm.events.next() == TagArrived(A, START)

    def test_a_pulse_reader_needs_one_frame(self, bench):
        id12 = bench("id12")
        id12.line.plug()
        id12.start()
        id12.send(id12.frame(B))
        assert id12.events.next() == TagArrived(B, START)

    def test_the_presence_of_a_format_can_be_overruled(self, bench):
        once = bench("rdm6300", presence=PresenceKind.PULSE)
        once.line.plug()
        once.start()
        once.send(once.frame(A))
        assert once.events.next() == TagArrived(A, START)

    def test_leaving_is_noticed_though_the_line_is_silent(self, rdm):
        rdm.lay(A)
        assert rdm.events.next() == TagArrived(A, START + REPEAT)
        rdm.clock.advance(1)
        assert rdm.events.next() == TagLeft(A, pytest.approx(START + REPEAT + 0.7))

    def test_it_waits_long_for_the_first_byte_but_not_when_a_token_may_leave(self, rdm, monkeypatch):
        waits, read = Inbox(), serial.Serial.read

        def noting(self, size=1):
            waits(self.timeout)
            return read(self, size)

        monkeypatch.setattr("serial.Serial.read", noting)
        rdm.lay(A)
        assert waits.until(lambda seconds: seconds <= 0.05)
        rdm.clock.advance(1)
        waits.until(lambda seconds: seconds == 1.0)

    @pytest.mark.rule("interaction A38")
    def test_a_token_resting_for_a_minute_counts_once_and_again_after_its_absence(self, rdm):
        rdm.lay(A, frames=round(60 / REPEAT))
        assert rdm.events.rest() == [TagArrived(A, START + REPEAT)]
        rdm.clock.advance(0.5)
        rdm.lay(A)
        assert rdm.events.rest() == []
        rdm.clock.advance(0.7)
        rdm.lay(A)
        assert [type(rdm.events.next()) for _ in range(2)] == [TagLeft, TagArrived]

    def test_a_frame_with_a_wrong_checksum_is_a_no_read(self, rdm):
        rdm.send(rdm.frame(A).replace(b"08\x03", b"09\x03"))
        rdm.clock.advance(0.3)
        assert rdm.events.next() == NoRead(pytest.approx(START + 0.3))

    def test_a_frame_that_breaks_off_is_a_no_read(self, rdm):
        rdm.send(rdm.frame(A)[:9])
        rdm.clock.advance(0.3)
        assert rdm.events.next() == NoRead(pytest.approx(START + 0.3))

    def test_two_tokens_at_once_are_a_crowd(self, rdm):
        for _ in range(2):
            rdm.lay(A, 1)
            rdm.lay(B, 1)
        assert rdm.events.next() == Crowd((A, B), pytest.approx(START + 3 * REPEAT))

    def test_a_receiver_that_raises_is_called_again(self, bench, caplog):
        told = Inbox()

        def broken(event):
            told(event)
            raise RuntimeError("loop is closed")

        made = bench(on_event=broken)
        made.line.plug()
        made.start()
        made.lay(A)
        made.lay(B)
        assert [told.next().tag, told.next().tag] == [A, B]
        assert made.owner.alive
        assert "loop is closed" in caplog.text


class TestTrouble:
    def test_a_port_that_vanishes_and_comes_back_by_name_is_taken_up_again(self, rdm):
        rdm.line.unplug()
        gone = rdm.until(DeviceState.ABSENT)
        assert (gone.reason, gone.detail.where) == (Reason.MISSING, str(rdm.line.name))
        rdm.line.plug()
        rdm.clock.when_waited_for(0.2)
        rdm.until(DeviceState.READY)
        rdm.lay(A)
        assert rdm.events.next().tag == A

    def test_it_is_absent_at_once_and_not_only_at_the_next_try(self, rdm):
        rdm.line.unplug()
        assert rdm.reports.next().state is DeviceState.ABSENT
        assert rdm.reports.rest() == []

    def test_a_name_that_leads_nowhere_is_missing_too(self, rdm):
        rdm.line.unplug(keep_name=True)
        assert rdm.until(DeviceState.ABSENT).reason is Reason.MISSING

    def test_a_port_that_is_not_there_yet_is_waited_for(self, bench):
        made = bench()
        made.owner.start()
        assert made.until(DeviceState.ABSENT).reason is Reason.MISSING
        made.line.plug()
        made.clock.when_waited_for(0.2)
        made.until(DeviceState.READY)

    def test_vanishing_again_and_again_leaks_no_descriptor_and_no_thread(self, rdm):
        before = None
        for _ in range(10):
            rdm.line.unplug()
            rdm.until(DeviceState.ABSENT)
            rdm.line.plug()
            rdm.clock.when_waited_for(10)
            rdm.until(DeviceState.READY)
            before = before or open_descriptors()
        assert open_descriptors() == before
        assert len(threads_named("owner-reader")) == 1

    def test_a_token_that_lies_there_through_the_trouble_does_not_count_again(self, rdm):
        rdm.lay(A)
        assert rdm.events.next().tag == A
        rdm.line.unplug()
        rdm.until(DeviceState.ABSENT)
        rdm.line.plug()
        rdm.clock.when_waited_for(60)
        rdm.until(DeviceState.READY)
        rdm.lay(A, 10)
        assert rdm.events.rest() == []

    def test_half_a_frame_before_the_trouble_is_forgotten(self, rdm):
        rdm.send(rdm.frame(A)[:7])
        rdm.line.unplug()
        rdm.until(DeviceState.ABSENT)
        rdm.line.plug()
        rdm.clock.when_waited_for(0.2)
        rdm.until(DeviceState.READY)
        rdm.send(rdm.frame(A)[7:] + rdm.frame(B) * 2)
        assert rdm.events.next().tag == B

    def test_a_port_that_another_program_has_is_busy(self, bench):
        made = bench()
        made.line.plug()
        with serial.Serial(str(made.line.name), exclusive=True):
            made.owner.start()
            assert made.until(DeviceState.FAILING).reason is Reason.BUSY
        made.clock.when_waited_for(0.2)
        made.until(DeviceState.READY)

    def test_nobody_else_gets_the_port(self, rdm):
        with pytest.raises(serial.SerialException, match="exclusively lock"):
            serial.Serial(str(rdm.line.name), exclusive=True)

    def test_a_port_that_this_user_may_not_open_is_denied(self, bench, monkeypatch):
        def refuse(*_):
            raise PermissionError(errno.EACCES, "Permission denied")

        made = bench()
        made.line.plug()
        monkeypatch.setattr("serial.serialposix.os.open", refuse)
        made.owner.start()
        denied = made.until(DeviceState.FAILING)
        assert (denied.reason, denied.detail.errno) == (Reason.DENIED, errno.EACCES)

    def test_what_is_no_serial_port_fails_and_leaks_nothing(self, bench):
        made = bench()
        made.line.name.write_text("")
        made.owner.start()
        assert made.until(DeviceState.FAILING).reason is Reason.FAILED
        before = open_descriptors()
        for _ in range(10):
            made.clock.when_waited_for(5)
        assert open_descriptors() <= before + 1  # the thread may be in the middle of a try

    @pytest.mark.parametrize(
        ("error", "state", "reason"),
        [
            (serial.SerialException("read failed"), DeviceState.ABSENT, Reason.MISSING),
            (OSError(errno.EIO, "Input/output error"), DeviceState.ABSENT, Reason.MISSING),
            (termios.error(errno.EIO, "Input/output error"), DeviceState.ABSENT, Reason.MISSING),
            (serial.SerialTimeoutException("Write timeout"), DeviceState.FAILING, Reason.SILENT),
            (TypeError("'NoneType' object cannot be interpreted as an integer"), DeviceState.FAILING, Reason.FAILED),
        ],
        ids=repr,
    )
    def test_whatever_pyserial_raises_the_reader_is_taken_up_again(self, bench, monkeypatch, error, state, reason):
        errors, read = [error], serial.Serial.read

        def faulty(self, size=1):
            if errors:
                raise errors.pop()
            return read(self, size)

        monkeypatch.setattr("serial.Serial.read", faulty)
        made = bench()
        made.line.plug()
        made.start()
        assert made.until(state).reason is reason
        made.clock.when_waited_for(0.2)
        made.until(DeviceState.READY)
        made.lay(A)
        assert made.events.next().tag == A

    def test_stopping_is_prompt_while_nothing_comes_and_gives_the_port_back(self, rdm):
        assert rdm.owner.stop(0.5)
        serial.Serial(str(rdm.line.name), exclusive=True).close()


class Polled:
    """A format of the other kind: the reader answers when asked, every second, in lines; it must answer by then."""

    bad_frames = misses = 0
    ready = True

    def __init__(self):
        self._next = START + 1.0
        self._owed = False

    def feed(self, data):
        self._owed = False
        return [line.decode() for line in data.split()]

    def fell_silent(self):
        pass

    def ask(self, now):
        if now < self._next:
            return b""
        if self._owed:
            raise DeviceFault(Reason.SILENT, "asked and got no answer")
        self._next, self._owed = now + 1.0, True
        return b"any tags?\n"

    def due(self):
        return self._next


class TestReaderThatMustBeAsked:
    """The seam for readers such as the PN532: a parser that asks."""

    @pytest.fixture
    def polled(self, bench):
        made = bench(SerialFormat(Polled, 115200, PresenceKind.CONTINUOUS))
        made.line.plug()
        made.start()
        return made

    def test_it_is_asked_when_due(self, polled):
        polled.clock.advance(1.0)
        assert polled.line.received() == b"any tags?\n"
        polled.send(b"0A00B1C2D3\n")
        polled.send(b"0A00B1C2D3\n")
        assert polled.events.next() == TagArrived("0A00B1C2D3", START + 1.0)
        polled.clock.advance(1.0)
        assert polled.line.received() == b"any tags?\n"

    def test_one_that_does_not_answer_is_silent(self, polled):
        polled.clock.advance(1.0)
        polled.line.received()
        polled.clock.advance(1.0)
        assert polled.until(DeviceState.FAILING).reason is Reason.SILENT


class TestSimulatedReader:
    @pytest.fixture
    def events(self):
        return []

    @pytest.fixture
    def sim(self, events):
        reader = SimReader(events.append, TravelClock(5.0))
        reader.open()
        return reader

    def test_laying_and_lifting(self, sim, events):
        sim.lay(A)
        sim.lay(A)
        sim.lift(A)
        sim.lift(A)
        assert events == [TagArrived(A, 5.0), TagLeft(A, 5.0)]

    def test_tapping_counts_each_time(self, sim, events):
        sim.tap(A)
        sim.tap(A)
        assert [type(event) for event in events] == [TagArrived, TagLeft] * 2

    def test_a_second_token_waits_until_it_lies_alone(self, sim, events):
        sim.lay(A)
        sim.lay(B)
        sim.lift(A)
        assert events == [TagArrived(A, 5.0), Crowd((A, B), 5.0), TagLeft(A, 5.0), TagArrived(B, 5.0)]

    def test_lifting_the_second_token_does_not_count_the_first_again(self, sim, events):
        sim.lay(A)
        sim.lay(B)
        sim.lift(B)
        assert events == [TagArrived(A, 5.0), Crowd((A, B), 5.0)]

    def test_something_unreadable(self, sim, events):
        sim.misread()
        assert events == [NoRead(5.0)]

    def test_a_card_with_a_random_number(self, sim, events):
        sim.tap("08112233")
        assert events == [Unusable(TagFlaw.RANDOM_UID, 5.0)]

    def test_a_closed_reader_hears_nothing(self, sim, events):
        sim.close()
        sim.tap(A)
        sim.misread()
        assert events == []

    def test_it_has_an_owner_like_the_real_one_and_a_plug(self):
        events, reports, clock = Inbox(), Inbox(), TravelClock()
        sim = SimReader(events, clock)
        owner = Owner("reader", sim, reports, clock)
        owner.start()
        reports.until(lambda report: report.state is DeviceState.READY)
        sim.unplug()
        assert reports.next().reason is Reason.MISSING
        sim.tap(A)
        sim.plug()
        clock.when_waited_for(0.2)
        assert reports.next().state is DeviceState.READY
        sim.tap(B)
        assert events.next() == TagArrived(B, 0.2)
        assert owner.stop(0.5)
