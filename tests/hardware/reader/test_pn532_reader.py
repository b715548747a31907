"""The PN532 under its owner, through pyserial on a pseudo-terminal, with a model of the chip at the other end."""

import pytest

from companion.owner.config import ReaderConfig, ReaderFormat
from companion.service.devices import serial_reader
from hardware.clock import SystemClock, TravelClock
from hardware.owner import DeviceState, Owner, Reason
from hardware.reader.frames import SerialFormat
from hardware.reader.pn532 import PERIOD, Pn532Parser
from hardware.reader.port import FORMATS, SerialReader
from hardware.reader.presence import TagFlaw, TagLeft, Unusable
from tests.hardware.reader.pn532_chip import NTAG, Chip, LivingChip
from tests.hardware.reader.serial_lines import Inbox, SerialLine, open_descriptors, threads_named

TAG = NTAG.hex().upper()
OTHER = bytes.fromhex("DE AD BE EF")


class Table:
    """A reader on a line, owned, and its chip. The test moves the clock and waits until all has been said at it.

    What the reader's thread does is noted in the order in which it does it, so that no test has to guess.
    """

    def __init__(self, name):
        self.clock = TravelClock(100.0)
        self.line = SerialLine(name).plug()
        self.chip = Chip()
        self.bytewise = False
        self.events, self.reports, self.steps = Inbox(), Inbox(), Inbox()
        fmt = FORMATS["pn532"]
        noting = SerialFormat(self._noting(), fmt.baudrate, fmt.presence, fmt.timings)
        self.device = self._closing()(str(name), noting, self.events, self.clock)
        self.owner = Owner("reader", self.device, self._reported, self.clock, where=str(name))
        self._unheard = 0

    def _noting(self):
        steps = self.steps

        class Noting(Pn532Parser):
            def __init__(self):
                super().__init__()
                steps(("open",))

            def feed(self, data):
                tags = super().feed(data)
                steps(("heard", len(data)))
                return tags

            def ask(self, now):
                asked = super().ask(now)
                steps(("asked", now, asked))
                return asked

        return Noting

    def _closing(self):
        steps = self.steps

        class Closing(SerialReader):
            def close(self):
                super().close()
                steps(("ended", "closed"))

        return Closing

    def _reported(self, report):
        self.reports(report)
        self.steps(("ended", report.state))

    def begin(self):
        """The owner starts, and finds the chip or not."""
        self.owner.start()
        return self.opening()

    def opening(self):
        """Let it open the port and talk with the chip until it says how the device is, or closes it again."""
        self.steps.until(lambda step: step[0] == "open")
        self._unheard = 0
        for _ in range(1000):
            state = self.pass_by(0.02)
            if state is not None:
                return state
        raise AssertionError("it neither opens nor fails")

    def pass_by(self, seconds):
        """Let some time pass; return a state that was told meanwhile, or "closed"."""
        self.clock.advance(seconds)
        self._send(b"\0")  # a stray byte, which means nothing and wakes the reader
        while True:
            what, *facts = self.steps.next()
            if what == "ended":
                return facts[0]
            if what == "heard":
                self._unheard -= facts[0]
            elif what == "asked":
                if facts[1]:
                    self._answer(facts[1])
                if facts[0] == self.clock.monotonic() and not self._unheard:
                    return None

    def run(self, seconds):
        for _ in range(round(seconds / 0.025)):
            state = self.pass_by(0.025)
            if state is not None:
                return state
        return None

    def _answer(self, asked):
        written = b""
        while len(written) < len(asked):
            written += self.line.received()
        assert written == asked
        said = self.chip.take(asked)
        for piece in [said[i : i + 1] for i in range(len(said))] if self.bytewise else [said]:
            self._send(piece)

    def _send(self, data):
        if data:
            self.line.send(data)
            self._unheard += len(data)

    def end(self):
        assert self.owner.stop(5)
        self.line.unplug()


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path / "usb-nfc")
    yield made
    made.end()
    assert not threads_named("owner-reader")


@pytest.fixture
def ready(table):
    assert table.begin() is DeviceState.READY
    return table


class TestListening:
    def test_it_is_ready_when_the_chip_has_answered_the_first_question(self, ready):
        assert ready.chip.commands == [0x14, 0x32, 0x02, 0x4A]
        assert ready.clock.monotonic() < 100.5

    @pytest.mark.parametrize("bytewise", [False, True], ids=["whole", "byte by byte"])
    def test_a_token_comes_stays_and_goes(self, table, bytewise):
        table.bytewise = bytewise
        assert table.begin() is DeviceState.READY
        table.chip.tags.append(NTAG)
        laid = table.clock.monotonic()
        assert table.run(1.0) is None
        arrived = table.events.next()
        assert arrived.tag == TAG
        assert arrived.at - laid <= 2 * PERIOD + 0.05
        table.chip.tags.clear()
        lifted = table.clock.monotonic()
        assert table.run(1.0) is None
        left = table.events.next()
        assert left == TagLeft(TAG, left.at)
        assert 0.5 < left.at - lifted < 0.75
        assert table.events.rest() == []

    def test_a_token_on_a_board_that_misses_every_second_read(self, ready):
        ready.chip.misses_every_second = True
        ready.chip.tags.append(NTAG)
        ready.run(3)
        assert [event.tag for event in ready.events.rest()] == [TAG]

    def test_a_phone_is_refused_with_the_reason(self, ready):
        ready.chip.tags.append(b"\x08\x11\x22\x33")
        ready.run(1)
        told = ready.events.next()
        assert told == Unusable(TagFlaw.RANDOM_UID, told.at)
        assert ready.events.rest() == []


class TestTrouble:
    def test_a_chip_that_loses_its_power_goes_on_and_nobody_is_told(self, ready):
        ready.chip.tags.append(NTAG)
        ready.run(0.5)
        ready.chip.cut_power()
        assert ready.run(2) is None
        assert ready.chip.limited
        assert [event.tag for event in ready.events.rest()] == [TAG]

    def test_a_chip_that_is_gone_is_told_within_two_seconds_and_once_and_taken_up_again(self, ready):
        ready.chip.tags.append(NTAG)
        ready.run(0.5)
        ready.chip.powered, since = False, ready.clock.monotonic()
        assert ready.run(5) is DeviceState.FAILING
        assert ready.clock.monotonic() - since < 2
        for _ in range(3):
            ready.clock.when_waited_for(5)
            assert ready.opening() == "closed"  # nothing new to tell
        ready.chip.cut_power()
        ready.chip.powered = True
        ready.clock.when_waited_for(5)
        assert ready.opening() is DeviceState.READY
        told = [(report.state, report.reason) for report in ready.reports.rest()]
        assert told == [
            (DeviceState.OPENING, None),
            (DeviceState.READY, None),
            (DeviceState.FAILING, Reason.SILENT),
            (DeviceState.READY, None),
        ]
        assert ready.run(1) is None
        assert [event.tag for event in ready.events.rest()] == [TAG]

    def test_a_chip_that_was_never_there_is_silent_at_once_and_leaks_nothing(self, table):
        table.chip.powered = False
        assert table.begin() is DeviceState.FAILING
        assert table.clock.monotonic() < 101
        before = None
        for _ in range(5):
            table.clock.when_waited_for(5)
            assert table.opening() == "closed"
            before = before or open_descriptors()
        assert open_descriptors() <= before + 1  # the thread may be in the middle of a try
        assert [report.state for report in table.reports.rest()] == [DeviceState.OPENING, DeviceState.FAILING]

    def test_another_chip_fails_for_that_reason(self, table):
        table.chip.firmware = bytes.fromhex("33 01 06 07")
        assert table.begin() is DeviceState.FAILING
        told = table.reports.rest()[-1]
        assert told.reason is Reason.FAILED
        assert "33 01 06 07" in told.detail.text

    def test_an_adapter_that_is_pulled_out_and_put_back(self, ready):
        ready.chip.tags.append(NTAG)
        ready.run(0.5)
        ready.line.unplug()
        gone = ready.reports.until(lambda report: report.state is DeviceState.ABSENT)[-1]
        assert gone.reason is Reason.MISSING
        ready.chip.cut_power()
        ready.line.plug()
        ready.steps.until(lambda step: step == ("ended", "closed"))
        ready.clock.when_waited_for(5)
        assert ready.opening() is DeviceState.READY
        assert ready.run(1) is None
        assert [event.tag for event in ready.events.rest()] == [TAG]


def test_in_real_time_as_it_is_configured(tmp_path):
    line, chip = SerialLine(tmp_path / "usb-nfc").plug(), Chip(NTAG)
    living = LivingChip(chip, line.master, line.name)
    living.start()
    events, reports, clock = Inbox(), Inbox(), SystemClock()
    reader = serial_reader(ReaderConfig(device=str(line.name), format=ReaderFormat.PN532), events, clock)
    owner = Owner("reader", reader, reports, clock)
    begun = clock.monotonic()
    owner.start()
    arrived = events.next()
    assert arrived.tag == TAG
    assert arrived.at - begun < 2
    chip.tags[:] = [OTHER]
    assert events.next().tag == OTHER.hex().upper()
    assert owner.stop(1)
    living.stop()
    line.unplug()
