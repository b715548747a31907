"""The OLED: its letters, its pictures, and the real luma.oled drivers against the modelled panels, pixel by pixel."""

from __future__ import annotations

import atexit
import errno
import gc
import itertools
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import luma.core.error
import luma.oled.device
import pytest
from PIL import Image, ImageChops

from hardware.clock import TravelClock
from hardware.owner import DeviceFault, Owner, Reason, Status, Stop
from hardware.screen import display, font
from hardware.screen.controllers import SIZE, Controller
from hardware.screen.display import Display, DisplaySettings, Screen, View, draw, i2c_bus, pages
from hardware.screen.panel import SimBus, SimPanel

CONTROLLERS: tuple[Controller, ...] = get_args(Controller)
ASCII = "".join(map(chr, range(0x20, 0x7F)))
HIT = Screen(("^GARGOYLE FLYING", "ARC 2 RED", "KNIGHT  HP 2", ">PRESS=HIT"), inverted=3)
FACES = [font.face(8, 16), font.face(16, 32)]
MESSAGES = sorted(Path(display.__file__).parents[2].glob("companion/narration/*/*.ftl"))


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.mode == other.mode == "1" and one.size == other.size and one.tobytes() == other.tobytes()


def ink(picture: Image.Image) -> int:
    return picture.convert("L").histogram()[255]


# Letters


@pytest.mark.parametrize("face", FACES, ids=["8x16", "16x32"])
def test_every_printable_ascii_character_has_its_own_picture(face: font.Font) -> None:
    pictures = {face.raster(character, 1) for character in ASCII}
    assert len(pictures) == len(ASCII)
    assert not any(face.raster(" ", 1))
    assert all(any(face.raster(character, 1)) for character in ASCII[1:])


@pytest.mark.parametrize("face", FACES, ids=["8x16", "16x32"])
def test_all_glyphs_fill_their_cell_exactly(face: font.Font) -> None:
    for character, rows in face.glyphs.items():
        assert len(rows) == face.height, character
        assert {len(row) for row in rows} == {face.width // 8}, character


def test_letters_are_drawn_in_two_pixel_strokes() -> None:
    """An I in the large face: a stem two pixels wide, ten high, between two serifs. No gray, nothing scaled."""
    rows = [f"{row[0]:08b}".replace("0", ".") for row in font.face(8, 16).glyphs["I"]]
    assert rows == 2 * ["........"] + ["..1111.."] + 8 * ["...11..."] + ["..1111.."] + 4 * ["........"]


def test_text_without_a_glyph_is_spelled_with_what_there_is() -> None:
    spell = font.face(8, 16).spell
    assert spell("Ärger, Łódź, Ωμέγα, Жук") == "Ärger, Łódź, Ωμέγα, Жук"
    assert spell("e\u0301a\u0308") == "éä"
    assert spell("\N{LATIN SMALL LIGATURE FI}re \N{MINUS SIGN}3\N{NO-BREAK SPACE}x\t\n") == "fire -3 x  "
    assert spell("\N{LATIN SMALL LETTER E WITH CIRCUMFLEX AND ACUTE}") == "e"
    assert spell("a\u200db\u0332") == "ab", "joiners and loose accents take no cell"
    assert spell("\N{DRAGON}\N{CJK UNIFIED IDEOGRAPH-706B}") == "??"


@pytest.mark.parametrize("face", FACES, ids=["8x16", "16x32"])
def test_no_text_of_the_product_lacks_a_glyph(face: font.Font) -> None:
    """Every character of every message file is in both faces, or has a spelling that is."""
    assert ("en", "events.ftl") in {(path.parent.name, path.name) for path in MESSAGES}
    used = set(ASCII + "–—‘’“”…•→←").union(*(path.read_text("utf-8") for path in MESSAGES))
    missing = {character for character in used if font.UNKNOWN in face.spell(character)} - {font.UNKNOWN}
    assert not missing


def test_only_two_faces_exist() -> None:
    with pytest.raises(FileNotFoundError):
        font.face(6, 8)


# Pictures


def cells(picture: Image.Image, width: int, height: int) -> Iterator[tuple[int, int, Image.Image]]:
    for row, column in itertools.product(range(64 // height), range(128 // width)):
        box = (column * width, row * height, (column + 1) * width, (row + 1) * height)
        yield row, column, picture.crop(box)


def test_the_large_view_has_four_lines_of_sixteen_letters() -> None:
    """A49: read back cell by cell."""
    screen = Screen(("ABCDEFGHIJKLMNOP", "qrstuvwxyz012345", "6789 !?+-=/^<>.,", "(8x16)"))
    letters = {face_picture(character): character for character in ASCII}
    read = [[" "] * 16 for _ in range(4)]
    for row, column, cell in cells(draw(screen), 8, 16):
        read[row][column] = letters[cell.tobytes()]
    assert tuple("".join(line).rstrip() for line in read) == screen.lines


def face_picture(character: str) -> bytes:
    return font.face(8, 16).raster(character, 1)


def test_the_offer_s_line_is_inverted_over_its_whole_width() -> None:
    """A51."""
    plain, offered = draw(Screen(HIT.lines)), draw(HIT)
    assert same(offered.crop((0, 0, 128, 48)), plain.crop((0, 0, 128, 48)))
    assert same(offered.crop((0, 48, 128, 64)), ImageChops.invert(plain.crop((0, 48, 128, 64))))


def test_what_is_too_long_is_cut_and_told() -> None:
    long = Screen(("ABCDEFGHIJKLMNOPQRST", "", "", "", "FIFTH"))
    assert not long.fits
    assert same(draw(long), draw(Screen(("ABCDEFGHIJKLMNOP",))))
    assert HIT.fits
    assert not Screen(("\N{LATIN SMALL LIGATURE FFI}" * 6,)).fits, "counted as it is spelled"


def test_an_empty_screen_is_black() -> None:
    for view in View:
        assert pages(Screen((), None, view)) == ((),)
        assert draw(Screen((), None, view)).getbbox() is None


def test_the_giant_view_shows_two_lines_of_eight_and_leafs() -> None:
    giant = Screen(HIT.lines, HIT.inverted, View.GIANT)
    laid = pages(giant)
    assert all(len(rows) <= 2 and all(len(text) <= 8 for text, _ in rows) for rows in laid)
    shown = "".join(text for rows in laid for text, _ in rows)
    assert shown.replace(" ", "") == "".join(HIT.lines).replace(" ", ""), "nothing is lost"
    assert laid[-1] == ((">PRESS=", True), ("HIT", True))
    assert not any(inverted for rows in laid[:-1] for _, inverted in rows)
    (upper, lower) = font.face(16, 32).raster("ARC 2", 8), font.face(16, 32).raster("RED", 8)
    assert draw(giant, 1).tobytes() == upper + lower
    assert same(draw(giant, len(laid)), draw(giant, 0))


LETTERS = "".join(character for character in ASCII if character not in "`TY%~")


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("shift", display.WANDERINGS)
def test_wandering_cuts_no_letter(view: View, shift: display.Shift) -> None:
    for start in range(0, len(LETTERS), 64):
        part = LETTERS[start : start + 64].ljust(64)
        for line in (part[at : at + 16] for at in range(0, 64, 16)):
            for at in range(4):
                screen = Screen(("",) * at + (line,), None, View.LARGE)
                assert ink(draw(screen, 0, shift)) == ink(draw(screen))
    giant = Screen(("AGjy_|[]", "MWgp()#@"), None, view)
    assert ink(draw(giant, 0, shift)) == ink(draw(giant))


# The device against the modelled panel


class Bench:
    """A display on a simulated bus, on a clock of its own."""

    def __init__(self, controller: Controller = "ssd1306", panel: SimPanel | None = None, **settings: Any) -> None:
        self.clock = TravelClock(1000)
        self.bus = SimBus(panel or SimPanel(controller))
        self.settings = DisplaySettings(controller=controller, **settings)
        self.display = Display(lambda: self.bus, self.settings, self.clock)

    def show(self, screen: Screen) -> float:
        self.display.accept(screen)
        return self.display.step()

    def expected(self, screen: Screen, page: int = 0) -> Image.Image:
        """What must be on the glass now, by the bench's own reckoning of where the picture stands."""
        step = int(self.clock.monotonic() / self.settings.wander_every)
        return draw(screen, page, display.WANDERINGS[step % len(display.WANDERINGS)])

    def pass_time(self, seconds: float, every: float = 0.5) -> Iterator[Image.Image]:
        for _ in range(round(seconds / every)):
            self.clock.advance(every)
            self.display.step()
            yield self.bus.image()


@pytest.mark.parametrize("controller", CONTROLLERS)
@pytest.mark.parametrize("screen", [HIT, Screen(HIT.lines, 3, View.GIANT), Screen(("|" * 16,) * 4, 0)])
def test_the_glass_shows_the_picture_pixel_by_pixel(controller: Controller, screen: Screen) -> None:
    bench = Bench(controller)
    bench.display.open()
    bench.show(screen)
    assert same(bench.bus.image(), bench.expected(screen))
    assert bench.bus.panel.contrast == 0xCF


def test_an_sh1106_whose_glass_begins_at_column_0() -> None:
    bench = Bench("sh1106", SimPanel("sh1106", column_offset=0), column_offset=0)
    bench.display.open()
    bench.show(HIT)
    assert same(bench.bus.image(), bench.expected(HIT))
    wrong = Bench("sh1106", SimPanel("sh1106", column_offset=0), column_offset=2)
    wrong.display.open()
    wrong.show(HIT)
    assert not same(wrong.bus.image(), wrong.expected(HIT)), "the setting does something"


def test_a_panel_can_stand_on_its_head() -> None:
    bench = Bench(rotate=2)
    bench.display.open()
    bench.show(HIT)
    assert same(bench.bus.image(), bench.expected(HIT).transpose(Image.Transpose.ROTATE_180))


def test_a_frame_travels_only_when_it_changed() -> None:
    bench = Bench()
    bench.display.open()
    bench.show(HIT)
    sent = bench.bus.transfers
    assert bench.show(HIT) == pytest.approx(1.0)
    assert bench.show(Screen(HIT.lines, HIT.inverted)) > 0
    assert bench.bus.transfers == sent
    bench.clock.advance(0.1)
    bench.show(Screen(HIT.lines[:2]))
    assert bench.bus.transfers > sent


def test_frames_are_capped_and_the_latest_wins() -> None:
    seen: list[bytes] = []
    bench = Bench()
    bench.bus = SimBus(see=lambda picture: seen.append(picture.tobytes()))
    bench.display.open()
    bench.show(Screen(("BEGIN",)))
    seen.clear()
    for number in range(1000):
        bench.clock.advance(0.001)
        wait = bench.show(Screen((f"NUMBER {number}",)))
        assert 0 < wait <= 1.0
    assert 13 <= len(seen) <= 15
    bench.clock.advance(wait)
    bench.display.step()
    assert same(bench.bus.image(), bench.expected(Screen(("NUMBER 999",))))


def test_the_picture_moves_two_pixels_within_a_minute() -> None:
    """A52, over every minute of an hour."""
    bench = Bench(dim_after=1e9)
    bench.display.open()
    bench.show(Screen(("X",)))
    boxes = []
    for picture in bench.pass_time(3600, every=2):
        box = picture.getbbox()
        assert box is not None
        boxes.append(box)
    assert len(boxes) == 1800
    for start in range(0, len(boxes) - 30, 7):
        minute = boxes[start : start + 30]
        assert max(box[1] for box in minute) - min(box[1] for box in minute) >= 2
        assert len({box[0] for box in minute}) == 2
    steps = {(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in itertools.pairwise(boxes)}
    assert steps <= {(0, 0), (0, 1), (1, 0)}, "a pixel at a time"


def test_the_panel_dims_after_five_idle_minutes_and_wakes() -> None:
    bench = Bench()
    bench.display.open()
    bench.show(HIT)
    list(bench.pass_time(299))
    assert bench.bus.panel.contrast == 0xCF
    list(bench.pass_time(2))
    assert bench.bus.panel.contrast == 0x08
    bench.show(HIT)
    assert bench.bus.panel.contrast == 0x08, "the same screen again is no news"
    bench.display.touched()
    bench.display.step()
    assert bench.bus.panel.contrast == 0xCF
    list(bench.pass_time(301))
    bench.show(Screen(("NEWS",)))
    assert bench.bus.panel.contrast == 0xCF


def test_a_night_mode_keeps_it_dim() -> None:
    bench = Bench()
    bench.display.open()
    bench.show(HIT)
    for on, contrast in ((True, 0x08), (False, 0xCF)):
        bench.display.dim(on)
        assert bench.display.step() <= bench.settings.check_every
        assert bench.bus.panel.contrast == contrast


def test_the_giant_view_leafs_with_time_from_the_first_page() -> None:
    bench = Bench(wander_every=1e9)
    giant = Screen(HIT.lines, HIT.inverted, View.GIANT)
    bench.display.open()
    list(bench.pass_time(1))
    bench.show(giant)
    seen = [
        same(picture, bench.expected(giant, page)) for page, picture in enumerate(bench.pass_time(25, every=2.5), 1)
    ]
    assert all(seen) and len(seen) == 10


# Faults


def fault(reason: Reason) -> Callable[[Exception], bool]:
    return lambda error: isinstance(error, DeviceFault) and error.reason is reason


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.ENXIO, errno.EIO])
def test_nobody_at_the_address_is_found_out_before_luma_is_built(number: int) -> None:
    bench = Bench()
    bench.bus.refuse(OSError(number, "no acknowledge"))
    for _ in range(50):
        with pytest.raises(DeviceFault, match="no panel answers at 0x3C") as caught:
            bench.display.open()
        assert caught.value.reason is Reason.MISSING
        bench.display.close()
    gc.collect()
    assert not [thing for thing in gc.get_objects() if isinstance(thing, luma.oled.device.ssd1306)]


def test_other_faults_keep_their_number() -> None:
    bench = Bench()
    bench.bus.refuse(TimeoutError(errno.ETIMEDOUT, "the bus is stuck"))
    with pytest.raises(TimeoutError):
        bench.display.open()
    with pytest.raises(FileNotFoundError):
        Display(lambda: i2c_bus(97)).open()


@pytest.mark.parametrize(
    ("raised", "reason"),
    [
        (luma.core.error.DeviceNotFoundError("x"), Reason.MISSING),
        (luma.core.error.DevicePermissionError("x"), Reason.DENIED),
        (luma.core.error.DeviceDisplayModeError("x"), Reason.FAILED),
    ],
)
def test_luma_s_errors_are_translated(raised: Exception, reason: Reason) -> None:
    def bus() -> Any:
        raise raised

    with pytest.raises(DeviceFault) as caught:
        Display(bus).open()
    assert caught.value.reason is reason
    assert caught.value.__cause__ is raised


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_a_panel_pulled_in_mid_picture_comes_back_with_it(controller: Controller) -> None:
    """After a power cut the panel is off and in the wrong addressing mode: everything is sent again."""
    bench = Bench(controller)
    bench.display.open()
    bench.show(Screen(("BEFORE",)))
    bench.clock.advance(0.2)
    bench.bus.unplug(after=10)
    with pytest.raises((OSError, DeviceFault)):
        bench.show(HIT)
    bench.display.close()
    with pytest.raises(DeviceFault):
        bench.display.open()
    bench.display.close()
    bench.bus.plug()
    bench.display.open()
    bench.display.step()
    assert same(bench.bus.image(), bench.expected(HIT))


def test_a_panel_that_is_pulled_while_nothing_changes_is_missed_within_two_seconds() -> None:
    bench = Bench()
    bench.display.open()
    bench.show(HIT)
    bench.bus.unplug()
    with pytest.raises(OSError):
        list(bench.pass_time(2))


def test_a_power_cut_between_two_checks_is_noticed() -> None:
    bench = Bench()
    bench.display.open()
    bench.show(HIT)
    bench.bus.unplug()
    bench.bus.plug()
    with pytest.raises(DeviceFault, match="without power"):
        list(bench.pass_time(2))
    bench.display.open()
    bench.display.step()
    assert same(bench.bus.image(), bench.expected(HIT))


class Mute(SimBus):
    """A panel whose data line cannot be read."""

    def read_byte(self, i2c_addr: int) -> int:
        raise OSError(errno.EIO, "cannot be read")


def test_a_panel_that_cannot_be_read_is_checked_by_writing() -> None:
    bench = Bench()
    bench.bus = Mute()
    bench.display.open()
    bench.show(HIT)
    list(bench.pass_time(10))
    bench.bus.unplug()
    with pytest.raises(OSError):
        list(bench.pass_time(2))


# What luma leaves behind


def hooks(monkeypatch: pytest.MonkeyPatch) -> list[Callable[..., object]]:
    """The exit hooks that are registered from now on and not taken away, kept as atexit keeps them."""
    kept: list[Callable[..., object]] = []
    monkeypatch.setattr(atexit, "register", kept.append)

    def unregister(hook: object) -> None:
        kept[:] = [one for one in kept if not one == hook]  # noqa: SIM201 (as atexit compares)

    monkeypatch.setattr(atexit, "unregister", unregister)
    return kept


def test_no_exit_hook_of_this_display_stays_and_no_other_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = hooks(monkeypatch)
    other = luma.oled.device.ssd1306(luma.core.interface.serial.noop())
    assert len(kept) == 1
    bench = Bench()
    for _ in range(3):
        bench.display.open()
        bench.display.close()
    assert len(kept) == 1
    kept[0]()
    assert other.persist is False


def test_a_display_can_be_forgotten() -> None:
    """With the real atexit: nothing keeps luma's object, nor the bus, once the display is gone."""
    bench = Bench()
    bench.display.open()
    bus = weakref.ref(bench.bus)
    del bench
    gc.collect()
    assert bus() is None


def test_a_construction_that_fails_halfway_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = hooks(monkeypatch)
    bench = Bench()
    for _ in range(5):
        bench.bus.unplug(after=3)  # enough for the probe
        with pytest.raises((OSError, DeviceFault)):
            bench.display.open()
        bench.display.close()
        bench.bus.plug()
    assert kept == []
    bench.display.open()
    bench.show(HIT)
    assert same(bench.bus.image(), bench.expected(HIT))


# In its owner's thread


def wait_until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while not met():
        assert time.monotonic() < deadline
        threading.Event().wait(0.002)


def test_a_whole_life_in_its_owner_s_thread() -> None:
    """Shown from outside, lost, found again with the latest screen, stopped, dark and empty."""
    clock = TravelClock(1000)
    bus = SimBus()
    device = Display(lambda: bus, DisplaySettings(check_every=0.01, wander_every=1e9))
    statuses: list[Status] = []
    owner = Owner("display", device, statuses.append, clock, "sim:")
    owner.start()
    device.show(HIT)
    wait_until(lambda: any(same(bus.image(), draw(HIT, 0, shift)) for shift in display.WANDERINGS))
    bus.unplug()
    wait_until(lambda: statuses[-1].reason is Reason.MISSING)
    device.show(Screen(("LATER",)))
    bus.plug()
    clock.when_waited_for(0.2)
    wait_until(lambda: any(same(bus.image(), draw(Screen(("LATER",)), 0, shift)) for shift in display.WANDERINGS))
    assert owner.stop(5)
    assert not bus.panel.on
    bus.panel.command([0xAF])
    assert bus.image().getbbox() is None, "nothing old is shown when it is switched on again"
    assert [str(status.state) for status in statuses] == ["opening", "ready", "absent", "ready"]


class Slow(SimBus):
    """A bus on which every message takes half a second of the clock."""

    clock: TravelClock

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        self.clock.advance(0.5)
        super().write_i2c_block_data(i2c_addr, register, data)


def test_the_goodbye_is_one_command_when_the_bus_is_slow() -> None:
    bench = Bench()
    bench.bus = slow = Slow()
    slow.clock = bench.clock
    bench.display.open()
    bench.show(HIT)
    sent = slow.transfers
    stop = Stop()
    stop.set()
    bench.display.serve(stop)
    assert slow.transfers == sent + 1
    assert slow.image().getbbox() is None


def test_the_bus_size_is_the_panel_s() -> None:
    assert draw(HIT).size == SIZE == (128, 64)
