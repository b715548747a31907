"""The button: gestures from levels, on a simulated clock; and the real line on mock pins."""

import os
import subprocess
import sys
import threading
from itertools import pairwise

import gpiozero
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.button.contact import Button, SimButton
from hardware.button.gestures import ButtonEvent, ButtonTimings, Gesture, Gestures
from hardware.button.pins import FactoryKind, GpioLine, MockPinDriver, PinFactory, _reason
from hardware.clock import TOLERANCE, SystemClock, TravelClock
from hardware.owner import DeviceFault, DeviceState, Owner, Reason, Stop, reason_of
from tests.hardware.reader.serial_lines import Inbox, open_descriptors, threads_named

PRESS, RELEASE, TAP, DOUBLE, HASTY = Gesture.PRESS, Gesture.RELEASE, Gesture.TAP, Gesture.DOUBLE, Gesture.HASTY
HOLD, LONG_HOLD, STUCK = Gesture.HOLD, Gesture.LONG_HOLD, Gesture.STUCK
ACTS = {TAP, DOUBLE, HASTY, HOLD, LONG_HOLD}


class Finger:
    """Presses a contact whose level is polled every 40 ms, as the owner's thread does."""

    def __init__(self, timings=None, down=False, poll=0.04):
        self.now = 10.0
        self.poll = poll
        self.gestures = Gestures("dice", timings or ButtonTimings(), down, self.now)
        self.events = []

    def wait(self, seconds):
        end = round(self.now + seconds, 6)
        while self.now < end:
            self.now = round(min(self.now + self.poll, end), 6)
            self.events += self.gestures.tick(self.now)
        return self

    def level(self, down):
        self.events += self.gestures.level(down, self.now)
        return self

    def press(self, seconds):
        return self.level(True).wait(seconds).level(False)

    def bounce(self, down, *gaps):
        """Toggle after each gap, ending at `down`."""
        level = down
        self.level(level)
        for gap in gaps:
            level = not level
            self.wait(gap).level(level)
        return self.level(down)

    @property
    def told(self):
        return [event.gesture for event in self.events]

    @property
    def acts(self):
        return [gesture for gesture in self.told if gesture in ACTS]


@pytest.fixture
def finger():
    return Finger()


class TestTap:
    def test_the_press_is_told_at_the_first_contact(self, finger):
        event = finger.level(True).events[-1]
        assert (event.button, event.gesture, event.at, event.pressed_at) == ("dice", PRESS, 10.0, 10.0)

    def test_the_tap_is_told_after_the_release_with_its_own_moment(self, finger):
        finger.press(0.1).wait(0.029)
        assert finger.told == [PRESS]
        finger.wait(0.001)
        assert finger.told == [PRESS, RELEASE, TAP]
        assert (finger.events[-1].at, finger.events[-1].pressed_at) == (pytest.approx(10.1), 10.0)

    def test_a_pulse_shorter_than_the_debounce_is_no_tap(self, finger):
        finger.press(0.029).wait(60)
        assert finger.told == [PRESS, RELEASE]

    def test_a_quick_finger_is_a_tap(self, finger):
        finger.press(0.030).wait(1)
        assert finger.acts == [TAP]

    def test_it_is_a_tap_up_to_the_hold(self, finger):
        finger.press(0.799).wait(5)
        assert finger.acts == [TAP]

    def test_taps_apart_are_taps(self, finger):
        for _ in range(5):
            finger.press(0.1).wait(0.6)
        assert finger.acts == [TAP] * 5


class TestSecondTap:
    @pytest.mark.parametrize(
        ("gap", "second"), [(0.05, DOUBLE), (0.4, DOUBLE), (0.401, HASTY), (0.499, HASTY), (0.5, TAP), (1.0, TAP)]
    )
    def test_how_soon_the_second_comes_decides(self, finger, gap, second):
        finger.press(0.1).wait(gap).press(0.1).wait(1)
        assert finger.acts == [TAP, second]

    @pytest.mark.rule("interaction A32")
    @settings(deadline=None)
    @given(gaps=st.lists(st.floats(0.04, 0.499), min_size=1, max_size=20))
    def test_of_hammering_only_the_first_is_a_tap(self, gaps):
        finger = Finger().press(0.1)
        for gap in gaps:
            finger.wait(gap).press(0.1)
        finger.wait(1)
        assert finger.acts[0] is TAP
        assert TAP not in finger.acts[1:]
        assert len(finger.acts) == len(gaps) + 1

    def test_two_doubles_in_a_row(self, finger):
        for _ in range(4):
            finger.press(0.1).wait(0.2)
        assert finger.acts == [TAP, DOUBLE, HASTY, DOUBLE]

    def test_without_doubles_and_cool_down_every_tap_counts(self):
        finger = Finger(ButtonTimings(double_gap=None, cool_down=0.0))
        for _ in range(4):
            finger.press(0.1).wait(0.1)
        assert finger.acts == [TAP] * 4

    def test_a_hold_is_not_the_second_of_two_taps(self, finger):
        finger.press(0.1).wait(0.2).press(1.0).wait(1)
        assert finger.acts == [TAP, HOLD]


class TestHold:
    @pytest.mark.rule("interaction A30")
    @pytest.mark.parametrize("poll", [0.020, 0.040, 0.050])
    def test_it_acts_at_the_threshold_and_nothing_more_on_release(self, poll):
        finger = Finger(poll=poll)
        finger.level(True).wait(0.799)
        assert finger.acts == []
        finger.wait(0.051)
        assert finger.acts == [HOLD]
        assert finger.events[-1].at == pytest.approx(10.8)
        finger.wait(0.3).level(False).wait(5)
        assert finger.told == [PRESS, HOLD, RELEASE]

    def test_long_hold_then_once_per_second_three_in_all(self, finger):
        finger.level(True).wait(9.9)
        assert finger.acts == [HOLD] + [LONG_HOLD] * 3
        assert [round(event.at - 10, 6) for event in finger.events] == [0, 0.8, 3.0, 4.0, 5.0]
        assert [event.count for event in finger.events if event.gesture is LONG_HOLD] == [1, 2, 3]

    def test_after_a_release_the_next_press_starts_anew(self, finger):
        finger.press(3.5).wait(1).press(0.1).wait(1)
        assert finger.acts == [HOLD, LONG_HOLD, TAP]

    def test_a_hold_noticed_late_has_its_own_moment(self):
        finger = Finger(poll=60)
        finger.level(True).wait(6)
        assert [round(event.at - 10, 6) for event in finger.events] == [0, 0.8, 3.0, 4.0, 5.0]

    def test_a_finger_that_lets_go_just_before_the_threshold_does_not_hold(self, finger):
        finger.press(0.795).wait(0.029)
        assert finger.acts == []
        finger.wait(1)
        assert finger.acts == [TAP]

    def test_a_contact_that_flickers_at_the_threshold_holds_when_it_is_back(self, finger):
        finger.press(0.79).wait(0.02).level(True)
        assert finger.told == [PRESS]
        finger.wait(0.001)
        assert finger.told == [PRESS, HOLD]
        assert finger.events[-1].at == pytest.approx(10.81)

    def test_switched_off_every_press_is_a_tap(self):
        finger = Finger(ButtonTimings(hold=None, long_hold=None))
        finger.press(5).wait(1)
        assert finger.acts == [TAP]

    def test_timings_change_under_the_finger(self, finger):
        finger.level(True).wait(0.5)
        finger.gestures.timings = ButtonTimings(hold=2.0)
        finger.wait(1.4)
        assert finger.acts == []
        finger.wait(0.1)
        assert finger.acts == [HOLD]


class TestBounce:
    @pytest.mark.rule("interaction A31")
    @settings(deadline=None)
    @given(
        down=st.lists(st.floats(0.0001, 0.006), max_size=5),
        up=st.lists(st.floats(0.0001, 0.006), max_size=5),
        length=st.floats(0.05, 0.7),
        late=st.floats(0.005, 0.06),
    )
    def test_bounces_up_to_30_ms_make_one_press(self, down, up, length, late):
        finger = Finger(poll=late)
        finger.bounce(True, *down).wait(length).bounce(False, *up).wait(2)
        assert finger.told == [PRESS, RELEASE, TAP]

    @pytest.mark.parametrize("open_for", [0.001, 0.015, 0.030])
    def test_a_contact_open_for_up_to_30_ms_has_not_let_go(self, open_for):
        gestures = Gestures("dice", ButtonTimings(), down=False, now=0.0)
        assert [event.gesture for event in gestures.level(True, 0.0)] == [PRESS]
        assert gestures.level(False, 0.2) == gestures.level(True, 0.2 + open_for) == gestures.level(False, 0.4) == []
        assert [event.gesture for event in gestures.tick(0.5)] == [RELEASE, TAP]

    def test_a_flicker_while_held_is_no_second_press(self, finger):
        finger.level(True)
        for _ in range(20):
            finger.wait(0.1).level(False).wait(0.005).level(True)
        finger.wait(0.5).level(False).wait(1)
        assert finger.told == [PRESS, HOLD, RELEASE]

    def test_the_same_level_again_is_nothing(self, finger):
        finger.level(True).level(True).wait(0.1).level(True).level(False).level(False).wait(1)
        assert finger.told == [PRESS, RELEASE, TAP]


class TestStuck:
    @pytest.mark.rule("interaction A31")
    def test_stuck_for_a_minute_never_taps_and_is_told_once(self, finger):
        finger.level(True).wait(60).level(False).wait(5)
        assert finger.told.count(STUCK) == 1
        assert TAP not in finger.told and DOUBLE not in finger.told
        assert finger.told == [PRESS, HOLD, LONG_HOLD, LONG_HOLD, LONG_HOLD, STUCK, RELEASE]
        assert finger.events[5].at == pytest.approx(20.0)

    def test_what_is_stuck_is_no_longer_held(self):
        finger = Finger(ButtonTimings(long_holds=100)).level(True).wait(60)
        assert finger.told[-2:] == [LONG_HOLD, STUCK]

    def test_down_from_the_start_does_nothing_but_be_stuck(self):
        finger = Finger(down=True).wait(60).level(False).wait(5)
        assert finger.told == [STUCK, RELEASE]

    def test_let_go_after_the_start_and_pressed_again_it_works(self):
        finger = Finger(down=True).wait(2).level(False).wait(1)
        assert finger.acts == []
        assert finger.press(0.1).wait(1).acts == [TAP]


@settings(deadline=None)
@given(
    steps=st.lists(st.tuples(st.booleans(), st.floats(0, 12)), max_size=40),
    down=st.booleans(),
)
def test_presses_and_releases_alternate_and_time_never_runs_back(steps, down):
    finger = Finger(down=down, poll=30)
    for level, seconds in steps:
        finger.level(level).wait(seconds)
    finger.level(False).wait(1)
    ends = [gesture for gesture in finger.told if gesture in (PRESS, RELEASE)]
    assert ends == ([RELEASE] if down else []) + [PRESS, RELEASE] * (len(ends) // 2)
    moments = [event.at for event in finger.events]
    assert all(later > moment - TOLERANCE for moment, later in pairwise(moments))
    assert finger.gestures.due() is None


def test_an_edge_that_is_told_after_a_later_one_does_not_turn_back_the_time():
    gestures = Gestures("dice", ButtonTimings(), down=False, now=0.0)
    events = gestures.level(True, 5.0) + gestures.level(False, 4.9) + gestures.tick(6.0)
    assert [(event.gesture, event.at) for event in events] == [(PRESS, 5.0), (RELEASE, 5.0)]


class Contact:
    """A line whose edges and level the test gives."""

    def __init__(self, down=False):
        self.down = down
        self.on_edge = None

    def open(self, on_edge):
        self.on_edge = on_edge

    def is_down(self):
        return self.down

    def close(self):
        self.on_edge = None

    def move(self, down):
        self.down = down
        self.on_edge(down)


class TestDevice:
    @pytest.fixture
    def events(self):
        return []

    @pytest.fixture
    def clock(self):
        return TravelClock()

    @pytest.fixture
    def contact(self):
        return Contact()

    @pytest.fixture
    def button(self, contact, events, clock):
        button = Button("next", contact, events.append, clock)
        button.open()
        return button

    def told(self, events):
        return [event.gesture for event in events]

    def pass_time(self, button, clock, seconds):
        for _ in range(round(seconds / 0.02)):
            clock.advance(0.02)
            button.step()

    def test_edges_are_taken_with_their_own_moments(self, button, contact, events, clock):
        contact.move(True)
        clock.advance(0.1)
        contact.move(False)
        clock.advance(3)
        button.step()
        assert [(event.button, event.gesture, event.at) for event in events] == [
            ("next", PRESS, 0.0),
            ("next", RELEASE, 0.1),
            ("next", TAP, 0.1),
        ]

    def test_a_lost_release_is_found_by_reading_the_level(self, button, contact, events, clock, caplog):
        contact.move(True)
        self.pass_time(button, clock, 0.2)
        contact.down = False
        self.pass_time(button, clock, 0.1)
        assert self.told(events) == [PRESS, RELEASE, TAP]
        assert button.lost_edges == 1
        assert "an edge was lost" in caplog.text

    def test_a_lost_press_is_found_too(self, button, contact, events, clock):
        contact.down = True
        self.pass_time(button, clock, 0.06)
        assert self.told(events) == [PRESS]

    def test_an_edge_that_is_only_late_is_not_lost(self, button, contact, events, clock):
        contact.down = True
        button.step()
        clock.advance(0.003)
        contact.move(True)
        button.step()
        assert self.told(events) == [PRESS]
        assert button.lost_edges == 0

    def test_edges_from_before_a_reopening_are_forgotten(self, button, contact, events, clock):
        contact.move(True)
        contact.move(False)
        button.close()
        button.open()
        self.pass_time(button, clock, 0.2)
        assert events == []

    def test_down_when_opened_is_not_pressed(self, events, clock):
        button = Button("dice", Contact(down=True), events.append, clock)
        button.open()
        self.pass_time(button, clock, 12)
        assert self.told(events) == [STUCK]

    @pytest.mark.rule("interaction A34")
    def test_timings_change_at_run_time(self, button, contact, events, clock):
        button.timings = ButtonTimings(hold=0.4)
        contact.move(True)
        self.pass_time(button, clock, 0.5)
        assert self.told(events) == [PRESS, HOLD]
        assert events[-1].at == pytest.approx(0.4)

    def test_a_receiver_that_raises_does_not_stop_the_next_event(self, contact, clock, caplog):
        told = []

        def broken(event):
            told.append(event.gesture)
            raise RuntimeError("loop is closed")

        button = Button("dice", contact, broken, clock)
        button.open()
        contact.move(True)
        clock.advance(0.1)
        contact.move(False)
        clock.advance(0.1)
        button.step()
        assert told == [PRESS, RELEASE, TAP]
        assert "loop is closed" in caplog.text

    @pytest.mark.rule("interaction A33")
    def test_a_press_is_told_at_once_and_a_tap_says_when_its_press_began(self):
        """So that a press can silence, and one that began too soon after an offer can be told from an answer to it."""
        inbox, reports, clock = Inbox(), Inbox(), TravelClock()
        button = SimButton("dice", inbox, clock)
        owner = Owner("dice", button, reports, clock)
        owner.start()
        reports.until(lambda report: report.state is DeviceState.READY)
        clock.advance(7.0)
        clock.when_waited_for(0.0)
        button.press()
        assert inbox.next() == ButtonEvent("dice", PRESS, at=7.0, pressed_at=7.0)
        clock.advance(0.2)
        button.release()
        clock.when_waited_for(0.03)
        assert [inbox.next().gesture, inbox.next()] == [RELEASE, ButtonEvent("dice", TAP, at=7.2, pressed_at=7.0)]
        assert owner.stop(0.5)


@pytest.fixture
def pins():
    return PinFactory(FactoryKind.MOCK)


class TestMockPins:
    """gpiozero's real Button on its mock factory."""

    @pytest.fixture
    def board(self, pins):
        """A dice button on pin 17, opened, its events and its clock; and the pin."""
        events, clock = [], TravelClock()
        button = Button("dice", GpioLine(17, pins), events.append, clock)
        button.open()
        yield button, pins.take().pin(17), events, clock
        button.close()
        pins.give_back()

    @pytest.mark.rule("interaction A31")
    def test_a_bouncing_press_and_a_bouncing_release_are_one_tap(self, board):
        button, pin, events, clock = board
        for start, end in [(pin.drive_low, pin.drive_high), (pin.drive_high, pin.drive_low)]:
            for _ in range(6):
                start()
                clock.advance(0.002)
                end()
                clock.advance(0.002)
            start()
            clock.advance(0.1)
            button.step()
        assert [event.gesture for event in events] == [PRESS, RELEASE, TAP]
        assert [event.at for event in events] == pytest.approx([0.0, 0.148, 0.148])
        assert button.lost_edges == 0

    @pytest.mark.rule("interaction A30")
    def test_held_down_it_holds_and_holds_long(self, board):
        button, pin, events, clock = board
        pin.drive_low()
        for _ in range(100):
            clock.advance(0.04)
            button.step()
        pin.drive_high()
        clock.advance(0.1)
        button.step()
        assert [event.gesture for event in events] == [PRESS, HOLD, LONG_HOLD, LONG_HOLD, RELEASE]
        assert [event.at for event in events] == pytest.approx([0.0, 0.8, 3.0, 4.0, 4.0])

    def test_the_line_is_pulled_up_and_gpiozero_does_not_debounce(self, board):
        _, pin, _, _ = board
        assert (pin.pull, pin.bounce) == ("up", None)

    def test_gpiozeros_own_factory_is_left_alone(self, board):
        assert gpiozero.Device.pin_factory is None

    def test_a_pin_that_is_taken_is_busy(self, board, pins):
        second = GpioLine(17, pins)
        with pytest.raises(DeviceFault) as caught:
            second.open(print)
        assert caught.value.reason is Reason.BUSY
        second.close()

    def test_closing_while_pressed_is_prompt_and_ends_gpiozeros_thread(self, pins):
        before = threading.active_count()
        line = GpioLine(22, pins)
        line.open(lambda down: None)
        pins.take().pin(22).drive_low()
        pins.give_back()
        closing = threading.Thread(target=line.close)
        closing.start()
        closing.join(0.45)
        assert not closing.is_alive()
        assert threading.active_count() == before

    def test_the_last_user_closes_the_factory_and_the_next_gets_a_new_one(self, pins):
        first = pins.take()
        assert pins.take() is first
        pins.give_back()
        assert pins.take() is first
        pins.give_back()
        pins.give_back()
        assert pins.take() is not first
        pins.give_back()

    def test_a_line_and_a_driver_give_the_factory_back(self, pins, tmp_path):
        for device in (GpioLine(5, pins), MockPinDriver(tmp_path / "pins", pins)):
            factory = pins.take()
            device.open(*[print] * isinstance(device, GpioLine))
            device.close()
            pins.give_back()
            assert pins.take() is not factory
            pins.give_back()

    def test_a_receiver_of_edges_that_raises_does_not_reach_gpiozero(self, pins, caplog):
        line = GpioLine(27, pins)
        line.open({}.__getitem__)
        pins.take().pin(27).drive_low()
        pins.give_back()
        line.close()
        assert "was not taken" in caplog.text


class TestRealPins:
    def test_without_lgpio_the_library_is_missing_and_nothing_else_is_tried(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "lgpio", None)
        monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
        line = GpioLine(17, PinFactory(FactoryKind.LGPIO))
        with pytest.raises(ImportError) as caught:
            line.open(print)
        assert reason_of(caught.value) is Reason.MISSING
        line.close()

    def test_a_table_without_pins_imports_neither_gpiozero_nor_lgpio(self):
        program = (
            "import sys, hardware.button.contact, hardware.button.pins; print({'gpiozero', 'lgpio'} & set(sys.modules))"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
        assert done.stdout.strip() == "set()"

    @pytest.mark.parametrize(
        ("error", "chips", "reason"),
        [
            (Exception("'GPIO busy'"), 1, Reason.BUSY),
            (gpiozero.GPIOPinInUse("pin GPIO17 is already in use"), 1, Reason.BUSY),
            (Exception("'can not open gpiochip'"), 1, Reason.DENIED),
            (Exception("'can not open gpiochip'"), 0, Reason.MISSING),
            (gpiozero.PinUnknownPi("unable to locate Pi revision"), 0, Reason.MISSING),
            (gpiozero.PinInvalidPin("99 is not a valid pin name"), 1, Reason.FAILED),
        ],
        ids=repr,
    )
    def test_the_reason_is_read_from_what_the_libraries_say(self, error, chips, reason, tmp_path):
        if chips:
            (tmp_path / "gpiochip0").touch()
        assert _reason(error, tmp_path) is reason


class TestMockPinDriver:
    @pytest.fixture
    def table(self, pins, tmp_path):
        """A button and a finger that comes through a FIFO, both owned, on the real clock."""
        events, reports, clock = Inbox(), Inbox(), SystemClock()
        fifo = tmp_path / "pins"
        owners = [
            Owner("dice", Button("dice", GpioLine(17, pins), events, clock), reports, clock),
            Owner("finger", MockPinDriver(fifo, pins), reports, clock),
        ]
        for owner in owners:
            owner.start()
            reports.until(lambda report: report.state is DeviceState.READY)
        yield fifo, events
        for owner in owners:
            assert owner.stop(0.5)
        assert not threads_named("owner-")

    def test_a_finger_from_outside_presses_the_button(self, table, caplog):
        fifo, events = table
        with fifo.open("w") as finger:
            finger.write("17 lo")
            finger.flush()
            finger.write("w\nnonsense\n99 low\n17 sideways\n\xff\n")
        assert events.next().gesture is PRESS
        with fifo.open("w") as finger:
            finger.write(" 17  high \n")
        told = [event.gesture for event in (events.next(), *events.rest())]
        assert told[0] is RELEASE
        assert caplog.text.count("WARNING") == 4

    def test_the_fifo_is_private(self, table):
        assert table[0].stat().st_mode & 0o777 == 0o600

    def test_a_file_of_that_name_is_not_touched(self, pins, tmp_path):
        path = tmp_path / "pins"
        path.write_text("17 low\n")
        before, driver = open_descriptors(), MockPinDriver(path, pins)
        with pytest.raises(DeviceFault, match="not a FIFO"):
            driver.open()
        driver.close()
        assert open_descriptors() == before
        assert path.read_text() == "17 low\n"

    def test_a_link_is_not_followed(self, pins, tmp_path):
        os.mkfifo(tmp_path / "elsewhere")
        (tmp_path / "pins").symlink_to(tmp_path / "elsewhere")
        driver = MockPinDriver(tmp_path / "pins", pins)
        with pytest.raises(OSError, match="symbolic links"):
            driver.open()
        driver.close()

    def test_an_endless_line_takes_no_room(self, pins, tmp_path):
        driver = MockPinDriver(tmp_path / "pins", pins)
        driver.open()
        for _ in range(100):
            driver.feed(b"1" * 4096)
        assert len(driver._begun) <= 64
        driver.close()


class TestSimulatedButton:
    def test_it_is_pressed_by_calls_and_owned_like_the_real_one(self):
        events, reports, clock = Inbox(), Inbox(), SystemClock()
        button = SimButton("back", events, clock, ButtonTimings(hold=0.05))
        owner = Owner("back", button, reports, clock)
        owner.start()
        reports.until(lambda report: report.state is DeviceState.READY)
        button.press()
        assert [events.next().gesture, events.next().gesture] == [PRESS, HOLD]
        button.release()
        assert events.next().gesture is RELEASE
        assert owner.stop(0.5)
        button.press()
        assert events.rest() == []


class Moments:
    """A clock whose waits pass at once, with what happens in them; an event that is set ends a wait early."""

    def __init__(self):
        self.now = 0.0
        self.happens = []

    def monotonic(self):
        return self.now

    def wait(self, event, seconds):
        end = round(self.now + seconds, 6)
        while not event.is_set() and self.happens and self.happens[0][0] <= end:
            self.now, act = self.happens.pop(0)
            act()
        if not event.is_set():
            self.now = end
        return event.is_set()


class LookedAt(GpioLine):
    """A line on a mock pin that keeps the moments of the looks. Deaf, it reports no edges."""

    def __init__(self, factory, clock):
        super().__init__(17, factory)
        self.clock = clock
        self.looks = []
        self.deaf = False

    def is_down(self):
        self.looks.append(round(self.clock.now, 6))
        return super().is_down()

    def _edge(self, down):
        if not self.deaf:
            super()._edge(down)


class TestSleep:
    def served(self, until, *happens):
        """Serve a button on a mock pin: (moment, level, whether the edge is reported)."""
        clock, pins, stop = Moments(), PinFactory(FactoryKind.MOCK), Stop()
        line = LookedAt(pins, clock)
        told = []
        button = Button("dice", line, lambda event: told.append((event.gesture, round(clock.now, 6))), clock)
        button.open()
        pin = pins.take().pin(17)

        def move(level, heard):
            line.deaf = not heard
            pin.drive_low() if level else pin.drive_high()

        moves = [(moment, lambda level=level, heard=heard: move(level, heard)) for moment, level, heard in happens]
        clock.happens = [*moves, (until, stop.set)]
        button.serve(stop)
        button.close()
        pins.give_back()
        return told, line.looks, button.lost_edges

    def test_at_rest_it_looks_every_two_seconds_and_never_between(self):
        assert self.served(9.0) == ([], [0, 2, 4, 6, 8, 9], 0)

    def test_an_edge_wakes_at_once_and_then_only_what_is_due(self):
        told, looks, lost = self.served(3.0, (0.7, True, True), (1.6, False, True))
        assert told == [(PRESS, 0.7), (HOLD, 1.5), (RELEASE, 1.63)]
        assert looks == [0, 0.7, 1.5, 1.6, 1.63, 3.0]
        assert lost == 0

    def test_a_lost_press_is_found_by_the_slow_look(self):
        told, looks, lost = self.served(2.5, (0.7, True, False))
        assert told == [(PRESS, 2.01)]
        assert looks == [0, 2, 2.01, 2.5]
        assert lost == 1

    def test_a_lost_release_does_not_become_a_hold(self):
        told, _, lost = self.served(5.0, (0.5, True, True), (0.9, False, False))
        assert told == [(PRESS, 0.5), (RELEASE, 1.33), (TAP, 1.33)]
        assert lost == 1
