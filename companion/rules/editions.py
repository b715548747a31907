"""Which boxes there are, by the names of the table protocol."""

from companion.rules import castle_panic, my_first, wizards_tower
from companion.rules.box import Box

BOXES: dict[str, Box] = {box.name: box for box in (castle_panic.BOX, my_first.BOX, wizards_tower.BOX)}
