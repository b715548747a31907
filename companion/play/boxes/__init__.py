"""What boxes add to the people at a simulated table. Each has the module of its name; other modules find it here."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.play.box_people import BoxPeople
from companion.play.boxes.castle_panic import PEOPLE as CASTLE_PANIC
from companion.play.boxes.dark_titan import PEOPLE as DARK_TITAN
from companion.play.boxes.my_first import PEOPLE as MY_FIRST
from companion.play.boxes.wizards_tower import PEOPLE as WIZARDS_TOWER

PEOPLE: Mapping[str, BoxPeople] = MappingProxyType(
    {people.name: people for people in (CASTLE_PANIC, WIZARDS_TOWER, DARK_TITAN, MY_FIRST)}
)
