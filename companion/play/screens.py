"""What comes up over the simulated table: a list to pick from, a line to type, the help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from companion.play.picking import PickEntry


class PickScreen(ModalScreen[str | None]):
    """A list to pick from; gives the id of the entry, or none."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "")]

    def __init__(self, title: str, entries: Sequence[PickEntry]) -> None:
        super().__init__()
        self._head = title
        self._entries = entries

    def compose(self) -> ComposeResult:
        """A box with the list."""
        listed = OptionList(*(Option(Text(text), id=name) for name, text in self._entries))
        box = Vertical(listed, classes="box")
        box.border_title = self._head
        yield box

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """It is picked."""
        self.dismiss(event.option.id)

    def action_leave(self) -> None:
        """Nothing is picked."""
        self.dismiss(None)


class TypeScreen(ModalScreen[str | None]):
    """A line to type; gives it, or none."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "")]

    def __init__(self, title: str, hint: str) -> None:
        super().__init__()
        self._head = title
        self._hint = hint

    def compose(self) -> ComposeResult:
        """A box with the line."""
        box = Vertical(Input(placeholder=self._hint), classes="box line")
        box.border_title = self._head
        yield box

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """It is typed."""
        self.dismiss(event.value.strip() or None)

    def action_leave(self) -> None:
        """Nothing is typed."""
        self.dismiss(None)


class ReadScreen(ModalScreen[None]):
    """A text to read."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,space,enter,question_mark", "leave", "")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._head = title
        self._text = text

    def compose(self) -> ComposeResult:
        """A box with the text."""
        box = VerticalScroll(Static(self._text, markup=False), classes="box")
        box.border_title = self._head
        yield box

    def action_leave(self) -> None:
        """It is read."""
        self.dismiss(None)
