"""The WS2812 encoder against a decoder that knows edges alone; the order, the current, and the device."""

from __future__ import annotations

import errno
import random
import sys
import threading
import types
from pathlib import Path

import pytest

from hardware import ring
from hardware.clock import TravelClock
from hardware.owner import DeviceFault, Owner, Reason, Stop
from hardware.ring import (
    SPI_CLOCK_HZ,
    BadSignal,
    LedLevels,
    Ring,
    RingSettings,
    SimSpi,
    current,
    decode,
    dimmed,
    encode,
    limited,
)

DARK = (0, 0, 0)


def lights(count: int, seed: int = 1) -> list[LedLevels]:
    chance = random.Random(seed)
    return [(chance.randrange(256), chance.randrange(256), chance.randrange(256)) for _ in range(count)]


# The code on the line


def test_the_bytes_of_one_light_are_those_of_the_datasheet() -> None:
    """Green, red, blue, highest bit first; 1000 is a 0 and 1100 is a 1."""
    assert encode([(0x0F, 0xA5, 0x00)]).strip(b"\0").hex() == "c8c88c8c" + "8888cccc" + "88888888"


def test_a_frame_rests_300_microseconds_before_and_after() -> None:
    data = encode([(255, 255, 255)] * 60)
    for rest in (data, data[::-1]):
        zeros = len(rest) - len(rest.lstrip(b"\0"))
        assert zeros * 8 / SPI_CLOCK_HZ >= 300e-6


def test_sixty_lights_take_less_than_three_milliseconds() -> None:
    assert len(encode(lights(60))) * 8 / SPI_CLOCK_HZ < 3e-3


@pytest.mark.parametrize("gap", [False, True])
@pytest.mark.parametrize("clock", [0.8 * SPI_CLOCK_HZ, 0.9 * SPI_CLOCK_HZ, SPI_CLOCK_HZ, 1.1 * SPI_CLOCK_HZ])
def test_a_chain_of_lights_understands_it(clock: float, gap: bool) -> None:
    """Also when the SPI block pauses after each byte, and when the clock is off by a tenth and more."""
    sent = [lights(count, count) for count in (1, 24, 60)]
    assert decode(b"".join(map(encode, sent)), clock, gap) == sent


def test_the_decoder_is_strict() -> None:
    good = encode(lights(3))
    for bad, complaint in (
        (good.rstrip(b"\0"), "does not rest"),
        (good.replace(b"\xc8", b"\xe8", 1).replace(b"\x8c", b"\xfc", 1), "neither bit"),
        (good[:150] + good[151:], "whole number"),
        (good[:146] + bytes(20) + good[146:], "too long"),
        (bytes(140) + b"\x80\x88" + bytes(140), "whole number"),
    ):
        with pytest.raises(BadSignal, match=complaint):
            decode(bad)
    assert decode(bytes(1000)) == []


def test_three_spi_bits_a_bit_would_not_survive_a_gap() -> None:
    """Why there are four: with three, a high level at a byte's end is stretched over the pause."""
    clock = 2_400_000
    bits = "".join("110" if value >> bit & 1 else "100" for value in (255, 0, 0) * 3 for bit in range(7, -1, -1))
    data = bytes(100) + int(bits, 2).to_bytes(len(bits) // 8, "big") + bytes(100)
    assert decode(data, clock) == [[(0, 255, 0)] * 3]
    with pytest.raises(BadSignal):
        decode(data, clock, gap=True)


# Order on the wire


def test_the_ring_begins_at_arc_1_and_runs_clockwise() -> None:
    seen = [(at, 0, 0) for at in range(6)]
    wired = [light[0] for light in RingSettings(count=6, arc_1=2).to_wire(seen)]
    assert wired == [4, 5, 0, 1, 2, 3]
    backwards = [light[0] for light in RingSettings(count=6, arc_1=2, clockwise=False).to_wire(seen)]
    assert backwards == [2, 1, 0, 5, 4, 3]


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize("sacrificial", [True, False])
@pytest.mark.parametrize("offset", [0, 3])
def test_what_was_put_on_the_wire_is_found_again(clockwise: bool, sacrificial: bool, offset: int) -> None:
    settings = RingSettings(24, offset, 17, clockwise, sacrificial)
    shown = lights(24)
    wire = settings.to_wire(shown)
    assert len(wire) == settings.wired == 24 + offset + sacrificial
    assert wire[: settings.dark] == [DARK] * (offset + sacrificial)
    assert settings.from_wire(wire) == shown
    assert len(encode(wire)) == settings.length


@pytest.mark.parametrize(
    "wrong", [{"count": 0}, {"offset": -1}, {"arc_1": 60}, {"brightness": 1.5}, {"brightness": -0.1}, {"limit": 0}]
)
def test_impossible_rings_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="ring|brightness"):
        RingSettings(**wrong)  # type: ignore[arg-type]


# Current and brightness


def test_the_estimate_counts_lights_and_channels() -> None:
    assert current([DARK] * 60) == 60
    assert current([(255, 255, 255)]) == 61
    assert current([(255, 255, 255)] * 60) == 60 * 61


def test_no_frame_draws_more_than_the_limit() -> None:
    chance = random.Random(2)
    for _ in range(300):
        frame = lights(chance.randrange(1, 120), chance.randrange(10**6))
        limit = chance.uniform(1, 4000)
        kept = limited(frame, limit)
        assert current(kept) <= max(limit, len(frame))
        if current(frame) <= limit:
            assert kept == frame


def test_the_limit_keeps_the_colors() -> None:
    kept = limited([(200, 100, 50)] * 60, 400)
    assert current(kept) > 380
    (red, green, blue), *_ = kept
    assert red == pytest.approx(2 * green, abs=2)
    assert green == pytest.approx(2 * blue, abs=2)


def test_a_limit_below_the_idle_current_leaves_darkness() -> None:
    assert limited([(255, 255, 255)] * 60, 30) == [DARK] * 60


@pytest.mark.parametrize("brightness", [0.0, 0.01, 0.1, 0.5, 1.0])
def test_brightness_is_a_ceiling_and_puts_no_light_out(brightness: float) -> None:
    frame = [(value, value, value) for value in range(256)]
    kept = dimmed(frame, brightness)
    assert max(map(max, kept)) <= max(255 * brightness, 1 if brightness else 0)
    assert kept[0] == DARK
    assert all(light[0] for light in kept[1:]) is (brightness > 0)
    assert [light[0] for light in kept] == sorted(light[0] for light in kept)


# The device


class Bench:
    """A ring on a simulated line, on a clock of its own."""

    def __init__(self, **settings: object) -> None:
        self.clock = TravelClock(1000)
        self.line = SimSpi()
        self.settings = RingSettings(**{"count": 24, "limit": 5000, **settings})  # type: ignore[arg-type]
        self.ring = Ring(lambda: self.line, self.settings, self.clock)

    def shown(self) -> list[LedLevels]:
        """What is on the ring now, read back from the line's bytes."""
        (wire,) = decode(self.line.last)
        return self.settings.from_wire(wire)


def test_a_frame_arrives_on_the_lights() -> None:
    bench = Bench(arc_1=5, clockwise=False, offset=2)
    bench.ring.open()
    bench.ring.accept(tuple(lights(24)))
    bench.ring.step()
    assert bench.shown() == lights(24)


def test_a_frame_goes_out_once_and_again_after_the_refresh_time() -> None:
    bench = Bench()
    bench.ring.open()
    bench.ring.accept(tuple(lights(24)))
    assert bench.ring.step() == pytest.approx(2.0)
    assert bench.line.count == 1
    bench.clock.advance(1.9)
    assert bench.ring.step() == pytest.approx(0.1)
    assert bench.line.count == 1
    bench.clock.advance(0.1)
    bench.ring.step()
    assert bench.line.count == 2
    assert bench.shown() == lights(24)


def test_the_frame_rate_has_a_cap_and_the_latest_frame_wins() -> None:
    bench = Bench(frames_per_second=40)
    bench.ring.open()
    bench.ring.step()
    for at in range(1000):
        bench.clock.advance(0.001)
        bench.ring.accept(tuple(lights(24, at)))
        bench.ring.step()
    assert 35 <= bench.line.count <= 41
    bench.clock.advance(0.025)
    bench.ring.step()
    assert bench.shown() == lights(24, 999)


def test_brightness_and_current_are_kept_on_the_line() -> None:
    bench = Bench(count=60, brightness=0.1)
    bench.ring.open()
    bench.ring.accept(((255, 255, 255),) * 60)
    bench.ring.step()
    assert bench.shown() == [(25, 25, 25)] * 60
    bright = Bench(count=60, limit=800)
    bright.ring.open()
    bright.ring.accept(((255, 255, 255),) * 60)
    bright.ring.step()
    assert 750 < current(bright.shown()) <= 800


def test_a_ring_too_long_for_the_buffer_says_how_long_it_may_be() -> None:
    bench = Bench(count=400)
    with pytest.raises(DeviceFault, match="at most 318 lights") as caught:
        bench.ring.open()
    assert caught.value.reason is Reason.FAILED
    Bench(count=318).ring.open()
    with pytest.raises(DeviceFault):
        Bench(count=318, sacrificial=True).ring.open()


def test_a_frame_of_the_wrong_length_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="23 lights for a ring of 24"):
        Bench().ring.show(lights(23))


def test_a_lost_line_is_reported_and_the_frame_is_back_with_it() -> None:
    bench = Bench()
    bench.ring.open()
    bench.ring.accept(tuple(lights(24)))
    bench.ring.step()
    bench.line.refuse(OSError(errno.EIO, "gone"))
    bench.clock.advance(2)
    with pytest.raises(OSError, match="gone"):
        bench.ring.step()
    bench.ring.close()
    with pytest.raises(DeviceFault):
        bench.ring.step()
    bench.line = SimSpi()
    bench.ring.open()
    bench.ring.step()
    assert bench.shown() == lights(24)


def test_show_never_blocks_and_the_ring_ends_dark() -> None:
    """The whole device in its owner's thread: shown from outside, stopped, dark."""
    line, seen = SimSpi(keep=1000), threading.Event()
    statuses = []
    device = Ring(lambda: line, RingSettings(count=24, limit=5000))
    owner = Owner("ring", device, statuses.append, TravelClock())
    write = line.write

    def watched(data: bytes) -> None:
        write(data)
        if decode(data) == [lights(24, 9)]:
            seen.set()

    line.write = watched  # type: ignore[method-assign]
    owner.start()
    for at in range(10):
        device.show(lights(24, at))
    assert seen.wait(5)
    assert owner.stop(5)
    assert decode(line.last) == [[DARK] * 24]
    assert [str(status.state) for status in statuses] == ["opening", "ready"]


def test_serve_ends_when_told_before_it_began() -> None:
    bench = Bench()
    bench.ring.open()
    stop = Stop()
    stop.set()
    bench.ring.serve(stop)
    assert bench.shown() == [DARK] * 24


# The two lines


def test_the_simulated_line_leaves_its_bytes_for_others(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "ring.bin"
    line = SimSpi(path)
    for seed in (1, 2):
        line.write(encode(lights(24, seed)))
        assert decode(path.read_bytes()) == [lights(24, seed)]
    before = path.stat().st_mtime_ns
    line.write(encode(lights(24, 2)))
    assert path.stat().st_mtime_ns == before
    assert [entry.name for entry in path.parent.iterdir()] == ["ring.bin"]


def test_the_simulated_line_forgets_old_frames() -> None:
    line = SimSpi(keep=3)
    for seed in range(10):
        line.write(encode(lights(4, seed)))
    assert line.count == 10
    assert [decode(data)[0] for data in line.sent] == [lights(4, seed) for seed in (7, 8, 9)]


class FakeSpiDev:
    """The calls of spidev 3.8's SpiDev that are used here."""

    made: list[FakeSpiDev] = []

    def __init__(self) -> None:
        self.log: list[object] = []
        self.max_speed_hz = 0
        self.mode = 3
        FakeSpiDev.made.append(self)

    def open(self, bus: int, device: int) -> None:
        self.log.append(("open", bus, device))

    def writebytes2(self, data: bytes) -> None:
        self.log.append((self.max_speed_hz, self.mode, data))

    def close(self) -> None:
        self.log.append("close")


def test_the_real_line_sends_one_transfer_at_3_2_megahertz(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "spidev", types.SimpleNamespace(SpiDev=FakeSpiDev))
    buffer = tmp_path / "bufsiz"
    monkeypatch.setattr(ring, "_BUFFER", buffer)
    line = ring.SpiLine(1, 2)
    assert line.capacity == 4096
    buffer.write_text("65536\n")
    assert line.capacity == 65536
    line.write(b"abc")
    line.close()
    assert FakeSpiDev.made[-1].log == [("open", 1, 2), (3_200_000, 0, b"abc"), "close"]


def test_without_spidev_the_ring_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    statuses = []
    clock = TravelClock()
    owner = Owner("ring", Ring(ring.SpiLine, RingSettings(), clock), statuses.append, clock)
    owner.start()
    clock.when_waited_for(0.2)
    assert owner.stop(5)
    assert statuses[-1].reason is Reason.MISSING
