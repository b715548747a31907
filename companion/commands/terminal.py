"""What a subcommand needs of a terminal, as functions that a test can hand in instead."""

from __future__ import annotations

from collections.abc import Callable

Printer = Callable[[str], None]
"""Shows a text as one or more lines, as `print` does."""
Asker = Callable[[str], str]
"""Shows a question and returns the line that was typed, as `input` does. Raises EOFError when nothing more is typed."""
