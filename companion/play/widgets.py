"""The parts of the simulated table's window: panel, board, button, words, hand and tray. Each shows a `SimTable`."""

from __future__ import annotations

import textwrap
from collections import Counter
from functools import lru_cache
from itertools import groupby

from PIL import Image
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from companion.channels.at_rest import RGB
from companion.game.board import ARC_NUMBERS, ARCS
from companion.narration.phrases import OFFER_SIGN
from companion.play.board import SMALLEST, Cell, Painter, arc_lines
from companion.play.pixels import braille, half_blocks
from companion.play.table import Caption, SimTable

PHOSPHOR: RGB = (150, 224, 255)
GLASS: RGB = (6, 9, 14)
NOTE: RGB = (148, 156, 172)
OFFER: RGB = (255, 214, 102)
PAPER: RGB = (222, 226, 234)
NIGHT: RGB = (11, 14, 20)
_GAP = "   "
_LIST_WIDTH = 26
"""Columns that a list of arcs wants beside the disc."""


BUTTON, TRAY = "button", "tray"
"""What can be touched beside pieces and arcs; each is the id of its widget too."""


class Touched(Message):
    """A thing of the table was clicked: `target` is a piece, an arc, or one of button and tray."""

    def __init__(self, target: str) -> None:
        self.target = target
        super().__init__()


@lru_cache(maxsize=1024)
def style(ink: RGB, ground: RGB | None = None, bold: bool = False) -> Style:
    """A style of a terminal."""
    return Style(color=_spelled(ink), bgcolor=_spelled(ground) if ground else None, bold=bold)


def _spelled(color: RGB) -> str:
    red, green, blue = color
    return f"rgb({red},{green},{blue})"


class PanelView(Widget):
    """The OLED, pixel by pixel: in half blocks where there is room for them, else in braille."""

    def __init__(self, table: SimTable) -> None:
        super().__init__(id="panel")
        self._table = table
        self._letters: tuple[Image.Image, Size, list[str]] | None = None

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        width, height = self.size
        lines = self._lines(width, height)
        ink = style(PHOSPHOR, GLASS)
        margin = max(0, (width - len(lines[0])) // 2)
        text = lines[y] if y < len(lines) else ""
        return Strip([Segment((" " * margin + text).ljust(width)[:width], ink)], width)

    def _lines(self, width: int, height: int) -> list[str]:
        """The letters of the picture, made once for a picture and a size."""
        picture, size = self._table.picture, Size(width, height)
        if self._letters is None or self._letters[0] is not picture or self._letters[1] != size:
            roomy = width >= picture.width and 2 * height >= picture.height
            self._letters = (picture, size, half_blocks(picture) if roomy else braille(picture))
        return self._letters[2]


class BoardView(Widget):
    """The board in its ring of lights; beside it, or in its place where there is no room, the arcs in words."""

    def __init__(self, table: SimTable) -> None:
        super().__init__(id="board")
        self._table = table
        self._strips: list[Strip] = []
        self.targets: dict[tuple[int, int], str] = {}
        """What is where, by line and column."""
        self._painted = Size(0, 0)

    def show(self) -> None:
        """Paints anew."""
        self._painted = Size(0, 0)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of board and list."""
        if self._painted != self.size:
            self._painted = self.size
            self._paint(self.size.width, self.size.height)
        return self._strips[y] if y < len(self._strips) else self._blank(self.size.width)

    def on_click(self, event: events.Click) -> None:
        """What stands there was touched."""
        place = event.get_content_offset(self)
        target = None if place is None else self.targets.get((place.y, place.x))
        if target:
            self.post_message(Touched(target))

    def _paint(self, width: int, height: int) -> None:
        game = self._table.game
        self.targets = {}
        if game is None or not game.table.walls:
            self._strips = []
            return
        disc = min(height, width // 2)
        if disc < SMALLEST:
            self._strips = self._list(height, width, 0)
            return
        top = (height - disc) // 2 if height - disc < disc else 0
        asked = getattr(game.standing, "piece", None)
        painter = Painter(game.table, self._table.lights, self._table.words.kind_name, self._table.words.color)
        cells = painter.paint(disc, asked.name if asked else "")
        listed = width - 2 * disc >= _LIST_WIDTH
        left = 0 if listed else (width - 2 * disc) // 2
        beside = self._list(height, width - 2 * disc, 2 * disc) if listed else []
        rows = [self._strip(cells[line], top + line, left) for line in range(disc)]
        rows = [self._blank(2 * disc)] * top + rows + [self._blank(2 * disc)] * (height - top - disc)
        self._strips = [
            Strip.join([row, *beside[line : line + 1]]).adjust_cell_length(width, style(NOTE, NIGHT))
            for line, row in enumerate(rows)
        ]

    def _blank(self, width: int) -> Strip:
        return Strip.blank(width, style(NOTE, NIGHT))

    def _strip(self, row: list[Cell], line: int, left: int) -> Strip:
        self.targets |= {(line, left + at): cell.target for at, cell in enumerate(row) if cell.target}
        runs = groupby(row, key=lambda cell: style(cell.ink, cell.ground or NIGHT, cell.bold))
        segments = [Segment("".join(cell.letter for cell in run), look) for look, run in runs]
        return Strip([Segment(" " * left, style(NOTE, NIGHT)), *segments], left + len(row))

    def _list(self, height: int, width: int, left: int) -> list[Strip]:
        """The arcs one after the other; with room enough a line between them."""
        assert self._table.game is not None, "only a game has arcs"
        words = self._table.words
        strips: list[Strip] = []
        for arc in ARC_NUMBERS:
            head, monsters = arc_lines(self._table.game.table, self._table.lights, arc, words.kind_name, words.color)
            lines = [Segment(head, style(PHOSPHOR, NIGHT)), Segment(f"   {monsters}", style(PAPER, NIGHT, True))]
            self.targets |= {
                (len(strips) + at, left + column): ARCS[arc].name for at in (0, 1) for column in range(width)
            }
            strips += [Strip([line]).adjust_cell_length(width, style(NOTE, NIGHT)) for line in lines]
            if height >= 3 * len(ARC_NUMBERS) - 1:
                strips.append(self._blank(width))
        return strips


class ButtonView(Static):
    """The big button, with the standing offer on it."""

    def __init__(self, table: SimTable) -> None:
        super().__init__(id=BUTTON, markup=False)
        self._table = table

    def show(self) -> None:
        """What a press would do now, as the panel has it."""
        prompt = self._table.desk.prompt()
        offer = prompt["screen"][-1].lstrip(OFFER_SIGN) if prompt and prompt["screen"] else ""
        self.update(Text.assemble(("◉ ", style(OFFER, None, True)), (offer, style(OFFER, None, True))))

    def on_click(self) -> None:
        """A finger."""
        self.post_message(Touched(BUTTON))


class WordsView(Widget):
    """What was said, the standing offer last. The wheel and the page keys go back in it."""

    def __init__(self, table: SimTable) -> None:
        super().__init__(id="words")
        self._table = table
        self._strips: list[Strip] = []
        self._width = 0
        self._back = 0
        """By how many lines somebody has gone back."""

    def show(self) -> None:
        """Something was said."""
        self._width = self._back = 0
        self.refresh()

    def scroll_by(self, lines: int) -> None:
        """Goes back by so many lines, or forward."""
        self._back = max(0, min(self._back + lines, len(self._strips) - self.size.height))
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """Back."""
        self.scroll_by(3)

    def on_mouse_scroll_down(self) -> None:
        """Forward."""
        self.scroll_by(-3)

    def render_line(self, y: int) -> Strip:
        """One line of what was said; the newest stands at the bottom once there is enough of it."""
        if self._width != self.size.width:
            self._width = self.size.width
            self._strips = self._lines(self._width)
        at = y + max(0, len(self._strips) - self.size.height - self._back)
        return self._strips[at] if at < len(self._strips) else Strip.blank(self.size.width, style(NOTE, NIGHT))

    def _lines(self, width: int) -> list[Strip]:
        captions = self._table.captions
        standing = next((caption for caption in reversed(captions) if caption.offer), None)
        return [strip for caption in captions for strip in _spoken(caption, caption is standing, width)]


def _spoken(caption: Caption, standing: bool, width: int) -> list[Strip]:
    sign = "▸" if caption.offer else "!" if caption.urgent else " "
    ink = OFFER if standing else NOTE if caption.offer or caption.own else PAPER
    look = style(ink, NIGHT, standing or caption.urgent)
    lines = textwrap.wrap(caption.text, max(10, width - 2)) or [""]
    return [
        Strip([Segment(f"{sign if at == 0 else ' '} {line}".ljust(width), look)]).crop(0, width)
        for at, line in enumerate(lines)
    ]


class FlowView(Widget):
    """Short entries one after the other, in as many lines as they need; none is broken."""

    def __init__(self, table: SimTable, part: str) -> None:
        super().__init__(id=part)
        self.table = table

    def show(self) -> None:
        """Something has changed."""
        self.refresh()

    def entries(self) -> list[Text]:
        """What is shown."""
        raise NotImplementedError

    def render(self) -> Text:
        """The entries in lines."""
        lines: list[list[Text]] = [[]]
        for entry in self.entries():
            taken = sum(before.cell_len + len(_GAP) for before in lines[-1])
            if lines[-1] and taken + entry.cell_len > self.content_size.width:
                lines.append([])
            lines[-1].append(entry)
        return Text("\n").join(Text(_GAP).join(line) for line in lines)


class HandView(FlowView):
    """The cards of whose turn it is."""

    def entries(self) -> list[Text]:
        """The player, then the cards."""
        deal, words = self.table.deal, self.table.words
        if deal is None or self.table.game is None:
            return []
        head = words("play-hand-head", player=deal.player, points=self.table.game.table.points(deal.player))
        cards = [words.card_count(card, count) for card, count in Counter(deal.hand).items()]
        return [Text(head, style(PHOSPHOR, None, True)), *(Text(card, style(PAPER)) for card in cards)]


class TrayView(FlowView):
    """The tokens that are left in the bag, kind by kind."""

    def show(self) -> None:
        """Counts the tokens."""
        self.border_title = self.table.words("play-tray-head", left=self.table.tray().total())
        self.refresh()

    def entries(self) -> list[Text]:
        """Each kind with its number."""
        left = self.table.tray().items()
        return [
            Text.assemble((f"{self.table.words.kind_name(kind)} ", style(PAPER)), (f"×{count}", style(OFFER)))
            for kind, count in left
            if count
        ]

    def on_click(self) -> None:
        """A hand in the bag."""
        self.post_message(Touched(TRAY))
