"""The picture for the README: a real moment, the same for the same seed, whole in itself."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from companion.commands.desk import make_desk
from companion.play.picture import PNG_SCALE, draw_picture, with_shapes
from companion.play.table import PlayOptions
from hardware.screen.display import WANDERINGS, Screen, draw
from tests.play.tables import run

NAMESPACE = "{http://www.w3.org/2000/svg}"
PIXEL = "h5.4v5.4h-5.4z"
LIGHT, DARK = "a4.7 4.7 0 1 0 9.4", "a1.3 1.3 0 1 0 2.6"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The same picture twice."""
    folder = tmp_path_factory.mktemp("picture")
    made = []
    for name in ("one", "two"):
        options = PlayOptions(state=folder / name, new=True)
        run(draw_picture(options, make_desk(None), folder / f"{name}.svg"))
        made.append((folder / f"{name}.svg").read_text(encoding="utf-8"))
    return made[0], made[1]


def paths(svg: str) -> str:
    return "".join(element.get("d", "") for element in ET.fromstring(svg).iter(f"{NAMESPACE}path"))


def test_the_same_seed_draws_the_same_picture(drawn: tuple[str, str]) -> None:
    assert drawn[0] == drawn[1]


def test_it_is_svg_and_fetches_nothing(drawn: tuple[str, str]) -> None:
    root = ET.fromstring(drawn[0])
    assert root.tag == f"{NAMESPACE}svg"
    assert root.get("viewBox")
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", drawn[0])
    assert "@font-face" not in drawn[0]


def test_it_holds_every_pixel_of_the_panel(drawn: tuple[str, str]) -> None:
    """The boxes of the panel are the pixels of the screen that offers a hit on the Monster that is named there."""
    words = ET.fromstring(drawn[0]).iter(f"{NAMESPACE}text")
    offer = next(text.text or "" for text in words if (text.text or "").rstrip("\xa0").endswith("Hit\xa0it?"))
    spoken = re.fullmatch(
        r"▸?\s*(.+), arc (\d), (\w+), (\w+) ring, (\d) health\. Hit it\?", offer.replace("\xa0", " ").strip()
    )
    assert spoken is not None, offer
    name, arc, color, ring, health = (part.upper() for part in spoken.groups())
    screen = Screen((name, f"ARC {arc} {color}", f"{ring} HP {health}", ">PRESS=HIT"), 3)
    counts = {
        sum(draw(screen, shift=shift).convert("1").tobytes().count(b) * bin(b).count("1") for b in range(256))
        for shift in WANDERINGS
    }
    assert paths(drawn[0]).count(PIXEL) in counts


def test_it_holds_all_60_lights(drawn: tuple[str, str]) -> None:
    shapes = paths(drawn[0])
    assert shapes.count(LIGHT) > 6
    assert shapes.count(LIGHT) + shapes.count(DARK) == 60


def test_it_tells_what_stands_where(drawn: tuple[str, str]) -> None:
    texts = " ".join(text.text or "" for text in ET.fromstring(drawn[0]).iter(f"{NAMESPACE}text"))
    assert all(label in texts for label in ("1R", "2R", "3G", "4G", "5B", "6B", "♜", "board", "cards"))
    assert re.search(r"(Orc|Tro|Gob)\w*\d", texts)


def test_the_panel_alone_is_drawn_as_png(tmp_path: Path) -> None:
    options = PlayOptions(state=tmp_path, new=True)
    run(draw_picture(options, make_desk(None), tmp_path / "panel.png"))
    with Image.open(tmp_path / "panel.png") as picture:
        assert picture.size == (128 * PNG_SCALE, 64 * PNG_SCALE)
        colors = picture.getcolors()
        assert colors is not None
        assert len(colors) == 2


def test_letters_that_are_no_shapes_stay_text() -> None:
    style = '@font-face { src: url("https://x"); } a {font-family: Fira Code, m;}'
    text = '<text class="r1" x="0" y="18.5" textLength="48.8">\xa0│ab●</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><style>{style}</style>{text}</svg>'
    made = with_shapes(svg)
    root = ET.fromstring(made)
    left = next(root.iter(f"{NAMESPACE}text"))
    assert (left.text, left.get("x"), left.get("textLength")) == ("ab", "24.4", "24.4")
    path = next(root.iter(f"{NAMESPACE}path"))
    assert path.get("class") == "r1"
    assert LIGHT in path.get("d", "")
    assert "https" not in made.replace(NAMESPACE.strip("{}"), "")
