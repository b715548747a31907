"""What boxes bring to the channels: cues, earcons, and pictures of boards that no other box has.

Each has the module of its name here; a box of which only common things are told has none.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.channels.at_rest import ArcLight
from companion.channels.boxes import dark_titan, my_first
from companion.channels.signs import Sign
from companion.game.rules.table import Table

CUES: Mapping[str, Sign] = MappingProxyType({**dark_titan.CUES})
"""The cues of all boxes, by name."""

EARCONS: Mapping[str, str] = MappingProxyType({**my_first.EARCONS, **dark_titan.EARCONS})
"""The earcons of the facts of all boxes, by the kind of the fact."""

_PICTURES: tuple[Callable[[Table], list[ArcLight] | None], ...] = (my_first.picture,)


def picture(table: Table) -> list[ArcLight] | None:
    """What the ring shows at rest of a board that only one box has; none for the board with its arcs."""
    shown = (of_box(table) for of_box in _PICTURES)
    return next((arcs for arcs in shown if arcs is not None), None)
