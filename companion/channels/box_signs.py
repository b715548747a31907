"""What a box may bring to the ring and the ear, in the module of its name in `companion.channels.boxes`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.channels.at_rest import ArcLight
from companion.channels.signs import Sign
from companion.game.rules.table import Table


def no_picture(table: Table) -> None:
    """A box that is played on the board with its arcs."""


class BoxSigns(NamedTuple):
    """All that one box brings."""

    cues: Mapping[str, Sign] = MappingProxyType({})
    """The cues that only it gives, by name."""
    earcons: Mapping[str, str] = MappingProxyType({})
    """The earcons of the facts that only it has, by the kind of the fact."""
    picture: Callable[[Table], list[ArcLight] | None] = no_picture
    """What the ring shows at rest of a board of its own; none for the board with its arcs."""
