import threading
import time

import pytest

from hardware.clock import SystemClock, TravelClock, reached


def test_the_system_clock_is_the_monotonic_one():
    before = time.monotonic()
    assert before <= SystemClock().monotonic() <= time.monotonic()


def test_the_system_clock_waits_for_an_event_or_for_the_time():
    event = threading.Event()
    assert SystemClock().wait(event, 0.001) is False
    assert SystemClock().wait(event, -1) is False
    event.set()
    assert SystemClock().wait(event, 60) is True


def test_travelling_adds_up_exactly():
    clock = TravelClock()
    for _ in range(10):
        clock.advance(0.1)
    assert clock.monotonic() == 1.0
    clock.advance(1.001)
    assert clock.monotonic() == 2.001


def test_a_clock_does_not_go_back():
    with pytest.raises(ValueError, match="does not go back"):
        TravelClock().advance(-0.1)


@pytest.mark.parametrize("set_before", [True, False])
def test_a_wait_on_the_travel_clock_ends_by_its_event(set_before):
    clock, event, ended = TravelClock(), threading.Event(), []
    if set_before:
        event.set()
    thread = threading.Thread(target=lambda: ended.append(clock.wait(event, 3600)))
    thread.start()
    event.set()
    thread.join(5)
    assert ended == [True]
    assert clock.monotonic() == 0


def test_a_wait_on_the_travel_clock_ends_when_the_clock_gets_there_and_no_sooner():
    clock, event, ended = TravelClock(), threading.Event(), []
    thread = threading.Thread(target=lambda: ended.append((clock.wait(event, 1.0), clock.monotonic())))
    thread.start()
    clock.when_waited_for(0.6)
    clock.when_waited_for(0.4)
    thread.join(5)
    assert ended == [(False, 1.0)]


def test_nobody_waiting_is_noticed():
    with pytest.raises(TimeoutError):
        TravelClock().when_waited_for(1, patience=0.01)


def test_a_moment_is_reached_despite_the_rounding_of_decimals():
    assert 0.1 + 0.2 > 0.3
    assert reached(0.1 + 0.2, 0.3)
    assert not reached(0.30001, 0.3)
