"""The simulated table in a terminal: keys and mouse are the people's hands, the window is what they see.

Everything goes where it would go at a real table: the space bar is a finger on the button, a token of the bag is
laid on the reader.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.events import Resize
from textual.widgets import Static

from companion.game.rules.refusals import Refused
from companion.game.rules.requests import Tap
from companion.narration.names import ARCS_BY_NAME
from companion.play.acts import HandsError
from companion.play.auto import LONGEST_PAUSE, AutoError, AutoPlayer
from companion.play.grammar import Local, UnknownCommandError
from companion.play.picking import PICKS, Pick, tokens, touched
from companion.play.plain import result_line
from companion.play.screens import PickScreen, ReadScreen, TypeScreen
from companion.play.table import PlayOptions, SimTable, TableChange
from companion.play.widgets import (
    BUTTON,
    TRAY,
    BoardView,
    ButtonView,
    HandView,
    PanelView,
    Touched,
    TrayView,
    WordsView,
)
from companion.talk import messages as m
from companion.talk.desk import Desk

SIZES = (("wide", 118, 36), ("roomy", 118, 42), ("huge", 186, 54))
"""What a terminal of so many columns and lines, or more, has room for."""


def _keys(*bindings: tuple[str, str]) -> list[BindingType]:
    return [Binding(keys, action, "", show=False) for keys, action in bindings]


class PlayApp(App[str]):
    """The window. Gives a last line for the terminal, if there is one."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = _keys(
        ("space,enter", "press('button')"),
        ("h", "hold"),
        ("H", "long_hold"),
        ("n,down,right", "press('next')"),
        ("b,up,left", "press('back')"),
        ("u", "say('undo')"),
        ("r", "say('redo')"),
        ("s", "say('say')"),
        *((str(pips), f"say('roll {pips}')") for pips in range(1, 7)),
        ("t", "draw"),
        ("T", "pick('token')"),
        ("c", "pick('play')"),
        ("m", "pick('monster')"),
        ("o", "pick('option')"),
        ("a", "pick('question')"),
        ("w", "pick('words')"),
        ("x", "pick('swap')"),
        ("g", "pick('trade')"),
        ("f", "pick('fetch')"),
        ("pageup", "leaf(5)"),
        ("pagedown", "leaf(-5)"),
        ("v", "flip"),
        ("colon,slash", "type"),
        ("question_mark,f1", "help"),
        ("q,ctrl+c,ctrl+q", "leave"),
    )

    def __init__(self, table: SimTable) -> None:
        super().__init__()
        self.table = table
        table.on_change = self._changed

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
                yield TrayView(table, TRAY)
        yield HandView(table, "hand")
        yield Static(table.words("play-keys"), id="keys", markup=False)

    def on_mount(self) -> None:
        """The table is started once there is something to see it with."""
        self.title = self.table.words("play-title")
        for kind, head in (
            (PanelView, "play-panel-head"),
            (BoardView, "play-board-head"),
            (WordsView, "play-words-head"),
            (HandView, "play-hands-head"),
        ):
            self._part(kind).border_title = self.table.words(head)
        self._arrange(self.size.width, self.size.height)
        self.table.start()
        self._show_game()
        if self.table.options.auto:
            self.run_worker(self._play_by_itself())

    def on_resize(self, event: Resize) -> None:
        """Lays the parts out anew."""
        self._arrange(event.size.width, event.size.height)

    def _arrange(self, width: int, height: int) -> None:
        for name, columns, lines in SIZES:
            self.set_class(width >= columns and height >= lines, name)

    def _part(self, kind: type) -> Any:
        return self.screen_stack[0].query_one(kind)

    def _changed(self, change: TableChange) -> None:
        if not self.is_running or not self.screen_stack:
            return
        if change is TableChange.GAME:
            self._show_game()
        elif change is TableChange.PICTURE:
            self._part(PanelView).refresh()
        else:
            self._part(WordsView if change is TableChange.WORDS else BoardView).show()

    def _show_game(self) -> None:
        for kind in (BoardView, ButtonView, HandView, TrayView):
            self._part(kind).show()

    async def _play_by_itself(self) -> None:
        fast = self.table.options.fast
        try:
            await AutoPlayer(self.table, fast=fast).play()
        except AutoError as error:
            self.exit(str(error), return_code=1)
            return
        await asyncio.sleep(0 if fast else LONGEST_PAUSE)
        self.exit(result_line(self.table))

    # Hands

    def action_press(self, button: str) -> None:
        """A finger taps a button."""
        self.table.press(button)

    def action_hold(self) -> None:
        """A finger holds the button."""
        self.table.hold()

    def action_long_hold(self) -> None:
        """A finger holds the button for long."""
        self.table.long_hold()

    def action_draw(self) -> None:
        """A hand takes a token out of the bag, unseen."""
        self._try(self.table.draw)

    def action_say(self, line: str) -> None:
        """What could be typed."""
        self._try(lambda: self._obey(line))

    def on_touched(self, message: Touched) -> None:
        """Something was clicked: the button, the bag, a Monster, an arc."""
        if message.target == BUTTON:
            self.table.press()
        elif message.target == TRAY:
            self._reach_into_bag()
        elif message.target in ARCS_BY_NAME:
            self.table.take(m.AskMessage(about=message.target))
        else:
            self._lead(touched(self.table, message.target))

    def _reach_into_bag(self) -> None:
        if self.table.game is not None and isinstance(self.table.game.request, Tap):
            self._lead(tokens(self.table))
        else:
            self._try(self.table.draw)

    def _try(self, act: Callable[[], object]) -> None:
        words = self.table.words
        try:
            act()
        except HandsError as error:
            self.table.hint(words.sentence(error))
        except UnknownCommandError as unknown:
            self.table.hint(words(unknown.message, **unknown.facts))
        except Refused as refused:
            self.table.hint(self.table.desk.refusal(refused)["message"])

    def _obey(self, line: str) -> None:
        command = self.table.grammar.parsed(line)
        if not isinstance(command, Local):
            self.table.take(self.table.aimed(command))
        elif command.verb == "quit":
            self.action_leave()
        elif command.verb == "help":
            self.action_help()
        else:
            for text in self.table.obey(command):
                self.table.hint(text)

    # What comes up over the table

    def action_pick(self, name: str) -> None:
        """A list to pick from."""
        self._lead(PICKS[name](self.table))

    def _lead(self, pick: Pick | None) -> None:
        if pick is None:
            return
        title = self.table.words(pick.title)
        if not pick.entries:
            self.table.hint(self.table.words("play-nothing-to-pick", title=title))
            return

        def picked(name: str | None) -> None:
            if name is not None:
                self._try(lambda: self._lead(pick.take(name)))

        self.push_screen(PickScreen(title, pick.entries), picked)

    def action_type(self) -> None:
        """A line to type a command in."""
        words = self.table.words
        self.push_screen(
            TypeScreen(words("play-type"), words("play-type-hint")),
            lambda line: self.action_say(line) if line else None,
        )

    def action_help(self) -> None:
        """What the keys are."""
        self.push_screen(ReadScreen(self.table.words("play-title"), self.table.words("play-help")))

    def action_leaf(self, lines: int) -> None:
        """Back in what was said, or forward."""
        self._part(WordsView).scroll_by(lines)

    def action_flip(self) -> None:
        """Panel or larger board, where there is no room for both."""
        self.toggle_class("flipped")

    def action_leave(self) -> None:
        """Away from the table; the game is kept."""
        self.exit(self.table.words("play-kept", place=str(self.table.options.state)))


async def run_window(options: PlayOptions, desk: Desk) -> tuple[str, int]:
    """One sitting at a simulated table in a window. Gives a last line and the exit status."""
    table = SimTable(options, desk)
    app = PlayApp(table)
    try:
        line = await app.run_async()
    finally:
        table.stop()
    return line or "", app.return_code or 0
