"""The simulated table in a terminal: keys and mouse are the people's hands, the window is what they see.

Everything goes where it would go at a real table: the space bar is a finger on the button, a token of the bag is laid on the reader.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

import msgspec
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.events import Resize
from textual.widgets import Static

from companion import messages as m
from companion.desk import ASKED, Desk
from companion.play.auto import LONGEST_PAUSE, AutoPlayer
from companion.play.commands import Local, UnknownCommandError, parsed, play_message
from companion.play.hands import Fetch, HandsError, Swap, Trade
from companion.play.plain import result_line
from companion.play.screens import Entry, PickScreen, ReadScreen, TypeScreen
from companion.play.table import News, PlayOptions, SimTable
from companion.play.widgets import BoardView, ButtonView, HandView, PanelView, Touched, TrayView, WordsView
from companion.rules.requests import PlayCards, Refused, Tap
from companion.settings import WORDS

WIDE, HIGH = 118, 36
"""From this size on everything is side by side."""


def _keys(*bindings: tuple[str, str]) -> list[BindingType]:
    return [Binding(keys, action, "", show=False) for keys, action in bindings]


class PlayApp(App[str]):
    """The window. Gives a last line for the terminal, if there is one."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = _keys(
        ("space,enter", "press"),
        ("h", "hold"),
        ("H", "long_hold"),
        ("n,down,right", "say('next')"),
        ("b,up,left", "say('back')"),
        ("u", "say('undo')"),
        ("r", "say('redo')"),
        ("d", "say('done')"),
        ("s", "say('say')"),
        ("t", "draw"),
        ("T", "pick_token"),
        *((str(pips), f"say('roll {pips}')") for pips in range(1, 7)),
        ("c", "pick_play"),
        ("m", "pick_monster"),
        ("o", "pick_option"),
        ("a", "pick_question"),
        ("w", "pick_words"),
        ("x", "pick_swap"),
        ("g", "pick_trade"),
        ("f", "pick_fetch"),
        ("v", "flip"),
        ("colon,slash", "type"),
        ("question_mark,f1", "help"),
        ("q,ctrl+c,ctrl+q", "leave"),
    )

    def __init__(self, table: SimTable) -> None:
        super().__init__()
        self.table = table
        self._player: asyncio.Task[None] | None = None
        table.on_news = self._news

    # The window

    def compose(self) -> ComposeResult:
        """All the parts; how they lie is up to the size of the terminal."""
        table = self.table
        with Container(id="all"):
            with Vertical(id="device"):
                yield PanelView(table)
                yield ButtonView(table)
                yield WordsView(table)
            with Vertical(id="people"):
                yield BoardView(table)
                yield TrayView(table)
        yield HandView(table)
        yield Static(table.words("play-keys"), id="keys", markup=False)

    def on_mount(self) -> None:
        """The table is started once there is something to see it with."""
        self.title = self.table.words("play-title")
        self._board = self.query_one(BoardView)
        self._arrange(self.size.width, self.size.height)
        self.query_one(PanelView).border_title = self.table.words("play-panel-head")
        self._board.border_title = self.table.words("play-board-head")
        self.query_one(WordsView).border_title = self.table.words("play-words-head")
        self.table.start()
        self._show_game()
        if self.table.options.auto:
            self._player = asyncio.create_task(self._play_by_itself())

    def on_resize(self, event: Resize) -> None:
        """Lays the parts out anew."""
        self._arrange(event.size.width, event.size.height)

    def _arrange(self, width: int, height: int) -> None:
        self.set_class(width >= WIDE and height >= HIGH, "wide")
        self.set_class(width >= WIDE and height >= HIGH + 6, "roomy")

    def _news(self, news: News) -> None:
        if not self.is_running or not self.screen_stack:
            return
        if news is News.WORDS:
            self._screen_part(WordsView).show()
        elif news is News.PICTURE:
            self._screen_part(PanelView).refresh()
        elif news is News.LIGHTS:
            self._screen_part(BoardView).show()
        else:
            self._show_game()

    def _screen_part(self, kind: type) -> Any:
        return self.screen_stack[0].query_one(kind)

    def _show_game(self) -> None:
        for kind in (BoardView, ButtonView, HandView, TrayView):
            self._screen_part(kind).show()

    # Hands on the devices

    def action_press(self) -> None:
        """A finger taps the button."""
        self.table.press()
