"""Which boxes there are, by the names of the table protocol."""

from companion.rules import castle_panic, dark_titan, my_first, wizards_tower
from companion.rules.box import Box

BOXES: dict[str, Box] = {box.name: box for box in (castle_panic.BOX, my_first.BOX, wizards_tower.BOX, dark_titan.BOX)}
