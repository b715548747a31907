"""What every input of the table protocol is, and how the fields that a box adds to one are read."""

from __future__ import annotations

from typing import TypeVar

import msgspec


class Message(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One input."""


Own = TypeVar("Own", bound=msgspec.Struct)


def own_fields(message: Message, kind: type[Own]) -> Own:
    """Return the fields of an input that one box has added, as an object of `kind`."""
    return kind(**{name: getattr(message, name) for name in kind.__struct_fields__})
