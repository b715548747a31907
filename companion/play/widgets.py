"""What the window of the simulated table is made of: panel, board, button, words, hand and tray. Each shows a `SimTable` and asks it nothing else."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import RichLog, Static

from companion.board import ARC_NUMBERS
from companion.play.board import RGB, SMALLEST, Cell, Painter, arc_lines
from companion.play.pixels import braille, half_blocks
from companion.play.table import Caption, SimTable

PHOSPHOR: RGB = (150, 224, 255)
GLASS: RGB = (6, 9, 14)
NOTE: RGB = (148, 156, 172)
OFFER: RGB = (255, 214, 102)
_LIST_WIDTH = 26
"""Columns that a list of arcs wants beside the disc."""


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

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        width, height = self.size
        lines = self._lines(width, height)
        ink = style(PHOSPHOR, GLASS)
        margin = max(0, (width - len(lines[0])) // 2)
        text = lines[y] if y < len(lines) else ""
        return Strip([Segment((" " * margin + text).ljust(width)[:width], ink)], width)

    def _lines(self, width: int, height: int) -> list[str]:
        picture = self._table.picture
        return half_blocks(picture) if width >= picture.width and 2 * height >= picture.height else braille(picture)


class BoardView(Widget):
    """The board in its ring of lights; beside it, or in its place where there is no room, the arcs in words."""

    def __init__(self, table: SimTable) -> None:
        super().__init__(id="board")
        self._table = table
        self._strips: list[Strip] = []
        self._targets: dict[tuple[int, int], str] = {}
        self._size = Size(0, 0)
        self.chosen = ""

    def show(self) -> None:
        """Paints anew."""
        self._size = Size(0, 0)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of board and list."""
        if self._size != self.size:
            self._size = self.size
            self._paint(self.size.width, self.size.height)
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def on_click(self, event: events.Click) -> None:
        """What stands there was touched."""
        target = self._targets.get((event.y, event.x))
        if target:
            self.post_message(Touched(target))

    def _paint(self, width: int, height: int) -> None:
        game = self._table.game
        self._targets = {}
        if game is None or not game.table.walls:
            self._strips = []
            return
        disc = min(height, width // 2)
        if disc < SMALLEST:
            self._strips = self._list(height, width, 0)
            return
        cells = Painter(game.table, self._table.lights, self._table.words.kind_name, self._table.words.color).paint(disc, self.chosen)
        listed = width - 2 * disc >= _LIST_WIDTH
        left = 0 if listed else (width - 2 * disc) // 2
        beside = self._list(height, width - 2 * disc, 2 * disc) if listed else []
        self._strips = [self._strip(cells[line], line, left, width, beside) for line in range(disc)]

    def _strip(self, row: list[Cell], line: int, left: int, width: int, beside: list[Strip]) -> Strip:
        self._targets |= {(line, left + at): cell.target for at, cell in enumerate(row) if cell.target}
        segments = [Segment(" " * left)] + [Segment(cell.letter, style(cell.ink, cell.ground, cell.bold)) for cell in row]
        strip = Strip(segments, left + len(row))
        if line < len(beside):
            strip = Strip.join([strip, beside[line]])
        return strip.adjust_cell_length(width)

    def _list(self, height: int, width: int, left: int) -> list[Strip]:
        """The arcs one after the other; with room enough a line between them."""
        assert self._table.game is not None, "only a game has arcs"
        words = self._table.words
        strips: list[Strip] = []
        for arc in ARC_NUMBERS:
            head, monsters = arc_lines(self._table.game.table, self._table.lights, arc, words.kind_name, words.color)
            lines = [Segment(f" {head}", style(PHOSPHOR)), Segment(f"    {monsters}", style((255, 255, 255), None, True))]
            self._targets |= {(len(strips) + at, left + column): f"arc-{arc}" for at in (0, 1) for column in range(width)}
            strips += [Strip([line]).adjust_cell_length(width) for line in lines]
            if height >= 3 * len(ARC_NUMBERS) - 1:
                strips.append(Strip.blank(width))
        return strips


class ButtonView(Static):
    """The big button, with the standing offer on it."""

    def __init__(self, table: SimTable) -> None:
        super().__init__(id="button", markup=False)
        self._table = table

    def show(self) -> None:
        """What a press would do now, as the panel has it."""
        prompt = self._table.desk.prompt()
        offer = prompt["screen"][-1].lstrip(">") if prompt and prompt["screen"] else ""
        self.update(Text.assemble(("◉ ", style(OFFER, None, True)), (offer, style(OFFER, None, True))))

    def on_click(self) -> None:
        """A finger."""
        self.post_message(Touched("button"))


class WordsView(RichLog):
    """What was said, the standing offer last."""

    can_focus = False

    def __init__(self, table: SimTable) -> None:
        super().__init__(id="words", wrap=True, markup=False, highlight=False, max_lines=2000, min_width=20)
        self._table = table
        self._shown = 0

    def show(self) -> None:
        """Writes what is new."""
        new = self._table.said - self._shown
        self._shown = self._table.said
        for caption in self._table.captions[len(self._table.captions) - min(new, len(self._table.captions)) :]:
            self.write(_spoken(caption))

    def on_resize(self) -> None:
        """Breaks the lines anew."""
        self.clear()
        self._shown = 0
        self.show()


def _spoken(caption: Caption) -> Text:
    if caption.offer:
        return Text.assemble(("▸ ", style(OFFER, None, True)), (caption.text, style(OFFER, None, True)))
    if caption.urgent:
        return Text.assemble(("! ", style((255, 255, 255), None, True)), (caption.text, style((255, 255, 255), None, True)))
    return Text.assemble("  ", (caption.text, style(NOTE if caption.own else (222, 226, 234))))


class HandView(Static):
    """The cards of whose turn it is."""

    def __init__(self, table: SimTable) -> None:
        super().__init__(id="hand", markup=False)
        self._table = table

    def show(self) -> None:
        """Counts the cards."""
        deal = self._table.deal
        if deal is None:
            self.update("")
            return
        words = self._table.words
        cards = [words.card_count(card, count) for card, count in Counter(deal.hand).items()]
        points = self._table.game.table.points(deal.player) if self._table.game else 0
        head = words("play-hand-head", player=deal.player, points=points)
        self.update(Text.assemble((f"{head}  ", style(PHOSPHOR, None, True)), ("  ·  ".join(cards), style((235, 238, 244)))))


class TrayView(Static):
    """The tokens that are left in the bag, kind by kind."""

    def __init__(self, table: SimTable) -> None:
        super().__init__(id="tray", markup=False)
        self._table = table

    def show(self) -> None:
        """Counts the tokens."""
        words = self._table.words
        left = self._table.tray()
        entries = [Text.assemble((f"{count} ", style(OFFER, None, True)), (words.kind_name(kind), style((200, 205, 216)))) for kind, count in left.items() if count]
        self.update(Text("  ").join(entries) if entries else "")
        self.border_title = words("play-tray-head", left=left.total())

    def on_click(self) -> None:
        """A hand in the bag."""
        self.post_message(Touched("tray"))
