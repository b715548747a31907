"""What boxes bring to the ring and the ear; a box of which only common things are told has no module here."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.channels.at_rest import ArcLight
from companion.channels.box_signs import BoxSigns
from companion.channels.boxes.dark_titan import SIGNS as DARK_TITAN
from companion.channels.boxes.my_first import SIGNS as MY_FIRST
from companion.channels.boxes.wizards_tower import SIGNS as WIZARDS_TOWER
from companion.channels.signs import Sign
from companion.game.rules.table import Table

SIGNS: tuple[BoxSigns, ...] = (WIZARDS_TOWER, DARK_TITAN, MY_FIRST)

CUES: Mapping[str, Sign] = MappingProxyType({name: sign for box in SIGNS for name, sign in box.cues.items()})
EARCONS: Mapping[str, str] = MappingProxyType({fact: earcon for box in SIGNS for fact, earcon in box.earcons.items()})


def picture(table: Table) -> list[ArcLight] | None:
    """What the ring shows at rest of a board that only one box has; none for the board with its arcs."""
    return next((shown for box in SIGNS if (shown := box.picture(table)) is not None), None)
