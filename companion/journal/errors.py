"""What is raised about a journal. Whoever only catches it need not import the database."""

from __future__ import annotations


class JournalError(Exception):
    """A journal that cannot be used; its text is one plain sentence."""


class DamagedError(JournalError):
    """A file that is not a whole database."""
