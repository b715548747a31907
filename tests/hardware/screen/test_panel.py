"""The modelled panels: registers, memory and glass as the datasheets have them, and the bus that they hang on."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from hardware.screen.controllers import COMMAND, DATA, SIZE, STATUS_OFF, Controller
from hardware.screen.panel import PictureFolder, SimBus, SimPanel

CONTROLLERS: tuple[Controller, ...] = ("ssd1306", "sh1106", "ssd1309")
UPRIGHT = (0xA1, 0xC8, 0x8D, 0x14, 0xAF)


def slope() -> Image.Image:
    """A picture without any symmetry."""
    picture = Image.new("1", SIZE)
    for x in range(128):
        for y in range(0, 1 + x // 2):
            picture.putpixel((x, min(63, y)), 255 * ((x * y + x) % 3 == 0))
    return picture


def in_pages(picture: Image.Image) -> list[list[int]]:
    """The bytes of the eight pages of `picture`, computed pixel by pixel."""
    return [
        [sum(bool(picture.getpixel((x, 8 * page + bit))) << bit for bit in range(8)) for x in range(128)]
        for page in range(8)
    ]


def lit_panel(controller: Controller) -> SimPanel:
    panel = SimPanel(controller)
    panel.command(UPRIGHT)
    return panel


def by_pages(panel: SimPanel, picture: Image.Image, column: int) -> None:
    for page, columns in enumerate(in_pages(picture)):
        panel.command((0xB0 | page, column & 0x0F, 0x10 | column >> 4))
        panel.data(columns)


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.mode == other.mode == "1" and one.size == other.size and one.tobytes() == other.tobytes()


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_page_addressing_is_understood(controller: Controller) -> None:
    panel = lit_panel(controller)
    by_pages(panel, slope(), panel.column_offset)
    assert same(panel.image(), slope())


@pytest.mark.parametrize("controller", ["ssd1306", "ssd1309"])
def test_horizontal_and_vertical_addressing_are_understood(controller: Controller) -> None:
    pages = in_pages(slope())
    for mode, values in (
        (0, [value for columns in pages for value in columns]),
        (1, [columns[x] for x in range(128) for columns in pages]),
    ):
        panel = lit_panel(controller)
        panel.command((0x20, mode, 0x21, 0, 127, 0x22, 0, 7))
        assert not panel.data(values[:-1])
        assert panel.data(values[-1:])
        assert same(panel.image(), slope())


def test_a_window_is_filled_and_nothing_else() -> None:
    panel = lit_panel("ssd1306")
    panel.command((0x20, 0, 0x21, 0, 127, 0x22, 0, 7))
    panel.data(bytes(1024))
    panel.command((0x21, 10, 12, 0x22, 2, 3))
    assert panel.data([0xFF] * 6)
    assert panel.image().getbbox() == (10, 16, 13, 32)


def test_the_wrong_column_on_an_sh1106_shifts_the_picture_by_two() -> None:
    panel = lit_panel("sh1106")
    by_pages(panel, slope(), 0)
    assert not same(panel.image(), slope())
    assert same(panel.image().crop((0, 0, 126, 64)), slope().crop((2, 0, 128, 64)))
    other_board = SimPanel("sh1106", column_offset=0)
    other_board.command(UPRIGHT)
    by_pages(other_board, slope(), 0)
    assert same(other_board.image(), slope())


def test_a_panel_is_dark_until_it_is_switched_on_with_its_pump() -> None:
    panel = SimPanel("ssd1306")
    panel.command((0xA1, 0xC8))
    by_pages(panel, slope(), 0)
    assert panel.image().getbbox() is None
    panel.command([0xAF])
    assert panel.image().getbbox() is None
    panel.command((0x8D, 0x14))
    assert same(panel.image(), slope())
    panel.command([0xAE])
    assert panel.image().getbbox() is None


def test_the_picture_can_be_turned_inverted_and_overridden() -> None:
    panel = lit_panel("ssd1309")
    by_pages(panel, slope(), 0)
    panel.command([0xA0])
    assert same(panel.image(), slope().transpose(Image.Transpose.FLIP_LEFT_RIGHT))
    panel.command([0xC0])
    assert same(panel.image(), slope().transpose(Image.Transpose.ROTATE_180))
    panel.command((0xA1, 0xC8, 0xA7))
    assert same(panel.image(), ImageChops.invert(slope()))
    panel.command((0xA6, 0xA5))
    assert panel.image().getcolors() == [(128 * 64, 255)]
    panel.command((0xA4, 0x48))
    assert same(panel.image(), ImageChops.offset(slope(), 0, -8))
    panel.command((0x40, 0xD3, 4))
    assert same(panel.image(), ImageChops.offset(slope(), 0, -4))


def test_arguments_may_come_in_another_message() -> None:
    panel = SimPanel()
    panel.command([0x81])
    panel.command([0x33])
    assert panel.contrast == 0x33
    panel.command([0x21, 5])
    panel.command([9, 0xAF])
    assert panel.on


def test_power_loss_forgets_everything() -> None:
    panel = lit_panel("ssd1306")
    panel.command((0x20, 0, 0x81, 1))
    panel.data(bytes(1024))
    panel.power_on()
    assert not panel.lit and panel.status == STATUS_OFF and panel.contrast == 0x7F
    panel.command(UPRIGHT)
    assert panel.image().getbbox() is not None, "the memory holds noise"
    panel.data([0xFF] * 1024)
    assert panel.image().crop((0, 8, 128, 64)).getcolors() != [(128 * 56, 255)], "and is addressed by pages again"


# The bus


def test_the_bus_carries_commands_data_and_the_status() -> None:
    bus = SimBus()
    assert bus.read_byte(0x3C) & STATUS_OFF
    for code in UPRIGHT:
        bus.write_byte_data(0x3C, COMMAND, code)
    assert not bus.read_byte(0x3C) & STATUS_OFF
    for page, columns in enumerate(in_pages(slope())):
        bus.write_i2c_block_data(0x3C, COMMAND, [0xB0 | page, 0x00, 0x10])
        for at in range(0, 128, 32):
            bus.write_i2c_block_data(0x3C, DATA, columns[at : at + 32])
    assert same(bus.image(), slope())
    bus.write_byte(0x3C, 0)
    bus.close()
    assert same(bus.image(), slope())


def test_a_block_is_at_most_32_bytes() -> None:
    with pytest.raises(ValueError, match="33"):
        SimBus().write_i2c_block_data(0x3C, DATA, [0] * 33)


def test_nobody_else_answers() -> None:
    bus = SimBus(address=0x3D)
    bus.write_byte(0x3D, 0)
    with pytest.raises(OSError) as caught:
        bus.write_byte(0x3C, 0)
    assert caught.value.errno == errno.EREMOTEIO


def test_the_plug_can_be_pulled_at_once_or_in_mid_picture() -> None:
    bus = SimBus()
    bus.write_i2c_block_data(0x3C, COMMAND, list(UPRIGHT))
    bus.unplug(after=2)
    bus.write_byte(0x3C, 0)
    bus.write_byte(0x3C, 0)
    for _ in range(2):
        with pytest.raises(OSError, match="I/O"):
            bus.write_byte(0x3C, 0)
    assert bus.image().getbbox() is None
    bus.plug()
    assert bus.read_byte(0x3C) & STATUS_OFF
    bus.unplug()
    with pytest.raises(OSError, match="I/O"):
        bus.read_byte(0x3C)


def test_a_bus_can_refuse() -> None:
    bus = SimBus()
    bus.refuse(TimeoutError(errno.ETIMEDOUT, "stuck"))
    with pytest.raises(TimeoutError, match="stuck"):
        bus.write_byte(0x3C, 0)
    bus.refuse(None)
    bus.write_byte(0x3C, 0)
    assert bus.transfers == 1


def show_pages(bus: SimBus, picture: Image.Image) -> None:
    bus.write_i2c_block_data(0x3C, COMMAND, list(UPRIGHT))
    for page, columns in enumerate(in_pages(picture)):
        bus.write_i2c_block_data(0x3C, COMMAND, [0xB0 | page, 0x00, 0x10])
        for at in range(0, 128, 32):
            bus.write_i2c_block_data(0x3C, DATA, columns[at : at + 32])


def test_every_whole_picture_is_seen_once() -> None:
    seen: list[Image.Image] = []
    bus = SimBus(see=seen.append)
    show_pages(bus, slope())
    assert len(seen) == 2, "when the panel was switched on, and when the picture was whole"
    assert same(seen[-1], slope())


def test_pictures_are_left_as_files(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "screen"
    bus = SimBus(see=PictureFolder(folder).save)
    show_pages(bus, slope())
    assert [entry.name for entry in folder.iterdir()] == ["screen.png"]
    with Image.open(folder / "screen.png") as picture:
        assert same(picture.convert("1"), slope())


@pytest.mark.parametrize("size", [SIZE, (1, 1), (13, 5)])
def test_a_picture_of_any_size_is_a_sound_file(tmp_path, size):
    width, height = size
    picture = Image.frombytes("1", size, bytes(37 * at % 251 for at in range((width + 7) // 8 * height)))
    PictureFolder(tmp_path).save(picture)
    with Image.open(tmp_path / "screen.png") as checked:
        checked.verify()  # the sums of the chunks
    with Image.open(tmp_path / "screen.png") as seen:
        assert (seen.mode, seen.size) == ("1", size)
        assert seen.tobytes() == picture.tobytes()


def test_a_history_is_kept_when_asked_and_repeats_are_left_out(tmp_path: Path) -> None:
    folder = PictureFolder(tmp_path, history=True)
    pictures = [Image.new("1", SIZE), slope(), slope(), ImageChops.invert(slope())]
    for picture in pictures:
        folder.save(picture)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "screen-000001.png",
        "screen-000002.png",
        "screen-000003.png",
        "screen.png",
    ]
    with Image.open(tmp_path / "screen-000002.png") as second, Image.open(tmp_path / "screen.png") as last:
        assert same(second.convert("1"), slope())
        assert same(last.convert("1"), pictures[-1])


def test_whoever_looks_never_finds_half_a_picture(tmp_path, monkeypatch):
    whole, looks, seen = Path.write_bytes, [], []

    def slowly(path, data):
        whole(path, b"half")
        looks.append(path)
        seen.extend(
            found.name
            for found in tmp_path.iterdir()
            if not found.name.startswith(".") and found.read_bytes() == b"half"
        )
        return whole(path, data)

    monkeypatch.setattr(Path, "write_bytes", slowly)
    PictureFolder(tmp_path, history=True).save(Image.new("1", SIZE, 1))
    assert sorted(found.name for found in tmp_path.iterdir()) == ["screen-000001.png", "screen.png"]
    assert len(looks) == 2 and not seen
