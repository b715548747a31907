"""Which boxes there are, by the names of the table protocol."""

from companion.game.boxes.castle_panic import box as castle_panic
from companion.game.boxes.dark_titan import box as dark_titan
from companion.game.boxes.my_first import box as my_first
from companion.game.boxes.wizards_tower import box as wizards_tower
from companion.game.rules.box import Box

BOXES: dict[str, Box] = {box.name: box for box in (castle_panic.BOX, my_first.BOX, wizards_tower.BOX, dark_titan.BOX)}
